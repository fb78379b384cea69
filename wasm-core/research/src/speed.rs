//! `research speed`: runs each model of `speed/models.json` once, natively, and the plain loop of the first.
use std::time::{Duration, Instant};

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};
use serde_json::{Value, json};

use crate::heap::Closed;

/// `speed/heap.mjs` and `web/tools/bench.mjs` run the same.
const MODELS: &str = include_str!("../speed/models.json");
/// Steps per call, as on a page.
const SLICE: u32 = 50_000;

#[expect(
    clippy::disallowed_methods,
    reason = "what is measured is this machine's own time"
)]
fn timed<Found>(work: impl FnOnce() -> Found) -> (Found, Duration) {
    let start = Instant::now();
    let found = work();
    (found, start.elapsed())
}

/// The closed queue that a model of one queue says.
fn closed(scenario: &Value) -> Option<Closed> {
    let number = |pointer: &str| scenario.pointer(pointer)?.as_f64();
    let crowd = "/clients/0";
    Some(Closed {
        clients: number(&format!("{crowd}/count"))? as u32,
        workers: number("/server/thread_pool_size")? as u32,
        think_us: number(&format!(
            "{crowd}/arrivals/closed/think/exponential/mean_us"
        ))?,
        work_us: number(&format!(
            "{crowd}/statements/0/steps/0/cpu_us/exponential/mean_us"
        ))?,
        until_us: number("/until_us")?,
    })
}

/// Answers, seconds and the trace's digest of each model, and the same of the loop, as JSON.
pub fn speed() -> Result<String, String> {
    let models: Value = serde_json::from_str(MODELS).map_err(|error| error.to_string())?;
    let models = models.as_array().ok_or("no list of models")?;
    let loop_of = models.first().and_then(|model| closed(&model["scenario"]));
    let loop_of = loop_of.ok_or("the first model is no closed queue")?;
    let (answers, took) = timed(|| loop_of.answers(1));
    let engine = models.iter().map(run).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({
        "loop": { "answers": answers, "seconds": took.as_secs_f64() },
        "engine": engine,
    })
    .to_string())
}

/// As on a page: a run that can be looked at, without its log.
fn run(model: &Value) -> Result<Value, String> {
    let read = Scenario::from_json(&model["scenario"].to_string());
    let scenario = read.map_err(|problems| problems.to_string())?;
    let mut replay = Replay::new(scenario, Detail::Figures);
    let ((), took) = timed(|| while !replay.advance(SLICE) {});
    let summary = replay.summary().ok_or("the run has no end")?;
    Ok(json!({
        "answers": summary.metrics.finished,
        "seconds": took.as_secs_f64(),
        "digest": replay.digest(),
    }))
}

#[cfg(test)]
mod tests {
    use super::{MODELS, closed, run};
    use serde_json::Value;

    #[test]
    fn the_loop_and_the_engine_simulate_the_same_queue() {
        let models: Value = serde_json::from_str(MODELS).unwrap();
        let engine = run(&models[0]).unwrap()["answers"].as_f64().unwrap();
        let answers = closed(&models[0]["scenario"]).unwrap().answers(1) as f64;
        assert!((engine / answers - 1.0).abs() < 0.01, "{engine} {answers}");
    }
}
