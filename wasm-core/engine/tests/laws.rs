//! What must hold at every step of every run, on random scenarios of every server.
//! Source: scheduler rules, section 8.5 (invariants).

#![allow(
    clippy::unwrap_used,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod common;
#[path = "common/random.rs"]
mod random;
#[path = "common/server_laws.rs"]
mod server_laws;

use std::collections::BTreeMap;

use common::Case;
use poolscope_engine::event::{Event, EventKind};
use poolscope_engine::frame::{Frame, NONE, client_state, thread_state};
use poolscope_engine::life::{Life, Place};
use poolscope_engine::reason::{IdleReason, Lane, StartedVia, Trigger, WaitReason};
use poolscope_engine::sim::Outcome;
use proptest::prelude::*;
use serde_json::Value;

// The variables that the laws are about, as SET GLOBAL changes them.
struct Limits {
    scheduler: String,
    percona: bool,
    oracle: bool,
    consumers: usize,
    dedicated: bool,
    admin: bool,
    oversubscribe: u64,
    max_threads: u64,
}

impl Limits {
    fn new(json: &Value) -> Limits {
        let server = &json["server"];
        let connections = json["connections"].as_array().unwrap();
        Limits {
            scheduler: server["scheduler"].as_str().unwrap().to_owned(),
            percona: server["scheduler"] == "percona",
            oracle: server["scheduler"] == "oracle",
            consumers: match server["scheduler"].as_str() {
                Some("oracle") => server["thread_pool_query_threads_per_group"]
                    .as_u64()
                    .unwrap_or(1) as usize,
                _ => usize::MAX,
            },
            dedicated: server["thread_pool_dedicated_listener"] == true,
            admin: connections.iter().any(|c| c["port"] == "admin"),
            oversubscribe: server["thread_pool_oversubscribe"].as_u64().unwrap_or(0),
            max_threads: server["thread_pool_max_threads"].as_u64().unwrap_or(0),
        }
    }

    fn follow(&mut self, event: &Event) {
        if let EventKind::VariableSet { variable, value } = &event.kind {
            match variable.as_str() {
                "thread_pool_oversubscribe" => self.oversubscribe = value.parse().unwrap(),
                "thread_pool_max_threads" => self.max_threads = value.parse().unwrap(),
                _ => {}
            }
        }
    }
}

fn on_thread(state: u8) -> bool {
    use client_state::{LATCH, LOCK, LOGIN, RUNNABLE, RUNNING, WAITING};
    [RUNNING, WAITING, LOCK, LOGIN, LATCH, RUNNABLE].contains(&state)
}

// Each connection is in exactly one place.
fn connections_are_in_one_place(f: &Frame) {
    let lane_of = |state: u8| match state {
        client_state::HIGH_QUEUE => Some(0),
        client_state::LOW_QUEUE => Some(1),
        client_state::SOCKET => Some(2),
        _ => None,
    };
    let mut listed = vec![None; f.clients.id.len()];
    for (i, client) in f.waiting.client.iter().enumerate() {
        let before = listed[*client as usize].replace((f.waiting.group[i], f.waiting.lane[i]));
        assert_eq!(before, None, "client {client} waits twice");
    }
    let mut served = vec![NONE; f.clients.id.len()];
    for (i, client) in f.threads.client.iter().enumerate() {
        let state = f.threads.state[i];
        if *client != NONE && state != thread_state::READING {
            assert_eq!(
                served[*client as usize], NONE,
                "client {client} is on two threads"
            );
            served[*client as usize] = f.threads.id[i];
        }
    }
    for client in 0..f.clients.id.len() {
        let state = f.clients.state[client];
        let lane = lane_of(state).map(|lane| (f.clients.group[client], lane));
        assert_eq!(listed[client], lane, "client {client} in state {state}");
        assert_eq!(
            served[client] != NONE,
            on_thread(state),
            "client {client} in state {state}"
        );
        if on_thread(state) {
            assert_eq!(f.clients.thread[client], served[client]);
        }
    }
}

