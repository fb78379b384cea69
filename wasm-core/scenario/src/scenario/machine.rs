//! The machine: cores, latencies, caches, and the one latch that every statement needs.

use super::UNTIL_US_MAX;
use super::fields::fields;
use super::micros::Micros;
use super::read::Fields;

/// Most microseconds of a latency: ten seconds.
const LATENCY_US_MAX: u64 = 10_000_000;
/// Most microseconds of one part of the server model: a second.
const PART_US_MAX: u64 = 1_000_000;
const PART_US: f64 = PART_US_MAX as f64;

fields! {
    /// The machine. The latencies are modelling choices, not published figures.
    pub struct Machine held to cores_to_line_up_for {
        /// Cores that CPU steps share; unlimited if null.
        cores: Option<u32> [1, 4_096],
        /// From an event on a socket to the return of the listener's poll (a modelling choice).
        poll_wake_us: Micros [0, LATENCY_US_MAX] = Micros::whole(20),
        /// From the signal to the moment when a sleeping thread runs (a modelling choice).
        thread_wake_us: Micros [0, LATENCY_US_MAX] = Micros::whole(50),
        /// From the decision to create a thread to the moment when it runs (a modelling choice).
        thread_create_us: Micros [0, LATENCY_US_MAX] = Micros::whole(100),
        /// Duration of a round of the stall timer, added to its period (a modelling choice).
        timer_round_us: Micros [0, LATENCY_US_MAX] = Micros::whole(50),
        /// MySQL 6.0: how long each statement holds the pool's one mutex on its way to a worker. The default
        /// is the geometric mean of what one user lost per statement in the four settings of MySQL bug 42288
        /// (26, 44, 93 and 156 µs).
        hand_over_us: Micros [0, LATENCY_US_MAX] = Micros::whole(64),
        /// MariaDB on Windows: how long the queue must stop, with a thread running on every core, before the
        /// system adds a thread (a modelling choice: Windows documents no figure).
        injection_us: Micros [1_000, LATENCY_US_MAX] = Micros::whole(500_000),
        /// Threads queue for a core; without it all threads share the cores evenly.
        run_queue: Option<RunQueue>,
        /// Waits of kind `diskio` queue for the disk; without it every wait has its own disk.
        disk: Option<Disk>,
        /// Kilobytes of a result that the server can send before the client has read any; none by default.
        socket_buffer_kb: Option<u32> [0, 1_000_000_000],
        /// CPU steps take longer when more connections and threads share the caches.
        cold_cache: Option<ColdCache>,
        /// The hot latch that `latch` steps visit.
        latch: Option<Latch>,
    }
}

fn cores_to_line_up_for(machine: &Machine, f: &Fields<'_>) {
    if machine.run_queue.is_some() && machine.cores.is_none() {
        let allowed = "a machine with a number of cores: machine.cores";
        f.refuse("run_queue", "a run queue", allowed);
    }
}

fields! {
    /// How cores are shared if threads queue for them: first come, first served.
    pub struct RunQueue {
        /// A thread that has used its core for this long goes to the end of the queue if another waits;
        /// without it threads are never preempted, and the next one starts when a burst ends.
        time_slice_us: Option<Micros> [1, PART_US_MAX],
        /// The time to switch a core to another thread.
        context_switch_us: Micros [0, PART_US_MAX] = Micros::default(),
    }
}

fields! {
    /// The disk.
    pub struct Disk {
        /// Number of waits that it serves at a time.
        channels: u32 [1, 65_536],
    }
}

fields! {
    /// What a CPU step costs extra for state that has left the caches. With n contexts the share n / (n +
    /// `contexts`) is cold. Microseconds with any fraction.
    pub struct ColdCache {
        /// For the completely cold state of a connection; n is the number of connections.
        connection_us: f64 [0.0, PART_US] = 0.0,
        /// For the completely cold state of a thread; n is the number of threads that don't listen.
        thread_us: f64 [0.0, PART_US] = 0.0,
        /// Number of contexts of which half are cold.
        contexts: f64 [1e-3, 1e6],
        /// What a pool's worker saves by taking request after request without sleeping.
        warm_worker_us: f64 [0.0, PART_US] = 0.0,
    }
}

fields! {
    /// The hot latch. With W waiters and T open transactions a visit takes on average `hold_us` + T *
    /// `scan_us` + g * (`hand_over_us` + W * `herd_us` * (1 + (W / `herd_growth_waiters`)^2)), where g is
    /// the share of sleeping waiters: (W / `spin_waiters`)^4 / (1 + (W / `spin_waiters`)^4). Microseconds
    /// with any fraction.
    pub struct Latch {
        /// Minimum time that it is held.
        hold_us: f64 [0.0, PART_US],
        /// For each open transaction: the list of them is scanned while the latch is held.
        scan_us: f64 [0.0, PART_US] = 0.0,
        /// Waking one sleeping thread, when the latch passes from one to the next.
        hand_over_us: f64 [0.0, PART_US] = 0.0,
        /// For each sleeping waiter: a release wakes all of them.
        herd_us: f64 [0.0, PART_US] = 0.0,
        /// About this many waiters spin; more than that sleep. 0: every waiter sleeps.
        spin_waiters: f64 [0.0, 1e6] = 0.0,
        /// Stages of the Erlang distribution of a visit; 0: always exactly the mean.
        stages: u32 [0, 1_000] = 0,
        /// This many waiters double the cost of waking one; without it that cost is the same for any number.
        herd_growth_waiters: Option<f64> [1e-3, 1e6],
    }
}

fields! {
    /// Something stalls the holder of the latch (a page fault, a lost time slice): no visit ends before
    /// `at_us` + `for_us`.
    #[derive(Copy)]
    pub struct Stall {
        /// When.
        at_us: Micros [0, UNTIL_US_MAX],
        /// How long.
        for_us: Micros [0, UNTIL_US_MAX],
    }
}
