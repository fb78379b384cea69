//! What a hand does during a run: the live run is the run of its log, however it is sliced.

use crate::common::random::config;
use crate::common::{Case, MS, S, p8, wait};
use poolscope_engine::sim::{Detail, Replay};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

const UNTIL_US: u64 = 3 * S;

/// A pool with a stream, sleepers to pour, clients that give up, a lock and a latch.
fn touched(scheduler: &str, patient: bool) -> Value {
    let version = if scheduler == "percona" {
        "8.0"
    } else {
        "10.11"
    };
    let open = |us: u64| json!({"open": {"between": {"exponential": {"mean_us": us}}}});
    let patience = if patient {
        Value::Null
    } else {
        json!({"gives_up_us": 150 * MS, "retries": 2, "backoff": {"base_us": 40 * MS, "cap_us": S}})
    };
    let work = [
        json!({"lock": "row"}),
        json!({"wait_us": {"erlang": {"k": 3, "mean_us": 9 * MS}}}),
        json!({"unlock": "row"}),
    ];
    let plain = [
        json!({"wait_us": 20 * MS}),
        json!({"latch": true}),
        json!({"cpu_us": 900}),
    ];
    json!({
        "server": {"scheduler": scheduler, "version": version, "thread_pool_size": 1,
                   "thread_pool_oversubscribe": 3, "thread_pool_max_threads": 5},
        "machine": {"cores": 2, "latch": {"hold_us": 40}},
        "until_us": UNTIL_US,
        "connections": [],
        "clients": [
            {"count": 30, "arrivals": open(25 * MS), "patience": patience,
             "statements": [{"steps": work, "weight": 1}, {"steps": plain, "weight": 3}]},
            {"count": 20, "arrivals": open(864_000 * S), "statements": [{"steps": [wait(700 * MS)]}]},
            {"count": 6, "arrivals": {"closed": {"think": 90 * MS}}, "statements": [{"steps": plain}]},
        ],
    })
}

fn deed() -> impl Strategy<Value = Value> {
    let nth = 0..7_u32;
    prop_oneof![
        3 => (0..2_u32, 1..30_u32).prop_map(|(client, count)| json!({"pour": {"client": client, "count": count}})),
        2 => nth.clone().prop_map(|nth| json!({"kill_query": nth})),
        2 => (nth, 1..400_u64, any::<bool>()).prop_map(|(thread, ms, instead)| {
            let client = instead.then_some(1);
            json!({"hold": {"thread": thread, "for_us": ms * MS, "client": client}})
        }),
        1 => (1..9_u32).prop_map(|n| json!({"set": {"variable": "thread_pool_oversubscribe", "value": n}})),
        1 => (2..9_u32).prop_map(|n| json!({"set": {"variable": "thread_pool_max_threads", "value": n}})),
        1 => (1..90_u64).prop_map(|ms| json!({"between": {"client": 0, "span_us": {"exponential": {"mean_us": ms * MS}}}})),
        1 => (1..90_u64).prop_map(|ms| json!({"between": {"client": 2, "span_us": ms * MS}})),
        1 => (1..90_u64).prop_map(|ms| json!({"work": {"client": 0, "step": 1, "span_us": ms * MS}})),
        1 => Just(json!({"lock": "row"})),
        1 => Just(json!({"unlock": "row"})),
        1 => any::<bool>().prop_map(|open| json!({"door_open": open})),
        1 => (1..90_u64).prop_map(|ms| json!({"stall_us": ms * MS})),
    ]
}

/// In moments of 10 ms, many of them shared, in order.
fn log() -> impl Strategy<Value = Vec<Value>> {
    vec((0..290_u64, deed()), 0..25).prop_map(|mut all| {
        all.sort_by_key(|(at, _)| *at);
        all.into_iter()
            .map(|(at, mut act)| {
                act["at_us"] = json!(at * 10 * MS);
                act
            })
            .collect()
    })
}

fn fresh(file: &Value) -> Replay {
    Replay::from_json(&file.to_string(), &[], Detail::Full).unwrap()
}

