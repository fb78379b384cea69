//! Benchmark curves: the analytic solution.

use poolscope_curves::{Case, Regime, System, analytic};
use poolscope_engine::json::Value;
use poolscope_engine::scenario::{Problem, Problems};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{number_of, refuse};

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
    let regime = match regime {
        "pile_up" => Regime::PileUp,
        "cold" => Regime::Cold,
        other => {
            let value = Value::from(other);
            let problem = Problem::new("regime", value, "pile_up or cold");
            return Err(refuse(&Problems::one(problem)));
        }
    };
    let at = |n: &f64| analytic(&case, system, *n as u32, regime);
    Ok(clients.iter().map(at).collect())
}
