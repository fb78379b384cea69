//! Checks of the machine, its caches and its latch.

use std::fmt::Display;

use super::{Check, SPAN_US_MAX};
use crate::scenario::Scenario;
use crate::scenario::machine::shown;
use crate::scenario::workload::Step;

/// Most microseconds of one part of the server model: a second and a bit.
const PART_US_MAX: f64 = 1e6;
const COUNT_MAX: f64 = 1e6;
const KB_MAX: f64 = 1e9;
const ROWS_MAX: u64 = 1_000_000_000;
const STALLS_MAX: usize = 1_000;

pub(super) fn machine(c: &mut Check, s: &Scenario) {
    let machine = &s.machine;
    if let Some(cores) = machine.cores {
        c.range("machine.cores", u64::from(cores), 1, 4_096);
    }
    for (name, value) in [
        ("poll_wake_us", machine.poll_wake_us),
        ("thread_wake_us", machine.thread_wake_us),
        ("thread_create_us", machine.thread_create_us),
        ("timer_round_us", machine.timer_round_us),
        ("hand_over_us", machine.hand_over_us),
    ] {
        c.micros(format_args!("machine.{name}"), value, 0, 10_000_000);
    }
    let injection = machine.injection_us;
    c.micros("machine.injection_us", injection, 1_000, 10_000_000);
    for (name, value) in machine.model() {
        let path = format_args!("machine.{name}");
        let some = matches!(name, "cold_cache.contexts" | "latch.herd_growth_waiters");
        match name {
            "latch.stages" => real(c, &path, value, (0.0, 1_000.0), "0 to 1000"),
            "disk.channels" => real(c, &path, value, (1.0, 65_536.0), "1 to 65536"),
            "run_queue.time_slice_us" => real(c, &path, value, (1.0, PART_US_MAX), "1 to 1000000"),
            "socket_buffer_kb" => real(c, &path, value, (0.0, KB_MAX), "0 to 1000000000"),
            _ if some => real(c, &path, value, (1e-3, COUNT_MAX), "0.001 to 1000000"),
            _ => real(c, &path, value, (0.0, PART_US_MAX), "0 to 1000000"),
        }
    }
    if machine.run_queue.is_some() && machine.cores.is_none() {
        let allowed = "a machine with a number of cores: machine.cores";
        c.fail("machine.run_queue", "a run queue", allowed);
    }
    if s.stalls.len() > STALLS_MAX {
        c.fail("stalls", s.stalls.len(), "at most 1000 stalls");
    }
    if !s.stalls.is_empty() && machine.latch.is_none() {
        c.fail("stalls", s.stalls.len(), NEEDS_LATCH);
    }
    for (i, stall) in s.stalls.iter().enumerate() {
        c.micros(
            format_args!("stalls[{i}].at_us"),
            stall.at_us,
            0,
            SPAN_US_MAX,
        );
        c.micros(
            format_args!("stalls[{i}].for_us"),
            stall.for_us,
            0,
            SPAN_US_MAX,
        );
    }
}

const NEEDS_LATCH: &str = "a machine that has a latch: machine.latch";

/// What a step needs of the machine.
pub(super) fn step(c: &mut Check, path: &dyn Display, s: &Scenario, step: &Step) {
    if step.latch.is_some() && s.machine.latch.is_none() {
        c.fail(format_args!("{path}.latch"), "latch", NEEDS_LATCH);
    }
    if let Some(kb) = step.result_kb {
        c.range(format_args!("{path}.result_kb"), kb, 0, KB_MAX as u64);
    }
    let Some(lock) = &step.row_lock else { return };
    let (path, rows) = (format_args!("{path}.row_lock"), u64::from(lock.rows));
    c.range(format_args!("{path}.rows"), rows, 1, ROWS_MAX);
    c.range(
        format_args!("{path}.hot_rows"),
        u64::from(lock.hot_rows),
        0,
        rows,
    );
    let share = format_args!("{path}.hot_share");
    real(c, &share, lock.hot_share, (0.0, 1.0), "0 to 1");
    // Rows of either kind that are asked for must be there.
    if lock.hot_share > 0.0 && lock.hot_rows == 0 {
        c.fail(
            format_args!("{path}.hot_rows"),
            0,
            "1 or more, as hot_share is not 0",
        );
    }
    if lock.hot_share < 1.0 && lock.hot_rows == lock.rows && rows > 0 {
        let allowed = "fewer than rows, as hot_share is not 1";
        c.fail(format_args!("{path}.hot_rows"), lock.hot_rows, allowed);
    }
}

fn real(c: &mut Check, path: &dyn Display, value: f64, (min, max): (f64, f64), allowed: &str) {
    if !(min..=max).contains(&value) {
        c.fail(path, shown(value), allowed);
    }
}
