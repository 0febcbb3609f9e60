//! Reading JSON text (RFC 8259). No function is generic, so the module contains each of them once.

use super::{Invalid, ReadFields, Shape, decimal};
use std::borrow::Cow;

/// How deep arrays and objects may be nested, as in `serde_json`.
const MAX_DEPTH: u8 = 127;

type Result<T> = std::result::Result<T, Invalid>;

/// A position in a JSON text.
#[derive(Debug)]
pub struct Reader<'text> {
    text: &'text str,
    at: usize,
    depth: u8,
}

/// A number of JSON.
pub(super) enum Number {
    Integer(i64),
    Unsigned(u64),
    Float(f64),
}

/// The text.
impl<'text> Reader<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    /// Fails unless nothing but white space follows.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { Err(Invalid) }
    }

    /// Skips white space and returns the next byte; 0 at the end.
    #[inline(never)]
    pub(super) fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return *byte;
            }
            self.at += 1;
        }
        0
    }

    pub(super) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.peek() != byte {
            return Err(Invalid);
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a text that must come next, without white space before it.
    fn word(&mut self, word: &str) -> Result<()> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(Invalid);
        }
        self.at += word.len();
        Ok(())
    }

    #[inline(never)]
    pub(super) fn boolean(&mut self) -> Result<bool> {
        let value = self.peek() == b't';
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Reads null, if it comes next, and returns whether it did.
    #[inline(never)]
    pub(super) fn is_null(&mut self) -> Result<bool> {
        let is_null = self.peek() == b'n';
        if is_null {
            self.word("null")?;
        }
        Ok(is_null)
    }

    fn skip_digits(&mut self) -> Result<()> {
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Invalid) }
    }

    #[inline(never)]
    pub(super) fn number(&mut self) -> Result<Number> {
        self.peek();
        let (start, bytes) = (self.at, self.text.as_bytes());
        self.at += usize::from(bytes.get(start) == Some(&b'-'));
        let first = self.at;
        self.skip_digits()?;
        if bytes[first] == b'0' && self.at > first + 1 {
            return Err(Invalid);
        }
        let mut is_integer = true;
        if bytes.get(self.at) == Some(&b'.') {
            is_integer = false;
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(bytes.get(self.at), Some(b'e' | b'E')) {
            is_integer = false;
            self.at += 1;
            self.at += usize::from(matches!(bytes.get(self.at), Some(b'+' | b'-')));
            self.skip_digits()?;
        }
        let digits = self.text.get(start..self.at).unwrap_or_default();
        if is_integer {
            if let Ok(value) = digits.parse() {
                return Ok(Number::Integer(value));
            }
            if let Ok(value) = digits.parse() {
                return Ok(Number::Unsigned(value));
            }
        }
        decimal::parse(digits).map(Number::Float).ok_or(Invalid)
    }

    /// Reads a number that is an integer, at most `i64::MAX`.
    #[inline(never)]
    pub(super) fn integer(&mut self) -> Result<i64> {
        if let Number::Integer(value) = self.number()? { Ok(value) } else { Err(Invalid) }
    }

    #[inline(never)]
    pub(super) fn string(&mut self) -> Result<Cow<'text, str>> {
        self.expect(b'"')?;
        let start = self.at;
        if self.skip_plain_characters()? == b'"' {
            let text = self.text.get(start..self.at).unwrap_or_default();
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut whole = self.text.get(start..self.at).unwrap_or_default().to_owned();
        loop {
            whole.push(self.escape()?);
            let start = self.at;
            let end = self.skip_plain_characters()?;
            whole.push_str(self.text.get(start..self.at).unwrap_or_default());
            if end == b'"' {
                self.at += 1;
                return Ok(Cow::Owned(whole));
            }
        }
    }

    /// Moves to the next quotation mark or backslash, and returns it. Control characters are not allowed in a string.
    fn skip_plain_characters(&mut self) -> Result<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'"' | b'\\' => return Ok(*byte),
                0..=0x1f => return Err(Invalid),
                _ => self.at += 1,
            }
        }
        Err(Invalid)
    }

    /// Reads an escape, which begins with a backslash.
    fn escape(&mut self) -> Result<char> {
        let kind = *self.text.as_bytes().get(self.at + 1).ok_or(Invalid)?;
        self.at += 2;
        Ok(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hexadecimal()?;
                // Characters outside the Basic Multilingual Plane are two escapes, a surrogate pair.
                let code = if (0xd800..0xdc00).contains(&first) {
                    self.word("\\u")?;
                    let second = self.hexadecimal()?.checked_sub(0xdc00).filter(|low| *low < 0x400).ok_or(Invalid)?;
                    0x1_0000 + ((first - 0xd800) << 10) + second
                } else {
                    first
                };
                char::from_u32(code).ok_or(Invalid)?
            }
            _ => return Err(Invalid),
        })
    }

    fn hexadecimal(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4).ok_or(Invalid)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Invalid);
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| Invalid)
    }

    /// Enters an array or an object, which begins with `opening`.
    #[inline(never)]
    pub(super) fn enter(&mut self, opening: u8) -> Result<()> {
        self.expect(opening)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Invalid) } else { Ok(()) }
    }

    /// Moves to the next element and returns true, or leaves the array or object at `closing` and returns false.
    #[inline(never)]
    pub(super) fn advance(&mut self, is_first: &mut bool, closing: u8) -> Result<bool> {
        if self.peek() == closing {
            self.at += 1;
            self.depth -= 1;
            return Ok(false);
        }
        if !std::mem::replace(is_first, false) {
            self.expect(b',')?;
        }
        Ok(true)
    }

    #[inline(never)]
    pub(super) fn key(&mut self, is_first: &mut bool) -> Result<Option<Cow<'text, str>>> {
        if !self.advance(is_first, b'}')? {
            return Ok(None);
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(Some(key))
    }

    /// Skips a value of any type.
    #[inline(never)]
    pub(super) fn skip(&mut self) -> Result<()> {
        let mut is_first = true;
        match self.peek() {
            b'"' => drop(self.string()?),
            b'{' => {
                self.enter(b'{')?;
                while self.key(&mut is_first)?.is_some() {
                    self.skip()?;
                }
            }
            b'[' => {
                self.enter(b'[')?;
                while self.advance(&mut is_first, b']')? {
                    self.skip()?;
                }
            }
            b't' | b'f' => drop(self.boolean()?),
            b'n' => drop(self.is_null()?),
            _ => {
                self.number()?;
            }
        }
        Ok(())
    }
}

