//! Two runs of the worked table, step by step.
//! Source: scheduler rules, section 9.1.

use crate::common::{Run, S, cpu, m5, p8, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::reason::{IdleReason, Lane, StartedVia, Trigger};

// The form in which traces are compared: time in ms and a short word for each event of a group.
fn trace(run: &Run, until_ms: u64) -> Vec<(u64, String)> {
    let word = |kind: &EventKind| {
        Some(match kind {
            EventKind::PollReturned { events, .. } => format!("poll {events}"),
            EventKind::Queued {
                request,
                lane: Lane::Low,
                ..
            } => format!("low {request}"),
            EventKind::RequestStarted {
                request,
                thread,
                via,
                ..
            } => match via {
                StartedVia::ListenerSelfService => format!("{thread} serves {request}"),
                _ => format!("{thread} takes {request}"),
            },
            EventKind::WaitBegan { request, .. } => format!("wait {request}"),
            EventKind::WaitEnded { request, .. } => format!("done {request}"),
            EventKind::ThreadCreated {
                thread, trigger, ..
            } => match trigger {
                Trigger::WaitBegan { request } => format!("create {thread} for wait {request}"),
                Trigger::TimerNoListener => format!("create {thread}: no listener"),
                Trigger::TimerStalled => format!("create {thread}: stalled"),
                other => format!("create {thread}: {other:?}"),
            },
            EventKind::ThreadWoken { thread, .. } => format!("wake {thread}"),
            EventKind::ThreadListens { thread, .. } => format!("{thread} listens"),
            EventKind::ThreadIdle {
                thread,
                why: IdleReason::TooBusy { .. },
                ..
            } => {
                format!("{thread} idle: too busy")
            }
            EventKind::ThreadIdle {
                thread,
                why: IdleReason::Saturated { .. },
                ..
            } => {
                format!("{thread} idle: saturated")
            }
            EventKind::ThreadIdle { thread, .. } => format!("{thread} idle"),
            EventKind::TimerTick { .. } => "tick".to_owned(),
            EventKind::GroupStalled { .. } => "stalled".to_owned(),
            EventKind::GroupUnattended { .. } => "unattended".to_owned(),
            _ => return None,
        })
    };
    let events = run
        .0
        .events
        .iter()
        .filter(|e| e.at_ns <= until_ms * 1_000_000);
    events
        .filter_map(|e| word(&e.kind).map(|w| (e.at_ns / 1_000_000, w)))
        .collect()
}

fn at(ms: u64, words: &[&str]) -> Vec<(u64, String)> {
    words.iter().map(|w| (ms, (*w).to_owned())).collect()
}

/// Source: scheduler rules, section 9.1, worked trace of V03.
#[test]
fn trace_of_v03() {
    let run = p8()
        .oversubscribe(1)
        .max_threads(1_000)
        .batch(0..8, 0, &[wait(2 * S)])
        .run();
    let want = [
        at(
            0,
            &[
                "poll 8", "low 1", "low 2", "low 3", "low 4", "low 5", "low 6", "low 7",
            ],
        ),
        at(0, &["0 serves 0", "wait 0", "create 1 for wait 0"]),
        at(
            0,
            &["1 takes 1", "wait 1", "create 2 for wait 1", "2 listens"],
        ),
        at(100, &["tick"]),
        at(
            600,
            &["stalled", "create 3: stalled", "tick", "3 idle: too busy"],
        ),
        at(1_100, &["tick"]),
        at(1_600, &["stalled", "wake 3", "tick", "3 idle: too busy"]),
        // The sleepers end one after the other; the second finds nobody idle, so a thread is created.
        at(2_000, &["done 0", "0 takes 2", "wait 2", "wake 3"]),
    ]
    .concat();
    assert_eq!(trace(&run, 2_000)[..want.len()], want);
    assert_eq!(run.ends_ms(), [2e3, 2e3, 4e3, 4e3, 6e3, 6e3, 8e3, 8e3]);
    assert_eq!((run.threads(0), run.running(0)), (5, 2));
    assert_eq!(run.stalls().iter().filter(|t| **t < 8 * S).count(), 6);
}

/// Source: scheduler rules, section 9.1, worked trace of V13.
#[test]
fn trace_of_v13() {
    let run = m5().oversubscribe(1).batch(0..8, 0, &[cpu(2 * S)]).run();
    let want = [
        at(
            0,
            &[
                "poll 8", "low 0", "low 1", "low 2", "low 3", "low 4", "low 5", "low 6", "low 7",
            ],
        ),
        at(0, &["0 serves 0"]),
        at(100, &["tick"]),
        at(
            600,
            &["unattended", "create 1: no listener", "tick", "1 takes 1"],
        ),
        at(
            1_100,
            &["unattended", "create 2: no listener", "tick", "2 listens"],
        ),
        at(1_600, &["tick"]),
        at(2_000, &["0 takes 2"]),
        at(2_100, &["tick"]),
        at(2_600, &["1 takes 3", "tick"]),
        at(
            3_100,
            &["stalled", "create 3: stalled", "tick", "3 takes 4"],
        ),
        at(3_600, &["tick"]),
        at(4_000, &["0 idle: saturated"]),
        at(4_100, &["stalled", "wake 0", "tick", "0 takes 5"]),
    ]
    .concat();
    assert_eq!(trace(&run, 4_100), want);
    let starts = [0.0, 600.0, 2000.0, 2600.0, 3100.0, 4100.0, 5100.0, 5600.0];
    assert_eq!(run.starts_ms(), starts);
    assert_eq!(run.running(0), 3);
}
