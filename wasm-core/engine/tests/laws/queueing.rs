//! Checks against queueing theory: Little's law, the M/M/c queue, a closed network, and common random
//! numbers. Seeds are fixed, so a tolerance in standard errors either always holds or never does.

use std::collections::BTreeMap;

use crate::common::{Case, MS, S, cpu, m4, m5, own, p8, v6};
use poolscope_engine::Metrics;
use poolscope_engine::life::{Life, Place};
use poolscope_engine::sim::{Detail, Sim};
use serde_json::{Value, json};

fn metrics(case: &Case) -> Metrics {
    let case = case
        .clone()
        .top("budget", json!({"steps": 200_000_000, "record_mb": 64}));
    let scenario = case.scenario();
    let mut sim = Sim::new(&scenario, Detail::Figures);
    while !sim.run(scenario.until_us * 1_000, 10_000_000) {}
    sim.outcome(&scenario).unwrap().metrics
}

fn exponential(mean_us: u64) -> Value {
    json!({"exponential": {"mean_us": mean_us}})
}

fn clients(count: u64, arrivals: Value, steps: Value) -> Value {
    json!({"count": count, "arrivals": arrivals, "statements": [{"name": "q", "steps": steps}]})
}

/// The quantiles up to each moment are those of the requests answered until then, as their lives tell them.
#[test]
fn quantiles_so_far() {
    let open = json!({"open": {"between": exponential(4_000)}});
    let case = own()
        .push(
            "clients",
            clients(64, open, json!([{"cpu_us": exponential(9_000)}])),
        )
        .until(6 * S)
        .top("warm_up_us", S);
    let outcome = case.run().0;
    let series = &outcome.metrics.series;
    let column = |name| {
        let at = series.columns.iter().position(|c| *c == name).unwrap();
        &series.values[at]
    };
    let answered = |until_ns: u64| {
        let ends = outcome.lives.iter().filter(|life| !life.failed);
        let mut all: Vec<u64> = ends
            .filter_map(|life| Some((life.end_ns?, life.arrive_ns)))
            .filter(|(end_ns, _)| (S * 1_000..until_ns).contains(end_ns))
            .map(|(end_ns, arrive_ns)| end_ns - arrive_ns)
            .collect();
        all.sort_unstable();
        all
    };
    let (mut few, mut many) = (0, 0);
    for (name, share) in [("p50_ns", 0.5), ("p99_ns", 0.99)] {
        for (stretch, &told) in column(name).iter().enumerate() {
            let all = answered((stretch as u64 + 1) * series.bucket_ns);
            if all.len() < 100 {
                assert_eq!(told, 0.0, "{name} {stretch}: {}", all.len());
                few += 1;
                continue;
            }
            let exact = all[(share * all.len() as f64).ceil() as usize - 1] as f64;
            // To one part in a thousand, and three digits.
            assert!(
                (told / exact - 1.0).abs() < 0.007,
                "{stretch}: {told} {exact}"
            );
            many += 1;
        }
    }
    assert!(few > 60 && many > 300, "{few} {many}");
}

/// Mean number in the system = throughput times mean latency, for every scheduler.
#[test]
fn littles_law() {
    let steps = json!([
        {"cpu_us": exponential(700)},
        {"wait_us": {"bimodal": {"p_long": 0.05, "short_us": 300, "long_us": 20_000}}},
        {"cpu_us": 200}
    ]);
    for case in [
        m4(),
        m5(),
        p8(),
        p8().set("thread_pool_high_prio_mode", "statements"),
        own(),
    ] {
        for cores in [json!(null), json!(2)] {
            let closed = json!({"closed": {"think": exponential(10_000)}});
            let case = case
                .clone()
                .machine("cores", cores)
                .push("clients", clients(24, closed, steps.clone()));
            let open = json!({"open": {"between": exponential(4_000)}});
            let case = case.push("clients", clients(64, open, steps.clone()));
            let m = metrics(&case.until(40 * S).top("warm_up_us", 5 * S));
            assert!(m.finished > 20_000, "{}", m.finished);
            let error = (m.little / m.in_system_mean - 1.0).abs();
            assert!(error < 0.005, "{} {}", m.little, m.in_system_mean);
            let parts: f64 = m.mean[..9].iter().sum();
            assert!((parts - m.in_system_mean).abs() < 1e-9);
        }
    }
}

// Mean response of M/M/c in units of the mean service, by Erlang's C formula.
fn erlang_c_response(servers: u32, load: f64) -> f64 {
    let c = f64::from(servers);
    let offered = load * c;
    // Erlang's B by its recursion, then C.
    let b = (1..=servers).fold(1.0, |b, n| offered * b / (f64::from(n) + offered * b));
    let waits = b / (1.0 - load * (1.0 - b));
    1.0 + waits / (c * (1.0 - load))
}

