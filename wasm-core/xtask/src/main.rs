//! Makes the JavaScript glue of a compiled module: `xtask MODULE.wasm FOLDER`.
//!
//! It does the work of wasm-pack with the library behind wasm-bindgen's command line, so that cargo fetches
//! everything, in exactly the version that the module was compiled with.
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, Module};
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
    // Starts from an empty folder, so that no outdated file remains.
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
    cut_panics(output.wasm_mut())?;
    output
        .emit(out)
        .map_err(|error| format!("{error:#}").into())
}

fn cut_panics(module: &mut Module) -> Result<(), &'static str> {
    let mut cut = 0;
    for function in module.funcs.iter_mut() {
        if function.name.as_deref().is_some_and(panics) {
            let body = function.kind.unwrap_local_mut().builder_mut();
            body.func_body().unreachable_at(0);
            cut += 1;
        }
    }
    if cut == 0 {
        return Err("no function that panics was found by its name");
    }
    let mut blank = 0;
    let segments: Vec<_> = module.data.iter().map(|data| data.id()).collect();
    for id in segments {
        let data = module.data.get_mut(id);
        if let DataKind::Active {
            offset: ConstExpr::Value(Value::I32(at)),
            ..
        } = data.kind
        {
            blank += blank_places(at as usize, &mut data.value);
        }
    }
    if blank == 0 {
        return Err("no place of a panic was found by its file");
    }
    Ok(())
}

/// A panic's place (file address and length, line, column) is used only by its message. Without the messages
/// nobody reads the places. Returns how many were blanked.
fn blank_places(at: usize, data: &mut [u8]) -> usize {
    const WORD: usize = 4;
    let aligned = at.next_multiple_of(WORD) - at;
    let mut files = Vec::new();
    let mut places = 0;
    for start in (aligned..data.len()).step_by(WORD) {
        let Some(place) = data.get(start..start + 4 * WORD) else {
            break;
        };
        let word = |n: usize| {
            let bytes = place.iter().skip(n * WORD).take(WORD);
            bytes.rfold(0, |sum, byte| sum << 8 | usize::from(*byte))
        };
        let from = word(0).wrapping_sub(at);
        let file = from..from.wrapping_add(word(1));
        let lies_in = data.get(file.clone());
        if lies_in.is_some_and(is_file) && word(2) < 100_000 && word(3) < 1_000 {
            data[start..start + 4 * WORD].fill(0);
            files.push(file);
            places += 1;
        }
    }
    for file in files {
        data[file].fill(0);
    }
    places
}

/// A source path as rustc writes it: nothing else in a module ends like this.
fn is_file(text: &[u8]) -> bool {
    text.ends_with(b".rs") && text.iter().all(u8::is_ascii_graphic)
}

/// Whether a standard library function only formats the message of a panic and never returns. WebAssembly
/// can't print these messages, so the function is replaced by a trap, and wasm-opt removes the code that
/// prepared them at every call: an eighth of the module.
fn panics(name: &str) -> bool {
    let mut plain = String::new(); // without the hash in brackets after a crate's name
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
    use super::{blank_places, panics};

    #[test]
    fn blanks_the_places_of_panics_and_nothing_else() {
        let numbers = |all: [u32; 4]| all.map(u32::to_le_bytes).concat();
        let place = numbers([1_056, 7, 12, 5]);
        let other = numbers([1_063, 4, 12, 5]);
        let mut data = [&place[..], &other, b"life.rs", b"life"].concat();
        let at = 1_024;
        assert_eq!(blank_places(at, &mut data), 1);
        assert_eq!(data, [&[0; 16][..], &other, &[0; 7], b"life"].concat());
    }

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
