//! `poolscope check`: runs files of `pool-vectors/1` and prints each figure that differs.

use poolscope_engine::vectors::VectorFile;
use serde_json::Value;

use crate::args::CheckArgs;
use crate::input::read_file;
use crate::output::{Answer, Failure, Result};
use crate::words::words;

pub fn check(args: &CheckArgs) -> Result {
    let mut files = Vec::new();
    for path in &args.files {
        let text = read_file(path)?;
        let file = VectorFile::from_json(&text);
        files.push(file.map_err(|problems| {
            if is_scenario(&text) {
                Failure::input(words("check_is_scenario", &[("file", path)]))
            } else {
                Failure::in_file(path, &problems)
            }
        })?);
    }
    let mut out = String::new();
    let (mut passed, mut failed) = (0, 0);
    for (path, file) in args.files.iter().zip(&files) {
        for vector in &file.vectors {
            let place = format!("{path}: {}", vector.id);
            let differences = vector
                .check()
                .map_err(|problems| Failure::in_file(&place, &problems))?;
            for d in &differences {
                let (expected, got) = (d.expected.to_string(), d.got.to_string());
                let values = [
                    ("vector", d.vector.as_str()),
                    ("figure", d.figure.as_str()),
                    ("expected", &expected),
                    ("got", &got),
                ];
                out += &(words("check_differs", &values) + "\n");
            }
            let (count, verdict) = match differences.is_empty() {
                true => (&mut passed, "check_passed"),
                false => (&mut failed, "check_failed"),
            };
            *count += 1;
            if args.verbose {
                out += &(words(verdict, &[("vector", &vector.id)]) + "\n");
            }
        }
    }
    let counts = [("passed", passed), ("failed", failed)].map(|(name, n)| (name, n.to_string()));
    let counts = counts.each_ref().map(|(name, n)| (*name, n.as_str()));
    out += &(words("check_counts", &counts) + "\n");
    Ok(Answer {
        text: out,
        status: u8::from(failed > 0),
    })
}

fn is_scenario(text: &str) -> bool {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    value.get("format").is_none() && value.get("server").is_some()
}
