//! `poolscope run`: the requests with their segments, and the figures.

use std::fmt::Write;

use poolscope_engine::json::{Printer, print_float};
use poolscope_engine::life::{Life, Segment};
use poolscope_engine::scenario::Setting;
use poolscope_engine::sim::{Outcome, Stopped};
use poolscope_engine::{LatencySummary, StatementFigures};

use crate::args::RunArgs;
use crate::format::{count, duration, fixed, log_time, percent};
use crate::output::{Answer, Progress, Result};
use crate::table::{Table, pad};
use crate::words::{Names, event, place, why, words};

/// Requests that are printed unless all are asked for.
const MOST: usize = 100;
/// Groups whose peaks are printed.
const GROUPS_MOST: usize = 8;

pub fn run(args: &RunArgs) -> Result {
    let outcome = args.input.outcome()?;
    if args.json {
        return Ok(Answer::new(Printer::print(&outcome, print_float)));
    }
    let mut progress = Progress::new();
    let lives = count(outcome.lives.len() as u64);
    progress.say(format_args!("putting {lives} requests into words"));
    let mut out = heading(&outcome);
    out += &requests(&outcome, if args.all { usize::MAX } else { MOST });
    if args.log {
        out += &log(&outcome);
    }
    out += "\n";
    out += &figures(&outcome);
    out += &statements(&outcome.metrics.statements);
    Ok(Answer::new(out))
}

fn heading(outcome: &Outcome) -> String {
    let mut out = String::new();
    for line in ["title", "question"] {
        if let Some(text) = outcome.scenario[line].as_str().filter(|t| !t.is_empty()) {
            let _ = writeln!(out, "{text}");
        }
    }
    let value = |name: &str| {
        let found = outcome
            .settings
            .iter()
            .find(|s| s.section == "server" && s.name == name);
        found.map_or("", |s| s.value.as_str())
    };
    let given = |s: &&Setting| {
        s.given && s.section == "server" && !["scheduler", "version"].contains(&s.name.as_str())
    };
    let mut server = value("scheduler").to_owned();
    if value("version") != "any" {
        server = server + " " + value("version");
    }
    for setting in outcome.settings.iter().filter(given) {
        let _ = write!(server, ", {} = {}", setting.name, setting.value);
    }
    let _ = writeln!(out, "{server}\n");
    out
}

fn requests(outcome: &Outcome, most: usize) -> String {
    let names = Names::of(outcome);
    let named = outcome.lives.iter().any(|life| !life.name.is_empty());
    let grouped = outcome.lives.iter().any(|life| life.group.is_some());
    let heading = |key: &str| words(key, &[]);
    let mut columns = vec![("#".to_owned(), true)];
    if named {
        columns.push((heading("table_request"), false));
    }
    columns.push((heading("table_connection"), true));
    if grouped {
        columns.push((heading("table_group"), true));
    }
    for key in ["table_arrived", "", "table_ended", "table_latency"] {
        let name = if key.is_empty() {
            "Begun at".to_owned()
        } else {
            heading(key)
        };
        columns.push((name, true));
    }
    let mut table = Table::new(columns);
    for life in outcome.lives.iter().take(most) {
        let mut cells = vec![life.request.to_string()];
        if named {
            cells.push(life.name.clone());
        }
        cells.push(life.connection.to_string());
        if grouped {
            cells.push(
                life.group
                    .map_or_else(|| heading("table_none"), |g| g.to_string()),
            );
        }
        let none = || heading("table_none");
        cells.push(duration(life.arrive_ns));
        cells.push(life.start_ns.map_or_else(none, duration));
        cells.push(ended(life));
        cells.push(latency(life).map_or_else(none, duration));
        table.row(cells);
        for segment in life.segments.iter().filter(|s| s.end_ns > s.start_ns) {
            let length = pad(&duration(segment.end_ns - segment.start_ns), 12, true);
            let place = pad(&place(segment.place, names), 23, false);
            let why = why(&segment.why, names);
            table.note(format!("    {length}  {place}  {why}{}", times(segment)));
        }
    }
    let mut out = table.plain();
    let left = outcome.lives.len().saturating_sub(most);
    if left > 0 {
        let _ = writeln!(
            out,
            "{} more requests; --all prints them.",
            count(left as u64)
        );
    }
    if let Some(lost) = outcome.not_kept.filter(|lost| lost.lives > 0) {
        let _ = writeln!(
            out,
            "{} more requests are in the figures only: {} of the scenario keeps {}.",
            count(u64::from(lost.lives)),
            keeper(outcome, "lives", outcome.lives.len()),
            count(outcome.lives.len() as u64)
        );
    }
    out
}

