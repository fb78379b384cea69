//! Verdicts, worst first, each with what it rests on.

use std::collections::BTreeMap;

use crate::capture::LogSays;
use crate::judge::condition::{Condition, FELT_US, Line};
use crate::judge::say::{Cells, ROW, Time, fact, say};
use crate::judge::{Cause, Evidence, Fact, Guilty, Trouble};
use crate::order::{self, tidy};
use crate::state::{Conn, Place, SECOND_US, Seen, State, sum, total};
use crate::states::Wait;

/// Statements from here on are long.
const LONG_US: u64 = SECOND_US / 2;

/// A verdict and whom it blames.
pub(super) struct Verdict {
    pub trouble: Trouble,
    pub blames: Option<Guilty>,
}

/// A group whose threads are all held.
#[derive(Clone, Copy)]
struct Held {
    group: u32,
    sure: f64,
    /// Nobody reads there.
    deaf: bool,
}

/// Who starves, and who goes past.
#[derive(Default)]
struct Starved {
    oldest_us: u64,
    sure: f64,
    low: Vec<u64>,
    high: Vec<u64>,
    /// Some of the high ones are in a transaction; else their sessions set thread_pool_priority.
    transactions: bool,
    from: Vec<Evidence>,
}

pub(super) struct Rules<'a> {
    pub cells: Cells<'a>,
    pub state: &'a State,
    pub look: usize,
    pub seen: &'a Seen,
    pub conditions: BTreeMap<u32, Condition>,
}

