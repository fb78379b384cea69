//! Generates the list of scenarios that the command knows by name.

use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let folder = Path::new("../../content/scenarios");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort_unstable();
    let rows: String = names
        .iter()
        .map(|name| {
            // Relative to the package, so that the code contains no path of the building machine.
            let path = format!("/../../content/scenarios/{name}.json");
            format!(
                "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n"
            )
        })
        .collect();
    let out = std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(
        Path::new(&out).join("scenarios.rs"),
        format!("&[\n{rows}]\n"),
    )
}
