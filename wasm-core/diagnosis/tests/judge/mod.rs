//! Verdicts over captures of a real server, each with the truth beside it. Provenance: `captures/README.md`.

mod ahead;
mod more;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use poolscope_diagnosis::capture::{Block, Kind};
use poolscope_diagnosis::diagnose;
use poolscope_diagnosis::judge::{Cause, Diagnosis, Rests, judge, weigh};
use poolscope_diagnosis::read::{Keep, read};
use poolscope_diagnosis::state::Does;
use serde_json::Value;

/// Forms with both looks, all tables.
const WHOLE: [&str; 5] = ["table", "vertical", "batch", "verbose", "crlf"];
/// Forms that lack something.
const PARTS: [&str; 4] = [
    "session",
    "truncated",
    "groups-processlist",
    "processlist-variables",
];

struct Incident {
    name: String,
    folder: PathBuf,
    truth: Value,
}

fn incidents() -> Vec<Incident> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("captures");
    let folders = fs::read_dir(here)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut found: Vec<Incident> = folders
        .filter(|folder| folder.is_dir())
        .map(|folder| Incident {
            name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
            truth: serde_json::from_str(&fs::read_to_string(folder.join("truth.json")).unwrap())
                .unwrap(),
            folder,
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(found.len(), 15);
    found
}

impl Incident {
    fn text(&self, form: &str) -> Option<String> {
        let file = format!("capture-{form}.txt");
        let offered = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/captures");
        fs::read_to_string(self.folder.join(&file))
            .or_else(|_| fs::read_to_string(offered.join(&self.name).join(&file)))
            .ok()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("error-log.txt")).unwrap()
    }

    fn whole(&self) -> String {
        format!("{}\n\n{}", self.text("table").unwrap(), self.log())
    }

    /// Two causes that belong together are both right.
    fn is_cause(&self, cause: Cause) -> bool {
        let truth = self.truth["cause"].as_str().unwrap();
        truth.split("; ").any(|known| known == cause.key())
    }

    fn ids(&self, field: &str) -> BTreeSet<u64> {
        let all = self.truth[field].as_array().unwrap();
        all.iter().map(|id| id.as_u64().unwrap()).collect()
    }
}

fn set(ids: &[u64]) -> BTreeSet<u64> {
    ids.iter().copied().collect()
}

fn guilty(diagnosis: &Diagnosis) -> Value {
    serde_json::to_value(diagnosis.guilty).unwrap()
}

fn show(d: &Diagnosis) -> String {
    let trouble = |t: &poolscope_diagnosis::judge::Trouble| {
        format!(
            "{:?} {:?} {:.2} stuck {:?} surely {:?} blocking {:?} logins {}",
            t.cause,
            t.groups,
            t.sure,
            t.stuck_connections,
            t.surely_stuck,
            t.blocking_connections,
            t.pending_logins
        )
    };
    let troubles: Vec<String> = d.troubles.iter().map(trouble).collect();
    format!("{} {troubles:#?}", guilty(d))
}

#[test]
fn who_sits_where_adds_up_to_what_groups_counts_and_has_all_whom_the_verdict_names() {
    for incident in incidents() {
        for form in WHOLE.iter().chain(&PARTS) {
            let Some(text) = incident.text(form) else {
                continue;
            };
            let said = format!("{} {form}", incident.name);
            let told = diagnose(&text, Keep::Redacted);
            let (look, pool) = told.pool.unwrap();
            let rows = told.capture.looks[look as usize].groups.as_ref();
            assert!(rows.is_none_or(|rows| {
                rows.iter()
                    .all(|row| pool.groups.contains_key(&row.group_id))
            }));
            let mut seated = BTreeSet::new();
            let mut members = BTreeSet::new();
            for seen in pool.groups.values() {
                let seats = seen.seats.iter();
                assert!(
                    seats
                        .clone()
                        .all(|seat| seen.on_threads.contains(&seat.conn)),
                    "{said}"
                );
                assert!(seats.clone().all(|seat| seated.insert(seat.conn)), "{said}");
                members.extend(
                    [&seen.on_threads, &seen.queued, &seen.asleep]
                        .into_iter()
                        .flatten(),
                );
                let Some(row) = &seen.row else { continue };
                let running = seats
                    .filter(|seat| seat.does == Some(Does::Running))
                    .count();
                let waiting = seen.seats.len() - running;
                assert!(running <= row.active_threads as usize, "{said}");
                assert!(waiting <= seen.waiting as usize, "{said}");
                let counted =
                    row.active_threads + row.standby_threads + u32::from(row.has_listener);
                assert_eq!(seen.waiting + counted, row.threads, "{said}");
                assert!(running == 0 || waiting == seen.waiting as usize, "{said}");
                if seen.deaf {
                    assert!(
                        !row.has_listener && seen.seats.len() <= seen.waiting as usize,
                        "{said}"
                    );
                }
            }
            for trouble in &told.diagnosis.troubles {
                let stuck = set(&trouble.stuck_connections);
                assert!(stuck.is_subset(&members), "{said}: {stuck:?}, {members:?}");
                let outside =
                    |id: &u64| pool.conns.get(id).is_some_and(|conn| conn.group.is_none());
                let known =
                    |id: &u64| members.contains(id) || outside(id) || !pool.conns.contains_key(id);
                assert!(trouble.blocking_connections.iter().all(known), "{said}");
            }
        }
    }
}

