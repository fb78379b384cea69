//! What would help: candidates for each cause, and what becomes of them.
//!
//! The rules are the pool's own (`engine/RULES.md`) and what a MariaDB 10.11.19 did (`content/captures`, each remedy
//! tried on a fresh repetition): a thread that comes free takes from the queue first, then listens; a raised
//! `thread_pool_max_threads` acts at the next tick of the stall timer; the rollback of a killed connection needs a
//! thread; only the stall timer adds threads to a busy group, and those above 1 + `thread_pool_oversubscribe` are sent
//! to rest again.

use std::collections::{BTreeMap, BTreeSet};

use crate::judge::condition::{Condition, Line};
use crate::judge::rules::Rules;
use crate::judge::say::say;
use crate::judge::{Remedy, Trouble};
use crate::state::{total, within};

/// What an action does, one statement after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    /// SET GLOBAL: name and value, in lower case.
    pub sets: BTreeMap<String, String>,
    /// KILL.
    pub kills: BTreeSet<u64>,
    /// KILL QUERY.
    pub queries: BTreeSet<u64>,
    /// The clients connect again.
    pub reconnect: bool,
    /// Something is done about the statements: an index.
    pub statements: bool,
}

impl Deeds {
    /// Reads `KILL 7; SET GLOBAL thread_pool_size = 8`.
    pub fn read(action: &str) -> Deeds {
        let mut deeds = Deeds::default();
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
                    deeds.sets.insert(name.to_owned(), (*value).to_owned());
                }
                ["kill", "query", id, ..] => deeds.queries.extend(id.parse::<u64>()),
                ["kill", "connection", id, ..] | ["kill", id, ..] => {
                    deeds.kills.extend(id.parse::<u64>())
                }
                ["create" | "alter", ..] => deeds.statements = true,
                ["(client", ..] => deeds.reconnect = true,
                _ => {}
            }
        }
        deeds
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
}

type Weighed = (Option<bool>, &'static str);

const NO: Option<bool> = Some(false);
const YES: Option<bool> = Some(true);

/// What becomes of an action, by rule.
pub(super) fn weigh(rules: &Rules<'_>, trouble: &Trouble, action: &str) -> Remedy {
    let deeds = Deeds::read(action);
    let (helps, key) = match trouble.cause {
        "deaf_group_thread_cap" | "full_group_thread_cap" => held(rules, trouble, &deeds),
        "thread_creation_fails" => match freed_everywhere(rules, trouble, &deeds) {
            true => (YES, "diagnose_remedy_helps_at_once"),
            false => (NO, "diagnose_remedy_no_cap"),
        },
        "lock_pile_up_holds_all_threads" => lock_everywhere(rules, trouble, &deeds),
        "cpu_statement_took_the_listener" => taken(rules, trouble, &deeds),
        "hot_group" | "too_few_groups" | "too_few_threads" => in_line(rules, trouble, &deeds),
        "waits_for_stall_timer" => timer(rules, &deeds),
        "starved_low_queue" => starved(rules, &deeds),
        "login_storm" => (None, "diagnose_remedy_open"),
        "queue_shut" => shut(rules, trouble, &deeds),
        "lock_pile_up" | "metadata_lock_pile_up" => spare_locks(trouble, &deeds),
        "too_many_connections" => match deeds.number("max_connections") {
            Some(most) if Some(most) > rules.state.vars.max_connections => {
                (YES, "diagnose_remedy_helps")
            }
            _ => (NO, "diagnose_remedy_no_other"),
        },
        "slow_statements" if deeds.statements => (YES, "diagnose_remedy_helps_statements"),
        "slow_statements" => (NO, "diagnose_remedy_no_pool"),
        _ => (NO, "diagnose_remedy_no_need"),
    };
    let nothing = deeds == Deeds::default();
    let key = if nothing && helps == NO {
        "diagnose_remedy_no_wait"
    } else {
        key
    };
    let keeps = deeds.sets.iter().filter(|_| helps != NO);
    Remedy {
        action: action.to_owned(),
        helps,
        answer_ms: None,
        futures: 0,
        answered: 0,
        says: say(key, &[]),
        cost: say(cost(&deeds), &[]),
        configuration: keeps
            .map(|(name, value)| [name, " = ", value].concat())
            .collect(),
    }
}

fn cost(deeds: &Deeds) -> &'static str {
    if !deeds.kills.is_empty() {
        "diagnose_cost_kill"
    } else if !deeds.queries.is_empty() {
        "diagnose_cost_kill_query"
    } else if deeds.statements {
        "diagnose_cost_statement"
    } else if deeds.reconnect {
        "diagnose_cost_client"
    } else if deeds.sets.contains_key("thread_pool_max_threads") {
        "diagnose_cost_threads"
    } else if deeds.sets.contains_key("thread_pool_size") {
        "diagnose_cost_spread"
    } else if deeds.sets.contains_key("thread_pool_stall_limit") {
        "diagnose_cost_tick"
    } else if deeds.sets.is_empty() {
        "diagnose_cost_nothing"
    } else {
        "diagnose_cost_variable"
    }
}

