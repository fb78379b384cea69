//! Checks of what the clients do.

use std::fmt::Display;

use super::connections::Known;
use super::{CONNECTION_ID_MAX, CONNECTION_STEP_MAX, CONNECTIONS_MAX, Check, SPAN_US_MAX};
use crate::json::plain;
use crate::scenario::Scenario;
use crate::scenario::arrivals::Arrivals;
use crate::scenario::server::SchedulerName;
use crate::scenario::span::{Micros, RandomSpan, Span};
use crate::scenario::variables::{Var, var};
use crate::scenario::workload::{Port, Statement, Step};

const EXTRA_PORT: Var = var("extra_port");
const EXTRA_MAX: Var = var("extra_max_connections");

pub(super) fn workload(c: &mut Check, s: &Scenario) -> Known {
    for (i, clients) in s.clients.iter().enumerate() {
        let path = format_args!("clients[{i}]");
        c.range(
            format_args!("{path}.count"),
            u64::from(clients.count),
            1,
            CONNECTIONS_MAX,
        );
        if let Some(first) = clients.first_connection {
            c.range(
                format_args!("{path}.first_connection"),
                first.0,
                0,
                CONNECTION_ID_MAX - CONNECTIONS_MAX * u64::from(CONNECTION_STEP_MAX),
            );
        }
        c.range(
            format_args!("{path}.connection_step"),
            u64::from(clients.connection_step.unwrap_or(1)),
            1,
            u64::from(CONNECTION_STEP_MAX),
        );
        arrivals(c, &format_args!("{path}.arrivals"), &clients.arrivals);
        statements(c, &path, s, &clients.statements);
        port(c, &format_args!("{path}.port"), s, clients.port);
        bandwidth(c, &path, clients.bandwidth_kb_per_s);
    }
    #[cfg(feature = "start")]
    let begun = s.start.state.is_some();
    #[cfg(not(feature = "start"))]
    let begun = false;
    if s.clients.is_empty() && s.requests.is_empty() && s.loops.is_empty() && !begun {
        c.fail(
            "requests",
            "[]",
            "at least one of requests, loops and clients",
        );
    }
    let known = super::connections::connections(c, s);
    extra_connections(c, s);
    for (i, connection) in s.connections.iter().enumerate() {
        c.range(
            format_args!("connections[{i}].id"),
            connection.id.0,
            0,
            CONNECTION_ID_MAX,
        );
        let path = format_args!("connections[{i}]");
        port(c, &format_args!("{path}.port"), s, connection.port);
        bandwidth(c, &path, connection.bandwidth_kb_per_s);
    }
    for (i, r) in s.requests.iter().enumerate() {
        let path = format_args!("requests[{i}]");
        c.range(format_args!("{path}.at_us"), r.at_us, 0, SPAN_US_MAX);
        c.range(
            format_args!("{path}.connection"),
            r.connection.0,
            0,
            CONNECTION_ID_MAX,
        );
        steps(c, &path, s, &r.steps);
    }
    for (i, l) in s.loops.iter().enumerate() {
        let path = format_args!("loops[{i}]");
        c.range(format_args!("{path}.at_us"), l.at_us, 0, SPAN_US_MAX);
        c.range(format_args!("{path}.think_us"), l.think_us, 0, SPAN_US_MAX);
        c.range(
            format_args!("{path}.connection"),
            l.connection.0,
            0,
            CONNECTION_ID_MAX,
        );
        if l.count.is_some() && l.statements.len() != 1 {
            c.fail(
                format_args!("{path}.count"),
                l.count.unwrap_or(0),
                "count goes with exactly one statement",
            );
        }
        statements(c, &path, s, &l.statements);
    }
    for (i, change) in s.changes.iter().enumerate() {
        let path = format_args!("changes[{i}]");
        c.range(format_args!("{path}.at_us"), change.at_us, 0, SPAN_US_MAX);
        let path = format_args!("{path}.{}", change.variable);
        super::change::check_change(c, &path, &s.server, change);
    }
    known
}

