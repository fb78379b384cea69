//! The goals of the full model, and whether they were met.

use serde::Serialize;

use super::full::{Full, LARGEST, MOST, TYPICAL};
use super::measure::Measured;

/// Events per second in the browser, in millions.
const BROWSER: f64 = 6.0;
/// WebAssembly relative to the native engine.
const OVER_NATIVE: f64 = 0.7;
/// What each of the full models may cost, in loops of W2.
const LOOPS_OF_W2: [f64; 3] = [2.8, 2.7, 3.0];
/// What a step may cost with as many clients as a scenario may have, in steps with a typical number: the
/// state must not outgrow the processor's caches.
const MOST_OVER_TYPICAL: f64 = 3.0;
/// Seconds for nine points of two systems, and the curve; a busy machine may take three times as long.
const CURVE_S: f64 = 1.0;
const LINE_MS: f64 = 100.0;
const BUSY: f64 = 3.0;
/// The widest interval of a point.
const WIDEST: f64 = 0.025;

/// A measurement and its goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Target {
    pub name: String,
    pub found: f64,
    /// The upper limit if `at_most`, else the lower limit.
    pub wanted: f64,
    pub at_most: bool,
    pub met: bool,
    /// Beyond this it is a failure.
    pub floor: Option<f64>,
}

impl Target {
    fn at_least(name: String, found: f64, wanted: f64, floor: Option<f64>) -> Target {
        Target {
            name,
            found,
            wanted,
            at_most: false,
            met: found >= wanted,
            floor,
        }
    }

    fn at_most(name: &str, found: f64, wanted: f64, floor: Option<f64>) -> Target {
        Target {
            name: name.to_owned(),
            found,
            wanted,
            at_most: true,
            met: found <= wanted,
            floor,
        }
    }

    /// Some if it is beyond the failure limit.
    pub fn failure(&self) -> Option<String> {
        let floor = self.floor?;
        let (past, word) = if self.at_most {
            (self.found > floor, "above")
        } else {
            (self.found < floor, "below")
        };
        let past = past || self.found.is_nan();
        past.then(|| format!("{}: {:.3} is {word} {floor}", self.name, self.found))
    }

    /// A line of a table.
    pub fn line(&self) -> String {
        let relation = if self.at_most { "at most" } else { "at least" };
        format!(
            "{:<62}{:>9.2}  {:<8} {:>6}  {}",
            self.name,
            self.found,
            relation,
            self.wanted,
            if self.met { "met" } else { "not met" }
        )
    }
}

/// All of them.
pub fn targets(measured: &Measured) -> Vec<Target> {
    let full = &measured.full;
    let named = |what: &str, f: &Full| format!("{what}: {}, {}", f.model.name(), f.clients);
    let mut all = Vec::new();
    let typical = || full.all.iter().filter(|f| f.clients == TYPICAL);
    for f in typical() {
        if let Some(wasm) = f.wasm {
            let rate = wasm.rate() / 1e6;
            let name = named("wasm, M steps/s", f);
            all.push(Target::at_least(name, rate, BROWSER, None));
        }
        if let Some(ratio) = f.wasm_over_native {
            let name = named("wasm / native", f);
            all.push(Target::at_least(name, ratio, OVER_NATIVE, None));
        }
    }
    for (f, most) in typical().zip(LOOPS_OF_W2) {
        if let Some(loops) = f.over_reference {
            all.push(Target::at_most(
                &named("W2's loop / native", f),
                loops,
                most,
                None,
            ));
        }
    }
    for f in full.all.iter().filter(|f| f.clients == MOST) {
        if let Some(ratio) = f.over_reference {
            let name = named("native step over one among 1,024", f);
            all.push(Target::at_most(&name, ratio, MOST_OVER_TYPICAL, None));
        }
    }
    for f in full.all.iter().filter(|f| f.clients == LARGEST) {
        let speed = f.wasm.unwrap_or(f.native).speed();
        let name = named("simulated s a second", f);
        all.push(Target::at_least(name, speed, 1.0, Some(1.0)));
    }
    let curve = full.curve_wasm.unwrap_or(full.curve);
    let line_ms = curve.analytic_seconds * 1e3;
    all.extend([
        Target::at_most(
            "curve of 9 points and two systems, s",
            curve.seconds,
            CURVE_S,
            Some(BUSY * CURVE_S),
        ),
        Target::at_most(
            "its widest interval, share",
            curve.widest,
            WIDEST,
            Some(WIDEST),
        ),
        Target::at_most(
            "its line to 16,384 clients, ms",
            line_ms,
            LINE_MS,
            Some(BUSY * LINE_MS),
        ),
    ]);
    all
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn a_target_is_met_or_not_and_may_fail() {
        let least = |found| Target::at_least("rate".to_owned(), found, 6.0, Some(1.0));
        assert!(least(6.0).met && !least(5.9).met);
        assert_eq!(least(5.9).failure(), None);
        assert_eq!(
            least(0.5).failure().as_deref(),
            Some("rate: 0.500 is below 1")
        );
        assert!(least(f64::NAN).failure().is_some());
        let most = |found| Target::at_most("s", found, 1.0, Some(3.0));
        assert!(most(1.0).met && !most(1.1).met);
        assert_eq!(most(3.5).failure().as_deref(), Some("s: 3.500 is above 3"));
        assert!(most(2.0).line().ends_with("not met"));
        let free = Target::at_most("s", 9.0, 1.0, None);
        assert_eq!(free.failure(), None);
    }
}