// Threads that come free in a group.
fn freed(rules: &Rules<'_>, group: u32, deeds: &Deeds) -> usize {
    let on = rules
        .seen
        .groups
        .get(&group)
        .map_or(&[][..], |seen| &seen.on_threads[..]);
    on.iter().filter(|id| deeds.ends(**id)).count()
}

fn freed_everywhere(rules: &Rules<'_>, trouble: &Trouble, deeds: &Deeds) -> bool {
    trouble
        .groups
        .iter()
        .all(|group| freed(rules, *group, deeds) > 0)
}

// Threads that a raised cap makes room for.
fn more_threads(rules: &Rules<'_>, deeds: &Deeds) -> Option<u64> {
    let most = deeds.number("thread_pool_max_threads")?;
    let cap = rules.state.vars.max_threads.map(u64::from);
    let threads = rules.seen.threads.map(u64::from).or(cap)?;
    Some(most.saturating_sub(threads))
}

fn held(rules: &Rules<'_>, trouble: &Trouble, deeds: &Deeds) -> Weighed {
    if freed_everywhere(rules, trouble, deeds) {
        return (YES, "diagnose_remedy_helps_at_once");
    }
    if let Some(more) = more_threads(rules, deeds) {
        let groups = trouble.groups.len() as u64;
        return match more >= groups {
            true => (YES, "diagnose_remedy_helps_with_tick"),
            false => (NO, "diagnose_remedy_no_too_few"),
        };
    }
    let some = trouble
        .groups
        .iter()
        .any(|group| freed(rules, *group, deeds) > 0);
    if some {
        (NO, "diagnose_remedy_no_one_group")
    } else if deeds.kills.iter().chain(&deeds.queries).next().is_some() {
        (NO, "diagnose_remedy_no_client")
    } else {
        (NO, "diagnose_remedy_no_cap")
    }
}

