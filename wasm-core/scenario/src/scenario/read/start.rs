//! Reads the state that a run goes on from.

use super::place::{Fields, Place};
use super::workload::{KINDS, span, step};
use crate::reason::Lane;
use crate::scenario::span::Micros;
use crate::scenario::start::{
    Due, StartClients, StartConnection, StartCores, StartCpu, StartGroup, StartQueued,
    StartRequest, StartState, StartThread, ThreadDoes,
};

const DOES: [(&str, ThreadDoes); 11] = [
    ("standby", ThreadDoes::Standby),
    ("listener", ThreadDoes::Listener),
    ("creating", ThreadDoes::Creating),
    ("waking", ThreadDoes::Waking),
    ("reading", ThreadDoes::Reading),
    ("cached", ThreadDoes::Cached),
    ("cpu", ThreadDoes::Cpu),
    ("wait", ThreadDoes::Wait),
    ("lock", ThreadDoes::Lock),
    ("row_lock", ThreadDoes::RowLock),
    ("unreported", ThreadDoes::Unreported),
];

fn time(f: &Fields<'_>, name: &str) -> Option<Micros> {
    f.get(name).map(|p| p.micros())
}

fn number(f: &Fields<'_>, name: &str) -> Option<u32> {
    f.get(name).map(|p| p.u32())
}

fn words(f: &Fields<'_>, name: &str) -> Option<[u32; 4]> {
    let p = f.get(name)?;
    let words = f.list(name, |p| p.u32());
    let state = <[u32; 4]>::try_from(words).unwrap_or_default();
    if state == [0; 4] {
        p.fail("four whole numbers below 4294967296, not all of them 0");
        return None;
    }
    Some(state)
}

pub(super) fn state(p: &Place<'_>) -> StartState {
    let f = p.fields(&[
        "at_us",
        "next_tick_us",
        "last_tick_us",
        "unknown_left_us",
        "groups",
        "threads",
        "connections",
        "clients",
        "blocked_since_us",
        "blocked_told",
        "cores",
        "same_instant",
    ]);
    StartState {
        at_us: f.need("at_us").micros(),
        next_tick_us: time(&f, "next_tick_us"),
        last_tick_us: time(&f, "last_tick_us"),
        unknown_left_us: f.get("unknown_left_us").map(|p| span(&p)),
        groups: f.list("groups", group),
        threads: f.list("threads", thread),
        connections: f.list("connections", connection),
        clients: f.list("clients", clients),
        blocked_since_us: time(&f, "blocked_since_us"),
        blocked_told: f.bool_or_false("blocked_told"),
        cores: f.get("cores").map(|p| cores(&p)),
        same_instant: f.list("same_instant", due),
    }
}

fn group(p: &Place<'_>) -> StartGroup {
    let f = p.fields(&[
        "group_id",
        "threads",
        "high",
        "low",
        "unpolled",
        "is_stalled",
        "last_thread_creation_us",
        "io_event_count",
        "queue_event_count",
    ]);
    StartGroup {
        group_id: f.need("group_id").u32(),
        threads: f.list("threads", thread),
        high: f.list("high", queued),
        low: f.list("low", queued),
        unpolled: f.list("unpolled", queued),
        is_stalled: f.bool_or_false("is_stalled"),
        last_thread_creation_us: time(&f, "last_thread_creation_us"),
        io_event_count: f.u32_or("io_event_count", 0),
        queue_event_count: f.u32_or("queue_event_count", 0),
    }
}

fn thread(p: &Place<'_>) -> StartThread {
    let f = p.fields(&[
        "does",
        "connection",
        "since_us",
        "left_us",
        "until_us",
        "runs_us",
        "kind",
        "lock",
        "row",
        "ahead",
        "extra",
    ]);
    StartThread {
        does: f.need("does").choice(&DOES).unwrap_or_default(),
        connection: f.u64("connection"),
        since_us: time(&f, "since_us"),
        left_us: f.get("left_us").map(|p| span(&p)),
        until_us: time(&f, "until_us"),
        runs_us: time(&f, "runs_us"),
        kind: f.get("kind").and_then(|p| p.choice(&KINDS)),
        lock: f.get("lock").map(|p| p.text()),
        row: number(&f, "row"),
        ahead: number(&f, "ahead"),
        extra: f.bool_or_false("extra"),
    }
}

