//! How large a pool should be: reports among short statements, the upper edge, places, logins. Each holds
//! for eight seeds, as the lesson says.

use poolscope_engine::event::EventKind;

use super::{run, run_with};

const SEED: &str = "/seed";
const SIZE: &str = "/server/thread_pool_size";
const STALL: &str = "/server/thread_pool_stall_limit_ms";
const OVERSUBSCRIBE: &str = "/server/thread_pool_oversubscribe";

/// The 95th percentile in microseconds, with each of eight seeds.
fn p95_us(name: &str, changes: &[(&str, u64)]) -> Vec<u64> {
    (1..=8)
        .map(|seed| {
            let all = [changes, &[(SEED, seed)]].concat();
            run_with(name, &all).metrics.latency.p95_ns / 1_000
        })
        .collect()
}

#[test]
fn a_report_among_two_hundred_holds_up_its_group() {
    let at = |changes: &[(&str, u64)]| p95_us("sizing-unequal", changes);
    let four = at(&[]);
    assert!(
        four.iter().all(|us| (65_000..95_000).contains(us)),
        "{four:?}"
    );
    assert_eq!(at(&[(OVERSUBSCRIBE, 16)]), four, "no stall is found");
    for quick in [at(&[(SIZE, 16)]), at(&[(STALL, 10)])] {
        assert!(quick.iter().all(|&us| us < 3_500), "{quick:?}");
    }
}

/// One statement in two hundred is a report: the latency of all together says nothing about the others.
#[test]
fn a_report_has_figures_of_its_own() {
    let all = run_with("sizing-unequal", &[(SIZE, 16)]).metrics;
    let of = |name: &str| all.statements.iter().find(|s| s.name == name).unwrap();
    let (statement, report) = (of("statement").latency, of("report").latency);
    assert!(statement.p95_ns < 3_000_000, "{statement:?}");
    assert!(report.p50_ns >= 100_000_000, "{report:?}");
    let finished: u64 = all.statements.iter().map(|s| s.finished).sum();
    assert_eq!(
        finished, all.finished,
        "of all, not of the first that were kept"
    );
}

#[test]
fn the_best_size_lies_between_two_edges() {
    let at = |size| p95_us("sizing-edge", &[(SIZE, size)]);
    let (four, best, many) = (at(4), [at(8), at(16)].concat(), at(64));
    assert!(four.iter().all(|&us| us > 5_000), "{four:?}");
    assert!(best.iter().all(|&us| us < 250), "{best:?}");
    assert!(many.iter().all(|&us| us > 300_000), "{many:?}");
    let calm = p95_us("sizing-edge", &[(SIZE, 64), ("/stalls/0/for_us", 0)]);
    assert!(calm.iter().all(|&us| us < 100), "{calm:?}");
}

/// Little's law: 9,600 a second × 10 ms = 96 places = 16 × (1 + 5).
#[test]
fn places_are_rate_times_stay() {
    let at = |o| p95_us("sizing-places", &[(OVERSUBSCRIBE, o)]);
    let (three, five) = (at(3), at(5));
    assert!(three.iter().all(|&us| us > 200_000), "{three:?}");
    assert!(five.iter().all(|&us| us < 10_100), "{five:?}");
    let waiting = run("sizing-places");
    assert!((waiting.metrics.throughput_per_s - 6_400.0).abs() < 10.0);
}

/// Source: a MariaDB 10.11.19 under the same storm admitted 12, 12 and 11 logins in twelve seconds, and
/// answered at most one of the first queries.
#[test]
fn a_full_group_lets_one_login_in_every_second() {
    let logins = |changes: &[(&str, u64)]| {
        let outcome = run_with("login-storm", changes);
        let done = |kind: &EventKind| matches!(kind, EventKind::LoginFinished { .. });
        let count = outcome.events.iter().filter(|e| done(&e.kind)).count();
        (count, outcome.metrics.finished)
    };
    assert_eq!(logins(&[]), (12, 0));
    assert_eq!(logins(&[("/clients/0/count", 3)]), (100, 100));
    assert_eq!(logins(&[(SIZE, 2)]), (100, 100));
    assert_eq!(logins(&[(STALL, 60)]), (100, 0));
    assert_eq!(logins(&[(OVERSUBSCRIBE, 4)]), (100, 100));
}
