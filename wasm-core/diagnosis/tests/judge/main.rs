//! Verdicts over captures of a real server, each with the truth beside it. Provenance: `captures/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use poolscope_diagnosis::capture::{Block, Kind};
use poolscope_diagnosis::judge::{Diagnosis, judge, weigh};
use poolscope_diagnosis::read::{Keep, read};
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
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures");
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
    assert_eq!(found.len(), 10);
    found
}

impl Incident {
    fn text(&self, form: &str) -> Option<String> {
        let file = format!("capture-{form}.txt");
        let offered = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/captures");
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
            "{} {:?} {:.2} stuck {:?} surely {:?} blocking {:?} logins {}",
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
            assert_eq!(trouble.cause, truth["cause"], "{said}");
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
            assert!(set(&trouble.surely_stuck).is_subset(&stuck), "{said}");
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
    let named = d
        .troubles
        .iter()
        .any(|t| t.cause == incident.truth["cause"]);
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
            let cause = d.troubles.first().map_or("", |trouble| trouble.cause);
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

#[test]
fn remedies_help_as_measured() {
    let mut wrong = Vec::new();
    for incident in incidents() {
        let capture = read(&incident.whole(), Keep::Redacted);
        for measured in incident.truth["remedies"].as_array().unwrap() {
            let action = measured["do"].as_str().unwrap();
            let weighed = weigh(&capture, action).unwrap();
            if weighed.helps != measured["helped"].as_bool() {
                wrong.push(format!(
                    "{} {action}: {:?} {}",
                    incident.name, weighed.helps, weighed.says.key
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
