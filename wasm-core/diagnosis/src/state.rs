//! Infers the pool from rows: which group a connection belongs to, which connections are on a thread, in a
//! queue, asleep, or outside the pool, what each group's threads do, and what happened between two looks.
//!
//! The rules are those of MariaDB's pool (`engine/RULES.md`): a group is a connection's ID modulo `thread_pool_size`;
//! THREADS counts active, standby, listening and waiting ones; every group may have two threads, whatever
//! `thread_pool_max_threads` says. THREAD_POOL_GROUPS is read without a lock, so a difference of one means nothing.

use poolscope_scenario::ids::ConnectionId;
use serde::{Serialize, Serializer};

use crate::capture::{Capture, Group, LineNumber, Look, Process, Tp, TpColumn, TpRow, Trx};
use crate::forks::Fork;
use crate::order::{self, Map, Set};
use crate::states::{Reported, WAIT_TYPES, Wait, wait_of, works_on_rows};

/// A saturating sum, because a paste can contain any number.
pub fn sum(of: impl IntoIterator<Item = u32>) -> u32 {
    of.into_iter().fold(0, u32::saturating_add)
}

/// The same for counters and times.
pub fn total(of: impl IntoIterator<Item = u64>) -> u64 {
    of.into_iter().fold(0, u64::saturating_add)
}

/// Microseconds in a second.
pub const SECOND_US: u64 = 1_000_000;
/// How much later than a thread's release the next statement may be read: one look takes some milliseconds.
const TOLERANCE_US: u64 = 60_000;

/// The place of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnPlace {
    /// On a thread of its group.
    Thread,
    /// In its group's queue.
    Queue,
    /// PROCESSLIST says Sleep: idle, or its statement is unread on the socket.
    Asleep,
    /// Killed, with nothing under way: it needs a thread for the teardown.
    Killed,
    /// Outside the pool: through `extra_port`, or a system thread.
    Outside,
}

/// A connection at one look.
#[derive(Clone, Debug)]
pub struct Conn {
    /// PROCESSLIST's ID.
    pub id: u64,
    /// Its group, if `thread_pool_size` is known.
    pub group: Option<u32>,
    /// Its place.
    pub place: ConnPlace,
    /// How long it has been in its command.
    pub age_us: Option<u64>,
    /// Whether `age_us` includes fractions of a second.
    pub exact: bool,
    /// What it waits for, according to its STATE.
    pub wait: Option<Wait>,
    /// The lock that it waits for.
    pub lock: Option<Wait>,
    /// It has an InnoDB transaction.
    pub in_transaction: bool,
    /// It may have come through `extra_port`: its group counts fewer connections than the list has.
    pub unsure: bool,
    /// Row of PROCESSLIST.
    pub row: Process,
}

impl Conn {
    /// Whether the statement itself asked for the wait.
    pub fn sleeps_by_wish(&self) -> bool {
        self.wait == Some(Wait::Sleep)
    }

    /// Whether it serves a replica: permanently on its thread, and not a statement.
    pub fn is_dump(&self) -> bool {
        self.wait == Some(Wait::Dump)
    }
}

/// What a thread does, by the column that counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Does {
    /// Counted in ACTIVE_THREADS.
    Running,
    /// In a reported wait.
    Waiting,
    /// In a reported wait for a lock.
    Lock,
}

/// A thread whose statement is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Seat {
    /// The connection that it serves.
    pub conn: u64,
    /// `None`: no row of THREAD_POOL_GROUPS counts it, and its STATE does not show it.
    pub does: Option<Does>,
}

/// A group at one look.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct GroupSeen {
    /// GROUP_ID.
    pub group: u32,
    /// Its row of THREAD_POOL_GROUPS.
    #[serde(skip)]
    pub row: Option<Group>,
    /// What such a row would say of a group of Oracle's plugin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub made: Option<Group>,
    /// Threads in reported waits.
    pub waiting: u32,
    /// Connections on its threads.
    pub on_threads: Vec<u64>,
    /// Its threads with a known statement: at most as many of a kind as THREAD_POOL_GROUPS counts, waiting
    /// ones first.
    pub seats: Vec<Seat>,
    /// Connections in its queue, in order.
    pub queued: Vec<u64>,
    /// Queued logins.
    #[serde(skip)]
    pub logins: u32,
    /// Sleeping connections.
    pub asleep: Vec<u64>,
    /// Connections included in CONNECTIONS but named in no table.
    pub unnamed: u32,
    /// Nobody listens, works or stands by: if the sleeping connections have sent anything, nobody reads it.
    pub deaf: bool,
    /// Longest QUEUEING_TIME.
    #[serde(skip)]
    pub oldest_us: Option<u64>,
}

