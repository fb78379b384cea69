//! Unknown fields, values of another type, and values out of range.

use std::cell::Cell;

use poolscope_engine::json::{VALUES_MAX, Value as Tree};
use poolscope_engine::scenario::{
    Machine, Micros, PROBLEMS_MAX, Problem, Scenario, parse_overrides,
};
use serde_json::{Value, json};

use super::{each_refused, ok, problems};
use crate::common::m5;

#[test]
fn unknown_fields() {
    each_refused(
        m5(),
        "untill_us = 5 | until_us
         server.oversubscribe = 5 | thread_pool_oversubscribe
         machine.core = 5 | cores
         start.thread = 5 | threads",
    );
    let request = json!({"connection": 1, "at_us": 0, "steps": [{"cpu": 5}]});
    let all = problems(&ok(m5()).push("requests", request).0);
    assert_eq!(all[0].path, "requests[1].steps[0].cpu");
    let span = json!({"cpu_us": {"exponential": {"mean": 5}}});
    let all = problems(&m5().ask(0, 0, "q", &[span]).0);
    assert!(
        all[0].path.starts_with("requests[0].steps[0].cpu_us"),
        "{all:?}"
    );
}

#[test]
fn wrong_types() {
    each_refused(
        m5(),
        r#"until_us = "long" | whole number
           until_us = 1.5 | whole number
           until_us = -1 | whole number
           seed = 4294967296 | 0 to 4294967295
           title = 7 | text
           server.scheduler = "postgres" | percona
           start.threads = "some" | none
           machine.cores = "two" | whole number"#,
    );
    let all = problems(&json!([1, 2]));
    assert!(all[0].message.contains("an object"), "{all:?}");
    let all = Scenario::from_json("{\"server\": ").unwrap_err().errors;
    assert!(all[0].message.contains("not JSON"), "{all:?}");
    assert!(all[0].path.contains("line 1"), "{all:?}");
}

#[test]
fn a_file_of_mistakes_gets_a_page_of_sentences() {
    let bad = |i: u32| json!({"connection": i, "at_us": "x", "steps": []});
    let of = |count: u32| m5().top("requests", (0..count).map(bad).collect::<Vec<_>>());
    let exactly = problems(&of(PROBLEMS_MAX as u32).0);
    assert_eq!(exactly.len(), PROBLEMS_MAX);
    let more = problems(&of(1_000).0);
    assert_eq!(more[..PROBLEMS_MAX], exactly[..]);
    assert_eq!(more.len(), PROBLEMS_MAX + 1);
    let last =
        "requests[100].at_us: one problem more than the 100 that are listed; the rest is left out";
    assert_eq!(more[PROBLEMS_MAX].message, last);

    // Problems found after reading, and in overrides.
    let bad = |i: u32| json!({"connection": 0, "at_us": u64::MAX - u64::from(i), "steps": []});
    let far = m5().top("requests", (0..1_000).map(bad).collect::<Vec<_>>());
    assert_eq!(problems(&far.0).len(), PROBLEMS_MAX + 1);
    let on_top: Vec<_> = (0..1_000).map(|i| (format!("no_{i}"), json!(i))).collect();
    let refused = Scenario::from_json_with(&ok(m5()).0.to_string(), &on_top).unwrap_err();
    assert_eq!(refused.errors.len(), PROBLEMS_MAX + 1);
}

