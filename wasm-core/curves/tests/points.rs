//! Simulated points: the statements inside, the two regimes, the figure of a point, and refusals.

use poolscope_curves::scenario::{figure, scenario};
use poolscope_curves::{Case, Estimate, PointOptions, PointRun, Regime, Setting, System, analytic};
use poolscope_engine::json::read_float;
use poolscope_engine::sim::{Detail, Sim};
use serde_json::Value;

fn case_of(machine: &str, workload: &str) -> Case {
    let file: Value = serde_json::from_str(include_str!("data/independent.json")).unwrap();
    let rows = file["cases"].as_array().unwrap();
    let of =
        |row: &&Value| row["case"]["machine"] == machine && row["case"]["workload"] == workload;
    let text = rows.iter().find(of).unwrap()["case"].to_string();
    Case::from_json(&text, read_float).unwrap()
}

fn point(case: &Case, system: System, clients: u32, setting: Setting) -> Estimate {
    let options = PointOptions {
        setting,
        ..PointOptions::default()
    };
    let mut run = PointRun::new(case, system, clients, options).unwrap();
    while !run.advance(100_000) {}
    run.estimate()
}

fn cold() -> Setting {
    Setting {
        start: Regime::Cold,
        ..Setting::default()
    }
}

#[test]
fn the_real_pools_let_as_many_in_as_there_are_cores() {
    for (machine, cores) in [
        ("pitbull", 18.0),
        ("facebook-maria1", 12.0),
        ("windows", 6.0),
    ] {
        let case = case_of(machine, "UPDATE_NOKEY");
        for clients in [128, 4_096] {
            let found = point(&case, System::Pool, clients, Setting::default());
            assert!(
                (found.inside_mean / cores - 1.0).abs() < 0.01,
                "{machine} {found:?}"
            );
            assert!(found.latch_waiters_mean < cores, "{found:?}");
            let one = point(&case, System::OneThread, clients, Setting::default());
            assert!(one.inside_mean > 0.9 * f64::from(clients), "{one:?}");
        }
    }
}

#[test]
fn a_pile_up_stays_where_a_cold_start_stays_fast() {
    let case = case_of("pitbull", "POINT_SELECT");
    let pile = point(&case, System::OneThread, 1_024, Setting::default());
    let fast = point(&case, System::OneThread, 1_024, cold());
    assert!(fast.throughput > 4.0 * pile.throughput, "{fast:?} {pile:?}");
    assert!(pile.latch_waiters_mean > 1_000.0 && fast.latch_waiters_mean < 50.0);
    for (found, regime) in [(pile, Regime::PileUp), (fast, Regime::Cold)] {
        let expected = analytic(&case, System::OneThread, 1_024, regime);
        assert!(
            (found.throughput / expected - 1.0).abs() < 0.05,
            "{found:?} {expected}"
        );
    }
    // The pool is not affected by the difference.
    let of = |setting| point(&case, System::Pool, 1_024, setting).throughput;
    assert!((of(cold()) / of(Setting::default()) - 1.0).abs() < 0.03);
}

#[test]
fn the_interval_is_kept_and_littles_law_holds() {
    let case = case_of("windows", "POINT_SELECT");
    for system in [System::OneThread, System::Pool] {
        let found = point(&case, system, 256, Setting::default());
        assert!(
            found.half_width <= 0.02 && found.statements >= 10_000,
            "{found:?}"
        );
        // Every client thinks, waits for a worker, or is inside.
        let a_us = found.throughput * 1e-6;
        assert!(found.mean_latency_us * a_us <= 256.0);
        assert!(
            found.inside_mean <= found.mean_latency_us * a_us * 1.02,
            "{found:?}"
        );
    }
}

#[test]
fn a_figure_of_a_point_can_be_watched() {
    let case = case_of("pitbull", "OLTP_RW");
    for (system, clients) in [(System::OneThread, 4_096), (System::Pool, 16)] {
        let text = figure(&case, system, clients, Setting::default());
        let file = poolscope_engine::scenario::Scenario::from_value(&text).unwrap();
        let mut sim = Sim::new(&file, Detail::Figures);
        assert!(
            sim.run(file.until_us * 1_000, 2_000_000),
            "it ends within its budget"
        );
        assert!(sim.finished() > 1_000, "{}", sim.finished());
    }
}

#[test]
fn a_wrong_number_is_refused_with_its_place() {
    let case = case_of("pitbull", "OLTP_RW");
    for clients in [0, 1_000_000] {
        let problems = scenario(&case, System::Pool, clients, Setting::default()).unwrap_err();
        assert!(
            problems.to_string().contains("clients[0].count"),
            "{problems}"
        );
    }
    let problems =
        PointOptions::from_json(r#"{"half_width": 0, "start": "hot"}"#, read_float).unwrap_err();
    assert!(
        problems.to_string().contains("half_width: 0 "),
        "{problems}"
    );
    assert!(
        problems.to_string().contains("\"pile_up\" or \"cold\""),
        "{problems}"
    );
}

#[test]
fn a_pool_of_another_size_lands_on_its_line_too() {
    for (machine, workload) in [("pitbull", "POINT_SELECT"), ("facebook-maria1", "OLTP_RW")] {
        let mut case = case_of(machine, workload);
        for groups in [4, 36] {
            case.groups = Some(groups);
            let found = point(&case, System::Pool, 1_024, Setting::default());
            let expected = analytic(&case, System::Pool, 1_024, Regime::PileUp);
            assert!(
                (found.inside_mean / f64::from(groups) - 1.0).abs() < 0.02,
                "{machine} {groups} {found:?}"
            );
            assert!(
                (found.throughput / expected - 1.0).abs() < 0.04,
                "{machine} {groups} {found:?} {expected}"
            );
        }
    }
}
