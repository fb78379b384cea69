//! Incidents with other causes than those of `captures`, and healthy servers. Origin: `captures-2/README.md`.

use poolscope_diagnosis::capture::Group;
use poolscope_diagnosis::judge::{Basis, Diagnosis, Remedy, judge, weigh};
use poolscope_diagnosis::read::{Keep, read};

use poolscope_diagnosis::state::{ConnPlace, infer};
use serde_json::{Value, json};

use super::{guilty, judge_part, set, show};
use crate::incidents::{WHOLE, incident, incidents, of_11_8, others, table};

#[test]
fn tried_remedies_have_their_measured_effect() {
    // Their timeout was fixed when they started: no answer within 5 s.
    let timeout = "SET GLOBAL rpl_semi_sync_master_timeout = 100";
    assert_eq!(
        weigh(&incident("r-semi-sync").capture(), timeout)
            .unwrap()
            .helps,
        Some(false)
    );
    for incident in others() {
        let capture = incident.capture();
        for (action, helped, _) in incident.tried() {
            let said = weigh(&capture, action).unwrap();
            assert_eq!(said.helps, Some(helped), "{incident} {action}: {said:?}");
            assert_eq!(said.rests, Some(Basis::Measured), "{incident} {action}");
            let cure = &judge(&capture).remedies[0];
            assert_eq!(cure.helps, Some(true), "{incident}: {cure:?}");
        }
    }
}

#[test]
fn other_incidents_are_distinguished() {
    for incident in others() {
        let (d, truth) = (incident.diagnosis(), &incident.truth);
        let said = format!("{incident}: {}", show(&d));
        assert_eq!(guilty(&d), truth["guilty"], "{said}");
        let worst = d.troubles.first().unwrap_or_else(|| panic!("{said}"));
        assert_eq!(worst.cause.key(), truth["cause"], "{said}");
        assert_eq!(json!(worst.groups), truth["groups_in_trouble"], "{said}");
        let blocking = json!(worst.blocking_connections);
        assert_eq!(blocking, truth["blocking_connections"], "{said}");
        let stuck = incident.ids("stuck_connections");
        assert!(stuck.is_subset(&set(&worst.stuck_connections)), "{said}");
    }
}

// The rules are those of 10.11; a newer server must not be judged differently.
#[test]
fn incidents_of_a_newer_server_are_distinguished() {
    for incident in of_11_8() {
        let (capture, truth) = (read(&incident.table(), Keep::Redacted), &incident.truth);
        let version = capture.version.as_ref().map(|at| at.value.as_str());
        assert!(version.is_some_and(|version| version.starts_with("11.8.9")));
        let d = judge(&capture);
        let said = format!("{incident}: {}", show(&d));
        let worst = d.troubles.first().unwrap_or_else(|| panic!("{said}"));
        assert_eq!(worst.cause.key(), truth["cause"], "{said}");
        assert_eq!(json!(worst.groups), truth["groups_in_trouble"], "{said}");
        let blocking = set(&worst.blocking_connections);
        assert_eq!(blocking, incident.ids("blocking_connections"), "{said}");
        assert_eq!(d.remedies[0].helps, Some(true), "{said}");
    }
}

// With max_connections reached, neither the pool nor a statement is to blame, and the cause is known.
#[test]
fn reaching_max_connections_is_reported() {
    let d = incident("h-too-many-connections").diagnosis();
    assert_eq!(d.says.key, "diagnose_guilty_connections");
    assert!(
        d.unknown
            .iter()
            .all(|said| said.key != "diagnose_unknown_too_little")
    );
    let first = d.remedies.first().unwrap();
    assert!(
        first.helps == Some(true) && first.action.contains("max_connections"),
        "{first:?}"
    );
}

#[test]
fn a_second_explanation_is_named_too() {
    let d = incident("e-starved-low").diagnosis();
    let causes: Vec<&str> = d
        .troubles
        .iter()
        .map(|trouble| trouble.cause.key())
        .collect();
    assert_eq!(causes, ["too_few_groups", "low_priority_starved"]);
}

