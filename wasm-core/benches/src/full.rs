//! The full model, native and in WebAssembly: a pool alone, and the whole server model under one thread per
//! connection and under a pool; also a benchmark's figure, simulated and solved.

use poolscope_curves::{Case, PointOptions, PointRun, Regime, System, analytic};
use poolscope_engine::json::read_float;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::node::Node;
use crate::rate::{native_rate, spread};
use crate::stopwatch;

/// Numbers of clients; 16,384 is the largest scene on a page, 65,536 the most that a scenario may have.
pub const CLIENTS: [u32; 5] = [64, TYPICAL, 4_096, LARGEST, MOST];
/// The number of clients for rates, the one that must keep up with real time, and the largest.
pub const TYPICAL: u32 = 1_024;
pub const LARGEST: u32 = 16_384;
pub const MOST: u32 = 65_536;
/// Engine steps that are timed, after a tenth of them untimed.
const STEPS: u32 = 200_000;
/// Number of rounds. The report has the fastest run and the median of each ratio: compared runs are in the
/// same round, one directly after the other.
const ROUNDS: usize = 9;
/// Steps per slice, as on a page.
const SLICE: u32 = 50_000;
/// So long that the steps end first.
const UNTIL_US: u64 = 864_000_000_000;
/// The machine and workload of the curve with which the first page of benchmarks opens.
const CURVE_OF: (Option<&str>, Option<&str>) = (Some("pitbull"), Some("POINT_SELECT"));
/// The parameters that reproduce it.
const FIT: &str = include_str!("../../../content/benchmarks/fit/mariadb-5.5.json");
/// Client counts of a figure, and of its curve.
const COUNTS: [u32; 9] = [16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096];
const TO_16K: [u32; 11] = [
    16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384,
];

/// The simulated model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// MariaDB's pool on shared cores, nothing else.
    Pool,
    /// The whole server model, all statements at once.
    ServerThreads,
    /// The same server with a pool.
    ServerPool,
}

impl Model {
    pub const ALL: [Model; 3] = [Model::Pool, Model::ServerThreads, Model::ServerPool];

    pub fn name(self) -> &'static str {
        match self {
            Model::Pool => "pool alone",
            Model::ServerThreads => "server, one thread per connection",
            Model::ServerPool => "server, pool",
        }
    }
}

/// The time of a number of steps, and the simulated time that they covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Timed {
    pub seconds: f64,
    pub steps: f64,
    /// Simulated time of these steps.
    pub span_ns: f64,
    /// The clock at the end, in simulated time.
    pub now_ns: f64,
}

impl Timed {
    /// Steps a second.
    pub fn rate(&self) -> f64 {
        self.steps / self.seconds
    }

    fn or_faster(self, other: Timed) -> Timed {
        if other.seconds < self.seconds {
            other
        } else {
            self
        }
    }

    /// Simulated seconds a second.
    pub fn speed(&self) -> f64 {
        self.span_ns / 1e9 / self.seconds
    }
}

/// A model at one number of clients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Full {
    pub model: Model,
    pub clients: u32,
    pub native: Timed,
    pub wasm: Option<Timed>,
    /// Rate of WebAssembly divided by the native one.
    pub wasm_over_native: Option<f64>,
    /// Cost of a native step: with [`TYPICAL`] clients in events of W2, with [`MOST`] in steps with [`TYPICAL`].
    pub over_reference: Option<f64>,
}

/// A figure: nine points of two systems at +-2 %, and the curve to 16,384 clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Curve {
    pub seconds: f64,
    pub events: f64,
    /// The widest half of a 95 % interval, as a share of the throughput.
    pub widest: f64,
    pub analytic_seconds: f64,
}

/// The measurements of the full model.
#[derive(Clone, Debug, Default)]
pub struct FullModel {
    pub all: Vec<Full>,
    pub curve: Curve,
    pub curve_wasm: Option<Curve>,
}

impl FullModel {
    /// Whether WebAssembly gave the same results.
    pub fn same(&self) -> bool {
        let same = |f: &Full| f.wasm.is_none_or(|w| w.now_ns == f.native.now_ns);
        // Read from JSON, which may lose a last bit.
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b;
        let own = self.curve;
        let curve = |c: Curve| c.events == own.events && near(c.widest, own.widest);
        self.all.iter().all(same) && self.curve_wasm.is_none_or(curve)
    }
}

/// Measures all of it. `fresh` starts a new Node process.
pub fn measure(fresh: Option<&dyn Fn() -> Result<Node, String>>) -> Result<FullModel, String> {
    let case = shipped_case()?;
    // As in a reader's worker: nothing is compiled yet.
    let curve_wasm = match fresh {
        Some(start) => {
            let counts = json!({ "case": &case, "counts": COUNTS, "line": TO_16K });
            let asked = start().and_then(|mut node| node.ask(&format!("curve {counts}")));
            Some(asked?)
        }
        None => None,
    };
    let mut node = match fresh {
        Some(start) => Some(start()?),
        None => None,
    };
    let mut all = Vec::new();
    for model in Model::ALL {
        for clients in CLIENTS {
            all.push(measure_one(model, clients, node.as_mut())?);
        }
    }
    Ok(FullModel {
        all,
        curve: curve(&case)?,
        curve_wasm,
    })
}

