//! The level of an answer, what it lacks, and what to ask next.

use super::facts::cap_fact;
use super::flow::Condition;
use super::graph::{Graph, Kind, Node};
use super::remedy;
use super::say::{Cells, ask as question, say};
use super::trouble::{Part, Shape};
use super::{Cause, Diagnosis, Doubt, Known, Level, Question, Sentence};
use crate::capture::{Capture, Kind as Block, LogSays, Missing};
use crate::state::Doubt as Unsure;
use crate::states::Wait;

const GROUPS: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS;";
const PROCESSLIST: &str = "SHOW FULL PROCESSLIST;";
const TWICE: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS; SELECT SLEEP(2); SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS;";
const AGAIN: &str = "SHOW FULL PROCESSLIST; SELECT SLEEP(2); SHOW FULL PROCESSLIST;";
const VARIABLES: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_pool%';";
/// Percona Server has nothing else about its pool.
const COUNTERS: &str = "SHOW GLOBAL STATUS LIKE 'Threadpool%';";
const PLACES: &str =
    "SHOW GLOBAL VARIABLES LIKE 'max_connections'; SHOW GLOBAL STATUS LIKE 'Threads_connected';";
const INNODB: &str = "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM information_schema.INNODB_LOCK_WAITS;";
/// MySQL 8.0 and its descendants have no INNODB_LOCK_WAITS.
const INNODB_8: &str =
    "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM sys.innodb_lock_waits;";
const METADATA: &str = "SELECT OBJECT_SCHEMA, OBJECT_NAME, LOCK_TYPE, LOCK_STATUS, PROCESSLIST_ID FROM performance_schema.metadata_locks JOIN performance_schema.threads ON OWNER_THREAD_ID = THREAD_ID;";
const METADATA_PLUGIN: &str = "SELECT * FROM information_schema.METADATA_LOCK_INFO;";
const USER_LOCK: &str = "SELECT IS_USED_LOCK('the name in GET_LOCK');";
const CLUSTER: &str = "SHOW GLOBAL STATUS LIKE 'wsrep%';";
/// Whether connections share threads.
const HANDLING: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_handling';";
const LOGINS: &str =
    "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('skip_name_resolve', 'connect_timeout');";
const XA: &str = "XA RECOVER;";
const TRANSACTIONS: &str = "SELECT PROCESSLIST_ID, STATE, ACCESS_MODE, AUTOCOMMIT FROM performance_schema.events_transactions_current JOIN performance_schema.threads USING (THREAD_ID);";
const INNODB_STATUS: &str = "SHOW ENGINE INNODB STATUS;";

/// The first look with a trouble, else the first look.
pub(super) fn worst_look(cells: Cells<'_>) -> Option<(Graph<'_>, Vec<Part>)> {
    let tables = |look: &crate::capture::Look| look.trx.is_some() || look.metadata_locks.is_some();
    let locks = || cells.capture.looks.iter().position(tables);
    let main = cells.state.main().or_else(locks)?;
    let mut first = None;
    for look in main..cells.state.looks.len() {
        let graph = Graph::new(cells, look)?;
        let parts = graph.parts();
        if !parts.is_empty() {
            return Some((graph, parts));
        }
        first = first.or(Some((graph, parts)));
    }
    first
}

