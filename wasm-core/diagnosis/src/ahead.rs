//! Tries remedies: the engine continues from the captured state, once for each of [`FUTURES`].
//!
//! A future draws what a capture does not show; a remedy and doing nothing share the draws:
//! * the phase of the stall timer: spread evenly over `thread_pool_stall_limit`;
//! * the remaining time of whatever runs or waits on a thread: up to ten times its age, and at least up to
//!   [`LEFT_LEAST_US`];
//! * the queued and unread statements: 0.1 to 1 ms each. If waiters for a lock hold all threads, the queued
//!   ones need it as well, the unread ones in every other future;
//! * which clients have sent a request, of those that may have: all in every fourth future, else each by the
//!   toss of a coin, in any order;
//! * for a statement that took the listener, how much of its age had passed, because such statements recur.
//!
//! A holder of the lock that sleeps where nobody listens is assumed to have sent its COMMIT. Statements that
//! wait for the lock are transactions of their own. Processors are not short, a rollback takes no time, no
//! other requests arrive. Situations without a state in the model are not run: a lock without a single known
//! holder, and waits other than for a row, for time or for a processor (metadata locks have kinds and an
//! order; the model has no disks, clients or replicas to wait for).

use std::collections::BTreeMap;

use poolscope_engine::rng::Rng;
use poolscope_engine::scenario::{
    Change, Kill, Micros, RowLock, Scenario, SchedulerName, Server, Span, StartConnection,
    StartGroup, StartQueued, StartRequest, StartState, StartThread, Step, ThreadDoes, Var,
};
use poolscope_engine::sim::{Detail, Sim};
use poolscope_scenario::ids::{ConnectionId, GroupId};

use crate::capture::Capture;
use crate::judge::remedies::Effects;
use crate::judge::{Basis, Case, Cause, Diagnosis, Remedy, Sentence, case, sort, weigh};
use crate::order;
use crate::state::{Conn, ConnPlace, GroupSeen, SECOND_US, variable};
use crate::states::Wait;

/// Futures that each remedy is tried in.
pub const FUTURES: u32 = 40;
/// A later answer counts as none, as in the measured incidents.
const HORIZON_US: u64 = 12 * SECOND_US;
/// Most events of one future, far more than the horizon needs.
const STEPS: u32 = 200_000;
/// Running work may take at least this much longer.
const LEFT_LEAST_US: u64 = 30 * SECOND_US;
/// Ages above this make no difference.
const AGE_MOST_US: u64 = 24 * 3_600 * SECOND_US;
/// Time that the model leaves out of an answer: rollbacks, context switches, processors shared with a
/// statement that computes. The measured answers were up to this much later than the timer alone explains.
const OVERHEAD_US: u64 = 10_000;
/// Captures with more groups, or relevant connections, are not run: hundreds of runs would take too long.
const GROUPS_MOST: u32 = 512;
const CONNECTIONS_MOST: usize = 2_000;
/// The same limit for the threads of one group.
const THREADS_MOST: u32 = 2_000;
/// Variables whose SET GLOBAL the model can follow at run time.
const FOLLOWED: [&str; 4] = [
    "thread_pool_max_threads",
    "thread_pool_oversubscribe",
    "thread_pool_size",
    "thread_pool_stall_limit",
];
/// Variables of the capture that the model has, with their names in scenarios.
const VARIABLES: [(&str, &str); 9] = [
    ("thread_pool_size", "thread_pool_size"),
    ("thread_pool_max_threads", "thread_pool_max_threads"),
    ("thread_pool_oversubscribe", "thread_pool_oversubscribe"),
    ("thread_pool_stall_limit", "thread_pool_stall_limit_ms"),
    (
        "thread_pool_prio_kickup_timer",
        "thread_pool_prio_kickup_timer_ms",
    ),
    ("thread_pool_idle_timeout", "thread_pool_idle_timeout_s"),
    (
        "thread_pool_dedicated_listener",
        "thread_pool_dedicated_listener",
    ),
    ("thread_pool_priority", "thread_pool_priority"),
    ("innodb_lock_wait_timeout", "innodb_lock_wait_timeout_s"),
];
/// The row, and the lock, that the statements queue for.
const ROW: u32 = 0;
const LOCK: &str = "pile";
/// The name of requests whose answers count.
const STUCK: &str = "stuck";

