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
use crate::words::{Names, event, in_brackets, in_words, place_in, request_name, why, words};

/// Most requests that are printed without --all.
const MOST: usize = 100;
/// Most groups whose peaks are printed.
const GROUPS_MOST: usize = 8;

pub fn run(args: &RunArgs) -> Result {
    let outcome = args.input.outcome()?;
    if args.json {
        return Ok(Answer::new(Printer::print(&outcome, print_float)));
    }
    let mut progress = Progress::new();
    let lives = count(outcome.lives.len() as u64);
    progress.say(words("run_words", &[("lives", &lives)]));
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
            let _ = writeln!(out, "{}", in_words(text));
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
    let moments = ["table_arrived", "run_begun", "table_ended", "table_latency"];
    columns.extend(moments.map(|key| (heading(key), true)));
    let mut table = Table::new(columns);
    for life in outcome.lives.iter().take(most) {
        let mut cells = vec![life.request.to_string()];
        if named {
            cells.push(request_name(&life.name));
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
        if let Some(sentence) = for_nobody(life) {
            table.note(format!("    {sentence}"));
        }
        for segment in life.segments.iter().filter(|s| s.end_ns > s.start_ns) {
            let length = pad(&duration(segment.end_ns - segment.start_ns), 12, true);
            let place = pad(&place_in(segment, names), 23, false);
            let why = why(&segment.why, names);
            table.note(format!("    {length}  {place}  {why}{}", times(segment)));
        }
    }
    let mut out = table.plain();
    let left = outcome.lives.len().saturating_sub(most);
    if left > 0 {
        out += &(words("run_more", &[("count", &count(left as u64))]) + "\n");
    }
    if let Some(lost) = outcome.not_kept.filter(|lost| lost.lives > 0) {
        out += &not_kept("run_not_kept", lost.lives, outcome, "lives");
    }
    out
}

// The setting of the scenario that limited these.
fn not_kept(key: &str, lost: u32, outcome: &Outcome, what: &str) -> String {
    let kept = match what {
        "lives" => outcome.lives.len(),
        _ => outcome.events.len(),
    } as u64;
    let keeper = match outcome.scenario["record"][what].as_u64() == Some(kept) {
        true => format!("record.{what}"),
        false => "budget.record_mb".to_owned(),
    };
    let (lost, kept) = (count(lost.into()), count(kept));
    let params = [("count", &*lost), ("keeper", &keeper), ("kept", &kept)];
    words(key, &params) + "\n"
}

/// When a request was answered, as text.
pub fn ended(life: &Life) -> String {
    match life.end_ns {
        _ if life.given_up_ns.is_some() => words("table_failed", &[]),
        Some(ns) => duration(ns),
        None if life.failed => words("table_failed", &[]),
        None => words("table_open", &[]),
    }
}

/// What it means that the client gave up.
pub fn for_nobody(life: &Life) -> Option<String> {
    let given_up_ns = life.given_up_ns?;
    Some(match life.end_ns {
        Some(ns) if ns == given_up_ns && life.start_ns.is_none() => words("explain_withdrawn", &[]),
        Some(ns) => words("explain_for_nobody_done", &[("time", &duration(ns))]),
        None => words("explain_for_nobody", &[]),
    })
}

/// The number of stretches, if several were summed up.
pub fn times(segment: &Segment) -> String {
    segment.joined.map_or_else(String::new, |times| {
        let times = count(u64::from(times));
        in_brackets(&words("life_times", &[("count", &times)]))
    })
}

/// From the client's question to its answer.
pub fn latency(life: &Life) -> Option<u64> {
    if life.given_up_ns.is_some() {
        return None;
    }
    Some(life.end_ns?.saturating_sub(life.arrive_ns))
}

fn log(outcome: &Outcome) -> String {
    let mut out = format!("\n{}\n", words("log_title", &[]));
    for e in &outcome.events {
        let time = pad(&log_time(e.at_ns), 10, true);
        let _ = writeln!(out, "{time}  {}", event(e, Names::of(outcome)));
    }
    if let Some(lost) = outcome.not_kept.filter(|lost| lost.events > 0) {
        out += &not_kept("run_log_not_kept", lost.events, outcome, "events");
    }
    out
}

fn latencies(l: &LatencySummary) -> String {
    let times = [l.p50_ns, l.p95_ns, l.p99_ns, l.mean_ns as u64, l.max_ns].map(duration);
    let names = ["p50", "p95", "p99", "mean", "longest"];
    let params: Vec<_> = names.into_iter().zip(times.iter().map(|t| &**t)).collect();
    words("run_latencies", &params)
}

fn figures(outcome: &Outcome) -> String {
    let m = &outcome.metrics;
    let (finished, arrived) = (count(m.finished), count(m.arrived));
    let answered = [
        ("finished", &*finished),
        ("arrived", &*arrived),
        ("span", &*duration(m.measured_ns)),
    ];
    let key = match m.measured_ns < outcome.end_ns {
        true => "run_answered_warm",
        false => "run_answered",
    };
    let rate = fixed(m.throughput_per_s, 3);
    let mut rows = vec![
        ("run_label_answered", words(key, &answered)),
        (
            "run_label_throughput",
            words("run_throughput", &[("rate", &rate)]),
        ),
    ];
    if m.finished > 0 {
        let l = &m.latency;
        rows.push(("run_label_latency", latencies(l)));
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
        rows.push(("run_label_open", words("figures_open", &params)));
    }
    let clients = m.clients.unwrap_or_default();
    for (label, key, n) in [
        ("run_label_given_up", "run_given_up", clients.given_up),
        (
            "run_label_tried_again",
            "run_tried_again",
            clients.tried_again,
        ),
        ("run_label_lost", "run_lost", clients.lost),
        ("run_label_for_nobody", "run_for_nobody", clients.for_nobody),
        ("run_label_refused", "run_refused", clients.refused),
    ] {
        if n > 0 {
            rows.push((label, words(key, &[("count", &count(n))])));
        }
    }
    for line in peaks(outcome) {
        rows.push(("run_label_peaks", line));
    }
    if let Some(share) = m.utilisation {
        let share = percent((share * 1e9) as u64, 1_000_000_000);
        let busy = words("run_cores", &[("share", &share)]);
        rows.push(("run_label_cores", busy));
    }
    let (little, mean) = (fixed(m.little, 3), fixed(m.in_system_mean, 3));
    let params = [("little", &*little), ("mean", &*mean)];
    rows.push(("run_label_little", words("run_little", &params)));
    rows.push(("run_label_stopped", stopped(outcome)));
    let label = |key: &str| match key {
        "" => String::new(),
        key => words(key, &[]),
    };
    rows.iter()
        .map(|(key, text)| format!("{}  {text}\n", pad(&label(key), 12, false)))
        .collect()
}

/// Latencies by statement name; empty if that adds nothing.
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
        let bounded = |of: fn(&LatencySummary) -> u64| match (of(&s.latency), of(&at_least)) {
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
                request_name(&s.name)
            },
            count(s.finished),
            bounded(|l| l.p50_ns),
            bounded(|l| l.p95_ns),
            bounded(|l| l.p99_ns),
            bounded(|l| l.max_ns),
            if s.open == 0 {
                open.clone()
            } else {
                words("statements_oldest", &params)
            },
        ]);
    }
    format!("\n{}\n{}", words("statements_title", &[]), table.plain())
}

