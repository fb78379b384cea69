//! The analytic solution: a closed network in product form whose latch works at a speed that depends on its
//! queue. It takes one pass over the clients, with additions and multiplications only.
//!
//! One thread per connection. `r(m)` is the rate at which m customers of {outside, cores} finish there
//! (convolution of a delay and a server with K channels; constant once the cores can't idle). The stationary
//! weight of j customers at the latch follows from the one before: `v(j) = v(j-1) * D(j) * r(N-j+1)`, and
//! the throughput is the mean of `1/D(j)`.
//!
//! The latch may have two stable regimes. The weights then have two hills with a valley between them, and a
//! run stays on its hill beyond any benchmark's length. From a pile-up the sum starts at j = N and stops in
//! the first valley deeper than e^-10; from a cold start it starts at j = 0.
//!
//! The pool. With m of its groups busy, {cores, latch} alone give `X(m)`. Around this are the clients' delay
//! and a server with the rate `X(busy)`: n statements keep
//! `sum over groups of 1 - (1 - n/N)^(connections of the group)` groups busy.

use std::collections::VecDeque;

use poolscope_engine::json::Value;
use poolscope_engine::scenario::Problems;
use poolscope_engine::scenario::read::{Cursor, collect};

use crate::case::{Case, System};

/// Where a run starts, which matters if there are two stable regimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// All clients queue at the latch, as after a stall of its holder.
    PileUp,
    /// The latch is empty.
    Cold,
}

impl Regime {
    /// The start of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Regime, Problems> {
        collect(&Value::from(name), Regime::read)
    }

    /// Reads a start by its name on the page.
    pub fn read(cursor: &Cursor<'_>) -> Regime {
        match cursor.word(&["pile_up", "cold"]) {
            Some(1) => Regime::Cold,
            _ => Regime::PileUp,
        }
    }
}

/// The valley that a run does not cross: e^-10.
pub const VALLEY: f64 = 4.539_992_976_248_485e-5;
/// Numbers are scaled before they exceed the range of a double.
const LARGE: f64 = 1e200;
const SMALL: f64 = 1e-200;
const SCALE: f64 = 1e60;
/// Terms this small relative to the largest don't change a sum.
const NOTHING: f64 = 1e-18;
/// Avoids a division by zero for a latch with no hold time.
const LEAST_HOLD: f64 = 1e-9;

/// Throughput in published units a second.
#[must_use]
pub fn analytic(case: &Case, system: System, clients: u32, regime: Regime) -> f64 {
    with_valley(case, system, clients, regime, VALLEY)
}

/// The same with another valley depth.
#[must_use]
pub fn with_valley(case: &Case, system: System, clients: u32, regime: Regime, valley: f64) -> f64 {
    if clients == 0 {
        return 0.0;
    }
    let per_us = match system {
        System::OneThread => one_thread(case, clients, regime, valley),
        System::Pool => pool(case, clients),
    };
    per_us * 1e6 / f64::from(case.statements)
}

/// A mean of 1/D weighted by v, summed from one end of the queue's lengths; None ends the sum.
struct Sum {
    weight: f64,
    rate: f64,
    largest: f64,
    valley: f64,
}

impl Sum {
    fn new(valley: f64) -> Sum {
        Sum {
            weight: 0.0,
            rate: 0.0,
            largest: 0.0,
            valley,
        }
    }

    /// Adds a state; `next` is the factor of the next one, whose weight is returned.
    #[inline]
    fn add(&mut self, v: f64, per_us: f64, next: f64) -> Option<f64> {
        self.weight += v;
        self.rate += v * per_us;
        self.largest = self.largest.max(v);
        if v < self.largest * NOTHING || (next > 1.0 && v < self.largest * self.valley) {
            return None;
        }
        let v = v * next;
        if v > LARGE {
            self.weight *= SMALL;
            self.rate *= SMALL;
            self.largest *= SMALL;
            return Some(v * SMALL);
        }
        Some(v)
    }

    fn mean(&self) -> f64 {
        self.rate / self.weight
    }
}

