//! Reads a scenario out of parsed JSON by hand: every problem is collected with its path, and the
//! reader costs a tenth of the WebAssembly that derived decoding of the same types takes.

mod machine;
mod place;
mod server;
mod workload;

use std::cell::RefCell;

use super::error::{Found, Problems};
use super::{Budget, Keep, Knob, Published, Scenario, Source};
use crate::json::Value;

pub use place::Place;
pub use server::server;
pub use workload::{connection, driven_loop, request};

/// Reads a whole scenario.
pub(super) fn scenario(value: &Value) -> Result<Scenario, Problems> {
    collect(value, |place| {
        let f = place.fields(&[
            "$schema",
            "title",
            "question",
            "about",
            "source",
            "server",
            "machine",
            "start",
            "seed",
            "until_us",
            "warm_up_us",
            "budget",
            "record",
            "connections",
            "requests",
            "loops",
            "clients",
            "changes",
            "stalls",
            "knobs",
            "published",
        ]);
        Scenario {
            schema: f.get("$schema").map(|p| p.text()),
            title: f.text("title"),
            question: f.text("question"),
            about: f.text("about"),
            source: f.get("source").map(|p| source(&p)),
            server: server(&f.need("server")),
            machine: f
                .given("machine")
                .map(|p| machine::machine(&p))
                .unwrap_or_default(),
            start: f
                .given("start")
                .map(|p| server::start(&p))
                .unwrap_or_default(),
            seed: f.u32_or("seed", 1),
            until_us: f.need("until_us").u64(),
            warm_up_us: f.u64_or("warm_up_us", 0),
            budget: f.given("budget").map(|p| budget(&p)).unwrap_or_default(),
            record: f.given("record").map(|p| keep(&p)).unwrap_or_default(),
            connections: f.list("connections", connection),
            requests: f.list("requests", request),
            loops: f.list("loops", driven_loop),
            clients: f.list("clients", workload::clients),
            changes: f.list("changes", workload::change),
            kills: Vec::new(),
            stalls: f.list("stalls", machine::stall),
            knobs: f.list("knobs", knob),
            published: f.list("published", published),
        }
    })
}

/// Reads a value; the result counts only if no problem was found.
pub fn collect<T>(value: &Value, read: impl FnOnce(&Place<'_>) -> T) -> Result<T, Problems> {
    let found = RefCell::new(Found::default());
    let result = read(&Place::root(value, &found));
    found.into_inner().or(result)
}

fn source(p: &Place<'_>) -> Source {
    let f = p.fields(&["author", "title", "date", "url"]);
    Source {
        author: f.need("author").text(),
        title: f.need("title").text(),
        date: f.need("date").text(),
        url: f.get("url").map(|p| p.text()),
    }
}

fn budget(p: &Place<'_>) -> Budget {
    let f = p.fields(&["steps", "record_mb"]);
    let default = Budget::default();
    Budget {
        steps: f.u32_or("steps", default.steps),
        record_mb: f.u32_or("record_mb", default.record_mb),
    }
}

fn keep(p: &Place<'_>) -> Keep {
    let f = p.fields(&["lives", "events"]);
    let most = |name: &'static str| f.get(name).map(|p| p.u32());
    Keep {
        lives: most("lives"),
        events: most("events"),
    }
}

fn knob(p: &Place<'_>) -> Knob {
    let f = p.fields(&[
        "name", "paths", "label", "unit", "help", "min", "max", "stops",
    ]);
    let words = |name: &'static str| f.get(name).map(|p| p.text());
    Knob {
        name: words("name"),
        paths: f.list("paths", |p| p.text()),
        label: words("label"),
        unit: words("unit"),
        help: words("help"),
        min: f.u64("min"),
        max: f.u64("max"),
        stops: f.list("stops", |p| p.u64()),
    }
}

fn published(p: &Place<'_>) -> Published {
    let f = p.fields(&["label", "settings", "source", "latencies_ms", "note"]);
    Published {
        label: f.need("label").text(),
        settings: f.need("settings").text(),
        source: source(&f.need("source")),
        latencies_ms: f.list("latencies_ms", |p| p.f64()),
        note: f.get("note").map(|p| p.text()),
    }
}
