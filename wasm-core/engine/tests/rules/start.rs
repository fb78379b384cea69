//! Runs that start from a state, and `KILL`. Source: scheduler rules, sections 2.3 to 2.7, item 10 of
//! section 10, and 14; measured on MariaDB 10.11 (section 14.3).

use poolscope_engine::event::EventKind;
use poolscope_engine::ids::ConnectionId;
use poolscope_engine::reason::WaitReason;
use poolscope_engine::scenario::{
    Micros, RandomSpan, Span, StartConnection, StartGroup, StartQueued, StartState, StartThread,
    ThreadDoes, Uniform,
};
use serde_json::json;

use crate::common::begun::{
    FromState, asks, at, at_work, connection, from, group, queued, row_lock, thread,
};
use crate::common::{Case, MS, S, cpu, m5, number, own};

/// The time of the state.
const AT: u64 = 60 * S;

fn begun(case: Case, groups: Vec<StartGroup>, connections: Vec<StartConnection>) -> FromState {
    let state = StartState {
        at_us: Micros::whole(AT),
        groups,
        connections,
        ..StartState::default()
    };
    from(case.until(AT + 30 * S), state)
}

fn since(since_us: u64, thread: StartThread) -> StartThread {
    StartThread {
        since_us: at(since_us),
        ..thread
    }
}

fn queued_since(since_us: u64, entry: StartQueued) -> StartQueued {
    StartQueued {
        since_us: at(since_us),
        ..entry
    }
}

fn sent(sent_us: u64, mut conn: StartConnection) -> StartConnection {
    if let Some(request) = &mut conn.request {
        request.sent_us = at(sent_us);
    }
    conn
}

/// Two statements sleep on both threads of a group at the limit; the request of 408 is not read.
fn deaf(case: Case) -> FromState {
    let asleep = vec![
        since(AT - 40 * S, at_work(ThreadDoes::Wait, 404, 20 * S)),
        since(AT - 39 * S, at_work(ThreadDoes::Wait, 406, 25 * S)),
    ];
    let group = StartGroup {
        unpolled: vec![queued_since(AT - 2 * S, queued(408))],
        ..group(asleep)
    };
    let connections = vec![
        sent(AT - 40 * S, asks(404, None)),
        sent(AT - 39 * S, asks(406, None)),
        sent(AT - 2 * S, asks(408, Some(200))),
    ];
    let mut begun = begun(case, vec![group], connections);
    begun.state.next_tick_us = at(AT + 300 * MS);
    begun
}

#[test]
fn a_deaf_group_is_what_it_was() {
    let run = deaf(m5().max_threads(2)).run();
    // Nobody reads before the first of the two wakes up, and then that thread becomes the listener.
    let life = run.life("408");
    assert_eq!(
        (life.arrive_ns, life.start_ns),
        ((AT - 2 * S) * 1_000, Some((AT + 20 * S) * 1_000))
    );
    assert_eq!(run.end("408"), Some(AT + 20 * S + 200));
    // Its life starts at the state, with the reason read from the state.
    let first = &life.segments[0];
    let full = WaitReason::NoListenerMaxThreads {
        threads: 2,
        limit: 2,
    };
    assert_eq!((first.start_ns, first.why), (AT * 1_000, full));
    // Figures count from the state on, without requests sent before.
    assert_eq!(run.0.metrics.measured_ns, 30 * S * 1_000);
    assert_eq!((run.0.metrics.arrived, run.0.metrics.finished), (0, 3));
}

#[test]
fn instruments_show_the_state() {
    let shown = deaf(m5().max_threads(2)).instruments(AT);
    for (column, value) in [
        ("CONNECTIONS", 3),
        ("THREADS", 2),
        ("ACTIVE_THREADS", 0),
        ("STANDBY_THREADS", 0),
        ("QUEUE_LENGTH", 0),
        ("HAS_LISTENER", 0),
        ("IS_STALLED", 0),
    ] {
        assert_eq!(
            number(&shown, "THREAD_POOL_GROUPS", column, 0),
            value,
            "{column}"
        );
    }
}

/// Measured: a raised limit takes effect at the next tick of the stall timer.
#[test]
fn a_raised_limit_acts_at_the_next_tick() {
    let raised = deaf(m5().max_threads(2)).change(AT + 100 * MS, "thread_pool_max_threads", 3);
    assert_eq!(raised.run().start("408"), Some(AT + 300 * MS));
    // After that tick, it takes effect at the one after it, half a second later.
    let late = deaf(m5().max_threads(2)).change(AT + 400 * MS, "thread_pool_max_threads", 3);
    assert_eq!(late.run().start("408"), Some(AT + 800 * MS));
}

