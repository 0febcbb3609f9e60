//! The language of texts (SPEC P9).

use crate::boards::{add_card, add_list, open_new};
use crate::support::device::Device;
use crate::support::{ada, signed_in};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::language::Language;
use core_wasm::protocol::messages::{LanguageCatalog, in_language, set_language};
use serde_json::{Value, json};

const ALL: [Language; 3] = [Language::En, Language::De, Language::Es];

/// Returns the texts of the core in another language.
fn catalog(language: Language) -> Value {
    let text = match language {
        Language::En => unreachable!("it is in the module"),
        Language::De => include_str!("../../languages/de.json"),
        Language::Es => include_str!("../../languages/es.json"),
    };
    serde_json::from_str(text).expect("valid JSON")
}

fn texts(language: Language) -> Vec<String> {
    serde_json::from_value(catalog(language)["texts"].clone()).expect("texts")
}

/// Opens a board, deletes two cards and does something that is refused.
fn use_the_app() -> (Device, Vec<String>) {
    let mut device = signed_in(ada());
    open_new(&mut device, "Plans");
    let list = add_list(&mut device, "Ideas");
    let cards = ["One", "Two"].map(|title| add_card(&mut device, list, title));
    device.dispatch_json(json!({ "type": "change_cards", "card_ids": cards, "change": { "type": "delete" } }));
    let mut shown = device.take_toasts();
    shown.push(ErrorCode::TimerNotRunning.sentence().to_owned());
    shown.push(ErrorCode::too_many_requests_sentence(90));
    shown.push(ErrorCode::too_many_requests_sentence(90_000));
    let clock = device.snapshot().clock.clone();
    shown.extend([clock.date, clock.greeting]);
    (device, shown)
}

#[test]
fn p9_texts_follow_the_language() {
    let (_, english) = use_the_app();
    assert_eq!(english[0], "2 cards deleted");
    assert_eq!(english[3], "Too many requests. Try again in 1,500 minutes.");
    assert!(english[4].ends_with("3rd Mar, 2026"), "{english:?}");
    let (_, german) = in_language(Language::De, use_the_app);
    assert!(german[0].starts_with("2 Karten "), "{german:?}");
    assert!(german[3].contains("1.500 Minuten"), "{german:?}");
    assert_eq!(german[4], "3. März 2026");
    let (_, spanish) = in_language(Language::Es, use_the_app);
    assert!(spanish[0].starts_with("2 tarjetas "), "{spanish:?}");
    assert!(spanish[3].contains("1500 minutos"), "{spanish:?}");
    assert_eq!(spanish[4], "3 mar 2026");
    for (at, text) in english.iter().enumerate() {
        assert!(*text != german[at] && *text != spanish[at] && german[at] != spanish[at], "{text}");
    }
    assert_eq!(use_the_app().1, english, "the language ends with the function");
}

#[test]
fn p9_same_inputs_in_the_same_language_give_the_same_outputs() {
    for language in ALL {
        let outputs = || {
            in_language(language, || {
                let (device, shown) = use_the_app();
                (json!(device.snapshot()), shown)
            })
        };
        assert_eq!(outputs(), outputs(), "{language:?}");
    }
}

#[test]
fn p9_page_sets_the_language_by_a_catalog() {
    for language in [Language::De, Language::Es] {
        set_language(LanguageCatalog { language, texts: texts(language) });
        assert_eq!(use_the_app().1, in_language(language, || use_the_app().1), "{language:?}");
    }
}

#[test]
fn p9_catalogs_that_do_not_fit_leave_the_texts_english() {
    let english = use_the_app().1;
    let german = texts(Language::De);
    let longer = german.iter().cloned().chain(["Noch einer".to_owned()]).collect();
    let empty = vec![String::new(); german.len()];
    let broken = ["{", "{n,plural,", "{9}", "{n,plural,one{}}"].map(|text| vec![text.to_owned(); german.len()]);
    for texts in [vec![], german[1..].to_vec(), longer, empty] {
        set_language(LanguageCatalog { language: Language::De, texts });
        let shown = use_the_app().1;
        assert_eq!((&shown[0], &shown[1], &shown[4]), (&english[0], &english[1], &english[4]));
    }
    for texts in broken {
        set_language(LanguageCatalog { language: Language::De, texts });
        let shown = use_the_app().1;
        assert_eq!((&shown[0], &shown[3]), (&english[0], &english[3]), "texts with values are English");
    }
}

#[test]
fn p9_every_text_of_the_catalogs_is_translated_and_well_formed() {
    let english = include_str!("../../../messages/en/errors.json");
    let english: Value = serde_json::from_str(english).expect("valid JSON");
    for language in [Language::De, Language::Es] {
        assert_eq!(catalog(language)["language"], language.tag());
        assert!(texts(language).iter().all(|text| !text.trim().is_empty()));
        for code in ErrorCode::ALL {
            let sentence = in_language(language, || code.sentence());
            assert_ne!(english[code.as_str()], sentence, "{language:?}");
        }
    }
}