/// Whether requests under way change a figure by more than the few that are under way at any moment.
fn exceeds(with_open: u64, answered: u64) -> bool {
    with_open - answered.min(with_open) > answered / 20
}

fn peaks(outcome: &Outcome) -> Vec<String> {
    let groups = &outcome.metrics.groups;
    let used = groups.iter().enumerate();
    let used = used.filter(|(_, g)| g.threads_peak > 0 || g.running_peak > 0);
    let lines = used.map(|(i, g)| {
        let numbers = [
            i.to_string(),
            g.threads_peak.to_string(),
            g.running_peak.to_string(),
        ];
        let [group, threads, requests] = numbers.each_ref().map(String::as_str);
        let params = [
            ("group", group),
            ("threads", threads),
            ("requests", requests),
        ];
        words("run_peaks", &params)
    });
    let mut lines: Vec<String> = lines.collect();
    if lines.len() > GROUPS_MOST {
        let left = (lines.len() - GROUPS_MOST).to_string();
        lines.truncate(GROUPS_MOST);
        lines.push(words("run_peaks_more", &[("count", &left)]));
    }
    lines
}

fn stopped(outcome: &Outcome) -> String {
    let why = match outcome.stopped {
        Stopped::Until => "stopped_until",
        Stopped::BudgetSteps => "stopped_budget_steps",
        Stopped::BudgetMemory => "stopped_budget_memory",
    };
    let (time, steps) = (duration(outcome.end_ns), count(outcome.steps.into()));
    let why = words(why, &[]);
    let params = [("time", &*time), ("why", &why), ("steps", &steps)];
    words("run_stopped", &params)
}
