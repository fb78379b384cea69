//! Reads a benchmark file (`poolscope-benchmark/1`) and a fit file (`poolscope-fit/1`).

use poolscope_curves::{Case, System};
use poolscope_engine::json::{self, Value};
use poolscope_engine::scenario::Problems;
use poolscope_engine::scenario::read::{Cursor, Field, collect};

/// Published points.
pub struct Benchmark {
    pub id: String,
    pub curves: Vec<Curve>,
    /// The known values of each machine and workload, before fitting.
    pub machines: Vec<Machine>,
    pub workloads: Vec<Workload>,
    /// Curve and client count of the points that the model can't explain.
    pub not_explained: Vec<(String, u32)>,
}

/// One curve.
pub struct Curve {
    pub id: String,
    pub machine: String,
    pub workload: String,
    pub system: System,
    pub points: Vec<(u32, f64)>,
}

/// A machine of the benchmark.
pub struct Machine {
    pub name: String,
    pub cores: u32,
    pub windows: bool,
}

/// A workload of the benchmark.
pub struct Workload {
    pub name: String,
    pub statements: u32,
    pub open_transactions: bool,
    /// A transaction scans the list of open ones once, with the machine's time.
    pub one_scan: bool,
}

/// Fitted cases.
pub struct Fit {
    pub benchmark: String,
    pub cases: Vec<Case>,
    /// The client counts that were held out, and the fit without them.
    pub held_out: Option<(Vec<u32>, Vec<Case>)>,
}

fn read<T>(path: &str, read: impl FnOnce(&Cursor<'_>) -> T) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    parse(&text, read).map_err(|problems| {
        let text = problems.to_string();
        let lines = text.lines().map(|line| format!("{path}: {line}"));
        lines.collect::<Vec<_>>().join("\n")
    })
}

fn parse<T>(text: &str, read: impl FnOnce(&Cursor<'_>) -> T) -> Result<T, Problems> {
    let value = json::parse(text, json::read_float)?;
    collect(&value, read)
}

impl Benchmark {
    pub fn from_file(path: &str) -> Result<Benchmark, String> {
        let benchmark = read(path, Benchmark::read)?;
        if benchmark.curves.is_empty() || benchmark.machines.is_empty() {
            return Err(format!(
                "{path}: model: missing; to fit or simulate a benchmark, its file must have curves and describe its machines and workloads"
            ));
        }
        Ok(benchmark)
    }

    /// Reads a benchmark file that is known to be valid.
    pub fn from_text(text: &str) -> Result<Benchmark, String> {
        parse(text, Benchmark::read).map_err(|problems| problems.to_string())
    }

    fn read(cursor: &Cursor<'_>) -> Benchmark {
        let f = cursor.fields(&[
            "format",
            "id",
            "title",
            "source",
            "licence",
            "exact",
            "settings",
            "x",
            "y",
            "curves",
            "notes",
            "not_explained",
            "model",
            "$schema",
        ]);
        f.need("format").word(&["poolscope-benchmark/1"]);
        let model = f.get("model");
        let model = model.as_ref();
        let model = model.map(|m| m.fields(&["machines", "workloads"]));
        let part = |name: &'static str| model.as_ref()?.get(name);
        Benchmark {
            id: f.need("id").text(),
            curves: f.list("curves", curve).into_iter().flatten().collect(),
            machines: members(part("machines"), machine),
            workloads: members(part("workloads"), workload),
            not_explained: f.list("not_explained", |p| {
                let f = p.fields(&["curve", "clients", "why"]);
                (f.need("curve").text(), u32::of(&f, "clients", u32::ANY))
            }),
        }
    }

    /// The workload of a curve.
    pub fn pairs<'a>(
        &'a self,
        machine: &'a str,
    ) -> impl Iterator<Item = (&'a Workload, Vec<&'a Curve>)> {
        self.workloads.iter().filter_map(move |w| {
            let of = |c: &&Curve| c.machine == machine && c.workload == w.name;
            let curves: Vec<&Curve> = self.curves.iter().filter(of).collect();
            (!curves.is_empty()).then_some((w, curves))
        })
    }
}

// The members of an object, with their names.
fn members<T>(cursor: Option<Cursor<'_>>, read: fn(&str, &Cursor<'_>) -> T) -> Vec<T> {
    let Some(cursor) = cursor else {
        return Vec::new();
    };
    let map = cursor.value().as_object().into_iter();
    let names: Vec<&str> = map
        .flat_map(|map| map.iter().map(|(name, _)| name.as_str()))
        .collect();
    let f = cursor.fields(&names);
    names.iter().map(|name| read(name, &f.need(name))).collect()
}

fn machine(name: &str, cursor: &Cursor<'_>) -> Machine {
    let f = cursor.fields(&["cores", "windows"]);
    Machine {
        name: name.to_owned(),
        cores: u32::of(&f, "cores", (1, 512)),
        windows: f.bool_or_false("windows"),
    }
}

fn workload(name: &str, cursor: &Cursor<'_>) -> Workload {
    let f = cursor.fields(&["statements", "open_transactions", "one_scan"]);
    Workload {
        name: name.to_owned(),
        statements: u32::of(&f, "statements", (1, 512)),
        open_transactions: f.bool_or_false("open_transactions"),
        one_scan: f.bool_or_false("one_scan"),
    }
}

// None for a system that the model does not have.
fn curve(cursor: &Cursor<'_>) -> Option<Curve> {
    let f = cursor.fields(&[
        "id", "label", "machine", "workload", "system", "server", "points", "more",
    ]);
    let (id, system) = (f.need("id").text(), f.need("system").text());
    let (machine, workload) = (f.need("machine").text(), f.need("workload").text());
    let points = f.list("points", |p| {
        let pair = p.value().as_array().unwrap_or_default();
        let clients = pair
            .first()
            .and_then(Value::as_u64)
            .filter(|n| (1..=65_536).contains(n));
        let found = pair.get(1).and_then(Value::as_f64).filter(|y| *y > 0.0);
        match (clients, found, pair.len()) {
            (Some(clients), Some(found), 2) => (clients as u32, found),
            _ => {
                p.fail(
                    "[clients, throughput]: a whole number from 1 to 65536, and a number above 0",
                );
                (1, 1.0)
            }
        }
    });
    Some(Curve {
        id,
        machine,
        workload,
        system: System::named(&system).ok()?,
        points,
    })
}

impl Fit {
    pub fn from_file(path: &str) -> Result<Fit, String> {
        read(path, Fit::read)
    }

    /// Reads a fit file that is known to be valid.
    pub fn from_text(text: &str) -> Result<Fit, String> {
        parse(text, Fit::read).map_err(|problems| problems.to_string())
    }

    fn read(cursor: &Cursor<'_>) -> Fit {
        let f = cursor.fields(&[
            "format",
            "benchmark",
            "command",
            "seed",
            "cases",
            "held_out",
            "loss",
        ]);
        f.need("format").word(&["poolscope-fit/1"]);
        Fit {
            benchmark: f.need("benchmark").text(),
            cases: f.list("cases", Case::read),
            held_out: f.get("held_out").map(|p| {
                let held = p.fields(&["clients", "cases"]);
                (
                    held.list("clients", |p| u32::read(p, u32::ANY)),
                    held.list("cases", Case::read),
                )
            }),
        }
    }
}
