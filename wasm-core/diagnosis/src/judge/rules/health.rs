//! The pool is clear: the statements themselves are slow, or nothing is wrong.

use super::{LONG_US, Rules, Verdict};
use crate::judge::condition::{Condition, FELT_US};
use crate::judge::say::{Time, fact, say};
use crate::judge::{Cause, Evidence, Fact, Guilty};
use crate::order::tidy;
use crate::state::{Conn, Place, SECOND_US, total};

impl Rules<'_> {
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

    // Groups were read at more than one look.
    fn looked_twice(&self) -> bool {
        let looks = self.state.looks.iter().filter(|seen| seen.has_groups);
        looks.count() > 1
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
    pub(super) fn slow(&self) -> Option<Verdict> {
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
        let twice = self.looked_twice();
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

    pub(super) fn unmissed_facts(&self) -> Vec<Fact> {
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
    pub(super) fn healthy(&self) -> Option<Verdict> {
        if !self.pool_is_clear() || !self.seen.has_processlist || !self.state.doubts.is_empty() {
            return None;
        }
        let twice = self.looked_twice();
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
