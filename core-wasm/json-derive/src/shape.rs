//! What the derives know of a type.

use crate::attributes::{FieldAttributes, Missing, TypeAttributes};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Fields, Ident, Result};

/// The most fields of an object: the reader keeps one bit for each.
const MAX_FIELDS: usize = 64;

/// A type that has a JSON form.
pub(crate) enum Type {
    /// A struct around one value, written like that value.
    Wrapper,
    /// A struct with named fields.
    Object { fields: Vec<Field>, denies_unknown_fields: bool },
    /// An enum.
    Union { variants: Vec<Variant>, tagging: Tagging },
}

/// How an enum's variant is written.
pub(crate) enum Tagging {
    /// A variant without contents is its name; others are an object with the name as its only key.
    External,
    /// The name is a field beside those of the variant.
    Internal { tag: String },
    /// The name and the contents are two fields of an object.
    Adjacent { tag: String, content: String },
}

/// A named field.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) kind: syn::Type,
    pub(crate) name: String,
    pub(crate) missing: Missing,
    pub(crate) is_skipped: Option<syn::Path>,
}

/// A variant of an enum.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) contents: Contents,
}

/// What a variant contains.
pub(crate) enum Contents {
    Nothing,
    Value,
    Fields(Vec<Field>),
}

impl Field {
    /// Returns the name of a local variable for the field, which differs from those of the derived functions.
    pub(crate) fn local(&self) -> Ident {
        quote::format_ident!("field_{}", self.ident.unraw())
    }
}

impl Type {
    pub(crate) fn of(input: &DeriveInput) -> Result<Self> {
        let attributes = TypeAttributes::parse(&input.attrs)?;
        match &input.data {
            Data::Struct(data) => match &data.fields {
                Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(Self::Wrapper),
                fields => Ok(Self::Object {
                    fields: named_fields(fields, &attributes)?,
                    denies_unknown_fields: attributes.denies_unknown_fields,
                }),
            },
            Data::Enum(data) => {
                let tagging = match (attributes.tag.clone(), attributes.content.clone()) {
                    (Some(tag), Some(content)) => Tagging::Adjacent { tag, content },
                    (Some(tag), None) => Tagging::Internal { tag },
                    _ => Tagging::External,
                };
                let variants = data.variants.iter().map(|variant| Variant::of(variant, &attributes, &tagging));
                Ok(Self::Union { variants: variants.collect::<Result<_>>()?, tagging })
            }
            Data::Union(_) => Err(Error::new_spanned(input, "a union has no JSON form")),
        }
    }
}

impl Variant {
    fn of(variant: &syn::Variant, attributes: &TypeAttributes, tagging: &Tagging) -> Result<Self> {
        let written = FieldAttributes::parse(&variant.attrs)?.name;
        let rust_name = variant.ident.unraw().to_string();
        let name =
            written.unwrap_or_else(|| attributes.case.map_or(rust_name.clone(), |case| case.of_variant(&rust_name)));
        let contents = match &variant.fields {
            Fields::Unit => Contents::Nothing,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Contents::Value,
            // The case of the enum is that of its variants.
            fields => Contents::Fields(named_fields(fields, &TypeAttributes::default())?),
        };
        let is_supported = match tagging {
            Tagging::External => true,
            Tagging::Internal { .. } => !matches!(contents, Contents::Value),
            Tagging::Adjacent { .. } => matches!(contents, Contents::Value),
        };
        if !is_supported {
            return Err(Error::new_spanned(variant, "this variant is not supported with this tag"));
        }
        Ok(Self { ident: variant.ident.clone(), name, contents })
    }
}

fn named_fields(fields: &Fields, attributes: &TypeAttributes) -> Result<Vec<Field>> {
    let Fields::Named(named) = fields else {
        return Err(Error::new_spanned(fields, "only named fields or one value are supported"));
    };
    if named.named.len() > MAX_FIELDS {
        return Err(Error::new_spanned(fields, "an object has at most 64 fields"));
    }
    let read = |field: &syn::Field| {
        let FieldAttributes { name, missing, is_skipped } = FieldAttributes::parse(&field.attrs)?;
        let ident = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "the field has no name"))?;
        let rust_name = ident.unraw().to_string();
        let name = name.unwrap_or_else(|| attributes.case.map_or(rust_name.clone(), |case| case.of_field(&rust_name)));
        Ok(Field { ident, kind: field.ty.clone(), name, missing, is_skipped })
    };
    named.named.iter().map(read).collect()
}
