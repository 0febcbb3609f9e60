//! The derive of `ReadJson`. A value is read in place: the type makes a blank one, and the reader fills its fields.

use crate::attributes::Missing;
use crate::shape::{Contents, Field, Tagging, Type, Variant};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Error, Lifetime, Result};

pub(crate) fn implement(input: &DeriveInput, shape: &Type) -> Result<TokenStream> {
    let (name, (_, type_generics, _)) = (&input.ident, input.generics.split_for_impl());
    if input.generics.type_params().next().is_some() || input.generics.lifetimes().count() > 1 {
        return Err(Error::new_spanned(&input.generics, "only one lifetime is supported"));
    }
    let text = input
        .generics
        .lifetimes()
        .next()
        .map_or_else(|| Lifetime::new("'text", name.span()), |parameter| parameter.lifetime.clone());
    let Parts { blank, read, read_field } = match shape {
        Type::Wrapper => Parts {
            blank: quote!(Self(::json::Blank::blank())),
            read: quote!(::json::ReadJson::read(&mut self.0, reader)),
            read_field: None,
        },
        Type::Object { fields, denies_unknown_fields } => of_object(fields, *denies_unknown_fields),
        Type::Union { variants, tagging } => of_union(name, variants, tagging),
    };
    let fields = read_field.map(|read_field| {
        quote! {
            #[automatically_derived]
            impl<#text> ::json::ReadFields<#text> for &mut #name #type_generics {
                #[allow(unused_variables, reason = "variants without fields")]
                fn read_field(&mut self, index: usize, reader: &mut ::json::Reader<#text>) -> ::json::Result {
                    #read_field
                }
            }
        }
    });
    Ok(quote! {
        #[automatically_derived]
        impl<#text> ::json::Blank for #name #type_generics {
            fn blank() -> Self {
                #blank
            }
        }

        #[automatically_derived]
        impl<#text> ::json::ReadJson<#text> for #name #type_generics {
            fn read(&mut self, reader: &mut ::json::Reader<#text>) -> ::json::Result {
                #read
            }
        }

        #fields
    })
}

/// The bodies of the functions. `read_field` is needed if the type has fields.
struct Parts {
    blank: TokenStream,
    read: TokenStream,
    read_field: Option<TokenStream>,
}

