//! `poolscope sweep`: a scenario run for each of some values, on all cores, each row as soon as it is there.

use std::io::{self, IsTerminal, Write};

use poolscope_engine::ids::NS_PER_US;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Sim, Stopped, Summary};
use serde::Serialize;
use serde_json::Value;

use super::parallel;
use crate::args::SweepArgs;
use crate::format::{duration, fixed};
use crate::input::{Override, parse_override, read_scenario};
use crate::output::{Answer, Failure, Progress, Result};
use crate::table::pad;

/// Values of a setting.
pub type Axis = (String, Vec<Value>);

/// Runs at most: more of them are a mistake.
const RUNS_MAX: usize = 100_000;
const SLICE: u32 = 1 << 20;

/// Reads `NAME=A,B,C`.
///
/// # Errors
/// What is allowed.
pub fn parse_axis(text: &str) -> std::result::Result<Axis, String> {
    let allowed =
        || "allowed: NAME=VALUE,VALUE,..., for example thread_pool_size=1,2,4,8".to_owned();
    let (name, values) = text.split_once('=').ok_or_else(allowed)?;
    if values.split(',').any(|value| value.trim().is_empty()) {
        return Err(allowed());
    }
    let read = |value| parse_override(&format!("{name}={value}"));
    let all: std::result::Result<Vec<Override>, String> = values.split(',').map(read).collect();
    let all = all.map_err(|_| allowed())?;
    let name = name.trim().to_owned();
    Ok((name, all.into_iter().map(|(_, value)| value).collect()))
}

/// One run of the sweep.
struct Run {
    scenario: Scenario,
    values: Vec<Value>,
    seed: Option<u64>,
}

/// A row of the result.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    settings: Vec<Setting<'a>>,
    arrived: u64,
    finished: u64,
    failed: u64,
    open: u32,
    throughput_per_s: f64,
    mean_ns: f64,
    p50_ns: u64,
    p95_ns: u64,
    p99_ns: u64,
    max_ns: u64,
    in_system_mean: f64,
    threads_peak: u32,
    end_ns: u64,
    complete: bool,
}

#[derive(Serialize)]
struct Setting<'a> {
    name: &'a str,
    value: &'a Value,
}

/// `poolscope sweep`.
pub fn sweep(args: &SweepArgs) -> Result {
    // Every value is refused before the first run takes its time.
    let runs = runs(args)?;
    let out = Out::new(args);
    out.head();
    // Where the lines themselves go by, they say it.
    let mut progress = (!io::stdout().is_terminal()).then(Progress::new);
    let mut waiting: Vec<Option<String>> = vec![None; runs.len()];
    let (mut next, mut done) = (0, 0);
    let results = parallel::each(&runs, summary, |i, result| {
        done += 1;
        waiting[i] = result.as_ref().ok().map(|s| out.row(&runs[i], s));
        // In the order of the values, as soon as all before are there.
        while let Some(line) = waiting.get_mut(next).and_then(Option::take) {
            out.print(&line);
            next += 1;
        }
        if let Some(progress) = &mut progress {
            progress.say(format_args!("{done} of {} runs", runs.len()));
        }
    });
    drop(progress);
    for result in results {
        result?;
    }
    Ok(Answer::new(String::new()))
}

fn runs(args: &SweepArgs) -> std::result::Result<Vec<Run>, Failure> {
    let mut values: Vec<Vec<Value>> = vec![Vec::new()];
    for (_, axis) in &args.sweep.axes {
        values = values
            .iter()
            .flat_map(|row| {
                axis.iter()
                    .map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat())
            })
            .collect();
        if values.len().saturating_mul(args.sweep.seeds as usize) > RUNS_MAX {
            return Err(Failure::input(format!(
                "--set: these values make more than {RUNS_MAX} runs; allowed: at most {RUNS_MAX}"
            )));
        }
    }
    let text = read_scenario(&args.scenario)?;
    let first = args.sweep.seed;
    let mut runs = Vec::new();
    for row in values {
        for nth in 0..args.sweep.seeds {
            let seed = match (first, args.sweep.seeds) {
                (None, 1) => None,
                (first, _) => Some(first.unwrap_or(1).saturating_add(nth)),
            };
            let names = args.sweep.axes.iter().map(|(name, _)| name.clone());
            let mut set: Vec<Override> = names.zip(row.iter().cloned()).collect();
            let also =
                |name: &str, value: Option<u64>| Some((name.to_owned(), Value::from(value?)));
            set.extend(also("until_us", args.until));
            set.extend(also("seed", seed));
            runs.push(Run {
                scenario: Scenario::from_json_with(&text, &set)?,
                values: row.clone(),
                seed,
            });
        }
    }
    Ok(runs)
}