#[test]
fn what_has_happened_is_in_force() {
    // Raised before the state: the pool was not at its limit, and the next tick finds nobody listening.
    let raised = deaf(m5().max_threads(2)).change(AT - S, "thread_pool_max_threads", 3);
    let run = raised.run();
    assert_eq!(run.start("408"), Some(AT + 300 * MS));
    assert!(
        run.events(|k| matches!(k, EventKind::VariableSet { .. }))
            .is_empty()
    );
}

#[test]
fn a_sleep_is_interrupted_by_kill_and_its_thread_is_free() {
    let case = deaf(m5().max_threads(2).machine("thread_wake_us", 50));
    let run = case.kill(AT + 10 * MS, 404, false).run();
    assert!(run.life("404").failed);
    assert_eq!(run.start("408"), Some(AT + 10 * MS + 50));
    assert_eq!(run.gone(404), [AT + 10 * MS + 50]);
}

#[test]
fn kill_query_ends_the_statement_and_keeps_the_session() {
    let case = deaf(m5().max_threads(2)).ask(404, AT + 50 * MS, "next", &[cpu(100)]);
    let case = case.kill(AT + 10 * MS, 404, true);
    let run = case.kill(AT + 900 * MS, 408, true).run();
    assert!(run.life("404").failed);
    assert_eq!(run.start("408"), Some(AT + 10 * MS));
    assert_eq!(run.end("next"), Some(AT + 50 * MS + 100));
    // A thread without a statement has nothing to end.
    let told = run.times(|k| matches!(k, EventKind::QueryKilled { .. }));
    assert_eq!(told, [AT + 10 * MS]);
    assert!(
        run.events(|k| matches!(k, EventKind::Disconnected { .. }))
            .is_empty()
    );
}

/// Two statements wait for a row that connection 7 has locked; its transaction is open and it sends nothing.
fn row_pile_up(max_threads: u64, more: Option<StartThread>) -> FromState {
    let mut threads = vec![
        since(AT - 5 * S, row_lock(1, 9)),
        since(AT - 4 * S, row_lock(1, 11)),
    ];
    threads.extend(more);
    let holder = StartConnection {
        in_transaction: Some(true),
        rows: vec![1],
        ..connection(7)
    };
    let connections = vec![holder, asks(9, Some(100)), asks(11, Some(100))];
    begun(
        m5().max_threads(max_threads),
        vec![group(threads)],
        connections,
    )
}

/// Measured: the client of a killed holder is cut off, and its rows stay locked until a thread can roll it back.
#[test]
fn the_kill_of_a_locks_holder_fails_in_a_deaf_pool() {
    let case = row_pile_up(2, None);
    let run = case.kill(AT + 10 * MS, 7, false).run();
    let told = |k: &EventKind| {
        matches!(
            k,
            EventKind::ConnectionKilled {
                connection: ConnectionId(7),
                ..
            }
        )
    };
    assert_eq!(run.times(told), [AT + 10 * MS]);
    assert!(
        run.events(|k| matches!(k, EventKind::Disconnected { .. }))
            .is_empty()
    );
    assert_eq!((run.end("9"), run.end("11")), (None, None));
    // With the limit raised too, the next tick creates the thread that rolls back.
    let case = row_pile_up(2, None);
    let both = case.change(AT + 10 * MS, "thread_pool_max_threads", 3);
    let run = both.kill(AT + 10 * MS, 7, false).run();
    assert_eq!(run.end("9"), Some(AT + 500 * MS + 100));
}

#[test]
fn with_a_listener_the_kill_of_a_locks_holder_frees_the_row() {
    let case = row_pile_up(3, Some(thread(ThreadDoes::Listener)));
    let run = case.kill(AT + 10 * MS, 7, false).run();
    assert_eq!(run.end("9"), Some(AT + 10 * MS + 100));
    // First come, first served: 11 gets the row when 9, whose statement is its own transaction, ends.
    assert_eq!(run.end("11"), Some(AT + 10 * MS + 200));
    // The log names the previous request of that connection as the holder.
    let waits = run.life("9").segments[0].why;
    let WaitReason::LockHeld { holder, .. } = waits else {
        panic!("{waits:?}");
    };
    let earlier = &run.0.lives[holder.0 as usize];
    assert_eq!(
        (earlier.connection.0, earlier.end_ns),
        (7, Some(AT * 1_000))
    );
}

