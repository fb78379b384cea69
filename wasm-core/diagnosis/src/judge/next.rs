//! Which server it is, what cannot be known, what to ask next, and what on the site is like it.

use crate::capture::{Capture, Kind};
use crate::clouds::Cloud;
use crate::judge::rules::Rules;
use crate::judge::say::{ask as question, say};
use crate::judge::{Cause, Diagnosis, Sentence, Server, Trouble};
use crate::state::{Conn, Place, variable};
use crate::states::Wait;

const GROUPS: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS;";
const PROCESSLIST: &str = "SHOW FULL PROCESSLIST;";
const TWICE: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS; SELECT SLEEP(2); SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS;";
const VARIABLES: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_pool%';";
const INNODB: &str = "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM information_schema.INNODB_LOCK_WAITS;";
/// MySQL 8.0 and what is built on it have no INNODB_LOCK_WAITS.
const INNODB_8: &str =
    "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM sys.innodb_lock_waits;";
const METADATA: &str = "SELECT * FROM information_schema.METADATA_LOCK_INFO;";
const USER_LOCK: &str = "SELECT IS_USED_LOCK('the name in GET_LOCK');";

/// Whether the variables say that there is no pool.
pub(super) fn has_pool(capture: &Capture) -> bool {
    let handling =
        variable(capture, "thread_handling").map(|(value, _)| value.to_ascii_lowercase());
    !is_aurora(capture)
        && handling.is_none_or(|handling| {
            handling.contains("pool") || handling.contains("dynamic") || handling == "2"
        })
}

/// Its pool is another one, of which nothing is shown.
pub(super) fn is_aurora(capture: &Capture) -> bool {
    capture
        .cloud
        .as_ref()
        .is_some_and(|at| at.value == Cloud::Aurora)
}

pub(super) fn server(capture: &Capture) -> Server {
    let version = capture.version.as_ref().map(|at| at.value.clone());
    let has = |name: &str| variable(capture, name).is_some();
    let tables = capture.blocks.iter().any(|block| {
        matches!(
            block.kind,
            Kind::Groups | Kind::Queues | Kind::Stats | Kind::Waits
        )
    });
    let oracle = capture
        .blocks
        .iter()
        .any(|block| block.kind == Kind::OraclePool);
    let says = |word: &str| {
        version
            .as_ref()
            .is_some_and(|v| v.to_ascii_lowercase().contains(word))
    };
    let known = |family, rules, key| (Some(family), Some(rules), Some(say(key, &[])));
    let (family, rules, known_by): (_, _, Option<Sentence>) =
        if oracle || has("thread_pool_algorithm") {
            known("oracle", "oracle", "diagnose_server_oracle")
        } else if has("thread_pool_high_prio_mode") || has("thread_pool_high_prio_tickets") {
            known("percona", "percona", "diagnose_server_percona")
        } else if tables
            || says("mariadb")
            || has("thread_pool_prio_kickup_timer")
            || has("thread_pool_exact_stats")
        {
            known("mariadb", "mariadb", "diagnose_server_mariadb")
        } else if says("percona") {
            known("percona", "percona", "diagnose_server_percona")
        } else if has("thread_pool_size") || version.is_some() {
            known("mysql", "percona", "diagnose_server_nearest")
        } else {
            (None, None, None)
        };
    Server {
        family,
        version,
        rules,
        known_by,
    }
}

/// What no column tells.
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
    let outside = |conn: &Conn| conn.place == Place::Outside;
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
        (!diagnosis.told(), "diagnose_unknown_too_little"),
    ];
    let unknown = unknown.iter().filter(|(there, _)| *there);
    let said: Vec<Sentence> = unknown.map(|(_, key)| say(key, &[])).collect();
    diagnosis.unknown.extend(said);
}

// Who holds a lock is not in the paste.
fn unnamed(diagnosis: &Diagnosis) -> bool {
    let mut troubles = diagnosis.troubles.iter();
    troubles.any(|t| t.cause.is_lock() && t.blocking_connections.is_empty())
}

/// What would tell more.
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

/// Nothing of a look was read: all of it, in the order that tells most.
pub(super) fn ask_for_all(diagnosis: &mut Diagnosis) {
    diagnosis.ask = vec![
        question("diagnose_ask_groups", GROUPS),
        question("diagnose_ask_processlist", PROCESSLIST),
        question("diagnose_ask_variables", VARIABLES),
    ];
}
