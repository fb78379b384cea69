//! The values of a sweep, as typed: `1,2,4,8`, `2..8`, `10..100 by 10`, `1..64 times 2`, as on the page.

use serde_json::{Number, Value};

use crate::input::{Override, parse_override};
use crate::words::words;

/// Values of a setting.
pub type Axis = (String, Vec<Value>);

/// Most values of a range: more of them are a mistake.
const VALUES_MAX: usize = 10_000;

/// Reads `NAME=A,B,C` and `NAME=A..B`.
///
/// # Errors
/// What is allowed.
pub fn parse_axis(text: &str) -> Result<Axis, String> {
    let allowed = || {
        "allowed: NAME=VALUE,VALUE,..., for example thread_pool_size=1,2,4,8 or 2..8, 10..100 by 10, 1..64 times 2"
            .to_owned()
    };
    let (name, values) = text.split_once('=').ok_or_else(allowed)?;
    if values.split(',').any(|value| value.trim().is_empty()) {
        return Err(allowed());
    }
    let mut all = Vec::new();
    for value in values.split(',') {
        if let Some(range) = range(value) {
            all.extend(range?);
        } else {
            let (_, value): Override =
                parse_override(&format!("{name}={value}")).map_err(|_| allowed())?;
            all.push(value);
        }
    }
    Ok((name.trim().to_owned(), all))
}

/// None if it is not a range.
fn range(text: &str) -> Option<Result<Vec<Value>, String>> {
    let (from, rest) = text.split_once("..")?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    let from = number(from)?;
    let mut words = rest.trim_start_matches('.').split_whitespace();
    let to = number(words.next()?)?;
    let (how, by) = match (words.next(), words.next(), words.next()) {
        (None, ..) => ("by", 1.0),
        (Some(how @ ("by" | "times")), Some(by), None) => (how, number(by)?),
        _ => return None,
    };
    Some(between(text.trim(), (from, to), how == "times", by))
}

fn between(text: &str, (from, to): (f64, f64), times: bool, by: f64) -> Result<Vec<Value>, String> {
    if to < from {
        return Err(words("sweep_backwards", &[("text", text)]));
    }
    if if times {
        by <= 1.0 || from <= 0.0
    } else {
        by <= 0.0
    } {
        return Err(words("sweep_endless", &[("text", text)]));
    }
    let mut values = Vec::new();
    let mut power = 1.0;
    for at in 0_u32.. {
        // Computed from the start each time, because sums of fractions drift.
        let value = if times {
            from * power
        } else {
            from + f64::from(at) * by
        };
        power *= by;
        let value: f64 = format!("{value:.11e}").parse().unwrap_or(value);
        if value > to {
            break;
        }
        if values.len() == VALUES_MAX {
            let most = VALUES_MAX.to_string();
            return Err(words(
                "sweep_many_values",
                &[("text", text), ("most", &most)],
            ));
        }
        values.push(if value.fract() == 0.0 && value.abs() < 1e15 {
            Value::from(value as i64)
        } else {
            Number::from_f64(value).map_or(Value::Null, Value::Number)
        });
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::parse_axis;

    #[test]
    fn ranges_are_those_of_the_page() {
        for (text, values) in [
            ("n=2..5", json!([2, 3, 4, 5])),
            ("n=1,10..30 by 10,64", json!([1, 10, 20, 30, 64])),
            ("n=1..64 times 4", json!([1, 4, 16, 64])),
            ("n=0..1 by 0.25", json!([0, 0.25, 0.5, 0.75, 1])),
            ("n=3..3", json!([3])),
            ("version=10.4,10.11", json!(["10.4", "10.11"])),
        ] {
            let values: Vec<Value> = values.as_array().unwrap().clone();
            assert_eq!(parse_axis(text).unwrap().1, values, "{text}");
        }
        for (text, wanted) in [
            ("n=8..2", "8..2 runs backwards"),
            ("n=1..8 by 0", "never ends"),
            ("n=0..8 times 2", "never ends"),
            ("n=1..1000000000", "more than 10000 values"),
            ("n=1,,2", "allowed: NAME=VALUE"),
        ] {
            assert!(parse_axis(text).unwrap_err().contains(wanted), "{text}");
        }
    }
}