impl<'a> Rules<'a> {
    pub fn new(cells: Cells<'a>, look: usize) -> Option<Self> {
        let state = cells.state;
        let seen = state.looks.get(look)?;
        let mut conditions = BTreeMap::new();
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

    fn trouble(&self, cause: Cause, groups: Vec<u32>, sure: f64) -> Trouble {
        Trouble {
            wait: self.most_wait(&groups),
            groups,
            cause,
            stuck_connections: Vec::new(),
            surely_stuck: Vec::new(),
            pending_logins: 0,
            blocking_connections: Vec::new(),
            says: say(cause.about().says, &[]),
            evidence: Vec::new(),
            sure: if self.state.doubts.is_empty() {
                sure
            } else {
                sure * 0.8
            },
            against: say(cause.about().against, &[]),
        }
    }

    fn conns(&self, groups: &[u32]) -> impl Iterator<Item = &Conn> {
        let ids = groups
            .iter()
            .filter_map(|group| self.seen.groups.get(group));
        ids.flat_map(|group| &group.on_threads)
            .filter_map(|id| self.seen.conns.get(id))
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

    // Queued ones, and all that sleep where nobody reads.
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
        trouble.stuck_connections.extend(&trouble.surely_stuck);
        tidy(&mut trouble.stuck_connections);
        tidy(&mut trouble.surely_stuck);
    }

    fn row_fact(&self, key: &'static str, group: u32) -> Fact {
        let row = self
            .seen
            .groups
            .get(&group)
            .and_then(|seen| seen.row.as_ref());
        let threads = row.map_or(0, |row| row.threads);
        fact(
            key,
            &[("group", &group), ("threads", &threads)],
            self.cells.group_always(group, &ROW),
        )
    }

    fn cap_fact(&self) -> Option<Fact> {
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
        let columns = [
            "POLLS_BY_LISTENER",
            "POLLS_BY_WORKER",
            "DEQUEUES_BY_LISTENER",
            "DEQUEUES_BY_WORKER",
        ];
        let still = |group: &&u32| self.state.moved(**group).is_some_and(|m| m.taken() == 0);
        let still: Vec<u32> = groups.iter().filter(still).copied().collect();
        let span = self.state.between.as_ref()?.span_us;
        if still.is_empty() {
            return None;
        }
        let mut from: Vec<Evidence> = Vec::new();
        for group in &still {
            from.extend(self.cells.grown(*group, &columns));
            from.extend(self.cells.grown(*group, &["WAKES"]));
        }
        let other = self
            .seen
            .groups
            .keys()
            .find(|group| self.state.moved(**group).is_some_and(|m| m.taken() > 0));
        from.extend(
            other
                .into_iter()
                .flat_map(|g| self.cells.grown(*g, &["POLLS_BY_LISTENER"])),
        );
        Some(fact(
            "diagnose_fact_frozen",
            &[("groups", &&still), ("span", &Time(span))],
            from,
        ))
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
            let rows = self
                .cells
                .queues(look)
                .iter()
                .filter(|row| groups.contains(&row.group_id));
            for row in rows.take(3) {
                from.extend(self.cells.queued(
                    look,
                    row,
                    &["CONNECTION_ID", "PRIORITY", "QUEUEING_TIME_MICROSECONDS"],
                ));
            }
        }
        if queued == 0 {
            return None;
        }
        Some(match oldest {
            Some(oldest) => fact(
                "diagnose_fact_queued_since",
                &[
                    ("queued", &queued),
                    ("oldest", &Time(oldest)),
                    (
                        "blur",
                        &Time(if self.state.vars.exact_stats {
                            0
                        } else {
                            self.state.vars.stall_us()
                        }),
                    ),
                ],
                from,
            ),
            None => fact("diagnose_fact_queued", &[("queued", &queued)], from),
        })
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
            from.extend(self.cells.queued(
                self.look,
                row,
                &["CONNECTION_ID", "PRIORITY", "QUEUEING_TIME_MICROSECONDS"],
            ));
        }
        for group in groups {
            from.extend(self.cells.group(self.look, *group, &["QUEUE_LENGTH"]));
        }
        let logins = trouble.pending_logins;
        found.push(fact("diagnose_fact_logins", &[("logins", &logins)], from));
        if self.seen.has_processlist && self.seen.has_groups {
            let mut from: Vec<Evidence> = Vec::new();
            let mut count = 0;
            for (group, seen) in &self.seen.groups {
                from.extend(self.cells.group(self.look, *group, &["CONNECTIONS"]));
                count = sum([count, seen.row.as_ref().map_or(0, |row| row.connections)]);
            }
            from.extend(self.cells.status(self.look, "Threads_connected"));
            let rows = self.seen.conns.len();
            let outside = self
                .seen
                .conns
                .values()
                .filter(|c| c.place == Place::Outside)
                .count();
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

    // How the remainder decides who hangs.
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
            let mut from: Vec<Evidence> = Vec::new();
            for group in &well {
                from.extend(self.cells.group(
                    self.look,
                    *group,
                    &["HAS_LISTENER", "STANDBY_THREADS"],
                ));
            }
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
            for id in ids.iter().take(12) {
                from.extend(
                    self.cells
                        .connection(look, *id, &["COMMAND", "TIME", "STATE"]),
                );
            }
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

    // What most of those on the threads of these groups wait for; of none, on any.
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
        let mut counts = [0_usize; 16];
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

    // A STATE that says it all, whatever the groups look like: the pool is not told of these waits, and others stand behind
    // those who are in them.
    fn stated(&self, found: &mut Vec<Verdict>) {
        for (kind, cause, key) in [
            (Wait::Space, Cause::DiskFull, "diagnose_fact_wait_space"),
            (
                Wait::Ack,
                Cause::WaitsForSemiSyncAck,
                "diagnose_fact_wait_ack",
            ),
        ] {
            let those: Vec<u64> = self.waits_for(kind).map(|conn| conn.id).collect();
            let ages = self.waits_for(kind).filter_map(|conn| conn.age_us);
            let age = ages.max().unwrap_or(0);
            // Without a replica's answer a commit takes a moment anyway.
            if those.is_empty() || kind == Wait::Ack && age < SECOND_US {
                continue;
            }
            let troubled =
                |condition: &Condition| !matches!(condition, Condition::Well | Condition::Unmissed);
            let groups = self.conditions.iter().filter(|(_, of)| troubled(of));
            let groups: Vec<u32> = groups.map(|(group, _)| *group).collect();
            let mut trouble = self.trouble(cause, groups.clone(), 0.95);
            trouble.wait = Some(kind);
            self.strand(&mut trouble, &groups, kind == Wait::Space);
            if kind == Wait::Ack {
                trouble.stuck_connections.extend(&those);
                trouble.surely_stuck.extend(&those);
                tidy(&mut trouble.stuck_connections);
                tidy(&mut trouble.surely_stuck);
            } else {
                trouble.blocking_connections.clone_from(&those);
            }
            let count = those.len();
            trouble.says = say(
                cause.about().says,
                &[
                    ("count", &count),
                    ("connections", &&those),
                    ("age", &Time(age)),
                ],
            );
            trouble.evidence.extend(self.holders_fact(&those, key));
            trouble.evidence.extend(self.cap_fact());
            trouble.evidence.extend(self.frozen_fact(&groups));
            trouble.evidence.extend(self.queue_fact(&groups));
            let unread = self.unread_fact(&trouble, &groups);
            trouble.evidence.extend(unread);
            trouble.evidence.extend(self.log_facts());
            let blames = match (kind, groups.is_empty()) {
                (Wait::Space, false) => Some(Guilty::Pool),
                (Wait::Space, true) if !self.seen.has_groups => None,
                _ => Some(Guilty::Statements),
            };
            found.push(Verdict { trouble, blames });
            return;
        }
    }

    // Every thread of a group is held: it is deaf, or it reads and has nobody to serve.
    fn threads_held(&self, found: &mut Vec<Verdict>) {
        let mut by_lock: Vec<Held> = Vec::new();
        let mut by_cap = Vec::new();
        let mut by_failure = Vec::new();
        for (group, condition) in &self.conditions {
            let (sure, fails, deaf) = match condition {
                Condition::Deaf {
                    sure,
                    creation_fails,
                } => (*sure, *creation_fails, true),
                Condition::Full {
                    sure,
                    creation_fails,
                } => (*sure, *creation_fails, false),
                _ => continue,
            };
            let on: Vec<&Conn> = self.conns(&[*group]).collect();
            let locked = on.iter().filter(|conn| conn.lock.is_some()).count();
            let held = |part: f64| Held {
                group: *group,
                sure: sure * part,
                deaf,
            };
            if fails {
                by_failure.push(held(1.0));
            } else if !on.is_empty() && 2 * locked >= on.len() {
                by_lock.push(held(1.0));
            } else if on.is_empty() && !self.state.locks.waiters.is_empty() {
                by_lock.push(held(0.7));
            } else if on.is_empty() {
                // Who holds the threads is not in the paste: a lock or long statements.
                by_lock.push(held(0.5));
                by_cap.push(held(0.5));
            } else {
                by_cap.push(held(1.0));
            }
        }
        if !by_lock.is_empty() {
            found.push(self.lock_holds_threads(&by_lock));
        }
        if !by_cap.is_empty() {
            let deaf = by_cap.iter().any(|entry| entry.deaf);
            let cause = match deaf {
                true => Cause::DeafGroupThreadCap,
                false => Cause::FullGroupThreadCap,
            };
            found.push(self.statements_hold_threads(cause, &by_cap));
        }
        if !by_failure.is_empty() {
            found.push(self.statements_hold_threads(Cause::ThreadCreationFails, &by_failure));
        }
    }

    fn held_facts(&self, trouble: &mut Trouble, groups: &[u32]) {
        for group in groups {
            let deaf = matches!(self.conditions.get(group), Some(Condition::Deaf { .. }));
            let key = if deaf {
                "diagnose_fact_deaf"
            } else {
                "diagnose_fact_full"
            };
            trouble.evidence.push(self.row_fact(key, *group));
        }
        trouble.evidence.extend(self.cap_fact());
        trouble.evidence.extend(self.frozen_fact(groups));
    }

    fn unread_fact(&self, trouble: &Trouble, groups: &[u32]) -> Option<Fact> {
        let unread: Vec<u64> = trouble
            .stuck_connections
            .iter()
            .filter(|id| !trouble.surely_stuck.contains(id))
            .copied()
            .collect();
        let mut from = Vec::new();
        for group in groups {
            from.extend(
                self.cells
                    .group(self.look, *group, &["QUEUE_LENGTH", "HAS_LISTENER"]),
            );
        }
        for id in unread.iter().take(12) {
            from.extend(self.cells.connection(self.look, *id, &["COMMAND"]));
        }
        (!unread.is_empty())
            .then(|| fact("diagnose_fact_unread", &[("connections", &&unread)], from))
    }

    fn statements_hold_threads(&self, cause: Cause, entries: &[Held]) -> Verdict {
        let groups: Vec<u32> = entries.iter().map(|entry| entry.group).collect();
        let mut sure = least(entries);
        if cause == Cause::ThreadCreationFails {
            let logged = !self.cells.log(LogSays::CreateFailed).is_empty();
            sure *= if logged { 1.0 } else { 0.6 };
        }
        let mut trouble = self.trouble(cause, groups.clone(), sure);
        trouble.blocking_connections = self
            .conns(&groups)
            .filter(|c| !c.row.is_self)
            .map(|c| c.id)
            .collect();
        tidy(&mut trouble.blocking_connections);
        let (deaf, full): (Vec<Held>, Vec<Held>) = entries.iter().partition(|entry| entry.deaf);
        for (part, unread) in [(&deaf, true), (&full, false)] {
            let groups: Vec<u32> = part.iter().map(|entry| entry.group).collect();
            self.strand(&mut trouble, &groups, unread);
        }
        let rows = groups
            .iter()
            .filter_map(|group| self.seen.groups.get(group)?.row.as_ref());
        let threads = sum(rows.map(|row| row.threads));
        // Without the groups' table, those that are seen at work.
        let seen = u32::try_from(trouble.blocking_connections.len()).unwrap_or(u32::MAX);
        let threads = if threads == 0 { seen } else { threads };
        let key = match deaf.is_empty() || full.is_empty() {
            true => cause.about().says,
            false => "diagnose_cause_groups_thread_cap",
        };
        trouble.says = say(
            key,
            &[
                ("groups", &&groups),
                ("threads", &threads),
                ("connections", &&trouble.blocking_connections),
            ],
        );
        self.held_facts(&mut trouble, &groups);
        let held = trouble.blocking_connections.clone();
        trouble
            .evidence
            .extend(self.holders_fact(&held, "diagnose_fact_holders"));
        for (kind, key) in [
            (Wait::Client, "diagnose_fact_wait_client"),
            (Wait::Dump, "diagnose_fact_dumps"),
        ] {
            let those = held.iter().filter(|id| self.waits(id, kind));
            let those: Vec<u64> = those.copied().collect();
            if let Some(mut said) = self.holders_fact(&those, key) {
                let net = ["NET"].iter().filter(|_| kind == Wait::Client);
                said.from
                    .extend(net.flat_map(|reason| self.cells.waits(reason)));
                trouble.evidence.push(said);
            }
        }
        let unread = self.unread_fact(&trouble, &groups);
        trouble.evidence.extend(unread);
        trouble.evidence.extend(self.queue_fact(&groups));
        trouble.evidence.extend(self.login_facts(&trouble, &groups));
        trouble.evidence.extend(self.remainder_facts(&groups));
        trouble.evidence.extend(self.log_facts());
        trouble.evidence.extend(self.stall_flag_fact(&groups));
        trouble.evidence.extend(self.idle_fact());
        trouble.evidence.extend(self.kickup_fact(&groups));
        pool(trouble)
    }

    fn lock_holds_threads(&self, entries: &[Held]) -> Verdict {
        let groups: Vec<u32> = entries.iter().map(|entry| entry.group).collect();
        let mut trouble = self.trouble(
            Cause::LockPileUpHoldsAllThreads,
            groups.clone(),
            least(entries),
        );
        let kind = self.kind(&groups);
        let waiters: Vec<u64> = self
            .conns(&groups)
            .filter(|c| c.lock.is_some())
            .map(|c| c.id)
            .collect();
        trouble.wait = Some(kind);
        let holders = self.holders(kind);
        self.strand(&mut trouble, &groups, true);
        let heads = self.in_line(&mut trouble, kind, &holders);
        let count = waiters.len();
        let home = |id: &u64| {
            self.seen
                .conns
                .get(id)?
                .group
                .filter(|group| groups.contains(group))
        };
        let shut: Vec<u64> = holders
            .iter()
            .filter(|id| home(id).is_some())
            .copied()
            .collect();
        let outside = |id: &u64| {
            let conn = self.seen.conns.get(id);
            conn.is_some_and(|conn| conn.place == Place::Outside)
        };
        let key = match (heads.is_empty(), holders.is_empty(), shut.is_empty()) {
            (true, false, true) if holders.iter().all(outside) => {
                "diagnose_cause_lock_pile_up_holds_all_threads_outside"
            }
            (false, ..) => "diagnose_cause_lock_line_holds_all_threads",
            (_, true, _) => "diagnose_cause_lock_pile_up_holds_all_threads_unknown",
            (_, false, true) => "diagnose_cause_lock_pile_up_holds_all_threads_heard",
            (_, false, false) => "diagnose_cause_lock_pile_up_holds_all_threads",
        };
        trouble.says = say(
            key,
            &[
                ("count", &count),
                ("groups", &&groups),
                ("holders", &&holders),
                ("heads", &&heads),
            ],
        );
        self.held_facts(&mut trouble, &groups);
        self.lock_facts(&mut trouble, kind, &waiters);
        if !shut.is_empty() {
            let mut from = Vec::new();
            for id in &shut {
                if let Some(group) = self.seen.conns.get(id).and_then(|conn| conn.group) {
                    from.extend(self.cells.group(
                        self.look,
                        group,
                        &["HAS_LISTENER", "STANDBY_THREADS"],
                    ));
                }
                from.extend(self.cells.connection(self.look, *id, &["COMMAND"]));
            }
            trouble.evidence.push(fact(
                "diagnose_fact_holder_shut_out",
                &[("holders", &&shut)],
                from,
            ));
        }
        let unread = self.unread_fact(&trouble, &groups);
        trouble.evidence.extend(unread);
        trouble.evidence.extend(self.queue_fact(&groups));
        trouble.evidence.extend(self.login_facts(&trouble, &groups));
        trouble.evidence.extend(self.log_facts());
        trouble.evidence.extend(self.stall_flag_fact(&groups));
        trouble.evidence.extend(self.idle_fact());
        trouble.evidence.extend(self.kickup_fact(&groups));
        pool(trouble)
    }

    // Who is first in the lock's line, and who holds it; those behind them are stuck.
    fn in_line(&self, trouble: &mut Trouble, kind: Wait, holders: &[u64]) -> Vec<u64> {
        let heads = self.heads(kind);
        trouble.blocking_connections = holders.iter().chain(&heads).copied().collect();
        tidy(&mut trouble.blocking_connections);
        if matches!(kind, Wait::Metadata | Wait::Global) {
            let behind = self
                .waits_for(kind)
                .map(|conn| conn.id)
                .filter(|id| !heads.contains(id));
            trouble.surely_stuck.extend(behind);
            trouble.stuck_connections.extend(&trouble.surely_stuck);
            tidy(&mut trouble.stuck_connections);
            tidy(&mut trouble.surely_stuck);
        }
        heads
    }

    // The kind of lock that most wait for.
    fn kind(&self, groups: &[u32]) -> Wait {
        let locks = |wait: &Wait| wait.is_lock();
        let most = self.most_wait(groups).filter(locks);
        let any = || self.seen.conns.values().find_map(|conn| conn.lock);
        most.or_else(any).unwrap_or(Wait::Row)
    }

    fn oldest(&self, kind: Wait) -> u64 {
        let ages = self.waits_for(kind).filter_map(|conn| conn.age_us);
        ages.max().unwrap_or(0)
    }

    /// Those in a lock's line who want the table, or the server, for themselves: all that came later stand behind them, even
    /// those that the holder would not keep out. In the order in which they came.
    pub fn heads(&self, kind: Wait) -> Vec<u64> {
        if !matches!(kind, Wait::Metadata | Wait::Global) {
            return Vec::new();
        }
        let mut heads: Vec<&Conn> = self.waits_for(kind).filter(|conn| is_ddl(conn)).collect();
        order::sort(&mut heads, |a, b| b.age_us.cmp(&a.age_us));
        let others = self.waits_for(kind).count() > heads.len();
        heads
            .into_iter()
            .filter(|_| others)
            .map(|conn| conn.id)
            .collect()
    }

    /// Whether somebody stands before the first of them.
    pub fn before_heads(&self, kind: Wait, heads: &[u64]) -> bool {
        let first = heads.first().and_then(|id| self.seen.conns.get(id)?.age_us);
        let late = |conn: &Conn| {
            let age = conn
                .age_us
                .map(|us| us.saturating_sub(if conn.exact { 0 } else { SECOND_US }));
            age > first
        };
        self.waits_for(kind)
            .any(|conn| late(conn) && !heads.contains(&conn.id))
    }

    // Who holds it. InnoDB says so for rows. A metadata lock is held by a transaction, or by a statement older than the first who
    // waits; a global one by who flushes or makes a backup. Where all of these are none: a connection that came through
    // extra_port and has been idle for a little longer than the first waits.
    fn holders(&self, kind: Wait) -> Vec<u64> {
        let oldest = self.oldest(kind);
        let heads = !self.heads(kind).is_empty();
        let holds = |conn: &&Conn| {
            let older = conn.age_us.is_some_and(|us| us > oldest);
            let runs = conn.place == Place::Thread && older && !conn.is_dump() && !conn.row.is_self;
            let flushes = starts_with(conn, &["flush", "backup"]);
            conn.lock.is_none()
                && match kind {
                    Wait::Metadata => conn.in_transaction || runs,
                    Wait::Global => flushes || heads && runs,
                    _ => false,
                }
        };
        if matches!(kind, Wait::Row | Wait::Table) {
            return self.state.locks.holders.iter().copied().collect();
        }
        let found: Vec<u64> = self
            .seen
            .conns
            .values()
            .filter(holds)
            .map(|conn| conn.id)
            .collect();
        if !found.is_empty() {
            return found;
        }
        let idle = |conn: &&Conn| {
            conn.row.command == "Sleep" && conn.age_us.is_some_and(|us| us >= oldest)
        };
        let last = self
            .seen
            .conns
            .values()
            .filter(idle)
            .min_by_key(|conn| conn.age_us);
        let outside = last.filter(|conn| conn.place == Place::Outside && !heads);
        outside.into_iter().map(|conn| conn.id).collect()
    }

    fn lock_facts(&self, trouble: &mut Trouble, kind: Wait, waiters: &[u64]) {
        let mut from = Vec::new();
        for id in waiters.iter().take(12) {
            from.extend(
                self.cells
                    .connection(self.look, *id, &["COMMAND", "STATE", "TIME"]),
            );
        }
        let reason = match kind {
            Wait::Row => "ROW_LOCK",
            Wait::Table => "TABLE_LOCK",
            _ => "META_DATA_LOCK",
        };
        from.extend(self.cells.waits(reason));
        let age = waiters
            .iter()
            .filter_map(|id| self.seen.conns.get(id)?.age_us)
            .max();
        let (count, age) = (waiters.len(), Time(age.unwrap_or(0)));
        let pairs = self.state.locks.pairs;
        let key = match kind {
            Wait::Row if pairs == 0 => "diagnose_fact_wait_row_suspected",
            Wait::Row => "diagnose_fact_wait_row",
            Wait::Table => "diagnose_fact_wait_table",
            Wait::User => "diagnose_fact_wait_user",
            Wait::Metadata => "diagnose_fact_wait_metadata",
            _ => "diagnose_fact_wait_global",
        };
        trouble.evidence.push(fact(
            key,
            &[
                ("count", &count),
                ("age", &age),
                ("pairs", &pairs),
                ("connections", &waiters),
            ],
            from,
        ));
        let heads = self.heads(kind);
        for id in trouble.blocking_connections.clone() {
            if heads.contains(&id) {
                continue;
            }
            let mut from = self.cells.transaction(self.state.locks.look, id);
            from.extend(self.cells.connection(self.look, id, &["COMMAND", "TIME"]));
            let conn = self.seen.conns.get(&id);
            let key = match conn.filter(|conn| conn.row.command == "Sleep") {
                Some(conn) if conn.place == Place::Outside => "diagnose_fact_holder_outside",
                Some(_) => "diagnose_fact_holder_asleep",
                None => "diagnose_fact_holder",
            };
            trouble
                .evidence
                .push(fact(key, &[("connection", &id)], from));
        }
        for id in heads {
            let from = self
                .cells
                .connection(self.look, id, &["COMMAND", "STATE", "TIME"]);
            let said = fact("diagnose_fact_ddl_waits", &[("connection", &id)], from);
            trouble.evidence.push(said);
        }
    }

    // The listener took a statement that computes.
    fn taken(&self, found: &mut Vec<Verdict>) {
        for (group, condition) in &self.conditions {
            let Condition::Taken {
                sure,
                stuck,
                age_us,
            } = condition
            else {
                continue;
            };
            let mut trouble = self.trouble(Cause::CpuStatementTookTheListener, vec![*group], *sure);
            trouble.stuck_connections = stuck.clone();
            trouble.blocking_connections = self
                .conns(&[*group])
                .filter(|conn| !conn.sleeps_by_wish() && conn.lock.is_none())
                .map(|conn| conn.id)
                .collect();
            tidy(&mut trouble.blocking_connections);
            let twice = Time(2 * self.state.vars.stall_us());
            trouble.says = say(
                trouble.cause.about().says,
                &[
                    ("group", group),
                    ("connections", &&trouble.blocking_connections),
                    ("age", &Time(*age_us)),
                    ("twice", &twice),
                ],
            );
            let row = self
                .seen
                .groups
                .get(group)
                .and_then(|seen| seen.row.as_ref());
            let standby = row.map_or(0, |row| row.standby_threads);
            let key = if standby > 0 {
                "diagnose_fact_unheard_free"
            } else {
                "diagnose_fact_unheard"
            };
            trouble.evidence.push(fact(
                key,
                &[("group", group)],
                self.cells.group(self.look, *group, &ROW),
            ));
            let held = trouble.blocking_connections.clone();
            if let Some(mut computes) = self.holders_fact(&held, "diagnose_fact_computes") {
                computes
                    .from
                    .extend(self.cells.group(self.look, *group, &["ACTIVE_THREADS"]));
                computes.from.extend(self.cells.waits("SLEEP"));
                trouble.evidence.push(computes);
            }
            trouble.evidence.extend(self.frozen_fact(&[*group]));
            if self.state.moved(*group).is_some_and(|m| m.by_timer > 0) {
                let columns = [
                    "WAKES_DUE_TO_STALL",
                    "THREAD_CREATIONS_DUE_TO_STALL",
                    "STALLS",
                ];
                let from = self.cells.grown(*group, &columns);
                trouble.evidence.push(fact(
                    "diagnose_fact_timer_helped",
                    &[("group", group)],
                    from,
                ));
            }
            self.again(&mut trouble, *group);
            trouble.evidence.push(fact(
                "diagnose_fact_twice_stall_limit",
                &[("twice", &twice)],
                self.cells.variable("thread_pool_stall_limit"),
            ));
            let unread = self.unread_fact(&trouble, &[*group]);
            trouble.evidence.extend(unread);
            trouble.evidence.extend(self.stall_flag_fact(&[*group]));
            found.push(pool(trouble));
        }
    }

    // At a later look the group listens again: it comes back.
    fn again(&self, trouble: &mut Trouble, group: u32) {
        let later = (self.look + 1..self.state.looks.len()).find(|look| {
            let seen = self
                .state
                .looks
                .get(*look)
                .and_then(|seen| seen.groups.get(&group));
            seen.and_then(|seen| seen.row.as_ref())
                .is_some_and(|row| row.has_listener)
        });
        if let Some(look) = later {
            let from = self.cells.group(look, group, &ROW);
            trouble.evidence.push(fact(
                "diagnose_fact_listens_again",
                &[("group", &group)],
                from,
            ));
        }
    }

    // Requests in line that are served, but late.
    fn lines(&self, found: &mut Vec<Verdict>) {
        let mut waits: Vec<(u32, f64, u64, Line)> = Vec::new();
        for (group, condition) in &self.conditions {
            if let Condition::Line { sure, wait_us, why } = condition {
                waits.push((*group, *sure, *wait_us, *why));
            }
        }
        if waits.is_empty() {
            return;
        }
        let groups: Vec<u32> = waits.iter().map(|wait| wait.0).collect();
        let sure = waits.iter().map(|wait| wait.1).fold(1.0, f64::min);
        let wait_us = waits.iter().map(|wait| wait.2).max().unwrap_or(0);
        let logins = sum(groups.iter().map(|group| self.logins(*group)));
        let queues = groups
            .iter()
            .filter_map(|g| Some(self.seen.groups.get(g)?.queue()));
        let queued = sum(queues);
        let all = self
            .seen
            .groups
            .len()
            .max(self.state.vars.size.unwrap_or(1) as usize);
        let capped = waits.iter().any(|wait| wait.3 == Line::Capped);
        let saturated = waits
            .iter()
            .any(|wait| matches!(wait.3, Line::Saturated | Line::Moving));
        let hot = all > 1 && 2 * groups.len() <= all && self.others_calm(&groups);
        let starved = self.starved(&groups);
        let computing = saturated && groups.len() == all && all > 1 && self.computing(&groups);
        // Who starves stands in THREAD_POOL_QUEUES alone, and the kick-up timer would end it.
        let kickup_us = self.state.vars.kickup_us.unwrap_or(u64::MAX);
        let unseen = (0..self.state.looks.len()).all(|look| self.cells.queues(look).is_empty());
        if unseen && !hot && kickup_us > 10 * SECOND_US && (capped || saturated) {
            return;
        }
        let (cause, sure) = if let Some(starved) = &starved {
            (Cause::LowPriorityStarved, sure.max(starved.sure))
        } else if logins > 0 && logins >= queued - queued / 2 {
            (Cause::LoginStorm, sure * 0.85)
        } else if computing {
            (Cause::SlowStatements, sure * 0.7)
        } else if hot && (capped || saturated) {
            (
                Cause::HotGroup,
                if self.uneven(&groups) {
                    sure
                } else {
                    sure * 0.7
                },
            )
        } else if capped {
            (Cause::TooFewThreads, sure)
        } else if saturated {
            (
                Cause::TooFewGroups,
                if all == 1 { sure } else { sure * 0.7 },
            )
        } else {
            (Cause::WaitsForStallTimer, sure * 0.75)
        };
        let mut trouble = self.trouble(cause, groups.clone(), sure);
        self.strand(&mut trouble, &groups, false);
        if let Some(starved) = &starved {
            trouble.surely_stuck.clone_from(&starved.low);
            trouble.stuck_connections.clone_from(&starved.low);
            trouble.blocking_connections.clone_from(&starved.high);
        }
        // Where nobody listens, those that spoke just now may have asked again, unread.
        for group in &groups {
            let row = self
                .seen
                .groups
                .get(group)
                .and_then(|seen| seen.row.as_ref());
            if row.is_some_and(|row| !row.has_listener) {
                trouble
                    .stuck_connections
                    .extend(self.state.recent(self.look, *group, wait_us));
            }
        }
        tidy(&mut trouble.stuck_connections);
        let oldest = starved
            .as_ref()
            .map_or(wait_us, |starved| starved.oldest_us);
        let key = match &starved {
            Some(starved) if !starved.transactions => {
                "diagnose_cause_low_priority_starved_sessions"
            }
            None if computing => "diagnose_cause_slow_statements_cores",
            _ => cause.about().says,
        };
        let low = trouble.stuck_connections.len();
        trouble.says = say(
            key,
            &[
                ("groups", &&groups),
                ("wait", &Time(oldest)),
                ("queued", &queued),
                ("logins", &logins),
                ("low", &low),
                ("high", &&trouble.blocking_connections),
            ],
        );
        if let Some(starved) = starved {
            let from = starved.from;
            trouble
                .evidence
                .push(fact("diagnose_fact_overtaken", &[("low", &low)], from));
        }
        self.line_facts(&mut trouble, &groups, capped, all);
        let named = trouble.cause;
        if computing {
            found.push(Verdict {
                trouble,
                blames: Some(Guilty::Statements),
            });
            return;
        }
        found.push(pool(trouble));
        if named != Cause::LowPriorityStarved && self.only_high(&groups) {
            let mut trouble = self.trouble(Cause::LowPriorityStarved, groups.clone(), 0.5);
            trouble.says = say("diagnose_cause_starved_unread", &[("groups", &&groups)]);
            trouble.evidence.extend(self.queue_fact(&groups));
            let mut from = Vec::new();
            for group in &groups {
                from.extend(
                    self.cells
                        .group_always(*group, &["QUEUE_LENGTH", "HAS_LISTENER"]),
                );
            }
            from.extend(self.cells.variable("thread_pool_prio_kickup_timer"));
            trouble.evidence.push(fact(
                "diagnose_fact_only_high",
                &[("groups", &&groups)],
                from,
            ));
            found.push(pool(trouble));
        }
    }

    // Nobody listens, the queue is never used up, and all in it are of transactions: too young to have been lifted.
    // Workers read the sockets only when the queue is used up, so that others are not even read.
    fn only_high(&self, groups: &[u32]) -> bool {
        let Some(kickup) = self.state.vars.kickup_us else {
            return false;
        };
        let looks = self.state.looks.len();
        looks > 1
            && groups.iter().all(|group| {
                (0..looks).all(|look| {
                    let mut rows = self
                        .cells
                        .queues(look)
                        .iter()
                        .filter(|row| row.group_id == *group)
                        .peekable();
                    let deaf = self
                        .state
                        .looks
                        .get(look)
                        .and_then(|seen| seen.groups.get(group)?.row.as_ref());
                    deaf.is_some_and(|row| !row.has_listener)
                        && rows.peek().is_some()
                        && rows.all(|row| {
                            row.priority == 0 && !row.login && row.queueing_time_us < kickup
                        })
                })
            })
    }

    fn others_calm(&self, groups: &[u32]) -> bool {
        let others = self
            .seen
            .groups
            .keys()
            .filter(|group| !groups.contains(group));
        others
            .clone()
            .all(|group| self.state.longest_queue(*group) < 2)
    }

    fn share(&self, groups: &[u32], of: impl Fn(u32) -> u64) -> (u64, u64) {
        let all = |ids: &mut dyn Iterator<Item = &u32>| total(ids.map(|id| of(*id)));
        let these: u64 = all(&mut groups.iter());
        let others: u64 = all(&mut self.seen.groups.keys().filter(|id| !groups.contains(id)));
        (these, others)
    }

    // More connections, or more of the work, than its share.
    fn uneven(&self, groups: &[u32]) -> bool {
        let n = u64::try_from(groups.len()).unwrap_or(1);
        let m = u64::try_from(self.seen.groups.len())
            .unwrap_or(1)
            .saturating_sub(n);
        let over = |(these, others): (u64, u64)| {
            these.saturating_mul(m * 2) >= others.saturating_mul(n * 3) && these > 0
        };
        let connections = |id: u32| {
            let row = self.seen.groups.get(&id).and_then(|seen| seen.row.as_ref());
            row.map_or(0, |row| row.connections.into())
        };
        let work = |id: u32| self.state.moved(id).map_or(0, |m| m.dequeues);
        over(self.share(groups, connections)) || over(self.share(groups, work))
    }

    // All that is at work there computes, by its STATE.
    pub fn computing(&self, groups: &[u32]) -> bool {
        let mut on = self
            .conns(groups)
            .filter(|conn| !conn.row.is_self)
            .peekable();
        on.peek().is_some() && on.all(|conn| conn.wait == Some(Wait::Compute))
    }

    // Entries of low priority that grow old while younger ones of high priority are taken up. No mean shows them: the oldest
    // counts. (What the kick-up timer has lifted is no older than it.)
    fn starved(&self, groups: &[u32]) -> Option<Starved> {
        let look = (0..self.state.looks.len())
            .rev()
            .find(|look| !self.cells.queues(*look).is_empty())?;
        let blur = self.state.vars.stall_us();
        let rows = || {
            let all = self.cells.queues(look).iter();
            all.filter(|row| groups.contains(&row.group_id))
        };
        let low = || rows().filter(|row| row.priority == 1);
        let oldest_us = low().map(|row| row.queueing_time_us).max()?;
        let past = |row: &&crate::capture::Queued| {
            row.priority == 0 && !row.login && row.queueing_time_us.max(blur) < oldest_us / 4
        };
        let moves = groups.iter().any(|group| match self.state.moved(*group) {
            Some(moved) => moved.dequeues > 0,
            None => self
                .state
                .youngest_us(look, *group)
                .is_none_or(|us| us < oldest_us / 4),
        });
        if !moves || oldest_us < 2 * SECOND_US || rows().filter(past).count() == 0 {
            return None;
        }
        let mut starved = Starved {
            oldest_us,
            sure: if self.state.between.is_some() {
                0.9
            } else {
                0.7
            },
            ..Starved::default()
        };
        starved.low.extend(
            low()
                .filter(|row| !row.login)
                .filter_map(|row| row.connection_id),
        );
        for look in 0..self.state.looks.len() {
            let all = self.cells.queues(look).iter();
            let high = all
                .filter(|row| groups.contains(&row.group_id))
                .filter(past);
            starved
                .high
                .extend(high.filter_map(|row| row.connection_id));
        }
        let on = self
            .conns(groups)
            .filter(|conn| !conn.row.is_self && !starved.low.contains(&conn.id));
        starved.high.extend(on.map(|conn| conn.id));
        tidy(&mut starved.high);
        tidy(&mut starved.low);
        let open = |id: &u64| {
            self.seen
                .conns
                .get(id)
                .is_some_and(|conn| conn.in_transaction)
        };
        starved.transactions = starved.high.iter().any(open);
        let columns = ["CONNECTION_ID", "PRIORITY", "QUEUEING_TIME_MICROSECONDS"];
        for row in low().take(3).chain(rows().filter(past).take(3)) {
            starved.from.extend(self.cells.queued(look, row, &columns));
        }
        starved
            .from
            .extend(self.cells.variable("thread_pool_prio_kickup_timer"));
        Some(starved)
    }

    fn line_facts(&self, trouble: &mut Trouble, groups: &[u32], capped: bool, all: usize) {
        for group in groups {
            trouble
                .evidence
                .push(self.row_fact("diagnose_fact_line", *group));
        }
        trouble.evidence.extend(self.queue_fact(groups));
        if all > groups.len() {
            let mut from: Vec<Evidence> = Vec::new();
            let mut rows = Vec::new();
            for (id, seen) in &self.seen.groups {
                from.extend(
                    self.cells
                        .group_always(*id, &["QUEUE_LENGTH", "CONNECTIONS"]),
                );
                rows.extend(seen.row.as_ref().map(|row| (*id, row.connections)));
            }
            for row in self.cells.queues(self.look).iter().take(1) {
                from.extend(self.cells.queued(self.look, row, &["CONNECTION_ID"]));
            }
            let those = |inside: bool| {
                rows.iter()
                    .filter(move |(id, _)| groups.contains(id) == inside)
                    .map(|(_, n)| *n)
            };
            let here = sum(those(true));
            let (least, most) = (
                those(false).min().unwrap_or(0),
                those(false).max().unwrap_or(0),
            );
            trouble.evidence.push(fact(
                "diagnose_fact_uneven",
                &[
                    ("groups", &groups),
                    ("here", &here),
                    ("least", &least),
                    ("most", &most),
                ],
                from,
            ));
            self.remainder_fact(trouble, groups);
        } else {
            let from = self.cells.variable("thread_pool_size");
            let size = u32::try_from(all).unwrap_or(0);
            trouble
                .evidence
                .push(fact("diagnose_fact_size", &[("size", &size)], from));
        }
        self.moving_facts(trouble, groups);
        if capped {
            trouble.evidence.extend(self.cap_fact());
            self.spare_fact(trouble, groups);
        } else {
            self.limit_fact(trouble, groups);
        }
        self.young_fact(trouble, groups);
        trouble.evidence.extend(self.log_facts());
        trouble.evidence.extend(self.login_facts(trouble, groups));
        trouble.evidence.extend(self.kickup_fact(groups));
        trouble.evidence.extend(self.idle_fact());
    }

    fn remainder_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let Some(size) = self.state.vars.size else {
            return;
        };
        let mut from = Vec::new();
        for look in 0..self.state.looks.len() {
            let rows = self
                .cells
                .queues(look)
                .iter()
                .filter(|row| groups.contains(&row.group_id));
            for row in rows.filter(|row| !row.login).take(6) {
                from.extend(self.cells.queued(look, row, &["CONNECTION_ID"]));
            }
        }
        for conn in self.conns(groups) {
            from.extend(self.cells.connection(self.look, conn.id, &["COMMAND"]));
        }
        from.extend(self.cells.variable("thread_pool_size"));
        trouble.evidence.push(fact(
            "diagnose_fact_remainder",
            &[("groups", &groups), ("size", &size)],
            from,
        ));
    }

