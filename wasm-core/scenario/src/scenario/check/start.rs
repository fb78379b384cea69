//! Checks of the state that a run goes on from, and of `KILL`.

use std::fmt::Display;

use super::connections::Known;
use super::workload::{span, steps};
use super::{CONNECTION_ID_MAX, CONNECTIONS_MAX, Check, SPAN_US_MAX};
use crate::ids::ConnectionId;
use crate::json::Value;
use crate::scenario::error::Problem;
use crate::scenario::server::{SIZE, SchedulerName};
use crate::scenario::span::Micros;
use crate::scenario::start::{
    StartConnection, StartQueued, StartRequest, StartState, StartThread, ThreadDoes,
};
use crate::scenario::variables::{Var, var};
use crate::scenario::workload::Port;
use crate::scenario::{Arrivals, Scenario};
use crate::sorted::Sorted;

const INNODB: Var = var("innodb_thread_concurrency");
/// Most CPU left of a step, in 1/1024 ns: ten days of it.
const LEFT_MAX: u64 = SPAN_US_MAX * 1_000 * 1_024;
/// What is due later than any run lasts.
const DUE_US_MAX: u64 = 10 * SPAN_US_MAX;

const KNOWS: &str = "mariadb, percona or one-thread-per-connection";

fn knows(scheduler: SchedulerName) -> bool {
    use SchedulerName::{Mariadb, OneThreadPerConnection, Percona};
    matches!(scheduler, Mariadb | Percona | OneThreadPerConnection)
}

/// What of a scenario cannot be told as a state: neither frozen nor gone on from.
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
        return Some(Problem::new(path, limit, "0, beside start.state"));
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
        "nothing, beside start.state: what the server model holds is not part of a state",
    ))
}

