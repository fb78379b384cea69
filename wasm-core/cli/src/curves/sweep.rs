//! `poolscope sweep`: runs a scenario for each of several values, on all cores, and prints each row as soon
//! as it is ready.

use std::io::{self, IsTerminal, Write};

use poolscope_engine::LatencySummary;
use poolscope_engine::ids::NS_PER_US;
use poolscope_engine::scenario::{Clients, Scenario, variable};
use poolscope_engine::sim::{Detail, Sim, Stopped, Summary};
use serde::Serialize;
use serde_json::Value;

use super::parallel;
use crate::args::SweepArgs;
use crate::curves::Measure;
use crate::curves::advice::{Candidate, Question, advice};
use crate::format::{duration, fixed};
use crate::input::{Override, read_scenario};
use crate::output::{Answer, Failure, Progress, Result};
use crate::table::pad;
use crate::words::{marks, words};

/// Most runs: more of them are a mistake.
const RUNS_MAX: usize = 100_000;
const SLICE: u32 = 1 << 20;

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
    open_longest_ns: u64,
    /// Lower bounds of the latencies once the requests under way are answered too.
    at_least: LatencySummary,
}

#[derive(Serialize)]
struct Setting<'a> {
    name: &'a str,
    value: &'a Value,
}

/// `poolscope sweep`.
pub fn sweep(args: &SweepArgs) -> Result {
    // Check every value before the first run takes its time.
    let text = read_scenario(&args.scenario)?;
    let runs = runs(args, &text)?;
    let out = Out::new(args);
    out.head();
    // If the rows appear on the terminal, they show the progress.
    let mut progress = (!io::stdout().is_terminal()).then(Progress::new);
    let mut waiting: Vec<Option<String>> = vec![None; runs.len()];
    let (mut next, mut done) = (0, 0);
    let results = parallel::each(&runs, summary, |i, result| {
        done += 1;
        waiting[i] = result.as_ref().ok().map(|s| out.row(&runs[i], s));
        // In the order of the values, as soon as all earlier ones are ready.
        while let Some(line) = waiting.get_mut(next).and_then(Option::take) {
            out.print(&line);
            next += 1;
        }
        if let Some(progress) = &mut progress {
            let [done, all] = [done, runs.len()].map(|n| n.to_string());
            progress.say(words("sweep_done", &[("done", &done), ("all", &all)]));
        }
    });
    drop(progress);
    let all: std::result::Result<Vec<Summary>, Failure> = results.into_iter().collect();
    let all = all?;
    if args.json || args.csv {
        return Ok(Answer::new(String::new()));
    }
    Ok(Answer::new(said(args, &text, &runs, &all)?))
}

/// The best value, and whether that is more than chance.
fn said(
    args: &SweepArgs,
    text: &str,
    runs: &[Run],
    all: &[Summary],
) -> std::result::Result<String, Failure> {
    let seeds = args.sweep.seeds as usize;
    let axes = &args.sweep.axes;
    let candidates: Vec<Candidate> = runs
        .chunks(seeds)
        .zip(all.chunks(seeds))
        .map(|(runs, all)| {
            let values = runs.first().map_or(&[][..], |run| &run.values);
            let named = axes.iter().zip(values);
            let named: Vec<String> = named
                .map(|((name, _), value)| format!("{name} = {}", word(value)))
                .collect();
            let hangs = |s: &Summary| s.metrics.open_longest_ns > s.metrics.latency.max_ns;
            Candidate {
                name: named.join(marks().comma),
                values: all.iter().map(|s| args.best.of(&s.metrics)).collect(),
                hangs: all.iter().any(hangs),
            }
        })
        .collect();
    let scenario = Scenario::from_json_with(text, &common(args))?;
    let question = Question {
        measure: &args.best.name(),
        most: args.best == Measure::Throughput,
        chance: has_chance(&scenario),
        present: present(&scenario, text, args),
    };
    let sentences = advice(&candidates, &question, |value| args.best.say(value));
    if sentences.is_empty() {
        return Ok(String::new());
    }
    let mut out = format!("\n{}\n", words("advice_title", &[]));
    if !axes
        .iter()
        .any(|(name, _)| ["cores", "/machine/cores"].contains(&name.as_str()))
    {
        out += &(match scenario.machine.cores {
            None => words("advice_cores_unlimited", &[]),
            Some(cores) => words("advice_cores", &[("cores", &cores.to_string())]),
        } + "\n");
    }
    Ok(out + &sentences.join("\n") + "\n")
}

