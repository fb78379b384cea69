//! Rounds of paired runs: every round runs each engine directly before or after its baseline, so that a
//! machine that slows down affects both.

use poolscope_engine::bench::Outcome;

use crate::args::BenchArgs;
use crate::full::{self, FullModel};
use crate::heap::{Hold, w1, w2};
use crate::node::Node;
use crate::rate::native_rate;
use crate::stopwatch;

/// Events per second in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    pub heap: f64,
    pub native: f64,
    pub js: f64,
    pub wasm: f64,
}

/// The rounds of each workload, and other measurements.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub rounds: [Vec<Rates>; 3],
    /// Whether there are rates of wasm and JavaScript.
    pub with_wasm: bool,
    /// MB (10^6 bytes) of linear memory after W2, in a module that ran nothing else.
    pub wasm_memory_mb: f64,
    pub outcomes: Vec<Outcome>,
    /// Whether each workload gave the same result in WebAssembly, bit by bit.
    pub same_in_wasm: [bool; 3],
    /// Whether the two baselines gave the same number and order of events.
    pub same_baselines: [bool; 3],
    pub full: FullModel,
}

impl Measured {
    /// Wrong results are worse than slow ones.
    pub fn verify(&self) -> Result<(), String> {
        for (i, found) in self.outcomes.iter().enumerate() {
            let (value, expected, bound) = expectation(i, found);
            if (value / expected - 1.0).abs() > bound {
                return Err(format!("W{}: {value} is not {expected}", i + 1));
            }
        }
        if self.with_wasm {
            for i in 0..3 {
                if !self.same_in_wasm[i] {
                    return Err(format!("W{}: native and wasm differ", i + 1));
                }
                if !self.same_baselines[i] {
                    return Err(format!("W{}: the baselines differ", i + 1));
                }
            }
            if !self.full.same() {
                return Err("full model: native and wasm differ".to_owned());
            }
        }
        Ok(())
    }
}

/// The result of a workload, the theoretical value, and the tolerance of one run: about four standard errors, as
/// estimated by the tests with pooled seeds. Those tests are the real check; this one catches only plain errors.
pub fn expectation(i: usize, found: &Outcome) -> (f64, f64, f64) {
    match i {
        0 => (found.mean, 0.369_590, 0.06),
        1 => (found.done as f64 / found.clock, 31.999_32, 0.01),
        _ => (found.clock, found.done as f64 / 1e5, 0.01),
    }
}

pub fn measure(args: &BenchArgs) -> Result<Measured, String> {
    let start = || Node::start(&args.scripts, &args.package);
    let fresh = (!args.native_only).then_some(&start as &dyn Fn() -> Result<Node, String>);
    let mut measured = rounds(args)?;
    measured.full = full::measure(fresh)?;
    Ok(measured)
}

fn rounds(args: &BenchArgs) -> Result<Measured, String> {
    let mut measured = Measured {
        with_wasm: !args.native_only,
        ..Measured::default()
    };
    let mut nodes = if args.native_only {
        None
    } else {
        let mut fresh = Node::start(&args.scripts, &args.package)?;
        measured.wasm_memory_mb = fresh.run("wasm", 2, 1)?.memory / 1e6;
        // Separate processes: JavaScript runs a seventh slower in one that has run WebAssembly.
        let start = || Node::start(&args.scripts, &args.package);
        Some((start()?, start()?))
    };
    // Round 0 warms up; every later round has its own seed.
    for round in 0..=args.rounds {
        for i in 0..3 {
            let rates = one(i, round as u32, nodes.as_mut(), &mut measured)?;
            if round > 0 {
                measured.rounds[i].push(rates);
            }
        }
    }
    Ok(measured)
}

/// One workload in one round, in all four ways.
fn one(
    i: usize,
    seed: u32,
    nodes: Option<&mut (Node, Node)>,
    measured: &mut Measured,
) -> Result<Rates, String> {
    let number = i as u32 + 1;
    let (heap, baseline) = heap_rate(number, seed);
    let (native, outcome) = native_rate(number, seed)?;
    let mut rates = Rates {
        heap,
        native,
        ..Rates::default()
    };
    if let Some((js, wasm)) = nodes {
        let js = js.run("js", number, seed)?;
        let wasm = wasm.run("wasm", number, seed)?;
        rates.js = js.events / js.seconds;
        rates.wasm = wasm.events / wasm.seconds;
        if seed == 0 {
            measured.same_in_wasm[i] = wasm.outcome == listed(&outcome);
            measured.same_baselines[i] = js.outcome.first() == Some(&baseline.0)
                && js.outcome.last() == Some(&f64::from(baseline.1));
        }
    }
    if seed == 0 {
        measured.outcomes.push(outcome);
    }
    Ok(rates)
}

fn listed(o: &Outcome) -> [f64; 7] {
    let order = f64::from(o.order);
    [
        o.events as f64,
        o.done as f64,
        o.clock,
        o.mean,
        o.p99,
        o.waiting,
        order,
    ]
}

/// Events per second, and number of events and order.
fn heap_rate(number: u32, seed: u32) -> (f64, (f64, u32)) {
    let mut hold = (number == 3).then(|| Hold::new(seed));
    let start = stopwatch::start();
    let found = match &mut hold {
        Some(hold) => hold.run(2_500_000),
        None if number == 1 => w1(seed, 2_000_000),
        None => w2(seed, 1_000_000),
    };
    let rate = found.events as f64 / start.elapsed().as_secs_f64();
    // The sums would be optimised away otherwise.
    std::hint::black_box((found.clock, found.sum, found.done));
    (rate, (found.events as f64, found.order))
}