impl GroupSeen {
    /// Requests in its queue.
    pub fn queue(&self) -> u32 {
        let rows = u32::try_from(self.queued.len()).unwrap_or(u32::MAX);
        let rows = rows.saturating_add(self.logins);
        self.row
            .as_ref()
            .map_or(rows, |row| row.queue_length.max(rows))
    }

    // Assigns connections to threads: those in a reported wait to waiting threads, up to the number in
    // THREAD_POOL_GROUPS.
    fn seat(&mut self, conns: &Map<u64, Conn>) {
        let mut on: Vec<&Conn> = self
            .on_threads
            .iter()
            .filter_map(|id| conns.get(id))
            .collect();
        let waits = |conn: &Conn| conn.wait.map_or(Reported::Unknown, Wait::reported);
        let does = |conn: &Conn| match conn.lock {
            Some(_) => Does::Lock,
            None => Does::Waiting,
        };
        let Some(row) = &self.row else {
            let seat = |conn: &&Conn| Seat {
                conn: conn.id,
                does: (waits(conn) == Reported::Yes).then(|| does(conn)),
            };
            self.seats = on.iter().map(seat).collect();
            return;
        };
        order::sort(&mut on, |a, b| (waits(a) as u8).cmp(&(waits(b) as u8)));
        let [waiting, active] = [self.waiting, row.active_threads].map(|n| n as usize);
        let counted = on.iter().take(waiting.saturating_add(active)).enumerate();
        let seated = counted.map(|(at, conn)| Seat {
            conn: conn.id,
            does: Some(if at < waiting {
                does(conn)
            } else {
                Does::Running
            }),
        });
        self.seats = seated.collect();
        let known = [&self.on_threads, &self.queued, &self.asleep].map(|ids| ids.len() as u64);
        let named = total(known).saturating_add(self.logins.into());
        let left = u64::from(row.connections).saturating_sub(named);
        self.unnamed = u32::try_from(left).unwrap_or(u32::MAX);
        let idle = row.active_threads == 0 && row.standby_threads == 0;
        self.deaf = !row.has_listener && idle && row.threads > 0;
    }
}

/// The inferred state at one look, without what the capture's own rows already contain.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Seen {
    /// Groups by ID; serialised as a list.
    #[serde(serialize_with = "values")]
    #[cfg_attr(feature = "schema", ts(as = "Vec<GroupSeen>"))]
    pub groups: Map<u32, GroupSeen>,
    /// Connections by id.
    #[serde(skip)]
    pub conns: Map<u64, Conn>,
    /// Threads of all groups: from the rows, or from Threadpool_threads.
    #[serde(skip)]
    pub threads: Option<u32>,
    /// Whether it included THREAD_POOL_GROUPS.
    #[serde(skip)]
    pub has_groups: bool,
    /// Whether it included PROCESSLIST.
    #[serde(skip)]
    pub has_processlist: bool,
    /// More connections are counted than PROCESSLIST has rows.
    #[serde(skip)]
    pub lacks_rows: bool,
}

impl Seen {
    /// A group's row of THREAD_POOL_GROUPS.
    pub fn row(&self, group: u32) -> Option<&Group> {
        self.groups.get(&group)?.row.as_ref()
    }

    /// Connections on threads of these groups.
    pub fn on_threads(&self, groups: &[u32]) -> impl Iterator<Item = &Conn> {
        let seen = groups.iter().filter_map(|group| self.groups.get(group));
        seen.flat_map(|group| &group.on_threads)
            .filter_map(|id| self.conns.get(id))
    }
}

fn values<S: Serializer>(groups: &Map<u32, GroupSeen>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(groups.values())
}

/// What happened in a group between two looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// DEQUEUES_BY_LISTENER and DEQUEUES_BY_WORKER.
    pub dequeues: u64,
    /// POLLS_BY_LISTENER and POLLS_BY_WORKER.
    pub polls: u64,
    /// WAKES_DUE_TO_STALL and THREAD_CREATIONS_DUE_TO_STALL.
    pub by_timer: u64,
    /// STALLS.
    pub stalls: u64,
    /// THROTTLES.
    pub throttles: u64,
}

