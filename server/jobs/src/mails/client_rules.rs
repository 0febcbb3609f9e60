//! The HTML of every kind of mail, in every language, against what the large mail programs are documented to render.
//! Where a program lacks something, the rule names its fallback, and the test looks for it.
//!
//! `MAILS_FOLDER=folder cargo test -p twentyfour-jobs client_rules` also writes the pages there, to look at them.

use super::html_reader::{Element, Part, declarations, read};
use super::samples::{LANGUAGES, LINK, URL, every_sample};
use core_wasm::protocol::messages::in_language;
use std::collections::BTreeMap;

/// The elements that all programs render. Pictures are not among them: Outlook and Gmail block remote ones until the
/// reader allows them, and neither shows `<svg>` (<https://www.caniemail.com/features/html-svg/>) or, in all versions,
/// `data:` URLs (<https://www.caniemail.com/features/image-base64/>).
const ELEMENTS: [&str; 14] =
    ["html", "head", "meta", "title", "style", "body", "div", "table", "tr", "td", "h1", "p", "a", "br"];

/// Elements around a part, the outermost first.
type Ancestors<'a> = &'a [Element];

/// A property of inline styles.
struct Property {
    name: &'static str,
    /// Documentation of where it works.
    source: &'static str,
    /// Returns whether the use is one that works everywhere, or has its fallback.
    works: fn(&Element, Ancestors, value: &str) -> bool,
}

const fn property(name: &'static str, source: &'static str, works: fn(&Element, Ancestors, &str) -> bool) -> Property {
    Property { name, source, works }
}

const ALWAYS: fn(&Element, Ancestors, &str) -> bool = |_, _, _| true;
const IS_CELL: fn(&Element) -> bool = |element| element.name == "td";

