//! Verdicts on captures of a real server with known causes. Origin: `captures/README.md`.

mod more;

use std::collections::BTreeSet;

use poolscope_diagnosis::capture::{Block, Kind};
use poolscope_diagnosis::diagnose;
use poolscope_diagnosis::judge::{Basis, Diagnosis, judge, weigh};
use poolscope_diagnosis::read::{Keep, read};
use poolscope_diagnosis::state::Does;
use serde_json::Value;

use super::incidents::{Incident, PARTS, WHOLE, incidents};

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
fn seats_match_the_groups_table_and_include_all_named_connections() {
    for incident in incidents() {
        for (form, text) in incident.texts(WHOLE.into_iter().chain(PARTS)) {
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
        let mut read_forms = 0;
        for (form, text) in incident.texts(WHOLE) {
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
            // The known truth of 24 covers only short statements. Queued ones have not started.
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

// A part of a capture may give less, but nothing different.
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
fn an_incomplete_form_says_less_and_nothing_wrong() {
    let mut wrong = Vec::new();
    let mut told = Vec::new();
    for incident in incidents() {
        for (form, text) in incident.texts(PARTS) {
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
        let text = incident.table();
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

// In its whole forms each remedy has its measured effect, with that as its basis; in others it may be not
// known, never the opposite.
#[test]
fn remedies_help_as_measured() {
    let mut wrong = Vec::new();
    for incident in incidents() {
        for (form, text) in incident.texts(WHOLE.into_iter().chain(PARTS)) {
            let whole = WHOLE.contains(&form);
            let log = if whole { incident.log() } else { String::new() };
            let capture = read(&format!("{text}\n\n{log}"), Keep::Redacted);
            let named = judge(&capture).troubles.len();
            for (action, helped, _) in incident.tried() {
                let Some(weighed) = weigh(&capture, action) else {
                    assert!(!whole && named == 0, "{} {form}", incident.name);
                    continue;
                };
                let unknown = !whole && weighed.helps.is_none();
                let rests = weighed.rests == weighed.helps.map(|_| Basis::Measured);
                if !unknown && weighed.helps != Some(helped) || whole && !rests {
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

// If some action was measured to help an incident, a remedy is offered.
#[test]
fn a_whole_capture_names_a_cure_if_there_is_one() {
    for incident in incidents() {
        if incident.tried().all(|(_, helped, _)| !helped) {
            continue;
        }
        let d = incident.diagnosis();
        let helps = d.remedies.iter().filter(|r| r.helps == Some(true));
        let cures = helps.filter(|r| r.rests == Some(Basis::Measured)).count();
        assert!(cures > 0, "{}: {:#?}", incident.name, d.remedies);
        for remedy in &d.remedies {
            let said = format!("{} {remedy:?}", incident.name);
            assert_eq!(remedy.helps.is_none(), remedy.rests.is_none(), "{said}");
            // Statements suggested for a hanging server take no lock, write nothing and install nothing.
            let harmless = ["SET GLOBAL", "KILL ", "(client side)", "(at the machine)"];
            let mends =
                incident.name.starts_with("08-") && remedy.action.starts_with("CREATE INDEX");
            let typed = |one: &str| harmless.iter().any(|start| one.trim().starts_with(start));
            assert!(mends || remedy.action.split(';').all(typed), "{said}");
        }
        let asks = |ask: &poolscope_diagnosis::judge::Question| {
            ask.sql.split(';').all(|one| {
                let one = one.trim();
                one.is_empty() || one.starts_with("SELECT") || one.starts_with("SHOW")
            })
        };
        assert!(d.ask.iter().all(asks), "{}: {:?}", incident.name, d.ask);
    }
}

// The table of causes claims only measurements that a capture has.
#[test]
fn measured_means_that_a_capture_of_ours_has_it() {
    let mut claimed = 0;
    for incident in incidents() {
        let capture = incident.capture();
        let d = judge(&capture);
        for remedy in d
            .remedies
            .iter()
            .filter(|r| r.rests == Some(Basis::Measured))
        {
            claimed += 1;
            let same = |tried: &str| {
                let shape = |action: &str| -> String {
                    let words = action.split_whitespace();
                    let words =
                        words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
                    words.collect::<Vec<_>>().join(" ")
                };
                let action = shape(tried);
                shape(&remedy.action).starts_with(action.split(';').next().unwrap())
                    || remedy.action.contains("space") && action.contains("space")
                    || remedy.action.contains("INDEX") && action.contains("INDEX")
            };
            let mut family = incidents()
                .into_iter()
                .filter(|other| other.is_cause(d.troubles[0].cause));
            assert!(
                family.any(|other| other.tried().any(|(action, ..)| same(action))),
                "{} {remedy:?}",
                incident.name
            );
        }
    }
    assert!(claimed > 50, "{claimed}");
}

#[test]
fn required_facts_are_stated_with_their_columns_and_no_forbidden_ones() {
    let mut wrong = Vec::new();
    for incident in incidents() {
        let d = incident.diagnosis();
        let facts: Vec<_> = d
            .troubles
            .iter()
            .flat_map(|t| &t.evidence)
            .chain(&d.facts)
            .collect();
        for (key, cells) in incident.truth["said"].as_object().unwrap() {
            let said: Vec<String> = facts
                .iter()
                .filter(|fact| fact.says.key == key)
                .flat_map(|fact| &fact.from)
                .map(|cell| format!("{} {} {}", cell.table, cell.column, cell.value))
                .collect();
            let cells = cells.as_array().unwrap();
            let missing = cells
                .iter()
                .filter(|cell| !said.iter().any(|s| *s == **cell));
            wrong.extend(missing.map(|cell| format!("{incident} {key}: {cell}")));
        }
        let keys = facts.iter().map(|fact| fact.says.key);
        let keys: Vec<&str> = keys.chain(d.troubles.iter().map(|t| t.says.key)).collect();
        let barred = incident.truth["not_said"].as_array().unwrap().iter();
        let barred = barred.filter(|key| keys.iter().any(|said| said == *key));
        wrong.extend(barred.map(|key| format!("{incident} says {key}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

// Each cell names the line of the paste that contains it.
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
