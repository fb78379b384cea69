//! Verdicts on Oracle's thread pool plugin, by its own rules: what its tables show of groups, queues and
//! places. Without a clear sign there is none.
//!
//! Sources: MySQL 8.0, 8.4 and 9.5 Reference Manual, "Thread Pool Operation", "Thread Pool Tuning", "Server System
//! Variables" and "Performance Schema Thread Pool Tables"; for the limit's share of a group, its one place more, its
//! suspension, the Admin group, whose queue OLDEST_QUEUED is about, and the number of connect threads the published
//! behaviour of plugin/thread_pool (2026).
//!
//! One row of [`RULES`] for each cause, and small closures behind `dyn`: readers download this.

use super::answer::{Diagnosis, Evidence, Known, Level, Remedy, Root, Trouble};
use super::cause::{Cause, Like};
use super::say::{Cells, Param, Time, ask, fact, say};
use super::trouble::Shape;
use super::verdict;
use crate::capture::{Capture, Look, Process, TP_COLUMNS, Tp, TpColumn, TpRow};
use crate::order::tidy;
use crate::state::{SECOND_US, State, variable};
use crate::states::{Wait, wait_of};

/// The checker's period, and the unit of STALL_LIMIT and PROCESS_COUNT.
const CHECK_MS: u64 = 10;
/// Statements that have run for so many checks are slow.
const LONG_CHECKS: u64 = 100;
/// A queue in which nothing has waited for so long may move.
const OLD_MS: u64 = 1_000;
/// The usual STALL_LIMIT. Under a much longer one a statement holds its group without being stalled.
const STALL_CHECKS: u64 = 6;
/// Fewer queued statements don't make a group hot.
const HOT: u64 = 4;
/// The least that a group may have of connect threads.
const CONNECT_THREADS: u64 = 5;
/// PROCESSLIST may have so many rows that are in no group: replication, the event scheduler, the Admin group.
const OUTSIDE: u64 = 8;

const LIMIT: &str = "thread_pool_max_transactions_limit";
const ACTIVE: &str = "thread_pool_max_active_query_threads";
const KICKUP: &str = "thread_pool_prio_kickup_timer";
const STALL: &str = "thread_pool_stall_limit";
const SIZE: &str = "thread_pool_size";
const DEDICATED: &str = "thread_pool_dedicated_listeners";
const WIDER: &str = "thread_pool_query_threads_per_group";

use TpColumn::{
    active_thread_count as RUNNING, connect_thread_count as CONNECT,
    connection_count as CONNECTIONS, connection_id as ID,
    effective_max_transactions_limit as PLACES, num_connect_handler_thread_in_sleep as ASLEEP,
    oldest_queued as OLDEST, prio_kickup_timer as TIMER, prio_kickups as MOVED,
    process_count as CHECKS, queued_queries as HIGH, queued_transactions as LOW,
    stall_limit as STALL_LIMIT, stalled_thread_count as STALLED,
    threads_bound_to_transaction as BOUND, time_of_attach as ATTACHED_AT,
    time_of_event_arrival as ARRIVED, time_of_last_longrunning_trxs_check as LONG_SEEN,
    waiting_thread_number as LISTENER,
};

const ALL: &str = "SHOW GLOBAL VARIABLES LIKE 'thread_pool%'; SELECT * FROM performance_schema.tp_thread_group_state; SELECT * FROM performance_schema.tp_thread_group_stats; SELECT * FROM performance_schema.tp_thread_state; SELECT * FROM performance_schema.tp_connections; SHOW FULL PROCESSLIST;";

/// What the groups show.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    /// Transactions hold all places of a group.
    Places,
    /// As many threads run as may.
    Active,
    /// The low queue does not get its turn.
    Starved,
    /// Stalled statements let others start one at a time.
    Stalled,
    /// One group has the work of all.
    Dealt,
    /// All threads that connect are busy.
    Logins,
}

/// A cause that the groups show.
struct Rule {
    sign: Sign,
    cause: Cause,
    says: &'static str,
    /// Why, with these columns of these groups.
    fact: &'static str,
    columns: &'static [TpColumn],
    /// The variable that it is about.
    lever: &'static str,
    /// What the lever does.
    helps: &'static str,
}

