//! Integrals over time of the counts.

use crate::ids::TimeNs;

/// What is averaged over time, in the order of the engine's `Series`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Requests held back in the application.
    Application,
    /// Requests unread on a socket.
    Socket,
    /// Requests in a low-priority queue, or the only one.
    LowQueue,
    /// Requests in a high-priority queue.
    HighQueue,
    /// Requests assigned to a thread that is not running yet.
    ThreadWait,
    /// Requests on a thread, using CPU.
    Running,
    /// Requests on a thread, in a reported wait.
    Waiting,
    /// Requests that wait for a lock.
    Lock,
    /// Requests without a thread until a completion.
    Suspended,
    /// Requests that wait for the latch.
    Latch,
    /// Requests whose thread waits for a core.
    RunQueue,
    /// Requests whose connection is being logged in.
    Login,
    /// Threads created or woken that are not running yet.
    ThreadsStarting,
    /// Listeners.
    ThreadsListening,
    /// Threads that sleep, read, or are cached.
    ThreadsIdle,
    /// Threads that execute.
    ThreadsExecuting,
}

pub const COLUMNS: usize = Column::ThreadsExecuting as usize + 1;
/// The columns, then the cores in use.
pub const SUMS: usize = COLUMNS + 1;

/// Points of a series over the run.
pub const BUCKETS: usize = 240;

/// A count that changes by d at time t adds d * (now - t) to its integral: so the sum of d * t is kept for
/// each count, and a count that does not change costs nothing.
#[derive(Clone, Debug)]
pub struct Integrals {
    pub warm_up_ns: TimeNs,
    now_ns: TimeNs,
    /// The end of the current stretch, or of the warm-up if that is earlier.
    edge_ns: TimeNs,
    counts: [u64; SUMS],
    /// Sums of the current stretch; they and `counts` wrap around, their difference does not.
    moments: [u64; SUMS],
    /// Integrals up to the end of the warm-up, which don't count.
    warm: [u128; SUMS],
    pub bucket_ns: TimeNs,
    /// Integrals of each completed stretch. A stretch is at most a 240th of ten days, so 65,536 of anything
    /// fit into 64 bits.
    pub buckets: Vec<[u64; SUMS]>,
}

impl Integrals {
    pub fn new(until_ns: TimeNs, warm_up_ns: TimeNs) -> Self {
        let mut all = Integrals {
            warm_up_ns,
            now_ns: 0,
            edge_ns: 0,
            counts: [0; SUMS],
            moments: [0; SUMS],
            warm: [0; SUMS],
            bucket_ns: until_ns.div_ceil(BUCKETS as u64).max(1),
            buckets: Vec::new(),
        };
        all.edge_ns = all.next_edge_ns();
        all
    }

    #[inline]
    pub fn time(&mut self, now_ns: TimeNs) {
        while now_ns >= self.edge_ns {
            self.pass_edge();
        }
        self.now_ns = now_ns;
    }

    #[cold]
    fn pass_edge(&mut self) {
        self.now_ns = self.edge_ns;
        if self.edge_ns == self.warm_up_ns {
            self.warm = self.sums();
        }
        if self.edge_ns == self.bucket_end_ns() {
            self.close();
        }
        self.edge_ns = self.next_edge_ns();
    }

    fn next_edge_ns(&self) -> TimeNs {
        let end_ns = self.bucket_end_ns();
        if self.now_ns < self.warm_up_ns {
            end_ns.min(self.warm_up_ns)
        } else {
            end_ns
        }
    }

    // The last stretch has no end.
    fn bucket_end_ns(&self) -> TimeNs {
        match self.buckets.len() + 1 {
            BUCKETS.. => TimeNs::MAX,
            over => over as u64 * self.bucket_ns,
        }
    }

    #[inline]
    pub fn change(&mut self, column: usize, by: u64) {
        let (count, moment) = (&mut self.counts[column], &mut self.moments[column]);
        *count = count.wrapping_add(by);
        *moment = moment.wrapping_add(by.wrapping_mul(self.now_ns));
    }

    #[inline]
    pub fn set(&mut self, column: usize, count: u64) {
        self.change(column, count.wrapping_sub(self.counts[column]));
    }

    // The integral over the current stretch up to now.
    fn open(&self, column: usize) -> u64 {
        let all = self.counts[column].wrapping_mul(self.now_ns);
        all.wrapping_sub(self.moments[column])
    }

    fn close(&mut self) {
        let mut sums = [0; SUMS];
        for (c, sum) in sums.iter_mut().enumerate() {
            *sum = self.open(c);
            self.moments[c] = self.moments[c].wrapping_add(*sum);
        }
        self.buckets.push(sums);
    }

    fn sums(&self) -> [u128; SUMS] {
        let mut all = [0; SUMS];
        for (c, sum) in all.iter_mut().enumerate() {
            let over = self.buckets.iter().map(|b| u128::from(b[c]));
            *sum = over.sum::<u128>() + u128::from(self.open(c));
        }
        all
    }

    /// From the end of the warm-up to the end of the run, which is now.
    pub fn end(&mut self, end_ns: TimeNs) -> impl Iterator<Item = f64> {
        self.time(end_ns);
        if end_ns > self.buckets.len() as u64 * self.bucket_ns {
            self.close();
        }
        let sums = self.sums().into_iter().zip(self.warm);
        sums.map(|(sum, warm)| (sum - warm) as f64)
    }

    /// Up to the last event, in ns times the column's unit.
    pub fn integral(&self, column: Column) -> f64 {
        let over = self.buckets.iter().map(|b| b[column as usize] as f64);
        over.sum::<f64>() + self.open(column as usize) as f64
    }
}