/// A refusal is short whatever the file contains, and the tree built from it is bounded.
#[test]
fn a_file_of_millions_of_values_is_refused_shortly() {
    let many = VALUES_MAX as usize + 1;
    let text = |list: String| format!(r#"{{"requests": [{list}0]}}"#);
    let refused = Scenario::from_json(&text("0,".repeat(many))).unwrap_err();
    let told = refused.to_string();
    assert!(
        told.starts_with("not JSON: more than 2000000 values"),
        "{told}"
    );
    assert!(parse_overrides(&format!("[{}0]", "0,".repeat(many))).is_err());
    assert!(VALUES_MAX as usize * size_of::<Tree>() <= 80_000_000);

    // One mistake for each permitted value; and one long value.
    let refused = Scenario::from_json(&text("0,".repeat(many - 4))).unwrap_err();
    assert_eq!(refused.errors.len(), PROBLEMS_MAX + 1);
    let names = (0..200_000).fold(String::new(), |all, i| all + &format!("\"n{i}\": 0, "));
    let refused = Scenario::from_json(&format!(r#"{{{names} "n": 0}}"#)).unwrap_err();
    assert_eq!(refused.errors.len(), PROBLEMS_MAX + 1);
    let long = json!("x".repeat(1_000_000));
    for case in [
        ok(m5()).top("untitled", long.clone()),
        ok(m5()).top("seed", long.clone()),
    ] {
        assert!(format!("{:?}", problems(&case.0)).len() < 2_000);
    }
    let on_top = [("no".to_owned(), long)];
    let refused = Scenario::from_json_with(&ok(m5()).0.to_string(), &on_top).unwrap_err();
    assert!(format!("{refused:?}").len() < 2_000);
}

// Each field of the schema: its path, a file that contains only this field as null, and its part of the schema.
fn fields_of<'a>(
    root: &'a Value,
    schema: &'a Value,
    path: &[&'a str],
    found: &mut Vec<SchemaField<'a>>,
) {
    for_each_shape(root, schema, &mut |shape| {
        let properties = shape["properties"].as_object();
        let below = properties.into_iter().flatten();
        let item = shape.get("items").map(|item| ("[0]", item));
        for (name, part) in below.map(|(name, part)| (name.as_str(), part)).chain(item) {
            let path = [path, &[name]].concat();
            let document = path
                .iter()
                .rev()
                .fold(Value::Null, |inner, name| match *name {
                    "[0]" => json!([inner]),
                    name => json!({ name: inner }),
                });
            let pointer = ["/", &path.join("/").replace("[0]", "0")].concat();
            let path_in_words = path.join(".").replace(".[", "[");
            found.push(SchemaField {
                path: path_in_words,
                pointer,
                document,
                part,
            });
            fields_of(root, part, &path, found);
        }
    });
}

// The schema itself, the one it refers to, or each of its alternatives.
fn for_each_shape<'a>(root: &'a Value, schema: &'a Value, each: &mut dyn FnMut(&'a Value)) {
    if let Some(name) = schema["$ref"].as_str() {
        return for_each_shape(root, root.pointer(&name[1..]).unwrap(), each);
    }
    let choices = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    match choices {
        Some(choices) => choices.iter().for_each(|s| for_each_shape(root, s, each)),
        None => each(schema),
    }
}

fn may_be_null(root: &Value, schema: &Value) -> bool {
    let mut may = false;
    for_each_shape(root, schema, &mut |shape| {
        let of_types = match &shape["type"] {
            Value::Array(types) => types.contains(&json!("null")),
            Value::String(name) => name == "null",
            _ => shape.get("enum").is_none() && shape.get("const").is_none(),
        };
        may |= of_types;
    });
    may
}

struct SchemaField<'a> {
    path: String,
    pointer: String,
    document: Value,
    part: &'a Value,
}

impl SchemaField<'_> {
    // The problem reported for this value there.
    fn refused(&self, value: Value) -> Option<Problem> {
        let mut document = self.document.clone();
        *document.pointer_mut(&self.pointer).unwrap() = value;
        let all = problems(&document);
        all.into_iter().find(|problem| problem.path == self.path)
    }
}

fn with_every_field(each: impl Fn(&Value, &SchemaField)) {
    let text = include_str!("../../../../content/scenario.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    let mut all = Vec::new();
    fields_of(&schema, &schema, &[], &mut all);
    let deep = "clients[0].statements[0].steps[0].cpu_us.exponential.mean_us";
    for known in [
        deep,
        "seed",
        "machine",
        "machine.cores",
        "knobs[0].stops[0]",
    ] {
        assert!(all.iter().any(|field| field.path == known), "{known}");
    }
    all.iter().for_each(|field| each(&schema, field));
}

#[test]
fn null_is_refused_where_the_schema_refuses_it() {
    with_every_field(|schema, field| {
        let (path, refused) = (&field.path, field.refused(Value::Null));
        assert_eq!(refused.is_none(), may_be_null(schema, field.part), "{path}");
        if let Some(problem) = refused {
            assert_eq!(problem.value, "null", "{problem:?}");
            let start = format!("{path}: null is not allowed here; allowed: ");
            assert!(problem.message.starts_with(&start), "{problem:?}");
        }
    });
}

#[test]
fn bounds_are_those_of_the_schema() {
    let bounded = Cell::new(0);
    with_every_field(|_, field| {
        // The allowed values of server variables depend on the server.
        if field.path.starts_with("server.") {
            return;
        }
        let (least, most) = (&field.part["minimum"], &field.part["maximum"]);
        if let (Some(least), Some(most)) = (least.as_u64(), most.as_u64()) {
            let inside = |value: u64| field.refused(json!(value)).is_none();
            assert!(inside(most) && !inside(most + 1), "{}", field.path);
            assert!(least == 0 || !inside(least - 1), "{}", field.path);
            let said = field.refused(json!(most + 1)).unwrap().allowed;
            assert!(said.contains(&format!("{least} to {most}")), "{said}");
            bounded.set(bounded.get() + 1);
        }
    });
    assert!(bounded.get() > 100, "{}", bounded.get());
}

#[test]
fn null_on_top_by_name_takes_a_setting_away() {
    let text = ok(m5())
        .machine("poll_wake_us", 7)
        .top("seed", 5)
        .0
        .to_string();
    let null = |name: &str| Scenario::from_json_with(&text, &[(name.to_owned(), Value::Null)]);
    assert_eq!(null("seed").unwrap().seed, 1);
    let machine = null("poll_wake_us").unwrap().machine;
    assert_eq!(machine.poll_wake_us, Machine::default().poll_wake_us);
    assert_eq!(
        null("thread_pool_oversubscribe")
            .unwrap()
            .machine
            .poll_wake_us,
        Micros::whole(7)
    );
    assert_eq!(null("until_us").unwrap_err().errors[0].value, "");
    assert_eq!(null("/seed").unwrap_err().errors[0].value, "null");
}