// Freed threads take waiters from the queue first; what the holder has sent is read only when the queue of its group
// is used up.
fn lock_everywhere(rules: &Rules<'_>, trouble: &Trouble, deeds: &Deeds) -> Weighed {
    let queue = |group: &u32| -> u64 {
        let Some(seen) = rules.seen.groups.get(group) else {
            return 0;
        };
        let gone = seen
            .queued
            .iter()
            .filter(|id| deeds.kills.contains(id))
            .count();
        u64::from(seen.queue()).saturating_sub(gone as u64)
    };
    // What lies unread there may be waiters, too.
    let unread = |group: &u32| {
        rules
            .seen
            .groups
            .get(group)
            .map_or(0, |seen| seen.asleep.len() as u64)
    };
    let all = total(trouble.groups.iter().map(queue));
    let asleep = total(trouble.groups.iter().map(unread));
    let groups = trouble.groups.len() as u64;
    if let Some(more) = more_threads(rules, deeds) {
        let least = trouble.groups.iter().map(queue).min().unwrap_or(0);
        return if more >= all + asleep + groups {
            (YES, "diagnose_remedy_helps_with_tick")
        } else if more <= least {
            (NO, "diagnose_remedy_no_too_few")
        } else {
            (None, "diagnose_remedy_open")
        };
    }
    let holders = &trouble.blocking_connections;
    let homes: BTreeSet<u32> = holders
        .iter()
        .filter_map(|id| rules.seen.conns.get(id)?.group)
        .filter(|group| trouble.groups.contains(group))
        .collect();
    let waiters = deeds
        .kills
        .iter()
        .chain(&deeds.queries)
        .any(|id| !holders.contains(id));
    let holders_killed = !holders.is_empty() && holders.iter().all(|id| deeds.ends(*id));
    if holders_killed && homes.is_empty() {
        return (YES, "diagnose_remedy_helps_at_once");
    }
    if waiters {
        let homes: Vec<u32> = if homes.is_empty() {
            trouble.groups.clone()
        } else {
            homes.into_iter().collect()
        };
        let opens = |more: fn(u64, u64) -> u64| {
            homes
                .iter()
                .all(|group| freed(rules, *group, deeds) as u64 > more(queue(group), unread(group)))
        };
        return if opens(|queue, unread| queue + unread) {
            (YES, "diagnose_remedy_helps_at_once")
        } else if opens(|queue, _| queue) {
            (None, "diagnose_remedy_open")
        } else {
            (NO, "diagnose_remedy_no_next_waiter")
        };
    }
    if holders_killed {
        (NO, "diagnose_remedy_no_rollback")
    } else if deeds.sets.contains_key("innodb_lock_wait_timeout")
        || deeds.sets.contains_key("lock_wait_timeout")
    {
        (NO, "diagnose_remedy_no_sessions")
    } else {
        (NO, "diagnose_remedy_no_cap")
    }
}

fn taken(rules: &Rules<'_>, trouble: &Trouble, deeds: &Deeds) -> Weighed {
    let blocking = &trouble.blocking_connections;
    if !blocking.is_empty() && blocking.iter().any(|id| deeds.ends(*id)) {
        return (YES, "diagnose_remedy_helps_once");
    }
    if let Some(limit) = deeds.number("thread_pool_stall_limit") {
        let now = rules.state.vars.stall_us() / 1_000;
        return match (limit * 4 <= now, limit < now) {
            (true, _) => (YES, "diagnose_remedy_helps_in_two_ticks"),
            (false, true) => (None, "diagnose_remedy_open"),
            _ => (NO, "diagnose_remedy_no_listener"),
        };
    }
    match deeds.sets.contains_key("thread_pool_size") {
        true => (NO, "diagnose_remedy_no_later"),
        false => (NO, "diagnose_remedy_no_listener"),
    }
}

// Most of the busy connections that would be in one group, out of how many are there now.
fn crowd(rules: &Rules<'_>, trouble: &Trouble, size: u64) -> Option<(usize, usize)> {
    let mut ids: BTreeSet<u64> = trouble.stuck_connections.iter().copied().collect();
    for group in &trouble.groups {
        ids.extend(
            rules
                .seen
                .groups
                .get(group)
                .iter()
                .flat_map(|seen| &seen.on_threads),
        );
    }
    if size == 0 || ids.is_empty() {
        return None;
    }
    let most = |size: u64| {
        let mut groups: BTreeMap<u64, usize> = BTreeMap::new();
        for id in &ids {
            *groups.entry(id % size).or_default() += 1;
        }
        groups.into_values().max().unwrap_or(0)
    };
    let now = rules.state.vars.size.map_or(1, u64::from);
    Some((most(size), most(now)))
}

