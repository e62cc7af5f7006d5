//! The text of an answer, without memory of its own where it is short.

use crate::transcript::{escape, is_literal, unescape};
use std::fmt;
use std::ops::Deref;

/// The most bytes of a short text.
const SHORT: usize = 22;

/// The text of an answer: as the file has it, or made by a reader.
#[derive(Clone)]
pub struct AnswerText<'a>(Bytes<'a>);

#[derive(Clone)]
enum Bytes<'a> {
    /// Nothing in it is escaped.
    Borrowed(&'a [u8]),
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

impl AnswerText<'_> {
    /// A text that a reader made.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        let mut short = [0; SHORT];
        match short.get_mut(..text.len()) {
            Some(part) => {
                part.copy_from_slice(text);
                AnswerText(Bytes::Short(text.len() as u8, short))
            }
            None => AnswerText(Bytes::Long(text.into())),
        }
    }
}

impl<'a> AnswerText<'a> {
    /// A text of a log, which may have escapes.
    #[inline(always)]
    pub(crate) fn unescaped(text: &'a [u8]) -> AnswerText<'a> {
        if is_literal(text) {
            AnswerText(Bytes::Borrowed(text))
        } else {
            AnswerText::new(&unescape(text))
        }
    }
}

impl AnswerText<'_> {
    /// The text, escaped as a log has it; none: it stands for itself.
    pub(crate) fn escaped(&self) -> Option<String> {
        match self.0 {
            Bytes::Borrowed(_) => None,
            _ => (!is_literal(self)).then(|| escape(self)),
        }
    }
}

impl Deref for AnswerText<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Borrowed(text) => text,
            Bytes::Short(length, text) => &text[..usize::from(*length)],
            Bytes::Long(text) => text,
        }
    }
}

impl PartialEq for AnswerText<'_> {
    fn eq(&self, other: &AnswerText<'_>) -> bool {
        **self == **other
    }
}

impl Eq for AnswerText<'_> {}

impl fmt::Debug for AnswerText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        String::from_utf8_lossy(self).fmt(f)
    }
}
