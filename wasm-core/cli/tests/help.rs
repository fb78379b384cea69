//! Help and version follow the usual conventions.

use std::env::consts::EXE_SUFFIX;
use std::fs::{create_dir_all, hard_link, remove_file};
use std::path::PathBuf;
use std::process::Command;

use crate::common::{poolscope, succeeds};

const COMMANDS: [&str; 12] = [
    "run",
    "check",
    "explain",
    "instruments",
    "diagnose",
    "watch",
    "list",
    "schema",
    "bench",
    "benchmarks",
    "sweep",
    "fit",
];

#[test]
fn every_command_has_help() {
    let all = succeeds(&["--help"]);
    assert_eq!(all, succeeds(&["help"]));
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{command}");
        let help = succeeds(&[command, "--help"]);
        assert!(
            help.contains(&format!("Usage: poolscope {command}")),
            "{help}"
        );
        assert_eq!(help, succeeds(&["help", command]));
        assert!(help.contains("--lang <LANGUAGE>"), "{help}");
        let home = env!("CARGO_MANIFEST_DIR");
        assert!(!help.contains(home), "{help}");
    }
}

#[test]
fn bench_says_what_it_misses() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("alone");
    create_dir_all(&folder).unwrap();
    let alone = folder.join(format!("poolscope{EXE_SUFFIX}"));
    // A link, because a copy is busy while another test starts a command.
    let _ = remove_file(&alone);
    hard_link(env!("CARGO_BIN_EXE_poolscope"), &alone).unwrap();
    let said = Command::new(alone)
        .args(["bench", "--check"])
        .output()
        .unwrap();
    assert_eq!(said.status.code(), Some(2));
    let sentence = String::from_utf8(said.stderr).unwrap();
    assert!(
        sentence.contains("cargo build --release -p poolscope-bench"),
        "{sentence}"
    );
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("poolscope ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(succeeds(&["--version"]), version);
    assert_eq!(succeeds(&["-V"]), version);
}

#[test]
fn without_a_command_the_usage_is_printed() {
    let said = poolscope(&[]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("Usage: poolscope"), "{}", said.err);
}
