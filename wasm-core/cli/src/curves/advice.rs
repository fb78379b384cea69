//! States which setting of a sweep is best, and whether that is more than chance. The page has the same
//! sentences (`model/words/advice.ts`); tests/golden/advice.json tests both.
//!
//! The n-th run of each setting has the same seed, so the same requests: settings are compared by the
//! differences within a seed (paired t). All comparisons of the truly best setting with the others hold
//! together with 95 % (Bonferroni), so it is among those that can't be distinguished from the apparent best.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

use crate::words::{marks, words};

/// One setting of a sweep.
pub struct Candidate {
    /// Its name in words.
    pub name: String,
    /// The measurements, one per seed; none if nobody was answered and nobody waits.
    pub values: Vec<Option<f64>>,
    /// Some unanswered requests have waited longer than any answer took.
    pub hangs: bool,
}

/// The comparison.
pub struct Question<'a> {
    pub measure: &'a str,
    /// The greatest value is the best.
    pub most: bool,
    /// Whether seeds change the outcome.
    pub chance: bool,
    /// The setting that the scenario has, if it is among them.
    pub present: Option<usize>,
}

/// Most settings that a sentence names.
const NAMED: usize = 6;

/// The sentences; none if there is nothing to compare.
pub fn advice(
    candidates: &[Candidate],
    question: &Question<'_>,
    say: impl Fn(f64) -> String,
) -> Vec<String> {
    let full = |c: &Candidate| c.values.iter().copied().collect::<Option<Vec<f64>>>();
    let all: Vec<(usize, Vec<f64>, f64)> = (0..)
        .zip(candidates)
        .filter_map(|(at, c)| Some((at, full(c)?)))
        .filter(|(_, values)| !values.is_empty())
        .map(|(at, values)| (at, mean(&values), values))
        .map(|(at, mean, values)| (at, values, mean))
        .collect();
    let better = |a: f64, b: f64| if question.most { a > b } else { a < b };
    let Some(best) = all
        .iter()
        .reduce(|best, next| if better(next.2, best.2) { next } else { best })
    else {
        return Vec::new();
    };
    if all.len() < 2 {
        return Vec::new();
    }
    let seeds = best.1.len();
    let comparisons = all.len() - 1;
    let sure = 1.0 - 0.05 / comparisons as f64;
    let name = |of: &(usize, Vec<f64>, f64)| candidates[of.0].name.clone();
    let value = |of: &(usize, Vec<f64>, f64)| match half(&of.1, 0.95) {
        Some(half) if question.chance => words(
            "advice_value",
            &[("mean", &say(of.2)), ("half", &say(half))],
        ),
        _ => say(of.2),
    };
    let mut said = vec![words(
        "advice_best",
        &[
            ("measure", question.measure),
            ("best", &name(best)),
            ("value", &value(best)),
        ],
    )];
    let differ = |of: &(usize, Vec<f64>, f64)| -> (f64, f64) {
        let by: Vec<f64> = of.1.iter().zip(&best.1).map(|(a, b)| a - b).collect();
        (mean(&by).abs(), half(&by, sure).unwrap_or(0.0))
    };
    let told_apart = |of: &(usize, Vec<f64>, f64)| {
        let (by, half) = differ(of);
        by > half
    };
    let unsure = question.chance && seeds < 2;
    if unsure {
        said.push(words("advice_one_seed", &[]));
    } else if !question.chance {
        said.push(words("advice_no_chance", &[]));
    }
    let alike: Vec<String> = all
        .iter()
        .filter(|of| of.0 != best.0 && !told_apart(of))
        .map(name)
        .collect();
    let list = listed(&alike);
    match (unsure, question.chance, alike.is_empty()) {
        (true, ..) | (_, false, true) => {}
        (_, false, false) => said.push(words("advice_equal", &[("list", &list)])),
        (_, true, false) => said.push(words("advice_alike", &[("list", &list)])),
        (_, true, true) => said.push(words(
            "advice_alone",
            &[("count", &comparisons.to_string())],
        )),
    }
    let present = question
        .present
        .and_then(|present| all.iter().find(|of| of.0 == present));
    if let Some(present) = present {
        let (by, half) = differ(present);
        let params = [
            ("present", &*name(present)),
            ("value", &value(present)),
            ("difference", &say(by)),
            ("half", &say(half)),
        ];
        said.push(if present.0 == best.0 {
            words("advice_present_best", &params)
        } else if unsure {
            words("advice_present", &params)
        } else if !told_apart(present) {
            words("advice_present_alike", &params)
        } else if question.chance {
            words("advice_present_worse", &params)
        } else {
            words("advice_present_differs", &params)
        });
    }
    let hanging = candidates.iter().filter(|c| c.hangs);
    let hanging: Vec<String> = hanging.map(|c| c.name.clone()).collect();
    if !hanging.is_empty() {
        said.push(words("advice_hangs", &[("list", &listed(&hanging))]));
    }
    said
}