fn to_the_end(mut replay: Replay) -> Replay {
    while !replay.advance(997) {}
    replay
}

fn act(replay: &mut Replay, act: &Value) -> Result<(), String> {
    let float = |text: &str| text.parse().unwrap();
    let acted = replay.act(&act.to_string(), float);
    acted.map_err(|found| found.to_string())
}

fn live(file: &Value, log: &[Value], slice_us: u64) -> Replay {
    let mut run = fresh(file);
    let mut at_us = 0;
    for one in log {
        while at_us < one["at_us"].as_u64().unwrap() {
            at_us = (at_us + slice_us).min(one["at_us"].as_u64().unwrap());
            run.advance_to(at_us * 1_000);
        }
        act(&mut run, one).unwrap();
    }
    to_the_end(run)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_live_run_is_the_run_of_its_log(
        server in select(vec!["percona", "mariadb"]), patient in any::<bool>(), log in log(), slice_ms in 1..400_u64,
    ) {
        let file = touched(server, patient);
        let lived = live(&file, &log, slice_ms * MS);
        let mut compiled = file.clone();
        compiled["acts"] = json!(log);
        prop_assert_eq!(lived.digest(), to_the_end(fresh(&compiled)).digest());
        // The run says what it was a run of.
        let said: Value = serde_json::to_value(lived.outcome().unwrap().scenario).unwrap();
        prop_assert_eq!(lived.digest(), to_the_end(fresh(&said)).digest());
    }

    #[test]
    fn what_a_hand_does_keeps_the_laws(log in log(), patient in any::<bool>()) {
        let mut file = touched("percona", patient);
        file["acts"] = json!(log);
        file["until_us"] = json!(S);
        super::check(&file);
    }

    /// Going back shows the same as going forward, also past acts.
    #[test]
    fn any_moment_can_be_seen_again(log in log(), at_ms in 0..3_000_u64) {
        let file = touched("percona", true);
        let mut run = fresh(&file);
        for one in &log {
            act(&mut run, one).unwrap();
        }
        run.advance_to(at_ms * MS * 1_000);
        let seen = run.frame(at_ms * MS * 1_000);
        let mut run = to_the_end(run);
        run.frame(2_999 * MS * 1_000);
        prop_assert_eq!(run.frame(at_ms * MS * 1_000), seen);
    }
}

/// Each request is told once, when it has ended, and the numbers are those of the figures.
#[test]
fn answers_are_told_once() {
    let mut run = fresh(&touched("percona", false));
    run.answers();
    let (mut told, mut killed, mut nobody) = (Vec::new(), 0, 0);
    for at_ms in (0..3_000).step_by(50) {
        if at_ms % 500 == 0 {
            for nth in 0..6 {
                let kill = json!({"at_us": at_ms * MS, "kill_query": nth});
                act(&mut run, &kill).unwrap();
            }
        }
        run.advance_to(at_ms * MS * 1_000);
        let answers = run.answers();
        assert!(
            answers
                .end_ns
                .iter()
                .all(|end| *end <= (at_ms * MS * 1_000) as f64)
        );
        let late = |(end, arrive): (&f64, &f64)| end >= arrive;
        assert!(answers.end_ns.iter().zip(&answers.arrive_ns).all(late));
        told.extend(answers.request);
        killed += answers
            .killed
            .iter()
            .map(|one| u64::from(*one))
            .sum::<u64>();
        nobody += answers
            .nobody
            .iter()
            .map(|one| u64::from(*one))
            .sum::<u64>();
    }
    let metrics = run.summary().unwrap().metrics;
    assert_eq!(told.len() as u64, metrics.finished + metrics.failed);
    assert_eq!(killed + nobody, metrics.failed);
    assert!(killed > 0);
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len() as u64, metrics.finished + metrics.failed);
}

