//! Checks that a server can be in the start state, and that `KILL` names an existing connection.

use super::Check;
use super::connections::Known;
use crate::ids::ConnectionId;
use crate::json::Value;
#[cfg(feature = "clients")]
use crate::scenario::Opened;
use crate::scenario::error::Problem;
use crate::scenario::server::{SIZE, SchedulerName};
use crate::scenario::span::Micros;
use crate::scenario::start::{
    StartClients, StartConnection, StartQueued, StartRequest, StartState, StartThread, ThreadDoes,
};
#[cfg(feature = "clients")]
use crate::scenario::variables::variable;
use crate::scenario::variables::{Var, var};
use crate::scenario::workload::Port;
use crate::scenario::{
    Arrivals, CONNECTION_ID_MAX, CONNECTION_STEP_MAX, CONNECTIONS_MAX, Scenario, Start,
    UNTIL_US_MAX,
};
use crate::sorted::Sorted;

const INNODB: Var = var("innodb_thread_concurrency");
/// Most CPU left of a step, in 1/1024 ns: ten days.
const LEFT_MAX: u64 = UNTIL_US_MAX * 1_000 * 1_024;
/// Later than the end of any run.
const DUE_US_MAX: u64 = 10 * UNTIL_US_MAX;

const KNOWS: &str = "mariadb, percona or one-thread-per-connection";

fn knows(scheduler: SchedulerName) -> bool {
    use SchedulerName::{Mariadb, OneThreadPerConnection, Percona};
    matches!(scheduler, Mariadb | Percona | OneThreadPerConnection)
}

/// Parts of a scenario that can't be expressed as a state: they can be neither frozen nor restarted.
pub fn no_state(s: &Scenario) -> Option<Problem> {
    let scheduler = s.server.scheduler;
    if !knows(scheduler) {
        let allowed = [KNOWS, ": the others have no state to go on from"].concat();
        return Some(Problem::new(
            "server.scheduler",
            Value::from(scheduler.as_str()),
            allowed,
        ));
    }
    let limit = s.server.number(INNODB).unwrap_or(0);
    if limit > 0 || s.changes.iter().any(|c| c.variable == INNODB.field()) {
        let path = ["server.", INNODB.field()].concat();
        return Some(Problem::new(path, limit, "0, beside a state"));
    }
    #[cfg(feature = "clients")]
    if has_more_than_a_state(s) {
        let allowed = "neither patience, pause_us, leaves, max_statement_time, idle_transaction_timeout nor opened, beside a state";
        let value =
            "clients or statements with a time limit, or connections opened in turn or together";
        return Some(Problem::new("clients", value, allowed));
    }
    let machine = &s.machine;
    let parts = [
        ("machine.run_queue", machine.run_queue.is_some()),
        ("machine.latch", machine.latch.is_some()),
        ("machine.disk", machine.disk.is_some()),
    ];
    let part = parts.into_iter().find(|(_, given)| *given)?;
    Some(Problem::new(
        part.0,
        "an object",
        "nothing, beside a state: what the server model holds is not part of it",
    ))
}

// What they wait for is not part of a state, nor is who opened which connection.
#[cfg(feature = "clients")]
fn has_more_than_a_state(s: &Scenario) -> bool {
    let of_crowd = |c: &crate::scenario::Clients| c.patience.is_some() || c.pause_us.is_some();
    let limits = [
        var("max_statement_time_s"),
        var("idle_transaction_timeout_s"),
    ];
    let row = |name: &str| variable(s.server.scheduler, s.server.version(), name);
    let sets = |name: &str, limit| row(name).is_some_and(|row| row.is_of(limit));
    let limited = |limit: Var| {
        s.server.number(limit).is_some_and(|limit| limit > 0)
            || s.changes.iter().any(|c| sets(&c.variable, limit))
    };
    let mixed = !matches!(s.opened, None | Some(Opened::OneAfterTheOther));
    mixed
        || s.clients.iter().any(of_crowd)
        || !s.leaves.is_empty()
        || limits.into_iter().any(limited)
}

