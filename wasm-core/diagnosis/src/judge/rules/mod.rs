//! Verdicts, worst first, each with its evidence.

mod health;
mod held;
mod lines;
mod listener;
mod locks;
mod stated;

use poolscope_scenario::tables::GROUPS;

use crate::capture::{LogSays, Queued};
use crate::judge::condition::Condition;
use crate::judge::say::{Cells, Time, fact, say};
use crate::judge::{Cause, Evidence, Fact, Guilty, Trouble};
use crate::order::{Map, tidy};
use crate::state::{Conn, ConnPlace, SECOND_US, Seen, State, sum};
use crate::states::Wait;

/// Statements that take this long or longer are long.
const LONG_US: u64 = SECOND_US / 2;

/// The columns of a row of THREAD_POOL_QUEUES.
const ENTRY: [&str; 3] = ["CONNECTION_ID", "PRIORITY", "QUEUEING_TIME_MICROSECONDS"];

/// A verdict, and what it blames.
pub(super) struct Verdict {
    pub trouble: Trouble,
    pub blames: Option<Guilty>,
}

pub(super) struct Rules<'a> {
    pub cells: Cells<'a>,
    pub state: &'a State,
    pub look: usize,
    pub seen: &'a Seen,
    pub conditions: Map<u32, Condition>,
}

impl<'a> Rules<'a> {
    pub fn new(cells: Cells<'a>, look: usize) -> Option<Self> {
        let state = cells.state;
        let seen = state.looks.get(look)?;
        let mut conditions = Map::new();
        for group in seen.groups.keys().filter(|_| seen.has_groups) {
            conditions.insert(*group, state.condition(look, *group));
        }
        Some(Rules {
            cells,
            state,
            look,
            seen,
            conditions,
        })
    }

    pub fn verdicts(&self) -> Vec<Verdict> {
        let mut found = Vec::new();
        self.stated(&mut found);
        if found.is_empty() && self.seen.has_groups {
            self.threads_held(&mut found);
            self.taken(&mut found);
            self.lines(&mut found);
        } else if found.is_empty() {
            self.by_processlist(&mut found);
        }
        self.locks(&mut found);
        self.connections(&mut found);
        if found.is_empty() {
            found.extend(self.slow());
        }
        if found.is_empty() {
            found.extend(self.healthy());
        }
        found
    }

    /// A trouble of which nothing else is known.
    #[inline(never)]
    pub fn plain_trouble(cause: Cause, sure: f64) -> Trouble {
        Trouble {
            wait: None,
            groups: Vec::new(),
            cause,
            stuck_connections: Vec::new(),
            surely_stuck: Vec::new(),
            pending_logins: 0,
            blocking_connections: Vec::new(),
            says: say(cause.about().says, &[]),
            evidence: Vec::new(),
            sure,
            against: say(cause.about().against, &[]),
        }
    }

    fn trouble(&self, cause: Cause, groups: Vec<u32>, sure: f64) -> Trouble {
        let sure = if self.state.doubts.is_empty() {
            sure
        } else {
            sure * 0.8
        };
        Trouble {
            wait: self.most_wait(&groups),
            groups,
            ..Self::plain_trouble(cause, sure)
        }
    }

    // All groups of the look.
    fn all_groups(&self) -> Vec<u32> {
        self.seen.groups.keys().copied().collect()
    }

    fn logins(&self, group: u32) -> u32 {
        let Some(seen) = self.seen.groups.get(&group) else {
            return 0;
        };
        let known = seen.logins;
        let Some(row) = seen.row.as_ref().filter(|_| self.seen.has_processlist) else {
            return known;
        };
        let rows = self
            .seen
            .conns
            .values()
            .filter(|conn| conn.group == Some(group))
            .count();
        let rows = u32::try_from(rows).unwrap_or(u32::MAX);
        known.max(row.connections.saturating_sub(rows).min(row.queue_length))
    }

    // Adds the queued connections and, in groups where nobody reads, the sleeping ones.
    fn strand(&self, trouble: &mut Trouble, groups: &[u32], unread: bool) {
        for group in groups {
            let Some(seen) = self.seen.groups.get(group) else {
                continue;
            };
            trouble.surely_stuck.extend(&seen.queued);
            if unread {
                trouble.stuck_connections.extend(&seen.asleep);
            }
            trouble.pending_logins = sum([trouble.pending_logins, self.logins(*group)]);
        }
        stick(trouble, &[]);
    }

