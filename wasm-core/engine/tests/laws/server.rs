//! Checks of the server model against queueing theory: the M/D/1 queue, the exact solution of a closed
//! network of clients, cores and a latch, Little's law, and the two regimes of the latch. Seeds are fixed.
use crate::common::{Case, S, m5, own, p8};
use poolscope_engine::Metrics;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Sim};
use serde_json::{Value, json};

fn metrics(file: &Value, seed: u32) -> Metrics {
    let mut file = file.clone();
    file["seed"] = json!(seed);
    file["budget"] = json!({"steps": 200_000_000});
    let scenario = Scenario::from_json(&file.to_string()).unwrap();
    let mut sim = Sim::new(&scenario, Detail::Figures);
    while !sim.run(scenario.until_us * 1_000, 10_000_000) {}
    sim.summary().unwrap().metrics
}

fn exponential(mean_us: f64) -> Value {
    json!({"exponential": {"mean_us": mean_us}})
}

/// The mean over seeds is within three standard errors of the wanted value, and these are small.
fn agrees(file: &Value, what: impl Fn(&Metrics) -> f64, wanted: f64) {
    let seeds = 12;
    let found: Vec<f64> = (1..=seeds).map(|seed| what(&metrics(file, seed))).collect();
    let n = f64::from(seeds);
    let mean = found.iter().sum::<f64>() / n;
    let variance = found.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    let error = (variance / n).sqrt();
    assert!(error < 0.005 * wanted, "{error} is too rough for {wanted}");
    assert!(
        (mean - wanted).abs() < 3.0 * error,
        "{mean} +- {error}, not {wanted}"
    );
}

fn ideal(server: Value, machine: Value) -> Value {
    let mut machine = machine;
    for latency in [
        "poll_wake_us",
        "thread_wake_us",
        "thread_create_us",
        "timer_round_us",
    ] {
        machine[latency] = json!(0);
    }
    json!({"server": server, "machine": machine, "until_us": 5 * S, "warm_up_us": S / 10})
}

fn threads() -> Value {
    json!({"scheduler": "one-thread-per-connection"})
}

/// Constant visits, Poisson arrivals: the mean response of M/D/1 is d (1 + load / (2 (1 - load))).
/// Source: Pollaczek-Khinchine formula.
#[test]
fn a_latch_of_constant_visits_is_the_m_d_1_queue() {
    let mut file = ideal(threads(), json!({"latch": {"hold_us": 70}}));
    file["clients"] = json!([{"count": 200, "arrivals": {"open": {"between": exponential(100.0)}},
                              "statements": [{"steps": [{"latch": true}]}]}]);
    let wanted = 70_000.0 * (1.0 + 0.7 / (2.0 * 0.3));
    agrees(&file, |m| m.latency.mean_ns, wanted);
}

/// Answers per second of `n` clients that think (mean z), use one of `cores` cores (mean c) and visit a
/// latch (mean d), all exponential: the product form, by convolution over the number at each station.
/// Source: Baskett, Chandy, Muntz and Palacios 1975; Buzen 1973.
fn closed_network(n: usize, cores: u32, (z, c, d): (f64, f64, f64)) -> f64 {
    let weights = |demand: f64, servers: usize| {
        let mut all = vec![1.0];
        for k in 1..=n {
            all.push(all[k - 1] * demand / k.min(servers) as f64);
        }
        all
    };
    let convolve = |a: &[f64], b: &[f64]| -> Vec<f64> {
        let term = |m: usize| (0..=m).map(|k| a[k] * b[m - k]).sum();
        (0..=n).map(term).collect()
    };
    let outside = weights(z, n.max(1));
    let inside = convolve(&weights(c, cores as usize), &weights(d, 1));
    let g = convolve(&outside, &inside);
    1e6 * g[n - 1] / g[n]
}

#[test]
fn clients_cores_and_latch_are_a_product_form_network() {
    // With all n clients in transactions, the scan makes a visit 1 + 0.5 * n microseconds long.
    for (n, cores, (z, c, scan)) in [
        (1, 2, (50.0, 40.0, 0.5)),
        (3, 2, (50.0, 40.0, 3.0)),
        (6, 2, (20.0, 40.0, 1.5)),
        (12, 4, (30.0, 60.0, 1.0)),
    ] {
        let latch = json!({"hold_us": 1, "scan_us": scan, "stages": 1});
        let machine = json!({"cores": cores, "run_queue": {}, "latch": latch});
        let mut file = ideal(threads(), machine);
        file["until_us"] = json!(S);
        file["clients"] = json!([{"count": n, "in_transaction": true,
            "arrivals": {"closed": {"think": exponential(z)}},
            "statements": [{"steps": [{"cpu_us": exponential(c)}, {"latch": true}]}]}]);
        let wanted = closed_network(n, cores, (z, c, 1.0 + scan * n as f64));
        agrees(&file, |m| m.throughput_per_s, wanted);
    }
}

