//! Verdicts on Oracle's thread pool plugin, by its own rules: what its tables show of groups, queues and
//! places. Without a clear sign there is none.
//!
//! Sources: MySQL 8.0, 8.4 and 9.5 Reference Manual, "Thread Pool Operation", "Thread Pool Tuning", "Server System
//! Variables" and "Performance Schema Thread Pool Tables"; for the limit's share of a group, its one place more
//! and the number of connect threads the published behaviour of plugin/thread_pool (2026).

use super::answer::{Basis, Diagnosis, Evidence, Fact, Guilty, Remedy, Sentence, Trouble};
use super::cause::{Cause, Like};
use super::say::{Cells, Param, Time, ask, fact, say};
use crate::capture::{Capture, Look, Process, Tp, TpRow};
use crate::order;
use crate::state::{SECOND_US, State, total, variable};
use crate::states::{Wait, wait_of};

/// The checker's period, and the unit of STALL_LIMIT and PROCESS_COUNT.
const CHECK_MS: u64 = 10;
/// Statements that have run for so many checks are slow.
const LONG_CHECKS: u64 = 100;
/// A queue in which nothing has waited for so long may move.
const OLD_MS: u64 = 1_000;
/// Fewer queued statements don't make a group hot.
const HOT: u64 = 4;
/// The connect threads of a group before 8.2.
const CONNECT_THREADS: u64 = 4;
/// PROCESSLIST may have so many rows that are in no group: replication, the event scheduler, the Admin group.
const OUTSIDE: u64 = 8;

const STATE: &str = "SELECT * FROM performance_schema.tp_thread_group_state;";
const THREADS: &str = "SELECT * FROM performance_schema.tp_thread_state;";
const CONNECTIONS: &str = "SELECT * FROM performance_schema.tp_connections;";
const PROCESSLIST: &str = "SELECT * FROM performance_schema.processlist;";
const VARIABLES: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_pool%';";

impl TpRow {
    fn get(&self, column: &str) -> Option<u64> {
        self.cells.get(column).copied()
    }

    fn is_lock_wait(&self) -> bool {
        self.word.is_some_and(|word| word.ends_with("LOCK"))
    }
}

/// A group's row of tp_thread_group_state.
struct Group<'a> {
    row: &'a TpRow,
    high: u64,
    low: u64,
    oldest_ms: u64,
    active: u64,
    stalled: u64,
    /// Its share of thread_pool_max_transactions_limit; 0: no limit.
    limit: Option<u64>,
    /// Threads that stay with their connection.
    bound: Option<u64>,
}

impl Group<'_> {
    fn queued(&self) -> u64 {
        self.high.saturating_add(self.low)
    }

    fn waits_for(&self, ms: u64) -> bool {
        self.queued() > 0 && self.oldest_ms >= ms
    }

    fn taken(&self) -> bool {
        let bound = self.bound.unwrap_or(0);
        self.limit.is_some_and(|limit| limit > 0 && bound >= limit)
    }
}

struct Oracle<'a> {
    cells: Cells<'a>,
    at: usize,
    look: &'a Look,
    groups: Vec<Group<'a>>,
}

fn number(capture: &Capture, name: &str) -> Option<u64> {
    variable(capture, name)?.0.parse().ok()
}

/// Adds verdict, questions and remedies.
pub(super) fn judge(capture: &Capture, state: &State, diagnosis: &mut Diagnosis) {
    let found = capture.looks.iter().enumerate().rev();
    let mut found = found.filter(|(_, look)| look.tp[Tp::Groups as usize].is_some());
    let (at, look) = match found.next() {
        Some(found) => found,
        None => (0, &Look::default()),
    };
    let cells = Cells { capture, state };
    let mut oracle = Oracle {
        cells,
        at,
        look,
        groups: Vec::new(),
    };
    let rows = oracle.rows(Tp::Groups).iter();
    let used = rows.filter(|row| row.get("CONNECTION_COUNT") != Some(0));
    oracle.groups = used.map(|row| oracle.group(row)).collect();
    oracle.verdict(diagnosis);
    oracle.ask(diagnosis);
}

