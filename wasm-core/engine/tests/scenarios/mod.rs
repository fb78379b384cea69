//! The shipped scenarios reproduce what their sources published.

mod articles;
mod cast;
mod dense;
mod first_pool;
mod priorities;
mod server_model;
mod sizing;
mod systems;

use std::path::Path;

use poolscope_engine::Metrics;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay, Sim};
use serde_json::{Value, json};

fn run(name: &str) -> Outcome {
    run_with::<u64>(name, &[])
}

fn run_with<V: Clone + Into<Value>>(name: &str, changes: &[(&str, V)]) -> Outcome {
    let mut replay = Replay::new(changed(name, &json!({}), changes), Detail::Full);
    while !replay.advance(100_000) {}
    replay.outcome().unwrap()
}

// Runs without a record, which changes no figure: see laws/replay.
fn metrics_of(scenario: &Scenario) -> Metrics {
    let mut sim = Sim::new(scenario, Detail::Figures);
    while !sim.run(scenario.until_us * 1_000, 100_000) {}
    sim.outcome(scenario).unwrap().metrics
}

// The scenario with these server variables, and these values at these pointers.
fn changed<V: Clone + Into<Value>>(name: &str, server: &Value, changes: &[(&str, V)]) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let mut scenario: Value = serde_json::from_str(&text).unwrap();
    let variables = scenario["server"].as_object_mut().unwrap();
    variables.extend(server.as_object().unwrap().clone());
    for (pointer, value) in changes {
        *scenario.pointer_mut(pointer).unwrap() = value.clone().into();
    }
    Scenario::from_json(&scenario.to_string()).unwrap()
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

// Seconds per batch, to a tenth, as the article shows them.
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
