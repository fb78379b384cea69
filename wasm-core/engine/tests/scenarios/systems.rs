//! The other systems: MySQL 6.0, InnoDB, Oracle, Windows, textbook designs.

use poolscope_engine::life::Segment;
use poolscope_engine::reason::WaitReason;
use poolscope_engine::sim::Outcome;

use super::{latencies_ms, run, run_with, tenths};

// Mean time from arrival to start of all requests kept, in units of the mean service of 10 ms.
fn mean_latency_ms(name: &str) -> f64 {
    run(name).metrics.latency.mean_ns / 1e6
}

/// Four designs with the same arrivals: one queue is best, the shorter of two comes close, separate queues
/// and workers that keep their connections are far behind. Source: Erlang's C formula, M/M/1 and
/// Mitzenmacher 2001 for the order; the runs are short.
#[test]
fn four_designs_on_the_same_arrivals() {
    let one = mean_latency_ms("one-queue-16-workers");
    let two = mean_latency_ms("two-choices-16-workers");
    let many = mean_latency_ms("many-queues-16-workers");
    let nginx = mean_latency_ms("nginx-workers-16");
    assert!(one < 16.0, "{one}");
    assert!(one < two && two < 35.0, "{two}");
    assert!(many > 2.0 * two, "{many} {two}");
    assert!(nginx > 1.5 * two, "{nginx} {two}");
}

/// Source: wych42, "MySQL thread pool stall, reproduced", 2023-05-26, the fourth question; java.util.concurrent
/// for the number of locks.
#[test]
fn a_map_with_many_locks_serves_ten_times_as_many() {
    let rows = "/clients/0/statements/0/steps/2/row_lock/rows";
    let answered = |locks| run_with("map-one-lock", &[(rows, locks)]).metrics.finished as f64;
    let one = answered(1);
    // One lock of 10 µs: 400 operations in 4 ms, whatever the number of threads.
    assert!((one / 400.0 - 1.0).abs() < 0.1, "{one}");
    // Sixteen threads that never collide: one operation each 15 µs.
    let most = 16.0 * 4_000.0 / 15.0;
    assert!(answered(16) > 0.6 * most && answered(16) < 0.8 * most);
    assert!(answered(1_024) > 0.95 * most);
}

/// Source: MySQL manual, "Thread Pool Tuning": 222 seconds; "Thread Pool Operation" for the others.
#[test]
fn oracles_scenarios_show_what_they_say() {
    let last = |outcome: &Outcome, name: &str| {
        let life = outcome.lives.iter().find(|l| l.name == name).unwrap();
        (life.start_ns.unwrap() - life.arrive_ns) / 1_000_000
    };
    assert_eq!(last(&run("oracle-222-seconds"), "low 200"), 222_000);
    // Eight sleeps: a new thread each millisecond once the checker has run.
    let sleeps = latencies_ms(&run("oracle-eight-sleeps"));
    assert!(sleeps[0] < 2_001.0 && sleeps[7] < 2_020.0, "{sleeps:?}");
    let many = run("oracle-33-transactions");
    let full = |s: &Segment| {
        s.why
            == WaitReason::TransactionLimit {
                bound: 33,
                limit: 32,
            }
    };
    assert!(many.lives[33].segments.iter().any(full));
    let waits: Vec<_> = many
        .lives
        .iter()
        .filter(|l| l.start_ns.is_none_or(|s| s - l.arrive_ns > 80_000_000))
        .collect();
    assert_eq!(waits.len(), 7, "{waits:?}");
    let work = run("oracle-listener-at-work");
    assert_eq!(last(&work, "quick 1"), 55);
}

fn ended_ms(outcome: &Outcome, name: &str) -> f64 {
    let life = outcome.lives.iter().find(|l| l.name == name).unwrap();
    life.end_ns.unwrap() as f64 / 1e6
}

/// Source: MySQL bug 34797: twenty workers wait for the lock of a twenty-first session, until InnoDB's lock
/// wait times out after 50 s. With one more worker, or an extra port, there is no hang.
#[test]
fn the_first_pool_hangs() {
    let commit = |outcome: &Outcome| ended_ms(outcome, "COMMIT").round();
    assert_eq!(commit(&run("mysql-60-hang")), 51_000.0);
    let one_more = run_with("mysql-60-hang", &[("/server/thread_pool_size", 21)]);
    assert_eq!(commit(&one_more), 2_001.0);
    let door = run("mysql-60-extra-port");
    assert_eq!(commit(&door), 5_000.0);
    assert!(door.lives.iter().all(|l| !l.failed && l.end_ns.is_some()));
}

/// Source: MySQL bug 42288: one mutex limits the statements per second.
#[test]
fn one_mutex_passes_on_one_statement_at_a_time() {
    let limit = 1e6 / (93.0 + 10.0);
    let eight = run("mysql-60-one-mutex").metrics.throughput_per_s;
    assert!((eight / limit - 1.0).abs() < 0.05, "{eight}");
    let more = run_with(
        "mysql-60-one-mutex",
        &[("/machine/cores", 64), ("/clients/0/count", 32)],
    );
    assert!((more.metrics.throughput_per_s / limit - 1.0).abs() < 0.05);
    let free = run_with("mysql-60-one-mutex", &[("/machine/hand_over_us", 0)]);
    assert!(free.metrics.throughput_per_s > 3.0 * eight);
}

/// Source: InnoDB concurrency manager: a queue in 5.5; from 5.6 on a newcomer overtakes the sleepers.
#[test]
fn innodb_with_and_without_a_queue() {
    let queue = run("innodb-concurrency-queue");
    let barging = run("innodb-concurrency-barging");
    assert!(ended_ms(&queue, "late 0") > ended_ms(&queue, "early 5"));
    assert!(ended_ms(&barging, "late 0") < ended_ms(&barging, "early 4"));
    let early = |outcome: &Outcome| ended_ms(outcome, "early 4");
    assert_eq!((early(&queue), early(&barging)), (42.0, 56.0));
    // Under a pool, requests in the pool's queue overtake those that sleep at InnoDB.
    let both = run("innodb-concurrency-under-a-pool");
    assert!(ended_ms(&both, "in memory 7") < ended_ms(&both, "in memory 0"));
}

/// Source: scheduler rules, section 4: blocked threads are replaced at once; the injection is our choice.
#[test]
fn mariadb_on_windows() {
    assert_eq!(tenths(&run("windows-eight-sleeps")), [20; 8]);
    let short = |outcome: &Outcome| ended_ms(outcome, "short 0").round();
    assert_eq!(short(&run("windows-injection")), 602.0);
    let sooner = run_with("windows-injection", &[("/machine/injection_us", 10_000)]);
    assert_eq!(short(&sooner), 112.0);
}