pub(super) fn start(c: &mut Check, s: &Scenario, known: &Known) {
    let state = s.start.state.as_deref();
    let listed = |id| state.is_some_and(|st| st.connections.iter().any(|c| c.id == id));
    for (i, kill) in s.kills.iter().enumerate() {
        let path = format_args!("kills[{i}]");
        c.range(format_args!("{path}.at_us"), kill.at_us, 0, SPAN_US_MAX);
        if !known.has(kill.connection) && !listed(kill.connection) {
            let path = format_args!("{path}.connection");
            c.fail(path, kill.connection, "the id of a connection");
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
    for (name, given) in [
        ("first_tick_us", s.start.first_tick_us.is_some()),
        ("threads", s.start.threads != Default::default()),
        ("idle_workers", s.start.idle_workers > 0),
        ("dequeue_attempts", s.start.dequeue_attempts > 0),
    ] {
        if given {
            let path = ["start.", name].concat();
            c.fail(path, name, "nothing, beside start.state, which says it");
        }
    }
    let until = Micros::whole(s.until_us);
    if state.at_us >= until {
        let allowed = format_args!("less than until_us, {}", s.until_us);
        c.fail("start.state.at_us", state.at_us, allowed);
    }
    Whole {
        s,
        state,
        known,
        groups: groups_most(s),
        size: s.server.settings(s.machine.cores).number(SIZE).max(1),
        told: told(state),
        placed: Sorted::default(),
        threads: 0,
    }
    .check(c);
}

fn told(state: &StartState) -> Sorted<ConnectionId, usize> {
    let mut told = Sorted::default();
    for (i, conn) in state.connections.iter().enumerate() {
        told.insert(conn.id, i);
    }
    told
}

/// How many groups the engine makes room for.
fn groups_most(s: &Scenario) -> u32 {
    let own = s.server.settings(s.machine.cores).number(SIZE);
    let sizes = s.changes.iter().filter(|c| SIZE.field() == c.variable);
    let largest = sizes.filter_map(|c| c.value.as_u64()).max().unwrap_or(0);
    let largest = u32::try_from(largest).unwrap_or(u32::MAX);
    match s.server.scheduler {
        SchedulerName::Mariadb => own.max(largest.min(own.max(128))),
        SchedulerName::Percona => own.max(largest),
        _ => 0,
    }
}

/// Where a connection is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Executing,
    /// Wanted by a thread of its own that does not run yet.
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
    /// Places in the state's connections.
    told: Sorted<ConnectionId, usize>,
    placed: Sorted<ConnectionId, At>,
    threads: u64,
}

impl Whole<'_> {
    fn check(&mut self, c: &mut Check) {
        let state = self.state;
        let top = "start.state";
        self.future(c, format_args!("{top}.next_tick_us"), state.next_tick_us);
        self.past(c, format_args!("{top}.last_tick_us"), state.last_tick_us);
        self.past(
            c,
            format_args!("{top}.blocked_since_us"),
            state.blocked_since_us,
        );
        if let Some(left) = &state.unknown_left_us {
            span(c, &"start.state.unknown_left_us", left);
        }
        let mut ids = Sorted::default();
        for (i, group) in state.groups.iter().enumerate() {
            let path = format_args!("{top}.groups[{i}]");
            let id = group.group_id;
            if id >= self.groups {
                let allowed = match self.groups {
                    0 => "no groups: each connection has a thread of its own".to_owned(),
                    n => format!("0 to {}", n - 1),
                };
                c.fail(format_args!("{path}.group_id"), id, allowed);
                return;
            }
            if !ids.insert(id, ()) {
                c.fail(format_args!("{path}.group_id"), id, "each group once");
            }
            let listens = |t: &&StartThread| t.does == ThreadDoes::Listener;
            if group.threads.iter().filter(listens).count() > 1 {
                c.fail(
                    format_args!("{path}.threads"),
                    "two listeners",
                    "one at most",
                );
            }
            for (j, thread) in group.threads.iter().enumerate() {
                self.thread(c, &format_args!("{path}.threads[{j}]"), thread, Some(id));
            }
            let lines = [
                ("high", &group.high, At::Queue),
                ("low", &group.low, At::Queue),
                ("unpolled", &group.unpolled, At::Socket),
            ];
            for (name, line, at) in lines {
                for (j, entry) in line.iter().enumerate() {
                    self.queued(c, &format_args!("{path}.{name}[{j}]"), entry, id, at);
                }
            }
            let created = format_args!("{path}.last_thread_creation_us");
            self.past(c, created, group.last_thread_creation_us);
        }
        for (i, thread) in state.threads.iter().enumerate() {
            self.thread(c, &format_args!("{top}.threads[{i}]"), thread, None);
        }
        self.connections(c);
        self.clients(c);
        self.cores(c);
        if self.threads > CONNECTIONS_MAX {
            let allowed = format_args!("at most {CONNECTIONS_MAX}");
            c.fail(
                "start.state",
                format_args!("{} threads", self.threads),
                allowed,
            );
        }
    }

    fn past(&self, c: &mut Check, path: impl Display, time: Option<Micros>) {
        if let Some(time) = time.filter(|t| *t > self.state.at_us) {
            let allowed = format_args!("at most at_us, {}", self.state.at_us);
            c.fail(path, time, allowed);
        }
    }

    fn future(&self, c: &mut Check, path: impl Display, time: Option<Micros>) {
        let (from, to) = (self.state.at_us, Micros::whole(DUE_US_MAX));
        if let Some(time) = time.filter(|t| *t < from || *t > to) {
            c.fail(path, time, format_args!("{from} (at_us) to {DUE_US_MAX}"));
        }
    }

    fn of(&self, id: ConnectionId) -> Option<&StartConnection> {
        self.told.get(id).map(|i| &self.state.connections[*i])
    }

    fn is_extra(&self, id: ConnectionId) -> bool {
        let listed = self.s.connections.iter().find(|c| c.id == id);
        let crowd = self.known.crowd(id).map(|i| self.s.clients[i].port);
        crowd.or(listed.map(|c| c.port)) == Some(Port::Extra)
    }

    fn group(&self, id: ConnectionId) -> u32 {
        let told = self.of(id).and_then(|c| c.group_id);
        told.unwrap_or((id % u64::from(self.size)) as u32)
    }

    // A connection is where this says, and nowhere else.
    fn place(
        &mut self,
        c: &mut Check,
        path: &dyn Display,
        id: ConnectionId,
        at: At,
        group: Option<u32>,
    ) {
        let path = format_args!("{path}.connection");
        if !self.placed.insert(id, at) {
            c.fail(path, id, "a connection that is at one place only");
        }
        if !self.known.has(id) && self.of(id).is_none() {
            let allowed = "a connection of the scenario or of start.state.connections";
            c.fail(path, id, allowed);
        }
        let pooled = self.groups > 0 && !self.is_extra(id);
        match group {
            Some(_) if !pooled => c.fail(path, id, "a connection that has a group"),
            Some(group) if self.group(id) != group => {
                let allowed = format_args!(
                    "a connection of group {group}: id modulo thread_pool_size, or its group_id"
                );
                c.fail(path, id, allowed);
            }
            None if pooled => c.fail(path, id, "a connection of extra_port: this one has a group"),
            _ => {}
        }
    }

    fn queued(&mut self, c: &mut Check, path: &dyn Display, q: &StartQueued, group: u32, at: At) {
        self.past(c, format_args!("{path}.since_us"), q.since_us);
        self.past(c, format_args!("{path}.stamp_us"), q.stamp_us);
        match q.connection {
            Some(id) => self.place(c, path, id, at, Some(group)),
            None if at == At::Socket => {
                c.fail(
                    format_args!("{path}.connection"),
                    "null",
                    "an id: logins are queued, not polled",
                );
            }
            None => {}
        }
    }

    fn thread(&mut self, c: &mut Check, path: &dyn Display, t: &StartThread, group: Option<u32>) {
        use ThreadDoes::{Cached, Creating, Listener, Reading, Standby, Waking};
        self.threads += 1;
        self.past(c, format_args!("{path}.since_us"), t.since_us);
        // One that was woken may be past the time at which it would leave.
        if t.does != Waking {
            self.future(c, format_args!("{path}.until_us"), t.until_us);
        }
        self.future(c, format_args!("{path}.runs_us"), t.runs_us);
        let does = t.does;
        let (fits, allowed) = match group {
            Some(_) => (
                !matches!(does, Reading | Cached),
                "what a thread of a group can do",
            ),
            None => (
                !matches!(does, Standby | Listener),
                "what a thread of no group can do",
            ),
        };
        if !fits {
            c.fail(format_args!("{path}.does"), words(does), allowed);
            return;
        }
        let own = group.is_none() && matches!(does, Creating | Waking | Reading);
        let at = match does {
            _ if does.executes() => Some(At::Executing),
            Reading => Some(At::Reading),
            _ if own => Some(At::Thread),
            _ => None,
        };
        match (at, t.connection) {
            (Some(at), Some(id)) => self.place(c, path, id, at, group),
            (None, None) => {}
            (Some(_), None) => c.fail(
                format_args!("{path}.connection"),
                "null",
                "the id of its connection",
            ),
            (None, Some(id)) => c.fail(
                format_args!("{path}.connection"),
                id,
                "nothing: such a thread has no connection",
            ),
        }
        self.fields(c, path, t);
    }

    // What goes with what the thread does.
    fn fields(&self, c: &mut Check, path: &dyn Display, t: &StartThread) {
        use ThreadDoes::{Cached, Cpu, Creating, Listener, Lock, Reading, RowLock, Standby};
        use ThreadDoes::{Unreported, Wait, Waking};
        let lengthy = matches!(t.does, Cpu | Wait | Unreported);
        for (name, given, fits) in [
            ("left_us", t.left_us.is_some(), lengthy),
            (
                "until_us",
                t.until_us.is_some(),
                matches!(t.does, Standby | Waking | Reading | Lock | RowLock),
            ),
            (
                "runs_us",
                t.runs_us.is_some(),
                matches!(t.does, Creating | Waking | Listener),
            ),
            (
                "kind",
                t.kind.is_some(),
                matches!(t.does, Wait | Lock | RowLock),
            ),
            ("lock", t.lock.is_some(), t.does == Lock),
            ("row", t.row.is_some(), t.does == RowLock),
            ("ahead", t.ahead.is_some(), matches!(t.does, Lock | RowLock)),
            ("extra", t.extra, t.does == Cached),
        ] {
            if given && !fits {
                let allowed = format_args!("nothing, where the thread does \"{}\"", words(t.does));
                c.fail(format_args!("{path}.{name}"), name, allowed);
            }
        }
        match &t.left_us {
            Some(left) => span(c, &format_args!("{path}.left_us"), left),
            None if lengthy && self.state.unknown_left_us.is_none() => {
                let allowed = "a length, or start.state.unknown_left_us for all that is unknown";
                c.fail(format_args!("{path}.left_us"), "null", allowed);
            }
            None => {}
        }
        let held = "one that a connection of start.state.connections holds";
        let all = &self.state.connections;
        match (t.does, &t.lock, t.row) {
            (Lock, lock, _) => {
                let lock = lock.as_deref().unwrap_or_default();
                if !all.iter().any(|c| c.locks.iter().any(|l| l == lock)) {
                    c.fail(
                        format_args!("{path}.lock"),
                        format_args!("\"{lock}\""),
                        held,
                    );
                }
            }
            (RowLock, _, Some(row)) if !all.iter().any(|c| c.rows.contains(&row)) => {
                c.fail(format_args!("{path}.row"), row, held);
            }
            (RowLock, _, None) => c.fail(format_args!("{path}.row"), "null", held),
            _ => {}
        }
    }

    fn connections(&mut self, c: &mut Check) {
        let mut ids = Sorted::default();
        let mut locks: Vec<&str> = Vec::new();
        let mut rows = Sorted::default();
        let mut more = 0;
        for (i, conn) in self.state.connections.iter().enumerate() {
            let path = format_args!("start.state.connections[{i}]");
            c.range(
                format_args!("{path}.id"),
                conn.id,
                0,
                CONNECTION_ID_MAX - CONNECTIONS_MAX * 4_096,
            );
            more += u64::from(!self.known.has(conn.id));
            if !ids.insert(conn.id, ()) {
                c.fail(format_args!("{path}.id"), conn.id, "each id once");
            }
            for lock in &conn.locks {
                if locks.contains(&lock.as_str()) {
                    c.fail(
                        format_args!("{path}.locks"),
                        format_args!("\"{lock}\""),
                        "locks that nobody else holds",
                    );
                }
                locks.push(lock);
            }
            for row in &conn.rows {
                if !rows.insert(*row, ()) {
                    c.fail(
                        format_args!("{path}.rows"),
                        row,
                        "rows that nobody else has locked",
                    );
                }
            }
            self.connection(c, &path, conn);
        }
        let logins = self
            .state
            .groups
            .iter()
            .flat_map(|g| g.high.iter().chain(&g.low));
        more += logins.filter(|q| q.connection.is_none()).count() as u64;
        let count = self.known.count() + more;
        if count > CONNECTIONS_MAX {
            let allowed = format_args!("at most {CONNECTIONS_MAX} connections in all");
            c.fail(
                "start.state.connections",
                format_args!("{count} connections"),
                allowed,
            );
        }
    }

    fn connection(&self, c: &mut Check, path: &dyn Display, conn: &StartConnection) {
        if let Some(group) = conn.group_id.filter(|g| *g >= self.groups) {
            c.fail(
                format_args!("{path}.group_id"),
                group,
                format_args!("less than {}", self.groups),
            );
        }
        self.past(c, format_args!("{path}.since_us"), conn.since_us);
        for (name, time) in [
            ("resumes_us", conn.resumes_us),
            ("next_statement_us", conn.next_statement_us),
        ] {
            self.future(c, format_args!("{path}.{name}"), time);
        }
        let at = self.placed.get(conn.id).copied();
        let idle = matches!(at, None | Some(At::Reading)) && conn.resumes_us.is_none();
        let busy = "a connection that a thread, a queue or a socket (unpolled) has";
        for (name, given) in [
            ("request", conn.request.is_some()),
            ("behind", !conn.behind.is_empty()),
            ("login", conn.login),
            ("killed", conn.killed),
        ] {
            if given && conn.new {
                c.fail(
                    format_args!("{path}.{name}"),
                    name,
                    "nothing, before it connects",
                );
            }
            if given && idle {
                c.fail(format_args!("{path}.{name}"), name, busy);
            }
        }
        if conn.login && at == Some(At::Socket) {
            c.fail(
                format_args!("{path}.login"),
                "true",
                "a connection in a queue or on a thread: logins are not polled",
            );
        }
        if conn.login && conn.request.is_some() {
            c.fail(
                format_args!("{path}.request"),
                "request",
                "behind: its login comes first",
            );
        }
        if conn.query_killed && at != Some(At::Executing) {
            c.fail(
                format_args!("{path}.query_killed"),
                "true",
                "a connection whose statement is on a thread",
            );
        }
        let nowhere = conn.new || conn.closed || conn.resumes_us.is_some();
        if nowhere && at.is_some() {
            let name = match conn.resumes_us {
                Some(_) => "resumes_us",
                None if conn.closed => "closed",
                None => "new",
            };
            c.fail(
                format_args!("{path}.{name}"),
                name,
                "a connection that is nowhere else",
            );
        }
        if conn.resumes_us.is_some() && self.s.server.scheduler != SchedulerName::Mariadb {
            c.fail(
                format_args!("{path}.resumes_us"),
                "resumes_us",
                "a server that suspends statements: mariadb",
            );
        }
        if let Some(request) = &conn.request {
            self.request(c, &format_args!("{path}.request"), request);
        }
        for (i, request) in conn.behind.iter().enumerate() {
            self.request(c, &format_args!("{path}.behind[{i}]"), request);
        }
    }

    fn request(&self, c: &mut Check, path: &dyn Display, request: &StartRequest) {
        self.past(c, format_args!("{path}.sent_us"), request.sent_us);
        self.past(c, format_args!("{path}.begun_us"), request.begun_us);
        steps(c, path, self.s, &request.steps);
    }

    fn clients(&self, c: &mut Check) {
        let mut seen = Sorted::default();
        for (i, crowd) in self.state.clients.iter().enumerate() {
            let path = format_args!("start.state.clients[{i}]");
            let at = crowd.clients as usize;
            let arrivals = self.s.clients.get(at).map(|c| &c.arrivals);
            let stream = matches!(
                arrivals,
                Some(Arrivals::Open { .. } | Arrivals::Bursts { .. })
            );
            if arrivals.is_none() || !seen.insert(at, ()) {
                let allowed = "the place of a crowd in clients, each once";
                c.fail(format_args!("{path}.clients"), crowd.clients, allowed);
            }
            for (name, given) in [
                ("next_us", crowd.next_us.is_some()),
                ("free", crowd.free.is_some()),
                ("backlog", !crowd.backlog.is_empty()),
                ("rng", crowd.rng.is_some()),
            ] {
                if given && !stream {
                    let allowed = "a crowd that sends a stream: open or bursts";
                    c.fail(format_args!("{path}.{name}"), name, allowed);
                }
            }
            self.future(c, format_args!("{path}.next_us"), crowd.next_us);
            let mut free = Sorted::default();
            for id in crowd.free.iter().flatten() {
                let at_rest = matches!(self.placed.get(*id), None | Some(At::Reading));
                // One that was disconnected for idleness lies on a socket without a request.
                let cut_off = |c: &StartConnection| c.killed && c.request.is_none();
                let idle = at_rest || self.of(*id).is_some_and(cut_off);
                if !free.insert(*id, ()) || !idle || !self.known.of_crowd(at, *id) {
                    let allowed = "connections of this crowd without a request, each once";
                    c.fail(format_args!("{path}.free"), id, allowed);
                }
            }
            for (j, request) in crowd.backlog.iter().enumerate() {
                self.request(c, &format_args!("{path}.backlog[{j}]"), request);
            }
        }
    }

    fn cores(&self, c: &mut Check) {
        let Some(cores) = &self.state.cores else {
            return;
        };
        let path = "start.state.cores";
        if self.s.machine.cores.is_none() {
            c.fail(
                path,
                "cores",
                "a machine with a number of cores: machine.cores",
            );
        }
        self.past(c, "start.state.cores.counted_us", Some(cores.counted_us));
        let in_groups = self.state.groups.iter().flat_map(|g| &g.threads);
        let all = in_groups.chain(&self.state.threads);
        let on_cpu = all.filter(|t| t.does == ThreadDoes::Cpu);
        let mut left: Sorted<ConnectionId, ()> = Sorted::default();
        for thread in on_cpu {
            left.insert(thread.connection.unwrap_or_default(), ());
        }
        for (i, running) in cores.running.iter().enumerate() {
            let path = format_args!("{path}.running[{i}]");
            if left.get(running.connection).is_none() {
                let allowed = "connections whose threads do \"cpu\", each once";
                c.fail(
                    format_args!("{path}.connection"),
                    running.connection,
                    allowed,
                );
            }
            left.remove(running.connection);
            c.range(
                format_args!("{path}.left_ns_1024ths"),
                running.left_ns_1024ths,
                0,
                LEFT_MAX,
            );
        }
        if let Some(missing) = left.keys().next() {
            c.fail(
                format_args!("{path}.running"),
                missing,
                "every thread that does \"cpu\"",
            );
        }
    }
}

fn words(does: ThreadDoes) -> &'static str {
    match does {
        ThreadDoes::Standby => "standby",
        ThreadDoes::Listener => "listener",
        ThreadDoes::Creating => "creating",
        ThreadDoes::Waking => "waking",
        ThreadDoes::Reading => "reading",
        ThreadDoes::Cached => "cached",
        ThreadDoes::Cpu => "cpu",
        ThreadDoes::Wait => "wait",
        ThreadDoes::Lock => "lock",
        ThreadDoes::RowLock => "row_lock",
        ThreadDoes::Unreported => "unreported",
    }
}
