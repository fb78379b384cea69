//! The order of service: transactions first, the kick-up, starvation, a lock holder behind its victims.

use poolscope_engine::sim::{Detail, Outcome, Replay};
use serde_json::{Value, json};

use super::{changed, latency_ms, metrics_of, run, run_with};

const CLIENTS: &str = "/clients/0/count";

fn run_on(name: &str, server: Value) -> Outcome {
    let mut replay = Replay::new(changed::<u64>(name, &server, &[]), Detail::Full);
    while !replay.advance(100_000) {}
    replay.outcome().unwrap()
}

fn none() -> Value {
    json!({"thread_pool_high_prio_mode": "none"})
}

/// Source: Percona, "Thread Pool Improvements for Transactional Workloads", 2014-01-29: without priorities
/// each statement of a transaction goes to the end of the queue.
#[test]
fn a_transaction_stands_in_line_once_instead_of_five_times() {
    let server = json!({"thread_pool_high_prio_mode": "transactions"});
    let takes = |outcome: &Outcome| {
        ["first", "second", "third", "fourth", "last"].map(|name| latency_ms(outcome, name))
    };
    let fair = takes(&run("transaction-in-line"));
    assert!(fair.iter().all(|ms| (75..85).contains(ms)), "{fair:?}");
    let begun = takes(&run_on("transaction-in-line", server.clone()));
    assert_eq!(begun[0], fair[0]);
    assert!(begun[1..].iter().all(|ms| *ms < 20), "{begun:?}");
    let mut one = server;
    one["thread_pool_high_prio_tickets"] = 1.into();
    let in_turn = takes(&run_on("transaction-in-line", one));
    assert!(in_turn[1] < 20 && in_turn[2] > 75 && in_turn[3] < 20 && in_turn[4] > 75);
}

/// Open transactions go first, so few of them are open: what lesson 6 says, with eight seeds.
#[test]
fn priorities_bound_what_is_open() {
    for seed in 1..=8 {
        let at = |name, server, changes: &[(&str, u64)]| {
            let mut all = vec![("/seed", seed)];
            all.extend_from_slice(changes);
            metrics_of(&changed(name, &server, &all)).throughput_per_s
        };
        let on = at("priorities-percona", json!({}), &[]);
        let off = at("priorities-percona", none(), &[]);
        assert!(on > 39_000.0 && off < 15_000.0, "{seed}: {on} and {off}");
        let alike = at("priorities-percona", none(), &[(CLIENTS, 128)]);
        assert!(alike > 39_000.0, "{seed}: {alike}");
        let kicked = at("priorities-mariadb", json!({}), &[]);
        let later = json!({"thread_pool_prio_kickup_timer_ms": 10_000});
        let ordered = at("priorities-mariadb", later, &[]);
        assert!(
            kicked < 13_000.0 && ordered > 39_000.0,
            "{seed}: {kicked} and {ordered}"
        );
        let few = at("priorities-mariadb", json!({}), &[(CLIENTS, 1_024)]);
        assert!(few > 39_000.0, "{seed}: {few}");
    }
}

/// Source: scheduler rules, sections 2.7 and 3.4, V39 and V40: Percona has no kick-up.
#[test]
fn one_statement_behind_long_transactions() {
    assert_eq!(latency_ms(&run("starving-percona"), "alone"), 3_003);
    let kicked = latency_ms(&run("starving-mariadb"), "alone");
    // One second by a clock that only the rounds of the stall timer advance: between half a second and one
    // and a half.
    assert!((500..1_600).contains(&kicked), "{kicked}");
}

/// Source: scheduler rules, V26 and V28 (Percona PR 992), V30.
#[test]
fn a_commit_behind_its_waiters() {
    let name = "lock-holder-percona";
    let takes = |outcome: &Outcome| latency_ms(outcome, "COMMIT");
    // Two wait for the lock and block the queue, time out, and the next two block it again.
    assert_eq!(takes(&run_on(name, none())), 99_911);
    // In the high queue it waits for the second round of the stall timer, whenever it was sent.
    for at_us in [50_000, 100_000, 200_000, 300_000, 400_000, 490_000] {
        let ended = takes(&run_with(name, &[("/requests/1/at_us", at_us)])) + at_us / 1_000;
        assert_eq!(ended, 1_001);
    }
    let name = "lock-holder-mariadb";
    assert_eq!(takes(&run(name)), 49_911);
    let threads = "/server/thread_pool_max_threads";
    assert_eq!(takes(&run_with(name, &[(threads, 5)])), 1);
}
