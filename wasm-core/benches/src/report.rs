//! Reports medians, ranges, lower limits and goals.
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::full::Timed;
use super::measure::{Measured, Rates, expectation};
use super::rate::spread;
use super::targets::{Target, targets};

/// A ratio of two rates with its goals in W1, W2 and W3.
struct Ratio {
    key: &'static str,
    name: &'static str,
    of: fn(&Rates) -> f64,
    floor: [f64; 3],
    goal: [f64; 3],
    wasm: bool,
}

const RATIOS: [Ratio; 3] = [
    Ratio {
        key: "native_over_heap",
        name: "native engine / BinaryHeap loop",
        of: |r| r.native / r.heap,
        floor: [1.0, 1.8, 2.2],
        goal: [1.4, 3.0, 4.0],
        wasm: false,
    },
    Ratio {
        key: "wasm_over_js",
        name: "wasm engine / typed-array JS",
        of: |r| r.wasm / r.js,
        floor: [1.3, 2.0, 2.3],
        goal: [2.0, 3.2, 3.5],
        wasm: true,
    },
    Ratio {
        key: "wasm_over_native",
        name: "wasm engine / native engine",
        of: |r| r.wasm / r.native,
        floor: [0.5; 3],
        goal: [0.65; 3],
        wasm: true,
    },
];
const MEMORY_FLOOR_MB: f64 = 4.0;
const MEMORY_GOAL_MB: f64 = 2.0;

fn ratios(measured: &Measured) -> impl Iterator<Item = (&'static Ratio, [[f64; 3]; 3])> + '_ {
    let asked = RATIOS.iter().filter(|r| measured.with_wasm || !r.wasm);
    asked.map(|ratio| {
        let spreads = [0, 1, 2].map(|i| spread(measured.rounds[i].iter().map(ratio.of).collect()));
        (ratio, spreads)
    })
}

fn met(floor: bool, goal: bool) -> &'static str {
    match (floor, goal) {
        (true, true) => "met",
        (true, false) => "floor met, goal not",
        _ => "not met",
    }
}

