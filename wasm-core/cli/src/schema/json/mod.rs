//! The JSON Schema of scenario files: from the Rust types, with the rows of the server variables.

#[cfg(test)]
mod tests;

use poolscope_engine::scenario::{
    FIELDS, GROUPS_MAX, SIZE, Scenario, SchedulerName, VARIABLES, Variable, VariableKind,
};
use serde_json::{Map, Value, json};

/// The schema.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Scenario).to_value();
    tidy(&mut schema);
    let server = &mut schema["$defs"]["Server"];
    variables(server);
    server["properties"][SIZE.field()]["maximum"] = json!(GROUPS_MAX);
    schema
}

/// Removes what only Rust needs: names of number formats, defaults that mean "missing", whole numbers as fractions.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            let format = map.remove("format");
            if format.is_some_and(|format| format == "uint32") {
                map.entry("maximum").or_insert_with(|| json!(u32::MAX));
            }
            map.retain(|name, value| name != "default" || !value.is_null());
            if let Some(Value::Object(default)) = map.get_mut("default") {
                default.retain(|_, value| !value.is_null());
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Number(number) => {
            let whole = number
                .as_f64()
                .filter(|n| n.fract() == 0.0 && (0.0..9e15).contains(n));
            if let Some(whole) = whole {
                *value = json!(whole as u64);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
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
    for field in FIELDS {
        let rows: Vec<&Variable> = VARIABLES.iter().filter(|v| v.field == *field).collect();
        let mut property = Map::new();
        let kind = rows.first().map_or("null", |row| json_type(row.kind));
        property.insert("type".to_owned(), json!([kind, "null"]));
        limits(&mut property, &rows);
        let help: Vec<String> = rows.iter().map(|row| row_help(row)).collect();
        property.insert("description".to_owned(), json!(help.join("\n\n")));
        properties.insert((*field).to_owned(), Value::Object(property));
    }
    if let Some(version) = properties.get_mut("version").and_then(Value::as_object_mut) {
        let words = SchedulerName::ALL.iter().flat_map(|s| s.versions());
        let words: Vec<Value> = words.map(|v| json!(v)).chain([Value::Null]).collect();
        version.insert("enum".to_owned(), Value::Array(words));
    }
    let rules: Vec<Value> = SchedulerName::ALL
        .iter()
        .map(|s| of_scheduler(*s))
        .collect();
    server["allOf"] = Value::Array(rules);
}

/// The properties of one scheduler.
fn of_scheduler(scheduler: SchedulerName) -> Value {
    let mut properties = Map::new();
    let versions = scheduler.versions().iter().map(|v| json!(v));
    let versions: Vec<Value> = versions.chain([Value::Null]).collect();
    properties.insert("version".to_owned(), json!({ "enum": versions }));
    for field in FIELDS {
        let own = |v: &&Variable| v.scheduler == scheduler && v.field == *field;
        let rows: Vec<&Variable> = VARIABLES.iter().filter(own).collect();
        let rule = if rows.is_empty() {
            json!({ "type": "null" })
        } else {
            let mut rule = Map::new();
            limits(&mut rule, &rows);
            Value::Object(rule)
        };
        if rule != json!({}) {
            properties.insert((*field).to_owned(), rule);
        }
    }
    json!({
        "if": { "properties": { "scheduler": { "const": scheduler.as_str() } } },
        "then": { "properties": properties },
    })
}

/// The widest range, or all the words, of these rows.
fn limits(property: &mut Map<String, Value>, rows: &[&Variable]) {
    let mut words: Vec<Value> = Vec::new();
    let mut range: Option<(u64, u64)> = None;
    for row in rows {
        match row.kind {
            VariableKind::Number { min, max, .. } => {
                let (least, most) = range.unwrap_or((min, max));
                range = Some((least.min(min), most.max(max)));
            }
            VariableKind::Choice { values, .. } => {
                let new = values.iter().map(|word| json!(word));
                let new: Vec<Value> = new.filter(|word| !words.contains(word)).collect();
                words.extend(new);
            }
            VariableKind::Switch { .. } => {}
        }
    }
    if let Some((min, max)) = range {
        property.insert("type".to_owned(), json!(["integer", "null"]));
        property.insert("minimum".to_owned(), json!(min));
        property.insert("maximum".to_owned(), json!(max));
    }
    if !words.is_empty() {
        words.push(Value::Null);
        property.insert("enum".to_owned(), Value::Array(words));
    }
}

/// The type of a value in JSON.
fn json_type(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::Number { .. } => "integer",
        VariableKind::Switch { .. } => "boolean",
        VariableKind::Choice { .. } => "string",
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
        SchedulerName::Oracle => format!("Oracle's MySQL {}", row.versions.join(", ")),
        SchedulerName::OneThreadPerConnection => "One thread per connection".to_owned(),
        SchedulerName::Mysql60 => format!("MySQL 6.0's pool, {}", row.versions.join(", ")),
        SchedulerName::MariadbWindows => format!("MariaDB {} on Windows", row.versions.join(", ")),
        SchedulerName::OneQueue
        | SchedulerName::ManyQueues
        | SchedulerName::TwoChoices
        | SchedulerName::NginxWorkers => row.scheduler.as_str().to_owned(),
    };
    format!("{who}: {values}. {}", row.help)
}