    pub fn row_fact(&self, key: &'static str, group: u32) -> Fact {
        let threads = self.seen.row(group).map_or(0, |row| row.threads);
        fact(
            key,
            &[("group", &group), ("threads", &threads)],
            self.cells.group_always(group, &GROUPS[1..]),
        )
    }

    pub fn cap_fact(&self) -> Option<Fact> {
        let (threads, most) = (self.seen.threads?, self.state.vars.max_threads?);
        if threads < most {
            return None;
        }
        let mut from = self.cells.status(self.look, "Threadpool_threads");
        from.extend(self.cells.variable("thread_pool_max_threads"));
        Some(fact(
            "diagnose_fact_cap",
            &[("threads", &threads), ("max", &most)],
            from,
        ))
    }

    fn frozen_fact(&self, groups: &[u32]) -> Option<Fact> {
        let polls = ["POLLS_BY_LISTENER", "POLLS_BY_WORKER"];
        let dequeues = ["DEQUEUES_BY_LISTENER", "DEQUEUES_BY_WORKER", "WAKES"];
        let still = |group: &&u32| self.state.moved(**group).is_some_and(|m| m.taken() == 0);
        let still: Vec<u32> = groups.iter().filter(still).copied().collect();
        let span = self.state.between.as_ref()?.span_us;
        if still.is_empty() {
            return None;
        }
        let mut from: Vec<Evidence> = Vec::new();
        for group in &still {
            from.extend(self.cells.grown(*group, &polls));
            from.extend(self.cells.grown(*group, &dequeues));
        }
        let moves = |group: &&u32| self.state.moved(**group).is_some_and(|m| m.taken() > 0);
        if let Some(other) = self.seen.groups.keys().find(moves) {
            from.extend(self.cells.grown(*other, &["POLLS_BY_LISTENER"]));
        }
        Some(fact(
            "diagnose_fact_frozen",
            &[("groups", &&still), ("span", &Time(span))],
            from,
        ))
    }

    // Rows of THREAD_POOL_QUEUES of these groups at a look.
    fn queued_in<'s>(&'s self, look: usize, groups: &'s [u32]) -> impl Iterator<Item = &'s Queued> {
        let rows = self.cells.queues(look).iter();
        rows.filter(|row| groups.contains(&row.group_id))
    }

    fn queue_fact(&self, groups: &[u32]) -> Option<Fact> {
        let mut from = Vec::new();
        let (mut queued, mut oldest) = (0, None);
        for group in groups {
            let Some(seen) = self.seen.groups.get(group) else {
                continue;
            };
            queued = sum([queued, seen.queue()]);
            oldest = oldest.max(seen.oldest_us);
            from.extend(self.cells.group_always(*group, &["QUEUE_LENGTH"]));
        }
        for look in 0..self.state.looks.len() {
            for row in self.queued_in(look, groups).take(3) {
                from.extend(self.cells.queued(look, row, &ENTRY));
            }
        }
        if queued == 0 {
            return None;
        }
        let Some(oldest) = oldest.map(Time) else {
            return Some(fact("diagnose_fact_queued", &[("queued", &queued)], from));
        };
        let blur = Time(self.state.vars.blur_us());
        Some(fact(
            "diagnose_fact_queued_since",
            &[("queued", &queued), ("oldest", &oldest), ("blur", &blur)],
            from,
        ))
    }

    fn kickup_fact(&self, groups: &[u32]) -> Option<Fact> {
        let mut found = (0..self.state.looks.len()).flat_map(|look| {
            let rows = self.cells.queues(look).iter();
            let lifted = self.state.vars.kickup_us.unwrap_or(SECOND_US);
            rows.filter(move |row| {
                row.priority == 0 && !row.login && row.queueing_time_us >= lifted
            })
            .filter(|row| groups.contains(&row.group_id))
            .map(move |row| (look, row))
        });
        let (look, row) = found.next()?;
        let mut from = self
            .cells
            .queued(look, row, &["PRIORITY", "QUEUEING_TIME_MICROSECONDS"]);
        from.extend(self.cells.variable("thread_pool_prio_kickup_timer"));
        Some(fact("diagnose_fact_kickup", &[], from))
    }

    fn stall_flag_fact(&self, groups: &[u32]) -> Option<Fact> {
        let mut from: Vec<Evidence> = Vec::new();
        for group in groups {
            from.extend(self.cells.group(self.look, *group, &["IS_STALLED"]));
            from.extend(self.cells.grown(*group, &["STALLS"]));
        }
        if from.is_empty() || from.iter().any(|cell| cell.value == "1") {
            return None;
        }
        Some(fact("diagnose_fact_stall_flag", &[], from))
    }

