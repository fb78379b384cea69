//! Rules that both pools follow: groups, roles, the idle stack, waits and the timer.
//! Source of all: scheduler rules, sections 1 to 3; MariaDB documentation, "Thread Groups in the
//! Unix Implementation of the Thread Pool".

use crate::common::{Case, MS, S, cpu, m4, m5, p8, pools, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::NONE;
use poolscope_engine::ids::{GroupId, RequestId, ThreadId};
use poolscope_engine::reason::{RefuseReason, StartedVia, Trigger};

/// Source: scheduler rules, section 1.1: connection id mod thread_pool_size.
#[test]
fn a_connection_belongs_to_the_group_of_its_id() {
    for case in pools() {
        for size in [1, 2, 3, 16] {
            let ids = [0, 1, 5, 16, 31, 404, 4_294_967_311];
            let run = case.clone().size(size).batch(ids, 0, &[cpu(MS)]).run();
            let groups: Vec<_> = run.0.lives.iter().map(|l| l.group.unwrap()).collect();
            assert_eq!(
                groups,
                ids.map(|id| GroupId((id % size) as u32)),
                "size {size}"
            );
        }
    }
}

/// Source: scheduler rules, section 2.3, consequence 1: with a batch of 8 the listener serves one and leaves
/// 7 queued, waking nobody, though two workers are idle. MariaDB takes the one through the queue (an attempt
/// to dequeue), Percona bypasses it (section 3.3).
#[test]
fn the_listener_serves_one_of_a_batch_and_wakes_nobody() {
    for (case, queued, tries) in [(m5(), 8, 1), (p8(), 7, 0)] {
        let case = case
            .start("idle_workers", 2)
            .batch(0..8, 0, &[cpu(40 * MS)]);
        let run = case.run();
        assert!(run.wakes().iter().chain(&run.creations()).all(|t| *t > 0));
        let in_queue = run.events(|k| matches!(k, EventKind::Queued { .. }));
        assert_eq!(in_queue.len(), queued);
        let frame = case.replay().frame(1_000_000);
        let group = &frame.groups;
        assert_eq!((group.low[0], group.idle[0], group.active[0]), (7, 2, 1));
        assert_eq!((group.listener[0], group.io_seen[0]), (NONE, 8));
        assert_eq!(group.dequeue_tries[0], tries);
    }
}

/// Source: scheduler rules, section 2.3: "were the queues empty?" is evaluated before the events are queued,
/// so the listener does not serve a single event behind a queue.
#[test]
fn the_listener_does_not_serve_behind_a_queue() {
    for case in pools() {
        // At 1 s one thread runs, one listens (from the second tick on), and the queue is long.
        let case = case.oversubscribe(1).batch(0..8, 0, &[cpu(2 * S)]);
        let run = case.ask(8, 700 * MS, "late", &[cpu(MS)]).run();
        let via = run.events(|k| {
            matches!(
                k,
                EventKind::RequestStarted {
                    request: RequestId(8),
                    ..
                }
            )
        });
        assert!(matches!(
            via[0].kind,
            EventKind::RequestStarted {
                via: StartedVia::Queue { .. },
                ..
            }
        ));
        assert!(run.start("late") > run.start("7"));
    }
}

/// Source: scheduler rules, section 2.3, consequence 3: one by one, each while the queue is empty,
/// arrivals never meet the limit of oversubscribe.
#[test]
fn arrivals_one_by_one_never_meet_the_limit() {
    for case in pools() {
        let run = case
            .oversubscribe(1)
            .spread(0..20, 0, MS, &[wait(5 * S)])
            .run();
        assert_eq!(run.running(0), 20);
        assert!(
            run.ends_ms()
                .iter()
                .zip(0..)
                .all(|(end, i)| *end == 5e3 + f64::from(i))
        );
    }
}

/// Source: scheduler rules, sections 2.1 and 8.6: 80 closed-loop clients of 50 ms settle at
/// oversubscribe running workers and one listener in MariaDB 10.4 and Percona Server (their sources;
/// measured on MariaDB 10.2.11), and at one more in MariaDB 10.11 (measured on 10.11.19).
#[test]
fn a_saturated_group_settles_at_oversubscribe_runners_and_one_more_in_newer_mariadb() {
    for (case, more) in [(m4(), 0), (m5(), 1), (p8(), 0)] {
        for oversubscribe in 1..=3 {
            let busy = [cpu(50 * MS)];
            let case = (0..80).fold(case.clone().until(9 * S), |c, id| {
                c.repeat(id, 0, MS, 400, ("q", &busy))
            });
            let mut replay = case.oversubscribe(oversubscribe.into()).replay();
            for at_ms in (5_110..9_000).step_by(97) {
                let groups = replay.frame(at_ms * 1_000_000 + 25_000_000).groups;
                assert_eq!(groups.active[0], oversubscribe + more, "at {at_ms} ms");
                assert_ne!(groups.listener[0], NONE);
                assert_eq!(groups.threads[0], oversubscribe + more + 1);
            }
        }
    }
}

/// Source: scheduler rules, section 8.6: a closed load whose cycle is shorter than the tick keeps
/// resetting `io_seen`, so one thread does it all, whatever oversubscribe is.
#[test]
fn a_short_cycle_never_leaves_one_runner() {
    for case in pools() {
        for oversubscribe in [1, 3, 8] {
            let busy = [cpu(50 * MS)];
            let case = (0..10).fold(case.clone().until(8 * S), |c, id| {
                c.repeat(id, 0, MS, 400, ("q", &busy))
            });
            assert_eq!(case.oversubscribe(oversubscribe).run().threads(0), 1);
        }
    }
}

/// Source: scheduler rules, section 2.2: waking pops the worker that went idle last.
#[test]
fn idle_workers_are_woken_last_in_first_out() {
    for case in pools() {
        let run = case
            .start("idle_workers", 3)
            .spread(0..4, 0, MS, &[wait(S)])
            .run();
        let woken: Vec<ThreadId> = run
            .events(|k| matches!(k, EventKind::ThreadWoken { .. }))
            .iter()
            .map(|e| match e.kind {
                EventKind::ThreadWoken { thread, .. } => thread,
                _ => ThreadId::NONE,
            })
            .collect();
        // Thread 0 is the listener; 1, 2 and 3 went idle in this order.
        assert_eq!(woken, [3, 2, 1].map(ThreadId));
        assert_eq!(run.creations(), [3 * MS]);
    }
}

/// Source: scheduler rules, section 2.2: the idle deadline is fixed when the worker starts to look; a
/// wake-up in vain does not extend it.
#[test]
fn fruitless_wake_ups_do_not_extend_the_idle_deadline() {
    let run = p8()
        .oversubscribe(1)
        .stall_ms(300)
        .set("thread_pool_idle_timeout_s", 5)
        .batch(0..3, 0, &[wait(60 * S)])
        .until(6 * S)
        .run();
    // Created at the second tick, too busy to take anything, and woken at every second tick.
    assert_eq!(run.created_by(Trigger::TimerStalled)[0], 400 * MS);
    let in_vain: Vec<u64> = (1..9).map(|i| (400 + 600 * i) * MS).collect();
    assert_eq!(run.wakes(), in_vain);
    assert_eq!(run.exits(), [5_400 * MS]);
}

/// Source: scheduler rules, section 1.2: listening never times out.
#[test]
fn the_listener_never_exits() {
    for case in pools() {
        let run = case
            .set("thread_pool_idle_timeout_s", 1)
            .ask(0, 0, "only", &[cpu(MS)])
            .until(1_000 * S)
            .run();
        assert!(run.exits().is_empty());
        assert_eq!(run.0.metrics.groups[0].threads_end, 1);
    }
}

/// Source: scheduler rules, section 2.2: `stalled` is cleared when any thread leaves the fetch
/// routine, by idle timeout as well as with work.
#[test]
fn stalled_is_cleared_when_a_thread_leaves_fetch() {
    let case = m5().oversubscribe(1).batch(0..8, 0, &[cpu(2 * S)]);
    let mut replay = case.replay();
    let step = |replay: &mut poolscope_engine::sim::Replay, wanted: &dyn Fn(&EventKind) -> bool| {
        let outcome = replay.outcome().unwrap();
        outcome
            .events
            .iter()
            .find(|e| wanted(&e.kind))
            .unwrap()
            .step
    };
    let stall = step(&mut replay, &|k| {
        matches!(k, EventKind::GroupStalled { .. })
    });
    assert_eq!(replay.frame_at_step(stall).groups.stalled[0], 1);
    // The created thread takes a request in the next step.
    assert_eq!(replay.frame_at_step(stall + 1).groups.stalled[0], 0);
}

/// Source: scheduler rules, section 2.4: max_threads counts over all groups, but every group may
/// always have two threads. So with two groups and max_threads 2 each has two.
#[test]
fn max_threads_is_global_but_two_a_group_are_always_allowed() {
    for case in pools() {
        let case = case.size(4).max_threads(2).batch(0..12, 0, &[wait(10 * S)]);
        let run = case.run();
        for group in 0..4 {
            assert_eq!(run.threads(group), 2);
            assert_eq!(run.running(group), 2);
        }
        let limit = |r: &RefuseReason| matches!(r, RefuseReason::MaxThreads { limit: 2, .. });
        assert!(!run.refusals(limit).is_empty());
        assert_eq!(
            crate::common::status(&case.instruments(S), "Threadpool_threads"),
            8
        );
        assert_eq!(run.start("8"), Some(10 * S));
    }
}

/// Source: scheduler rules, section 2.4: the limit counts the threads of other groups.
#[test]
fn one_group_can_use_up_max_threads() {
    let run = m5()
        .size(2)
        .max_threads(5)
        .batch([0, 2, 4, 6, 8], 0, &[wait(10 * S)])
        .batch([1, 3, 5], 10 * MS, &[wait(10 * S)])
        .run();
    assert_eq!((run.threads(0), run.threads(1)), (4, 2));
    assert_eq!(run.start("6"), Some(0));
    assert_eq!(run.start("8"), Some(10 * S));
    // Group 1 has the two threads that every group may have.
    assert_eq!(run.start("3"), Some(10 * MS));
    assert_eq!(run.start("5"), Some(10_010 * MS));
}

/// The listener creates a thread only if it is alone; else the queued request waits for the timer.
/// Source: scheduler rules, section 2.3, consequence 4.
#[test]
fn the_listener_creates_a_thread_only_when_alone() {
    let dedicated = |c: Case| c.set("thread_pool_dedicated_listener", true);
    let run = dedicated(m5()).ask(0, 10 * MS, "alone", &[cpu(MS)]).run();
    assert_eq!(run.created_by(Trigger::ListenerFoundNoneActive), [10 * MS]);
    assert_eq!(run.start("alone"), Some(10 * MS));
    // A second request while the first waits: two threads, nobody idle.
    let run = dedicated(m5())
        .ask(0, 0, "waits", &[wait(10 * S)])
        .ask(1, 10 * MS, "queued", &[cpu(MS)])
        .run();
    assert_eq!(run.start("queued"), Some(600 * MS));
}
