//! Recorded incidents, each with its true cause. The README of each folder describes
//! its origin.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use poolscope_diagnosis::Capture;
use poolscope_diagnosis::judge::{Cause, Diagnosis, judge};
use poolscope_diagnosis::read::{Keep, read};
use serde_json::Value;

/// Forms with both looks, all tables.
pub const WHOLE: [&str; 5] = ["table", "vertical", "batch", "verbose", "crlf"];
/// Forms that lack something.
pub const PARTS: [&str; 4] = [
    "session",
    "truncated",
    "groups-processlist",
    "processlist-variables",
];

pub struct Incident {
    pub name: String,
    folder: PathBuf,
    pub truth: Value,
}

fn all_of(folder: &str, count: usize) -> Vec<Incident> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(here)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut found: Vec<Incident> = entries
        .filter(|folder| folder.is_dir())
        .map(|folder| Incident {
            name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
            truth: serde_json::from_str(&fs::read_to_string(folder.join("truth.json")).unwrap())
                .unwrap(),
            folder,
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(found.len(), count);
    found
}

/// Those in many forms, with all remedies measured.
pub fn incidents() -> Vec<Incident> {
    all_of("captures", 24)
}

/// Other causes, and healthy servers.
pub fn others() -> Vec<Incident> {
    let mut all = all_of("captures-2", 21);
    all.extend(all_of("captures-3", 16));
    all.extend(all_of("captures-4", 23));
    all.extend(all_of("captures-5", 12));
    all.extend(all_of("captures-6", 8));
    all.extend(all_of("captures-mysql", 10));
    all
}

/// Of MariaDB 11.8.
pub fn of_11_8() -> Vec<Incident> {
    all_of("captures-11.8", 11)
}

/// The one whose name starts with this.
pub fn incident(start: &str) -> Incident {
    let mut all = incidents().into_iter().chain(others());
    all.find(|one| one.name.starts_with(start)).unwrap()
}

/// Its table form.
pub fn table(start: &str) -> String {
    incident(start).table()
}

impl fmt::Display for Incident {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.name)
    }
}

impl Incident {
    pub fn text(&self, form: &str) -> Option<String> {
        let file = format!("capture-{form}.txt");
        let offered = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/captures");
        fs::read_to_string(self.folder.join(&file))
            .or_else(|_| fs::read_to_string(offered.join(&self.name).join(&file)))
            .ok()
    }

    /// Its texts in those of the forms that exist.
    pub fn texts(
        &self,
        forms: impl IntoIterator<Item = &'static str>,
    ) -> impl Iterator<Item = (&'static str, String)> {
        let forms = forms.into_iter();
        forms.filter_map(|form| Some((form, self.text(form)?)))
    }

    pub fn table(&self) -> String {
        self.text("table").unwrap()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("error-log.txt")).unwrap()
    }

    /// Its table form and its log.
    pub fn whole(&self) -> String {
        format!("{}\n\n{}", self.table(), self.log())
    }

    pub fn capture(&self) -> Capture {
        read(&self.whole(), Keep::Redacted)
    }

    pub fn diagnosis(&self) -> Diagnosis {
        judge(&self.capture())
    }

    /// For two causes that belong together, both are right.
    pub fn is_cause(&self, cause: Cause) -> bool {
        let truth = self.truth["cause"].as_str().unwrap();
        truth.split("; ").any(|known| known == cause.key())
    }

    /// The actions that were tried, and whether they helped.
    pub fn tried(&self) -> impl Iterator<Item = (&str, bool)> {
        let all = self.truth["remedies"].as_array();
        all.into_iter().flatten().map(|one| {
            let (action, helped) = (one["do"].as_str(), one["helped"].as_bool());
            (action.unwrap(), helped.unwrap())
        })
    }

    pub fn ids(&self, field: &str) -> BTreeSet<u64> {
        let all = self.truth[field].as_array().unwrap();
        all.iter().map(|id| id.as_u64().unwrap()).collect()
    }
}
