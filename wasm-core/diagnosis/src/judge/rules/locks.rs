//! Locks: the waiters, the head of their queue, and the holder.

use super::held::{Held, least};
use super::{Rules, Verdict, stick};
use crate::judge::condition::Condition;
use crate::judge::say::{Time, fact, say};
use crate::judge::{Cause, Guilty, Trouble};
use crate::order::{self, tidy};
use crate::state::{Conn, ConnPlace, SECOND_US};
use crate::states::Wait;

impl Rules<'_> {
    pub(super) fn lock_holds_threads(&self, entries: &[Held]) -> Verdict {
        let groups: Vec<u32> = entries.iter().map(|entry| entry.group).collect();
        let mut trouble = self.trouble(
            Cause::LockPileUpHoldsAllThreads,
            groups.clone(),
            least(entries),
        );
        let kind = self.kind(&groups);
        let waiters: Vec<u64> = self
            .seen
            .on_threads(&groups)
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
            conn.is_some_and(|conn| conn.place == ConnPlace::Outside)
        };
        let key = match (heads.is_empty(), holders.is_empty(), shut.is_empty()) {
            (true, false, true) if holders.iter().all(outside) => {
                "diagnose_cause_lock_pile_up_holds_all_threads_outside"
            }
            // No waiter is visible: this is only a possibility beside the other one.
            _ if waiters.is_empty() && self.state.locks.waiters.is_empty() => {
                "diagnose_cause_lock_pile_up_holds_all_threads_unseen"
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
        if !waiters.is_empty() {
            self.lock_facts(&mut trouble, kind, &waiters);
        }
        if !shut.is_empty() {
            let mut from = Vec::new();
            for id in &shut {
                let columns = ["HAS_LISTENER", "STANDBY_THREADS"];
                if let Some(group) = self.seen.conns.get(id).and_then(|conn| conn.group) {
                    from.extend(self.cells.group(self.look, group, &columns));
                }
                from.extend(self.cells.connection(self.look, *id, &["COMMAND"]));
            }
            trouble.evidence.push(fact(
                "diagnose_fact_holder_shut_out",
                &[("holders", &&shut)],
                from,
            ));
        }
        self.left_facts(&mut trouble, &groups);
        trouble.blames(Guilty::Pool)
    }

    // The first in the lock's queue, and its holder; the others are stuck behind them.
    fn in_line(&self, trouble: &mut Trouble, kind: Wait, holders: &[u64]) -> Vec<u64> {
        let heads = self.heads(kind);
        trouble.blocking_connections = holders.iter().chain(&heads).copied().collect();
        tidy(&mut trouble.blocking_connections);
        if matches!(kind, Wait::Metadata | Wait::Global) {
            let all = self.waits_for(kind).map(|conn| conn.id);
            let behind: Vec<u64> = all.filter(|id| !heads.contains(id)).collect();
            stick(trouble, &behind);
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

    /// Waiters for exclusive access to a table or the server: all later ones queue behind them, even those
    /// that the holder would not block. In order of arrival.
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

    /// Whether another waiter is before the first of them.
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

    // The holder. InnoDB names it for rows. A metadata lock is held by a transaction, or by a statement
    // older than the first waiter; a global one by a flush or a backup. If there is none of these: a
    // connection through extra_port that has been idle for slightly longer than the first waiter waits.
    fn holders(&self, kind: Wait) -> Vec<u64> {
        let oldest = self.oldest(kind);
        let heads = !self.heads(kind).is_empty();
        let holds = |conn: &&Conn| {
            let older = conn.age_us.is_some_and(|us| us > oldest);
            let runs =
                conn.place == ConnPlace::Thread && older && !conn.is_dump() && !conn.row.is_self;
            let flushes = starts_with(conn, &["flush", "backup"]);
            let metadata = kind == Wait::Metadata && (conn.in_transaction || runs);
            let global = kind == Wait::Global && (flushes || heads && runs);
            conn.lock.is_none() && (metadata || global)
        };
        if matches!(kind, Wait::Row | Wait::Table) {
            return self.state.locks.holders.keys().copied().collect();
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
        let outside = last.filter(|conn| conn.place == ConnPlace::Outside && !heads);
        outside.into_iter().map(|conn| conn.id).collect()
    }

    fn lock_facts(&self, trouble: &mut Trouble, kind: Wait, waiters: &[u64]) {
        let columns = ["COMMAND", "STATE", "TIME"];
        let mut from = self.cells.connections(self.look, waiters, &columns);
        let reason = if kind == Wait::Row {
            "ROW_LOCK"
        } else if kind == Wait::Table {
            "TABLE_LOCK"
        } else {
            "META_DATA_LOCK"
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
            Wait::Global => "diagnose_fact_wait_global",
            // No locks.
            Wait::Sleep
            | Wait::Disk
            | Wait::Space
            | Wait::Client
            | Wait::Ack
            | Wait::Commit
            | Wait::Dump
            | Wait::Replica
            | Wait::Compute
            | Wait::Open
            | Wait::Engine
            | Wait::Cache => "diagnose_fact_wait_global",
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
                Some(conn) if conn.place == ConnPlace::Outside => "diagnose_fact_holder_outside",
                Some(_) => "diagnose_fact_holder_asleep",
                None => "diagnose_fact_holder",
            };
            let said = fact(key, &[("connection", &id)], from);
            trouble.evidence.push(said);
        }
        for id in heads {
            let from = self.cells.connection(self.look, id, &columns);
            let said = fact("diagnose_fact_ddl_waits", &[("connection", &id)], from);
            trouble.evidence.push(said);
        }
    }

    // Lock waits with threads to spare: the pool is not involved.
    pub(super) fn locks(&self, found: &mut Vec<Verdict>) {
        let known = |v: &Verdict| {
            let cause = v.trouble.cause;
            cause == Cause::LockPileUpHoldsAllThreads || cause == Cause::DiskFull
        };
        if found.iter().any(known) {
            return;
        }
        let waiting =
            |conn: &&Conn| conn.lock.is_some() && conn.age_us.is_none_or(|us| us >= SECOND_US);
        let waiters: Vec<u64> = match self.seen.has_processlist {
            true => {
                let conns = self.seen.conns.values().filter(waiting);
                conns.map(|conn| conn.id).collect()
            }
            false => self.state.locks.waiters.keys().copied().collect(),
        };
        if waiters.is_empty() {
            return;
        }
        let kind = self.kind(&[]);
        let (cause, key) = if !matches!(kind, Wait::Metadata | Wait::Global) {
            (Cause::LockPileUp, "diagnose_cause_lock_pile_up")
        } else if self.heads(kind).is_empty() {
            (
                Cause::MetadataLockPileUp,
                "diagnose_cause_metadata_lock_pile_up",
            )
        } else {
            (Cause::MetadataLockPileUp, "diagnose_cause_lock_line")
        };
        // Without the groups, or the limit, it is unknown whether they hold all threads.
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
            found.extend([held.blames(None), trouble.blames(None)]);
            return;
        }
        found.push(trouble.blames(Guilty::Statements));
    }

    // Whether the pool can still serve others beside this many waiters.
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
