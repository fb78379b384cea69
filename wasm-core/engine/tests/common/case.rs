//! Builds scenarios and their steps.

use poolscope_engine::instruments::Instruments;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};
use serde_json::{Value, json};

use super::Run;

/// A scenario being built. It starts in the ideal world of the rules: all latencies are 0, cores are
/// unlimited, one group, the first tick at 100 ms.
#[derive(Clone, Debug)]
pub struct Case(pub Value);

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

/// The run to its end, or as far as the budget allows.
pub fn whole(scenario: Scenario) -> Replay {
    let mut replay = Replay::new(scenario, Detail::Full);
    while !replay.advance(1_000_000) {}
    replay
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

    /// Sets a top-level field.
    pub fn top(mut self, field: &str, value: impl Into<Value>) -> Case {
        self.0[field] = value.into();
        self
    }

    pub fn until(self, us: u64) -> Case {
        self.top("until_us", us)
    }

    /// Appends to one of the lists.
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

    /// One request per connection, all at the same instant: one poll batch. Requests are named after their
    /// connection.
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

    /// One request per connection, `gap_us` apart.
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

    /// The complete run, to look at any moment of it.
    pub fn replay(&self) -> Replay {
        whole(self.scenario())
    }

    pub fn run(&self) -> Run {
        Run(self.replay().outcome().unwrap())
    }

    /// The server's instruments at a time.
    pub fn instruments(&self, at_us: u64) -> Instruments {
        self.replay().instruments(at_us * 1_000)
    }
}
