//! Captures of a server, and remedies tried from them.

use poolscope_diagnosis::read::Keep;
use poolscope_engine::json::Printer;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::print_float;

/// `{capture, diagnosis}` of a paste as JSON, for any text.
#[wasm_bindgen]
pub fn diagnose(text: &str, keep_everything: bool) -> String {
    let diagnosed = poolscope_diagnosis::diagnose(text, keep(keep_everything));
    Printer::print(&diagnosed, print_float)
}

/// Tries the remedy at `index` in the result of [`diagnose`] for the same paste, and returns it as JSON;
/// `null` if there is none.
#[cfg(feature = "ahead")]
#[wasm_bindgen]
pub fn try_remedy(text: &str, keep_everything: bool, index: usize) -> String {
    let capture = poolscope_diagnosis::read::read(text, keep(keep_everything));
    let remedy = poolscope_diagnosis::ahead::try_remedy(&capture, index);
    Printer::print(&remedy, print_float)
}

/// A paste of several servers, once for each with the lines of the others empty: a list of texts as JSON,
/// empty for a paste of one server.
#[cfg(feature = "ahead")]
#[wasm_bindgen]
pub fn servers(text: &str) -> String {
    Printer::print(&poolscope_diagnosis::read::split(text), print_float)
}

fn keep(everything: bool) -> Keep {
    if everything {
        Keep::Everything
    } else {
        Keep::Redacted
    }
}