pub(super) fn start(c: &mut Check, s: &Scenario, known: &Known) {
    let state = s.start.state.as_deref();
    let listed = |id| state.is_some_and(|st| st.connections.iter().any(|c| c.id == id));
    for (i, kill) in s.kills.iter().enumerate() {
        let path = format_args!("kills[{i}]");
        if kill.at_us > UNTIL_US_MAX {
            c.fail(path, kill.at_us, "a time within a run");
        }
        if !known.has(kill.connection) && !listed(kill.connection) {
            c.fail(path, kill.connection.0, "the id of a connection");
        }
        if !knows(s.server.scheduler) {
            c.fail(path, "KILL", format_args!("a server that is {KNOWS}"));
        }
    }
    let Some(state) = state else { return };
    if let Some(problem) = no_state(s) {
        c.note(&problem.path, &problem.value, &problem.allowed);
        return;
    }
    let mut whole = Whole {
        s,
        state,
        known,
        groups: s.groups_most(),
        size: s.server.settings(s.machine.cores).number(SIZE).max(1),
        given: Sorted::default(),
        placed: Sorted::default(),
        threads: 0,
    };
    if let Err(allowed) = whole.check() {
        c.fail("start.state", "a state", allowed);
    }
}

/// Ok, or what would fit.
type Fits = Result<(), &'static str>;

fn need(fits: bool, allowed: &'static str) -> Fits {
    if fits { Ok(()) } else { Err(allowed) }
}

/// The place of a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConnPlace {
    Executing,
    /// Assigned to its own thread, which is not running yet.
    Thread,
    Reading,
    Queue,
    Socket,
}

struct Whole<'a> {
    s: &'a Scenario,
    state: &'a StartState,
    known: &'a Known,
    groups: u32,
    /// `thread_pool_size`.
    size: u32,
    /// Positions in the state's connections.
    given: Sorted<ConnectionId, usize>,
    placed: Sorted<ConnectionId, ConnPlace>,
    threads: u64,
}

