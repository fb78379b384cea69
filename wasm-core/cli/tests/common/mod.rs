//! Runs the binary like a user.
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The output of a command, and its exit status.
pub struct Said {
    pub out: String,
    pub err: String,
    pub status: i32,
}

/// Runs `poolscope` in the project's folder.
pub fn poolscope(args: &[&str]) -> Said {
    poolscope_reading(args, "")
}

/// Runs `poolscope` with text on standard input.
pub fn poolscope_reading(args: &[&str], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_poolscope"))
        .args(args)
        .env("LC_ALL", "C")
        .current_dir(project())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

/// The output of a command that succeeds.
pub fn succeeds(args: &[&str]) -> String {
    let said = poolscope(args);
    assert_eq!(said.status, 0, "{}", said.err);
    assert_eq!(said.err, "");
    said.out
}

/// Checks that the command refuses its input: status 2, nothing on standard output, and `wanted` on standard error.
pub fn refuses(args: &[&str], wanted: &str) {
    let said = poolscope(args);
    assert_eq!(said.status, 2, "{args:?}");
    assert_eq!(said.out, "", "{args:?}");
    assert!(said.err.contains(wanted), "{args:?}: {}", said.err);
}

/// The same for commands as typed, with `FILE` replaced by a file.
pub fn all_refused(file: &str, lines: &[(&str, &str)]) {
    for (line, wanted) in lines {
        let words = line.split(' ');
        let args = words.map(|word| if word == "FILE" { file } else { word });
        refuses(&args.collect::<Vec<_>>(), wanted);
    }
}

/// The folder of the project.
pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of this test run.
pub fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Eight sleeps of two seconds on a MariaDB that may own six threads.
pub const EIGHT: &str = r#"{
  "title": "Eight sleeps",
  "server": {
    "scheduler": "mariadb", "version": "10.11", "thread_pool_size": 1, "thread_pool_max_threads": 6
  },
  "until_us": 5000000,
  "clients": [{
    "count": 8,
    "arrivals": { "batch": { "at_us": 0 } },
    "statements": [{ "name": "query", "steps": [{ "wait_us": 2000000 }] }]
  }]
}"#;

/// Writes the eight sleeps to a file and returns its path.
pub fn eight(name: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, EIGHT).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A sentence of the catalogue with its parameters: its words may change, its data may not.
pub fn sentence(key: &str, params: &[(&str, &str)]) -> String {
    let texts = [
        include_str!("../../../../content/words/en.json"),
        include_str!("../../../../content/words/command.en.json"),
        include_str!("../../../../content/words/figure.en.json"),
    ];
    let found = texts.iter().find_map(|text| {
        let catalogue: serde_json::Value = serde_json::from_str(text).unwrap();
        Some(catalogue[key].as_str()?.to_owned())
    });
    let mut sentence = found.unwrap();
    for (name, value) in params {
        // `{count#one thread|{count} threads}`: the words for one, or for several.
        while let Some((before, rest)) = sentence.split_once(&format!("{{{name}#")) {
            let (one, rest) = rest.split_once('|').unwrap();
            let inner = rest.replace(&format!("{{{name}}}"), value);
            let (several, after) = inner.split_once('}').unwrap();
            let chosen = if *value == "1" { one } else { several };
            sentence = [before, chosen, after].concat();
        }
        sentence = sentence.replace(&format!("{{{name}}}"), value);
    }
    assert!(!sentence.contains('{'), "{sentence}");
    sentence
}