/// Judges by the graph; the look that was judged.
pub(super) fn judge(cells: Cells<'_>, diagnosis: &mut Diagnosis) -> Option<usize> {
    let Some((graph, parts)) = worst_look(cells) else {
        let percona = diagnosis.server.family == Some("percona");
        diagnosis.level = match past(cells) || percona && counters_full(cells) {
            true => Level::Wrong,
            false => Level::CannotTell,
        };
        diagnosis.facts.extend(cells.log_facts());
        if let Some(fact) = cells.cluster_out() {
            diagnosis.level = Level::Wrong;
            diagnosis.facts.push(fact);
        }
        if percona && counters_full(cells) {
            let look = cells.capture.looks.len() - 1;
            if let Some(mut cap) = cap_fact(cells, look) {
                let idle = cells.status(look, "Threadpool_idle_threads");
                cap.from.extend(idle);
                diagnosis.facts.push(cap);
            }
        }
        if diagnosis.level == Level::CannotTell {
            diagnosis
                .unknown
                .push(say("diagnose_unknown_nothing_read", &[]));
        }
        ask_for_all(cells, diagnosis);
        return None;
    };
    let percona = matches!(diagnosis.server.family, Some("percona" | "mysql"));
    let full = percona && counters_full(cells);
    diagnosis.level = if !parts.is_empty() || full {
        Level::Wrong
    } else if is_fine(&graph) {
        Level::Fine
    } else {
        Level::CannotTell
    };
    if let Some(fact) = cells.cluster_out() {
        diagnosis.level = Level::Wrong;
        diagnosis.facts.push(fact);
    }
    tell(&graph, parts, diagnosis);
    if diagnosis.troubles.is_empty() {
        if diagnosis.level == Level::Fine {
            diagnosis.facts.extend(graph.well_facts());
        } else {
            diagnosis.facts.extend(graph.cap_fact());
        }
        diagnosis.facts.extend(graph.idle_fact());
        diagnosis.facts.extend(graph.cells.log_facts());
    }
    if graph
        .conditions
        .values()
        .any(|of| *of == Condition::Unmissed)
    {
        diagnosis.facts.extend(graph.unmissed_facts());
    }
    if diagnosis.level == Level::CannotTell {
        diagnosis
            .unknown
            .push(say("diagnose_unknown_too_little", &[]));
    }
    let outside = graph.nodes.iter().any(|node| node.kind == Kind::Own);
    if graph.pooled && outside && graph.state.vars.size.is_some() {
        diagnosis
            .unknown
            .push(say("diagnose_unknown_extra_port", &[]));
    }
    ask(&graph, diagnosis);
    Some(graph.look)
}

/// Adds troubles with their remedies, and what would decide them.
pub(super) fn tell(graph: &Graph<'_>, parts: Vec<Part>, diagnosis: &mut Diagnosis) {
    let percona = matches!(diagnosis.server.family, Some("percona" | "mysql"));
    for mut part in parts {
        part.trouble.remedies = remedy::remedies(graph, &part);
        if percona {
            const NOT_THERE: [&str; 3] = [
                "thread_pool_dedicated_listener",
                "thread_pool_prio_kickup_timer",
                "thread_pool_priority",
            ];
            let there = |action: &str| !NOT_THERE.iter().any(|name| action.contains(name));
            part.trouble.remedies.retain(|one| there(&one.action));
        }
        unknown(graph, &part, diagnosis);
        ask_about(graph, &part, diagnosis);
        diagnosis.troubles.push(part.trouble);
    }
}

// A line of the log alone tells of a trouble that was.
fn past(cells: Cells<'_>) -> bool {
    let mut lines = cells.capture.log.iter();
    lines.any(|line| line.says.page().is_some() && line.says != LogSays::Aborted)
}

// Percona's counters: as many threads as may be, and none idle. MariaDB counts waiting ones as idle.
fn counters_full(cells: Cells<'_>) -> bool {
    let most = cells.state.vars.max_threads.map(u64::from);
    cells.capture.looks.iter().any(|look| {
        let counts = |name: &str| look.status.get(name).map(|at| at.value);
        let full = counts("Threadpool_threads") >= most.or(Some(u64::MAX));
        full && counts("Threadpool_idle_threads") == Some(0)
    })
}

