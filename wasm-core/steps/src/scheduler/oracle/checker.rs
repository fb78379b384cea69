//! The stall checker: one thread for all groups, a pass every 10 ms.
//! Source: MySQL manual, "Thread Pool Operation" (stalls; kick-up of at most one statement per 10 ms and
//! group); for 9.7 the plugin's stall checker and the suspension of its transaction limit.

use crate::event::EventKind;
use crate::ids::{GroupId, NS_PER_S, RequestId, ThreadId, TimeNs};
use crate::kernel::{ConnectionStatus, Kernel};
use crate::life::{Place, WaitingLane};
use crate::reason::{Lane, Trigger};
use crate::record::SegmentWhy;
use crate::scheduler::oracle::wake::Level;
use crate::scheduler::oracle::{CHECK_NS, CHECK_SOON_NS, KICKUP, LONGRUN, Oracle, STALL_LIMIT};

impl Oracle {
    /// One pass over all groups. True if it asked for a thread.
    pub(super) fn pass(&mut self, k: &mut Kernel) -> bool {
        // A statement is moved up only in a pass that comes 10 ms or more after the one before.
        let moves = k.now_ns - self.tick_ns >= CHECK_NS;
        self.tick_ns = k.now_ns;
        let (mut groups, mut stalled, mut acted, mut told) = (0, 0, false, false);
        for g in self.groups.indices() {
            if self.groups[g].conns == 0 {
                continue;
            }
            groups += 1;
            let marked = self.mark(k, g);
            stalled += u32::from(marked);
            let moved = moves && self.kick_up(k, g);
            self.judge_longrun(k, g);
            let asked = self.help(k, g, marked);
            // A statement that moves up does not bring the next pass forward.
            acted |= asked;
            told |= asked || moved;
        }
        if told {
            let next_ns = k.now_ns + self.sleep_ns(acted) + k.latency.timer_round_ns;
            k.emit(|| EventKind::TimerTick {
                groups,
                stalled,
                no_listener: 0,
                next_ns,
            });
        }
        if self.next_timeout_check_ns <= k.now_ns {
            self.check_idle_clients(k);
        }
        acted
    }

    /// How long it sleeps after a pass.
    pub(super) fn sleep_ns(&self, acted: bool) -> TimeNs {
        if acted && self.v9 {
            CHECK_SOON_NS
        } else {
            CHECK_NS
        }
    }

    // Marks threads that have been with a connection for the stall limit. True if it marked one.
    fn mark(&mut self, k: &mut Kernel, g: GroupId) -> bool {
        let limit_ns = self.set.ns(STALL_LIMIT);
        let mut marked = false;
        for i in 0..self.own[g].attached.len() {
            let thread = self.own[g].attached[i];
            let conn = k.threads[thread].conn;
            let seat = &mut self.seats[thread];
            let ran_ns = k.now_ns - seat.attach_ns;
            if ran_ns < limit_ns || self.v9 && ran_ns == limit_ns {
                break;
            }
            // By the source a thread in a reported wait is marked, too, and gives one place more. A network wait
            // is not reported, so its thread is counted.
            if seat.stalled || !seat.counted && !self.later {
                continue;
            }
            seat.stalled = true;
            marked = true;
            let own = &mut self.own[g];
            own.stalled += 1;
            own.stats.stalled_queries += 1;
            if own.waiter == thread {
                own.waiter = ThreadId::NONE;
            }
            self.groups[g].stalled = true;
            let request = k.conns.at(conn).map_or(RequestId::NONE, |c| c.request());
            if request != RequestId::NONE {
                k.emit(|| EventKind::StatementStalled {
                    request,
                    thread,
                    group: g,
                    ran_ns,
                    limit_ns,
                });
            }
            k.touch(g);
        }
        marked
    }

    // Moves the head of the low queue to the tail of the high one if it has waited for longer than the timer.
    fn kick_up(&mut self, k: &mut Kernel, g: GroupId) -> bool {
        let limit_ns = self.set.ns(KICKUP);
        let Some(&conn) = self.groups[g].low.front() else {
            return false;
        };
        let waited_ns = k.now_ns - k.conns[conn].enqueued_ns;
        if waited_ns <= limit_ns {
            return false;
        }
        self.own[g].stats.prio_kickups += 1;
        let c = &mut k.conns[conn];
        c.status = ConnectionStatus::Queued(Lane::High);
        let request = c.request();
        let group = &mut self.groups[g];
        group.low.pop_front();
        group.high.push_back(conn);
        let why = SegmentWhy::Lane {
            group: g,
            lane: WaitingLane::High,
        };
        k.place(conn, Place::HighQueue, why);
        k.emit(|| EventKind::Promoted {
            request,
            group: g,
            waited_ns,
            limit_ns,
        });
        k.touch(g);
        true
    }

    // Suspends the transaction limit of a group whose places are all held for long, and restores it. The variable
    // came with 8.4.0.
    fn judge_longrun(&mut self, k: &mut Kernel, g: GroupId) {
        let (limit, long_ns) = (self.limit(), self.set.ns(LONGRUN));
        let own = &self.own[g];
        if limit == 0 || !self.later || k.now_ns - own.longrun_checked_ns < long_ns / 2 {
            return;
        }
        let seats = &self.seats;
        let is_long = |t: &&ThreadId| k.now_ns - seats[**t].attach_ns > long_ns;
        let long = own.attached.iter().filter(is_long).count() as u32;
        let own = &mut self.own[g];
        own.longrun_checked_ns = k.now_ns;
        let Some(last_ns) = own.suspended_ns else {
            if long >= limit {
                own.suspended_ns = Some(k.now_ns);
                let threads = long;
                k.emit(|| EventKind::LimitSuspended {
                    group: g,
                    threads,
                    limit,
                });
                k.touch(g);
            }
            return;
        };
        let calm_ns: TimeNs = long_ns
            .saturating_mul(15)
            .clamp(5 * NS_PER_S, 30 * NS_PER_S);
        if long > limit / 2 {
            own.suspended_ns = Some(k.now_ns);
        } else if k.now_ns - last_ns > calm_ns {
            own.suspended_ns = None;
            k.emit(|| EventKind::LimitRestored { group: g, limit });
            k.touch(g);
        }
    }

    // Asks for a thread where one is missing. True if it asked, whether or not one comes.
    fn help(&mut self, k: &mut Kernel, g: GroupId, marked: bool) -> bool {
        let ready = self.ready(g);
        let nobody = self.own[g].waiter == ThreadId::NONE;
        let alone = self.groups[g].idle.is_empty() && ready;
        let eager = self.high_concurrency() && self.credit(g) && nobody;
        let trigger = if marked {
            Trigger::StatementStalled
        } else if alone || eager || (self.limit() > 0 && ready) {
            Trigger::CheckerFoundWork
        } else {
            return false;
        };
        self.own[g].stats.woken_by_checker += 1;
        self.wake(k, g, Level::OrCreate, trigger);
        true
    }
}
