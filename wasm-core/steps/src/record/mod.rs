//! The record of a run: the log, the life of each request, and the figures. The kernel and its callers
//! report to a [`Recorder`] and never read from it; the recorder knows only what they report. A record is
//! not part of any snapshot: a run is recorded once, and looked at by replay.

mod integrals;
mod lives;
mod meter;

use crate::event::{Event, EventKind};
use crate::ids::{ConnectionId, ConnectionIndex, GroupId, NONE, RequestId, ThreadId, TimeNs};
use crate::json::Value;
use crate::life::{Place, WaitingLane};
use crate::reason::WaitReason;
use crate::scenario::{Keep, Problem, Problems};

pub use integrals::{COLUMNS, Column, Integrals};
pub use lives::{Arrival, Change, Entry, Lives, SegmentWhy, Stretch, lane_at};
pub use meter::{ClientCounts, GroupPeaks, LEAST_FOR_P99, Meter, note};

/// How much a run records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Log, lives and figures.
    Full,
    /// Figures only: for long runs of many clients.
    Figures,
}

/// Where a run reports: to its record, or nowhere. Replays report nowhere, and a copy never continues the
/// record of its original.
#[derive(Debug, Default)]
pub struct Recorder {
    record: Option<Box<Record>>,
    /// Log and lives are wanted, not just the figures.
    log: bool,
}

impl Clone for Recorder {
    fn clone(&self) -> Self {
        Recorder::default()
    }
}

/// The record of a run.
#[derive(Debug)]
pub struct Record {
    pub events: Vec<Event>,
    pub events_max: usize,
    pub events_lost: Lost,
    /// Memory of the events.
    pub bytes: usize,
    pub lives: Lives,
    pub meter: Meter,
    /// What has ended since somebody asked; nothing before anybody did.
    pub ended: Option<Vec<Ended>>,
}

/// A request that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    pub request: RequestId,
    pub arrive_ns: TimeNs,
    pub end_ns: TimeNs,
    pub how: HowEnded,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowEnded {
    /// Its client has the answer.
    Answered,
    /// It was killed, refused or withdrawn.
    Failed,
    /// It was executed, and its client was gone.
    ForNobody,
}

/// Log entries that were not kept: their number, and their part of the trace's digest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lost {
    pub count: u32,
    pub digest: u64,
}

impl Lost {
    fn add(&mut self, at_ns: TimeNs) {
        self.count = self.count.saturating_add(1);
        self.digest = (self.digest ^ at_ns).wrapping_mul(0x0000_0100_0000_01B3);
    }
}

impl Detail {
    /// The detail of this name; without a name, everything.
    ///
    /// # Errors
    /// If there is no such detail.
    pub fn named(name: Option<&str>) -> Result<Detail, Problems> {
        match name {
            None | Some("full") => Ok(Detail::Full),
            Some("figures") => Ok(Detail::Figures),
            Some(other) => Err(Problems::one(Problem::new(
                "detail",
                Value::from(other),
                "full or figures",
            ))),
        }
    }
}

impl Recorder {
    pub fn new(
        detail: Detail,
        keep: Keep,
        groups: usize,
        until_ns: TimeNs,
        warm_up_ns: TimeNs,
    ) -> Self {
        let most = |max: Option<u32>| max.map_or(usize::MAX, |max| max as usize);
        Recorder {
            record: Some(Box::new(Record {
                events: Vec::new(),
                events_max: most(keep.events),
                events_lost: Lost::default(),
                bytes: 0,
                lives: Lives::new(groups, most(keep.lives)),
                meter: Meter::new(groups, until_ns, warm_up_ns),
                ended: None,
            })),
            log: detail == Detail::Full,
        }
    }

    /// Takes what has ended since the last call; the first call only asks for it.
    pub fn take_ended(&mut self) -> Vec<Ended> {
        let ended = self
            .record
            .as_mut()
            .map(|r| r.ended.get_or_insert_default());
        ended.map(std::mem::take).unwrap_or_default()
    }

    /// The record, if there is one.
    #[inline]
    pub fn record(&self) -> Option<&Record> {
        self.record.as_deref()
    }

    /// Whether the log, the lives and their reasons are wanted.
    #[inline]
    pub fn logs(&self) -> bool {
        self.log
    }

    // The lives, if they are wanted.
    #[inline]
    fn lives(&mut self) -> Option<&mut Lives> {
        let record = self.record.as_mut().filter(|_| self.log);
        record.map(|r| &mut r.lives)
    }

    #[inline]
    fn meter(&mut self) -> Option<&mut Meter> {
        self.record.as_mut().map(|r| &mut r.meter)
    }

    /// Adds an entry to the log.
    pub fn event(&mut self, at_ns: TimeNs, step: u32, kind: EventKind) {
        if let Some(record) = &mut self.record {
            record.event(Event { at_ns, step, kind });
        }
    }

    /// Brings the integrals of the figures up to the clock.
    #[inline]
    pub fn time(&mut self, now_ns: TimeNs) {
        if let Some(meter) = self.meter() {
            meter.time(now_ns);
        }
    }

    /// A client sent a request.
    pub fn arrived(&mut self, request: RequestId, arrival: Arrival) {
        if let Some(meter) = self.meter() {
            meter.arrived(arrival.at_ns);
        }
        if let Some(lives) = self.lives() {
            lives.arrived(request, arrival);
        }
    }

