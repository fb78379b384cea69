//! Laws for every step of every run, tested on random scenarios of every server. Source: scheduler rules,
//! section 8.5 (invariants).

mod acts;
mod clients;
mod limits;
mod lives;
mod order;
mod places;
mod queueing;
mod replay;
mod server;
mod server_laws;

use crate::common::{Case, whole};
use clients::{Doors, attempts_add_up, places_are_kept};
use limits::{Limits, a_step_keeps_the_limits};
use lives::{
    lives_agree_with_the_picture, no_request_is_lost, places_count_the_same, timings_agree,
};
use order::{lanes_keep_their_order, wakes_are_in_order};
use places::{connections_are_in_one_place, threads_add_up};
use poolscope_engine::event::Event;
use proptest::prelude::*;
use serde_json::Value;

fn check(json: &Value) {
    let mut replay = whole(Case(json.clone()).scenario());
    let outcome = replay.outcome().unwrap();
    let mut limits = Limits::new(json);
    let designs = ["one-queue", "many-queues", "two-choices", "nginx-workers"];
    let textbook = designs
        .iter()
        .any(|name| json["server"]["scheduler"] == *name);
    let in_line = json["machine"]["run_queue"].is_object();
    let times = outcome.events.windows(2);
    assert!(
        times
            .clone()
            .all(|w| w[0].at_ns <= w[1].at_ns && w[0].step <= w[1].step)
    );
    let mut before = replay.frame_at_step(0);
    wakes_are_in_order(&limits, &before, &outcome.events);
    let mut doors = Doors::new(json, &before);
    let mut next = 0;
    for step in 0..=outcome.steps {
        let after = replay.frame_at_step(step);
        assert_eq!(after.step, step);
        connections_are_in_one_place(&after);
        threads_add_up(limits.oracle, &after);
        places_are_kept(&after, textbook);
        lanes_keep_their_order(&limits, &before, &after);
        server_laws::lines_add_up(&after, in_line);
        server_laws::lines_are_first_in_first_out(&before, &after);
        let from = next;
        while outcome.events.get(next).is_some_and(|e| e.step <= step) {
            assert_eq!(outcome.events[next].at_ns, after.time_ns);
            limits.follow(&outcome.events[next]);
            next += 1;
        }
        let events: Vec<&Event> = outcome.events[from..next].iter().collect();
        a_step_keeps_the_limits(&limits, &before, &after, &events);
        doors.let_in(&before, &after, &events);
        before = after;
    }
    assert_eq!(next, outcome.events.len());
    no_request_is_lost(&outcome, &before);
    attempts_add_up(&outcome);
    timings_agree(&outcome, &replay.timings());
    for i in 0..64 {
        let frame = replay.frame(outcome.end_ns / 64 * i);
        lives_agree_with_the_picture(&outcome, &frame);
        places_count_the_same(&outcome, &frame);
    }
}

proptest! {
    #![proptest_config(crate::common::random::config(200))]

    #[test]
    fn every_step_keeps_the_laws(json in crate::common::random::scenario()) {
        check(&json);
    }

    #[test]
    fn with_clients_that_give_up(json in crate::common::random::impatient_clients()) {
        check(&json);
    }
}
