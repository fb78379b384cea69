//! How fast a group may create threads while some thread is active.

use crate::common::{Case, MS, S, cpu, m4, m5, p5, p8, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::reason::RefuseReason;

// A group with `threads` threads, the youngest created `since_ms` before a tick that finds nobody listening
// while that thread computes. Returns the interval (ms) if the tick may not create a thread.
fn interval_ms(case: Case, threads: u64, since_ms: u64, tick_ms: u64) -> Option<u64> {
    let sleepers = threads - 2;
    // With one attempt counted, Percona's first tick sees no stall.
    let run = case
        .start("dequeue_attempts", 1)
        .batch(0..sleepers, 0, &[wait(100 * S)])
        .ask(
            sleepers,
            0,
            "waits",
            &[cpu((tick_ms - since_ms) * MS), wait(100 * S)],
        )
        .ask(sleepers + 1, 0, "computes", &[cpu(100 * S)])
        .until((tick_ms + 1) * MS)
        .run();
    assert_eq!(
        run.creations().len() as u64,
        threads - 1 + u64::from(run.threads(0) as u64 > threads)
    );
    assert!(run.creations().contains(&((tick_ms - since_ms) * MS)));
    let refused = run.events(|k| matches!(k, EventKind::ThreadRefused { .. }));
    let created = run.creations().contains(&(tick_ms * MS));
    match refused.first().map(|e| &e.kind) {
        Some(EventKind::ThreadRefused {
            why:
                RefuseReason::Throttled {
                    threads: n,
                    interval_ns,
                    since_ns,
                },
            ..
        }) => {
            assert!(!created);
            assert_eq!(u64::from(*n), threads);
            assert_eq!(*since_ns, since_ms * 1_000_000);
            Some(interval_ns / 1_000_000)
        }
        Some(other) => panic!("{other:?}"),
        None => {
            assert!(created);
            None
        }
    }
}

/// Source: scheduler rules, sections 2.4 (MariaDB up to 10.4) and 3.5 (every Percona Server).
#[test]
fn the_old_table() {
    for case in [m4(), p5(), p8()] {
        let case = case.oversubscribe(1_000);
        let interval = |threads, since| interval_ms(case.clone(), threads, since, 600);
        assert_eq!(interval(2, 1), None);
        assert_eq!(interval(3, 1), None);
        for threads in [4, 7] {
            assert_eq!(interval(threads, 50), Some(50), "the comparison is strict");
            assert_eq!(interval(threads, 51), None);
        }
        for threads in [8, 15] {
            assert_eq!(interval(threads, 100), Some(100));
            assert_eq!(interval(threads, 101), None);
        }
        for threads in [16, 40] {
            assert_eq!(interval(threads, 200), Some(200));
            assert_eq!(interval(threads, 201), None);
        }
    }
}

/// Source: scheduler rules, section 2.4 (MariaDB from 10.5 on): 0 below 1 + oversubscribe threads,
/// then 50, 100 and, from 16 threads on, 20 ms (not 200).
#[test]
fn the_new_table() {
    let case = m5().oversubscribe(1);
    let interval = |threads, since| interval_ms(case.clone(), threads, since, 600);
    for (threads, ms) in [(2, 50), (7, 50), (8, 100), (15, 100), (16, 20), (40, 20)] {
        assert_eq!(interval(threads, ms), Some(ms), "{threads} threads");
        assert_eq!(interval(threads, ms + 1), None, "{threads} threads");
    }
    // The first row depends on oversubscribe.
    for (oversubscribe, threads, want) in [
        (3, 3, None),
        (3, 4, Some(50)),
        (9, 9, None),
        (9, 10, Some(100)),
    ] {
        let case = m5().oversubscribe(oversubscribe);
        assert_eq!(interval_ms(case, threads, 1, 600), want);
    }
}

/// Source: scheduler rules, sections 2.4 and 10.7: an integer quotient; any stall limit below the
/// default of 500 ms switches the throttle off.
#[test]
fn a_stall_limit_of_499_switches_the_new_throttle_off() {
    for threads in [2, 8, 16] {
        let case = m5().oversubscribe(1);
        assert_eq!(
            interval_ms(case.clone().stall_ms(499), threads, 1, 599),
            None
        );
        assert!(interval_ms(case.clone().stall_ms(500), threads, 1, 600).is_some());
        // Longer ones do not make it longer.
        let long = interval_ms(case.clone().stall_ms(5_000), threads, 1, 5_100);
        assert_eq!(long, interval_ms(case, threads, 1, 600));
        // The old table ignores the stall limit.
        let old = interval_ms(m4().oversubscribe(1).stall_ms(499), 8, 1, 599);
        assert_eq!(old, Some(100));
    }
}

/// Source: scheduler rules, section 2.4: with no active thread creation is never throttled.
#[test]
fn a_group_with_nobody_active_is_never_throttled() {
    for case in [m4(), m5(), p8()] {
        let run = case.oversubscribe(1_000).batch(0..30, 0, &[wait(S)]).run();
        assert_eq!(run.creations(), [0; 30]);
    }
}
