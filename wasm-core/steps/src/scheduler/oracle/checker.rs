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
    /// One pass over all groups. True if it did something.
    pub(super) fn pass(&mut self, k: &mut Kernel) -> bool {
        self.tick_ns = k.now_ns;
        let (mut groups, mut stalled, mut acted) = (0, 0, false);
        for g in self.groups.indices() {
            if self.groups[g].conns == 0 {
                continue;
            }
            groups += 1;
            let marked = self.mark(k, g);
            stalled += u32::from(marked);
            let moved = self.kick_up(k, g);
            self.judge_longrun(k, g);
            let woke = self.help(k, g, marked);
            acted |= marked || moved || woke;
        }
        if acted {
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
            if ran_ns < limit_ns {
                break;
            }
            // A thread that is not counted is in a wait reported to the plugin; during a network wait it
            // still counts.
            if seat.stalled || !seat.counted {
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
        let last = self.own[g].last_kickup_ns;
        let Some(&conn) = self.groups[g].low.front() else {
            return false;
        };
        let waited_ns = k.now_ns - k.conns[conn].enqueued_ns;
        if waited_ns <= limit_ns || last.is_some_and(|at| k.now_ns - at < CHECK_NS) {
            return false;
        }
        let own = &mut self.own[g];
        own.last_kickup_ns = Some(k.now_ns);
        own.stats.prio_kickups += 1;
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

    // Suspends the transaction limit of a group whose places are all held for long, and restores it. 8.4 has no
    // variable for it and never does.
    fn judge_longrun(&mut self, k: &mut Kernel, g: GroupId) {
        let (limit, long_ns) = (self.limit(), self.set.ns(LONGRUN));
        let own = &self.own[g];
        if limit == 0 || !self.v9 || k.now_ns - own.longrun_checked_ns < long_ns / 2 {
            return;
        }
        let seats = &self.seats;
        let is_long = |t: &&ThreadId| k.now_ns - seats[**t].attach_ns > long_ns;
        let long = own.attached.iter().filter(is_long).count() as u32;
        let own = &mut self.own[g];
        own.longrun_checked_ns = k.now_ns;
        if !own.suspended {
            if long >= limit {
                own.suspended = true;
                own.calm_since_ns = None;
                let threads = long;
                k.emit(|| EventKind::LimitSuspended {
                    group: g,
                    threads,
                    limit,
                });
                k.touch(g);
            }
            return;
        }
        if long > limit / 2 {
            own.calm_since_ns = None;
            return;
        }
        let since = *own.calm_since_ns.get_or_insert(k.now_ns);
        let calm_ns: TimeNs = long_ns
            .saturating_mul(15)
            .clamp(5 * NS_PER_S, 30 * NS_PER_S);
        if k.now_ns - since >= calm_ns {
            own.suspended = false;
            k.emit(|| EventKind::LimitRestored { group: g, limit });
            k.touch(g);
        }
    }

    // Wakes or creates a thread where one is missing.
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
        let woke = self.wake(k, g, Level::OrCreate, trigger);
        self.own[g].stats.woken_by_checker += u64::from(woke);
        woke
    }
}
