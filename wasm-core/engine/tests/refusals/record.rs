//! The record of a run grows linearly with the run, and fits the budget.

use std::collections::BTreeMap;

use crate::common::{Case, S, case, cpu, v6};
use poolscope_engine::frame::NONE;
use poolscope_engine::life::{Life, Place};
use poolscope_engine::sim::{Outcome, Stopped};
use serde_json::json;

/// The newest version of every scheduler.
const SERVERS: [(&str, &str); 10] = [
    ("mariadb", "10.11"),
    ("percona", "8.0"),
    ("oracle", "9.7"),
    ("one-thread-per-connection", "any"),
    ("one-queue", "any"),
    ("many-queues", "any"),
    ("two-choices", "any"),
    ("nginx-workers", "any"),
    ("mysql-6.0", "6.0"),
    ("mariadb-windows", "10.11"),
];

// This many clients, all at once, one statement each.
fn batch(server: Case, clients: usize, record_mb: u32) -> Case {
    let disk = json!({"wait_us": 900, "kind": "diskio"});
    let statement = json!({"steps": [cpu(100), disk, cpu(200)]});
    let arrivals = json!({"batch": {"at_us": 0}});
    server
        .machine("thread_wake_us", 5)
        .machine("hand_over_us", 20)
        .until(600 * S)
        .top("budget", json!({"record_mb": record_mb}))
        .push(
            "clients",
            json!({"count": clients, "arrivals": arrivals, "statements": [statement]}),
        )
}

fn server((scheduler, version): (&str, &str)) -> Case {
    let server = case(scheduler, version).machine("cores", 4);
    match scheduler {
        "one-thread-per-connection" | "mariadb-windows" => server,
        "mariadb" | "percona" | "oracle" => server.size(2),
        _ => server.size(8),
    }
}

fn printed(outcome: &Outcome) -> usize {
    let parts = [
        serde_json::to_string(&outcome.lives),
        serde_json::to_string(&outcome.events),
    ];
    parts.map(|part| part.unwrap().len()).iter().sum()
}

#[test]
fn twice_the_clients_leave_about_twice_the_record() {
    for name in SERVERS {
        let [(kept, printed), (kept_twice, printed_twice)] = [1_000, 2_000].map(|clients| {
            let replay = batch(server(name), clients, 512).replay();
            let outcome = replay.outcome().unwrap();
            assert_eq!(outcome.stopped, Stopped::Until, "{name:?}");
            assert_eq!(outcome.metrics.finished, clients as u64, "{name:?}");
            assert_eq!(outcome.not_kept, None, "{name:?}");
            (replay.kept_bytes(), printed(&outcome))
        });
        assert!(10 * kept_twice < 22 * kept, "{name:?}: {kept_twice} {kept}");
        assert!(
            10 * printed_twice < 22 * printed,
            "{name:?}: {printed_twice} {printed}"
        );
    }
}

#[test]
fn what_is_kept_and_what_is_printed_fit_the_budget() {
    for name in SERVERS {
        let whole = batch(server(name), 2_000, 512).run().0;
        for record_mb in [1, 2, 3] {
            let replay = batch(server(name), 2_000, record_mb).replay();
            let outcome = replay.outcome().unwrap();
            let bytes = replay.kept_bytes() + printed(&outcome);
            let most = record_mb as usize * 1_000_000;
            assert!(bytes <= most, "{name:?}, {record_mb} MB: {bytes}");
            // Most of the budget is used, and what did not fit is reported.
            assert!(2 * bytes > most, "{name:?}, {record_mb} MB: {bytes}");
            let lost = outcome.not_kept.map_or((0, 0), |n| (n.lives, n.events));
            let happened = |step| whole.events.partition_point(|e| e.step <= step);
            let (lives, events) = (outcome.lives.len(), outcome.events.len());
            assert_eq!(lives + lost.0 as usize, outcome.metrics.arrived as usize);
            assert_eq!(events + lost.1 as usize, happened(outcome.steps));
            assert_eq!(outcome.events, whole.events[..events], "{name:?}");
            assert!(
                outcome.stopped == Stopped::BudgetMemory || lost.0.max(lost.1) > 0,
                "{name:?}"
            );
        }
    }
}

/// Lock names appear in the log each time the lock is taken.
#[test]
fn texts_are_memory_too() {
    let name = "L".repeat(100_000);
    let steps = [json!({"lock": name}), cpu(1), json!({"unlock": name})];
    let case = server(SERVERS[3]).top("budget", json!({"record_mb": 2}));
    let replay = case.batch(0..50, 0, &steps).replay();
    let outcome = replay.outcome().unwrap();
    assert_eq!(outcome.stopped, Stopped::BudgetMemory);
    assert!(replay.kept_bytes() + printed(&outcome) <= 2_000_000);
}

// How long a request was queued for each reason, whatever its numbers, and in how many stretches.
fn by_reason(life: &Life) -> BTreeMap<String, (u64, u32)> {
    let mut all = BTreeMap::new();
    for s in life.segments.iter().filter(|s| s.place == Place::Queue) {
        let reason = json!(s.why)["reason"].to_string();
        let (held, times) = all.entry(reason).or_insert((0, 0));
        *held += s.end_ns - s.start_ns;
        *times += s.joined.unwrap_or(1);
    }
    all
}

/// MySQL 6.0: each queued request sees the mutex pass a hundred times. Its life has few segments, and they
/// agree with the pictures of all steps on how long each reason held it up, and how often.
#[test]
fn reasons_that_take_turns_are_added_up_and_nothing_is_lost() {
    let case = batch(v6(4), 150, 64);
    let mut replay = case.replay();
    let outcome = replay.outcome().unwrap();
    // The reason of the one list after each moment.
    let mut log = Vec::new();
    for step in 0..=outcome.steps {
        let frame = replay.frame_at_step(step);
        let low = frame.groups.why[0];
        let why = (low != NONE).then(|| outcome.reasons[low as usize]);
        match log.last_mut() {
            Some((at, last)) if *at == frame.time_ns => *last = why,
            _ => log.push((frame.time_ns, why)),
        }
    }
    log.dedup_by_key(|(_, why)| *why);
    let mut joined = 0;
    for life in &outcome.lives {
        assert!(life.segments.len() < 40, "{life:?}");
        joined += u32::from(life.segments.iter().any(|s| s.joined.is_some()));
        let stays = |place| life.segments.iter().filter(move |s| s.place == place);
        let (Some(first), Some(last)) =
            (stays(Place::Queue).next(), stays(Place::Queue).next_back())
        else {
            continue;
        };
        let mut want = BTreeMap::new();
        let mut before = None;
        for (i, (since, why)) in log.iter().enumerate() {
            let until = log.get(i + 1).map_or(outcome.end_ns, |next| next.0);
            let (from, to) = (first.start_ns.max(*since), last.end_ns.min(until));
            if from >= to {
                continue;
            }
            let reason = json!(why.unwrap())["reason"].to_string();
            let (held, times) = want.entry(reason).or_insert((0_u64, 0_u32));
            *held += to - from;
            *times += u32::from(before != Some(*why));
            before = Some(*why);
        }
        assert_eq!(by_reason(life), want, "{life:?}");
    }
    assert!(joined > 50, "{joined}");
}
