//! Random scenarios of every kind that the engine knows, small enough to check step by step.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::option::{of as option, weighted};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};
use serde_json::{Value, json};

/// The same cases on every run.
pub fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(20_230_526),
        max_shrink_iters: 2_000,
        ..Config::default()
    }
}

fn span() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (0..5_000_u64).prop_map(|us| json!(us)),
        2 => (1..20_000_u64).prop_map(|us| json!({"exponential": {"mean_us": us}})),
        1 => (1..3_000_u64).prop_map(|us| json!({"lognormal": {"median_us": us, "sigma": 1.0}})),
        1 => (1..900_u64).prop_map(|us| json!({"bimodal": {"p_long": 0.1, "short_us": us, "long_us": 40 * us}})),
        1 => (1..9_000_u64).prop_map(|us| json!({"uniform": {"min_us": us / 2, "max_us": us}})),
        1 => (1..9_000_u64).prop_map(|us| json!({"erlang": {"k": 3, "mean_us": us}})),
    ]
}

fn step() -> impl Strategy<Value = Value> {
    let lock = select(vec!["A", "B"]);
    prop_oneof![
        4 => span().prop_map(|s| json!({"cpu_us": s})),
        3 => span().prop_map(|s| json!({"wait_us": s})),
        1 => span().prop_map(|s| json!({"wait_us": s, "kind": "diskio"})),
        1 => span().prop_map(|s| json!({"net_us": s})),
        1 => span().prop_map(|s| json!({"async_us": s})),
        1 => span().prop_map(|s| json!({"unreported_us": s})),
        1 => lock.clone().prop_map(|name| json!({"lock": name})),
        2 => lock.prop_map(|name| json!({"unlock": name})),
        1 => Just(json!({"begin": true})),
        2 => Just(json!({"commit": true})),
        2 => Just(json!({"latch": true})),
        2 => (0..3_u32).prop_map(|hot| json!({"row_lock": {"rows": 6, "hot_rows": hot, "hot_share": f64::from(hot) / 4.0}})),
        1 => (0..400_u32).prop_map(|kb| json!({"result_kb": kb})),
    ]
}

fn statement() -> impl Strategy<Value = Value> {
    (vec(step(), 0..5), proptest::option::of(any::<bool>()), 1..5_u32).prop_map(
        |(steps, holds_locks, weight)| {
            json!({"steps": steps, "holds_locks": holds_locks, "weight": weight})
        },
    )
}

fn arrivals() -> impl Strategy<Value = Value> {
    let at = 0..300_000_u64;
    prop_oneof![
        at.clone().prop_map(|at| json!({"batch": {"at_us": at}})),
        (at.clone(), 0..20_000_u64).prop_map(|(at, gap)| json!({"spread": {"at_us": at, "gap_us": gap}})),
        (1..30_000_u64, at.clone())
            .prop_map(|(mean, at)| json!({"open": {"between": {"exponential": {"mean_us": mean}}, "from_us": at}})),
        (span(), at.clone(), select(vec!["ask_first", "apart", ""]))
            .prop_map(|(think, at, first)| {
                let mut closed = json!({"think": think, "from_us": at});
                if !first.is_empty() {
                    closed[first] = json!(true);
                }
                json!({"closed": closed})
            }),
        (20_000..400_000_u64, at, 1..9_u32)
            .prop_map(|(every, at, size)| json!({"bursts": {"every": every, "from_us": at, "size": size}})),
    ]
}

fn crowd() -> impl Strategy<Value = Value> {
    (
        1..9_u32,
        any::<bool>(),
        any::<bool>(),
        arrivals(),
        vec(statement(), 1..4),
        (any::<bool>(), proptest::option::of(1_000..90_000_u32)),
    )
        .prop_map(|(count, new, in_order, arrivals, statements, (open, bandwidth))| {
            json!({"count": count, "new": new, "in_order": in_order, "arrivals": arrivals,
                   "statements": statements, "in_transaction": open, "bandwidth_kb_per_s": bandwidth})
        })
}

fn request() -> impl Strategy<Value = Value> {
    (0..6_u64, 0..1_500_000_u64, vec(step(), 0..4)).prop_map(
        |(connection, at, steps)| json!({"connection": connection, "at_us": at, "steps": steps}),
    )
}

