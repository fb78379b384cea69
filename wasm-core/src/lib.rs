//! The thin wasm-bindgen layer over `poolscope-engine`.
use wasm_bindgen::prelude::wasm_bindgen;

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    poolscope_engine::VERSION.to_owned()
}