/// What inline styles may use. Gmail's own list of supported properties is
/// <https://developers.google.com/workspace/gmail/design/css>. "Word" is Outlook for Windows, which renders with Word (<https://learn.microsoft.com/en-us/previous-versions/office/developer/office-2007/aa338201(v=office.12)>).
const PROPERTIES: [Property; 21] = [
    // In the form that `bgcolor` has, too.
    property("color", "https://www.caniemail.com/features/css-rgb/", |_, _, value| is_hex(value)),
    // Word and older programs read the attribute; `<body>` is repeated by a table.
    property("background-color", "https://www.caniemail.com/features/css-background-color/", |element, _, value| {
        is_hex(value) && (element.name == "body" || element.attribute("bgcolor") == Some(value))
    }),
    // The last one is generic; Word gets its own in a conditional comment.
    property("font-family", "https://www.caniemail.com/features/css-font/", |_, _, value| {
        value.ends_with(",sans-serif")
    }),
    property("font-size", "https://www.caniemail.com/features/css-font-size/", |_, _, value| {
        // iOS enlarges smaller text.
        value.strip_suffix("px").and_then(|size| size.parse::<u32>().ok()).is_some_and(|size| size >= 13)
            || value == "0"
    }),
    property("font-weight", "https://www.caniemail.com/features/css-font-weight/", ALWAYS),
    property("line-height", "https://www.caniemail.com/features/css-line-height/", ALWAYS),
    property("text-decoration", "https://www.caniemail.com/features/css-text-decoration/", ALWAYS),
    // No negative values (Gmail, Outlook.com), no `auto` (Word), not on `<span>`; `<body>` only removes the default.
    property("margin", "https://www.caniemail.com/features/css-margin/", |element, _, value| {
        !value.contains('-') && !value.contains("auto") && ["p", "h1", "body"].contains(&element.name.as_str())
    }),
    // Word: only on cells. The button's link gets it from its cell, by `mso-padding-alt`.
    property("padding", "https://www.caniemail.com/features/css-padding/", |element, ancestors, value| {
        let is_in_padded_cell = || ancestors.last().and_then(|cell| cell.style("mso-padding-alt")) == Some(value);
        IS_CELL(element) || value == "0" || (element.name == "a" && is_in_padded_cell())
    }),
    property("mso-padding-alt", "https://github.com/maizzle/maizzle-php/wiki/Buttons", |element, _, _| {
        IS_CELL(element)
    }),
    property("border-top", "https://www.caniemail.com/features/css-border/", |element, _, _| IS_CELL(element)),
    property("border-left", "https://www.caniemail.com/features/css-border/", |element, _, _| IS_CELL(element)),
    // Word: square corners, which need no fallback. No elliptical corners (Yahoo).
    property("border-radius", "https://www.caniemail.com/features/css-border-radius/", |_, _, value| {
        !value.contains('/')
    }),
    // Word up to 2016 ignores it; a conditional comment has a table of this width around it (tested below).
    property("max-width", "https://www.caniemail.com/features/css-max-width/", |element, _, value| {
        element.name == "table" && element.attribute("width") == Some("100%") && value == "600px"
    }),
    // Only the preheader has these. `display:none` works everywhere; the others help where it is filtered.
    property("max-height", "https://www.caniemail.com/features/css-display-none/", |element, _, _| is_hidden(element)),
    property("overflow", "https://www.caniemail.com/features/css-overflow/", |element, _, _| is_hidden(element)),
    property("mso-hide", "https://www.caniemail.com/features/css-display-none/", |element, _, _| is_hidden(element)),
    // Word knows only `none`: links are inline there, and have the padding of their cell.
    property("display", "https://www.caniemail.com/features/css-display/", |element, _, value| match value {
        "none" => true,
        "inline-block" => element.name == "a" && element.style.contains_key("padding"),
        _ => false,
    }),
    // Yahoo ignores it. The older property beside it breaks URLs in others that do, and in a table of fixed layout a long
    // URL does not widen the mail.
    property("word-break", "https://www.caniemail.com/features/css-word-break/", |element, ancestors, _| {
        let is_fixed = ancestors.iter().any(|element| element.style("table-layout") == Some("fixed"));
        element.style("word-wrap") == Some("break-word") && is_fixed
    }),
    property("word-wrap", "https://developers.google.com/workspace/gmail/design/css", ALWAYS),
    // Word ignores it, and measures the cells instead.
    property("table-layout", "https://www.caniemail.com/features/css-table-layout/", |element, _, _| {
        element.name == "table" && element.attribute("width") == Some("100%")
    }),
];

fn is_hex(color: &str) -> bool {
    color.len() == 7 && color.starts_with('#') && color[1..].chars().all(|digit| digit.is_ascii_hexdigit())
}

fn is_hidden(element: &Element) -> bool {
    element.style("display") == Some("none")
}

/// What the style sheets in the head say: for each class its declarations.
type ClassStyles = BTreeMap<String, BTreeMap<String, String>>;

struct HeadStyles {
    phone: ClassStyles,
    dark: ClassStyles,
    /// Outlook.com's dark mode, which marks elements whose colors it changes
    /// (<https://www.hteumeuleu.com/2019/dealing-with-outlook-com-s-dark-mode/>).
    outlook_dark: ClassStyles,
}

/// Returns the rules of a style sheet. Each is `selector{declarations}` in a line.
fn class_styles(rules: &str, prefixes: &[&str]) -> ClassStyles {
    let mut classes = ClassStyles::new();
    for rule in rules.lines().filter(|line| line.contains('{')) {
        let (selector, style) = rule.split_once('{').unwrap();
        let prefix = prefixes.iter().find(|prefix| selector.starts_with(**prefix));
        let class =
            prefix.map(|prefix| &selector[prefix.len()..]).filter(|class| !class.contains(['.', ' ', '[', '>', ':']));
        let class = class.unwrap_or_else(|| panic!("Gmail reads only selectors of one class: {selector}"));
        for (property, value) in declarations(style.trim_end_matches('}')) {
            let value =
                value.strip_suffix(" !important").unwrap_or_else(|| panic!("an inline style wins over: {rule}"));
            classes.entry(class.to_owned()).or_default().insert(property, value.to_owned());
        }
    }
    classes
}

