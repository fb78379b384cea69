//! Verdicts over captures of a real server, each with the truth beside it.

mod reader;

use std::collections::BTreeSet;
use std::path::PathBuf;

use poolscope_diagnosis::judge::{Diagnosis, judge};
use serde_json::Value;

fn folders() -> Vec<PathBuf> {
    let base = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../content/captures");
    let mut found: Vec<PathBuf> = std::fs::read_dir(base)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.join("truth.json").exists())
        .collect();
    found.sort();
    found
}

fn text(folder: &std::path::Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn truth(folder: &std::path::Path) -> Value {
    serde_json::from_str(&text(folder, "truth.json")).unwrap()
}

fn ids(value: &Value) -> BTreeSet<u64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_u64().unwrap())
        .collect()
}

fn show(d: &Diagnosis) -> String {
    let t: Vec<String> = d
        .troubles
        .iter()
        .map(|t| {
            format!(
                "{} {:?} {:.2} stuck {:?} sure {:?} block {:?} logins {}",
                t.cause,
                t.groups,
                t.sure,
                t.stuck_connections,
                t.surely_stuck,
                t.blocking_connections,
                t.pending_logins
            )
        })
        .collect();
    format!("{:?} {t:#?}", d.guilty)
}

fn guilty(d: &Diagnosis) -> Option<String> {
    d.guilty.map(|g| {
        serde_json::to_value(g)
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    })
}

#[test]
fn every_whole_capture_is_judged_as_it_was() {
    let mut wrong = String::new();
    for folder in folders() {
        let truth = truth(&folder);
        let pieces = reader::pieces(&text(&folder, "capture-table.txt"));
        let all: Vec<_> = pieces.iter().collect();
        let d = judge(&reader::capture(&all, &text(&folder, "error-log.txt")));
        let t = &d.troubles[..];
        let ok = guilty(&d).as_deref() == truth["guilty"].as_str()
            && t.len() == 1
            && t[0].cause == truth["cause"]
            && t[0].groups
                == serde_json::from_value::<Vec<u32>>(truth["groups_in_trouble"].clone()).unwrap()
            && t[0]
                .blocking_connections
                .iter()
                .copied()
                .collect::<BTreeSet<_>>()
                == ids(&truth["blocking_connections"])
            && ids(&truth["stuck_connections"])
                .is_subset(&t[0].stuck_connections.iter().copied().collect())
            && u64::from(t[0].pending_logins) == truth["pending_logins"].as_u64().unwrap_or(0);
        let line = format!(
            "{} {} {}\n",
            if ok { "ok " } else { "BAD" },
            folder.display(),
            show(&d)
        );
        println!("{line}");
        if !ok {
            wrong += &line;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn no_part_of_a_capture_gives_a_wrong_verdict() {
    let mut wrong = String::new();
    let (mut told, mut all) = (0, 0);
    for folder in folders() {
        let truth = truth(&folder);
        let pieces = reader::pieces(&text(&folder, "capture-table.txt"));
        let mut parts: Vec<Vec<&reader::Piece>> = Vec::new();
        for (i, a) in pieces.iter().enumerate() {
            parts.push(vec![a]);
            for b in &pieces[i + 1..] {
                parts.push(vec![a, b]);
                for c in pieces
                    .iter()
                    .skip(i + 1)
                    .filter(|c| c.lines[0].0 > b.lines[0].0)
                {
                    parts.push(vec![a, b, c]);
                }
            }
        }
        for skip in 0..pieces.len() {
            parts.push(
                pieces
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| *i != skip)
                    .map(|(_, p)| p)
                    .collect(),
            );
        }
        for form in [
            "capture-groups-processlist.txt",
            "capture-processlist-variables.txt",
        ] {
            let _ = form;
        }
        for part in parts {
            let d = judge(&reader::capture(&part, ""));
            all += 1;
            let g = guilty(&d);
            told += usize::from(g.is_some());
            let right = g.is_none() || g.as_deref() == truth["guilty"].as_str();
            let named =
                d.troubles.is_empty() || d.troubles.iter().any(|t| t.cause == truth["cause"]);
            if !right || !named {
                let kinds: Vec<_> = part
                    .iter()
                    .map(|p| format!("{:?}{}", p.kind, p.look))
                    .collect();
                wrong += &format!(
                    "{} {kinds:?}: {}\n",
                    folder.file_name().unwrap().display(),
                    show(&d)
                );
            }
        }
    }
    println!("{told} of {all} told");
    assert!(
        wrong.is_empty(),
        "{}\n{}",
        wrong
            .lines()
            .filter(|l| l.starts_with(|c: char| c.is_ascii_digit()))
            .count(),
        &wrong[..wrong.len().min(6000)]
    );
}

#[test]
fn remedies_help_as_measured() {
    let mut wrong = String::new();
    for folder in folders() {
        let truth = truth(&folder);
        let pieces = reader::pieces(&text(&folder, "capture-table.txt"));
        let all: Vec<_> = pieces.iter().collect();
        let capture = reader::capture(&all, &text(&folder, "error-log.txt"));
        for measured in truth["remedies"].as_array().unwrap() {
            let action = measured["do"].as_str().unwrap();
            let weighed = poolscope_diagnosis::judge::weigh(&capture, action).unwrap();
            if weighed.helps != measured["helped"].as_bool() {
                wrong += &format!(
                    "{} {action}: {:?} {}\n",
                    folder.file_name().unwrap().display(),
                    weighed.helps,
                    weighed.says.key
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
