//! The bits that WebAssembly must reproduce. After an intended change:
//! `UPDATE_GOLDEN=1 cargo test -p poolscope-curves parity`.

use poolscope_curves::{Case, PointOptions, PointRun, Regime, Setting, System, analytic};
use poolscope_engine::json::read_float;
use serde_json::{Value, json};

const CASES: &str = include_str!("data/independent.json");
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/golden/curves.json"
);

fn bits(value: f64) -> String {
    format!("{:016x}", value.to_bits())
}

#[test]
fn the_bits_are_those_of_the_golden_file() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let all = cases["cases"].as_array().unwrap();
    let row = all.iter().find(|row| {
        row["case"]["machine"] == "pitbull" && row["case"]["workload"] == "POINT_SELECT"
    });
    let text = row.unwrap()["case"].clone();
    let case = Case::from_json(&text.to_string(), read_float).unwrap();
    let mut points = Vec::new();
    for (system, clients, seed) in [
        (System::OneThread, 16, 1),
        (System::OneThread, 1_024, 2),
        (System::Pool, 64, 1),
        (System::Pool, 4_096, 3),
    ] {
        let setting = Setting {
            seed,
            ..Setting::default()
        };
        let options = PointOptions {
            setting,
            ..PointOptions::default()
        };
        let mut run = PointRun::new(&case, system, clients, options).unwrap();
        while !run.advance(100_000) {}
        let of = |regime| bits(analytic(&case, system, clients, regime));
        points.push(json!({
            "system": system.name(),
            "clients": clients,
            "seed": seed,
            "analytic": of(Regime::PileUp),
            "cold": of(Regime::Cold),
            "numbers": run.estimate().numbers().map(bits),
        }));
    }
    let found = serde_json::to_string_pretty(&json!({ "case": text, "points": points })).unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(FILE, found + "\n").unwrap();
        return;
    }
    let golden = std::fs::read_to_string(FILE).unwrap();
    assert_eq!(golden, found + "\n");
}
