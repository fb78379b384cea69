//! Waking and creating threads, the throttle, and the "could not create" message.
//! Source: scheduler rules, sections 2.4, 2.8 (MariaDB) and 3.5, 3.6 (Percona).

use crate::event::{EventKind, LogLevel};
use crate::ids::{ConnectionIndex, GroupId, TimeNs};
use crate::kernel::Kernel;
use crate::reason::{RefuseReason, Trigger};
use crate::scenario::Port;
use crate::scheduler::pool::{BLOCKED_MESSAGE_AFTER_NS, MAX_THREADS, Pool};

fn due_to_stall(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::TimerNoListener | Trigger::TimerStalled)
}

impl Pool {
    /// Wakes an idle worker, else creates a thread if the rules allow it. `conn` is the new connection that
    /// asks, if there is one: those of the admin port bypass every limit.
    pub(super) fn wake_or_create(
        &mut self,
        k: &mut Kernel,
        g: GroupId,
        trigger: Trigger,
        conn: Option<ConnectionIndex>,
    ) {
        if self.wake_one(k, g, trigger) {
            return;
        }
        let admin = conn.is_some_and(|c| k.conns[c].port == Port::Admin);
        let group = &self.groups[g];
        if admin {
            self.create(k, g, trigger, conn);
            return;
        }
        if group.threads > group.conns {
            let why = RefuseReason::MoreThreadsThanConnections {
                threads: group.threads,
                connections: group.conns,
            };
            k.emit(|| EventKind::ThreadRefused {
                group: g,
                why,
                asked: trigger,
            });
            return;
        }
        if group.active == 0 {
            self.create(k, g, trigger, conn);
            return;
        }
        let interval_ns = self.rules.throttle_ns(group.threads, &self.set);
        // Without a creation so far, the last one counts as infinitely long ago; the comparison is strict.
        let since_ns = group
            .last_create_ns
            .map_or(TimeNs::MAX, |last| k.now_ns - last);
        if since_ns > interval_ns {
            self.create(k, g, trigger, conn);
        } else {
            let threads = group.threads;
            self.groups[g].stats.throttles += 1;
            let why = RefuseReason::Throttled {
                threads,
                interval_ns,
                since_ns,
            };
            k.emit(|| EventKind::ThreadRefused {
                group: g,
                why,
                asked: trigger,
            });
        }
    }

    /// Wakes the worker that went idle last. False if none is idle.
    pub(super) fn wake_one(&mut self, k: &mut Kernel, g: GroupId, trigger: Trigger) -> bool {
        let group = &mut self.groups[g];
        let Some(thread) = group.idle.pop() else {
            return false;
        };
        group.starting += 1;
        group.stats.wakes += 1;
        group.stats.wakes_due_to_stall += u64::from(due_to_stall(trigger));
        k.wake(thread, trigger);
        true
    }

    /// Creates a thread, unless the global limit forbids it; even then, every group may have two.
    pub(super) fn create(
        &mut self,
        k: &mut Kernel,
        g: GroupId,
        trigger: Trigger,
        conn: Option<ConnectionIndex>,
    ) {
        let admin = conn.is_some_and(|c| k.conns[c].port == Port::Admin);
        let group = &mut self.groups[g];
        if !admin && self.workers >= self.set.number(MAX_THREADS) && group.threads >= 2 {
            let why = RefuseReason::MaxThreads {
                threads: self.workers,
                limit: self.set.number(MAX_THREADS),
            };
            k.emit(|| EventKind::ThreadRefused {
                group: g,
                why,
                asked: trigger,
            });
            self.note_blocked(k, g, trigger);
            return;
        }
        group.last_create_ns = Some(k.now_ns);
        group.threads += 1;
        group.active += 1;
        group.starting += 1;
        group.creating += 1;
        group.stats.thread_creations += 1;
        group.stats.thread_creations_due_to_stall += u64::from(due_to_stall(trigger));
        self.workers += 1;
        self.blocked_since_ns = None;
        self.blocked_reported = false;
        let threads = group.threads;
        k.spawn(g, threads, trigger);
        self.threads_changed(k, g);
    }

    // One message per episode; an episode ends with the next creation anywhere.
    fn note_blocked(&mut self, k: &mut Kernel, g: GroupId, trigger: Trigger) {
        let since_ns = match self.blocked_since_ns {
            Some(since) => since,
            None => {
                self.blocked_since_ns = Some(k.now_ns);
                if !self.rules.tells_blocked_at_once() {
                    return;
                }
                k.now_ns
            }
        };
        let blocked_ns = k.now_ns - since_ns;
        let due = self.rules.tells_blocked_at_once() || blocked_ns > BLOCKED_MESSAGE_AFTER_NS;
        if self.blocked_reported || !due {
            return;
        }
        self.blocked_reported = true;
        let level = if self.rules.tells_blocked_at_once() {
            LogLevel::Error
        } else {
            LogLevel::Warning
        };
        let connection = if let Trigger::WaitBegan { request } = trigger {
            let mut conns = k.conns.iter();
            conns.find(|c| c.request() == request).map(|c| c.id)
        } else {
            None
        };
        k.emit(|| EventKind::PoolBlockedMessage {
            group: g,
            threads: self.workers,
            limit: self.set.number(MAX_THREADS),
            blocked_ns,
            level,
            connection,
        });
    }
}
