//! The hot latch: server model (RULES.md), sections 12.1 to 12.4.
use crate::common::{Case, Run, begin, cell, commit, cpu, m5, number, own, wait};
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::{connection_state, thread_state};
use poolscope_engine::instruments::{Cell, Instruments};
use poolscope_engine::life::Place;
use poolscope_engine::reason::WaitReason;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Sim};
use serde_json::{Value, json};

fn latch() -> Value {
    json!({"latch": true})
}

/// One thread per connection, a latch with these costs, and this many requests at once.
fn crowd(costs: Value, clients: u64, steps: &[Value]) -> Case {
    own().machine("latch", costs).batch(1..=clients, 0, steps)
}

fn ends_ns(run: &Run) -> Vec<u64> {
    run.0.lives.iter().map(|l| l.end_ns.unwrap()).collect()
}

/// (waiters, open transactions, length) of each visit, in order.
fn visits(run: &Run) -> Vec<(u32, u32, u64)> {
    let taken = run.events(|k| matches!(k, EventKind::LatchTaken { .. }));
    let visit = taken.iter().map(|e| match e.kind {
        EventKind::LatchTaken {
            waiters,
            open_transactions,
            hold_ns,
            ..
        } => (waiters, open_transactions, hold_ns),
        _ => unreachable!(),
    });
    visit.collect()
}

#[test]
fn first_come_first_served_and_handed_over() {
    let run = crowd(json!({"hold_us": 10}), 3, &[latch()]).run();
    assert_eq!(ends_ns(&run), [10_000, 20_000, 30_000]);
    let third = &run.life("3").segments;
    assert_eq!(third[0].place, Place::Latch);
    assert_eq!(third[0].why, WaitReason::LatchHeld { ahead: 2 });
    assert_eq!((third[0].start_ns, third[0].end_ns), (0, 20_000));
    assert_eq!(third[1].why, WaitReason::HoldsLatch);
}

#[test]
fn a_visit_costs_what_the_formula_says() {
    // Section 12.3 by hand, in microseconds: 2 + T * 0.5 + g(W) * (3 + W * 0.25 * (1 + (W / 2)^2)) with g(W) = (W /
    // 1)^4 / (1 + (W / 1)^4). Three visits of autocommit statements: T is the number of clients at the latch.
    let costs = json!({"hold_us": 2, "scan_us": 0.5, "hand_over_us": 3, "herd_us": 0.25,
                       "herd_growth_waiters": 2, "spin_waiters": 1});
    let run = crowd(costs, 3, &[latch()]).run();
    // The first finds it free: W = 0, T = 1.
    let first = 2_000 + 500;
    // Then W = 1 of 2 at the latch: g = 1/2, herd 0.25 * (1 + 1/4) = 0.3125.
    let second = 2_000 + 2 * 500 + (3_000 + 313_u64).div_euclid(2);
    let last = 2_000 + 500;
    assert_eq!(visits(&run), [(0, 1, first), (1, 2, second), (0, 1, last)]);
}

#[test]
fn many_sleeping_waiters_make_every_visit_longer() {
    // W = 3, spin 0: all sleep. 1 + 10 + 3 * 2 * (1 + (3/3)^2) = 23 for the second of five.
    let costs = json!({"hold_us": 1, "hand_over_us": 10, "herd_us": 2, "herd_growth_waiters": 3});
    let run = crowd(costs, 5, &[latch()]).run();
    let lengths: Vec<u64> = visits(&run).iter().map(|v| v.2).collect();
    // W = 2: 11 + 4 * (1 + 4/9) = 16.778; W = 1: 11 + 2 * (1 + 1/9) = 13.222.
    assert_eq!(lengths, [1_000, 23_000, 16_778, 13_222, 1_000]);
}

#[test]
fn costs_are_fractions_of_a_microsecond_and_times_whole_nanoseconds() {
    let case = crowd(
        json!({"hold_us": 0.0446, "scan_us": 0.0002}),
        1,
        &[json!({"cpu_us": 1.326}), latch()],
    );
    // 1326 ns, then 44.6 + 0.2 = 44.8 ns.
    assert_eq!(ends_ns(&case.run()), [1_326 + 45]);
}

#[test]
fn open_transactions_of_every_client_are_counted() {
    // Ten idle connections of a crowd have open transactions; one more starts its own and keeps it open.
    let scan = json!({"hold_us": 1, "scan_us": 1});
    let case = own()
        .machine("latch", scan)
        .push(
            "clients",
            json!({"count": 10, "in_transaction": true, "arrivals": {"batch": {"at_us": 1_000_000}},
                   "statements": [{"steps": [commit()]}]}),
        )
        .ask(100, 0, "a", &[begin(), latch()])
        .ask(101, 10_000, "b", &[latch()])
        .ask(102, 2_000_000, "c", &[latch()]);
    let open: Vec<u32> = visits(&case.run()).iter().map(|v| v.1).collect();
    // The first: 10 + its own. The second: its statement counts as one too. The third: the ten have ended.
    assert_eq!(open, [11, 12, 2]);
    let frame = case.replay().frame(3_000_000_000);
    assert_eq!(frame.open_transactions, 1);
}