impl Moved {
    /// All reads and takes from the queue.
    pub fn taken(&self) -> u64 {
        total([self.dequeues, self.polls])
    }

    /// The timer's part in it.
    pub fn paced(&self) -> u64 {
        total([self.by_timer, self.stalls])
    }
}

/// The changes between the looks.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Time between them.
    pub span_us: u64,
    /// By GROUP_ID, ascending.
    pub groups: Vec<(u32, Moved)>,
}

/// The relevant variables. `None`: not in the paste.
#[derive(Clone, Debug, Default)]
pub struct Vars {
    /// Groups: from the variable, or else from the rows of THREAD_POOL_GROUPS.
    pub size: Option<u32>,
    /// `size` was inferred from the rows.
    pub size_inferred: bool,
    /// thread_pool_max_threads.
    pub max_threads: Option<u32>,
    /// thread_pool_oversubscribe.
    pub oversubscribe: Option<u32>,
    /// thread_pool_stall_limit.
    pub stall_limit_us: Option<u64>,
    /// thread_pool_prio_kickup_timer.
    pub kickup_us: Option<u64>,
    /// thread_pool_exact_stats.
    pub exact_stats: bool,
    /// thread_pool_dedicated_listener.
    pub dedicated: bool,
    /// max_connections.
    pub max_connections: Option<u64>,
    /// Major and minor version.
    pub version: Option<(u32, u32)>,
}

impl Vars {
    /// The stall limit, or its default.
    pub fn stall_us(&self) -> u64 {
        self.stall_limit_us.unwrap_or(500_000)
    }

    /// The error of QUEUEING_TIME: without exact_stats it counts from the timer's last round.
    pub fn blur_us(&self) -> u64 {
        match self.exact_stats {
            true => 0,
            false => self.stall_us(),
        }
    }

    /// A group without a thread that may get one has it after this time: two rounds of the timer.
    pub fn patience_us(&self) -> u64 {
        let rounds = self.stall_us().saturating_mul(2).max(SECOND_US);
        rounds.saturating_add(TOLERANCE_US)
    }

    /// How many statements run at once in a group that the timer has filled. Measured on 10.11: 1 +
    /// oversubscribe; up to 10.4 one fewer, according to its sources.
    pub fn limit(&self) -> Option<u32> {
        let most = self.oversubscribe?;
        let old = self.version.is_some_and(|version| version < (10, 11));
        Some(if old {
            most.max(1)
        } else {
            most.saturating_add(1)
        })
    }
}

/// Reasons to doubt the mapping of connections to groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// CONNECTIONS of the groups don't fit the IDs modulo size.
    Mapping,
    /// Rows of THREAD_POOL_GROUPS and thread_pool_size differ.
    Resized,
    /// PROCESSLIST lists sessions of one account only, and there are more connections.
    OwnSessions,
}

/// Everything that was inferred.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Variables.
    pub vars: Vars,
    /// Looks.
    pub looks: Vec<Seen>,
    /// What changed between the first and the last look.
    pub between: Option<Between>,
    /// Doubts.
    pub doubts: Vec<Doubt>,
}

/// Infers the state of a capture.
pub fn infer(capture: &Capture) -> State {
    let mut vars = variables(capture);
    let rows = capture
        .looks
        .iter()
        .filter_map(|look| look.groups.as_ref())
        .filter_map(|rows| rows.iter().map(|row| row.group_id.saturating_add(1)).max())
        .max();
    let mut doubts = Vec::new();
    // How another maker's pool assigns connections to groups is not published.
    let fork = Fork::of(capture).is_some();
    let rows = rows.filter(|_| !fork);
    vars.size = vars.size.filter(|_| !fork);
    match (vars.size, rows) {
        (None, Some(rows)) => {
            vars.size = Some(rows);
            vars.size_inferred = true;
        }
        // Fewer rows than groups: the others were never used.
        (Some(size), Some(rows)) if rows > size => doubts.push(Doubt::Resized),
        _ => {}
    }
    let locks = row_waiters(capture);
    let mut looks: Vec<Seen> = Vec::new();
    for look in &capture.looks {
        looks.push(see(look, fork, &vars, &locks, &mut doubts));
    }
    for Seen { groups, conns, .. } in &mut looks {
        for (id, group) in groups.iter_mut() {
            group.group = *id;
            group.seat(conns);
        }
    }
    let between = between(capture);
    order::sort(&mut doubts, |a, b| (*a as u8).cmp(&(*b as u8)));
    doubts.dedup();
    State {
        vars,
        looks,
        between,
        doubts,
    }
}