    fn idle_fact(&self) -> Option<Fact> {
        let from = self.cells.status(self.look, "Threadpool_idle_threads");
        let idle = from.first()?.value.clone();
        let held = sum(self.seen.groups.values().map(|seen| seen.waiting));
        Some(fact(
            "diagnose_fact_idle_threads",
            &[("idle", &idle), ("waiting", &held)],
            from,
        ))
    }

    fn log_facts(&self) -> Vec<Fact> {
        let mut found = Vec::new();
        for (says, key) in [
            (LogSays::MaxThreads, "diagnose_fact_log_max_threads"),
            (LogSays::Blocked, "diagnose_fact_log_blocked"),
            (LogSays::CreateFailed, "diagnose_fact_log_create_failed"),
            (LogSays::TooManyConnections, "diagnose_fact_log_too_many"),
            (LogSays::DiskFull, "diagnose_fact_log_disk_full"),
        ] {
            let from = self.cells.log(says);
            if let Some(first) = from.first() {
                let number = first.value.clone();
                found.push(fact(key, &[("number", &number)], from));
            }
        }
        found
    }

    fn login_facts(&self, trouble: &Trouble, groups: &[u32]) -> Vec<Fact> {
        let mut found = Vec::new();
        if trouble.pending_logins == 0 {
            return found;
        }
        let mut from = Vec::new();
        for row in self.cells.queues(self.look).iter().filter(|row| row.login) {
            from.extend(self.cells.queued(self.look, row, &ENTRY));
        }
        let lengths = self.cells.groups(self.look, groups, &["QUEUE_LENGTH"]);
        from.extend(lengths);
        let logins = trouble.pending_logins;
        found.push(fact("diagnose_fact_logins", &[("logins", &logins)], from));
        if self.seen.has_processlist && self.seen.has_groups {
            let all = self.all_groups();
            let mut from = self.cells.groups(self.look, &all, &["CONNECTIONS"]);
            let counts = all.iter().filter_map(|group| self.seen.row(*group));
            let count = sum(counts.map(|row| row.connections));
            from.extend(self.cells.status(self.look, "Threads_connected"));
            let conns = self.seen.conns.values();
            let (rows, outside) = (conns.len(), conns.filter(|c| c.place == ConnPlace::Outside));
            let outside = outside.count();
            found.push(fact(
                "diagnose_fact_logins_unlisted",
                &[
                    ("logins", &logins),
                    ("connections", &count),
                    ("rows", &rows),
                    ("outside", &outside),
                ],
                from,
            ));
        }
        found
    }

    // How the remainder determines which connections hang.
    fn remainder_facts(&self, groups: &[u32]) -> Vec<Fact> {
        let mut found = Vec::new();
        let Some(size) = self.state.vars.size else {
            return found;
        };
        let well: Vec<u32> = self
            .seen
            .groups
            .iter()
            .filter_map(|(id, seen)| {
                let reads = seen.row.as_ref().is_some_and(|row| row.has_listener);
                (reads && !groups.contains(id)).then_some(*id)
            })
            .collect();
        if !well.is_empty() {
            let columns = ["HAS_LISTENER", "STANDBY_THREADS"];
            let mut from = self.cells.groups(self.look, &well, &columns);
            from.extend(self.cells.variable("thread_pool_size"));
            let share = u32::try_from(groups.len()).unwrap_or(0);
            found.push(fact(
                "diagnose_fact_others_well",
                &[("groups", &&well), ("share", &share), ("size", &size)],
                from,
            ));
        }
        found
    }

    fn holders_fact(&self, ids: &[u64], key: &'static str) -> Option<Fact> {
        let mut from = Vec::new();
        for look in 0..self.state.looks.len() {
            let columns = ["COMMAND", "TIME", "STATE"];
            from.extend(self.cells.connections(look, ids, &columns));
        }
        from.extend(self.cells.variable("thread_pool_size"));
        let age = ids
            .iter()
            .filter_map(|id| self.seen.conns.get(id)?.age_us)
            .min();
        let age = Time(age.unwrap_or(0));
        (!ids.is_empty() && !from.is_empty())
            .then(|| fact(key, &[("connections", &ids), ("age", &age)], from))
    }

