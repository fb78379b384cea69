//! `poolscope diagnose` on captures of a real server.

use crate::common::{poolscope, poolscope_reading, project, scratch, succeeds};

const DEAF: &str = "content/captures/01-two-long-waits-deaf-group/capture-table.txt";

/// The output for a capture with trouble.
fn troubled(args: &[&str]) -> String {
    let said = poolscope(args);
    assert_eq!((said.status, said.err.as_str()), (1, ""));
    said.out
}

#[test]
fn the_verdict_comes_first_then_what_it_rests_on_and_what_helps() {
    let out = troubled(&["diagnose", DEAF]);
    let at = |what: &str| out.find(what).unwrap_or_else(|| panic!("{what}: {out}"));
    assert!(
        out.starts_with("It is the pool.\n\nNobody listens in group 0 (it is deaf):"),
        "{out}"
    );
    assert!(at("Holds the others up: Connection 14 has held a thread") < at("HAS_LISTENER 0"));
    assert!(at("HAS_LISTENER 0") < at("KILL QUERY 14"));
    assert!(at("KILL QUERY 14") < at("thread_pool_stall_limit = 50\n      No effect"));
    assert!(!out.contains("diagnose_") && !out.contains('{'), "{out}");
}

#[test]
fn json_has_what_scripts_ask_for() {
    let out = troubled(&["diagnose", "--json", DEAF]);
    let all: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(all["level"], "wrong");
    let trouble = &all["troubles"][0];
    assert_eq!(trouble["cause"], "deaf_group_thread_cap");
    assert_eq!(trouble["groups"], serde_json::json!([0]));
    let roots = trouble["roots"].as_array().unwrap();
    let ids: Vec<_> = roots.iter().map(|root| &root["id"]).collect();
    assert_eq!(serde_json::json!(ids), serde_json::json!([14, 16]));
    let remedy = &trouble["remedies"][0];
    assert_eq!(remedy["helps"], true);
    assert!(
        remedy["do"]
            .as_str()
            .unwrap()
            .starts_with("SET GLOBAL thread_pool_max_threads")
    );
    assert_eq!(remedy["all"], true);
    assert!(all["unknown"].is_array());
    // Sentences as keys, for programs, and in words.
    assert_eq!(all["says"]["text"], "It is the pool.");
    assert!(
        trouble["says"]["text"]
            .as_str()
            .unwrap()
            .starts_with("Nobody listens in group 0 (it is deaf):")
    );
}

#[test]
fn the_graph_says_who_waits_for_whom() {
    let table = "wasm-core/diagnosis/tests/captures/36-myisam-table-lock/capture-table.txt";
    let out = troubled(&["diagnose", "--graph", table]);
    assert!(
        out.contains("  7 → 6 (most likely)\n  8, 9, 10, 11, 12, 13, 14, 15 → 7\n"),
        "{out}"
    );
}

#[test]
fn the_exit_status_shows_health_trouble_and_unreadable_input() {
    let healthy = "content/captures/06-healthy-busy/capture-table.txt";
    assert!(succeeds(&["diagnose", healthy]).starts_with("Nothing is wrong"));
    troubled(&["diagnose", DEAF]);
    let neither = poolscope_reading(&["diagnose", "-"], "Dear diary");
    assert_eq!(neither.status, 2);
    let settings = poolscope_reading(&["diagnose", "-"], "thread_pool_size = 4\n");
    assert_eq!(settings.status, 3);
}

#[test]
fn a_capture_is_read_in_every_encoding_that_terminals_write() {
    let text = std::fs::read_to_string(project().join(DEAF)).unwrap();
    let wanted = troubled(&["diagnose", DEAF]);
    let units = |of: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let marked = std::iter::once(0xfeff).chain(text.encode_utf16());
        marked.flat_map(of).collect()
    };
    let mut broken = text.clone().into_bytes();
    let at = text.find("SELECT SLEEP").unwrap();
    broken[at] = 0xff;
    for (name, bytes) in [
        ("utf-16-le.txt", units(u16::to_le_bytes)),
        ("utf-16-be.txt", units(u16::to_be_bytes)),
        ("no-utf-8.txt", broken),
    ] {
        let path = scratch(name);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(
            troubled(&["diagnose", path.to_str().unwrap()]),
            wanted,
            "{name}"
        );
    }
}

#[test]
fn a_report_has_no_word_of_statements_or_accounts() {
    let out = troubled(&["diagnose", "--report", DEAF]);
    assert!(out.starts_with("# It is the pool."), "{out}");
    for word in ["SELECT SLEEP(240)", "127.0.0.1", "shop", "report\n"] {
        assert!(!out.contains(word), "{word}: {out}");
    }
}

