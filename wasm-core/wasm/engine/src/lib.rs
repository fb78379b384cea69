//! A thin wasm-bindgen layer over `poolscope-engine` and `poolscope-curves`: strings and typed arrays in and
//! out, no logic of its own.

mod curve;
mod frame;
mod run;

use poolscope_engine::json::Printer;
use poolscope_engine::scenario::Problems;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    poolscope_engine::VERSION.to_owned()
}

// The page already has the tables to read and print fractions to the last bit.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Number)]
    pub(crate) fn number_of(text: &str) -> f64;
    #[wasm_bindgen(js_name = String)]
    fn text_of(number: f64) -> String;
}

pub(crate) fn print_float(number: f64, out: &mut String) {
    out.push_str(&text_of(number));
}

// Bad input is returned as data: {"errors": [{path, value, allowed, message}]}.
pub(crate) fn refuse(problems: &Problems) -> JsError {
    JsError::new(&Printer::print(problems, print_float))
}
