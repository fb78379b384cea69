//! One scenario and one seed give one trace: the digests that the native engine, the WebAssembly in
//! Node and the WebAssembly in the browser must all come to. `UPDATE_GOLDEN=1` writes them anew.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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
