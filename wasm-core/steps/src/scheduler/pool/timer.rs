//! The timer thread: stalls, kick-ups and idle clients.
//! Source: scheduler rules, sections 2.6, 2.7 (MariaDB) and 3.5 (Percona).

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, ThreadId, TimeNs};
use crate::kernel::{Connection, ConnectionStatus, Kernel};
use crate::life::{Place, WaitingLane};
use crate::reason::{Lane, LaneReason, Trigger};
use crate::record::SegmentWhy;
use crate::scenario::Port;
use crate::scheduler::pool::{Pool, STALL_LIMIT};

enum GroupCheck {
    Nothing,
    NoListener,
    Stalled,
}

impl Pool {
    /// One round: every group with connections, then the idle clients.
    pub(super) fn timer_round(&mut self, k: &mut Kernel) {
        self.tick_ns = k.now_ns;
        let (mut groups, mut stalled, mut no_listener) = (0, 0, 0);
        for g in self.groups.indices() {
            if self.groups[g].conns == 0 {
                continue;
            }
            groups += 1;
            match self.check(k, g) {
                GroupCheck::Nothing => {}
                GroupCheck::NoListener => no_listener += 1,
                GroupCheck::Stalled => stalled += 1,
            }
        }
        let next_ns = k.now_ns + self.set.ns(STALL_LIMIT) + k.latency.timer_round_ns;
        k.emit(|| EventKind::TimerTick {
            groups,
            stalled,
            no_listener,
            next_ns,
        });
        if self.next_timeout_check_ns <= k.now_ns {
            self.check_idle_clients(k);
        }
    }

    fn check(&mut self, k: &mut Kernel, g: GroupId) -> GroupCheck {
        k.touch(g);
        self.kick_up(k, g);
        let group = &mut self.groups[g];
        if group.listener == ThreadId::NONE && group.io_seen == 0 {
            // In this case the attempts to dequeue are not reset.
            let unpolled = k.ready[g].len() as u32;
            k.emit(|| EventKind::GroupUnattended { group: g, unpolled });
            self.wake_or_create(k, g, Trigger::TimerNoListener, None);
            return GroupCheck::NoListener;
        }
        group.io_seen = 0;
        let mut found = GroupCheck::Nothing;
        if !self.queues_empty(g) && self.groups[g].dequeue_tries == 0 {
            let group = &mut self.groups[g];
            group.stalled = true;
            group.stats.stalls += 1;
            let queued = (group.high.len() + group.low.len()) as u32;
            k.emit(|| EventKind::GroupStalled { group: g, queued });
            self.wake_or_create(k, g, Trigger::TimerStalled, None);
            found = GroupCheck::Stalled;
        }
        self.groups[g].dequeue_tries = 0;
        found
    }

    // Moves heads of the low queue that have waited too long to the tail of the high one.
    fn kick_up(&mut self, k: &mut Kernel, g: GroupId) {
        let Some(limit_ns) = self.rules.kickup_ns(&self.set) else {
            return;
        };
        while let Some(&conn) = self.groups[g].low.front() {
            let c = &mut k.conns[conn];
            let waited_ns = self.tick_ns.saturating_sub(c.enqueued_ns);
            if waited_ns <= limit_ns {
                break;
            }
            c.status = ConnectionStatus::Queued(Lane::High);
            let request = c.request();
            let group = &mut self.groups[g];
            group.low.pop_front();
            group.high.push_back(conn);
            k.place(
                conn,
                Place::HighQueue,
                SegmentWhy::Lane {
                    group: g,
                    lane: WaitingLane::High,
                },
            );
            k.emit(|| EventKind::Promoted {
                request,
                group: g,
                waited_ns,
                limit_ns,
            });
        }
    }

    /// Sets when an idle client will be disconnected. The clock is the timer's, so the deadline is up to one
    /// period late.
    pub(super) fn arm_timeout(&mut self, conn: &mut Connection) {
        let deadline = self.tick_ns.saturating_add(self.terms.client_idle.ns(conn));
        conn.idle_deadline_ns = deadline;
        self.next_timeout_check_ns = self.next_timeout_check_ns.min(deadline);
    }

    fn check_idle_clients(&mut self, k: &mut Kernel) {
        let mut next = TimeNs::MAX;
        for conn in k.conns.indices() {
            let c = &k.conns[conn];
            let pending = c.status == ConnectionStatus::Ready && !self.rules.spares_pending_data();
            if c.port == Port::Extra || !(c.awaits_command() || pending) || c.killed {
                continue;
            }
            if c.idle_deadline_ns < self.tick_ns {
                self.kill_idle(k, conn);
            } else {
                next = next.min(c.idle_deadline_ns);
            }
        }
        self.next_timeout_check_ns = next;
    }

    // Shuts the socket for reading: an event that a thread must still poll, dequeue and serve.
    fn kill_idle(&mut self, k: &mut Kernel, conn: ConnectionIndex) {
        let c = &mut k.conns[conn];
        c.killed = true;
        c.priority = (Lane::High, LaneReason::Killed);
        let (g, connection) = (c.group, c.id);
        let idle_ns = k.now_ns - c.since_ns;
        let unpolled = c.status == ConnectionStatus::Ready;
        k.emit(|| EventKind::IdleClientKilled {
            connection,
            group: Some(g),
            idle_ns,
        });
        if !unpolled {
            k.socket_ready(conn, g, self.groups[g].listener);
        }
        k.touch(g);
    }
}
