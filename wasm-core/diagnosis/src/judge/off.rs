//! Is the pool on at all? A server shows the settings of a pool that it does not use.

use super::say::{Cells, Param, fact, say};
use super::{Evidence, Fact};
use crate::capture::{At, Capture, Gap, Kind, LineNumber, LogSays, Missing};
use crate::forks::{Fork, switch};
use crate::state::{is_system, variable};

/// How many settings without effect are shown.
const SHOWN: usize = 3;

/// What says whether connections use a pool.
struct Sign<'a> {
    table: &'static str,
    name: &'static str,
    value: &'a str,
    line: LineNumber,
    off: bool,
}

fn sign(capture: &Capture) -> Option<Sign<'_>> {
    if let Some((name, At { value, line })) = switch(capture) {
        let off = value.eq_ignore_ascii_case("off") || value == "0";
        return Some(Sign {
            table: "SHOW VARIABLES",
            name,
            value,
            line: *line,
            off,
        });
    }
    // These two have a switch of their own, and thread_handling has no effect.
    let switched = matches!(Fork::of(capture), Some(Fork::Alibaba | Fork::Volcengine));
    if let Some((value, line)) = variable(capture, "thread_handling").filter(|_| !switched) {
        let lower = value.to_ascii_lowercase();
        let on = lower.contains("pool") || lower.contains("dynamic") || lower == "2";
        let off = matches!(
            &*lower,
            "one-thread-per-connection" | "no-threads" | "0" | "1"
        );
        // Any other word was cut.
        return (on || off).then_some(Sign {
            table: "SHOW VARIABLES",
            name: "thread_handling",
            value,
            line,
            off,
        });
    }
    if let Some(plugin) = &capture.pool_plugin {
        return Some(Sign {
            table: "SHOW PLUGINS",
            name: "thread_pool",
            value: &plugin.value,
            line: plugin.line,
            off: plugin.value != "ACTIVE",
        });
    }
    let mut log = capture.log.iter();
    if let Some(line) = log.rfind(|line| line.says == LogSays::PluginStarted) {
        return Some(Sign {
            table: "error log",
            name: "thread_pool",
            value: "",
            line: line.line,
            off: false,
        });
    }
    if let Some(line) = no_settings(capture) {
        return Some(Sign {
            table: "SHOW VARIABLES",
            name: "thread_pool%",
            value: "Empty set",
            line,
            off: true,
        });
    }
    empty_groups(capture)
}

/// Where SHOW VARIABLES has no setting of a pool.
fn no_settings(capture: &Capture) -> Option<LineNumber> {
    let mut gaps = capture.gaps.iter();
    let empty = |gap: &&Gap| gap.why == Missing::Absent && gap.table == Some(Kind::Variables);
    let set = |name: &String| name.starts_with("thread_pool") || name.starts_with("threadpool");
    let found = gaps.find(|gap| empty(gap) && gap.number.is_none());
    found
        .filter(|_| !capture.variables.keys().any(set))
        .map(|gap| gap.line)
}

/// Tables of a pool that the server does not have.
pub(super) fn absent(capture: &Capture) -> Vec<Fact> {
    let mut said: Vec<Fact> = Vec::new();
    for gap in capture.gaps.iter().filter(|gap| gap.why == Missing::Absent) {
        let (table, key) = match gap.table {
            Some(Kind::Plugins) => ("information_schema.PLUGINS", "diagnose_fact_no_plugin_row"),
            Some(Kind::OraclePool) => ("performance_schema", "diagnose_fact_no_plugin"),
            Some(Kind::Groups | Kind::Queues | Kind::Stats | Kind::Waits) => {
                ("information_schema", "diagnose_fact_no_groups")
            }
            Some(_) | None => continue,
        };
        if said.iter().all(|fact| fact.says.key != key) {
            let number = gap.number.map(|number| number.to_string());
            let from = evidence(&Sign {
                table,
                name: if number.is_some() {
                    "ERROR"
                } else {
                    "PLUGIN_NAME"
                },
                value: number.as_deref().unwrap_or("Empty set"),
                line: gap.line,
                off: false,
            });
            said.push(fact(key, &[], vec![from]));
        }
    }
    said
}

