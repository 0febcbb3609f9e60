//! The attributes of serde that the derives follow.

use syn::{Attribute, LitStr, Path, Result, Token};

/// How `rename_all` writes names.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Snake,
    Camel,
}

impl Case {
    fn parse(text: &LitStr) -> Result<Self> {
        match text.value().as_str() {
            "snake_case" => Ok(Self::Snake),
            "camelCase" => Ok(Self::Camel),
            _ => Err(syn::Error::new(text.span(), "only snake_case and camelCase are supported")),
        }
    }

    /// Returns the JSON name of a field, which is snake_case in Rust.
    pub(crate) fn of_field(self, name: &str) -> String {
        match self {
            Self::Snake => name.to_owned(),
            Self::Camel => {
                let mut parts = name.split('_');
                let first = parts.next().unwrap_or_default().to_owned();
                parts.fold(first, |text, part| text + &part[..1].to_ascii_uppercase() + &part[1..])
            }
        }
    }

    /// Returns the JSON name of a variant, which is PascalCase in Rust.
    pub(crate) fn of_variant(self, name: &str) -> String {
        match self {
            Self::Camel => name[..1].to_ascii_lowercase() + &name[1..],
            Self::Snake => {
                let mut text = String::new();
                for (at, character) in name.chars().enumerate() {
                    if at > 0 && character.is_uppercase() {
                        text.push('_');
                    }
                    text.push(character.to_ascii_lowercase());
                }
                text
            }
        }
    }
}

/// The attributes of a struct or an enum.
#[derive(Default)]
pub(crate) struct TypeAttributes {
    pub(crate) case: Option<Case>,
    pub(crate) tag: Option<String>,
    pub(crate) content: Option<String>,
    pub(crate) denies_unknown_fields: bool,
}

/// The value of a field that is missing.
#[derive(Default)]
pub(crate) enum Missing {
    /// It is an error, unless the field's type says otherwise.
    #[default]
    Refused,
    /// The default of the field's type.
    Default,
    /// What a function returns.
    Function(Path),
}

/// The attributes of a field or a variant.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    pub(crate) name: Option<String>,
    pub(crate) missing: Missing,
    pub(crate) is_skipped: Option<Path>,
}

fn serde_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("serde"))
}

impl TypeAttributes {
    pub(crate) fn parse(attributes: &[Attribute]) -> Result<Self> {
        let mut parsed = Self::default();
        for attribute in serde_attributes(attributes) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename_all") {
                    parsed.case = Some(Case::parse(&meta.value()?.parse()?)?);
                } else if meta.path.is_ident("tag") {
                    parsed.tag = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("content") {
                    parsed.content = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("deny_unknown_fields") {
                    parsed.denies_unknown_fields = true;
                } else if !meta.path.is_ident("transparent") {
                    return Err(meta.error("this attribute is not supported"));
                }
                Ok(())
            })?;
        }
        Ok(parsed)
    }
}

impl FieldAttributes {
    pub(crate) fn parse(attributes: &[Attribute]) -> Result<Self> {
        let mut parsed = Self::default();
        for attribute in serde_attributes(attributes) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    parsed.name = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("default") {
                    parsed.missing = if meta.input.peek(Token![=]) {
                        Missing::Function(meta.value()?.parse::<LitStr>()?.parse()?)
                    } else {
                        Missing::Default
                    };
                } else if meta.path.is_ident("skip_serializing_if") {
                    parsed.is_skipped = Some(meta.value()?.parse::<LitStr>()?.parse()?);
                } else if !meta.path.is_ident("borrow") {
                    return Err(meta.error("this attribute is not supported"));
                }
                Ok(())
            })?;
        }
        Ok(parsed)
    }
}
