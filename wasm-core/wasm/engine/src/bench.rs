//! The workloads of `npm run bench`, for Node.
use poolscope_engine::bench::{Workload, workload};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A run of W1, W2 or W3 in slices, because a browser replaces slow code by optimised code only between calls.
#[wasm_bindgen]
pub struct Bench {
    workload: Box<dyn Workload>,
}

#[wasm_bindgen]
impl Bench {
    /// Starts a run of this workload (1 to 3) with this seed.
    ///
    /// # Errors
    /// If there is no such workload.
    #[wasm_bindgen(constructor)]
    pub fn new(number: u32, seed: u32) -> Result<Bench, JsError> {
        let workload = workload(number, seed).ok_or_else(|| JsError::new("no such workload"))?;
        Ok(Self { workload })
    }

    /// Handles about this many more events; true when the run is over.
    pub fn slice(&mut self, events: u32) -> bool {
        self.workload.slice(u64::from(events))
    }

    /// Events handled so far.
    #[wasm_bindgen(getter)]
    pub fn events(&self) -> f64 {
        self.workload.outcome().events as f64
    }

    /// The result, to be compared bit by bit with a native run: events, done, clock, mean, p99, waiting, order.
    pub fn outcome(&self) -> Vec<f64> {
        let found = self.workload.outcome();
        vec![
            found.events as f64,
            found.done as f64,
            found.clock,
            found.mean,
            found.p99,
            found.waiting,
            f64::from(found.order),
        ]
    }
}
