//! The scenarios that ship give what their sources published.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay};

fn run(name: &str) -> Outcome {
    run_with(name, &[])
}

fn run_with(name: &str, changes: &[(&str, u64)]) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let mut scenario: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (pointer, value) in changes {
        *scenario.pointer_mut(pointer).unwrap() = (*value).into();
    }
    let scenario = Scenario::from_json(&scenario.to_string()).unwrap();
    let mut replay = Replay::new(scenario, Detail::Full);
    while !replay.advance(100_000) {}
    replay.outcome().unwrap()
}

fn latencies_ms(outcome: &Outcome) -> Vec<f64> {
    let mut all: Vec<f64> = outcome
        .lives
        .iter()
        .filter_map(|l| Some((l.end_ns? - l.arrive_ns) as f64 / 1e6))
        .collect();
    all.sort_by(f64::total_cmp);
    all
}

// Seconds per batch, to a tenth: what the article's runs show.
fn tenths(outcome: &Outcome) -> Vec<i64> {
    latencies_ms(outcome)
        .iter()
        .map(|ms| (ms / 100.0).round() as i64)
        .collect()
}

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

/// The published times contain connecting, so they are later than the simulated ones, never earlier,
/// and by less than a tenth of a second.
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
        let published: Vec<f64> = outcome_published(name);
        for (simulated, published) in latencies_ms(&outcome).iter().zip(published) {
            let late = published - simulated;
            assert!(
                (0.0..100.0).contains(&late),
                "{name}: {published} against {simulated}"
            );
        }
    }
}

fn outcome_published(name: &str) -> Vec<f64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    Scenario::from_json(&text).unwrap().published[0]
        .latencies_ms
        .clone()
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
    let last = computing.lives.iter().find(|l| l.connection == 64).unwrap();
    assert_eq!((last.end_ns.unwrap() - last.arrive_ns) / 10_000_000, 5);
}

fn latency_ms(outcome: &Outcome, name: &str) -> u64 {
    let life = outcome.lives.iter().find(|l| l.name == name).unwrap();
    (life.end_ns.unwrap() - life.arrive_ns) / 1_000_000
}

fn created(outcome: &Outcome) -> usize {
    let log = serde_json::to_value(&outcome.events).unwrap();
    let all = log.as_array().unwrap().iter();
    all.filter(|e| e["kind"] == "thread_created").count()
}

/// Source: scheduler rules, section 2.3 and 2.5: the listener serves the request itself, and its wait
/// makes the thread that listens next.
#[test]
fn one_request_makes_one_thread() {
    let outcome = run("the-cast-one-request");
    assert_eq!(created(&outcome), 1);
    assert_eq!(outcome.lives[0].thread, Some(0));
    assert_eq!(latency_ms(&outcome, "question"), 12);
}

/// The same eight on one group, on one group for each core, and with one thread each.
#[test]
fn the_cast_in_three_arrangements() {
    let worst = |outcome: &Outcome| latencies_ms(outcome).last().copied().unwrap();
    assert!((28.0..28.5).contains(&worst(&run("the-cast-eight"))));
    let four = run_with("the-cast-eight", &[("/server/thread_pool_size", 4)]);
    assert!((14.0..14.5).contains(&worst(&four)));
    assert_eq!(
        tenths(&run("the-cast-four-groups")),
        [3, 3, 3, 3, 6, 6, 6, 6]
    );
    assert_eq!(tenths(&run("the-cast-one-thread-each")), [6; 8]);
}

