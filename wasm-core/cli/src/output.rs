//! The result of a command, and how it ends.

use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Stderr, Write, stderr};
use std::process::ExitCode;

use poolscope_engine::scenario::{Problem, Problems};

use crate::words::{Language, spoken, told, words};

/// Text for standard output, and the exit status.
pub struct Answer {
    pub text: String,
    pub status: u8,
}

/// Why there is no result; printed to standard error.
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
    /// Problems of a file, or of a place in it: each line starts with its name.
    pub fn in_file(place: &str, problems: &impl Display) -> Self {
        let text = problems.to_string();
        let lines = text.lines().map(|line| format!("{place}: {line}"));
        Failure::input(lines.collect::<Vec<_>>().join("\n"))
    }

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

/// A line that shows the progress of a command on a terminal; removed when dropped.
pub struct Progress<W: Write = Stderr>(Option<W>);

impl Progress {
    pub fn new() -> Self {
        Progress(Some(stderr()).filter(IsTerminal::is_terminal))
    }
}

impl<W: Write> Progress<W> {
    /// Shows another text. A line that can't be written does not prevent the result.
    pub fn say(&mut self, text: impl Display) {
        if let Some(out) = &mut self.0 {
            let _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
        }
    }
}

impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        self.say("");
    }
}

/// Ends after arguments that are none of the command's, or after the help that they ask for.
pub fn finish_arguments(error: &clap::Error) -> ! {
    match spoken() {
        Language::Zh if error.use_stderr() => {
            eprint!("{}", told(&error.to_string()));
            std::process::exit(error.exit_code())
        }
        Language::En | Language::Zh => error.exit(),
    }
}

/// Prints an answer or a failure.
pub fn finish(result: Result) -> ExitCode {
    match result {
        Ok(answer) => match write(&answer.text) {
            Ok(()) => ExitCode::from(answer.status),
            Err(error) => {
                let error = told(&error.to_string());
                eprintln!("{}", words("cannot_write", &[("error", &error)]));
                ExitCode::from(2)
            }
        },
        Err(failure) => {
            eprintln!("{}", told(&failure.message));
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
        // The reader closed the pipe, as in `poolscope run NAME | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn a_line_of_progress_is_gone_at_the_end() {
        let mut shown = Vec::new();
        let mut progress = Progress(Some(&mut shown));
        progress.say("1 of 2");
        progress.say("2 of 2");
        drop(progress);
        assert_eq!(shown, b"\r\x1b[K1 of 2\r\x1b[K2 of 2\r\x1b[K");
    }
}