/// When each waiting connection was answered, after the remedy.
type Answers = BTreeMap<u64, Option<u64>>;

/// Runs every remedy that can be run, and sorts the remedies again.
pub fn ahead(capture: &Capture, diagnosis: &mut Diagnosis) {
    let Some(ahead) = Ahead::new(capture) else {
        return;
    };
    for remedy in &mut diagnosis.remedies {
        ahead.run(remedy);
    }
    sort(&mut diagnosis.remedies);
}

/// Runs the remedy of [`crate::judge::judge`] at this index, if it can be run.
pub fn try_remedy(capture: &Capture, index: usize) -> Option<Remedy> {
    let remedies = crate::judge::judge(capture).remedies;
    let mut remedy = remedies.into_iter().nth(index)?;
    if let Some(ahead) = Ahead::new(capture) {
        ahead.run(&mut remedy);
    }
    Some(remedy)
}

/// Judges a reader's action, by rule or by running it if possible. `None` if no trouble was found.
pub fn try_action(capture: &Capture, action: &str) -> Option<Remedy> {
    let mut remedy = weigh(capture, action)?;
    if let Some(ahead) = Ahead::new(capture) {
        ahead.run(&mut remedy);
    }
    Some(remedy)
}

struct Ahead<'a> {
    capture: &'a Capture,
    case: Case,
    base: Scenario,
    at_us: u64,
    /// What happens to the stuck connections if nothing is done, by future.
    control: Vec<Answers>,
}

impl<'a> Ahead<'a> {
    fn new(capture: &'a Capture) -> Option<Self> {
        let case = case(capture)?;
        if !matches!(
            case.trouble.cause,
            Cause::DeafGroupThreadCap
                | Cause::FullGroupThreadCap
                | Cause::LockPileUpHoldsAllThreads
                | Cause::CpuStatementTookTheListener
        ) {
            return None;
        }
        // The engine must model the lock and the order in which it is granted.
        let seen = case.state.looks.get(case.look)?;
        if !seen
            .conns
            .values()
            .filter_map(|conn| conn.wait)
            .all(modelled)
        {
            return None;
        }
        // Without these, a run would use defaults that the server may not have.
        let given = |name: &&str| variable(capture, name).is_some();
        if !FOLLOWED.iter().all(given) {
            return None;
        }
        let ages = seen.conns.values().filter_map(|conn| conn.age_us);
        let queued = seen.groups.values().filter_map(|group| group.oldest_us);
        let oldest = ages.chain(queued).max().unwrap_or(0).min(AGE_MOST_US);
        let at_us = (oldest + SECOND_US).saturating_add(case.state.vars.stall_us());
        let base = base(capture, &case, at_us)?;
        let piled = case.trouble.cause == Cause::LockPileUpHoldsAllThreads;
        let mut ahead = Ahead {
            capture,
            case,
            base,
            at_us,
            control: Vec::new(),
        };
        // Without a known holder, nobody knows what ends a lock.
        if piled && ahead.lock().is_none() {
            return None;
        }
        let futures: Option<Vec<Answers>> = (0..FUTURES)
            .map(|future| ahead.future(future, &Effects::default()))
            .collect();
        ahead.control = futures?;
        ahead
            .control
            .iter()
            .all(|asked| !asked.is_empty())
            .then_some(ahead)
    }

