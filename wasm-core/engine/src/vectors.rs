//! `pool-vectors/1`: test runs of the scheduling rules with their exact outcome, in microseconds.
//!
//! Vectors test the logic alone: all latencies are zero and cores are unlimited. At time 0 every group has
//! its listener; requests of the same instant form one poll batch, in file order.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::event::EventKind;
use crate::ids::NS_PER_US;
use crate::reason::WaitKind;
use crate::scenario::{Problem, Problems, Scenario};
use crate::sim::{Detail, Outcome, Sim};

/// A file of vectors.
#[derive(Clone, Debug, Deserialize)]
pub struct VectorFile {
    /// `pool-vectors/1`.
    pub format: String,
    /// The runs.
    pub vectors: Vec<Vector>,
}

/// One run and its outcome.
#[derive(Clone, Debug, Deserialize)]
pub struct Vector {
    /// Name.
    pub id: String,
    server: Value,
    #[serde(default)]
    initial: Map<String, Value>,
    until_us: u64,
    #[serde(default)]
    connections: Vec<Value>,
    #[serde(default)]
    requests: Vec<Value>,
    #[serde(default)]
    loops: Vec<Value>,
    watch: Option<Vec<u64>>,
    expect: Expect,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct Expect {
    completed: u64,
    requests: Vec<Expected>,
    threads_peak: Vec<u64>,
    threads_end: Vec<u64>,
    running_peak: Vec<u64>,
    // Whole numbers, some of them written with a decimal point.
    creations_us: Vec<f64>,
    exits_us: Vec<f64>,
    blocked_messages_us: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Expected {
    connection: u64,
    name: String,
    arrive_us: f64,
    start_us: f64,
    end_us: f64,
}

/// A figure that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the vector.
    pub vector: String,
    /// Name of the figure.
    pub figure: String,
    /// The value in the file.
    pub expected: String,
    /// The value of the run.
    pub got: String,
}

fn not_read(error: &serde_json::Error) -> Problem {
    let (allowed, what) = if error.is_data() {
        ("pool-vectors/1", "no pool-vectors/1")
    } else {
        ("JSON", "not JSON")
    };
    Problem {
        path: format!("line {}, column {}", error.line(), error.column()),
        value: String::new(),
        allowed: allowed.to_owned(),
        message: format!("{what}: {error}"),
    }
}

impl VectorFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The first violation of `pool-vectors/1`, with its line.
    pub fn from_json(text: &str) -> Result<VectorFile, Problems> {
        let file: VectorFile =
            serde_json::from_str(text).map_err(|e| Problems::one(not_read(&e)))?;
        if file.format != "pool-vectors/1" {
            return Err(Problems::one(Problem::new(
                "format",
                &file.format,
                "pool-vectors/1",
            )));
        }
        Ok(file)
    }
}

impl Vector {
    /// The run as a scenario.
    ///
    /// # Errors
    /// What the scenario's checks find.
    pub fn scenario(&self) -> Result<Scenario, Problems> {
        let mut server = self.server.clone();
        if let Some(map) = server.as_object_mut() {
            // The file lists it for every version, but only newer versions have it.
            if map.get("thread_pool_dedicated_listener") == Some(&Value::Bool(false)) {
                map.remove("thread_pool_dedicated_listener");
            }
        }
        let file = json!({
            "title": self.id,
            "server": server,
            "machine": {
                "poll_wake_us": 0, "thread_wake_us": 0, "thread_create_us": 0, "timer_round_us": 0, "hand_over_us": 0,
            },
            "start": self.initial,
            "until_us": self.until_us,
            "budget": { "steps": 50_000_000, "record_mb": 1_024 },
            "connections": self.connections,
            "requests": self.requests,
            "loops": self.loops,
        });
        let mut scenario = Scenario::from_value(&file.into())?;
        let statements = scenario.loops.iter_mut().flat_map(|l| &mut l.statements);
        let of_loops = statements.flat_map(|statement| &mut statement.steps);
        let of_requests = scenario.requests.iter_mut().flat_map(|r| &mut r.steps);
        // A wait in the vectors lasts as long as it says, however short: the limit of SLEEP() does not apply.
        for step in of_loops.chain(of_requests).filter(|s| s.wait_us.is_some()) {
            step.kind = Some(WaitKind::Unknown);
        }
        Ok(scenario)
    }

