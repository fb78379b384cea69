//! Remedies: candidates for each cause, and their effects.
//!
//! The rules are the pool's own (`engine/RULES.md`) and observations of a MariaDB 10.11.19
//! (`content/captures`, each remedy tried on a fresh repetition): a thread that becomes free takes from the
//! queue first, then listens; a raised `thread_pool_max_threads` takes effect at the next tick of the stall
//! timer; rolling back a killed connection needs a thread; only the stall timer adds threads to a busy
//! group, and those above 1 + `thread_pool_oversubscribe` are put to rest again.

use poolscope_scenario::ids::ConnectionId;

use crate::judge::condition::{Condition, QueueCause};
use crate::judge::rules::Rules;
use crate::judge::say::say;
use crate::judge::{Basis, Cause, Remedy, Trouble};
use crate::order::{self, Map, Words, tidy};
use crate::state::{Conn, ConnPlace, total, variable, within};
use crate::states::{Kill, Wait};

/// The effects of an action, statement by statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// SET GLOBAL: names and values, in lower case.
    pub sets: Map<String, String>,
    /// KILL.
    pub kills: Vec<u64>,
    /// KILL QUERY.
    pub queries: Vec<u64>,
    /// KILL IS_USED_LOCK(...): kills the holder of a GET_LOCK lock.
    pub holder: bool,
    /// The clients connect again.
    pub reconnect: bool,
    /// The statements are improved: an index.
    pub statements: bool,
    /// Space is freed on a disk.
    pub space: bool,
}

impl Effects {
    /// Parses an action, such as `KILL 7; SET GLOBAL thread_pool_size = 8`.
    pub fn read(action: &str) -> Effects {
        let mut effects = Effects::default();
        for statement in action.split(';') {
            let words = statement
                .trim()
                .to_ascii_lowercase()
                .replace(['=', '\'', '"'], " ");
            let words: Vec<&str> = words
                .split_whitespace()
                .filter(|word| *word != "to")
                .collect();
            match words.as_slice() {
                ["set", "global", name, value, ..] => {
                    let name = name.trim_start_matches("@@global.");
                    effects.sets.insert(name.to_owned(), (*value).to_owned());
                }
                ["kill", "query", id, ..] => effects.queries.extend(id.parse::<u64>()),
                ["kill", "connection", id, ..] | ["kill", id, ..]
                    if id.starts_with("is_used_lock(") =>
                {
                    effects.holder = true;
                }
                ["kill", "connection", id, ..] | ["kill", id, ..] => {
                    effects.kills.extend(id.parse::<u64>())
                }
                ["create" | "alter", ..] => effects.statements = true,
                ["(client", ..] => effects.reconnect = true,
                [first, ..] if first.starts_with('(') => {
                    effects.space = words.iter().any(|word| word.trim_matches('(') == "space");
                }
                _ => {}
            }
        }
        effects
    }

    /// The kind of action: names of variables, `kill`, `query` and the like, joined by `+`.
    pub fn words(&self) -> String {
        let others = [
            (!self.kills.is_empty(), "kill"),
            (!self.queries.is_empty(), "query"),
            (self.holder, "holder"),
            (self.reconnect, "client"),
            (self.statements, "index"),
            (self.space, "space"),
            (*self == Effects::default(), "nothing"),
        ];
        let others = others
            .iter()
            .filter(|(there, _)| *there)
            .map(|(_, word)| *word);
        let all: Vec<&str> = others.chain(self.sets.keys().map(String::as_str)).collect();
        all.join("+")
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.sets.get(name)?.parse().ok().map(within)
    }

    fn sets_only(&self, name: &str) -> bool {
        self.sets.len() == 1 && self.sets.contains_key(name)
    }

    fn ends(&self, id: u64) -> bool {
        self.kills.contains(&id) || self.queries.contains(&id)
    }

    /// Connections that are killed, or whose statements are.
    fn ended(&self) -> impl Iterator<Item = &u64> {
        self.kills.iter().chain(&self.queries)
    }

    fn ends_some(&self) -> bool {
        self.ended().next().is_some()
    }

    /// Whether all of these are killed, and there is at least one.
    fn kills_all(&self, ids: &[u64]) -> bool {
        !ids.is_empty() && ids.iter().all(|id| self.kills.contains(id))
    }

    fn has(&self, name: &str) -> bool {
        self.sets.contains_key(name)
    }

