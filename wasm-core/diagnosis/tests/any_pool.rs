//! Captures of Oracle's plugin in the words that a server prints: `captures-any-pool/README.md`.

use std::fs;
use std::path::Path;

use poolscope_diagnosis::diagnose;
use poolscope_diagnosis::judge::{Diagnosis, Level, judge};
use poolscope_diagnosis::read::{Keep, read};
use poolscope_diagnosis::state::Does;

const FORMS: [&str; 2] = ["t", "G"];

fn diagnoses(name: &str) -> Vec<Diagnosis> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("captures-any-pool");
    let folders = fs::read_dir(folder).unwrap();
    let mut paths = folders.map(|one| one.unwrap().path());
    let starts = format!("{name}-");
    let path = paths
        .find(|path| {
            path.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(&starts)
        })
        .unwrap();
    let file = |form: &&str| path.join(format!("capture.{form}.txt"));
    let texts = FORMS.iter().filter(|form| file(form).exists());
    texts
        .map(|form| {
            judge(&read(
                &fs::read_to_string(file(form)).unwrap(),
                Keep::Redacted,
            ))
        })
        .collect()
}

fn causes(diagnosis: &Diagnosis) -> Vec<&'static str> {
    diagnosis.troubles.iter().map(|t| t.cause.key()).collect()
}

fn facts(diagnosis: &Diagnosis) -> Vec<&'static str> {
    diagnosis.facts.iter().map(|fact| fact.says.key).collect()
}

/// The cause of each capture and its groups; without one it is not shown.
#[test]
fn a_servers_words_are_judged_by_the_truth() {
    let none: (&[&str], &[u32]) = (&[], &[]);
    let limit: (&[&str], &[u32]) = (&["transaction_limit"], &[2]);
    let idle: (&[&str], &[u32]) = (&["idle_transactions"], &[2]);
    let lock: (&[&str], &[u32]) = (&["lock_pile_up"], &[]);
    let slow: (&[&str], &[u32]) = (&["slow_statements"], &[]);
    for (name, (cause, groups)) in [
        ("O01", idle),
        // With the usual timer the queue is the high one, whose age another table shows.
        ("O01e", idle),
        ("O02", (&["transaction_limit"], &[5])),
        ("O07", slow),
        ("O08b", none),
        ("O10", (&["hot_group"], &[5])),
        ("O13b", none),
        ("O15", none),
        ("O19", none),
        ("O21", none),
        ("A01", none),
        ("A03", none),
        ("A05", none),
        // As many threads wait for a row as there are statements that may.
        ("A09", lock),
        ("A09c", lock),
        ("W01", limit),
        ("W03", none),
        ("W05", none),
        ("W07", limit),
        ("B01", none),
        ("B03", none),
        ("B05", none),
    ] {
        let all = diagnoses(name);
        assert!(!all.is_empty(), "{name}");
        for diagnosis in all {
            assert_eq!(causes(&diagnosis), cause, "{name}");
            let worst = diagnosis.troubles.first();
            assert_eq!(worst.map_or(&[][..], |t| &t.groups), groups, "{name}");
        }
    }
    for healthy in diagnoses("A07") {
        assert_eq!(healthy.level, Level::Fine);
    }
    for (name, key) in [
        ("B03", "diagnose_fact_off_plugin"),
        ("B05", "diagnose_fact_off"),
    ] {
        for off in diagnoses(name) {
            assert!(facts(&off).contains(&key), "{name}");
        }
    }
}

/// Those who hold the places of a full limit are named, and one of them is to be killed.
#[test]
fn holders_are_named_in_the_servers_words() {
    for name in ["O01", "O01e"] {
        for diagnosis in diagnoses(name) {
            let text = format!("{diagnosis:?}");
            assert!(text.contains("KILL 18"), "{name}");
            for holder in ["18", "34", "50"] {
                assert!(text.contains(holder), "{name} {holder}");
            }
        }
    }
}

