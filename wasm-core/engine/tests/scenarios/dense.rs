//! Crowds: the dense scenarios behave as described, and a truncated record loses no figure.

use poolscope_engine::ids::GroupId;
use std::path::Path;

use poolscope_engine::life::Life;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay};

fn run(name: &str, overrides: &[(&str, u64)], whole: bool) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let set: Vec<_> = overrides
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).into()))
        .collect();
    let mut scenario = Scenario::from_json_with(&text, &set).unwrap();
    if whole {
        scenario.record = Default::default();
        scenario.budget.record_mb = 512;
    }
    let mut replay = Replay::new(scenario, Detail::Full);
    while !replay.advance(100_000) {}
    replay.outcome().unwrap()
}

// As in the file, but keeping everything, and with other settings.
fn run_whole(name: &str, overrides: &[(&str, u64)]) -> Outcome {
    run(name, overrides, true)
}

fn median_ms(outcome: &Outcome, of: impl Fn(&Life) -> bool) -> f64 {
    let lives = outcome.lives.iter().filter(|l| of(l));
    let mut all: Vec<u64> = lives
        .filter_map(|l| Some(l.end_ns? - l.arrive_ns))
        .collect();
    all.sort_unstable();
    all[all.len() / 2] as f64 / 1e6
}

/// `id mod size` ignores what a connection costs; idle groups never help.
#[test]
fn one_group_of_36_is_hot() {
    let query = |l: &Life| l.name.starts_with("query");
    let hot = |l: &Life| query(l) && l.group == Some(GroupId(5));
    let elsewhere = |l: &Life| query(l) && l.group != Some(GroupId(5));
    let outcome = run_whole("dense-36-groups", &[]);
    let [slow, fast] = [median_ms(&outcome, hot), median_ms(&outcome, elsewhere)];
    assert!(slow > 450.0 && fast < 0.3, "{slow} ms against {fast} ms");
    assert!(outcome.metrics.utilisation.unwrap() < 0.2);
    let clients_of_5: std::collections::BTreeSet<_> = outcome
        .lives
        .iter()
        .filter(|l| l.group == Some(GroupId(5)))
        .map(|l| (l.name.starts_with("query"), l.connection))
        .collect();
    assert_eq!(clients_of_5.iter().filter(|(query, _)| *query).count(), 28);
    assert_eq!(clients_of_5.len(), 56);
    // With one more group, the 28 reports go to 28 groups.
    let spread = run_whole("dense-36-groups", &[("thread_pool_size", 37)]);
    let reports: std::collections::BTreeSet<_> = spread
        .lives
        .iter()
        .filter(|l| l.name.starts_with("report"))
        .map(|l| l.group)
        .collect();
    assert_eq!(reports.len(), 28);
    let [longest, mean] = [
        |o: &Outcome| o.metrics.latency.max_ns,
        |o: &Outcome| o.metrics.latency.mean_ns as u64,
    ];
    assert!(longest(&spread) < longest(&outcome) / 2);
    assert!(mean(&spread) > 3 * mean(&outcome));
    let both = run_whole(
        "dense-36-groups",
        &[
            ("thread_pool_stall_limit", 10),
            ("thread_pool_oversubscribe", 30),
        ],
    );
    assert!(longest(&both) < longest(&outcome) / 2 && mean(&both) < mean(&outcome));
}

#[test]
fn thousands_of_connections_need_few_threads() {
    let outcome = run("dense-16384-connections", &[], false);
    assert_eq!(outcome.metrics.threads_peak, 36);
    let busy = outcome.metrics.utilisation.unwrap();
    assert!((0.88..0.92).contains(&busy), "{busy}");
    let whole = run_whole("dense-16384-connections", &[]);
    assert_eq!(outcome.metrics, whole.metrics);
    let lost = outcome.not_kept.unwrap();
    assert_eq!(whole.lives.len(), outcome.lives.len() + lost.lives as usize);
    assert_eq!(
        whole.events.len(),
        outcome.events.len() + lost.events as usize
    );
    assert_eq!(whole.lives[..32], outcome.lives);
    assert_eq!(whole.events[..120], outcome.events);
    let json = serde_json::to_vec(&outcome).unwrap();
    assert!(json.len() < 130_000, "{} bytes", json.len());
}