fn one_thread(case: &Case, clients: u32, regime: Regime, valley: f64) -> f64 {
    let cpu_us = case.cpu_us(System::OneThread, clients);
    let p = &case.parameters;
    let rates = rates(clients, case.cores, cpu_us, p.z_us + p.zw_us);
    let last = rates.last().copied().unwrap_or(0.0);
    let rate = |m: u32| rates.get(m as usize).copied().unwrap_or(last);
    let hold_us = |j: u32| {
        let open = if case.open_transactions {
            clients
        } else {
            j + (clients - j).min(case.cores)
        };
        case.hold_us(f64::from(j - 1), f64::from(open))
            .max(LEAST_HOLD)
    };
    let mut sum = Sum::new(valley);
    let mut v = 1.0;
    match regime {
        Regime::PileUp => {
            for j in (1..=clients).rev() {
                let d = hold_us(j);
                match sum.add(v, 1.0 / d, 1.0 / (d * rate(clients - j + 1))) {
                    Some(next) => v = next,
                    None => return sum.mean(),
                }
            }
            sum.add(v, 0.0, 0.0);
        }
        Regime::Cold => {
            let mut per_us = 0.0;
            for j in 0..=clients {
                let d = if j < clients { hold_us(j + 1) } else { 0.0 };
                match sum.add(v, per_us, d * rate(clients - j)) {
                    Some(next) => v = next,
                    None => break,
                }
                per_us = 1.0 / d;
            }
        }
    }
    sum.mean()
}

// r(0), r(1), ... until they become constant, in units of what K busy cores finish. The weights of m
// customers outside are A^m/m!, those of n at the cores K^n/n!, and from K on the last of these.
fn rates(clients: u32, cores: u32, cpu_us: f64, outside_us: f64) -> Vec<f64> {
    let k = cores as usize;
    let full = f64::from(cores) / cpu_us;
    let outside = outside_us * full;
    let mut at_cores = vec![1.0];
    for n in 1..=k {
        at_cores.push(at_cores[n - 1] * f64::from(cores) / n as f64);
    }
    let saturated = at_cores.pop().unwrap_or(1.0);
    let mut rates = vec![0.0];
    // The last K weights outside, the newest first, and the sum of all older ones.
    let mut recent = VecDeque::from(vec![0.0; k]);
    let (mut older, mut newest, mut before) = (0.0, 1.0, 0.0);
    for m in 0..=clients {
        if m > 0 {
            newest *= outside / f64::from(m);
        }
        recent.push_front(newest);
        older += recent.pop_back().unwrap_or(0.0);
        let inner: f64 = recent.iter().zip(&at_cores).map(|(a, b)| a * b).sum();
        let all = older * saturated + inner;
        if m > 0 {
            rates.push(full * before / all);
        }
        before = all;
        if m >= cores && f64::from(m) > outside && inner < all * 1e-16 {
            break;
        }
        if all > SCALE {
            recent.iter_mut().for_each(|a| *a /= SCALE);
            (older, newest, before) = (older / SCALE, newest / SCALE, before / SCALE);
        }
    }
    rates
}

fn pool(case: &Case, clients: u32) -> f64 {
    let inside = inside(case, clients);
    let groups = case.groups();
    let between = |busy: f64| {
        let busy = busy.min(f64::from(groups));
        let (whole, part) = (busy as usize, busy.fract());
        let low = inside[whole];
        let high = inside.get(whole + 1).copied().unwrap_or(low);
        low + part * (high - low)
    };
    let (small, large) = (clients / groups, clients % groups);
    let busy = |n: u32| {
        if case.windows {
            return f64::from(n);
        }
        let absent = 1.0 - f64::from(n) / f64::from(clients);
        let idle = power(absent, small);
        f64::from(groups - large) * (1.0 - idle) + f64::from(large) * (1.0 - idle * absent)
    };
    let mut sum = Sum::new(0.0);
    let (mut v, mut x) = (1.0, 0.0);
    let mut next = between(busy(1));
    for n in 0..=clients {
        let arrivals = f64::from(clients - n) / case.parameters.z_us;
        match sum.add(v, x, arrivals / next) {
            Some(weight) => v = weight,
            None => break,
        }
        x = next;
        // With more than this, all groups are busy.
        next = if n > 64 * groups {
            between(f64::from(groups))
        } else {
            between(busy((n + 2).min(clients)))
        };
    }
    sum.mean()
}

// Throughput of {cores, latch} with 0, 1, ... statements inside, at most one per group. They wait for a core
// only if there are more groups than cores.
fn inside(case: &Case, clients: u32) -> Vec<f64> {
    let cpu_us = case.cpu_us(System::Pool, clients);
    (0..=case.groups())
        .map(|m| {
            let open = f64::from(if case.open_transactions { clients } else { m });
            let (mut v, mut weight, mut rate) = (1.0, 1.0, 0.0);
            for j in 1..=m {
                let d = case.hold_us(f64::from(j - 1), open).max(LEAST_HOLD);
                v *= d * f64::from((m - j + 1).min(case.cores)) / cpu_us;
                weight += v;
                rate += v / d;
                if weight > LARGE {
                    (v, weight, rate) = (v * SMALL, weight * SMALL, rate * SMALL);
                }
            }
            rate / weight
        })
        .collect()
}

fn power(base: f64, mut exponent: u32) -> f64 {
    let (mut base, mut result) = (base, 1.0);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}
