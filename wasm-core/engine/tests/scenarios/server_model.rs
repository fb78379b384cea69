//! The server model: a small server that tips over, open transactions, one latch.

use serde_json::json;

use super::{changed, latencies_ms, metrics_of, run, run_with};

fn answers_per_s(name: &str, changes: &[(&str, u64)]) -> f64 {
    metrics_of(&changed(name, &json!({}), changes)).throughput_per_s
}

/// The small server of lesson 4, by its own arithmetic: four cores send 40,000 a second, and a queue of
/// sleepers at the latch lets one through in 2 + 30 + W µs.
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
    // A long convoy is not slower than a short one; a long herd is.
    let herd = "/machine/latch/herd_us";
    for clients in [32, 128] {
        let convoy = [(FOR, 1_000), (herd, 0), (CLIENTS, clients)];
        let found = answers_per_s("small-server-threads", &convoy);
        assert!(near(found, 1e6 / 32.0), "{clients} clients: {found}");
    }
    let crowd = answers_per_s("small-server-threads", &[(FOR, 1_000), (CLIENTS, 128)]);
    assert!(crowd < 8_000.0, "{crowd}");
}

/// Without priorities, twice the clients make the list of open transactions twice as long and halve the answers. With
/// open transactions first (scheduler rules, section 3.4), they end, few are open, and the crowd costs nothing.
#[test]
fn priorities_bound_the_transactions_that_are_open() {
    for seed in 1..=8 {
        let at = |mode: &str, clients: u64| {
            let changes = [
                ("/server/thread_pool_high_prio_mode", json!(mode)),
                ("/clients/0/count", json!(clients)),
                ("/seed", json!(seed)),
            ];
            let scenario = changed("small-server-transactions", &json!({}), &changes);
            let metrics = metrics_of(&scenario);
            // With priorities, only transactions that have not started are in the low queue.
            let columns = &metrics.series.columns;
            let low = columns
                .iter()
                .position(|name| *name == "low_queue")
                .unwrap();
            let open = clients as f64 - metrics.mean[low];
            (metrics.throughput_per_s, open)
        };
        let rate = |clients| at("none", clients).0;
        let (few, many, twice) = (rate(32), rate(1_024), rate(2_048));
        assert!(few > 39_000.0, "{seed}: {few}");
        assert!(
            (1.7..2.1).contains(&(many / twice)),
            "{seed}: {many}, {twice}"
        );
        for clients in [1_024, 2_048] {
            let (found, open) = at("transactions", clients);
            assert!(found > 39_000.0 && open < 31.0, "{seed}: {found}, {open}");
        }
    }
}

/// Scheduler rules, sections 3.3 and 3.4: with an empty queue nobody listens, and open transactions are not seen.
#[test]
fn priorities_need_somebody_who_listens() {
    let at = |mode: &str, clients: u64, disk_us: u64| {
        let mut changes = vec![
            ("/server/thread_pool_high_prio_mode", json!(mode)),
            ("/clients/0/count", json!(clients)),
        ];
        let waits: Vec<String> = (0..20)
            .map(|at| (at, if at == 0 { 2 } else { 1 }))
            .map(|(at, step)| format!("/clients/0/statements/{at}/steps/{step}/wait_us"))
            .collect();
        changes.extend(waits.iter().map(|path| (path.as_str(), json!(disk_us))));
        let scenario = changed("percona-2014-transactions", &json!({}), &changes);
        metrics_of(&scenario).throughput_per_s / 20.0
    };
    let best = at("transactions", 256, 1_000);
    let last = at("transactions", 16_384, 1_000);
    assert!(best > 4_400.0 && last > 0.8 * best, "{best}, {last}");
    for (mode, disk_us) in [("none", 1_000), ("transactions", 0)] {
        let fallen = at(mode, 16_384, disk_us);
        assert!(fallen < best / 10.0, "{mode}, {disk_us} µs: {fallen}");
    }
}

/// Source: server model (RULES.md), section 12.3: with three or more waiters most of them sleep, and a visit
/// takes longer than the two that it lets through at once.
#[test]
fn eight_threads_at_one_latch() {
    let eight = run("latch-eight-threads");
    assert_eq!(eight.metrics.finished, 32);
    let alone = run_with("latch-eight-threads", &[("/clients/0/count", 1)]);
    // Wake-up 10, switch 2, CPU 200, latch 100.
    assert!((latencies_ms(&alone)[0] - 0.312).abs() < 1e-9);
    assert!(eight.metrics.latency.p50_ns > 3 * alone.metrics.latency.p50_ns);
}
