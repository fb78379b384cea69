//! Builds the wasm module.
fn main() {}
