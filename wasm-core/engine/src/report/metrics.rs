//! Figures of a run: throughput, latencies, time averages, peaks, and Little's law.

use serde::Serialize;

use crate::ids::{NS_PER_S, TimeNs};
use crate::record::{
    COLUMNS, ClientCounts, Column, GroupPeaks, Integrals, LEAST_FOR_P99, Meter, note,
};
use crate::stats::Latencies;

/// The means of each stretch.
const MEANS: &[&str] = &[
    "application",
    "socket",
    "low_queue",
    "high_queue",
    "thread_wait",
    "running",
    "waiting",
    "lock",
    "suspended",
    "latch",
    "run_queue",
    "login",
    "threads_starting",
    "threads_listening",
    "threads_idle",
    "threads_executing",
];

/// The first columns, up to here, are places of requests.
const REQUEST_COLUMNS: usize = Column::Login as usize + 1;

/// Figures of a whole run. Times are simulated.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Metrics {
    /// Length of the measured stretch: the run without its warm-up.
    pub measured_ns: TimeNs,
    /// Requests that arrived in it.
    pub arrived: u64,
    /// Requests that were answered in it, including those that arrived earlier.
    pub finished: u64,
    /// Requests that failed in it: connection closed, or lock wait timed out.
    pub failed: u64,
    /// Requests under way at the end.
    pub open: u32,
    /// What became of clients that wait only for a time; null if there are none, and no connection was
    /// refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub clients: Option<ClientCounts>,
    /// Answers per second of simulated time.
    pub throughput_per_s: f64,
    /// How long the oldest of those has been under way; 0 if there is none.
    pub open_longest_ns: TimeNs,
    /// Client-side latencies of the answered requests.
    pub latency: LatencySummary,
    /// Lower bounds of the latencies once the requests under way are answered too; null if none is under
    /// way.
    pub at_least: Option<LatencySummary>,
    /// The same for each statement name; empty if that adds nothing, and in runs for figures alone.
    pub statements: Vec<StatementFigures>,
    /// Mean number of requests by place: application, socket, low_queue, high_queue, thread_wait,
    /// running, waiting, lock, suspended, latch, run_queue, login; then threads: starting, listening,
    /// idle, executing. A request whose connection is not logged in is where the login is.
    pub mean: Vec<f64>,
    /// Mean number of requests between arrival and answer, including those held back in the application.
    pub in_system_mean: f64,
    /// Throughput times mean latency: by Little's law close to `in_system_mean`.
    pub little: f64,
    /// Share of the cores that was busy; null where cores are unlimited.
    pub utilisation: Option<f64>,
    /// How often a thread was put on a core; counted only on machines with a run queue.
    pub context_switches: u64,
    /// Most threads at one time, whatever they did.
    pub threads_peak: u32,
    /// Peaks by group.
    pub groups: Vec<GroupPeaks>,
    /// Means over equal stretches of the run.
    pub series: Series,
}

/// Client-side latency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct LatencySummary {
    /// Mean.
    pub mean_ns: f64,
    /// Half were faster.
    pub p50_ns: TimeNs,
    /// 95 of 100 were faster.
    pub p95_ns: TimeNs,
    /// 99 of 100 were faster.
    pub p99_ns: TimeNs,
    /// The slowest.
    pub max_ns: TimeNs,
}

/// Figures of all requests with one name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct StatementFigures {
    /// Name of the statement or its crowd; empty if neither has one.
    pub name: String,
    /// Requests that were answered in the measured stretch.
    pub finished: u64,
    /// Requests under way at the end.
    pub open: u32,
    /// How long the oldest of those has been under way.
    pub open_longest_ns: TimeNs,
    /// Latencies of the answered requests.
    pub latency: LatencySummary,
    /// Lower bounds of the latencies once the requests under way are answered too.
    pub at_least: Option<LatencySummary>,
}

/// Means are rounded to a thousandth: no picture shows more, and readers download every digit.
const PARTS: f64 = 1_000.0;

/// Means over equal stretches of the run, one row per stretch. After the means: the answers per second
/// (`answers_per_s`); if there are any, the statements that were executed for nobody (`for_nobody_per_s`); and if
/// 100 requests were answered, their median and 99th percentile up to the end of the stretch (`p50_ns`, `p99_ns`),
/// to three digits, 0 while there are fewer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Series {
    /// Length of a stretch.
    pub bucket_ns: TimeNs,
    /// Names of the columns.
    #[cfg_attr(feature = "schema", ts(type = "string[]"))]
    pub columns: Vec<&'static str>,
    /// One list per column, one number per stretch.
    pub values: Vec<Vec<f64>>,
}

/// A request under way at the end: the class of its statement, and its start.
pub struct UnderWay {
    pub class: u32,
    pub arrive_ns: TimeNs,
}