#[test]
fn statements_on_the_cores_have_a_transaction_each_and_no_more_than_there_are_cores() {
    // At 100 us one of ten is at the latch; of the nine others two have a core.
    let case = own()
        .machine("latch", json!({"hold_us": 1}))
        .machine("cores", 2)
        .batch(1..=9, 0, &[cpu(1_000)])
        .ask(10, 100, "ten", &[latch()]);
    assert_eq!(visits(&case.run())[0].1, 3);
}

#[test]
fn a_stall_delays_the_holder() {
    let stall = |at: u64, length: u64| json!({"at_us": at, "for_us": length});
    let two =
        |stalls: Vec<Value>| crowd(json!({"hold_us": 10}), 2, &[latch()]).top("stalls", stalls);
    // In the first visit: it ends with the stall, the next one takes its own time.
    assert_eq!(ends_ns(&two(vec![stall(4, 50)]).run()), [54_000, 64_000]);
    // Shorter than the visit: nothing changes.
    assert_eq!(ends_ns(&two(vec![stall(4, 3)]).run()), [10_000, 20_000]);
    // At 0, before any client: a visit still takes at least its own time.
    assert_eq!(ends_ns(&two(vec![stall(0, 50)]).run()), [50_000, 60_000]);
    // Two that overlap: the later end counts.
    let both = two(vec![stall(1, 50), stall(5, 10)]);
    assert_eq!(ends_ns(&both.run()), [51_000, 61_000]);
    let run = both.run();
    let ended = run.events(|k| matches!(k, EventKind::LatchStallEnded { .. }));
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].at_ns, 51_000);
}

#[test]
fn visits_are_not_reported_to_the_pool() {
    // One group, one worker: it holds the latch, then waits for it; nobody else is admitted before the timer.
    let case =
        m5().machine("latch", json!({"hold_us": 10}))
            .batch([1, 2, 3], 0, &[latch(), latch()]);
    let run = case.run();
    assert_eq!(visits(&run).iter().map(|v| v.0).max(), Some(0));
    assert_eq!(ends_ns(&run), [20_000, 40_000, 60_000]);
    assert!(
        run.events(|k| matches!(k, EventKind::WaitBegan { .. }))
            .is_empty()
    );
}

#[test]
fn neither_holder_nor_waiters_use_a_core() {
    // One core: while "1" holds the latch and "2" waits for it, "3" computes at full speed.
    let case = crowd(json!({"hold_us": 100}), 2, &[latch()])
        .machine("cores", 1)
        .ask(3, 0, "3", &[cpu(50)]);
    assert_eq!(ends_ns(&case.run()), [100_000, 200_000, 50_000]);
}

#[test]
fn the_picture_has_the_latch() {
    let case = crowd(json!({"hold_us": 100, "spin_waiters": 2}), 3, &[latch()])
        .top("stalls", vec![json!({"at_us": 150, "for_us": 10})]);
    let mut replay = case.replay();
    let f = replay.frame(50_000);
    assert_eq!((f.latch_state, f.latch_holder), (1, 0));
    assert_eq!(f.latch_queue, [1, 2]);
    // Half of the two.
    assert_eq!((f.latch_asleep, f.open_transactions), (1, 3));
    assert_eq!(
        f.threads.state,
        [
            thread_state::HOLDS_LATCH,
            thread_state::LATCH,
            thread_state::LATCH
        ]
    );
    assert_eq!(
        f.connections.state,
        [
            connection_state::RUNNING,
            connection_state::LATCH,
            connection_state::LATCH
        ]
    );
    assert_eq!(replay.frame(155_000).latch_state, 2);
    assert_eq!(replay.frame(165_000).latch_state, 1);
    assert_eq!(replay.frame(400_000).latch_state, 0);
}

#[test]
fn cold_caches_make_cpu_steps_longer() {
    let cold = json!({"connection_us": 8, "thread_us": 6, "contexts": 2, "warm_worker_us": 1});
    // One thread per connection, two connections: half of either is cold. 100 + 4 + 3.
    let two = own()
        .machine("cold_cache", cold.clone())
        .ask(1, 0, "a", &[cpu(100)]);
    let two = two.push("connections", json!({"id": 2}));
    assert_eq!(two.run().end("a"), Some(107));
    // A pool: the listener that serves the request itself is its only thread. 100 + 4 + 6/3 - 1.
    let pool = m5().machine("cold_cache", cold).ask(1, 0, "a", &[cpu(100)]);
    let pool = pool.push("connections", json!({"id": 2}));
    assert_eq!(pool.run().end("a"), Some(105));
}

