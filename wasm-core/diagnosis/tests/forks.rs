//! Pools of other makers, and pools that are off, in composed pastes: right or unsure, never wrong.
//! Origin: `captures-composed/README.md`.

use poolscope_diagnosis::judge::{Cause, Diagnosis, Level, judge};
use poolscope_diagnosis::read::{Keep, read};
use serde_json::{Map, Value, json};

use super::incidents::{incidents, others};
use super::makers;

struct Composed {
    name: String,
    text: String,
    truth: Value,
}

fn all() -> Vec<Composed> {
    let made = makers::all().into_iter();
    made.map(|(name, moment)| Composed {
        name,
        text: moment.print("table"),
        truth: moment.truth,
    })
    .collect()
}

/// The tables of a paste: each its header and rows.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut found: Vec<Vec<Vec<String>>> = Vec::new();
    let mut bars = 0;
    for line in text.lines() {
        if line.starts_with('+') {
            if bars % 3 == 0 {
                found.push(Vec::new());
            }
            bars += 1;
        } else {
            let cells = line.trim_matches('|').split('|');
            let cells = cells.map(|cell| cell.trim().to_owned()).collect();
            found.last_mut().unwrap().push(cells);
        }
    }
    found
}

/// One paste in the forms that clients print.
fn forms(text: &str) -> Vec<(&'static str, String)> {
    let (mut vertical, mut batch, mut csv, mut lines) =
        (String::new(), String::new(), String::new(), String::new());
    for table in tables(text) {
        let (columns, rows) = table.split_first().unwrap();
        for (at, row) in rows.iter().enumerate() {
            vertical += &format!("{0} {1}. row {0}\n", "*".repeat(27), at + 1);
            for (column, cell) in columns.iter().zip(row) {
                vertical += &format!("{column:>33}: {cell}\n");
            }
        }
        for row in &table {
            batch += &(row.join("\t") + "\n");
            let quoted: Vec<String> = row.iter().map(|cell| format!("\"{cell}\"")).collect();
            csv += &(quoted.join(",") + "\n");
        }
        let objects = rows.iter().map(|row| {
            let cells = columns.iter().zip(row);
            let cells = cells.map(|(column, cell)| (column.clone(), json!(cell)));
            Value::Object(cells.collect::<Map<_, _>>())
        });
        lines += &(Value::Array(objects.collect()).to_string() + "\n");
        batch += "\n";
        csv += "\n";
    }
    vec![
        ("table", text.to_owned()),
        ("crlf", text.replace('\n', "\r\n")),
        ("vertical", vertical),
        ("batch", batch),
        ("csv", csv),
        ("json", lines),
    ]
}

fn told(text: &str) -> Diagnosis {
    judge(&read(text, Keep::Redacted))
}

/// Panics if an answer is wrong.
fn never_wrong(said: &str, d: &Diagnosis, truth: &Value) {
    let right = match d.level {
        Level::Wrong => !["nothing", "null"].contains(&truth["guilty"].as_str().unwrap_or("null")),
        Level::Fine => truth["guilty"] == "nothing" || truth["guilty"].is_null(),
        Level::CannotTell | Level::Unreadable => true,
    };
    assert!(right, "{said}: {d:#?}");
    let causes = truth["causes"].as_array().unwrap();
    for trouble in &d.troubles {
        assert!(
            causes.contains(&json!(trouble.cause.key())),
            "{said}: {d:#?}"
        );
    }
}

