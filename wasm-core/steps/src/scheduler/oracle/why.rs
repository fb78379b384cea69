//! Why the first request of a lane waits: read off the group's state.

use crate::ids::{GroupId, ThreadId};
use crate::kernel::Kernel;
use crate::life::Line;
use crate::reason::WaitReason;
use crate::scheduler::oracle::{MAX_ACTIVE, Oracle};

impl Oracle {
    /// Lane: 0 high, 1 low, 2 unpolled. None if nothing waits there.
    pub(super) fn why(&self, k: &Kernel, g: GroupId, lane: Line) -> Option<WaitReason> {
        let group = self.groups.at(g)?;
        let own = &self.own[g];
        if lane == Line::Unpolled {
            if k.ready[g].is_empty() {
                return None;
            }
            return Some(if group.listener != ThreadId::NONE {
                WaitReason::ListenerWaking
            } else if group.starting > 0 {
                WaitReason::ThreadStarting
            } else if own.waiter != ThreadId::NONE {
                WaitReason::WaiterExecutes
            } else {
                WaitReason::NobodyWaits { active: own.active }
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
        let (limit, most) = (self.limit(), self.set.number(MAX_ACTIVE));
        Some(if lane == Line::Low && !group.high.is_empty() {
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
        })
    }
}
