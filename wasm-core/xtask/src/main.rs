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
    // Its error has causes, which {:#} prints.
    bindgen
        .generate(out)
        .map_err(|error| format!("{error:#}").into())
}

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
        let common = parse("wasm --no-default-features --out pkg-common").unwrap();
        assert!(!common.default_features);
    }

    #[test]
    fn says_how_it_is_used() {
        for line in ["", "wasm", "wasm --out", "wasm --in pkg", "wsm --out pkg"] {
            assert_eq!(parse(line), Err(USAGE.to_owned()), "{line}");
        }
    }
}
