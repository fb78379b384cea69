//! Answers about captures of a real server with known causes, on which each remedy was tried. Origin:
//! `captures/README.md`.

use std::collections::{BTreeMap, BTreeSet};

use poolscope_diagnosis::Capture;
use poolscope_diagnosis::capture::Block;
use poolscope_diagnosis::judge::{Diagnosis, Level, Remedy, judge, weigh};
use poolscope_diagnosis::read::{Keep, read};
use serde_json::Value;

use super::incidents::{Incident, PARTS, WHOLE, incidents, of_11_8, others};

/// What is said of a remedy: right, wrong, right under the true answer, or not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Right,
    If,
    Open,
    Opposite,
}

/// The true answer to a question, from what was known in the experiment: a holder that nothing is known of was silent.
fn truth(incident: &Incident, about: &str) -> String {
    match (about, &incident.truth["facts"][about]) {
        (_, Value::Bool(true)) => "yes".to_owned(),
        ("holder", Value::Number(id)) => id.to_string(),
        ("holder", _) => {
            let blocks = incident.ids("blocking_connections");
            blocks.first().map_or("other".to_owned(), u64::to_string)
        }
        ("inside", Value::Null) => "yes".to_owned(),
        _ => "no".to_owned(),
    }
}

fn said(incident: &Incident, remedy: &Remedy, helped: bool) -> Said {
    if let Some(helps) = remedy.helps {
        return if helps == helped {
            Said::Right
        } else {
            Said::Opposite
        };
    }
    let Some(doubt) = &remedy.doubt else {
        return Said::Open;
    };
    let answer = truth(incident, doubt.about);
    let given = doubt.answers.iter().find(|one| one.answer == answer);
    match given.and_then(|one| one.helps) {
        Some(helps) if helps == helped => Said::If,
        Some(_) => Said::Opposite,
        None => Said::Open,
    }
}

fn capture(text: &str) -> Capture {
    read(text, Keep::Redacted)
}

fn show(d: &Diagnosis) -> String {
    let trouble = |t: &poolscope_diagnosis::judge::Trouble| {
        let roots: Vec<_> = t
            .roots
            .iter()
            .map(|root| (root.id, root.known, root.says.key))
            .collect();
        format!(
            "{:?} {:?} roots {roots:?} waiters {:?} unread {:?} logins {}",
            t.cause, t.groups, t.waiters, t.unread, t.logins
        )
    };
    let troubles: Vec<String> = d.troubles.iter().map(trouble).collect();
    format!("{:?} {troubles:#?}", d.level)
}

// Each measured remedy of each incident in each form: never the opposite; in whole ones at most a twentieth is open.
#[test]
fn remedies_help_as_measured() {
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<(bool, Said), usize> = BTreeMap::new();
    for incident in incidents().into_iter().chain(others()) {
        for (form, text) in incident.texts(WHOLE.into_iter().chain(PARTS)) {
            let whole = WHOLE.contains(&form);
            let capture = capture(&text);
            for (action, helped) in incident.tried() {
                let said = match weigh(&capture, action) {
                    Some(remedy) => {
                        let said = said(&incident, &remedy, helped);
                        if said == Said::Opposite || whole && said == Said::Open {
                            wrong.push(format!(
                                "{said:?} {} {form} {action}: {:?} {} {:?} {:?}",
                                incident.name,
                                remedy.helps,
                                remedy.says.key,
                                remedy.doubt.map(|d| (
                                    d.about,
                                    d.answers
                                        .iter()
                                        .map(|a| format!("{} {:?}", a.answer, a.helps))
                                        .collect::<Vec<_>>()
                                )),
                                remedy.needs.first().map(|s| s.key)
                            ));
                        }
                        said
                    }
                    None => Said::Open,
                };
                *counts.entry((whole, said)).or_default() += 1;
            }
        }
    }
    let opposite = wrong
        .iter()
        .filter(|line| line.starts_with("Opposite"))
        .count();
    let count = |said| counts.get(&(true, said)).copied().unwrap_or(0);
    let all = count(Said::Right) + count(Said::If) + count(Said::Open);
    assert!(
        opposite == 0 && 20 * count(Said::Open) <= all,
        "{counts:?} {wrong:#?}"
    );
}

