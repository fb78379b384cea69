//! What a command answers, and how it ends.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use poolscope_engine::scenario::{Problem, Problems};

/// What goes to standard output, and the exit status.
pub struct Answer {
    pub text: String,
    pub status: u8,
}

/// Why there is no answer; goes to standard error.
#[derive(Debug)]
pub struct Failure {
    pub message: String,
    pub status: u8,
}

pub type Result = std::result::Result<Answer, Failure>;

impl Answer {
    pub fn new(text: String) -> Self {
        Answer { text, status: 0 }
    }
}

impl Failure {
    /// Input that cannot be used.
    pub fn input(message: impl Into<String>) -> Self {
        Failure {
            message: message.into(),
            status: 2,
        }
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Failure::input(problems.to_string())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Problems::one(problem).into()
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::input(error.to_string())
    }
}

/// Prints an answer or a failure.
pub fn finish(result: Result) -> ExitCode {
    match result {
        Ok(answer) => match write(&answer.text) {
            Ok(()) => ExitCode::from(answer.status),
            Err(error) => {
                eprintln!("cannot write: {error}");
                ExitCode::from(2)
            }
        },
        Err(failure) => {
            eprintln!("{}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}

fn write(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let newline = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let written = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(newline.as_bytes()))
        .and_then(|()| out.flush());
    match written {
        // The reader has seen enough, as in `poolscope run NAME | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
