//! Rules that both pools follow: reported waits, the stall timer, and buffered data.
//! Source of all: scheduler rules, sections 2.5, 2.6 and 5; MariaDB documentation, "Thread Groups in
//! the Unix Implementation of the Thread Pool".

use crate::common::{MS, S, cpu, m4, m5, p8, pools, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::reason::{StartedVia, Trigger};
use serde_json::json;

/// Source: scheduler rules, sections 2.5 and 5: the kind of a reported wait does not matter; network and
/// lock waits are reported, mutexes and page faults are not.
#[test]
fn reported_waits_of_every_kind_free_the_active_slot() {
    let kinds = [
        "unknown",
        "sleep",
        "diskio",
        "row_lock",
        "global_lock",
        "meta_data_lock",
        "table_lock",
        "user_lock",
        "binlog",
        "group_commit",
        "sync",
        "net",
    ];
    for case in pools() {
        for kind in kinds {
            let steps = [json!({"wait_us": S, "kind": kind})];
            let run = case.clone().batch(0..2, 0, &steps).run();
            assert_eq!(run.ends_ms(), [1e3, 1e3], "{kind}");
        }
        let run = case.clone().batch(0..2, 0, &[json!({"net_us": S})]).run();
        assert_eq!(run.ends_ms(), [1e3, 1e3]);
        // Only the timer rescues it.
        let run = case.batch(0..2, 0, &[json!({"unreported_us": S})]).run();
        assert!(run.start("1") >= Some(100 * MS));
    }
}

/// Source: scheduler rules, section 5: SLEEP() with less than 10 us returns at once, unreported.
#[test]
fn a_sleep_of_less_than_10_us_returns_at_once() {
    for case in pools() {
        let run = case.clone().ask(0, 0, "q", &[wait(9)]).run();
        assert_eq!(run.end("q"), Some(0));
        assert!(
            run.events(|k| matches!(k, EventKind::WaitBegan { .. }))
                .is_empty()
        );
        let run = case.clone().ask(0, 0, "q", &[wait(10)]).run();
        assert_eq!(run.end("q"), Some(10));
        // Only SLEEP() has the limit.
        let run = case
            .ask(0, 0, "q", &[json!({"wait_us": 9, "kind": "diskio"})])
            .run();
        assert_eq!(run.end("q"), Some(9));
    }
}

/// Source: scheduler rules, section 2.5: wait_end applies no limit.
#[test]
fn sleepers_that_wake_together_all_run() {
    let case = m5().oversubscribe(1).batch(0..8, 0, &[wait(2 * S), cpu(S)]);
    assert_eq!(case.run().ends_ms(), [3e3; 8]);
    assert_eq!(case.replay().frame(2_500_000_000).groups.active[0], 8);
}

/// Source: scheduler rules, section 2.5: the start of a wait asks for a thread only if none is active and
/// there is work or no listener.
#[test]
fn a_wait_asks_for_a_thread_only_when_it_leaves_nobody() {
    for case in pools() {
        // The first wait leaves no listener: one is created. The second leaves an idle group that
        // has its listener and no work... but it was served by that listener, so again one.
        let run = case.clone().spread(0..2, 0, 10 * MS, &[wait(S)]).run();
        assert_eq!(run.creations(), [0, 10 * MS]);
        // Here the second request waits a second time: a listener is there and the queues are empty.
        let run = case.ask(0, 0, "q", &[wait(MS), cpu(MS), wait(MS)]).run();
        assert_eq!(run.creations(), [0]);
    }
}

/// Source: scheduler rules, section 2.6, first branch: no listener and `io_seen` 0 returns without
/// zeroing `dequeue_tries`; so the next tick does not see a stall yet.
#[test]
fn the_first_branch_of_the_check_leaves_dequeue_tries() {
    for case in [m4(), p8()] {
        // Percona's listener counts no attempt, so the first tick must be kept from seeing a stall.
        let case = case
            .oversubscribe(1)
            .start("dequeue_attempts", 1)
            .ask(0, 0, "first", &[cpu(300 * MS)])
            .ask(1, 0, "second", &[cpu(10 * S)])
            .ask(2, 0, "third", &[cpu(MS)]);
        let run = case.run();
        // 0.1 zeroes both counters; "second" is dequeued at 0.3; at 0.6 there is no listener.
        assert_eq!(run.created_by(Trigger::TimerNoListener), [600 * MS]);
        let mut replay = case.replay();
        assert_eq!(replay.frame(700_000_000).groups.dequeue_tries[0], 1);
        assert_eq!(replay.frame(1_200_000_000).groups.dequeue_tries[0], 0);
        assert_eq!(run.stalls()[0], 1_600 * MS);
        assert_eq!(run.start("third"), Some(1_600 * MS));
    }
}

/// Source: scheduler rules, section 2.6: with an event polled since the last tick, a group without a
/// listener is left alone; the tick zeroes `io_seen`.
#[test]
fn an_event_since_the_last_tick_postpones_the_rescue() {
    for case in pools() {
        let case =
            case.ask(0, 90 * MS, "long", &[cpu(10 * S)])
                .ask(1, 95 * MS, "short", &[cpu(MS)]);
        let mut replay = case.replay();
        assert_eq!(replay.frame(99_000_000).groups.io_seen[0], 1);
        assert_eq!(replay.frame(101_000_000).groups.io_seen[0], 0);
        assert_eq!(case.run().start("short"), Some(600 * MS));
        // Just before the tick after which it counts, the rescue comes sooner.
        let case = case.first_tick(80 * MS).stall_ms(500);
        assert_eq!(case.run().start("short"), Some(1_080 * MS));
    }
}

/// Source: scheduler rules, section 2.6: the sleep of the timer is relative, so its period is
/// stall_limit plus the time of a round.
#[test]
fn the_timer_drifts_by_the_time_of_its_round() {
    for case in pools() {
        let run = case
            .machine("timer_round_us", 50)
            .ask(0, 0, "q", &[cpu(MS)])
            .until(2 * S)
            .run();
        assert_eq!(run.ticks(), [100_000, 600_050, 1_100_100, 1_600_150]);
    }
}

/// Source: scheduler rules, section 2.6: groups without connections are skipped.
#[test]
fn the_timer_skips_groups_without_connections() {
    let run = m5().size(4).ask(1, 0, "q", &[cpu(MS)]).until(S).run();
    let ticks = run.events(|k| matches!(k, EventKind::TimerTick { .. }));
    assert!(
        ticks
            .iter()
            .all(|e| matches!(e.kind, EventKind::TimerTick { groups: 1, .. }))
    );
}

/// Source: scheduler rules, section 1: the worker serves buffered data at once, without a queue.
#[test]
fn buffered_data_is_served_past_the_queue() {
    for case in [m4(), m5(), p8()] {
        let case = case
            .ask(0, 0, "first", &[cpu(10 * MS)])
            .ask(0, MS, "behind", &[cpu(10 * MS)])
            .ask(1, 2 * MS, "other", &[cpu(10 * MS)]);
        // Unbuffered: it reaches the poll set when its connection is armed again, after "other".
        assert_eq!(case.run().starts_ms(), [0.0, 20.0, 10.0]);
        let case = case.push("connections", json!({"id": 0, "buffered": true}));
        let run = case.run();
        assert_eq!(run.starts_ms(), [0.0, 10.0, 20.0]);
        let started = run.events(|k| {
            matches!(
                k,
                EventKind::RequestStarted {
                    via: StartedVia::BufferedData,
                    ..
                }
            )
        });
        assert_eq!(started.len(), 1);
    }
}