fn in_line(rules: &Rules<'_>, trouble: &Trouble, deeds: &Deeds) -> Weighed {
    let capped = trouble.groups.iter().any(|group| {
        matches!(
            rules.conditions.get(group),
            Some(Condition::Line {
                why: Line::Capped,
                ..
            })
        )
    });
    let vars = &rules.state.vars;
    if deeds.reconnect {
        return match trouble.cause {
            "hot_group" => (YES, "diagnose_remedy_helps_spread"),
            _ => (NO, "diagnose_remedy_no_other"),
        };
    }
    if let Some(size) = deeds.number("thread_pool_size") {
        return match crowd(rules, trouble, size) {
            Some((then, now)) if then * 5 <= now * 3 => (YES, "diagnose_remedy_helps_spread"),
            Some((then, now)) if then >= now => (NO, "diagnose_remedy_no_other"),
            _ => (None, "diagnose_remedy_open"),
        };
    }
    if let Some(more) = more_threads(rules, deeds) {
        return match (capped, more > 1) {
            (true, true) => (YES, "diagnose_remedy_helps_with_tick"),
            (true, false) => (NO, "diagnose_remedy_no_too_few"),
            _ => (NO, "diagnose_remedy_no_threads_enough"),
        };
    }
    if deeds
        .sets
        .get("thread_pool_dedicated_listener")
        .is_some_and(|v| v == "on" || v == "1")
    {
        return (NO, "diagnose_remedy_no_worse");
    }
    if capped {
        return (NO, "diagnose_remedy_no_cap");
    }
    let higher = deeds.number("thread_pool_oversubscribe");
    let higher = higher.map(|n| n > u64::from(vars.oversubscribe.unwrap_or(3)));
    let shorter = deeds
        .number("thread_pool_stall_limit")
        .map(|ms| ms * 4_000 <= vars.stall_us());
    match (higher, shorter) {
        (Some(true), Some(true)) => (YES, "diagnose_remedy_helps_together"),
        (Some(_), None) => (NO, "diagnose_remedy_no_moves"),
        (None, Some(_)) => (NO, "diagnose_remedy_no_sent_to_rest"),
        (Some(_), Some(_)) => (None, "diagnose_remedy_open"),
        _ => (NO, "diagnose_remedy_no_other"),
    }
}

fn timer(rules: &Rules<'_>, deeds: &Deeds) -> Weighed {
    match deeds.number("thread_pool_stall_limit") {
        Some(ms) if ms * 4_000 <= rules.state.vars.stall_us() => {
            (YES, "diagnose_remedy_helps_in_two_ticks")
        }
        Some(_) => (None, "diagnose_remedy_open"),
        None if deeds.sets_only("thread_pool_max_threads")
            || deeds.sets_only("max_connections") =>
        {
            (NO, "diagnose_remedy_no_threads_enough")
        }
        None => (None, "diagnose_remedy_open"),
    }
}

fn starved(rules: &Rules<'_>, deeds: &Deeds) -> Weighed {
    let _ = rules;
    match deeds.number("thread_pool_prio_kickup_timer") {
        Some(_) => (YES, "diagnose_remedy_helps_with_tick"),
        None if deeds.sets_only("thread_pool_max_threads")
            || deeds.sets_only("max_connections") =>
        {
            (NO, "diagnose_remedy_no_threads_enough")
        }
        None => (None, "diagnose_remedy_open"),
    }
}

fn shut(rules: &Rules<'_>, trouble: &Trouble, deeds: &Deeds) -> Weighed {
    if freed_everywhere(rules, trouble, deeds) {
        return (YES, "diagnose_remedy_helps_at_once");
    }
    let now = u64::from(rules.state.vars.oversubscribe.unwrap_or(3));
    match deeds.number("thread_pool_oversubscribe") {
        Some(more) if more > now => (YES, "diagnose_remedy_helps"),
        _ => (NO, "diagnose_remedy_no_threads_enough"),
    }
}