// Those that come by extra_port, where the server limits them.
fn extra_connections(c: &mut Check, s: &Scenario) {
    let server = &s.server;
    let most = server.number(EXTRA_MAX);
    let single = s.connections.iter().filter(|c| c.port == Port::Extra);
    let crowds = s.clients.iter().filter(|c| c.port == Port::Extra);
    let count = single.count() as u64 + crowds.map(|c| u64::from(c.count)).sum::<u64>();
    if most.is_some_and(|most| count > most) {
        c.fail(
            format_args!("server.{}", EXTRA_MAX.field()),
            most.unwrap_or(0),
            format_args!("at least {count}: so many connections come by extra_port"),
        );
    }
}

fn bandwidth(c: &mut Check, path: &dyn Display, kb_per_s: Option<u64>) {
    let path = format_args!("{path}.bandwidth_kb_per_s");
    c.range(path, kb_per_s.unwrap_or(1), 1, 1_000_000_000);
}

fn port(c: &mut Check, path: &dyn Display, s: &Scenario, port: Port) {
    let scheduler = s.server.scheduler;
    match port {
        Port::Main => {}
        Port::Extra if scheduler == SchedulerName::Percona && s.server.version() != "5.6" => {
            c.fail(
                path,
                "\"extra\"",
                "main or admin: Percona Server 8.0.14 removed extra_port",
            );
        }
        Port::Extra if scheduler.is_textbook() => {
            c.fail(path, "\"extra\"", "main: this design has one port");
        }
        Port::Extra
            if scheduler == SchedulerName::Mysql60
                && s.server.number(EXTRA_PORT).unwrap_or(0) == 0 =>
        {
            c.fail(
                path,
                "\"extra\"",
                "main, or a server that has extra_port set: MariaDB 5.1 to 5.3 (mariadb-5.3)",
            );
        }
        Port::Extra if scheduler == SchedulerName::Oracle => {
            c.fail(path, "\"extra\"", "main: Oracle's MySQL has no extra_port");
        }
        Port::Extra => {}
        Port::Admin if scheduler == SchedulerName::Percona && s.server.version() != "5.6" => {}
        Port::Admin if scheduler == SchedulerName::Oracle => {
            c.fail(path, "\"admin\"", "main: the Admin group is not modelled");
        }
        Port::Admin => c.fail(
            path,
            "\"admin\"",
            "main or extra: only Percona Server 8.0 has admin_port in the pool",
        ),
    }
}

fn arrivals(c: &mut Check, path: &dyn Display, a: &Arrivals) {
    match a {
        Arrivals::Batch { at_us } => {
            c.range(format_args!("{path}.batch.at_us"), *at_us, 0, SPAN_US_MAX)
        }
        Arrivals::Spread { at_us, gap_us } => {
            c.range(format_args!("{path}.spread.at_us"), *at_us, 0, SPAN_US_MAX);
            c.range(
                format_args!("{path}.spread.gap_us"),
                *gap_us,
                0,
                SPAN_US_MAX,
            );
        }
        Arrivals::Open {
            between, from_us, ..
        } => {
            span(c, &format_args!("{path}.open.between"), between);
            // A stream without gaps would never let time pass.
            if *between == Span::Us(Micros::default()) {
                c.fail(
                    format_args!("{path}.open.between"),
                    0,
                    "more than 0 microseconds",
                );
            }
            c.range(
                format_args!("{path}.open.from_us"),
                *from_us,
                0,
                SPAN_US_MAX,
            );
        }
        Arrivals::Closed { think, from_us, .. } => {
            span(c, &format_args!("{path}.closed.think"), think);
            c.range(
                format_args!("{path}.closed.from_us"),
                *from_us,
                0,
                SPAN_US_MAX,
            );
        }
        Arrivals::Bursts {
            every,
            from_us,
            size,
            ..
        } => {
            span(c, &format_args!("{path}.bursts.every"), every);
            if *every == Span::Us(Micros::default()) {
                c.fail(
                    format_args!("{path}.bursts.every"),
                    0,
                    "more than 0 microseconds",
                );
            }
            c.range(
                format_args!("{path}.bursts.from_us"),
                *from_us,
                0,
                SPAN_US_MAX,
            );
            if let Some(size) = size {
                c.range(
                    format_args!("{path}.bursts.size"),
                    u64::from(*size),
                    1,
                    CONNECTIONS_MAX,
                );
            }
        }
    }
}

