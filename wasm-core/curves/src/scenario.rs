//! Turns a case into a scenario of the engine: the same numbers, with a real scheduler that admits statements.
//!
//! Nothing is counted twice: the outer delay (including the wake-up if every connection has a thread) is the
//! clients' think time, so the engine's own latencies of poll and wake-up are 0. The pool's groups have one
//! queue each, because every request has the same priority.

use poolscope_engine::json::{Map, Number, Value};
use poolscope_engine::scenario::{Problems, Scenario, UNTIL_US_MAX};

use crate::analytic::{Regime, analytic};
use crate::case::{Case, System};

/// CPU bursts are drawn from Erlang's distribution of four stages: less noise than exponential ones.
const CPU_STAGES: u64 = 4;
/// Visits to the latch are exponential: the analytic solution is exact for these, for any distribution of
/// the bursts, because the cores are shared equally. Erlang's distribution would give pools up to 4 % more.
const LATCH_STAGES: u64 = 1;

/// How a scenario differs from the published setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Seed of the random streams.
    pub seed: u32,
    /// From a pile-up: all clients queue at the latch when the run starts to move.
    pub start: Regime,
}

impl Default for Setting {
    fn default() -> Self {
        Setting {
            seed: 1,
            start: Regime::PileUp,
        }
    }
}

/// Length of a figure's run: until every client has had about this many answers.
const ROUNDS: f64 = 3.0;
/// The least and the most statements in total.
const STATEMENTS: (f64, f64) = (2_000.0, 20_000.0);
/// Most lives and log entries that a figure keeps.
const KEEP: (u64, u64) = (2_000, 20_000);

/// The scenario of a point, to be run until enough statements have been answered.
///
/// # Errors
/// If a number is out of the engine's range.
pub fn scenario(
    case: &Case,
    system: System,
    clients: u32,
    setting: Setting,
) -> Result<Scenario, Problems> {
    let steps = 2_000_000_000_u64;
    let budget = object([("steps", steps.into()), ("record_mb", 1_024.into())]);
    let file = file(case, system, clients, setting, UNTIL_US_MAX, budget);
    Scenario::from_value(&file)
}

/// The same as a file for a figure, short enough to watch.
#[must_use]
pub fn figure(case: &Case, system: System, clients: u32, setting: Setting) -> Value {
    let a_second = analytic(case, system, clients, setting.start) * f64::from(case.statements);
    let statements = (f64::from(clients) * ROUNDS).clamp(STATEMENTS.0, STATEMENTS.1);
    let length_us = stall_us(case, system, clients, setting.start) + statements / a_second * 1e6;
    let budget = object([("steps", 2_000_000.into())]);
    let until_us = (length_us as u64).clamp(1_000, UNTIL_US_MAX);
    let mut file = file(case, system, clients, setting, until_us, budget);
    if let Some(map) = file.as_object_mut() {
        let title = [&case.machine, " ", &case.workload, ", ", system.name()].concat();
        map.insert("title", Value::String(title));
        map.insert(
            "record",
            object([("lives", KEEP.0.into()), ("events", KEEP.1.into())]),
        );
    }
    file
}

fn file(
    case: &Case,
    system: System,
    clients: u32,
    setting: Setting,
    until_us: u64,
    budget: Value,
) -> Value {
    let p = &case.parameters;
    let think_us = match system {
        System::OneThread => p.z_us + p.zw_us,
        System::Pool => p.z_us,
    };
    let cold_cache = object([
        ("connection_us", number(p.kc_us)),
        ("thread_us", number(p.kt_us)),
        ("contexts", number(p.cap)),
        ("warm_worker_us", number(p.dp_us)),
    ]);
    let latch = object([
        ("hold_us", number(p.d0_us)),
        ("scan_us", number(p.d1_us)),
        ("hand_over_us", number(p.h_us)),
        ("herd_us", number(p.w_us)),
        ("herd_growth_waiters", number(p.wc)),
        ("spin_waiters", number(p.ws)),
        ("stages", LATCH_STAGES.into()),
    ]);
    let machine = object([
        ("cores", u64::from(case.cores).into()),
        ("poll_wake_us", 0.into()),
        ("thread_wake_us", 0.into()),
        ("thread_create_us", 0.into()),
        ("timer_round_us", 0.into()),
        ("cold_cache", cold_cache),
        ("latch", latch),
    ]);
    let cpu = object([("k", CPU_STAGES.into()), ("mean_us", micros(p.c_us))]);
    let statement = object([
        ("name", case.workload.as_str().into()),
        (
            "steps",
            Value::Array(vec![
                object([("cpu_us", object([("erlang", cpu)]))]),
                object([("latch", true.into())]),
            ]),
        ),
    ]);
    let think = object([("exponential", object([("mean_us", micros(think_us))]))]);
    let pile_up = setting.start == Regime::PileUp;
    let arrivals = object([("think", think), ("ask_first", pile_up.into())]);
    let crowd = object([
        ("name", "client".into()),
        ("count", u64::from(clients).into()),
        ("arrivals", object([("closed", arrivals)])),
        ("in_transaction", case.open_transactions.into()),
        ("statements", Value::Array(vec![statement])),
    ]);
    let mut fields = vec![
        ("server", server(case, system)),
        ("machine", machine),
        ("seed", u64::from(setting.seed).into()),
        ("until_us", until_us.into()),
        ("budget", budget),
        ("clients", Value::Array(vec![crowd])),
    ];
    let for_us = stall_us(case, system, clients, setting.start);
    if for_us > 0.0 {
        let stall = object([("at_us", 0.into()), ("for_us", micros(for_us))]);
        fields.push(("stalls", Value::Array(vec![stall])));
    }
    object(fields)
}

fn server(case: &Case, system: System) -> Value {
    match system {
        System::OneThread => object([("scheduler", "one-thread-per-connection".into())]),
        System::Pool if case.windows => object([
            ("scheduler", "mariadb-windows".into()),
            ("version", "10.11".into()),
            ("thread_pool_min_threads", u64::from(case.cores).into()),
            ("thread_pool_priority", "high".into()),
        ]),
        System::Pool => object([
            ("scheduler", "mariadb".into()),
            ("version", "10.4".into()),
            ("thread_pool_size", u64::from(case.groups()).into()),
            ("thread_pool_stall_limit_ms", 500.into()),
            ("thread_pool_priority", "high".into()),
        ]),
    }
}

// The latch stalls until everybody has reached it: with one thread per connection all clients, as fast as
// the cores allow. In a pool only one statement per group can pile up, however long the stall.
fn stall_us(case: &Case, system: System, clients: u32, start: Regime) -> f64 {
    if system == System::Pool || start == Regime::Cold {
        return 0.0;
    }
    let cpu_us = case.cpu_us(system, clients);
    let all_us = f64::from(clients) * cpu_us / f64::from(case.cores);
    1.2 * all_us + 6.0 * cpu_us
}

fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut map = Map::default();
    for (name, value) in fields {
        map.insert(name, value);
    }
    Value::Object(map)
}

// The file's printer chooses the digits.
fn number(value: f64) -> Value {
    Value::Number(String::new(), Number::Float(value))
}

// Whole nanoseconds, as in the engine.
fn micros(us: f64) -> Value {
    number((us * 1_000.0).round() / 1_000.0)
}
