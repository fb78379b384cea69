//! Help and version follow the usual conventions.

use crate::common::{poolscope, succeeds};

const COMMANDS: [&str; 9] = [
    "run",
    "check",
    "explain",
    "instruments",
    "diagnose",
    "watch",
    "list",
    "schema",
    "sweep",
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
