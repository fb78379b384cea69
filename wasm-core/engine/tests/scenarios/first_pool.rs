//! The first pool and its cost: what network distance hides, and clients that read slowly.

use super::{latency_ms, run_with};

const USERS: &str = "/clients/0/count";
const DISTANCE: &str = "/clients/0/arrivals/closed/think/erlang/mean_us";

/// MySQL bug 42288 and Tim Cook's answer, 2009: the one mutex slows down eight users on the same host, but
/// not eight users a millisecond away; it does slow down 32 of those. With eight seeds, as lesson 7 says.
#[test]
fn distance_hides_the_mutex_from_few_users_only() {
    for seed in 1..=8 {
        let lost = |users: u64, distance_us: u64| {
            let changes = [("/seed", seed), (USERS, users), (DISTANCE, distance_us)];
            let answers = |name| run_with(name, &changes).metrics.throughput_per_s;
            1.0 - answers("mysql-60-distance") / answers("one-thread-distance")
        };
        for (users, distance_us, least, most) in [
            (8, 1, 0.81, 0.83),
            (8, 1_000, 0.11, 0.14),
            (32, 1, 0.81, 0.83),
            (32, 1_000, 0.66, 0.69),
        ] {
            let found = lost(users, distance_us);
            assert!(
                (least..most).contains(&found),
                "{seed}: {users} users at {distance_us} µs: {found}"
            );
        }
    }
}

/// Source: Eric Day, comment of 2009-04-08: a thread that writes to a slow client is not given back. Twenty
/// of 984 kB at 100 kB a second occupy all twenty for 9.84 s; MariaDB sees the wait (scheduler rules,
/// section 5).
#[test]
fn slow_readers_hold_the_first_pool() {
    let waits = |name, changes: &[(&str, u64)]| latency_ms(&run_with(name, changes), "SELECT 1");
    let first = "mysql-60-slow-readers";
    assert_eq!(waits(first, &[]), 8_842);
    assert_eq!(waits(first, &[(USERS, 19)]), 1);
    // The newest is served first: none of the second twenty overtakes it.
    assert_eq!(waits(first, &[(USERS, 40)]), 8_842);
    assert_eq!(waits(first, &[("/machine/socket_buffer_kb", 1_000)]), 1);
    let threads = "/server/thread_pool_max_threads";
    assert_eq!(waits("mariadb-slow-readers", &[]), 1);
    assert_eq!(waits("mariadb-slow-readers", &[(threads, 20)]), 8_842);
}
