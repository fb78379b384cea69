//! What a finished run reports: lives, log and figures.

mod by_reason;
mod lives;
mod metrics;
mod room;

use crate::event::{Event, EventKind};
use crate::frame::{Timings, Turns, turn_kind};
use crate::ids::{StatementIndex, TimeNs};
use crate::life::Life;
use crate::record::Record;

use lives::Assembler;
pub use metrics::{LatencySummary, Metrics, Series, StatementFigures};
pub(crate) use metrics::{UnderWay, metrics};
use room::Room;

/// The first lives and log entries that fit into `room_bytes` when printed. Each may use half, and what the
/// other leaves.
pub(crate) fn print<'a>(
    of: &'a Record,
    names: &dyn Fn(StatementIndex, Option<u64>) -> String,
    end_ns: TimeNs,
    room_bytes: usize,
) -> (Vec<Life>, &'a [Event]) {
    let mut reasons = Room::new(room_bytes);
    reasons.take(&of.lives.reasons);
    let whole = room_bytes - reasons.used;
    let mut log = Room::new(whole);
    let mut events = log.first(&of.events);
    let mut lives = Room::new(whole - log.used.min(whole / 2));
    let told = Assembler(&of.lives).all(names, end_ns, &mut lives);
    if log.used > whole - lives.used {
        events = Room::new(whole - lives.used).first(&of.events);
    }
    (told, events)
}

/// How many lives and log entries are missing if only this many are printed.
pub(crate) fn missing(of: &Record, lives: usize, events: usize) -> (u32, u32) {
    let (kept, logged) = (of.lives.entries.len() - lives, of.events.len() - events);
    (
        of.lives.lost + kept as u32,
        of.events_lost.count + logged as u32,
    )
}

/// The times of the requests and log entries that were kept.
pub(crate) fn timings(of: &Record) -> Timings {
    let mut turns = Turns::default();
    for event in &of.events {
        let (kind, thread) = if let EventKind::ThreadCreated { thread, .. } = event.kind {
            (turn_kind::CREATED, thread)
        } else if let EventKind::ThreadListens { thread, .. } = event.kind {
            (turn_kind::LISTENS, thread)
        } else if let EventKind::ThreadExited { thread, .. } = event.kind {
            (turn_kind::EXITED, thread)
        } else {
            continue;
        };
        turns.kind.push(kind);
        turns.at_ns.push(event.at_ns as f64);
        turns.thread.push(thread.0);
    }
    Timings {
        threads_peak: of.meter.groups.iter().map(|g| g.threads_peak).collect(),
        requests: Assembler(&of.lives).requests(),
        turns,
    }
}