/// The parts of our own types.
impl<'text> Reader<'text> {
    /// Reads null.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if something else comes next.
    pub fn null(&mut self) -> Result<()> {
        if self.is_null()? { Ok(()) } else { Err(Invalid) }
    }

    /// Reads the fields of a struct. Unknown fields are skipped.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if no object comes next, or a field is missing, comes twice or has another type.
    #[inline(never)]
    pub fn object(&mut self, shape: &Shape, fields: &mut dyn ReadFields<'text>) -> Result<()> {
        self.fields(shape, Unknown::Skipped, fields)
    }

    /// Reads the fields of a struct that may have no others.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if no object comes next, or a field is missing, unknown, comes twice or has another type.
    #[inline(never)]
    pub fn closed_object(&mut self, shape: &Shape, fields: &mut dyn ReadFields<'text>) -> Result<()> {
        self.fields(shape, Unknown::Refused, fields)
    }

    /// Reads the fields of a variant, beside which its name is the field `tag`. Unknown fields are skipped.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if no object comes next, or a field is missing, comes twice or has another type.
    #[inline(never)]
    pub fn tagged_object(&mut self, tag: &str, shape: &Shape, fields: &mut dyn ReadFields<'text>) -> Result<()> {
        self.fields(shape, Unknown::Tag(tag), fields)
    }

    fn fields(&mut self, shape: &Shape, mut unknown: Unknown<'_>, fields: &mut dyn ReadFields<'text>) -> Result<()> {
        let (mut read, mut expected, mut is_first) = (0_u64, 0, true);
        self.enter(b'{')?;
        while let Some(key) = self.key(&mut is_first)? {
            // Fields mostly come in the order of the type.
            let (before, after) = shape.names.split_at(expected);
            let at = position(after, &key).map(|at| at + before.len()).or_else(|| position(before, &key));
            if let Some(at) = at {
                if read & 1 << at != 0 {
                    return Err(Invalid);
                }
                read |= 1 << at;
                expected = at + 1;
                fields.read_field(at, self)?;
                continue;
            }
            match unknown {
                Unknown::Refused => return Err(Invalid),
                Unknown::Tag(tag) if key == tag => unknown = Unknown::TagWasRead(tag),
                Unknown::TagWasRead(tag) if key == tag => return Err(Invalid),
                _ => {}
            }
            self.skip()?;
        }
        let all = u64::MAX.checked_shr(64 - shape.names.len() as u32).unwrap_or(0);
        if (read | shape.optional) & all == all { Ok(()) } else { Err(Invalid) }
    }

    /// Returns which of the names an object has in its field `tag`. The object is not read yet.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if no object with that field comes next, or it has none of the names.
    #[inline(never)]
    pub fn tag(&mut self, tag: &str, names: &[&str]) -> Result<usize> {
        let (start, depth, mut is_first) = (self.at, self.depth, true);
        self.enter(b'{')?;
        while self.key(&mut is_first)?.ok_or(Invalid)? != tag {
            self.skip()?;
        }
        let name = self.string()?;
        (self.at, self.depth) = (start, depth);
        position(names, &name).ok_or(Invalid)
    }

    /// Reads the name of a variant and returns which of the names it is. It returns true with it if the contents of the
    /// variant follow, in an object of which the name is the only key.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if no variant comes next, or it has none of the names.
    #[inline(never)]
    pub fn begin_variant(&mut self, names: &[&str]) -> Result<(usize, bool)> {
        let has_contents = self.peek() == b'{';
        let name = if has_contents {
            self.enter(b'{')?;
            self.key(&mut true)?.ok_or(Invalid)?
        } else {
            self.string()?
        };
        Ok((position(names, &name).ok_or(Invalid)?, has_contents))
    }

    /// Reads what follows the contents of a variant.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if something else comes next.
    #[inline(never)]
    pub fn end_variant(&mut self) -> Result<()> {
        if self.advance(&mut false, b'}')? { Err(Invalid) } else { Ok(()) }
    }

    /// Reads a variant of an enum whose variants have no contents, and returns which of the names it has.
    ///
    /// # Errors
    ///
    /// Returns [`Invalid`] if no variant comes next, or it has none of the names or has contents.
    #[inline(never)]
    pub fn unit_variant(&mut self, names: &[&str]) -> Result<usize> {
        let (at, has_contents) = self.begin_variant(names)?;
        if has_contents {
            self.null()?;
            self.end_variant()?;
        }
        Ok(at)
    }
}

/// What to do with fields that a type does not have.
#[derive(Clone, Copy)]
enum Unknown<'tag> {
    Skipped,
    Refused,
    /// They are skipped, but the one with this name may come only once.
    Tag(&'tag str),
    /// The one with this name has come.
    TagWasRead(&'tag str),
}

fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|other| *other == name)
}
