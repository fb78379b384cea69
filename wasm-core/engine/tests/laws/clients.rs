//! Laws of clients that give up: scheduler rules, section 15.

use std::collections::BTreeSet;

use poolscope_engine::event::{Event, EventKind};
use poolscope_engine::frame::{Frame, NONE, connection_state};
use poolscope_engine::sim::Outcome;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::common::{Case, random};

/// What the limit of connections and the IDs were, as far as the run has come.
pub struct Doors {
    limit: u64,
    last_id: f64,
}

impl Doors {
    pub fn new(json: &Value, first: &Frame) -> Doors {
        let patience = |crowd: &Value| !crowd["patience"].is_null();
        let crowds = json["clients"].as_array();
        let asked = crowds.is_some_and(|all| all.iter().any(patience));
        let limit = json["server"]["max_connections"].as_u64();
        let there = live(first).map(|(_, id)| id).fold(0.0, f64::max);
        Doors {
            limit: limit.unwrap_or(if asked { 151 } else { u64::MAX }),
            last_id: there,
        }
    }

    /// No login gets in while the server is full; a new one takes a higher ID than those before it, and no
    /// two connections have the same.
    pub fn let_in(&mut self, before: &Frame, after: &Frame, events: &[&Event]) {
        for event in events {
            match &event.kind {
                EventKind::VariableSet { variable, value } if variable == "max_connections" => {
                    self.limit = value.parse().unwrap();
                }
                EventKind::Connected { connection, .. } => {
                    let there = live(after).count() as u64;
                    assert!(there <= self.limit, "{connection:?}: {there}");
                }
                EventKind::ConnectionRefused { connections, limit } => {
                    assert!(connections >= limit);
                    assert_eq!(u64::from(*limit), self.limit);
                }
                _ => {}
            }
        }
        // Several may have logged in within the step.
        let of = before.connections.id.iter().zip(&after.connections.id);
        let new = of.filter(|(was, is)| was != is).map(|(_, is)| *is);
        assert!(new.clone().all(|id| id > self.last_id));
        self.last_id = new.fold(self.last_id, f64::max);
        let ids: Vec<u64> = live(after).map(|(_, id)| id as u64).collect();
        assert_eq!(
            ids.iter().collect::<BTreeSet<_>>().len(),
            ids.len(),
            "{ids:?}"
        );
    }
}

fn live(f: &Frame) -> impl Iterator<Item = (usize, f64)> {
    let all = f.connections.id.iter().copied().enumerate();
    all.filter(|(i, _)| f.connections.state[*i] != connection_state::CLOSED)
}

/// A pool in the application never uses more connections than it has, and nobody waits for a place while one
/// is free. A textbook's connections are no application's pool.
pub fn places_are_kept(f: &Frame, textbook: bool) {
    let crowds = &f.crowds;
    for (crowd, places) in crowds.places.iter().enumerate() {
        let (used, waiting) = (crowds.used[crowd], crowds.waiting[crowd]);
        if *places == NONE {
            assert!(waiting == 0 || textbook, "crowd {crowd}: {waiting} wait");
        } else {
            assert!(used <= *places, "crowd {crowd}: {used} of {places}");
            assert!(
                waiting == 0 || used == *places,
                "crowd {crowd}: {used} of {places}, {waiting} wait"
            );
        }
    }
}

/// Each attempt that was given up was withdrawn or had reached the server, where it ran whole or came to
/// nothing; what ran whole was answered, or was for nobody.
pub fn attempts_add_up(outcome: &Outcome) {
    let m = &outcome.metrics;
    let counts = m.clients.unwrap_or_default();
    let count = |wanted: fn(&EventKind) -> bool| {
        outcome.events.iter().filter(|e| wanted(&e.kind)).count() as u64
    };
    let withdrawn = count(|k| matches!(k, EventKind::RequestWithdrawn { .. }));
    let reached = count(|k| matches!(k, EventKind::RequestGivenUp { .. }));
    let answered = count(|k| matches!(k, EventKind::RequestFinished { .. }));
    let for_nobody = count(|k| matches!(k, EventKind::AnsweredNobody { .. }));
    assert_eq!(counts.given_up, withdrawn + reached);
    assert_eq!((m.finished, counts.for_nobody), (answered, for_nobody));
    assert_eq!(
        counts.refused,
        count(|k| matches!(k, EventKind::ConnectionRefused { .. }))
    );
    assert!(for_nobody <= reached + count(|k| matches!(k, EventKind::ClientLeft { .. })));
    let given_up = outcome.lives.iter().filter(|l| l.given_up_ns.is_some());
    assert_eq!(given_up.clone().count() as u64, counts.given_up);
    for life in given_up {
        // Given up once, while it had no answer; it never gets one.
        let (gone_ns, end_ns) = (life.given_up_ns.unwrap(), life.end_ns.unwrap_or(u64::MAX));
        assert!(life.arrive_ns <= gone_ns && gone_ns <= end_ns, "{life:?}");
        assert_eq!(life.failed, life.end_ns.is_some(), "{life:?}");
    }
}

/// The random scenarios contain all of it: these laws are not kept for want of cases.
#[test]
fn random_clients_do_everything() {
    let mut runner = TestRunner::new(random::config(1));
    let mut all = [0; 7];
    for _ in 0..150 {
        let json = random::impatient_clients()
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let run = Case(json).run();
        let counts = run.0.metrics.clients.unwrap_or_default();
        let count = |wanted: fn(&EventKind) -> bool| run.events(wanted).len() as u64;
        let found = [
            counts.given_up,
            counts.tried_again,
            counts.lost,
            counts.for_nobody,
            counts.refused,
            count(|k| matches!(k, EventKind::RequestWithdrawn { .. })),
            count(|k| matches!(k, EventKind::ClientLeft { .. })),
        ];
        for (sum, n) in all.iter_mut().zip(found) {
            *sum += u64::from(n > 0);
        }
    }
    assert!(all.iter().all(|runs| *runs >= 10), "{all:?}");
}
