//! Runs stop at their budget and say so.

use crate::common::{Case, MS, S, cpu, m5, own, p8, wait};
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Outcome, Replay, Stopped};
use serde_json::{Value, json};

fn run(case: &Case, detail: Detail) -> Outcome {
    let mut replay = Replay::new(case.scenario(), detail);
    while !replay.advance(100_000) {}
    replay.outcome().unwrap()
}

fn endless() -> Case {
    let closed = json!({"closed": {"think": 0}});
    let case = m5().until(3_600 * S);
    case.push(
        "clients",
        json!({"count": 4, "arrivals": closed, "statements": [{"steps": [cpu(10)]}]}),
    )
}

#[test]
fn a_run_stops_at_its_budget_of_steps() {
    for detail in [Detail::Full, Detail::Figures] {
        let outcome = run(&endless().top("budget", json!({"steps": 1_000})), detail);
        assert_eq!(
            (outcome.steps, outcome.stopped),
            (1_000, Stopped::BudgetSteps)
        );
        assert!(outcome.end_ns < 3_600 * 1_000_000_000);
        assert_eq!(outcome.metrics.measured_ns, outcome.end_ns);
    }
    let outcome = run(&m5().ask(0, 0, "q", &[cpu(MS)]).until(S), Detail::Full);
    assert_eq!(
        (outcome.stopped, outcome.end_ns),
        (Stopped::Until, S * 1_000)
    );
}

#[test]
fn a_run_stops_at_its_budget_of_memory() {
    let outcome = run(
        &endless().top("budget", json!({"steps": 2_000_000_000, "record_mb": 1})),
        Detail::Full,
    );
    assert_eq!(outcome.stopped, Stopped::BudgetMemory);
    assert!(outcome.steps < 20_000, "{}", outcome.steps);
    // Figures alone need no memory for the log.
    let case = endless().top("budget", json!({"steps": 100_000, "record_mb": 1}));
    assert_eq!(run(&case, Detail::Figures).stopped, Stopped::BudgetSteps);
}

#[test]
fn requests_that_pile_up_are_memory_too() {
    let open = json!({"open": {"between": 1}});
    let case = m5()
        .until(3_600 * S)
        .top("budget", json!({"steps": 2_000_000_000, "record_mb": 2}));
    let case = case.push(
        "clients",
        json!({"count": 1, "arrivals": open, "statements": [{"steps": [wait(S)]}]}),
    );
    let outcome = run(&case, Detail::Figures);
    assert_eq!(outcome.stopped, Stopped::BudgetMemory);
    assert!(outcome.steps < 200_000);
}

/// Time that stands still: loops without think time and work, and bursts of empty statements.
#[test]
fn runs_in_which_no_time_passes_end() {
    let nothing = |arrivals: Value, count: u64| json!({"count": count, "arrivals": arrivals, "statements": [{"steps": []}]});
    let closed = || json!({"closed": {"think": 0, "ask_first": true}});
    let bursts = || json!({"bursts": {"every": 1, "size": 65_536}});
    for case in [m5(), p8(), own()] {
        let case = case.top("budget", json!({"steps": 50_000, "record_mb": 64}));
        let outcome = run(
            &case.clone().push("clients", nothing(closed(), 3)),
            Detail::Full,
        );
        assert_eq!(
            (outcome.stopped, outcome.metrics.measured_ns),
            (Stopped::BudgetSteps, 0)
        );
        let outcome = run(&case.push("clients", nothing(bursts(), 1)), Detail::Figures);
        assert_eq!(outcome.stopped, Stopped::BudgetSteps);
        assert!(outcome.metrics.arrived <= 50_000 + 65_536);
    }
}

