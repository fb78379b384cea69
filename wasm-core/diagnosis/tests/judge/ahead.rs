//! Remedies run by the engine, compared with a real server.

use poolscope_diagnosis::ahead::{FUTURES, ahead, try_action, try_remedy};
use poolscope_diagnosis::judge::judge;
use poolscope_diagnosis::read::{Keep, read};

use crate::incidents::{PARTS, WHOLE, incident, incidents};

/// Incidents that can be turned into a state.
const RUN: [&str; 5] = ["01-", "02-", "03-", "03b", "12-"];

#[test]
fn futures_agree_with_what_was_measured() {
    let mut wrong = Vec::new();
    let mut run = 0;
    for incident in incidents() {
        let capture = incident.capture();
        let ours = RUN.iter().any(|name| incident.name.starts_with(name));
        for (action, helped, times) in incident.tried() {
            let tried = try_action(&capture, action).unwrap();
            let said = format!(
                "{} {action}: {:?} {:?} {} of {}, measured {}",
                incident.name, tried.helps, tried.answer_ms, tried.answered, tried.futures, times
            );
            if tried.helps != Some(helped) {
                wrong.push(said.clone());
            }
            if tried.futures == 0 {
                assert_eq!(tried.answer_ms, None);
                continue;
            }
            assert!(ours && tried.futures == FUTURES, "{said}");
            run += 1;
            for time in times.as_array().unwrap() {
                let fits = match (time.as_f64(), tried.answer_ms) {
                    (Some(ms), Some([least, most])) => least <= ms && ms <= most,
                    (None, _) => tried.answered < tried.futures,
                    (Some(_), None) => true,
                };
                if !fits {
                    wrong.push(format!("{time} in {said}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(run >= 35, "{run}");
}

#[test]
fn a_candidate_that_was_run_says_the_same_alone_and_among_all() {
    for incident in incidents() {
        let capture = incident.capture();
        let rules = judge(&capture);
        let mut all = rules.clone();
        ahead(&capture, &mut all);
        assert_eq!(all.remedies.len(), rules.remedies.len());
        let tried = all.remedies.iter().filter(|r| r.futures > 0).count();
        let ours = RUN.iter().any(|name| incident.name.starts_with(name));
        assert_eq!(tried > 2, ours, "{}: {tried} were run", incident.name);
        for (index, by_rule) in rules.remedies.iter().enumerate() {
            let alone = try_remedy(&capture, index).unwrap();
            let among = all.remedies.iter().find(|r| r.action == by_rule.action);
            let print = |r| serde_json::to_string(r).unwrap();
            assert_eq!(print(&alone), print(among.unwrap()));
            assert_eq!(
                alone.helps, by_rule.helps,
                "{} {}",
                incident.name, alone.action
            );
        }
        assert!(try_remedy(&capture, rules.remedies.len()).is_none());
    }
}

#[test]
fn an_incomplete_form_runs_to_the_same_result_or_not_at_all() {
    let mut run = 0;
    for incident in incidents() {
        for (form, text) in incident.texts(WHOLE.into_iter().chain(PARTS)) {
            let capture = read(&text, Keep::Redacted);
            for (action, helped, _) in incident.tried() {
                let Some(tried) = try_action(&capture, action) else {
                    continue;
                };
                run += tried.futures;
                if tried.futures > 0 {
                    let said = format!("{} {form} {action}: {:?}", incident.name, tried.helps);
                    assert_eq!(tried.helps, Some(helped), "{said}");
                }
            }
        }
    }
    assert!(run > 80 * FUTURES, "{run}");
}

#[test]
fn captures_without_a_state_are_judged_by_rule() {
    let whole = |name: &str| incident(name).whole();
    let tried = |text: &str, action: &str| {
        let remedy = try_action(&read(text, Keep::Redacted), action).unwrap();
        (remedy.futures, remedy.answer_ms)
    };
    let raise = "SET GLOBAL thread_pool_max_threads = 50";
    assert_eq!(tried(&whole("01-"), raise).0, FUTURES);
    for action in [
        "SET GLOBAL thread_pool_max_threads = many",
        "SET GLOBAL thread_pool_max_threads = 99999999",
        "SET GLOBAL thread_pool_size = 0",
        "KILL 999",
        "ALTER TABLE t ADD INDEX (a)",
        "restart",
        "KILL QUERY 14; FLUSH TABLES",
    ] {
        assert_eq!(tried(&whole("01-"), action), (0, None), "{action}");
    }
    let stall = |value: &str| {
        let line = "| thread_pool_stall_limit        | 500             |";
        let text = whole("01-");
        assert!(text.contains(line));
        text.replace(line, &line.replace("500             ", value))
    };
    for value in ["18446744073709551615", "0", "4294967295"] {
        assert_eq!(tried(&stall(value), raise), (0, None), "{value}");
    }
}

#[test]
fn unknown_facts_are_left_open() {
    let tried = |name: &str, action: &str| {
        let remedy = try_action(&incident(name).capture(), action).unwrap();
        (remedy.helps, remedy.answered, remedy.futures)
    };
    // Its holder is in a group that listens: a COMMIT would have been read, so it has not arrived.
    let pile = "m-rowlock-one-group";
    assert_eq!(tried(pile, "KILL 5"), (Some(true), FUTURES, FUTURES));
    // In half of the futures the unread statements need the row too, so more threads don't free it.
    let raise = "SET GLOBAL thread_pool_max_threads = 50";
    assert_eq!(tried(pile, raise), (None, FUTURES / 2, FUTURES));
    // No table shows what holds the lock.
    for name in ["a-ftwrl-capped", "c-getlock-capped"] {
        assert_eq!(tried(name, raise).2, 0, "{name}");
    }
    let deaf = "k-deaf-one-of-four";
    assert_eq!(tried(deaf, raise), (Some(true), FUTURES, FUTURES));
    let (helps, answered, _) = tried(deaf, "SET GLOBAL thread_pool_oversubscribe = 12");
    assert!(
        helps == Some(false) && (1..FUTURES).contains(&answered),
        "{answered}"
    );
}