#[test]
fn a_killed_waiter_leaves_the_line() {
    let case = row_pile_up(3, Some(thread(ThreadDoes::Listener)));
    let case = case.ask(7, AT + S, "commit", &[json!({"commit": true})]);
    let run = case.kill(AT + 10 * MS, 9, false).run();
    assert!(run.life("9").failed);
    assert_eq!(run.end("11"), Some(AT + S + 100));
    assert!(
        run.events(|k| matches!(k, EventKind::LockTimedOut { .. }))
            .is_empty()
    );
}

#[test]
fn unknown_durations_depend_on_the_seed() {
    let end = |seed: u32| {
        let mut deaf = deaf(m5().max_threads(2).top("seed", seed));
        deaf.state.unknown_left_us = Some(Span::Random(RandomSpan::Uniform(Uniform {
            min_us: Micros::whole(0),
            max_us: Micros::whole(20 * S),
        })));
        for thread in &mut deaf.state.groups[0].threads {
            thread.left_us = None;
        }
        deaf.run().life("408").start_ns.unwrap()
    };
    assert_eq!(end(1), end(1));
    assert!(end(1) != end(2) && end(2) != end(3));
    assert!((AT * 1_000..(AT + 20 * S) * 1_000).contains(&end(3)));
}

#[test]
fn a_pending_login_gets_an_id_of_its_group() {
    let group = StartGroup {
        group_id: 1,
        high: vec![StartQueued {
            since_us: at(AT - S),
            ..StartQueued::default()
        }],
        ..group(vec![at_work(ThreadDoes::Cpu, 5, 100)])
    };
    let mut begun = begun(m5().size(4), vec![group], vec![connection(5)]);
    begun.case.0["start"]["login_cpu_us"] = json!(70);
    let run = begun.run();
    let logged_in = run.events(|k| matches!(k, EventKind::LoginFinished { .. }));
    let EventKind::LoginFinished { connection, .. } = logged_in[0].kind else {
        panic!("{logged_in:?}");
    };
    assert_eq!((connection.0, logged_in[0].at_ns), (9, (AT + 170) * 1_000));
}

/// Queue entries and standby threads keep their ages: the kick-up timer and the idle timeout count from then.
#[test]
fn ages_count() {
    let threads = vec![
        since(AT - 59 * S, thread(ThreadDoes::Standby)),
        at_work(ThreadDoes::Cpu, 1, 5 * S),
        at_work(ThreadDoes::Cpu, 2, 5 * S),
        thread(ThreadDoes::Listener),
    ];
    let group = StartGroup {
        low: vec![
            queued_since(AT - 950 * MS, queued(3)),
            queued_since(AT - 850 * MS, queued(4)),
        ],
        queue_event_count: 1,
        ..group(threads)
    };
    let connections = (1..5).map(connection).collect();
    let mut begun = begun(m5().oversubscribe(1), vec![group], connections);
    begun.state.next_tick_us = at(AT + 100 * MS);
    let run = begun.run();
    let promoted = run.times(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(promoted, [AT + 100 * MS, AT + 600 * MS]);
    // Nothing was taken from the queue since that tick, so the next tick wakes the reserve thread in time.
    assert_eq!(run.wakes().first(), Some(&(AT + 600 * MS)));
}

#[test]
fn one_thread_per_connection_goes_on_too() {
    let connections = vec![asks(1, None), connection(2)];
    let mut begun = begun(own().machine("cores", 1), Vec::new(), connections);
    let cached = thread(ThreadDoes::Cached);
    begun.state.threads = vec![at_work(ThreadDoes::Cpu, 1, 400), cached];
    let asked = begun.ask(2, AT + 100, "2", &[cpu(300)]);
    let killed = asked.kill(AT + 200, 1, false).kill(AT + S, 2, false);
    let run = killed.run();
    assert!(run.life("1").failed);
    // From 100 on both shared the core; alone from 200 on: 50 of 300 were done by then.
    assert_eq!(run.end("2"), Some(AT + 450));
    let gone = run.times(|k| matches!(k, EventKind::Disconnected { .. }));
    assert_eq!(gone, [AT + 200, AT + S]);
}
