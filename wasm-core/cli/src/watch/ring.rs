//! The looks of the last minutes, written to a file when the level turns to wrong.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use poolscope_diagnosis::capture::{Capture, Look};
use poolscope_diagnosis::text::{moment, printed_look};

/// How long looks are kept, and how long an incident's file grows after the turn, by the server's clock.
const BEFORE_US: u64 = 120_000_000;
const AFTER_US: u64 = 60_000_000;
/// Most looks that are kept, however fast they arrive.
const MOST: usize = 600;

/// The last looks of one server.
pub struct Ring {
    folder: PathBuf,
    server: String,
    looks: VecDeque<(u64, String)>,
    /// The file of the last incident, and when it ends.
    open: Option<(PathBuf, u64)>,
    wrong: bool,
}

impl Ring {
    /// For a server's files in this folder.
    pub fn new(folder: &Path, server: &str) -> Self {
        Ring {
            folder: folder.to_owned(),
            server: server.to_owned(),
            looks: VecDeque::new(),
            open: None,
            wrong: false,
        }
    }

    /// Keeps a look; returns the file that it began, if the level has just turned to wrong.
    ///
    /// # Errors
    /// If a file can't be written. The look is kept all the same.
    pub fn add(
        &mut self,
        capture: &Capture,
        look: &Look,
        at_us: u64,
        wrong: bool,
    ) -> io::Result<Option<PathBuf>> {
        let text = printed_look(capture, look);
        let turned = wrong && !self.wrong;
        self.wrong = wrong;
        let last = self.looks.back().map_or(0, |(at, _)| *at);
        // After a restart the clock may be another one.
        self.open.take_if(|(_, end)| at_us > *end || at_us < last);
        self.looks.push_back((at_us, text));
        let old = |at: &u64| at_us.saturating_sub(*at) > BEFORE_US;
        while self.looks.len() > MOST || self.looks.front().is_some_and(|(at, _)| old(at)) {
            self.looks.pop_front();
        }
        if let Some((path, end)) = &mut self.open {
            if turned {
                *end = at_us.saturating_add(AFTER_US);
            }
            let mut file = OpenOptions::new().append(true).open(path)?;
            if let Some((_, text)) = self.looks.back() {
                file.write_all(text.as_bytes())?;
            }
            return Ok(None);
        }
        if !turned {
            return Ok(None);
        }
        let (path, mut file) = self.fresh(at_us)?;
        for (_, text) in &self.looks {
            file.write_all(text.as_bytes())?;
        }
        self.open = Some((path.clone(), at_us.saturating_add(AFTER_US)));
        Ok(Some(path))
    }

    // A file of its own: a record that is followed again turns at the same time.
    fn fresh(&self, at_us: u64) -> io::Result<(PathBuf, File)> {
        let time: String = moment(at_us)
            .chars()
            .take(19)
            .map(|c| if c == ' ' || c == ':' { '-' } else { c })
            .collect();
        let mut number = 1;
        loop {
            let nth = match number {
                1 => String::new(),
                _ => format!("-{number}"),
            };
            let path = self.folder.join(format!("{}-{time}{nth}.txt", self.server));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1_000 => {
                    number += 1;
                }
                made => return made.map(|file| (path, file)),
            }
        }
    }
}
