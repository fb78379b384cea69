//! Tests the analytic solution against an independent one, against arithmetic, and at its limits.

use poolscope_curves::{Case, PARAMETERS, Regime, System, analytic};
use poolscope_engine::json::read_float;
use serde_json::Value;

const FIXTURE: &str = include_str!("data/independent.json");

fn cases() -> Vec<(Case, Value)> {
    let file: Value = serde_json::from_str(FIXTURE).unwrap();
    let rows = file["cases"].as_array().unwrap().clone();
    let read = |row: Value| {
        let case = Case::from_json(&row["case"].to_string(), read_float).unwrap();
        (case, row)
    };
    rows.into_iter().map(read).collect()
}

#[test]
fn it_gives_what_an_independent_solution_gives() {
    let mut points = 0;
    for (case, row) in cases() {
        for system in [System::OneThread, System::Pool] {
            for (i, expected) in row[system.name()].as_array().unwrap().iter().enumerate() {
                let expected = expected.as_f64().unwrap();
                let found = analytic(&case, system, 16 << i, Regime::PileUp);
                // Expected values are given to a hundredth; the end of the sum in a valley may differ by a state.
                let off = (found - expected).abs();
                assert!(
                    off <= 0.005 + expected * 5e-6,
                    "{} {} {system:?} {}: {found}, not {expected}",
                    case.machine,
                    case.workload,
                    16 << i
                );
                points += 1;
            }
        }
    }
    assert_eq!(points, 216);
}

fn case_of(machine: &str, workload: &str) -> Case {
    let found = cases()
        .into_iter()
        .find(|(c, _)| c.machine == machine && c.workload == workload);
    found.unwrap().0
}

#[test]
fn a_cold_start_stays_fast_where_a_pile_up_stays_slow() {
    let case = case_of("pitbull", "POINT_SELECT");
    let both = |clients| {
        let of = |regime| analytic(&case, System::OneThread, clients, regime);
        (of(Regime::Cold), of(Regime::PileUp))
    };
    let (cold, pile) = both(1024);
    assert!(cold > 4.0 * pile, "{cold} {pile}");
    // If there is only one regime, the start does not matter.
    let (cold, pile) = both(64);
    assert!((cold / pile - 1.0).abs() < 1e-9, "{cold} {pile}");
}

#[test]
fn without_a_latch_it_is_the_machine_repair_model() {
    let mut case = case_of("windows", "POINT_SELECT");
    let p = &mut case.parameters;
    (p.d0_us, p.d1_us, p.h_us, p.w_us) = (0.0, 0.0, 0.0, 0.0);
    (p.kc_us, p.kt_us, p.zw_us, p.dp_us) = (0.0, 0.0, 0.0, 0.0);
    (p.z_us, p.c_us) = (1000.0, 100.0);
    for clients in [1, 2, 7, 60, 66, 400] {
        // Birth and death: clients think 1 ms, each of 6 cores takes 0.1 ms.
        let (mut weight, mut all, mut busy) = (1.0, 1.0, 0.0);
        for n in 1..=clients {
            let at_work = f64::from(u32::min(n, 6));
            weight *= f64::from(clients - n + 1) / 1000.0 * 100.0 / at_work;
            all += weight;
            busy += weight * at_work;
        }
        let expected = busy / all / 100.0 * 1e6;
        for regime in [Regime::PileUp, Regime::Cold] {
            let found = analytic(&case, System::OneThread, clients, regime);
            assert!(
                (found / expected - 1.0).abs() < 1e-6,
                "{clients}: {found}, not {expected}"
            );
        }
        // A single queue, as on Windows, gives the same.
        let pool = analytic(&case, System::Pool, clients, Regime::PileUp);
        assert!(
            (pool / expected - 1.0).abs() < 1e-6,
            "{clients}: {pool}, not {expected}"
        );
    }
}

#[test]
fn numbers_stay_finite_far_outside() {
    for (mut case, _) in cases() {
        for cores in [1, 18, 512] {
            case.cores = cores;
            for z_us in [1e-3, 1.0, 1e6] {
                case.parameters.z_us = z_us;
                for system in [System::OneThread, System::Pool] {
                    let mut before = 0.0;
                    for clients in [1, 2, 1000, 16_384] {
                        for regime in [Regime::Cold, Regime::PileUp] {
                            before = analytic(&case, system, clients, regime);
                            assert!(before.is_finite() && before > 0.0, "{case:?} {clients}");
                        }
                    }
                    assert!(before > 0.0);
                }
            }
        }
    }
    assert_eq!(analytic(&cases()[0].0, System::Pool, 0, Regime::Cold), 0.0);
}

#[test]
fn a_wrong_case_is_refused_with_every_place() {
    let (_, row) = cases().remove(0);
    let mut wrong = row["case"].clone();
    wrong["cores"] = 0.into();
    wrong["parameters"]["ws"] = 0.into();
    wrong["parameters"]["more"] = 1.into();
    wrong.as_object_mut().unwrap().remove("machine");
    let problems = Case::from_json(&wrong.to_string(), read_float).unwrap_err();
    let said = problems.to_string();
    for wanted in [
        "cores: 0 is not allowed here; allowed: a whole number, 1 to 512",
        "parameters.ws: 0 is not allowed here; allowed: a number, 0.001 to 1000000000",
        "parameters.more: unknown field",
        "machine: missing",
    ] {
        assert!(said.contains(wanted), "{said}");
    }
    assert!(
        System::named("pool")
            .unwrap_err()
            .to_string()
            .contains("thread-pool")
    );
    assert_eq!(
        PARAMETERS.len(),
        row["case"]["parameters"].as_object().unwrap().len()
    );
}
