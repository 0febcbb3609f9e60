//! How the types of the standard library are written.

use super::decimal::{self, Decimal};
use super::{WriteJson, Writer};
use std::borrow::Cow;

macro_rules! write_integers {
    ($($kind:ty)*) => {$(
        impl WriteJson for $kind {
            #[inline(never)]
            fn write(&self, writer: &mut Writer) {
                writer.number(format_args!("{self}"));
            }
        }
    )*};
}

write_integers! { i64 u64 }

macro_rules! write_small_integers {
    ($($kind:ty)*) => {$(
        impl WriteJson for $kind {
            fn write(&self, writer: &mut Writer) {
                i64::from(*self).write(writer);
            }
        }
    )*};
}

write_small_integers! { u8 u16 u32 i32 }

impl WriteJson for f64 {
    /// Writes the fewest digits that read back as the same number, rounded to about 15 digits; null if it is not finite.
    #[inline(never)]
    fn write(&self, writer: &mut Writer) {
        if self.is_finite() {
            let Decimal { whole, fraction, places } = decimal::shortest(self.abs());
            let sign = if self.is_sign_negative() { "-" } else { "" };
            writer.number(format_args!("{sign}{whole}.{fraction:0places$}"));
        } else {
            writer.word("null");
        }
    }
}

impl WriteJson for bool {
    #[inline(never)]
    fn write(&self, writer: &mut Writer) {
        writer.word(if *self { "true" } else { "false" });
    }
}

impl WriteJson for str {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl WriteJson for String {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl WriteJson for Cow<'_, str> {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl<T: WriteJson> WriteJson for Option<T> {
    fn write(&self, writer: &mut Writer) {
        match self {
            Some(value) => value.write(writer),
            None => writer.word("null"),
        }
    }
}

impl<T: WriteJson + ?Sized> WriteJson for Box<T> {
    fn write(&self, writer: &mut Writer) {
        T::write(self, writer);
    }
}

impl<T: WriteJson + ?Sized> WriteJson for &T {
    fn write(&self, writer: &mut Writer) {
        T::write(self, writer);
    }
}

impl<T: WriteJson> WriteJson for [T] {
    fn write(&self, writer: &mut Writer) {
        writer.word("[");
        for value in self {
            writer.separate();
            value.write(writer);
        }
        writer.word("]");
    }
}

impl<T: WriteJson> WriteJson for Vec<T> {
    fn write(&self, writer: &mut Writer) {
        self.as_slice().write(writer);
    }
}

impl<A: WriteJson, B: WriteJson> WriteJson for (A, B) {
    fn write(&self, writer: &mut Writer) {
        writer.word("[");
        self.0.write(writer);
        writer.word(",");
        self.1.write(writer);
        writer.word("]");
    }
}
