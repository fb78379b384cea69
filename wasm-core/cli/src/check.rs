//! `poolscope check`: runs files of `pool-vectors/1` and prints each figure that differs.

use poolscope_engine::vectors::VectorFile;
use serde_json::Value;

use crate::args::CheckArgs;
use crate::input::read_file;
use crate::output::{Answer, Failure, Result};
use crate::words::told;

pub fn check(args: &CheckArgs) -> Result {
    let mut files = Vec::new();
    for path in &args.files {
        let text = read_file(path)?;
        let file = VectorFile::from_json(&text);
        files.push(file.map_err(|problems| {
            if is_scenario(&text) {
                Failure::input(format!(
                    "{path}: this is a scenario; allowed: files of pool-vectors/1. `poolscope run {path}` checks and runs it"
                ))
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
                out += &told(&format!(
                    "{}: {}: expected {}, got {}\n",
                    d.vector, d.figure, d.expected, d.got
                ));
            }
            let (count, verdict) = match differences.is_empty() {
                true => (&mut passed, "passed"),
                false => (&mut failed, "failed"),
            };
            *count += 1;
            if args.verbose {
                out += &told(&format!("{}: {verdict}\n", vector.id));
            }
        }
    }
    out += &told(&format!("{passed} passed, {failed} failed\n"));
    Ok(Answer {
        text: out,
        status: u8::from(failed > 0),
    })
}

fn is_scenario(text: &str) -> bool {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    value.get("format").is_none() && value.get("server").is_some()
}
