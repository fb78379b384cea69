//! Benchmark curves: the analytic solution, a simulated point, and a point as a scenario.

use poolscope_curves::scenario::figure;
use poolscope_curves::{Case, PointOptions, PointRun, Regime, Setting, System, analytic};
use poolscope_engine::json::Printer;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{number_of, print_float, refuse};

fn read(case: &str, system: &str) -> Result<(Case, System), JsError> {
    let case = Case::from_json(case, number_of).map_err(|p| refuse(&p))?;
    let system = System::named(system).map_err(|p| refuse(&p))?;
    Ok((case, system))
}

/// Throughput (published units a second) for each number of clients. `system` is
/// `one-thread-per-connection` or `thread-pool`, `regime` is `pile_up` or `cold`.
///
/// # Errors
/// An Error whose message is `{"errors": [...]}`.
#[wasm_bindgen]
pub fn curve_analytic(
    case_json: &str,
    system: &str,
    clients: &[f64],
    regime: &str,
) -> Result<Vec<f64>, JsError> {
    let (case, system) = read(case_json, system)?;
    let regime = Regime::named(regime).map_err(|p| refuse(&p))?;
    let at = |n: &f64| analytic(&case, system, *n as u32, regime);
    Ok(clients.iter().map(at).collect())
}

/// A point as a scenario file, short enough to watch.
///
/// # Errors
/// An Error whose message is `{"errors": [...]}`.
#[wasm_bindgen]
pub fn curve_scenario(
    case_json: &str,
    system: &str,
    clients: u32,
    seed: u32,
) -> Result<String, JsError> {
    let (case, system) = read(case_json, system)?;
    let setting = Setting {
        seed,
        ..Setting::default()
    };
    let file = figure(&case, system, clients, setting);
    Ok(Printer::print(&file, print_float))
}

/// One simulated point under way.
#[wasm_bindgen]
pub struct CurvePoint {
    run: PointRun,
}

#[wasm_bindgen]
impl CurvePoint {
    /// Starts a point. Options: seed, start (`pile_up` or `cold`), `half_width`, `statements_max`; `{}` for
    /// the usual values.
    ///
    /// # Errors
    /// An Error whose message is `{"errors": [...]}`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        case_json: &str,
        system: &str,
        clients: u32,
        options_json: &str,
    ) -> Result<CurvePoint, JsError> {
        let (case, system) = read(case_json, system)?;
        let options = PointOptions::from_json(options_json, number_of).map_err(|p| refuse(&p))?;
        let run = PointRun::new(&case, system, clients, options).map_err(|p| refuse(&p))?;
        Ok(CurvePoint { run })
    }

    /// Continues for about this many engine steps; true when the point is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        self.run.advance(steps)
    }

    /// `throughput_per_s`, `half_width` (share of it), statements, events, `truncated_share`, `mean_latency_us`,
    /// `inside_mean`, `latch_waiters_mean`.
    pub fn numbers(&self) -> Vec<f64> {
        self.run.estimate().numbers().to_vec()
    }
}
