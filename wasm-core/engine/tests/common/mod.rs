//! Scenarios in a few words, and what is read off their runs. Times are microseconds unless a name
//! says otherwise.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "shared by several test crates, each of which uses a part; a wrong test may fail loudly"
)]

use poolscope_engine::event::{Event, EventKind};
use poolscope_engine::instruments::{Cell, Instruments};
use poolscope_engine::life::Life;
use poolscope_engine::reason::{RefuseReason, Trigger};
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay};
use serde_json::{Value, json};

/// Microseconds in a millisecond and in a second.
pub const MS: u64 = 1_000;
pub const S: u64 = 1_000_000;

/// A scenario under construction. It begins in the ideal world of the rules: every latency is 0,
/// cores are unlimited, one group, the first tick at 100 ms.
#[derive(Clone, Debug)]
pub struct Case(pub Value);

/// A server in the ideal world.
pub fn case(scheduler: &str, version: &str) -> Case {
    let mut server = json!({"scheduler": scheduler, "version": version});
    let mut start = json!({});
    if ["mariadb", "percona", "oracle"].contains(&scheduler) {
        server["thread_pool_size"] = json!(1);
    }
    if ["mariadb", "percona"].contains(&scheduler) {
        start["first_tick_us"] = json!(100 * MS);
    }
    Case(json!({
        "server": server,
        "machine": {"cores": null, "poll_wake_us": 0, "thread_wake_us": 0, "thread_create_us": 0, "timer_round_us": 0, "hand_over_us": 0},
        "start": start,
        "until_us": 60 * S,
        "connections": [], "requests": [], "loops": [], "clients": [], "changes": [],
    }))
}

/// MariaDB with the rules up to 10.4.
pub fn m4() -> Case {
    case("mariadb", "10.4")
}

/// MariaDB with the rules from 10.5 on.
pub fn m5() -> Case {
    case("mariadb", "10.11")
}

/// Percona Server 5.6.
pub fn p5() -> Case {
    case("percona", "5.6")
}

/// Percona Server 8.0.
pub fn p8() -> Case {
    case("percona", "8.0")
}

/// Oracle's plugin, the classic rules.
pub fn o8() -> Case {
    case("oracle", "8.0.30")
}

/// Oracle's plugin, the rules of 2026.
pub fn o9() -> Case {
    case("oracle", "9.7")
}

/// One thread per connection.
pub fn own() -> Case {
    case("one-thread-per-connection", "any")
}

/// The first pool, of MySQL 6.0, with so many workers.
pub fn v6(workers: u64) -> Case {
    case("mysql-6.0", "6.0").size(workers)
}

/// MariaDB on Windows on so many cores.
pub fn windows(cores: u32) -> Case {
    case("mariadb-windows", "10.11").machine("cores", cores)
}

/// Both pools.
pub fn pools() -> [Case; 2] {
    [m5(), p8()]
}

pub fn cpu(us: u64) -> Value {
    json!({"cpu_us": us})
}

pub fn wait(us: u64) -> Value {
    json!({"wait_us": us})
}

pub fn lock(name: &str) -> Value {
    json!({"lock": name})
}

pub fn unlock(name: &str) -> Value {
    json!({"unlock": name})
}

pub fn begin() -> Value {
    json!({"begin": true})
}

pub fn commit() -> Value {
    json!({"commit": true})
}

impl Case {
    /// Sets a server variable by its field.
    pub fn set(mut self, field: &str, value: impl Into<Value>) -> Case {
        self.0["server"][field] = value.into();
        self
    }

    pub fn oversubscribe(self, n: u64) -> Case {
        self.set("thread_pool_oversubscribe", n)
    }

    pub fn max_threads(self, n: u64) -> Case {
        self.set("thread_pool_max_threads", n)
    }

    pub fn size(self, n: u64) -> Case {
        self.set("thread_pool_size", n)
    }