/// A pool admits as many as it has groups: with one client per group it is the same network.
#[test]
fn a_pool_of_as_many_groups_as_clients_is_the_same_network() {
    let machine = json!({"cores": 2, "run_queue": {}, "latch": {"hold_us": 10, "stages": 1}});
    let mut file = ideal(
        json!({"scheduler": "mariadb", "thread_pool_size": 5}),
        machine,
    );
    file["until_us"] = json!(S);
    file["clients"] = json!([{"count": 5, "first_connection": 0,
        "arrivals": {"closed": {"think": exponential(30.0)}},
        "statements": [{"steps": [{"cpu_us": exponential(40.0)}, {"latch": true}]}]}]);
    agrees(
        &file,
        |m| m.throughput_per_s,
        closed_network(5, 2, (30.0, 40.0, 10.0)),
    );
}

/// Mean number in the system = throughput times mean latency, on any machine.
#[test]
fn littles_law_with_everything() {
    let steps = json!([
        {"begin": true},
        {"cpu_us": exponential(300.5)},
        {"row_lock": {"rows": 400, "hot_rows": 20, "hot_share": 0.5}},
        {"latch": true},
        {"wait_us": exponential(800.0), "kind": "diskio"},
        {"commit": true},
        {"result_kb": 50}
    ]);
    for case in [m5(), p8(), own()] {
        let Case(mut file) = case
            .machine("cores", 3)
            .machine("run_queue", json!({"time_slice_us": 200, "context_switch_us": 1.5}))
            .machine("cold_cache", json!({"connection_us": 9, "thread_us": 9, "contexts": 30}))
            .machine("latch", json!({"hold_us": 20, "scan_us": 0.7, "hand_over_us": 5, "herd_us": 0.4, "stages": 3}))
            .machine("disk", json!({"channels": 4}))
            .top("stalls", json!([{"at_us": 1_000_000, "for_us": 5_000}]));
        file["until_us"] = json!(20 * S);
        file["clients"] = json!([{"count": 24, "bandwidth_kb_per_s": 200_000,
            "arrivals": {"closed": {"think": exponential(5_000.0)}},
            "statements": [{"steps": steps.clone()}]}]);
        let m = metrics(&file, 1);
        assert!(m.finished > 5_000, "{}", m.finished);
        assert_eq!(m.failed, 0);
        let error = (m.little / m.in_system_mean - 1.0).abs();
        assert!(error < 0.005, "{} {}", m.little, m.in_system_mean);
        // Latch, run queue, disk: each has waiters.
        assert!(m.mean[9] > 0.0 && m.mean[10] > 0.0 && m.mean[6] > 0.0);
    }
}

/// The latch has two regimes: a stall of its holder tips one thread per connection from one into the other
/// for good, while a pool recovers. The parameters reproduce a published curve; an independent program
/// computed the figures without and with a stall beforehand.
#[test]
fn a_stall_tips_threads_over_and_not_the_pool() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
    let per_second = |name: &str, stall_us: u64| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let mut file: Value = serde_json::from_str(&text).unwrap();
        file["stalls"][0]["for_us"] = json!(stall_us);
        file["warm_up_us"] = json!(100_000);
        file["until_us"] = json!(400_000);
        metrics(&file, 1).throughput_per_s
    };
    for (stall_us, wanted) in [
        (0, 152_025.0),
        (500, 151_984.0),
        (1_000, 77_749.0),
        (20_000, 77_767.0),
    ] {
        let found: f64 = per_second("latch-pile-up-threads", stall_us);
        assert!(
            (found / wanted - 1.0).abs() < 0.02,
            "{stall_us} us: {found}, not {wanted}"
        );
    }
    let unstalled = per_second("latch-pile-up-pool", 0);
    for stall_us in [500, 1_000, 20_000] {
        let found = per_second("latch-pile-up-pool", stall_us);
        assert!(
            (found / unstalled - 1.0).abs() < 0.01,
            "{stall_us} us: {found}"
        );
    }
}