/// A variable's text; the case of its name does not matter.
pub fn variable<'a>(capture: &'a Capture, name: &str) -> Option<(&'a str, LineNumber)> {
    let found = capture
        .variables
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, at)| (at.value.as_str(), at.line))
}

/// Limits the value to the largest that any variable can have.
pub fn within(value: u64) -> u64 {
    value.min(u32::MAX.into())
}

fn variables(capture: &Capture) -> Vars {
    let number = |name: &str| {
        variable(capture, name)
            .and_then(|(text, _)| text.parse::<u64>().ok())
            .map(within)
    };
    let on = |name: &str| {
        let given = variable(capture, name);
        given.is_some_and(|(text, _)| text.eq_ignore_ascii_case("on") || text == "1")
    };
    let small = |name: &str| number(name).and_then(|n| u32::try_from(n).ok());
    let version = capture.version.as_ref().and_then(|at| {
        let mut parts = at.value.split('.');
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next()?.parse().ok()?;
        Some((major, minor))
    });
    Vars {
        size: small("thread_pool_size").filter(|size| *size > 0),
        size_inferred: false,
        max_threads: small("thread_pool_max_threads"),
        oversubscribe: small("thread_pool_oversubscribe"),
        stall_limit_us: number("thread_pool_stall_limit").map(|ms| ms.saturating_mul(1_000)),
        kickup_us: number("thread_pool_prio_kickup_timer").map(|ms| ms.saturating_mul(1_000)),
        exact_stats: on("thread_pool_exact_stats"),
        dedicated: on("thread_pool_dedicated_listener"),
        max_connections: number("max_connections"),
        version,
    }
}

// Connections whose transaction waits for a lock of InnoDB.
fn row_waiters(capture: &Capture) -> Set<u64> {
    let mut found = Set::new();
    let mut looks = capture.looks.iter();
    let rows = looks.find_map(|look| look.trx.as_ref().filter(|rows| !rows.is_empty()));
    for row in rows.into_iter().flatten() {
        let waits = row.trx_state.eq_ignore_ascii_case("lock wait");
        found.add_all(row.trx_mysql_thread_id.filter(|_| waits).into_iter());
    }
    found
}

/// The account of a connection that has not logged in.
pub(crate) const LOGIN: &str = "unauthenticated user";

/// Whether a row is of the server itself: its own threads, and the workers of events, which connect as an account.
pub(crate) fn is_system(row: &Process) -> bool {
    let worker = row.command == "Connect" && row.user != LOGIN;
    worker || row.command == "Daemon" || row.user == "system user" || row.user == "event_scheduler"
}

/// Groups are numbered from 0: where one has no row, the paste lacks it, and nothing shows who belongs to it.
fn numbered(rows: &[Group]) -> bool {
    let mut ids: Vec<u64> = rows.iter().map(|row| row.group_id.into()).collect();
    order::tidy(&mut ids);
    ids.last().is_none_or(|last| ids.len() as u64 > *last)
}

/// Whether the server counts more connections than its list has: those of its groups without their logins, or all.
fn lacks_rows(look: &Look, groups: Option<&[Group]>, seen: &Seen, outside: &Set<u64>) -> bool {
    let Some(list) = &look.processlist else {
        return false;
    };
    let logins = |row: &Group| match (&look.queues, seen.groups.get(&row.group_id)) {
        (Some(_), Some(of)) => of.logins,
        _ => row.queue_length,
    };
    let rows = || groups.into_iter().flatten();
    let grouped = sum(rows().map(|row| row.connections));
    let all = look
        .status
        .get("Threads_connected")
        .map_or(0, |at| at.value);
    let all = all
        .max(grouped.into())
        .saturating_sub(sum(rows().map(logins)).into());
    // Those of extra_port are in neither number.
    let inside =
        |row: &&Process| !is_system(row) && (groups.is_none() || !outside.contains_key(&row.id));
    (list.iter().filter(inside).count() as u64) < all
}

