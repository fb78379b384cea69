//! Rules of MariaDB's pool alone: the blocked pool, wait_timeout, asynchronous commit, extra_port.
//! Source of all: scheduler rules, sections 2.6 to 2.11; MariaDB documentation, "Thread Pool in MariaDB".

use crate::common::{Case, MS, S, case, cpu, m4, m5, wait};
use poolscope_engine::event::{EventKind, LogLevel};
use serde_json::json;

/// Source: scheduler rules, section 2.8: a warning after more than 30 s of failures, once per episode; a
/// creation anywhere ends the episode.
#[test]
fn the_blocked_message_needs_more_than_30_s() {
    for case in [m4(), m5()] {
        let case = case
            .size(2)
            .max_threads(3)
            .batch([0, 2, 4], 0, &[wait(90 * S)])
            .until(80 * S);
        let run = case.run();
        // Failures at 0 and at every tick; at 30.1 s it is more than 30 s.
        assert_eq!(run.messages(), [30_100 * MS]);
        let level = |k: &EventKind| {
            matches!(
                k,
                EventKind::PoolBlockedMessage {
                    level: LogLevel::Warning,
                    threads: 3,
                    limit: 3,
                    ..
                }
            )
        };
        assert_eq!(run.events(level).len(), 1);
        // Group 1 may have a second thread at 20 s: that starts a new episode with the failure at 20.1 s,
        // and 50.1 s is not more than 30 s later.
        let run = case.ask(1, 20 * S, "elsewhere", &[wait(S)]).run();
        assert_eq!(run.creations_in(1), [20 * S]);
        assert_eq!(run.messages(), [50_600 * MS]);
    }
}

/// Source: scheduler rules, section 2.6: an idle client dies between wait_timeout and wait_timeout +
/// 2 periods after its last answer.
#[test]
fn wait_timeout_is_rounded_to_ticks() {
    for case in [m4(), m5()] {
        for answered_ms in (10..2_000).step_by(130) {
            let case = case.clone().set("wait_timeout_s", 3).until(20 * S);
            let run = case.ask(0, answered_ms * MS, "q", &[]).run();
            let killed = run.times(|k| matches!(k, EventKind::IdleClientKilled { .. }))[0];
            let idle = killed - answered_ms * MS;
            assert!(idle > 3 * S && idle <= 4 * S, "{idle}");
            let last_tick = (answered_ms + 400) / 500 * 500;
            let deadline = last_tick.saturating_sub(400) + 500 + 3_000;
            assert_eq!(killed, (deadline + 400) / 500 * 500 * MS + 100 * MS);
        }
    }
}

/// Source: scheduler rules, sections 2.6 and 10.10: a kill needs a thread; with no listener and no thread
/// the victim stays.
#[test]
fn a_kill_waits_for_a_thread() {
    let case = m5()
        .set("wait_timeout_s", 1)
        .max_threads(2)
        .batch([0, 2], 0, &[cpu(10 * S)])
        .push("connections", json!({"id": 1}));
    let run = case.run();
    assert_eq!(run.idle_killed(1), [1_600 * MS]);
    assert_eq!(run.gone(1), [10 * S]);
}

/// Source: scheduler rules, section 2.6: newer code checks first that no data is pending.
#[test]
fn newer_versions_spare_a_client_with_pending_data() {
    for (case, spared) in [(m4(), false), (m5(), true)] {
        let run = case
            .set("wait_timeout_s", 1)
            .max_threads(2)
            .batch([0, 2], 0, &[cpu(10 * S)])
            .ask(1, 1_550 * MS, "pending", &[cpu(MS)])
            .run();
        assert_eq!(run.life("pending").failed, !spared);
        assert_eq!(
            run.end("pending"),
            Some(if spared { 10_001 * MS } else { 10 * S })
        );
    }
}

/// Source: scheduler rules, section 2.11: an asynchronous commit frees the thread from 10.6 on; the
/// connection is queued again, and a thread is woken only if none is active.
#[test]
fn an_asynchronous_commit_frees_the_thread() {
    let steps = [cpu(MS), json!({"async_us": 100 * MS}), cpu(MS)];
    let both = |c: Case| {
        c.ask(0, 0, "commit", &steps)
            .ask(1, 0, "other", &[cpu(5 * MS)])
    };
    let run = both(m5()).run();
    assert_eq!(
        (run.start("other"), run.end("commit")),
        (Some(MS), Some(102 * MS))
    );
    // It comes back into the queue of a busy thread.
    let busy = both(m5())
        .ask(2, 50 * MS, "busy", &[cpu(40 * MS), cpu(20 * MS)])
        .first_tick(490 * MS);
    assert_eq!(busy.run().end("commit"), Some(111 * MS));
    let run = both(m4()).run();
    assert_eq!(
        (run.start("other"), run.end("commit")),
        (Some(102 * MS), Some(102 * MS))
    );
    let run = both(case("percona", "8.0").first_tick(400 * MS)).run();
    assert_eq!(
        (run.start("other"), run.end("commit")),
        (Some(102 * MS), Some(102 * MS))
    );
}

/// Source: scheduler rules, section 2.9: connections of extra_port have their own threads.
#[test]
fn extra_port_is_served_past_a_blocked_pool() {
    for case in [m4(), m5(), case("percona", "5.6")] {
        let run = case
            .max_threads(2)
            .batch(0..4, 0, &[wait(30 * S)])
            .push(
                "connections",
                json!({"id": 4, "port": "extra", "new": true}),
            )
            .push("connections", json!({"id": 5, "port": "extra"}))
            .batch(4..7, S, &[cpu(MS)])
            .until(90 * S)
            .run();
        assert_eq!(run.end("4"), Some(S + MS));
        assert_eq!(run.end("5"), Some(S + MS));
        assert_eq!(run.life("4").group, None);
        // Two sleepers at a time: "6" is the fifth.
        assert_eq!(run.start("6"), Some(60 * S));
        assert_eq!(run.threads(0), 2);
    }
}