fn summary(run: &Run) -> std::result::Result<Summary, Failure> {
    let mut sim = Sim::new(&run.scenario, Detail::Figures);
    while !sim.run(run.scenario.until_us * NS_PER_US, SLICE) {}
    let summary = sim.summary();
    summary.ok_or_else(|| Failure::input("the run kept no record"))
}

/// How rows are printed.
struct Out<'a> {
    args: &'a SweepArgs,
    widths: Vec<usize>,
}

/// Columns after those of the settings.
const COLUMNS: [&str; 9] = [
    "answers",
    "open",
    "failed",
    "answers/s",
    "mean",
    "median",
    "p95",
    "p99",
    "threads",
];

impl<'a> Out<'a> {
    fn new(args: &'a SweepArgs) -> Self {
        let names = args.sweep.axes.iter().map(|(name, values)| {
            let widest = values.iter().map(|v| word(v).len()).max().unwrap_or(0);
            name.len().max(widest)
        });
        let widths = names.chain(args.sweep.shows_seed().then_some(6));
        Out {
            args,
            widths: widths.chain(COLUMNS.iter().map(|_| 11)).collect(),
        }
    }

    fn names(&self) -> Vec<&str> {
        let axes = self.args.sweep.axes.iter().map(|(name, _)| name.as_str());
        axes.chain(self.args.sweep.shows_seed().then_some("seed"))
            .collect()
    }

    fn head(&self) {
        if self.args.csv {
            let numbers = [
                "finished",
                "open",
                "failed",
                "throughput_per_s",
                "mean_ns",
                "p50_ns",
                "p95_ns",
                "p99_ns",
                "threads_peak",
                "complete",
            ];
            let names = self.names().into_iter().map(quoted);
            let all: Vec<String> = names.chain(numbers.map(str::to_owned)).collect();
            self.print(&all.join(","));
        } else if !self.args.json {
            let names = self.names().into_iter().chain(COLUMNS);
            self.print(&self.line(&names.map(str::to_owned).collect::<Vec<_>>()));
        }
    }

    fn line(&self, cells: &[String]) -> String {
        let padded = cells
            .iter()
            .zip(&self.widths)
            .map(|(cell, width)| pad(cell, *width, true));
        padded.collect::<Vec<_>>().join("  ")
    }

    fn row(&self, run: &Run, s: &Summary) -> String {
        let m = &s.metrics;
        let settings = self.args.sweep.axes.iter().zip(&run.values);
        let complete = s.stopped == Stopped::Until;
        if self.args.json {
            let row = Row {
                seed: run.seed,
                settings: settings
                    .map(|((name, _), value)| Setting { name, value })
                    .collect(),
                arrived: m.arrived,
                finished: m.finished,
                failed: m.failed,
                open: m.open,
                throughput_per_s: m.throughput_per_s,
                mean_ns: m.latency.mean_ns,
                p50_ns: m.latency.p50_ns,
                p95_ns: m.latency.p95_ns,
                p99_ns: m.latency.p99_ns,
                max_ns: m.latency.max_ns,
                in_system_mean: m.in_system_mean,
                threads_peak: m.threads_peak,
                end_ns: s.end_ns,
                complete,
            };
            return serde_json::to_string(&row).unwrap_or_default();
        }
        let mut cells: Vec<String> = run.values.iter().map(word).collect();
        if self.args.sweep.shows_seed() {
            cells.push(run.seed.unwrap_or(1).to_string());
        }
        let l = &m.latency;
        if self.args.csv {
            cells = cells.iter().map(quoted).collect();
            cells.extend([m.finished, u64::from(m.open), m.failed].map(|n| n.to_string()));
            cells.extend([m.throughput_per_s, l.mean_ns].map(|x| x.to_string()));
            cells.extend([l.p50_ns, l.p95_ns, l.p99_ns].map(|n| n.to_string()));
            cells.extend([m.threads_peak.to_string(), complete.to_string()]);
            return cells.join(",");
        }
        cells.extend([m.finished, u64::from(m.open), m.failed].map(|n| n.to_string()));
        cells.push(fixed(m.throughput_per_s, 1));
        let times = [l.mean_ns as u64, l.p50_ns, l.p95_ns, l.p99_ns];
        cells.extend(times.map(duration));
        cells.push(m.threads_peak.to_string());
        let note = if complete {
            ""
        } else {
            "  (stopped by its budget)"
        };
        self.line(&cells) + note
    }

    // Whoever has seen enough closes the pipe: that is no error.
    fn print(&self, line: &str) {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}

fn word(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn quoted(cell: impl AsRef<str>) -> String {
    let cell = cell.as_ref();
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