// threads = active + waiting + idle + listener + those that are woken and do not run yet.
fn threads_add_up(oracle: bool, f: &Frame) {
    let groups = &f.groups;
    let mut total = 0;
    for g in 0..groups.threads.len() {
        let of_group = |state: u8| {
            let both = f.threads.group.iter().zip(&f.threads.state);
            both.filter(|(group, s)| **group == g as u32 && **s == state)
                .count() as u32
        };
        let waking = of_group(thread_state::WAKING);
        let waiting = of_group(thread_state::WAITING) + of_group(thread_state::LOCK);
        // Oracle's pool counts a thread from its first statement on, and one that reads from a client.
        let starting = of_group(thread_state::STARTING);
        let reading = of_group(thread_state::READING);
        let running = of_group(thread_state::RUNNING)
            + of_group(thread_state::RUNNABLE)
            + of_group(thread_state::LATCH)
            + of_group(thread_state::HOLDS_LATCH);
        let active = running + if oracle { reading } else { starting };
        assert_eq!(groups.active[g], active);
        let waking = waking + if oracle { starting } else { 0 };
        assert_eq!(groups.waiting[g], waiting);
        assert_eq!(groups.idle[g], of_group(thread_state::IDLE));
        assert_eq!(
            u32::from(groups.listener[g] != NONE),
            of_group(thread_state::LISTENING)
        );
        let listener = u32::from(groups.listener[g] != NONE);
        let sum = groups.active[g] + groups.waiting[g] + groups.idle[g] + listener + waking;
        assert_eq!(groups.threads[g], sum);
        total += sum;
        let here = |lane: u8| {
            let both = f.waiting.group.iter().zip(&f.waiting.lane);
            both.filter(|(group, l)| **group == g as u32 && **l == lane)
                .count() as u32
        };
        assert_eq!(
            (groups.high[g], groups.low[g], groups.unpolled[g]),
            (here(0), here(1), here(2))
        );
        let members = f.clients.group.iter().zip(&f.clients.state);
        let members = members.filter(|(c, s)| **c == g as u32 && **s != client_state::CLOSED);
        assert_eq!(groups.connections[g] as usize, members.count());
    }
    assert_eq!(f.workers, total);
}

// Who waits in a lane, head first.
fn lane(f: &Frame, g: u32, lane: u8) -> Vec<(u32, u32)> {
    let here = |i: &usize| f.waiting.group[*i] == g && f.waiting.lane[*i] == lane;
    let all = (0..f.waiting.group.len()).filter(here);
    all.map(|i| (f.waiting.client[i], f.waiting.request[i]))
        .collect()
}

// Taken from the head, added at the tail. The list of MySQL 6.0 grows at its head, and its poll passes
// over sockets that are not armed yet.
fn lanes_keep_their_order(limits: &Limits, before: &Frame, after: &Frame) {
    let mysql_60 = limits.scheduler == "mysql-6.0";
    for g in 0..after.groups.threads.len() as u32 {
        for l in 0..3 {
            let (old, new) = (lane(before, g, l), lane(after, g, l));
            let kept = match (mysql_60, l) {
                (true, 1) => (0..=old.len()).any(|taken| new.ends_with(&old[taken..])),
                (true, 2) => {
                    let left: Vec<_> = old.iter().filter(|one| new.contains(one)).collect();
                    new.iter().zip(&left).all(|(a, b)| a == *b)
                }
                _ => (0..=old.len()).any(|taken| new.starts_with(&old[taken..])),
            };
            assert!(kept, "lane {l} of group {g}: {old:?} became {new:?}");
        }
    }
}

// The stack of idle workers of each group, followed through the log. The followers of MySQL 6.0 stand
// in line for a mutex instead. Oracle has two stacks: consumers, and reserves, of which one is woken
// only where there is no consumer.
fn wakes_are_in_order(limits: &Limits, first: &Frame, events: &[Event]) {
    let in_line = limits.scheduler == "mysql-6.0";
    let mut stacks: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut reserves: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (i, id) in first.threads.id.iter().enumerate() {
        if first.threads.state[i] == thread_state::IDLE {
            let g = first.threads.group[i];
            let consumers = stacks.entry(g).or_default();
            if consumers.len() < limits.consumers {
                consumers.push(*id);
            } else {
                reserves.entry(g).or_default().push(*id);
            }
        }
    }
    for event in events {
        match event.kind {
            EventKind::ThreadIdle {
                thread,
                group: Some(g),
                why: IdleReason::Reserve,
            } => reserves.entry(g).or_default().push(thread),
            EventKind::ThreadIdle {
                thread,
                group: Some(g),
                ..
            } => stacks.entry(g).or_default().push(thread),
            // Woken for a login: a connect handler.
            EventKind::ThreadWoken {
                thread,
                group: Some(g),
                trigger,
            } if trigger != Trigger::Login => {
                let stack = stacks.entry(g).or_default();
                let next = match stack.is_empty() {
                    true => reserves.entry(g).or_default().pop(),
                    false if in_line => Some(stack.remove(0)),
                    false => stack.pop(),
                };
                assert_eq!(next, Some(thread));
            }
            EventKind::ThreadExited {
                thread,
                group: Some(g),
                ..
            } => {
                stacks.entry(g).or_default().retain(|t| *t != thread);
            }
            _ => {}
        }
    }
}

