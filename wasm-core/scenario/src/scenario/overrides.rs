//! Changes on top of a scenario file: by a variable's name, a knob's label or a JSON pointer.

use super::error::{Problem, ProblemList, Problems, shortened};
use super::variables::VARIABLES;
use super::{Machine, Start};
use crate::json::{self, FloatReader, Map, Value};

// Top-level fields that overrides may change.
const TOP: &[&str] = &["seed", "until_us", "warm_up_us", "stalls"];

/// Names and their values.
pub type Overrides = Vec<(String, Value)>;

/// Reads overrides from a JSON object of names and values.
///
/// # Errors
/// If it is not a JSON object.
pub fn parse_overrides(text: &str) -> Result<Overrides, Problems> {
    read_overrides(text, json::read_float)
}

/// Like [`parse_overrides`], with another function for fractions.
pub fn read_overrides(text: &str, float: FloatReader) -> Result<Overrides, Problems> {
    let value = json::parse(text, float)?;
    if let Value::Object(map) = value {
        return Ok(map.into_vec());
    }
    let allowed = "an object of names and values";
    Err(Problems::one(Problem::new("overrides", value, allowed)))
}

/// Applies each override to the JSON of a scenario; null for a variable removes it.
pub(super) fn apply(scenario: &mut Value, overrides: &[(String, Value)]) -> Result<(), Problems> {
    let mut found = ProblemList::default();
    // A variable of several servers has one field per server, because their units differ.
    let chosen = |(name, _): &&(String, Value)| name == "scheduler" || name == "/server/scheduler";
    let last = overrides.iter().rev().find(chosen).map(|(_, value)| value);
    let scheduler = last.or(scenario
        .get("server")
        .and_then(|server| server.get("scheduler")));
    let scheduler = scheduler
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    for (name, value) in overrides {
        if name.starts_with('/') {
            match scenario.pointer_mut(name) {
                Some(place) => *place = value.clone(),
                None => found.note(|| {
                    unknown(
                        name,
                        value,
                        "a JSON pointer to a value that the scenario has",
                    )
                }),
            }
            continue;
        }
        if let Some(paths) = knob_paths(scenario, name) {
            for path in paths {
                match scenario.pointer_mut(&path) {
                    Some(place) => *place = value.clone(),
                    None => found.note(|| unknown(&path, value, "a path that the scenario has")),
                }
            }
            continue;
        }
        let Some((section, field)) = place(name, &scheduler) else {
            found.note(|| unknown(
                name,
                value,
                "the name of a server variable, of a knob of this scenario, seed, until_us, cores, or a JSON pointer such as /clients/0/count",
            ));
            continue;
        };
        let Some(target) = section_mut(scenario, section) else {
            found.note(|| unknown(name, value, "a scenario that is a JSON object"));
            continue;
        };
        if *value == Value::Null {
            target.remove(field);
        } else {
            target.insert(field, value.clone());
        }
    }
    found.or(())
}

fn unknown(name: &str, value: &Value, allowed: &str) -> Problem {
    let value = shortened(value.to_string());
    let message = format!("{name}: there is no such setting to set to {value}; allowed: {allowed}");
    Problem {
        path: name.to_owned(),
        value,
        allowed: allowed.to_owned(),
        message,
    }
}

// Section of the file ("" for the top level) and field.
fn place(name: &str, scheduler: &str) -> Option<(&'static str, &'static str)> {
    for (section, fields) in [
        ("", TOP),
        ("machine", Machine::FIELDS),
        ("start", Start::FIELDS),
        ("server", &["scheduler", "version"]),
    ] {
        if let Some(field) = fields.iter().find(|field| **field == name) {
            return Some((section, field));
        }
    }
    let mut rows = VARIABLES
        .iter()
        .filter(|v| v.name == name || v.field == name);
    let first = rows.clone().next();
    let own = rows.find(|v| v.scheduler.as_str() == scheduler);
    own.or(first).map(|v| ("server", v.field))
}

fn section_mut<'a>(scenario: &'a mut Value, section: &str) -> Option<&'a mut Map> {
    let top = scenario.as_object_mut()?;
    if section.is_empty() {
        return Some(top);
    }
    if top.get(section).is_none() {
        top.insert(section, Value::Object(Map::default()));
    }
    top.get_mut(section)?.as_object_mut()
}

fn knob_paths(scenario: &Value, label: &str) -> Option<Vec<String>> {
    let knobs = scenario.get("knobs")?.as_array()?;
    let knob = knobs
        .iter()
        .find(|k| k.get("label").and_then(Value::as_str) == Some(label))?;
    let paths = knob.get("paths")?.as_array()?;
    Some(
        paths
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
    )
}
