//! Finds a scenario, applies `--set`, and starts the run.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use clap::Args;
use poolscope_engine::scenario::{VARIABLES, VariableKind};
use poolscope_engine::sim::{Detail, Outcome, Replay};
use serde_json::Value;

use crate::format::{count, parse_time_us, percent};
use crate::output::{Failure, Progress};
use crate::words::words;

/// Name and text of each scenario of content/scenarios.
pub const SCENARIOS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// Steps between two checks whether the run is over.
const SLICE: u32 = 1 << 20;

/// A name and its value.
pub type Override = (String, Value);

/// Reads `NAME=VALUE`.
///
/// # Errors
/// What is allowed.
pub fn parse_override(text: &str) -> Result<Override, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((
            name.trim().to_owned(),
            parse_value(name.trim(), value.trim()),
        )),
        _ => Err("allowed: NAME=VALUE, for example thread_pool_oversubscribe=2".to_owned()),
    }
}

// Anything that is not a number, boolean or null is a word. A version looks like a number, and a server's
// switches are ON and OFF.
fn parse_value(name: &str, text: &str) -> Value {
    if name == "version" || name == "/server/version" {
        return Value::from(text.trim_matches('"'));
    }
    if is_switch(name) {
        match text.to_ascii_lowercase().as_str() {
            "on" | "1" => return Value::Bool(true),
            "off" | "0" => return Value::Bool(false),
            _ => {}
        }
    }
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

fn is_switch(name: &str) -> bool {
    let name = name.strip_prefix("/server/").unwrap_or(name);
    VARIABLES.iter().any(|v| {
        (v.name == name || v.field == name) && matches!(v.kind, VariableKind::Switch { .. })
    })
}

/// A scenario with changes.
#[derive(Debug, Args)]
pub struct Input {
    /// A scenario file, `-` for standard input, or the name of a built-in scenario (see `poolscope list`)
    #[arg(value_name = "FILE|NAME")]
    pub scenario: String,
    /// Change a setting: a server variable, a knob of the scenario, or a JSON pointer such as
    /// /clients/0/count; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_override)]
    pub set: Vec<Override>,
    /// Stop at this simulated time, for example 4s, 200ms or 1500us
    #[arg(long, value_name = "TIME", value_parser = parse_time_us)]
    pub until: Option<u64>,
    /// Seed of the random streams
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl Input {
    /// The run, recorded to its end.
    pub fn record(&self, detail: Detail) -> Result<Replay, Failure> {
        let text = read_scenario(&self.scenario)?;
        let mut overrides = self.set.clone();
        overrides.extend(
            self.until
                .map(|us| ("until_us".to_owned(), Value::from(us))),
        );
        overrides.extend(self.seed.map(|seed| ("seed".to_owned(), Value::from(seed))));
        let mut replay = Replay::from_json(&text, &overrides, detail)?;
        let mut progress = Progress::new();
        while !replay.advance(SLICE) {
            let whole_ns = replay.scenario().until_us.saturating_mul(1_000);
            let done = percent(replay.recorded_ns(), whole_ns);
            let steps = count(replay.recorded_steps().into());
            progress.say(words("run_going", &[("done", &done), ("steps", &steps)]));
        }
        Ok(replay)
    }

    /// The run's outcome.
    pub fn outcome(&self) -> Result<Outcome, Failure> {
        let replay = self.record(Detail::Full)?;
        let mut progress = Progress::new();
        progress.say(words("run_segments", &[]));
        let outcome = replay.outcome();
        outcome.ok_or_else(|| Failure::input(words("run_no_record", &[])))
    }
}

/// Where a file is. In WebAssembly a program has no folder, so a path is added to the caller's, which stands in `PWD`.
fn placed(path: &str) -> PathBuf {
    if cfg!(not(target_family = "wasm")) {
        return path.into();
    }
    let folder = std::env::var("PWD").unwrap_or_default();
    resolved(Path::new(&folder), Path::new(path))
}

/// Without asking the file system, which would refuse to leave the folder by `..`.
fn resolved(folder: &Path, path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => whole.push(part),
        }
    }
    whole
}