/// Returns the styles of the head, after checking what Gmail and Yahoo require of them.
fn head_styles(parts: &[Part]) -> HeadStyles {
    let sheets: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Text { text, ancestors } if ancestors.last().is_some_and(|element| element.name == "style") => {
                // Gmail and Word ignore styles in the body (https://www.caniemail.com/features/html-style/).
                assert!(ancestors.iter().any(|element| element.name == "head"), "a style is outside of the head");
                Some(text.as_str())
            }
            _ => None,
        })
        .collect();
    // Gmail reads 8,192 bytes, in newer versions 16,384 (https://github.com/hteumeuleu/email-bugs/issues/90).
    assert!(sheets.iter().map(|sheet| sheet.len()).sum::<usize>() < 8_192);
    let [phone, dark, outlook] = sheets[..] else { panic!("there are {} style sheets instead of three", sheets.len()) };
    // A sheet with something that Gmail cannot parse is dropped as a whole, so what only Apple Mail or Outlook.com reads has
    // its own. Yahoo reads media queries only with `screen` and a size (https://www.caniemail.com/features/css-at-media/).
    let phone =
        phone.trim().strip_prefix(":root{color-scheme:light dark;supported-color-schemes:light dark}\n").unwrap();
    let media = |sheet: &str, query: &str| {
        let rules = sheet.trim().strip_prefix(query).and_then(|rules| rules.strip_suffix("\n}"));
        class_styles(rules.unwrap_or_else(|| panic!("not a media query for {query}: {sheet}")), &["."])
    };
    HeadStyles {
        phone: media(phone, "@media screen and (max-width:480px){\n"),
        // Apple Mail, Outlook for Mac and iOS, and Thunderbird apply these styles. Gmail computes dark colors itself, and Yahoo
        // shows the light ones (https://www.caniemail.com/features/css-at-media-prefers-color-scheme/).
        dark: media(dark, "@media (prefers-color-scheme:dark){\n"),
        outlook_dark: class_styles(outlook, &["[data-ogsb] .", "[data-ogsc] ."]),
    }
}

/// Checks the elements and attributes.
fn check_element(element: &Element, ancestors: Ancestors) {
    let Element { name, .. } = element;
    assert!(ELEMENTS.contains(&name.as_str()), "<{name}> is not rendered everywhere");
    if name == "table" {
        // Screen readers read other tables as data, and Word adds spacing and borders.
        let attributes = ["role", "cellpadding", "cellspacing", "border"].map(|name| element.attribute(name));
        assert_eq!(attributes, [Some("presentation"), Some("0"), Some("0"), Some("0")], "{element:?}");
    }
    if name == "a" {
        assert!(element.attribute("href").unwrap().starts_with(URL), "{element:?}");
        // Otherwise it has the program's color, which is meant for its own background.
        assert!(element.style.contains_key("color") && element.style.contains_key("text-decoration"), "{element:?}");
    }
    for (property, value) in &element.style {
        let rule = PROPERTIES.iter().find(|rule| rule.name == property);
        let rule =
            rule.unwrap_or_else(|| panic!("{property} is not in the table of what programs render: {element:?}"));
        assert!(
            (rule.works)(element, ancestors, value),
            "{property}:{value} needs a fallback: {}, {element:?}",
            rule.source
        );
    }
}

/// Checks that what is styled by class in the head also has an inline value, because Gmail drops the head's styles for
/// other accounts than its own, and in forwarded mails.
fn check_inline_values(element: &Element, styles: &HeadStyles) {
    for class in element.classes() {
        for sheet in [&styles.phone, &styles.dark, &styles.outlook_dark] {
            for property in sheet.get(class).into_iter().flat_map(BTreeMap::keys) {
                let base = property.strip_prefix("padding-").map_or(property.as_str(), |_| "padding");
                let has_border =
                    || base == "border-color" && element.style.keys().any(|name| name.starts_with("border-"));
                assert!(element.style.contains_key(base) || has_border(), ".{class} has no inline {base}: {element:?}");
            }
        }
    }
}

