//! `benchmarks`: simulates all points of a benchmark with its fitted parameters, and prints their errors.

use poolscope_curves::{Case, System};

use crate::BenchmarksArgs;
use crate::benchmark::{Benchmark, Curve, Fit};
use crate::report::{Better, CurveReport, HeldOut, PointReport, Report};
use crate::score::{Score, first_better};
use crate::simulate::{self, Simulated, Task};
use crate::usl::Usl;

/// The benchmark that is shipped with its fit.
const SHIPPED: &str = include_str!("../../../content/benchmarks/mariadb-5.5.json");
const SHIPPED_FIT: &str = include_str!("../../../content/benchmarks/fit/mariadb-5.5.json");
/// The pool counts as better by these factors.
const TIMES: [f64; 2] = [1.2, 2.0];

/// `benchmarks`.
///
/// # Errors
/// A file that cannot be used.
pub fn benchmarks(args: &BenchmarksArgs) -> Result<String, String> {
    let benchmark = match &args.benchmark {
        Some(path) => Benchmark::from_file(path)?,
        None => Benchmark::from_text(SHIPPED)?,
    };
    let fit = match &args.fit {
        Some(path) => Fit::from_file(path)?,
        None => Fit::from_text(SHIPPED_FIT)?,
    };
    let report = simulate_all(&benchmark, &fit, args.seed)?;
    if !args.json {
        return Ok(report.text());
    }
    serde_json::to_string_pretty(&report).map_err(|error| error.to_string())
}

fn case_of<'a>(cases: &'a [Case], curve: &Curve) -> Result<&'a Case, String> {
    let of = |c: &&Case| c.machine == curve.machine && c.workload == curve.workload;
    cases.iter().find(of).ok_or_else(|| {
        let known: Vec<String> = cases
            .iter()
            .map(|c| format!("{} {}", c.machine, c.workload))
            .collect();
        format!(
            "{}: the fit has no case for {} {}; it has: {}",
            curve.id,
            curve.machine,
            curve.workload,
            known.join(", ")
        )
    })
}

fn tasks<'a>(
    curves: &'a [Curve],
    cases: &'a [Case],
    seed: u32,
    wanted: impl Fn(u32) -> bool,
) -> Result<Vec<(Task<'a>, f64)>, String> {
    let mut tasks = Vec::new();
    for curve in curves {
        let case = case_of(cases, curve)?;
        for &(clients, published) in curve.points.iter().filter(|p| wanted(p.0)) {
            let task = Task {
                case,
                system: curve.system,
                clients,
                seed,
            };
            tasks.push((task, published));
        }
    }
    Ok(tasks)
}

