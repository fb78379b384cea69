//! Looking at a run never changes it: any order of seeks, any snapshot, any detail of the record.

use crate::common::{Case, MS, S, cpu, m5, wait};
use poolscope_engine::sim::{Detail, Replay, Sim};
use proptest::prelude::*;
use serde_json::Value;

fn fresh(json: &Value) -> Replay {
    Case(json.clone()).replay()
}

proptest! {
    #![proptest_config(crate::common::random::config(60))]

    /// After any seeks, a picture or the instruments are the same as in a fresh replay.
    #[test]
    fn seeks_in_any_order(json in crate::common::random::scenario(), looks in prop::collection::vec((0..3_u8, 0..1_000_u64), 1..12)) {
        let mut used = fresh(&json);
        let outcome = used.outcome().unwrap();
        for (kind, at) in looks {
            let time_ns = outcome.end_ns / 1_000 * at;
            let step = (u64::from(outcome.steps) * at / 1_000) as u32;
            match kind {
                0 => assert_eq!(used.frame(time_ns), fresh(&json).frame(time_ns)),
                1 => assert_eq!(used.frame_at_step(step), fresh(&json).frame_at_step(step)),
                _ => assert_eq!(used.instruments(time_ns), fresh(&json).instruments(time_ns)),
            }
        }
        assert_eq!(used.digest(), fresh(&json).digest());
        assert_eq!(used.outcome().unwrap(), outcome);
    }

    /// A run recorded in slices of any length is the same run.
    #[test]
    fn slices_of_any_length(json in crate::common::random::scenario(), slice in 1..700_u32) {
        let case = Case(json.clone());
        let mut replay = Replay::new(case.scenario(), Detail::Full);
        while !replay.advance(slice) {}
        assert_eq!(replay.digest(), fresh(&json).digest());
        let step = replay.recorded_steps() / 2;
        assert_eq!(replay.frame_at_step(step), fresh(&json).frame_at_step(step));
    }

    /// The record does not affect the run: a run for figures alone gives the same figures.
    #[test]
    fn figures_alone_are_the_same(json in crate::common::random::scenario()) {
        let scenario = Case(json.clone()).scenario();
        let mut sim = Sim::new(&scenario, Detail::Figures);
        while !sim.run(scenario.until_us * 1_000, 100) {}
        let figures = sim.outcome(&scenario).unwrap();
        let full = fresh(&json).outcome().unwrap();
        let mut metrics = full.metrics;
        // Without a log, figures cover all statements together.
        metrics.statements.clear();
        assert_eq!(figures.metrics, metrics);
        assert_eq!((figures.steps, figures.end_ns, figures.stopped), (full.steps, full.end_ns, full.stopped));
        assert!(figures.events.is_empty() && figures.lives.is_empty());
    }
}

/// A run whose snapshots were mostly thinned out is correct at every step.
#[test]
fn thinned_snapshots() {
    let busy = [cpu(3 * MS), wait(MS)];
    let case = (0..30).fold(m5().until(60 * S), |c, id| {
        c.repeat(id, id * 77, 900, 100_000, ("q", &busy))
    });
    let mut forward = case.replay();
    let steps = forward.recorded_steps();
    assert!(steps > 256 * 48 * 2);
    let mut back = case.replay();
    let at: Vec<u32> = (0..40).map(|i| steps / 40 * i + i).collect();
    let ahead: Vec<_> = at.iter().map(|step| forward.frame_at_step(*step)).collect();
    for (step, want) in at.iter().zip(ahead).rev() {
        let got = back.frame_at_step(*step);
        assert_eq!((got.step, got), (*step, want));
    }
}

/// Forward step by step, and back after each step.
#[test]
fn every_step_back_is_the_step_before() {
    let case = m5()
        .oversubscribe(1)
        .batch(0..8, 0, &[cpu(20 * MS), wait(30 * MS)])
        .until(S);
    let mut replay = case.replay();
    let frames: Vec<_> = (0..=replay.recorded_steps())
        .map(|s| replay.frame_at_step(s))
        .collect();
    for (step, want) in frames.iter().enumerate().rev() {
        assert_eq!(&replay.frame_at_step(step as u32), want);
    }
    // Beyond the end there is nothing more.
    assert_eq!(&replay.frame_at_step(u32::MAX), frames.last().unwrap());
    let end = replay.frame(u64::MAX);
    assert_eq!(end.time_ns, S * 1_000);
    assert_eq!(replay.instruments(u64::MAX), replay.instruments(S * 1_000));
}
