//! A thin wasm-bindgen layer over `poolscope-engine` and `poolscope-diagnosis`: strings and typed arrays in
//! and out, no logic of its own.

#[cfg(feature = "bench")]
mod bench;
#[cfg(feature = "curves")]
mod curve;
#[cfg(feature = "diagnose")]
mod diagnose;
#[cfg(feature = "run")]
mod frame;
#[cfg(feature = "run")]
mod run;

#[cfg(any(feature = "run", feature = "curves"))]
use poolscope_engine::json::Printer;
#[cfg(any(feature = "run", feature = "curves"))]
use poolscope_engine::scenario::{Problems, WORDS};
#[cfg(any(feature = "run", feature = "curves"))]
use wasm_bindgen::prelude::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

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
    #[cfg(any(feature = "run", feature = "curves"))]
    #[wasm_bindgen(js_name = Number)]
    pub(crate) fn number_of(text: &str) -> f64;
    #[wasm_bindgen(js_name = String)]
    fn text_of(number: f64) -> String;
}

pub(crate) fn print_float(number: f64, out: &mut String) {
    out.push_str(&text_of(number));
}

// Bad input is returned as data: {"errors": [{path, value, allowed, message}]}. In a module without words
// the list is empty.
#[cfg(any(feature = "run", feature = "curves"))]
pub(crate) fn refuse(problems: &Problems) -> JsError {
    if !WORDS {
        return JsError::new("{\"errors\":[]}");
    }
    JsError::new(&Printer::print(problems, print_float))
}
