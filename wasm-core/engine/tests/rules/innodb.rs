//! Rules of innodb_thread_concurrency.
//! Sources: [code] MySQL server, InnoDB concurrency manager (2011 to 2013); [manual] MySQL 8.0 manual,
//! "Configuring Thread Concurrency for InnoDB", and the variables of section "InnoDB Startup Options".

use crate::common::{Case, MS, Run, S, case, cpu, lock, m4, number, p8, unlock, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::life::{Place, Segment};
use poolscope_engine::reason::WaitReason;
use poolscope_engine::scenario::var;

const DELAY_MS: u64 = 10;

fn with(version: &str, limit: u64) -> Case {
    case("one-thread-per-connection", version).set("innodb_thread_concurrency", limit)
}

// The newer form with a fixed sleep.
fn polling(limit: u64) -> Case {
    with("5.6", limit).set("innodb_adaptive_max_sleep_delay_us", 0)
}

fn sleeps(run: &Run) -> Vec<u64> {
    let of = |k: &EventKind| match k {
        EventKind::InnodbSleep { sleep_ns, .. } => Some(sleep_ns / 1_000),
        _ => None,
    };
    run.0.events.iter().filter_map(|e| of(&e.kind)).collect()
}

fn entered(run: &Run) -> Vec<u64> {
    run.times(|k| matches!(k, EventKind::InnodbEntered { .. }))
}

/// [manual] 0, the default, is no limit.
#[test]
fn zero_is_no_limit() {
    for version in ["5.5", "5.6", "any"] {
        let case = case("one-thread-per-connection", version).batch(0..50, 0, &[cpu(MS)]);
        assert_eq!(case.run().ends_ms(), [1.0; 50]);
        assert!(case.instruments(0).tables.is_empty());
    }
}

/// [code] 5.6 on: a thread that finds it full sleeps for the delay, then looks again. The place may be empty
/// meanwhile.
#[test]
fn a_thread_that_finds_it_full_sleeps_and_looks_again() {
    let run = polling(2).batch(0..3, 0, &[cpu(3 * MS)]).run();
    assert_eq!(run.ends_ms(), [3.0, 3.0, 13.0]);
    assert_eq!(entered(&run), [DELAY_MS * MS]);
    let full = WaitReason::InnodbFull {
        inside: 2,
        limit: 2,
    };
    assert!(run.life("2").segments.iter().any(|s| s.why == full));
    // Still full: it sleeps once more.
    let run = polling(1).batch(0..2, 0, &[cpu(15 * MS)]).run();
    assert_eq!(sleeps(&run), [DELAY_MS * MS; 2]);
    assert_eq!(run.ends_ms(), [15.0, 35.0]);
}

/// [code] There is no queue: a newcomer that looks at the right moment overtakes the sleepers.
#[test]
fn newcomers_overtake_sleepers() {
    let both = |case: Case| {
        case.ask(0, 0, "inside", &[cpu(15 * MS)])
            .ask(1, MS, "early", &[cpu(5 * MS)])
            .ask(2, 15_500, "late", &[cpu(5 * MS)])
            .run()
    };
    let run = both(polling(1));
    assert_eq!(
        (run.start("late"), run.end("late")),
        (Some(15_500), Some(20_500))
    );
    // It looked at 11 (full), at 21 (free).
    assert_eq!(run.end("early"), Some(26 * MS));
    // 5.5: handed over at 15, before the newcomer comes. It sleeps until 25.5 and finds it free.
    let run = both(with("5.5", 1));
    assert_eq!(run.end("early"), Some(20 * MS));
    assert_eq!(run.end("late"), Some(30_500));
}

/// [code] 5.5: one sleep, one more look, then a queue, first in, first out, woken at once.
#[test]
fn the_older_form_has_a_queue() {
    let case =
        with("5.5", 1)
            .ask(9, 0, "inside", &[cpu(30 * MS)])
            .spread(0..4, MS, MS, &[cpu(5 * MS)]);
    let run = case.run();
    // Each slept its 10 ms once, then queued.
    assert_eq!(sleeps(&run), [DELAY_MS * MS; 4]);
    let queued = run.times(|k| matches!(k, EventKind::InnodbQueued { .. }));
    assert_eq!(queued, [11 * MS, 12 * MS, 13 * MS, 14 * MS]);
    assert_eq!(run.ends_ms(), [30.0, 35.0, 40.0, 45.0, 50.0]);
    // Without a delay nobody sleeps.
    let run = case.set("innodb_thread_sleep_delay_us", 0).run();
    assert!(sleeps(&run).is_empty());
    assert_eq!(run.ends_ms(), [30.0, 35.0, 40.0, 45.0, 50.0]);
}

/// [code] 5.5: threads that hold locks join the queue without the sleep.
#[test]
fn holders_of_locks_do_not_sleep_first() {
    let case = with("5.5", 1).ask(0, 0, "inside", &[cpu(30 * MS)]).ask(
        1,
        MS,
        "holder",
        &[lock("row"), cpu(5 * MS), unlock("row")],
    );
    let run = case.run();
    assert!(sleeps(&run).is_empty());
    assert_eq!(run.end("holder"), Some(35 * MS));
}

/// [manual] After entering, a thread does as many row operations as it has tickets before it must enter
/// again. [code] 5,000 from 5.6 on, 500 before.
#[test]
fn tickets() {
    let two = |tickets: u64, operations: usize| {
        let steps = vec![cpu(2 * MS); operations];
        let case = polling(1).set("innodb_concurrency_tickets", tickets);
        case.ask(0, 0, "long", &steps)
            .ask(1, MS, "short", &[cpu(MS)])
            .run()
    };
    // 20 operations, one ticket: it leaves after every second one and looks again at once, so the sleeper
    // gets in only if it wakes at that very moment.
    let out = |run: &Run| run.end("short");
    assert_eq!(out(&two(5_000, 20)), Some(42 * MS));
    let changes = two(1, 4);
    assert_eq!(changes.end("long"), Some(8 * MS));
    // A wait between two operations lets the other in, once the tickets are spent.
    let pause = |tickets: u64| {
        let steps = [cpu(2 * MS), cpu(2 * MS), wait(20 * MS), cpu(2 * MS)];
        let case = polling(1).set("innodb_concurrency_tickets", tickets);
        case.ask(0, 0, "long", &steps)
            .ask(1, MS, "short", &[cpu(MS)])
            .run()
    };
    assert_eq!(pause(1).end("short"), Some(12 * MS));
    assert_eq!(pause(2).end("short"), Some(32 * MS));
    let default = |version: &str| with(version, 1).ask(0, 0, "q", &[]).scenario();
    let tickets = |version: &str| {
        default(version)
            .server
            .number(var("innodb_concurrency_tickets"))
    };
    assert_eq!(
        (tickets("5.5"), tickets("5.6"), tickets("any")),
        (Some(500), Some(5_000), Some(5_000))
    );
}

/// [code] The place is given back at the end of the statement, even with tickets left.
#[test]
fn the_end_of_the_statement_gives_the_place_back() {
    let case = polling(1).repeat(0, 0, 5 * MS, 2, ("q", &[cpu(MS)]));
    let run = case.ask(1, 2 * MS, "other", &[cpu(MS)]).run();
    assert_eq!(run.end("other"), Some(3 * MS));
    assert!(sleeps(&run).is_empty());
}

/// [code] Any other wait keeps the place, because InnoDB does not know about it. Alexey Stroganov's argument
/// in the comments of "Improve Scalability with Percona Thread Pool" (2014-01-23).
#[test]
fn other_waits_keep_the_place() {
    let case = polling(1).ask(0, 0, "sleeper", &[cpu(MS), wait(100 * MS), cpu(MS)]);
    let run = case.ask(1, 3 * MS, "other", &[cpu(MS)]).run();
    assert_eq!(run.end("sleeper"), Some(102 * MS));
    assert_eq!(run.end("other"), Some(104 * MS));
}

/// [code] Before a lock wait the place is given back; lock waiters are not counted.
#[test]
fn a_lock_wait_gives_the_place_back() {
    let wants = [cpu(MS), lock("row"), cpu(MS), unlock("row")];
    let case = polling(1)
        .ask(0, 0, "holder", &[lock("row"), wait(50 * MS), unlock("row")])
        .ask(1, MS, "waiter", &wants)
        .ask(2, 5 * MS, "other", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.end("other"), Some(6 * MS));
    assert_eq!(run.end("waiter"), Some(51 * MS));
}

/// [code] After the lock wait the thread may enter beyond the limit, with one ticket.
#[test]
fn after_a_lock_wait_the_limit_is_ignored() {
    let operations = [
        lock("row"),
        cpu(2 * MS),
        cpu(2 * MS),
        cpu(2 * MS),
        unlock("row"),
    ];
    let case = polling(1)
        .ask(0, 0, "holder", &[lock("row"), wait(10 * MS), unlock("row")])
        .ask(1, MS, "waiter", &operations)
        .ask(2, 5 * MS, "long", &[cpu(60 * MS)]);
    let run = case.run();
    let mut replay = case.replay();
    assert_eq!(replay.frame(10_500_000).on_cpu, 2);
    // One ticket: beyond the limit it does one operation, then the third finds InnoDB full until 65.
    let queued = run.times(|k| matches!(k, EventKind::InnodbSleep { .. }));
    assert_eq!(queued[0], 12 * MS);
    assert_eq!(run.end("long"), Some(65 * MS));
    let inside = case.instruments(11 * MS);
    let cell = |column: &str| number(&inside, "SHOW ENGINE INNODB STATUS", column, 0);
    assert_eq!(cell("queries inside InnoDB"), 2);
}

/// [code] The adaptive sleep: an entry with nobody waiting halves it, sleeping again adds 1 µs.
#[test]
fn the_sleep_adapts_itself() {
    // Two enter at once: 10000, 5000, 2500. The third sleeps for that long, and finds it full each time.
    let case = with("5.6", 2).batch(0..3, 0, &[cpu(10 * MS)]);
    let run = case.run();
    assert_eq!(sleeps(&run), [2_500, 2_500, 2_501, 2_502]);
    assert_eq!(entered(&run), [10_003]);
    // It was the last waiter, so the delay is halved again.
    let delay = |at_us: u64| {
        let seen = case.instruments(at_us);
        number(
            &seen,
            "SHOW ENGINE INNODB STATUS",
            "innodb_thread_sleep_delay",
            0,
        )
    };
    assert_eq!((delay(10_002), delay(10_004)), (2_502, 1_251));
    // It sleeps once and enters: 1 µs less before the halving.
    let run = with("5.6", 1)
        .batch(0..2, 0, &[cpu(3 * MS)])
        .ask(5, 20 * MS, "third", &[cpu(20 * MS)])
        .ask(6, 21 * MS, "fourth", &[])
        .run();
    assert_eq!(sleeps(&run), [5_000]);
    let seen = with("5.6", 1)
        .batch(0..2, 0, &[cpu(3 * MS)])
        .instruments(9 * MS);
    let column = "innodb_thread_sleep_delay";
    assert_eq!(
        number(&seen, "SHOW ENGINE INNODB STATUS", column, 0),
        4_999 / 2
    );
}

/// [manual] innodb_adaptive_max_sleep_delay is the upper limit of a sleep; 0 leaves the delay as it is set.
#[test]
fn the_sleep_has_a_maximum() {
    let case = with("5.6", 1)
        .set("innodb_thread_sleep_delay_us", 900_000)
        .set("innodb_adaptive_max_sleep_delay_us", 20_000)
        .batch(0..2, 0, &[cpu(50 * MS)]);
    assert_eq!(sleeps(&case.run()), [20_000, 20_000, 20_000]);
    let still = case.set("innodb_adaptive_max_sleep_delay_us", 0);
    assert_eq!(sleeps(&still.run()), [900_000]);
}

/// [code] A pool sees one wait, a user lock, from the first sleep to the entry: it runs another statement
/// meanwhile, which finds InnoDB full as well.
#[test]
fn a_sleep_is_reported_to_the_pool() {
    for pool in [p8(), m4()] {
        let run = pool
            .size(2)
            .set("innodb_thread_concurrency", 1)
            .set("innodb_adaptive_max_sleep_delay_us", 0)
            .ask(0, 0, "inside", &[cpu(15 * MS)])
            .ask(1, 0, "sleeper", &[cpu(MS)])
            .ask(3, 1_500, "another", &[cpu(MS)])
            .run();
        // Group 1 gets a thread more at once, which listens and serves the next.
        assert_eq!(run.creations_in(1)[0], 0);
        assert_eq!(run.start("another"), Some(1_500));
        let waits = |s: &&Segment| s.place == Place::Innodb;
        assert_eq!(run.life("sleeper").segments.iter().filter(waits).count(), 1);
        // It slept twice, but reported one wait.
        assert_eq!(sleeps(&run).len(), 4);
        assert_eq!(
            (run.end("sleeper"), run.end("another")),
            (Some(21 * MS), Some(22_500))
        );
    }
}

/// MariaDB documentation, innodb_thread_concurrency: ignored from 10.5 on, removed in 10.6.
#[test]
fn mariadb_10_11_has_it_no_more() {
    let text = crate::common::m5()
        .set("innodb_thread_concurrency", 4)
        .ask(0, 0, "q", &[])
        .0
        .to_string();
    let problems = poolscope_engine::scenario::Scenario::from_json(&text).unwrap_err();
    assert!(problems.to_string().contains("innodb_thread_concurrency"));
}

/// [manual] It can be set at run time: those in the queue of 5.5 are let in.
#[test]
fn it_can_be_set_at_run_time() {
    for version in ["5.5", "5.6"] {
        let case = with(version, 1).batch(0..3, 0, &[cpu(S)]).change(
            100 * MS,
            "innodb_thread_concurrency",
            0,
        );
        let run = case.run();
        assert!(run.ends_ms().iter().all(|end| *end < 1_200.0), "{version}");
    }
}
