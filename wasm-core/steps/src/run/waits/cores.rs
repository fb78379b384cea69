//! CPU steps: on unlimited cores, on shared cores, or through a run queue. Source: server model (RULES.md),
//! section 12.2.

use crate::ids::{ThreadId, TimeNs};
use crate::kernel::{Activity, is_autocommit};
use crate::life::Place;
use crate::reason::WaitReason;
use crate::run::{Plan, State};

impl State {
    pub fn cores_event(&mut self, plan: &Plan) {
        let now = self.k.now_ns;
        while let Some(thread) = self.k.cores.ended(now) {
            if let Some(decision) = self.step_over(plan, thread) {
                self.carry_out(plan, thread, decision);
            }
        }
        self.schedule_cores();
    }

    pub fn schedule_cores(&mut self) {
        self.k.schedule_cores();
        self.note_busy();
    }

    pub fn note_busy(&mut self) {
        let k = &mut self.k;
        k.recorder
            .cpu_busy(k.cores.count.map_or(k.cores.busy, |c| c.min(k.cores.busy)));
    }

    pub fn use_cpu(&mut self, thread: ThreadId, length_ns: TimeNs) {
        let k = &mut self.k;
        let now = k.now_ns;
        let t = &mut k.threads[thread];
        t.does(Activity::Cpu, now, length_ns);
        if k.run_queue.is_some() {
            t.cpu_left_ns = length_ns;
            self.want_core(thread);
            return;
        }
        let c = &k.conns[t.conn];
        k.load.autocommit_on_cpu += u32::from(is_autocommit(c));
        if k.cores.count.is_some() {
            k.cores.start(thread, length_ns, now);
            self.schedule_cores();
        } else {
            k.cores.busy += 1;
            k.schedule(k.slots.thread(thread), now.saturating_add(length_ns));
            self.note_busy();
        }
    }

    /// A stretch of CPU has ended. True if the step has ended too.
    pub fn cpu_over(&mut self, thread: ThreadId) -> bool {
        let k = &mut self.k;
        let t = &mut k.threads[thread];
        let c = &k.conns[t.conn];
        k.load.autocommit_on_cpu -= u32::from(is_autocommit(c));
        let Some(line) = &mut k.run_queue else {
            // Limited cores count for themselves.
            if k.cores.count.is_none() {
                k.cores.busy -= 1;
                self.note_busy();
            }
            return true;
        };
        line.keeps = thread;
        if line.stretch_over(t) {
            return true;
        }
        t.activity = Activity::Cpu;
        self.want_core(thread);
        false
    }

    // The thread needs CPU: on its core, on a free one, or through the run queue.
    fn want_core(&mut self, thread: ThreadId) {
        let k = &mut self.k;
        let Some(line) = &mut k.run_queue else { return };
        let has_core = std::mem::replace(&mut line.keeps, ThreadId::NONE) == thread;
        let t = &mut k.threads[thread];
        if has_core && (t.slice_left_ns > 0 || line.waiting.is_empty()) {
            let end = if t.slice_left_ns > 0 {
                line.go_on(t, k.now_ns)
            } else {
                line.renew(t, k.now_ns)
            };
            let c = &k.conns[t.conn];
            k.load.autocommit_on_cpu += u32::from(is_autocommit(c));
            k.schedule(k.slots.thread(thread), end);
            return;
        }
        let cores = k.cores.count.unwrap_or(u32::MAX);
        if !has_core && k.cores.busy < cores {
            self.put_on_core(thread);
            return;
        }
        line.waiting.push_back(thread);
        t.activity = Activity::Runnable;
        t.step_start_ns = k.now_ns;
        let (conn, runnable) = (t.conn, line.waiting.len() as u32);
        k.place(
            conn,
            Place::RunQueue,
            WaitReason::RunQueue { runnable, cores },
        );
        if has_core {
            self.free_core();
        }
    }

    fn put_on_core(&mut self, thread: ThreadId) {
        let k = &mut self.k;
        let Some(line) = &mut k.run_queue else {
            return;
        };
        let t = &mut k.threads[thread];
        let waited = t.activity == Activity::Runnable;
        t.activity = Activity::Cpu;
        let end = line.begin(t, k.now_ns);
        let conn = t.conn;
        k.schedule(k.slots.thread(thread), end);
        k.cores.busy += 1;
        let c = &k.conns[conn];
        k.load.autocommit_on_cpu += u32::from(is_autocommit(c));
        k.recorder.context_switch(k.now_ns);
        if waited {
            k.place(conn, Place::Running, WaitReason::Running);
        }
        self.note_busy();
    }

    fn free_core(&mut self) {
        let k = &mut self.k;
        k.cores.busy -= 1;
        let next = k.run_queue.as_mut().and_then(|r| r.waiting.pop_front());
        match next {
            Some(next) => self.put_on_core(next),
            None => self.note_busy(),
        }
    }

    /// The thread's next action needs no core, so the first waiter gets it.
    #[inline]
    pub fn leave_core(&mut self) {
        let Some(line) = &mut self.k.run_queue else {
            return;
        };
        if std::mem::replace(&mut line.keeps, ThreadId::NONE) != ThreadId::NONE {
            self.free_core();
        }
    }
}
