//! The scenarios that ship give what their sources published.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay};

fn run(name: &str) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let mut replay = Replay::new(Scenario::from_json(&text).unwrap(), Detail::Full);
    while !replay.advance(100_000) {}
    replay.outcome().unwrap()
}

fn latencies_ms(outcome: &Outcome) -> Vec<f64> {
    let mut all: Vec<f64> = outcome
        .lives
        .iter()
        .filter_map(|l| Some((l.end_ns? - l.arrive_ns) as f64 / 1e6))
        .collect();
    all.sort_by(f64::total_cmp);
    all
}

// Seconds per batch, to a tenth: what the article's runs show.
fn tenths(outcome: &Outcome) -> Vec<i64> {
    latencies_ms(outcome)
        .iter()
        .map(|ms| (ms / 100.0).round() as i64)
        .collect()
}

/// Source: wych42, "MySQL thread pool stall, reproduced", 2023-05-26.
#[test]
fn published_batches_come_out() {
    assert_eq!(
        tenths(&run("mariadb-max-threads-6")),
        [20, 20, 20, 20, 20, 20, 40, 40]
    );
    assert_eq!(tenths(&run("mariadb-max-threads-8")), [20; 8]);
    assert_eq!(
        tenths(&run("percona-oversubscribe-1")),
        [20, 20, 40, 40, 60, 60, 80, 80]
    );
    assert_eq!(
        tenths(&run("percona-oversubscribe-2")),
        [20, 20, 20, 40, 40, 40, 60, 60]
    );
    assert_eq!(
        tenths(&run("percona-sleep-200ms")),
        [2, 2, 4, 4, 6, 6, 8, 8, 10, 10]
    );
    assert_eq!(tenths(&run("one-thread-eight-sleeps")), [20; 8]);
}

/// The published times contain connecting, so they are later than the simulated ones, never earlier,
/// and by less than a tenth of a second.
#[test]
fn published_times_stand_next_to_the_simulated_ones() {
    for name in [
        "mariadb-max-threads-6",
        "mariadb-max-threads-8",
        "percona-oversubscribe-1",
        "percona-oversubscribe-2",
        "percona-sleep-200ms",
    ] {
        let outcome = run(name);
        let published: Vec<f64> = outcome_published(name);
        for (simulated, published) in latencies_ms(&outcome).iter().zip(published) {
            let late = published - simulated;
            assert!(
                (0.0..100.0).contains(&late),
                "{name}: {published} against {simulated}"
            );
        }
    }
}

fn outcome_published(name: &str) -> Vec<f64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    Scenario::from_json(&text).unwrap().published[0]
        .latencies_ms
        .clone()
}

/// Source: wych42, 2023-05-26: connection 410 waits about 25 s while 405 answers at once, and the
/// error log's line carries session 406.
#[test]
fn one_lane_is_stuck() {
    let outcome = run("percona-two-groups");
    let slow = outcome.lives.iter().find(|l| l.name == "slow").unwrap();
    let waited_ms = (slow.end_ns.unwrap() - slow.arrive_ns) / 1_000_000;
    assert_eq!(waited_ms, 25_001);
    for fast in outcome.lives.iter().filter(|l| l.name.starts_with("fast")) {
        assert!(fast.end_ns.unwrap() - fast.arrive_ns < 2_000_000);
    }
    let log = serde_json::to_value(&outcome.events).unwrap();
    let told = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|e| e["kind"] == "pool_blocked_message");
    let told: Vec<_> = told.collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["connection"], 406);
    assert_eq!(told[0]["level"], "error");
}

/// Source: wych42, 2023-05-26, "16 x (1 + 3) = 64": right for waits, wrong for computing.
#[test]
fn sixty_five_requests() {
    let waiting = latencies_ms(&run("requests-65-waiting"));
    assert_eq!(waiting.iter().filter(|ms| **ms < 12.0).count(), 64);
    assert_eq!(
        waiting
            .iter()
            .filter(|ms| (18.0..22.0).contains(*ms))
            .count(),
        1
    );
    let computing = run("requests-65-computing");
    let last = computing.lives.iter().find(|l| l.connection == 64).unwrap();
    assert_eq!((last.end_ns.unwrap() - last.arrive_ns) / 10_000_000, 5);
}