    fn run(&self, remedy: &mut Remedy) {
        let effects = Effects::read(&remedy.action);
        let followed = effects
            .sets
            .iter()
            .all(|(name, value)| FOLLOWED.contains(&name.as_str()) && value.parse::<u64>().is_ok());
        // An incomplete action is not an action.
        let statements = remedy.action.split(';').filter(|s| !s.trim().is_empty());
        let read = effects.sets.len() + effects.kills.len() + effects.queries.len();
        let nothing = remedy.action.trim().eq_ignore_ascii_case("nothing");
        if !followed || !(nothing || statements.count() == read) {
            return;
        }
        let runs: Option<Vec<Answers>> = (0..FUTURES)
            .map(|future| match self.control.get(future as usize) {
                Some(control) if nothing => Some(control.clone()),
                _ => self.future(future, &effects),
            })
            .collect();
        let Some(runs) = runs else { return };
        // A connection that is cut off gets no answer, and is not helped.
        let last = |answers: &Answers| -> Option<u64> {
            let spared = answers.iter().filter(|(id, _)| !effects.kills.contains(id));
            let all: Option<Vec<u64>> = spared.map(|(_, after)| *after).collect();
            all?.into_iter().max()
        };
        let answered: Vec<u64> = runs.iter().filter_map(last).collect();
        let sooner = runs.iter().zip(&self.control).filter(|(run, control)| {
            let (run, control) = (last(run), last(control).unwrap_or(u64::MAX));
            run.is_some_and(|run| run < control / 2)
        });
        let sooner = sooner.count();
        let futures = runs.len();
        let helps = if answered.len() == futures && sooner * 4 >= futures * 3 {
            Some(true)
        } else if sooner * 4 <= futures {
            Some(false)
        } else {
            None
        };
        if helps != remedy.helps {
            let key = match helps {
                Some(true) => "diagnose_remedy_helps",
                Some(false) => "diagnose_remedy_no_other",
                None => "diagnose_remedy_open",
            };
            remedy.says = Sentence {
                key,
                params: Vec::new(),
            };
            let keeps = effects.sets.iter().filter(|_| helps != Some(false));
            remedy.configuration = keeps
                .map(|(name, value)| [name, " = ", value].concat())
                .collect();
        }
        remedy.helps = helps;
        remedy.rests = helps.map(|_| Basis::RunAhead);
        remedy.assumes = Some(self.assumes());
        remedy.futures = FUTURES;
        remedy.answered = u32::try_from(answered.len()).unwrap_or(FUTURES);
        let ms = |us: u64| us as f64 / 1_000.0;
        remedy.answer_ms = match (answered.iter().min(), answered.iter().max()) {
            // In some futures it worked by chance, so the times say nothing about the remedy.
            _ if helps == Some(false) && answered.len() < futures => None,
            (Some(least), Some(most)) => Some([ms(*least), ms(most + OVERHEAD_US)]),
            _ => None,
        };
    }

    fn assumes(&self) -> Sentence {
        match self.lock() {
            Some((holder, _)) => Sentence {
                key: "diagnose_assumes_commit",
                params: vec![("holder", holder.to_string())],
            },
            None => Sentence {
                key: "diagnose_assumes_short",
                params: Vec::new(),
            },
        }
    }

