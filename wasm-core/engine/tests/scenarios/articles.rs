//! Results published in articles: batches, a stuck lane, 65 requests, a hot group.

use poolscope_engine::life::Life;
use poolscope_engine::sim::Outcome;

use super::{latencies_ms, latency_ms, published_ms, run, run_with, tenths};

/// Source: wych42, "MySQL thread pool stall, reproduced", 2023-05-26.
#[test]
fn published_batches_come_out() {
    assert_eq!(
        tenths(&run("mariadb-max-threads-6")),
        [20, 20, 20, 20, 20, 20, 40, 40]
    );
    assert_eq!(tenths(&run("mariadb-max-threads-8")), [20; 8]);
    assert_eq!(
        tenths(&run("percona-oversubscribe-1")),
        [20, 20, 40, 40, 60, 60, 80, 80]
    );
    assert_eq!(
        tenths(&run("percona-oversubscribe-2")),
        [20, 20, 20, 40, 40, 40, 60, 60]
    );
    assert_eq!(
        tenths(&run("percona-sleep-200ms")),
        [2, 2, 4, 4, 6, 6, 8, 8, 10, 10]
    );
    assert_eq!(tenths(&run("one-thread-eight-sleeps")), [20; 8]);
}

/// The published times include connecting, so they are later than the simulated ones, never earlier, and by
/// less than a tenth of a second.
#[test]
fn published_times_stand_next_to_the_simulated_ones() {
    for name in [
        "mariadb-max-threads-6",
        "mariadb-max-threads-8",
        "percona-oversubscribe-1",
        "percona-oversubscribe-2",
        "percona-sleep-200ms",
    ] {
        let outcome = run(name);
        let published: Vec<f64> = published_ms(name);
        for (simulated, published) in latencies_ms(&outcome).iter().zip(published) {
            let late = published - simulated;
            assert!(
                (0.0..100.0).contains(&late),
                "{name}: {published} against {simulated}"
            );
        }
    }
}

/// Source: wych42, 2023-05-26: connection 410 waits about 25 s while 405 answers at once, and the
/// error log's line carries session 406.
#[test]
fn one_lane_is_stuck() {
    let outcome = run("percona-two-groups");
    let slow = outcome.lives.iter().find(|l| l.name == "slow").unwrap();
    let waited_ms = (slow.end_ns.unwrap() - slow.arrive_ns) / 1_000_000;
    assert_eq!(waited_ms, 25_001);
    for fast in outcome.lives.iter().filter(|l| l.name.starts_with("fast")) {
        assert!(fast.end_ns.unwrap() - fast.arrive_ns < 2_000_000);
    }
    let log = serde_json::to_value(&outcome.events).unwrap();
    let told = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|e| e["kind"] == "pool_blocked_message");
    let told: Vec<_> = told.collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["connection"], 406);
    assert_eq!(told[0]["level"], "error");
}

/// Source: wych42, 2023-05-26, "16 x (1 + 3) = 64": right for waits, wrong for computing.
#[test]
fn sixty_five_requests() {
    let waiting = latencies_ms(&run("requests-65-waiting"));
    assert_eq!(waiting.iter().filter(|ms| **ms < 12.0).count(), 64);
    assert_eq!(
        waiting
            .iter()
            .filter(|ms| (18.0..22.0).contains(*ms))
            .count(),
        1
    );
    let computing = run("requests-65-computing");
    let last = computing
        .lives
        .iter()
        .find(|l| l.connection.0 == 64)
        .unwrap();
    assert_eq!((last.end_ns.unwrap() - last.arrive_ns) / 10_000_000, 5);
}

/// Source: scheduler rules, vector V11 and note 2 of section 8.
#[test]
fn the_gap_decides_who_passes_the_queue() {
    let batches = |gap: u64| {
        let at = "/clients/0/arrivals/spread/gap_us";
        tenths(&run_with("percona-eight-apart", &[(at, gap)]))
    };
    for pairs in [0, 5, 50] {
        assert_eq!(batches(pairs), [20, 20, 40, 40, 60, 60, 80, 80], "{pairs}");
    }
    assert_eq!(batches(20), [20, 20, 20, 40, 40, 60, 60, 80]);
    for apart in [100, 1000] {
        assert_eq!(batches(apart), [20; 8], "{apart}");
    }
}

/// Source: lotabout, 2023-05-26: five and three in the first round; two, four and two in the fourth.
#[test]
fn another_authors_batches() {
    let first = run("percona-five-three");
    assert_eq!(tenths(&first), [20, 20, 20, 20, 20, 40, 40, 40]);
    let fourth = run("percona-two-four-two");
    assert_eq!(tenths(&fourth), [20, 20, 40, 40, 41, 41, 61, 61]);
    assert_eq!(fourth.metrics.groups[0].running_peak, 2);
}

/// Source: scheduler rules, vectors V13 and V15.
#[test]
fn eight_that_compute() {
    let starts = |outcome: &Outcome| -> Vec<u64> {
        let tenth = |l: &Life| l.start_ns.unwrap() / 100_000_000;
        outcome.lives.iter().map(tenth).collect()
    };
    assert_eq!(
        starts(&run("mariadb-eight-computing")),
        [0, 6, 20, 26, 31, 41, 51, 56]
    );
    assert_eq!(
        starts(&run("percona-eight-computing")),
        [0, 1, 20, 26, 40, 46, 60, 66]
    );
}

/// Source: plantegg, 2020-11-17; scheduler rules, vectors V55 and V56.
#[test]
fn one_hot_group_among_96() {
    let hot = run("plantegg-96-groups");
    assert_eq!(latency_ms(&hot, "fast 4"), 3001);
    assert_eq!(latency_ms(&hot, "slow 10") / 10, 300);
    assert_eq!(latency_ms(&hot, "slow 14") / 10, 600);
    assert!(latency_ms(&hot, "group 50 fast 4") < 6);
    let wider = [("/server/thread_pool_oversubscribe", 20)];
    let cured = run_with("plantegg-96-groups", &wider);
    assert!(latency_ms(&cured, "fast 4") < 10);
    assert_eq!(latency_ms(&cured, "slow 14") / 10, 300);
}

/// Source: scheduler rules, vector V07: with room for a third thread, one listens.
#[test]
fn a_third_thread_opens_the_lane() {
    let changes = [("/server/thread_pool_max_threads", 4)];
    for name in ["percona-two-groups", "mariadb-two-groups"] {
        assert_eq!(latency_ms(&run_with(name, &changes), "slow"), 1, "{name}");
    }
}

/// Source: scheduler rules, sections 2.4 and 2.6: the timer's next round gets the thread that was refused
/// before. The lane opens 0.3 s after SET GLOBAL at 10.3 s.
#[test]
fn more_threads_help_a_request_that_already_waits() {
    assert_eq!(latency_ms(&run("mariadb-two-groups-rescue"), "slow"), 5602);
}