fn connections(version: &'static str) -> impl Strategy<Value = Vec<Value>> {
    let port = match version {
        "6.0" => select(vec!["main", "main", "main"]),
        "8.0" => select(vec!["main", "main", "admin"]),
        "textbook" => select(vec!["main"]),
        "8.0.30" | "8.4" | "9.7" => select(vec!["main"]),
        _ => select(vec!["main", "main", "extra"]),
    };
    let flags = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        port,
    );
    vec(flags, 0..5).prop_map(|all| {
        let one = |(id, (new, buffered, locks, transaction, port)): (usize, _)| {
            json!({"id": id, "new": new, "buffered": buffered, "holds_locks": locks,
                   "in_transaction": transaction, "port": port})
        };
        all.into_iter().enumerate().map(one).collect()
    })
}

fn changes(scheduler: &str) -> impl Strategy<Value = Vec<Value>> {
    let change = match scheduler {
        "oracle" => prop_oneof![
            (4..40_u64).prop_map(|n| ("thread_pool_stall_limit", n)),
            (0..300_u64).prop_map(|n| ("thread_pool_prio_kickup_timer", n)),
            (0..4_u64).prop_map(|n| ("thread_pool_max_unused_threads", n)),
            (0..3_u64).prop_map(|n| ("thread_pool_max_active_query_threads", n)),
        ]
        .boxed(),
        _ => prop_oneof![
            (1..5_u64).prop_map(|n| ("thread_pool_size", n)),
            (1..5_u64).prop_map(|n| ("thread_pool_oversubscribe", n)),
            (1..12_u64).prop_map(|n| ("thread_pool_max_threads", n)),
            (10..300_u64).prop_map(|n| ("thread_pool_stall_limit", n)),
            (1..3_u64).prop_map(|n| ("thread_pool_idle_timeout", n)),
        ]
        .boxed(),
    };
    let most = if scheduler == "one-thread-per-connection" {
        1
    } else {
        3
    };
    vec((0..1_500_000_u64, change), 0..most).prop_map(|all| {
        all.into_iter()
            .map(|(at, (name, value))| json!({"at_us": at, "variable": name, "value": value}))
            .collect()
    })
}

/// Textbook designs without a server: one port, no timer, nothing to set during the run.
const TEXTBOOK: [&str; 4] = ["one-queue", "many-queues", "two-choices", "nginx-workers"];

