//! A Node process that runs for the whole session, so that its code stays compiled.
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One run.
#[derive(Clone, Debug, Deserialize)]
pub struct Answer {
    pub seconds: f64,
    pub events: f64,
    pub outcome: Vec<f64>,
    /// Bytes of linear memory after the run; WebAssembly only.
    #[serde(default)]
    pub memory: f64,
}

pub struct Node {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Node {
    /// A run of a workload, in `js` or in `wasm`.
    pub fn run(&mut self, what: &str, number: u32, seed: u32) -> Result<Answer, String> {
        self.ask(&format!("{what} {number} {seed}"))
    }

    pub fn start(scripts: &Path, package: &Path) -> Result<Self, String> {
        if !package.join("poolscope_wasm_bg.wasm").is_file() {
            return Err(format!(
                "no module in {}: `npm run bench` builds it, or ask for --native only",
                package.display()
            ));
        }
        let mut child = Command::new("node")
            .arg(scripts.join("runner.mjs"))
            .arg(package)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node does not start: {error}"))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(requests), Some(answers)) => Ok(Self {
                child,
                requests,
                answers: BufReader::new(answers),
            }),
            _ => Err("node has no pipes".to_owned()),
        }
    }

    /// Sends a request in one line.
    pub fn ask<T: DeserializeOwned>(&mut self, request: &str) -> Result<T, String> {
        writeln!(self.requests, "{request}")
            .and_then(|()| self.requests.flush())
            .map_err(|error| format!("node is gone: {error}"))?;
        let mut line = String::new();
        let read = self.answers.read_line(&mut line);
        read.map_err(|error| format!("node is gone: {error}"))?;
        serde_json::from_str(&line).map_err(|error| format!("node said {line:?}: {error}"))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // The session is over, even if Node has not noticed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