    /// Whether it sets the timeout of lock waits, which applies only to later sessions.
    fn sets_patience(&self) -> bool {
        self.has("innodb_lock_wait_timeout") || self.has("lock_wait_timeout")
    }
}

type Weighed = (Option<bool>, &'static str);

const OPEN: Weighed = (None, "diagnose_remedy_open");
const NO: Option<bool> = Some(false);
const YES: Option<bool> = Some(true);

/// The effect of an action: measured, or by rule.
pub(super) fn weigh(rules: &Rules<'_>, trouble: &Trouble, action: &str) -> Remedy {
    let effects = Effects::read(action);
    let cause = trouble.cause;
    let (helps, key) = match cause {
        Cause::DeafGroupThreadCap | Cause::FullGroupThreadCap => held(rules, trouble, &effects),
        Cause::ThreadCreationFails => match freed_everywhere(rules, trouble, &effects) {
            YES => (YES, "diagnose_remedy_helps_at_once"),
            _ => (NO, "diagnose_remedy_no_cap"),
        },
        Cause::LockPileUpHoldsAllThreads => match trouble.wait {
            Some(Wait::Metadata | Wait::Global) => lock_in_line(rules, trouble, &effects),
            _ => lock_everywhere(rules, trouble, &effects),
        },
        Cause::DiskFull => disk_full(rules, trouble, &effects),
        Cause::WaitsForSemiSyncAck => ack(&effects),
        Cause::CpuStatementTookTheListener => taken(rules, trouble, &effects),
        Cause::HotGroup | Cause::TooFewGroups | Cause::TooFewThreads => {
            in_line(rules, trouble, &effects)
        }
        Cause::WaitsForStallTimer => timer(rules, &effects),
        Cause::LowPriorityStarved => starved(rules, trouble, &effects),
        Cause::LoginStorm => OPEN,
        // Oracle's causes, whose remedies are in their rules.
        Cause::TransactionLimit | Cause::IdleTransactions => OPEN,
        Cause::ActiveThreadLimit | Cause::StalledGroup => OPEN,
        Cause::QueueShut => shut(rules, trouble, &effects),
        Cause::LockPileUp | Cause::MetadataLockPileUp => spare_locks(rules, trouble, &effects),
        Cause::TooManyConnections => match effects.number("max_connections") {
            Some(most) if Some(most) > rules.state.vars.max_connections => {
                (YES, "diagnose_remedy_helps")
            }
            _ => (NO, "diagnose_remedy_no_other"),
        },
        // Statements that compute, with perhaps no processor for more.
        Cause::SlowStatements if !trouble.groups.is_empty() => in_line(rules, trouble, &effects),
        Cause::SlowStatements if effects.statements => (YES, "diagnose_remedy_helps_statements"),
        Cause::SlowStatements => (NO, "diagnose_remedy_no_pool"),
        Cause::Healthy => (NO, "diagnose_remedy_no_need"),
        Cause::PoolOff => OPEN,
    };
    let key = if effects == Effects::default() && helps == NO {
        "diagnose_remedy_no_wait"
    } else {
        key
    };
    // It helps now, but not permanently.
    let lasts = |name: &str| !ACK.contains(&name);
    let keeps = effects
        .sets
        .iter()
        .filter(|(name, _)| helps != NO && lasts(name));
    let measured = cause.measured(trouble.wait, &effects.words());
    Remedy {
        action: action.to_owned(),
        helps,
        rests: helps.map(|_| match measured {
            true => Basis::Measured,
            false => Basis::ByRule,
        }),
        says: say(key, &[]),
        cost: say(cost(rules, &effects), &[]),
        configuration: keeps
            .map(|(name, value)| [name, " = ", value].concat())
            .collect(),
    }
}

fn cost(rules: &Rules<'_>, effects: &Effects) -> &'static str {
    let replica = |id: &u64| {
        let conn = rules.seen.conns.get(id);
        conn.is_some_and(|conn| conn.is_dump() || conn.row.user == "system user")
    };
    let costs = [
        (effects.ended().any(replica), "diagnose_cost_replica"),
        (
            ACK.iter().any(|name| effects.has(name)),
            "diagnose_cost_ack",
        ),
        (
            !effects.kills.is_empty() || effects.holder,
            "diagnose_cost_kill",
        ),
        (!effects.queries.is_empty(), "diagnose_cost_kill_query"),
        (effects.statements, "diagnose_cost_statement"),
        (effects.reconnect, "diagnose_cost_client"),
        (
            effects.has("thread_pool_max_threads"),
            "diagnose_cost_threads",
        ),
        (effects.has("thread_pool_size"), "diagnose_cost_spread"),
        (effects.has("thread_pool_stall_limit"), "diagnose_cost_tick"),
        (effects.sets.is_empty(), "diagnose_cost_nothing"),
    ];
    let first = costs.iter().find(|(there, _)| *there);
    first.map_or("diagnose_cost_variable", |(_, cost)| cost)
}

// Whether an action ends what a connection's thread does or waits for.
fn ends(rules: &Rules<'_>, id: u64, effects: &Effects) -> Option<bool> {
    let wait = rules.seen.conns.get(&id).and_then(|conn| conn.wait);
    let (query, kill) = wait.map_or((Kill::AtOnce, Kill::AtOnce), Wait::kills);
    let effect = if effects.kills.contains(&id) {
        kill
    } else if effects.queries.contains(&id) {
        query
    } else {
        Kill::Never
    };
    match effect {
        Kill::AtOnce | Kill::CutsReplica => YES,
        Kill::Late | Kill::Never => NO,
        Kill::Unknown => None,
    }
}

// Threads of a group that certainly become free.
fn freed(rules: &Rules<'_>, group: u32, effects: &Effects) -> usize {
    let on = rules
        .seen
        .groups
        .get(&group)
        .map_or(&[][..], |seen| &seen.on_threads[..]);
    on.iter()
        .filter(|id| ends(rules, **id, effects) == YES)
        .count()
}

// Whether a thread becomes free in each group and stays free. If an account's clients don't read, any of its
// sleeping connections may have sent another such statement.
fn freed_everywhere(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Option<bool> {
    if effects
        .ended()
        .any(|id| ends(rules, *id, effects).is_none())
    {
        return None;
    }
    let readers = slow_readers(rules, trouble);
    let all = trouble.groups.iter().all(|group| {
        let next = readers.iter().filter(|id| {
            let conn = rules.seen.conns.get(id);
            let here = |conn: &Conn| conn.group == Some(*group) && conn.place != ConnPlace::Thread;
            conn.is_some_and(here) && !effects.kills.contains(id)
        });
        freed(rules, *group, effects) > next.count()
    });
    Some(all)
}

// Connections of accounts whose clients don't read, in the groups in trouble.
fn slow_readers(rules: &Rules<'_>, trouble: &Trouble) -> Vec<u64> {
    let troubled = |conn: &&Conn| {
        conn.group
            .is_some_and(|group| trouble.groups.contains(&group))
    };
    let here = || rules.seen.conns.values().filter(troubled);
    let hang = here().filter(|conn| conn.wait == Some(Wait::Client));
    let users = Words::of(hang.map(|conn| conn.row.user.as_str()));
    let theirs = here().filter(|conn| users.has(&conn.row.user));
    theirs.map(|conn| conn.id).collect()
}

// Number of threads that a raised limit allows.
fn more_threads(rules: &Rules<'_>, effects: &Effects) -> Option<u64> {
    let most = effects.number("thread_pool_max_threads")?;
    let cap = rules.state.vars.max_threads.map(u64::from);
    let threads = rules.seen.threads.map(u64::from).or(cap)?;
    Some(most.saturating_sub(threads))
}

fn held(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    match freed_everywhere(rules, trouble, effects) {
        YES => return (YES, "diagnose_remedy_helps_at_once"),
        None => return OPEN,
        _ => {}
    }
    if let Some(more) = more_threads(rules, effects) {
        let groups = trouble.groups.len() as u64;
        return match more >= groups {
            true => (YES, "diagnose_remedy_helps_with_tick"),
            false => (NO, "diagnose_remedy_no_too_few"),
        };
    }
    let mut groups = trouble.groups.iter();
    if effects.ended().any(|id| rules.waits(id, Wait::Client)) {
        (NO, "diagnose_remedy_no_reader")
    } else if groups.any(|group| freed(rules, *group, effects) > 0) {
        (NO, "diagnose_remedy_no_one_group")
    } else if effects.ends_some() {
        (NO, "diagnose_remedy_no_client")
    } else {
        (NO, "diagnose_remedy_no_cap")
    }
}

// The effect on a lock's queue whose first waiters are ended; else on the holders of the lock.
fn ends_heads(
    rules: &Rules<'_>,
    trouble: &Trouble,
    effects: &Effects,
    kind: Wait,
) -> Result<Weighed, Vec<u64>> {
    let heads = rules.heads(kind);
    if heads.is_empty() || !heads.iter().all(|id| effects.ends(*id)) {
        let all = trouble.blocking_connections.iter();
        return Err(all.filter(|id| !heads.contains(id)).copied().collect());
    }
    Ok(match rules.before_heads(kind, &heads) {
        false => (YES, "diagnose_remedy_helps_head"),
        true => OPEN,
    })
}

// A lock's queue has an order: a waiter for exclusive access blocks all later ones, even those that the
// holder would not block. Ending that waiter lets them in at once; ending the holder needs a thread for the
// rollback in the holder's group.
fn lock_in_line(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    let kind = trouble.wait.unwrap_or(Wait::Metadata);
    let holders = match ends_heads(rules, trouble, effects, kind) {
        Ok(weighed) => return weighed,
        Err(holders) => holders,
    };
    let raised = more_threads(rules, effects).filter(|more| *more > 0);
    if effects.kills_all(&holders) {
        let stuck = trouble.stuck_connections.len() as u64;
        return match (!homes(rules, trouble, &holders).is_empty(), raised) {
            (false, _) => (YES, "diagnose_remedy_helps_at_once"),
            (true, Some(more)) if more >= stuck => (YES, "diagnose_remedy_helps_with_tick"),
            (true, Some(_)) => OPEN,
            (true, None) => (NO, "diagnose_remedy_no_rollback"),
        };
    }
    let killed = effects.ends_some();
    if killed && holders.is_empty() {
        OPEN
    } else if raised.is_some() {
        (NO, "diagnose_remedy_part")
    } else if killed {
        (NO, "diagnose_remedy_no_next_waiter")
    } else if effects.has("lock_wait_timeout") {
        (NO, "diagnose_remedy_no_sessions")
    } else {
        (NO, "diagnose_remedy_no_cap")
    }
}

// Those groups in trouble to which these connections belong.
fn homes(rules: &Rules<'_>, trouble: &Trouble, ids: &[u64]) -> Vec<u32> {
    let groups = ids.iter().filter_map(|id| rules.seen.conns.get(id)?.group);
    groups
        .filter(|group| trouble.groups.contains(group))
        .collect()
}

fn disk_full(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    if effects.space {
        return (YES, "diagnose_remedy_helps_space");
    }
    if trouble.groups.is_empty() {
        return match rules.seen.has_groups {
            true => (NO, "diagnose_remedy_no_pool"),
            false => OPEN,
        };
    }
    if let Some(more) = more_threads(rules, effects) {
        return match more >= trouble.stuck_connections.len() as u64 {
            true => (YES, "diagnose_remedy_part_space"),
            false => OPEN,
        };
    }
    if !effects.ends_some() {
        (NO, "diagnose_remedy_no_cap")
    } else if effects.ended().all(|id| rules.waits(id, Wait::Space)) {
        (NO, "diagnose_remedy_no_late")
    } else {
        OPEN
    }
}

fn ack(effects: &Effects) -> Weighed {
    let off = |name: &str| {
        let value = effects.sets.get(name);
        value.is_some_and(|value| value == "off" || value == "0")
    };
    if ACK.iter().any(|name| off(name)) {
        (YES, "diagnose_remedy_helps_ack")
    } else if effects.sets.keys().any(|name| name.starts_with("rpl_")) {
        (NO, "diagnose_remedy_no_begun")
    } else if !effects.ends_some() {
        (NO, "diagnose_remedy_no_ack")
    } else {
        OPEN
    }
}

// MariaDB's name, and those of others.
const ACK: [&str; 3] = [
    "rpl_semi_sync_master_enabled",
    "rpl_semi_sync_primary_enabled",
    "rpl_semi_sync_source_enabled",
];

// Freed threads first take waiters from the queue; a statement that the holder has sent is read only when
// the queue of its group is empty.
fn lock_everywhere(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    let queue = |group: &u32| -> u64 {
        let Some(seen) = rules.seen.groups.get(group) else {
            return 0;
        };
        let gone = seen.queued.iter().filter(|id| effects.kills.contains(id));
        u64::from(seen.queue()).saturating_sub(gone.count() as u64)
    };
    // The unread requests may be waiters too.
    let unread = |group: &u32| {
        let seen = rules.seen.groups.get(group);
        seen.map_or(0, |seen| seen.asleep.len() as u64)
    };
    let all = total(trouble.groups.iter().map(queue));
    let asleep = total(trouble.groups.iter().map(unread));
    let groups = trouble.groups.len() as u64;
    let user = trouble.wait == Some(Wait::User);
    let holders = &trouble.blocking_connections;
    let holders_killed = effects.kills_all(holders);
    if let Some(more) = more_threads(rules, effects) {
        let least = trouble.groups.iter().map(queue).min().unwrap_or(0);
        return if more >= all + asleep + groups {
            // With more threads, waiters for a GET_LOCK lock still wait until its holder releases it, and no
            // column shows whether it is about to.
            match (user, effects.holder || holders_killed) {
                (true, false) => (NO, "diagnose_remedy_part"),
                (true, true) => (YES, "diagnose_remedy_helps_in_turn"),
                _ => (YES, "diagnose_remedy_helps_with_tick"),
            }
        } else if more <= least {
            (NO, "diagnose_remedy_no_too_few")
        } else {
            OPEN
        };
    }
    let homes = homes(rules, trouble, holders);
    let waiters = effects.ended().any(|id| !holders.contains(id));
    if holders_killed && homes.is_empty() {
        return (YES, "diagnose_remedy_helps_at_once");
    }
    // The holder may have come through extra_port, or its group may have no thread for the teardown.
    if user && effects.holder {
        return OPEN;
    }
    if waiters {
        let homes = match homes.is_empty() {
            true => &trouble.groups,
            false => &homes,
        };
        let opens = |more: fn(u64, u64) -> u64| {
            let more = |group: &u32| more(queue(group), unread(group));
            let mut homes = homes.iter();
            homes.all(|group| freed(rules, *group, effects) as u64 > more(group))
        };
        return if opens(|queue, unread| queue + unread) {
            (YES, "diagnose_remedy_helps_at_once")
        } else if opens(|queue, _| queue) {
            OPEN
        } else {
            (NO, "diagnose_remedy_no_next_waiter")
        };
    }
    if holders_killed {
        (NO, "diagnose_remedy_no_rollback")
    } else if effects.sets_patience() {
        (NO, "diagnose_remedy_no_sessions")
    } else {
        (NO, "diagnose_remedy_no_cap")
    }
}

fn taken(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    let blocking = &trouble.blocking_connections;
    if !blocking.is_empty() && blocking.iter().any(|id| effects.ends(*id)) {
        return (YES, "diagnose_remedy_helps_once");
    }
    if let Some(limit) = effects.number("thread_pool_stall_limit") {
        let now = rules.state.vars.stall_us() / 1_000;
        return match (limit * 4 <= now, limit < now) {
            (true, _) => (YES, "diagnose_remedy_helps_in_two_ticks"),
            (false, true) => OPEN,
            _ => (NO, "diagnose_remedy_no_listener"),
        };
    }
    match effects.has("thread_pool_size") {
        true => (NO, "diagnose_remedy_no_later"),
        false => (NO, "diagnose_remedy_no_listener"),
    }
}

// The most busy connections that would share one group, and how many share one now.
fn crowd(rules: &Rules<'_>, trouble: &Trouble, size: u64) -> Option<(usize, usize)> {
    let mut ids = trouble.stuck_connections.clone();
    for group in &trouble.groups {
        let seen = rules.seen.groups.get(group);
        ids.extend(seen.iter().flat_map(|seen| &seen.on_threads));
    }
    tidy(&mut ids);
    let size = u32::try_from(size).ok()?;
    if size == 0 || ids.is_empty() {
        return None;
    }
    let most = |size: u32| {
        let mut groups: Vec<u64> = ids
            .iter()
            .map(|id| ConnectionId(*id).group(size).0.into())
            .collect();
        order::sort(&mut groups, u64::cmp);
        let of_each = groups.chunk_by(|a, b| a == b).map(<[u64]>::len);
        of_each.max().unwrap_or(0)
    };
    let now = rules.state.vars.size.unwrap_or(1);
    Some((most(size), most(now)))
}

fn in_line(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    let capped = trouble.groups.iter().any(|group| {
        let condition = rules.conditions.get(group);
        matches!(condition, Some(Condition::Queueing { why, .. }) if *why == QueueCause::Capped)
    });
    let vars = &rules.state.vars;
    if effects.reconnect {
        return if trouble.cause == Cause::HotGroup {
            (YES, "diagnose_remedy_helps_spread")
        } else {
            (NO, "diagnose_remedy_no_other")
        };
    }
    let more_at_once = ["thread_pool_size", "thread_pool_oversubscribe"];
    let more = more_at_once.iter().any(|name| effects.has(name));
    if !capped && more && rules.computing(&trouble.groups) {
        return (None, "diagnose_remedy_cores");
    }
    if let Some(size) = effects.number("thread_pool_size") {
        return match crowd(rules, trouble, size) {
            Some((then, now)) if then * 5 <= now * 3 => (YES, "diagnose_remedy_helps_spread"),
            Some((then, now)) if then >= now => (NO, "diagnose_remedy_no_other"),
            _ => OPEN,
        };
    }
    if let Some(more) = more_threads(rules, effects) {
        return match (capped, more > 1) {
            (true, true) => (YES, "diagnose_remedy_helps_with_tick"),
            (true, false) => (NO, "diagnose_remedy_no_too_few"),
            _ => (NO, "diagnose_remedy_no_threads_enough"),
        };
    }
    let dedicated = effects.sets.get("thread_pool_dedicated_listener");
    if dedicated.is_some_and(|value| value == "on" || value == "1") {
        return (NO, "diagnose_remedy_no_worse");
    }
    if capped {
        return (NO, "diagnose_remedy_no_cap");
    }
    let higher = effects.number("thread_pool_oversubscribe");
    let higher = higher.map(|n| n > u64::from(vars.oversubscribe.unwrap_or(3)));
    let shorter = effects
        .number("thread_pool_stall_limit")
        .map(|ms| ms * 4_000 <= vars.stall_us());
    match (higher, shorter) {
        (Some(true), Some(true)) => (YES, "diagnose_remedy_helps_together"),
        (Some(_), None) => (NO, "diagnose_remedy_no_moves"),
        (None, Some(_)) => (NO, "diagnose_remedy_no_sent_to_rest"),
        (Some(_), Some(_)) => OPEN,
        _ => (NO, "diagnose_remedy_no_other"),
    }
}

fn timer(rules: &Rules<'_>, effects: &Effects) -> Weighed {
    match effects.number("thread_pool_stall_limit") {
        Some(ms) if ms * 4_000 <= rules.state.vars.stall_us() => {
            (YES, "diagnose_remedy_helps_in_two_ticks")
        }
        Some(_) => OPEN,
        None if effects.sets_only("thread_pool_max_threads")
            || effects.sets_only("max_connections") =>
        {
            (NO, "diagnose_remedy_no_threads_enough")
        }
        None => OPEN,
    }
}

fn starved(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    match effects.number("thread_pool_prio_kickup_timer") {
        Some(ms) if ms.saturating_mul(1_000) < rules.state.vars.kickup_us.unwrap_or(u64::MAX) => {
            (YES, "diagnose_remedy_helps_kickup")
        }
        Some(_) => (NO, "diagnose_remedy_no_other"),
        // Low-priority requests need room too: more threads if the threads wait; if they compute, only
        // processors help.
        None => in_line(rules, trouble, effects),
    }
}

fn shut(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    match freed_everywhere(rules, trouble, effects) {
        YES => return (YES, "diagnose_remedy_helps_at_once"),
        None => return OPEN,
        _ => {}
    }
    let now = u64::from(rules.state.vars.oversubscribe.unwrap_or(3));
    match effects.number("thread_pool_oversubscribe") {
        Some(more) if more > now => (YES, "diagnose_remedy_helps"),
        _ => (NO, "diagnose_remedy_no_threads_enough"),
    }
}

fn spare_locks(rules: &Rules<'_>, trouble: &Trouble, effects: &Effects) -> Weighed {
    let kind = trouble.wait.unwrap_or(Wait::Row);
    let holders = match ends_heads(rules, trouble, effects, kind) {
        Ok(weighed) => return weighed,
        Err(holders) => holders,
    };
    if effects.kills_all(&holders) || kind == Wait::User && effects.holder {
        (YES, "diagnose_remedy_helps")
    } else if holders.is_empty() && effects.ends_some() {
        OPEN
    } else if effects.sets_patience() {
        (NO, "diagnose_remedy_no_sessions")
    } else if effects.ends_some() {
        (NO, "diagnose_remedy_no_client")
    } else {
        (NO, "diagnose_remedy_no_pool")
    }
}

// KILL takes an expression, so the holder of the lock need not be looked up first (tried on 10.11.19).
const KILL_HOLDER: &str = "KILL IS_USED_LOCK('the name in GET_LOCK')";

/// Actions worth trying, and tempting ones that do nothing.
pub(super) fn candidates(rules: &Rules<'_>, trouble: &Trouble) -> Vec<String> {
    let vars = &rules.state.vars;
    let set = |name: &str, value: u64| ["SET GLOBAL ", name, " = ", &value.to_string()].concat();
    let kill = |id: &u64| ["KILL ", &id.to_string()].concat();
    let query = |id: &u64| ["KILL QUERY ", &id.to_string()].concat();
    let join = |all: Vec<String>| all.join("; ");
    let threads = u64::from(rules.seen.threads.or(vars.max_threads).unwrap_or(0));
    let queues = trouble
        .groups
        .iter()
        .filter_map(|g| Some(rules.seen.groups.get(g)?.queue()));
    let queued = total(queues.map(u64::from));
    let room = round_up(
        threads + queued + trouble.stuck_connections.len() as u64 + 4 * trouble.groups.len() as u64,
    );
    let raise = set("thread_pool_max_threads", room);
    let size = vars.size.map_or(1, u64::from);
    let over = u64::from(vars.oversubscribe.unwrap_or(3)).max(1);
    let more_over = set("thread_pool_oversubscribe", over * 4);
    let short = set(
        "thread_pool_stall_limit",
        (vars.stall_us() / 25_000).clamp(10, 20),
    );
    let dedicated = || {
        let line = "SET GLOBAL thread_pool_dedicated_listener = ON";
        (!rules.state.vars.dedicated).then(|| line.to_owned())
    };
    let connections = set("max_connections", vars.max_connections.unwrap_or(500) * 2);
    // The last statement to take a thread of its group loses least.
    let one_each = || -> Vec<String> {
        let last = |group: &u32| {
            let on = &rules.seen.groups.get(group)?.on_threads;
            let conn = |id: &u64| rules.seen.conns.get(id);
            let own = on
                .iter()
                .filter(|id| trouble.blocking_connections.contains(id));
            let last = own.min_by_key(|id| conn(id).map(|conn| (conn.is_dump(), conn.age_us)))?;
            Some(match conn(last).is_some_and(|conn| conn.is_dump()) {
                true => kill(last),
                false => query(last),
            })
        };
        trouble.groups.iter().filter_map(last).collect()
    };
    let user_lock = trouble.wait == Some(Wait::User) && trouble.blocking_connections.is_empty();
    let mut found = Vec::new();
    match trouble.cause {
        Cause::DeafGroupThreadCap | Cause::FullGroupThreadCap | Cause::ThreadCreationFails => {
            found.push(raise);
            let readers = slow_readers(rules, trouble);
            found.push(join(readers.iter().map(kill).collect()));
            found.push(join(one_each()));
            if trouble.groups.len() == 1 {
                found.extend(trouble.blocking_connections.iter().take(4).map(query));
            }
            found.extend([more_over, short, set("thread_pool_size", size * 4)]);
            found.extend(dedicated());
            found.push(connections);
        }
        Cause::LockPileUpHoldsAllThreads | Cause::MetadataLockPileUp
            if matches!(trouble.wait, Some(Wait::Metadata | Wait::Global)) =>
        {
            let heads = trouble
                .wait
                .map(|kind| rules.heads(kind))
                .unwrap_or_default();
            let holders = trouble.blocking_connections.iter();
            let holders: Vec<String> = holders.filter(|id| !heads.contains(id)).map(kill).collect();
            found.push(join(heads.iter().map(query).collect()));
            if !holders.is_empty() {
                let both = holders.iter().cloned().chain([raise.clone()]);
                found.extend([join(holders.clone()), join(both.collect())]);
            }
            found.extend([raise, set("thread_pool_size", size * 4)]);
        }
        Cause::DiskFull => {
            found.push("(at the machine) make space on the disk".to_owned());
            found.push(raise);
            found.extend(trouble.blocking_connections.iter().map(kill));
            found.push(set("thread_pool_size", size * 4));
        }
        Cause::WaitsForSemiSyncAck => {
            let given = |name: &&&str| variable(rules.cells.capture, name).is_some();
            let name = ACK.iter().find(given).copied().unwrap_or(ACK[0]);
            found.push(["SET GLOBAL ", name, " = OFF"].concat());
            found.extend([raise, set("thread_pool_size", size * 8)]);
            found.push([more_over.as_str(), "; ", &short].concat());
        }
        Cause::LockPileUpHoldsAllThreads => {
            let holders: Vec<String> = trouble.blocking_connections.iter().map(kill).collect();
            let on = |id: &&u64| {
                let conn = rules.seen.conns.get(id);
                conn.is_some_and(|conn| conn.lock.is_some())
            };
            let mut waiting: Vec<u64> = trouble
                .groups
                .iter()
                .filter_map(|group| rules.seen.groups.get(group))
                .flat_map(|seen| seen.on_threads.iter().filter(on).chain(&seen.queued))
                .copied()
                .filter(|id| !trouble.blocking_connections.contains(id))
                .collect();
            tidy(&mut waiting);
            if user_lock {
                found.extend([
                    [raise.as_str(), "; ", KILL_HOLDER].concat(),
                    KILL_HOLDER.to_owned(),
                ]);
            }
            found.push(raise.clone());
            if !holders.is_empty() {
                found.push(join(holders.iter().cloned().chain([raise]).collect()));
            }
            found.push(join(waiting.iter().map(kill).collect()));
            found.push(join(holders));
            found.extend(waiting.iter().take(1).map(query));
            found.extend([more_over, short, set("thread_pool_size", size * 4)]);
            if !rules.state.locks.waiters.is_empty() {
                found.push(set("innodb_lock_wait_timeout", 1));
            }
        }
        Cause::CpuStatementTookTheListener => {
            found.push(short);
            found.push(join(
                trouble.blocking_connections.iter().map(query).collect(),
            ));
            found.extend([set("thread_pool_size", size * 4), more_over, raise]);
            found.extend(dedicated());
        }
        Cause::HotGroup | Cause::TooFewGroups | Cause::TooFewThreads | Cause::LoginStorm => {
            if trouble.cause == Cause::HotGroup {
                found.push("(client side) the busy clients of this group reconnect".to_owned());
                let other = [size.saturating_sub(1), size + 1, 2 * size + 1];
                let best = other
                    .into_iter()
                    .filter(|n| *n > 1)
                    .min_by_key(|n| crowd(rules, trouble, *n).map_or(usize::MAX, |(then, _)| then));
                found.extend(best.map(|n| set("thread_pool_size", n)));
            } else {
                found.push(set("thread_pool_size", size * 8));
            }
            found.push(raise);
            found.push([more_over.as_str(), "; ", &short].concat());
            found.extend([more_over, short]);
            found.extend(dedicated());
            found.push(connections);
        }
        Cause::WaitsForStallTimer => found.extend([short, more_over, raise]),
        Cause::LowPriorityStarved => {
            let kickup = vars.kickup_us.map_or(1_000, |us| us / 2_000);
            found.push(set("thread_pool_prio_kickup_timer", kickup.clamp(1, 500)));
            found.extend([set("thread_pool_size", size * 8), raise]);
        }
        Cause::QueueShut => {
            found.push(more_over);
            found.push(join(one_each()));
            found.extend([short, raise]);
        }
        Cause::LockPileUp | Cause::MetadataLockPileUp => {
            if user_lock {
                found.push(KILL_HOLDER.to_owned());
            }
            found.push(join(
                trouble.blocking_connections.iter().map(kill).collect(),
            ));
            found.extend([raise, more_over, short, set("innodb_lock_wait_timeout", 1)]);
        }
        Cause::TooManyConnections => found.extend([connections, raise]),
        Cause::SlowStatements => {
            if trouble.groups.is_empty() {
                found.push("CREATE INDEX ...".to_owned());
            }
            found.extend([set("thread_pool_size", size * 2), raise, short]);
        }
        Cause::TransactionLimit | Cause::IdleTransactions => {}
        Cause::ActiveThreadLimit | Cause::StalledGroup => {}
        Cause::Healthy | Cause::PoolOff => {}
    }
    let mut once: Vec<String> = Vec::new();
    for action in found {
        if !action.is_empty() && !once.contains(&action) {
            once.push(action);
        }
    }
    once
}

// The next round number.
fn round_up(least: u64) -> u64 {
    let mut step = 10;
    loop {
        for n in [step, step * 2, step * 5] {
            if n >= least {
                return n;
            }
        }
        step *= 10;
    }
}