fn see(look: &Look, fork: bool, vars: &Vars, locks: &Set<u64>, doubts: &mut Vec<Doubt>) -> Seen {
    let groups = look.groups.as_deref().filter(|rows| fork || numbered(rows));
    let mut seen = Seen {
        has_groups: groups.is_some(),
        has_processlist: look.processlist.is_some(),
        ..Seen::default()
    };
    for row in groups.into_iter().flatten() {
        let used = [
            row.active_threads,
            row.standby_threads,
            row.has_listener.into(),
        ];
        let group = seen.groups.or_default(row.group_id);
        group.waiting = row.threads.saturating_sub(sum(used));
        group.row = Some(row.clone());
    }
    let threads = sum(groups.into_iter().flatten().map(|row| row.threads));
    let status = look.status.get("Threadpool_threads");
    seen.threads = if seen.has_groups {
        Some(threads)
    } else {
        status.and_then(|at| u32::try_from(at.value).ok())
    };
    for row in look.queues.iter().flatten() {
        let group = seen.groups.or_default(row.group_id);
        match row.connection_id {
            Some(id) if !row.login => group.queued.push(id),
            _ => group.logins += 1,
        }
        group.oldest_us = group.oldest_us.max(Some(row.queueing_time_us));
    }
    let own_only = own_sessions_only(look, groups, &seen, vars);
    if own_only {
        // Rows that it lacks prove nothing.
        seen.has_processlist = false;
        doubts.push(Doubt::OwnSessions);
    }
    let (outside, unsure) = outside(look, &seen, vars, own_only, doubts);
    seen.lacks_rows = lacks_rows(look, groups, &seen, &outside);
    let has = |id: u64, holds: fn(&Trx) -> bool| {
        let mut rows = look.trx.iter().flatten();
        rows.any(|trx| trx.trx_mysql_thread_id == Some(id) && holds(trx))
    };
    let in_pool = waits_in_pool(look);
    // Where no table shows the queue: a login that is not done needs a thread, too.
    let hangs = |row: &Process| {
        let old = row.time_us.is_none_or(|us| us >= 2 * SECOND_US);
        groups.is_none() && row.user == LOGIN && old
    };
    for row in look.processlist.iter().flatten() {
        let group = group_of(row.id, vars);
        let queued = seen.groups.values().any(|g| g.queued.contains(&row.id));
        let place = if is_system(row) || outside.contains_key(&row.id) {
            ConnPlace::Outside
        } else if queued || hangs(row) {
            ConnPlace::Queue
        } else if row.command == "Sleep" {
            ConnPlace::Asleep
        } else if row.command == "Killed" && row.info.is_none() && !has(row.id, Trx::rolls_back) {
            ConnPlace::Killed
        } else {
            ConnPlace::Thread
        };
        let wait = match place {
            ConnPlace::Queue | ConnPlace::Asleep | ConnPlace::Killed => None,
            _ if row.command.starts_with("Binlog Dump") => Some(Wait::Dump),
            _ if has(row.id, |trx| trx.waits_to_enter) => Some(Wait::Enter),
            ConnPlace::Thread | ConnPlace::Outside => {
                // The list is more exact where it names a lock: to the pool GET_LOCK is a metadata lock.
                let listed = wait_of(&row.state);
                let lock = listed.filter(|wait| wait.is_lock());
                lock.or_else(|| in_pool.get(&row.id).copied()).or(listed)
            }
        };
        let lock = if place == ConnPlace::Thread && locks.contains_key(&row.id) {
            Some(Wait::Row)
        } else {
            wait.filter(|wait| wait.is_lock())
        };
        if let Some(group) = group.filter(|_| place != ConnPlace::Outside && !own_only) {
            let group = seen.groups.or_default(group);
            match place {
                ConnPlace::Thread => group.on_threads.push(row.id),
                ConnPlace::Asleep | ConnPlace::Killed => group.asleep.push(row.id),
                ConnPlace::Queue if hangs(row) => group.queued.push(row.id),
                ConnPlace::Queue | ConnPlace::Outside => {}
            }
        }
        let conn = Conn {
            id: row.id,
            group: group.filter(|_| place != ConnPlace::Outside),
            place,
            age_us: row.time_us,
            exact: row.exact,
            wait: lock.or(wait),
            lock,
            in_transaction: has(row.id, |_| true),
            unsure: unsure.contains_key(&row.id),
            row: row.clone(),
        };
        seen.conns.insert(row.id, conn);
    }
    for (_, group) in seen.groups.iter_mut() {
        order::tidy(&mut group.on_threads);
        order::tidy(&mut group.asleep);
    }
    seen
}

