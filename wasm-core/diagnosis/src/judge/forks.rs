//! Verdicts about other makers' pools. What follows from the published meaning of a column is said, as probable at
//! most; everything else is left open, because another server's graph would be a guess.

use super::graph::Graph;
use super::say::{Cells, Time, ask, fact, say};
use super::{Cause, Diagnosis, Fact, Level, Trouble};
use crate::forks::{COUNTERS, Fork};
use crate::state::{ConnPlace, SECOND_US, sum};

/// Judges a capture of such a pool.
pub(super) fn judge(cells: Cells<'_>, fork: Fork, diagnosis: &mut Diagnosis) {
    let look = cells.state.main().unwrap_or(0);
    let graph = Graph::new(cells, look);
    if let Some(graph) = &graph {
        let full = graph.connections().map(|part| part.trouble);
        diagnosis.troubles.extend(full);
        let txsql = fork == Fork::Txsql;
        diagnosis.troubles.extend(deaf(graph).filter(|_| txsql));
        if !diagnosis.troubles.is_empty() {
            diagnosis.level = Level::Wrong;
        } else if txsql && is_well(graph) {
            diagnosis.level = Level::Fine;
            diagnosis.facts.push(graph.calm_fact());
        }
    }
    let shown = counters(cells, look);
    let grouped = cells.state.looks.iter().any(|seen| seen.has_groups);
    if !grouped && shown.is_empty() {
        diagnosis.ask.push(ask("diagnose_ask_fork", fork.asks()));
    }
    if let Some(graph) = &graph {
        diagnosis.facts.extend(unheard(graph));
        diagnosis.facts.extend(locked(graph));
    }
    diagnosis.facts.extend(queued(cells, look));
    diagnosis.facts.extend(shown);
    diagnosis.unknown.push(say("diagnose_unknown_fork", &[]));
    let seen = cells.state.looks.get(look);
    if seen.is_none_or(|seen| !seen.has_processlist) {
        let sql = "SHOW FULL PROCESSLIST;";
        diagnosis.ask.push(ask("diagnose_ask_processlist", sql));
    }
}

// TXSQL: at every look nobody listens in these groups, none of their threads is parked or at work, and the pool
// has as many threads as it may.
fn deaf(graph: &Graph<'_>) -> Option<Trouble> {
    let state = graph.state;
    let looks = || state.looks.iter().filter(|seen| seen.has_groups);
    let always = |group: &u32| {
        looks().all(|seen| {
            let of = seen.groups.get(group).filter(|of| of.deaf);
            let row = of.and_then(|of| of.row.as_ref());
            row.is_some_and(|row| row.connections > 0)
        })
    };
    let capped = (0..state.looks.len()).all(|look| {
        let grouped = state.looks.get(look).is_some_and(|seen| seen.has_groups);
        !grouped || state.at_cap(look) == Some(true)
    });
    let groups = graph.seen.groups.keys().copied();
    let groups: Vec<u32> = groups.filter(always).collect();
    if groups.is_empty() || !capped {
        return None;
    }
    let mut trouble = Trouble::plain(Cause::DeafGroupThreadCap);
    let rows = groups.iter().filter_map(|group| graph.seen.row(*group));
    let threads = sum(rows.map(|row| row.threads));
    trouble.says = say(
        trouble.cause.sentences()[0],
        &[("groups", &&groups), ("threads", &threads)],
    );
    let deaf = groups.iter().take(2);
    let deaf = deaf.map(|group| graph.row_fact("diagnose_fact_deaf", *group));
    trouble.evidence.extend(deaf);
    trouble.evidence.extend(graph.cap_fact());
    trouble.groups = groups;
    Some(trouble)
}

