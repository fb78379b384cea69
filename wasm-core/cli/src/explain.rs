//! `poolscope explain`: where one request spent its time, and why, in sentences.

use std::fmt::Write;

use poolscope_engine::event::Event;
use poolscope_engine::life::Life;
use poolscope_engine::scenario::Problem;
use poolscope_engine::sim::Outcome;
use serde_json::Value;

use crate::args::ExplainArgs;
use crate::format::{duration, log_time, percent};
use crate::output::{Answer, Failure, Result};
use crate::run::{ended, for_nobody, latency, times};
use crate::table::pad;
use crate::words::{Names, event, marks, place_in, request_name, why, words};

pub fn explain(args: &ExplainArgs) -> Result {
    let outcome = args.input.outcome()?;
    let life = find(&outcome, &args.request)?;
    let mut out = title(life);
    out += &facts(life);
    out += &segments(&outcome, life);
    out += &log(&outcome, life);
    Ok(Answer::new(out))
}

// A name takes precedence, because requests may be called 1 to 8.
fn find<'a>(outcome: &'a Outcome, wanted: &str) -> std::result::Result<&'a Life, Failure> {
    let named = outcome
        .lives
        .iter()
        .find(|life| life.name == wanted || request_name(&life.name) == wanted);
    let number = || {
        let number: usize = wanted.strip_prefix('#').unwrap_or(wanted).parse().ok()?;
        outcome.lives.get(number)
    };
    named.or_else(number).ok_or_else(|| {
        let allowed = match outcome.lives.as_slice() {
            [] => words("explain_no_request", &[]),
            [only] => format!("0{}", in_brackets(only)),
            [first, .., last] => {
                let end = last.request;
                let [first, last] = [("0", first), (&end.to_string(), last)]
                    .map(|(number, life)| format!("{number}{}", in_brackets(life)));
                words("explain_requests", &[("first", &first), ("last", &last)])
            }
        };
        Problem::new("request", format!("\"{wanted}\""), allowed).into()
    })
}

fn in_brackets(life: &Life) -> String {
    if life.name.is_empty() {
        String::new()
    } else {
        crate::words::in_brackets(&request_name(&life.name))
    }
}

fn title(life: &Life) -> String {
    let number = life.request.to_string();
    let named = request_name(&life.name);
    let name = if named.is_empty() { &number } else { &named };
    let title = match latency(life) {
        Some(ns) => words(
            "life_title",
            &[("request", name), ("latency", &duration(ns))],
        ),
        None => words("life_title_open", &[("request", name)]),
    };
    title + "\n\n"
}

fn facts(life: &Life) -> String {
    let key = match (life.group, life.thread) {
        (None, None) => "explain_connection",
        (Some(_), None) => "explain_connection_group",
        (None, Some(_)) => "explain_connection_thread",
        (Some(_), Some(_)) => "explain_connection_both",
    };
    let end = match life.given_up_ns.or(life.end_ns) {
        Some(ns) if life.given_up_ns.is_some() => {
            words("explain_given_up", &[("time", &duration(ns))])
        }
        Some(ns) => words("explain_answered", &[("time", &duration(ns))]),
        None => ended(life),
    };
    let params = [
        ("connection", &*life.connection.to_string()),
        (
            "group",
            &life.group.map_or(String::new(), |g| g.to_string()),
        ),
        (
            "thread",
            &life.thread.map_or(String::new(), |t| t.to_string()),
        ),
        ("sent", &duration(life.arrive_ns)),
        ("end", &end),
    ];
    let mut out = words(key, &params);
    if let Some(sentence) = for_nobody(life) {
        out = out + marks().blank + &sentence;
    }
    out + "\n\n"
}

fn segments(outcome: &Outcome, life: &Life) -> String {
    let names = Names::of(outcome);
    let stretches = || life.segments.iter().filter(|s| s.end_ns > s.start_ns);
    let whole_ns: u64 = stretches().map(|s| s.end_ns - s.start_ns).sum();
    let mut out = String::new();
    for segment in stretches() {
        let length_ns = segment.end_ns - segment.start_ns;
        let params = [
            ("start", &*duration(segment.start_ns)),
            ("end", &duration(segment.end_ns)),
            ("length", &duration(length_ns)),
            ("share", &percent(length_ns, whole_ns)),
            ("place", &place_in(segment, names)),
        ];
        let _ = writeln!(out, "{}", words("explain_stretch", &params));
        let _ = writeln!(out, "    {}{}", why(&segment.why, names), times(segment));
    }
    out
}

fn log(outcome: &Outcome, life: &Life) -> String {
    let mut out = format!("\n{}\n", words("log_title", &[]));
    for e in outcome.events.iter().filter(|e| is_about(e, life)) {
        let time = pad(&log_time(e.at_ns), 10, true);
        let _ = writeln!(out, "{time}  {}", event(e, Names::of(outcome)));
    }
    out
}

// Events of the request itself, and threads requested because it started to wait.
fn is_about(event: &Event, life: &Life) -> bool {
    let Ok(fields) = serde_json::to_value(&event.kind) else {
        return false;
    };
    let here = |value: &Value| value.as_u64() == Some(u64::from(life.request.0));
    here(&fields["request"]) || here(&fields["asked"]["request"])
}
