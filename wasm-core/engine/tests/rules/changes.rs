//! SET GLOBAL during a run, and the state at time 0.
//! Source: scheduler rules, sections 1.1, 2.4, 2.6, 2.7 and 2.9.

use crate::common::{Case, MS, S, cpu, m4, m5, p8, pools, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::NONE;
use poolscope_engine::ids::{ConnectionId, GroupId};
use poolscope_engine::reason::Trigger;

/// Source: scheduler rules, section 2.6: SET GLOBAL thread_pool_stall_limit wakes the timer; that round does
/// no checks, it starts a new sleep of the new length.
#[test]
fn a_new_stall_limit_restarts_the_timer_without_checks() {
    for case in pools() {
        let case = case
            .ask(0, 0, "long", &[cpu(100 * S)])
            .ask(1, 50 * MS, "short", &[cpu(MS)]);
        assert_eq!(case.run().start("short"), Some(600 * MS));
        let run = case
            .clone()
            .change(550 * MS, "thread_pool_stall_limit", 1_000)
            .until(3_600 * MS)
            .run();
        assert_eq!(run.ticks(), [100 * MS, 1_550 * MS, 2_550 * MS, 3_550 * MS]);
        assert_eq!(run.start("short"), Some(1_550 * MS));
        let run = case
            .change(150 * MS, "thread_pool_stall_limit", 100)
            .until(S)
            .run();
        assert_eq!(run.ticks()[..3], [100 * MS, 250 * MS, 350 * MS]);
        assert_eq!(run.start("short"), Some(250 * MS));
    }
}

/// Source: scheduler rules, section 1.1: a connection moves when it next finishes a request; a group
/// without threads gets one at that moment.
#[test]
fn a_new_size_moves_connections_when_they_are_armed() {
    for case in [m4(), m5(), p8()] {
        let case = case
            .change(S, "thread_pool_size", 2)
            .ask(0, 2 * S, "stays", &[cpu(10 * MS)])
            .ask(1, 2_100 * MS, "moves", &[cpu(10 * MS)])
            .ask(1, 3 * S, "moved", &[cpu(10 * MS)])
            .until(10 * S);
        let run = case.run();
        let moves = run.events(|k| matches!(k, EventKind::GroupChanged { .. }));
        assert_eq!(moves.len(), 1);
        assert_eq!(moves[0].at_ns, 2_110_000_000);
        assert_eq!(
            moves[0].kind,
            EventKind::GroupChanged {
                connection: ConnectionId(1),
                from: GroupId(0),
                to: GroupId(1)
            }
        );
        assert_eq!(run.created_by(Trigger::GroupChange), [2_110 * MS]);
        assert_eq!(run.creations_in(1), [2_110 * MS]);
        let groups = ["stays", "moves", "moved"].map(|name| run.life(name).group);
        assert_eq!(groups, [0, 0, 1].map(|g| Some(GroupId(g))));
        assert_eq!(run.start("moved"), Some(3 * S));
        let mut replay = case.replay();
        let before = replay.frame(2_050_000_000).groups;
        assert_eq!(
            (&before.connections[..], &before.threads[..]),
            (&[2, 0][..], &[1, 0][..])
        );
        let after = replay.frame(2_500_000_000).groups;
        assert_eq!(
            (&after.connections[..], &after.threads[..]),
            (&[1, 1][..], &[1, 1][..])
        );
    }
}

/// Source: scheduler rules, section 1.1: reducing the size removes connections from the upper groups.
#[test]
fn a_smaller_size_empties_the_upper_groups() {
    for case in pools() {
        let case = case.size(4).change(S, "thread_pool_size", 1);
        let case = case
            .batch(0..4, 2 * S, &[cpu(MS)])
            .batch(0..4, 3 * S, &[cpu(MS)]);
        let groups = case.replay().frame(2_500_000_000).groups;
        assert_eq!(groups.connections, [4, 0, 0, 0]);
        // One batch of four on one listener, now.
        assert_eq!(
            case.run().starts_ms()[4..],
            [3_000.0, 3_001.0, 3_002.0, 3_003.0]
        );
    }
}

/// Source: scheduler rules, section 2.9: MariaDB limits the new size to 128 or the size at the start,
/// whichever is larger.
#[test]
fn mariadb_clamps_a_new_size() {
    let groups = |case: Case, to: u64| {
        let case = case
            .change(S, "thread_pool_size", to)
            .ask(999, 2 * S, "q", &[cpu(MS)]);
        let run = case.until(3 * S).run();
        let to = run.events(|k| matches!(k, EventKind::GroupChanged { .. }));
        match to.first().map(|e| &e.kind) {
            Some(EventKind::GroupChanged { to, .. }) => Some(*to),
            _ => None,
        }
    };
    assert_eq!(groups(m5(), 1_000), Some(GroupId(999 % 128)));
    assert_eq!(groups(m5().size(200), 1_000), None);
    assert_eq!(groups(m5().size(200), 150), Some(GroupId(999 % 150)));
    assert_eq!(groups(p8(), 1_000), Some(GroupId(999)));
}

/// Source: scheduler rules, sections 2.2 and 2.9: idle_timeout is read when a thread enters fetch.
#[test]
fn a_new_idle_timeout_applies_to_the_next_idle_thread() {
    for case in pools() {
        let run = case
            .set("thread_pool_idle_timeout_s", 10)
            .ask(0, 0, "q", &[wait(MS)])
            .change(S, "thread_pool_idle_timeout", 2)
            .ask(1, 2 * S, "q2", &[wait(MS)])
            .ask(2, 3 * S, "q3", &[wait(MS)])
            .run();
        // At 0.001 and 2.001 s two threads alternated; each last look set its deadline.
        assert!(run.exits().iter().all(|t| *t >= 4 * S && *t <= 12 * S));
        assert_eq!(run.0.metrics.groups[0].threads_end, 1);
    }
}

/// Source: scheduler rules, sections 2.1 and 3.1: oversubscribe is read at each decision.
#[test]
fn a_new_oversubscribe_holds_at_once() {
    let run = p8().oversubscribe(1).batch(0..12, 0, &[wait(S)]);
    let run = run.change(1_500 * MS, "thread_pool_oversubscribe", 3).run();
    // The tick at 1.6 s finds the low queue open again.
    let ends = [1.0, 1.0, 2.0, 2.0, 2.6, 2.6, 3.0, 3.0, 3.6, 3.6, 4.0, 4.0];
    assert_eq!(run.ends_ms(), ends.map(|s| s * 1e3));
    assert_eq!(run.running(0), 4);
}

/// Source: scheduler rules, section 2.4: a higher max_threads takes effect at the next attempt.
#[test]
fn a_new_max_threads_rescues_a_blocked_pool() {
    for case in pools() {
        let case = case.max_threads(2).batch(0..3, 0, &[wait(30 * S)]);
        assert_eq!(case.run().start("2"), Some(30 * S));
        let run = case.change(5 * S, "thread_pool_max_threads", 3).run();
        assert_eq!(run.start("2"), Some(5_100 * MS));
    }
}

/// Source: scheduler rules, section 2.7: a group has no thread until its first connection arrives.
#[test]
fn a_fresh_server_has_no_thread_before_its_first_connection() {
    for case in pools() {
        let case = case
            .size(2)
            .start("threads", "none")
            .start("login_cpu_us", MS)
            .new_connections(0..3)
            .ask(0, 5 * MS, "q", &[cpu(MS)])
            .ask(1, 20 * MS, "r", &[cpu(MS)])
            .ask(2, 30 * MS, "s", &[cpu(MS)]);
        let run = case.run();
        // Nobody is active when the third comes either, and its group has fewer threads than
        // connections.
        assert_eq!(run.created_by(Trigger::Connect), [5 * MS, 20 * MS, 30 * MS]);
        assert_eq!(run.starts_ms(), [6.0, 21.0, 31.0]);
        let mut replay = case.replay();
        let groups = replay.frame(4_000_000).groups;
        assert_eq!(
            (groups.threads, groups.listener),
            (vec![0, 0], vec![NONE, NONE])
        );
        let groups = replay.frame(10_000_000).groups;
        assert_eq!(
            (groups.threads, groups.connections),
            (vec![1, 0], vec![1, 0])
        );
    }
}

/// Source: scheduler rules, section 2.7: a new connection asks for a thread only if none is active.
#[test]
fn a_newcomer_asks_for_a_thread_only_if_none_is_active() {
    for case in pools() {
        let case = case.new_connections([1]).ask(0, 0, "busy", &[cpu(50 * MS)]);
        let run = case.ask(1, 10 * MS, "newcomer", &[cpu(MS)]).run();
        assert!(run.creations().is_empty());
        assert_eq!(run.start("newcomer"), Some(50 * MS));
    }
}

/// Source: scheduler rules, section 2.6: the limit that a change sets is used when a connection is
/// armed next.
#[test]
fn a_new_wait_timeout_holds_from_the_next_answer_on() {
    for case in pools() {
        let run = case
            .change(S, "wait_timeout", 1)
            .ask(0, 2 * S, "q", &[cpu(MS)])
            .push("connections", serde_json::json!({"id": 1}))
            .until(100 * S)
            .run();
        let killed = run.events(|k| matches!(k, EventKind::IdleClientKilled { .. }));
        assert_eq!(killed.len(), 1);
        // Last tick 1.6 s, plus 0.5 and 1 s; the first tick after that.
        assert_eq!(killed[0].at_ns, 3_600_000_000);
    }
}

/// Source: scheduler rules, section 2.9.
#[test]
fn changes_are_checked_like_settings() {
    let refused = |case: Case| {
        let text = case.ask(0, 0, "q", &[]).0.to_string();
        let problems = poolscope_engine::scenario::Scenario::from_json(&text).unwrap_err();
        problems.errors[0].message.clone()
    };
    assert!(refused(m5().change(0, "thread_pool_oversubscribe", 0)).contains("1 to 1000"));
    assert!(refused(m5().change(0, "thread_pool_high_prio_mode", "none")).contains("mariadb"));
    assert!(refused(p8().change(0, "thread_pool_priority", "high")).contains("percona"));
    assert!(refused(m4().change(0, "thread_pool_stall_limit", 9)).contains("10 to"));
    assert!(refused(m5().change(0, "thread_pool_priority", "higher")).contains("auto, high, low"));
    assert!(refused(m5().change(0, "thread_pool_exact_stats", 1)).contains("true or false"));
    assert!(refused(p8().change(0, "admin_port_high_priority", true)).contains("SET GLOBAL"));
}