fn server(scheduler: &'static str, version: &'static str) -> impl Strategy<Value = Value> {
    let common = (
        1..4_u64,
        1..4_u64,
        10..200_u64,
        1..3_u64,
        prop_oneof![1..10_u64, Just(1_000)],
    );
    let own = (
        any::<bool>(),
        any::<bool>(),
        0..400_u64,
        0..3_u64,
        0..3_usize,
    );
    let timeouts = (
        proptest::option::of(1..3_u64),
        proptest::option::of(1..2_u64),
    );
    (common, own, timeouts).prop_map(move |(common, own, (wait, lock))| {
        let mut server = json!({"scheduler": scheduler, "version": version, "wait_timeout_s": wait,
                                "innodb_lock_wait_timeout_s": lock});
        let scheduler_version = (scheduler, version);
        if ["one-thread-per-connection", "percona"].contains(&scheduler) || version == "10.4" {
            // 0: off.
            server["innodb_thread_concurrency"] = json!(own.3);
            server["innodb_concurrency_tickets"] = json!(common.1);
            server["innodb_thread_sleep_delay_us"] = json!(own.2 * 10);
            if version != "5.5" {
                server["innodb_adaptive_max_sleep_delay_us"] = json!(if own.0 { 0 } else { 3_000 });
            }
        }
        match scheduler_version {
            ("one-thread-per-connection", _) => {
                server["thread_cache_size"] = json!(common.0);
                return server;
            }
            ("mysql-6.0", _) => {
                server = json!({"scheduler": scheduler, "version": version, "thread_pool_size": common.4,
                                "innodb_lock_wait_timeout_s": lock});
                if version != "6.0" {
                    server["extra_port"] = json!(3_307);
                    server["extra_max_connections"] = json!(9);
                }
                return server;
            }
            ("mariadb-windows", _) => {
                server["thread_pool_min_threads"] = json!(common.0);
                server["thread_pool_max_threads"] = json!(common.4);
                server["thread_pool_priority"] = json!(["auto", "high", "low"][own.4]);
                return server;
            }
            _ => {}
        }
        if TEXTBOOK.contains(&scheduler) {
            let nginx = scheduler == "nginx-workers";
            return json!({"scheduler": scheduler, "version": version, "thread_pool_size": common.0,
                          "worker_connections": if nginx { json!(1 + own.2 % 9) } else { json!(null) },
                          "reuseport": if nginx { json!(own.0) } else { json!(null) },
                          "innodb_lock_wait_timeout_s": lock});
        }
        server["thread_pool_size"] = json!(common.0);
        if scheduler == "oracle" {
            server["thread_pool_algorithm"] = json!(own.4 % 2);
            server["thread_pool_stall_limit_10ms"] = json!(4 + common.2 / 20);
            server["thread_pool_prio_kickup_timer_ms"] = json!(own.2);
            server["thread_pool_max_unused_threads"] = json!(common.3);
            server["thread_pool_max_active_query_threads"] = json!(own.3);
            server["thread_pool_high_priority_connection"] = json!(own.2 % 5 == 0);
            if version != "8.0.30" {
                server["thread_pool_max_transactions_limit"] = json!([0, 4, 40][own.4]);
                server["thread_pool_query_threads_per_group"] = json!(common.1);
                server["thread_pool_transaction_delay_ms"] = json!([0, 0, 3][own.3 as usize]);
                server["thread_pool_dedicated_listeners"] = json!(own.0);
            }
            if version == "9.7" {
                server["thread_pool_longrun_trx_limit_ms"] = json!(10 + common.2);
            }
            return server;
        }
        server["thread_pool_oversubscribe"] = json!(common.1);
        server["thread_pool_stall_limit_ms"] = json!(common.2);
        server["thread_pool_idle_timeout_s"] = json!(common.3);
        server["thread_pool_max_threads"] = json!(common.4);
        if scheduler == "percona" {
            let modes = ["transactions", "statements", "none"];
            server["thread_pool_high_prio_mode"] = json!(modes[own.4]);
            server["thread_pool_high_prio_tickets"] = json!(own.3);
        } else {
            let priorities = ["auto", "high", "low"];
            server["thread_pool_priority"] = json!(priorities[own.4]);
            server["thread_pool_prio_kickup_timer_ms"] = json!(own.2);
        }
        if version == "10.11" {
            server["thread_pool_dedicated_listener"] = json!(own.0);
            server["thread_pool_exact_stats"] = json!(own.1);
        }
        if version == "8.0" {
            server["admin_port_high_priority"] = json!(own.0);
        }
        server
    })
}

// Parts of the machine besides cores and latencies, and stalls of its latch.
fn model() -> impl Strategy<Value = (Value, Value)> {
    let latch = (0..40_u32, 0..5_u32, 0..30_u32, 0..4_u32, 0..6_u32).prop_map(
        |(hold, scan, hand_over, spin, stages)| {
            json!({"hold_us": f64::from(hold) * 7.3, "scan_us": f64::from(scan) * 0.21, "hand_over_us": hand_over,
                   "herd_us": 0.7, "herd_growth_waiters": 2.5, "spin_waiters": spin, "stages": stages})
        },
    );
    let cold = (0..90_u32, 1..9_u32).prop_map(|(us, contexts)| {
        json!({"connection_us": us, "thread_us": f64::from(us) / 3.0, "contexts": contexts, "warm_worker_us": 9})
    });
    let line = (proptest::option::of(1..3_000_u32), 0..20_u32).prop_map(|(slice, switch)| {
        json!({"time_slice_us": slice, "context_switch_us": f64::from(switch) / 8.0})
    });
    let stall = (0..1_500_000_u32, 0..50_000_u32)
        .prop_map(|(at, length)| json!({"at_us": at, "for_us": f64::from(length) + 0.25}));
    let disk = (1..3_u32).prop_map(|channels| json!({"channels": channels}));
    let all = (
        latch,
        option(cold),
        option(line),
        option(disk),
        option(0..200_u32),
    );
    (all, vec(stall, 0..3)).prop_map(|((latch, cold, line, disk, buffer), stalls)| {
        let machine = json!({"latch": latch, "cold_cache": cold, "run_queue": line, "disk": disk,
                             "socket_buffer_kb": buffer});
        (machine, json!(stalls))
    })
}