#[test]
fn other_makers_pools_are_recognised_and_never_judged_wrongly_in_any_form() {
    let mut right = 0;
    for Composed { name, text, truth } in all() {
        for (form, text) in forms(&text) {
            let d = told(&text);
            let said = format!("{name} {form}");
            never_wrong(&said, &d, &truth);
            assert_eq!(json!(d.server.family), truth["family"], "{said}");
            right += usize::from(matches!(d.level, Level::Wrong | Level::Fine));
            if truth["off"] == true {
                let off = d
                    .facts
                    .iter()
                    .find(|fact| fact.says.key.starts_with("diagnose_fact_off"));
                let at = &off.unwrap_or_else(|| panic!("{said}: {d:#?}")).from[0];
                let line = text.split('\n').nth(at.line as usize - 1).unwrap();
                assert!(
                    form == "vertical" || line.contains(&at.value),
                    "{said}: {line}"
                );
            } else if truth["family"] != "percona" {
                let keys: Vec<_> = d.unknown.iter().map(|one| one.key).collect();
                assert!(keys.contains(&"diagnose_unknown_fork"), "{said}: {keys:?}");
                assert!(
                    d.troubles.iter().all(|one| one.remedies.is_empty()),
                    "{said}"
                );
            }
        }
    }
    assert!(right > 20, "{right}");
}

#[test]
fn txsqls_columns_are_read_and_quoted_under_their_own_names() {
    let all = all();
    let lane = all.iter().find(|one| one.name == "txsql-one-lane").unwrap();
    let d = told(&lane.text);
    assert_eq!(d.troubles[0].cause, Cause::DeafGroupThreadCap);
    assert_eq!(d.troubles[0].groups, [0]);
    let cells: Vec<_> = d.troubles[0].evidence[0].from.iter().collect();
    assert!(
        cells
            .iter()
            .all(|cell| cell.table == "SHOW THREADPOOL STATUS")
    );
    for (column, value) in [("havelistener", "0"), ("waiting_threads_size", "0")] {
        let mut these = cells.iter().filter(|cell| cell.column == column);
        assert!(these.all(|cell| cell.value == value), "{cells:#?}");
    }
    let busy = all
        .iter()
        .find(|one| one.name == "txsql-computing")
        .unwrap();
    let d = told(&busy.text);
    assert_eq!(d.facts[0].says.params[0], ("queued", "6".to_owned()));
}

#[test]
fn counters_of_other_makers_are_told_in_the_same_words() {
    for (name, key, value) in [
        ("volcengine-computing", "diagnose_fact_queued", "6"),
        ("volcengine-computing", "diagnose_fact_fork_stalled", "1"),
        ("alibaba-busy", "diagnose_fact_fork_big", "8"),
        ("alibaba-quiet", "diagnose_fact_fork_threads", "4"),
        ("kunpeng-one-lane", "diagnose_fact_fork_threads", "3"),
    ] {
        let all = all();
        let one = all.iter().find(|one| one.name == name).unwrap();
        let d = told(&one.text);
        let fact = d.facts.iter().find(|fact| fact.says.key == key);
        let fact = fact.unwrap_or_else(|| panic!("{name} {key}: {:#?}", d.facts));
        assert!(fact.says.params.contains(&("count", value.to_owned())));
    }
}

// A cut paste may say less, and must not say anything else.
#[test]
fn parts_of_these_pastes_are_never_judged_wrongly() {
    let mut seed = 0x5eed_u64;
    let mut below = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % n.max(1) as u64) as usize
    };
    for Composed { name, text, truth } in all() {
        for (form, text) in forms(&text) {
            let lines: Vec<&str> = text.lines().collect();
            for round in 0..12 {
                let mut some = lines.clone();
                match round % 3 {
                    0 => some.truncate(below(lines.len())),
                    1 => drop(some.drain(..below(lines.len()))),
                    _ => {
                        for _ in 0..3 {
                            if !some.is_empty() {
                                some.remove(below(some.len()));
                            }
                        }
                    }
                }
                let d = told(&some.join("\n"));
                // Without the lines that show whose it is, it is judged as far as it can be.
                if json!(d.server.family) == truth["family"] {
                    never_wrong(
                        &format!("{name} {form} {round}\n{}", some.join("\n")),
                        &d,
                        &truth,
                    );
                }
            }
        }
    }
}