const RULES: [Rule; 6] = [
    Rule {
        sign: Sign::Places,
        cause: Cause::TransactionLimit,
        says: "diagnose_cause_transaction_limit",
        fact: "diagnose_fact_tp_places",
        columns: &[PLACES, BOUND],
        lever: LIMIT,
        helps: "diagnose_remedy_tp_limit",
    },
    Rule {
        sign: Sign::Active,
        cause: Cause::ActiveThreadLimit,
        says: "diagnose_cause_active_thread_limit",
        fact: "diagnose_fact_tp_active",
        columns: &[RUNNING],
        lever: ACTIVE,
        helps: "diagnose_remedy_tp_active",
    },
    Rule {
        sign: Sign::Starved,
        cause: Cause::LowPriorityStarved,
        says: "diagnose_cause_tp_starved",
        fact: "diagnose_fact_tp_kickup",
        columns: &[TIMER],
        lever: KICKUP,
        helps: "diagnose_remedy_helps_kickup",
    },
    Rule {
        sign: Sign::Stalled,
        cause: Cause::StalledGroup,
        says: "diagnose_cause_stalled_group",
        fact: "diagnose_fact_tp_checks",
        columns: &[STALL_LIMIT, STALLED],
        lever: STALL,
        helps: "diagnose_remedy_tp_stall",
    },
    Rule {
        sign: Sign::Dealt,
        cause: Cause::HotGroup,
        says: "diagnose_cause_hot_group",
        fact: "diagnose_fact_tp_dealt",
        columns: &[CONNECTIONS],
        lever: "connect again",
        helps: "diagnose_remedy_tp_again",
    },
    Rule {
        sign: Sign::Logins,
        cause: Cause::LoginStorm,
        says: "diagnose_cause_tp_logins",
        fact: "diagnose_fact_tp_connect",
        columns: &[CONNECT, ASLEEP],
        lever: "stay connected",
        helps: "diagnose_remedy_tp_stay",
    },
];

impl TpRow {
    fn queued(&self) -> u64 {
        self.number(HIGH).saturating_add(self.number(LOW))
    }

    fn is_lock_wait(&self) -> bool {
        self.word.is_some_and(|word| word.ends_with("lock"))
    }

    /// Whether a thread runs its statement, as far as the pool is told.
    fn runs(&self) -> bool {
        self.word.is_none_or(|word| word == "Waiting for Disk IO")
    }
}

struct Oracle<'a> {
    cells: Cells<'a>,
    at: usize,
    look: &'a Look,
    /// The group of those whom the limits do not hold back: the row after the last group.
    admin: Option<u32>,
}

type Rows<'a> = Vec<&'a TpRow>;

/// Adds verdict, questions and remedies.
pub(super) fn judge(capture: &Capture, state: &State, diagnosis: &mut Diagnosis) {
    let has = |look: &Look| look.tp.iter().any(|row| row.table == Tp::Groups);
    let at = capture.looks.iter().rposition(has).unwrap_or(0);
    let none = Look::default();
    let mut oracle = Oracle {
        cells: Cells { capture, state },
        at,
        look: capture.looks.get(at).unwrap_or(&none),
        admin: None,
    };
    oracle.admin = oracle.admin();
    let by_groups = oracle.by_groups(diagnosis);
    if !by_groups && !oracle.by_graph(diagnosis) {
        oracle.by_statements(diagnosis);
    }
    oracle.facts(by_groups, diagnosis);
    oracle.ask(diagnosis);
}

