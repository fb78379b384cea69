//! The JSON Schema of scenario files: from the Rust types, with the ranges of the server variables
//! and of everything else that is checked.

#[cfg(test)]
mod tests;

use poolscope_engine::scenario::{
    CONNECTIONS_MAX, FIELDS, GROUPS_MAX, Scenario, SchedulerName, VARIABLES, Variable, VariableKind,
};
use serde_json::{Map, Value, json};

/// Ranges that the types alone do not tell; a test holds them against the engine's own checks.
const LIMITS: [(&str, &str, u64, u64); 36] = [
    ("", "until_us", 1, UNTIL_US_MAX),
    ("Budget", "steps", 1, 2_000_000_000),
    ("Budget", "record_mb", 1, 1_024),
    ("Machine", "cores", 1, 4_096),
    ("Machine", "poll_wake_us", 0, 10_000_000),
    ("Machine", "thread_wake_us", 0, 10_000_000),
    ("Machine", "thread_create_us", 0, 10_000_000),
    ("Machine", "timer_round_us", 0, 10_000_000),
    ("ColdCache", "connection_us", 0, PART_US_MAX),
    ("ColdCache", "thread_us", 0, PART_US_MAX),
    ("ColdCache", "warm_worker_us", 0, PART_US_MAX),
    ("Latch", "hold_us", 0, PART_US_MAX),
    ("Latch", "scan_us", 0, PART_US_MAX),
    ("Latch", "hand_over_us", 0, PART_US_MAX),
    ("Latch", "herd_us", 0, PART_US_MAX),
    ("Latch", "stages", 0, 1_000),
    ("RunQueue", "time_slice_us", 1, PART_US_MAX),
    ("RunQueue", "context_switch_us", 0, PART_US_MAX),
    ("Disk", "channels", 1, 65_536),
    ("Machine", "socket_buffer_kb", 0, 1_000_000_000),
    ("Clients", "bandwidth_kb_per_s", 1, 1_000_000_000),
    ("Step", "result_kb", 0, 1_000_000_000),
    ("RowLock", "rows", 1, 1_000_000_000),
    ("Stall", "at_us", 0, UNTIL_US_MAX),
    ("Stall", "for_us", 0, UNTIL_US_MAX),
    ("Machine", "hand_over_us", 0, 10_000_000),
    ("Machine", "injection_us", 1_000, 10_000_000),
    ("Start", "idle_workers", 0, 1_000),
    ("Start", "login_cpu_us", 0, UNTIL_US_MAX),
    ("Start", "first_tick_us", 0, UNTIL_US_MAX),
    ("Server", "thread_pool_size", 1, GROUPS_MAX),
    ("Clients", "count", 1, CONNECTIONS_MAX),
    ("Clients", "connection_step", 1, 4_096),
    ("Statement", "weight", 1, 1_000_000),
    ("Request", "at_us", 0, UNTIL_US_MAX),
    ("Loop", "think_us", 0, UNTIL_US_MAX),
];
/// Fields without a default, of types that have one in Rust.
const REQUIRED: &[(&str, &[&str])] = &[("Connection", &["id"])];
const UNTIL_US_MAX: u64 = 864_000_000_000;
const PART_US_MAX: u64 = 1_000_000;

/// The schema.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Scenario).to_value();
    tidy(&mut schema);
    if let Some(server) = schema.pointer_mut("/$defs/Server") {
        variables(server);
    }
    for (definition, field, min, max) in LIMITS {
        let definition = match definition {
            "" => &mut schema,
            name => &mut schema["$defs"][name],
        };
        definition["properties"][field]["minimum"] = json!(min);
        definition["properties"][field]["maximum"] = json!(max);
    }
    for (definition, fields) in REQUIRED {
        let definition = &mut schema["$defs"][definition];
        definition["required"] = json!(fields);
        for field in *fields {
            if let Some(field) = definition["properties"][field].as_object_mut() {
                field.remove("default");
            }
        }
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
    let rules: Vec<Value> = SchedulerName::ALL.map(of_scheduler).to_vec();
    server["allOf"] = Value::Array(rules);
}

/// What holds for one scheduler alone.
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
                let new = values.iter().map(|v| json!(v));
                words = words
                    .into_iter()
                    .chain(new)
                    .fold(Vec::new(), |mut all, word| {
                        if !all.contains(&word) {
                            all.push(word);
                        }
                        all
                    });
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
        other => other.as_str().to_owned(),
    };
    format!("{who}: {values}. {}", row.help)
}