    /// Runs it and compares every figure.
    ///
    /// # Errors
    /// What the scenario's checks find.
    pub fn check(&self) -> Result<Vec<Difference>, Problems> {
        let scenario = self.scenario()?;
        let mut sim = Sim::new(&scenario, Detail::Full);
        while !sim.run(self.until_us * NS_PER_US, 1_000_000) {}
        let Some(outcome) = sim.outcome(&scenario) else {
            return Ok(Vec::new());
        };
        Ok(self.compare(&self.figures(&outcome)))
    }

    fn figures(&self, outcome: &Outcome) -> Expect {
        let us = |ns: u64| ns as f64 / NS_PER_US as f64;
        let mut got = Expect::default();
        for life in &outcome.lives {
            let (Some(start), Some(end)) = (life.start_ns, life.end_ns) else {
                continue;
            };
            if self
                .watch
                .as_ref()
                .is_some_and(|w| !w.contains(&life.connection.0))
            {
                continue;
            }
            got.completed += 1;
            got.requests.push(Expected {
                connection: life.connection.0,
                name: life.name.clone(),
                arrive_us: us(life.arrive_ns),
                start_us: us(start),
                end_us: us(end),
            });
        }
        for group in outcome.metrics.groups.iter().take(4) {
            got.threads_peak.push(group.threads_peak.into());
            got.threads_end.push(group.threads_end.into());
            got.running_peak.push(group.running_peak.into());
        }
        for event in &outcome.events {
            let at_us = us(event.at_ns);
            if matches!(event.kind, EventKind::ThreadCreated { .. }) && event.at_ns > 0 {
                got.creations_us.push(at_us);
            } else if matches!(event.kind, EventKind::ThreadExited { .. }) {
                got.exits_us.push(at_us);
            } else if matches!(event.kind, EventKind::PoolBlockedMessage { .. }) {
                got.blocked_messages_us.push(at_us);
            }
        }
        got
    }

    fn compare(&self, got: &Expect) -> Vec<Difference> {
        let want = &self.expect;
        let mut all = Vec::new();
        let mut differ = |figure: String, expected: String, got: String| {
            if expected != got {
                all.push(Difference {
                    vector: self.id.clone(),
                    figure,
                    expected,
                    got,
                });
            }
        };
        differ(
            "completed".into(),
            want.completed.to_string(),
            got.completed.to_string(),
        );
        let line = |r: Option<&Expected>| {
            r.map_or_else(
                || "none".to_owned(),
                |r| {
                    format!(
                        "{} {}: {} {} {}",
                        r.connection, r.name, r.arrive_us, r.start_us, r.end_us
                    )
                },
            )
        };
        let (wanted, given) = (sorted(&want.requests), sorted(&got.requests));
        for i in 0..wanted.len().max(given.len()) {
            differ(
                format!("requests[{i}]"),
                line(wanted.get(i).copied()),
                line(given.get(i).copied()),
            );
        }
        for (name, want, got) in [
            ("threads_peak", &want.threads_peak, &got.threads_peak),
            ("threads_end", &want.threads_end, &got.threads_end),
            ("running_peak", &want.running_peak, &got.running_peak),
        ] {
            differ(name.into(), format!("{want:?}"), format!("{got:?}"));
        }
        for (name, want, got) in [
            ("creations_us", &want.creations_us, &got.creations_us),
            ("exits_us", &want.exits_us, &got.exits_us),
            (
                "blocked_messages_us",
                &want.blocked_messages_us,
                &got.blocked_messages_us,
            ),
        ] {
            differ(name.into(), format!("{want:?}"), format!("{got:?}"));
        }
        all
    }
}

// Sorted by arrival, connection and name, because the file's order of equal arrivals has no meaning.
fn sorted(requests: &[Expected]) -> Vec<&Expected> {
    let mut all: Vec<&Expected> = requests.iter().collect();
    all.sort_by(|a, b| {
        let time = a.arrive_us.total_cmp(&b.arrive_us);
        time.then(a.connection.cmp(&b.connection))
            .then(a.name.cmp(&b.name))
    });
    all
}
