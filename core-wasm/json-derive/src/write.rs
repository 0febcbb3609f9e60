//! The derive of `WriteJson`.

use crate::shape::{Contents, Field, Tagging, Type, Variant};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::DeriveInput;

pub(crate) fn implement(input: &DeriveInput, shape: &Type) -> TokenStream {
    let (name, (impl_generics, type_generics, where_clause)) = (&input.ident, input.generics.split_for_impl());
    let write = match shape {
        Type::Wrapper => quote!(::json::WriteJson::write(&self.0, writer)),
        Type::Object { fields, .. } => {
            let fields = write_fields(fields, |Field { ident, .. }| quote!(&self.#ident));
            quote!(writer.begin_object(); #fields writer.end_object())
        }
        Type::Union { variants, tagging } => of_union(variants, tagging),
    };
    quote! {
        #[automatically_derived]
        impl #impl_generics ::json::WriteJson for #name #type_generics #where_clause {
            fn write(&self, writer: &mut ::json::Writer) {
                #write
            }
        }
    }
}

fn of_union(variants: &[Variant], tagging: &Tagging) -> TokenStream {
    if matches!(tagging, Tagging::External)
        && variants.iter().all(|variant| matches!(variant.contents, Contents::Nothing))
    {
        let (idents, names) =
            (variants.iter().map(|variant| &variant.ident), variants.iter().map(|variant| &variant.name));
        let numbers = 0..variants.len();
        return quote!(writer.plain(const { &[#(#names),*] }[match self { #(Self::#idents => #numbers,)* }]));
    }
    let arms = variants.iter().map(|variant| {
        let Variant { ident, name, contents } = variant;
        match contents {
            Contents::Nothing => quote!(Self::#ident => writer.plain(#name),),
            Contents::Value => {
                let field = match tagging {
                    Tagging::Adjacent { content, .. } => quote!(writer.plain(#name); writer.field(#content);),
                    _ => quote!(writer.begin_object(); writer.field(#name);),
                };
                let end = matches!(tagging, Tagging::External).then(|| quote!(writer.end_object();));
                quote!(Self::#ident(value) => { #field ::json::WriteJson::write(value, writer); #end })
            }
            Contents::Fields(fields) => {
                let (idents, locals) = (fields.iter().map(|field| &field.ident), fields.iter().map(Field::local));
                let written = write_fields(fields, |field| field.local().into_token_stream());
                let written = match tagging {
                    Tagging::External => quote!(
                        writer.begin_object();
                        writer.field(#name);
                        writer.begin_object();
                        #written
                        writer.end_object();
                        writer.end_object();
                    ),
                    _ => quote!(writer.plain(#name); #written),
                };
                quote!(Self::#ident { #(#idents: #locals),* } => { #written })
            }
        }
    });
    match tagging {
        Tagging::External => quote!(match self { #(#arms)* }),
        Tagging::Internal { tag } | Tagging::Adjacent { tag, .. } => {
            quote!(writer.begin_object(); writer.field(#tag); match self { #(#arms)* } writer.end_object())
        }
    }
}

/// Writes fields, each of which `value` makes a reference to.
fn write_fields(fields: &[Field], value: impl Fn(&Field) -> TokenStream) -> TokenStream {
    let fields = fields.iter().map(|field| {
        let (Field { name, is_skipped, .. }, value) = (field, value(field));
        let write = quote!(writer.field(#name); ::json::WriteJson::write(#value, writer););
        match is_skipped {
            Some(is_skipped) => quote!(if !#is_skipped(#value) { #write }),
            None => write,
        }
    });
    quote!(#(#fields)*)
}
