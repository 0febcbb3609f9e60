//! Derives `ReadJson` and `WriteJson` of `core-wasm`, which read and write the same JSON as serde with less code per type.
//! They follow serde's attributes, so one declaration serves both. An attribute that they do not know is an error.

mod attributes;
mod read;
mod shape;
mod write;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `::json::ReadJson` and `::json::Blank`.
#[proc_macro_derive(ReadJson, attributes(serde))]
pub fn derive_read_json(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    shape::Type::of(&input)
        .and_then(|shape| read::implement(&input, &shape))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Implements `::json::WriteJson`.
#[proc_macro_derive(WriteJson, attributes(serde))]
pub fn derive_write_json(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    shape::Type::of(&input)
        .map(|shape| write::implement(&input, &shape))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
