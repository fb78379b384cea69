//! Reads the machine and what holds up its latch.

use super::place::Place;
use crate::scenario::machine::{ColdCache, Disk, Latch, Machine, RunQueue, Stall};
use crate::scenario::span::Micros;

pub(super) fn machine(p: &Place<'_>) -> Machine {
    let f = p.fields(&[
        "cores",
        "poll_wake_us",
        "thread_wake_us",
        "thread_create_us",
        "timer_round_us",
        "hand_over_us",
        "injection_us",
        "run_queue",
        "cold_cache",
        "latch",
        "disk",
        "socket_buffer_kb",
    ]);
    let default = Machine::default();
    Machine {
        cores: f.get("cores").map(|p| p.u32()),
        poll_wake_us: f.micros_or("poll_wake_us", default.poll_wake_us),
        thread_wake_us: f.micros_or("thread_wake_us", default.thread_wake_us),
        thread_create_us: f.micros_or("thread_create_us", default.thread_create_us),
        timer_round_us: f.micros_or("timer_round_us", default.timer_round_us),
        hand_over_us: f.micros_or("hand_over_us", default.hand_over_us),
        injection_us: f.micros_or("injection_us", default.injection_us),
        run_queue: f.get("run_queue").map(|p| run_queue(&p)),
        cold_cache: f.get("cold_cache").map(|p| cold_cache(&p)),
        latch: f.get("latch").map(|p| latch(&p)),
        disk: f.get("disk").map(|p| Disk {
            channels: p.fields(&["channels"]).need("channels").u32(),
        }),
        socket_buffer_kb: f.get("socket_buffer_kb").map(|p| p.u32()),
    }
}

fn run_queue(p: &Place<'_>) -> RunQueue {
    let f = p.fields(&["time_slice_us", "context_switch_us"]);
    RunQueue {
        time_slice_us: f.get("time_slice_us").map(|p| p.micros()),
        context_switch_us: f.micros_or("context_switch_us", Micros::default()),
    }
}

fn cold_cache(p: &Place<'_>) -> ColdCache {
    let f = p.fields(&["connection_us", "thread_us", "contexts", "warm_worker_us"]);
    ColdCache {
        connection_us: f.f64_or("connection_us", 0.0),
        thread_us: f.f64_or("thread_us", 0.0),
        contexts: f.need("contexts").f64(),
        warm_worker_us: f.f64_or("warm_worker_us", 0.0),
    }
}

fn latch(p: &Place<'_>) -> Latch {
    let f = p.fields(&[
        "hold_us",
        "scan_us",
        "hand_over_us",
        "herd_us",
        "herd_growth_waiters",
        "spin_waiters",
        "stages",
    ]);
    Latch {
        hold_us: f.need("hold_us").f64(),
        scan_us: f.f64_or("scan_us", 0.0),
        hand_over_us: f.f64_or("hand_over_us", 0.0),
        herd_us: f.f64_or("herd_us", 0.0),
        herd_growth_waiters: f.get("herd_growth_waiters").map(|p| p.f64()),
        spin_waiters: f.f64_or("spin_waiters", 0.0),
        stages: f.u32_or("stages", 0),
    }
}

pub(super) fn stall(p: &Place<'_>) -> Stall {
    let f = p.fields(&["at_us", "for_us"]);
    Stall {
        at_us: f.need("at_us").micros(),
        for_us: f.need("for_us").micros(),
    }
}
