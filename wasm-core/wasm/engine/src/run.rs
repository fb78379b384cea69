//! Runs of scenarios.

use poolscope_engine::json::Printer;
use poolscope_engine::sim::{Detail, Replay};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::{frame, number_of, print_float, refuse};

/// A run of a scenario: recorded in slices, then looked at from any moment.
#[wasm_bindgen]
pub struct Run {
    replay: Replay,
}

// Converts a number from the page: an invalid time becomes the nearest valid one.
fn time_ns(value: f64) -> u64 {
    value as u64
}

#[wasm_bindgen]
impl Run {
    /// A run at time 0. `overrides` is a JSON object of names (or JSON pointers) and values; `detail` is
    /// `full` (the default) or `figures`, which keeps no log and no lives.
    ///
    /// # Errors
    /// An Error whose message is `{"errors": [...]}`.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, overrides: &str, detail: Option<String>) -> Result<Run, JsError> {
        let detail = Detail::named(detail.as_deref()).map_err(|p| refuse(&p))?;
        let found = Replay::from_texts(scenario, overrides, detail, number_of);
        let replay = found.map_err(|p| refuse(&p))?;
        Ok(Run { replay })
    }

    /// Records up to `steps` more engine steps; true when the run is complete.
    pub fn advance(&mut self, steps: u32) -> bool {
        self.replay.advance(steps)
    }

    /// Simulated time recorded so far.
    pub fn progress_ns(&self) -> f64 {
        self.replay.recorded_ns() as f64
    }

    /// The outcome as JSON.
    pub fn outcome(&self) -> String {
        Printer::print(&self.replay.outcome_to_print(), print_float)
    }

    /// Only the figures, as numbers: arrived, finished, failed, open, throughput per second, latencies in ns
    /// (mean, p50, p95, p99, max), time of the last answer, of the end, stopped (0 until, 1 steps, 2
    /// memory), mean number in the system, most threads.
    pub fn summary(&self) -> Vec<f64> {
        let summary = self.replay.summary();
        summary.map_or_else(Vec::new, |s| s.numbers().to_vec())
    }

    /// The picture at a time: a flat object of numbers and typed arrays.
    pub fn frame(&mut self, time_ns_value: f64) -> JsValue {
        let frame = self.replay.frame(time_ns(time_ns_value));
        frame::to_js(&|give| frame.columns(give))
    }

    /// The picture right after an engine step.
    pub fn frame_at_step(&mut self, step: u32) -> JsValue {
        let frame = self.replay.frame_at_step(step);
        frame::to_js(&|give| frame.columns(give))
    }

    /// The server's own instruments at a time, as JSON.
    pub fn instruments(&mut self, time_ns_value: f64) -> String {
        Printer::print(
            &self.replay.instruments(time_ns(time_ns_value)),
            print_float,
        )
    }

    /// Digest of the trace recorded so far.
    pub fn digest(&self) -> String {
        self.replay.digest()
    }

    /// Records all events up to and including a time, and stops there.
    pub fn advance_to(&mut self, time_ns_value: f64) {
        self.replay.advance_to(time_ns(time_ns_value));
    }

    /// Adds what a hand does: one act, as in the `acts` of a scenario. Not before the recorded moment, nor before the
    /// act before it.
    ///
    /// # Errors
    /// An Error whose message is `{"errors": [...]}`.
    pub fn act(&mut self, act: &str) -> Result<(), JsError> {
        let acted = self.replay.act(act, number_of);
        acted.map_err(|p| refuse(&p))
    }

    /// What has ended since the last call, like a frame; the first call only asks for it.
    pub fn answers(&mut self) -> JsValue {
        let answers = self.replay.answers();
        frame::to_js(&|give| answers.columns(give))
    }

    /// The times of the run's requests and threads, like a frame, for comparing the run with a measured one.
    pub fn timings(&self) -> JsValue {
        let timings = self.replay.timings();
        frame::to_js(&|give| timings.columns(give))
    }
}
