//! `fit`: finds the parameters of the model that reproduce a benchmark, using its analytic solution.
//!
//! Each machine is fitted separately, with all its workloads and both systems together. Parameters of a
//! machine: the outer delay, the wake-up, the costs of caches, the growth of the herd's cost, the scales of
//! hand-over and herd, and the time per entry of one scan of the list of open transactions. Parameters of a
//! workload: its CPU, its hold time, its share of hand-over and herd, how many of its waiters spin, and its
//! own scan time if its transactions scan the list more than once.

use std::fmt::Write;

use poolscope_curves::analytic::{VALLEY, with_valley};
use poolscope_curves::{Case, Parameters, Regime, System};
use serde::Serialize;

use crate::FitArgs;
use crate::benchmark::{Benchmark, Curve, Machine, Workload};
use crate::search;
use crate::usl::DELTA;

/// A shallower valley than the real one: e^-3. A fit that is right with both does not depend on a critical point.
const SHALLOW: f64 = 0.049_787_068_367_863_944;
/// First the parameters of each machine, then those of each workload.
const OF_MACHINE: [(f64, f64); 10] = [
    (1.0, 400.0),    // z
    (0.1, 200.0),    // zw
    (0.5, 150.0),    // kc
    (0.5, 150.0),    // kt
    (50.0, 5_000.0), // cap
    (0.5, 20.0),     // dp
    (50.0, 5_000.0), // wc
    (0.05, 200.0),   // h
    (1e-4, 0.2),     // w
    (5e-4, 0.5),     // one scan, per entry
];
const OF_WORKLOAD: [(f64, f64); 5] = [
    (0.6, 1.3),     // c, of cores / peak
    (2e-4, 1.0),    // d0, of 1 / peak
    (0.005, 1.0),   // share of h and w
    (2.0, 5_000.0), // ws
    (5e-4, 2.0),    // scans of a transaction, per entry: only if it is not one
];

fn between((low, high): (f64, f64), at: f64) -> f64 {
    low * libm::pow(high / low, at)
}

/// A machine's curves with its known values.
struct Problem<'a> {
    machine: &'a Machine,
    pairs: Vec<Pair<'a>>,
}

struct Pair<'a> {
    workload: &'a Workload,
    /// Statements a second at the pool's best.
    peak: f64,
    points: Vec<(System, u32, f64)>,
}

impl<'a> Problem<'a> {
    fn new(benchmark: &'a Benchmark, machine: &'a Machine, held_out: &[u32]) -> Self {
        let pair = |(workload, curves): (&'a Workload, Vec<&'a Curve>)| {
            let all = || {
                curves
                    .iter()
                    .flat_map(|c| c.points.iter().map(|p| (c.system, p.0, p.1)))
            };
            let kept = all()
                .filter(|(_, clients, _)| !held_out.contains(clients))
                .collect();
            let best = all().map(|(_, _, y)| y).fold(0.0, f64::max);
            Pair {
                workload,
                peak: best * f64::from(workload.statements),
                points: kept,
            }
        };
        Problem {
            machine,
            pairs: benchmark.pairs(&machine.name).map(pair).collect(),
        }
    }

    fn dimensions(&self) -> usize {
        let of = |p: &Pair<'_>| OF_WORKLOAD.len() - usize::from(p.workload.one_scan);
        OF_MACHINE.len() + self.pairs.iter().map(of).sum::<usize>()
    }

    // The cases at a point of the unit cube.
    fn cases(&self, at: &[f64]) -> Vec<Case> {
        let mut at = at.iter();
        let mut next = |bounds: (f64, f64)| between(bounds, at.next().copied().unwrap_or(0.5));
        let [z, zw, kc, kt, cap, dp, wc, h, w, scan] = OF_MACHINE.map(&mut next);
        let case = |p: &Pair<'_>| {
            let per_statement = 1.0 / f64::from(p.workload.statements);
            let full_us = 1e6 / p.peak;
            let [c, d0, share, ws] = [0, 1, 2, 3].map(|i| next(OF_WORKLOAD[i]));
            let scan = if p.workload.one_scan {
                scan
            } else {
                next(OF_WORKLOAD[4])
            };
            let values = [
                z,
                zw,
                c * full_us * f64::from(self.machine.cores),
                kc,
                kt,
                cap,
                dp,
                d0 * full_us,
                scan * per_statement,
                h * share,
                w * share,
                wc,
                ws,
            ];
            Case {
                machine: self.machine.name.clone(),
                workload: p.workload.name.clone(),
                cores: self.machine.cores,
                statements: p.workload.statements,
                open_transactions: p.workload.open_transactions,
                windows: self.machine.windows,
                groups: None,
                parameters: Parameters::from_array(values.map(six_digits)),
            }
        };
        self.pairs.iter().map(case).collect()
    }

    fn loss(&self, cases: &[Case]) -> f64 {
        let of = |case: &Case, p: &Pair<'_>| -> f64 {
            let point = |&(system, clients, published): &(System, u32, f64)| {
                let with = |valley| {
                    let found = with_valley(case, system, clients, Regime::PileUp, valley);
                    let off = libm::log(found / published) / DELTA;
                    DELTA * DELTA * ((1.0 + off * off).sqrt() - 1.0)
                };
                match system {
                    System::OneThread => 0.5 * (with(VALLEY) + with(SHALLOW)),
                    System::Pool => with(VALLEY),
                }
            };
            p.points.iter().map(point).sum()
        };
        cases.iter().zip(&self.pairs).map(|(c, p)| of(c, p)).sum()
    }
}

