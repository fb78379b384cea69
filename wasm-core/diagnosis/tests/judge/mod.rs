//! Answers about captures of a real server with known causes, on which each remedy was tried. Origin:
//! `captures/README.md`.

use std::collections::BTreeMap;

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

fn capture(text: &str) -> poolscope_diagnosis::Capture {
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