/// Statements of a thousand steps that take no time, in a large batch: every engine step stays short.
#[test]
fn many_steps_without_length_fit_the_budget() {
    let pair = [json!({"lock": "L"}), json!({"unlock": "L"})];
    let steps: Vec<Value> = pair.iter().cycle().take(1_000).cloned().collect();
    let batch = json!({"batch": {"at_us": 0}});
    for case in [m5(), p8(), own()] {
        let case = case.top("budget", json!({"steps": 50_000, "record_mb": 16}));
        let crowd = json!({"count": 4_000, "arrivals": batch, "statements": [{"steps": steps}]});
        let outcome = run(&case.push("clients", crowd), Detail::Full);
        assert_eq!(outcome.stopped, Stopped::BudgetMemory);
        assert!(outcome.events.len() < 1_000_000);
    }
    // Split into engine steps or not, such a batch gives the same answers.
    let case = m5().batch(0..20, 0, &steps).ask(20, 1, "after", &[cpu(5)]);
    let run = case.run();
    assert!(run.ends_ms()[..20].iter().all(|end| *end == 0.0));
    assert_eq!(run.end("after"), Some(6));
}

/// The largest crowd, all asleep: a bounded number of steps per request, and within memory.
#[test]
fn the_largest_crowd_is_no_hang() {
    for case in [m5().max_threads(65_536), p8().oversubscribe(1_000), own()] {
        let batch = json!({"batch": {"at_us": 0}});
        let crowd =
            json!({"count": 65_536, "arrivals": batch, "statements": [{"steps": [wait(MS)]}]});
        let case = case
            .top("budget", json!({"record_mb": 256}))
            .push("clients", crowd);
        let mut replay = Replay::new(case.until(S).scenario(), Detail::Full);
        while !replay.advance(100_000) {}
        let frame = replay.frame(500_000);
        assert_eq!(frame.connections.id.len(), 65_536);
        let steps = replay.recorded_steps();
        assert!(steps < 16 * 65_536, "{steps} steps");
    }
}

#[test]
fn a_run_for_its_figures_comes_to_the_same_ones() {
    let crowd = json!({"count": 40, "arrivals": {"closed": {"think": {"exponential": {"mean_us": 50 * MS}}}},
        "statements": [{"steps": [cpu(300), wait(2 * MS)]}]});
    let case = m5().until(2 * S).push("clients", crowd);
    let text = case.0.to_string();
    let [full, figures] = [None, Some("figures")].map(|name| {
        let detail = Detail::named(name).unwrap();
        let mut replay = Replay::from_json(&text, &[], detail).unwrap();
        while !replay.advance(1_000) {}
        replay
    });
    let outcome = figures.outcome().unwrap();
    assert_eq!((outcome.lives.len(), outcome.events.len()), (0, 0));
    assert_eq!(outcome.metrics, full.outcome().unwrap().metrics);
    assert_eq!(figures.summary(), full.summary());
    let answered = full
        .outcome()
        .unwrap()
        .lives
        .iter()
        .filter_map(|l| l.end_ns)
        .max();
    assert_eq!(full.summary().map(|s| s.last_answer_ns), answered);
    let refusal = Detail::named(Some("most")).unwrap_err().to_string();
    assert_eq!(
        refusal,
        r#"detail: "most" is not allowed here; allowed: full or figures"#
    );
}

#[test]
fn dropped_entries_are_counted() {
    let crowd = json!({"count": 9, "arrivals": {"closed": {"think": 3 * MS}},
        "statements": [{"steps": [cpu(300), wait(2 * MS)]}]});
    let case = m5().until(S).push("clients", crowd);
    let whole = run(&case, Detail::Full);
    assert_eq!(whole.not_kept, None);
    for (lives, events) in [(0, 0), (5, 70), (100_000, 3)] {
        let part = run(
            &case
                .clone()
                .top("record", json!({"lives": lives, "events": events})),
            Detail::Full,
        );
        let lost = part.not_kept.unwrap();
        let (lives, events) = (part.lives.len(), part.events.len());
        assert_eq!(lives + lost.lives as usize, whole.lives.len());
        assert_eq!(events + lost.events as usize, whole.events.len());
        assert_eq!(part.lives, whole.lives[..lives]);
        assert_eq!(part.events, whole.events[..events]);
        assert_eq!(part.metrics, whole.metrics);
        assert_eq!(part.reasons, whole.reasons);
    }
    let text = case.top("record", json!({"lives": -1})).0.to_string();
    let refusal = Scenario::from_json(&text).unwrap_err().to_string();
    assert!(refusal.starts_with("record.lives: -1"), "{refusal}");
}