// The mean over runs with different seeds is within three standard errors of the wanted value.
fn within_three_standard_errors(what: &str, samples: &[f64], want: f64) {
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let variance = samples.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    let error = (variance / n).sqrt();
    assert!(
        (mean - want).abs() < 3.0 * error,
        "{what}: {mean} +- {error}, want {want}"
    );
    assert!(
        error < 0.02 * want,
        "{what}: too few runs, {error} of {want}"
    );
}

fn mean_responses_us(case: &Case, seeds: u32) -> Vec<f64> {
    let of = |seed| metrics(&case.clone().top("seed", seed)).latency.mean_ns / 1_000.0;
    (1..=seeds).map(of).collect()
}

/// One thread per connection on c cores: processor sharing of exponential work has the same number in the
/// system as first come, first served, so the mean response is that of M/M/c. Source: A. K. Erlang, 1917; L.
/// Kleinrock, "Queueing Systems", volume 1, 1975.
#[test]
fn one_thread_per_connection_is_m_m_c() {
    for (cores, between_us, load) in [(1, 2_000, 0.5), (2, 625, 0.8), (4, 357, 0.7)] {
        let arrivals = json!({"open": {"between": exponential(between_us)}});
        let work = json!([{"cpu_us": exponential(1_000)}]);
        let case = own()
            .machine("cores", cores)
            .push("clients", clients(300, arrivals, work));
        let case = case.until(20 * S).top("warm_up_us", S);
        let exact_load = 1_000.0 / (between_us as f64 * f64::from(cores));
        assert!((exact_load - load).abs() < 1e-3);
        let want = 1_000.0 * erlang_c_response(cores, exact_load);
        let got = mean_responses_us(&case, 12);
        within_three_standard_errors(&format!("{cores} cores"), &got, want);
    }
}

/// A pool with a group per connection has a listener for each, so it is M/M/c too.
#[test]
fn a_pool_of_as_many_groups_as_connections_is_m_m_c() {
    for case in [m5(), p8()] {
        let arrivals = json!({"open": {"between": exponential(625)}});
        let work = json!([{"cpu_us": exponential(1_000)}]);
        let case = case
            .size(200)
            .machine("cores", 2)
            .push("clients", clients(200, arrivals, work));
        let case = case.until(20 * S).top("warm_up_us", S);
        let want = 1_000.0 * erlang_c_response(2, 0.8);
        within_three_standard_errors("groups", &mean_responses_us(&case, 10), want);
    }
}

/// Reported waits are never limited in MariaDB: a pool of one group is M/M/infinity for them.
#[test]
fn sleepers_in_mariadb_are_m_m_infinity() {
    let arrivals = json!({"open": {"between": exponential(500)}});
    let work = json!([{"wait_us": exponential(20_000), "kind": "diskio"}]);
    let case = m5()
        .oversubscribe(1)
        .push("clients", clients(400, arrivals, work));
    let case = case.until(20 * S).top("warm_up_us", S);
    let got = mean_responses_us(&case, 10);
    within_three_standard_errors("sleepers", &got, 20_000.0);
}

// Throughput (per ms) and mean response (ms) of `clients` that think exp(think) and need exp(1 ms) on
// `cores` cores: machine repair, a birth-death chain.
fn machine_repair(clients: u32, think_ms: f64, cores: u32) -> (f64, f64) {
    let rate = |busy: u32| f64::from(busy.min(cores));
    let mut weights = vec![1.0_f64];
    for busy in 1..=clients {
        let last = weights[busy as usize - 1];
        weights.push(last * f64::from(clients - busy + 1) / think_ms / rate(busy));
        let most = weights.iter().copied().fold(0.0, f64::max);
        if most > 1e200 {
            weights.iter_mut().for_each(|w| *w /= most);
        }
    }
    let sum: f64 = weights.iter().sum();
    let throughput = (0..)
        .zip(&weights)
        .map(|(busy, w)| rate(busy) * w)
        .sum::<f64>()
        / sum;
    (throughput, f64::from(clients) / throughput - think_ms)
}