// No table names the holder of the lock, so the question for it is asked.
#[test]
fn an_unknown_holder_is_asked_for() {
    for (name, query) in [
        ("a-ftwrl-capped", "METADATA_LOCK_INFO"),
        ("c-getlock-capped", "IS_USED_LOCK"),
    ] {
        let d = incident(name).diagnosis();
        assert!(
            d.ask.iter().any(|ask| ask.sql.contains(query)),
            "{name}: {:?}",
            d.ask
        );
    }
}

// More threads alone don't help waiters for the lock; ending its holder does, and needs no ID.
#[test]
fn a_lock_of_get_lock_is_taken_from_whoever_has_it() {
    let d = incident("c-getlock-capped").diagnosis();
    let first = &d.remedies[0];
    assert_eq!(first.helps, Some(true));
    assert_eq!(
        first.action,
        "SET GLOBAL thread_pool_max_threads = 50; KILL IS_USED_LOCK('the name in GET_LOCK')"
    );
    assert_eq!(first.rests, Some(Basis::ByRule));
    for (action, helps) in [
        ("SET GLOBAL thread_pool_max_threads = 50", Some(false)),
        ("KILL IS_USED_LOCK('nightly')", None),
        ("KILL QUERY 6", Some(false)),
    ] {
        let said = weigh(&incident("c-getlock-capped").capture(), action).unwrap();
        assert_eq!(said.helps, helps, "{action}: {said:?}");
    }
}

// Killing the holder helps if its group listens, but not if no thread can do the teardown.
#[test]
fn killing_a_holder_needs_a_thread() {
    let d = incident("m-rowlock-one-group").diagnosis();
    let kill = d
        .remedies
        .iter()
        .find(|remedy| remedy.action == "KILL 5")
        .unwrap();
    assert_eq!(kill.helps, Some(true));
}

// A paste can contain any number, and none causes a panic.
#[test]
fn absurd_numbers_are_survived() {
    const ABSURD: [&str; 6] = [
        "0",
        "1",
        "2147483648",
        "4294967295",
        "9223372036854775808",
        "18446744073709551615",
    ];
    let mut drawn = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: usize| {
        drawn = drawn
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(drawn >> 33).unwrap() % n
    };
    for incident in incidents() {
        let rows: Vec<String> = incident.whole().lines().map(str::to_owned).collect();
        // Replaces all cells of one column at once, or some of them.
        for one_in in [1, 2, 3, 20] {
            for _ in 0..12 {
                let absurd = ABSURD[below(ABSURD.len())];
                let column = below(10);
                let mut text = String::new();
                for row in &rows {
                    let mut cells: Vec<&str> = row.split('|').collect();
                    let header = cells
                        .get(1)
                        .is_some_and(|cell| cell.contains("id") || cell.contains("ID"));
                    for at in 1..cells.len().saturating_sub(1) {
                        let number = cells[at].trim().parse::<f64>().is_ok();
                        let chosen = if one_in == 1 {
                            at == column
                        } else {
                            below(one_in * 3) == 0
                        };
                        if number && chosen && !header {
                            cells[at] = if one_in == 1 {
                                absurd
                            } else {
                                ABSURD[below(ABSURD.len())]
                            };
                        }
                    }
                    text.push_str(&cells.join("|"));
                    text.push('\n');
                }
                let capture = read(&text, Keep::Redacted);
                let d = judge(&capture);
                let sure = d.troubles.iter().all(|t| (0.0..=1.0).contains(&t.sure));
                assert!(sure, "{}: {}", incident.name, show(&d));
            }
        }
    }
}

// No table shows whether CPUs are free: more groups are not recommended if all statements compute.
#[test]
fn more_groups_for_what_computes_are_not_known_to_help() {
    for action in [
        "SET GLOBAL thread_pool_size = 8",
        "SET GLOBAL thread_pool_oversubscribe = 12; SET GLOBAL thread_pool_stall_limit = 20",
    ] {
        let said = weigh(&incident("t-computing").capture(), action).unwrap();
        assert_eq!((said.helps, said.rests), (None, None), "{action}: {said:?}");
    }
}

