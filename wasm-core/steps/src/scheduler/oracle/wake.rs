//! Waking and creating query threads.
//! Source: from 8.0.31 on the published plugin's three ways to wake; MySQL manual, "Thread Pool Operation" (most threads).

use crate::event::EventKind;
use crate::ids::{GroupId, NS_PER_US, TimeNs};
use crate::kernel::Kernel;
use crate::reason::{RefuseReason, Trigger};
use crate::scheduler::oracle::{Oracle, THREADS_MAX};

/// How far a request for a thread may go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    ConsumerOnly,
    IfCreated,
    OrCreate,
}

impl Oracle {
    /// Wakes a consumer, else a reserve, else creates a thread, as far as `level` allows. True if one comes.
    pub(super) fn wake(
        &mut self,
        k: &mut Kernel,
        g: GroupId,
        level: Level,
        trigger: Trigger,
    ) -> bool {
        let seats = &self.seats;
        let group = &mut self.groups[g];
        let consumer = group.idle.iter().rposition(|t| !seats[*t].reserve);
        let last = group.idle.len().checked_sub(1);
        let at = consumer.or(last.filter(|_| level >= Level::IfCreated));
        if let Some(at) = at {
            let thread = group.idle.remove(at);
            group.starting += 1;
            self.own[g].consumers -= u32::from(consumer.is_some());
            k.wake(thread, trigger);
            k.touch(g);
            return true;
        }
        level == Level::OrCreate && self.create(k, g, trigger)
    }

    fn refusal(&self, k: &Kernel, g: GroupId) -> Option<RefuseReason> {
        let group = &self.groups[g];
        let own = &self.own[g];
        let threads = group.threads;
        let limit = self.limit();
        let dedicated = u32::from(self.dedicated());
        if threads > 1 + group.conns {
            let connections = group.conns;
            return Some(RefuseReason::MoreThreadsThanConnections {
                threads,
                connections,
            });
        }
        if threads >= THREADS_MAX {
            let limit = THREADS_MAX;
            return Some(RefuseReason::MaxThreads { threads, limit });
        }
        // The dedicated listener is no query thread.
        let most = if dedicated == 1 { limit } else { limit + 2 };
        if limit != 0 && own.suspended_ns.is_none() && threads >= most + dedicated {
            return Some(RefuseReason::TransactionLimit { threads, limit });
        }
        let cpus = self.set.cpus;
        if !self.later || own.active == 0 || self.workers < cpus.saturating_mul(3) {
            return None;
        }
        let few = self.workers < cpus.saturating_mul(5);
        let interval_ns = if few { 50 } else { 100 } * NS_PER_US;
        let since_ns = own
            .last_create_ns
            .map_or(TimeNs::MAX, |last| k.now_ns - last);
        (since_ns <= interval_ns).then_some(RefuseReason::Throttled {
            threads,
            interval_ns,
            since_ns,
        })
    }

    fn create(&mut self, k: &mut Kernel, g: GroupId, trigger: Trigger) -> bool {
        if let Some(why) = self.refusal(k, g) {
            // The checker asks again every few milliseconds, so its refusals are not logged.
            if !matches!(
                trigger,
                Trigger::CheckerFoundWork | Trigger::StatementStalled
            ) {
                k.emit(|| EventKind::ThreadRefused {
                    group: g,
                    why,
                    asked: trigger,
                });
            }
            return false;
        }
        let own = &mut self.own[g];
        own.last_create_ns = Some(k.now_ns);
        own.stats.threads_started += 1;
        let group = &mut self.groups[g];
        group.threads += 1;
        group.starting += 1;
        group.creating += 1;
        self.workers += 1;
        let threads = group.threads;
        let thread = k.spawn(g, threads, trigger);
        self.seat(thread);
        self.threads_changed(k, g);
        k.touch(g);
        true
    }

    /// A group without a query thread gets its first one.
    pub(super) fn ensure_thread(&mut self, k: &mut Kernel, g: GroupId) {
        if self.groups[g].threads == 0 {
            self.create(k, g, Trigger::Connect);
        }
    }
}