    /// A request changes its place.
    #[inline]
    pub fn place(
        &mut self,
        request: RequestId,
        from: Option<Place>,
        to: Place,
        why: SegmentWhy,
        now_ns: TimeNs,
    ) {
        if let Some(meter) = self.meter() {
            meter.place(from, Some(to));
        }
        if let Some(lives) = self.lives() {
            lives.place(request, to, why, now_ns);
        }
    }

    /// A connection without a request changes its place; none: it no longer waits and is on no thread.
    pub fn alone(
        &mut self,
        conn: ConnectionIndex,
        named: (ConnectionId, GroupId),
        place: Option<Place>,
        now_ns: TimeNs,
    ) {
        if let Some(lives) = self.lives() {
            lives.alone(conn, named, place, now_ns);
        }
    }

    /// A thread starts a request.
    pub fn started(
        &mut self,
        request: RequestId,
        connection: ConnectionId,
        thread: ThreadId,
        group: GroupId,
        now_ns: TimeNs,
    ) {
        if let Some(lives) = self.lives() {
            lives.started(request, connection, thread, group, now_ns);
        }
        if let Some(meter) = self.meter() {
            meter.running(group, 1);
        }
    }

    /// A request of a class of statements was answered.
    #[inline]
    pub fn answered(&mut self, at_ns: TimeNs, latency_ns: TimeNs, class: u32) {
        let class = if self.log { class } else { NONE };
        if let Some(meter) = self.meter() {
            meter.finished(at_ns, latency_ns, class);
        }
    }

    /// A request ended; `begun`: the group that ran it, if there was one.
    pub fn ended(
        &mut self,
        request: RequestId,
        place: Option<Place>,
        begun: Option<GroupId>,
        (arrive_ns, how): (TimeNs, HowEnded),
        now_ns: TimeNs,
    ) {
        let ended = self.record.as_mut().and_then(|r| r.ended.as_mut());
        if let Some(ended) = ended {
            ended.push(Ended {
                request,
                arrive_ns,
                end_ns: now_ns,
                how,
            });
        }
        let failed = how != HowEnded::Answered;
        if let Some(meter) = self.meter() {
            meter.place(place, None);
            if failed {
                meter.failed(now_ns);
            }
            meter.running(begun.unwrap_or(GroupId::NONE), -1);
        }
        if let Some(lives) = self.lives() {
            lives.ended(request, failed, now_ns);
        }
    }

    /// A client waits no longer for its answer.
    pub fn given_up(&mut self, request: RequestId, now_ns: TimeNs) {
        self.count(now_ns, |counts| &mut counts.given_up);
        if let Some(lives) = self.lives() {
            lives.given_up(request, now_ns);
        }
    }

    /// A client tries again.
    pub fn tried_again(&mut self, now_ns: TimeNs) {
        self.count(now_ns, |counts| &mut counts.tried_again);
    }

    /// A client no longer tries.
    pub fn lost(&mut self, now_ns: TimeNs) {
        self.count(now_ns, |counts| &mut counts.lost);
    }

    /// The server refused a connection.
    pub fn refused(&mut self, now_ns: TimeNs) {
        self.count(now_ns, |counts| &mut counts.refused);
    }

    /// A statement is done, and nobody waits for its answer.
    pub fn for_nobody(&mut self, now_ns: TimeNs) {
        self.count(now_ns, |counts| &mut counts.for_nobody);
        if let Some(meter) = self.meter() {
            meter.for_nobody();
        }
    }

    fn count(&mut self, now_ns: TimeNs, of: impl FnOnce(&mut ClientCounts) -> &mut u64) {
        if let Some(meter) = self.meter()
            && now_ns >= meter.integrals.warm_up_ns
        {
            *of(&mut meter.clients) += 1;
        }
    }

    /// Sets the number of cores in use.
    #[inline]
    pub fn cpu_busy(&mut self, cores: u32) {
        if let Some(meter) = self.meter() {
            meter.cpu_busy(cores);
        }
    }

    /// A core went from one thread to another.
    pub fn context_switch(&mut self, now_ns: TimeNs) {
        if let Some(meter) = self.meter() {
            meter.context_switch(now_ns);
        }
    }

    /// A thread changes its state; none: it does not exist.
    #[inline]
    pub fn thread(&mut self, from: Option<Column>, to: Option<Column>) {
        if let Some(meter) = self.meter() {
            meter.thread(from, to);
        }
    }

    /// Sets the number of threads of a group.
    pub fn group_threads(&mut self, group: GroupId, threads: u32) {
        if let Some(meter) = self.meter() {
            meter.group_threads(group, threads);
        }
    }

    /// Sets why the first request of a lane waits.
    pub fn lane_why(
        &mut self,
        group: GroupId,
        lane: WaitingLane,
        why: Option<WaitReason>,
        now_ns: TimeNs,
    ) {
        if let Some(lives) = self.lives() {
            lives.lane_why(group, lane, why, now_ns);
        }
    }
}

impl Record {
    fn event(&mut self, event: Event) {
        if self.events.len() < self.events_max {
            self.bytes += size_of::<Event>() + event.kind.text_bytes();
            self.events.push(event);
        } else {
            self.events_lost.add(event.at_ns);
        }
    }

    /// Approximate memory of the log and the lives.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes + self.lives.bytes
    }
}
