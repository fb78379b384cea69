//! The JSON Schema of scenario files: from the Rust types, with the ranges of the server variables
//! and of everything else that is checked.

use poolscope_engine::scenario::{Scenario, SchedulerName, VARIABLES, Variable, VariableKind};
use serde_json::{Map, Value, json};

const SCHEDULERS: [SchedulerName; 3] = [
    SchedulerName::Mariadb,
    SchedulerName::Percona,
    SchedulerName::OneThreadPerConnection,
];

/// The schema.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Scenario).to_value();
    tidy(&mut schema);
    if let Some(server) = schema.pointer_mut("/$defs/Server") {
        variables(server);
    }
    schema
}

/// Takes out what only Rust knows: names of number formats, defaults that mean "not there".
fn tidy(value: &mut Value) {
    if let Value::Object(map) = value {
        match map.get("format").and_then(Value::as_str) {
            Some("uint32") => {
                map.remove("format");
                map.entry("maximum").or_insert_with(|| json!(u32::MAX));
            }
            Some("uint64" | "double" | "float") => {
                map.remove("format");
            }
            _ => {}
        }
        if map.get("default") == Some(&Value::Null) {
            map.remove("default");
        }
        map.values_mut().for_each(tidy);
    } else if let Value::Array(items) = value {
        items.iter_mut().for_each(tidy);
    }
}

/// Ranges, words, defaults and help of every variable.
fn variables(server: &mut Value) {
    let Some(properties) = server
        .pointer_mut("/properties")
        .and_then(Value::as_object_mut)
    else {
        return;
    };
    let fields: Vec<String> = properties.keys().cloned().collect();
    for (field, property) in properties.iter_mut() {
        let rows: Vec<&Variable> = VARIABLES.iter().filter(|v| v.field == field).collect();
        let Some(property) = property.as_object_mut().filter(|_| !rows.is_empty()) else {
            continue;
        };
        limits(property, &rows, true);
        let help: Vec<String> = rows.iter().map(|row| row_help(row)).collect();
        let own = property
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
        property.insert(
            "description".to_owned(),
            json!(format!("{own}\n\n{}", help.join("\n\n"))),
        );
    }
    if let Some(version) = properties.get_mut("version").and_then(Value::as_object_mut) {
        let words = SCHEDULERS.iter().flat_map(|s| s.versions());
        let words: Vec<Value> = words.map(|v| json!(v)).chain([Value::Null]).collect();
        version.insert("enum".to_owned(), Value::Array(words));
    }
    let rules: Vec<Value> = SCHEDULERS
        .iter()
        .map(|s| of_scheduler(*s, &fields))
        .collect();
    server["allOf"] = Value::Array(rules);
}

/// What holds for one scheduler alone.
fn of_scheduler(scheduler: SchedulerName, fields: &[String]) -> Value {
    let mut properties = Map::new();
    let versions = scheduler.versions().iter().map(|v| json!(v));
    let versions: Vec<Value> = versions.chain([Value::Null]).collect();
    properties.insert("version".to_owned(), json!({ "enum": versions }));
    for field in fields
        .iter()
        .filter(|f| VARIABLES.iter().any(|v| v.field == **f))
    {
        let own = |v: &&Variable| v.scheduler == scheduler && v.field == field;
        let rows: Vec<&Variable> = VARIABLES.iter().filter(own).collect();
        let rule = if rows.is_empty() {
            json!({ "type": "null" })
        } else {
            let mut rule = Map::new();
            limits(&mut rule, &rows, true);
            Value::Object(rule)
        };
        if rule != json!({}) {
            properties.insert(field.clone(), rule);
        }
    }
    json!({
        "if": { "properties": { "scheduler": { "const": scheduler.as_str() } } },
        "then": { "properties": properties },
    })
}

/// The widest range, or all the words, of these rows.
fn limits(property: &mut Map<String, Value>, rows: &[&Variable], nullable: bool) {
    let mut words: Vec<Value> = Vec::new();
    let mut range: Option<(u64, u64)> = None;
    for row in rows {
        match row.kind {
            VariableKind::Number { min, max, .. } => {
                let (least, most) = range.unwrap_or((min, max));
                range = Some((least.min(min), most.max(max)));
            }
            VariableKind::Choice { values, .. } => words.extend(values.iter().map(|v| json!(v))),
            VariableKind::Switch { .. } => {}
        }
    }
    if let Some((min, max)) = range {
        property.insert("minimum".to_owned(), json!(min));
        property.insert("maximum".to_owned(), json!(max));
    }
    if !words.is_empty() {
        words.extend(nullable.then_some(Value::Null));
        property.insert("enum".to_owned(), Value::Array(words));
    }
}

fn row_help(row: &Variable) -> String {
    let unit = if row.unit.is_empty() {
        String::new()
    } else {
        format!(" {}", row.unit)
    };
    let values = match row.kind {
        VariableKind::Number { min, max, default } => {
            let default = default
                .map(|d| format!(", default {d}{unit}"))
                .unwrap_or_default();
            format!("{min} to {max}{unit}{default}")
        }
        VariableKind::Switch { default } => format!("true or false, default {default}"),
        VariableKind::Choice { values, default } => {
            format!("{}, default {default}", values.join(" or "))
        }
    };
    let who = match row.scheduler {
        SchedulerName::Mariadb => format!("MariaDB {}", row.versions.join(", ")),
        SchedulerName::Percona => format!("Percona Server {}", row.versions.join(", ")),
        SchedulerName::OneThreadPerConnection => "One thread per connection".to_owned(),
    };
    format!("{who}: {values}. {}", row.help)
}
