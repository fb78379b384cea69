//! The worked table of the rules: rows that are not among the recorded vectors. Ideal world: no latencies,
//! unlimited cores. Source: scheduler rules, section 9. Rows V06 to V08 are the experiment of wych42, "MySQL
//! thread pool stall, reproduced", 2023-05-26; V27 and V31 Percona PR 992; V47 and V56 are modelled on
//! plantegg, 2020-11-17; V12 follows lotabout, "Percona thread pool behaviour, verified", 2023-05-26.

use crate::common::{Case, MS, Run, S, cpu, lock, m4, m5, p8, unlock, wait};
use poolscope_engine::ids::GroupId;
use serde_json::json;

/// Source: scheduler rules, V08.
#[test]
fn v08_two_groups_with_max_threads_2_in_mariadb() {
    let fast = |c: Case, at: u64| c.ask(405, at * S, &format!("fast {at}"), &[cpu(MS)]);
    let case = m4()
        .size(2)
        .oversubscribe(1)
        .max_threads(2)
        .ask(404, 0, "404", &[wait(30 * S)])
        .ask(406, 2 * S, "406", &[wait(30 * S)])
        .ask(410, 5 * S, "410", &[cpu(MS)]);
    let run = [3, 6, 9, 12, 15]
        .into_iter()
        .fold(case, fast)
        .until(40 * S)
        .run();
    assert_eq!(run.start("410"), Some(30 * S));
    for at in [3, 6, 9, 12, 15] {
        assert_eq!(run.end(&format!("fast {at}")), Some(at * S + MS));
    }
    assert!(run.messages().is_empty());
    assert_eq!(run.threads(0), 2);
}

/// Source: scheduler rules, V12: the queue never empties, so the listener never bypasses it.
#[test]
fn v12_a_late_group_of_five() {
    let run = p8()
        .oversubscribe(1)
        .batch(0..3, 0, &[wait(2 * S)])
        .spread(3..8, 10 * MS, MS, &[wait(2 * S)])
        .run();
    assert_eq!(run.starts_ms(), [0.0, 0.0, 2e3, 2e3, 4e3, 4e3, 6e3, 6e3]);
}

fn eight_cpu(case: Case, oversubscribe: u64) -> Run {
    case.oversubscribe(oversubscribe)
        .batch(0..8, 0, &[cpu(2 * S)])
        .run()
}

/// Source: scheduler rules, V14.
#[test]
fn v14_eight_of_cpu_in_mariadb_with_3() {
    let run = eight_cpu(m5(), 3);
    assert_eq!(
        run.starts_ms(),
        [0.0, 600.0, 1100.0, 1600.0, 2000.0, 2600.0, 3100.0, 3600.0]
    );
    assert_eq!(
        run.creations(),
        [600 * MS, 1_100 * MS, 1_600 * MS, 2_100 * MS]
    );
    assert_eq!(run.running(0), 4);
}

/// Source: scheduler rules, V16.
#[test]
fn v16_eight_of_cpu_in_percona_with_3() {
    let run = eight_cpu(p8(), 3);
    assert_eq!(
        run.starts_ms(),
        [0.0, 100.0, 600.0, 2000.0, 2100.0, 2600.0, 3100.0, 4100.0]
    );
    assert_eq!(
        run.creations(),
        [100 * MS, 600 * MS, 1_100 * MS, 3_100 * MS]
    );
    assert_eq!(run.running(0), 4);
}

/// Source: scheduler rules, V18: the short one is unread on the socket until the second tick.
#[test]
fn v18_short_after_long_in_percona() {
    let run = p8()
        .oversubscribe(3)
        .ask(0, 0, "long", &[cpu(10 * S)])
        .ask(1, 50 * MS, "short", &[cpu(MS)])
        .run();
    assert_eq!(run.start("short"), Some(600 * MS));
}

/// Source: scheduler rules, V20: a batch does not look like progress, so the first tick helps.
#[test]
fn v20_short_beside_long_in_percona() {
    let run = p8()
        .oversubscribe(3)
        .ask(0, 0, "long", &[cpu(10 * S)])
        .ask(1, 0, "short", &[cpu(MS)])
        .run();
    assert_eq!(run.start("short"), Some(100 * MS));
}

/// Source: scheduler rules, V23: a dedicated listener may not serve.
#[test]
fn v23_dedicated_listener_adds_latency() {
    let case = m5()
        .oversubscribe(3)
        .ask(0, 0, "long", &[wait(10 * S)])
        .ask(1, 1_150 * MS, "short", &[cpu(MS)]);
    assert_eq!(case.run().start("short"), Some(1_150 * MS));
    let run = case.set("thread_pool_dedicated_listener", true).run();
    assert_eq!(run.start("short"), Some(1_600 * MS));
    assert_eq!(run.end("short"), Some(1_601 * MS));
}