// Even with one group, the pool is not confidently blamed for what a lack of CPUs may cause.
#[test]
fn one_group_that_computes_is_not_surely_the_pools_fault() {
    let text = table("10-");
    let sure = |text: &str| judge(&read(text, Keep::Redacted)).troubles[0].sure;
    assert!(sure(&text) > 0.9);
    let text = text.replace("Reading file", "Executing   ");
    assert!(sure(&text) < 0.6);
    let d = judge(&read(&text, Keep::Redacted));
    assert_eq!(d.troubles[0].cause.key(), "too_few_groups");
    assert!(keys(&d).contains(&"diagnose_unknown_cores"));
    let more = |remedy: &&Remedy| remedy.action.contains("thread_pool_size");
    assert_eq!(d.remedies.iter().find(more).unwrap().helps, None);
}

#[test]
fn settings_already_on_are_not_proposed() {
    let d = incident("l-dedicated-capped").diagnosis();
    let again = |action: &str| action.contains("dedicated_listener");
    assert!(!d.remedies.is_empty() && d.remedies.iter().all(|r| !again(&r.action)));
}

fn keys(diagnosis: &Diagnosis) -> Vec<&str> {
    diagnosis.unknown.iter().map(|one| one.key).collect()
}

const OWN_SESSIONS: &str = "diagnose_unknown_own_sessions";

