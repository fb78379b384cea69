//! innodb_thread_concurrency: how many threads may be inside InnoDB, whatever scheduler runs them.
//!
//! The rule in words. A row operation (here: each `cpu_us` step of a statement) needs a place inside InnoDB, of which
//! there are `innodb_thread_concurrency`; 0: no limit. A thread that enters gets `innodb_concurrency_tickets`; each
//! further operation spends one ticket instead of entering again, and an operation that ends with none left gives the
//! place back. The place is also given back at the end of the statement and before a wait for a lock, whatever
//! tickets are left; after the lock wait the thread enters beyond the limit, with one ticket. Any other wait keeps
//! the place, because InnoDB does not know about it. A thread that finds no place waits in one of two ways:
//!
//! * Newer form (MySQL 5.6 on): there is no queue. The thread sleeps `innodb_thread_sleep_delay` and looks
//!   again, so the first to look after a place becomes free gets it, and the place may stay empty meanwhile.
//!   A thread pool sees one wait, a user lock, from the first sleep to the entry. With
//!   `innodb_adaptive_max_sleep_delay` the delay, one number for the server, adapts: every sleep of a thread
//!   after its first adds 1 µs; an entry after one sleep subtracts 1 µs, if it is more than 20; an entry
//!   with nobody waiting halves it; a sleep is never longer than the maximum, and the delay is then reduced
//!   to it.
//! * Older form (5.5): a thread that holds no locks sleeps once, and looks once more. Then it joins a queue,
//!   first in, first out: a thread that leaves hands its place to the head, and no newcomer can take it.
//!
//! Our choices: a sleep takes at least 1 µs, and at least `machine.thread_wake_us`; SET GLOBAL that adds
//! places admits the queue.
//!
//! Source: MySQL server, InnoDB concurrency manager (srv0conc, 2011 to 2013) and MySQL 8.0 manual,
//! "Configuring Thread Concurrency for InnoDB".

use crate::event::EventKind;
use crate::ids::{ConnectionIndex, NS_PER_US, ThreadId};
use crate::kernel::{Activity, Innodb};
use crate::life::Place;
use crate::reason::{WaitKind, WaitReason};
use crate::run::State;

/// A longer delay is shortened by an entry after one sleep.
const DELAY_MIN_US: u64 = 20;

impl State {
    /// Call before a row operation. False: the thread waits.
    pub fn innodb_enter(&mut self, thread: ThreadId, conn: ConnectionIndex) -> bool {
        let c = &mut self.k.conns[conn];
        if c.in_innodb {
            c.innodb_tickets = c.innodb_tickets.saturating_sub(1);
            return true;
        }
        if self.innodb.has_room() {
            self.innodb_in(conn);
            self.innodb_calmer(0);
            return true;
        }
        self.innodb.waiting += 1;
        let Innodb {
            first_in_first_out,
            delay_us,
            ..
        } = self.innodb;
        if first_in_first_out && (delay_us == 0 || self.holds_lock(conn)) {
            self.innodb_join(thread, conn, 0);
        } else {
            self.innodb_sleep(thread, conn, 0);
        }
        self.with(conn, |s, k| s.wait_begin(k, thread, WaitKind::UserLock));
        false
    }

    /// The thread wakes at InnoDB's entrance: from its sleep, or with a place that was handed to it. False:
    /// it keeps waiting.
    pub fn innodb_again(
        &mut self,
        thread: ThreadId,
        conn: ConnectionIndex,
        sleeps: u32,
        queued: bool,
    ) -> bool {
        let sleeps = sleeps + u32::from(!queued);
        let innodb = &mut self.innodb;
        if sleeps > 1 && innodb.delay_max_us > 0 && !innodb.first_in_first_out {
            innodb.delay_us += 1;
        }
        if !queued && !innodb.has_room() {
            if innodb.first_in_first_out {
                self.innodb_join(thread, conn, sleeps);
            } else {
                self.innodb_sleep(thread, conn, sleeps);
            }
            return false;
        }
        innodb.waiting -= 1;
        if queued {
            // Its place was counted when it was handed over.
            innodb.inside -= 1;
        }
        self.innodb_in(conn);
        if !self.innodb.first_in_first_out {
            self.innodb_calmer(sleeps);
        }
        let k = &mut self.k;
        let t = &k.threads[thread];
        let (group, waited_ns) = (t.group.named(), k.now_ns - t.since_wait_ns);
        let request = k.conns[conn].request();
        k.emit(|| EventKind::InnodbEntered {
            request,
            thread,
            group,
            waited_ns,
            sleeps,
        });
        self.wait_over(thread, conn);
        // Its operation enters again when it continues, and the place is already there.
        let left = &mut self.k.conns[conn].innodb_tickets;
        *left = left.saturating_add(1);
        true
    }