/// Source: scheduler rules, vectors V17 and V21; a MariaDB 10.11.19 took 532 to 972 ms for the first.
#[test]
fn nobody_at_the_door() {
    assert_eq!(latency_ms(&run("the-cast-stall"), "short"), 551);
    assert_eq!(latency_ms(&run("the-cast-stall-waiting"), "short"), 1);
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
        let tenth = |l: &poolscope_engine::life::Life| l.start_ns.unwrap() / 100_000_000;
        outcome.lives.iter().map(tenth).collect()
    };
    assert_eq!(
        starts(&run("mariadb-eight-computing")),
        [0, 11, 21, 31, 41, 51, 61, 71]
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

/// Source: scheduler rules, vector V07: with room for a third thread, somebody listens.
#[test]
fn a_third_thread_opens_the_lane() {
    let changes = [("/server/thread_pool_max_threads", 4)];
    for name in ["percona-two-groups", "mariadb-two-groups"] {
        assert_eq!(latency_ms(&run_with(name, &changes), "slow"), 1, "{name}");
    }
}

/// Source: scheduler rules, sections 2.4 and 2.6: the timer's next round gets the thread that it was
/// refused before. The lane opens 0.3 s after SET GLOBAL at 10.3 s.
#[test]
fn more_threads_help_a_request_that_already_waits() {
    assert_eq!(latency_ms(&run("mariadb-two-groups-rescue"), "slow"), 5602);
}

// Mean time from arrival to start of all that were kept, in units of the mean service of 10 ms.
fn mean_latency_ms(name: &str) -> f64 {
    run(name).metrics.latency.mean_ns / 1e6
}

/// The same arrivals, four designs: one line is best, the shorter of two comes near it, lines that
/// nobody shares and workers that keep what they took are far behind.
/// Source: Erlang's C formula, M/M/1 and Mitzenmacher 2001 for the order; the runs are short.
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

/// Source: MySQL manual, "Thread Pool Tuning": 222 seconds; "Thread Pool Operation" for the others.
#[test]
fn oracles_scenarios_show_what_they_say() {
    let last = |outcome: &Outcome, name: &str| {
        let life = outcome.lives.iter().find(|l| l.name == name).unwrap();
        (life.start_ns.unwrap() - life.arrive_ns) / 1_000_000
    };
    assert_eq!(last(&run("oracle-222-seconds"), "low 200"), 222_000);
    // Eight sleeps: a new thread each millisecond once the checker has come by.
    let sleeps = latencies_ms(&run("oracle-eight-sleeps"));
    assert!(sleeps[0] < 2_001.0 && sleeps[7] < 2_020.0, "{sleeps:?}");
    let many = run("oracle-33-transactions");
    let full = |s: &poolscope_engine::life::Segment| {
        s.why
            == poolscope_engine::reason::WaitReason::TransactionLimit {
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

fn answers_per_s(name: &str, changes: &[(&str, u64)]) -> f64 {
    run_with(name, changes).metrics.throughput_per_s
}

/// The small server of lesson 4, by its own arithmetic: four cores send 40,000 a second, a line of sleepers
/// at the latch lets one through in 2 + 30 + W µs.
#[test]
fn a_stall_tips_the_small_server_over_and_a_pool_shrugs_it_off() {
    const FOR: &str = "/stalls/0/for_us";
    const CLIENTS: &str = "/clients/0/count";
    let near = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 0.06;
    for (for_us, wanted) in [(0, 40_000.0), (100, 40_000.0), (5_000, 1e6 / 60.0)] {
        let found = answers_per_s("small-server-threads", &[(FOR, for_us)]);
        assert!(near(found, wanted), "{for_us} µs: {found}");
        let pool = answers_per_s("small-server-pool", &[(FOR, for_us)]);
        assert!(near(pool, 40_000.0), "pool, {for_us} µs: {pool}");
    }
    // A convoy alone does not slow down for being long; a herd does.
    let herd = "/machine/latch/herd_us";
    for clients in [32, 128] {
        let convoy = [(FOR, 1_000), (herd, 0), (CLIENTS, clients)];
        let found = answers_per_s("small-server-threads", &convoy);
        assert!(near(found, 1e6 / 32.0), "{clients} clients: {found}");
    }
    let crowd = answers_per_s("small-server-threads", &[(FOR, 1_000), (CLIENTS, 128)]);
    assert!(crowd < 8_000.0, "{crowd}");
}

/// No pool bounds the transactions that are open: twice the list, half the answers.
#[test]
fn a_pool_does_not_shorten_the_list_of_transactions() {
    let at = |clients| {
        answers_per_s(
            "small-server-transactions",
            &[("/clients/0/count", clients)],
        )
    };
    let (few, many, twice) = (at(32), at(1_024), at(2_048));
    assert!(few > 36_000.0, "{few}");
    assert!((1.7..2.1).contains(&(many / twice)), "{many} and {twice}");
}

fn ended_ms(outcome: &Outcome, name: &str) -> f64 {
    let life = outcome.lives.iter().find(|l| l.name == name).unwrap();
    life.end_ns.unwrap() as f64 / 1e6
}

/// Source: MySQL bug 34797: twenty workers wait for the lock of a twenty-first session, until InnoDB's
/// lock wait times out after 50 s. One worker more, or a door past the pool, and there is no hang.
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

/// Source: MySQL bug 42288: one mutex, so many statements a second and no more.
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

/// Source: InnoDB concurrency manager: a queue in 5.5; from 5.6 on a newcomer passes those who sleep.
#[test]
fn innodb_with_and_without_a_queue() {
    let queue = run("innodb-concurrency-queue");
    let barging = run("innodb-concurrency-barging");
    assert!(ended_ms(&queue, "late 0") > ended_ms(&queue, "early 5"));
    assert!(ended_ms(&barging, "late 0") < ended_ms(&barging, "early 4"));
    let early = |outcome: &Outcome| ended_ms(outcome, "early 4");
    assert_eq!((early(&queue), early(&barging)), (42.0, 56.0));
    // Under a pool, the pool's queue passes those that sleep before InnoDB.
    let both = run("innodb-concurrency-under-a-pool");
    assert!(ended_ms(&both, "in memory 7") < ended_ms(&both, "in memory 0"));
}

/// Source: scheduler rules, section 4: blocked threads are replaced at once; the injection is a choice.
#[test]
fn mariadb_on_windows() {
    assert_eq!(tenths(&run("windows-eight-sleeps")), [20; 8]);
    let short = |outcome: &Outcome| ended_ms(outcome, "short 0").round();
    assert_eq!(short(&run("windows-injection")), 602.0);
    let sooner = run_with("windows-injection", &[("/machine/injection_us", 10_000)]);
    assert_eq!(short(&sooner), 112.0);
}

/// Source: server model (RULES.md), section 12.3: three and more waiters sleep for the most part, and a
/// visit takes longer than the two that it lets through at once.
#[test]
fn eight_threads_at_one_latch() {
    let eight = run("latch-eight-threads");
    assert_eq!(eight.metrics.finished, 32);
    let alone = run_with("latch-eight-threads", &[("/clients/0/count", 1)]);
    // Wake-up 10, switch 2, CPU 200, latch 100.
    assert!((latencies_ms(&alone)[0] - 0.312).abs() < 1e-9);
    assert!(eight.metrics.latency.p50_ns > 3 * alone.metrics.latency.p50_ns);
}
