//! Writes looks to a file: tab-separated as `mariadb -B` prints them, so that `diagnose` and the page can read it. A
//! look starts with NOW(6) and ends with SLEEP(0); each has its settings, so that any of them can be cut out.

use std::{fs, io};

use poolscope_diagnosis::capture::{Capture, Look};
use poolscope_diagnosis::read::MOST_BYTES;
use poolscope_diagnosis::text::printed_look;

/// A file of looks.
pub struct Record {
    path: String,
    looks: Vec<Kept>,
    /// Whether looks were left out.
    pub thinned: bool,
}

struct Kept {
    text: String,
    /// The verdict changed at this look.
    turn: bool,
}

impl Record {
    /// Creates a file.
    ///
    /// # Errors
    /// If the file exists and may not be replaced, or can't be written.
    pub fn create(path: &str, force: bool) -> io::Result<Self> {
        let mut open = fs::OpenOptions::new();
        open.write(true);
        let open = if force {
            open.create(true).truncate(true)
        } else {
            open.create_new(true)
        };
        open.open(path)?;
        Ok(Record {
            path: path.to_owned(),
            looks: Vec::new(),
            thinned: false,
        })
    }

    /// Adds a look.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, capture: &Capture, look: &Look, turn: bool) -> io::Result<()> {
        let text = printed_look(capture, look);
        // A look that would displace all others is worth less than these.
        if text.len() > MOST_BYTES / 4 {
            self.thinned = true;
            return Ok(());
        }
        self.looks.push(Kept { text, turn });
        let mut whole = true;
        while self.bytes() > MOST_BYTES {
            self.thin();
            whole = false;
        }
        if whole {
            let mut file = fs::OpenOptions::new().append(true).open(&self.path)?;
            let last = self.looks.last().map_or("", |kept| &kept.text);
            return io::Write::write_all(&mut file, last.as_bytes());
        }
        self.thinned = true;
        let all: String = self.looks.iter().map(|kept| kept.text.as_str()).collect();
        let beside = format!("{}.part", self.path);
        fs::write(&beside, all)?;
        fs::rename(beside, &self.path)
    }

    fn bytes(&self) -> usize {
        self.looks.iter().map(|kept| kept.text.len()).sum()
    }

    // Drops every second look, but keeps the first, the last and, while others can be dropped, those at
    // which the verdict changed.
    fn thin(&mut self) {
        let last = self.looks.len().saturating_sub(1);
        let turns = self.looks.iter().filter(|kept| kept.turn).count();
        let all = 2 * turns > last;
        let mut at = 0;
        self.looks.retain(|kept| {
            let here = at;
            at += 1;
            here % 2 == 0 || here == last || (kept.turn && !all)
        });
    }
}
