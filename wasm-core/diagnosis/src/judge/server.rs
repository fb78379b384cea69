//! Recognises the server.

use super::off;
use super::say::say;
use super::{Sentence, Server};
use crate::capture::{Capture, Kind};
use crate::clouds::Cloud;
use crate::forks::Fork;
use crate::state::variable;

/// Whether nothing says that there is no pool.
pub(super) fn has_pool(capture: &Capture) -> bool {
    !is_aurora(capture) && !off::is_off(capture)
}

/// Whether connections use a pool in which waits hold up whoever needs a thread, as far as the paste shows: it has one of such a
/// pool's tables, counters or settings, and nothing says that it is off. Oracle's plugin starts another thread for each
/// wait and ends a connection from outside, as a server without a pool does: tried on 9.7.4.
pub(super) fn uses_pool(capture: &Capture) -> bool {
    let tables = capture.blocks.iter().any(|block| {
        matches!(
            block.kind,
            Kind::Groups | Kind::Queues | Kind::Stats | Kind::Waits
        )
    });
    let set = capture
        .variables
        .keys()
        .any(|name| name.starts_with("thread_pool") || name == "thread_handling");
    let mut looks = capture.looks.iter();
    let counts = looks.any(|look| look.status.contains_key("Threadpool_threads"));
    has_pool(capture) && (tables || set || counts) && !is_oracle(&server(capture))
}

/// Whether the paste leaves open that connections use a pool: only a MySQL of its own has none unless a plugin is loaded.
pub(super) fn may_use_pool(capture: &Capture) -> bool {
    let without = matches!(server(capture).family, Some("mysql" | "oracle"));
    has_pool(capture) && !uses_pool(capture) && !without
}

/// Aurora has another pool, about which nothing is visible.
pub(super) fn is_aurora(capture: &Capture) -> bool {
    capture
        .cloud
        .as_ref()
        .is_some_and(|at| at.value == Cloud::Aurora)
}

/// Variables that only Oracle's plugin has.
const ORACLE: [&str; 4] = [
    "thread_pool_algorithm",
    "thread_pool_max_transactions_limit",
    "thread_pool_query_threads_per_group",
    "thread_pool_longrun_trx_limit",
];

/// Whether Oracle's rules apply.
pub(super) fn is_oracle(server: &Server) -> bool {
    server.rules == Some("oracle")
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
    // Kunpeng's plugin is loaded like it, and has this variable of Percona's pool.
    let handling = variable(capture, "thread_handling");
    let dynamic = |(how, _): (&str, _)| how.eq_ignore_ascii_case("loaded-dynamically");
    let loaded = handling.is_some_and(dynamic) && !has("thread_pool_oversubscribe");
    let known = |family, rules, key| (Some(family), Some(rules), Some(say(key, &[])));
    let theirs = |name: &&str| has(name);
    let (family, rules, known_by): (_, _, Option<Sentence>) =
        if let Some((name, says)) = Fork::of(capture).map(Fork::names) {
            known(name, "percona", says)
        } else if oracle || loaded || ORACLE.iter().any(theirs) {
            known("oracle", "oracle", "diagnose_server_oracle")
        } else if has("thread_pool_high_prio_mode") || has("thread_pool_high_prio_tickets") {
            known("percona", "percona", "diagnose_server_percona")
        } else if tables
            || says("mariadb")
            || has("thread_pool_prio_kickup_timer")
            || has("thread_pool_exact_stats")
        {
            known("mariadb", "mariadb", "diagnose_server_mariadb")
        } else if says("percona") || version.as_deref().is_some_and(is_percona_release) {
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

// 8.0.36-28: Percona Server appends the number of its own release to MySQL's.
fn is_percona_release(version: &str) -> bool {
    let appended = version.split_once('-').map(|(_, own)| own);
    version.starts_with(['5', '8', '9'])
        && version.split('.').count() > 2
        && appended.is_some_and(|own| own.starts_with(|c: char| c.is_ascii_digit()))
}