/// Whether nothing is wrong, and everything that would show it was seen.
pub(super) fn is_fine(graph: &Graph<'_>) -> bool {
    let (state, seen) = (graph.state, graph.seen);
    let capture = graph.cells.capture;
    let status = |name: &str| {
        capture
            .looks
            .get(graph.look)?
            .status
            .get(name)
            .map(|at| at.value)
    };
    let listed = seen.conns.len() as u64;
    let places = status("Threads_connected").zip(state.vars.max_connections);
    let all = places.is_some_and(|(connected, _)| listed.saturating_add(2) >= connected);
    let gaps = capture.gaps.iter().any(|gap| gap.why != Missing::Absent);
    let whole = !gaps && !capture.cut && capture.blocks.iter().all(|block| block.bad_rows == 0);
    let list = seen.has_processlist && all && state.doubts.is_empty() && whole;
    let exact = seen.conns.values().all(|conn| conn.exact);
    let lists = state
        .looks
        .iter()
        .filter(|look| look.has_processlist)
        .count();
    if !list || lists < 2 && !exact {
        return false;
    }
    let waits = graph.links.iter().any(|link| {
        let conn = graph.nodes.get(link.from).and_then(|node| node.conn);
        conn.is_none_or(|conn| graph.lasts(conn))
    });
    if waits || graph.may_retry() {
        return false;
    }
    if !graph.pooled {
        return true;
    }
    if graph.is_mariadb() {
        let twice = graph.looks_at_groups() > 1;
        let timer = seen
            .groups
            .keys()
            .any(|group| graph.timer_acts_for_others(*group));
        return twice && graph.pool_is_clear() && !timer;
    }
    let idle = status("Threadpool_idle_threads");
    graph.spare() == Some(true) && idle.is_some_and(|idle| idle > 0)
        || graph.spare().is_some() && idle.is_some_and(|idle| idle > 1)
}

/// What the paste shows to be missing, said first.
pub(super) fn gaps(capture: &Capture) -> Vec<Sentence> {
    let mut said: Vec<Sentence> = Vec::new();
    for gap in &capture.gaps {
        let key = match gap.why {
            Missing::Denied => "diagnose_unknown_denied",
            Missing::Lost | Missing::BrokeOff => "diagnose_unknown_broke_off",
            Missing::Refused => "diagnose_unknown_refused",
            Missing::Error => "diagnose_unknown_error",
            Missing::Filtered | Missing::Rows => "diagnose_unknown_rows",
            Missing::Absent if gap.number.is_none() && gap.table.is_none() => {
                "diagnose_unknown_empty"
            }
            Missing::Absent => continue,
        };
        let line = gap.line;
        if said.iter().all(|one| one.key != key) {
            said.push(say(key, &[("line", &line)]));
        }
    }
    said
}

/// The level as a sentence.
pub(super) fn says(diagnosis: &Diagnosis) -> Sentence {
    let worst = diagnosis.troubles.first();
    let mut facts = diagnosis.facts.iter();
    let off = facts.any(|fact| fact.says.key.starts_with("diagnose_fact_off"));
    let told = |key: &str| diagnosis.facts.iter().any(|fact| fact.says.key == key);
    let locked = worst.is_some_and(|worst| worst.says.key == "diagnose_cause_slow_or_locked");
    let key = match (diagnosis.level, worst.map(|worst| worst.cause)) {
        (Level::CannotTell, _) if off => "diagnose_level_off",
        (Level::Fine, _) => "diagnose_level_fine",
        (Level::CannotTell, _) => "diagnose_level_cannot_tell",
        (Level::Unreadable, _) => "diagnose_level_unreadable",
        (Level::Wrong, None) if told("diagnose_fact_cap") => "diagnose_level_full",
        (Level::Wrong, None) if told("diagnose_fact_cluster_out") => "diagnose_level_cluster",
        (Level::Wrong, None) if diagnosis.facts.is_empty() => "diagnose_level_wrong",
        (Level::Wrong, None) => "diagnose_level_past",
        (Level::Wrong, Some(cause)) => match cause {
            Cause::LockPileUpHoldsAllThreads => "diagnose_level_lock_and_pool",
            Cause::LockPileUp | Cause::MetadataLockPileUp => "diagnose_level_lock",
            Cause::DiskFull | Cause::WaitsForSemiSyncAck | Cause::WaitsForCluster => {
                "diagnose_level_outside"
            }
            Cause::WaitsToEnter => "diagnose_level_enter",
            Cause::WaitsInside => "diagnose_level_inside",
            Cause::LoginsHang => "diagnose_level_logins",
            Cause::TooManyConnections => "diagnose_level_connections",
            Cause::SlowStatements if locked => "diagnose_level_wrong",
            Cause::SlowStatements => "diagnose_level_statements",
            Cause::DeafGroupThreadCap
            | Cause::FullGroupThreadCap
            | Cause::ThreadCreationFails
            | Cause::CpuStatementTookTheListener
            | Cause::LoginStorm
            | Cause::LowPriorityStarved
            | Cause::HotGroup
            | Cause::TooFewThreads
            | Cause::TooFewGroups
            | Cause::WaitsForStallTimer
            | Cause::QueueShut
            | Cause::TransactionLimit
            | Cause::IdleTransactions
            | Cause::ActiveThreadLimit
            | Cause::StalledGroup => "diagnose_level_pool",
            Cause::PoolOff | Cause::Healthy => "diagnose_level_wrong",
        },
    };
    say(key, &[])
}