fn counted(events: &[&Event], wanted: impl Fn(&EventKind) -> bool) -> u32 {
    events.iter().filter(|e| wanted(&e.kind)).count() as u32
}

// What a step's events say about creations and dequeues, against the state around it.
fn a_step_keeps_the_limits(limits: &Limits, before: &Frame, after: &Frame, events: &[&Event]) {
    let mut connects = BTreeMap::new();
    for (i, event) in events.iter().enumerate() {
        match event.kind {
            EventKind::Connected { group: Some(g), .. } => *connects.entry(g).or_insert(0) += 1,
            EventKind::ThreadCreated {
                group: Some(g),
                threads,
                trigger,
                ..
            } => {
                if limits.oracle {
                    let connections = after.groups.connections[g as usize];
                    let handler = trigger == Trigger::Login;
                    assert!(handler || threads <= connections + 2, "{event:?}");
                    continue;
                }
                let moved = counted(events, |k| matches!(k, EventKind::GroupChanged { .. }));
                let of = |f: &Frame| f.groups.connections[g as usize];
                let connections = of(before).max(of(after)) + moved;
                let bounded = limits.scheduler != "mariadb-windows";
                assert!(
                    !bounded || limits.admin || threads <= connections + 1,
                    "{event:?}"
                );
                let others = counted(events, |k| matches!(k, EventKind::ThreadExited { .. }));
                let fits = u64::from(after.workers + others) <= limits.max_threads;
                assert!(limits.admin || threads <= 2 || fits, "{event:?}");
            }
            EventKind::RequestStarted {
                group: Some(g),
                via: StartedVia::Queue { lane: Lane::Low },
                ..
            } if limits.percona => {
                let created = counted(
                    events,
                    |k| matches!(k, EventKind::ThreadCreated { group: Some(of), .. } if *of == g),
                );
                let groups = &after.groups;
                let busy = groups.active[g as usize] + groups.waiting[g as usize] - created;
                assert!(
                    u64::from(busy) <= limits.oversubscribe + 1,
                    "{event:?}: {busy}"
                );
            }
            EventKind::RequestStarted {
                group: Some(g),
                via: StartedVia::ListenerSelfService | StartedVia::DirectExecution,
                ..
            } => {
                assert!(!limits.dedicated);
                // What the same thread has taken from the queues before, in the same step.
                let taken = counted(&events[..i], |k| {
                    matches!(
                        k,
                        EventKind::RequestStarted {
                            via: StartedVia::Queue { .. },
                            ..
                        } | EventKind::LoginStarted { .. }
                            | EventKind::RequestContinued { .. }
                            | EventKind::Disconnected { .. }
                    )
                });
                let queued = before.groups.high[g as usize] + before.groups.low[g as usize];
                assert!(queued <= taken, "{event:?}: {queued} in the queues");
            }
            _ => {}
        }
    }
}

fn segments_join(life: &Life, end_ns: u64) {
    let end = life.end_ns.unwrap_or(end_ns);
    assert!(
        life.start_ns
            .is_none_or(|start| start >= life.arrive_ns && start <= end)
    );
    let mut at = life.arrive_ns;
    for segment in &life.segments {
        assert_eq!(segment.start_ns, at, "{life:?}");
        assert!(segment.end_ns > segment.start_ns);
        at = segment.end_ns;
    }
    assert_eq!(at, end, "{life:?}");
    // It waits for a thread, and runs only after it has begun.
    for segment in &life.segments {
        let begun = life.start_ns.is_some_and(|start| segment.start_ns >= start);
        let on_thread = matches!(
            segment.place,
            Place::Running
                | Place::Waiting { .. }
                | Place::Lock { .. }
                | Place::Latch
                | Place::RunQueue
        );
        assert!(begun || !on_thread, "{life:?}");
    }
}