impl<'a> Oracle<'a> {
    #[inline(never)]
    fn pick(&self, tp: Tp, holds: &dyn Fn(&TpRow) -> bool) -> Rows<'a> {
        let rows = self.look.tp.iter();
        let ours = |row: &&TpRow| row.table == tp && Some(row.group_id) != self.admin;
        rows.filter(ours).filter(|row| holds(row)).collect()
    }

    /// The Admin group: `thread_pool_size`, or the last row if it alone has no limit on transactions.
    fn admin(&self) -> Option<u32> {
        let size = self.set(SIZE).and_then(|size| u32::try_from(size).ok());
        let groups = self.pick(Tp::Groups, &|_| true);
        let last = groups.iter().max_by_key(|row| row.group_id)?;
        let limited = |row: &&TpRow| row.get(PLACES) > Some(0);
        let odd = last.get(PLACES) == Some(0) && groups.iter().any(limited);
        size.or_else(|| odd.then_some(last.group_id))
    }

    #[inline(never)]
    fn set(&self, name: &str) -> Option<u64> {
        variable(self.cells.capture, name)?.0.parse().ok()
    }

    /// A group's share of the limit; 0: none.
    fn places(&self, row: &TpRow) -> Option<u64> {
        row.get(PLACES).or_else(|| {
            let size = self.set(SIZE)?.max(1);
            Some(self.set(LIMIT)?.div_ceil(size))
        })
    }

    /// Whether transactions hold all of a group's places, of which one is more than the limit. Where the column is
    /// missing, threads with a statement are counted.
    fn is_taken(&self, row: &TpRow) -> bool {
        let places = self.places(row).unwrap_or(0);
        let bound = row.get(BOUND).unwrap_or_else(|| self.on(row).len() as u64);
        places > 0 && bound > places && !self.is_suspended(row)
    }

    /// Whether the limit does not hold: a time is set while it does not, and only then more threads are bound.
    fn is_suspended(&self, row: &TpRow) -> bool {
        let places = self.places(row).unwrap_or(0);
        let more = row.number(BOUND) > places.saturating_add(1);
        places > 0 && (more || row.number(LONG_SEEN) > 0)
    }

    /// How long the oldest in a group's queues has waited, in milliseconds. OLDEST_QUEUED is of the low one only; for the
    /// high one there are the connections' times. `None`: not shown.
    fn age_ms(&self, row: &TpRow) -> Option<u64> {
        let low = row.get(OLDEST).filter(|_| row.number(LOW) > 0);
        let here = |one: &TpRow| one.group_id == row.group_id && one.is_queued();
        let waiting = self.pick(Tp::Connections, &here);
        let arrivals = waiting.iter().filter_map(|one| one.get(ARRIVED));
        let first = arrivals.filter(|at| *at > 0).min();
        let by_time = first.and_then(|first| Some(self.now_us()?.saturating_sub(first) / 1_000));
        low.max(by_time)
    }

    /// The time of the tables, in microseconds since 1970: that of a thread's connection and for how long it has had it.
    fn now_us(&self) -> Option<u64> {
        let all = self.pick(Tp::Threads, &|row| row.number(ATTACHED_AT) > 0);
        let of = |row: &&TpRow| {
            let for_us = row.number(CHECKS).saturating_mul(CHECK_MS * 1_000);
            row.number(ATTACHED_AT).saturating_add(for_us)
        };
        all.iter().map(of).max()
    }

    fn waits_for(&self, row: &TpRow, ms: u64) -> bool {
        row.queued() > 0 && self.age_ms(row) >= Some(ms)
    }

    /// Threads of a group with a connection.
    fn on(&self, row: &TpRow) -> Rows<'a> {
        self.pick(Tp::Threads, &|thread| {
            thread.group_id == row.group_id && thread.number(CHECKS) > 0
        })
    }

    /// Whether no limit can explain a group's queue. A limit that is suspended has bound threads all the same.
    fn is_free(&self, row: &TpRow) -> bool {
        let most = self.set(ACTIVE);
        self.places(row) == Some(0)
            && self.set(LIMIT).unwrap_or(0) == 0
            && row.number(BOUND) == 0
            && most.is_some_and(|most| {
                most == 0 || row.get(RUNNING).is_some_and(|running| running < most)
            })
    }

    fn holds(&self, sign: Sign, row: &TpRow) -> bool {
        let free = self.is_free(row);
        match sign {
            // A high queue whose age is not shown waits all the same: nobody may start.
            Sign::Places => {
                let unknown = self.age_ms(row).is_none() && row.queued() > 0;
                self.is_taken(row) && (unknown || self.waits_for(row, CHECK_MS))
            }
            // Obeyed only where there is no limit on transactions.
            Sign::Active => {
                let most = self.set(ACTIVE).filter(|most| *most > 0);
                let full = most.is_some_and(|most| row.number(RUNNING) >= most);
                full && self.places(row) == Some(0) && self.waits_for(row, CHECK_MS)
            }
            // The low queue gets its turn when the high one is empty, or after the timer. In the high queue
            // are certainly transactions if it has more than were ever moved up; and something started after
            // the oldest had joined its queue.
            Sign::Starved => {
                let here = |of: &TpRow| of.group_id == row.group_id;
                let moved = self.pick(Tp::Stats, &here);
                let mut moved = moved.iter().filter_map(|of| of.get(MOVED));
                let late =
                    |on: &&TpRow| on.number(CHECKS).saturating_mul(CHECK_MS) < row.number(OLDEST);
                // In the high queue each waits for those before it, at most for a stall limit each.
                let limit = row.get(STALL_LIMIT).unwrap_or(u64::MAX);
                let turns = row.number(HIGH).saturating_add(1);
                let high_ms = turns.saturating_mul(limit).saturating_mul(CHECK_MS);
                free && row.number(LOW) > 0
                    && row.number(OLDEST) >= high_ms.max(OLD_MS)
                    && moved.any(|moved| row.number(HIGH) > moved)
                    && self.on(row).iter().any(late)
            }
            // Each stalled statement lets one more start, and so does one in a wait: it holds nobody up. Under a
            // long limit a statement holds the place although it is not stalled.
            Sign::Stalled => {
                let limit = row.get(STALL_LIMIT).unwrap_or(u64::MAX);
                let one_queue = row.number(HIGH) == 0 || row.number(LOW) == 0;
                let on = self.on(row);
                let beyond = |checks: u64| {
                    let mut run = on.iter().filter(|on| on.runs());
                    run.any(|on| on.number(CHECKS) >= checks)
                };
                let unseen = on.is_empty();
                let stalled = row.number(STALLED) > 0
                    && (unseen || beyond(limit))
                    && self.waits_for(row, limit.saturating_mul(CHECK_MS));
                let lax = limit > STALL_CHECKS
                    && row.number(STALLED) == 0
                    && beyond(STALL_CHECKS + 1)
                    && self.waits_for(row, STALL_CHECKS * CHECK_MS);
                free && one_queue && (stalled || lax)
            }
            // The others have nothing to do, and the queue is no moment's.
            Sign::Dealt => {
                let used = self.pick(Tp::Groups, &|row| row.number(CONNECTIONS) > 0);
                let others = |other: &&&TpRow| other.group_id != row.group_id;
                let idle = |other: &&TpRow| other.queued() == 0 && other.get(RUNNING) == Some(0);
                let calm = row.number(STALLED) == 0 && row.queued() >= HOT;
                let limit = row.get(STALL_LIMIT).unwrap_or(u64::MAX);
                free && calm
                    && used.len() > 2
                    && used.iter().filter(others).all(idle)
                    && self.waits_for(row, limit.saturating_mul(CHECK_MS))
            }
            Sign::Logins => {
                let most = self.connect_threads().unwrap_or(u64::MAX);
                row.number(CONNECT) >= most && row.get(ASLEEP) == Some(0)
            }
        }
    }

    fn connect_threads(&self) -> Option<u64> {
        Some(
            160_u64
                .div_ceil(self.set(SIZE)?.max(1))
                .max(CONNECT_THREADS),
        )
    }

    // Numbers of rows, as evidence; without columns, their words.
    #[inline(never)]
    fn evidence(&self, rows: &[&TpRow], columns: &[TpColumn]) -> Vec<Evidence> {
        let mut cells = Vec::new();
        for row in rows {
            let mut add = |column: &str, value: String| {
                let place = match row.get(ID) {
                    Some(id) => say("diagnose_row_connection", &[("id", &id)]),
                    None => say("diagnose_row_group", &[("group", &row.group_id)]),
                };
                cells.push(Evidence {
                    table: row.table.name(),
                    row: Some(place),
                    column: column.to_ascii_uppercase(),
                    value,
                    line: row.line,
                    look: u32::try_from(self.at).ok(),
                });
            };
            if let (true, Some(word)) = (columns.is_empty(), row.word) {
                let column = if row.table == Tp::Threads {
                    "wait_type"
                } else {
                    "state"
                };
                add(column, word.to_owned());
            }
            for column in columns {
                let name = TP_COLUMNS.get(*column as usize);
                if let (Some(name), Some(number)) = (name, row.get(*column)) {
                    add(name, number.to_string());
                }
            }
        }
        cells
    }

    #[inline(never)]
    fn process(&self, holds: &dyn Fn(&Process) -> bool) -> Vec<&'a Process> {
        let all = self.look.processlist.iter().flatten();
        all.filter(|one| holds(one)).collect()
    }

    // Statements that have run for a second or longer, or clients that have been silent for so long.
    fn long(&self, commands: &[&str]) -> Vec<&'a Process> {
        self.process(&|one| {
            let fits = |command: &&str| one.command.eq_ignore_ascii_case(command);
            commands.iter().any(fits) && !one.is_self && one.time_us >= Some(SECOND_US)
        })
    }

    // The verdict.
    #[inline(never)]
    fn tell(&self, diagnosis: &mut Diagnosis, level: Level, mut trouble: Trouble) {
        let waits = self.pick(Tp::Connections, &|row| {
            row.is_queued() && trouble.groups.contains(&row.group_id)
        });
        trouble.waiters = ids(&waits);
        diagnosis.level = level;
        diagnosis.like = like(trouble.cause);
        match level {
            Level::Fine => diagnosis.facts.extend(trouble.evidence),
            Level::Wrong | Level::CannotTell | Level::Unreadable => {
                diagnosis.troubles.push(trouble)
            }
        }
    }

    fn by_groups(&self, diagnosis: &mut Diagnosis) -> bool {
        for rule in &RULES {
            let holds = |row: &TpRow| row.number(CONNECTIONS) > 0 && self.holds(rule.sign, row);
            let groups = self.pick(Tp::Groups, &holds);
            if let Some(first) = groups.first() {
                self.by_rule(rule, &groups, first, diagnosis);
                return true;
            }
        }
        false
    }

    fn by_rule(&self, rule: &Rule, groups: &[&TpRow], first: &TpRow, diagnosis: &mut Diagnosis) {
        let numbers: Vec<u32> = groups.iter().map(|row| row.group_id).collect();
        let here = |row: &TpRow| numbers.contains(&row.group_id);
        let (mut queued, mut most, mut oldest, mut all_places) = (0_u64, 0, None, 0_u64);
        for row in groups {
            queued = queued.saturating_add(row.queued());
            most = most.max(row.queued());
            oldest = oldest.max(self.age_ms(row));
            all_places = all_places.saturating_add(self.places(row).unwrap_or(0));
        }
        let mut trouble = trouble(rule.cause, numbers.clone());
        let mut from = self.evidence(groups, rule.columns);
        from.extend(self.cells.variable(rule.lever));
        let limit = match rule.sign {
            Sign::Places => self.places(first),
            Sign::Active => self.set(ACTIVE),
            Sign::Logins => self.connect_threads(),
            Sign::Starved => {
                from.extend(self.evidence(&self.pick(Tp::Stats, &here), &[MOVED]));
                None
            }
            Sign::Stalled | Sign::Dealt => {
                let on = self.pick(Tp::Threads, &|row| here(row) && row.number(CHECKS) > 0);
                from.extend(self.evidence(&on, &[CHECKS]));
                on.iter().filter_map(|row| row.get(CHECKS)).max()
            }
        };
        let limit = limit.unwrap_or(0);
        let wait = Time(oldest.unwrap_or(0).saturating_mul(1_000));
        let params: [(_, &dyn Param); 4] = [
            ("groups", &&numbers),
            ("limit", &limit),
            ("queued", &queued),
            ("wait", &wait),
        ];
        // How long the high queue waits is not in the table of groups.
        let unknown = oldest.is_none() && queued > 0;
        let says = match unknown {
            true => "diagnose_cause_transaction_limit_unseen",
            false => rule.says,
        };
        trouble.says = say(says, &params);
        trouble.evidence.push(fact(rule.fact, &params, from));
        if queued > 0 {
            let mut from = self.evidence(groups, &[HIGH, LOW, OLDEST]);
            let late = self.pick(Tp::Connections, &|row| here(row) && row.is_queued());
            from.extend(self.evidence(&late, &[ARRIVED]));
            let says = match unknown {
                true => "diagnose_fact_tp_queue_unseen",
                false => "diagnose_fact_tp_queue",
            };
            trouble.evidence.push(fact(says, &params, from));
        }
        let locks = self.pick(Tp::Threads, &|row| here(row) && row.is_lock_wait());
        if !locks.is_empty() {
            let from = self.evidence(&locks, &[]);
            let count = locks.len();
            trouble
                .evidence
                .push(fact("diagnose_fact_tp_locks", &[("count", &count)], from));
        }
        let now = |column| first.number(column);
        let shown = self.pick(Tp::Groups, &|_| true).len() as u64;
        let size = self.set(SIZE).unwrap_or(shown);
        let value = match rule.sign {
            Sign::Places => limit.saturating_add(most).saturating_mul(size),
            Sign::Starved => (now(TIMER) / 10).max(1),
            Sign::Stalled => 4,
            Sign::Active | Sign::Dealt | Sign::Logins => 0,
        };
        let mut remedies = Vec::new();
        if rule.sign == Sign::Places {
            self.holders(&mut trouble, &here, all_places, &mut remedies);
        }
        match rule.sign {
            Sign::Dealt | Sign::Logins => {
                remedies.push(client(rule.lever, rule.helps));
            }
            Sign::Stalled if now(STALL_LIMIT) <= value => {}
            Sign::Places | Sign::Active | Sign::Starved | Sign::Stalled => {
                remedies.push(set(rule.lever, value, rule.helps));
            }
        }
        let wider = matches!(rule.sign, Sign::Starved | Sign::Stalled | Sign::Dealt);
        if let Some(now) = self.set(WIDER).filter(|_| wider) {
            remedies.push(set(WIDER, now.saturating_mul(2), "diagnose_remedy_cores"));
        }
        // What depends on something that is not in the paste.
        for remedy in remedies.iter_mut() {
            if ["diagnose_remedy_cores", "diagnose_remedy_tp_again"].contains(&remedy.says.key) {
                (remedy.helps, remedy.all) = (None, false);
            }
        }
        trouble.remedies = remedies;
        self.tell(diagnosis, Level::Wrong, trouble);
    }

    // Who holds the places: only tp_connections says it.
    fn holders(
        &self,
        trouble: &mut Trouble,
        here: &dyn Fn(&TpRow) -> bool,
        places: u64,
        remedies: &mut Vec<Remedy>,
    ) {
        let holding = self.pick(Tp::Connections, &|row| here(row) && row.is_attached());
        let holders = ids(&holding);
        let mut silent = self.long(&["sleep"]);
        silent.retain(|one| holders.contains(&one.id));
        let (count, quiet) = (holders.len(), silent.len());
        if count > 0 {
            let from = self.evidence(&holding, &[]);
            let params: [(_, &dyn Param); 2] = [("count", &count), ("silent", &quiet)];
            trouble
                .evidence
                .push(fact("diagnose_fact_tp_holders", &params, from));
        }
        if count == quiet && count as u64 >= places {
            trouble.cause = Cause::IdleTransactions;
            trouble.says.key = "diagnose_cause_idle_transactions";
        }
        if let Some(oldest) = silent.iter().max_by_key(|one| one.time_us) {
            let kill = ["KILL ", &oldest.id.to_string()].concat();
            remedies.push(remedy(
                kill,
                "diagnose_remedy_tp_place",
                "diagnose_cost_kill",
            ));
        }
        remedies.push(client("commit sooner", "diagnose_remedy_tp_sooner"));
        for id in holders {
            let says = say("diagnose_root_place", &[("id", &id)]);
            trouble.roots.push(Root {
                id: Some(id),
                known: Known::Certain,
                says,
            });
        }
    }

    // Who waits for whom, as without a pool. Statements are not slow by themselves while threads wait for what no STATE names.
    fn by_graph(&self, diagnosis: &mut Diagnosis) -> bool {
        let Some((graph, mut parts)) = verdict::worst_look(self.cells) else {
            return false;
        };
        let waiting = self.pick(Tp::Threads, &|row| !row.runs());
        parts.retain(|part| part.shape != Shape::Slow || waiting.is_empty());
        if !parts.is_empty() {
            diagnosis.level = Level::Wrong;
            diagnosis.like = parts.first().and_then(|part| part.trouble.cause.like());
            verdict::tell(&graph, parts, diagnosis);
            return true;
        }
        false
    }

    // Whether the paste has all groups and all connections, and nothing is queued at any look.
    fn is_calm_and_whole(&self) -> bool {
        let groups = self.pick(Tp::Groups, &|_| true);
        let counted: u64 = groups
            .iter()
            .fold(0, |sum, row| sum.saturating_add(row.number(CONNECTIONS)));
        let rows = self.process(&|_| true).len() as u64;
        let looks = self.cells.capture.looks.iter();
        let mut all = looks.flat_map(|look| &look.tp);
        let deaf = |row: &&TpRow| row.get(LISTENER).is_none() && row.number(RUNNING) > 0;
        counted > 0
            && (counted..=counted.saturating_add(OUTSIDE)).contains(&rows)
            && !all.any(|row| row.queued() > 0)
            && !groups.iter().any(deaf)
            && self.process(&|one| one.time_us.is_none()).is_empty()
            && self.pick(Tp::Threads, &TpRow::is_lock_wait).is_empty()
    }

    fn by_statements(&self, diagnosis: &mut Diagnosis) {
        if !self.is_calm_and_whole() {
            return;
        }
        let long = self.long(&["query", "execute"]);
        let groups = self.pick(Tp::Groups, &|_| true);
        let calm = self.evidence(&groups, &[HIGH, LOW]);
        let calm = fact("diagnose_fact_tp_calm", &[], calm);
        let Some(oldest) = long.iter().filter_map(|one| one.time_us).max() else {
            let mut trouble = trouble(Cause::Healthy, Vec::new());
            trouble.says = say("diagnose_cause_tp_healthy", &[]);
            trouble.evidence.push(calm);
            self.tell(diagnosis, Level::Fine, trouble);
            return;
        };
        let waits = |one: &&Process| {
            let wait = wait_of(&one.state);
            !matches!(wait, None | Some(Wait::Compute | Wait::Disk))
        };
        let works = self.pick(Tp::Threads, &|row| {
            row.number(CHECKS) >= LONG_CHECKS && row.runs()
        });
        if long.iter().any(waits) || works.len() < long.len() {
            return;
        }
        let count = long.len();
        let mut trouble = trouble(Cause::SlowStatements, Vec::new());
        let params: [(_, &dyn Param); 2] = [("count", &count), ("oldest", &Time(oldest))];
        trouble.says = say("diagnose_cause_slow_statements", &params);
        let connections: Vec<u64> = long.iter().map(|one| one.id).collect();
        let from = self.evidence(&works, &[CHECKS]);
        let times = self.cells.connections(self.at, &connections, &["TIME"]);
        let params: [(_, &dyn Param); 1] = [("connections", &&connections)];
        trouble.evidence = vec![
            fact("diagnose_fact_tp_works", &[], from),
            fact("diagnose_fact_mend_statements", &params, times),
            calm,
        ];
        self.tell(diagnosis, Level::Wrong, trouble);
    }

    // Numbers that look alarming and are not, the release, and what was set without use.
    fn facts(&self, by_groups: bool, diagnosis: &mut Diagnosis) {
        let dedicated = variable(self.cells.capture, DEDICATED);
        let on = dedicated.is_some_and(|(set, _)| set.eq_ignore_ascii_case("on") || set == "1");
        if on && self.set(LIMIT) == Some(0) {
            let mut from = self.cells.variable(DEDICATED);
            from.extend(self.cells.variable(LIMIT));
            diagnosis
                .facts
                .push(fact("diagnose_fact_tp_dedicated", &[], from));
        }
        let locks = self.pick(Tp::Threads, &TpRow::is_lock_wait);
        let mut roots = diagnosis.troubles.iter().flat_map(|one| &one.roots);
        let known = by_groups || roots.any(|root| root.known == Known::Certain);
        if !known && !locks.is_empty() {
            let from = self.evidence(&locks, &[]);
            let count = locks.len();
            let says = fact("diagnose_fact_tp_locks", &[("count", &count)], from);
            diagnosis.facts.push(says);
        }
        let unsaid = self.cells.capture.version.is_none();
        let mut say = |holds: &dyn Fn(&TpRow) -> bool, key, columns: &[TpColumn]| {
            let rows = self.pick(Tp::Groups, holds);
            if !rows.is_empty() {
                let from = self.evidence(&rows, columns);
                diagnosis.facts.push(fact(key, &[], from));
            }
        };
        say(
            &|row| row.number(ASLEEP) > 1,
            "diagnose_fact_tp_asleep",
            &[CONNECT, ASLEEP],
        );
        let taken = |row: &TpRow| self.is_taken(row) && row.queued() == 0;
        say(&taken, "diagnose_fact_tp_taken", &[PLACES, BOUND]);
        let suspended = |row: &TpRow| self.is_suspended(row);
        let columns = [PLACES, BOUND, LONG_SEEN];
        say(&suspended, "diagnose_fact_tp_suspended", &columns);
        // Columns that are missing say nothing: a reader may have chosen them.
        let new = |row: &TpRow| unsaid && row.get(PLACES).is_some();
        say(&new, "diagnose_fact_tp_since", &[PLACES]);
    }

    // All of it at once: what the answer rests on are several tables of the same moment.
    fn ask(&self, diagnosis: &mut Diagnosis) {
        let lacks = |tp| self.pick(tp, &|_| true).is_empty();
        let unsure = diagnosis.level == Level::CannotTell;
        let limited = self.set(LIMIT) != Some(0) && lacks(Tp::Connections);
        if unsure || limited || self.set(SIZE).is_none() {
            diagnosis.ask.push(ask("diagnose_ask_tp", ALL));
        }
        if unsure {
            diagnosis
                .unknown
                .push(say("diagnose_unknown_too_little", &[]));
        }
    }
}