/// Returns the contrast of two colors (WCAG 2.2, "contrast ratio").
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |color: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Checks a text: its font is set at its cell, because Word does not inherit fonts into tables, and its color can be read
/// in the light theme and in both kinds of dark themes.
fn check_text(text: &str, ancestors: Ancestors, styles: &HeadStyles) {
    let cell = ancestors.iter().rposition(|element| element.name == "td").expect("all text is in a table");
    for property in ["color", "font-family", "font-size", "line-height"] {
        assert!(ancestors[cell..].iter().any(|element| element.style.contains_key(property)), "no {property}: {text}");
    }
    for sheet in [&ClassStyles::new(), &styles.dark, &styles.outlook_dark] {
        let used = |property: &str| {
            let element = ancestors.iter().rfind(|element| element.style.contains_key(property)).unwrap();
            let by_class = element.classes().find_map(|class| sheet.get(class)?.get(property));
            by_class.unwrap_or(&element.style[property]).clone()
        };
        let (color, background) = (used("color"), used("background-color"));
        assert!(contrast(&color, &background) >= 4.5, "{color} on {background}: {text}");
    }
}

#[test]
fn every_mail_follows_the_documented_rules_of_mail_programs() {
    for language in LANGUAGES {
        in_language(language, || {
            for (name, content) in every_sample(LINK) {
                let html = content.html(URL);
                if let Some(folder) = std::env::var_os("MAILS_FOLDER") {
                    let file = format!("{name}.{}.html", language.tag());
                    std::fs::write(std::path::Path::new(&folder).join(file), &html).unwrap();
                }
                // Gmail clips longer mails (https://github.com/hteumeuleu/email-bugs/issues/41). Ours are far from that.
                assert!(html.len() < 20 * 1_024, "{name}: {} bytes", html.len());
                let parts = read(&html);
                let styles = head_styles(&parts);
                for part in &parts {
                    match part {
                        Part::Element { element, ancestors } => {
                            check_element(element, ancestors);
                            check_inline_values(element, &styles);
                        }
                        Part::Text { text, ancestors } => {
                            let is_shown = ancestors.iter().any(|element| element.name == "body")
                                && !ancestors.iter().any(is_hidden);
                            if is_shown && !text.trim().is_empty() {
                                check_text(text, ancestors, &styles);
                            }
                        }
                        // Only Word reads these.
                        Part::Comment(comment) => assert!(comment.starts_with("[if mso]>"), "{comment}"),
                    }
                }
                for needed in [
                    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">",
                    // https://www.caniemail.com/features/css-color-scheme/: Apple Mail and Thunderbird keep our dark colors.
                    "<meta name=\"color-scheme\" content=\"light dark\">",
                    "<meta name=\"supported-color-schemes\" content=\"light dark\">",
                    // iOS scales other mails to the width of the screen.
                    "<meta name=\"x-apple-disable-message-reformatting\">",
                    // The width of the layout in Word, which ignores `max-width`.
                    "<!--[if mso]><table role=\"presentation\" align=\"center\" width=\"600\"",
                    // Webmail removes `<html>` and `<body>`, so an element inside repeats the language and direction.
                    &format!("lang=\"{}\" dir=\"ltr\">", language.tag()),
                ] {
                    assert!(html.contains(needed), "{name}: {needed}");
                }
                assert!(html.matches("class=\"button\"").count() <= 1, "{name} has one button at most");
            }
        });
    }
}

#[test]
fn outlook_com_gets_the_colors_of_the_dark_theme() {
    let (_, content) = every_sample(LINK).remove(0);
    let HeadStyles { dark, outlook_dark, .. } = head_styles(&read(&content.html(URL)));
    for (class, style) in &outlook_dark {
        for (property, value) in style {
            let same = dark.get(class).and_then(|style| style.get(property));
            assert!(same.is_none_or(|same| same == value), ".{class}: {property}");
        }
    }
    for class in ["page", "pane", "text", "soft", "link"] {
        assert!(dark.contains_key(class) && outlook_dark.contains_key(class), "{class}");
    }
}