// The holder of lock L, four requests that wait for it, and the UNLOCK. Source: Percona PR 992.
fn lock_case(case: Case, gap_us: u64, holder_high: bool) -> Case {
    case.oversubscribe(1)
        .first_tick(250 * MS)
        .until(20 * S)
        .push(
            "requests",
            json!({"connection": 0, "at_us": 0, "name": "LOCK", "steps": [lock("L")], "holds_locks": holder_high}),
        )
        .spread(1..5, 10 * MS, gap_us, &[lock("L"), cpu(MS), unlock("L")])
        .ask(0, 100 * MS, "UNLOCK", &[unlock("L")])
}

/// Source: scheduler rules, V27 (Percona PR 992): the queue was empty, so the listener served it.
#[test]
fn v27_unlock_past_the_queue() {
    let run = lock_case(p8(), MS, false).run();
    assert_eq!(run.end("UNLOCK"), Some(100 * MS));
    assert_eq!(run.ends_ms()[1..5], [101.0, 102.0, 103.0, 104.0]);
}

/// Source: scheduler rules, V31 (Percona PR 992): high priority is no help when no thread may be created.
#[test]
fn v31_deadlock_with_max_threads_though_unlock_is_high() {
    let run = lock_case(p8(), 0, true).max_threads(3).run();
    assert_eq!(run.start("UNLOCK"), None);
    assert_eq!(run.0.metrics.finished, 1);
    assert_eq!(run.messages(), [750 * MS]);
}

// 40 connections in a closed loop of 50 ms of CPU, and one transaction of five statements.
fn transaction_among_forty(case: Case) -> Vec<u64> {
    let busy = [cpu(50 * MS)];
    let first = [crate::common::begin(), cpu(50 * MS)];
    let forty = |case: Case, id: u64| case.repeat(id, 0, MS, 400, (&format!("a{id}"), &busy));
    let run = (0..40)
        .fold(case.until(30 * S), forty)
        .sequence(
            40,
            10_020 * MS,
            MS,
            &[
                ("t1", &first),
                ("t2", &busy),
                ("t3", &busy),
                ("t4", &busy),
                ("t5", &busy),
            ],
        )
        .run();
    ["t1", "t2", "t3", "t4", "t5"]
        .iter()
        .map(|t| run.waited(t).unwrap() / MS)
        .collect()
}

/// Source: scheduler rules, V35: two turns high, one low, and so on.
#[test]
fn v35_two_tickets() {
    let case = p8()
        .oversubscribe(1)
        .set("thread_pool_high_prio_tickets", 2);
    assert_eq!(transaction_among_forty(case), [1_980, 49, 49, 1_999, 49]);
}

/// Source: scheduler rules, V36 in 10.4: the round of forty takes 2 s, so the kick-up fills the high
/// queue; with a later kick-up the transaction keeps its advantage.
#[test]
fn v36_kicked_up_requests_pollute_the_high_queue() {
    let with = |kickup_ms: u64| {
        let case = m4().oversubscribe(1);
        transaction_among_forty(case.set("thread_pool_prio_kickup_timer_ms", kickup_ms))
    };
    assert_eq!(with(1_000), [1_980, 549, 999, 949, 949]);
    assert_eq!(with(10_000), [1_980, 49, 49, 49, 49]);
}

/// Source: scheduler rules, V38: with four runners the cycle of forty is as short as the tick, so nobody
/// ever listens, and a statement is not seen before the queue is empty.
#[test]
fn v38_transaction_in_mariadb_with_3() {
    assert_eq!(
        transaction_among_forty(m5().oversubscribe(3)),
        [480, 249, 399, 399, 399]
    );
}

/// Source: scheduler rules, V41: two runners finish the high load before the kick-up acts.
#[test]
fn v41_kick_up_after_5_s() {
    let busy = [cpu(50 * MS)];
    for (case, start) in [(m4(), 12_050 * MS), (m5(), 10_300 * MS)] {
        let case = case
            .oversubscribe(1)
            .set("thread_pool_prio_kickup_timer_ms", 5_000);
        let in_transaction = |case: Case, id: u64| {
            case.push("connections", json!({"id": id, "in_transaction": true}))
                .repeat(id, 0, MS, 10, (&format!("h{id}"), &busy))
        };
        let run = (0..40)
            .fold(case, in_transaction)
            .ask(40, 5_020 * MS, "low", &busy)
            .run();
        assert_eq!(run.start("low"), Some(start));
    }
}

/// Source: scheduler rules, V43: one request a second keeps one worker alive, because of the LIFO stack.
#[test]
fn v43_idle_workers_leave_but_one() {
    let case = m5()
        .oversubscribe(1)
        .max_threads(8)
        .set("thread_pool_idle_timeout_s", 5)
        .batch(0..8, 0, &[wait(2 * S)]);
    let one = |case: Case, at: u64| case.ask(0, at * S, "one", &[wait(100 * MS)]);
    let run = (3..=22).fold(case, one).run();
    assert_eq!(run.exits(), [vec![7 * S; 6], vec![27_100 * MS]].concat());
    assert_eq!(run.0.metrics.groups[0].threads_end, 1);
}

