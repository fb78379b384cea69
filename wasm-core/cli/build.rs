//! Generates what the command has of content/: the list of scenarios that it knows by name, and its Chinese words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

const CONTENT: &str = "../../content";
/// Catalogues of words: their names in English and in Chinese.
const WORDS: [(&str, &str); 4] = [
    ("en", "all"),
    ("figure.en", "figure"),
    ("diagnose.en", "diagnose"),
    ("command.en", "command"),
];

fn main() -> io::Result<()> {
    let out = std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    let write = |name: &str, text: String| fs::write(Path::new(&out).join(name), text);
    write("scenarios.rs", scenarios())?;
    write("chinese.json", chinese()?)
}

fn watched(place: &str) -> PathBuf {
    let path = Path::new(CONTENT).join(place);
    println!("cargo::rerun-if-changed={}", path.display());
    path
}

fn scenarios() -> String {
    let mut names: Vec<String> = fs::read_dir(watched("scenarios"))
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
            let path = format!("/{CONTENT}/scenarios/{name}.json");
            format!(
                "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n"
            )
        })
        .collect();
    format!("&[\n{rows}]\n")
}

/// The translations of what English says now. A translation of an earlier text is left out, so that its sentence is in
/// English: it carries the hash of the text that it translates (web/tools/translated.mjs).
fn chinese() -> io::Result<String> {
    let mut all = BTreeMap::new();
    for (english, chinese) in WORDS {
        let read = |place: &str| fs::read_to_string(watched(place));
        let english = read(&format!("words/{english}.json"))?;
        let english: BTreeMap<String, String> = serde_json::from_str(&english)?;
        let chinese = read(&format!("zh/words/{chinese}.json"))?;
        let chinese: BTreeMap<String, (String, String)> = serde_json::from_str(&chinese)?;
        let now = chinese
            .into_iter()
            .filter(|(key, (of, _))| english.get(key).is_some_and(|text| hash(text) == *of));
        all.extend(now.map(|(key, (_, text))| (key, text)));
    }
    Ok(serde_json::to_string(&all)?)
}

fn hash(text: &str) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    let hash = hmac_sha256::Hash::hash(text.join(" ").as_bytes());
    hash.iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
