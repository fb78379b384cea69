//! Makes the JavaScript glue of a compiled module: `xtask MODULE.wasm FOLDER`.
//!
//! Does the work of wasm-pack with the library behind wasm-bindgen's command line, so that cargo
//! fetches all of it, at the very version that the module was compiled against.
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [module, out] => write_glue(Path::new(module), Path::new(out)),
        _ => Err("usage: xtask MODULE.wasm FOLDER".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the module, its ES module for pages and workers, and the TypeScript declarations.
fn write_glue(module: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    // From nothing, so that a file that is no longer made does not stay.
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .web(true)
        .map_err(|error| error.to_string())?
        .input_path(module)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    // Its errors have causes, which {:#} prints.
    let mut output = bindgen
        .generate_output()
        .map_err(|error| format!("{error:#}"))?;
    let mut cut = 0;
    for function in output.wasm_mut().funcs.iter_mut() {
        if function.name.as_deref().is_some_and(panics) {
            let body = function.kind.unwrap_local_mut().builder_mut();
            body.func_body().unreachable_at(0);
            cut += 1;
        }
    }
    if cut == 0 {
        return Err("no function that panics was found by its name".into());
    }
    output
        .emit(out)
        .map_err(|error| format!("{error:#}").into())
}

/// Whether a function of the standard library only makes words for a panic, and never returns. Nobody reads these
/// words: WebAssembly has no place to print them. It traps at once, as it would after them, and wasm-opt drops what
/// made them, at every place that could call it: an eighth of the module.
fn panics(name: &str) -> bool {
    let mut plain = String::new(); // without the hash in brackets behind a crate's name
    let mut depth = 0;
    for c in name.chars() {
        depth += i32::from(c == '[');
        if depth == 0 {
            plain.push(c);
        }
        depth -= i32::from(c == ']');
    }
    NEVER_RETURN.iter().any(|start| plain.starts_with(start)) || plain.ends_with("::assert_failed")
}

const NEVER_RETURN: [&str; 13] = [
    "alloc::alloc::handle_alloc_error",
    "alloc::raw_vec::capacity_overflow",
    "alloc::raw_vec::handle_error",
    "core::cell::panic_",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::panicking::",
    "core::result::unwrap_failed",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::slice::index::slice_",
    "core::slice::sort::shared::smallsort::panic_on_ord_violation",
    "core::str::slice_error_fail",
    "std::sync::lazy_lock::panic_poisoned",
];

#[cfg(test)]
mod tests {
    use super::panics;

    #[test]
    fn knows_what_panics() {
        for name in [
            "core[c8a5f01d2b3e4f56]::panicking::panic_bounds_check",
            "core::option::unwrap_failed::h0123456789abcdef",
            "<alloc[a1]::vec::Vec<_, _>>::remove::assert_failed",
        ] {
            assert!(panics(name), "{name}");
        }
        for name in ["core[c8]::fmt::write", "poolscope_engine::sim::Sim::fail"] {
            assert!(!panics(name), "{name}");
        }
    }
}
