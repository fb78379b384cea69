//! Collects the stretches of every request during the run, and for each group a log of reasons per lane.

use std::collections::BTreeMap;

use crate::ids::{
    ConnectionId, ConnectionIndex, GroupId, Index, NONE, RequestId, StatementIndex, ThreadId,
    TimeNs,
};
use crate::life::{Alone, Place, WaitingLane};
use crate::reason::WaitReason;

/// From when on a lane has had which reason: an index into `reasons`, or `NONE` while nothing waits.
pub type Change = (TimeNs, u32);

/// Why a segment is where it is: a known reason, or one to be read from the group's log of reasons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentWhy {
    /// This reason.
    Fixed(WaitReason),
    /// The reason why this queue of the group waits.
    Lane { group: GroupId, lane: WaitingLane },
}

impl From<WaitReason> for SegmentWhy {
    fn from(why: WaitReason) -> Self {
        SegmentWhy::Fixed(why)
    }
}

/// The facts about a request that its life needs.
pub struct Arrival {
    pub connection: ConnectionId,
    pub group: Option<GroupId>,
    pub statement: StatementIndex,
    /// Position in its loop, if its name contains one.
    pub index: Option<u64>,
    pub at_ns: TimeNs,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub connection: ConnectionId,
    pub group: Option<GroupId>,
    pub statement: StatementIndex,
    pub index: Option<u64>,
    pub arrive_ns: TimeNs,
    pub start_ns: Option<TimeNs>,
    pub end_ns: Option<TimeNs>,
    pub thread: Option<ThreadId>,
    pub failed: bool,
    pub given_up_ns: Option<TimeNs>,
    pub last: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    pub place: Place,
    pub why: SegmentWhy,
    pub start_ns: TimeNs,
    pub previous: u32,
}

/// The lives, indexed by request number.
#[derive(Clone, Debug)]
pub struct Lives {
    pub entries: Vec<Entry>,
    pub entries_max: usize,
    /// Entries that have not ended.
    pub open: usize,
    /// Requests that arrived when `entries` was full.
    pub lost: u32,
    pub stretches: Vec<Stretch>,
    /// Stretches of connections without a request.
    alone: Vec<Alone>,
    /// The present ones; they have no end yet.
    now_alone: BTreeMap<ConnectionIndex, Alone>,
    // Indexed by `lane_at`.
    pub lanes: Vec<Vec<Change>>,
    pub reasons: Vec<WaitReason>,
    /// Approximate memory of all this.
    pub bytes: usize,
}

impl Lives {
    pub fn new(groups: usize, entries_max: usize) -> Self {
        Lives {
            entries: Vec::new(),
            entries_max,
            open: 0,
            lost: 0,
            stretches: Vec::new(),
            alone: Vec::new(),
            now_alone: BTreeMap::new(),
            lanes: vec![Vec::new(); groups * WaitingLane::ALL.len()],
            reasons: Vec::new(),
            bytes: 0,
        }
    }

    // Requests are numbered in order of arrival, so the entry's index is the request's number.
    pub fn arrived(&mut self, request: RequestId, arrival: Arrival) {
        debug_assert_eq!(request.index(), self.entries.len() + self.lost as usize);
        if self.entries.len() == self.entries_max {
            self.lost += 1;
            return;
        }
        self.open += 1;
        self.bytes += size_of::<Entry>();
        self.entries.push(Entry {
            connection: arrival.connection,
            group: arrival.group,
            statement: arrival.statement,
            index: arrival.index,
            arrive_ns: arrival.at_ns,
            start_ns: None,
            end_ns: None,
            thread: None,
            failed: false,
            given_up_ns: None,
            last: NONE,
        });
    }

    pub fn place(&mut self, request: RequestId, place: Place, why: SegmentWhy, now_ns: TimeNs) {
        let Some(entry) = self.entries.get_mut(request.index()) else {
            return;
        };
        let previous = entry.last;
        // Repeated looks in vain are one stretch.
        let before = self.stretches.get(previous as usize);
        if before.is_some_and(|b| (b.place, b.why) == (place, why)) {
            return;
        }
        entry.last = self.stretches.len() as u32;
        self.bytes += size_of::<Stretch>();
        self.stretches.push(Stretch {
            place,
            why,
            start_ns: now_ns,
            previous,
        });
    }

    /// A connection waits at this place, or is on a thread, without a request; none: no longer.
    pub fn alone(
        &mut self,
        conn: ConnectionIndex,
        (connection, group): (ConnectionId, GroupId),
        place: Option<Place>,
        now_ns: TimeNs,
    ) {
        let ended = match place {
            None => self.now_alone.remove(&conn),
            Some(place) => {
                let alone = Alone {
                    connection,
                    group: group.named(),
                    place,
                    start_ns: now_ns,
                    end_ns: now_ns,
                };
                self.now_alone.insert(conn, alone)
            }
        };
        if let Some(alone) = ended.filter(|alone| alone.start_ns < now_ns) {
            self.bytes += size_of::<Alone>();
            self.alone.push(Alone {
                end_ns: now_ns,
                ..alone
            });
        }
    }

    /// All stretches of connections without a request, the present ones up to now.
    pub fn all_alone(&self, end_ns: TimeNs) -> Vec<Alone> {
        let open = self
            .now_alone
            .values()
            .filter(|alone| alone.start_ns < end_ns);
        let open = open.map(|alone| Alone { end_ns, ..*alone });
        self.alone.iter().copied().chain(open).collect()
    }

    pub fn started(
        &mut self,
        request: RequestId,
        connection: ConnectionId,
        thread: ThreadId,
        group: GroupId,
        now_ns: TimeNs,
    ) {
        if let Some(entry) = self.entries.get_mut(request.index()) {
            // A request held back in the application got the first connection that became free, which may
            // have changed groups.
            entry.connection = connection;
            entry.group = group.named();
            entry.start_ns = Some(now_ns);
            entry.thread = thread.named();
        }
    }

    /// Its client waits no longer.
    pub fn given_up(&mut self, request: RequestId, now_ns: TimeNs) {
        if let Some(entry) = self.entries.get_mut(request.index()) {
            entry.given_up_ns = Some(now_ns);
        }
    }

    pub fn ended(&mut self, request: RequestId, failed: bool, now_ns: TimeNs) {
        if let Some(entry) = self.entries.get_mut(request.index()) {
            entry.end_ns = Some(now_ns);
            self.open -= 1;
            entry.failed = failed;
        }
    }

    pub fn lane_why(
        &mut self,
        group: GroupId,
        lane: WaitingLane,
        why: Option<WaitReason>,
        now_ns: TimeNs,
    ) {
        let index = match why {
            None => NONE,
            Some(why) => match self.reasons.iter().rposition(|r| *r == why) {
                Some(i) => i as u32,
                None => {
                    self.reasons.push(why);
                    self.bytes += size_of::<WaitReason>();
                    self.reasons.len() as u32 - 1
                }
            },
        };
        // No request is left whose waiting the log would explain.
        if self.open == 0 && self.entries.len() == self.entries_max {
            return;
        }
        let Some(log) = self.lanes.get_mut(lane_at(group, lane)) else {
            return;
        };
        match log.last_mut() {
            Some(last) if last.1 == index => {}
            // Only the last of several reasons at one instant is kept.
            Some(last) if last.0 == now_ns => last.1 = index,
            _ => {
                log.push((now_ns, index));
                self.bytes += size_of::<Change>();
            }
        }
    }
}

pub fn lane_at(group: GroupId, lane: WaitingLane) -> usize {
    group.index() * WaitingLane::ALL.len() + lane as usize
}