// Enough digits for readers to compare; more would mean nothing.
fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// A fit file.
#[derive(Serialize)]
struct File<'a> {
    format: &'a str,
    benchmark: &'a str,
    command: String,
    seed: u64,
    loss: f64,
    cases: &'a [Case],
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<HeldOut<'a>>,
}

/// The same without the held-out client counts.
#[derive(Serialize)]
struct HeldOut<'a> {
    clients: &'a [u32],
    cases: &'a [Case],
}

struct Fitted {
    cases: Vec<Case>,
    loss: f64,
    dimensions: usize,
}

fn fit_all(benchmark: &Benchmark, args: &FitArgs, held_out: &[u32]) -> Fitted {
    let mut all = Fitted {
        cases: Vec::new(),
        loss: 0.0,
        dimensions: 0,
    };
    for machine in &benchmark.machines {
        let problem = Problem::new(benchmark, machine, held_out);
        let mut best: Option<(Vec<f64>, f64)> = None;
        for seed in args.seed..args.seed.saturating_add(args.seeds) {
            let loss = |at: &[f64]| problem.loss(&problem.cases(at));
            let found = search::least(problem.dimensions(), args.generations, seed, loss);
            eprintln!(
                "{}{}, seed {seed}: loss {:.4}",
                machine.name,
                if held_out.is_empty() {
                    ""
                } else {
                    ", held out"
                },
                found.1
            );
            if best.as_ref().is_none_or(|(_, least)| found.1 < *least) {
                best = Some(found);
            }
        }
        if let Some((at, least)) = best {
            all.cases.extend(problem.cases(&at));
            all.loss += least;
            all.dimensions += problem.dimensions();
        }
    }
    all
}

/// How this program is started from the project's folder.
const PROGRAM: &str = "cargo run --release --manifest-path wasm-core/research/Cargo.toml --";

/// `fit`.
///
/// # Errors
/// A file that cannot be used or written.
pub fn fit(args: &FitArgs) -> Result<String, String> {
    let benchmark = Benchmark::from_file(&args.benchmark)?;
    let whole = fit_all(&benchmark, args, &[]);
    let held = (!args.held_out.is_empty()).then(|| fit_all(&benchmark, args, &args.held_out));
    let mut command = format!("{PROGRAM} fit {}", args.benchmark);
    if !args.held_out.is_empty() {
        let counts: Vec<String> = args.held_out.iter().map(u32::to_string).collect();
        let _ = write!(command, " --held-out {}", counts.join(","));
    }
    let _ = write!(
        command,
        " --seed {} --seeds {} --generations {}",
        args.seed, args.seeds, args.generations
    );
    let file = File {
        format: "poolscope-fit/1",
        benchmark: &benchmark.id,
        command,
        seed: args.seed,
        loss: six_digits(whole.loss),
        cases: &whole.cases,
        held_out: held.as_ref().map(|held| HeldOut {
            clients: &args.held_out,
            cases: &held.cases,
        }),
    };
    let text = serde_json::to_string_pretty(&file).map_err(|error| error.to_string())? + "\n";
    let said = format!(
        "{} parameters, {} points, loss {:.4}\n",
        whole.dimensions,
        benchmark
            .curves
            .iter()
            .map(|c| c.points.len())
            .sum::<usize>(),
        whole.loss
    );
    match &args.out {
        Some(path) => {
            std::fs::write(path, text).map_err(|e| format!("{path}: {e}"))?;
            Ok(format!("{path}: {said}"))
        }
        None => {
            eprint!("{said}");
            Ok(text)
        }
    }
}
