//! Adds up the figures of a run as it goes.

use serde::Serialize;

use super::integrals::{COLUMNS, Column, Integrals};
use crate::ids::{GroupId, Index, NONE, TimeNs};
use crate::life::Place;
use crate::stats::{Followed, Latencies};

/// Minus one, in counts that wrap around.
const GONE: u64 = u64::MAX;

/// The peaks of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct GroupPeaks {
    /// Threads.
    pub threads_peak: u32,
    /// Threads at the end.
    pub threads_end: u32,
    /// Requests that have started and not ended, including waiting ones.
    pub running_peak: u32,
    /// The same at the end.
    pub running_end: u32,
}

/// What became of requests whose clients wait only for a time, and of new connections. Counted after the
/// warm-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ClientCounts {
    /// Attempts that clients gave up.
    pub given_up: u64,
    /// Attempts that followed another.
    pub tried_again: u64,
    /// Requests that clients gave up for good.
    pub lost: u64,
    /// Statements that the server executed although nobody waited for the answer any more.
    pub for_nobody: u64,
    /// Connections that the server refused: error 1040.
    pub refused: u64,
}

/// Adds up during the run.
#[derive(Debug)]
pub struct Meter {
    pub integrals: Integrals,
    /// Answers in each stretch.
    pub answers: Vec<u32>,
    pub arrived: u64,
    pub finished: u64,
    pub failed: u64,
    pub context_switches: u64,
    pub clients: ClientCounts,
    /// Statements for nobody in each stretch.
    pub nobody: Vec<u32>,
    pub latencies: Latencies,
    /// Within what half and 99 of 100 of the answers came until the end of each complete stretch.
    pub so_far: Vec<[TimeNs; 2]>,
    followed: [Followed; 2],
    /// Latencies by class of statement.
    pub classes: Vec<Latencies>,
    pub last_answer_ns: TimeNs,
    pub threads: u32,
    pub threads_peak: u32,
    pub groups: Vec<GroupPeaks>,
}

impl Meter {
    pub fn new(groups: usize, until_ns: TimeNs, warm_up_ns: TimeNs) -> Self {
        Meter {
            integrals: Integrals::new(until_ns, warm_up_ns),
            answers: Vec::new(),
            arrived: 0,
            finished: 0,
            failed: 0,
            context_switches: 0,
            clients: ClientCounts::default(),
            nobody: Vec::new(),
            latencies: Latencies::new(),
            so_far: Vec::new(),
            followed: [0.5, 0.99].map(Followed::new),
            classes: Vec::new(),
            last_answer_ns: 0,
            threads: 0,
            threads_peak: 0,
            groups: vec![GroupPeaks::default(); groups],
        }
    }

    #[inline]
    pub fn time(&mut self, now_ns: TimeNs) {
        self.integrals.time(now_ns);
    }

    #[inline]
    pub fn cpu_busy(&mut self, cores: u32) {
        self.integrals.set(COLUMNS, cores.into());
    }

    pub fn arrived(&mut self, at_ns: TimeNs) {
        if at_ns >= self.integrals.warm_up_ns {
            self.arrived += 1;
        }
    }

    #[inline]
    pub fn finished(&mut self, at_ns: TimeNs, latency_ns: TimeNs, class: u32) {
        self.last_answer_ns = at_ns;
        // The current stretch: those before it are complete.
        let bucket = self.integrals.buckets.len();
        if self.answers.len() <= bucket {
            self.answers.resize(bucket + 1, 0);
        }
        self.answers[bucket] += 1;
        self.mark(bucket);
        if at_ns >= self.integrals.warm_up_ns {
            self.finished += 1;
            let at = self.latencies.record(latency_ns);
            for of in &mut self.followed {
                of.recorded(at);
            }
            if class != NONE {
                self.of_class(class as usize, latency_ns);
            }
        }
    }

    /// Notes the quantiles until the ends of the first stretches, which are complete.
    fn mark(&mut self, stretches: usize) {
        if self.so_far.len() < stretches {
            let now = self.so_far_now();
            self.so_far.resize(stretches, now);
        }
    }

    // 0 for too few answers.
    fn so_far_now(&mut self) -> [TimeNs; 2] {
        if self.latencies.count() < LEAST_FOR_P99 {
            return [0, 0];
        }
        let Meter {
            latencies,
            followed,
            ..
        } = self;
        followed.each_mut().map(|of| latencies.follow_ns(of))
    }

    pub fn for_nobody(&mut self) {
        let bucket = self.integrals.buckets.len();
        if self.nobody.len() <= bucket {
            self.nobody.resize(bucket + 1, 0);
        }
        self.nobody[bucket] += 1;
    }

    #[inline(never)]
    fn of_class(&mut self, class: usize, latency_ns: TimeNs) {
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Latencies::new);
        }
        note(&mut self.classes[class], latency_ns);
    }

    pub fn failed(&mut self, at_ns: TimeNs) {
        self.failed += u64::from(at_ns >= self.integrals.warm_up_ns);
    }

    pub fn context_switch(&mut self, now_ns: TimeNs) {
        self.context_switches += u64::from(now_ns >= self.integrals.warm_up_ns);
    }

    #[inline]
    pub fn place(&mut self, from: Option<Place>, to: Option<Place>) {
        if let Some(from) = from {
            self.integrals.change(column(from) as usize, GONE);
        }
        if let Some(to) = to {
            self.integrals.change(column(to) as usize, 1);
        }
    }

    pub fn thread(&mut self, from: Option<Column>, to: Option<Column>) {
        if let Some(column) = from {
            self.integrals.change(column as usize, GONE);
            self.threads -= 1;
        }
        if let Some(column) = to {
            self.integrals.change(column as usize, 1);
            self.threads += 1;
            self.threads_peak = self.threads_peak.max(self.threads);
        }
    }

    pub fn group_threads(&mut self, group: GroupId, threads: u32) {
        if let Some(g) = self.groups.get_mut(group.index()) {
            g.threads_end = threads;
            g.threads_peak = g.threads_peak.max(threads);
        }
    }

    pub fn running(&mut self, group: GroupId, change: i32) {
        if let Some(g) = self.groups.get_mut(group.index()) {
            g.running_end = g.running_end.saturating_add_signed(change);
            g.running_peak = g.running_peak.max(g.running_end);
        }
    }
}

/// A hundredth of fewer answers is none: they have no 99th percentile.
pub const LEAST_FOR_P99: u64 = 100;

/// Not inlined: every copy is downloaded by readers.
#[inline(never)]
pub fn note(latencies: &mut Latencies, ns: TimeNs) {
    latencies.record(ns);
}

fn column(place: Place) -> Column {
    match place {
        Place::Application => Column::Application,
        Place::Socket => Column::Socket,
        Place::LowQueue | Place::Queue => Column::LowQueue,
        Place::HighQueue => Column::HighQueue,
        Place::ThreadWait => Column::ThreadWait,
        Place::Login => Column::Login,
        Place::Running => Column::Running,
        Place::Waiting { .. } | Place::Innodb => Column::Waiting,
        Place::Lock { .. } => Column::Lock,
        Place::Suspended => Column::Suspended,
        Place::Latch => Column::Latch,
        Place::RunQueue => Column::RunQueue,
    }
}
