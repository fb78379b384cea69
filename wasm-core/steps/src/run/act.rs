//! What a hand does while the run goes.

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, GroupId, ThreadId, TimeNs};
use crate::kernel::{Activity, ConnectionStatus, Released, Thread, ThreadState};
use crate::reason::WaitKind;
use crate::run::plan::{ActPlan, Deed, Drive};
use crate::run::{Plan, State};

impl State {
    /// Carries out an act, as an engine step of its own. The plan is the one that applies from here on.
    pub fn act(&mut self, plan: &Plan, act: &ActPlan) {
        let k = &mut self.k;
        self.acted += 1;
        k.now_ns = k.now_ns.max(act.at_ns);
        k.step += 1;
        k.actions = 0;
        k.recorder.time(k.now_ns);
        let deed = &act.deed;
        k.emit(|| EventKind::Acted {
            act: deed.name().to_owned(),
        });
        match deed {
            Deed::Pour { driver, count } => {
                for _ in 0..*count {
                    self.stream_request(plan, *driver);
                }
            }
            Deed::KillQuery { nth } => {
                if let Some(thread) = self.nth_at_work(*nth) {
                    self.kill_connection(self.k.threads[thread].conn, true);
                }
            }
            Deed::Hold {
                nth,
                for_ns,
                instead,
            } => match (self.nth_at_work(*nth), instead) {
                (Some(thread), _) => self.hold_longer(thread, *for_ns),
                (None, Some(driver)) => self.stream_request(plan, *driver),
                (None, None) => {}
            },
            Deed::Set(change) => self.set_global(change),
            Deed::Between { driver } => self.draw_again(plan, *driver),
            // The plan has the new duration.
            Deed::Work => {}
            Deed::Lock { lock } => self.k.locks.all[*lock as usize].take_by_hand(),
            Deed::Unlock { lock } => self.unlock_by_hand(*lock),
            Deed::Door { open } => self.door(*open),
            Deed::Stall { for_ns } => self.stall_for(*for_ns),
        }
        for g in (0..self.scheduler.get().groups().len() as u32).map(GroupId) {
            self.k.touch(g);
        }
        self.settle();
    }

    // A living thread that executes a statement, by its place among the living ones.
    fn nth_at_work(&self, nth: u32) -> Option<ThreadId> {
        let alive = |(_, t): &(ThreadId, &Thread)| t.state != ThreadState::Gone;
        let mut living = self.k.threads.entries().filter(alive);
        let (thread, t) = living.nth(nth as usize)?;
        let login = |conn: ConnectionIndex| self.k.conns[conn].login;
        let works = t.state == ThreadState::Executing && t.conn != ConnectionIndex::NONE;
        (works && !login(t.conn)).then_some(thread)
    }

    // In a sleep: at once. Otherwise its statement sleeps as soon as its current step is over.
    fn hold_longer(&mut self, thread: ThreadId, for_ns: TimeNs) {
        let k = &mut self.k;
        let t = &mut k.threads[thread];
        let c = &k.conns[t.conn];
        if c.killed || c.query_killed {
            return;
        }
        if t.activity == Activity::Wait(WaitKind::Sleep) {
            t.step_length_ns = t.step_length_ns.saturating_add(for_ns);
            let end = t.step_start_ns.saturating_add(t.step_length_ns);
            k.schedule(k.slots.thread(thread), end);
        } else {
            t.held_ns = t.held_ns.saturating_add(for_ns);
        }
    }

    /// Draws a crowd's next requests again, after its time between them has changed: each comes after a new time,
    /// counted from now. The next request of a client with patience keeps its time.
    fn draw_again(&mut self, plan: &Plan, driver: u32) {
        let d = &plan.drivers[driver as usize];
        let k = &mut self.k;
        match &d.drive {
            Drive::Once { .. } => {}
            Drive::Stream {
                between,
                from_ns,
                size,
                count,
                ..
            } => {
                let stream = &mut self.streams[driver as usize];
                let all_sent = count.is_some_and(|n| stream.sent / u64::from(*size) >= n);
                if let Some(rng) = stream.rng.as_mut().filter(|_| !all_sent) {
                    let gap = between.draw(rng).max(1);
                    let from_ns = k.now_ns.max(*from_ns);
                    k.schedule(k.slots.crowd(driver), from_ns.saturating_add(gap));
                }
            }
            Drive::Closed { .. } if d.patience.is_some() => {}
            Drive::Closed {
                think,
                from_ns,
                count,
                ..
            } => {
                let from_ns = k.now_ns.max(*from_ns);
                for conn in d.conns() {
                    let c = &mut k.conns[conn];
                    let more = count.is_none_or(|most| u64::from(c.sent) < most);
                    if more && c.status == ConnectionStatus::Armed && c.current.is_none() {
                        let gap = think.draw(&mut c.rng_think);
                        k.schedule(k.slots.arrival(conn), from_ns.saturating_add(gap));
                    }
                }
            }
        }
    }

    fn unlock_by_hand(&mut self, lock: u32) {
        let hand = ConnectionIndex::NONE;
        self.k.locks.all[lock as usize].hand_waits = false;
        if let Released::Next(next) = self.k.locks.release(lock, hand) {
            self.hand_over(lock, next);
        }
    }

    fn door(&mut self, open: bool) {
        self.k.door_shut = !open;
        if !open {
            return;
        }
        let k = &mut self.k;
        let groups = self.scheduler.get().groups();
        for (g, group) in (0..).map(GroupId).zip(groups) {
            k.poll_returns(g, group.listener);
        }
    }
}