    // None: the model has no such state or action, or the run does not end.
    fn future(&self, future: u32, effects: &Effects) -> Option<Answers> {
        let mut scenario = self.base.clone();
        scenario.seed = future + 1;
        let state = self.state(future)?;
        let asks = |conn: &&StartConnection| {
            let mut all = conn.request.iter().chain(&conn.behind);
            all.any(|request| request.name == STUCK)
        };
        let asked = state.connections.iter().filter(asks);
        let mut answers: Answers = asked.map(|conn| (conn.id.0, None)).collect();
        scenario.start.state = Some(Box::new(state));
        let then_us = self.at_us + 1;
        for (name, value) in &effects.sets {
            scenario.changes.push(Change {
                at_us: then_us,
                variable: match name.as_str() {
                    "thread_pool_stall_limit" => "thread_pool_stall_limit_ms".to_owned(),
                    _ => name.clone(),
                },
                value: value.parse::<u64>().ok()?.into(),
            });
        }
        let kills = effects.kills.iter().map(|id| (*id, false));
        for (connection, query) in kills.chain(effects.queries.iter().map(|id| (*id, true))) {
            scenario.kills.push(Kill {
                at_us: then_us,
                connection: ConnectionId(connection),
                query,
            });
        }
        scenario.validate().ok()?;
        let mut sim = Sim::new(&scenario, Detail::Full);
        if !sim.run(scenario.until_us * 1_000, STEPS) {
            return None;
        }
        for life in sim.outcome(&scenario)?.lives {
            let after_ns = life.end_ns.map(|end| end.saturating_sub(then_us * 1_000));
            if let Some(after) = answers.get_mut(&life.connection.0)
                && life.name == STUCK
                && !life.failed
            {
                *after = after_ns.map(|ns| ns / 1_000);
            }
        }
        Some(answers)
    }

    fn state(&self, future: u32) -> Option<StartState> {
        let Case {
            state,
            look,
            trouble,
        } = &self.case;
        let seen = state.looks.get(*look)?;
        let size = state.vars.size.filter(|size| *size <= GROUPS_MOST)?;
        let stall_us = state.vars.stall_us();
        // After the remedy, which comes a microsecond after the state.
        let phase_us = (stall_us * u64::from(future) / u64::from(FUTURES - 1)).max(2);
        let mut draw = Rng::stream(u64::from(future), "ahead", 0);
        let newest = seen.conns.keys().next_back().copied().unwrap_or(0);
        if newest > u64::from(u32::MAX) {
            return None;
        }
        let mut building = Building {
            ahead: self,
            future,
            connections: BTreeMap::new(),
            lock: self.lock(),
            // An event polled since the timer's last round keeps the next round from acting.
            since_tick_us: stall_us.checked_sub(phase_us)?,
            passed: draw.unit_f64(),
            draw,
            login: newest + 1,
        };
        // Idle connections of other groups don't matter.
        let matters = |conn: &&Conn| match conn.group {
            Some(group) if conn.place == ConnPlace::Asleep => {
                trouble.groups.contains(&group) || trouble.blocking_connections.contains(&conn.id)
            }
            group => group.is_some(),
        };
        for conn in seen.conns.values().filter(matters) {
            building.connections.insert(
                conn.id,
                StartConnection {
                    id: ConnectionId(conn.id),
                    killed: conn.place == ConnPlace::Killed,
                    ..StartConnection::default()
                },
            );
        }
        if let Some((holder, row)) = building.lock
            && let Some(conn) = building.connections.get_mut(&holder)
        {
            hold(conn, row);
        }
        if building.connections.len() > CONNECTIONS_MOST {
            return None;
        }
        let mut groups = Vec::new();
        for id in 0..size {
            groups.push(match seen.groups.get(&id) {
                Some(group) => building.group(id, group, trouble.groups.contains(&id))?,
                None => StartGroup {
                    group_id: id,
                    ..StartGroup::default()
                },
            });
        }
        Some(StartState {
            at_us: Micros::whole(self.at_us),
            next_tick_us: Some(Micros::whole(self.at_us + phase_us)),
            last_tick_us: Some(Micros::whole(self.at_us + phase_us - stall_us)),
            groups,
            connections: building.connections.into_values().collect(),
            ..StartState::default()
        })
    }

    // The holder of the one lock that all wait for, and whether it is a row's.
    fn lock(&self) -> Option<(u64, bool)> {
        let trouble = &self.case.trouble;
        let seen = self.case.state.looks.get(self.case.look)?;
        let [holder] = trouble.blocking_connections.as_slice() else {
            return None;
        };
        if trouble.cause != Cause::LockPileUpHoldsAllThreads {
            return None;
        }
        let of = |kind: Wait| seen.conns.values().filter(move |c| c.lock == Some(kind));
        let row = of(Wait::Row).next().is_some();
        seen.conns.get(holder)?.group.map(|_| (*holder, row))
    }
}