/// 256 clients think 100 ms and need 1 ms of 2 cores; also fewer clients, where the cores are not the limit,
/// and more cores.
#[test]
fn the_closed_network_has_its_exact_answer() {
    let (saturated, _) = machine_repair(256, 100.0, 2);
    assert!((saturated - 2.0).abs() < 1e-3);
    for (count, cores) in [(256, 2), (128, 2), (180, 2), (256, 4)] {
        let (throughput, response) = machine_repair(count, 100.0, cores);
        let closed = json!({"closed": {"think": exponential(100_000)}});
        let work = json!([{"cpu_us": exponential(1_000)}]);
        for case in [own(), m5().size(u64::from(count))] {
            let case = case.machine("cores", cores);
            let case = case.push(
                "clients",
                clients(count.into(), closed.clone(), work.clone()),
            );
            let case = case.until(16 * S).top("warm_up_us", 2 * S);
            let all: Vec<Metrics> = (1..=8)
                .map(|seed| metrics(&case.clone().top("seed", seed)))
                .collect();
            let answers: Vec<f64> = all.iter().map(|m| m.throughput_per_s / 1_000.0).collect();
            within_three_standard_errors("throughput", &answers, throughput);
            let responses: Vec<f64> = all.iter().map(|m| m.latency.mean_ns / 1e6).collect();
            within_three_standard_errors("response", &responses, response);
            let busy: Vec<f64> = all.iter().filter_map(|m| m.utilisation).collect();
            within_three_standard_errors("utilisation", &busy, throughput / f64::from(cores));
        }
    }
}

// CPU that a request used, on unlimited cores.
fn demand_ns(life: &Life) -> u64 {
    let running = life.segments.iter().filter(|s| s.place == Place::Running);
    running.map(|s| s.end_ns - s.start_ns).sum()
}

// Per connection, in order: the time from the last answer (or the start) to the request, and its CPU.
fn questions(case: &Case) -> BTreeMap<u64, Vec<(u64, u64)>> {
    let mut all: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    let mut answered: BTreeMap<u64, u64> = BTreeMap::new();
    for life in case
        .run()
        .0
        .lives
        .iter()
        .filter(|l| l.name.starts_with("closed"))
    {
        let Some(end) = life.end_ns else { continue };
        let last = answered.insert(life.connection.0, end).unwrap_or(0);
        all.entry(life.connection.0)
            .or_default()
            .push((life.arrive_ns - last, demand_ns(life)));
    }
    all
}

fn stream(case: &Case) -> Vec<(u64, Option<u64>)> {
    let run = case.run();
    let open = run.0.lives.iter().filter(|l| l.name.starts_with("open"));
    open.map(|l| (l.arrive_ns, l.end_ns.map(|_| demand_ns(l))))
        .collect()
}

/// Changing the server changes neither the clients' requests nor when they would send them.
#[test]
fn common_random_numbers() {
    let mix = json!([
        {"name": "short", "weight": 3, "steps": [{"cpu_us": exponential(800)}]},
        {"name": "long", "weight": 1, "steps": [{"cpu_us": exponential(5_000)}, {"wait_us": 3_000}, {"cpu_us": 70}]}
    ]);
    let named = |kind: &str| {
        let mut mix = mix.clone();
        for statement in mix.as_array_mut().unwrap() {
            let name = format!("{kind} {}", statement["name"].as_str().unwrap());
            statement["name"] = json!(name);
        }
        mix
    };
    let load = |case: Case| {
        case.push(
            "clients",
            json!({"count": 12, "arrivals": {"closed": {"think": exponential(20_000)}}, "statements": named("closed")}),
        )
        .push(
            "clients",
            json!({"count": 20, "arrivals": {"open": {"between": exponential(9_000)}}, "statements": named("open")}),
        )
        .until(4 * S)
    };
    let reference = load(m5());
    let (closed, open) = (questions(&reference), stream(&reference));
    assert!(open.len() > 300 && closed.values().all(|c| c.len() > 20));
    let others = [
        m4().oversubscribe(1),
        m5().size(4)
            .stall_ms(60)
            .set("thread_pool_dedicated_listener", true),
        m5().max_threads(3).set("thread_pool_priority", "high"),
        p8().oversubscribe(1),
        p8().size(3).set("thread_pool_high_prio_mode", "statements"),
        p8().machine("poll_wake_us", 20)
            .machine("thread_wake_us", 50)
            .machine("thread_create_us", 100),
        own(),
    ];
    for other in others {
        let other = load(other);
        for (connection, asked) in questions(&other) {
            let both = asked.iter().zip(&closed[&connection]);
            for (i, (got, want)) in both.enumerate() {
                assert_eq!(
                    got, want,
                    "question {i} of connection {connection}\n{}",
                    other.0
                );
            }
        }
        let got = stream(&other);
        assert_eq!(got.len(), open.len());
        for (got, want) in got.iter().zip(&open) {
            assert_eq!(got.0, want.0);
            assert!(got.1.is_none() || want.1.is_none() || got.1 == want.1);
        }
    }
}