// What a remedy cites is what the cited incident's own truth says: that many of that many were answered.
#[test]
fn what_is_cited_was_measured() {
    let all = || incidents().into_iter().chain(others()).chain(of_11_8());
    let measured: Vec<(String, BTreeSet<String>)> = all()
        .map(|incident| {
            let remedies = incident.truth["remedies"].as_array().into_iter().flatten();
            let helped = remedies.filter(|one| one["helped"] == true);
            let answered = helped.flat_map(|one| one["answered"].as_array().into_iter().flatten());
            let figures = answered.filter_map(|figure| Some(figure.as_str()?.to_owned()));
            (incident.name.clone(), figures.collect())
        })
        .collect();
    let mut cited = BTreeSet::new();
    for incident in all() {
        let d = judge(&capture(&incident.table()));
        let remedies = d.troubles.iter().flat_map(|trouble| &trouble.remedies);
        for says in remedies.filter_map(|remedy| remedy.cites.as_ref()) {
            let given = |name: &str| {
                let mut params = says.params.iter();
                params.find(|param| param.0 == name).unwrap().1.clone()
            };
            let number = given("capture");
            let figure = format!("{} of {}", given("answered"), given("of"));
            let is_measured = |(name, figures): &(String, BTreeSet<String>)| {
                name.starts_with(&format!("{number}-")) && figures.contains(&figure)
            };
            assert!(measured.iter().any(is_measured), "{number}: {figure}");
            cited.insert((number, figure));
        }
    }
    assert_eq!(cited.len(), 11, "{cited:?}");
}