// What of the scenario has kept no more than `kept` of these.
fn keeper(outcome: &Outcome, what: &str, kept: usize) -> String {
    let most = outcome.scenario["record"][what].as_u64();
    if most == Some(kept as u64) {
        format!("record.{what}")
    } else {
        "budget.record_mb".to_owned()
    }
}

/// When a request was answered, in words.
pub fn ended(life: &Life) -> String {
    match life.end_ns {
        Some(ns) => duration(ns),
        None if life.failed => words("table_failed", &[]),
        None => words("table_open", &[]),
    }
}

/// In how many stretches, where several were added up.
pub fn times(segment: &Segment) -> String {
    segment.joined.map_or_else(String::new, |times| {
        let times = count(u64::from(times));
        format!(" ({})", words("life_times", &[("count", &times)]))
    })
}

/// From the client's question to its answer.
pub fn latency(life: &Life) -> Option<u64> {
    Some(life.end_ns?.saturating_sub(life.arrive_ns))
}

fn log(outcome: &Outcome) -> String {
    let mut out = format!("\n{}\n", words("log_title", &[]));
    for e in &outcome.events {
        let time = pad(&log_time(e.at_ns), 10, true);
        let _ = writeln!(out, "{time}  {}", event(e, Names::of(outcome)));
    }
    if let Some(lost) = outcome.not_kept.filter(|lost| lost.events > 0) {
        let _ = writeln!(
            out,
            "{} more entries: {} of the scenario keeps {}.",
            count(u64::from(lost.events)),
            keeper(outcome, "events", outcome.events.len()),
            count(outcome.events.len() as u64)
        );
    }
    out
}

fn latencies(l: &LatencySummary) -> String {
    format!(
        "p50 {}, p95 {}, p99 {}, mean {}, longest {}",
        duration(l.p50_ns),
        duration(l.p95_ns),
        duration(l.p99_ns),
        duration(l.mean_ns as u64),
        duration(l.max_ns)
    )
}

fn figures(outcome: &Outcome) -> String {
    let m = &outcome.metrics;
    let span = duration(m.measured_ns);
    let (finished, arrived) = (count(m.finished), count(m.arrived));
    // After a warm-up the two are not the same requests.
    let answered = if m.measured_ns < outcome.end_ns {
        format!("{finished} requests in {span} after the warm-up, in which {arrived} arrived")
    } else {
        format!("{finished} of {arrived} requests in {span}")
    };
    let mut rows = vec![
        ("Answered", answered),
        (
            "Throughput",
            format!("{} per second", fixed(m.throughput_per_s, 3)),
        ),
    ];
    if m.finished > 0 {
        let l = &m.latency;
        rows.push(("Latency", latencies(l)));
        if let Some(all) = m.at_least.filter(|all| {
            exceeds(all.p50_ns, l.p50_ns)
                || exceeds(all.p95_ns, l.p95_ns)
                || exceeds(all.p99_ns, l.p99_ns)
                || exceeds(all.max_ns, l.max_ns)
        }) {
            let text = words("figures_with_open", &[("latencies", &latencies(&all))]);
            rows.push(("", text));
        }
    }
    if m.open > 0 {
        let (open, oldest) = (count(m.open.into()), duration(m.open_longest_ns));
        let params = [("count", &*open), ("time", &*oldest)];
        let key = if m.open == 1 {
            "figures_open_one"
        } else {
            "figures_open"
        };
        rows.push(("Still open", words(key, &params)));
    }
    for line in peaks(outcome) {
        rows.push(("Peaks", line));
    }
    if let Some(share) = m.utilisation {
        rows.push((
            "CPU cores",
            format!("{} % busy", percent((share * 1e9) as u64, 1_000_000_000)),
        ));
    }
    rows.push((
        "Little's law",
        format!(
            "throughput times mean latency is {}, and there were {} requests at a time on average",
            fixed(m.little, 3),
            fixed(m.in_system_mean, 3)
        ),
    ));
    rows.push(("Stopped", stopped(outcome)));
    rows.iter()
        .map(|(name, text)| format!("{}  {text}\n", pad(name, 12, false)))
        .collect()
}