fn measure_one(model: Model, clients: u32, mut node: Option<&mut Node>) -> Result<Full, String> {
    let file = scenario(model, clients).to_string();
    let typical = scenario(model, TYPICAL).to_string();
    let asked = json!({ "steps": STEPS, "slice": SLICE, "scenario": file });
    let request = format!("model {asked}");
    let (mut natives, mut wasms) = (Vec::new(), Vec::new());
    let (mut ratios, mut over) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let reference = match clients {
            TYPICAL => Some(native_rate(2, round as u32)?.0),
            MOST => Some(run(&typical, STEPS)?.rate()),
            _ => None,
        };
        let native = run(&file, STEPS)?;
        if let Some(node) = &mut node {
            let wasm: Timed = node.ask(&request)?;
            ratios.push(wasm.rate() / native.rate());
            wasms.push(wasm);
        }
        over.extend(reference.map(|rate| rate / native.rate()));
        natives.push(native);
    }
    let fastest = |all: Vec<Timed>| all.into_iter().reduce(Timed::or_faster);
    let median = |all: Vec<f64>| (!all.is_empty()).then(|| spread(all)[1]);
    Ok(Full {
        model,
        clients,
        native: fastest(natives).unwrap_or_default(),
        wasm: fastest(wasms),
        wasm_over_native: median(ratios),
        over_reference: median(over),
    })
}

fn shipped_case() -> Result<Case, String> {
    let fit: Value = serde_json::from_str(FIT).map_err(|error| error.to_string())?;
    let mut cases = fit["cases"].as_array().into_iter().flatten();
    let case = cases.find(|c| (c["machine"].as_str(), c["workload"].as_str()) == CURVE_OF);
    let case = case.ok_or("the fit has no such case")?.to_string();
    Case::from_json(&case, read_float).map_err(|problems| problems.to_string())
}

/// Clients think 100 ms and need 1 ms of CPU, both exponential, with 16 groups and 32 cores. In the server model
/// every statement is a transaction that visits the latch between two bursts, and threads queue for cores.
fn scenario(model: Model, clients: u32) -> Value {
    let cpu = |mean_us: u32| json!({ "cpu_us": { "exponential": { "mean_us": mean_us } } });
    let pool = json!({ "scheduler": "mariadb", "version": "10.11", "thread_pool_size": 16 });
    let threads = json!({ "scheduler": "one-thread-per-connection" });
    let server = if model == Model::ServerThreads {
        threads
    } else {
        pool
    };
    let mut machine = json!({ "cores": 32 });
    let mut steps = json!([cpu(1_000)]);
    if model != Model::Pool {
        machine["run_queue"] = json!({ "time_slice_us": 2_000, "context_switch_us": 1.5 });
        machine["cold_cache"] = json!({ "connection_us": 36, "thread_us": 120, "contexts": 2_100, "warm_worker_us": 1.5 });
        machine["latch"] = json!({ "hold_us": 10, "scan_us": 0.01, "hand_over_us": 20, "herd_us": 0.003,
            "herd_growth_waiters": 5_000, "spin_waiters": 100, "stages": 1 });
        steps =
            json!([{ "begin": true }, cpu(500), { "latch": true }, cpu(500), { "commit": true }]);
    }
    json!({
        "server": server,
        "machine": machine,
        "until_us": UNTIL_US,
        "budget": { "steps": 2_000_000_000 },
        "clients": [{
            "count": clients,
            "arrivals": { "closed": { "think": { "exponential": { "mean_us": 100_000 } } } },
            "statements": [{ "steps": steps }],
        }],
    })
}

// As in WebAssembly: a run that can be looked at, without its log.
fn run(file: &str, steps: u32) -> Result<Timed, String> {
    let scenario = Scenario::from_json(file).map_err(|problems| problems.to_string())?;
    let mut replay = Replay::new(scenario, Detail::Figures);
    replay.advance(steps / 10);
    let (steps_before, before_ns) = (replay.recorded_steps(), replay.recorded_ns());
    let start = stopwatch::start();
    let mut left = steps;
    while left > 0 && !replay.advance(SLICE.min(left)) {
        left -= SLICE.min(left);
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(Timed {
        seconds,
        steps: f64::from(replay.recorded_steps() - steps_before),
        span_ns: (replay.recorded_ns() - before_ns) as f64,
        now_ns: replay.recorded_ns() as f64,
    })
}

fn curve(case: &Case) -> Result<Curve, String> {
    let systems = [System::OneThread, System::Pool];
    let start = stopwatch::start();
    let mut found = Curve::default();
    for system in systems {
        for clients in COUNTS {
            let mut point = PointRun::new(case, system, clients, PointOptions::default())
                .map_err(|problems| problems.to_string())?;
            while !point.advance(SLICE) {}
            let estimate = point.estimate();
            found.events += f64::from(estimate.events);
            found.widest = found.widest.max(estimate.half_width);
        }
    }
    found.seconds = start.elapsed().as_secs_f64();
    let start = stopwatch::start();
    for system in systems {
        for clients in TO_16K {
            std::hint::black_box(analytic(case, system, clients, Regime::PileUp));
        }
    }
    found.analytic_seconds = start.elapsed().as_secs_f64();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{CURVE_OF, Model, run, scenario, shipped_case};

    #[test]
    fn the_curve_has_its_parameters() {
        let case = shipped_case().unwrap();
        assert_eq!((Some(&*case.machine), Some(&*case.workload)), CURVE_OF);
    }

    #[test]
    fn every_model_keeps_running() {
        for model in Model::ALL {
            let found = run(&scenario(model, 64).to_string(), 50_000).unwrap();
            assert_eq!(found.steps, 50_000.0, "{model:?}");
            assert!(found.seconds > 0.0 && found.span_ns > 0.0, "{model:?}");
        }
    }
}
