use super::{json, parse};
use crate::protocol::id::Id;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One of everything that serde's derive makes of our types.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Everything {
    number: i64,
    small: u8,
    fraction: f64,
    text: String,
    is_set: bool,
    nothing: Option<String>,
    pair: (i64, String),
    many: Vec<Shape>,
    by_name: BTreeMap<String, i32>,
    #[serde(default)]
    absent: Vec<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Point,
    Circle { radius: u32 },
    Named(String),
    Square(i64, i64),
}

/// Fractions whose shortest decimal form is unique: a float near 1e15 may have several, of which either side takes another.
fn any_fraction() -> impl Strategy<Value = f64> {
    any::<i32>().prop_map(|number| f64::from(number) / 64.0)
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Point),
        any::<u32>().prop_map(|radius| Shape::Circle { radius }),
        any::<String>().prop_map(Shape::Named),
        any::<(i64, i64)>().prop_map(|(width, height)| Shape::Square(width, height)),
    ]
}

fn any_everything() -> impl Strategy<Value = Everything> {
    (
        (any::<i64>(), any::<u8>(), any_fraction(), any::<String>(), any::<bool>(), any::<Option<String>>()),
        (any::<i64>(), any::<String>()),
        proptest::collection::vec(any_shape(), 0..4),
        proptest::collection::btree_map(any::<String>(), any::<i32>(), 0..4),
    )
        .prop_map(|((number, small, fraction, text, is_set, nothing), pair, many, by_name)| Everything {
            number,
            small,
            fraction,
            text,
            is_set,
            nothing,
            pair,
            many,
            by_name,
            absent: vec![],
        })
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any_fraction().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn p4_own_types_are_written_and_read_like_serde_json_does(value in any_everything()) {
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(json(&value), text.clone());
        prop_assert_eq!(parse::<Everything>(&text), Ok(value.clone()));
        let spaced = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(parse::<Everything>(&spaced), Ok(value));
    }

    #[test]
    fn p4_any_json_is_read_and_written_like_serde_json_does(value in any_value()) {
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(json(&value), text.clone());
        prop_assert_eq!(parse::<Value>(&text), Ok(value));
    }

    #[test]
    fn p4_any_text_is_rejected_exactly_if_serde_json_rejects_it(text in "[-\\[\\]{}\",:0-9a-fnrtu\\\\.eE+ \u{1}é]{0,24}") {
        prop_assert_eq!(parse::<Value>(&text).ok(), serde_json::from_str::<Value>(&text).ok());
        prop_assert_eq!(
            parse::<serde::de::IgnoredAny>(&text).is_ok(),
            serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok()
        );
    }
}

#[test]
fn p4_malformed_texts_are_rejected() {
    let bad = [
        "",
        " ",
        "nul",
        "tru",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "+1",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":1,}",
        "{a:1}",
        "\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\u{1}\"",
        "1 2",
        "[1]]",
        "1e999",
    ];
    for text in bad {
        assert!(parse::<Value>(text).is_err(), "{text}");
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
    }
}

#[test]
fn p4_escapes_are_read() {
    let text = r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#;
    assert_eq!(parse::<String>(text), Ok("\"\\/\u{8}\u{c}\n\r\té😀".to_owned()));
}

#[test]
fn p4_texts_without_escapes_are_borrowed() {
    #[derive(Deserialize)]
    struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
    assert!(matches!(parse::<Text<'_>>("\"plain\""), Ok(Text(Cow::Borrowed("plain")))));
    assert!(matches!(parse::<Text<'_>>("\"a\\nb\""), Ok(Text(Cow::Owned(_)))));
}

#[test]
fn p4_nesting_is_limited_as_in_serde_json() {
    for depth in [1, 127, 128, 5_000] {
        let text = "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(parse::<Value>(&text).is_ok(), depth < 128, "{depth}");
        assert_eq!(serde_json::from_str::<Value>(&text).is_ok(), depth < 128, "{depth}");
        assert_eq!(parse::<serde::de::IgnoredAny>(&text).is_ok(), depth < 128, "{depth}");
    }
}

#[test]
fn p4_wrong_shapes_are_rejected() {
    let id = Id::from_parts(1, &[1; 10]);
    assert_eq!(parse::<Id>(&json(&id)), Ok(id));
    assert!(parse::<Id>("7").is_err());
    assert!(parse::<u8>("256").is_err());
    assert!(parse::<(i64, i64)>("[1,2,3]").is_err());
    assert!(parse::<(i64, i64)>("[1]").is_err());
    assert!(parse::<Shape>(r#"{"circle":{"radius":1},"point":null}"#).is_err());
    assert!(parse::<Shape>(r#""circle""#).is_err());
    assert!(parse::<Shape>(r#""oval""#).is_err());
    assert!(parse::<Everything>("[]").is_err());
}