struct Building<'a> {
    ahead: &'a Ahead<'a>,
    future: u32,
    connections: BTreeMap<u64, StartConnection>,
    lock: Option<(u64, bool)>,
    since_tick_us: u64,
    /// How much of the age of a computing statement had passed, 0 to 1.
    passed: f64,
    draw: Rng,
    /// An ID that no connection has.
    login: u64,
}

impl Building<'_> {
    fn group(&mut self, id: u32, seen: &GroupSeen, troubled: bool) -> Option<StartGroup> {
        let Case { state, look, .. } = &self.ahead.case;
        let look_seen = state.looks.get(*look)?;
        let row = seen.row.as_ref()?;
        let mut group = StartGroup {
            group_id: id,
            is_stalled: row.is_stalled,
            ..StartGroup::default()
        };
        if row.threads > THREADS_MOST {
            return None;
        }
        let standby = row.standby_threads.min(row.threads);
        let rest = standby + u32::from(row.has_listener);
        let at_work = row.threads.saturating_sub(rest) as usize;
        // Tables are read one after the other: if they disagree, there is no state.
        if troubled && seen.on_threads.len() != at_work {
            return None;
        }
        let mut on: Vec<&Conn> = seen
            .on_threads
            .iter()
            .filter_map(|id| look_seen.conns.get(id))
            .take(at_work)
            .collect();
        // Certain waiters come first, then as many more as THREADS counts.
        let idle = |conn: &Conn| !(conn.lock.is_some() || conn.sleeps_by_wish());
        order::sort(&mut on, |a, b| idle(a).cmp(&idle(b)));
        let took = on.iter().filter_map(|conn| conn.age_us).min();
        for (place, conn) in on.iter().enumerate() {
            let waits = place < seen.waiting as usize;
            group.threads.push(self.thread(conn, waits));
        }
        let idle = standby as usize + at_work.saturating_sub(on.len());
        group
            .threads
            .extend((0..idle).map(|_| StartThread::default()));
        if row.has_listener {
            group.threads.push(StartThread {
                does: ThreadDoes::Listener,
                ..StartThread::default()
            });
        }
        if self.ahead.case.trouble.cause == Cause::CpuStatementTookTheListener && troubled {
            let passed_us = (took.unwrap_or(0) as f64 * self.passed) as u64;
            group.io_event_count = u32::from(passed_us < self.since_tick_us);
        }
        self.queues(&mut group, row.queue_length, troubled)?;
        if troubled {
            self.unread(&mut group, seen);
        }
        Some(group)
    }

    fn thread(&mut self, conn: &Conn, waits: bool) -> StartThread {
        let at_us = self.ahead.at_us;
        let age_us = conn.age_us.unwrap_or(0).min(AGE_MOST_US);
        let mut thread = StartThread {
            connection: Some(ConnectionId(conn.id)),
            since_us: Some(Micros::whole(at_us - age_us)),
            ..StartThread::default()
        };
        let most = (age_us * 10).max(LEFT_LEAST_US);
        let left = Span::Us(Micros::whole(self.draw.up_to_u64(most)));
        let holds = self.lock.is_some_and(|(holder, _)| holder == conn.id);
        let mut steps = Vec::new();
        match self.lock {
            Some((_, true)) if conn.lock == Some(Wait::Row) && !holds => {
                thread.does = ThreadDoes::RowLock;
                thread.row = Some(ROW);
            }
            Some((_, false)) if conn.lock.is_some() && !holds => {
                thread.does = ThreadDoes::Lock;
                thread.lock = Some(LOCK.to_owned());
                steps.push(unlock());
            }
            _ => {
                thread.does = match waits {
                    true => ThreadDoes::Wait,
                    false => ThreadDoes::Cpu,
                };
                thread.left_us = Some(left);
            }
        }
        let waits_for_lock = matches!(thread.does, ThreadDoes::RowLock | ThreadDoes::Wait);
        let timeout_us = self.ahead.base_timeout_us();
        if waits_for_lock && age_us >= timeout_us {
            // Its session has another, unknown limit.
            thread.until_us = Some(Micros::whole(at_us + AGE_MOST_US));
        }
        if holds {
            steps.extend(self.release());
        }
        self.ask(conn.id, steps, "", age_us);
        thread
    }

    // What ends the lock.
    fn release(&self) -> Option<Step> {
        let (_, row) = self.lock?;
        Some(match row {
            true => Step {
                commit: Some(true),
                ..Step::default()
            },
            false => unlock(),
        })
    }

    fn ask(&mut self, id: u64, steps: Vec<Step>, name: &str, age_us: u64) {
        let Some(conn) = self.connections.get_mut(&id) else {
            return;
        };
        let sent_us = Some(Micros::whole(self.ahead.at_us - age_us));
        let request = StartRequest {
            name: name.to_owned(),
            sent_us,
            steps,
            ..StartRequest::default()
        };
        // It sends its request after the greeting.
        if conn.login {
            conn.behind.push(request);
        } else if !conn.killed {
            conn.request = Some(request);
        }
    }

    // A short statement; for the lock's holder, the end of its transaction.
    fn short(&mut self, id: u64, wants_lock: bool) -> Vec<Step> {
        let cpu = Step {
            cpu_us: Some(Span::Us(Micros::whole(100 + self.draw.up_to_u64(900)))),
            ..Step::default()
        };
        match self.lock {
            Some((holder, _)) if holder == id => {
                let mut steps = vec![cpu];
                steps.extend(self.release());
                steps
            }
            Some((_, true)) if wants_lock => {
                let row = Step {
                    row_lock: Some(RowLock {
                        rows: 1,
                        hot_rows: 0,
                        hot_share: 0.0,
                        kind: None,
                    }),
                    ..Step::default()
                };
                vec![row, cpu]
            }
            Some((_, false)) if wants_lock => {
                let lock = Step {
                    lock: Some(LOCK.to_owned()),
                    ..Step::default()
                };
                vec![lock, cpu, unlock()]
            }
            _ => vec![cpu],
        }
    }

    fn queues(&mut self, group: &mut StartGroup, length: u32, troubled: bool) -> Option<()> {
        let ahead = self.ahead;
        let look = ahead.capture.looks.get(ahead.case.look)?;
        let rows = look.queues.as_deref().unwrap_or_default();
        let mut rows: Vec<_> = rows
            .iter()
            .filter(|row| row.group_id == group.group_id)
            .collect();
        if troubled && rows.len() != length as usize {
            return None;
        }
        order::sort(&mut rows, |a, b| {
            (a.priority, a.position).cmp(&(b.priority, b.position))
        });
        let size = ahead.case.state.vars.size?;
        for row in rows {
            let age_us = row.queueing_time_us.min(AGE_MOST_US);
            let id = match row.connection_id.filter(|_| !row.login) {
                Some(id) => id,
                None => {
                    let new = ConnectionId(self.login).next_of(GroupId(group.group_id), size);
                    self.login = new.after(1).0;
                    let login = StartConnection {
                        id: new,
                        login: true,
                        ..StartConnection::default()
                    };
                    self.connections.insert(new.0, login);
                    new.0
                }
            };
            // A login is answered by the greeting.
            let steps = match row.login || row.connection_id.is_none() {
                true => Vec::new(),
                false => self.short(id, true),
            };
            self.ask(id, steps, if troubled { STUCK } else { "" }, age_us);
            let entry = StartQueued {
                connection: Some(ConnectionId(id)),
                since_us: Some(Micros::whole(ahead.at_us - age_us)),
                stamp_us: None,
            };
            match row.priority {
                0 => group.high.push(entry),
                _ => group.low.push(entry),
            }
        }
        Some(())
    }

    fn unread(&mut self, group: &mut StartGroup, seen: &GroupSeen) {
        let stuck = &self.ahead.case.trouble.stuck_connections;
        let mut ids: Vec<u64> = seen
            .asleep
            .iter()
            .filter(|id| {
                let killed = self.connections.get(id).is_some_and(|conn| conn.killed);
                let holds = self.lock.is_some_and(|(holder, _)| holder == **id);
                killed || holds || stuck.contains(id)
            })
            .copied()
            .collect();
        for place in (1..ids.len()).rev() {
            ids.swap(place, self.draw.up_to_u64(place as u64) as usize);
        }
        if !self.future.is_multiple_of(4) {
            let sure = &self.ahead.case.trouble.surely_stuck;
            let holder = self.lock.map(|(holder, _)| holder);
            let somebody = ids.first().copied();
            ids.retain(|id| {
                let asked = self.draw.up_to_u64(1) == 1;
                asked || sure.contains(id) || holder == Some(*id) || somebody == Some(*id)
            });
        }
        for id in ids {
            let steps = self.short(id, self.future % 2 == 1);
            self.ask(id, steps, STUCK, 0);
            group.unpolled.push(StartQueued {
                connection: Some(ConnectionId(id)),
                ..StartQueued::default()
            });
        }
    }
}

