//! A thin wasm-bindgen layer over `poolscope-diagnosis`: text in, JSON out, no logic of its own.

use poolscope_diagnosis::read::Keep;
use poolscope_scenario::json::Printer;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

// The page already has the tables to print fractions to the last bit.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    fn text_of(number: f64) -> String;
}

fn print_float(number: f64, out: &mut String) {
    out.push_str(&text_of(number));
}

/// `{capture, diagnosis}` of a paste as JSON, for any text. `keep_everything`: names stay as they are pasted.
#[wasm_bindgen]
pub fn diagnose(text: &str, keep_everything: bool) -> String {
    let keep = if keep_everything {
        Keep::Everything
    } else {
        Keep::Redacted
    };
    let diagnosed = poolscope_diagnosis::diagnose(text, keep);
    Printer::print(&diagnosed, print_float)
}

/// A paste of several servers, once for each with the lines of the others empty: a list of texts as JSON,
/// empty for a paste of one server.
#[wasm_bindgen]
pub fn servers(text: &str) -> String {
    Printer::print(&poolscope_diagnosis::read::split(text), print_float)
}

/// A paste without names and without what was not understood, as text that reads as the same capture.
#[wasm_bindgen]
pub fn printed(text: &str) -> String {
    poolscope_diagnosis::text::printed(&poolscope_diagnosis::read::read(text, Keep::Redacted))
}