/// Whether the seed matters because something is drawn.
fn has_chance(scenario: &Scenario) -> bool {
    let chosen = |c: &Clients| c.statements.len() > 1 && !c.in_order;
    let parts = (&scenario.clients, &scenario.requests, &scenario.loops);
    scenario.clients.iter().any(chosen)
        || serde_json::to_value(parts).is_ok_and(|value| is_drawn(&value))
}

fn is_drawn(value: &Value) -> bool {
    const DRAWN: [&str; 6] = [
        "exponential",
        "lognormal",
        "bimodal",
        "erlang",
        "uniform",
        "row_lock",
    ];
    match value {
        Value::Array(all) => all.iter().any(is_drawn),
        Value::Object(all) => all
            .iter()
            .any(|(name, inner)| DRAWN.contains(&name.as_str()) || is_drawn(inner)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The row with the scenario's own values.
fn present(scenario: &Scenario, text: &str, args: &SweepArgs) -> Option<usize> {
    let file: Value = serde_json::from_str(text).ok()?;
    let settings = scenario.settings();
    let mut row = 0;
    for (name, values) in &args.sweep.axes {
        let now = if name.starts_with('/') {
            word(file.pointer(name)?)
        } else {
            let row = variable(scenario.server.scheduler, scenario.server.version(), name);
            let field = row.map_or(name.as_str(), |row| row.field);
            let found = settings.iter().find(|s| s.name == field)?;
            match &*found.value {
                "ON" => "true".to_owned(),
                "OFF" => "false".to_owned(),
                other => other.to_owned(),
            }
        };
        let at = values.iter().position(|value| word(value) == now)?;
        row = row * values.len() + at;
    }
    Some(row)
}

// The overrides of every run.
fn common(args: &SweepArgs) -> Vec<Override> {
    let also = |name: &str, value: Option<u64>| Some((name.to_owned(), Value::from(value?)));
    [
        also("until_us", args.until),
        also("cores", args.cores.map(u64::from)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn runs(args: &SweepArgs, text: &str) -> std::result::Result<Vec<Run>, Failure> {
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
            let most = RUNS_MAX.to_string();
            return Err(Failure::input(words("sweep_many_runs", &[("most", &most)])));
        }
    }
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
            set.splice(0..0, common(args));
            set.extend(seed.map(|seed| ("seed".to_owned(), Value::from(seed))));
            runs.push(Run {
                scenario: Scenario::from_json_with(text, &set)?,
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
    summary.ok_or_else(|| Failure::input(words("run_no_record", &[])))
}

/// How rows are printed.
struct Out<'a> {
    args: &'a SweepArgs,
    widths: Vec<usize>,
}

/// Columns after those of the settings.
fn columns() -> Vec<String> {
    let names = words("sweep_columns", &[]);
    names.split('|').map(str::to_owned).collect()
}

impl<'a> Out<'a> {
    fn new(args: &'a SweepArgs) -> Self {
        let names = args.sweep.axes.iter().map(|(name, values)| {
            let widest = values.iter().map(|v| word(v).len()).max().unwrap_or(0);
            name.len().max(widest)
        });
        let widths = names.chain(args.sweep.shows_seed().then_some(6));
        Out {
            args,
            widths: widths.chain(columns().iter().map(|_| 11)).collect(),
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
                "open_longest_ns",
            ];
            let names = self.names().into_iter().map(quoted);
            let all: Vec<String> = names.chain(numbers.map(str::to_owned)).collect();
            self.print(&all.join(","));
        } else if !self.args.json {
            let names = self.names().into_iter().map(str::to_owned);
            let names: Vec<String> = names.chain(columns()).collect();
            self.print(&self.line(&names));
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
                open_longest_ns: m.open_longest_ns,
                at_least: m.at_least.unwrap_or(m.latency),
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
            cells.push(m.open_longest_ns.to_string());
            return cells.join(",");
        }
        cells.extend([m.finished, u64::from(m.open)].map(|n| n.to_string()));
        cells.push(if m.open == 0 {
            String::new()
        } else {
            duration(m.open_longest_ns)
        });
        cells.push(m.failed.to_string());
        cells.push(fixed(m.throughput_per_s, 1));
        let times = [l.mean_ns as u64, l.p50_ns, l.p95_ns, l.p99_ns];
        cells.extend(times.map(duration));
        cells.push(m.threads_peak.to_string());
        let line = self.line(&cells);
        match complete {
            true => line,
            false => line + "  " + &words("sweep_stopped", &[]),
        }
    }

    // A reader who has seen enough closes the pipe, which is not an error.
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