// Never fine in trouble, and never unsure of a healthy server that was seen as a whole.
#[test]
fn a_level_is_right_or_open_and_in_whole_ones_right() {
    let mut wrong = Vec::new();
    for incident in incidents().into_iter().chain(others()).chain(of_11_8()) {
        let healthy = incident.truth["guilty"] == "nothing";
        for (form, text) in incident.texts(WHOLE.into_iter().chain(PARTS)) {
            let whole = WHOLE.contains(&form);
            let d = judge(&capture(&text));
            let right = match (healthy, d.level) {
                (true, Level::Fine) => true,
                (true, Level::CannotTell) => !whole,
                (false, Level::Wrong) => true,
                (false, Level::CannotTell) => !whole,
                _ => false,
            };
            if !right
                || whole
                    && !healthy
                    && !d
                        .troubles
                        .first()
                        .is_some_and(|t| incident.is_cause(t.cause))
            {
                wrong.push(format!("{} {form} {}", incident.name, show(&d)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong.join("\n"));
}

/// A text's blocks, each with its kind, and the same without some of them.
fn without(text: &str, blocks: &[Block], left_out: &[usize]) -> String {
    let gone = |line: usize| {
        let of =
            |at: &usize| (blocks[*at].first as usize..=blocks[*at].last as usize).contains(&line);
        left_out.iter().any(of)
    };
    let lines = text.lines().enumerate().filter(|(at, _)| !gone(at + 1));
    lines.map(|(_, line)| format!("{line}\n")).collect()
}

/// Accounts made equal, whole seconds, statements hidden: what a list may lack.
fn poorer(capture: &Capture, how: &str) -> Capture {
    let mut less = capture.clone();
    for row in less
        .looks
        .iter_mut()
        .flat_map(|look| look.processlist.iter_mut().flatten())
    {
        match how {
            "accounts" if !row.is_self && row.user.starts_with("user") => {
                row.user = "user1".to_owned()
            }
            "seconds" => {
                row.exact = false;
                row.time_us = row.time_us.map(|us| us / 1_000_000 * 1_000_000);
            }
            "statements" if !row.is_self => row.info = row.info.as_ref().map(|_| "…".to_owned()),
            _ => {}
        }
    }
    if how == "look" && less.looks.len() > 1 {
        less.looks.truncate(1);
    }
    less
}

// Less shown, less said: answers only open, and a server in trouble is never called well.
#[test]
fn what_is_withheld_opens_answers_and_turns_none_round() {
    let mut wrong = Vec::new();
    let mut weighed = 0;
    for incident in incidents().into_iter().chain(others()) {
        let text = incident.table();
        let whole = capture(&text);
        let level = judge(&whole).level;
        let actions: Vec<(&str, Option<Remedy>)> = incident
            .tried()
            .map(|(action, _)| (action, weigh(&whole, action)))
            .collect();
        let mut parts: Vec<(String, Capture)> = Vec::new();
        let blocks = &whole.blocks;
        for a in 0..blocks.len() {
            for b in a..blocks.len() {
                let name = format!("{:?} {a}, {:?} {b}", blocks[a].kind, blocks[b].kind);
                parts.push((name, capture(&without(&text, blocks, &[a, b]))));
            }
        }
        for how in ["accounts", "seconds", "statements", "look"] {
            parts.push((how.to_owned(), poorer(&whole, how)));
        }
        for (name, part) in parts {
            let less = judge(&part).level;
            if level == Level::Wrong && less == Level::Fine
                || level == Level::Fine && less == Level::Wrong
            {
                wrong.push(format!(
                    "{} without {name}: {level:?} {less:?}",
                    incident.name
                ));
            }
            for (action, known) in &actions {
                let helps = weigh(&part, action).and_then(|one| one.helps);
                weighed += 1;
                let turned = known.as_ref().is_some_and(|known| {
                    known.helps.is_some() && helps.is_some() && known.helps != helps
                });
                if turned {
                    wrong.push(format!(
                        "{} without {name}: {action} {helps:?}",
                        incident.name
                    ));
                }
            }
        }
    }
    assert!(weighed > 5_000, "{weighed}");
    assert!(
        wrong.is_empty(),
        "{} of {weighed}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(80)]
    );
}

/// The same server under other numbers, names and orders.
fn dressed(capture: &Capture, by: u64) -> Capture {
    let mut other = capture.clone();
    for look in &mut other.looks {
        for row in look.processlist.iter_mut().flatten() {
            row.id += by;
            if row.user.starts_with("user") {
                row.user = format!(
                    "somebody{}",
                    row.user.len() + row.user.as_bytes()[4] as usize
                );
            }
        }
        for row in look.queues.iter_mut().flatten() {
            row.connection_id = row.connection_id.map(|id| id + by);
        }
        for row in look.trx.iter_mut().flatten() {
            row.trx_mysql_thread_id = row
                .trx_mysql_thread_id
                .map(|id| if id == 0 { 0 } else { id + by });
        }
        look.processlist.iter_mut().for_each(|rows| rows.reverse());
        look.trx.iter_mut().for_each(|rows| rows.reverse());
    }
    other
}

// Same graph, other dress: equal answers.
#[test]
fn other_ids_names_and_orders_change_no_answer() {
    for incident in incidents().into_iter().chain(others()) {
        let whole = capture(&incident.table());
        let size = whole
            .variables
            .get("thread_pool_size")
            .map_or(1, |at| at.value.parse::<u64>().unwrap());
        let by = size * 840;
        let other = dressed(&whole, by);
        let (one, two) = (judge(&whole), judge(&other));
        assert_eq!(one.level, two.level, "{incident}");
        let told = |d: &Diagnosis, by: u64| -> Vec<_> {
            let ids = |all: &[u64]| -> Vec<u64> { all.iter().map(|id| id + by).collect() };
            let roots = |t: &poolscope_diagnosis::judge::Trouble| -> Vec<_> {
                let mut all: Vec<_> = t
                    .roots
                    .iter()
                    .map(|root| (root.id.map(|id| id + by), root.known))
                    .collect();
                all.sort_unstable();
                all
            };
            d.troubles
                .iter()
                .map(|t| {
                    (
                        t.cause.key(),
                        t.groups.clone(),
                        ids(&t.waiters),
                        ids(&t.unread),
                        roots(t),
                    )
                })
                .collect()
        };
        assert_eq!(told(&one, by), told(&two, 0), "{incident}");
        for (action, _) in incident.tried() {
            let shifted: Vec<String> = action
                .split(' ')
                .scan("", |before, word| {
                    let number = word.trim_end_matches(';');
                    let kill = *before == "KILL" || *before == "QUERY";
                    *before = word;
                    Some(match number.parse::<u64>() {
                        Ok(id) if kill && id > 0 => word.replace(number, &(id + by).to_string()),
                        _ => word.to_owned(),
                    })
                })
                .collect();
            let helps =
                |capture: &Capture, action: &str| weigh(capture, action).map(|one| one.helps);
            // Which group a new size gives an id to, its number says.
            if !action.contains("thread_pool_size") {
                assert_eq!(
                    helps(&whole, action),
                    helps(&other, &shifted.join(" ")),
                    "{incident} {action}"
                );
            }
        }
    }
}

// A healthy server of which the paste broke off, or names what it lacks, is not said to be fine.
#[test]
fn what_broke_off_is_never_fine() {
    let healthy = incidents().into_iter().chain(others());
    for incident in healthy.filter(|incident| incident.truth["guilty"] == "nothing") {
        let text = incident.table();
        assert_eq!(judge(&capture(&text)).level, Level::Fine, "{incident}");
        let lines: Vec<&str> = text.lines().collect();
        // Between two tables nothing shows it.
        let inside = |at: &usize| {
            !lines[..*at]
                .last()
                .is_some_and(|line| line.starts_with('+'))
        };
        for at in (0..lines.len()).step_by(7).filter(inside) {
            let level = judge(&capture(&lines[..at].join("\n"))).level;
            assert_ne!(level, Level::Fine, "{incident} {at}");
        }
        for end in [
            "ERROR 1227 (42000): Access denied",
            "ERROR 2013 (HY000): Lost connection to server during query",
            "ERROR 1040 (08004): Too many connections",
            "Killed",
            "[...]",
            "... 40 more rows",
        ] {
            let level = judge(&capture(&[&text, "\n", end, "\n"].concat())).level;
            assert_ne!(level, Level::Fine, "{incident} {end}");
        }
    }
}

// What people paste: lists without settings, servers without a pool, tables that name a holder, counters, messages.
#[test]
fn a_paste_in_a_form_that_people_use_gets_its_level_and_its_cure() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("public-pastes");
    for (name, level, cures) in [
        (
            "03-plain-processlist-alter",
            Level::Wrong,
            &["KILL QUERY 8133", "KILL 8120"][..],
        ),
        (
            "05-community-server-lock-pile",
            Level::Wrong,
            &["KILL QUERY 8133", "KILL 8120"],
        ),
        ("07-semisync-replica-word", Level::Wrong, &[]),
        (
            "09-all-slots-asleep",
            Level::Wrong,
            &["SET GLOBAL max_connections = 24"],
        ),
        ("11-percona-at-the-cap", Level::Wrong, &[]),
        ("13-galera-certification", Level::Wrong, &[]),
        ("17-sys-table-lock-waits", Level::Wrong, &["KILL 120"]),
        ("19-innodb-status-lock-wait", Level::Wrong, &["KILL 498"]),
        ("21-victims-called-blockers", Level::Wrong, &[]),
        ("25-app-pool-timeout", Level::Wrong, &[]),
        ("27-updating-is-not-certain", Level::CannotTell, &[]),
    ] {
        let text = std::fs::read_to_string(here.join(format!("{name}.txt"))).unwrap();
        let d = judge(&capture(&text));
        assert_eq!(d.level, level, "{name}");
        let remedies = || d.troubles.iter().flat_map(|trouble| &trouble.remedies);
        for cure in cures {
            assert!(
                remedies().any(|one| one.action == *cure && one.helps == Some(true)),
                "{name} {cure}"
            );
        }
        assert!(
            d.ask
                .iter()
                .all(|ask| !ask.sql.contains("THREAD_POOL_GROUPS")),
            "{name}"
        );
    }
}
