//! Which server it is, what cannot be known, what to ask next, and what on the site is like it.

use crate::capture::{Capture, Kind};
use crate::judge::rules::Rules;
use crate::judge::say::{ask as question, say};
use crate::judge::{Diagnosis, Like, Sentence, Server};
use crate::state::{Lock, Place, variable};

const GROUPS: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS;";
const PROCESSLIST: &str = "SHOW FULL PROCESSLIST;";
const TWICE: &str = "SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS; SELECT SLEEP(2); SELECT * FROM information_schema.THREAD_POOL_GROUPS; SELECT * FROM information_schema.THREAD_POOL_STATS;";
const VARIABLES: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_pool%';";
const INNODB: &str = "SELECT * FROM information_schema.INNODB_TRX; SELECT * FROM information_schema.INNODB_LOCK_WAITS;";
const METADATA: &str =
    "INSTALL SONAME 'metadata_lock_info'; SELECT * FROM information_schema.METADATA_LOCK_INFO;";
const USER_LOCK: &str = "SELECT IS_USED_LOCK('the name in GET_LOCK');";

/// Whether the variables say that there is no pool.
pub(super) fn has_pool(capture: &Capture) -> bool {
    let handling =
        variable(capture, "thread_handling").map(|(value, _)| value.to_ascii_lowercase());
    handling.is_none_or(|handling| {
        handling.contains("pool") || handling.contains("dynamic") || handling == "2"
    })
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
    let mut add = |key| diagnosis.unknown.push(say(key, &[]));
    let causes: Vec<&str> = diagnosis
        .troubles
        .iter()
        .map(|trouble| trouble.cause)
        .collect();
    let any = |these: &[&str]| causes.iter().any(|cause| these.contains(cause));
    let unread = diagnosis
        .troubles
        .iter()
        .any(|trouble| trouble.stuck_connections.len() > trouble.surely_stuck.len());
    if unread {
        add("diagnose_unknown_unread");
    }
    if any(&[
        "deaf_group_thread_cap",
        "full_group_thread_cap",
        "cpu_statement_took_the_listener",
        "slow_statements",
    ]) {
        add("diagnose_unknown_remaining");
    }
    if any(&["lock_pile_up_holds_all_threads"]) {
        add("diagnose_unknown_holder_asked");
    }
    if any(&[
        "lock_pile_up_holds_all_threads",
        "metadata_lock_pile_up",
        "lock_pile_up",
    ]) && diagnosis
        .troubles
        .iter()
        .any(|trouble| trouble.blocking_connections.is_empty())
    {
        add("diagnose_unknown_holder");
    }
    if any(&["cpu_statement_took_the_listener", "waits_for_stall_timer"]) {
        add("diagnose_unknown_phase");
    }
    if any(&[
        "too_few_groups",
        "hot_group",
        "slow_statements",
        "login_storm",
    ]) {
        add("diagnose_unknown_cores");
    }
    if rules.seen.has_processlist && !rules.seen.has_groups && !causes.is_empty() {
        add("diagnose_unknown_no_groups");
    }
    let outside = rules
        .seen
        .conns
        .values()
        .any(|conn| conn.place == Place::Outside);
    if outside && rules.state.vars.size.is_some() {
        add("diagnose_unknown_extra_port");
    }
    if !diagnosis.told() {
        diagnosis
            .unknown
            .push(say("diagnose_unknown_too_little", &[]));
    }
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
    let unnamed = diagnosis
        .troubles
        .iter()
        .any(|t| t.cause.contains("lock") && t.blocking_connections.is_empty());
    let asked = |cause: &str| {
        diagnosis
            .troubles
            .iter()
            .any(|trouble| trouble.cause == cause)
    };
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
        Some(Lock::Row | Lock::Table) if unnamed || !state.locks.named => {
            found.push(question("diagnose_ask_innodb", INNODB));
        }
        Some(Lock::Metadata | Lock::Global) if mariadb => {
            found.push(question("diagnose_ask_metadata", METADATA));
        }
        Some(Lock::User) => found.push(question("diagnose_ask_user_lock", USER_LOCK)),
        _ => {}
    }
    if asked("thread_creation_fails") {
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

/// A step and a scenario that are like it.
pub(super) fn like(cause: &str) -> Option<Like> {
    let (step, scenario) = match cause {
        "deaf_group_thread_cap" | "full_group_thread_cap" => {
            ("one-lane-is-stuck/nobody-at-the-door", "mariadb-two-groups")
        }
        "thread_creation_fails" => ("one-lane-is-stuck/what-the-log-says", "mariadb-two-groups"),
        "lock_pile_up_holds_all_threads" => {
            ("who-goes-first/behind-its-victims", "lock-holder-mariadb")
        }
        "lock_pile_up" | "metadata_lock_pile_up" => {
            ("who-goes-first/behind-its-victims", "lock-holder-mariadb")
        }
        "cpu_statement_took_the_listener" => ("the-cast/nobody-at-the-door", "the-cast-stall"),
        "waits_for_stall_timer" => ("the-cast/the-last-in-line", "mariadb-eight-computing"),
        "hot_group" => ("one-lane-is-stuck/hot-group", "plantegg-96-groups"),
        "too_few_groups" => ("how-large/one-line-or-sixteen", "one-queue-16-workers"),
        "too_few_threads" => (
            "six-threads-eight-sleeps/the-two-in-the-queue",
            "mariadb-max-threads-6",
        ),
        "login_storm" => ("how-large/a-hundred-logins", "login-storm"),
        "starved_low_queue" => ("who-goes-first/nobody-lets-in", "starving-mariadb"),
        "queue_shut" => (
            "six-threads-eight-sleeps/who-shut-the-queue",
            "percona-oversubscribe-1",
        ),
        _ => return None,
    };
    Some(Like { step, scenario })
}