/// The Admin group, whose limit is always 0, is in no sentence; the limit is suspended where its time is set. Waits for
/// locks are told, and columns that were not chosen say nothing of the release.
#[test]
fn nothing_false_is_said_beside_a_verdict() {
    for name in [
        "O01", "O02", "O07", "O08b", "O15", "O19", "A03", "A07", "A09c", "W03", "W05",
    ] {
        for diagnosis in diagnoses(name) {
            let facts = facts(&diagnosis);
            assert!(!facts.contains(&"diagnose_fact_tp_suspended"), "{name}");
            let none = ["W03", "W05"].contains(&name);
            assert!(!none || !facts.iter().any(|key| key.starts_with("diagnose_fact_tp")));
        }
    }
    for diagnosis in diagnoses("A01") {
        assert!(facts(&diagnosis).contains(&"diagnose_fact_tp_suspended"));
    }
    for name in ["A05", "A09", "A09c"] {
        for diagnosis in diagnoses(name) {
            let said = facts(&diagnosis);
            assert!(said.contains(&"diagnose_fact_tp_locks"), "{name}");
        }
    }
}

/// "Is it on?" is answered when it is, by the variables and by the list of plugins; a setting alone does not say it.
#[test]
fn a_pool_that_is_on_is_said_to_be_on() {
    for (name, on) in [
        ("O13b", true),
        ("B01", true),
        ("B03", false),
        ("O15", false),
    ] {
        for diagnosis in diagnoses(name) {
            let said = facts(&diagnosis).contains(&"diagnose_fact_on");
            assert_eq!(said, on, "{name}");
        }
    }
    let family = |text: &str| judge(&read(text, Keep::Redacted)).server.family;
    let loaded = "Variable_name\tValue\nthread_handling\tloaded-dynamically\n";
    assert_eq!(family(loaded), Some("oracle"));
    let kunpeng = format!("{loaded}thread_pool_oversubscribe\t3\n");
    assert_ne!(family(&kunpeng), Some("oracle"));
}

/// A wait by a word that is not known is a wait all the same: its statement is not slow by itself.
#[test]
fn an_unknown_wait_is_a_wait() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = folder.join("captures-any-pool/A09-row-lock-words-of-the-server/capture.t.txt");
    let text = fs::read_to_string(file).unwrap();
    let none: &[&str] = &[];
    for (word, cause) in [
        ("Waiting for ADMIT evt", none),
        ("waiting_for_ROW_lock", &["lock_pile_up"]),
    ] {
        let text = text.replace("Waiting for row lock", word);
        let diagnosis = judge(&read(&text, Keep::Redacted));
        assert_eq!(causes(&diagnosis), cause, "{word}");
    }
}

/// Groups of the plugin are drawn by its tables: who has a thread, who is queued, who holds a thread in silence. The Admin
/// group, in which only the look itself is, is left out.
#[test]
fn groups_of_the_plugin_are_drawn_by_its_tables() {
    let text = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("captures-mysql");
        fs::read_to_string(folder.join(name).join("capture-table.txt")).unwrap()
    };
    let drawn = |name: &str| {
        let said = diagnose(&text(name), Keep::Redacted);
        let (look, seen) = said.pool.unwrap();
        assert_eq!(look, 1, "{name}");
        seen
    };
    let seen = drawn("h-idle-transactions-hold-all-places");
    let groups: Vec<u32> = seen.groups.keys().copied().collect();
    assert_eq!(groups, [0, 1]);
    for group in seen.groups.values() {
        let silent = group
            .seats
            .iter()
            .filter(|seat| seat.does == Some(Does::Waiting));
        assert_eq!(
            (silent.count(), group.queued.len(), group.unnamed),
            (3, 6, 0)
        );
        let row = group.made.as_ref().unwrap();
        assert_eq!(
            (row.threads, row.active_threads, row.queue_length),
            (4, 0, 6)
        );
    }
    let seen = drawn("a-row-lock");
    let does = |does| {
        let seats = seen.groups.values().flat_map(|group| &group.seats);
        seats.filter(|seat| seat.does == Some(does)).count()
    };
    // Its holder is silent in a transaction.
    assert_eq!((does(Does::Lock), does(Does::Waiting)), (10, 1));
    for name in [
        "a-row-lock",
        "d-lock-tables",
        "f-get-lock",
        "h-idle-transactions-hold-all-places",
    ] {
        for group in drawn(name).groups.values() {
            let row = group.made.as_ref().unwrap();
            let parts = group.waiting + row.active_threads + row.standby_threads;
            assert_eq!(parts + u32::from(row.has_listener), row.threads, "{name}");
        }
    }
}
