//! Reads requests, loops, crowds, statements and their steps.

use super::place::{Fields, Place};
use crate::ids::ConnectionId;
use crate::reason::WaitKind;
use crate::scenario::arrivals::Arrivals;
use crate::scenario::span::{Micros, RandomSpan, Span};
use crate::scenario::workload::{
    Change, Clients, Connection, Loop, Port, Request, RowLock, Statement, Step,
};

const PORTS: [(&str, Port); 3] = [
    ("main", Port::Main),
    ("extra", Port::Extra),
    ("admin", Port::Admin),
];

pub(super) const KINDS: [(&str, WaitKind); 12] = [
    ("unknown", WaitKind::Unknown),
    ("sleep", WaitKind::Sleep),
    ("diskio", WaitKind::Diskio),
    ("row_lock", WaitKind::RowLock),
    ("global_lock", WaitKind::GlobalLock),
    ("meta_data_lock", WaitKind::MetaDataLock),
    ("table_lock", WaitKind::TableLock),
    ("user_lock", WaitKind::UserLock),
    ("binlog", WaitKind::Binlog),
    ("group_commit", WaitKind::GroupCommit),
    ("sync", WaitKind::Sync),
    ("net", WaitKind::Net),
];

fn port(f: &Fields<'_>) -> Port {
    f.given("port")
        .and_then(|p| p.choice(&PORTS))
        .unwrap_or_default()
}

/// Reads a connection.
pub fn connection(p: &Place<'_>) -> Connection {
    let f = p.fields(&[
        "id",
        "in_transaction",
        "holds_locks",
        "new",
        "port",
        "buffered",
        "bandwidth_kb_per_s",
    ]);
    Connection {
        id: ConnectionId(f.need("id").u64()),
        in_transaction: f.bool_or_false("in_transaction"),
        holds_locks: f.bool_or_false("holds_locks"),
        new: f.bool_or_false("new"),
        port: port(&f),
        buffered: f.bool_or_false("buffered"),
        bandwidth_kb_per_s: f.u64("bandwidth_kb_per_s"),
    }
}

/// Reads a request.
pub fn request(p: &Place<'_>) -> Request {
    let f = p.fields(&["connection", "at_us", "name", "steps", "holds_locks"]);
    f.need("steps");
    Request {
        connection: ConnectionId(f.need("connection").u64()),
        at_us: f.need("at_us").u64(),
        name: f.text("name"),
        steps: f.list("steps", step),
        holds_locks: f.get("holds_locks").map(|p| p.bool()),
    }
}

/// Reads a closed loop.
pub fn driven_loop(p: &Place<'_>) -> Loop {
    let f = p.fields(&["connection", "at_us", "think_us", "count", "statements"]);
    f.need("statements");
    Loop {
        connection: ConnectionId(f.need("connection").u64()),
        at_us: f.need("at_us").u64(),
        think_us: f.need("think_us").u64(),
        count: f.get("count").map(|p| p.u32()),
        statements: f.list("statements", statement),
    }
}

pub(super) fn clients(p: &Place<'_>) -> Clients {
    let f = p.fields(&[
        "name",
        "count",
        "first_connection",
        "connection_step",
        "new",
        "port",
        "in_transaction",
        "bandwidth_kb_per_s",
        "arrivals",
        "statements",
        "in_order",
    ]);
    f.need("statements");
    Clients {
        name: f.text("name"),
        count: f.need("count").u32(),
        first_connection: f.u64("first_connection").map(ConnectionId),
        connection_step: f.get("connection_step").map(|p| p.u32()),
        new: f.bool_or_false("new"),
        port: port(&f),
        in_transaction: f.bool_or_false("in_transaction"),
        bandwidth_kb_per_s: f.u64("bandwidth_kb_per_s"),
        arrivals: arrivals(&f.need("arrivals")),
        statements: f.list("statements", statement),
        in_order: f.bool_or_false("in_order"),
    }
}

fn statement(p: &Place<'_>) -> Statement {
    let f = p.fields(&["name", "weight", "steps", "holds_locks"]);
    f.need("steps");
    Statement {
        name: f.text("name"),
        weight: f.get("weight").map(|p| p.u32()),
        steps: f.list("steps", step),
        holds_locks: f.get("holds_locks").map(|p| p.bool()),
    }
}

pub(super) fn step(p: &Place<'_>) -> Step {
    let f = p.fields(&[
        "cpu_us",
        "wait_us",
        "kind",
        "net_us",
        "async_us",
        "unreported_us",
        "lock",
        "unlock",
        "begin",
        "commit",
        "latch",
        "row_lock",
        "result_kb",
    ]);
    let time = |name: &'static str| f.get(name).map(|p| span(&p));
    Step {
        cpu_us: time("cpu_us"),
        wait_us: time("wait_us"),
        kind: f.get("kind").and_then(|p| p.choice(&KINDS)),
        net_us: time("net_us"),
        async_us: time("async_us"),
        unreported_us: time("unreported_us"),
        lock: f.get("lock").map(|p| p.text()),
        unlock: f.get("unlock").map(|p| p.text()),
        begin: f.get("begin").map(|p| p.bool()),
        commit: f.get("commit").map(|p| p.bool()),
        latch: f.get("latch").map(|p| p.bool()),
        row_lock: f.get("row_lock").map(|p| row_lock(&p)),
        result_kb: f.u64("result_kb"),
    }
}

