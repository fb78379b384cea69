//! Why the first request of a lane waits.

use crate::ids::{GroupId, ThreadId};
use crate::life::WaitingLane;
use crate::reason::WaitReason;
use crate::scheduler::pool::{MAX_THREADS, OVERSUBSCRIBE, Pool};

impl Pool {
    pub(super) fn why(&self, g: GroupId, lane: WaitingLane) -> WaitReason {
        let group = &self.groups[g];
        let (active, waiting, threads) = (group.active, group.waiting, group.threads);
        let full = self.workers >= self.set.number(MAX_THREADS) && threads >= 2;
        let limit = self.set.number(OVERSUBSCRIBE) + 1;
        if lane == WaitingLane::Unpolled {
            return if group.listener != ThreadId::NONE {
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
            };
        }
        // The thread that would take the request is active itself; a thread being created already counts.
        let taker = u32::from(group.creating == 0);
        if lane == WaitingLane::Low && active + waiting + taker > self.terms.low_limit {
            return WaitReason::TooBusy {
                active,
                waiting,
                limit,
            };
        }
        if lane == WaitingLane::Low && !group.high.is_empty() {
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
        }
    }
}
