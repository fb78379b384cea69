//! Captures of a server.

use poolscope_diagnosis::read::Keep;
use poolscope_engine::json::Printer;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::print_float;

/// `{capture, diagnosis}` of a paste as JSON. Whatever was pasted, there is an answer.
#[wasm_bindgen]
pub fn diagnose(text: &str, keep_everything: bool) -> String {
    let keep = if keep_everything {
        Keep::Everything
    } else {
        Keep::Redacted
    };
    Printer::print(&poolscope_diagnosis::diagnose(text, keep), print_float)
}