#[test]
fn a_pool_that_is_off_is_said_with_its_line_and_how_to_switch_it_on() {
    let of = |text: &str| {
        let d = told(text);
        let keys = d.facts.iter().map(|fact| fact.says.key);
        let keys: Vec<_> = keys
            .filter(|key| key.contains("_off") || key.contains("_on_"))
            .collect();
        keys
    };
    let keys = of("[mysqld]\nthread_handling = one-thread-per-connection\nthread_pool_size = 8\n");
    assert_eq!(
        keys,
        [
            "diagnose_fact_off",
            "diagnose_fact_off_shown",
            "diagnose_fact_on_any"
        ]
    );
    // The last of two counts, and a switch of its own replaces thread_handling.
    for (text, off) in [
        (
            "thread_handling=one-thread-per-connection\nthread_handling=pool-of-threads\n",
            false,
        ),
        (
            "thread_handling=pool-of-threads\nthread_handling=no-threads\n",
            true,
        ),
        ("thread_handling=loaded-dynamically\n", false),
        (
            "thread_handling=one-thread-per-connection\nthread_pool_enabled=ON\n",
            false,
        ),
        (
            "thread_handling=pool-of-threads\nthread_pool_enabled=OFF\n",
            true,
        ),
        ("threadpool_enabled=0\n", true),
        ("thread_pool_size=8\n", false),
    ] {
        assert_eq!(!of(text).is_empty(), off, "{text}");
    }
}

/// The answers that a server without a pool's tables or settings gives, and the line of a plugin that starts.
#[test]
fn that_there_is_no_pool_is_said_where_an_answer_shows_it() {
    let tp = "performance_schema.tp_thread_state";
    let error =
        format!("mysql> SELECT * FROM {tp};\nERROR 1146 (42S02): Table '{tp}' doesn't exist\n");
    let started = "2026-11-20T08:11:03.201133Z 0 [Note] [MY-000000] [Server] Plugin thread_pool reported: 'thread_pool_size = 16, thread_pool_algorithm = 0'\n";
    let variables = "mysql> show variables like 'thread_pool%';\nEmpty set (0.01 sec)\n";
    let plugins =
        "SELECT * FROM information_schema.plugins WHERE plugin_name LIKE 'thread%';\nEmpty set\n";
    let groups = "ERROR 1109 (42S02): Unknown table 'THREAD_POOL_GROUPS' in information_schema\n";
    for (text, off, key) in [
        (variables, true, "diagnose_fact_off_no_settings"),
        (error.as_str(), false, "diagnose_fact_no_plugin"),
        (plugins, false, "diagnose_fact_no_plugin_row"),
        (groups, false, "diagnose_fact_no_groups"),
        (started, false, "diagnose_fact_on_log"),
    ] {
        let d = told(text);
        assert_eq!(d.level, Level::CannotTell, "{text}");
        assert!(d.facts.iter().any(|fact| fact.says.key == key), "{text}");
        assert_eq!(d.says.key == "diagnose_level_off", off, "{text}");
    }
    // Settings that are there after all contradict it.
    let both = [
        variables,
        "mysql> show variables;\nVariable_name\tValue\nthread_pool_size\t8\n",
    ]
    .concat();
    assert_ne!(told(&both).says.key, "diagnose_level_off");
    let size = |text: &str| {
        read(text, Keep::Redacted).variables["thread_pool_size"]
            .value
            .clone()
    };
    assert_eq!(size(started), "16");
    let later = [started, "Variable_name\tValue\nthread_pool_size\t32\n"].concat();
    assert_eq!(size(&later), "32");
}

#[test]
fn a_paste_that_contradicts_itself_is_not_called_off() {
    for incident in incidents().iter().take(3).chain(others().iter().take(3)) {
        let text = incident
            .table()
            .replace("pool-of-threads", "one-thread-per-connection");
        assert_ne!(text, incident.table());
        let d = told(&text);
        assert!(
            d.facts
                .iter()
                .all(|fact| fact.says.key != "diagnose_fact_off"),
            "{incident}"
        );
        let mut unknown = d.unknown.iter();
        assert!(
            unknown.any(|one| one.key == "diagnose_unknown_on_and_off"),
            "{incident}"
        );
        // And no measured capture is taken for another maker's.
        assert_eq!(incident.diagnosis().server.family, Some("mariadb"));
    }
}