fn spare_locks(trouble: &Trouble, deeds: &Deeds) -> Weighed {
    let holders = &trouble.blocking_connections;
    if !holders.is_empty() && holders.iter().all(|id| deeds.kills.contains(id)) {
        return (YES, "diagnose_remedy_helps");
    }
    if holders.is_empty() && !(deeds.kills.is_empty() && deeds.queries.is_empty()) {
        return (None, "diagnose_remedy_open");
    }
    match deeds.sets.contains_key("innodb_lock_wait_timeout")
        || deeds.sets.contains_key("lock_wait_timeout")
    {
        true => (NO, "diagnose_remedy_no_sessions"),
        false if !deeds.queries.is_empty() || !deeds.kills.is_empty() => {
            (NO, "diagnose_remedy_no_client")
        }
        false => (NO, "diagnose_remedy_no_pool"),
    }
}

/// What is worth trying, and what suggests itself and does nothing.
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
    let dedicated = || "SET GLOBAL thread_pool_dedicated_listener = ON".to_owned();
    let connections = set("max_connections", vars.max_connections.unwrap_or(500) * 2);
    // The statement that took a thread of its group last has lost least.
    let one_each = || -> Vec<String> {
        let last = |group: &u32| {
            let on = &rules.seen.groups.get(group)?.on_threads;
            let own = on
                .iter()
                .filter(|id| trouble.blocking_connections.contains(id));
            own.min_by_key(|id| rules.seen.conns.get(id).and_then(|conn| conn.age_us))
                .map(query)
        };
        trouble.groups.iter().filter_map(last).collect()
    };
    let mut found = Vec::new();
    match trouble.cause {
        "deaf_group_thread_cap" | "full_group_thread_cap" | "thread_creation_fails" => {
            found.push(raise);
            found.push(join(one_each()));
            if trouble.groups.len() == 1 {
                found.extend(trouble.blocking_connections.iter().take(4).map(query));
            }
            found.extend([
                more_over,
                short,
                set("thread_pool_size", size * 4),
                dedicated(),
                connections,
            ]);
        }
        "lock_pile_up_holds_all_threads" => {
            let holders: Vec<String> = trouble.blocking_connections.iter().map(kill).collect();
            let on = |id: &&u64| {
                rules
                    .seen
                    .conns
                    .get(id)
                    .is_some_and(|conn| conn.lock.is_some())
            };
            let waiting: BTreeSet<u64> = trouble
                .groups
                .iter()
                .filter_map(|group| rules.seen.groups.get(group))
                .flat_map(|seen| seen.on_threads.iter().filter(on).chain(&seen.queued))
                .copied()
                .filter(|id| !trouble.blocking_connections.contains(id))
                .collect();
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
        "cpu_statement_took_the_listener" => {
            found.push(short);
            found.push(join(
                trouble.blocking_connections.iter().map(query).collect(),
            ));
            found.extend([
                set("thread_pool_size", size * 4),
                more_over,
                raise,
                dedicated(),
            ]);
        }
        "hot_group" | "too_few_groups" | "too_few_threads" | "login_storm" => {
            if trouble.cause == "hot_group" {
                found.push("(client side) the busy clients of the hot group reconnect".to_owned());
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
            found.extend([more_over, short, dedicated(), connections]);
        }
        "waits_for_stall_timer" => found.extend([short, more_over, raise]),
        "starved_low_queue" => {
            found.push(set("thread_pool_prio_kickup_timer", 1_000));
            found.extend([set("thread_pool_size", size * 4), raise]);
        }
        "queue_shut" => {
            found.push(more_over);
            found.push(join(one_each()));
            found.extend([short, raise]);
        }
        "lock_pile_up" | "metadata_lock_pile_up" => {
            found.push(join(
                trouble.blocking_connections.iter().map(kill).collect(),
            ));
            found.extend([raise, more_over, short, set("innodb_lock_wait_timeout", 1)]);
        }
        "too_many_connections" => found.extend([connections, raise]),
        "slow_statements" => {
            found.push("CREATE INDEX ...".to_owned());
            found.extend([set("thread_pool_size", size * 2), raise, short]);
        }
        _ => {}
    }
    let mut seen = BTreeSet::new();
    found.retain(|action| !action.is_empty() && seen.insert(action.clone()));
    found
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
