//! A run that is frozen at any moment and restarted from its state continues like the original.

use std::collections::BTreeMap;
use std::path::Path;

use poolscope_engine::event::Event;
use poolscope_engine::scenario::{Kill, Scenario, Start, StartState, no_state};
use poolscope_engine::sim::{Outcome, Stopped};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Case, MS, S, begin, cpu, m4, whole};

/// Maps the numbers of threads and requests of one run to those of the other, which numbers them again.
#[derive(Default)]
struct Numbers {
    threads: [BTreeMap<u64, u64>; 2],
}

impl Numbers {
    fn same_thread(&mut self, old: u64, new: u64) -> bool {
        let there = *self.threads[0].entry(old).or_insert(new) == new;
        there && *self.threads[1].entry(new).or_insert(old) == old
    }
}

/// What was requested and when, which is the same in both runs. The connection is left out: the life of a
/// request that was held back in the application names the first connection of its crowd.
fn asked(outcome: &Outcome, request: u64) -> Option<String> {
    let life = outcome.lives.get(request as usize)?;
    Some(format!("{} {}", life.arrive_ns, life.name))
}

fn same_request(before: &Outcome, old: u64, after: &Outcome, new: u64) -> bool {
    match (asked(before, old), asked(after, new)) {
        (Some(old), Some(new)) => old == new,
        // In very large runs the last requests have no life.
        _ => true,
    }
}

fn told(events: &[Event]) -> Vec<Value> {
    events
        .iter()
        .map(|e| serde_json::to_value(e).unwrap())
        .collect()
}

/// Returns the number of later events, or the first difference.
fn compare(
    before: &Outcome,
    told_before: &[Value],
    after: &Outcome,
    at_ns: u64,
) -> Result<usize, String> {
    // Events are in order of time.
    let later = |o: &Outcome| o.events.partition_point(|e| e.at_ns <= at_ns);
    let old = &told_before[later(before)..];
    let new = told(&after.events[later(after)..]);
    let mut numbers = Numbers::default();
    let holder = |o: &Outcome, v: u64| o.lives.get(v as usize).map(|l| l.connection);
    for (a, b) in old.iter().zip(&new) {
        let (mut x, mut y) = (a.clone(), b.clone());
        for field in ["thread", "request", "holder", "step"] {
            if x[field].is_null() && y[field].is_null() {
                continue;
            }
            let (Some(p), Some(q)) = (x[field].take().as_u64(), y[field].take().as_u64()) else {
                return Err(format!("{field}: {a} was {b}"));
            };
            let same = match field {
                "thread" => numbers.same_thread(p, q),
                // A request that had ended is not in the state, but its connection is: one that took a lock may have.
                "request" if a["kind"] != "lock_released" => same_request(before, p, after, q),
                "request" | "holder" => holder(before, p) == holder(after, q),
                _ => true,
            };
            if !same {
                return Err(format!("{field}: {a} was {b}"));
            }
        }
        // The request that triggered it.
        let by = |event: &mut Value| event.pointer_mut("/asked/request")?.take().as_u64();
        if let (Some(p), Some(q)) = (by(&mut x), by(&mut y))
            && !same_request(before, p, after, q)
        {
            return Err(format!("asked: {a} was {b}"));
        }
        if x != y {
            return Err(format!("{a} was {b}"));
        }
    }
    // A run may have been stopped by its budget, or have dropped log entries.
    let whole = |o: &Outcome| o.stopped == Stopped::Until && o.not_kept.is_none();
    if whole(before) && whole(after) && old.len() != new.len() {
        return Err(format!("{} entries were {}", old.len(), new.len()));
    }
    Ok(old.len().min(new.len()))
}

/// The first line that differs, with those before it.
fn first_difference(a: &StartState, b: &StartState) -> String {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let lines: Vec<(&str, &str)> = a.lines().zip(b.lines()).collect();
    let at = lines
        .iter()
        .position(|(a, b)| a != b)
        .unwrap_or(lines.len());
    let from = lines[at.saturating_sub(12)..at]
        .iter()
        .map(|(a, _)| a.trim());
    let until: Vec<&str> = from.collect();
    format!("{} then {:?}", until.join(" "), lines.get(at))
}

/// Freezes the run at these times (millionths of its events) and returns the total number of later events.
fn frozen_goes_on(json: &Value, kills: &[Kill], shares: &[u64]) -> Result<usize, String> {
    let mut scenario = Case(json.clone()).scenario();
    scenario.kills = kills.to_vec();
    let mut replay = whole(scenario.clone());
    let outcome = replay.outcome().unwrap();
    let told_before = told(&outcome.events);
    let mut followed = 0;
    for share in shares {
        // At the time of an event, or between two.
        let some = outcome.events.len() as u64 * share / 1_000_000;
        let at_ns = match outcome.events.get(some as usize) {
            Some(event) if share % 3 == 0 => event.at_ns,
            Some(event) if share % 3 == 1 => event.at_ns + 1,
            _ => (u128::from(outcome.end_ns) * u128::from(*share) / 1_000_000) as u64,
        };
        if at_ns >= outcome.end_ns {
            continue;
        }
        let context = format!("frozen at {at_ns} ns");
        let state = replay.freeze(at_ns).map_err(|p| p.message)?;
        scenario.start = Start {
            login_cpu_us: scenario.start.login_cpu_us,
            state: Some(Box::new(state.clone())),
            ..Start::default()
        };
        let fits = scenario.validate();
        fits.map_err(|problems| format!("{context}: {problems}"))?;
        let mut again = whole(scenario.clone());
        // Freezing right after the start gives the same state.
        let twice = again.freeze(at_ns).map_err(|p| p.message)?;
        if twice != state {
            return Err(format!("{context}: {}", first_difference(&state, &twice)));
        }
        let after = again.outcome().unwrap();
        followed += compare(&outcome, &told_before, &after, at_ns)
            .map_err(|e| format!("{context}: {e}"))?;
    }
    Ok(followed)
}

/// Whether a state can express all of it.
fn is_told(json: &Value) -> bool {
    no_state(&Scenario::from_json(&json.to_string()).unwrap()).is_none()
}

/// The queue of its next statement was chosen before it had a transaction.
#[test]
fn decisions_keep_their_reasons() {
    let steps = [begin(), json!({"async_us": 100 * MS}), cpu(MS)];
    let json = m4().size(1).ask(1, 0, "a", &steps).until(S).0;
    let followed = frozen_goes_on(&json, &[], &[50_000]);
    assert!(followed.unwrap() > 2);
}

#[test]
fn every_shipped_scenario() {
    let (mut seen, mut wrong) = (0, Vec::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let json: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if !is_told(&json) {
            continue;
        }
        let shares = [0, 100_001, 333_334, 500_000, 700_003, 940_001];
        match frozen_goes_on(&json, &[], &shares) {
            Ok(followed) => assert!(followed > 0, "{name}"),
            Err(difference) => wrong.push(format!("{name} {difference}")),
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 30, "{seen}");
}

proptest! {
    #![proptest_config(crate::common::random::config(60))]

    #[test]
    fn random_scenarios(
        (json, kills) in crate::common::random::scenario_with_a_state(),
        shares in prop::collection::vec(0..1_000_000_u64, 1..4),
    ) {
        let gone_on = frozen_goes_on(&json, &kills, &shares);
        prop_assert!(gone_on.is_ok(), "{}", gone_on.unwrap_err());
    }
}