#[test]
fn a_whole_capture_is_judged_as_it_was_in_every_form() {
    for incident in incidents() {
        let truth = &incident.truth;
        let forms = WHOLE
            .iter()
            .filter_map(|form| Some((form, incident.text(form)?)));
        let mut read_forms = 0;
        for (form, text) in forms {
            read_forms += 1;
            let d = judge(&read(
                &format!("{text}\n\n{}", incident.log()),
                Keep::Redacted,
            ));
            let said = format!("{} {form}: {}", incident.name, show(&d));
            assert_eq!(guilty(&d), truth["guilty"], "{said}");
            let [trouble] = &d.troubles[..] else {
                panic!("{said}")
            };
            assert!(incident.is_cause(trouble.cause), "{said}");
            assert_eq!(
                Value::from(trouble.groups.clone()),
                truth["groups_in_trouble"],
                "{said}"
            );
            assert_eq!(
                set(&trouble.blocking_connections),
                incident.ids("blocking_connections"),
                "{said}"
            );
            let stuck = incident.ids("stuck_connections");
            assert!(stuck.is_subset(&set(&trouble.stuck_connections)), "{said}");
            // The truth of 24 counts short statements alone. What is queued has not begun.
            let capture = read(&text, Keep::Redacted);
            let queues = capture.looks.iter().filter_map(|look| look.queues.as_ref());
            let queued = queues.flatten().filter_map(|row| row.connection_id);
            let waits: BTreeSet<u64> = stuck.iter().copied().chain(queued).collect();
            assert!(set(&trouble.surely_stuck).is_subset(&waits), "{said}");
            let logins = truth["pending_logins"].as_u64().unwrap_or(0);
            assert_eq!(u64::from(trouble.pending_logins), logins, "{said}");
            assert!(trouble.sure >= 0.8, "{said}");
            assert!(d.ask.is_empty(), "{said}: {:?}", d.ask);
        }
        assert!(read_forms >= 2, "{}", incident.name);
    }
}

// What is left of a capture may say less, never something else.
fn judge_part(incident: &Incident, what: &str, text: &str, wrong: &mut Vec<String>) -> Diagnosis {
    let d = judge(&read(text, Keep::Redacted));
    let right = d.guilty.is_none() || guilty(&d) == incident.truth["guilty"];
    let named = d.troubles.iter().any(|t| incident.is_cause(t.cause));
    if !right || !(named || d.troubles.is_empty()) {
        wrong.push(format!("{} {what}: {}", incident.name, show(&d)));
    }
    if d.guilty.is_none() && d.ask.is_empty() {
        wrong.push(format!("{} {what}: nothing asked", incident.name));
    }
    d
}