    pub fn stall_ms(self, n: u64) -> Case {
        self.set("thread_pool_stall_limit_ms", n)
    }

    pub fn first_tick(self, at_us: u64) -> Case {
        self.start("first_tick_us", at_us)
    }

    /// Sets a field of the start.
    pub fn start(mut self, field: &str, value: impl Into<Value>) -> Case {
        self.0["start"][field] = value.into();
        self
    }

    /// Sets a field of the machine.
    pub fn machine(mut self, field: &str, value: impl Into<Value>) -> Case {
        self.0["machine"][field] = value.into();
        self
    }

    /// Sets a field at the top.
    pub fn top(mut self, field: &str, value: impl Into<Value>) -> Case {
        self.0[field] = value.into();
        self
    }

    pub fn until(self, us: u64) -> Case {
        self.top("until_us", us)
    }

    /// Adds to one of the lists.
    pub fn push(mut self, list: &str, value: Value) -> Case {
        self.0[list].as_array_mut().unwrap().push(value);
        self
    }

    /// Connections that have not logged in yet.
    pub fn new_connections(mut self, ids: impl IntoIterator<Item = u64>) -> Case {
        for id in ids {
            self = self.push("connections", json!({"id": id, "new": true}));
        }
        self
    }

    /// One request.
    pub fn ask(self, connection: u64, at_us: u64, name: &str, steps: &[Value]) -> Case {
        self.push(
            "requests",
            json!({"connection": connection, "at_us": at_us, "name": name, "steps": steps}),
        )
    }

    /// One request each at the same instant: one poll batch. Requests are named after their connection.
    pub fn batch(
        mut self,
        ids: impl IntoIterator<Item = u64>,
        at_us: u64,
        steps: &[Value],
    ) -> Case {
        for id in ids {
            self = self.ask(id, at_us, &id.to_string(), steps);
        }
        self
    }

    /// One request each, `gap_us` apart.
    pub fn spread(
        mut self,
        ids: impl IntoIterator<Item = u64>,
        at_us: u64,
        gap_us: u64,
        steps: &[Value],
    ) -> Case {
        for (i, id) in (0..).zip(ids) {
            self = self.ask(id, at_us + i * gap_us, &id.to_string(), steps);
        }
        self
    }

    /// A closed loop of one statement.
    pub fn repeat(
        self,
        connection: u64,
        at_us: u64,
        think_us: u64,
        count: u64,
        (name, steps): (&str, &[Value]),
    ) -> Case {
        self.push(
            "loops",
            json!({"connection": connection, "at_us": at_us, "think_us": think_us, "count": count,
                   "statements": [{"name": name, "steps": steps}]}),
        )
    }

    /// Several statements in order on one connection.
    pub fn sequence(
        self,
        connection: u64,
        at_us: u64,
        think_us: u64,
        statements: &[(&str, &[Value])],
    ) -> Case {
        let statements: Vec<Value> = statements
            .iter()
            .map(|(name, steps)| json!({"name": name, "steps": steps}))
            .collect();
        self.push(
            "loops",
            json!({"connection": connection, "at_us": at_us, "think_us": think_us, "statements": statements}),
        )
    }

    /// `SET GLOBAL`.
    pub fn change(self, at_us: u64, variable: &str, value: impl Into<Value>) -> Case {
        self.push(
            "changes",
            json!({"at_us": at_us, "variable": variable, "value": value.into()}),
        )
    }

    pub fn scenario(&self) -> Scenario {
        Scenario::from_json(&self.0.to_string())
            .unwrap_or_else(|problems| panic!("{problems}\n{}", self.0))
    }

    /// The run, complete, to be looked at at any time.
    pub fn replay(&self) -> Replay {
        let mut replay = Replay::new(self.scenario(), Detail::Full);
        while !replay.advance(1_000_000) {}
        replay
    }

    pub fn run(&self) -> Run {
        Run(self.replay().outcome().unwrap())
    }

