//! New connections of nginx: which worker is woken, and which one takes it.

use crate::ids::{GroupId, ThreadId};
use crate::kernel::Kernel;
use crate::reason::Trigger;
use crate::scheduler::queues::Queues;

impl Queues {
    // Whether an nginx worker accepts another connection now.
    fn has_place(&self, g: GroupId) -> bool {
        self.groups[g].conns < self.places
    }

    fn passes(&self, g: GroupId) -> bool {
        self.groups[g].conns > self.places - self.places / 8
    }

    /// A connection is on the listening socket: chooses the worker to wake.
    pub(super) fn call(&mut self, k: &mut Kernel) {
        let able = |g: &&GroupId| self.has_place(**g);
        let idle = self.asleep.iter().rev().filter(able);
        let willing = idle.clone().find(|g| !self.passes(**g));
        if let Some(g) = willing.or_else(|| idle.clone().next()).copied() {
            self.rouse(k, g, Trigger::Connect);
        }
    }

    /// Back in its poll, an nginx worker looks at the listening socket first.
    pub(super) fn accept(&mut self, k: &mut Kernel, g: GroupId) {
        if self.backlog.is_empty() || !self.has_place(g) {
            return;
        }
        let others = self
            .asleep
            .iter()
            .any(|one| *one != g && !self.passes(*one));
        if self.passes(g) && others {
            return;
        }
        if let Some(conn) = self.backlog.pop_front() {
            self.join(k, conn, g);
            k.socket_ready(conn, g, ThreadId::NONE);
            k.touch(g);
        }
    }
}