    fn moving_facts(&self, trouble: &mut Trouble, groups: &[u32]) {
        let Some(between) = &self.state.between else {
            return;
        };
        let columns = ["DEQUEUES_BY_LISTENER", "DEQUEUES_BY_WORKER", "STALLS"];
        let mut from: Vec<Evidence> = Vec::new();
        for group in groups {
            from.extend(self.cells.grown(*group, &columns));
        }
        let (here, others) =
            self.share(groups, |id| self.state.moved(id).map_or(0, |m| m.dequeues));
        if here == 0 {
            trouble.evidence.extend(self.frozen_fact(groups));
            return;
        }
        let quiet = groups.iter().any(|group| {
            let lengths = self
                .state
                .looks
                .iter()
                .filter_map(|look| Some(look.groups.get(group)?.queue()));
            lengths.clone().min() == Some(0) && lengths.max() > Some(1)
        });
        for look in 0..self.state.looks.len() {
            let head = self
                .cells
                .queues(look)
                .iter()
                .find(|row| groups.contains(&row.group_id));
            from.extend(
                head.into_iter()
                    .flat_map(|row| self.cells.queued(look, row, &["CONNECTION_ID"])),
            );
        }
        for group in self
            .seen
            .groups
            .keys()
            .filter(|group| !groups.contains(group))
        {
            from.extend(self.cells.grown(*group, &["DEQUEUES_BY_LISTENER"]));
        }
        let key = if groups.len() < self.seen.groups.len() {
            "diagnose_fact_moves"
        } else {
            "diagnose_fact_moves_all"
        };
        let span = Time(between.span_us);
        trouble.evidence.push(fact(
            key,
            &[
                ("groups", &groups),
                ("here", &here),
                ("others", &others),
                ("span", &span),
            ],
            from,
        ));
        if quiet {
            let mut from = Vec::new();
            for group in groups {
                from.extend(
                    self.cells
                        .group_always(*group, &["QUEUE_LENGTH", "HAS_LISTENER"]),
                );
            }
            trouble.evidence.push(fact(
                "diagnose_fact_queue_comes_and_goes",
                &[("groups", &groups)],
                from,
            ));
        }
    }