/// What connections wait for, by the threads of Oracle's plugin: each by the thread that works for it, or, where no table
/// says which that is, those whose STATE leaves it open, if as many threads wait for rows.
pub(crate) fn waits_in_pool(look: &Look) -> Map<u64, Wait> {
    let all = |table| look.tp.iter().filter(move |row| row.table == table);
    let reason = |row: &TpRow| {
        let known = |word| WAIT_TYPES.iter().find(|(known, ..)| *known == word);
        row.word.and_then(known)?.2
    };
    if all(Tp::Connections).next().is_some() {
        let thread = |row: &TpRow| row.get(TpColumn::thread_id);
        let waits = all(Tp::Threads).filter_map(|row| Some((thread(row)?, reason(row)?)));
        let waits: Map<u64, Wait> = waits.collect();
        let wait = |row: &TpRow| {
            let wait = waits.get(&thread(row)?)?;
            Some((row.get(TpColumn::connection_id)?, *wait))
        };
        return all(Tp::Connections).filter_map(wait).collect();
    }
    let open = |process: &&Process| {
        let runs = process.command != "Sleep" && process.time_us >= Some(2 * SECOND_US);
        runs && works_on_rows(&process.state)
    };
    let listed = look.processlist.iter().flatten().filter(open);
    let listed: Map<u64, Wait> = listed.map(|process| (process.id, Wait::Row)).collect();
    let rows = all(Tp::Threads).filter(|row| reason(row) == Some(Wait::Row));
    match rows.count() == listed.len() {
        true => listed,
        false => Map::new(),
    }
}

/// The group of an ID.
pub fn group_of(id: u64, vars: &Vars) -> Option<u32> {
    Some(ConnectionId(id).group(vars.size?).0)
}

// Without the PROCESS privilege an account sees only its own sessions, and no system thread:
// https://dev.mysql.com/doc/refman/8.4/en/show-processlist.html,
// https://mariadb.com/kb/en/show-processlist/. A connection that has not logged in has no row either, so it
// does not count: it is in the queue, or unread where nobody listens.
fn own_sessions_only(look: &Look, groups: Option<&[Group]>, seen: &Seen, vars: &Vars) -> bool {
    let Some(list) = look.processlist.as_ref() else {
        return false;
    };
    if groups.is_some() && vars.size.is_none() {
        return false;
    }
    let mut users = list.iter().map(|row| &row.user);
    let first = users.next();
    if first.is_none() || users.any(|user| Some(user) != first) || list.iter().any(is_system) {
        return false;
    }
    let listed = |group: u32, all: bool| {
        let rows = list.iter().filter(|row| all || row.command != "Sleep");
        let of = rows.filter(|row| group_of(row.id, vars) == Some(group));
        u32::try_from(of.count()).unwrap_or(u32::MAX)
    };
    let lacks = match groups {
        Some(rows) => sum(rows.iter().map(|row| {
            let logins = seen.groups.get(&row.group_id).map_or(0, |seen| seen.logins);
            let logins = match look.queues {
                Some(_) => logins,
                None => row.queue_length,
            };
            let used = sum([row.standby_threads, row.has_listener.into()]);
            let idle = row.has_listener || row.standby_threads > 0;
            let (counted, listed) = match idle {
                true => (
                    row.connections.saturating_sub(logins),
                    listed(row.group_id, true),
                ),
                false => (
                    row.threads.saturating_sub(used),
                    listed(row.group_id, false),
                ),
            };
            counted.saturating_sub(listed)
        })),
        None => {
            let connected = look
                .status
                .get("Threads_connected")
                .map_or(0, |at| at.value);
            let lacks = connected.saturating_sub(list.len() as u64);
            u32::try_from(lacks).unwrap_or(u32::MAX)
        }
    };
    // The tables are read one after the other, so a few may have come or gone.
    lacks > 1 && lacks as usize > list.len() / 8
}