    /// The server's instruments at a time.
    pub fn instruments(&self, at_us: u64) -> Instruments {
        self.replay().instruments(at_us * 1_000)
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Run(pub Outcome);

fn us(ns: u64) -> u64 {
    assert_eq!(ns % 1_000, 0, "{ns} ns is no whole microsecond");
    ns / 1_000
}

impl Run {
    /// The request of this name.
    pub fn life(&self, name: &str) -> &Life {
        self.0
            .lives
            .iter()
            .find(|l| l.name == name)
            .unwrap_or_else(|| panic!("there is no request {name}"))
    }

    pub fn start(&self, name: &str) -> Option<u64> {
        self.life(name).start_ns.map(us)
    }

    pub fn end(&self, name: &str) -> Option<u64> {
        self.life(name).end_ns.map(us)
    }

    /// From arrival to start.
    pub fn waited(&self, name: &str) -> Option<u64> {
        let life = self.life(name);
        life.start_ns.map(|start| us(start - life.arrive_ns))
    }

    /// Starts in milliseconds, in order of arrival; -1 for what never started.
    pub fn starts_ms(&self) -> Vec<f64> {
        self.0
            .lives
            .iter()
            .map(|l| l.start_ns.map_or(-1.0, |t| t as f64 / 1e6))
            .collect()
    }

    /// Ends in milliseconds, in order of arrival; -1 for what never ended.
    pub fn ends_ms(&self) -> Vec<f64> {
        self.0
            .lives
            .iter()
            .map(|l| l.end_ns.map_or(-1.0, |t| t as f64 / 1e6))
            .collect()
    }

    /// Times (us) of the events for which `wanted` holds.
    pub fn times(&self, wanted: impl Fn(&EventKind) -> bool) -> Vec<u64> {
        self.events(wanted).iter().map(|e| us(e.at_ns)).collect()
    }

    pub fn events(&self, wanted: impl Fn(&EventKind) -> bool) -> Vec<&Event> {
        self.0.events.iter().filter(|e| wanted(&e.kind)).collect()
    }

    pub fn creations(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadCreated { .. }))
    }

    pub fn creations_in(&self, of: u32) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadCreated { group, .. } if *group == Some(of)))
    }

    pub fn created_by(&self, by: Trigger) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadCreated { trigger, .. } if *trigger == by))
    }

    pub fn wakes(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadWoken { .. }))
    }

    pub fn exits(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadExited { .. }))
    }

    pub fn messages(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::PoolBlockedMessage { .. }))
    }

    pub fn stalls(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::GroupStalled { .. }))
    }

    pub fn ticks(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::TimerTick { .. }))
    }

    pub fn refusals(&self, wanted: impl Fn(&RefuseReason) -> bool) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadRefused { why, .. } if wanted(why)))
    }

    /// Most threads of a group.
    pub fn threads(&self, group: usize) -> u32 {
        self.0.metrics.groups[group].threads_peak
    }

    /// Most requests begun and not ended in a group.
    pub fn running(&self, group: usize) -> u32 {
        self.0.metrics.groups[group].running_peak
    }
}

/// The cell of a table, by column and row.
pub fn cell(instruments: &Instruments, table: &str, column: &str, row: usize) -> Cell {
    let table = instruments.tables.iter().find(|t| t.name == table).unwrap();
    let column = table.columns.iter().position(|c| c == column).unwrap();
    table.rows[row][column].clone()
}

/// The number in a cell.
pub fn number(instruments: &Instruments, table: &str, column: &str, row: usize) -> u64 {
    match cell(instruments, table, column, row) {
        Cell::Number(n) => n,
        other => panic!("{other:?} is no number"),
    }
}

/// A status variable.
pub fn status(instruments: &Instruments, name: &str) -> u64 {
    instruments
        .status
        .iter()
        .find(|(n, _)| n == name)
        .unwrap()
        .1
}
