//! The server model: a small server that tips over, open transactions, one latch.

use super::{latencies_ms, run, run_with};

fn answers_per_s(name: &str, changes: &[(&str, u64)]) -> f64 {
    run_with(name, changes).metrics.throughput_per_s
}

/// The small server of lesson 4, by its own arithmetic: four cores send 40,000 a second, a line of sleepers
/// at the latch lets one through in 2 + 30 + W µs.
#[test]
fn a_stall_tips_the_small_server_over_and_a_pool_shrugs_it_off() {
    const FOR: &str = "/stalls/0/for_us";
    const CLIENTS: &str = "/clients/0/count";
    let near = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 0.06;
    for (for_us, wanted) in [(0, 40_000.0), (100, 40_000.0), (5_000, 1e6 / 60.0)] {
        let found = answers_per_s("small-server-threads", &[(FOR, for_us)]);
        assert!(near(found, wanted), "{for_us} µs: {found}");
        let pool = answers_per_s("small-server-pool", &[(FOR, for_us)]);
        assert!(near(pool, 40_000.0), "pool, {for_us} µs: {pool}");
    }
    // A convoy alone does not slow down for being long; a herd does.
    let herd = "/machine/latch/herd_us";
    for clients in [32, 128] {
        let convoy = [(FOR, 1_000), (herd, 0), (CLIENTS, clients)];
        let found = answers_per_s("small-server-threads", &convoy);
        assert!(near(found, 1e6 / 32.0), "{clients} clients: {found}");
    }
    let crowd = answers_per_s("small-server-threads", &[(FOR, 1_000), (CLIENTS, 128)]);
    assert!(crowd < 8_000.0, "{crowd}");
}

/// No pool bounds the transactions that are open: twice the list, half the answers.
#[test]
fn a_pool_does_not_shorten_the_list_of_transactions() {
    let at = |clients| {
        answers_per_s(
            "small-server-transactions",
            &[("/clients/0/count", clients)],
        )
    };
    let (few, many, twice) = (at(32), at(1_024), at(2_048));
    assert!(few > 36_000.0, "{few}");
    assert!((1.7..2.1).contains(&(many / twice)), "{many} and {twice}");
}

/// Source: server model (RULES.md), section 12.3: three and more waiters sleep for the most part, and a
/// visit takes longer than the two that it lets through at once.
#[test]
fn eight_threads_at_one_latch() {
    let eight = run("latch-eight-threads");
    assert_eq!(eight.metrics.finished, 32);
    let alone = run_with("latch-eight-threads", &[("/clients/0/count", 1)]);
    // Wake-up 10, switch 2, CPU 200, latch 100.
    assert!((latencies_ms(&alone)[0] - 0.312).abs() < 1e-9);
    assert!(eight.metrics.latency.p50_ns > 3 * alone.metrics.latency.p50_ns);
}
