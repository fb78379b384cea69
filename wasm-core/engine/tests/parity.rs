//! One scenario and one seed give one trace: the native engine, WebAssembly in Node and WebAssembly in the
//! browser must all reach these digests. `UPDATE_GOLDEN=1` rewrites them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use poolscope_engine::json::{Printer, print_float};
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn digests() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for folder in ["content/scenarios", "tests/golden/parity"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let mut replay = Replay::new(Scenario::from_json(&text).unwrap(), Detail::Full);
            while !replay.advance(10_000) {}
            let name = path.file_name().unwrap().to_string_lossy();
            all.insert(format!("{folder}/{name}"), replay.digest());
        }
    }
    all
}

#[test]
fn traces_have_their_recorded_digests() {
    let golden = root().join("tests/golden/digests.json");
    let got = digests();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, serde_json::to_string_pretty(&got).unwrap() + "\n").unwrap();
    }
    let want: BTreeMap<String, String> =
        serde_json::from_str(&std::fs::read_to_string(&golden).unwrap()).unwrap();
    assert_eq!(got, want);
}

/// The outcome of a run as text: identical natively, in Node and in the browser.
#[test]
fn outcomes_are_printed_as_recorded() {
    let golden = root().join("tests/golden/outcomes.json");
    let print = |file: &str| {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let mut replay = Replay::from_json(&text, &[], Detail::Full).unwrap();
        while !replay.advance(10_000) {}
        let printed = Printer::print(&replay.outcome(), print_float);
        let fnv = printed
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
            });
        (file.to_owned(), format!("{fnv:016x}"))
    };
    let files = ["server-model", "one-thread-poisson", "clients"];
    let got: BTreeMap<String, String> = files
        .iter()
        .map(|name| print(&format!("tests/golden/parity/{name}.json")))
        .collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, serde_json::to_string_pretty(&got).unwrap() + "\n").unwrap();
    }
    let want: BTreeMap<String, String> =
        serde_json::from_str(&std::fs::read_to_string(&golden).unwrap()).unwrap();
    assert_eq!(got, want);
}
