//! Instruments of the server model beside the pool's own: connected and running threads, the latch as a
//! mutex of performance_schema, open transactions, and the run queue as in vmstat. Source: server model
//! (RULES.md), section 12.8.

use crate::ids::{NS_PER_S, ThreadId, TimeNs};
use crate::instruments::{Cell, Table};
use crate::kernel::{Activity, ConnectionStatus, Kernel, ThreadState};
use crate::reason::WaitKind;

/// The model has one latch in place of all of InnoDB's mutexes.
const MUTEXES: &str = "wait/synch/mutex/innodb/%";
/// performance_schema counts time in picoseconds.
const PS_PER_NS: u64 = 1_000;

fn text(name: &str) -> Cell {
    Cell::Text(name.to_owned())
}

fn ps(ns: TimeNs) -> Cell {
    Cell::Number(ns.saturating_mul(PS_PER_NS))
}

/// The tables of a server whose statements need the latch.
pub(super) fn latch_tables(k: &Kernel, now_ns: TimeNs) -> [Table; 5] {
    [
        threads(k),
        summary(k),
        current(k, now_ns),
        holder(k),
        transactions(k),
    ]
}

fn threads(k: &Kernel) -> Table {
    let runs = |c: &&crate::kernel::Connection| c.status == ConnectionStatus::Executing && !c.login;
    let running = k.conns.iter().filter(runs).count() as u64;
    let mut table = Table::new(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected', 'Threads_running')",
        &["Variable_name", "Value"],
    );
    for (name, value) in [
        ("Threads_connected", k.load.connections.into()),
        ("Threads_running", running),
    ] {
        table.rows.push(vec![text(name), Cell::Number(value)]);
    }
    table
}

// Each acquisition is an event, with or without a wait.
fn summary(k: &Kernel) -> Table {
    let mut table = Table::new(
        "performance_schema.events_waits_summary_global_by_event_name",
        &[
            "EVENT_NAME",
            "COUNT_STAR",
            "SUM_TIMER_WAIT",
            "AVG_TIMER_WAIT",
            "MAX_TIMER_WAIT",
        ],
    );
    let taken = k.latch.taken;
    table.rows.push(vec![
        text(MUTEXES),
        Cell::Number(taken.visits),
        ps(taken.waited_ns),
        ps(taken.waited_ns / taken.visits.max(1)),
        ps(taken.longest_ns),
    ]);
    table
}

fn current(k: &Kernel, now_ns: TimeNs) -> Table {
    let mut table = Table::new(
        "SELECT EVENT_NAME, COUNT(*), MAX(TIMER_WAIT) FROM performance_schema.events_waits_current \
         WHERE END_EVENT_ID IS NULL GROUP BY EVENT_NAME",
        &["EVENT_NAME", "COUNT(*)", "MAX(TIMER_WAIT)"],
    );
    // First come, first served: the next one to get it has waited longest.
    if let Some(first) = k.latch.waiters.front() {
        let since_ns = k.threads[*first].step_start_ns;
        table.rows.push(vec![
            text(MUTEXES),
            Cell::Number(k.latch.waiters.len() as u64),
            ps(now_ns.saturating_sub(since_ns)),
        ]);
    }
    table
}

fn holder(k: &Kernel) -> Table {
    let mut table = Table::new(
        "performance_schema.mutex_instances",
        &["NAME", "LOCKED_BY_THREAD_ID"],
    );
    let holder = match k.latch.holder {
        ThreadId::NONE => Cell::Null,
        ThreadId(thread) => Cell::Number(thread.into()),
    };
    table.rows.push(vec![text(MUTEXES), holder]);
    table
}

fn transactions(k: &Kernel) -> Table {
    let mut table = Table::new(
        "SELECT COUNT(*) FROM information_schema.INNODB_TRX",
        &["COUNT(*)"],
    );
    table.push(&[k.load.open_transactions(k.cores.count).into()]);
    table
}

/// r and b at this moment; cs per second since the start, as in vmstat's first line. NULL if threads share
/// the cores without a run queue: then nothing is switched.
pub(super) fn vmstat(k: &Kernel, now_ns: TimeNs) -> Table {
    let mut table = Table::new("vmstat", &["r", "b", "cs"]);
    let waits_for_disk = |t: &&crate::kernel::Thread| {
        t.state == ThreadState::Executing && t.activity == Activity::Wait(WaitKind::Diskio)
    };
    let blocked = k.threads.iter().filter(waits_for_disk).count() as u64;
    let cs = k.run_queue.as_ref().map_or(Cell::Null, |line| {
        let a_second = u128::from(line.switches) * u128::from(NS_PER_S);
        let mean = a_second / u128::from(now_ns.max(1));
        Cell::Number(u64::try_from(mean).unwrap_or(u64::MAX))
    });
    let runnable = u64::from(k.cores.busy) + k.runnable().count() as u64;
    table
        .rows
        .push(vec![Cell::Number(runnable), Cell::Number(blocked), cs]);
    table
}