fn unknown(graph: &Graph<'_>, part: &Part, diagnosis: &mut Diagnosis) {
    let said = [
        (!part.trouble.unread.is_empty(), "diagnose_unknown_unread"),
        (
            part.roots.iter().any(|at| graph.is_hidden(*at)),
            "diagnose_unknown_holder",
        ),
        (
            part.shape == Shape::Taken || part.shape == Shape::Timer,
            "diagnose_unknown_phase",
        ),
        (
            matches!(part.shape, Shape::Slots | Shape::Slow | Shape::Logins),
            "diagnose_unknown_cores",
        ),
        (
            graph.pooled && graph.is_mariadb() && !graph.seen.has_groups,
            "diagnose_unknown_no_groups",
        ),
    ];
    for (there, key) in said {
        if there && diagnosis.unknown.iter().all(|known| known.key != key) {
            diagnosis.unknown.push(say(key, &[]));
        }
    }
}

fn add(all: &mut Vec<Question>, one: Question) {
    if all.iter().all(|known| known.sql != one.sql) {
        all.push(one);
    }
}

// What would decide an open answer.
fn ask_about(graph: &Graph<'_>, part: &Part, diagnosis: &mut Diagnosis) {
    let open = part.open || part.roots.iter().any(|at| graph.is_hidden(*at));
    let remedies = &part.trouble.remedies;
    let found = &mut diagnosis.ask;
    let has = |block: Block| {
        graph
            .cells
            .capture
            .blocks
            .iter()
            .any(|one| one.kind == block)
    };
    let rows = part.shape == Shape::Blocked && part.wait == Some(Wait::Row) && open;
    // Slow ones may wait for a row, and a list alone does not tell.
    let slow = part.shape == Shape::Slow && !graph.pick(&|at, _| graph.may_wait(at)).is_empty();
    if (rows || slow) && !has(Block::LockWaits) {
        let eight = !graph.is_mariadb();
        add(
            found,
            question("diagnose_ask_innodb", if eight { INNODB_8 } else { INNODB }),
        );
    }
    match part.wait.filter(|_| open) {
        Some(Wait::Metadata | Wait::Global | Wait::Table) => {
            add(found, question("diagnose_ask_metadata", METADATA));
            if graph.is_mariadb() {
                let plugin = question("diagnose_ask_metadata_plugin", METADATA_PLUGIN);
                add(found, plugin);
            }
        }
        Some(Wait::User) => add(found, question("diagnose_ask_user_lock", USER_LOCK)),
        _ => {}
    }
    let ends = remedies.iter().any(|one| {
        let asks =
            |doubt: &Doubt| doubt.about == "ends" || doubt.answers.iter().any(|one| one.ends);
        one.doubt.as_ref().is_some_and(asks)
    });
    if ends && part.wait == Some(Wait::Row) && !has(Block::Transactions) {
        add(found, question("diagnose_ask_transactions", TRANSACTIONS));
    }
    let pool = remedies.iter().any(|one| {
        one.needs
            .iter()
            .any(|needs| needs.key == "diagnose_needs_pool")
    });
    if pool {
        add(found, question("diagnose_ask_pool", HANDLING));
    }
    if part.trouble.cause == Cause::WaitsInside && !has(Block::InnodbStatus) {
        add(found, question("diagnose_ask_inside", INNODB_STATUS));
    }
    if part.trouble.cause == Cause::LoginsHang
        && crate::state::variable(graph.cells.capture, "skip_name_resolve").is_none()
    {
        add(found, question("diagnose_ask_logins", LOGINS));
    }
    if part.resource(graph, Wait::Cluster)
        && crate::state::variable(graph.cells.capture, "wsrep_flow_control_paused").is_none()
    {
        add(found, question("diagnose_ask_cluster", CLUSTER));
    }
    let xa = part.roots.iter().any(|at| graph.kind(*at) == Kind::Xa);
    let kept = matches!(part.wait, Some(Wait::Row | Wait::Metadata));
    let may = |at: &usize| graph.nodes.get(*at).is_some_and(Node::may_be_prepared);
    if (xa || kept && part.roots.iter().any(may)) && !has(Block::Xa) {
        add(found, question("diagnose_ask_xa", XA));
    }
    if part.trouble.cause == Cause::ThreadCreationFails {
        add(
            found,
            question(
                "diagnose_ask_log",
                "SHOW GLOBAL VARIABLES LIKE 'log_error';",
            ),
        );
    }
}

