//! A reader of the HTML of mails, for tests: it knows the syntax that `mail.html` uses.

use std::collections::BTreeMap;

/// An element with its place.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: BTreeMap<String, String>,
    /// The inline style: properties with their values.
    pub(super) style: BTreeMap<String, String>,
}

/// A part of a page, with the elements around it, the outermost first.
#[derive(Debug)]
pub(super) enum Part {
    Element { element: Element, ancestors: Vec<Element> },
    Text { text: String, ancestors: Vec<Element> },
    Comment(String),
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    pub(super) fn style(&self, property: &str) -> Option<&str> {
        self.style.get(property).map(String::as_str)
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &str> {
        self.attribute("class").unwrap_or_default().split(' ').filter(|class| !class.is_empty())
    }
}

/// Returns the parts of a page in order.
pub(super) fn read(html: &str) -> Vec<Part> {
    let (mut parts, mut open): (Vec<Part>, Vec<Element>) = (Vec::new(), Vec::new());
    let mut rest = html.strip_prefix("<!doctype html>").expect("a page starts with its doctype");
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix("<!--") {
            let (comment, after) = comment.split_once("-->").expect("a comment ends");
            parts.push(Part::Comment(comment.to_owned()));
            rest = after;
        } else if let Some(tag) = rest.strip_prefix("</") {
            let (name, after) = tag.split_once('>').expect("a tag ends");
            let element = open.pop().expect("a closing tag closes an element");
            assert_eq!(element.name, name, "elements are closed in the order in which they are open");
            rest = after;
        } else if let Some(tag) = rest.strip_prefix('<') {
            let (tag, after) = tag.split_once('>').expect("a tag ends");
            let element = element(tag);
            parts.push(Part::Element { element: element.clone(), ancestors: open.clone() });
            if !["meta", "br", "img"].contains(&element.name.as_str()) {
                open.push(element);
            }
            rest = after;
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            parts.push(Part::Text { text: unescape(&rest[..end]), ancestors: open.clone() });
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "these elements are not closed: {open:?}");
    parts
}

/// Returns the declarations of a style, such as `color:#fff;margin:0`.
pub(super) fn declarations(style: &str) -> BTreeMap<String, String> {
    let pairs = style.split(';').filter(|part| !part.trim().is_empty());
    pairs
        .map(|part| part.split_once(':').expect("a declaration has a value"))
        .map(|(property, value)| (property.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

fn element(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    while !rest.trim().is_empty() {
        let (attribute, after) = rest.split_once("=\"").expect("attributes have quoted values");
        let (value, after) = after.split_once('"').expect("a value ends");
        let earlier = attributes.insert(attribute.trim().to_owned(), unescape(value));
        assert!(earlier.is_none(), "{attribute} is there twice");
        rest = after;
    }
    let style = declarations(attributes.get("style").map(String::as_str).unwrap_or_default());
    Element { name: name.to_owned(), attributes, style }
}

fn unescape(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (escaped, character)| text.replace(escaped, character))
}
