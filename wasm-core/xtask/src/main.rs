//! Builds the WebAssembly module and its JavaScript glue:
//! `cargo run -p xtask -- wasm [--no-default-features] [--features LIST] --out FOLDER`.
//!
//! Does the work of wasm-pack with the library behind wasm-bindgen's command line, so that cargo
//! fetches all of it, at the very version that the module was compiled against.
use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "poolscope_wasm";
const USAGE: &str =
    "usage: cargo run -p xtask -- wasm [--no-default-features] [--features LIST] --out FOLDER";

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let request = Request::parse(args)?;
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask is not inside a workspace")?;
    let module = compile(workspace, &request)?;
    write_glue(&module, &env::current_dir()?.join(request.out))
}

#[derive(Debug, PartialEq)]
struct Request {
    default_features: bool,
    features: Option<String>,
    out: PathBuf,
}

impl Request {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        if args.next().as_deref() != Some("wasm") {
            return Err(USAGE.to_owned());
        }
        let (mut default_features, mut features, mut out) = (true, None, None);
        while let Some(flag) = args.next() {
            if flag == "--no-default-features" {
                default_features = false;
                continue;
            }
            let value = args.next().ok_or(USAGE)?;
            match flag.as_str() {
                "--features" => features = Some(value),
                "--out" => out = Some(PathBuf::from(value)),
                _ => return Err(USAGE.to_owned()),
            }
        }
        let out = out.ok_or(USAGE)?;
        Ok(Self {
            default_features,
            features,
            out,
        })
    }
}

/// Compiles the module and returns where it is.
fn compile(workspace: &Path, request: &Request) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cargo
        .current_dir(workspace)
        .args(["build", "--profile", "wasm", "--lib"])
        .args(["-p", "poolscope-wasm", "--target", TARGET])
        // For this target only: the published module names no folder of the machine it was built on.
        .env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            remapped_paths(workspace),
        );
    if !request.default_features {
        cargo.arg("--no-default-features");
    }
    if let Some(features) = &request.features {
        cargo.args(["--features", features]);
    }
    if env::var_os("CI").is_some() {
        cargo.arg("--locked");
    }
    if !cargo.status()?.success() {
        return Err("the module did not compile".into());
    }
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    Ok(target
        .join(TARGET)
        .join("wasm")
        .join(format!("{MODULE}.wasm")))
}

fn remapped_paths(workspace: &Path) -> String {
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let mut flags = format!("--remap-path-prefix={}=wasm-core", workspace.display());
    if let Some(home) = cargo_home {
        flags.push_str(&format!(" --remap-path-prefix={}=cargo", home.display()));
    }
    flags
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
    use super::*;

    fn parse(line: &str) -> Result<Request, String> {
        Request::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_its_arguments() {
        let request = parse("wasm --features bench --out pkg-bench").unwrap();
        assert_eq!(request.features.as_deref(), Some("bench"));
        assert_eq!(request.out, Path::new("pkg-bench"));
        let plain = parse("wasm --out pkg").unwrap();
        assert_eq!((plain.features, plain.default_features), (None, true));
        let core = parse("wasm --no-default-features --out pkg-core").unwrap();
        assert!(!core.default_features);
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

    #[test]
    fn says_how_it_is_used() {
        for line in ["", "wasm", "wasm --out", "wasm --in pkg", "wsm --out pkg"] {
            assert_eq!(parse(line), Err(USAGE.to_owned()), "{line}");
        }
    }
}