fn ask(graph: &Graph<'_>, diagnosis: &mut Diagnosis) {
    let (state, seen) = (graph.state, graph.seen);
    let has = |f: fn(&crate::state::Seen) -> bool| state.looks.iter().filter(|one| f(one)).count();
    let well = diagnosis.level == Level::Fine;
    let sure = diagnosis.troubles.iter().all(|trouble| {
        trouble
            .roots
            .iter()
            .all(|root| root.known == Known::Certain)
    });
    let mariadb = graph.is_mariadb();
    let known_pool = graph.pooled && diagnosis.server.family.is_some();
    let troubled = !diagnosis.troubles.is_empty();
    let found = &mut diagnosis.ask;
    if !seen.has_processlist && !state.doubts.contains(&Unsure::OwnSessions) {
        add(found, question("diagnose_ask_processlist", PROCESSLIST));
    }
    if known_pool && mariadb && has(|seen| seen.has_groups) == 0 {
        add(found, question("diagnose_ask_groups", GROUPS));
    } else if known_pool
        && mariadb
        && (has(|seen| seen.has_groups) < 2 || state.between.is_none())
        && !(troubled && sure)
    {
        add(found, question("diagnose_ask_second_look", TWICE));
    }
    let family = diagnosis.server.family;
    if family == Some("percona") && graph.pooled && seen.threads.is_none() {
        add(found, question("diagnose_ask_counters", COUNTERS));
    }
    let variables = graph.cells.capture.variables.keys();
    let pasted = variables
        .filter(|name| name.starts_with("thread_pool"))
        .count();
    if known_pool && state.vars.max_threads.is_none() && pasted < 3 {
        add(found, question("diagnose_ask_variables", VARIABLES));
    }
    if !troubled && graph.may_wait_to_enter() {
        add(found, question("diagnose_ask_enter", INNODB_STATUS));
    }
    if !troubled && !well {
        let status = graph.cells.status(graph.look, "Threads_connected");
        if status.is_empty() || state.vars.max_connections.is_none() {
            add(found, question("diagnose_ask_places", PLACES));
        }
        let exact = seen.conns.values().all(|conn| conn.exact) && !seen.conns.is_empty();
        if has(|seen| seen.has_processlist) < 2 && !exact {
            add(found, question("diagnose_ask_second_list", AGAIN));
        }
    }
}

/// With no table of a look, asks for all of them, most useful first, but not for what is there.
fn ask_for_all(cells: Cells<'_>, diagnosis: &mut Diagnosis) {
    let pooled = super::server::uses_pool(cells.capture);
    let mut looks = cells.capture.looks.iter();
    let counted = looks.any(|look| look.status.contains_key("Threadpool_threads"));
    let settings = cells
        .capture
        .variables
        .keys()
        .any(|name| name.starts_with("thread_pool"));
    diagnosis
        .ask
        .push(question("diagnose_ask_processlist", PROCESSLIST));
    match diagnosis.server.family {
        Some("percona") if pooled && counted => {}
        Some("percona") if pooled => diagnosis
            .ask
            .push(question("diagnose_ask_counters", COUNTERS)),
        Some("mariadb") | None if pooled => {
            diagnosis.ask.push(question("diagnose_ask_groups", GROUPS))
        }
        _ => {}
    }
    if pooled && !settings {
        diagnosis
            .ask
            .push(question("diagnose_ask_variables", VARIABLES));
    }
}
