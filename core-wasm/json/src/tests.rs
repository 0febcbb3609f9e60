use super::reader::Number;
use super::{
    Blank, Invalid, ReadJson, Reader, Result, WriteJson, Writer, is_json, json, parse, read_as_text, serialize,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Debug;

/// One of everything that the derives make of our types.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
struct Everything {
    number: i64,
    small: u8,
    large: u64,
    fraction: f64,
    text: String,
    is_set: bool,
    nothing: Option<String>,
    pair: (i64, String),
    many: Vec<Shape>,
    boxed: Option<Box<Named>>,
    wrapped: Wrapped,
    edits: Vec<Edit>,
    events: Vec<Event>,
    color: Color,
    #[serde(default)]
    absent: Vec<i64>,
    #[serde(default = "seven", skip_serializing_if = "is_seven")]
    seven: i64,
}

/// A type that is written as a text.
#[derive(PartialEq, Debug)]
struct Letter(char);

read_as_text!(Letter, Self(' '), |text| text.parse().ok().map(Letter));

fn seven() -> i64 {
    7
}

fn is_seven(number: &i64) -> bool {
    *number == 7
}

#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Named {
    two_words: i64,
    #[serde(rename = "type")]
    kind: u32,
    r#loop: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(transparent)]
struct Wrapped(i32);

#[derive(Clone, Copy, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(rename_all = "camelCase")]
enum Color {
    DarkRed,
    #[serde(rename = "sky")]
    Blue,
}

#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(rename_all = "snake_case")]
enum Shape {
    SmallPoint,
    Circle {
        radius: u32,
        #[serde(default)]
        is_filled: bool,
    },
    Named(String),
}

#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
enum Edit {
    Title(String),
    DueDate(Option<i64>),
}

#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    Started,
    CardMoved { index: u32, reader: Option<String>, writer: bool },
}

/// Any JSON, to compare the readers and writers themselves.
impl Blank for Value {
    fn blank() -> Self {
        Value::Null
    }
}

impl<'text> ReadJson<'text> for Value {
    fn read(&mut self, reader: &mut Reader<'text>) -> Result {
        let mut is_first = true;
        *self = match reader.peek() {
            b'"' => Value::from(reader.string()?),
            b't' | b'f' => Value::from(reader.boolean()?),
            b'n' => reader.null().map(|()| Value::Null)?,
            b'[' => {
                let mut values: Vec<Value> = vec![];
                values.read(reader)?;
                Value::from(values)
            }
            b'{' => {
                let mut fields = serde_json::Map::new();
                reader.enter(b'{')?;
                while let Some(key) = reader.key(&mut is_first)? {
                    fields.entry(key).or_insert(Value::Null).read(reader)?;
                }
                Value::Object(fields)
            }
            _ => match reader.number()? {
                Number::Integer(number) => Value::from(number),
                Number::Unsigned(number) => Value::from(number),
                Number::Float(number) => Value::from(number),
            },
        };
        Ok(())
    }
}

impl WriteJson for Value {
    fn write(&self, writer: &mut Writer) {
        match self {
            Value::Null => None::<bool>.write(writer),
            Value::Bool(value) => value.write(writer),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => number.write(writer),
                (_, Some(number)) => number.write(writer),
                _ => number.as_f64().unwrap().write(writer),
            },
            Value::String(text) => text.write(writer),
            Value::Array(values) => values.write(writer),
            Value::Object(fields) => {
                writer.begin_object();
                for (key, value) in fields {
                    writer.separate();
                    writer.string(key);
                    writer.word(":");
                    value.write(writer);
                }
                writer.end_object();
            }
        }
    }
}

/// Fractions whose shortest decimal form is unique: a float near 1e15 may have several, of which either side takes another.
fn any_fraction() -> impl Strategy<Value = f64> {
    any::<i32>().prop_map(|number| f64::from(number) / 64.0)
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::SmallPoint),
        any::<(u32, bool)>().prop_map(|(radius, is_filled)| Shape::Circle { radius, is_filled }),
        any::<String>().prop_map(Shape::Named),
    ]
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![any::<String>().prop_map(Edit::Title), any::<Option<i64>>().prop_map(Edit::DueDate)]
}