fn simulate_all(benchmark: &Benchmark, fit: &Fit, seed: u32) -> Result<Report, String> {
    if fit.benchmark != benchmark.id {
        return Err(format!(
            "the fit is for {}, not for {}; allowed: a fit of the same benchmark (--fit)",
            fit.benchmark, benchmark.id
        ));
    }
    let mut work = tasks(&benchmark.curves, &fit.cases, seed, |_| true)?;
    let fitted = work.len();
    if let Some((clients, cases)) = fit.held_out.as_ref().filter(|h| !h.1.is_empty()) {
        work.extend(tasks(&benchmark.curves, cases, seed, |n| {
            clients.contains(&n)
        })?);
    }
    let only: Vec<Task<'_>> = work.iter().map(|(task, _)| *task).collect();
    let found = simulate::all(&only)?;
    let pair = |((_, y), f): (&(Task<'_>, f64), &Simulated)| (*y, f.estimate.throughput);
    let of = |range: std::ops::Range<usize>| {
        Score::of(work[range.clone()].iter().zip(&found[range]).map(pair))
    };
    let mut at = 0;
    let mut curves = Vec::new();
    for curve in &benchmark.curves {
        let case = case_of(&fit.cases, curve)?;
        let points = &found[at..at + curve.points.len()];
        let law = law_of(benchmark, curve, case.cores);
        curves.push(curve_report(curve, points, &law, case.cores));
        at += curve.points.len();
    }
    let against = found[..fitted]
        .iter()
        .map(|f| (f.analytic, f.estimate.throughput));
    let usl = curves
        .iter()
        .flat_map(|c| c.points.iter().map(|p| (p.published, p.usl)));
    Ok(Report {
        benchmark: benchmark.id.clone(),
        score: of(0..fitted),
        held_out: fit
            .held_out
            .as_ref()
            .filter(|h| !h.1.is_empty())
            .map(|h| HeldOut {
                clients: h.0.clone(),
                score: of(fitted..found.len()),
            }),
        usl: Score::of(usl),
        against_analytic: Score::of(against),
        better: better(&curves),
        not_explained: benchmark.not_explained.clone(),
        events: found.iter().map(|f| u64::from(f.estimate.events)).sum(),
        curves,
    })
}

// Both curves of a machine and workload follow one law.
fn law_of(benchmark: &Benchmark, curve: &Curve, cores: u32) -> Usl {
    let same = |c: &&Curve| c.machine == curve.machine && c.workload == curve.workload;
    let points = benchmark.curves.iter().filter(same).flat_map(|c| {
        let active = move |p: &(u32, f64)| (active(c.system, p.0, cores), p.1);
        c.points.iter().map(active)
    });
    Usl::fit(&points.collect::<Vec<_>>())
}

fn active(system: System, clients: u32, cores: u32) -> f64 {
    f64::from(match system {
        System::OneThread => clients,
        System::Pool => clients.min(cores),
    })
}

fn curve_report(curve: &Curve, found: &[Simulated], law: &Usl, cores: u32) -> CurveReport {
    let point = |(&(clients, published), f): (&(u32, f64), &Simulated)| PointReport {
        clients,
        published,
        simulated: f.estimate.throughput,
        half_width: f.estimate.half_width,
        analytic: f.analytic,
        usl: law.at(active(curve.system, clients, cores)),
        error: f.estimate.throughput / published - 1.0,
        seeds: if f.seeds.len() > 1 {
            f.seeds.clone()
        } else {
            Vec::new()
        },
    };
    let points: Vec<PointReport> = curve.points.iter().zip(found).map(point).collect();
    let score = Score::of(points.iter().map(|p| (p.published, p.simulated)));
    CurveReport {
        id: curve.id.clone(),
        machine: curve.machine.clone(),
        workload: curve.workload.clone(),
        system: curve.system.name(),
        median: score.median,
        p90: score.p90,
        points,
    }
}

fn better(curves: &[CurveReport]) -> Vec<Better> {
    let mut all = Vec::new();
    for one in curves
        .iter()
        .filter(|c| c.system == System::OneThread.name())
    {
        let same = |c: &&CurveReport| {
            c.system == System::Pool.name()
                && c.machine == one.machine
                && c.workload == one.workload
        };
        let Some(pool) = curves.iter().find(same) else {
            continue;
        };
        let counts: Vec<u32> = one.points.iter().map(|p| p.clients).collect();
        for times in TIMES {
            let first = |y: fn(&PointReport) -> f64| {
                let of = |c: &CurveReport| -> Vec<(u32, f64)> {
                    c.points.iter().map(|p| (p.clients, y(p))).collect()
                };
                first_better(&of(one), &of(pool), times)
            };
            let (published, simulated) = (first(|p| p.published), first(|p| p.simulated));
            // "Never" is one step after the last count.
            let place = |n: Option<u32>| match n {
                Some(n) => counts.iter().position(|c| *c == n),
                None => Some(counts.len()),
            };
            let steps = place(published).zip(place(simulated));
            all.push(Better {
                machine: one.machine.clone(),
                workload: one.workload.clone(),
                times,
                published,
                simulated,
                steps: steps.map(|(a, b)| a.abs_diff(b)),
            });
        }
    }
    all
}