fn no_request_is_lost(outcome: &Outcome, last: &Frame) {
    let arrived = outcome
        .events
        .iter()
        .filter(|e| matches!(e.kind, EventKind::RequestArrived { .. }));
    assert_eq!(arrived.count(), outcome.lives.len());
    let mut ends = vec![0; outcome.lives.len()];
    for event in &outcome.events {
        match event.kind {
            EventKind::RequestFinished { request, .. }
            | EventKind::RequestFailed { request, .. } => {
                ends[request as usize] += 1;
            }
            _ => {}
        }
    }
    for life in &outcome.lives {
        let ended = ends[life.request as usize];
        assert_eq!(ended, u32::from(life.end_ns.is_some()), "{life:?}");
        segments_join(life, outcome.end_ns);
    }
    let answered = outcome
        .lives
        .iter()
        .filter(|l| l.end_ns.is_some() && !l.failed)
        .count() as u64;
    assert_eq!(outcome.metrics.finished, answered);
    // Whatever is somewhere on the server is not over.
    for (client, request) in last.clients.request.iter().enumerate() {
        if *request != NONE {
            assert_eq!(
                outcome.lives[*request as usize].end_ns, None,
                "client {client}"
            );
        }
    }
}

// At any time the picture and the life of a request say the same.
fn lives_agree_with_the_picture(outcome: &Outcome, f: &Frame) {
    for client in 0..f.clients.id.len() {
        let (state, request) = (f.clients.state[client], f.clients.request[client]);
        let Some(life) = outcome.lives.get(request as usize) else {
            continue;
        };
        let covers =
            |s: &&poolscope_engine::life::Segment| s.start_ns <= f.time_ns && f.time_ns < s.end_ns;
        let Some(segment) = life.segments.iter().find(covers) else {
            continue;
        };
        if [WaitReason::LoginPending, WaitReason::ConnectionBusy].contains(&segment.why) {
            continue;
        }
        let want = match segment.place {
            Place::Application => client_state::IDLE,
            Place::Socket => client_state::SOCKET,
            Place::LowQueue | Place::Queue => client_state::LOW_QUEUE,
            Place::HighQueue => client_state::HIGH_QUEUE,
            Place::ThreadWait => client_state::THREAD_WAIT,
            Place::Running => client_state::RUNNING,
            Place::Waiting { .. } | Place::Innodb => client_state::WAITING,
            Place::Lock { .. } => client_state::LOCK,
            Place::Suspended => client_state::SUSPENDED,
            Place::Latch => client_state::LATCH,
            Place::RunQueue => client_state::RUNNABLE,
        };
        assert_eq!(state, want, "client {client} at {}: {segment:?}", f.time_ns);
    }
}

fn check(json: &Value) {
    let case = Case(json.clone());
    let mut replay = case.replay();
    let outcome = replay.outcome().unwrap();
    let mut limits = Limits::new(json);
    let in_line = json["machine"]["run_queue"].is_object();
    let times = outcome.events.windows(2);
    assert!(
        times
            .clone()
            .all(|w| w[0].at_ns <= w[1].at_ns && w[0].step <= w[1].step)
    );
    let mut before = replay.frame_at_step(0);
    wakes_are_in_order(&limits, &before, &outcome.events);
    let mut next = 0;
    for step in 0..=outcome.steps {
        let after = replay.frame_at_step(step);
        assert_eq!(after.step, step);
        connections_are_in_one_place(&after);
        threads_add_up(limits.oracle, &after);
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
        before = after;
    }
    assert_eq!(next, outcome.events.len());
    no_request_is_lost(&outcome, &before);
    for i in 0..64 {
        let frame = replay.frame(outcome.end_ns / 64 * i);
        lives_agree_with_the_picture(&outcome, &frame);
    }
}

proptest! {
    #![proptest_config(random::config(400))]

    #[test]
    fn every_step_keeps_the_laws(json in random::scenario()) {
        check(&json);
    }
}