/// Another seed gives another run; the same seed gives the same run.
#[test]
fn the_seed_decides() {
    let closed = json!({"closed": {"think": exponential(10_000)}});
    let case = m5().push(
        "clients",
        clients(8, closed, json!([{"cpu_us": exponential(900)}])),
    );
    let digest = |seed: u64| case.clone().until(S).top("seed", seed).replay().digest();
    assert_eq!(digest(7), digest(7));
    assert_ne!(digest(7), digest(8));
}

/// A single request on a loop's connection does not trigger the loop's next one.
#[test]
fn a_single_request_does_not_push_a_loop_on() {
    for case in [m5(), own()] {
        let case = case.repeat(0, S, 10 * MS, 3, ("loop", &[cpu(MS)]));
        let run = case.ask(0, 0, "single", &[cpu(MS)]).run();
        let arrivals: Vec<u64> = run.0.lives.iter().map(|l| l.arrive_ns / 1_000).collect();
        assert_eq!(arrivals, [0, S, S + 11 * MS, S + 22 * MS]);
    }
}

// Independent Poisson streams with this load for each of `queues` queues; service exponential with mean 1 ms.
fn at_each_queue(design: &str, queues: u64, load: f64) -> Case {
    let between_us = 1_000.0 / load;
    let mut case = crate::common::case(design, "any").size(queues);
    for queue in 0..queues {
        let mut stream = clients(
            48,
            json!({"open": {"between": {"exponential": {"mean_us": between_us as u64}}}}),
            json!([{"cpu_us": exponential(1_000)}]),
        );
        stream["first_connection"] = json!(queue);
        stream["connection_step"] = json!(queues);
        case = case.push("clients", stream);
    }
    case
}

/// One queue for all workers is M/M/c: 1.3696 service times at a load of 0.9 with 16 workers. Source:
/// Erlang's C formula, as above.
#[test]
fn one_queue_is_m_m_c() {
    for (workers, between_us) in [(16_u32, 1_111_u64), (4, 1_250)] {
        let case = at_each_queue("one-queue", u64::from(workers), 1_000.0 / between_us as f64);
        let case = case.until(16 * S).top("warm_up_us", 2 * S);
        let want = 1_000.0 * erlang_c_response(workers, 1_000.0 / between_us as f64);
        within_three_standard_errors("one queue", &mean_responses_us(&case, 10), want);
    }
}

/// A queue per worker is 16 times M/M/1: five service times at a load of 0.8. Source: L. Kleinrock,
/// "Queueing Systems", volume 1, 1975.
#[test]
fn many_queues_are_m_m_1_each() {
    for design in ["many-queues", "nginx-workers"] {
        let case = at_each_queue(design, 16, 0.8);
        let case = case.until(12 * S).top("warm_up_us", 3 * S);
        let got = mean_responses_us(&case, 10);
        within_three_standard_errors(design, &got, 5_000.0);
    }
}

/// The shorter of two among 256 queues is within 2 % of the limit for infinitely many. Source: Mitzenmacher
/// 2001: E T = sum over i of load^(2^i - 2), at 0.8 1.947 and at 0.9 2.614.
#[test]
fn two_choices_come_close_to_their_limit() {
    for (load, want, seconds) in [(0.8, 1.947, 2), (0.9, 2.614, 3)] {
        let case = at_each_queue("two-choices", 256, load);
        let case = case.until(seconds * S).top("warm_up_us", S);
        let got = mean_responses_us(&case, 2);
        let mean = got.iter().sum::<f64>() / got.len() as f64;
        assert!(
            (mean / (1_000.0 * want) - 1.0).abs() < 0.02,
            "{load}: {mean}"
        );
    }
}

/// Ten requests at 0, 150 ms each, one after the other. Without the answers to requests from before the
/// warm-up, a server at its limit would seem to do less than it does.
#[test]
fn after_a_warm_up_an_answer_counts_when_it_comes() {
    let case = v6(1).batch(0..10, 0, &[cpu(150 * MS)]);
    let m = metrics(&case.until(2 * S).top("warm_up_us", S));
    assert_eq!((m.arrived, m.finished, m.open), (0, 4, 0));
    assert_eq!(m.throughput_per_s, 4.0);
    assert_eq!(m.latency.mean_ns, 1_275e6);
    assert!(
        (m.in_system_mean - 1.1).abs() < 1e-9,
        "{}",
        m.in_system_mean
    );
}