#[test]
fn a_visit_with_stages_has_the_mean_of_the_formula() {
    // One client, so nobody ever waits: throughput is 1 / (think + D(1)).
    let file = json!({
        "server": {"scheduler": "one-thread-per-connection"},
        "machine": {"thread_wake_us": 0, "latch": {"hold_us": 40, "scan_us": 10, "stages": 4}},
        "until_us": 100_000_000_u64,
        "clients": [{"count": 1, "arrivals": {"closed": {"think": 50.5}}, "statements": [{"steps": [latch()]}]}],
    });
    let mut sim = Sim::new(
        &Scenario::from_json(&file.to_string()).unwrap(),
        Detail::Figures,
    );
    assert!(sim.run_answers(200_000, 10_000_000));
    assert_eq!(sim.finished(), 200_000);
    let mean = sim.now_ns() as f64 / 200_000.0;
    // Standard error: 50 us / sqrt(4) / sqrt(200,000) = 0.056 us.
    assert!((mean - 100_500.0).abs() < 3.0 * 56.0, "{mean}");
}

#[test]
fn a_run_stops_at_a_count_of_answers() {
    let case = crowd(json!({"hold_us": 10}), 5, &[latch()]);
    let mut sim = Sim::new(&case.scenario(), Detail::Figures);
    assert!(sim.run_answers(3, 1_000));
    assert_eq!((sim.finished(), sim.now_ns()), (3, 30_000));
    assert!(!sim.run_answers(5, 0));
    // There is no sixth.
    assert!(sim.run_answers(6, 1_000));
    assert_eq!(sim.finished(), 5);
}

fn name_of<'a>(seen: &'a Instruments, part: &str) -> &'a str {
    let table = seen.tables.iter().find(|t| t.name.contains(part));
    &table.unwrap_or_else(|| unreachable!("{part}")).name
}

#[test]
fn performance_schema_shows_the_latch_as_a_mutex() {
    // Section 12.8; in picoseconds.
    const PS_PER_US: u64 = 1_000_000;
    let case = crowd(json!({"hold_us": 10}), 3, &[latch()]);
    let read = |at_us: u64, table: &str, column: &str| {
        let seen = case.instruments(at_us);
        number(&seen, name_of(&seen, table), column, 0)
    };
    let summary = |at_us: u64| {
        let columns = [
            "COUNT_STAR",
            "SUM_TIMER_WAIT",
            "AVG_TIMER_WAIT",
            "MAX_TIMER_WAIT",
        ];
        columns.map(|column| read(at_us, "events_waits_summary", column))
    };
    // The second gets it after 10 us; the third has waited since the start.
    let (five, ten) = (5 * PS_PER_US, 10 * PS_PER_US);
    assert_eq!(summary(15), [2, ten, five, ten]);
    assert_eq!(read(15, "events_waits_current", "COUNT(*)"), 1);
    let longest = read(15, "events_waits_current", "MAX(TIMER_WAIT)");
    assert_eq!(longest, 15 * PS_PER_US);
    let holder = case.replay().frame(15_000).latch_holder;
    let locked = read(15, "mutex_instances", "LOCKED_BY_THREAD_ID");
    assert_eq!(locked, u64::from(holder));
    assert_eq!(read(15, "INNODB_TRX", "COUNT(*)"), 2);
    let status = |row: usize| {
        let seen = case.instruments(15);
        number(&seen, name_of(&seen, "SHOW GLOBAL STATUS"), "Value", row)
    };
    assert_eq!((status(0), status(1)), (3, 2), "connected, running");
    // At the end nobody waits for it or holds it, and the sums stay.
    assert_eq!(summary(40), [3, 3 * ten, ten, 2 * ten]);
    let seen = case.instruments(40);
    let table = |part| seen.tables.iter().find(|t| t.name.contains(part)).unwrap();
    assert!(table("events_waits_current").rows.is_empty());
    assert_eq!(
        cell(
            &seen,
            "performance_schema.mutex_instances",
            "LOCKED_BY_THREAD_ID",
            0
        ),
        Cell::Null
    );
}

#[test]
fn vmstat_shows_the_run_queue() {
    // Section 12.8: 1 core for three bursts of 1 ms, and a fourth thread at the disk.
    let case = own()
        .machine("cores", 1)
        .machine("run_queue", json!({"context_switch_us": 0}))
        .batch(1..=3, 0, &[cpu(1_000)])
        .ask(4, 0, "read", &[json!({"wait_us": 2_000, "kind": "diskio"})]);
    let vmstat = |at_us: u64| {
        let seen = case.instruments(at_us);
        ["r", "b", "cs"].map(|column| number(&seen, "vmstat", column, 0))
    };
    // One switch in half a millisecond, then a second one in 1.5 ms, then a third in 2.5 ms.
    assert_eq!(vmstat(500), [3, 1, 2_000]);
    assert_eq!(vmstat(1_500), [2, 1, 1_333]);
    assert_eq!(vmstat(2_500), [1, 0, 1_200]);
    // Threads that share the cores are never switched: nothing is counted, and the table shows that.
    let shared = crowd(json!({"hold_us": 10}), 2, &[cpu(100), latch()]).machine("cores", 1);
    let seen = shared.instruments(50);
    assert_eq!(number(&seen, "vmstat", "r", 0), 2);
    assert_eq!(cell(&seen, "vmstat", "cs", 0), Cell::Null);
    // A machine with neither shows neither: there are only the pool's own tables.
    let plain = own().ask(1, 0, "q", &[wait(100)]).instruments(50);
    assert!(plain.tables.is_empty());
}