impl Ahead<'_> {
    fn base_timeout_us(&self) -> u64 {
        let given = variable(self.capture, "innodb_lock_wait_timeout");
        given
            .and_then(|(text, _)| text.parse::<u64>().ok())
            .unwrap_or(50)
            .saturating_mul(SECOND_US)
    }
}

fn modelled(wait: Wait) -> bool {
    match wait {
        Wait::Row | Wait::Sleep | Wait::Disk | Wait::Compute | Wait::Replica => true,
        Wait::Table | Wait::User | Wait::Metadata | Wait::Global => false,
        Wait::Space | Wait::Client | Wait::Ack | Wait::Commit | Wait::Dump => false,
        Wait::Open | Wait::Engine | Wait::Cache => false,
    }
}

fn unlock() -> Step {
    Step {
        unlock: Some(LOCK.to_owned()),
        ..Step::default()
    }
}

fn hold(conn: &mut StartConnection, row: bool) {
    if row {
        conn.in_transaction = Some(true);
        conn.rows = vec![ROW];
    } else {
        conn.holds_locks = Some(true);
        conn.locks = vec![LOCK.to_owned()];
    }
}

// The server as captured, with defaults for the rest, and a state that every future replaces. None if the
// model does not accept such values.
fn base(capture: &Capture, case: &Case, at_us: u64) -> Option<Scenario> {
    let old = case
        .state
        .vars
        .version
        .is_some_and(|version| version < (10, 5));
    let size = case.state.vars.size.map(|size| size.to_string());
    let set = VARIABLES.iter().filter_map(|(name, field)| {
        let given = variable(capture, name).map(|(text, _)| text.to_ascii_lowercase());
        let given = given.or_else(|| size.clone().filter(|_| *name == "thread_pool_size"));
        let value = match given?.as_str() {
            "on" => true.into(),
            "off" => false.into(),
            word @ ("auto" | "high" | "low") => word.into(),
            number => number.parse::<u64>().ok()?.into(),
        };
        Some((Var::named(field)?, value))
    });
    let server = Server {
        scheduler: SchedulerName::Mariadb,
        version: Some(if old { "10.4" } else { "10.11" }.to_owned()),
        set: set.collect(),
    };
    let mut base = Scenario::new(server, at_us.saturating_add(HORIZON_US + 1));
    base.start.state = Some(Box::new(StartState {
        at_us: Micros::whole(at_us),
        ..StartState::default()
    }));
    base.validate().ok()?;
    Some(base)
}
