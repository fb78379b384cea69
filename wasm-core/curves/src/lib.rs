//! Benchmark curves: throughput by number of clients, and the mechanism that bends the curve.
//!
//! The model in words. N clients work in a closed loop: think, CPU, one hot latch, answer. There are K
//! cores. The latch is held longer when more transactions are open, because its holder scans their list, and
//! its hand-over costs more when more waiters sleep, because every release wakes them all. Contexts of
//! connections and threads leave the caches as their number grows. The scheduler determines only one thing:
//! how many statements may be inside at once. A [`Case`] is one machine and workload with its parameters;
//! [`analytic`] solves it by arithmetic, a simulated point with the engine's own schedulers.
//!
//! Sources: MariaDB documentation, "Threadpool Benchmarks" (the curves). The open transactions under
//! InnoDB's `kernel_mutex`: S. Bains, "Better scaling of read-only workloads" (2011-12-20); the wake-all of
//! its waiters: MySQL bug 52806 and V. Tkachenko, "kernel_mutex problem. Or double throughput with single
//! variable" (2011-12-02). Hand-over time that grows with the waiters: S. Boyd-Wickizer and others,
//! "Non-scalable locks are dangerous" (2012). Closed networks: J. Buzen (1973).
#![forbid(unsafe_code)]

pub mod analytic;
pub mod blocks;
mod case;
mod point;
pub mod scenario;

pub use analytic::{Regime, analytic};
pub use case::{Case, PARAMETERS, Parameters, System};
pub use point::{Estimate, PointOptions, PointRun};
pub use scenario::Setting;