impl Whole<'_> {
    fn check(&mut self) -> Fits {
        let Whole { s, state, .. } = *self;
        let said_twice = Start {
            state: None,
            login_cpu_us: s.start.login_cpu_us,
            ..s.start.clone()
        };
        let alone = said_twice
            == Start {
                login_cpu_us: s.start.login_cpu_us,
                ..Start::default()
            };
        need(alone, "nothing else of start beside it but login_cpu_us")?;
        let ends = state.at_us < Micros::whole(s.until_us) && s.until_us <= UNTIL_US_MAX;
        need(ends, "at_us before until_us")?;
        self.future([state.next_tick_us])?;
        self.past([state.last_tick_us, state.blocked_since_us])?;
        for (i, conn) in state.connections.iter().enumerate() {
            need(self.given.insert(conn.id, i), "each connection once")?;
        }
        let mut ids = Sorted::default();
        for group in &state.groups {
            let id = group.group_id;
            need(id < self.groups, "groups that the server has")?;
            need(ids.insert(id, ()), "each group once")?;
            let listens = |t: &&StartThread| t.does == ThreadDoes::Listener;
            let listeners = group.threads.iter().filter(listens).count();
            need(listeners <= 1, "one listener a group")?;
            for thread in &group.threads {
                self.thread(thread, Some(id))?;
            }
            for entry in group.high.iter().chain(&group.low) {
                self.queued(entry, id, ConnPlace::Queue)?;
            }
            for entry in &group.unpolled {
                self.queued(entry, id, ConnPlace::Socket)?;
            }
            self.past([group.last_thread_creation_us])?;
        }
        for thread in &state.threads {
            self.thread(thread, None)?;
        }
        self.connections()?;
        let mut seen = Sorted::default();
        for crowd in &state.clients {
            let once = seen.insert(crowd.clients, ());
            need(once, "each crowd once")?;
            self.crowd(crowd)?;
        }
        self.cores()?;
        need(self.threads <= CONNECTIONS_MAX, "65,536 threads at most")
    }

    fn past<const N: usize>(&self, times: [Option<Micros>; N]) -> Fits {
        let late = times.iter().flatten().any(|t| *t > self.state.at_us);
        need(!late, "a time before at_us for what has happened")
    }

    fn future<const N: usize>(&self, times: [Option<Micros>; N]) -> Fits {
        let due = self.state.at_us..=Micros::whole(DUE_US_MAX);
        let fits = times.iter().flatten().all(|t| due.contains(t));
        need(fits, "a time from at_us on for what is due")
    }

    fn of(&self, id: ConnectionId) -> Option<&StartConnection> {
        self.given.get(id).map(|i| &self.state.connections[*i])
    }

    fn is_extra(&self, id: ConnectionId) -> bool {
        let listed = self.s.connections.iter().find(|c| c.id == id);
        let crowd = self.known.crowd(id).map(|i| self.s.clients[i].port);
        crowd.or(listed.map(|c| c.port)) == Some(Port::Extra)
    }

    // Sets the one place of a connection; an error if it already has one.
    fn place(&mut self, id: ConnectionId, at: ConnPlace, group: Option<u32>) -> Fits {
        let once = self.placed.insert(id, at);
        need(once, "a connection at one place only")?;
        let there = self.known.has(id) || self.of(id).is_some();
        need(there, "connections of the scenario or of the state")?;
        let given = self.of(id).and_then(|c| c.group_id);
        let own = given.unwrap_or(id.group(self.size).0);
        let pooled = self.groups > 0 && !self.is_extra(id);
        let allowed = "a connection in its own group: id modulo thread_pool_size, or its group_id";
        need(group == pooled.then_some(own), allowed)
    }

    fn queued(&mut self, q: &StartQueued, group: u32, at: ConnPlace) -> Fits {
        self.past([q.since_us, q.stamp_us])?;
        match q.connection {
            Some(id) => self.place(id, at, Some(group)),
            None => need(
                at == ConnPlace::Queue,
                "logins in queues: they are not polled",
            ),
        }
    }

    fn thread(&mut self, t: &StartThread, group: Option<u32>) -> Fits {
        use ThreadDoes::{Cached, Creating, Listener, Reading, Standby, Waking};
        self.threads += 1;
        self.past([t.since_us])?;
        self.future([t.runs_us])?;
        // A woken thread may have passed the time at which it would exit.
        if t.does != Waking {
            self.future([t.until_us])?;
        }
        let does = t.does;
        let fits = match group {
            Some(_) => !matches!(does, Reading | Cached),
            None => !matches!(does, Standby | Listener),
        };
        need(fits, "what such a thread can do")?;
        let own = group.is_none() && matches!(does, Creating | Waking | Reading);
        let at = match does {
            _ if does.executes() => Some(ConnPlace::Executing),
            Reading => Some(ConnPlace::Reading),
            _ if own => Some(ConnPlace::Thread),
            _ => None,
        };
        match (at, t.connection) {
            (Some(at), Some(id)) => self.place(id, at, group)?,
            (None, None) => {}
            _ => return Err("a connection for threads that have one, and for no other"),
        }
        self.fields(t)
    }

    // Checks the fields that depend on what the thread does.
    fn fields(&self, t: &StartThread) -> Fits {
        use ThreadDoes::{Cached, Cpu, Creating, Listener, Lock, Reading, RowLock, Standby};
        use ThreadDoes::{Unreported, Wait, Waking};
        let does = t.does;
        let lengthy = matches!(does, Cpu | Wait | Unreported);
        let locked = matches!(does, Lock | RowLock);
        let ends = locked || matches!(does, Standby | Waking | Reading);
        let runs = matches!(does, Creating | Waking | Listener);
        let fits = (t.left_us.is_none() || lengthy)
            && (t.until_us.is_none() || ends)
            && (t.runs_us.is_none() || runs)
            && (t.kind.is_none() || locked || does == Wait)
            && (t.ahead.is_none() || locked)
            && (!t.extra || does == Cached);
        need(fits, "of a thread only what goes with what it does")?;
        let known = t.left_us.is_some() || self.state.unknown_left_us.is_some();
        need(
            known || !lengthy,
            "left_us of each thread, or unknown_left_us",
        )?;
        let all = &self.state.connections;
        let held = match (does, &t.lock, t.row) {
            (Lock, Some(lock), None) => all.iter().any(|c| c.locks.contains(lock)),
            (RowLock, None, Some(row)) => all.iter().any(|c| c.rows.contains(&row)),
            (_, lock, row) => !locked && lock.is_none() && row.is_none(),
        };
        need(held, "a lock that a connection of the state holds")
    }

    fn connections(&mut self) -> Fits {
        let mut locks: Vec<&str> = Vec::new();
        let mut rows = Sorted::default();
        let mut more = 0;
        let most_id = CONNECTION_ID_MAX - CONNECTIONS_MAX * CONNECTION_STEP_MAX;
        for conn in &self.state.connections {
            need(conn.id.0 <= most_id, "ids that are no larger")?;
            more += u64::from(!self.known.has(conn.id));
            for lock in &conn.locks {
                let free = !locks.contains(&lock.as_str());
                need(free, "locks that nobody else holds")?;
                locks.push(lock);
            }
            for row in &conn.rows {
                let free = rows.insert(*row, ());
                need(free, "rows that nobody else has locked")?;
            }
            self.connection(conn)?;
        }
        let groups = self.state.groups.iter();
        let logins = groups.flat_map(|g| g.high.iter().chain(&g.low));
        more += logins.filter(|q| q.connection.is_none()).count() as u64;
        let fits = self.known.count() + more <= CONNECTIONS_MAX;
        need(fits, "65,536 connections at most")
    }

    fn connection(&self, conn: &StartConnection) -> Fits {
        let there = conn.group_id.is_none_or(|g| g < self.groups);
        need(there, "groups that the server has")?;
        self.past([conn.since_us])?;
        self.future([conn.resumes_us, conn.next_statement_us])?;
        let at = self.placed.get(conn.id).copied();
        let idle = matches!(at, None | Some(ConnPlace::Reading)) && conn.resumes_us.is_none();
        let asks = conn.request.is_some() || !conn.behind.is_empty();
        let busy = asks || conn.login || conn.killed;
        let allowed = "requests and logins of connections that a thread, a queue or a socket has";
        need(!busy || !(conn.new || idle), allowed)?;
        let login = !conn.login || (at != Some(ConnPlace::Socket) && conn.request.is_none());
        need(
            login,
            "a login in a queue or on a thread, before all requests",
        )?;
        let on_thread = !conn.query_killed || at == Some(ConnPlace::Executing);
        need(on_thread, "KILL QUERY of a statement that is on a thread")?;
        let nowhere = conn.new || conn.closed || conn.resumes_us.is_some();
        need(!nowhere || at.is_none(), "a connection at one place only")?;
        let suspends = self.s.server.scheduler == SchedulerName::Mariadb;
        need(
            conn.resumes_us.is_none() || suspends,
            "suspended statements on mariadb only",
        )?;
        for request in conn.request.iter().chain(&conn.behind) {
            self.request(request)?;
        }
        Ok(())
    }

    fn request(&self, request: &StartRequest) -> Fits {
        self.past([request.sent_us, request.begun_us])
    }

    fn crowd(&self, crowd: &StartClients) -> Fits {
        let at = crowd.clients as usize;
        let Some(of) = self.s.clients.get(at) else {
            return Err("crowds of the scenario");
        };
        let streams = matches!(of.arrivals, Arrivals::Open { .. } | Arrivals::Bursts { .. });
        let given = crowd.next_us.is_some()
            || crowd.free.is_some()
            || !crowd.backlog.is_empty()
            || crowd.rng.is_some();
        need(streams || !given, "of such a crowd only what it has sent")?;
        self.future([crowd.next_us])?;
        let mut free = Sorted::default();
        for id in crowd.free.iter().flatten() {
            let at_rest = matches!(self.placed.get(*id), None | Some(ConnPlace::Reading));
            // A connection that was disconnected for idleness is on a socket without a request.
            let cut_off = |c: &StartConnection| c.killed && c.request.is_none();
            let idle = at_rest || self.of(*id).is_some_and(cut_off);
            let fits = free.insert(*id, ()) && idle && self.known.of_crowd(at, *id);
            need(
                fits,
                "connections of the crowd without a request, each once",
            )?;
        }
        for request in &crowd.backlog {
            self.request(request)?;
        }
        Ok(())
    }

    fn cores(&self) -> Fits {
        let Some(cores) = &self.state.cores else {
            return Ok(());
        };
        let shared = self.s.machine.cores.is_some();
        need(shared, "a machine with a number of cores")?;
        self.past([Some(cores.counted_us)])?;
        let in_groups = self.state.groups.iter().flat_map(|g| &g.threads);
        let all = in_groups.chain(&self.state.threads);
        let on_cpu = all.filter(|t| t.does == ThreadDoes::Cpu);
        let mut left: Sorted<ConnectionId, ()> = Sorted::default();
        for thread in on_cpu {
            left.insert(thread.connection.unwrap_or_default(), ());
        }
        for running in &cores.running {
            let fits =
                left.get(running.connection).is_some() && running.left_ns_1024ths <= LEFT_MAX;
            need(fits, "CPU left of each thread on CPU, once")?;
            left.remove(running.connection);
        }
        let all = left.keys().next().is_none();
        need(all, "CPU left of each thread on CPU, once")
    }
}
