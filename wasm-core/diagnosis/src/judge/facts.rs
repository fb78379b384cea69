//! Facts about the pool, each with the columns that show it.

use poolscope_scenario::tables::GROUPS;

use super::flow::Condition;
use super::graph::Graph;
use super::say::{Cells, Time, fact};
use super::{Evidence, Fact};
use crate::capture::{LogSays, Queued};
use crate::state::{Conn, ConnPlace, SECOND_US, sum, variable};

/// Statements that take this long or longer are long.
const LONG_US: u64 = SECOND_US / 2;

/// The columns of a row of THREAD_POOL_QUEUES.
pub(super) const ENTRY: [&str; 3] = ["CONNECTION_ID", "PRIORITY", "QUEUEING_TIME_MICROSECONDS"];

/// The pool has as many threads as it may have.
pub(super) fn cap_fact(cells: Cells<'_>, look: usize) -> Option<Fact> {
    let threads = cells.state.looks.get(look)?.threads?;
    let most = cells.state.vars.max_threads?;
    if threads < most {
        return None;
    }
    let mut from = cells.status(look, "Threadpool_threads");
    from.extend(cells.variable("thread_pool_max_threads"));
    Some(fact(
        "diagnose_fact_cap",
        &[("threads", &threads), ("max", &most)],
        from,
    ))
}