/// The text of a file.
pub fn read_file(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(placed(path))
        .map_err(|error| Failure::input(format!("{path}: {error}")))
}

/// The text of standard input.
pub fn read_stdin() -> Result<String, Failure> {
    let mut text = String::new();
    match std::io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::input(format!("standard input: {error}"))),
    }
}

/// A server's output: UTF-16 with its mark, as PowerShell's `>` writes it, or UTF-8. A process list may
/// contain bytes that are not UTF-8: they are read as U+FFFD.
pub fn read_printed(path: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let (name, read) = match path {
        "-" => ("standard input", std::io::stdin().read_to_end(&mut bytes)),
        path => (
            path,
            File::open(placed(path)).and_then(|mut file| file.read_to_end(&mut bytes)),
        ),
    };
    read.map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let units = |of: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).skip(1);
        let units: Vec<u16> = units
            .filter_map(|two| two.try_into().ok().map(of))
            .collect();
        String::from_utf16_lossy(&units)
    };
    Ok(match bytes.get(..2) {
        Some([0xff, 0xfe]) => units(u16::from_le_bytes),
        Some([0xfe, 0xff]) => units(u16::from_be_bytes),
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    })
}

/// The text of a scenario: a file, standard input, or a scenario known by name.
pub fn read_scenario(name: &str) -> Result<String, Failure> {
    if name == "-" {
        return read_stdin();
    }
    if Path::new(name).is_file() {
        return read_file(name);
    }
    if let Some((_, text)) = SCENARIOS.iter().find(|(known, _)| *known == name) {
        return Ok((*text).to_owned());
    }
    if name.contains('/') || name.ends_with(".json") {
        return read_file(name);
    }
    let known: Vec<&str> = SCENARIOS.iter().map(|(known, _)| *known).collect();
    let known = known.join(", ");
    Err(Failure::input(words(
        "run_no_scenario",
        &[("file", name), ("known", &known)],
    )))
}

#[cfg(test)]
mod tests {
    use super::{SCENARIOS, parse_override, resolved};
    use poolscope_engine::scenario::Scenario;
    use serde_json::json;
    use std::path::Path;

    #[test]
    fn values_are_what_a_scenario_would_say() {
        for (text, name, value) in [
            (
                "thread_pool_oversubscribe=2",
                "thread_pool_oversubscribe",
                json!(2),
            ),
            ("/clients/0/count=12", "/clients/0/count", json!(12)),
            (
                "thread_pool_priority=high",
                "thread_pool_priority",
                json!("high"),
            ),
            ("version=10.4", "version", json!("10.4")),
            ("cores=null", "cores", json!(null)),
            ("/clients/0/new=true", "/clients/0/new", json!(true)),
            (
                "thread_pool_exact_stats=ON",
                "thread_pool_exact_stats",
                json!(true),
            ),
            (
                "thread_pool_exact_stats=0",
                "thread_pool_exact_stats",
                json!(false),
            ),
            ("title=a=b", "title", json!("a=b")),
        ] {
            assert_eq!(parse_override(text), Ok((name.to_owned(), value)));
        }
        assert!(parse_override("thread_pool_size").is_err());
        assert!(parse_override("=3").is_err());
    }

    #[test]
    fn a_path_is_added_to_the_folder() {
        for (path, whole) in [
            ("a.txt", "/home/b/a.txt"),
            ("./c/../a.txt", "/home/b/a.txt"),
            ("../a.txt", "/home/a.txt"),
            ("../../../a.txt", "/a.txt"),
            ("/a.txt", "/a.txt"),
        ] {
            assert_eq!(
                resolved(Path::new("/home/b"), Path::new(path)),
                Path::new(whole)
            );
        }
    }

    #[test]
    fn every_shipped_scenario_is_valid() {
        for (name, text) in SCENARIOS {
            if let Err(problems) = Scenario::from_json(text) {
                panic!("{name}: {problems}");
            }
        }
    }
}
