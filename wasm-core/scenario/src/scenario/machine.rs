//! The machine: cores, latencies, caches, and the one latch that every statement needs.

use serde::Serialize;

use super::span::Micros;
use crate::json::plain;

/// The machine. The latencies are modelling choices, not published figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Machine {
    /// Cores that CPU steps share; unlimited if null.
    pub cores: Option<u32>,
    /// From an event on a socket to the return of the listener's poll (a modelling choice).
    pub poll_wake_us: Micros,
    /// From the signal to the moment when a sleeping thread runs (a modelling choice).
    pub thread_wake_us: Micros,
    /// From the decision to create a thread to the moment when it runs (a modelling choice).
    pub thread_create_us: Micros,
    /// What a round of the stall timer takes, added to its period (a modelling choice).
    pub timer_round_us: Micros,
    /// MySQL 6.0: how long each statement holds the pool's one mutex on its way to a worker. The
    /// default is the geometric mean of what one user lost per statement in the four settings of
    /// MySQL bug 42288 (26, 44, 93 and 156 µs).
    pub hand_over_us: Micros,
    /// MariaDB on Windows: how long the queue stands still, with a thread running on every core, until
    /// the system adds a thread (a modelling choice: Windows documents no figure).
    pub injection_us: Micros,
    /// Threads that want a core stand in line for one; without it all of them share the cores evenly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_queue: Option<RunQueue>,
    /// CPU steps take longer the more connections and threads share the caches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cold_cache: Option<ColdCache>,
    /// The hot latch that `latch` steps visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latch: Option<Latch>,
    /// Waits of kind `diskio` stand in line for the disk; without it every wait has a disk of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk: Option<Disk>,
    /// Kilobytes of a result that the server can send before the client has read any; none unless told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket_buffer_kb: Option<u32>,
}

impl Default for Machine {
    fn default() -> Self {
        Machine {
            cores: None,
            poll_wake_us: Micros::whole(20),
            thread_wake_us: Micros::whole(50),
            thread_create_us: Micros::whole(100),
            timer_round_us: Micros::whole(50),
            hand_over_us: Micros::whole(64),
            injection_us: Micros::whole(500_000),
            run_queue: None,
            cold_cache: None,
            latch: None,
            disk: None,
            socket_buffer_kb: None,
        }
    }
}

/// A number of the model in words: whole ones without a point.
pub(super) fn shown(value: f64) -> String {
    let text = plain(value);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

impl Machine {
    /// The numbers of what it has besides cores and latencies, each with its name.
    pub(super) fn model(&self) -> Vec<(&'static str, f64)> {
        let mut all = Vec::new();
        if let Some(r) = &self.run_queue {
            let us = |m: Micros| m.ns() as f64 / 1e3;
            let slice = r.time_slice_us;
            all.extend(slice.map(|slice| ("run_queue.time_slice_us", us(slice))));
            all.push(("run_queue.context_switch_us", us(r.context_switch_us)));
        }
        if let Some(disk) = &self.disk {
            all.push(("disk.channels", f64::from(disk.channels)));
        }
        if let Some(kb) = self.socket_buffer_kb {
            all.push(("socket_buffer_kb", f64::from(kb)));
        }
        if let Some(c) = &self.cold_cache {
            all.extend([
                ("cold_cache.connection_us", c.connection_us),
                ("cold_cache.thread_us", c.thread_us),
                ("cold_cache.contexts", c.contexts),
                ("cold_cache.warm_worker_us", c.warm_worker_us),
            ]);
        }
        if let Some(l) = &self.latch {
            all.extend([
                ("latch.hold_us", l.hold_us),
                ("latch.scan_us", l.scan_us),
                ("latch.hand_over_us", l.hand_over_us),
                ("latch.herd_us", l.herd_us),
                ("latch.spin_waiters", l.spin_waiters),
                ("latch.stages", f64::from(l.stages)),
            ]);
            let growth = l.herd_growth_waiters;
            all.extend(growth.map(|wc| ("latch.herd_growth_waiters", wc)));
        }
        all
    }
}

/// How the cores are shared where threads stand in line for them: first come first served.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct RunQueue {
    /// A thread that has used its core for so long goes to the end of the line if anybody waits; without
    /// it a burst is never cut, and whoever waits goes first at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_slice_us: Option<Micros>,
    /// What putting another thread on a core takes.
    pub context_switch_us: Micros,
}

/// The disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Disk {
    /// Waits that it serves at a time.
    pub channels: u32,
}

/// What a CPU step pays for state that has left the caches. With n contexts the share n / (n +
/// `contexts`) is cold. Microseconds with any fraction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ColdCache {
    /// For the state of a connection that is wholly cold; n is the number of connections.
    #[serde(default)]
    pub connection_us: f64,
    /// For the state of a thread that is wholly cold; n is the number of threads that do not listen.
    #[serde(default)]
    pub thread_us: f64,
    /// Number of contexts of which half are cold.
    pub contexts: f64,
    /// What a pool's worker saves because it takes request after request without sleeping.
    #[serde(default)]
    pub warm_worker_us: f64,
}

/// The hot latch. With W waiters and T open transactions a visit takes on average `hold_us` + T *
/// `scan_us` + g * (`hand_over_us` + W * `herd_us` * (1 + (W / `herd_growth_waiters`)^2)), where g is the
/// share of the waiters that sleep: (W / `spin_waiters`)^4 / (1 + (W / `spin_waiters`)^4). Microseconds
/// with any fraction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Latch {
    /// It is held for so long in any case.
    pub hold_us: f64,
    /// For each open transaction: the list of them is scanned while the latch is held.
    #[serde(default)]
    pub scan_us: f64,
    /// Waking one sleeping thread, when the latch passes from one to the next.
    #[serde(default)]
    pub hand_over_us: f64,
    /// For each waiter that sleeps: a release wakes all of them.
    #[serde(default)]
    pub herd_us: f64,
    /// So many waiters double the cost of waking one; without it that cost is the same for any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub herd_growth_waiters: Option<f64>,
    /// About so many waiters spin; more than that sleep. 0: every waiter sleeps.
    #[serde(default)]
    pub spin_waiters: f64,
    /// Stages of the Erlang distribution of a visit; 0: always exactly the mean.
    #[serde(default)]
    pub stages: u32,
}

/// Something holds up the holder of the latch (a page fault, a lost time slice): no visit to it ends
/// before `at_us` + `for_us`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Stall {
    /// When.
    pub at_us: Micros,
    /// How long.
    pub for_us: Micros,
}