impl Graph<'_> {
    // All groups of the look.
    pub fn all_groups(&self) -> Vec<u32> {
        self.seen.groups.keys().copied().collect()
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
        cap_fact(self.cells, self.look)
    }

    pub fn frozen_fact(&self, groups: &[u32]) -> Option<Fact> {
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
    pub fn queued_in<'s>(
        &'s self,
        look: usize,
        groups: &'s [u32],
    ) -> impl Iterator<Item = &'s Queued> {
        let rows = self.cells.queues(look).iter();
        rows.filter(|row| groups.contains(&row.group_id))
    }

    pub fn queue_fact(&self, groups: &[u32]) -> Option<Fact> {
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

    pub fn kickup_fact(&self, groups: &[u32]) -> Option<Fact> {
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

    pub fn stall_flag_fact(&self, groups: &[u32]) -> Option<Fact> {
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

    pub fn idle_fact(&self) -> Option<Fact> {
        let from = self.cells.status(self.look, "Threadpool_idle_threads");
        let idle = from.first()?.value.clone();
        let held = sum(self.seen.groups.values().map(|seen| seen.waiting));
        Some(fact(
            "diagnose_fact_idle_threads",
            &[("idle", &idle), ("waiting", &held)],
            from,
        ))
    }

    pub fn well_facts(&self) -> Vec<Fact> {
        let mut said = Vec::new();
        if self.seen.has_groups {
            said.push(self.calm_fact());
        }
        let mut long: Vec<u64> = self.long(self.look).iter().map(|conn| conn.id).collect();
        let wanted = |id: &u64| Some(&true) == self.node(*id).and_then(|at| self.wanted.get(at));
        long.retain(|id| !wanted(id));
        said.extend(self.holders_fact(&long, "diagnose_fact_long_but_harmless"));
        said
    }

    pub fn login_facts(&self, logins: u32, groups: &[u32]) -> Vec<Fact> {
        let mut found = Vec::new();
        if logins == 0 {
            return found;
        }
        let mut from = Vec::new();
        for row in self.cells.queues(self.look).iter().filter(|row| row.login) {
            from.extend(self.cells.queued(self.look, row, &ENTRY));
        }
        let lengths = self.cells.groups(self.look, groups, &["QUEUE_LENGTH"]);
        from.extend(lengths);
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
    pub fn remainder_facts(&self, groups: &[u32]) -> Vec<Fact> {
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

    pub fn holders_fact(&self, ids: &[u64], key: &'static str) -> Option<Fact> {
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

    // Long-running statements at one look, except intended sleeps.
    pub fn long(&self, look: usize) -> Vec<&Conn> {
        let seen = self.state.looks.get(look);
        let conns = seen.into_iter().flat_map(|seen| seen.conns.values());
        conns
            .filter(|conn| {
                let counts =
                    conn.place == ConnPlace::Thread && !conn.row.is_self && !conn.is_dump();
                let waits = self.node(conn.id).is_some_and(|at| self.waits(at));
                counts
                    && !waits
                    && !conn.sleeps_by_wish()
                    && conn.age_us.is_some_and(|us| us >= LONG_US)
            })
            .collect()
    }

    // Number of looks that include groups.
    pub fn looks_at_groups(&self) -> usize {
        let looks = self.state.looks.iter().filter(|seen| seen.has_groups);
        looks.count()
    }

    pub fn pool_is_clear(&self) -> bool {
        let clear =
            |condition: &Condition| matches!(condition, Condition::Well | Condition::Unmissed);
        let looks = self
            .state
            .looks
            .iter()
            .enumerate()
            .filter(|(_, seen)| seen.has_groups);
        self.seen.has_groups
            && self.conditions.values().all(clear)
            && looks
                .filter(|(look, _)| *look != self.look)
                .all(|(look, seen)| {
                    seen.groups
                        .keys()
                        .all(|group| clear(&self.state.condition(look, *group)))
                })
    }

    pub fn calm_fact(&self) -> Fact {
        let columns = [
            "QUEUE_LENGTH",
            "HAS_LISTENER",
            "IS_STALLED",
            "STANDBY_THREADS",
        ];
        let from = self.cells.groups_always(&self.all_groups(), &columns);
        let looks = self.looks_at_groups();
        fact("diagnose_fact_calm", &[("looks", &looks)], from)
    }

    pub fn unmissed_facts(&self) -> Vec<Fact> {
        let mut found = Vec::new();
        for (look, seen) in self.state.looks.iter().enumerate() {
            for (group, seen) in &seen.groups {
                let Some(row) = &seen.row else { continue };
                if !row.has_listener && row.active_threads > 0 {
                    let columns = ["HAS_LISTENER", "ACTIVE_THREADS", "STANDBY_THREADS"];
                    let mut from = self.cells.group(look, *group, &columns);
                    for id in &seen.asleep {
                        from.extend(self.cells.connection(look, *id, &["COMMAND", "TIME"]));
                    }
                    found.push(fact("diagnose_fact_unmissed", &[("group", group)], from));
                }
            }
        }
        found
    }

    // The timer had to act in a group with frequent requests: a statement took the listener between the looks.
    pub fn timer_acts_for_others(&self, group: u32) -> bool {
        let acted = self.state.moved(group).is_some_and(|m| m.paced() > 0);
        acted
            && !self
                .state
                .recent(self.look, group, SECOND_US / 2)
                .is_empty()
    }

    pub fn spare_threads_fact(&self) -> Option<Fact> {
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
}

impl Cells<'_> {
    /// That a node takes no part in its cluster, if its own figures say so.
    pub fn cluster_out(&self) -> Option<Fact> {
        let is = |name: &str, bad: &[&str]| {
            let value = variable(self.capture, name).map(|(value, _)| value);
            value.is_some_and(|value| bad.iter().any(|bad| bad.eq_ignore_ascii_case(value)))
        };
        let out = is("wsrep_ready", &["OFF", "0"])
            || is("wsrep_connected", &["OFF", "0"])
            || is("wsrep_cluster_status", &["non-Primary", "Disconnected"]);
        let names = ["wsrep_ready", "wsrep_connected", "wsrep_cluster_status"].iter();
        let from = names.flat_map(|name| self.variable(name)).collect();
        out.then(|| fact("diagnose_fact_cluster_out", &[], from))
    }

    /// What the log says.
    pub fn log_facts(&self) -> Vec<Fact> {
        let mut found = Vec::new();
        for (says, key) in [
            (LogSays::MaxThreads, "diagnose_fact_log_max_threads"),
            (LogSays::Blocked, "diagnose_fact_log_blocked"),
            (LogSays::CreateFailed, "diagnose_fact_log_create_failed"),
            (LogSays::TooManyConnections, "diagnose_fact_log_too_many"),
            (LogSays::DiskFull, "diagnose_fact_log_disk_full"),
        ] {
            let from = self.log(says);
            if let Some(first) = from.first() {
                let number = first.value.clone();
                found.push(fact(key, &[("number", &number)], from));
            }
        }
        // What the reference explains, of other messages.
        let told = |says: &LogSays| says.page().is_some() && *says != LogSays::Aborted;
        let mut lines = self.capture.log.iter().filter(|line| told(&line.says));
        if let (Some(line), true) = (lines.next(), found.is_empty()) {
            found.push(fact("diagnose_fact_message", &[], self.log(line.says)));
        }
        found
    }
}
