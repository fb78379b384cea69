//! Oracle's Thread Pool plugin, the rules of 2026 (MySQL 9.7), where they differ from the classic ones.
//! Sources: MySQL 9.x Reference Manual, "Thread Pool Operation" (operation) and "Server System Variables"
//! (variables); the published behaviour of plugin/thread_pool in mysql/mysql-server, commit 3f9613c
//! (plugin): credit test, worker loops, wake-ups, wait call-backs, stall checker, connect handlers.

use crate::common::{Case, MS, S, begin, commit, cpu, number, o8, o9, o84, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::{NONE, lane, thread_state};
use poolscope_engine::ids::RequestId;
use poolscope_engine::instruments::Cell;
use poolscope_engine::reason::{RefuseReason, StartedVia, Trigger, WaitReason};
use serde_json::{Value, json};

/// Without a transaction limit.
fn free() -> Case {
    o9().set("thread_pool_max_transactions_limit", 0)
}

/// Algorithm 0, which executes statements directly.
fn low() -> Case {
    free().set("thread_pool_algorithm", 0)
}

fn via(case: &Case, wanted: StartedVia) -> Vec<u64> {
    case.run()
        .times(|k| matches!(k, EventKind::RequestStarted { via, .. } if *via == wanted))
}

/// Source: plugin, defaults: size min(16, CPUs / 2), R = 2, transactions min(512, 32 x size), algorithm 1,
/// 32 unused threads.
#[test]
fn defaults_follow_the_machine() {
    let setting = |cores: Value, name: &str| {
        let mut case = o9().machine("cores", cores).ask(0, 0, "a", &[cpu(1)]);
        case.0["server"]
            .as_object_mut()
            .unwrap()
            .remove("thread_pool_size");
        let settings = case.scenario().settings();
        let found = settings.iter().find(|s| s.name == name).unwrap();
        found.value.parse::<u64>().unwrap()
    };
    for (cores, size, most) in [(1, 1, 32), (8, 4, 128), (64, 16, 512), (256, 16, 512)] {
        assert_eq!(setting(json!(cores), "thread_pool_size"), size);
        assert_eq!(
            setting(json!(cores), "thread_pool_max_transactions_limit"),
            most
        );
    }
    assert_eq!(setting(json!(8), "thread_pool_query_threads_per_group"), 2);
    assert_eq!(setting(json!(8), "thread_pool_algorithm"), 1);
    assert_eq!(setting(json!(8), "thread_pool_max_unused_threads"), 32);
}

/// Source: plugin, credit test without transaction limit: active <= R + stalled, so R + 1 run.
#[test]
fn one_more_than_the_query_threads_run() {
    for (r, running) in [(1, 2), (2, 3), (4, 5)] {
        let case = free()
            .start("idle_workers", 8)
            .batch(0..12, 0, &[cpu(20 * MS)]);
        let case = case.set("thread_pool_query_threads_per_group", r);
        assert_eq!(case.run().running(0), running, "R = {r}");
    }
}

/// Source: plugin, credit test: thread_pool_max_active_query_threads, if set and without transaction
/// limit, instead of R.
#[test]
fn active_query_threads_replace_the_query_threads() {
    let case = free()
        .start("idle_workers", 8)
        .batch(0..12, 0, &[cpu(20 * MS)]);
    let case = case.set("thread_pool_max_active_query_threads", 5);
    assert_eq!(case.run().running(0), 5);
    // With a transaction limit it is ignored.
    let limited = case.set("thread_pool_max_transactions_limit", 8);
    assert!(limited.run().running(0) > 5);
}

/// Source: plugin, credit test with transaction limit L: threads with a connection <= L, so L + 1; with
/// the defaults of one group L = 32, and 33 are let in.
#[test]
fn thirty_three_transactions_are_let_in_by_default() {
    let case = o9().batch(0..40, 0, &[begin(), cpu(S)]).until(900 * MS);
    let run = case.run();
    assert_eq!(run.running(0), 33);
    let life = run.life("39");
    let why = life.segments.last().unwrap().why;
    assert_eq!(
        why,
        WaitReason::TransactionLimit {
            bound: 33,
            limit: 32
        }
    );
    // L is the share of a group, rounded up.
    let case = o9().size(3).batch(0..60, 0, &[begin(), cpu(S)]);
    let case = case
        .set("thread_pool_max_transactions_limit", 10)
        .until(500 * MS);
    let run = case.run();
    assert_eq!([0, 1, 2].map(|g| run.running(g)), [5, 5, 5]);
}

/// Source: plugin: with a transaction limit a thread reads from its client until the transaction ends.
#[test]
fn a_thread_stays_with_its_transaction() {
    let two = [
        ("in", &[begin(), cpu(MS)][..]),
        ("out", &[cpu(MS), commit()][..]),
    ];
    let case = o9().sequence(7, 0, 300 * MS, &two).until(S);
    assert_eq!(via(&case, StartedVia::BoundThread), [301 * MS]);
    let frame = case.replay().frame(150_000_000);
    assert!(frame.threads.state.contains(&thread_state::READING));
    assert_eq!(frame.groups.active[0], 1);
    // Without the limit it doesn't.
    let free = case.set("thread_pool_max_transactions_limit", 0);
    assert!(via(&free, StartedVia::BoundThread).is_empty());
}

/// Source: plugin: the limit counts threads with a connection, including a thread that reads from a thinking
/// client: others wait though nothing runs.
#[test]
fn thinking_clients_fill_the_limit() {
    let case = o9().set("thread_pool_max_transactions_limit", 1);
    let case = (0..2).fold(case, |c, id| {
        let all = [("in", &[begin(), cpu(MS)][..]), ("out", &[commit()][..])];
        c.sequence(id, id, S, &all)
    });
    let case = case.ask(5, 500 * MS, "waits", &[cpu(MS)]);
    let run = case.until(3 * S).run();
    assert!(run.waited("waits").unwrap() >= 400 * MS);
}

/// Source: plugin: the waiting thread executes directly if one event came, nothing is queued and there
/// is credit, but not with algorithm 1 and R > 1.
#[test]
fn direct_execution_depends_on_the_algorithm() {
    let ask = |case: Case| {
        via(
            &case.ask(0, MS, "a", &[cpu(MS)]),
            StartedVia::DirectExecution,
        )
    };
    assert_eq!(ask(low()), [MS]);
    assert!(ask(free()).is_empty());
    assert_eq!(
        ask(free().set("thread_pool_query_threads_per_group", 1)),
        [MS]
    );
    let two = low().batch(0..2, 0, &[cpu(MS)]);
    assert!(via(&two, StartedVia::DirectExecution).is_empty());
}

/// Source: plugin, LOW: with algorithm 0 a thread with work to take polls first only while the high queue is
/// empty, and nobody waits meanwhile; with algorithm 1 a consumer is woken to wait.
#[test]
fn the_aggressive_algorithm_always_has_somebody_waiting() {
    for (algorithm, waits) in [(0, false), (1, true)] {
        let case = free()
            .set("thread_pool_algorithm", algorithm)
            .start("idle_workers", 2);
        let frame = case
            .batch(0..2, 0, &[cpu(40 * MS)])
            .replay()
            .frame(5_000_000);
        assert_eq!(
            frame.groups.listener[0] != NONE,
            waits,
            "algorithm {algorithm}"
        );
    }
}

/// Source: plugin, HIGH: a thread that takes a statement wakes a consumer, never a reserve.
#[test]
fn only_consumers_are_woken_for_more_work() {
    let case = free()
        .start("idle_workers", 6)
        .batch(0..12, 0, &[cpu(5 * MS)]);
    let woken = case.run().times(
        |k| matches!(k, EventKind::ThreadWoken { trigger, .. } if *trigger == Trigger::MoreWork),
    );
    assert_eq!(woken.iter().filter(|t| **t == 0).count(), 2);
}

/// Source: plugin, wait call-backs: the start of a wait wakes a sleeper and creates no thread; the checker
/// does, 10 ms later and then each millisecond while there is work.
#[test]
fn a_wait_wakes_and_the_checker_creates() {
    let run = o9().batch(0..4, 0, &[wait(S)]).run();
    // A group starts with two threads.
    assert_eq!(run.starts_ms(), [0., 0., 10., 11.]);
    let run = o9()
        .start("idle_workers", 4)
        .batch(0..4, 0, &[wait(S)])
        .run();
    assert_eq!(run.starts_ms(), [0.; 4]);
}

/// Source: plugin, wait call-backs: a thread that executes directly hands over the waiting; another is woken
/// or created.
#[test]
fn a_wait_of_the_waiting_thread_brings_another() {
    let case = low()
        .set("thread_pool_query_threads_per_group", 1)
        .ask(0, 0, "a", &[wait(S)])
        .ask(1, 5 * MS, "b", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(
        run.created_by(Trigger::PlaceFreed {
            request: RequestId(0)
        }),
        [0]
    );
    assert_eq!(run.start("b"), Some(5 * MS));
}

/// Source: plugin, wait call-backs: their kinds do not include the network, so a slow client's thread still counts.
#[test]
fn the_network_is_no_reported_wait() {
    let case = free()
        .set("thread_pool_query_threads_per_group", 1)
        .start("idle_workers", 4);
    let steps = [json!({"net_us": 30 * MS})];
    let run = case.clone().batch(0..4, 0, &steps).run();
    assert_eq!(run.running(0), 2);
    let run = case.batch(0..4, 0, &[wait(30 * MS)]).run();
    assert_eq!(run.running(0), 4);
}

/// Source: plugin, stall checker: a statement beyond the stall limit raises the number that may run.
#[test]
fn stalled_statements_do_not_count() {
    let case = free().set("thread_pool_query_threads_per_group", 1);
    let run = case
        .start("idle_workers", 4)
        .batch(0..5, 0, &[cpu(S)])
        .run();
    let starts = run.starts_ms();
    assert_eq!(starts[..2], [0., 0.]);
    assert_eq!(starts[2], 70.);
    assert!(starts[4] < 150.);
}

/// Source: plugin, waking: with limit L a thread is created only while the group has at most L + 1; before,
/// never more than connections + 1.
#[test]
fn the_limit_bounds_the_threads_too() {
    let case = o9().set("thread_pool_max_transactions_limit", 3);
    let case = case.batch(0..12, 0, &[wait(S)]).until(900 * MS);
    let run = case.run();
    assert_eq!(run.running(0), 4);
    assert!(run.threads(0) <= 5);
    let run = o9().batch(0..2, 0, &[wait(S)]).run();
    assert!(run.threads(0) <= 4);
}

/// Source: plugin, waking: from 3 threads per CPU on, 50 us must pass between creations in a group with an
/// active thread; 100 us from 5 per CPU on.
#[test]
fn many_threads_are_created_a_little_slower() {
    let throttled = |sleepers: u64, wanted: u64| {
        let case = low().machine("cores", 1).start("idle_workers", sleepers);
        let case = case.ask(0, 0, "long", &[cpu(400 * MS)]);
        let case = case.spread(1..9, 100 * MS, 3, &[wait(MS)]);
        case.run().refusals(
            |r| matches!(r, RefuseReason::Throttled { interval_ns, .. } if *interval_ns == wanted),
        )
    };
    assert_eq!(throttled(2, 50_000), [100_006]);
    assert_eq!(throttled(4, 100_000), [100_012]);
}

/// Source: plugin, stall checker: L threads over thread_pool_longrun_trx_limit suspend the limit; it applies
/// again after at most L/2 of them for 15 times that, 5 s at least and 30 s at most.
#[test]
fn long_transactions_suspend_the_limit() {
    let case = o9().set("thread_pool_max_transactions_limit", 4);
    let case = case.batch(0..20, 0, &[cpu(4 * S)]);
    let case = case.until(60 * S);
    let run = case.run();
    let suspended = run.times(|k| matches!(k, EventKind::LimitSuspended { .. }));
    assert!(
        (2 * S..=3 * S + 20 * MS).contains(&suspended[0]),
        "{suspended:?}"
    );
    assert_eq!(run.running(0), 20);
    let restored = run.times(|k| matches!(k, EventKind::LimitRestored { .. }));
    let calm = restored[0] - run.end("19").unwrap();
    assert!((28 * S..33 * S).contains(&calm), "{calm}");
    let run = case.set("thread_pool_longrun_trx_limit_ms", 100).run();
    let restored = run.times(|k| matches!(k, EventKind::LimitRestored { .. }));
    let calm = restored[0] - run.end("19").unwrap();
    // Seen up to half of the limit before.
    assert!((5 * S - 50 * MS..6 * S).contains(&calm), "{calm}");
}

/// Source: variables: thread_pool_transaction_delay before each new transaction; inside one there is none.
#[test]
fn a_new_transaction_is_delayed() {
    let all = [
        ("in", &[begin(), cpu(MS)][..]),
        ("out", &[cpu(MS), commit()][..]),
    ];
    let case = o9()
        .set("thread_pool_transaction_delay_ms", 50)
        .sequence(3, 0, 100 * MS, &all);
    let run = case.until(220 * MS).run();
    assert_eq!(run.end("in"), Some(51 * MS));
    assert_eq!(run.end("out").map(|t| t - 151 * MS), Some(MS));
    let why: Vec<_> = run.life("in").segments.iter().map(|s| s.why).collect();
    assert!(why.contains(&WaitReason::TransactionDelay));
}

/// Source: variables: thread_pool_dedicated_listeners: the listener never executes.
#[test]
fn a_dedicated_listener_only_listens() {
    let case = o9()
        .set("thread_pool_dedicated_listeners", true)
        .set("thread_pool_algorithm", 0);
    let case = case.spread(0..6, 0, 5 * MS, &[cpu(2 * MS)]);
    let mut replay = case.replay();
    for ms in 0..40 {
        assert_ne!(replay.frame(ms * 1_000_000).groups.listener[0], NONE);
    }
    assert_eq!(case.run().ends_ms(), [2., 7., 12., 17., 22., 27.]);
}

/// Source: plugin: one permanent connect handler, more of them up to max(5, 160 / size), which exit after
/// 60 s.
#[test]
fn one_connect_handler_stays() {
    for (size, most) in [(40, 5), (10, 16)] {
        let case = o9().size(size).start("login_cpu_us", 10 * MS);
        let case = case
            .new_connections(0..400)
            .batch(0..400, 0, &[cpu(1)])
            .until(70 * S);
        let count = |at: u64| {
            let seen = case.instruments(at);
            number(&seen, "tp_thread_group_state", "CONNECT_THREAD_COUNT", 0)
        };
        assert_eq!((count(5 * MS), count(69 * S)), (most, 1));
    }
}

/// Source: plugin: one poll returns at most 32 events.
#[test]
fn a_poll_returns_at_most_32_events() {
    let run = low().batch(0..50, 0, &[cpu(1)]).run();
    let polls = run.events(|k| matches!(k, EventKind::PollReturned { .. }));
    assert!(matches!(
        polls[0].kind,
        EventKind::PollReturned { events: 32, .. }
    ));
}

/// Source: plugin: connections over wait_timeout are closed, those of a bound thread by its read.
#[test]
fn idle_clients_are_disconnected() {
    let case = o9().set("wait_timeout_s", 2).ask(1, 0, "a", &[cpu(1)]);
    let case = case.ask(2, 0, "b", &[begin(), cpu(1)]).until(5 * S);
    let run = case.run();
    let killed = run.times(|k| matches!(k, EventKind::IdleClientKilled { .. }));
    assert_eq!(killed.len(), 2);
    assert!(killed.iter().all(|t| (2 * S..2 * S + 20 * MS).contains(t)));
    let gone = run.times(|k| matches!(k, EventKind::Disconnected { .. }));
    assert_eq!(gone.len(), 2);
}

/// Source: plugin, wait call-backs: the end of a wait asks for nothing, so that all who return run, whatever R is.
#[test]
fn threads_that_return_from_waits_oversubscribe() {
    let case = free().set("thread_pool_query_threads_per_group", 1);
    let case = case.start("idle_workers", 8);
    let case = case.batch(0..8, 0, &[wait(10 * MS), cpu(30 * MS)]);
    assert_eq!(case.replay().frame(15_000_000).groups.active[0], 8);
    assert_eq!(case.run().ends_ms(), [40.; 8]);
}

/// Source: plugin, wait call-backs: a stalled statement is no longer counted, so its wait frees no place.
#[test]
fn a_stalled_statement_that_waits_frees_nothing_more() {
    let case = low().ask(0, 0, "a", &[cpu(100 * MS), wait(100 * MS)]);
    let seen = case.instruments(150 * MS);
    let columns = ["ACTIVE_THREAD_COUNT", "STALLED_THREAD_COUNT"];
    let state = columns.map(|column| number(&seen, "tp_thread_group_state", column, 0));
    assert_eq!(state, [1, 1]);
}

fn in_transaction(case: Case, ids: std::ops::Range<u64>) -> Case {
    ids.fold(case, |case, id| {
        case.push("connections", json!({"id": id, "in_transaction": true}))
    })
}

/// Source: plugin, LOW: no poll while the high queue has something.
#[test]
fn a_group_whose_high_queue_is_not_empty_does_not_poll() {
    let case = in_transaction(low().start("idle_workers", 3), 0..6);
    let case = case.batch(0..6, 0, &[cpu(20 * MS)]);
    let case = case.ask(9, 5 * MS, "late", &[cpu(MS)]);
    let mut replay = case.replay();
    let mut lane_at = |ms: u64| replay.frame(ms * 1_000_000).waiting.lane.pop();
    assert_eq!(lane_at(6), Some(lane::SOCKET));
    assert_eq!(lane_at(39), Some(lane::SOCKET));
    // The last one has left the high queue at 40 ms, and the next poll follows its statement.
    assert_eq!(case.run().start("late"), case.run().end("5"));
}

/// Source: plugin, HIGH: after a single event it polls once more; here one poll returns all that came meanwhile.
#[test]
fn two_that_come_close_together_are_not_executed_directly() {
    let case = free().set("thread_pool_query_threads_per_group", 1);
    let case = case.machine("poll_wake_us", 50);
    let one = case.ask(0, 0, "a", &[cpu(MS)]);
    assert_eq!(via(&one, StartedVia::DirectExecution), [50]);
    let two = one.ask(1, 30, "b", &[cpu(MS)]);
    assert!(via(&two, StartedVia::DirectExecution).is_empty());
}

/// Source: plugin, stall checker: with algorithm 1 a thread is woken or created if there is credit and nobody waits,
/// even if nothing is queued.
#[test]
fn with_the_aggressive_algorithm_the_checker_sends_somebody_to_wait() {
    let case = free().batch(0..2, 0, &[cpu(50 * MS)]);
    assert_eq!(case.run().created_by(Trigger::CheckerFoundWork), [10 * MS]);
    let case = case.set("thread_pool_algorithm", 0);
    assert!(case.run().creations().is_empty());
}

/// Source: plugin, stall checker: a waiting thread whose own statement stalls loses its role, and another is woken or
/// created to wait.
#[test]
fn a_stalled_waiting_thread_is_replaced() {
    let case = low().set("thread_pool_query_threads_per_group", 1);
    let case = case.ask(0, 0, "a", &[cpu(S)]);
    let case = case.ask(1, MS, "b", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.created_by(Trigger::StatementStalled), [70 * MS]);
    assert_eq!(run.start("b"), Some(70 * MS));
    let seen = case.instruments(80 * MS);
    let column = "WAITING_THREAD_NUMBER";
    assert_eq!(number(&seen, "tp_thread_group_state", column, 0), 1);
}

/// Source: plugin, stall checker: the head of the low queue moves to the tail of the high one, one per 10 ms; a move does
/// not bring the next pass forward.
#[test]
fn a_kick_up_goes_to_the_tail_once_in_ten_milliseconds() {
    let case = free().set("thread_pool_query_threads_per_group", 1);
    let case = case.set("thread_pool_stall_limit_10ms", 600);
    let case = case.set("thread_pool_prio_kickup_timer_ms", 100);
    let case = in_transaction(case.start("idle_workers", 2), 7..10);
    let run = case
        .batch(0..4, 0, &[cpu(S)])
        .batch(7..10, 0, &[cpu(S)])
        .run();
    let moved = run.times(|k| matches!(k, EventKind::Promoted { .. }));
    assert_eq!(moved, [110, 120, 130, 140].map(|ms| ms * MS));
    // The first two places are free after 1 s: for the last of a transaction, and the first that was moved.
    let starts = ["9", "0", "1", "2", "3"].map(|name| run.start(name).unwrap() / S);
    assert_eq!(starts, [1, 1, 2, 2, 3]);
}

/// Source: plugin, running a connection: the thread goes on while input is buffered, without a queue.
#[test]
fn a_thread_goes_on_with_buffered_input() {
    let case = low().push("connections", json!({"id": 1, "buffered": true}));
    let case = case.batch([1, 2, 3], 0, &[cpu(MS)]);
    let case = case.ask(1, 0, "next", &[cpu(MS)]);
    assert_eq!(via(&case, StartedVia::BufferedData), [MS]);
    assert_eq!(case.run().start("next"), Some(MS));
}

/// Source: plugin, waking: with dedicated listeners a thread is created only while there are fewer query threads than L,
/// and one without work quits while there are more.
#[test]
fn dedicated_listeners_keep_as_many_workers_as_the_limit() {
    let case = o9().set("thread_pool_dedicated_listeners", true);
    let case = case.set("thread_pool_max_transactions_limit", 2);
    let threads = |case: &Case| {
        let seen = case.instruments(S);
        number(&seen, "tp_thread_group_state", "THREAD_COUNT", 0)
    };
    let waits = (0..4).fold(case.clone(), |case, n| {
        case.batch(n * 8..n * 8 + 8, n * 200 * MS, &[wait(10 * MS)])
    });
    // One of them listens.
    assert_eq!(waits.run().threads(0), 3);
    let more = waits.start("idle_workers", 6);
    assert_eq!((more.run().threads(0), threads(&more)), (7, 3));
}

/// Source: plugin, sleeping: up to R consumers; a thread about to become a reserve quits if reserves + 1 reach
/// thread_pool_max_unused_threads.
#[test]
fn there_are_as_many_consumers_as_query_threads() {
    let sleepers = |most: u64| {
        let case = free().set("thread_pool_query_threads_per_group", 3);
        let case = case.set("thread_pool_max_unused_threads", most);
        let case = case.start("idle_workers", 9);
        let seen = case.batch(0..9, 0, &[wait(S)]).instruments(3 * S);
        let columns = ["CONSUMER_THREADS", "RESERVE_THREADS", "THREAD_COUNT"];
        columns.map(|column| number(&seen, "tp_thread_group_state", column, 0))
    };
    // One more waits.
    assert_eq!(sleepers(1), [3, 0, 4]);
    assert_eq!(sleepers(3), [3, 2, 6]);
    // The first statement that is marked as stalled brings another thread, though nothing is queued.
    assert_eq!(sleepers(0), [3, 7, 11]);
}

/// Source: MySQL 8.4 manual, "Performance Schema Thread Pool Tables": columns and tp_connections; plugin: 9.7 has one
/// more column, set while the limit is suspended.
#[test]
fn newer_tables_show_the_limit_and_each_connection() {
    let case = o9().set("thread_pool_max_transactions_limit", 3);
    let case = case.batch(0..6, 0, &[begin(), cpu(9 * S)]);
    let case = case.push("connections", json!({"id": 7})).until(8 * S);
    let early = case.instruments(S);
    let state = |column| number(&early, "tp_thread_group_state", column, 0);
    let limit = [
        "EFFECTIVE_MAX_TRANSACTIONS_LIMIT",
        "THREADS_BOUND_TO_TRANSACTION",
    ];
    assert_eq!(limit.map(state), [3, 4]);
    assert_eq!(state("NUM_QUERY_THREADS"), state("THREAD_COUNT"));
    // The run begins on 1 January 2026; wait_timeout is 8 hours.
    let expires = 1_767_225_600_000_000 + 28_800_000_000;
    assert_eq!(state("TIME_OF_EARLIEST_CON_EXPIRE"), expires);
    let found = |name: &str| early.tables.iter().find(|t| t.name == name).unwrap();
    let states = ["ATTACHED", "WAITING_FOR_CREDIT", "QUEUED", "ARMED"]
        .map(|word| Cell::Text(word.to_owned()));
    let rows = &found("tp_connections").rows;
    let counts = states.map(|state| rows.iter().filter(|row| row[3] == state).count());
    // A thread has looked at the first of the two only.
    assert_eq!(counts, [4, 1, 1, 1]);
    let last = |at: u64| {
        let seen = case.instruments(at);
        let table = seen
            .tables
            .iter()
            .find(|t| t.name == "tp_thread_group_state");
        let table = table.unwrap();
        assert_eq!(
            table.columns.last().map(String::as_str),
            Some("TIME_OF_LAST_LONGRUNNING_TRXS_CHECK")
        );
        table.rows[0].last().cloned()
    };
    assert_eq!(last(S), Some(Cell::Null));
    assert!(matches!(last(6 * S), Some(Cell::Number(us)) if us > 1_767_225_602_000_000));
    // The column of the suspension is not in 8.4's manual; 8.0.30 has none of them.
    for (server, columns, tables) in [(o84(), 22, 4), (o8(), 15, 3)] {
        let seen = server.ask(0, 0, "a", &[cpu(MS)]).instruments(MS);
        let numbers = (seen.tables[0].columns.len(), seen.tables.len());
        assert_eq!(numbers, (columns, tables));
    }
}