// Connections of extra_port are in PROCESSLIST and in no group: if a group counts fewer connections than
// have its remainder, the one that took the look is outside, and with it those of the same account. Also who else may be.
fn outside(
    look: &Look,
    seen: &Seen,
    vars: &Vars,
    own_only: bool,
    doubts: &mut Vec<Doubt>,
) -> (Set<u64>, Set<u64>) {
    let (mut outside, mut unsure) = (Set::new(), Set::new());
    let rows = || {
        look.processlist
            .iter()
            .flatten()
            .filter(|row| !is_system(row))
    };
    let Some(own) = rows().find(|row| row.is_self) else {
        return (outside, unsure);
    };
    if !seen.has_groups {
        outside.add(own.id);
        return (outside, unsure);
    }
    let mut over: Map<u32, i64> = Map::new();
    for row in rows() {
        if let Some(group) = group_of(row.id, vars) {
            *over.or_default(group) += 1;
        }
    }
    for (id, group) in &seen.groups {
        if let Some(row) = &group.row {
            let over = over.or_default(*id);
            *over -= i64::from(row.connections);
            // Logins have no row in PROCESSLIST. Without QUEUES, missing rows show them.
            *over += match look.queues.is_some() {
                true => i64::from(group.logins),
                false if *over < 0 => i64::from(row.queue_length).min(1 - *over),
                false => 0,
            };
        }
    }
    let idle = |group: u32| seen.row(group).is_some_and(|row| row.active_threads == 0);
    for row in rows()
        .filter(|row| row.is_self)
        .chain(rows().filter(|row| !row.is_self))
    {
        let Some(group) = group_of(row.id, vars).filter(|_| row.user == own.user) else {
            continue;
        };
        let left = over.or_default(group);
        // It was at work when it read the groups, so it does not belong to a group with no work.
        if *left > 0 || (row.is_self && idle(group)) {
            *left -= 1;
            outside.add(row.id);
        }
    }
    // Then who was active when its group hung, the only one of its account, and one that logs in. Which of the others it is
    // is not shown.
    let silent = |row: &&Process| row.command == "Sleep" || row.user == LOGIN;
    let mut others: Vec<&Process> = rows()
        .filter(silent)
        .filter(|row| !outside.contains_key(&row.id))
        .collect();
    order::sort(&mut others, |a, b| a.time_us.cmp(&b.time_us));
    let hung = |group: u32| {
        let deaf = |row: &Group| row.active_threads == 0 && !row.has_listener;
        let busy = rows().filter(|row| !silent(row) && group_of(row.id, vars) == Some(group));
        let youngest = busy.filter_map(|row| row.time_us).min();
        youngest.filter(|_| seen.row(group).is_some_and(deaf))
    };
    let told = |row: &Process, group: u32| {
        let blur = if row.exact { 0 } else { SECOND_US };
        let active = row.time_us.map(|us| us.saturating_add(blur));
        let alone = rows().filter(|other| other.user == row.user).count() == 1;
        row.user == LOGIN || alone || active.is_some_and(|us| Some(us) < hung(group))
    };
    for (group, left) in over.iter_mut().filter(|(_, left)| **left > 0) {
        let here = |row: &&Process| group_of(row.id, vars) == Some(*group);
        let those = others.iter().copied().filter(here);
        let (sure, open): (Vec<&Process>, Vec<&Process>) = those.partition(|row| told(row, *group));
        let most = usize::try_from(*left).unwrap_or(0);
        outside.add_all(sure.iter().take(most).map(|row| row.id));
        let rest = most.saturating_sub(sure.len());
        let all = rest >= open.len();
        let those = open.iter().map(|row| row.id);
        match (all, rest) {
            (_, 0) => {}
            (true, _) => outside.add_all(those),
            (false, _) => unsure.add_all(those),
        }
        *left -= i64::try_from(most.min(sure.len() + open.len())).unwrap_or(0);
    }
    if over
        .values()
        .any(|left| *left > 1 || *left < -1 && !own_only)
    {
        doubts.push(Doubt::Mapping);
    }
    (outside, unsure)
}