/// Groups that nobody is in, though there are connections.
fn empty_groups(capture: &Capture) -> Option<Sign<'_>> {
    let groups = || {
        capture
            .looks
            .iter()
            .flat_map(|look| look.groups.iter().flatten())
    };
    let rows = capture
        .looks
        .iter()
        .flat_map(|look| look.processlist.iter().flatten());
    let others = rows.filter(|row| !row.is_self && !is_system(row)).count();
    let line = groups().next()?.line;
    let empty = groups().all(|row| row.connections == 0 && row.threads == 0);
    (empty && others > 1).then_some(Sign {
        table: "THREAD_POOL_GROUPS",
        name: "CONNECTIONS",
        value: "0",
        line,
        off: true,
    })
}

/// Whether the paste says that there is no pool.
pub(super) fn is_off(capture: &Capture) -> bool {
    sign(capture).is_some_and(|sign| sign.off)
}

/// What says that the pool is on, where nothing else is shown.
pub(super) fn on(capture: &Capture) -> Option<Fact> {
    let unseen = capture
        .looks
        .iter()
        .all(|look| look.groups.is_none() && look.processlist.is_none() && look.tp.is_empty());
    let sign = sign(capture).filter(|sign| !sign.off && unseen)?;
    let from = vec![evidence(&sign)];
    let params: [(_, &dyn Param); 2] = [("name", &sign.name), ("value", &sign.value)];
    let key = match sign.table {
        "error log" => "diagnose_fact_on_log",
        _ => "diagnose_fact_on",
    };
    Some(fact(key, &params, from))
}

fn evidence(sign: &Sign<'_>) -> Evidence {
    Evidence {
        table: sign.table,
        row: None,
        column: sign.name.to_owned(),
        value: sign.value.to_owned(),
        line: sign.line,
        look: None,
    }
}

/// Whether the paste shows a pool at work.
fn at_work(capture: &Capture) -> bool {
    let connected = capture.looks.iter().any(|look| {
        let mut groups = look.groups.iter().flatten();
        let threads = look.status.get("Threadpool_threads");
        groups.any(|row| row.connections > 0) || threads.is_some_and(|at| at.value > 0)
    });
    let rows = |kind| {
        let mut blocks = capture.blocks.iter();
        blocks.any(|block| block.kind == kind && block.rows > 0)
    };
    connected || rows(Kind::OraclePool)
}

/// Whether one line says that the pool is off, and another shows it at work.
pub(super) fn contradicts(capture: &Capture) -> bool {
    is_off(capture) && at_work(capture)
}

/// That the pool is off; nothing if nothing says so, or if the paste contradicts itself.
pub(super) fn facts(cells: Cells<'_>, family: Option<&str>) -> Vec<Fact> {
    let capture = cells.capture;
    let Some(sign) = sign(capture).filter(|sign| sign.off && !at_work(capture)) else {
        return Vec::new();
    };
    let from = evidence(&sign);
    let key = match sign.table {
        "SHOW PLUGINS" => "diagnose_fact_off_plugin",
        "THREAD_POOL_GROUPS" => "diagnose_fact_off_empty",
        _ if sign.value == "Empty set" => "diagnose_fact_off_no_settings",
        _ => "diagnose_fact_off",
    };
    let mut said = vec![fact(
        key,
        &[("name", &sign.name), ("value", &sign.value)],
        vec![from],
    )];
    said.extend(shown(&cells, sign.name));
    said.push(how(capture, family));
    said
}

/// Settings of the pool that are shown all the same.
fn shown(cells: &Cells<'_>, but: &str) -> Option<Fact> {
    let names = cells.capture.variables.keys();
    let of_pool =
        |name: &&String| name.starts_with("thread_pool_") || name.starts_with("threadpool_");
    let names = names.filter(of_pool).filter(|name| *name != but);
    let from: Vec<Evidence> = names
        .take(SHOWN)
        .flat_map(|name| cells.variable(name))
        .collect();
    (!from.is_empty()).then(|| fact("diagnose_fact_off_shown", &[], from))
}

/// How it is switched on there.
fn how(capture: &Capture, family: Option<&str>) -> Fact {
    let key = match family {
        Some("mariadb" | "percona") => "diagnose_fact_on_file",
        Some("txsql") => "diagnose_fact_on_txsql",
        Some("kunpeng") => "diagnose_fact_on_kunpeng",
        Some("huawei") => "diagnose_fact_on_huawei",
        Some("alibaba" | "volcengine" | "thread_pool_enabled") => "diagnose_fact_on_enabled",
        // Without a version, "mysql" means only that it has such settings.
        Some("mysql") if capture.version.is_none() => "diagnose_fact_on_any",
        Some("oracle" | "mysql") => "diagnose_fact_on_plugin",
        _ => "diagnose_fact_on_any",
    };
    Fact {
        says: say(key, &[]),
        from: Vec::new(),
    }
}