/// A table for people.
pub fn table(measured: &Measured) -> String {
    let mut out = String::new();
    let rounds = measured.rounds[0].len();
    let _ = writeln!(
        out,
        "Medians of {rounds} paired rounds (least to greatest).\n"
    );
    let head = ["", "", "median", "range", "floor", "goal"];
    let _ = writeln!(
        out,
        "{:<34}{:<4}{:>7}  {:<14}{:>6}{:>6}",
        head[0], head[1], head[2], head[3], head[4], head[5]
    );
    for (ratio, spreads) in ratios(measured) {
        for (i, [least, median, most]) in spreads.into_iter().enumerate() {
            let name = if i == 0 { ratio.name } else { "" };
            let range = format!("{least:.2} to {most:.2}");
            let (floor, goal) = (ratio.floor[i], ratio.goal[i]);
            let _ = writeln!(
                out,
                "{name:<34}W{:<3}{median:>7.2}  {range:<14}{floor:>6}{goal:>6}  {}",
                i + 1,
                met(median >= floor, median >= goal)
            );
        }
    }
    if measured.with_wasm {
        let name = "wasm memory, MB";
        let mb = measured.wasm_memory_mb;
        let _ = writeln!(
            out,
            "{name:<34}W2  {mb:>7.2}  {:<14}{MEMORY_FLOOR_MB:>6}{MEMORY_GOAL_MB:>6}  {}",
            "",
            met(mb <= MEMORY_FLOOR_MB, mb <= MEMORY_GOAL_MB)
        );
    }
    let _ = writeln!(
        out,
        "\nMillion events a second on this machine now (not for comparison with other sessions):"
    );
    for i in 0..3 {
        let rate =
            |of: fn(&Rates) -> f64| spread(measured.rounds[i].iter().map(of).collect())[1] / 1e6;
        let _ = write!(
            out,
            "W{}  native {:.1}, BinaryHeap {:.1}",
            i + 1,
            rate(|r| r.native),
            rate(|r| r.heap)
        );
        if measured.with_wasm {
            let _ = write!(
                out,
                ", wasm {:.1}, JavaScript {:.1}",
                rate(|r| r.wasm),
                rate(|r| r.js)
            );
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "\n{:<42}{:>9}{:>9}{:>14}",
        "Full model, million steps a second", "native", "wasm", "wasm / native"
    );
    for f in &measured.full.all {
        let name = format!("{}, {} clients", f.model.name(), f.clients);
        let native = f.native.rate() / 1e6;
        let _ = write!(out, "{name:<42}{native:>9.2}");
        if let Some((wasm, ratio)) = f.wasm.zip(f.wasm_over_native) {
            let _ = write!(out, "{:>9.2}{ratio:>14.2}", wasm.rate() / 1e6);
        }
        out.push('\n');
    }
    out.push('\n');
    for target in targets(measured) {
        let _ = writeln!(out, "{}", target.line());
    }
    out
}

/// JSON for programs.
pub fn json(measured: &Measured) -> Value {
    let (mut medians, mut ranges) = (json!({}), json!({}));
    for (ratio, spreads) in ratios(measured) {
        medians[ratio.key] = json!(spreads.map(|s| s[1]));
        ranges[ratio.key] = json!(spreads.map(|s| [s[0], s[2]]));
    }
    let rates = [0, 1, 2].map(|i| {
        let median = |of: fn(&Rates) -> f64| spread(measured.rounds[i].iter().map(of).collect())[1];
        json!({
            "native": median(|r| r.native),
            "heap": median(|r| r.heap),
            "wasm": median(|r| r.wasm),
            "js": median(|r| r.js),
        })
    });
    let checks: Vec<Value> = measured
        .outcomes
        .iter()
        .enumerate()
        .map(|(i, found)| {
            let (value, expected, bound) = expectation(i, found);
            json!({
                "workload": i + 1,
                "found": value,
                "expected": expected,
                "relative_bound": bound,
                "same_in_wasm": measured.same_in_wasm[i],
                "same_baselines": measured.same_baselines[i],
            })
        })
        .collect();
    let full: Vec<Value> = measured
        .full
        .all
        .iter()
        .map(|f| {
            let figures = |t: Timed| {
                json!({ "steps": t.steps, "steps_per_second": t.rate(), "simulated_s_per_second": t.speed() })
            };
            json!({
                "model": f.model.name(),
                "clients": f.clients,
                "native": figures(f.native),
                "wasm": f.wasm.map(figures),
            })
        })
        .collect();
    json!({
        "rounds": measured.rounds[0].len(),
        "ratios": medians,
        "ranges": ranges,
        "wasm_memory_mb_w2": measured.with_wasm.then_some(measured.wasm_memory_mb),
        "events_per_second": rates,
        "full_model": full,
        "curve": { "native": measured.full.curve, "wasm": measured.full.curve_wasm },
        "targets": targets(measured),
        "checks": checks,
    })
}

/// Whether every median is above its lower limit.
pub fn check(measured: &Measured) -> Result<(), String> {
    let mut below = Vec::new();
    for (ratio, spreads) in ratios(measured) {
        for (i, [_, median, _]) in spreads.into_iter().enumerate() {
            if median.is_nan() || median < ratio.floor[i] {
                below.push(format!(
                    "{} W{}: {median:.2} is below {}",
                    ratio.name,
                    i + 1,
                    ratio.floor[i]
                ));
            }
        }
    }
    if measured.with_wasm && measured.wasm_memory_mb > MEMORY_FLOOR_MB {
        let mb = measured.wasm_memory_mb;
        below.push(format!(
            "wasm memory in W2: {mb:.2} MB is above {MEMORY_FLOOR_MB}"
        ));
    }
    let full = targets(measured);
    below.extend(full.iter().filter_map(Target::failure));
    if below.is_empty() {
        Ok(())
    } else {
        Err(below.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::{check, json, table};
    use crate::measure::{Measured, Rates};
    use crate::rate::spread;

    fn measured(native: f64, wasm: f64) -> Measured {
        let (heap, js) = (1.0, 1.0);
        let round = Rates {
            heap,
            native,
            js,
            wasm,
        };
        Measured {
            rounds: [(); 3].map(|()| vec![round; 5]),
            with_wasm: true,
            wasm_memory_mb: 1.5,
            ..Measured::default()
        }
    }

    #[test]
    fn spreads_have_a_median() {
        assert_eq!(spread(vec![3.0, 1.0, 2.0]), [1.0, 2.0, 3.0]);
        assert_eq!(spread(vec![4.0, 1.0]), [1.0, 2.5, 4.0]);
        assert!(spread(Vec::new())[1].is_nan());
    }

    #[test]
    fn floors_hold_or_fail() {
        assert_eq!(check(&measured(3.0, 2.5)), Ok(()));
        let failed = check(&measured(2.0, 2.5)).unwrap_err();
        assert_eq!(
            failed,
            "native engine / BinaryHeap loop W3: 2.00 is below 2.2"
        );
        assert_eq!(check(&measured(6.0, 2.5)).unwrap_err().lines().count(), 3);
        let mut heavy = measured(3.0, 2.5);
        heavy.wasm_memory_mb = 5.0;
        assert!(check(&heavy).unwrap_err().contains("memory"));
        assert!(check(&Measured::default()).is_err());
    }

    #[test]
    fn both_forms_say_the_same() {
        let measured = measured(3.0, 2.25);
        assert_eq!(json(&measured)["ratios"]["wasm_over_native"][2], 0.75);
        assert!(table(&measured).contains("W2     2.25  2.25 to 2.25"));
    }
}