    /// Call after a row operation.
    pub fn innodb_operation_over(&mut self, conn: ConnectionIndex) {
        let c = &self.k.conns[conn];
        if c.in_innodb && c.innodb_tickets == 0 {
            self.innodb_leave(conn);
        }
    }

    /// After a lock wait the thread enters beyond the limit.
    pub fn innodb_return(&mut self, conn: ConnectionIndex) {
        if self.innodb.limits() {
            self.innodb_in(conn);
            self.k.conns[conn].innodb_tickets = 1;
        }
    }

    /// Gives the place back, if the connection has one.
    #[inline]
    pub fn innodb_leave(&mut self, conn: ConnectionIndex) {
        if self.k.conns[conn].in_innodb {
            self.innodb_out(conn);
        }
    }

    fn innodb_out(&mut self, conn: ConnectionIndex) {
        let c = &mut self.k.conns[conn];
        c.in_innodb = false;
        c.innodb_tickets = 0;
        self.innodb.inside -= 1;
        self.innodb_let_in();
    }

    /// Hands free places to the head of the queue.
    pub fn innodb_let_in(&mut self) {
        let innodb = &mut self.innodb;
        while innodb.has_room()
            && let Some(thread) = innodb.queue.pop_front()
        {
            innodb.inside += 1;
            let k = &mut self.k;
            k.schedule(k.slots.thread(thread), k.now_ns + k.latency.thread_wake_ns);
        }
    }

    fn innodb_in(&mut self, conn: ConnectionIndex) {
        self.innodb.inside += 1;
        let c = &mut self.k.conns[conn];
        c.in_innodb = true;
        c.innodb_tickets = self.innodb.tickets;
    }

    // An entry shortens the sleep.
    fn innodb_calmer(&mut self, sleeps: u32) {
        let innodb = &mut self.innodb;
        if innodb.first_in_first_out || innodb.delay_max_us == 0 {
            return;
        }
        if sleeps == 1 && innodb.delay_us > DELAY_MIN_US {
            innodb.delay_us -= 1;
        }
        if innodb.waiting == 0 {
            innodb.delay_us /= 2;
        }
    }

    fn innodb_sleep(&mut self, thread: ThreadId, conn: ConnectionIndex, sleeps: u32) {
        let innodb = &mut self.innodb;
        if innodb.delay_max_us > 0 && !innodb.first_in_first_out {
            innodb.delay_us = innodb.delay_us.min(innodb.delay_max_us);
        }
        let (inside, limit) = (innodb.inside, innodb.limit);
        let k = &mut self.k;
        let least_ns = k.latency.thread_wake_ns.max(NS_PER_US);
        let sleep_ns = innodb.delay_us.saturating_mul(NS_PER_US).max(least_ns);
        let request = k.conns[conn].request();
        let group = k.threads[thread].group.named();
        k.emit(|| EventKind::InnodbSleep {
            request,
            thread,
            group,
            inside,
            limit,
            sleeps,
            sleep_ns,
        });
        let activity = Activity::InnodbWait {
            sleeps,
            queued: false,
        };
        self.hold(thread, sleep_ns, activity);
        self.innodb_outside(thread, conn, sleeps == 0);
    }

    fn innodb_join(&mut self, thread: ThreadId, conn: ConnectionIndex, sleeps: u32) {
        let innodb = &mut self.innodb;
        let (inside, limit) = (innodb.inside, innodb.limit);
        let ahead = innodb.queue.len() as u32;
        innodb.queue.push_back(thread);
        let k = &mut self.k;
        let t = &mut k.threads[thread];
        let queued = true;
        t.does(Activity::InnodbWait { sleeps, queued }, k.now_ns, 0);
        let group = t.group.named();
        let request = k.conns[conn].request();
        k.emit(|| EventKind::InnodbQueued {
            request,
            thread,
            group,
            inside,
            limit,
            ahead,
        });
        self.innodb_outside(thread, conn, sleeps == 0);
    }

    fn innodb_outside(&mut self, thread: ThreadId, conn: ConnectionIndex, first: bool) {
        let Innodb { inside, limit, .. } = self.innodb;
        let k = &mut self.k;
        if first {
            k.threads[thread].since_wait_ns = k.now_ns;
        }
        k.place(
            conn,
            Place::Innodb,
            WaitReason::InnodbFull { inside, limit },
        );
    }

    fn holds_lock(&self, conn: ConnectionIndex) -> bool {
        let locks = &self.k.locks.all;
        let rows = &self.k.conns[conn].rows;
        let mut holders = locks.iter().filter_map(|lock| lock.holder);
        !rows.is_empty() || holders.any(|(by, _)| by == conn)
    }
}