/// Computes the figures. `open` are the requests under way, `classes` the names of the statement classes.
pub fn metrics(
    of: &Meter,
    cores: Option<u32>,
    open: &[UnderWay],
    classes: &[String],
    end_ns: TimeNs,
) -> Metrics {
    let mut integrals = of.integrals.clone();
    let measured_ns = end_ns.saturating_sub(integrals.warm_up_ns);
    let span = measured_ns.max(1) as f64;
    let all: Vec<f64> = integrals.end(end_ns).map(|sum| sum / span).collect();
    let mean = all[..COLUMNS].to_vec();
    let throughput_per_s = of.finished as f64 * NS_PER_S as f64 / span;
    let mean_ns = of.latencies.mean_ns();
    let mut waits = open.iter().map(|o| end_ns.saturating_sub(o.arrive_ns));
    let all_open = figures(String::new(), Some(&of.latencies), &mut waits);
    Metrics {
        measured_ns,
        arrived: of.arrived,
        finished: of.finished,
        failed: of.failed,
        clients: (of.clients != ClientCounts::default()).then_some(of.clients),
        open: all_open.open,
        throughput_per_s,
        open_longest_ns: all_open.open_longest_ns,
        latency: all_open.latency,
        at_least: all_open.at_least,
        statements: statements(of, open, classes, end_ns),
        in_system_mean: mean[..REQUEST_COLUMNS].iter().sum(),
        little: of.finished as f64 / span * mean_ns,
        utilisation: cores.map(|c| all[COLUMNS] / f64::from(c)),
        mean,
        context_switches: of.context_switches,
        threads_peak: of.threads_peak,
        series: series(of, &integrals, end_ns),
        groups: of.groups.clone(),
    }
}

// Figures per name. If no two requests share a name, their lives already say it.
fn statements(
    of: &Meter,
    open: &[UnderWay],
    classes: &[String],
    end_ns: TimeNs,
) -> Vec<StatementFigures> {
    let all = (0_u32..).zip(classes).map(|(class, name)| {
        let of_class = open.iter().filter(|o| o.class == class);
        let mut waits = of_class.map(|o| end_ns.saturating_sub(o.arrive_ns));
        figures(name.clone(), of.classes.get(class as usize), &mut waits)
    });
    let asked = all.filter(|s| s.finished + u64::from(s.open) > 0);
    let all: Vec<StatementFigures> = asked.collect();
    let often = |s: &StatementFigures| s.finished + u64::from(s.open) > 1;
    if all.len() < 2 || !all.iter().any(often) {
        return Vec::new();
    }
    all
}

fn series(of: &Meter, all: &Integrals, end_ns: TimeNs) -> Series {
    let width = |bucket: usize| {
        let start = bucket as u64 * all.bucket_ns;
        (end_ns.saturating_sub(start)).min(all.bucket_ns).max(1) as f64
    };
    let mut values: Vec<Vec<f64>> = (0..COLUMNS)
        .map(|c| {
            all.buckets
                .iter()
                .enumerate()
                .map(|(i, b)| (b[c] as f64 / width(i) * PARTS).round_ties_even() / PARTS)
                .collect()
        })
        .collect();
    let per_s = |counts: &[u32]| {
        let of = |i| u64::from(counts.get(i).copied().unwrap_or(0));
        let rates = (0..all.buckets.len()).map(|i| (of(i) * NS_PER_S / width(i) as u64) as f64);
        rates.collect()
    };
    let mut columns = MEANS.to_vec();
    let mut add = |name, of| {
        columns.push(name);
        values.push(of);
    };
    add("answers_per_s", per_s(&of.answers));
    if !of.nobody.is_empty() {
        add("for_nobody_per_s", per_s(&of.nobody));
    }
    if of.latencies.count() >= LEAST_FOR_P99 {
        // Nothing has been answered since the last one.
        let mut so_far = of.so_far.clone();
        so_far.resize(
            all.buckets.len(),
            [of.latencies.p50_ns(), of.latencies.p99_ns()],
        );
        for (at, name) in ["p50_ns", "p99_ns"].into_iter().enumerate() {
            add(
                name,
                so_far.iter().map(|both| three_digits(both[at])).collect(),
            );
        }
    }
    Series {
        bucket_ns: all.bucket_ns,
        columns,
        values,
    }
}

/// No picture shows more.
fn three_digits(ns: TimeNs) -> f64 {
    let unit = 10_u64.pow(ns.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (ns.saturating_add(unit / 2) / unit * unit) as f64
}

/// The latencies of the answered requests, and the ages of those under way. Not inlined, like the two below:
/// every copy is downloaded by readers.
#[inline(never)]
fn figures(
    name: String,
    answered: Option<&Latencies>,
    waits: &mut dyn Iterator<Item = TimeNs>,
) -> StatementFigures {
    let mut all = answered.cloned().unwrap_or_default();
    let (finished, latency) = (all.count(), summary(&all));
    let (mut open, mut open_longest_ns) = (0, 0);
    for wait_ns in waits {
        note(&mut all, wait_ns);
        open += 1;
        open_longest_ns = wait_ns.max(open_longest_ns);
    }
    StatementFigures {
        name,
        finished,
        open,
        open_longest_ns,
        latency,
        at_least: (open > 0).then(|| summary(&all)),
    }
}

#[inline(never)]
fn summary(of: &Latencies) -> LatencySummary {
    let [p50_ns, p95_ns, p99_ns] = [0.5, 0.95, 0.99].map(|share| of.quantile_ns(share));
    LatencySummary {
        mean_ns: of.mean_ns(),
        p50_ns,
        p95_ns,
        p99_ns,
        max_ns: of.max_ns(),
    }
}
