//! What cannot be known, what to ask next, and similar content on the site.

use crate::judge::rules::Rules;
use crate::judge::say::{ask as question, say};
use crate::judge::{Cause, Diagnosis, Sentence, Trouble};
use crate::state::{Conn, ConnPlace};
use crate::states::Wait;

const GROUPS: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS;";
const PROCESSLIST: &str = "SHOW FULL PROCESSLIST;";
const TWICE: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS; SELECT SLEEP(2); SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS;";
const VARIABLES: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_pool%';";
/// Percona Server has nothing else about its pool.
const COUNTERS: &str = "SHOW GLOBAL STATUS LIKE 'Threadpool%';";
const INNODB: &str = "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM information_schema.INNODB_LOCK_WAITS;";
/// MySQL 8.0 and its descendants have no INNODB_LOCK_WAITS.
const INNODB_8: &str =
    "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM sys.innodb_lock_waits;";
const METADATA: &str = "SELECT * FROM information_schema.METADATA_LOCK_INFO;";
const USER_LOCK: &str = "SELECT IS_USED_LOCK('the name in GET_LOCK');";

/// Facts that no column shows.
pub(super) fn unknown(rules: &Rules<'_>, diagnosis: &mut Diagnosis) {
    let troubles = &diagnosis.troubles;
    let any = |these: &[Cause]| {
        troubles
            .iter()
            .any(|trouble| these.contains(&trouble.cause))
    };
    let (taken, slow) = (Cause::CpuStatementTookTheListener, Cause::SlowStatements);
    let held = [Cause::DeafGroupThreadCap, Cause::FullGroupThreadCap];
    let in_line = [Cause::TooFewGroups, Cause::HotGroup, Cause::LoginStorm];
    let unread = |t: &Trouble| t.stuck_connections.len() > t.surely_stuck.len();
    let outside = |conn: &Conn| conn.place == ConnPlace::Outside;
    let seen = rules.seen;
    let no_groups = seen.has_processlist && !seen.has_groups;
    let unknown = [
        (troubles.iter().any(unread), "diagnose_unknown_unread"),
        (
            any(&held) || any(&[taken, slow]),
            "diagnose_unknown_remaining",
        ),
        (
            any(&[Cause::LockPileUpHoldsAllThreads]),
            "diagnose_unknown_holder_asked",
        ),
        (unnamed(diagnosis), "diagnose_unknown_holder"),
        (
            any(&[taken, Cause::WaitsForStallTimer]),
            "diagnose_unknown_phase",
        ),
        (any(&in_line) || any(&[slow]), "diagnose_unknown_cores"),
        (
            no_groups && !troubles.is_empty(),
            "diagnose_unknown_no_groups",
        ),
        (
            rules.state.vars.size.is_some() && seen.conns.values().any(outside),
            "diagnose_unknown_extra_port",
        ),
        (!diagnosis.is_conclusive(), "diagnose_unknown_too_little"),
    ];
    let unknown = unknown.iter().filter(|(there, _)| *there);
    let said: Vec<Sentence> = unknown.map(|(_, key)| say(key, &[])).collect();
    diagnosis.unknown.extend(said);
}

// Whether the paste does not name the holder of a lock.
fn unnamed(diagnosis: &Diagnosis) -> bool {
    let mut troubles = diagnosis.troubles.iter();
    troubles.any(|t| t.cause.is_lock() && t.blocking_connections.is_empty())
}

/// Questions that would help.
pub(super) fn ask(rules: &Rules<'_>, diagnosis: &mut Diagnosis) {
    let state = rules.state;
    let mariadb = !matches!(
        diagnosis.server.family,
        Some("percona" | "oracle" | "mysql")
    );
    let has = |f: fn(&crate::state::Seen) -> bool| state.looks.iter().any(f);
    let two =
        state.looks.iter().filter(|seen| seen.has_groups).count() > 1 && state.between.is_some();
    let lock = rules.seen.conns.values().find_map(|conn| conn.lock);
    let unnamed = unnamed(diagnosis);
    let fails = |trouble: &Trouble| trouble.cause == Cause::ThreadCreationFails;
    let mut found = Vec::new();
    if !has(|seen| seen.has_processlist) {
        found.push(question("diagnose_ask_processlist", PROCESSLIST));
    }
    if !has(|seen| seen.has_groups) && mariadb {
        found.push(question("diagnose_ask_groups", GROUPS));
    } else if !two && mariadb && diagnosis.troubles.iter().all(|trouble| trouble.sure < 0.9) {
        found.push(question("diagnose_ask_second_look", TWICE));
    }
    if diagnosis.server.family == Some("percona") && rules.seen.threads.is_none() {
        found.push(question("diagnose_ask_counters", COUNTERS));
    }
    if state.vars.max_threads.is_none() {
        found.push(question("diagnose_ask_variables", VARIABLES));
    }
    match lock {
        Some(Wait::Row | Wait::Table) if unnamed || !state.locks.named => {
            found.push(question(
                "diagnose_ask_innodb",
                if mariadb { INNODB } else { INNODB_8 },
            ));
        }
        Some(Wait::Metadata | Wait::Global) if mariadb && unnamed => {
            found.push(question("diagnose_ask_metadata", METADATA));
        }
        Some(Wait::User) => found.push(question("diagnose_ask_user_lock", USER_LOCK)),
        _ => {}
    }
    if diagnosis.troubles.iter().any(fails) {
        found.push(question(
            "diagnose_ask_log",
            "SHOW GLOBAL VARIABLES LIKE 'log_error';",
        ));
    }
    if found.is_empty() && diagnosis.troubles.is_empty() {
        found.push(question("diagnose_ask_second_look", TWICE));
        found.push(question("diagnose_ask_processlist", PROCESSLIST));
    }
    diagnosis.ask = found;
}

/// With no table of a look, asks for all of them, most useful first.
pub(super) fn ask_for_all(diagnosis: &mut Diagnosis) {
    diagnosis.ask = vec![
        question("diagnose_ask_groups", GROUPS),
        question("diagnose_ask_processlist", PROCESSLIST),
        question("diagnose_ask_variables", VARIABLES),
    ];
}
