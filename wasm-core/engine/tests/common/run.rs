//! Reads the results of a run.

use poolscope_engine::event::{Event, EventKind};
use poolscope_engine::ids::GroupId;
use poolscope_engine::life::Life;
use poolscope_engine::reason::{RefuseReason, Trigger};
use poolscope_engine::sim::Outcome;

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Run(pub Outcome);

fn us(ns: u64) -> u64 {
    assert_eq!(ns % 1_000, 0, "{ns} ns is no whole microsecond");
    ns / 1_000
}

impl Run {
    /// The request of this name.
    pub fn life(&self, name: &str) -> &Life {
        self.0
            .lives
            .iter()
            .find(|l| l.name == name)
            .unwrap_or_else(|| panic!("there is no request {name}"))
    }

    pub fn start(&self, name: &str) -> Option<u64> {
        self.life(name).start_ns.map(us)
    }

    pub fn end(&self, name: &str) -> Option<u64> {
        self.life(name).end_ns.map(us)
    }

    /// From arrival to start.
    pub fn waited(&self, name: &str) -> Option<u64> {
        let life = self.life(name);
        life.start_ns.map(|start| us(start - life.arrive_ns))
    }

    /// Start times in milliseconds, in order of arrival; -1 for requests that never started.
    pub fn starts_ms(&self) -> Vec<f64> {
        self.0
            .lives
            .iter()
            .map(|l| l.start_ns.map_or(-1.0, |t| t as f64 / 1e6))
            .collect()
    }

    /// End times in milliseconds, in order of arrival; -1 for requests that never ended.
    pub fn ends_ms(&self) -> Vec<f64> {
        self.0
            .lives
            .iter()
            .map(|l| l.end_ns.map_or(-1.0, |t| t as f64 / 1e6))
            .collect()
    }

    /// Times (us) of the events that `wanted` selects.
    pub fn times(&self, wanted: impl Fn(&EventKind) -> bool) -> Vec<u64> {
        self.events(wanted).iter().map(|e| us(e.at_ns)).collect()
    }

    pub fn events(&self, wanted: impl Fn(&EventKind) -> bool) -> Vec<&Event> {
        self.0.events.iter().filter(|e| wanted(&e.kind)).collect()
    }

    pub fn creations(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadCreated { .. }))
    }

    pub fn creations_in(&self, of: u32) -> Vec<u64> {
        self.times(
            |k| matches!(k, EventKind::ThreadCreated { group, .. } if *group == Some(GroupId(of))),
        )
    }

    pub fn created_by(&self, by: Trigger) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadCreated { trigger, .. } if *trigger == by))
    }

    pub fn wakes(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadWoken { .. }))
    }

    pub fn exits(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadExited { .. }))
    }

    pub fn messages(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::PoolBlockedMessage { .. }))
    }

    pub fn stalls(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::GroupStalled { .. }))
    }

    pub fn ticks(&self) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::TimerTick { .. }))
    }

    /// When this connection was disconnected.
    pub fn gone(&self, id: u64) -> Vec<u64> {
        self.times(
            |k| matches!(k, EventKind::Disconnected { connection, .. } if connection.0 == id),
        )
    }

    /// When this connection was found idle for too long.
    pub fn idle_killed(&self, id: u64) -> Vec<u64> {
        self.times(
            |k| matches!(k, EventKind::IdleClientKilled { connection, .. } if connection.0 == id),
        )
    }

    pub fn refusals(&self, wanted: impl Fn(&RefuseReason) -> bool) -> Vec<u64> {
        self.times(|k| matches!(k, EventKind::ThreadRefused { why, .. } if wanted(why)))
    }

    /// Most threads of a group.
    pub fn threads(&self, group: usize) -> u32 {
        self.0.metrics.groups[group].threads_peak
    }

    /// Most requests of a group that had started and not ended.
    pub fn running(&self, group: usize) -> u32 {
        self.0.metrics.groups[group].running_peak
    }
}