fn of_server(scheduler: &'static str, version: &'static str) -> BoxedStrategy<Value> {
    let pool = ["mariadb", "percona"].contains(&scheduler);
    let machine = (proptest::option::of(1..4_u32), any::<bool>());
    let start = (any::<bool>(), 0..3_u32, 0..3_000_u64, 1..200_000_u64);
    let work = (vec(crowd(), 0..3), vec(request(), 1..6));
    let all = (
        server(scheduler, version),
        machine,
        start,
        work,
        connections(if TEXTBOOK.contains(&scheduler) {
            "textbook"
        } else {
            version
        }),
        changes(scheduler),
    );
    (all, model(), any::<u16>())
        .prop_map(move |((server, machine, start, work, connections, changes), model, seed)| {
            let (cores, ideal) = machine;
            let (mut machine, stalls) = model;
            machine["cores"] = json!(cores);
            if cores.is_none() {
                machine["run_queue"] = json!(null);
            }
            if ideal {
                for latency in ["poll_wake_us", "thread_wake_us", "thread_create_us", "timer_round_us"] {
                    machine[latency] = json!(0);
                }
            }
            machine["hand_over_us"] = json!(start.2 / 10);
            machine["injection_us"] = json!(1_000 + start.3);
            let threads = if start.0 { "none" } else { "listener" };
            let mut begin = json!({"threads": threads, "idle_workers": start.1, "login_cpu_us": start.2});
            if pool {
                begin["first_tick_us"] = json!(start.3);
            }
            json!({"server": server, "machine": machine, "start": begin, "seed": seed, "until_us": 3_000_000,
                   "budget": {"steps": 3_000}, "stalls": stalls, "clients": work.0, "requests": work.1,
                   "connections": connections, "changes": if pool { changes } else { Vec::new() }})
        })
        .boxed()
}

fn patience() -> impl Strategy<Value = Value> {
    let waits = (
        weighted(0.9, prop_oneof![1..2_000_u64, 1_000..300_000_u64]),
        select(vec!["close", "kill_query", "kill_connection"]),
        prop_oneof![3 => 0..4_u32, 1 => Just(1_000_000)],
        prop_oneof![Just(0), 1..50_000_u64],
        option((1..20_000_u64, 1..90_000_u64)),
        1..60_000_u64,
    );
    let limits = (
        option((0..101_u32, 0..6_u32)),
        option(1..6_u32),
        option(1..200_000_u64),
        any::<bool>(),
        any::<bool>(),
    );
    (waits, limits).prop_map(|(waits, (budget, places, place_timeout, each, one))| {
        let (gives_up, by, retries, wait, backoff, refused) = waits;
        let place_timeout = place_timeout.filter(|_| places.is_some());
        let one = one && gives_up.is_some() && place_timeout.is_none();
        let waits_end = gives_up.is_some() || place_timeout.is_some();
        json!({"gives_up_us": gives_up, "on_give_up": by, "retries": if waits_end { retries } else { 0 },
               "wait_us": if backoff.is_some() { 0 } else { wait },
               "backoff": backoff.map(|(base, cap)| json!({"base_us": base, "cap_us": cap})),
               "refused_wait_us": refused, "places": places, "place_timeout_us": place_timeout,
               "budget": budget.map(|(percent, saved)| json!({"percent": percent, "saved": saved})),
               "connection_each": each, "one_deadline": one})
    })
}

// The connections that are there at the start.
fn connected(json: &Value) -> u64 {
    let list = |name: &str| json[name].as_array().cloned().unwrap_or_default();
    let requests = list("requests");
    let mut ids: BTreeSet<_> = requests
        .iter()
        .filter_map(|r| r["connection"].as_u64())
        .collect();
    for connection in list("connections") {
        let id = connection["id"].as_u64().unwrap_or(0);
        if connection["new"] == true {
            ids.remove(&id);
        } else {
            ids.insert(id);
        }
    }
    let crowds = list("clients");
    let there = crowds.iter().filter(|crowd| crowd["new"] != true);
    ids.len() as u64
        + there
            .filter_map(|crowd| crowd["count"].as_u64())
            .sum::<u64>()
}

