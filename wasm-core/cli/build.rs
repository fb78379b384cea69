//! Generates what the command has of content/: the list of scenarios that it knows by name, its Chinese words, and the
//! Chinese of what it shows of other content.

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
    write("chinese.json", chinese()?)?;
    write("by_text.json", by_text()?)
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

/// Titles and questions of scenarios, names of requests and the command's own help, from the English text to the Chinese.
fn by_text() -> io::Result<String> {
    let read = |place: &str| fs::read_to_string(watched(place));
    let help: BTreeMap<String, String> = serde_json::from_str(&read("zh/command-help.json")?)?;
    let mut all = help;
    let mut add = |english: &BTreeMap<String, serde_json::Value>,
                   chinese: BTreeMap<String, (String, String)>,
                   keys: &dyn Fn(&str) -> bool| {
        for (key, (of, text)) in chinese {
            let said = english.get(&key).and_then(serde_json::Value::as_str);
            if let Some(said) = said.filter(|said| keys(&key) && hash(said) == of) {
                all.insert(said.to_owned(), text);
            }
        }
    };
    let requests = serde_json::from_str(&read("requests.json")?)?;
    add(
        &requests,
        serde_json::from_str(&read("zh/requests.json")?)?,
        &|_| true,
    );
    for file in fs::read_dir(watched("scenarios"))? {
        let name = file?.file_name().to_string_lossy().into_owned();
        let english = serde_json::from_str(&read(&format!("scenarios/{name}"))?)?;
        let Ok(chinese) = read(&format!("zh/scenarios/{name}")) else {
            continue;
        };
        let heading = |key: &str| ["title", "question"].contains(&key);
        add(&english, serde_json::from_str(&chinese)?, &heading);
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