/// Latencies by the name of the statement; nothing where that tells no more.
fn statements(all: &[StatementFigures]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let head = |key: &str| (words(key, &[]), true);
    let mut table = Table::new([
        (words("statements_name", &[]), false),
        head("statements_answered"),
        ("p50".to_owned(), true),
        ("p95".to_owned(), true),
        ("p99".to_owned(), true),
        head("statements_slowest"),
        head("statements_open"),
    ]);
    for s in all {
        let at_least = s.at_least.unwrap_or(s.latency);
        let told = |of: fn(&LatencySummary) -> u64| match (of(&s.latency), of(&at_least)) {
            (answered, with_open) if s.finished == 0 || exceeds(with_open, answered) => {
                words("figures_at_least", &[("value", &duration(with_open))])
            }
            (answered, _) => duration(answered),
        };
        let open = count(s.open.into());
        let params = [("count", &*open), ("time", &*duration(s.open_longest_ns))];
        table.row(vec![
            if s.name.is_empty() {
                words("statements_unnamed", &[])
            } else {
                s.name.clone()
            },
            count(s.finished),
            told(|l| l.p50_ns),
            told(|l| l.p95_ns),
            told(|l| l.p99_ns),
            told(|l| l.max_ns),
            if s.open == 0 {
                open.clone()
            } else {
                words("statements_oldest", &params)
            },
        ]);
    }
    format!("\n{}\n{}", words("statements_title", &[]), table.plain())
}

/// What those under way make of a figure is told where it is more than the few that any moment finds under way.
fn exceeds(with_open: u64, answered: u64) -> bool {
    with_open - answered.min(with_open) > answered / 20
}

fn peaks(outcome: &Outcome) -> Vec<String> {
    let groups = &outcome.metrics.groups;
    let used = groups
        .iter()
        .enumerate()
        .filter(|(_, g)| g.threads_peak > 0 || g.running_peak > 0);
    let mut lines: Vec<String> = used
        .map(|(i, g)| {
            let (threads, requests) = (g.threads_peak, g.running_peak);
            format!("group {i}: at most {threads} threads, and {requests} requests on them")
        })
        .collect();
    if lines.len() > GROUPS_MOST {
        let left = lines.len() - GROUPS_MOST;
        lines.truncate(GROUPS_MOST);
        lines.push(format!("and {left} more groups; --json has them"));
    }
    lines
}

fn stopped(outcome: &Outcome) -> String {
    let why = match outcome.stopped {
        Stopped::Until => "stopped_until",
        Stopped::BudgetSteps => "stopped_budget_steps",
        Stopped::BudgetMemory => "stopped_budget_memory",
    };
    let steps = count(u64::from(outcome.steps));
    format!(
        "at {}, because {}; {steps} steps of the engine",
        duration(outcome.end_ns),
        words(why, &[])
    )
}