impl<'a> Oracle<'a> {
    fn rows(&self, tp: Tp) -> &'a [TpRow] {
        self.look.tp[tp as usize].as_deref().unwrap_or_default()
    }

    fn group(&self, row: &'a TpRow) -> Group<'a> {
        let get = |column| row.get(column).unwrap_or(0);
        let set = |name| number(self.cells.capture, name);
        let shared = || {
            let most = set("thread_pool_max_transactions_limit")?;
            Some(most.div_ceil(set("thread_pool_size")?.max(1)))
        };
        let threads = || {
            let all = self.rows(Tp::Threads);
            let on = all.iter().filter(|thread| thread.group_id == row.group_id);
            let on = on.filter(|thread| thread.get("PROCESS_COUNT") > Some(0));
            (!all.is_empty()).then(|| on.count() as u64)
        };
        Group {
            row,
            high: get("QUEUED_QUERIES"),
            low: get("QUEUED_TRANSACTIONS"),
            oldest_ms: get("OLDEST_QUEUED"),
            active: get("ACTIVE_THREAD_COUNT"),
            stalled: get("STALLED_THREAD_COUNT"),
            limit: row.get("EFFECTIVE_MAX_TRANSACTIONS_LIMIT").or_else(shared),
            bound: row.get("THREADS_BOUND_TO_TRANSACTION").or_else(threads),
        }
    }

    // Numbers of rows, as evidence.
    fn evidence<'b>(
        &self,
        tp: Tp,
        rows: impl IntoIterator<Item = &'b TpRow>,
        columns: &[&str],
    ) -> Vec<Evidence> {
        let mut cells = Vec::new();
        for row in rows {
            let place = match (tp, row.get("CONNECTION_ID")) {
                (Tp::Connections, Some(id)) => say("diagnose_row_connection", &[("id", &id)]),
                _ => say("diagnose_row_group", &[("group", &row.group_id)]),
            };
            cells.extend(columns.iter().filter_map(|column| {
                let value = match *column {
                    "STATE" | "WAIT_TYPE" => row.word?.to_owned(),
                    _ => row.get(column)?.to_string(),
                };
                Some(Evidence {
                    table: tp.name(),
                    row: Some(place.clone()),
                    column: (*column).to_owned(),
                    value,
                    line: row.line,
                    look: u32::try_from(self.at).ok(),
                })
            }));
        }
        cells
    }

    fn of(&self, groups: &[&Group<'_>], columns: &[&str]) -> Vec<Evidence> {
        self.evidence(Tp::Groups, groups.iter().map(|group| group.row), columns)
    }

    fn process(&self, id: u64) -> Option<&'a Process> {
        let all = self.look.processlist.as_ref()?;
        all.iter().find(|one| one.id == id)
    }

    // Connections of these groups that tp_connections shows in one of these states.
    fn connections(&self, groups: &[&Group<'_>], states: [&str; 2]) -> Vec<u64> {
        let here = |row: &&TpRow| {
            groups
                .iter()
                .any(|group| group.row.group_id == row.group_id)
        };
        let all = self.rows(Tp::Connections).iter().filter(here);
        let those = all.filter(|row| row.word.is_some_and(|word| states.contains(&word)));
        those.filter_map(|row| row.get("CONNECTION_ID")).collect()
    }

    fn trouble(&self, cause: Cause, groups: &[&Group<'_>], says: Sentence, sure: f64) -> Trouble {
        let waiting = self.connections(groups, ["Queued", "Waiting for Credit"]);
        Trouble {
            groups: groups.iter().map(|group| group.row.group_id).collect(),
            cause,
            wait: None,
            stuck_connections: waiting.clone(),
            surely_stuck: waiting,
            pending_logins: 0,
            blocking_connections: Vec::new(),
            says,
            evidence: Vec::new(),
            sure,
            against: say(cause.about().against, &[]),
        }
    }

    fn verdict(&self, diagnosis: &mut Diagnosis) {
        let found = [
            self.limit(),
            self.active_limit(),
            self.starved(),
            self.stalled(),
            self.hot(),
            self.logins(),
            self.slow(),
            self.healthy(),
        ];
        let Some((trouble, blames, remedies)) = found.into_iter().flatten().next() else {
            diagnosis.facts = self.facts();
            return;
        };
        diagnosis.like = like(trouble.cause);
        diagnosis.guilty = Some(blames);
        diagnosis.troubles = vec![trouble];
        diagnosis.remedies = remedies;
        diagnosis.facts = self.facts();
    }

    // All groups for which this holds, and the longest wait in them.
    fn those(&self, holds: impl Fn(&Group<'_>) -> bool) -> Option<(Vec<&Group<'a>>, Time, u64)> {
        let those: Vec<&Group<'a>> = self.groups.iter().filter(|group| holds(group)).collect();
        let oldest = those.iter().map(|group| group.oldest_ms).max()?;
        let queued = total(those.iter().map(|group| group.queued()));
        Some((those, Time(oldest.saturating_mul(1_000)), queued))
    }

    // A place is taken from BEGIN to COMMIT.
    fn limit(&self) -> Option<Found> {
        let full = |group: &Group<'_>| group.taken() && group.waits_for(CHECK_MS);
        let (groups, wait, queued) = self.those(full)?;
        let holders = self.connections(&groups, ["Attached", ""]);
        let idle = |id: &&u64| {
            let one = self.process(**id);
            one.is_some_and(|one| {
                one.command.eq_ignore_ascii_case("sleep") && one.time_us >= Some(SECOND_US)
            })
        };
        let mut silent: Vec<u64> = holders.iter().filter(idle).copied().collect();
        order::sort(&mut silent, |a, b| {
            let time = |id| self.process(id).and_then(|one| one.time_us);
            time(*b).cmp(&time(*a))
        });
        let places = groups.iter().filter_map(|group| group.limit);
        let all_idle = silent.len() == holders.len() && silent.len() as u64 >= total(places);
        let over = groups.iter().all(|group| group.bound > group.limit);
        let (cause, key) = match all_idle {
            true => (Cause::IdleTransactions, "diagnose_cause_idle_transactions"),
            false => (Cause::TransactionLimit, "diagnose_cause_transaction_limit"),
        };
        let ids: Vec<u32> = groups.iter().map(|group| group.row.group_id).collect();
        let limit = groups.iter().filter_map(|group| group.limit).max()?;
        let says = say(
            key,
            &[
                ("groups", &&ids),
                ("limit", &limit),
                ("queued", &queued),
                ("wait", &wait),
            ],
        );
        let sure = if over { 0.95 } else { 0.8 };
        let mut trouble = self.trouble(cause, &groups, says, sure);
        let mut from = self.of(
            &groups,
            &[
                "EFFECTIVE_MAX_TRANSACTIONS_LIMIT",
                "THREADS_BOUND_TO_TRANSACTION",
            ],
        );
        for name in ["thread_pool_max_transactions_limit", "thread_pool_size"] {
            from.extend(self.cells.variable(name));
        }
        trouble.evidence = vec![
            fact("diagnose_fact_tp_places", &[("limit", &limit)], from),
            self.queue(&groups, queued, &wait),
        ];
        if !holders.is_empty() {
            let count = holders.len();
            let rows = self.rows(Tp::Connections).iter();
            let held = |row: &&TpRow| {
                row.get("CONNECTION_ID")
                    .is_some_and(|id| holders.contains(&id))
            };
            let from = self.evidence(Tp::Connections, rows.filter(held), &["STATE"]);
            let silent = silent.len();
            trouble.evidence.push(fact(
                "diagnose_fact_tp_holders",
                &[("count", &count), ("silent", &silent)],
                from,
            ));
        }
        trouble.evidence.extend(self.locks(&groups));
        let most = groups.iter().map(|group| group.queued()).max()?;
        let size =
            number(self.cells.capture, "thread_pool_size").unwrap_or(self.groups.len() as u64);
        let more = limit.saturating_add(most).saturating_mul(size);
        let mut remedies = vec![set(
            "thread_pool_max_transactions_limit",
            more,
            "diagnose_remedy_tp_limit",
            "diagnose_cost_threads",
        )];
        let kill = silent.first().map(|id| {
            let action = ["KILL ", &id.to_string()].concat();
            remedy(
                action,
                Some(true),
                "diagnose_remedy_tp_place",
                "diagnose_cost_kill",
            )
        });
        remedies.splice(0..0, kill);
        remedies.push(client(
            "commit sooner",
            Some(true),
            "diagnose_remedy_tp_sooner",
        ));
        trouble.blocking_connections = holders;
        Some((trouble, Guilty::Pool, remedies))
    }

    fn active_limit(&self) -> Option<Found> {
        let name = "thread_pool_max_active_query_threads";
        let most = number(self.cells.capture, name).filter(|most| *most > 0)?;
        // Obeyed only where there is no limit on transactions.
        let full = |group: &Group<'_>| {
            group.limit == Some(0) && group.active >= most && group.waits_for(CHECK_MS)
        };
        let (groups, wait, queued) = self.those(full)?;
        let cause = Cause::ActiveThreadLimit;
        let mut trouble = self.plain(cause, cause.about().says, &groups, &wait, queued, 0.9);
        let mut from = self.of(&groups, &["ACTIVE_THREAD_COUNT"]);
        from.extend(self.cells.variable(name));
        trouble.evidence.insert(
            0,
            fact("diagnose_fact_tp_active", &[("limit", &most)], from),
        );
        trouble.evidence.extend(self.locks(&groups));
        let remedies = vec![set(
            name,
            0,
            "diagnose_remedy_tp_active",
            "diagnose_cost_variable",
        )];
        Some((trouble, Guilty::Pool, remedies))
    }

    // Whether no limit can explain the queue.
    fn is_free(&self, group: &Group<'_>) -> bool {
        let most = number(self.cells.capture, "thread_pool_max_active_query_threads");
        let open = most.is_some_and(|most| most == 0 || group.active < most);
        // A limit that is suspended now has bound threads all the same.
        let set = number(self.cells.capture, "thread_pool_max_transactions_limit") > Some(0);
        let bound = group.row.get("THREADS_BOUND_TO_TRANSACTION") > Some(0);
        group.limit == Some(0) && open && !set && !bound
    }

    // The low queue gets its turn when the high one is empty, or after the timer. In the high queue are
    // certainly transactions if it has more than were ever moved up.
    fn starved(&self) -> Option<Found> {
        let timer = |group: &Group<'_>| group.row.get("PRIO_KICKUP_TIMER").unwrap_or(u64::MAX);
        let moved = |group: &Group<'_>| {
            let mut rows = self.rows(Tp::Stats).iter();
            let row = rows.find(|row| row.group_id == group.row.group_id);
            row.and_then(|row| row.get("PRIO_KICKUPS"))
        };
        // Something started after the oldest had joined its queue.
        let overtaken = |group: &Group<'_>| {
            let here = |row: &&TpRow| row.group_id == group.row.group_id;
            let checks = self.rows(Tp::Threads).iter().filter(here);
            let mut checks = checks.filter_map(|row| row.get("PROCESS_COUNT"));
            checks.any(|n| n > 0 && n.saturating_mul(CHECK_MS) < group.oldest_ms)
        };
        let starved = |group: &Group<'_>| {
            self.is_free(group)
                && group.low > 0
                && group.waits_for(OLD_MS)
                && moved(group).is_some_and(|moved| group.high > moved)
                && overtaken(group)
        };
        let (groups, wait, _) = self.those(starved)?;
        let low = total(groups.iter().map(|group| group.low));
        let key = "diagnose_cause_tp_starved";
        let mut trouble = self.plain(Cause::LowPriorityStarved, key, &groups, &wait, low, 0.85);
        let here = |row: &&TpRow| trouble.groups.contains(&row.group_id);
        let rows: Vec<&TpRow> = self.rows(Tp::Stats).iter().filter(here).collect();
        let mut from = self.of(&groups, &["PRIO_KICKUP_TIMER"]);
        from.extend(self.evidence(Tp::Stats, rows, &["PRIO_KICKUPS"]));
        trouble
            .evidence
            .push(fact("diagnose_fact_tp_kickup", &[], from));
        let now = groups.iter().map(|group| timer(group)).max()?;
        let mut remedies = vec![set(
            "thread_pool_prio_kickup_timer",
            (now / 10).max(1),
            "diagnose_remedy_helps_kickup",
            "diagnose_cost_variable",
        )];
        remedies.extend(self.wider());
        Some((trouble, Guilty::Pool, remedies))
    }

    // Each stalled statement lets one more start.
    fn stalled(&self) -> Option<Found> {
        let limit = |group: &Group<'_>| group.row.get("STALL_LIMIT").unwrap_or(u64::MAX);
        let stalled = |group: &Group<'_>| {
            let ms = limit(group).saturating_mul(CHECK_MS);
            let one_queue = group.high == 0 || group.low == 0;
            self.is_free(group) && group.stalled > 0 && one_queue && group.waits_for(ms)
        };
        let (groups, wait, queued) = self.those(stalled)?;
        let cause = Cause::StalledGroup;
        let mut trouble = self.plain(cause, cause.about().says, &groups, &wait, queued, 0.85);
        let here = |row: &&TpRow| trouble.groups.contains(&row.group_id);
        let rows = self.rows(Tp::Threads).iter().filter(here);
        let rows: Vec<&TpRow> = rows
            .filter(|row| row.get("PROCESS_COUNT") > Some(1))
            .collect();
        let count = rows.iter().filter_map(|row| row.get("PROCESS_COUNT")).max();
        if let Some(count) = count {
            let from = self.evidence(Tp::Threads, rows, &["PROCESS_COUNT", "MARKED_STALLED"]);
            trouble
                .evidence
                .push(fact("diagnose_fact_tp_checks", &[("count", &count)], from));
        }
        let now = groups.iter().map(|group| limit(group)).max()?;
        let least = 4;
        let sooner = (now > least).then(|| {
            let name = "thread_pool_stall_limit";
            set(
                name,
                least,
                "diagnose_remedy_tp_stall",
                "diagnose_cost_variable",
            )
        });
        let remedies = sooner.into_iter().chain(self.wider()).collect();
        Some((trouble, Guilty::Pool, remedies))
    }

    fn hot(&self) -> Option<Found> {
        let (groups, wait, queued) = self.those(|group| group.queued() > 0)?;
        let [group] = groups[..] else { return None };
        let calm = self.groups.len() > 2 && queued >= HOT && group.stalled == 0;
        if !calm || !self.is_free(group) {
            return None;
        }
        let key = "diagnose_cause_hot_group";
        let mut trouble = self.plain(Cause::HotGroup, key, &groups, &wait, queued, 0.85);
        let all: Vec<&Group<'_>> = self.groups.iter().collect();
        let from = self.of(
            &all,
            &["QUEUED_QUERIES", "QUEUED_TRANSACTIONS", "CONNECTION_COUNT"],
        );
        trouble
            .evidence
            .push(fact("diagnose_fact_tp_dealt", &[], from));
        let again = client("connect again", None, "diagnose_remedy_tp_again");
        Some((
            trouble,
            Guilty::Pool,
            [again].into_iter().chain(self.wider()).collect(),
        ))
    }

    // All connect threads that a group may have are logging somebody in.
    fn logins(&self) -> Option<Found> {
        let size = number(self.cells.capture, "thread_pool_size")?.max(1);
        let most = 160_u64.div_ceil(size).max(CONNECT_THREADS + 1);
        let asleep = "NUM_CONNECT_HANDLER_THREAD_IN_SLEEP";
        let (groups, _, _) = self.those(|group| {
            group.row.get("CONNECT_THREAD_COUNT") >= Some(most) && group.row.get(asleep) == Some(0)
        })?;
        let ids: Vec<u32> = groups.iter().map(|group| group.row.group_id).collect();
        let says = say(
            "diagnose_cause_tp_logins",
            &[("groups", &&ids), ("most", &most)],
        );
        let mut trouble = self.trouble(Cause::LoginStorm, &groups, says, 0.8);
        let from = self.of(&groups, &["CONNECT_THREAD_COUNT", asleep]);
        trouble.evidence = vec![fact("diagnose_fact_tp_connect", &[], from)];
        trouble.against = say("diagnose_against_tp_logins", &[]);
        let stay = client("stay connected", Some(true), "diagnose_remedy_tp_stay");
        Some((trouble, Guilty::Pool, vec![stay]))
    }

    // Whether the paste has all groups and all connections, and nothing is queued at any look.
    fn is_calm_and_whole(&self) -> bool {
        let Some(list) = &self.look.processlist else {
            return false;
        };
        let counted = self
            .groups
            .iter()
            .filter_map(|group| group.row.get("CONNECTION_COUNT"));
        let counted = total(counted);
        let rows = list.len() as u64;
        let looks = self.cells.capture.looks.iter();
        let tables = looks.filter_map(|look| look.tp[Tp::Groups as usize].as_ref());
        let queues = ["QUEUED_QUERIES", "QUEUED_TRANSACTIONS"];
        let queued = tables
            .flatten()
            .any(|row| queues.iter().any(|of| row.get(of) > Some(0)));
        let locks = self.rows(Tp::Threads).iter().any(TpRow::is_lock_wait);
        let heard = self
            .groups
            .iter()
            .all(|group| group.row.get("WAITING_THREAD_NUMBER").is_some() || group.active == 0);
        let whole = counted <= rows && rows <= counted.saturating_add(OUTSIDE);
        counted > 0 && whole && heard && !queued && !locks
    }

    // Statements that have run for a second or longer.
    fn long(&self) -> impl Iterator<Item = &'a Process> {
        let all = self.look.processlist.iter().flatten();
        all.filter(|one| {
            let works = ["query", "execute"]
                .iter()
                .any(|of| one.command.eq_ignore_ascii_case(of));
            works && !one.is_self && one.time_us >= Some(SECOND_US)
        })
    }

    fn slow(&self) -> Option<Found> {
        let long: Vec<u64> = self.long().map(|one| one.id).collect();
        let oldest = self.long().filter_map(|one| one.time_us).max()?;
        let waits = self.long().any(|one| {
            let wait = wait_of(&one.state);
            !matches!(wait, None | Some(Wait::Compute | Wait::Disk))
        });
        let works = |row: &&TpRow| {
            let waits = row.word.is_some_and(|word| word != "THD_WAIT_DISKIO");
            row.get("PROCESS_COUNT") >= Some(LONG_CHECKS) && !waits
        };
        let rows: Vec<&TpRow> = self.rows(Tp::Threads).iter().filter(works).collect();
        if waits || rows.len() < long.len() || !self.is_calm_and_whole() {
            return None;
        }
        let count = long.len();
        let says = say(
            "diagnose_cause_slow_statements",
            &[("count", &count), ("oldest", &Time(oldest))],
        );
        let mut trouble = self.trouble(Cause::SlowStatements, &[], says, 0.85);
        let from = self.evidence(Tp::Threads, rows, &["PROCESS_COUNT"]);
        trouble.evidence = vec![
            fact("diagnose_fact_tp_works", &[], from),
            fact(
                "diagnose_fact_mend_statements",
                &[("connections", &&long)],
                self.cells.connections(self.at, &long, &["TIME"]),
            ),
        ];
        Some((trouble, Guilty::Statements, Vec::new()))
    }

    fn healthy(&self) -> Option<Found> {
        if !self.is_calm_and_whole() || self.long().next().is_some() {
            return None;
        }
        let says = say("diagnose_cause_tp_healthy", &[]);
        let mut trouble = self.trouble(Cause::Healthy, &[], says, 0.85);
        let all: Vec<&Group<'_>> = self.groups.iter().collect();
        let from = self.of(&all, &["QUEUED_QUERIES", "QUEUED_TRANSACTIONS"]);
        trouble.evidence = vec![fact("diagnose_fact_tp_calm", &[], from)];
        Some((trouble, Guilty::Nothing, Vec::new()))
    }

    // A verdict on a queue.
    fn plain(
        &self,
        cause: Cause,
        key: &'static str,
        groups: &[&Group<'_>],
        wait: &Time,
        queued: u64,
        sure: f64,
    ) -> Trouble {
        let ids: Vec<u32> = groups.iter().map(|group| group.row.group_id).collect();
        let says = say(
            key,
            &[("groups", &&ids), ("queued", &queued), ("wait", wait)],
        );
        let mut trouble = self.trouble(cause, groups, says, sure);
        trouble.evidence = vec![self.queue(groups, queued, wait)];
        trouble
    }

    fn queue(&self, groups: &[&Group<'_>], queued: u64, wait: &Time) -> Fact {
        let columns = ["QUEUED_QUERIES", "QUEUED_TRANSACTIONS", "OLDEST_QUEUED"];
        let params: [(_, &dyn Param); 2] = [("queued", &queued), ("wait", wait)];
        fact("diagnose_fact_tp_queue", &params, self.of(groups, &columns))
    }

    fn locks(&self, groups: &[&Group<'_>]) -> Option<Fact> {
        let here = |row: &&TpRow| {
            groups
                .iter()
                .any(|group| group.row.group_id == row.group_id)
        };
        let rows = self.rows(Tp::Threads).iter().filter(here);
        let rows: Vec<&TpRow> = rows.filter(|row| row.is_lock_wait()).collect();
        let count = rows.len();
        let from = self.evidence(Tp::Threads, rows, &["WAIT_TYPE"]);
        (count > 0).then(|| fact("diagnose_fact_tp_locks", &[("count", &count)], from))
    }

    // More statements at once, where the server has that variable and obeys it.
    fn wider(&self) -> Option<Remedy> {
        let name = "thread_pool_query_threads_per_group";
        let now = number(self.cells.capture, name)?;
        let more = now.saturating_mul(2);
        let mut wider = set(
            name,
            more,
            "diagnose_remedy_cores",
            "diagnose_cost_variable",
        );
        (wider.helps, wider.rests) = (None, None);
        Some(wider)
    }

    // Numbers that look alarming and are not, and the release.
    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        let name = "NUM_CONNECT_HANDLER_THREAD_IN_SLEEP";
        if let Some((groups, _, _)) = self.those(|group| group.row.get(name) > Some(1)) {
            let from = self.of(&groups, &["CONNECT_THREAD_COUNT", name]);
            facts.push(fact("diagnose_fact_tp_asleep", &[], from));
        }
        if let Some((groups, _, _)) = self.those(|group| group.taken() && group.queued() == 0) {
            let from = self.of(
                &groups,
                &[
                    "EFFECTIVE_MAX_TRANSACTIONS_LIMIT",
                    "THREADS_BOUND_TO_TRANSACTION",
                ],
            );
            facts.push(fact("diagnose_fact_tp_taken", &[], from));
        }
        let limit = "thread_pool_max_transactions_limit";
        let set = number(self.cells.capture, limit) > Some(0);
        if let Some((groups, _, _)) = self.those(|group| set && group.limit == Some(0)) {
            let mut from = self.of(&groups, &["EFFECTIVE_MAX_TRANSACTIONS_LIMIT"]);
            from.extend(self.cells.variable(limit));
            facts.push(fact("diagnose_fact_tp_suspended", &[], from));
        }
        if let (Some(group), None) = (self.groups.first(), &self.cells.capture.version) {
            let new = "EFFECTIVE_MAX_TRANSACTIONS_LIMIT";
            let key = match group.row.get(new) {
                Some(_) => "diagnose_fact_tp_since",
                None => "diagnose_fact_tp_before",
            };
            facts.push(fact(key, &[], self.of(&[group], &[new])));
        }
        facts
    }

    fn ask(&self, diagnosis: &mut Diagnosis) {
        let lacks = |tp: Tp| self.rows(tp).is_empty();
        let unsure = diagnosis.guilty.is_none();
        let first = diagnosis.troubles.first().map(|trouble| trouble.cause);
        let limit = first == Some(Cause::TransactionLimit);
        let asks = [
            (lacks(Tp::Groups), "diagnose_ask_tp_state", STATE),
            (
                unsure && lacks(Tp::Threads),
                "diagnose_ask_tp_threads",
                THREADS,
            ),
            (
                (unsure || limit) && lacks(Tp::Connections),
                "diagnose_ask_tp_connections",
                CONNECTIONS,
            ),
            (
                unsure && self.look.processlist.is_none(),
                "diagnose_ask_processlist",
                PROCESSLIST,
            ),
            (
                number(self.cells.capture, "thread_pool_size").is_none(),
                "diagnose_ask_tp_variables",
                VARIABLES,
            ),
        ];
        let asks = asks.iter().filter(|(lacks, _, _)| *lacks);
        diagnosis.ask = asks.map(|(_, why, sql)| ask(why, sql)).collect();
        if unsure {
            if diagnosis.ask.is_empty() {
                diagnosis.ask.push(ask("diagnose_ask_second_look", STATE));
            }
            let key = match lacks(Tp::Groups) {
                true => "diagnose_unknown_nothing_read",
                false => "diagnose_unknown_too_little",
            };
            diagnosis.unknown.push(say(key, &[]));
        }
    }
}

type Found = (Trouble, Guilty, Vec<Remedy>);

// Similar content: the shared causes have MariaDB's.
fn like(cause: Cause) -> Option<Like> {
    let (step, scenario) = match cause {
        Cause::TransactionLimit | Cause::IdleTransactions => (
            "six-threads-eight-sleeps/the-two-in-the-queue",
            "oracle-33-transactions",
        ),
        Cause::LowPriorityStarved | Cause::StalledGroup => {
            ("who-goes-first/three-servers", "oracle-222-seconds")
        }
        _ => return None,
    };
    Some(Like { step, scenario })
}

fn set(name: &str, value: u64, says: &'static str, cost: &'static str) -> Remedy {
    let value = value.to_string();
    let action = ["SET GLOBAL ", name, " = ", &value].concat();
    let mut remedy = remedy(action, Some(true), says, cost);
    remedy.configuration = vec![[name, " = ", &value].concat()];
    remedy
}

fn client(what: &str, helps: Option<bool>, says: &'static str) -> Remedy {
    let action = ["(client side) ", what].concat();
    remedy(action, helps, says, "diagnose_cost_nothing")
}

fn remedy(action: String, helps: Option<bool>, says: &'static str, cost: &'static str) -> Remedy {
    Remedy {
        action,
        helps,
        rests: helps.map(|_| Basis::ByRule),
        assumes: None,
        answer_ms: None,
        futures: 0,
        answered: 0,
        says: say(says, &[]),
        cost: say(cost, &[]),
        configuration: Vec::new(),
    }
}