#[test]
fn a_form_that_lacks_something_says_less_and_nothing_wrong() {
    let mut wrong = Vec::new();
    let mut told = Vec::new();
    for incident in incidents() {
        for form in PARTS {
            let Some(text) = incident.text(form) else {
                continue;
            };
            let d = judge_part(&incident, form, &text, &mut wrong);
            let cause = d.troubles.first().map_or("", |trouble| trouble.cause.key());
            told.push(format!(
                "{} {form} {} {cause}",
                &incident.name[..3],
                guilty(&d)
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(
        told,
        [
            "01- session \"pool\" deaf_group_thread_cap",
            "01- truncated \"pool\" deaf_group_thread_cap",
            "01- groups-processlist \"pool\" deaf_group_thread_cap",
            "01- processlist-variables \"pool\" deaf_group_thread_cap",
            "02- session \"pool\" lock_pile_up_holds_all_threads",
            "04- groups-processlist \"pool\" hot_group",
            "06- groups-processlist \"nothing\" healthy",
            "06- processlist-variables null ",
            "08- processlist-variables null ",
            "10- truncated null ",
            "12- groups-processlist \"pool\" deaf_group_thread_cap",
            "12- processlist-variables null ",
            "21- groups-processlist \"pool\" lock_pile_up_holds_all_threads",
            "21- processlist-variables \"pool\" lock_pile_up_holds_all_threads",
            "22- groups-processlist \"pool\" deaf_group_thread_cap",
            "22- processlist-variables \"pool\" deaf_group_thread_cap",
            "24- groups-processlist \"pool\" disk_full",
            "24- processlist-variables \"pool\" disk_full",
            "25- groups-processlist \"statements\" waits_for_semi_sync_ack",
            "25- processlist-variables \"statements\" waits_for_semi_sync_ack",
            "27- groups-processlist null ",
            "27- processlist-variables null ",
        ]
    );
}

fn lines(text: &str, block: &Block) -> String {
    let from = block.first as usize - 1;
    let taken: Vec<&str> = text
        .lines()
        .skip(from)
        .take(block.last as usize - from)
        .collect();
    taken.join("\n")
}

#[test]
fn no_two_or_three_blocks_of_a_capture_give_a_wrong_verdict() {
    let mut wrong = Vec::new();
    let (mut told, mut all) = (0, 0);
    for incident in incidents() {
        let text = incident.text("table").unwrap();
        let blocks = read(&text, Keep::Redacted).blocks;
        let pieces: Vec<(Kind, String)> = blocks
            .iter()
            .map(|block| (block.kind, lines(&text, block)))
            .collect();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for a in 0..pieces.len() {
            sets.push(vec![a]);
            sets.push((0..pieces.len()).filter(|piece| *piece != a).collect());
            for b in a + 1..pieces.len() {
                sets.push(vec![a, b]);
                sets.extend((b + 1..pieces.len()).map(|c| vec![a, b, c]));
            }
        }
        for set in sets {
            let part: Vec<&str> = set.iter().map(|i| pieces[*i].1.as_str()).collect();
            let kinds: Vec<String> = set
                .iter()
                .map(|i| format!("{:?} {i}", pieces[*i].0))
                .collect();
            let d = judge_part(&incident, &kinds.join(", "), &part.join("\n\n"), &mut wrong);
            all += 1;
            told += usize::from(d.guilty.is_some());
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {all}, {told} told: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(12)]
    );
    assert!(told * 20 > all, "{told} of {all}");
}

// In its whole forms each remedy is as it was measured, and said to rest on that; in others it may be not known, never the
// opposite.
#[test]
fn remedies_help_as_measured() {
    let mut wrong = Vec::new();
    for incident in incidents() {
        for form in WHOLE.iter().chain(&PARTS) {
            let Some(text) = incident.text(form) else {
                continue;
            };
            let whole = WHOLE.contains(form);
            let log = if whole { incident.log() } else { String::new() };
            let capture = read(&format!("{text}\n\n{log}"), Keep::Redacted);
            let named = judge(&capture).troubles.len();
            for measured in incident.truth["remedies"].as_array().unwrap() {
                let action = measured["do"].as_str().unwrap();
                let helped = measured["helped"].as_bool();
                let Some(weighed) = weigh(&capture, action) else {
                    assert!(!whole && named == 0, "{} {form}", incident.name);
                    continue;
                };
                let unknown = !whole && weighed.helps.is_none();
                let rests = weighed.rests == weighed.helps.map(|_| Rests::Measured);
                if !unknown && weighed.helps != helped || whole && !rests {
                    wrong.push(format!(
                        "{} {form} {action}: {:?} {} {:?}",
                        incident.name, weighed.helps, weighed.says.key, weighed.rests
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

// An incident that something was measured to help is not left without a cure.
#[test]
fn a_whole_capture_names_a_cure_where_there_is_one() {
    for incident in incidents() {
        let measured = incident.truth["remedies"].as_array().unwrap();
        if measured.iter().all(|one| one["helped"] == false) {
            continue;
        }
        let d = judge(&read(&incident.whole(), Keep::Redacted));
        let helps = d.remedies.iter().filter(|r| r.helps == Some(true));
        let cures = helps.filter(|r| r.rests == Some(Rests::Measured)).count();
        assert!(cures > 0, "{}: {:#?}", incident.name, d.remedies);
        for remedy in &d.remedies {
            let said = format!("{} {remedy:?}", incident.name);
            assert_eq!(remedy.helps.is_none(), remedy.rests.is_none(), "{said}");
            // What is typed at a hanging server takes no lock, writes nothing and installs nothing.
            let harmless = ["SET GLOBAL", "KILL ", "(client side)", "(at the machine)"];
            let mends =
                incident.name.starts_with("08-") && remedy.action.starts_with("CREATE INDEX");
            let typed = |one: &str| harmless.iter().any(|start| one.trim().starts_with(start));
            assert!(mends || remedy.action.split(';').all(typed), "{said}");
        }
        let asks = |ask: &poolscope_diagnosis::judge::Ask| {
            ask.sql.split(';').all(|one| {
                let one = one.trim();
                one.is_empty() || one.starts_with("SELECT") || one.starts_with("SHOW")
            })
        };
        assert!(d.ask.iter().all(asks), "{}: {:?}", incident.name, d.ask);
    }
}

// The table of causes claims no measurement that no capture has.
#[test]
fn measured_means_that_a_capture_of_ours_has_it() {
    let mut claimed = 0;
    for incident in incidents() {
        let capture = read(&incident.whole(), Keep::Redacted);
        let d = judge(&capture);
        for remedy in d
            .remedies
            .iter()
            .filter(|r| r.rests == Some(Rests::Measured))
        {
            claimed += 1;
            let same = |one: &Value| {
                let shape = |action: &str| -> String {
                    let words = action.split_whitespace();
                    let words =
                        words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
                    words.collect::<Vec<_>>().join(" ")
                };
                let action = shape(one["do"].as_str().unwrap());
                shape(&remedy.action).starts_with(action.split(';').next().unwrap())
                    || remedy.action.contains("space") && action.contains("space")
                    || remedy.action.contains("INDEX") && action.contains("INDEX")
            };
            let family = incidents().into_iter().filter(|other| {
                other.truth["cause"]
                    .as_str()
                    .unwrap()
                    .contains(d.troubles[0].cause.key())
            });
            let found =
                family.flat_map(|other| other.truth["remedies"].as_array().unwrap().clone());
            assert!(
                found.into_iter().any(|one| same(&one)),
                "{} {remedy:?}",
                incident.name
            );
        }
    }
    assert!(claimed > 50, "{claimed}");
}

/// What must be said of an incident: a sentence's key, and cells that it rests on, as `table column value`.
const MUST_SAY: &[(&str, &str, &[&str])] = &[
    (
        "01-",
        "diagnose_fact_deaf",
        &[
            "THREAD_POOL_GROUPS THREADS 2",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 0",
            "THREAD_POOL_GROUPS STANDBY_THREADS 0",
            "THREAD_POOL_GROUPS QUEUE_LENGTH 0",
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
        ],
    ),
    (
        "01-",
        "diagnose_fact_cap",
        &[
            "SHOW STATUS Threadpool_threads 4",
            "SHOW VARIABLES thread_pool_max_threads 2",
        ],
    ),
    (
        "01-",
        "diagnose_fact_holders",
        &[
            "PROCESSLIST STATE User sleep",
            "PROCESSLIST COMMAND Query",
            "SHOW VARIABLES thread_pool_size 2",
        ],
    ),
    (
        "01-",
        "diagnose_fact_frozen",
        &[
            "THREAD_POOL_STATS POLLS_BY_LISTENER +0",
            "THREAD_POOL_STATS POLLS_BY_WORKER +0",
            "THREAD_POOL_STATS POLLS_BY_LISTENER +27",
        ],
    ),
    (
        "01-",
        "diagnose_fact_unread",
        &[
            "THREAD_POOL_GROUPS QUEUE_LENGTH 0",
            "PROCESSLIST COMMAND Sleep",
        ],
    ),
    ("01-", "diagnose_fact_log_max_threads", &["error log  "]),
    ("01-", "diagnose_fact_log_blocked", &["error log  30"]),
    (
        "01-",
        "diagnose_fact_others_well",
        &[
            "THREAD_POOL_GROUPS HAS_LISTENER 1",
            "THREAD_POOL_GROUPS STANDBY_THREADS 1",
        ],
    ),
    (
        "01-",
        "diagnose_fact_idle_threads",
        &["SHOW STATUS Threadpool_idle_threads 4"],
    ),
    (
        "01-",
        "diagnose_fact_stall_flag",
        &[
            "THREAD_POOL_GROUPS IS_STALLED 0",
            "THREAD_POOL_STATS STALLS +0",
        ],
    ),
    (
        "02-",
        "diagnose_fact_deaf",
        &[
            "THREAD_POOL_GROUPS THREADS 7",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 0",
        ],
    ),
    (
        "02-",
        "diagnose_fact_cap",
        &[
            "SHOW STATUS Threadpool_threads 12",
            "SHOW VARIABLES thread_pool_max_threads 12",
        ],
    ),
    (
        "02-",
        "diagnose_fact_wait_row",
        &[
            "PROCESSLIST STATE Updating",
            "PROCESSLIST TIME 34 s",
            "THREAD_POOL_WAITS ROW_LOCK 12",
        ],
    ),
    (
        "02-",
        "diagnose_fact_holder_asleep",
        &[
            "INNODB_TRX trx_mysql_thread_id 7",
            "INNODB_TRX trx_state RUNNING",
            "INNODB_TRX trx_query NULL",
            "PROCESSLIST COMMAND Sleep",
        ],
    ),
    (
        "02-",
        "diagnose_fact_holder_shut_out",
        &[
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
            "THREAD_POOL_GROUPS STANDBY_THREADS 0",
        ],
    ),
    (
        "02-",
        "diagnose_fact_queued_since",
        &[
            "THREAD_POOL_GROUPS QUEUE_LENGTH 6",
            "THREAD_POOL_GROUPS QUEUE_LENGTH 8",
            "THREAD_POOL_QUEUES QUEUEING_TIME_MICROSECONDS 34109346",
        ],
    ),
    ("02-", "diagnose_fact_log_blocked", &["error log  30"]),
    (
        "02-",
        "diagnose_fact_kickup",
        &[
            "THREAD_POOL_QUEUES PRIORITY 0",
            "SHOW VARIABLES thread_pool_prio_kickup_timer 1000",
        ],
    ),
    (
        "02-",
        "diagnose_fact_idle_threads",
        &["SHOW STATUS Threadpool_idle_threads 12"],
    ),
    (
        "03-",
        "diagnose_fact_unheard_free",
        &[
            "THREAD_POOL_GROUPS CONNECTIONS 13",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 1",
            "THREAD_POOL_GROUPS STANDBY_THREADS 1",
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
        ],
    ),
    (
        "03-",
        "diagnose_fact_computes",
        &[
            "THREAD_POOL_GROUPS ACTIVE_THREADS 1",
            "PROCESSLIST STATE Executing",
            "PROCESSLIST TIME 416 ms",
            "PROCESSLIST TIME 2.4 s",
        ],
    ),
    (
        "03-",
        "diagnose_fact_frozen",
        &[
            "THREAD_POOL_STATS POLLS_BY_LISTENER +0",
            "THREAD_POOL_STATS DEQUEUES_BY_WORKER +0",
            "THREAD_POOL_STATS WAKES +0",
        ],
    ),
    (
        "03-",
        "diagnose_fact_twice_stall_limit",
        &["SHOW VARIABLES thread_pool_stall_limit 2000"],
    ),
    (
        "03-",
        "diagnose_fact_stall_flag",
        &["THREAD_POOL_GROUPS IS_STALLED 0"],
    ),
    (
        "03b",
        "diagnose_fact_unheard_free",
        &[
            "THREAD_POOL_GROUPS CONNECTIONS 14",
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
            "THREAD_POOL_GROUPS STANDBY_THREADS 1",
        ],
    ),
    (
        "03b",
        "diagnose_fact_computes",
        &["PROCESSLIST STATE Executing", "PROCESSLIST TIME 237 ms"],
    ),
    (
        "03b",
        "diagnose_fact_timer_helped",
        &[
            "THREAD_POOL_STATS WAKES_DUE_TO_STALL +1",
            "THREAD_POOL_STATS THREAD_CREATIONS_DUE_TO_STALL +1",
            "THREAD_POOL_STATS STALLS +0",
        ],
    ),
    (
        "03b",
        "diagnose_fact_listens_again",
        &[
            "THREAD_POOL_GROUPS THREADS 3",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 2",
            "THREAD_POOL_GROUPS HAS_LISTENER 1",
        ],
    ),
    (
        "03b",
        "diagnose_fact_twice_stall_limit",
        &["SHOW VARIABLES thread_pool_stall_limit 500"],
    ),
    (
        "04-",
        "diagnose_fact_uneven",
        &[
            "THREAD_POOL_GROUPS QUEUE_LENGTH 31",
            "THREAD_POOL_GROUPS CONNECTIONS 40",
            "THREAD_POOL_GROUPS CONNECTIONS 2",
        ],
    ),
    (
        "04-",
        "diagnose_fact_remainder",
        &[
            "THREAD_POOL_QUEUES CONNECTION_ID 243",
            "SHOW VARIABLES thread_pool_size 8",
        ],
    ),
    (
        "04-",
        "diagnose_fact_line",
        &[
            "THREAD_POOL_GROUPS THREADS 2",
            "THREAD_POOL_GROUPS STANDBY_THREADS 0",
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
        ],
    ),
    (
        "04-",
        "diagnose_fact_cap",
        &[
            "SHOW STATUS Threadpool_threads 16",
            "SHOW VARIABLES thread_pool_max_threads 16",
        ],
    ),
    (
        "04-",
        "diagnose_fact_held_elsewhere",
        &[
            "THREAD_POOL_GROUPS THREADS 2",
            "THREAD_POOL_GROUPS STANDBY_THREADS 1",
            "THREAD_POOL_GROUPS HAS_LISTENER 1",
        ],
    ),
    (
        "04-",
        "diagnose_fact_moves",
        &[
            "THREAD_POOL_STATS DEQUEUES_BY_LISTENER +1",
            "THREAD_POOL_STATS DEQUEUES_BY_WORKER +52",
        ],
    ),
    ("04-", "diagnose_fact_log_blocked", &["error log  30"]),
    (
        "04-",
        "diagnose_fact_none_old",
        &["PROCESSLIST TIME 40 ms", "THREAD_POOL_WAITS ROW_LOCK 0"],
    ),
    (
        "04b",
        "diagnose_fact_uneven",
        &["THREAD_POOL_GROUPS CONNECTIONS 33"],
    ),
    (
        "04b",
        "diagnose_fact_limit",
        &[
            "THREAD_POOL_GROUPS ACTIVE_THREADS 3",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 0",
            "SHOW VARIABLES thread_pool_oversubscribe 2",
            "SHOW STATUS Threadpool_threads 17",
        ],
    ),
    (
        "04b",
        "diagnose_fact_queue_comes_and_goes",
        &[
            "THREAD_POOL_GROUPS QUEUE_LENGTH 0",
            "THREAD_POOL_GROUPS QUEUE_LENGTH 16",
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
        ],
    ),
    (
        "04b",
        "diagnose_fact_moves",
        &[
            "THREAD_POOL_STATS DEQUEUES_BY_WORKER +94",
            "THREAD_POOL_STATS DEQUEUES_BY_LISTENER +5",
        ],
    ),
    (
        "04b",
        "diagnose_fact_remainder",
        &[
            "THREAD_POOL_QUEUES CONNECTION_ID 93",
            "PROCESSLIST COMMAND Query",
            "SHOW VARIABLES thread_pool_size 8",
        ],
    ),
    (
        "06-",
        "diagnose_fact_calm",
        &[
            "THREAD_POOL_GROUPS QUEUE_LENGTH 0",
            "THREAD_POOL_GROUPS HAS_LISTENER 1",
            "THREAD_POOL_GROUPS IS_STALLED 0",
            "THREAD_POOL_GROUPS STANDBY_THREADS 7",
        ],
    ),
    (
        "06-",
        "diagnose_fact_busy",
        &[
            "THREAD_POOL_STATS DEQUEUES_BY_LISTENER +667",
            "THREAD_POOL_STATS DEQUEUES_BY_WORKER +107",
            "SHOW STATUS Questions +1601",
        ],
    ),
    (
        "06-",
        "diagnose_fact_none_long",
        &["PROCESSLIST COMMAND Query"],
    ),
    (
        "06-",
        "diagnose_fact_even",
        &["THREAD_POOL_GROUPS CONNECTIONS 100"],
    ),
    (
        "08-",
        "diagnose_fact_calm",
        &["THREAD_POOL_GROUPS QUEUE_LENGTH 0"],
    ),
    (
        "08-",
        "diagnose_fact_executed",
        &[
            "PROCESSLIST STATE Sending data",
            "PROCESSLIST COMMAND Query",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 1",
        ],
    ),
    (
        "08-",
        "diagnose_fact_threads_to_spare",
        &[
            "SHOW STATUS Threadpool_threads 18",
            "SHOW VARIABLES thread_pool_max_threads 65536",
        ],
    ),
    (
        "08-",
        "diagnose_fact_mend_statements",
        &["PROCESSLIST STATE Sending data"],
    ),
    (
        "08-",
        "diagnose_fact_unmissed",
        &[
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 1",
        ],
    ),
    (
        "08-",
        "diagnose_fact_no_locks",
        &["THREAD_POOL_WAITS ROW_LOCK 0"],
    ),
    (
        "10-",
        "diagnose_fact_line",
        &[
            "THREAD_POOL_GROUPS CONNECTIONS 32",
            "THREAD_POOL_GROUPS ACTIVE_THREADS 2",
            "THREAD_POOL_GROUPS QUEUE_LENGTH 22",
            "THREAD_POOL_GROUPS HAS_LISTENER 1",
        ],
    ),
    (
        "10-",
        "diagnose_fact_size",
        &["SHOW VARIABLES thread_pool_size 1"],
    ),
    (
        "10-",
        "diagnose_fact_moves_all",
        &[
            "THREAD_POOL_STATS DEQUEUES_BY_WORKER +70",
            "THREAD_POOL_STATS STALLS +0",
            "THREAD_POOL_QUEUES CONNECTION_ID 21",
            "THREAD_POOL_QUEUES CONNECTION_ID 28",
        ],
    ),
    (
        "10-",
        "diagnose_fact_limit",
        &[
            "THREAD_POOL_GROUPS ACTIVE_THREADS 2",
            "SHOW VARIABLES thread_pool_oversubscribe 1",
            "SHOW STATUS Threadpool_threads 3",
            "SHOW VARIABLES thread_pool_max_threads 65536",
        ],
    ),
    (
        "10-",
        "diagnose_fact_queued_since",
        &[
            "THREAD_POOL_QUEUES QUEUEING_TIME_MICROSECONDS 575435",
            "THREAD_POOL_QUEUES QUEUEING_TIME_MICROSECONDS 1080138",
        ],
    ),
    ("10-", "diagnose_fact_none_old", &["PROCESSLIST TIME 51 ms"]),
    (
        "10-",
        "diagnose_fact_kickup",
        &["THREAD_POOL_QUEUES PRIORITY 0"],
    ),
    (
        "12-",
        "diagnose_fact_deaf",
        &[
            "THREAD_POOL_GROUPS CONNECTIONS 9",
            "THREAD_POOL_GROUPS QUEUE_LENGTH 2",
            "THREAD_POOL_GROUPS HAS_LISTENER 0",
        ],
    ),
    (
        "12-",
        "diagnose_fact_cap",
        &[
            "SHOW STATUS Threadpool_threads 4",
            "SHOW VARIABLES thread_pool_max_threads 4",
        ],
    ),
    (
        "12-",
        "diagnose_fact_logins",
        &[
            "THREAD_POOL_QUEUES CONNECTION_ID NULL",
            "THREAD_POOL_QUEUES PRIORITY 0",
            "THREAD_POOL_QUEUES QUEUEING_TIME_MICROSECONDS 34252856",
        ],
    ),
    (
        "12-",
        "diagnose_fact_logins_unlisted",
        &[
            "THREAD_POOL_GROUPS CONNECTIONS 7",
            "THREAD_POOL_GROUPS CONNECTIONS 9",
            "SHOW STATUS Threads_connected 16",
        ],
    ),
    (
        "12-",
        "diagnose_fact_holders",
        &["PROCESSLIST STATE User sleep"],
    ),
    (
        "12-",
        "diagnose_fact_others_well",
        &[
            "THREAD_POOL_GROUPS HAS_LISTENER 1",
            "SHOW VARIABLES thread_pool_size 2",
        ],
    ),
    ("12-", "diagnose_fact_log_max_threads", &["error log  "]),
    (
        "21-",
        "diagnose_fact_ddl_waits",
        &["PROCESSLIST STATE Waiting for table metadata lock"],
    ),
    (
        "21-",
        "diagnose_fact_holder_asleep",
        &[
            "INNODB_TRX trx_mysql_thread_id 6",
            "PROCESSLIST COMMAND Sleep",
        ],
    ),
    (
        "22-",
        "diagnose_fact_wait_client",
        &[
            "PROCESSLIST STATE Writing to net",
            "THREAD_POOL_WAITS NET 26",
        ],
    ),
    (
        "24-",
        "diagnose_fact_wait_space",
        &["PROCESSLIST STATE Waiting for someone to free space"],
    ),
    ("24-", "diagnose_fact_log_disk_full", &["error log  28"]),
    (
        "24-",
        "diagnose_fact_cap",
        &["SHOW VARIABLES thread_pool_max_threads 12"],
    ),
    (
        "25-",
        "diagnose_fact_wait_ack",
        &["PROCESSLIST STATE Waiting for semi-sync ACK from slave"],
    ),
    (
        "25-",
        "diagnose_fact_cap",
        &["SHOW VARIABLES thread_pool_max_threads 12"],
    ),
    (
        "25-",
        "diagnose_fact_frozen",
        &["THREAD_POOL_STATS DEQUEUES_BY_WORKER +0"],
    ),
    (
        "27-",
        "diagnose_fact_overtaken",
        &[
            "THREAD_POOL_QUEUES PRIORITY 1",
            "THREAD_POOL_QUEUES PRIORITY 0",
            "SHOW VARIABLES thread_pool_prio_kickup_timer 60000",
        ],
    ),
];

/// Wrong conclusions that suggest themselves, by the key that would draw them.
const MUST_NOT_SAY: &[(&str, &[&str])] = &[
    (
        "01-",
        &[
            "diagnose_fact_threads_to_spare",
            "diagnose_fact_calm",
            "diagnose_fact_moves",
        ],
    ),
    (
        "02-",
        &["diagnose_fact_threads_to_spare", "diagnose_fact_moves"],
    ),
    (
        "03-",
        &[
            "diagnose_fact_cap",
            "diagnose_fact_calm",
            "diagnose_fact_executed",
        ],
    ),
    (
        "03b",
        &[
            "diagnose_fact_cap",
            "diagnose_fact_calm",
            "diagnose_cause_healthy",
        ],
    ),
    (
        "04-",
        &[
            "diagnose_fact_deaf",
            "diagnose_fact_frozen",
            "diagnose_fact_wait_row",
            "diagnose_fact_limit",
        ],
    ),
    (
        "04b",
        &[
            "diagnose_fact_deaf",
            "diagnose_fact_frozen",
            "diagnose_fact_cap",
            "diagnose_fact_held_elsewhere",
        ],
    ),
    (
        "06-",
        &[
            "diagnose_fact_cap",
            "diagnose_fact_uneven",
            "diagnose_fact_line",
        ],
    ),
    (
        "08-",
        &[
            "diagnose_fact_deaf",
            "diagnose_fact_unheard",
            "diagnose_fact_unheard_free",
            "diagnose_fact_wait_row",
        ],
    ),
    (
        "10-",
        &[
            "diagnose_fact_deaf",
            "diagnose_fact_cap",
            "diagnose_fact_frozen",
            "diagnose_fact_uneven",
        ],
    ),
    (
        "12-",
        &[
            "diagnose_cause_too_many_connections",
            "diagnose_fact_calm",
            "diagnose_fact_moves",
        ],
    ),
    ("21-", &["diagnose_fact_threads_to_spare"]),
    (
        "22-",
        &["diagnose_fact_mend_statements", "diagnose_fact_executed"],
    ),
    (
        "24-",
        &["diagnose_fact_threads_to_spare", "diagnose_fact_moves_all"],
    ),
    (
        "25-",
        &[
            "diagnose_fact_moves",
            "diagnose_fact_moves_all",
            "diagnose_fact_limit",
            "diagnose_fact_active",
        ],
    ),
    (
        "27-",
        &[
            "diagnose_cause_low_priority_starved",
            "diagnose_cause_too_few_threads",
        ],
    ),
];

#[test]
fn what_must_be_said_is_said_with_its_columns_and_nothing_that_must_not() {
    let mut wrong = Vec::new();
    for incident in incidents() {
        let d = judge(&read(&incident.whole(), Keep::Redacted));
        let facts: Vec<_> = d
            .troubles
            .iter()
            .flat_map(|t| &t.evidence)
            .chain(&d.facts)
            .collect();
        for (_, key, cells) in MUST_SAY
            .iter()
            .filter(|(name, ..)| incident.name.starts_with(name))
        {
            let said: Vec<String> = facts
                .iter()
                .filter(|fact| fact.says.key == *key)
                .flat_map(|fact| &fact.from)
                .map(|cell| format!("{} {} {}", cell.table, cell.column, cell.value))
                .collect();
            for cell in cells
                .iter()
                .filter(|cell| !said.iter().any(|said| said == *cell))
            {
                wrong.push(format!("{} {key}: {cell}", incident.name));
            }
        }
        let keys: BTreeSet<&str> = facts
            .iter()
            .map(|fact| fact.says.key)
            .chain(d.troubles.iter().map(|t| t.says.key))
            .collect();
        for (_, barred) in MUST_NOT_SAY
            .iter()
            .filter(|(name, _)| incident.name.starts_with(name))
        {
            wrong.extend(
                barred
                    .iter()
                    .filter(|key| keys.contains(**key))
                    .map(|key| format!("{} says {key}", incident.name)),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

// Each cell has the line of the paste that shows it.
#[test]
fn evidence_points_at_the_line_that_shows_it() {
    for incident in incidents() {
        let text = incident.whole();
        let lines: Vec<&str> = text.lines().collect();
        let d = judge(&read(&text, Keep::Redacted));
        for cell in d
            .troubles
            .iter()
            .flat_map(|t| &t.evidence)
            .flat_map(|fact| &fact.from)
        {
            let line = lines[cell.line as usize - 1];
            let shown = cell.column == "TIME"
                || cell.value.starts_with('+')
                || cell.value == "…"
                || line.contains(&cell.value);
            assert!(shown, "{}: {cell:?}: {line}", incident.name);
        }
    }
}
