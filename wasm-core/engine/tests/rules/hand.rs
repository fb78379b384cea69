//! What a hand does during a run, act by act. An act comes after everything else of its moment.

use poolscope_engine::event::EventKind;
use serde_json::{Value, json};

use crate::common::{Case, MS, Run, S, cpu, lock, p8, unlock, wait};

fn with(case: Case, acts: &[Value]) -> Run {
    case.top("acts", json!(acts)).run()
}

/// Three threads may work; a crowd that never sends by itself can be poured.
fn pool() -> Case {
    let never = json!({"open": {"between": 864_000 * S}});
    p8().oversubscribe(2).until(30 * S).push(
        "clients",
        json!({"name": "poured", "first_connection": 100, "count": 50, "arrivals": never,
               "statements": [{"steps": [wait(100 * MS)]}]}),
    )
}

#[test]
fn poured_requests_are_sent_at_once() {
    let run = with(
        pool(),
        &[json!({"at_us": S, "pour": {"client": 0, "count": 5}})],
    );
    let ends: Vec<_> = (0..5).map(|n| run.end(&format!("poured {n}"))).collect();
    let at = |ms: u64| Some(S + ms * MS);
    assert_eq!(ends, [at(100), at(100), at(100), at(200), at(200)]);
}

#[test]
fn a_kill_ends_what_is_on_the_thread_and_nothing_else() {
    let case = pool().ask(1, 0, "long", &[wait(20 * S)]);
    let kills: Vec<Value> = (0..4)
        .map(|nth| json!({"at_us": S, "kill_query": nth}))
        .collect();
    let run = with(case.clone(), &kills);
    assert!(run.life("long").failed);
    assert_eq!(run.life("long").end_ns, Some(S * 1_000));
    let told = run.times(|k| matches!(k, EventKind::QueryKilled { .. }));
    assert_eq!(told, [S]);
    // Killing idle threads does nothing.
    let idle = with(pool().ask(1, 0, "long", &[wait(MS)]), &kills);
    assert!(!idle.life("long").failed);
    assert!(
        idle.times(|k| matches!(k, EventKind::QueryKilled { .. }))
            .is_empty()
    );
}

/// In the moment of its answer the statement is already answered, in that of its arrival already there.
#[test]
fn an_act_comes_last_in_its_moment() {
    let case = pool().ask(1, S, "a", &[wait(S)]);
    let kill = |at_us: u64| {
        (0..4)
            .map(|nth| json!({"at_us": at_us, "kill_query": nth}))
            .collect::<Vec<_>>()
    };
    assert!(!with(case.clone(), &kill(2 * S)).life("a").failed);
    assert!(with(case.clone(), &kill(2 * S - 1)).life("a").failed);
    assert!(with(case, &kill(S)).life("a").failed);
    let patience = json!({"gives_up_us": S});
    let mut impatient = pool();
    impatient.0["clients"][0]["patience"] = patience;
    impatient.0["clients"][0]["statements"][0]["steps"][0] = wait(5 * S);
    let pour = json!({"at_us": S, "pour": {"client": 0}});
    let run = with(impatient, &[vec![pour], kill(2 * S)].concat());
    let given_up = run.times(|k| matches!(k, EventKind::RequestGivenUp { .. }));
    assert_eq!(given_up, [2 * S]);
    assert!(
        run.times(|k| matches!(k, EventKind::AnsweredNobody { .. }))
            .is_empty()
    );
}