// TXSQL: at every look nothing is queued and somebody listens in every group, and no statement has run for a second.
fn is_well(graph: &Graph<'_>) -> bool {
    let looks = &graph.state.looks;
    let calm = looks.iter().filter(|seen| seen.has_groups).all(|seen| {
        seen.groups.values().all(|of| {
            let row = of.row.as_ref();
            row.is_some_and(|row| row.queue_length == 0 && (row.has_listener || row.threads == 0))
        })
    });
    let quick = looks.iter().all(|seen| {
        let mut conns = seen.conns.values();
        conns.all(|conn| {
            let idle = matches!(conn.place, ConnPlace::Asleep | ConnPlace::Outside);
            let young = conn.age_us.is_some_and(|us| us < SECOND_US);
            idle || conn.is_dump() || conn.row.is_self || young && conn.lock.is_none()
        })
    });
    let seen = graph.seen;
    let connections = seen.groups.values().filter_map(|of| of.row.as_ref());
    let connected = sum(connections.map(|row| row.connections));
    // An account without the PROCESS privilege sees only its own.
    let listed = seen.conns.len() >= connected as usize;
    listed && calm && quick && seen.has_groups && seen.has_processlist
}

// Groups in which nobody listens and nothing is at work: for a moment that is nothing unusual.
fn unheard(graph: &Graph<'_>) -> Option<Fact> {
    let looks = || graph.state.looks.iter().filter(|seen| seen.has_groups);
    let always = |group: &u32| {
        looks().all(|seen| {
            let row = seen.row(*group);
            row.is_some_and(|row| {
                row.connections > 0 && !row.has_listener && row.active_threads == 0
            })
        })
    };
    let groups = graph.seen.groups.keys().copied();
    let groups: Vec<u32> = groups.filter(always).collect();
    let columns = [
        "HAS_LISTENER",
        "ACTIVE_THREADS",
        "STANDBY_THREADS",
        "THREADS",
    ];
    let from = graph.cells.groups_always(&groups, &columns);
    let count = looks().count();
    (!groups.is_empty()).then(|| {
        fact(
            "diagnose_fact_fork_unheard",
            &[("groups", &&groups), ("looks", &count)],
            from,
        )
    })
}

// Statements that wait for a lock, which PROCESSLIST shows on any server.
fn locked(graph: &Graph<'_>) -> Option<Fact> {
    let conns = graph.seen.conns.values();
    let those = conns.filter(|conn| conn.lock.is_some());
    let ages = those.clone().filter_map(|conn| conn.age_us);
    let oldest = Time(ages.max().unwrap_or(0));
    let ids: Vec<u64> = those.map(|conn| conn.id).collect();
    let columns = ["COMMAND", "TIME", "STATE"];
    let from = graph.cells.connections(graph.look, &ids, &columns);
    (!ids.is_empty()).then(|| {
        fact(
            "diagnose_fact_fork_locked",
            &[("count", &ids.len()), ("oldest", &oldest)],
            from,
        )
    })
}

// The length of the groups' queues, and the oldest request in them.
fn queued(cells: Cells<'_>, look: usize) -> Option<Fact> {
    let seen = cells.state.looks.get(look).filter(|seen| seen.has_groups)?;
    let lengths = seen.groups.values();
    let queued = sum(lengths.map(crate::state::GroupSeen::queue));
    let with = |(group, of): (&u32, &crate::state::GroupSeen)| (of.queue() > 0).then_some(*group);
    let groups: Vec<u32> = seen.groups.iter().filter_map(with).collect();
    let from = cells.groups(look, &groups, &["QUEUE_LENGTH", "HAS_LISTENER"]);
    (queued > 0).then(|| fact("diagnose_fact_queued", &[("queued", &queued)], from))
}

// Counters, each in the words that this site uses for all pools.
fn counters(cells: Cells<'_>, look: usize) -> Vec<Fact> {
    let mut found: Vec<Fact> = Vec::new();
    for (name, key) in COUNTERS {
        let from = cells.status(look, name);
        let Some(count) = from.first().map(|cell| cell.value.clone()) else {
            continue;
        };
        if count != "0" {
            found.push(fact(key, &[("queued", &count), ("count", &count)], from));
        }
    }
    found
}