fn queued(p: &Place<'_>) -> StartQueued {
    let f = p.fields(&["connection", "since_us", "stamp_us"]);
    StartQueued {
        connection: f.u64("connection"),
        since_us: time(&f, "since_us"),
        stamp_us: time(&f, "stamp_us"),
    }
}

fn connection(p: &Place<'_>) -> StartConnection {
    let f = p.fields(&[
        "id",
        "group_id",
        "request",
        "behind",
        "since_us",
        "in_transaction",
        "holds_locks",
        "locks",
        "rows",
        "new",
        "login",
        "killed",
        "query_killed",
        "closed",
        "priority",
        "high_prio_tickets",
        "idle_until_us",
        "resumes_us",
        "next_statement_us",
        "statements_sent",
        "rng",
        "rng_think",
    ]);
    let lanes = [("high", Lane::High), ("low", Lane::Low)];
    StartConnection {
        id: f.need("id").u64(),
        group_id: number(&f, "group_id"),
        request: f.get("request").map(|p| request(&p)),
        behind: f.list("behind", request),
        since_us: time(&f, "since_us"),
        in_transaction: f.get("in_transaction").map(|p| p.bool()),
        holds_locks: f.get("holds_locks").map(|p| p.bool()),
        locks: f.list("locks", |p| p.text()),
        rows: f.list("rows", |p| p.u32()),
        new: f.bool_or_false("new"),
        login: f.bool_or_false("login"),
        killed: f.bool_or_false("killed"),
        query_killed: f.bool_or_false("query_killed"),
        closed: f.bool_or_false("closed"),
        priority: f.get("priority").and_then(|p| p.choice(&lanes)),
        high_prio_tickets: f.u64("high_prio_tickets"),
        idle_until_us: time(&f, "idle_until_us"),
        resumes_us: time(&f, "resumes_us"),
        next_statement_us: time(&f, "next_statement_us"),
        statements_sent: f.u64_or("statements_sent", 0),
        rng: words(&f, "rng"),
        rng_think: words(&f, "rng_think"),
    }
}

fn request(p: &Place<'_>) -> StartRequest {
    let f = p.fields(&[
        "name",
        "sent_us",
        "begun_us",
        "steps",
        "holds_locks",
        "driven",
        "serial",
    ]);
    StartRequest {
        name: f.text("name"),
        sent_us: time(&f, "sent_us"),
        begun_us: time(&f, "begun_us"),
        steps: f.list("steps", step),
        holds_locks: f.get("holds_locks").map(|p| p.bool()),
        driven: f.get("driven").map(|p| p.bool()),
        serial: f.u32_or("serial", 0),
    }
}

fn clients(p: &Place<'_>) -> StartClients {
    let f = p.fields(&[
        "clients",
        "next_us",
        "statements_sent",
        "free",
        "backlog",
        "rng",
    ]);
    StartClients {
        clients: f.need("clients").u32(),
        next_us: time(&f, "next_us"),
        statements_sent: f.u64_or("statements_sent", 0),
        free: f.get("free").map(|_| f.list("free", |p| p.u64())),
        backlog: f.list("backlog", request),
        rng: words(&f, "rng"),
    }
}

fn cores(p: &Place<'_>) -> StartCores {
    let f = p.fields(&["counted_us", "running"]);
    StartCores {
        counted_us: f.need("counted_us").micros(),
        running: f.list("running", |p| {
            let f = p.fields(&["connection", "left_ns_1024ths"]);
            StartCpu {
                connection: f.need("connection").u64(),
                left_ns_1024ths: f.need("left_ns_1024ths").u64(),
            }
        }),
    }
}

fn due(p: &Place<'_>) -> Due {
    Due::named(&p.text()).unwrap_or_else(|| {
        p.fail("tick, cores, or one of thread, request, change, kill, clients, statement and resume with a number");
        Due::Tick
    })
}
