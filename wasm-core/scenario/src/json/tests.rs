use proptest::prelude::*;
use serde_json::json;

use super::{Printer, Value, parse, plain, print_float, read_float};

fn tree(text: &str) -> Result<Value, super::Syntax> {
    parse(text, read_float)
}

fn anything() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|b| json!(b)),
        any::<u64>().prop_map(|n| json!(n)),
        any::<i64>().prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
        ".*".prop_map(|s| json!(s)),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|v| json!(v)),
            prop::collection::btree_map(".{0,4}", inner, 0..6).prop_map(|m| json!(m)),
        ]
    })
}

// A whole fraction is printed without its point.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(..), Value::Number(..)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let mut fields = a.iter().zip(b.iter());
            a.iter().len() == b.iter().len() && fields.all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
        }
        _ => a == b,
    }
}

proptest! {
    #[test]
    fn reads_and_prints_what_serde_json_does(value in anything()) {
        let compact = value.to_string();
        for text in [compact.clone(), serde_json::to_string_pretty(&value).unwrap()] {
            let read = tree(&text).unwrap();
            prop_assert_eq!(&read, &Value::from(value.clone()));
            prop_assert_eq!(read.to_string(), compact.clone());
        }
        let printed = tree(&Printer::print(&value, print_float)).unwrap();
        prop_assert!(same(&printed, &Value::from(value.clone())), "{} {}", printed, value);
    }

    #[test]
    fn takes_and_refuses_what_serde_json_does(text in "[\\[\\]{}:,\"\\\\untrefalsd0-9.eE+ \n-]{0,12}") {
        let other: Result<serde_json::Value, _> = serde_json::from_str(&text);
        prop_assert_eq!(tree(&text).is_ok(), other.is_ok(), "{}", text);
    }
}

#[test]
fn says_what_is_wrong_and_where() {
    for (text, what, line, column) in [
        ("", "the text ends where a value should be", 1, 1),
        ("{\n  \"a\": ,", "expected a value", 2, 8),
        ("[1 2]", "expected a comma or a closing bracket", 1, 4),
        ("{a: 1}", "expected a name in quotes", 1, 2),
        ("{\"a\" 1}", "expected a colon", 1, 6),
        ("01", "more text after the end", 1, 2),
        ("1e999", "number out of range", 1, 6),
        ("\"\\q\"", "no such escape", 1, 4),
        ("\"\\ud800\"", "half a character", 1, 8),
        ("\"a\nb\"", "control character inside quotes", 1, 3),
    ] {
        let wrong = tree(text).unwrap_err();
        assert_eq!((wrong.what, wrong.line, wrong.column), (what, line, column));
    }
    let deep = "[".repeat(200_000);
    assert_eq!(tree(&deep).unwrap_err().what, "too many levels of brackets");
}

#[test]
fn pointers_find_what_they_name() {
    let mut value = tree(r#"{"a": [{"b/c": 1}, {"~": 2}], "": 3}"#).unwrap();
    for (pointer, found) in [
        ("/a/0/b~1c", Some("1")),
        ("/a/1/~0", Some("2")),
        ("/", Some("3")),
        ("/a/2", None),
        ("/a/01", None),
        ("/a/-", None),
        ("/b", None),
    ] {
        let got = value.pointer_mut(pointer).map(|v| v.to_string());
        assert_eq!(got.as_deref(), found, "{pointer}");
    }
}

#[test]
fn the_later_of_two_values_counts() {
    assert_eq!(tree(r#"{"a": 1, "a": 2}"#).unwrap()["a"].as_u64(), Some(2));
}

#[test]
fn fractions_in_sentences() {
    for (number, text) in [
        (1.5, "1.5"),
        (-0.25, "-0.25"),
        (4.000_000_4, "4.0"),
        (7.0, "7.0"),
        (0.999_999_9, "1.0"),
        (1e18, "100000000000000.0e4"),
    ] {
        assert_eq!(plain(number), text);
    }
}

/// What JavaScript prints: `tests/unit/parity.test.ts` checks the same list.
#[test]
fn fractions_are_printed_as_the_page_prints_them() {
    let golden = include_str!("../../../../tests/golden/numbers.json");
    let all: Vec<String> = serde_json::from_str(golden).unwrap();
    assert!(all.len() > 40);
    for text in &all {
        let mut out = String::new();
        print_float(text.parse().unwrap(), &mut out);
        assert_eq!(&out, text);
    }
}
