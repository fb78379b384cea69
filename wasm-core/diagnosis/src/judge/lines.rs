//! Queued requests that are served, but late.

use super::facts::ENTRY;
use super::flow::{Condition, QueueCause};
use super::graph::Graph;
use super::say::{Time, fact, say};
use super::trouble::{Part, Shape};
use super::{Cause, Evidence, Known, Root};
use crate::capture::Queued;
use crate::order::tidy;
use crate::state::{SECOND_US, sum, total};
use crate::states::Wait;

/// Requests of low priority that grow old, and those that overtake them.
struct Starved {
    oldest_us: u64,
    low: Vec<u64>,
    high: Vec<u64>,
    /// Some of the high-priority ones are in a transaction; else their sessions set thread_pool_priority.
    transactions: bool,
    from: Vec<Evidence>,
}

impl Graph<'_> {
    pub(super) fn lines(&self, found: &mut Vec<Part>) {
        let mut groups = Vec::new();
        let (mut known, mut wait_us) = (Known::Certain, 0);
        let (mut capped, mut saturated) = (false, false);
        for (group, condition) in &self.conditions {
            if let Condition::Queueing {
                known: of,
                wait_us: us,
                why,
            } = condition
            {
                groups.push(*group);
                (known, wait_us) = (known.min(*of), wait_us.max(*us));
                capped |= *why == QueueCause::Capped;
                saturated |= matches!(why, QueueCause::Saturated | QueueCause::Moving);
            }
        }
        if groups.is_empty() || known == Known::Possible {
            return;
        }
        let logins = sum(groups.iter().map(|group| self.logins(*group)));
        let queues = groups
            .iter()
            .filter_map(|group| Some(self.seen.groups.get(group)?.queue()));
        let queued = sum(queues);
        let size = self.state.vars.size.unwrap_or(1) as usize;
        let all = self.seen.groups.len().max(size);
        let hot = all > 1 && 2 * groups.len() <= all && self.others_calm(&groups);
        let starved = self.starved(&groups);
        // No column shows the number of CPUs: if all queued statements compute, CPUs may be what is short.
        let cores = saturated && self.computing(&groups);
        let computing = cores && groups.len() == all && all > 1;
        // Only THREAD_POOL_QUEUES shows starving requests, and the kick-up timer would end it.
        let kickup_us = self.state.vars.kickup_us.unwrap_or(u64::MAX);
        let unseen = (0..self.state.looks.len()).all(|look| self.cells.queues(look).is_empty());
        if unseen && !hot && kickup_us > 10 * SECOND_US && (capped || saturated) {
            return;
        }
        let (cause, shape) = if starved.is_some() {
            (Cause::LowPriorityStarved, Shape::Starved)
        } else if logins > 0 && logins >= queued - queued / 2 {
            (Cause::LoginStorm, Shape::Logins)
        } else if computing {
            (Cause::SlowStatements, Shape::Slots)
        } else if hot && (capped || saturated) {
            (
                Cause::HotGroup,
                if capped { Shape::Cap } else { Shape::Slots },
            )
        } else if capped {
            (Cause::TooFewThreads, Shape::Cap)
        } else if saturated {
            (Cause::TooFewGroups, Shape::Slots)
        } else {
            (Cause::WaitsForStallTimer, Shape::Timer)
        };
        let mut part = Part::plain(shape, cause);
        (part.capped, part.cores, part.oldest_us) = (capped, cores, wait_us);
        part.groups.clone_from(&groups);
        let trouble = &mut part.trouble;
        trouble.groups.clone_from(&groups);
        trouble.logins = logins;
        for group in &groups {
            let Some(seen) = self.seen.groups.get(group) else {
                continue;
            };
            trouble.waiters.extend(&seen.queued);
            if seen.row.as_ref().is_some_and(|row| !row.has_listener) {
                trouble
                    .unread
                    .extend(self.state.recent(self.look, *group, wait_us));
            }
        }
        let mut key = if computing {
            "diagnose_cause_slow_statements_cores"
        } else {
            cause.sentences()[0]
        };
        let mut high = Vec::new();
        if let Some(starved) = &starved {
            part.oldest_us = starved.oldest_us;
            trouble.waiters.clone_from(&starved.low);
            trouble.unread.clear();
            high.clone_from(&starved.high);
            if !starved.transactions {
                key = "diagnose_cause_low_priority_starved_sessions";
            }
            for id in &starved.high {
                let says = say("diagnose_root_first", &[("id", id)]);
                trouble.roots.push(Root {
                    id: Some(*id),
                    known: Known::Certain,
                    says,
                });
            }
        }
        tidy(&mut trouble.waiters);
        tidy(&mut trouble.unread);
        trouble.says = say(
            key,
            &[
                ("groups", &&groups),
                ("wait", &Time(part.oldest_us)),
                ("queued", &queued),
                ("logins", &logins),
                ("low", &trouble.waiters.len()),
                ("high", &&high),
            ],
        );
        if computing {
            trouble.against = say("diagnose_against_cores", &[]);
        }
        if let Some(starved) = starved {
            let low = starved.low.len();
            trouble.evidence.push(fact(
                "diagnose_fact_overtaken",
                &[("low", &low)],
                starved.from,
            ));
        }
        self.line_facts(&mut part, all);
        found.push(part);
    }

    fn others_calm(&self, groups: &[u32]) -> bool {
        let mut all = self.seen.groups.keys();
        all.all(|group| groups.contains(group) || self.state.longest_queue(*group) < 2)
    }

    // Whether all running statements there compute, by their STATE.
    fn computing(&self, groups: &[u32]) -> bool {
        let on = self
            .seen
            .on_threads(groups)
            .filter(|conn| !conn.row.is_self);
        let mut on = on.peekable();
        on.peek().is_some() && on.all(|conn| conn.wait == Some(Wait::Compute))
    }

    // Low-priority entries that grow old while younger high-priority ones are taken. No mean shows this: the
    // oldest entry counts. (An entry lifted by the kick-up timer is no older than the timer.)
    fn starved(&self, groups: &[u32]) -> Option<Starved> {
        let mut looks = (0..self.state.looks.len()).rev();
        let look = looks.find(|look| !self.cells.queues(*look).is_empty())?;
        let blur = self.state.vars.stall_us();
        let rows = || self.queued_in(look, groups);
        let low = || rows().filter(|row| row.priority == 1);
        let oldest_us = low().map(|row| row.queueing_time_us).max()?;
        let past = |row: &&Queued| {
            row.priority == 0 && !row.login && row.queueing_time_us.max(blur) < oldest_us / 4
        };
        let moves = groups.iter().any(|group| match self.state.moved(*group) {
            Some(moved) => moved.dequeues > 0,
            None => {
                let young = self.state.youngest_us(look, *group);
                young.is_none_or(|us| us < oldest_us / 4)
            }
        });
        if !moves || oldest_us < 2 * SECOND_US || rows().filter(past).count() == 0 {
            return None;
        }
        let named = low().filter(|row| !row.login);
        let mut starved = Starved {
            oldest_us,
            low: named.filter_map(|row| row.connection_id).collect(),
            high: Vec::new(),
            transactions: false,
            from: Vec::new(),
        };
        for look in 0..self.state.looks.len() {
            let high = self.queued_in(look, groups).filter(past);
            starved
                .high
                .extend(high.filter_map(|row| row.connection_id));
        }
        let on = self
            .seen
            .on_threads(groups)
            .filter(|conn| !conn.row.is_self);
        let on = on
            .filter(|conn| !starved.low.contains(&conn.id))
            .map(|conn| conn.id);
        starved.high.extend(on.collect::<Vec<u64>>());
        tidy(&mut starved.high);
        tidy(&mut starved.low);
        let open = |id: &u64| {
            self.seen
                .conns
                .get(id)
                .is_some_and(|conn| conn.in_transaction)
        };
        starved.transactions = starved.high.iter().any(open);
        for row in low().take(3).chain(rows().filter(past).take(3)) {
            starved.from.extend(self.cells.queued(look, row, &ENTRY));
        }
        starved
            .from
            .extend(self.cells.variable("thread_pool_prio_kickup_timer"));
        Some(starved)
    }

    fn line_facts(&self, part: &mut Part, all: usize) {
        let groups = &part.groups;
        let mut said = Vec::new();
        said.extend(
            groups
                .iter()
                .map(|group| self.row_fact("diagnose_fact_line", *group)),
        );
        said.extend(self.queue_fact(groups));
        let those = |inside: bool| {
            let ids = self
                .seen
                .groups
                .keys()
                .filter(move |id| groups.contains(id) == inside);
            ids.filter_map(|id| Some(self.seen.row(*id)?.connections))
        };
        if all > groups.len() {
            let every = self.all_groups();
            let from = self
                .cells
                .groups_always(&every, &["QUEUE_LENGTH", "CONNECTIONS"]);
            let here = sum(those(true));
            let least = those(false).min().unwrap_or(0);
            let most = those(false).max().unwrap_or(0);
            let counts: [(_, &dyn super::say::Param); 4] = [
                ("groups", &&part.groups),
                ("here", &here),
                ("least", &least),
                ("most", &most),
            ];
            said.push(fact("diagnose_fact_uneven", &counts, from));
        } else {
            said.push(fact(
                "diagnose_fact_size",
                &[("size", &all)],
                self.cells.variable("thread_pool_size"),
            ));
        }
        if let Some(between) = &self.state.between {
            let mut from: Vec<Evidence> = Vec::new();
            for group in groups {
                from.extend(self.cells.grown(
                    *group,
                    &["DEQUEUES_BY_LISTENER", "DEQUEUES_BY_WORKER", "STALLS"],
                ));
            }
            let moved = |inside: bool| {
                let of = between
                    .groups
                    .iter()
                    .filter(move |(id, _)| groups.contains(id) == inside);
                total(of.map(|(_, moved)| moved.dequeues))
            };
            let (here, others) = (moved(true), moved(false));
            let key = if groups.len() < self.seen.groups.len() {
                "diagnose_fact_moves"
            } else {
                "diagnose_fact_moves_all"
            };
            let span = Time(between.span_us);
            match here {
                0 => said.extend(self.frozen_fact(groups)),
                _ => said.push(fact(
                    key,
                    &[
                        ("groups", &groups),
                        ("here", &here),
                        ("others", &others),
                        ("span", &span),
                    ],
                    from,
                )),
            }
        }
        if part.capped {
            said.extend(self.cap_fact());
        } else {
            let mut from = self
                .cells
                .groups_always(&self.all_groups(), &["ACTIVE_THREADS"]);
            from.extend(self.cells.variable("thread_pool_oversubscribe"));
            let rows = groups.iter().filter_map(|group| self.seen.row(*group));
            let active = rows.map(|row| row.active_threads).max().unwrap_or(0);
            let over = self.state.vars.oversubscribe;
            let key = match self.state.vars.limit() {
                Some(limit) if active == limit && over == Some(limit - 1) => "diagnose_fact_limit",
                _ => "diagnose_fact_active",
            };
            said.push(fact(
                key,
                &[("active", &active), ("oversubscribe", &over.unwrap_or(0))],
                from,
            ));
        }
        said.extend(self.cells.log_facts());
        said.extend(self.login_facts(part.trouble.logins, groups));
        said.extend(self.kickup_fact(groups));
        said.extend(self.idle_fact());
        part.trouble.evidence.extend(said);
    }
}