fn statements(c: &mut Check, path: &dyn Display, s: &Scenario, list: &[Statement]) {
    if list.is_empty() || list.len() > 10_000 {
        c.fail(
            format_args!("{path}.statements"),
            list.len(),
            "1 to 10000 statements",
        );
    }
    for (i, statement) in list.iter().enumerate() {
        let path = format_args!("{path}.statements[{i}]");
        if let Some(weight) = statement.weight {
            c.range(
                format_args!("{path}.weight"),
                u64::from(weight),
                1,
                1_000_000,
            );
        }
        steps(c, &path, s, &statement.steps);
    }
    let weights: u64 = list.iter().map(|s| u64::from(s.weight.unwrap_or(1))).sum();
    if weights > u64::from(u32::MAX) {
        let path = format_args!("{path}.statements");
        c.fail(path, weights, "weights that add up to 4294967295 at most");
    }
}

pub(super) fn steps(c: &mut Check, path: &dyn Display, s: &Scenario, list: &[Step]) {
    if list.len() > 1_000 {
        c.fail(
            format_args!("{path}.steps"),
            list.len(),
            "at most 1000 steps",
        );
    }
    for (i, step) in list.iter().enumerate() {
        let path = format_args!("{path}.steps[{i}]");
        let mut given = 0;
        for (name, value) in [
            ("cpu_us", &step.cpu_us),
            ("wait_us", &step.wait_us),
            ("net_us", &step.net_us),
            ("async_us", &step.async_us),
            ("unreported_us", &step.unreported_us),
        ] {
            if let Some(value) = value {
                given += 1;
                span(c, &format_args!("{path}.{name}"), value);
            }
        }
        given += u32::from(step.lock.is_some()) + u32::from(step.unlock.is_some());
        given += u32::from(step.begin.is_some()) + u32::from(step.commit.is_some());
        given += u32::from(step.latch.is_some()) + u32::from(step.row_lock.is_some());
        given += u32::from(step.result_kb.is_some());
        if given != 1 {
            c.fail(path, format_args!("a step with {given} actions"), "exactly one of cpu_us, wait_us, net_us, async_us, unreported_us, lock, unlock, begin, commit, latch, row_lock, result_kb");
        }
        super::machine::step(c, &path, s, step);
        if step.kind.is_some() && step.wait_us.is_none() && step.lock.is_none() {
            c.fail(
                format_args!("{path}.kind"),
                "kind",
                "kind goes with wait_us or lock",
            );
        }
    }
}

pub(super) fn span(c: &mut Check, path: &dyn Display, s: &Span) {
    let mut range = |name: &str, value: Micros, min: u64| {
        c.micros(format_args!("{path}{name}"), value, min, SPAN_US_MAX);
    };
    match s {
        Span::Us(us) => range("", *us, 0),
        Span::Random(RandomSpan::Exponential { mean_us }) => {
            range(".exponential.mean_us", *mean_us, 1)
        }
        Span::Random(RandomSpan::Lognormal { median_us, sigma }) => {
            range(".lognormal.median_us", *median_us, 1);
            if !(0.0..=4.0).contains(sigma) {
                c.fail(
                    format_args!("{path}.lognormal.sigma"),
                    plain(*sigma),
                    "0 to 4",
                );
            }
        }
        Span::Random(RandomSpan::Bimodal {
            p_long,
            short_us,
            long_us,
        }) => {
            range(".bimodal.short_us", *short_us, 0);
            range(".bimodal.long_us", *long_us, 0);
            if !(0.0..=1.0).contains(p_long) {
                c.fail(
                    format_args!("{path}.bimodal.p_long"),
                    plain(*p_long),
                    "0 to 1",
                );
            }
        }
        Span::Random(RandomSpan::Erlang { k, mean_us }) => {
            range(".erlang.mean_us", *mean_us, 1);
            c.range(format_args!("{path}.erlang.k"), u64::from(*k), 1, 1_000);
        }
        Span::Random(RandomSpan::Uniform { min_us, max_us }) => {
            range(".uniform.max_us", *max_us, 0);
            if min_us > max_us {
                c.fail(
                    format_args!("{path}.uniform.min_us"),
                    min_us,
                    format_args!("0 to {max_us}"),
                );
            }
        }
    }
}
