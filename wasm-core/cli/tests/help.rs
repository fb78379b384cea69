//! Help and version follow the usual conventions.

use std::collections::BTreeSet;

use crate::common::{poolscope, succeeds};

const COMMANDS: [&str; 11] = [
    "run",
    "check",
    "explain",
    "instruments",
    "diagnose",
    "watch",
    "list",
    "schema",
    "sweep",
    "completions",
    "manual",
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

#[test]
fn shells_and_man_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = succeeds(&["completions", shell]);
        for command in COMMANDS {
            assert!(said.contains(command), "{command} in {shell}");
        }
    }
    let folder = std::env::temp_dir().join(format!("poolscope-man-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    succeeds(&["manual", folder.to_str().unwrap()]);
    let pages = std::fs::read_dir(&folder).unwrap();
    let pages: BTreeSet<_> = pages.map(|one| one.unwrap().file_name()).collect();
    let wanted = COMMANDS.map(|command| format!("poolscope-{command}.1").into());
    assert_eq!(
        pages,
        wanted.into_iter().chain(["poolscope.1".into()]).collect()
    );
    let page = std::fs::read_to_string(folder.join("poolscope-diagnose.1")).unwrap();
    assert!(page.contains("Exits with 0 if nothing is wrong"), "{page}");
    std::fs::remove_dir_all(&folder).unwrap();
    let refused = poolscope(&["manual", folder.to_str().unwrap()]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains(folder.to_str().unwrap()),
        "{}",
        refused.err
    );
}