fn of_object(fields: &[Field], denies_unknown_fields: bool) -> Parts {
    let blanks = blanks(fields);
    let shape = shape(fields);
    let values = fields.iter().map(|Field { ident, .. }| quote!(&mut self.#ident));
    Parts {
        blank: quote!(Self { #blanks }),
        read: if denies_unknown_fields {
            quote!({ let mut fields = self; reader.closed_object(const { &#shape }, &mut fields) })
        } else {
            quote!({ let mut fields = self; reader.object(const { &#shape }, &mut fields) })
        },
        read_field: Some(choose(values.map(|value| quote!(::json::ReadJson::read(#value, reader))))),
    }
}

fn of_union(name: &syn::Ident, variants: &[Variant], tagging: &Tagging) -> Parts {
    let names = variants.iter().map(|variant| &variant.name);
    let names = quote!(const { &[#(#names),*] });
    let first = variants.iter().find(|variant| matches!(variant.contents, Contents::Nothing)).or(variants.first());
    let blank = first.map(blank_variant).into_token_stream();
    let chosen = choose(variants.iter().map(blank_variant));
    let shapes = variants.iter().map(|variant| match &variant.contents {
        Contents::Fields(fields) => shape(fields),
        _ => shape(&[]),
    });
    let shapes = quote!(const { &[#(#shapes),*] });
    let has_contents = variants.iter().any(|variant| !matches!(variant.contents, Contents::Nothing));
    let field_arms = variants.iter().filter_map(|Variant { ident, contents, .. }| match contents {
        Contents::Nothing => None,
        Contents::Value => Some(quote!(#name::#ident(value) => ::json::ReadJson::read(value, reader),)),
        Contents::Fields(fields) if fields.is_empty() => None,
        Contents::Fields(fields) => {
            let (idents, locals) = (fields.iter().map(|field| &field.ident), fields.iter().map(Field::local));
            let reads = fields.iter().map(Field::local).map(|local| quote!(::json::ReadJson::read(#local, reader)));
            let reads = choose(reads);
            Some(quote!(#name::#ident { #(#idents: #locals),* } => #reads,))
        }
    });
    let others = variants
        .iter()
        .any(|variant| matches!(&variant.contents, Contents::Nothing))
        .then(|| quote!(_ => Err(::json::Invalid),));
    let read_field = quote!(match &mut **self { #(#field_arms)* #others });
    match tagging {
        Tagging::External if !has_contents => Parts {
            blank,
            read: quote!({
                let index = reader.unit_variant(#names)?;
                *self = #chosen;
                Ok(())
            }),
            read_field: None,
        },
        Tagging::External => {
            let arms = variants.iter().map(|Variant { ident, contents, .. }| match contents {
                Contents::Nothing => quote!(Self::#ident => reader.null()?,),
                Contents::Value => quote!(Self::#ident(value) => ::json::ReadJson::read(value, reader)?,),
                Contents::Fields(_) => quote!(Self::#ident { .. } => reader.object(&#shapes[index], &mut fields)?,),
            });
            let units = variants
                .iter()
                .filter(|variant| matches!(variant.contents, Contents::Nothing))
                .map(|variant| &variant.ident);
            let units = quote!(false #(|| matches!(self, Self::#units))*);
            Parts {
                blank,
                read: quote!({
                    let (index, has_contents) = reader.begin_variant(#names)?;
                    *self = #chosen;
                    if !has_contents {
                        return if #units { Ok(()) } else { Err(::json::Invalid) };
                    }
                    let mut fields = &mut *self;
                    match fields { #(#arms)* }
                    reader.end_variant()
                }),
                read_field: Some(read_field),
            }
        }
        Tagging::Internal { tag } => Parts {
            blank,
            read: quote!({
                let index = reader.tag(#tag, #names)?;
                *self = #chosen;
                let mut fields = self;
                reader.tagged_object(#tag, &#shapes[index], &mut fields)
            }),
            read_field: Some(read_field),
        },
        Tagging::Adjacent { tag, content } => Parts {
            blank,
            read: quote!({
                let index = reader.tag(#tag, #names)?;
                *self = #chosen;
                let mut fields = self;
                const SHAPE: ::json::Shape = ::json::Shape { names: &[#content], optional: 0 };
                reader.tagged_object(#tag, &SHAPE, &mut fields)
            }),
            read_field: Some(quote!({ _ = index; #read_field })),
        },
    }
}

/// Chooses one of several expressions by `index`; the last one for every higher index.
fn choose(expressions: impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut expressions: Vec<_> = expressions.collect();
    let last = expressions.pop();
    let numbers = 0..expressions.len();
    match last {
        Some(last) => quote!(match index { #(#numbers => #expressions,)* _ => #last }),
        None => quote!(Err(::json::Invalid)),
    }
}

fn blank_variant(Variant { ident, contents, .. }: &Variant) -> TokenStream {
    match contents {
        Contents::Nothing => quote!(Self::#ident),
        Contents::Value => quote!(Self::#ident(::json::Blank::blank())),
        Contents::Fields(fields) => {
            let blanks = blanks(fields);
            quote!(Self::#ident { #blanks })
        }
    }
}

fn blanks(fields: &[Field]) -> TokenStream {
    let values = fields.iter().map(|Field { ident, missing, .. }| match missing {
        Missing::Refused => quote!(#ident: ::json::Blank::blank(),),
        Missing::Default => quote!(#ident: ::core::default::Default::default(),),
        Missing::Function(function) => quote!(#ident: #function(),),
    });
    quote!(#(#values)*)
}

fn shape(fields: &[Field]) -> TokenStream {
    let names = fields.iter().map(|field| &field.name);
    let optional = fields.iter().enumerate().map(|(at, Field { kind, missing, .. })| match missing {
        Missing::Refused => quote!((<#kind as ::json::Blank>::MAY_BE_MISSING as u64) << #at),
        _ => quote!(1 << #at),
    });
    quote!(::json::Shape { names: &[#(#names),*], optional: 0 #(| #optional)* })
}