    // Threads that the other groups keep and hardly use.
    fn spare_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let mut from = Vec::new();
        let mut held = 0;
        for (id, seen) in self
            .seen
            .groups
            .iter()
            .filter(|(id, _)| !groups.contains(id))
        {
            let Some(row) = &seen.row else { continue };
            if row.active_threads == 0 && row.standby_threads > 0 {
                held = sum([held, row.threads]);
                from.extend(self.cells.group(
                    self.look,
                    *id,
                    &["THREADS", "STANDBY_THREADS", "HAS_LISTENER"],
                ));
            }
        }
        if held > 0 {
            trouble.evidence.push(fact(
                "diagnose_fact_held_elsewhere",
                &[("held", &held)],
                from,
            ));
        }
    }

    fn limit_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let mut from = Vec::new();
        for group in self.seen.groups.keys() {
            from.extend(self.cells.group_always(*group, &["ACTIVE_THREADS"]));
        }
        from.extend(self.cells.variable("thread_pool_oversubscribe"));
        from.extend(self.cells.status(self.look, "Threadpool_threads"));
        from.extend(self.cells.variable("thread_pool_max_threads"));
        let rows = groups
            .iter()
            .filter_map(|group| self.seen.groups.get(group)?.row.as_ref());
        let active = rows.map(|row| row.active_threads).max().unwrap_or(0);
        let oversubscribe = self.state.vars.oversubscribe;
        let key = match (oversubscribe, self.state.vars.limit()) {
            (Some(most), Some(limit)) if active == limit && limit - 1 == most => {
                "diagnose_fact_limit"
            }
            _ => "diagnose_fact_active",
        };
        trouble.evidence.push(fact(
            key,
            &[
                ("active", &active),
                ("oversubscribe", &oversubscribe.unwrap_or(0)),
            ],
            from,
        ));
    }

    // No statement of theirs is old: no lock, and no single culprit.
    fn young_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let ages: Vec<u64> = self.conns(groups).filter_map(|conn| conn.age_us).collect();
        let Some(oldest) = ages.iter().max().copied().filter(|us| *us < LONG_US) else {
            return;
        };
        let mut from = Vec::new();
        for conn in self.conns(groups) {
            from.extend(
                self.cells
                    .connection(self.look, conn.id, &["TIME", "STATE"]),
            );
        }
        from.extend(self.cells.waits("ROW_LOCK"));
        let count = ages.len();
        trouble.evidence.push(fact(
            "diagnose_fact_none_old",
            &[("count", &count), ("oldest", &Time(oldest))],
            from,
        ));
    }

    // No THREAD_POOL_GROUPS: what the ids and ages of statements allow.
    fn by_processlist(&self, found: &mut Vec<Verdict>) {
        let vars = &self.state.vars;
        if vars.size.is_none() || !self.seen.has_processlist {
            return;
        }
        let mut least_threads = 0;
        for seen in self.seen.groups.values() {
            let on = u32::try_from(seen.on_threads.len()).unwrap_or(u32::MAX);
            least_threads = sum([least_threads, on.max(u32::from(!seen.asleep.is_empty()))]);
        }
        let percona = super::is_percona(self.cells.capture);
        let limit = vars.oversubscribe.map(|n| n.saturating_add(1));
        let mut held = Vec::new();
        for (group, seen) in &self.seen.groups {
            let on = u32::try_from(seen.on_threads.len()).unwrap_or(u32::MAX);
            let old = self
                .state
                .youngest_us(self.look, *group)
                .filter(|us| *us > vars.patience_us());
            let Some(age) =
                old.filter(|us| on > 1 && !self.state.served_since(self.look, *group, *us))
            else {
                continue;
            };
            let _ = age;
            let sure = match vars.max_threads {
                Some(most) if on >= most => 0.85,
                Some(most) if least_threads >= most => 0.75,
                _ if percona && limit.is_some_and(|limit| on >= limit) => 0.5,
                _ => continue,
            };
            held.push(Held {
                group: *group,
                sure,
                deaf: true,
            });
        }
        let (shut, held): (Vec<_>, Vec<_>) =
            held.into_iter().partition(|entry: &Held| entry.sure <= 0.5);
        let locked = |entry: &Held| {
            let on: Vec<&Conn> = self.conns(&[entry.group]).collect();
            2 * on.iter().filter(|conn| conn.lock.is_some()).count() >= on.len()
        };
        let (by_lock, by_cap): (Vec<_>, Vec<_>) = held.into_iter().partition(locked);
        if !by_lock.is_empty() {
            found.push(self.lock_holds_threads(&by_lock));
        }
        for (cause, entries) in [
            (Cause::DeafGroupThreadCap, by_cap),
            (Cause::QueueShut, shut),
        ] {
            if !entries.is_empty() {
                found.push(self.statements_hold_threads(cause, &entries));
            }
        }
    }

    // Locks with threads to spare: the statements' own affair.
    fn locks(&self, found: &mut Vec<Verdict>) {
        let told = |v: &Verdict| {
            let cause = v.trouble.cause;
            cause == Cause::LockPileUpHoldsAllThreads || cause == Cause::DiskFull
        };
        if found.iter().any(told) {
            return;
        }
        let waiting =
            |conn: &&Conn| conn.lock.is_some() && conn.age_us.is_none_or(|us| us >= SECOND_US);
        let waiters: Vec<u64> = self
            .seen
            .conns
            .values()
            .filter(waiting)
            .map(|conn| conn.id)
            .collect();
        let waiters = if self.seen.has_processlist {
            waiters
        } else {
            self.state.locks.waiters.iter().copied().collect()
        };
        if waiters.is_empty() {
            return;
        }
        let kind = self.kind(&[]);
        let (cause, key) = match kind {
            Wait::Metadata | Wait::Global if self.heads(kind).is_empty() => (
                Cause::MetadataLockPileUp,
                "diagnose_cause_metadata_lock_pile_up",
            ),
            Wait::Metadata | Wait::Global => {
                (Cause::MetadataLockPileUp, "diagnose_cause_lock_line")
            }
            _ => (Cause::LockPileUp, "diagnose_cause_lock_pile_up"),
        };
        // Whether they hold all threads cannot be told without the groups, or the cap.
        let spare = self.spare_threads(waiters.len());
        let sure = match spare {
            Some(true) => 0.9,
            Some(false) | None => 0.5,
        };
        let mut trouble = self.trouble(cause, Vec::new(), sure);
        trouble.wait = Some(kind);
        let holders = self.holders(kind);
        let heads = self.in_line(&mut trouble, kind, &holders);
        let stuck = waiters.iter().filter(|id| !heads.contains(id));
        trouble.surely_stuck = stuck.copied().collect();
        tidy(&mut trouble.surely_stuck);
        trouble.stuck_connections.clone_from(&trouble.surely_stuck);
        let count = waiters.len();
        trouble.says = say(
            key,
            &[
                ("count", &count),
                ("holders", &&holders),
                ("heads", &&heads),
            ],
        );
        self.lock_facts(&mut trouble, kind, &waiters);
        trouble.evidence.extend(self.spare_threads_fact());
        if spare.is_none() {
            let mut held = self.trouble(Cause::LockPileUpHoldsAllThreads, Vec::new(), 0.5);
            held.blocking_connections
                .clone_from(&trouble.blocking_connections);
            held.says = say(
                "diagnose_cause_lock_may_hold_all_threads",
                &[("count", &count)],
            );
            self.lock_facts(&mut held, kind, &waiters);
            found.push(Verdict {
                trouble: held,
                blames: None,
            });
            found.push(Verdict {
                trouble,
                blames: None,
            });
            return;
        }
        found.push(Verdict {
            trouble,
            blames: Some(Guilty::Statements),
        });
    }

    // Whether somebody can still be served beside so many that wait.
    fn spare_threads(&self, waiters: usize) -> Option<bool> {
        if self.seen.has_groups {
            let unsure = self
                .conditions
                .values()
                .any(|c| matches!(c, Condition::Unsure));
            return (!unsure).then_some(true);
        }
        let (most, size) = (self.state.vars.max_threads?, self.state.vars.size?);
        let waiters = u32::try_from(waiters).unwrap_or(u32::MAX);
        (waiters.saturating_add(size.saturating_mul(2)) < most).then_some(true)
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

    fn connections(&self, found: &mut Vec<Verdict>) {
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
        found.push(Verdict {
            trouble,
            blames: None,
        });
    }

    // Statements at work for long that nobody asked to sleep, at one look.
    fn long(&self, look: usize) -> Vec<&Conn> {
        let seen = self.state.looks.get(look);
        let conns = seen.into_iter().flat_map(|seen| seen.conns.values());
        conns
            .filter(|conn| {
                let counts = conn.place == Place::Thread && !conn.row.is_self && !conn.is_dump();
                counts && !conn.sleeps_by_wish() && conn.age_us.is_some_and(|us| us >= LONG_US)
            })
            .collect()
    }

    fn pool_is_clear(&self) -> bool {
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

    // The statements themselves: many at once, long, and more than half of all that run.
    fn slow(&self) -> Option<Verdict> {
        if !self.pool_is_clear() || !self.seen.has_processlist {
            return None;
        }
        let long = self.long(self.look);
        let running = self
            .seen
            .conns
            .values()
            .filter(|conn| conn.place == Place::Thread && !conn.row.is_self && !conn.is_dump());
        if long.len() < 3 || 2 * long.len() < running.count() {
            return None;
        }
        let mut blocking: Vec<u64> = Vec::new();
        for look in 0..self.state.looks.len() {
            blocking.extend(self.long(look).iter().map(|conn| conn.id));
        }
        tidy(&mut blocking);
        let twice = self
            .state
            .looks
            .iter()
            .filter(|seen| seen.has_groups)
            .count()
            > 1;
        let mut trouble = self.trouble(
            Cause::SlowStatements,
            Vec::new(),
            if twice { 0.9 } else { 0.65 },
        );
        trouble.blocking_connections = blocking;
        let ages = long.iter().filter_map(|conn| conn.age_us);
        let oldest = Time(ages.max().unwrap_or(0));
        let count = trouble.blocking_connections.len();
        trouble.says = say(
            trouble.cause.about().says,
            &[("count", &count), ("oldest", &oldest)],
        );
        trouble.evidence.push(self.calm_fact());
        let held = trouble.blocking_connections.clone();
        if let Some(mut executed) = self.holders_fact(&held, "diagnose_fact_executed") {
            for group in self.seen.groups.keys() {
                executed
                    .from
                    .extend(self.cells.group(self.look, *group, &["ACTIVE_THREADS"]));
            }
            trouble.evidence.push(executed);
        }
        trouble.evidence.extend(self.spare_threads_fact());
        trouble.evidence.extend(self.unmissed_facts());
        let from = self.cells.waits("ROW_LOCK");
        if self.state.locks.waiters.is_empty() && !from.is_empty() {
            trouble
                .evidence
                .push(fact("diagnose_fact_no_locks", &[], from));
        }
        let from = self.holders_fact(&held, "diagnose_fact_mend_statements");
        trouble.evidence.extend(from);
        Some(Verdict {
            trouble,
            blames: Some(Guilty::Statements),
        })
    }

    fn calm_fact(&self) -> Fact {
        let mut from = Vec::new();
        for group in self.seen.groups.keys() {
            from.extend(self.cells.group_always(
                *group,
                &[
                    "QUEUE_LENGTH",
                    "HAS_LISTENER",
                    "IS_STALLED",
                    "STANDBY_THREADS",
                ],
            ));
        }
        let looks = self
            .state
            .looks
            .iter()
            .filter(|seen| seen.has_groups)
            .count();
        fact("diagnose_fact_calm", &[("looks", &looks)], from)
    }

    fn unmissed_facts(&self) -> Vec<Fact> {
        let mut found = Vec::new();
        for look in 0..self.state.looks.len() {
            let Some(seen) = self.state.looks.get(look) else {
                continue;
            };
            for (group, seen) in &seen.groups {
                let Some(row) = &seen.row else { continue };
                if !row.has_listener && row.active_threads > 0 {
                    let mut from = self.cells.group(
                        look,
                        *group,
                        &["HAS_LISTENER", "ACTIVE_THREADS", "STANDBY_THREADS"],
                    );
                    for id in &seen.asleep {
                        from.extend(self.cells.connection(look, *id, &["COMMAND", "TIME"]));
                    }
                    found.push(fact("diagnose_fact_unmissed", &[("group", group)], from));
                }
            }
        }
        found
    }

    // Nothing is wrong: seen, not only not contradicted.
    fn healthy(&self) -> Option<Verdict> {
        if !self.pool_is_clear() || !self.seen.has_processlist || !self.state.doubts.is_empty() {
            return None;
        }
        let twice = self
            .state
            .looks
            .iter()
            .filter(|seen| seen.has_groups)
            .count()
            > 1;
        // At one look only, a statement that computes may have taken a listener a moment ago.
        let computing = self.seen.conns.values().any(|conn| {
            let at_work = conn.place == Place::Thread && !conn.row.is_self && !conn.is_dump();
            at_work && conn.age_us.is_none_or(|us| us >= FELT_US) && self.is_active(conn)
        });
        let timer = self
            .seen
            .groups
            .keys()
            .any(|group| self.timer_acts_for_others(*group));
        if timer || (!twice && computing) {
            return None;
        }
        let measured = self.state.between.is_some();
        let sure = match (twice, measured) {
            (true, true) => 0.95,
            (true, false) => 0.85,
            _ => 0.7,
        };
        let mut trouble = self.trouble(Cause::Healthy, Vec::new(), sure);
        trouble.evidence.push(self.calm_fact());
        let taken = |between: &&crate::state::Between| {
            between.groups.values().any(|moved| moved.dequeues > 0)
        };
        if let Some(between) = self.state.between.as_ref().filter(taken) {
            let mut from: Vec<Evidence> = Vec::new();
            let mut dequeues = 0;
            for (group, moved) in &between.groups {
                from.extend(
                    self.cells
                        .grown(*group, &["DEQUEUES_BY_LISTENER", "DEQUEUES_BY_WORKER"]),
                );
                dequeues = total([dequeues, moved.dequeues]);
            }
            let questions = self.cells.status_growth("Questions");
            from.extend(questions.map(|(_, cell)| cell));
            let span = Time(between.span_us);
            trouble.evidence.push(fact(
                "diagnose_fact_busy",
                &[("dequeues", &dequeues), ("span", &span)],
                from,
            ));
        }
        let mut from = Vec::new();
        let mut counts = Vec::new();
        for (group, seen) in &self.seen.groups {
            from.extend(self.cells.group(self.look, *group, &["CONNECTIONS"]));
            counts.extend(seen.row.as_ref().map(|row| row.connections));
        }
        let even = counts
            .iter()
            .min()
            .zip(counts.iter().max())
            .is_some_and(|(a, b)| b - a <= a / 2);
        if even && counts.len() > 1 {
            trouble.evidence.push(fact(
                "diagnose_fact_even",
                &[("connections", &&counts)],
                from,
            ));
        }
        let long: Vec<u64> = self.long(self.look).iter().map(|conn| conn.id).collect();
        match self.holders_fact(&long, "diagnose_fact_long_but_harmless") {
            Some(fact) => trouble.evidence.push(fact),
            None => {
                let on: Vec<u64> = self
                    .seen
                    .conns
                    .values()
                    .filter(|c| c.place == Place::Thread)
                    .map(|c| c.id)
                    .collect();
                let mut from = Vec::new();
                for conn in self
                    .seen
                    .conns
                    .values()
                    .filter(|c| c.row.is_self || c.place == Place::Thread)
                    .take(6)
                {
                    from.extend(
                        self.cells
                            .connection(self.look, conn.id, &["COMMAND", "TIME"]),
                    );
                }
                let count = on.len();
                trouble
                    .evidence
                    .push(fact("diagnose_fact_none_long", &[("count", &count)], from));
            }
        }
        trouble.evidence.extend(self.unmissed_facts());
        trouble.evidence.extend(self.idle_fact());
        trouble.evidence.extend(self.log_facts());
        Some(Verdict {
            trouble,
            blames: Some(Guilty::Nothing),
        })
    }

    /// What else is worth saying, beside the troubles.
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

    fn is_active(&self, conn: &Conn) -> bool {
        let row = conn
            .group
            .and_then(|group| self.seen.groups.get(&group)?.row.as_ref());
        row.is_some_and(|row| row.active_threads > 0)
    }

    // The timer had to act in a group where others ask often: a statement took the listener between the looks.
    fn timer_acts_for_others(&self, group: u32) -> bool {
        let acted = self.state.moved(group).is_some_and(|m| m.paced() > 0);
        acted
            && !self
                .state
                .recent(self.look, group, SECOND_US / 2)
                .is_empty()
    }
}

fn starts_with(conn: &Conn, words: &[&str]) -> bool {
    let info = conn.row.info.as_deref().unwrap_or_default();
    let first = |word: &&str| {
        info.get(..word.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    words.iter().any(first)
}

fn is_ddl(conn: &Conn) -> bool {
    starts_with(
        conn,
        &[
            "alter", "drop", "truncate", "rename", "create", "optimize", "flush", "lock", "repair",
            "backup",
        ],
    )
}

fn least(entries: &[Held]) -> f64 {
    entries.iter().map(|entry| entry.sure).fold(1.0, f64::min)
}

fn pool(trouble: Trouble) -> Verdict {
    Verdict {
        trouble,
        blames: Some(Guilty::Pool),
    }
}
