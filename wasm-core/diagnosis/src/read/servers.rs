//! Finds out whether a paste comes from several servers, and which lines belong to which.
//!
//! A part starts with a time, or with a table that the previous part already has. Two parts are from different
//! servers if one server can't have printed both: names and ports that differ, clocks and counters that don't fit,
//! one connection from two hosts. A restarted server counts as another one here, because its counters started again.

use crate::capture::LineNumber;
use crate::order::{Map, Set};

/// What a table shows about the server that printed it.
pub struct Identity {
    pub first: LineNumber,
    /// The table's name, to recognise a repetition.
    pub table: String,
    pub at_us: Option<u64>,
    pub values: Vec<(&'static str, String)>,
    /// For a complete list of connections: IDs, and a hash of the host with its port.
    pub hosts: Vec<(u64, u64)>,
}

/// Variables that don't change while a server runs; the last three are treated separately.
const NAMES: [&str; 13] = [
    "hostname",
    "server_id",
    "server_uuid",
    "port",
    "socket",
    "datadir",
    "pid_file",
    "thread_handling",
    "extra_port",
    "version",
    "thread_pool_size",
    "uptime",
    "connections",
];
const FIXED: usize = 10;
/// Replaces the hash of a host without a port, which other connections may share.
pub const NO_PORT: u64 = 0;
/// Most servers that are handled.
pub const MOST_SERVERS: usize = 8;
/// When typed by hand, the time and the counters of one look are at most this far apart, in seconds.
const BY_HAND_S: u64 = 60;

/// The name, if it distinguishes servers.
pub fn watched(name: &str) -> Option<&'static str> {
    let bare = name
        .trim_start_matches("@@")
        .trim_start_matches("global.")
        .trim_end_matches("()");
    NAMES
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(bare))
}

#[derive(Default)]
struct Section {
    first: LineNumber,
    tables: Set<String>,
    at_s: Option<u64>,
    values: Map<&'static str, String>,
    hosts: Map<u64, u64>,
}

impl Section {
    fn number(&self, name: &str) -> Option<u64> {
        self.values.get(name)?.trim().parse().ok()
    }

    fn add(&mut self, identity: &Identity) {
        self.tables.add(identity.table.clone());
        self.at_s = self.at_s.or(identity.at_us.map(|us| us / 1_000_000));
        for (name, value) in &identity.values {
            self.values.insert(name, value.clone());
        }
        self.hosts.extend(identity.hosts.iter().copied());
    }

    /// Adds the values of a later look, with its time if it has counters.
    fn go_on(&mut self, later: Section) {
        if later.values.contains_key("uptime") || self.at_s.is_none() {
            self.at_s = later.at_s;
        }
        for (name, value) in &later.values {
            self.values.insert(name, value.clone());
        }
        if !later.hosts.is_empty() {
            self.hosts = later.hosts;
        }
    }

    /// Whether one server can have printed both the earlier and the later part.
    fn fits(&self, later: &Section, resized: bool) -> bool {
        let differs = |name: &&str| {
            let both = self.values.get(*name).zip(later.values.get(*name));
            both.is_some_and(|(a, b)| a != b)
        };
        let mut common = self.hosts.iter().filter_map(|(id, host)| {
            let other = later.hosts.get(id)?;
            (*host != NO_PORT && *other != NO_PORT).then_some(host == other)
        });
        let moved = common.clone().any(|same| !same);
        let known = common.any(|same| same);
        // IDs are assigned in order: a connection missing at one of two looks is newer than all that the other has.
        let strangers = |a: &Map<u64, u64>, b: &Map<u64, u64>| {
            a.len() >= 4
                && a.keys()
                    .any(|id| b.keys().next_back().is_some_and(|last| id < last))
        };
        let apart = !known
            && !moved
            && !self.hosts.is_empty()
            && self.hosts.keys().all(|id| !later.hosts.contains_key(id))
            && strangers(&self.hosts, &later.hosts)
            && strangers(&later.hosts, &self.hosts);
        if NAMES.iter().take(FIXED).any(&differs) || moved || apart {
            return false;
        }
        let size = differs(&"thread_pool_size") && !resized && !known;
        let up = self.number("uptime").zip(later.number("uptime"));
        let count = self.number("connections").zip(later.number("connections"));
        let Some((up, then)) = up else {
            return !size;
        };
        let back = count.is_some_and(|(a, b)| up < then && a > b || up > then && a < b);
        match self.at_s.zip(later.at_s) {
            Some((at, at_then)) => {
                let (start, start_then) = (at.saturating_sub(up), at_then.saturating_sub(then));
                let apart = start.abs_diff(start_then);
                let anew = start_then > at + 1 || start > at_then + 1;
                !(anew || back || apart > BY_HAND_S || apart > 2 && size)
            }
            None => !(back || size || up > then + BY_HAND_S),
        }
    }
}

/// Where the lines of each server start, from the top of the paste, and the number of servers.
pub fn owners(identities: &[Identity], resized: bool) -> (Vec<(LineNumber, usize)>, usize) {
    let mut parts: Vec<Section> = Vec::new();
    for one in identities {
        let begins = parts.last().is_none_or(|part| {
            part.tables.contains_key(&one.table)
                || one
                    .at_us
                    .is_some_and(|us| part.at_s.is_none_or(|at| at != us / 1_000_000))
        });
        if begins {
            parts.push(Section {
                first: one.first,
                ..Section::default()
            });
        }
        if let Some(part) = parts.last_mut() {
            part.add(one);
        }
    }
    let mut servers: Vec<Section> = Vec::new();
    let mut found = Vec::new();
    let mut now = 0;
    for part in parts {
        let fits = |at: usize| {
            let server = servers.get(at);
            server.is_some_and(|server| server.fits(&part, resized))
        };
        let known = servers.len().min(MOST_SERVERS);
        let whose = match fits(now) {
            true => now,
            false => (0..known).find(|at| fits(*at)).unwrap_or(known),
        };
        if whose != now || found.is_empty() {
            let first = if found.is_empty() { 1 } else { part.first };
            found.push((first, whose));
        }
        now = whose;
        match servers.get_mut(whose) {
            Some(server) => server.go_on(part),
            None => servers.push(part),
        }
    }
    (found, servers.len().max(1))
}