fn between(capture: &Capture) -> Option<Between> {
    let mut with = capture.looks.iter().filter(|look| look.stats.is_some());
    let (first, last) = (with.next()?, with.next_back()?);
    let at = |look: &Look| look.taken_at_us.as_ref().map(|at| at.value);
    let uptime = |look: &Look| {
        look.status
            .get("Uptime")
            .map(|at| at.value.saturating_mul(SECOND_US))
    };
    let span = match (at(first), at(last)) {
        (Some(a), Some(b)) => b.checked_sub(a),
        _ => uptime(last).and_then(|b| b.checked_sub(uptime(first)?)),
    };
    let mut groups = Vec::new();
    for row in last.stats.iter().flatten() {
        let before = first
            .stats
            .iter()
            .flatten()
            .find(|r| r.group_id == row.group_id);
        let Some(before) = before else { continue };
        let grown = |names: &[&str]| -> u64 {
            total(names.iter().map(|name| {
                let value = |r: &crate::capture::Stats| r.counters.get(*name).copied().unwrap_or(0);
                value(row).saturating_sub(value(before))
            }))
        };
        groups.push((
            row.group_id,
            Moved {
                dequeues: grown(&["DEQUEUES_BY_LISTENER", "DEQUEUES_BY_WORKER"]),
                polls: grown(&["POLLS_BY_LISTENER", "POLLS_BY_WORKER"]),
                by_timer: grown(&["WAKES_DUE_TO_STALL", "THREAD_CREATIONS_DUE_TO_STALL"]),
                stalls: grown(&["STALLS"]),
                throttles: grown(&["THROTTLES"]),
            },
        ));
    }
    order::sort(&mut groups, |a, b| a.0.cmp(&b.0));
    groups.dedup_by_key(|(id, _)| *id);
    Some(Between {
        span_us: span.filter(|us| *us > 0).unwrap_or(2 * SECOND_US),
        groups,
    })
}

impl State {
    /// A group at one look.
    pub fn group(&self, look: usize, group: u32) -> Option<&GroupSeen> {
        self.looks.get(look)?.groups.get(&group)
    }

    /// The look that verdicts are about: the first with groups, or with a process list.
    pub fn main(&self) -> Option<usize> {
        let with = |f: fn(&Seen) -> bool| self.looks.iter().position(f);
        with(|s| s.has_groups && s.has_processlist)
            .or_else(|| with(|s| s.has_groups))
            .or_else(|| with(|s| s.has_processlist))
            .or_else(|| with(|s| !s.groups.is_empty() || !s.conns.is_empty()))
    }

    /// What changed in a group.
    pub fn moved(&self, group: u32) -> Option<Moved> {
        let groups = &self.between.as_ref()?.groups;
        let at = groups.binary_search_by_key(&group, |(id, _)| *id);
        Some(groups.get(at.ok()?)?.1)
    }

    /// Whether the pool may not create a thread for a group that has two, because all allowed threads exist.
    pub fn at_cap(&self, look: usize) -> Option<bool> {
        let threads = self.looks.get(look)?.threads?;
        Some(threads >= self.vars.max_threads?)
    }

    /// Age of the last statement to take a thread of the group, ignoring replicas and the system.
    pub fn youngest_us(&self, look: usize, group: u32) -> Option<u64> {
        let groups = [group];
        let on = self.looks.get(look)?.on_threads(&groups);
        on.filter_map(|conn| conn.age_us).min()
    }

    /// Whether a sleeping connection of the group was answered during the last `age_us`, so a thread
    /// listened.
    pub fn served_since(&self, look: usize, group: u32, age_us: u64) -> bool {
        let Some(seen) = self.looks.get(look) else {
            return false;
        };
        let Some(of) = seen.groups.get(&group) else {
            return false;
        };
        of.asleep
            .iter()
            .filter_map(|id| seen.conns.get(id))
            .any(|conn| {
                let tolerance = if conn.exact { TOLERANCE_US } else { SECOND_US };
                conn.place == ConnPlace::Asleep
                    && conn
                        .age_us
                        .is_some_and(|us| us.saturating_add(tolerance) < age_us)
            })
    }

    /// Connections that sleep in the group and were active shortly before `age_us` ago: such frequent
    /// clients have probably sent another request.
    pub fn recent(&self, look: usize, group: u32, age_us: u64) -> Vec<u64> {
        let Some(seen) = self.looks.get(look) else {
            return Vec::new();
        };
        let until = age_us.saturating_add(age_us.saturating_mul(2).max(SECOND_US));
        let ids = seen.groups.get(&group).map_or(&[][..], |g| &g.asleep[..]);
        ids.iter()
            .filter(|id| {
                let age = seen.conns.get(id).and_then(|conn| conn.age_us);
                age.is_some_and(|us| us < until)
            })
            .copied()
            .collect()
    }
}