#[test]
fn a_held_statement_sleeps_for_longer() {
    let hold = |at_us: u64| {
        (0..3)
            .map(|nth| json!({"at_us": at_us, "hold": {"thread": nth, "for_us": 10 * S}}))
            .collect::<Vec<_>>()
    };
    // Asleep: this sleep is longer.
    let asleep = with(pool().ask(1, 0, "a", &[wait(2 * S), cpu(MS)]), &hold(S));
    assert_eq!(asleep.end("a"), Some(12 * S + MS));
    // On CPU: it sleeps after this step.
    let busy = with(pool().ask(1, 0, "a", &[cpu(2 * S), cpu(MS)]), &hold(S));
    assert_eq!(busy.end("a"), Some(12 * S + MS));
    // Killed: it is not held.
    let kill = (0..3).map(|nth| json!({"at_us": 500 * MS, "kill_query": nth}));
    let killed = with(
        pool().ask(1, 0, "a", &[wait(2 * S)]),
        &kill.chain(hold(S)).collect::<Vec<_>>(),
    );
    assert_eq!(killed.life("a").end_ns, Some(500 * MS * 1_000));
}

#[test]
fn an_idle_thread_gets_a_statement_instead() {
    let hold = json!({"at_us": S, "hold": {"thread": 0, "for_us": 10 * S, "client": 0}});
    let run = with(pool(), &[hold]);
    assert_eq!(run.end("poured 0"), Some(S + 100 * MS));
}

#[test]
fn a_hand_holds_a_row_until_it_lets_go() {
    let steps = [lock("row"), wait(100 * MS), unlock("row")];
    let case = pool().ask(1, S, "a", &steps).ask(2, S, "b", &steps);
    let acts = [
        json!({"at_us": 500 * MS, "lock": "row"}),
        json!({"at_us": 5 * S, "unlock": "row"}),
    ];
    let run = with(case.clone(), &acts);
    assert_eq!(run.end("a"), Some(5 * S + 100 * MS));
    assert_eq!(run.end("b"), Some(5 * S + 200 * MS));
    // Held by a statement: the hand is next, before those that wait.
    let acts = [
        json!({"at_us": S + 50 * MS, "lock": "row"}),
        json!({"at_us": 3 * S, "unlock": "row"}),
    ];
    let run = with(case.clone(), &acts);
    assert_eq!(run.end("a"), Some(S + 100 * MS));
    assert_eq!(run.end("b"), Some(3 * S + 100 * MS));
    // Let go before it was free: as if nothing had been.
    let acts = [
        json!({"at_us": S + 50 * MS, "lock": "row"}),
        json!({"at_us": S + 60 * MS, "unlock": "row"}),
    ];
    assert_eq!(with(case, &acts).end("b"), Some(S + 200 * MS));
}

#[test]
fn nobody_reads_behind_a_shut_door() {
    let case = pool()
        .ask(1, S, "a", &[wait(MS)])
        .ask(2, 2 * S, "b", &[wait(MS)]);
    let acts = [
        json!({"at_us": 500 * MS, "door_open": false}),
        json!({"at_us": 5 * S, "door_open": true}),
    ];
    let run = with(case.clone(), &acts);
    assert_eq!(run.start("a"), Some(5 * S));
    assert_eq!(run.start("b"), Some(5 * S));
    let mut replay = case.top("acts", json!(acts)).replay();
    let frame = replay.frame(4 * S * 1_000);
    assert_eq!(frame.groups.unpolled, [2]);
}

#[test]
fn the_latch_stalls_now() {
    let case = p8()
        .machine("cores", 4)
        .machine("latch", json!({"hold_us": 10}))
        .ask(1, S, "a", &[json!({"latch": true})]);
    let run = with(case, &[json!({"at_us": S, "stall_us": MS})]);
    assert_eq!(run.end("a"), Some(S + MS));
}

#[test]
fn a_picture_tells_a_sleep_from_another_wait() {
    let mut replay = pool()
        .ask(1, 0, "sleeps", &[wait(S)])
        .ask(2, 0, "reads", &[json!({"wait_us": S, "kind": "diskio"})])
        .replay();
    let frame = replay.frame(500 * MS * 1_000);
    let of = |request: u32| {
        frame
            .threads
            .request
            .iter()
            .position(|r| *r == request)
            .unwrap()
    };
    assert_eq!(frame.threads.asleep[of(0)], 1);
    assert_eq!(frame.threads.asleep[of(1)], 0);
}