fn row_lock(p: &Place<'_>) -> RowLock {
    let f = p.fields(&["rows", "hot_rows", "hot_share", "kind"]);
    RowLock {
        rows: f.need("rows").u32(),
        hot_rows: f.u32_or("hot_rows", 0),
        hot_share: f.f64_or("hot_share", 0.0),
        kind: f.get("kind").and_then(|p| p.choice(&KINDS)),
    }
}

pub(super) fn change(p: &Place<'_>) -> Change {
    let f = p.fields(&["at_us", "variable", "value"]);
    Change {
        at_us: f.need("at_us").u64(),
        variable: f.need("variable").text(),
        value: f.need("value").value().clone(),
    }
}

// An object with exactly one of these names, and what stands under it.
fn one_of<'a>(p: &'a Place<'a>, names: &[&'static str]) -> Option<(&'static str, Place<'a>)> {
    let f = p.fields(names);
    let mut given = names
        .iter()
        .filter_map(|name| Some((*name, f.given(name)?)));
    match (given.next(), given.next()) {
        (Some(only), None) => Some(only),
        _ => {
            if p.is_object() {
                p.fail(&format!("exactly one of {}", names.join(", ")));
            }
            None
        }
    }
}

pub(super) fn span(p: &Place<'_>) -> Span {
    if !p.is_object() {
        if p.value().as_f64().is_none() {
            p.fail("a number of microseconds, or an object such as {\"exponential\": {\"mean_us\": 1000}}");
            return Span::Us(Micros::default());
        }
        return Span::Us(p.micros());
    }
    let names = ["exponential", "lognormal", "bimodal", "erlang", "uniform"];
    let Some((name, p)) = one_of(p, &names) else {
        return Span::Us(Micros::default());
    };
    Span::Random(match name {
        "lognormal" => {
            let f = p.fields(&["median_us", "sigma"]);
            RandomSpan::Lognormal {
                median_us: f.need("median_us").micros(),
                sigma: f.need("sigma").f64(),
            }
        }
        "bimodal" => {
            let f = p.fields(&["p_long", "short_us", "long_us"]);
            RandomSpan::Bimodal {
                p_long: f.need("p_long").f64(),
                short_us: f.need("short_us").micros(),
                long_us: f.need("long_us").micros(),
            }
        }
        "erlang" => {
            let f = p.fields(&["k", "mean_us"]);
            RandomSpan::Erlang {
                k: f.need("k").u32(),
                mean_us: f.need("mean_us").micros(),
            }
        }
        "uniform" => {
            let f = p.fields(&["min_us", "max_us"]);
            RandomSpan::Uniform {
                min_us: f.need("min_us").micros(),
                max_us: f.need("max_us").micros(),
            }
        }
        _ => RandomSpan::Exponential {
            mean_us: p.fields(&["mean_us"]).need("mean_us").micros(),
        },
    })
}

fn arrivals(p: &Place<'_>) -> Arrivals {
    let names = ["batch", "spread", "open", "closed", "bursts"];
    let Some((name, p)) = one_of(p, &names) else {
        return Arrivals::Batch { at_us: 0 };
    };
    match name {
        "spread" => {
            let f = p.fields(&["at_us", "gap_us"]);
            Arrivals::Spread {
                at_us: f.need("at_us").u64(),
                gap_us: f.need("gap_us").u64(),
            }
        }
        "open" => {
            let f = p.fields(&["between", "from_us", "count"]);
            Arrivals::Open {
                between: span(&f.need("between")),
                from_us: f.u64_or("from_us", 0),
                count: f.u64("count"),
            }
        }
        "closed" => {
            let f = p.fields(&["think", "from_us", "ask_first", "count"]);
            Arrivals::Closed {
                think: span(&f.need("think")),
                from_us: f.u64_or("from_us", 0),
                ask_first: f.bool_or_false("ask_first"),
                count: f.u64("count"),
            }
        }
        "bursts" => {
            let f = p.fields(&["every", "from_us", "size", "count"]);
            Arrivals::Bursts {
                every: span(&f.need("every")),
                from_us: f.u64_or("from_us", 0),
                size: f.get("size").map(|p| p.u32()),
                count: f.u64("count"),
            }
        }
        _ => Arrivals::Batch {
            at_us: p.fields(&["at_us"]).need("at_us").u64(),
        },
    }
}
