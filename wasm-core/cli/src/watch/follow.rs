//! Follows a pool over many looks: the verdict of the last two seconds, and facts that need several looks,
//! such as since when a group has been deaf and how fast its queue is served.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use poolscope_diagnosis::Map;
use poolscope_diagnosis::capture::{Capture, Look, Stats};
use poolscope_diagnosis::judge::{Diagnosis, Level, Remedy, Trouble, judge};
use poolscope_diagnosis::read::{Keep, Reading};
use poolscope_diagnosis::state::{SECOND_US, Seen, State, infer, sum, total};
use poolscope_diagnosis::text::moment;
use serde::Serialize;

use super::stream::{Stream, StreamItem};
use crate::words::{marks, say, words};

/// Without a look for this long nothing can be told.
pub const QUIET: Duration = Duration::from_secs(5);
/// The verdict uses two looks about this far apart, like those of capture.sql.
const WINDOW_US: u64 = 2 * SECOND_US;
/// Most looks that are kept, however fast they arrive.
const MOST_LOOKS: usize = 32;
/// Most changes that are kept.
const MOST_CHANGES: usize = 100;

/// A group at the last look, for programs and for the screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GroupNow {
    pub group: u32,
    pub connections: u32,
    pub threads: u32,
    pub active: u32,
    pub waiting: u32,
    pub standby: u32,
    pub listener: bool,
    pub queue: u32,
    /// High-priority and low-priority entries.
    pub high: u32,
    pub low: u32,
    pub oldest_us: u64,
    pub deaf_us: Option<u64>,
    pub taken_per_s: Option<f64>,
    /// THREAD_POOL_STATS, since the server's start.
    #[serde(skip)]
    pub counters: Map<String, u64>,
    /// STALLS and THROTTLES since the first look.
    pub stalls: u64,
    pub throttles: u64,
}

/// A level for programs, as the diagnosis prints it.
pub fn name(level: Level) -> &'static str {
    match level {
        Level::Fine => "fine",
        Level::Wrong => "wrong",
        Level::Unreadable => "unreadable",
        Level::CannotTell => "cannot_tell",
    }
}

/// While no look comes, nobody knows how it is.
pub fn unless_silent(level: Level, silent: bool) -> Level {
    match level {
        Level::Fine | Level::Wrong | Level::CannotTell if silent => Level::CannotTell,
        Level::Fine | Level::Wrong | Level::CannotTell | Level::Unreadable => level,
    }
}

/// How many connections wait or are unread in a group in trouble, and how many surely wait.
pub fn stuck(diagnosis: &Diagnosis) -> (usize, usize) {
    let ids = |of: fn(&Trouble) -> &Vec<u64>| diagnosis.troubles.iter().flat_map(of).copied();
    let sure: BTreeSet<u64> = ids(|one| &one.waiters).collect();
    let all: BTreeSet<u64> = ids(|one| &one.unread).chain(sure.iter().copied()).collect();
    (all.len(), sure.len())
}

/// A change of the verdict.
pub struct Change {
    /// The number of the look, from 1.
    pub look: u64,
    pub at_us: u64,
    pub says: String,
}

/// Everything known about the pool.
#[derive(Default)]
pub struct Follow {
    pub looks: u64,
    /// The number of looks with trouble.
    pub wrong: u64,
    pub at_us: u64,
    pub capture: Capture,
    pub diagnosis: Diagnosis,
    pub groups: Vec<GroupNow>,
    pub threads: Option<u32>,
    pub max_threads: Option<u32>,
    pub since_us: u64,
    pub changes: VecDeque<Change>,
    window: VecDeque<Look>,
    deaf: BTreeMap<u32, u64>,
    first: BTreeMap<u32, Map<String, u64>>,
    /// The last verdict, without figures.
    pub verdict: Option<String>,
    /// The first remedy of the last two looks, if both have the same; and that of the last one.
    pub remedy: Option<String>,
    proposed: Option<String>,
}

fn counter(of: &Map<String, u64>, name: &str) -> u64 {
    of.get(name).copied().unwrap_or(0)
}

fn dequeues(of: &Stats) -> u64 {
    total(["DEQUEUES_BY_LISTENER", "DEQUEUES_BY_WORKER"].map(|name| counter(&of.counters, name)))
}

fn uptime(look: &Look) -> Option<u64> {
    Some(look.status.get("Uptime")?.value)
}

fn at(look: &Look) -> Option<u64> {
    Some(look.taken_at_us.as_ref()?.value)
}

impl Follow {
    /// Follows a text from its first look to its last.
    pub fn through(text: &str, keep: Keep) -> Self {
        let (mut all, mut stream, mut reading) =
            (Follow::default(), Stream::default(), Reading::new(keep));
        let mut found = stream.push(text.as_bytes());
        found.extend(stream.end());
        for found in found {
            match found {
                StreamItem::Look { text, .. } => {
                    all.take(reading.read(&text));
                }
                StreamItem::Error(text) => all.note(all.at_us, text),
            }
        }
        all
    }

