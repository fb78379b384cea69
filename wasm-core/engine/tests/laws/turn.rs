//! A run changed midway is unchanged up to then, and keeps what it has.

use crate::common::{Case, MS, S, p8, wait};
use poolscope_engine::sim::{Detail, Replay};
use serde_json::{Value, json};

const BETWEEN: &str = "/clients/0/arrivals/open/between";
const WORK: &str = "/clients/0/statements/0/steps/0/wait_us";

fn stream(between_us: u64, steps: &[Value]) -> Case {
    let open = json!({"open": {"between": {"exponential": {"mean_us": between_us}}}});
    p8().oversubscribe(3).until(10 * S).push(
        "clients",
        json!({"count": 200, "arrivals": open, "statements": [{"steps": steps}]}),
    )
}

fn fresh(case: &Case) -> Replay {
    Replay::from_json(&case.0.to_string(), &[], Detail::Full).unwrap()
}

fn turn(replay: &mut Replay, at_us: u64, overrides: &Value) -> Result<(), Vec<String>> {
    replay.advance_to(at_us * 1_000);
    let turned = replay.turn(&overrides.to_string(), |text| text.parse().unwrap());
    turned.map_err(|found| {
        found
            .errors
            .into_iter()
            .map(|problem| problem.path)
            .collect()
    })
}

fn to_the_end(mut replay: Replay) -> Replay {
    while !replay.advance(1_000) {}
    replay
}

/// Setting the same value changes nothing, and advancing in one step or many gives the same run.
#[test]
fn the_same_value_changes_nothing() {
    let case = stream(20 * MS, &[wait(150 * MS)]);
    let mut turned = fresh(&case);
    for at_us in [1, 500 * MS, 3 * S] {
        turn(&mut turned, at_us, &json!({WORK: 150 * MS})).unwrap();
    }
    assert_eq!(
        to_the_end(turned).digest(),
        to_the_end(fresh(&case)).digest()
    );
}

/// The log, lives and picture of the time before stay the same.
#[test]
fn the_past_stays() {
    let case = stream(20 * MS, &[wait(150 * MS)]);
    let at_us = 4 * S + 1;
    let mut turned = fresh(&case);
    turned.advance_to(at_us * 1_000);
    let picture = turned.frame(at_us * 1_000);
    turn(
        &mut turned,
        at_us,
        &json!({BETWEEN: 5 * MS, WORK: 300 * MS}),
    )
    .unwrap();
    assert_eq!(turned.frame(at_us * 1_000), picture);
    let (turned, straight) = (to_the_end(turned), to_the_end(fresh(&case)));
    let (turned, straight) = (turned.outcome().unwrap(), straight.outcome().unwrap());
    let before = |events: &[poolscope_engine::event::Event]| {
        let all = events.iter().filter(|e| e.at_ns <= at_us * 1_000);
        all.cloned().collect::<Vec<_>>()
    };
    assert_eq!(before(&turned.events), before(&straight.events));
    assert!(turned.metrics.arrived > straight.metrics.arrived * 3 / 2);
}

/// Changing a variable equals SET GLOBAL at that time.
#[test]
fn a_variable_is_set_as_by_set_global() {
    let case = stream(20 * MS, &[wait(150 * MS)]);
    let at_us = 2 * S + 1;
    let mut turned = fresh(&case);
    turn(&mut turned, at_us, &json!({"thread_pool_oversubscribe": 1})).unwrap();
    let said = to_the_end(fresh(&case.change(at_us, "thread_pool_oversubscribe", 1)));
    let (turned, said) = (
        to_the_end(turned).outcome().unwrap(),
        said.outcome().unwrap(),
    );
    assert_eq!(turned.lives, said.lives);
    assert_eq!(turned.metrics, said.metrics);
}

/// No change loses a request: each has an answer or is still there.
#[test]
fn nobody_is_lost() {
    let mut replay = fresh(&stream(20 * MS, &[wait(150 * MS)]));
    for (at_s, overrides) in (1..).zip([
        json!({BETWEEN: {"exponential": {"mean_us": 2 * MS}}}),
        json!({WORK: {"erlang": {"k": 3, "mean_us": 20 * MS}}}),
        json!({BETWEEN: 864_000_000_000_u64, "thread_pool_max_threads": 3}),
        json!({"thread_pool_oversubscribe": 30, BETWEEN: {"exponential": {"mean_us": 1_000}}}),
    ]) {
        turn(&mut replay, at_s * S, &overrides).unwrap();
        replay.advance_to((at_s * S + 900 * MS) * 1_000);
        let m = replay.summary().unwrap().metrics;
        assert_eq!(m.arrived, m.finished + m.failed + u64::from(m.open));
    }
    let frame = replay.frame(4_800 * MS * 1_000);
    let asked = frame.connections.request.iter().filter(|r| **r != u32::MAX);
    let served = frame.threads.request.iter().filter(|r| **r != u32::MAX);
    assert_eq!(asked.count(), served.count() + frame.waiting.request.len());
}

/// A stream that has stopped resumes; a thinking crowd sends sooner.
#[test]
fn delayed_clients_send_sooner() {
    let mut replay = fresh(&stream(3_600 * S, &[wait(MS)]));
    turn(&mut replay, S, &json!({BETWEEN: 10 * MS})).unwrap();
    assert_eq!(to_the_end(replay).summary().unwrap().metrics.arrived, 900);

    let closed = json!({"closed": {"think": 3_600 * S}});
    let clients = json!({"count": 5, "arrivals": closed, "statements": [{"steps": [wait(MS)]}]});
    let mut replay = fresh(&p8().until(2 * S).push("clients", clients));
    let think = "/clients/0/arrivals/closed/think";
    turn(&mut replay, S, &json!({think: 900 * MS})).unwrap();
    assert_eq!(to_the_end(replay).summary().unwrap().metrics.arrived, 5);
}

/// Changes that a live server or its clients can't make are refused, and the run continues as it was.
#[test]
fn unchangeable_values_are_refused() {
    let case = stream(20 * MS, &[wait(150 * MS)]);
    let mut replay = fresh(&case);
    for (name, value) in [
        ("seed", json!(2)),
        ("thread_pool_size", json!(4)),
        ("/clients/0/count", json!(7)),
        ("/clients/0/statements/0/steps", json!([])),
        ("/server/thread_pool_oversubscribe", json!(1)),
        ("thread_pool_oversubscribe", json!(0)),
        (WORK, json!(-1)),
    ] {
        assert!(
            turn(&mut replay, S, &json!({name: value})).is_err(),
            "{name}"
        );
    }
    assert_eq!(
        to_the_end(replay).digest(),
        to_the_end(fresh(&case)).digest()
    );
}
