//! The scenarios that ship give what their sources published.

mod articles;
mod cast;
mod dense;
mod first_pool;
mod priorities;
mod server_model;
mod sizing;
mod systems;

use std::path::Path;

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay};
use serde_json::Value;

fn run(name: &str) -> Outcome {
    run_with::<u64>(name, &[])
}

fn run_with<V: Clone + Into<Value>>(name: &str, changes: &[(&str, V)]) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let mut scenario: Value = serde_json::from_str(&text).unwrap();
    for (pointer, value) in changes {
        *scenario.pointer_mut(pointer).unwrap() = value.clone().into();
    }
    let scenario = Scenario::from_json(&scenario.to_string()).unwrap();
    let mut replay = Replay::new(scenario, Detail::Full);
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

fn published_ms(name: &str) -> Vec<f64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    Scenario::from_json(&text).unwrap().published[0]
        .latencies_ms
        .clone()
}

fn latency_ms(outcome: &Outcome, name: &str) -> u64 {
    let life = outcome.lives.iter().find(|l| l.name == name).unwrap();
    (life.end_ns.unwrap() - life.arrive_ns) / 1_000_000
}