fn ids(rows: &[&TpRow]) -> Vec<u64> {
    let mut ids = rows.iter().filter_map(|row| row.get(ID)).collect();
    tidy(&mut ids);
    ids
}

fn trouble(cause: Cause, groups: Vec<u32>) -> Trouble {
    let mut trouble = Trouble::plain(cause);
    trouble.groups = groups;
    if cause == Cause::LoginStorm {
        trouble.against = say("diagnose_against_tp_logins", &[]);
    }
    trouble
}

// Similar content: the shared causes have MariaDB's.
fn like(cause: Cause) -> Option<Like> {
    if let Cause::TransactionLimit | Cause::IdleTransactions = cause {
        return Some(Like {
            step: "six-threads-eight-sleeps/the-two-in-the-queue",
            scenario: "oracle-33-transactions",
        });
    }
    let slow = matches!(cause, Cause::LowPriorityStarved | Cause::StalledGroup);
    slow.then_some(Like {
        step: "who-goes-first/three-servers",
        scenario: "oracle-222-seconds",
    })
}

fn set(name: &str, value: u64, says: &'static str) -> Remedy {
    let line = [name, " = ", &value.to_string()].concat();
    let cost = match name {
        LIMIT => "diagnose_cost_threads",
        _ => "diagnose_cost_variable",
    };
    let mut remedy = remedy(["SET GLOBAL ", &line].concat(), says, cost);
    remedy.configuration.push(line);
    remedy
}

fn client(what: &str, says: &'static str) -> Remedy {
    remedy(
        ["(client side) ", what].concat(),
        says,
        "diagnose_cost_nothing",
    )
}

fn remedy(action: String, says: &'static str, cost: &'static str) -> Remedy {
    Remedy {
        action,
        helps: Some(true),
        all: true,
        who: Vec::new(),
        lost: Vec::new(),
        doubt: None,
        needs: Vec::new(),
        cites: None,
        says: say(says, &[]),
        cost: say(cost, &[]),
        configuration: Vec::new(),
    }
}