/// What an account without PROCESS sees, in tables with borders.
fn own_list(text: &str) -> String {
    let others = |line: &&str| line.contains("| 127.0.0.1:") && !line.contains("| dba ");
    let lines = text.lines().filter(|line| !others(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_account_without_process_is_warned() {
    let mut wrong = Vec::new();
    let mut recognised = 0;
    for incident in incidents() {
        for (form, text) in incident.texts(WHOLE) {
            let found = judge(&read(&text, Keep::Redacted));
            assert!(
                !keys(&found).contains(&OWN_SESSIONS),
                "{} {form}",
                incident.name
            );
        }
        let text = own_list(&incident.table());
        let capture = read(&text, Keep::Redacted);
        let found = judge(&capture);
        let name = &incident.name;
        assert!(
            keys(&found).contains(&OWN_SESSIONS),
            "{name}: {}",
            show(&found)
        );
        judge_part(&incident, "own sessions", &text, &mut wrong);
        assert_ne!(guilty(&found), "nothing", "{name}");
        // It came through extra_port: nobody in its group is at work, but it is.
        let mut list = capture.looks[0].processlist.iter().flatten();
        let own = list.find(|row| row.is_self).unwrap();
        let seen = &infer(&capture).looks[0];
        let idle = |row: &Group| {
            u64::from(row.group_id) == own.id % seen.groups.len() as u64 && row.active_threads == 0
        };
        if capture.looks[0].groups.as_ref().unwrap().iter().any(idle) {
            recognised += 1;
            assert_eq!(seen.conns[&own.id].place, ConnPlace::Outside, "{name}");
        }
        // From the number of connections alone.
        let status = "Variable_name\tValue\nThreads_connected\t14\n";
        let list: Vec<_> = text
            .lines()
            .filter(|line| line.contains("| dba "))
            .collect();
        let head = text.lines().find(|line| line.starts_with("| id ")).unwrap();
        let alone = format!("{status}\n{head}\n{}\n", list[0]);
        let found = judge(&read(&alone, Keep::Redacted));
        assert_eq!(guilty(&found), Value::Null, "{name}");
        assert!(keys(&found).contains(&OWN_SESSIONS), "{name}: {alone}");
        assert!(!keys(&found).contains(&"diagnose_unknown_nothing_read"));
        let all = alone.replace("connected\t14", "connected\t2");
        assert!(!keys(&judge(&read(&all, Keep::Redacted))).contains(&OWN_SESSIONS));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(recognised > 4, "{recognised}");
}

fn fact_keys(text: &str) -> Vec<&'static str> {
    let found = judge(&read(text, Keep::Redacted));
    found.facts.iter().map(|fact| fact.says.key).collect()
}

#[test]
fn clouds_are_recognised_only_by_their_own_names() {
    for incident in incidents() {
        assert!(incident.capture().cloud.is_none());
    }
    let list = |user: &str| {
        format!(
            "Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo\n\
             5\t{user}\tlocalhost\tNULL\tSleep\t3\t\tNULL\n\
             9\tzqapp\t10.1.2.3:4000\tzqshop\tQuery\t0\tstarting\tSHOW PROCESSLIST\n"
        )
    };
    let of = |name: &str, value: &str| format!("Variable_name\tValue\n{name}\t{value}\n\n");
    let aurora = of("aurora_version", "3.08.0");
    for (text, says) in [
        (list("rdsadmin"), "diagnose_cloud_rds"),
        (of("basedir", "/rdsdbbin/mysql/"), "diagnose_cloud_rds"),
        (of("datadir", "/rdsdbdata/db/"), "diagnose_cloud_rds"),
        (aurora.clone() + &list("rdsadmin"), "diagnose_cloud_aurora"),
        (list("rdsadmin") + &aurora, "diagnose_cloud_aurora"),
        (list("azure_superuser"), "diagnose_cloud_azure"),
        (list("cloudsqladmin"), "diagnose_cloud_cloud_sql"),
        (
            of("cloudsql_iam_authentication", "ON"),
            "diagnose_cloud_cloud_sql",
        ),
    ] {
        assert!(fact_keys(&text).contains(&says), "{text}");
        let capture = read(&text, Keep::Redacted);
        assert!(!format!("{capture:?}").contains("zq"), "{capture:?}");
        let found = judge(&capture);
        let at = found
            .facts
            .iter()
            .find(|fact| fact.says.key == says)
            .unwrap();
        let line = text.lines().nth(at.from[0].line as usize - 1).unwrap();
        assert!(
            line.contains(&at.from[0].value) || at.from[0].value == "...",
            "{line}"
        );
        // Aurora has another pool, so none of our rules are used.
        let aurora = says == "diagnose_cloud_aurora";
        assert!(!aurora || found.troubles.is_empty() && found.ask.is_empty());
    }
    for text in [
        list("rdsadmins"),
        of("basedir", "/usr"),
        of("hostname", "rdsadmin"),
    ] {
        assert!(
            !fact_keys(&text)
                .iter()
                .any(|key| key.starts_with("diagnose_cloud")),
            "{text}"
        );
    }
}

#[test]
fn perconas_starvation_counter_is_reported_if_it_grows() {
    let look = |starved: u32| {
        format!(
            "Variable_name\tValue\nThreadpool_requests_starved_in_queue\t{starved}\n\
             Threadpool_requests_waiting_in_queue\t7\nUptime\t{}\n\n",
            100 + starved
        )
    };
    let said = |text: &str| fact_keys(text).contains(&"diagnose_fact_starved");
    assert!(said(&(look(3) + &look(9))));
    assert!(!said(&(look(3) + &look(3).replace("103", "105"))));
    assert!(!said(&look(9)));
}

// Only the groups: their threads are held, and nothing is claimed about statements that are not in the paste.
#[test]
fn without_a_process_list_no_statement_is_counted() {
    let incident = &incidents()[0];
    let mut capture = incident.capture();
    for look in &mut capture.looks {
        (look.processlist, look.trx, look.lock_waits) = (None, None, None);
    }
    let d = judge(&capture);
    let causes = d.troubles.iter().map(|t| serde_json::json!(t.cause));
    let causes: Vec<Value> = causes.collect();
    assert_eq!(
        causes,
        ["deaf_group_thread_cap", "lock_pile_up_holds_all_threads"]
    );
    assert!(d.troubles[0].sure > d.troubles[1].sure);
    let key = d.troubles[1].says.key;
    assert_eq!(key, "diagnose_cause_lock_pile_up_holds_all_threads_unseen");
}