/// Clients that give up, leave and are refused, and what limits statements.
fn impatient(scheduler: &'static str, version: &'static str) -> impl Strategy<Value = Value> {
    let crowds = vec(
        (
            weighted(0.8, patience()),
            option(0..9_000_u64),
            any::<bool>(),
        ),
        3,
    );
    let by = select(vec!["close", "kill_query", "kill_connection"]);
    let leaves = vec((0..900_000_u64, any::<prop::sample::Index>(), by), 0..4);
    let times = (option(0..2_u64), option(0..2_u64), option(1..2_u64));
    let limits = (
        option(0..5_u64),
        times,
        option((0..900_000_u64, 10..30_u64)),
    );
    let opened = option(select(vec!["one_after_the_other", "in_turn", "together"]));
    let more = (vec(crowd(), 1..3), crowds, leaves, limits, opened);
    (of_server(scheduler, version), more).prop_map(
        move |(mut json, (clients, crowds, leaves, (room, times, later), opened))| {
            json["clients"] = json!(clients);
            let clients = json["clients"].as_array_mut().into_iter().flatten();
            for (crowd, (patience, pause, last)) in clients.zip(crowds) {
                let open = crowd["arrivals"]["open"].is_object();
                let stream = open || crowd["arrivals"]["bursts"].is_object();
                if let Some(patience) = patience {
                    crowd["patience"] = patience;
                    crowd["bandwidth_kb_per_s"] = Value::Null;
                } else if open {
                    crowd["pause_us"] = json!(pause);
                }
                if stream && last {
                    crowd["reuse"] = json!("returned_last");
                }
            }
            let asks = json["requests"].as_array().cloned().unwrap_or_default();
            // Connections of single requests and, after the highest of these, of crowds.
            let single = asks.iter().chain(json["connections"].as_array().into_iter().flatten());
            let id = |of: &Value| of["connection"].as_u64().or(of["id"].as_u64());
            let highest = single.filter_map(id).max().unwrap_or(0);
            let mut known: Vec<_> = asks.iter().filter_map(id).collect();
            let counts = json["clients"].as_array().into_iter().flatten();
            let crowds = counts.filter_map(|crowd| crowd["count"].as_u64()).sum::<u64>();
            known.extend(highest + 1..=highest + crowds);
            let leave = |(at, which, by): (u64, prop::sample::Index, &str)| {
                json!({"at_us": at, "connection": known[which.index(known.len())], "by": by})
            };
            json["leaves"] = leaves.into_iter().map(leave).collect();
            json["opened"] = json!(opened);
            let least = connected(&json);
            let server = &mut json["server"];
            server["max_connections"] = json!(room.map(|room| (least + room).max(10)));
            server["lock_wait_timeout_s"] = json!(times.2);
            if scheduler != "percona" {
                server["max_statement_time_s"] = json!(times.0.unwrap_or(0));
                server["idle_transaction_timeout_s"] = json!(times.1.unwrap_or(0));
            }
            if let (Some((at, most)), Some(changes)) = (later, json["changes"].as_array_mut()) {
                changes.push(json!({"at_us": at, "variable": "max_connections", "value": most}));
            }
            json
        },
    )
}

/// A scenario in which clients give up, on a server that lets them.
pub fn impatient_clients() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => impatient("mariadb", "10.11"),
        1 => impatient("mariadb", "10.4"),
        2 => impatient("percona", "8.0"),
        2 => impatient("one-thread-per-connection", "any"),
    ]
}

/// A scenario of any server. Its run ends by itself or by its budget of 3,000 steps.
pub fn scenario() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => impatient_clients(),
        2 => of_server("mariadb", "10.4"),
        4 => of_server("mariadb", "10.11"),
        2 => of_server("percona", "5.6"),
        4 => of_server("percona", "8.0"),
        3 => of_server("oracle", "8.0.30"),
        2 => of_server("oracle", "8.4"),
        4 => of_server("oracle", "9.7"),
        1 => of_server("one-thread-per-connection", "any"),
        1 => of_server("one-queue", "any"),
        1 => of_server("many-queues", "any"),
        1 => of_server("two-choices", "any"),
        2 => of_server("nginx-workers", "any"),
        1 => of_server("one-thread-per-connection", "5.5"),
        1 => of_server("one-thread-per-connection", "5.6"),
        2 => of_server("mysql-6.0", "6.0"),
        1 => of_server("mysql-6.0", "mariadb-5.3"),
        2 => of_server("mariadb-windows", "10.11"),
    ]
}
