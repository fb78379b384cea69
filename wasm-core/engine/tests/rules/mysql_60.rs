//! Rules of the first pool-of-threads: MySQL 6.0, MariaDB 5.1 to 5.3.
//! Sources: [code] MySQL 6.0 server, pool-of-threads scheduler of 2007; [KB] MariaDB documentation,
//! "Thread Pool in MariaDB 5.1 - 5.3"; [34797], [42288] MySQL bugs of these numbers; [Day] Eric Day's
//! comment of 2009-04-08 on Tim Cook, "Testing the New Pool-of-Threads Scheduler in MySQL 6.0".

use crate::common::{Case, MS, S, case, commit, cpu, lock, status, unlock, v6, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::{NONE, thread_state};
use poolscope_engine::life::Place;
use poolscope_engine::reason::{IdleReason, WaitReason};
use serde_json::json;

// In order of start.
fn order(case: &Case) -> Vec<String> {
    let run = case.run();
    let mut lives: Vec<_> = run
        .0
        .lives
        .iter()
        .filter(|l| l.start_ns.is_some())
        .collect();
    lives.sort_by_key(|l| l.start_ns);
    lives.iter().map(|l| l.name.clone()).collect()
}

/// [code] thread_pool_size workers from the start, 20 by default; never more, never fewer.
#[test]
fn the_workers_are_created_at_the_start() {
    let case = case("mysql-6.0", "6.0")
        .batch(0..40, 0, &[cpu(MS)])
        .until(S);
    let mut replay = case.replay();
    for at_ns in [0, 500_000, 1_000_000_000] {
        let frame = replay.frame(at_ns);
        assert_eq!((frame.workers, frame.threads.id.len()), (20, 20));
    }
    let run = case.run();
    assert!(run.creations().is_empty() && run.exits().is_empty());
}

/// [code] No timer, no dedicated listener: the leader polls, the others sleep on the mutex.
#[test]
fn one_leads_and_the_others_sleep_on_the_mutex() {
    let case = v6(4).ask(0, 10 * MS, "q", &[cpu(50 * MS)]);
    let mut replay = case.replay();
    let states = |frame: &poolscope_engine::frame::Frame, state: u8| {
        frame.threads.state.iter().filter(|s| **s == state).count()
    };
    let before = replay.frame(0);
    assert_eq!(states(&before, thread_state::LISTENING), 1);
    assert_eq!(states(&before, thread_state::IDLE), 3);
    assert_eq!((before.timer_last_ns, before.timer_next_ns), (0, 0));
    // The leader takes the request itself; the next follower leads.
    let during = replay.frame(20_000_000);
    assert_eq!(states(&during, thread_state::RUNNING), 1);
    assert_eq!(states(&during, thread_state::IDLE), 2);
    assert_ne!(during.groups.listener[0], before.groups.listener[0]);
    // Back from work, a worker sleeps on the mutex while the other polls.
    let run = case.run();
    let asleep = |k: &EventKind| matches!(k, EventKind::ThreadIdle { why, .. } if *why == IdleReason::AwaitsMutex);
    assert_eq!(run.times(asleep), [60 * MS]);
    assert!(run.ticks().is_empty());
}

/// [code] The newest event of a poll is served first: a batch is served in reverse order.
#[test]
fn last_in_first_out() {
    let busy = v6(1).ask(9, 0, "first", &[cpu(10 * MS)]);
    let spread = busy.clone().spread(0..4, MS, MS, &[cpu(5 * MS)]);
    // One poll finds all four: the last to arrive is at the head.
    assert_eq!(order(&spread), ["first", "3", "2", "1", "0"]);
}

/// [code] The events of one poll are all served before the sockets are polled again, so the oldest waits at
/// most for its own batch.
#[test]
fn the_list_goes_before_the_sockets() {
    let case = v6(1)
        .ask(9, 0, "first", &[cpu(10 * MS)])
        .spread(0..2, MS, MS, &[cpu(5 * MS)])
        .ask(5, 11 * MS, "later", &[cpu(MS)]);
    assert_eq!(order(&case), ["first", "1", "0", "later"]);
    let run = case.run();
    let segments = &run.life("later").segments;
    assert_eq!(segments[0].place, Place::Socket);
    let taken = WaitReason::AllWorkersTaken {
        workers: 1,
        waiting: 0,
    };
    assert_eq!(segments[0].why, taken);
    let listed = run
        .life("0")
        .segments
        .iter()
        .any(|s| s.place == Place::Queue);
    assert!(listed);
}

/// [code] Waits are not reported to the pool: twenty statements at a time, whatever they do.
#[test]
fn waits_are_not_reported() {
    let run = v6(20).batch(0..30, 0, &[wait(2 * S)]).run();
    let count = |ms: f64| run.ends_ms().iter().filter(|end| **end == ms).count();
    assert_eq!((count(2_000.0), count(4_000.0)), (20, 10));
    let told = run.events(|k| matches!(k, EventKind::WaitBegan { .. }));
    assert!(told.is_empty());
    let held = run.events(|k| matches!(k, EventKind::WaitHeld { .. }));
    assert_eq!(held.len(), 30);
}

/// [code] Workers are never added, so stalls are not detected: a trivial statement waits for the slowest of all.
#[test]
fn no_stall_detection() {
    let run = v6(2)
        .batch(0..2, 0, &[cpu(30 * S)])
        .ask(5, S, "trivial", &[cpu(MS)])
        .run();
    assert_eq!(run.start("trivial"), Some(30 * S));
}

/// [code] Data that arrives between a connection's hand-over to the poll and its registration is not seen. A
/// client that answers faster than the leader wakes waits for it twice.
#[test]
fn a_connection_is_armed_by_the_leader() {
    let case = v6(2)
        .machine("poll_wake_us", 20)
        .repeat(0, 0, 0, 3, ("q", &[cpu(100)]));
    let run = case.run();
    // The socket wakes the leader after 20; the answer's byte wakes the next leader after 20 more,
    // which arms the connection and finds its next request in the next round.
    assert_eq!(run.start("q.0"), Some(20));
    assert_eq!(run.start("q.1"), Some(140));
    assert_eq!(run.start("q.2"), Some(260));
}

/// [42288] Each statement pays for the hand-over while holding the mutex: one after the other.
#[test]
fn the_hand_over_is_paid_one_after_the_other() {
    let case = v6(20)
        .machine("hand_over_us", 100)
        .batch(0..5, 0, &[cpu(10 * MS)]);
    let run = case.run();
    let mut starts = run.starts_ms();
    starts.sort_by(f64::total_cmp);
    assert_eq!(starts, [0.1, 0.2, 0.3, 0.4, 0.5]);
    let last = &run.life("0").segments;
    assert_eq!(last[0].why, WaitReason::MutexPassing);
    assert_eq!(last[1].why, WaitReason::HandOver);
    // A follower that must wake up first makes it longer.
    let run = case.machine("thread_wake_us", 10).run();
    let mut starts = run.starts_ms();
    starts.sort_by(f64::total_cmp);
    assert_eq!(starts, [0.1, 0.21, 0.32, 0.43, 0.54]);
}

/// [42288] The default hand-over is the geometric mean of what one user lost per statement in its four
/// settings, assuming 16 statements in a transaction.
#[test]
fn the_default_hand_over_is_of_the_bug() {
    // Transactions per second of one user: one thread per connection, pool.
    let settings = [
        (447.0, 211.0),
        (999.0, 401.0),
        (213.0, 185.0),
        (529.0, 432.0_f64),
    ];
    let lost_us = settings.map(|(own, pool): (f64, f64)| (1.0 / pool - 1.0 / own) * 1e6 / 16.0);
    assert_eq!(lost_us.map(|us| us.round() as u32), [156, 93, 44, 27]);
    let mean = lost_us.iter().product::<f64>().sqrt().sqrt();
    let scenario = case("mysql-6.0", "6.0").ask(0, 0, "q", &[]);
    let mut json = scenario.0;
    json["machine"] = json!({});
    let default = Case(json).scenario().machine.hand_over_us;
    assert_eq!(default.ns(), mean.round() as u64 * 1_000);
}

/// [code] A worker does the whole login; then the connection is handed to the poll like any other.
#[test]
fn logins_take_workers() {
    let case = v6(2)
        .start("login_cpu_us", 5 * MS)
        .new_connections(0..3)
        .batch(0..3, 0, &[cpu(MS)]);
    let run = case.run();
    let logins = run.times(|k| matches!(k, EventKind::LoginStarted { .. }));
    assert_eq!(logins, [0, 0, 5 * MS]);
    // The newest first here too: 2 and 1 log in, and are served before 0 has logged in.
    assert!(run.start("0") > run.start("1") && run.start("0") > run.start("2"));
}

/// [Day] A slow client occupies its worker: as many slow clients as workers freeze the pool.
#[test]
fn slow_clients_freeze_the_pool() {
    let drain = json!({"net_us": 8 * S});
    let case = v6(4)
        .batch(0..4, 0, &[cpu(MS), drain])
        .ask(9, S, "quick", &[cpu(MS)]);
    assert_eq!(case.run().start("quick"), Some(8 * S + MS));
}

// 20 sessions need the row that a 21st holds; its COMMIT comes when all of them wait.
fn hang(version: &str) -> Case {
    case("mysql-6.0", version)
        .sequence(
            100,
            0,
            2 * S,
            &[
                ("lock row", &[lock("row"), cpu(MS)]),
                ("commit", &[commit(), unlock("row")]),
            ],
        )
        .batch(0..20, S, &[lock("row"), cpu(MS), unlock("row")])
        .until(120 * S)
}

/// [34797] No worker is left to run the COMMIT until the lock wait times out: InnoDB's 50 s.
#[test]
fn the_hang_of_bug_34797() {
    let run = hang("6.0").run();
    // The COMMIT is sent after 2.001 s and stays unread on the socket.
    assert_eq!(run.life("commit").arrive_ns, 2_001_000_000);
    assert_eq!(run.start("commit"), Some(51 * S));
    let stuck = WaitReason::AllWorkersTaken {
        workers: 20,
        waiting: 20,
    };
    assert!(run.life("commit").segments.iter().any(|s| s.why == stuck));
    // The first to give up runs the COMMIT; the others time out at the same instant.
    let timed_out = run.times(|k| matches!(k, EventKind::LockTimedOut { .. }));
    assert_eq!(timed_out.len() + timed_out_late(&run), 20);
    assert_eq!(timed_out[0], 51 * S);
    // With one worker more there is no hang: all are answered when the holder commits.
    let run = hang("6.0").size(21).run();
    assert_eq!(run.start("commit"), Some(2_001 * MS));
    assert!(
        run.0
            .lives
            .iter()
            .all(|l| !l.failed && l.end_ns.unwrap() < 2_100_000_000)
    );
}

// Requests for the row that got it anyway.
fn timed_out_late(run: &crate::common::Run) -> usize {
    let waiters = run.0.lives.iter().filter(|l| l.name.parse::<u32>().is_ok());
    waiters.filter(|l| !l.failed).count()
}

/// [KB] With all workers taken nobody can log in either: a new client waits as long.
#[test]
fn nobody_can_log_in() {
    let case = hang("6.0")
        .new_connections([500])
        .ask(500, 5 * S, "kill", &[cpu(MS)]);
    let run = case.run();
    assert!(run.start("kill").unwrap() >= 51 * S);
    let mut replay = case.replay();
    let frame = replay.frame(40_000_000_000);
    assert_eq!(frame.groups.listener[0], NONE);
    assert_eq!(frame.groups.unpolled[0], 2);
}

/// [KB] MariaDB 5.1 to 5.3: extra_port serves extra_max_connections outside the pool.
#[test]
fn extra_port_is_the_way_out() {
    let case = hang("mariadb-5.3")
        .set("extra_port", 3_307)
        .push(
            "connections",
            json!({"id": 500, "new": true, "port": "extra"}),
        )
        .ask(500, 5 * S, "commit by hand", &[cpu(MS)]);
    let run = case.run();
    assert_eq!(run.start("commit by hand"), Some(5 * S));
    assert_eq!(run.life("commit by hand").group, None);
    // 6.0 has no such port; 5.3 only if it is set, with 1 connection by default.
    let refused = |case: Case| {
        let text = case.0.to_string();
        poolscope_engine::scenario::Scenario::from_json(&text)
            .unwrap_err()
            .to_string()
    };
    let mut without = case.clone();
    without.0["server"]["extra_port"] = json!(0);
    assert!(refused(without).contains("extra_port"));
    let two = case.push(
        "connections",
        json!({"id": 501, "new": true, "port": "extra"}),
    );
    assert!(refused(two.clone()).contains("at least 2"));
    two.set("extra_max_connections", 2).scenario();
    let mut mysql = hang("6.0");
    mysql = mysql.push("connections", json!({"id": 500, "port": "extra"}));
    assert!(refused(mysql).contains("extra_port"));
}

/// [code] It has no instruments of its own, only the server's connection counters.
#[test]
fn instruments() {
    let case = v6(3).batch(0..8, 0, &[wait(S)]);
    let seen = case.instruments(500 * MS);
    assert_eq!(status(&seen, "Threads_connected"), 8);
    assert_eq!(status(&seen, "Threads_running"), 3);
    assert!(seen.tables.is_empty());
}
