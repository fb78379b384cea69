//! The pool is not to blame: the statements themselves are slow, or nothing is wrong.

use super::{LONG_US, Rules, Verdict};
use crate::judge::condition::{Condition, FELT_US};
use crate::judge::say::{Time, fact, say};
use crate::judge::{Cause, Evidence, Fact, Guilty};
use crate::order::tidy;
use crate::state::{Conn, ConnPlace, SECOND_US, total};

impl Rules<'_> {
    // Long-running statements at one look, except intended sleeps.
    fn long(&self, look: usize) -> Vec<&Conn> {
        let seen = self.state.looks.get(look);
        let conns = seen.into_iter().flat_map(|seen| seen.conns.values());
        conns
            .filter(|conn| {
                let counts =
                    conn.place == ConnPlace::Thread && !conn.row.is_self && !conn.is_dump();
                counts && !conn.sleeps_by_wish() && conn.age_us.is_some_and(|us| us >= LONG_US)
            })
            .collect()
    }

    // Number of looks that include groups.
    fn looks_at_groups(&self) -> usize {
        let looks = self.state.looks.iter().filter(|seen| seen.has_groups);
        looks.count()
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

    // The statements themselves are slow: many at once, long, and more than half of all that run.
    pub(super) fn slow(&self) -> Option<Verdict> {
        if !self.pool_is_clear() || !self.seen.has_processlist {
            return None;
        }
        let long = self.long(self.look);
        let running =
            self.seen.conns.values().filter(|conn| {
                conn.place == ConnPlace::Thread && !conn.row.is_self && !conn.is_dump()
            });
        if long.len() < 3 || 2 * long.len() < running.count() {
            return None;
        }
        let mut blocking: Vec<u64> = Vec::new();
        for look in 0..self.state.looks.len() {
            blocking.extend(self.long(look).iter().map(|conn| conn.id));
        }
        tidy(&mut blocking);
        let twice = self.looks_at_groups() > 1;
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
            let (all, active) = (self.all_groups(), ["ACTIVE_THREADS"]);
            let cells = self.cells.groups(self.look, &all, &active);
            executed.from.extend(cells);
            trouble.evidence.push(executed);
        }
        trouble.evidence.extend(self.spare_threads_fact());
        trouble.evidence.extend(self.unmissed_facts());
        let from = self.cells.waits("ROW_LOCK");
        if self.state.locks.waiters.is_empty() && !from.is_empty() {
            let none = fact("diagnose_fact_no_locks", &[], from);
            trouble.evidence.push(none);
        }
        let from = self.holders_fact(&held, "diagnose_fact_mend_statements");
        trouble.evidence.extend(from);
        Some(trouble.blames(Guilty::Statements))
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

    pub(super) fn unmissed_facts(&self) -> Vec<Fact> {
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

    // Nothing is wrong: seen as healthy, not merely without contradiction.
    pub(super) fn healthy(&self) -> Option<Verdict> {
        if !self.pool_is_clear() || !self.seen.has_processlist || !self.state.doubts.is_empty() {
            return None;
        }
        let twice = self.looks_at_groups() > 1;
        // With one look only, a computing statement may have taken a listener just now.
        let computing = self.seen.conns.values().any(|conn| {
            let at_work = conn.place == ConnPlace::Thread && !conn.row.is_self && !conn.is_dump();
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
            between.groups.iter().any(|(_, moved)| moved.dequeues > 0)
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
        let all = self.all_groups();
        let rows = all.iter().filter_map(|group| self.seen.row(*group));
        let counts: Vec<u32> = rows.map(|row| row.connections).collect();
        let even = counts
            .iter()
            .min()
            .zip(counts.iter().max())
            .is_some_and(|(a, b)| b - a <= a / 2);
        if even && counts.len() > 1 {
            let from = self.cells.groups(self.look, &all, &["CONNECTIONS"]);
            let even = fact("diagnose_fact_even", &[("connections", &&counts)], from);
            trouble.evidence.push(even);
        }
        let long: Vec<u64> = self.long(self.look).iter().map(|conn| conn.id).collect();
        match self.holders_fact(&long, "diagnose_fact_long_but_harmless") {
            Some(fact) => trouble.evidence.push(fact),
            None => {
                let on = |conn: &&Conn| conn.place == ConnPlace::Thread;
                let conns = || self.seen.conns.values();
                let count = conns().filter(on).count();
                let shown = conns().filter(|conn| conn.row.is_self || on(conn));
                let ids: Vec<u64> = shown.map(|conn| conn.id).take(6).collect();
                let from = self
                    .cells
                    .connections(self.look, &ids, &["COMMAND", "TIME"]);
                let none = fact("diagnose_fact_none_long", &[("count", &count)], from);
                trouble.evidence.push(none);
            }
        }
        trouble.evidence.extend(self.unmissed_facts());
        trouble.evidence.extend(self.idle_fact());
        trouble.evidence.extend(self.log_facts());
        Some(trouble.blames(Guilty::Nothing))
    }

    fn is_active(&self, conn: &Conn) -> bool {
        let row = conn.group.and_then(|group| self.seen.row(group));
        row.is_some_and(|row| row.active_threads > 0)
    }

    // The timer had to act in a group with frequent requests: a statement took the listener between the looks.
    fn timer_acts_for_others(&self, group: u32) -> bool {
        let acted = self.state.moved(group).is_some_and(|m| m.paced() > 0);
        acted
            && !self
                .state
                .recent(self.look, group, SECOND_US / 2)
                .is_empty()
    }
}