/// SET GLOBAL by a hand is SET GLOBAL.
#[test]
fn a_variable_is_set_as_by_a_change() {
    let open = json!({"open": {"between": {"exponential": {"mean_us": 20 * MS}}}});
    let clients =
        json!({"count": 200, "arrivals": open, "statements": [{"steps": [wait(150 * MS)]}]});
    let case: Case = p8().oversubscribe(3).until(10 * S).push("clients", clients);
    let at_us = 2 * S + 1;
    let set = json!({"at_us": at_us, "set": {"variable": "thread_pool_oversubscribe", "value": 1}});
    let acted = to_the_end(fresh(&case.clone().top("acts", json!([set])).0));
    let changed = case.change(at_us, "thread_pool_oversubscribe", 1).replay();
    let (acted, changed) = (acted.outcome().unwrap(), changed.outcome().unwrap());
    assert_eq!(acted.lives, changed.lives);
    assert_eq!(acted.metrics, changed.metrics);
}

/// A stream that has stopped resumes; a thinking crowd sends sooner.
#[test]
fn delayed_clients_send_sooner() {
    let steps = json!([{"steps": [wait(MS)]}]);
    let open = json!({"open": {"between": 3_600 * S}});
    let file = p8().until(10 * S).push(
        "clients",
        json!({"count": 200, "arrivals": open, "statements": steps}),
    );
    let mut run = fresh(&file.0);
    let sooner = json!({"at_us": S, "between": {"client": 0, "span_us": 10 * MS}});
    act(&mut run, &sooner).unwrap();
    assert_eq!(to_the_end(run).summary().unwrap().metrics.arrived, 900);

    let closed = json!({"closed": {"think": 3_600 * S}});
    let file = p8().until(2 * S).push(
        "clients",
        json!({"count": 5, "arrivals": closed, "statements": steps}),
    );
    let mut run = fresh(&file.0);
    let sooner = json!({"at_us": S, "between": {"client": 0, "span_us": 900 * MS}});
    act(&mut run, &sooner).unwrap();
    assert_eq!(to_the_end(run).summary().unwrap().metrics.arrived, 5);
}

/// What a hand can't do is refused, and the run goes on as it was.
#[test]
fn impossible_acts_are_refused() {
    let file = touched("percona", true);
    let mut run = fresh(&file);
    run.advance_to(S * 1_000);
    for wrong in [
        json!({"at_us": 900 * MS, "kill_query": 0}),
        json!({"at_us": S}),
        json!({"at_us": S, "kill_query": 0, "lock": "row"}),
        json!({"at_us": S, "pour": {"client": 2}}),
        json!({"at_us": S, "pour": {"client": 9}}),
        json!({"at_us": S, "pour": {"client": 0, "count": 0}}),
        json!({"at_us": S, "hold": {"thread": 0, "for_us": 1, "client": 2}}),
        json!({"at_us": S, "set": {"variable": "thread_pool_size", "value": 2}}),
        json!({"at_us": S, "set": {"variable": "thread_pool_oversubscribe", "value": 0}}),
        json!({"at_us": S, "set": {"variable": "port", "value": 1}}),
        json!({"at_us": S, "between": {"client": 7, "span_us": 5}}),
        json!({"at_us": S, "work": {"client": 0, "step": 0, "span_us": 5}}),
        json!({"at_us": S, "work": {"client": 0, "step": 1, "span_us": -1}}),
        json!({"at_us": S, "lock": "table"}),
        json!({"at_us": S, "stall_us": 0}),
        json!({"at_us": S, "door": true}),
    ] {
        assert!(act(&mut run, &wrong).is_err(), "{wrong}");
    }
    let mut later = fresh(&file);
    act(&mut later, &json!({"at_us": S, "kill_query": 0})).unwrap();
    assert!(act(&mut later, &json!({"at_us": S - 1, "kill_query": 0})).is_err());
    assert_eq!(to_the_end(run).digest(), to_the_end(fresh(&file)).digest());
    for (scheduler, wrong) in [
        ("one-thread-per-connection", json!({"door_open": false})),
        ("percona", json!({"stall_us": 5})),
    ] {
        let mut file = file.clone();
        file["server"] = json!({"scheduler": scheduler});
        file["machine"] = json!({});
        file["clients"] = json!([file["clients"][1]]);
        file["acts"] = json!([wrong]);
        assert!(Replay::from_json(&file.to_string(), &[], Detail::Full).is_err());
    }
}