fn twenty_for_ever(case: Case) -> Run {
    case.batch(0..20, 0, &[cpu(1_000 * S)]).until(4 * S).run()
}

/// Source: scheduler rules, V45: stall_limit below the default switches the throttle off.
#[test]
fn v45_no_throttle_in_newer_mariadb() {
    let run = twenty_for_ever(m5().oversubscribe(1_000).stall_ms(100));
    let every_tick: Vec<u64> = (2..=21).map(|tick| tick * 100 * MS).collect();
    assert_eq!(run.creations(), every_tick);
}

/// Source: scheduler rules, V47.
#[test]
fn v47_percona_ticks_of_30_ms() {
    let run = twenty_for_ever(p8().oversubscribe(10).stall_ms(30).first_tick(30 * MS));
    let ms = [30, 60, 90, 150, 210, 270, 330, 450, 570, 690, 810, 930];
    assert_eq!(run.creations(), ms.map(|t| t * MS));
    assert_eq!((run.running(0), run.threads(0)), (11, 13));
}

/// Source: scheduler rules, V50: arrivals stay unpolled until the batch is finished.
#[test]
fn v50_gated_service() {
    let run = m5()
        .oversubscribe(3)
        .first_tick(400 * MS)
        .batch(0..5, 0, &[cpu(30 * MS)])
        .ask(5, 10 * MS, "late", &[cpu(MS)])
        .run();
    assert_eq!(run.start("late"), Some(150 * MS));
}

/// Source: scheduler rules, V52.
#[test]
fn v52_cpu_wait_cpu_in_percona() {
    let steps = [cpu(100 * MS), wait(430 * MS), cpu(91 * MS)];
    let run = p8()
        .oversubscribe(1)
        .first_tick(173 * MS)
        .batch(0..6, 0, &steps)
        .run();
    assert_eq!(run.starts_ms(), [0.0, 100.0, 621.0, 721.0, 1242.0, 1342.0]);
}

/// Source: scheduler rules, V56 (modelled on plantegg, 2020-11-17): oversubscribe 20 cures it.
#[test]
fn v56_a_hot_group_with_room() {
    let case = p8()
        .size(96)
        .oversubscribe(20)
        .stall_ms(30)
        .first_tick(10 * MS)
        .max_threads(100_000);
    let run = case
        .batch((0..15).map(|i| i * 96), 0, &[wait(3 * S)])
        .batch((15..20).map(|i| i * 96), 0, &[cpu(MS)])
        .batch((0..5).map(|i| i * 96 + 1), 0, &[cpu(MS)])
        .run();
    let ends = run.ends_ms();
    assert_eq!(ends[..15], [3_000.0; 15]);
    assert_eq!(ends[15..20], [1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(ends[20..], [1.0, 2.0, 3.0, 4.0, 5.0]);
}

/// Source: scheduler rules, V58.
#[test]
fn v58_twelve_of_cpu_in_percona_with_3() {
    let run = p8().oversubscribe(3).batch(0..12, 0, &[cpu(5 * S)]).run();
    let ends = [
        5.0, 5.1, 5.6, 7.1, 10.0, 10.6, 11.1, 12.1, 15.0, 15.6, 16.6, 17.6,
    ];
    assert_eq!(run.ends_ms(), ends.map(|s| s * 1e3));
    assert_eq!(run.running(0), 4);
}

/// The ticks are at k x 0.5 s, the client is idle from 0.2 s on; its deadline is 0 + 0.5 + 1 s, and
/// the comparison is strict: it goes at 2.0 s.
/// Source: scheduler rules, sections 2.6 and 9 (wait_timeout arithmetic).
#[test]
fn wait_timeout_arithmetic() {
    for case in [m4(), m5(), p8()] {
        let run = case
            .first_tick(500 * MS)
            .set("wait_timeout_s", 1)
            .ask(0, 100 * MS, "only", &[cpu(100 * MS)])
            .until(5 * S)
            .run();
        assert_eq!(run.idle_killed(0), [2 * S]);
        assert_eq!(run.gone(0), [2 * S]);
    }
}

/// Source: scheduler rules, section 9 (group mapping).
#[test]
fn group_mapping() {
    let run = p8()
        .size(2)
        .batch([404, 406, 410, 405], 0, &[cpu(MS)])
        .run();
    let groups: Vec<_> = run.0.lives.iter().map(|l| l.group).collect();
    assert_eq!(groups, [0, 0, 0, 1].map(|g| Some(GroupId(g))));
}