fn any_event() -> impl Strategy<Value = Event> {
    let moved = any::<(u32, Option<String>, bool)>().prop_map(|(index, reader, writer)| Event::CardMoved {
        index,
        reader,
        writer,
    });
    prop_oneof![Just(Event::Started), moved]
}

fn any_everything() -> impl Strategy<Value = Everything> {
    let named =
        any::<(i64, u32, bool)>().prop_map(|(two_words, kind, r#loop)| Box::new(Named { two_words, kind, r#loop }));
    (
        (
            any::<i64>(),
            any::<u8>(),
            any::<u64>(),
            any_fraction(),
            any::<String>(),
            any::<bool>(),
            any::<Option<String>>(),
        ),
        (any::<(i64, String)>(), proptest::option::of(named), any::<i32>(), 6_i64..9),
        proptest::collection::vec(any_shape(), 0..4),
        proptest::collection::vec(any_edit(), 0..4),
        proptest::collection::vec(any_event(), 0..4),
        prop_oneof![Just(Color::DarkRed), Just(Color::Blue)],
    )
        .prop_map(
            |((number, small, large, fraction, text, is_set, nothing), single, many, edits, events, color)| {
                let (pair, boxed, wrapped, seven) = single;
                Everything {
                    number,
                    small,
                    large,
                    fraction,
                    text,
                    is_set,
                    nothing,
                    pair,
                    many,
                    boxed,
                    wrapped: Wrapped(wrapped),
                    edits,
                    events,
                    color,
                    absent: vec![],
                    seven,
                }
            },
        )
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
    fn p4_any_json_is_passed_to_serializers(value in any_value()) {
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(serialize(&text, serde_json::value::Serializer).unwrap(), value);
    }

    #[test]
    fn p4_any_text_is_rejected_exactly_if_serde_json_rejects_it(text in "[-\\[\\]{}\",:0-9a-fnrtu\\\\.eE+ \u{1}é]{0,24}") {
        prop_assert_eq!(parse::<Value>(&text).ok(), serde_json::from_str::<Value>(&text).ok());
        prop_assert_eq!(is_json(&text), serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok());
    }

    #[test]
    fn p4_changed_texts_are_rejected_exactly_if_serde_json_rejects_them(value in any_everything(), from: usize, to: usize) {
        // One value of the text takes the place of another, or a field is renamed or removed.
        let mut root = serde_json::to_value(&value).unwrap();
        let taken = nth(&mut root, from).clone();
        *nth(&mut root, to) = taken;
        same_verdict::<Everything>(&root.to_string());
        if let Value::Object(fields) = nth(&mut root, to) {
            // A missing value of an edit is refused here only.
            let key = fields.keys().nth(from % fields.len().max(1)).filter(|key| *key != "value").cloned();
            if let Some(value) = key.and_then(|key| fields.remove(&key)) {
                fields.insert("other".to_owned(), value);
            }
        }
        same_verdict::<Everything>(&root.to_string());
    }
}

/// Returns a value or one of the values in it, at any depth.
fn nth(root: &mut Value, number: usize) -> &mut Value {
    let count = match root {
        Value::Array(values) => values.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    let (at, rest) = (number % (count + 1), number / (count + 1));
    if at == count {
        return root;
    }
    match root {
        Value::Array(values) => nth(&mut values[at], rest),
        Value::Object(fields) => nth(fields.values_mut().nth(at).unwrap(), rest),
        _ => unreachable!("only arrays and objects have values"),
    }
}

/// Checks that both readers read the same value, or that both refuse the text.
fn same_verdict<T: for<'text> ReadJson<'text> + serde::de::DeserializeOwned + PartialEq + Debug>(text: &str) {
    assert_eq!(parse::<T>(text).ok(), serde_json::from_str::<T>(text).ok(), "{text}");
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
    #[derive(ReadJson)]
    struct Text<'a>(Cow<'a, str>);
    assert!(matches!(parse::<Text<'_>>("\"plain\""), Ok(Text(Cow::Borrowed("plain")))));
    assert!(matches!(parse::<Text<'_>>("\"a\\nb\""), Ok(Text(Cow::Owned(_)))));
}

#[test]
fn p4_nesting_is_limited_as_in_serde_json() {
    for depth in [1, 127, 128, 5_000] {
        let text = "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(parse::<Value>(&text).is_ok(), depth < 128, "{depth}");
        assert_eq!(serde_json::from_str::<Value>(&text).is_ok(), depth < 128, "{depth}");
        assert_eq!(is_json(&text), depth < 128, "{depth}");
    }
}

#[test]
fn p4_wrong_shapes_are_rejected() {
    assert_eq!(parse::<Letter>("\"a\""), Ok(Letter('a')));
    assert!(parse::<Letter>("\"ab\"").is_err());
    assert!(parse::<Letter>("7").is_err());
    assert!(parse::<u8>("256").is_err());
    assert!(parse::<(i64, i64)>("[1,2,3]").is_err());
    assert!(parse::<(i64, i64)>("[1]").is_err());
    assert!(parse::<Everything>("[]").is_err());
    // A value that is missing is refused where null is allowed, unlike by serde: a client that forgot it would clear the
    // field.
    assert_eq!(parse::<Edit>(r#"{"field":"due_date"}"#), Err(Invalid));
}

#[test]
fn p4_forms_of_objects_are_accepted_and_refused_as_by_serde_json() {
    let shapes = [
        r#""small_point""#,
        r#"{"small_point":null}"#,
        r#"{"small_point":1}"#,
        r#"{"circle":{"radius":1}}"#,
        r#"{"circle":{"radius":1},"small_point":null}"#,
        r#"{"circle":{"is_filled":true}}"#,
        r#"{"circle":null}"#,
        r#"{"named":"x"}"#,
        r#""circle""#,
        r#""oval""#,
        "{}",
    ];
    shapes.into_iter().for_each(same_verdict::<Shape>);
    let events = [
        r#"{"type":"started"}"#,
        r#"{"type":"started","index":"x"}"#,
        r#"{"writer":true,"index":1,"type":"card_moved"}"#,
        r#"{"type":"card_moved","index":1,"writer":true,"writer":true}"#,
        r#"{"type":"card_moved","type":"card_moved","index":1,"writer":true}"#,
        r#"{"type":"card_moved","index":1}"#,
        r#"{"type":"card_moved","index":-1,"writer":true}"#,
        r#"{"type":"card_moved","index":null,"writer":true}"#,
        r#"{"t\u0079pe":"card_moved","inde\u0078":1,"writer":true,"more":[{}]}"#,
        r#"{"index":1,"writer":true}"#,
    ];
    events.into_iter().for_each(same_verdict::<Event>);
    let edits = [
        r#"{"value":"x","field":"title"}"#,
        r#"{"field":"title","value":null}"#,
        r#"{"field":"due_date","value":null}"#,
        r#"{"field":"due_date","value":1.5}"#,
        r#"{"field":"other","value":1}"#,
        r#"{"field":"title","value":"x","value":"x"}"#,
    ];
    edits.into_iter().for_each(same_verdict::<Edit>);
    let named = [
        r#"{"twoWords":1,"type":2,"loop":true}"#,
        r#"{"twoWords":1,"type":2,"loop":true,"more":1}"#,
        r#"{"two_words":1,"type":2,"loop":true}"#,
        r#"{"twoWords":1,"type":2}"#,
    ];
    named.into_iter().for_each(same_verdict::<Named>);
    [r#""darkRed""#, r#""sky""#, r#"{"sky":null}"#, r#""blue""#, "1"].into_iter().for_each(same_verdict::<Color>);
}
