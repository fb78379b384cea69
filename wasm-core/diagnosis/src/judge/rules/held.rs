//! All threads of a group are held.

use super::{Rules, Verdict};
use crate::capture::LogSays;
use crate::judge::condition::Condition;
use crate::judge::say::say;
use crate::judge::server::is_percona;
use crate::judge::{Cause, Fact, Guilty, Trouble};
use crate::order::tidy;
use crate::state::{Conn, sum};
use crate::states::Wait;

/// A group whose threads are all held.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub group: u32,
    pub sure: f64,
    /// No thread reads its sockets.
    pub deaf: bool,
}

impl Rules<'_> {
    // All threads of a group are held: it is deaf, or it reads and has no thread to serve.
    pub(super) fn threads_held(&self, found: &mut Vec<Verdict>) {
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
                Condition::Well
                | Condition::Unmissed
                | Condition::Taken { .. }
                | Condition::Queueing { .. }
                | Condition::Unsure => continue,
            };
            let on: Vec<&Conn> = self.seen.on_threads(&[*group]).collect();
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
                // The paste does not show what holds the threads: long statements, or a lock, which is
                // slightly less common.
                by_lock.push(held(0.45));
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
            let surer = least(&by_cap) > least(&by_lock);
            let place = found.len() - usize::from(surer && !by_lock.is_empty());
            found.insert(place, self.statements_hold_threads(cause, &by_cap));
        }
        if !by_failure.is_empty() {
            found.push(self.statements_hold_threads(Cause::ThreadCreationFails, &by_failure));
        }
    }

    pub(super) fn held_facts(&self, trouble: &mut Trouble, groups: &[u32]) {
        for group in groups
            .iter()
            .filter(|group| self.seen.row(**group).is_some())
        {
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

    // The remaining requests in the queue, and what hides them.
    pub(super) fn left_facts(&self, trouble: &mut Trouble, groups: &[u32]) {
        let mut said: Vec<Fact> = self.unread_fact(trouble, groups).into_iter().collect();
        said.extend(self.queue_fact(groups));
        said.extend(self.login_facts(trouble, groups));
        if !trouble.cause.is_lock() {
            said.extend(self.remainder_facts(groups));
        }
        said.extend(self.log_facts());
        said.extend(self.stall_flag_fact(groups));
        said.extend(self.idle_fact());
        said.extend(self.kickup_fact(groups));
        trouble.evidence.extend(said);
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
            .seen
            .on_threads(&groups)
            .filter(|c| !c.row.is_self)
            .map(|c| c.id)
            .collect();
        tidy(&mut trouble.blocking_connections);
        let (deaf, full): (Vec<Held>, Vec<Held>) = entries.iter().partition(|entry| entry.deaf);
        for (part, unread) in [(&deaf, true), (&full, false)] {
            let groups: Vec<u32> = part.iter().map(|entry| entry.group).collect();
            self.strand(&mut trouble, &groups, unread);
        }
        let rows = groups.iter().filter_map(|group| self.seen.row(*group));
        let threads = sum(rows.map(|row| row.threads));
        // Without the groups' table, count the connections seen at work.
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
        self.left_facts(&mut trouble, &groups);
        trouble.blames(Guilty::Pool)
    }

    // Without THREAD_POOL_GROUPS: what the IDs and ages of statements allow.
    pub(super) fn by_processlist(&self, found: &mut Vec<Verdict>) {
        let vars = &self.state.vars;
        if vars.size.is_none() || !self.seen.has_processlist {
            return;
        }
        let mut least_threads = 0;
        for seen in self.seen.groups.values() {
            let on = u32::try_from(seen.on_threads.len()).unwrap_or(u32::MAX);
            least_threads = sum([least_threads, on.max(u32::from(!seen.asleep.is_empty()))]);
        }
        let percona = is_percona(self.cells.capture);
        let limit = vars.oversubscribe.map(|n| n.saturating_add(1));
        let mut held = Vec::new();
        for (group, seen) in &self.seen.groups {
            let on = u32::try_from(seen.on_threads.len()).unwrap_or(u32::MAX);
            let age = self.state.youngest_us(self.look, *group);
            let old = age.filter(|us| *us > vars.patience_us());
            let served = |us| self.state.served_since(self.look, *group, us);
            if on < 2 || old.is_none_or(served) {
                continue;
            }
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
            let on: Vec<&Conn> = self.seen.on_threads(&[entry.group]).collect();
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
}

pub(super) fn least(entries: &[Held]) -> f64 {
    entries.iter().map(|entry| entry.sure).fold(1.0, f64::min)
}
