//! A thread group: its queues, its stack of idle workers and its counters.

use std::collections::VecDeque;

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, RequestId, ThreadId, TimeNs};
use crate::kernel::{ConnectionStatus, Kernel};
use crate::life::{Place, WaitingLane};
use crate::reason::{Lane, LaneReason};
use crate::record::SegmentWhy;

/// A thread group. Fields are named after the servers' own where these exist.
#[derive(Clone, Debug)]
pub struct Group {
    /// All threads: listening, idle, executing and waiting ones.
    pub threads: u32,
    /// Neither idle, nor listening, nor in a reported wait.
    pub active: u32,
    /// In a reported wait.
    pub waiting: u32,
    /// Woken or created, not running yet. Created ones already count as active.
    pub starting: u32,
    /// Those of them that were created.
    pub creating: u32,
    pub conns: u32,
    pub listener: ThreadId,
    /// Events that the poll has returned since the timer last reset this.
    pub io_seen: u32,
    /// Attempts to take from the queues since the timer last reset this, including those in vain.
    pub dequeue_tries: u32,
    pub stalled: bool,
    pub last_create_ns: Option<TimeNs>,
    pub high: VecDeque<ConnectionIndex>,
    pub low: VecDeque<ConnectionIndex>,
    /// The top of the stack is last, and woken first.
    pub idle: Vec<ThreadId>,
    pub stats: GroupStats,
}

/// Columns of THREAD_POOL_STATS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupStats {
    pub thread_creations: u64,
    pub thread_creations_due_to_stall: u64,
    pub wakes: u64,
    pub wakes_due_to_stall: u64,
    pub throttles: u64,
    pub stalls: u64,
    pub polls_by_listener: u64,
    pub polls_by_worker: u64,
    pub dequeues_by_listener: u64,
    pub dequeues_by_worker: u64,
}

impl Default for Group {
    fn default() -> Self {
        Group {
            threads: 0,
            active: 0,
            waiting: 0,
            starting: 0,
            creating: 0,
            conns: 0,
            listener: ThreadId::NONE,
            io_seen: 0,
            dequeue_tries: 0,
            stalled: false,
            last_create_ns: None,
            high: VecDeque::new(),
            low: VecDeque::new(),
            idle: Vec::new(),
            stats: GroupStats::default(),
        }
    }
}

impl Group {
    /// Both queues are empty, whether or not anybody may take from them.
    pub fn truly_empty(&self) -> bool {
        self.high.is_empty() && self.low.is_empty()
    }

    /// Puts a connection of this group at the tail of its queue.
    pub fn enqueue(
        &mut self,
        k: &mut Kernel,
        conn: ConnectionIndex,
        (lane, why): (Lane, LaneReason),
    ) {
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Queued(lane);
        let (group, connection, request) = (c.group, c.id, c.request());
        let (queue, place, waiting_lane) = match lane {
            Lane::High => (&mut self.high, Place::HighQueue, WaitingLane::High),
            Lane::Low => (&mut self.low, Place::LowQueue, WaitingLane::Low),
        };
        queue.push_back(conn);
        let until = SegmentWhy::Lane {
            group,
            lane: waiting_lane,
        };
        k.place(conn, place, until);
        if request != RequestId::NONE {
            k.emit(|| EventKind::Queued {
                request,
                connection,
                group,
                lane,
                why,
            });
        }
        k.touch(group);
    }
}