    // What most connections on the threads of these groups wait for; without groups, on any thread.
    fn most_wait(&self, groups: &[u32]) -> Option<Wait> {
        let here = |conn: &&Conn| match conn.group {
            Some(group) => groups.is_empty() || groups.contains(&group),
            None => conn.lock.is_some(),
        };
        let conns = self.seen.conns.values().filter(here);
        let all: Vec<Wait> = conns
            .filter(|conn| !conn.row.is_self)
            .filter_map(|conn| conn.wait)
            .collect();
        let mut counts = [0_usize; Wait::Cache as usize + 1];
        for wait in &all {
            if let Some(count) = counts.get_mut(*wait as usize) {
                *count += 1;
            }
        }
        let most = |wait: &Wait| (counts.get(*wait as usize), core::cmp::Reverse(*wait));
        all.iter().copied().max_by_key(most)
    }

    /// Whether a connection waits for this.
    pub fn waits(&self, id: &u64, kind: Wait) -> bool {
        let conn = self.seen.conns.get(id);
        conn.is_some_and(|conn| conn.wait == Some(kind))
    }

    fn waits_for(&self, kind: Wait) -> impl Iterator<Item = &Conn> {
        let conns = self.seen.conns.values();
        conns.filter(move |conn| conn.wait == Some(kind))
    }

    fn unread_fact(&self, trouble: &Trouble, groups: &[u32]) -> Option<Fact> {
        let unread: Vec<u64> = trouble
            .stuck_connections
            .iter()
            .filter(|id| !trouble.surely_stuck.contains(id))
            .copied()
            .collect();
        let columns = ["QUEUE_LENGTH", "HAS_LISTENER"];
        let mut from = self.cells.groups(self.look, groups, &columns);
        from.extend(self.cells.connections(self.look, &unread, &["COMMAND"]));
        (!unread.is_empty())
            .then(|| fact("diagnose_fact_unread", &[("connections", &&unread)], from))
    }

    fn spare_threads_fact(&self) -> Option<Fact> {
        let (threads, most) = (self.seen.threads?, self.state.vars.max_threads?);
        let mut from = self.cells.status(self.look, "Threadpool_threads");
        from.extend(self.cells.variable("thread_pool_max_threads"));
        (threads < most).then(|| {
            fact(
                "diagnose_fact_threads_to_spare",
                &[("threads", &threads), ("max", &most)],
                from,
            )
        })
    }

    pub fn connections(&self, found: &mut Vec<Verdict>) {
        let cell = self.cells.status(self.look, "Threads_connected");
        let connected = cell.first().and_then(|cell| cell.value.parse::<u64>().ok());
        let (Some(connected), Some(most)) = (connected, self.state.vars.max_connections) else {
            return;
        };
        if connected < most {
            return;
        }
        let mut trouble = self.trouble(Cause::TooManyConnections, Vec::new(), 0.95);
        trouble.says = say(
            trouble.cause.about().says,
            &[("connected", &connected), ("max", &most)],
        );
        let mut from = cell;
        from.extend(self.cells.variable("max_connections"));
        trouble.evidence.push(fact(
            "diagnose_fact_connections",
            &[("connected", &connected), ("max", &most)],
            from,
        ));
        trouble.evidence.extend(self.log_facts());
        found.push(trouble.blames(None));
    }

    /// Other facts that matter, beside the troubles.
    pub fn facts(&self, troubles: &[Trouble]) -> Vec<Fact> {
        let said = |cause: Cause| troubles.iter().any(|trouble| trouble.cause == cause);
        let mut found = Vec::new();
        if troubles.is_empty() {
            found.extend(self.idle_fact());
            found.extend(self.log_facts());
        }
        if !said(Cause::Healthy) && !said(Cause::SlowStatements) && !troubles.is_empty() {
            let unmissed = |condition: &Condition| *condition == Condition::Unmissed;
            if self.conditions.values().any(unmissed) {
                found.extend(self.unmissed_facts());
            }
        }
        found
    }
}

impl Trouble {
    pub(super) fn blames(self, blames: impl Into<Option<Guilty>>) -> Verdict {
        Verdict {
            trouble: self,
            blames: blames.into(),
        }
    }
}

// Marks these as surely stuck, too.
fn stick(trouble: &mut Trouble, ids: &[u64]) {
    trouble.surely_stuck.extend(ids);
    trouble.stuck_connections.extend(&trouble.surely_stuck);
    tidy(&mut trouble.stuck_connections);
    tidy(&mut trouble.surely_stuck);
}
