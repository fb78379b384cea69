//! Why the first request of a lane waits.

use crate::ids::{GroupId, ThreadId};
use crate::life::WaitingLane;
use crate::reason::WaitReason;
use crate::scheduler::oracle::{MAX_ACTIVE, Oracle};

impl Oracle {
    pub(super) fn why(&self, g: GroupId, lane: WaitingLane) -> WaitReason {
        let group = &self.groups[g];
        let own = &self.own[g];
        if lane == WaitingLane::Unpolled {
            return if group.listener != ThreadId::NONE {
                WaitReason::ListenerWaking
            } else if group.starting > 0 {
                WaitReason::ThreadStarting
            } else if own.waiter != ThreadId::NONE {
                WaitReason::WaiterExecutes
            } else {
                WaitReason::NobodyWaits { active: own.active }
            };
        }
        let (limit, most) = (self.limit(), self.set.number(MAX_ACTIVE));
        if lane == WaitingLane::Low && !group.high.is_empty() {
            WaitReason::HighQueueFirst
        } else if self.credit(g) {
            if group.starting > 0 {
                WaitReason::ThreadStarting
            } else {
                WaitReason::PlaceFree { active: own.active }
            }
        } else if limit != 0 {
            let bound = own.bound;
            WaitReason::TransactionLimit { bound, limit }
        } else if most != 0 && own.active >= most {
            WaitReason::ActiveQueryLimit {
                active: own.active,
                limit: most,
            }
        } else {
            WaitReason::StatementRuns {
                running: own.active.saturating_sub(own.stalled),
            }
        }
    }
}
