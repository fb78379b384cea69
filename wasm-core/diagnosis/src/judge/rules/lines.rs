//! Queued requests that are served, but late.

use std::slice;

use super::{ENTRY, LONG_US, Rules, Verdict};
use crate::capture::{Group, Queued};
use crate::judge::condition::{Condition, QueueCause};
use crate::judge::say::{Time, fact, say};
use crate::judge::{Cause, Evidence, Guilty, Trouble};
use crate::order::tidy;
use crate::state::{SECOND_US, sum, total};
use crate::states::Wait;

/// The starving requests, and those that overtake them.
#[derive(Default)]
struct Starved {
    oldest_us: u64,
    sure: f64,
    low: Vec<u64>,
    high: Vec<u64>,
    /// Some of the high-priority ones are in a transaction; else their sessions set thread_pool_priority.
    transactions: bool,
    from: Vec<Evidence>,
}

impl Rules<'_> {
    // Queued requests that are served, but late.
    pub(super) fn lines(&self, found: &mut Vec<Verdict>) {
        let mut groups = Vec::new();
        let (mut sure, mut wait_us) = (1.0_f64, 0);
        let (mut capped, mut saturated) = (false, false);
        for (group, condition) in &self.conditions {
            if let Condition::Queueing {
                sure: of,
                wait_us: us,
                why,
            } = condition
            {
                groups.push(*group);
                (sure, wait_us) = (sure.min(*of), wait_us.max(*us));
                capped |= *why == QueueCause::Capped;
                saturated |= matches!(why, QueueCause::Saturated | QueueCause::Moving);
            }
        }
        if groups.is_empty() {
            return;
        }
        let logins = sum(groups.iter().map(|group| self.logins(*group)));
        let queues = groups
            .iter()
            .filter_map(|g| Some(self.seen.groups.get(g)?.queue()));
        let queued = sum(queues);
        let size = self.state.vars.size.unwrap_or(1) as usize;
        let all = self.seen.groups.len().max(size);
        let hot = all > 1 && 2 * groups.len() <= all && self.others_calm(&groups);
        let starved = self.starved(&groups);
        // No column shows the number of CPUs: if all queued statements compute, CPUs may be what is short.
        let cores = saturated && self.computing(&groups);
        let computing = cores && groups.len() == all && all > 1;
        let sure = if cores && !computing {
            sure * 0.6
        } else {
            sure
        };
        // Only THREAD_POOL_QUEUES shows starving requests, and the kick-up timer would end it.
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
            let part = if self.uneven(&groups) { 1.0 } else { 0.7 };
            (Cause::HotGroup, sure * part)
        } else if capped {
            (Cause::TooFewThreads, sure)
        } else if saturated {
            let part = if all == 1 { 1.0 } else { 0.7 };
            (Cause::TooFewGroups, sure * part)
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
        // Where nobody listens, clients that were active just now may have sent another request, unread.
        for group in &groups {
            if self.seen.row(*group).is_some_and(|row| !row.has_listener) {
                let recent = self.state.recent(self.look, *group, wait_us);
                trouble.stuck_connections.extend(recent);
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
            let overtaken = fact("diagnose_fact_overtaken", &[("low", &low)], starved.from);
            trouble.evidence.push(overtaken);
        }
        self.line_facts(&mut trouble, &groups, capped, all);
        let named = trouble.cause;
        if computing {
            trouble.against = say("diagnose_against_cores", &[]);
            found.push(trouble.blames(Guilty::Statements));
            return;
        }
        found.push(trouble.blames(Guilty::Pool));
        if named != Cause::LowPriorityStarved && self.only_high(&groups) {
            let mut trouble = self.trouble(Cause::LowPriorityStarved, groups.clone(), 0.5);
            trouble.says = say("diagnose_cause_starved_unread", &[("groups", &&groups)]);
            trouble.evidence.extend(self.queue_fact(&groups));
            let columns = ["QUEUE_LENGTH", "HAS_LISTENER"];
            let mut from = self.cells.groups_always(&groups, &columns);
            from.extend(self.cells.variable("thread_pool_prio_kickup_timer"));
            trouble.evidence.push(fact(
                "diagnose_fact_only_high",
                &[("groups", &&groups)],
                from,
            ));
            found.push(trouble.blames(Guilty::Pool));
        }
    }

    // Nobody listens, the queue is never empty, and all its entries belong to transactions and are too young for a
    // kick-up. Workers read the sockets only when the queue is empty, so other requests are not even read.
    fn only_high(&self, groups: &[u32]) -> bool {
        let Some(kickup) = self.state.vars.kickup_us else {
            return false;
        };
        let young = |row: &Queued| row.priority == 0 && !row.login && row.queueing_time_us < kickup;
        let mut looks = self.state.looks.iter().enumerate();
        looks.len() > 1
            && looks.all(|(look, seen)| {
                groups.iter().all(|group| {
                    let mut rows = self.queued_in(look, slice::from_ref(group)).peekable();
                    let deaf = seen.row(*group).is_some_and(|row| !row.has_listener);
                    deaf && rows.peek().is_some() && rows.all(young)
                })
            })
    }

    fn others_calm(&self, groups: &[u32]) -> bool {
        let mut all = self.seen.groups.keys();
        all.all(|group| groups.contains(group) || self.state.longest_queue(*group) < 2)
    }

    fn share(&self, groups: &[u32], of: impl Fn(u32) -> u64) -> (u64, u64) {
        let all = |ids: &mut dyn Iterator<Item = &u32>| total(ids.map(|id| of(*id)));
        let these: u64 = all(&mut groups.iter());
        let others: u64 = all(&mut self.seen.groups.keys().filter(|id| !groups.contains(id)));
        (these, others)
    }

    // It has more than its share of connections or of the work.
    fn uneven(&self, groups: &[u32]) -> bool {
        let n = u64::try_from(groups.len()).unwrap_or(1);
        let m = u64::try_from(self.seen.groups.len())
            .unwrap_or(1)
            .saturating_sub(n);
        let over = |(these, others): (u64, u64)| {
            these.saturating_mul(m * 2) >= others.saturating_mul(n * 3) && these > 0
        };
        let connections = |id: u32| self.seen.row(id).map_or(0, |row| row.connections.into());
        let work = |id: u32| self.state.moved(id).map_or(0, |m| m.dequeues);
        over(self.share(groups, connections)) || over(self.share(groups, work))
    }

    // Whether all running statements there compute, by their STATE.
    pub fn computing(&self, groups: &[u32]) -> bool {
        let mut on = self
            .seen
            .on_threads(groups)
            .filter(|conn| !conn.row.is_self)
            .peekable();
        on.peek().is_some() && on.all(|conn| conn.wait == Some(Wait::Compute))
    }

    // Low-priority entries that grow old while younger high-priority ones are taken. No mean shows this: the
    // oldest entry counts. (An entry lifted by the kick-up timer is no older than the timer.)
    fn starved(&self, groups: &[u32]) -> Option<Starved> {
        let look = (0..self.state.looks.len())
            .rev()
            .find(|look| !self.cells.queues(*look).is_empty())?;
        let blur = self.state.vars.stall_us();
        let rows = || self.queued_in(look, groups);
        let low = || rows().filter(|row| row.priority == 1);
        let oldest_us = low().map(|row| row.queueing_time_us).max()?;
        let past = |row: &&Queued| {
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
            sure: self.state.between.as_ref().map_or(0.7, |_| 0.9),
            ..Starved::default()
        };
        let named = low().filter(|row| !row.login);
        starved
            .low
            .extend(named.filter_map(|row| row.connection_id));
        for look in 0..self.state.looks.len() {
            let high = self.queued_in(look, groups).filter(past);
            let ids = high.filter_map(|row| row.connection_id);
            starved.high.extend(ids);
        }
        let on = self
            .seen
            .on_threads(groups)
            .filter(|conn| !conn.row.is_self && !starved.low.contains(&conn.id));
        starved.high.extend(on.map(|conn| conn.id));
        tidy(&mut starved.high);
        tidy(&mut starved.low);
        let open = |id: &u64| {
            let conn = self.seen.conns.get(id);
            conn.is_some_and(|conn| conn.in_transaction)
        };
        starved.transactions = starved.high.iter().any(open);
        for row in low().take(3).chain(rows().filter(past).take(3)) {
            starved.from.extend(self.cells.queued(look, row, &ENTRY));
        }
        let kickup = self.cells.variable("thread_pool_prio_kickup_timer");
        starved.from.extend(kickup);
        Some(starved)
    }

    fn line_facts(&self, trouble: &mut Trouble, groups: &[u32], capped: bool, all: usize) {
        let rows = groups.iter();
        let rows = rows.map(|group| self.row_fact("diagnose_fact_line", *group));
        trouble.evidence.extend(rows);
        trouble.evidence.extend(self.queue_fact(groups));
        if all > groups.len() {
            let every = self.all_groups();
            let columns = ["QUEUE_LENGTH", "CONNECTIONS"];
            let mut from = self.cells.groups_always(&every, &columns);
            for row in self.cells.queues(self.look).iter().take(1) {
                from.extend(self.cells.queued(self.look, row, &["CONNECTION_ID"]));
            }
            let those = |inside: bool| {
                let ids = every.iter().filter(move |id| groups.contains(id) == inside);
                ids.filter_map(|id| Some(self.seen.row(*id)?.connections))
            };
            let here = sum(those(true));
            let least = those(false).min().unwrap_or(0);
            let most = those(false).max().unwrap_or(0);
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
            let size = fact("diagnose_fact_size", &[("size", &all)], from);
            trouble.evidence.push(size);
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
            let rows = self.queued_in(look, groups);
            for row in rows.filter(|row| !row.login).take(6) {
                from.extend(self.cells.queued(look, row, &["CONNECTION_ID"]));
            }
        }
        for conn in self.seen.on_threads(groups) {
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
            let looks = self.state.looks.iter();
            let lengths = looks.filter_map(|look| Some(look.groups.get(group)?.queue()));
            lengths.clone().min() == Some(0) && lengths.max() > Some(1)
        });
        for look in 0..self.state.looks.len() {
            if let Some(head) = self.queued_in(look, groups).next() {
                from.extend(self.cells.queued(look, head, &["CONNECTION_ID"]));
            }
        }
        let outside = |group: &&u32| !groups.contains(group);
        for group in self.seen.groups.keys().filter(outside) {
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
            let columns = ["QUEUE_LENGTH", "HAS_LISTENER"];
            trouble.evidence.push(fact(
                "diagnose_fact_queue_comes_and_goes",
                &[("groups", &groups)],
                self.cells.groups_always(groups, &columns),
            ));
        }
    }

    // Threads that the other groups keep and hardly use.
    fn spare_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let mut from = Vec::new();
        let mut held = 0;
        let columns = ["THREADS", "STANDBY_THREADS", "HAS_LISTENER"];
        for (id, seen) in &self.seen.groups {
            let spare = |row: &&Group| row.active_threads == 0 && row.standby_threads > 0;
            let row = seen.row.as_ref().filter(|_| !groups.contains(id));
            if let Some(row) = row.filter(spare) {
                held = sum([held, row.threads]);
                from.extend(self.cells.group(self.look, *id, &columns));
            }
        }
        if held > 0 {
            let held = fact("diagnose_fact_held_elsewhere", &[("held", &held)], from);
            trouble.evidence.push(held);
        }
    }

    fn limit_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let all = self.all_groups();
        let mut from = self.cells.groups_always(&all, &["ACTIVE_THREADS"]);
        from.extend(self.cells.variable("thread_pool_oversubscribe"));
        from.extend(self.cells.status(self.look, "Threadpool_threads"));
        from.extend(self.cells.variable("thread_pool_max_threads"));
        let rows = groups.iter().filter_map(|group| self.seen.row(*group));
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

    // None of their statements is old: no lock, and no single culprit.
    fn young_fact(&self, trouble: &mut Trouble, groups: &[u32]) {
        let ages: Vec<u64> = self
            .seen
            .on_threads(groups)
            .filter_map(|conn| conn.age_us)
            .collect();
        let Some(oldest) = ages.iter().max().copied().filter(|us| *us < LONG_US) else {
            return;
        };
        let mut from = Vec::new();
        for conn in self.seen.on_threads(groups) {
            let cells = self
                .cells
                .connection(self.look, conn.id, &["TIME", "STATE"]);
            from.extend(cells);
        }
        from.extend(self.cells.waits("ROW_LOCK"));
        let count = ages.len();
        trouble.evidence.push(fact(
            "diagnose_fact_none_old",
            &[("count", &count), ("oldest", &Time(oldest))],
            from,
        ));
    }
}