    /// Takes the next look and returns whether the verdict changed. `None`: the look has no time, or nothing
    /// about a pool.
    pub fn take(&mut self, mut capture: Capture) -> Option<bool> {
        let look = capture.looks.pop()?;
        let now = at(&look)?;
        let before = self.window.back();
        // The look is incomplete, because the stream or the server stopped.
        if look.groups.as_ref().is_none_or(Vec::is_empty)
            && before.is_some_and(|before| before.groups.is_some())
        {
            self.note(now, words("watch_broke_off", &[]));
            return None;
        }
        let anew = before.is_some_and(|before| {
            at(before) > Some(now) || uptime(&look).is_some_and(|up| Some(up) < uptime(before))
        });
        if anew {
            self.note(now, words("watch_anew", &[]));
            self.window.clear();
            self.deaf.clear();
            self.first.clear();
        }
        // The second look of capture.sql has no settings, so those of the first apply.
        if capture.variables.is_empty() {
            capture.variables.clone_from(&self.capture.variables);
        }
        if capture.version.is_none() {
            capture.version.clone_from(&self.capture.version);
        }
        self.window.push_back(look);
        let old = |look: Option<&Look>| {
            let age = look.and_then(at).and_then(|at| now.checked_sub(at));
            age.is_some_and(|us| us.saturating_add(SECOND_US / 10) >= WINDOW_US)
        };
        while old(self.window.get(1)) || self.window.len() > MOST_LOOKS {
            self.window.pop_front();
        }
        // The two looks: the first one kept and this one.
        let (first, last) = (self.window.front()?.clone(), self.window.back()?.clone());
        capture.looks = match self.window.len() {
            1 => vec![last],
            _ => vec![first, last],
        };
        self.looks += 1;
        self.at_us = now;
        let state = infer(&capture);
        self.count(&capture, &state);
        self.diagnosis = judge(&capture);
        self.capture = capture;
        let level = self.level();
        self.wrong += u64::from(level == Level::Wrong);
        let first = self.first().filter(|_| level == Level::Wrong);
        let first = first.map(|remedy| remedy.action.clone());
        self.remedy = first.clone().filter(|_| self.proposed == first);
        self.proposed = first;
        let verdict = self.says();
        let changed = self.verdict.as_ref() != Some(&verdict);
        if changed {
            self.since_us = now;
            self.note(now, verdict.clone());
            self.verdict = Some(verdict);
        }
        Some(changed)
    }

    pub fn note(&mut self, at_us: u64, says: String) {
        let look = self.looks;
        self.changes.push_back(Change { look, at_us, says });
        if self.changes.len() > MOST_CHANGES {
            self.changes.pop_front();
        }
    }

    /// The causes and culprits without figures: only these count as a change.
    fn says(&self) -> String {
        let says = say(&self.diagnosis.says);
        let Some(worst) = self.diagnosis.troubles.first() else {
            return says;
        };
        let groups: Vec<String> = worst.groups.iter().map(u32::to_string).collect();
        let key = match groups.is_empty() {
            true => "watch_verdict",
            false => "watch_verdict_groups",
        };
        let groups = groups.join(marks().between);
        let params = [
            ("says", &*says),
            ("cause", worst.cause.key()),
            ("groups", &groups),
        ];
        words(key, &params)
    }

    /// The first remedy of the worst trouble.
    pub fn first(&self) -> Option<&Remedy> {
        self.diagnosis.troubles.first()?.remedies.first()
    }

    /// How the server was at its last look.
    pub fn level(&self) -> Level {
        match self.looks {
            0 => Level::Unreadable,
            _ => self.diagnosis.level,
        }
    }

    fn count(&mut self, capture: &Capture, state: &State) {
        let last = capture.looks.len() - 1;
        let none = Seen::default();
        let seen = state.looks.get(last).unwrap_or(&none);
        let (Some(then), Some(now)) = (capture.looks.first(), capture.looks.last()) else {
            return;
        };
        let span_us = at(now).zip(at(then)).map_or(0, |(now, then)| now - then);
        let stats = |look: &'_ Look, group: u32| -> Option<Stats> {
            let mut rows = look.stats.iter().flatten();
            rows.find(|row| row.group_id == group).cloned()
        };
        self.threads = seen.threads;
        self.max_threads = state.vars.max_threads;
        self.deaf.retain(|group, _| state.is_deaf(last, *group));
        self.groups.clear();
        for (group, of) in &seen.groups {
            let Some(row) = &of.row else { continue };
            if state.is_deaf(last, *group) {
                // It was already deaf at the first of the two looks.
                let since = if state.is_deaf(0, *group) {
                    at(then)
                } else {
                    at(now)
                };
                self.deaf
                    .entry(*group)
                    .or_insert(since.unwrap_or(self.at_us));
            }
            let priority = |wanted: u32| {
                let rows = now.queues.iter().flatten();
                let of = rows.filter(|q| q.group_id == *group && q.priority == wanted);
                sum(of.map(|_| 1))
            };
            let counters = stats(now, *group)
                .map(|row| row.counters)
                .unwrap_or_default();
            let first = self.first.entry(*group).or_insert_with(|| counters.clone());
            let grown = |name: &str| counter(&counters, name).saturating_sub(counter(first, name));
            let taken = stats(now, *group)
                .zip(stats(then, *group))
                .filter(|_| span_us > 0);
            self.groups.push(GroupNow {
                group: *group,
                connections: row.connections,
                threads: row.threads,
                active: row.active_threads,
                waiting: of.waiting,
                standby: row.standby_threads,
                listener: row.has_listener,
                queue: of.queue(),
                high: priority(0),
                low: priority(1),
                oldest_us: of.oldest_us.unwrap_or(0),
                deaf_us: self.deaf.get(group).map(|since| self.at_us - since),
                taken_per_s: taken.map(|(now, then)| {
                    let grown = dequeues(&now).saturating_sub(dequeues(&then));
                    grown as f64 * SECOND_US as f64 / span_us as f64
                }),
                stalls: grown("STALLS"),
                throttles: grown("THROTTLES"),
                counters,
            });
        }
    }

    /// The time of the last look, to the second.
    pub fn time(&self) -> String {
        clock(self.at_us)
    }
}

/// `11:15:23`.
pub fn clock(us: u64) -> String {
    moment(us).get(11..19).unwrap_or_default().to_owned()
}
