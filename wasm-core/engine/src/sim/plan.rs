//! Turns a scenario into a plan.

use std::sync::Arc;

use crate::dist::Dist;
use crate::ids::{ConnectionId, ConnectionIndex, NS_PER_S, NS_PER_US, StatementIndex};
use crate::kernel::{IndexVec, NONE};
use crate::reason::WaitKind;
use crate::rng::Rng;
use crate::run::plan::{
    ChangePlan, ConnectionPlan, Drive, Driver, First, LOCK_WAIT_TIMEOUT, Numbering, Plan, RowPlan,
    Script, StatementPlan, StepPlan,
};
use crate::scenario::{
    Arrivals, Batch, Bimodal, Bursts, CONNECTIONS_MAX, Change, Closed, Connection, Erlang,
    Exponential, Lognormal, MAX_CONNECTIONS, MAX_CONNECTIONS_DEFAULT, Micros, Open, Opened,
    RandomSpan, Reuse, Scenario, Server, Span, Spread, Statement, Step, Uniform, Var, variable,
};
use crate::sorted::Sorted;

/// Beyond this many kinds of statements nobody reads the table, and each kind needs memory for its
/// latencies.
const CLASSES_MAX: usize = 64;

pub(crate) fn dist(span: &Span) -> Dist {
    let ns = |us: Micros| us.ns();
    match *span {
        Span::Us(us) => Dist::Constant { ns: ns(us) },
        Span::Random(RandomSpan::Exponential(Exponential { mean_us })) => Dist::Exponential {
            mean_ns: ns(mean_us) as f64,
        },
        Span::Random(RandomSpan::Lognormal(Lognormal { median_us, sigma })) => Dist::Lognormal {
            median_ns: ns(median_us) as f64,
            sigma,
        },
        Span::Random(RandomSpan::Bimodal(Bimodal {
            p_long,
            short_us,
            long_us,
        })) => Dist::Bimodal {
            p: p_long,
            first_ns: ns(long_us),
            second_ns: ns(short_us),
        },
        Span::Random(RandomSpan::Erlang(Erlang { k, mean_us })) => Dist::Erlang {
            k,
            mean_ns: ns(mean_us) as f64,
        },
        Span::Random(RandomSpan::Uniform(Uniform { min_us, max_us })) => Dist::Uniform {
            min_ns: ns(min_us),
            max_ns: ns(max_us),
        },
    }
}

#[derive(Default)]
struct Builder {
    conns: IndexVec<ConnectionIndex, ConnectionPlan>,
    by_id: Sorted<ConnectionId, ConnectionIndex>,
    statements: Vec<StatementPlan>,
    classes: Vec<String>,
    locks: Vec<String>,
    row_locks: u32,
    drivers: Vec<Driver>,
}

impl Builder {
    fn conn(&mut self, id: ConnectionId) -> ConnectionIndex {
        if let Some(conn) = self.by_id.get(id) {
            return *conn;
        }
        self.add_conn(Connection {
            id,
            ..Connection::default()
        })
    }

    // The ID after the highest so far.
    fn next_id(&self) -> ConnectionId {
        let last = self.by_id.keys().next_back();
        last.map_or(ConnectionId::default(), |id| id.after(1))
    }

    fn add_conn(&mut self, settings: Connection) -> ConnectionIndex {
        let conn = ConnectionIndex(self.conns.len() as u32);
        self.by_id.insert(settings.id, conn);
        self.conns.push(ConnectionPlan {
            settings,
            driver: NONE,
        });
        conn
    }

