//! No scenario causes a panic or a hang: a run ends by itself or by its budget, and a wrong file is refused
//! with sentences. A bounded number of fixed cases.

use std::sync::LazyLock;

use poolscope_engine::scenario::{Problems, Scenario, parse_overrides};
use poolscope_engine::sim::{Detail, Replay};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

// Reads the text; if it is a scenario, runs it for a while and looks at it.
fn survive(text: &str, overrides: &[(String, Value)]) {
    match Scenario::from_json_with(text, overrides) {
        Err(problems) => say_so(&problems),
        Ok(mut scenario) => {
            // Small enough for many cases. Values in the file are checked like everything else.
            scenario.budget.steps = scenario.budget.steps.min(600);
            scenario.budget.record_mb = scenario.budget.record_mb.min(8);
            let end_ns = scenario.until_us * 1_000;
            let mut replay = Replay::new(scenario, Detail::Full);
            while !replay.advance(200) {}
            let outcome = replay.outcome().unwrap();
            assert!(outcome.steps <= 600);
            for time_ns in [0, outcome.end_ns / 2, outcome.end_ns, end_ns, u64::MAX] {
                let frame = replay.frame(time_ns);
                assert_eq!(frame.connections.id.len(), frame.connections.state.len());
                replay.instruments(time_ns);
            }
            replay.frame_at_step(outcome.steps / 2);
            serde_json::to_string(&outcome.metrics).unwrap();
        }
    }
}

fn say_so(problems: &Problems) {
    assert!(!problems.errors.is_empty());
    for problem in &problems.errors {
        assert!(
            !problem.message.is_empty() && !problem.allowed.is_empty(),
            "{problem:?}"
        );
    }
    assert!(!problems.to_string().is_empty());
}

// Numbers that tend to break things.
fn number() -> impl Strategy<Value = Value> {
    let edges = vec![
        json!(0),
        json!(1),
        json!(2),
        json!(63),
        json!(64),
        json!(1_023),
        json!(1_024),
        json!(4_095),
        json!(65_535),
        json!(65_536),
        json!(65_537),
        json!(1_000_000),
        json!(u32::MAX),
        json!(1_u64 << 32),
        json!(1_u64 << 53),
        json!((1_u64 << 53) - 1),
        json!(864_000_000_000_u64),
        json!(864_000_000_001_u64),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(-1),
        json!(0.5),
        json!(-0.0),
        json!(1e308),
        json!(1e-308),
    ];
    prop_oneof![
        select(edges),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|n| json!(n))
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    let words = vec![
        "",
        "10.4",
        "10.11",
        "5.6",
        "8.0",
        "any",
        "mariadb",
        "percona",
        "one-thread-per-connection",
        "oracle",
        "8.0.30",
        "8.4",
        "9.7",
        "high",
        "low",
        "auto",
        "transactions",
        "statements",
        "none",
        "main",
        "extra",
        "admin",
        "listener",
        "sleep",
        "net",
        "close",
        "kill_query",
        "kill_connection",
        "returned_last",
        "in_turn",
        "together",
        "L",
        "\u{0}ä\u{1F600}",
    ];
    prop_oneof![
        6 => number(),
        3 => select(words).prop_map(|w| json!(w)),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

// Every name that a scenario may contain, from its schema.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    fn under(schema: &Value, found: &mut Vec<String>) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            found.extend(properties.keys().cloned());
        }
        match schema {
            Value::Object(map) => map.values().for_each(|inner| under(inner, found)),
            Value::Array(list) => list.iter().for_each(|inner| under(inner, found)),
            _ => {}
        }
    }
    let schema = include_str!("../../../../content/scenario.schema.json");
    let mut found = Vec::new();
    under(&serde_json::from_str(schema).unwrap(), &mut found);
    found.sort();
    found.dedup();
    assert!(found.len() > 80, "the schema names its properties");
    found
});

// Any JSON made of the words of a scenario.
fn any_json() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(select(NAMES.as_slice()), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

// A pointer to every place of a JSON value.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(key, v)| pointers(v, &format!("{at}/{key}"), all)),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(i, v)| pointers(v, &format!("{at}/{i}"), all));
        }
        _ => {}
    }
}

// A good scenario with some places overwritten.
fn mutated() -> impl Strategy<Value = Value> {
    let places = vec(
        (
            any::<prop::sample::Index>(),
            prop_oneof![4 => scalar().boxed(), 1 => any_json().boxed()],
        ),
        1..4,
    );
    (crate::common::random::scenario(), places).prop_map(|(mut json, places)| {
        for (index, value) in places {
            let mut all = Vec::new();
            pointers(&json, "", &mut all);
            let at = all[index.index(all.len())].clone();
            if let Some(place) = json.pointer_mut(&at) {
                *place = value;
            }
        }
        json
    })
}

// Overwrites only numbers, so that most results are still scenarios, and strange ones.
fn strange_numbers() -> impl Strategy<Value = Value> {
    let places = vec((any::<prop::sample::Index>(), number()), 1..5);
    (crate::common::random::scenario(), places).prop_map(|(mut json, places)| {
        for (index, value) in places {
            let mut all = Vec::new();
            pointers(&json, "", &mut all);
            all.retain(|at| json.pointer(at).is_some_and(Value::is_number));
            if all.is_empty() {
                continue;
            }
            let at = all[index.index(all.len())].clone();
            if let Some(place) = json.pointer_mut(&at) {
                *place = value;
            }
        }
        json
    })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        select(NAMES.as_slice()),
        select(vec![
            "/clients/0/count",
            "/requests/0/at_us",
            "/server",
            "",
            "/",
            "/requests/-1",
            "//",
            "/requests/0/steps/0"
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,12}",
    ]
}

proptest! {
    #![proptest_config(crate::common::random::config(400))]

    #[test]
    fn mutated_scenarios(json in mutated()) {
        survive(&json.to_string(), &[]);
    }

    #[test]
    fn scenarios_with_strange_numbers(json in strange_numbers()) {
        survive(&json.to_string(), &[]);
    }

    #[test]
    fn json_of_the_words_of_scenarios(json in any_json()) {
        survive(&json.to_string(), &[]);
    }

    #[test]
    fn with_overrides(json in crate::common::random::scenario(), all in vec((name(), scalar()), 0..4)) {
        survive(&json.to_string(), &all);
    }

    #[test]
    fn damaged_text(json in crate::common::random::scenario(), cuts in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = json.to_string().into_bytes();
        for (at, byte) in cuts {
            let at = at.index(bytes.len());
            if byte < 128 { bytes[at] = byte } else { bytes.truncate(at.max(1)) }
        }
        survive(&String::from_utf8_lossy(&bytes), &[]);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        survive(&text, &[]);
        if let Err(problems) = parse_overrides(&text) {
            say_so(&problems);
        }
    }
}

/// Deep nesting is an error like any other.
#[test]
fn deep_nesting() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    survive(&deep, &[]);
    survive(&format!("{{\"requests\": {deep}}}"), &[]);
}
