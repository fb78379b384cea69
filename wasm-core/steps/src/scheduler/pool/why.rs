//! Why the first request of a lane waits: read off the group's state, never guessed from history.

use crate::ids::{GroupId, ThreadId};
use crate::kernel::Kernel;
use crate::life::Line;
use crate::reason::WaitReason;
use crate::scheduler::pool::{MAX_THREADS, OVERSUBSCRIBE, Pool};

impl Pool {
    // Lane: 0 high, 1 low, 2 unpolled. None if nothing waits there.
    pub(super) fn why(&self, k: &Kernel, g: GroupId, lane: Line) -> Option<WaitReason> {
        let group = self.groups.at(g)?;
        let (active, waiting, threads) = (group.active, group.waiting, group.threads);
        let full = self.workers >= self.set.number(MAX_THREADS) && threads >= 2;
        let limit = self.set.number(OVERSUBSCRIBE) + 1;
        if lane == Line::Unpolled {
            if k.ready[g].is_empty() {
                return None;
            }
            return Some(if group.listener != ThreadId::NONE {
                WaitReason::ListenerWaking
            } else if group.starting > 0 {
                WaitReason::ThreadStarting
            } else if full {
                WaitReason::NoListenerMaxThreads {
                    threads,
                    limit: self.set.number(MAX_THREADS),
                }
            } else if threads > group.conns {
                WaitReason::MoreThreadsThanConnections { threads }
            } else {
                WaitReason::NoListenerUntilTimer { active, waiting }
            });
        }
        let queue = if lane == Line::High {
            &group.high
        } else {
            &group.low
        };
        if queue.is_empty() {
            return None;
        }
        // Whoever comes to take a request is active itself; a thread being created counts already.
        let taker = u32::from(group.creating == 0);
        if lane == Line::Low && active + waiting + taker > self.terms.low_limit {
            return Some(WaitReason::TooBusy {
                active,
                waiting,
                limit,
            });
        }
        Some(if lane == Line::Low && !group.high.is_empty() {
            WaitReason::HighQueueFirst
        } else if group.starting > 0 {
            WaitReason::ThreadStarting
        } else if active == 0 && full {
            WaitReason::MaxThreads {
                threads,
                limit: self.set.number(MAX_THREADS),
            }
        } else if active == 0 && threads > group.conns {
            WaitReason::MoreThreadsThanConnections { threads }
        } else if active == 0 {
            WaitReason::NobodyWokenUntilTimer { waiting }
        } else if active + taker > self.terms.active_most {
            WaitReason::Saturated {
                active,
                limit: self.terms.active_most,
                oversubscribe: self.set.number(OVERSUBSCRIBE),
            }
        } else {
            WaitReason::ActiveThreadsAtWork { active }
        })
    }
}