    fn lock(&mut self, name: &str) -> u32 {
        match self.locks.iter().position(|l| l == name) {
            Some(i) => i as u32,
            None => {
                self.locks.push(name.to_owned());
                self.locks.len() as u32 - 1
            }
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Vec<StepPlan> {
        steps.iter().filter_map(|step| self.step(step)).collect()
    }

    fn step(&mut self, step: &Step) -> Option<StepPlan> {
        if let Some(span) = &step.cpu_us {
            let dist = dist(span);
            let mean_ns = dist.mean_ns();
            return Some(StepPlan::Cpu(dist, mean_ns));
        }
        if let Some(span) = &step.wait_us {
            return Some(StepPlan::Wait(
                dist(span),
                step.kind.unwrap_or(WaitKind::Sleep),
            ));
        }
        if let Some(span) = &step.net_us {
            return Some(StepPlan::Wait(dist(span), WaitKind::Net));
        }
        if let Some(span) = &step.async_us {
            return Some(StepPlan::Async(dist(span)));
        }
        if let Some(span) = &step.unreported_us {
            return Some(StepPlan::Unreported(dist(span)));
        }
        if let Some(name) = &step.lock {
            return Some(StepPlan::Lock(
                self.lock(name),
                step.kind.unwrap_or(WaitKind::RowLock),
            ));
        }
        if let Some(name) = &step.unlock {
            return Some(StepPlan::Unlock(self.lock(name)));
        }
        if let Some(l) = &step.row_lock {
            self.row_locks = self.lock("rows");
            return Some(StepPlan::RowLock(RowPlan {
                rows: l.rows,
                hot_rows: l.hot_rows,
                hot_share: l.hot_share,
                kind: l.kind.unwrap_or(WaitKind::RowLock),
            }));
        }
        if let Some(kb) = step.result_kb {
            return Some(StepPlan::Result(kb));
        }
        match (step.begin, step.commit, step.latch) {
            (Some(true), _, _) => Some(StepPlan::Begin),
            (_, Some(true), _) => Some(StepPlan::Commit),
            (_, _, Some(true)) => Some(StepPlan::Latch),
            _ => None,
        }
    }

    fn statement(&mut self, s: &Statement, numbering: Numbering, name: &str) -> StatementIndex {
        let steps = self.steps(&s.steps);
        let name = if s.name.is_empty() {
            name.to_owned()
        } else {
            s.name.clone()
        };
        let known = self.classes.iter().position(|class| *class == name);
        let class = known.unwrap_or(self.classes.len());
        if known.is_none() && class <= CLASSES_MAX {
            self.classes.push(name.clone());
        }
        let class = class as u32;
        self.statements.push(StatementPlan {
            name,
            class,
            numbering,
            steps,
            holds_locks: s.holds_locks,
        });
        StatementIndex(self.statements.len() as u32 - 1)
    }

    fn driver(
        &mut self,
        drive: Drive,
        conns: (ConnectionIndex, u32),
        statements: Vec<(StatementIndex, u32)>,
        in_order: bool,
    ) {
        let weight_sum = statements.iter().map(|s| s.1).sum();
        let driver = self.drivers.len() as u32;
        let (first, count) = conns;
        for n in 0..count {
            self.conns[first.after(n)].driver = driver;
        }
        self.drivers.push(Driver {
            drive,
            first,
            count,
            statements,
            weight_sum,
            in_order,
            patience: None,
            pause: None,
            returned_last: false,
        });
    }
}

/// Plans the run. Connections are ordered: those listed, then those of requests, loops and crowds.
pub(super) fn plan(s: &Scenario) -> Plan {
    let mut b = Builder::default();
    for connection in &s.connections {
        b.add_conn(connection.clone());
    }
    let scripts = s.requests.iter().map(|r| {
        let conn = b.conn(r.connection);
        let statement = Statement {
            name: r.name.clone(),
            weight: None,
            steps: r.steps.clone(),
            holds_locks: r.holds_locks,
        };
        let statement = b.statement(&statement, Numbering::None, "query");
        Script {
            conn,
            at_ns: r.at_us * NS_PER_US,
            statement,
        }
    });
    let scripts = scripts.collect();
    for l in &s.loops {
        let numbering = if l.count.is_some() {
            Numbering::Dot
        } else {
            Numbering::None
        };
        let conn = b.conn(l.connection);
        let statements: Vec<_> = l
            .statements
            .iter()
            .map(|s| (b.statement(s, numbering, "query"), 1))
            .collect();
        let drive = Drive::Closed {
            think: Dist::Constant {
                ns: l.think_us * NS_PER_US,
            },
            from_ns: l.at_us * NS_PER_US,
            first: First::AtOnce,
            count: Some(l.count.map_or(statements.len() as u64, u64::from)),
        };
        b.driver(drive, (conn, 1), statements, true);
    }
    let opened = opened(s, b.next_id());
    for (nth, crowd) in s.clients.iter().enumerate() {
        let first_id = crowd.first_connection.unwrap_or_else(|| b.next_id());
        let first = ConnectionIndex(b.conns.len() as u32);
        for i in 0..crowd.count {
            let id = first_id.after(u64::from(i) * crowd.step());
            let id = opened.get(nth).map_or(id, |ids| ids[i as usize]);
            let settings = Connection {
                id,
                new: crowd.new,
                port: crowd.port,
                in_transaction: crowd.in_transaction,
                bandwidth_kb_per_s: crowd.bandwidth_kb_per_s,
                ..Connection::default()
            };
            b.add_conn(settings);
        }
        let name = crowd.name.as_str();
        let statements = crowd
            .statements
            .iter()
            .map(|s| {
                (
                    b.statement(s, Numbering::Space, name),
                    s.weight.unwrap_or(1),
                )
            })
            .collect();
        b.driver(
            drive(&crowd.arrivals, crowd.count),
            (first, crowd.count),
            statements,
            crowd.in_order,
        );
        if let Some(driver) = b.drivers.last_mut() {
            driver.patience.clone_from(&crowd.patience);
            driver.pause = crowd.pause_us.as_ref().map(dist);
            driver.in_order |= driver.pause.is_some();
            driver.returned_last = crowd.reuse == Some(Reuse::ReturnedLast);
        }
    }
    let spares = b.spares(s);
    if b.classes.len() > CLASSES_MAX {
        b.classes.clear();
        b.statements.iter_mut().for_each(|s| s.class = NONE);
    }
    Plan {
        conns: Arc::new(b.conns),
        statements: b.statements,
        classes: b.classes,
        scripts,
        drivers: b.drivers,
        loops: s.loops.len() as u32,
        locks: b.locks,
        row_locks: b.row_locks,
        socket_buffer_kb: u64::from(s.machine.socket_buffer_kb.unwrap_or(0)),
        changes: s
            .changes
            .iter()
            .filter_map(|c| change(&s.server, c))
            .collect(),
        stalls: s.stalls.clone(),
        leaves: s.leaves.clone(),
        spares_from: spares.0,
        connections_most: spares.1,
        login_cpu_ns: s.start.login_cpu_us * NS_PER_US,
        lock_timeout_ns: s
            .server
            .number(LOCK_WAIT_TIMEOUT)
            .map(|seconds| seconds.saturating_mul(NS_PER_S)),
        seed: s.seed,
        until_ns: s.until_us * NS_PER_US,
    }
}

/// The IDs of each crowd's connections, unless they follow one another.
fn opened(s: &Scenario, first: ConnectionId) -> Vec<Vec<ConnectionId>> {
    let counts = s.clients.iter().map(|crowd| crowd.count);
    let crowds = 0..s.clients.len();
    let order: Vec<usize> = match s.opened {
        None | Some(Opened::OneAfterTheOther) => return Vec::new(),
        Some(Opened::InTurn) => {
            let rounds = 0..counts.clone().max().unwrap_or(0);
            let turns = rounds.flat_map(|round| crowds.clone().map(move |crowd| (round, crowd)));
            let has = |(round, crowd): &(u32, usize)| *round < s.clients[*crowd].count;
            turns.filter(has).map(|(_, crowd)| crowd).collect()
        }
        Some(Opened::Together) => {
            let of = |(crowd, count)| std::iter::repeat_n(crowd, count as usize);
            let mut order: Vec<usize> = crowds.zip(counts).flat_map(of).collect();
            let mut rng = Rng::stream(u64::from(s.seed), "opened", 0);
            for last in (1..order.len()).rev() {
                order.swap(last, rng.below(last as u32 + 1) as usize);
            }
            order
        }
    };
    let mut ids = vec![Vec::new(); s.clients.len()];
    for (nth, crowd) in order.into_iter().enumerate() {
        ids[crowd].push(first.after(nth as u64));
    }
    ids
}

impl Builder {
    // Connections that clients with patience may open, and the limit of all connections.
    fn spares(&mut self, s: &Scenario) -> (u32, u64) {
        let from = self.conns.len() as u32;
        if s.clients.iter().all(|crowd| crowd.patience.is_none()) {
            return (from, u64::MAX);
        }
        let given = s.server.number(MAX_CONNECTIONS);
        let changes = s
            .changes
            .iter()
            .filter(|c| c.variable == MAX_CONNECTIONS.field());
        let later = changes.filter_map(|c| c.value.as_u64()).max().unwrap_or(0);
        let most = given.unwrap_or(MAX_CONNECTIONS_DEFAULT);
        for _ in u64::from(from)..most.max(later).min(CONNECTIONS_MAX) {
            let id = self.next_id();
            let new = true;
            self.add_conn(Connection {
                id,
                new,
                ..Connection::default()
            });
        }
        (from, most)
    }
}

fn change(server: &Server, c: &Change) -> Option<ChangePlan> {
    let row = variable(server.scheduler, server.version(), &c.variable)?;
    Some(ChangePlan {
        at_us: c.at_us,
        variable: c.variable.clone(),
        value: c.value.to_string(),
        var: Var::named(row.field)?,
        code: row.code(&c.value)?,
    })
}

fn drive(arrivals: &Arrivals, clients: u32) -> Drive {
    let ns = |us: &u64| us * NS_PER_US;
    match arrivals {
        Arrivals::Batch(Batch { at_us }) => Drive::Once {
            at_ns: ns(at_us),
            gap_ns: 0,
        },
        Arrivals::Spread(Spread { at_us, gap_us }) => Drive::Once {
            at_ns: ns(at_us),
            gap_ns: ns(gap_us),
        },
        Arrivals::Open(Open {
            between,
            from_us,
            count,
        }) => Drive::Stream {
            between: dist(between),
            from_ns: ns(from_us),
            at_once: false,
            size: 1,
            count: *count,
        },
        Arrivals::Closed(Closed {
            think,
            from_us,
            ask_first,
            apart,
            count,
        }) => Drive::Closed {
            think: dist(think),
            from_ns: ns(from_us),
            first: match (ask_first, apart) {
                (true, _) => First::AtOnce,
                (false, false) => First::AfterAPause,
                (false, true) => First::Apart,
            },
            count: *count,
        },
        Arrivals::Bursts(Bursts {
            every,
            from_us,
            size,
            count,
        }) => Drive::Stream {
            between: dist(every),
            from_ns: ns(from_us),
            at_once: true,
            size: size.unwrap_or(clients),
            count: *count,
        },
    }
}

/// Name of a request: its statement's, with a number if the statement is repeated and its name is none.
pub(super) fn name(plan: &Plan, statement: StatementIndex, index: Option<u64>) -> String {
    let s = plan.statement(statement);
    match (s.numbering, index) {
        (Numbering::Dot, Some(i)) => format!("{}.{i}", s.name),
        (Numbering::Space, Some(i)) if s.name.is_empty() => i.to_string(),
        // Order 42 is 42 in each of its attempts.
        (Numbering::Space, Some(_)) if s.name.bytes().all(|b| b.is_ascii_digit()) => s.name.clone(),
        (Numbering::Space, Some(i)) => format!("{} {i}", s.name),
        _ => s.name.clone(),
    }
}