#[test]
fn trouble_between_two_healthy_looks_is_reported() {
    let film = "content/captures/watched/deaf-and-back.txt";
    let out = troubled(&["diagnose", film]);
    assert!(
        out.starts_with("Looks: 22, with something wrong in "),
        "{out}"
    );
    let (looks, _) = out.split_once("\n\nNothing is wrong.\n").unwrap();
    let deaf = looks.find("It is the pool. deaf_group_thread_cap, group 0, 1");
    let well = looks.rfind("Nothing is wrong.");
    assert!(deaf.is_some() && deaf < well, "{out}");
    let report = troubled(&["diagnose", "--report", film]);
    assert!(
        report.contains("\n## Looks: 22,") && report.contains("- look 1, "),
        "{report}"
    );
    let all: serde_json::Value =
        serde_json::from_str(&troubled(&["diagnose", "--json", film])).unwrap();
    let told = &all["films"][0];
    assert_eq!(
        (&all["level"], &told["looks"]),
        (&"fine".into(), &22.into())
    );
    let wrong = told["wrong"].as_u64().unwrap();
    assert!(out.contains(&format!(" in {wrong} of them.")) && (5..20).contains(&wrong));
    let says = told["changes"].as_array().unwrap().iter();
    let says: Vec<&str> = says
        .map(|change| change["says"].as_str().unwrap())
        .collect();
    // One look does not show whether anything moves.
    assert!(says[0].contains("does not tell"), "{says:?}");
    assert_eq!(says[says.len() - 1], "Nothing is wrong.");
    // Two looks have no film.
    assert!(!troubled(&["diagnose", "--json", DEAF]).contains("films"));
}

#[test]
fn text_without_a_capture_is_refused() {
    let path = scratch("no-capture.txt");
    std::fs::write(&path, "Dear diary,\nnothing happened.\n").unwrap();
    let said = poolscope(&["diagnose", path.to_str().unwrap()]);
    assert_eq!(said.status, 2);
    assert!(
        said.err.contains("found no part of a capture. Allowed: "),
        "{}",
        said.err
    );
    let missing = poolscope(&["diagnose", project().join("no-such-file").to_str().unwrap()]);
    assert_eq!(missing.status, 2);
}

const LOCK: &str = "content/captures/02-row-lock-pile-up/capture-table.txt";
const CPU: &str = "content/captures/03-cpu-burn-waits-for-stall-timer-2000/capture-table.txt";
const HEALTHY: &str = "content/captures/06-healthy-busy/capture-table.txt";

/// The output in Chinese, which differs in words alone.
fn in_chinese(args: &[&str]) -> String {
    let said = poolscope(&[args, &["--lang", "zh"]].concat());
    assert_eq!(
        (said.status, said.err),
        (poolscope(args).status, String::new())
    );
    said.out
}

/// All sentences of the JSON, with their keys and parameters.
fn sentences(value: &serde_json::Value, found: &mut Vec<serde_json::Value>) {
    if value.get("text").is_some() {
        found.push(value.clone());
    }
    let inner = value.as_object().into_iter().flat_map(|of| of.values());
    for one in inner.chain(value.as_array().into_iter().flatten()) {
        sentences(one, found);
    }
}

#[test]
fn chinese_has_the_sentences_of_the_page_with_its_signs() {
    let catalogue = include_str!("../../../content/zh/words/diagnose.json");
    let catalogue: serde_json::Value = serde_json::from_str(catalogue).unwrap();
    let han = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let mut told = 0;
    for capture in [DEAF, LOCK, CPU, HEALTHY] {
        let read = |out: String| serde_json::from_str::<serde_json::Value>(&out).unwrap();
        let chinese = read(in_chinese(&["diagnose", "--json", capture]));
        let mut english = read(poolscope(&["diagnose", "--json", capture]).out);
        let (mut zh, mut en) = (Vec::new(), Vec::new());
        sentences(&chinese, &mut zh);
        sentences(&english, &mut en);
        assert_eq!(zh.len(), en.len());
        for (zh, en) in zh.iter_mut().zip(&mut en) {
            let (said, text) = (zh["text"].take(), en["text"].take());
            // A sentence that was changed since its translation is in English.
            let key = zh["key"].as_str().unwrap();
            let fresh = catalogue.get(key).is_some() && said != text;
            assert!(!fresh || han(said.as_str().unwrap()), "{key}: {said}");
            told += usize::from(fresh);
            // Keys and parameters are for programs.
            assert_eq!(zh, en);
        }
        english["says"]["text"] = chinese["says"]["text"].clone();
        assert_eq!(
            english["troubles"][0]["cause"],
            chinese["troubles"][0]["cause"]
        );
        for shown in [
            &["diagnose", capture][..],
            &["diagnose", "--report", capture],
        ] {
            let out = in_chinese(shown);
            assert!(
                !out.contains("diagnose_") && !out.contains(" and "),
                "{out}"
            );
            for english in ["。 ", "： ", "， ", " %"] {
                assert!(!out.contains(english), "{english:?}: {out}");
            }
        }
    }
    assert!(told > 60, "{told}");
    let out = in_chinese(&["diagnose", DEAF]);
    assert!(out.contains("连接 14 占着一个线程"), "{out}");
    assert!(
        out.contains("THREAD_POOL_GROUPS，组 0（第 1 次采样，第 "),
        "{out}"
    );
    // As a film, too.
    let film = in_chinese(&["diagnose", "content/captures/watched/deaf-and-back.txt"]);
    assert!(film.contains("deaf_group_thread_cap，组 0、1"), "{film}");
}

#[test]
fn a_language_that_is_not_there_is_refused_with_those_that_are() {
    for args in [["diagnose", DEAF], ["run", "mariadb-two-groups"]] {
        let said = poolscope(&[&args[..], &["--lang", "fr"]].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""));
        for part in ["fr", "--lang", "en", "zh"] {
            assert!(said.err.contains(part), "{}", said.err);
        }
    }
}