fn listed(names: &[String]) -> String {
    let first = names[..names.len().min(NAMED)].join(marks().semicolon);
    let more = names.len().saturating_sub(NAMED);
    if more == 0 {
        first
    } else {
        words(
            "advice_more",
            &[("list", &first), ("count", &more.to_string())],
        )
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Half the width of the mean's confidence interval; none for a single value.
fn half(values: &[f64], probability: f64) -> Option<f64> {
    let n = values.len();
    if n < 2 {
        return None;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    Some(student(n - 1, probability) * (squares / (n - 1) as f64 / n as f64).sqrt())
}

/// The value that |t| stays below with this probability. For a whole number of degrees of freedom, Student's
/// distribution is a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn student(freedom: usize, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, freedom) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    (freedom as f64).sqrt() * libm::tan(f64::midpoint(low, high))
}

fn two_sided(theta: f64, freedom: usize) -> f64 {
    let cos = libm::cos(theta);
    let odd = freedom % 2 == 1;
    let mut term = if odd { cos } else { 1.0 };
    let mut sum = 0.0;
    let mut step = usize::from(odd);
    while step + 1 < freedom {
        sum += term;
        term *= (step + 1) as f64 / (step + 2) as f64 * cos * cos;
        step += 2;
    }
    if odd {
        FRAC_2_PI * (theta + libm::sin(theta) * sum)
    } else {
        libm::sin(theta) * sum
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{Candidate, Question, advice, student};

    const GOLDEN: &str = include_str!("../../../../tests/golden/advice.json");

    /// Source: tables of Student's distribution.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, probability, t) in [
            (1, 0.95, 12.706),
            (4, 0.95, 2.776),
            (9, 0.99, 3.250),
            (2, 0.999, 31.599),
        ] {
            let found = student(freedom, probability);
            assert!((found - t).abs() < 0.001, "{freedom}: {found}");
        }
    }

    #[test]
    fn the_command_advises_as_the_page_does() {
        let golden: Value = serde_json::from_str(GOLDEN).unwrap();
        for case in golden.as_array().unwrap() {
            let candidates: Vec<Candidate> = case["candidates"]
                .as_array()
                .unwrap()
                .iter()
                .map(|c| Candidate {
                    name: c["name"].as_str().unwrap().to_owned(),
                    values: c["values"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(Value::as_f64)
                        .collect(),
                    hangs: c["hangs"] == true,
                })
                .collect();
            let question = Question {
                measure: "p99",
                most: case["most"] == true,
                chance: case["chance"] == true,
                present: case["present"].as_u64().map(|at| at as usize),
            };
            let said = advice(&candidates, &question, |value| format!("{value:.3}"));
            let wanted: Vec<&str> = case["said"]
                .as_array()
                .unwrap()
                .iter()
                .map(|s| s.as_str().unwrap())
                .collect();
            assert_eq!(said, wanted, "{}", case["name"]);
        }
    }
}
