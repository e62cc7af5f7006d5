//! JSON whose values know where they stand.

use super::ReadError;
use crate::game::Points;
use hifijson::token::Lex;
use hifijson::{Error, Expect, SliceLexer, num::Lex as _, str::LexAlloc};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// A value.
pub struct Value<'a> {
    kind: Node<'a>,
    start: usize,
    end: usize,
}

enum Node<'a> {
    Null,
    Bool,
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// The members of an object.
#[derive(Clone, Copy)]
pub struct Object<'v, 'a> {
    fields: &'v [(Cow<'a, str>, Value<'a>)],
    value: &'v Value<'a>,
}

/// Most lists and objects within each other.
const DEPTH: usize = 128;

/// Reads a text that is one JSON value.
pub fn read(whole: &str) -> Result<Value<'_>, ReadError> {
    let body = whole.strip_prefix('\u{feff}').unwrap_or(whole);
    let mut lexer = SliceLexer::new(body.as_bytes());
    let read = lexer.exactly_one(Lex::ws_peek, |next, lexer| value(next, lexer, whole, DEPTH));
    read.map_err(|_| {
        let at = whole.len() - lexer.as_slice().len();
        let is_cut = at == whole.len();
        let why = if is_cut {
            "this is no JSON: the file is cut short"
        } else {
            "this is no JSON from here on"
        };
        ReadError::new(at..at + 1, why)
    })
}

fn value<'a>(
    next: u8,
    lexer: &mut SliceLexer<'a>,
    whole: &'a str,
    depth: usize,
) -> Result<Value<'a>, Error> {
    let place = |lexer: &SliceLexer<'_>| whole.len() - lexer.as_slice().len();
    let deeper = || depth.checked_sub(1).ok_or(Expect::Value);
    let start = place(lexer);
    let kind = match next {
        b'"' => Node::Text(lexer.discarded().str_string().map_err(Error::Str)?),
        b'[' => {
            let (mut items, deeper) = (Vec::new(), deeper()?);
            lexer.discarded().seq(b']', Lex::ws_peek, |next, lexer| {
                items.push(value(next, lexer, whole, deeper)?);
                Ok::<_, Error>(())
            })?;
            Node::List(items)
        }
        b'{' => {
            let (mut members, deeper) = (Vec::with_capacity(8), deeper()?);
            lexer.discarded().seq(b'}', Lex::ws_peek, |next, lexer| {
                lexer.expect(|_| Some(next), b'"').ok_or(Expect::String)?;
                let name = lexer.str_string().map_err(Error::Str)?;
                lexer.expect(Lex::ws_peek, b':').ok_or(Expect::Colon)?;
                let next = lexer.ws_peek().ok_or(Expect::Value)?;
                members.push((name, value(next, lexer, whole, deeper)?));
                Ok::<_, Error>(())
            })?;
            Node::Object(members)
        }
        b'a'..=b'z' => lexer
            .null_or_bool()
            .map(|word| word.map_or(Node::Null, |_| Node::Bool))
            .ok_or(Expect::Value)?,
        b'0'..=b'9' | b'-' => {
            lexer.num_ignore().validate()?;
            Node::Number(&whole[start..place(lexer)])
        }
        _ => return Err(Expect::Value.into()),
    };
    Ok(Value {
        kind,
        start,
        end: place(lexer),
    })
}

impl<'a> Value<'a> {
    /// Where it stands.
    pub fn at(&self) -> Range<usize> {
        self.start..self.end
    }

    fn wrong(&self, wanted: &str) -> ReadError {
        ReadError::new(self.at(), format!("expected {wanted}"))
    }

    /// As an object; `what` says of what.
    pub fn object(&self, what: &str) -> Result<Object<'_, 'a>, ReadError> {
        let Node::Object(fields) = &self.kind else {
            return Err(self.wrong(&format!("the object of {what}, `{{...}}`")));
        };
        let mut names = BTreeSet::new();
        let again = fields
            .iter()
            .enumerate()
            .find(|(at, (name, _))| match fields.len() {
                // Without memory of its own.
                ..=16 => fields[..*at].iter().any(|(own, _)| own == name),
                _ => !names.insert(name),
            });
        match again {
            Some((_, (name, value))) => Err(ReadError::new(
                value.at(),
                format!("`{name}` stands in this object twice"),
            )),
            None => Ok(Object {
                fields,
                value: self,
            }),
        }
    }

    /// As a list; `what` says of what.
    pub fn list(&self, what: &str) -> Result<&[Value<'a>], ReadError> {
        let list = if let Node::List(items) = &self.kind {
            Some(&items[..])
        } else {
            None
        };
        list.ok_or_else(|| self.wrong(&format!("a list of {what}, `[...]`")))
    }

    /// As a text.
    pub fn text(&self) -> Result<&str, ReadError> {
        if let Node::Text(text) = &self.kind {
            Ok(text)
        } else {
            Err(self.wrong("a text, `\"...\"`"))
        }
    }

    fn parse<T: std::str::FromStr>(&self) -> Option<T> {
        if let Node::Number(number) = self.kind {
            number.parse().ok()
        } else {
            None
        }
    }

    /// A whole number from 0 to `most`.
    pub fn number(&self, most: u64) -> Result<u64, ReadError> {
        let number = self.parse().filter(|&number| number <= most);
        number.ok_or_else(|| self.wrong(&format!("a whole number from 0 to {most}")))
    }

    /// A whole number, whatever its sign.
    pub fn integer(&self) -> Result<i64, ReadError> {
        self.parse().ok_or_else(|| self.wrong("a whole number"))
    }

    /// Points in halves.
    pub fn points(&self) -> Result<Points, ReadError> {
        let points = self.parse().and_then(Points::exact);
        points.ok_or_else(|| self.wrong("points, whole or with .5"))
    }
}

impl<'v, 'a> Object<'v, 'a> {
    /// A member that may be missing or null.
    pub fn get(self, name: &str) -> Option<&'v Value<'a>> {
        let (_, value) = self.fields.iter().find(|(own, _)| own == name)?;
        (!matches!(value.kind, Node::Null)).then_some(value)
    }

    /// A member that must be there.
    pub fn need(self, name: &str) -> Result<&'v Value<'a>, ReadError> {
        self.get(name).ok_or_else(|| {
            let at = self.value.start;
            ReadError::new(
                at..at + 1,
                format!("expected `{name}` here; there are {}", self.names()),
            )
        })
    }

    /// Where it stands.
    pub fn at(self) -> Range<usize> {
        self.value.at()
    }

    /// The object that has this member: this one, or else one of its own members, whose name comes with it.
    pub fn with(self, name: &str) -> Option<(Object<'v, 'a>, Option<&'v str>)> {
        let has = |object: &Object<'v, 'a>| object.fields.iter().any(|(own, _)| own == name);
        if has(&self) {
            return Some((self, None));
        }
        let inner = |(key, value): &'v (Cow<'a, str>, Value<'a>)| {
            value
                .object("")
                .ok()
                .filter(has)
                .map(|object| (object, Some(&**key)))
        };
        self.fields.iter().find_map(inner)
    }

    /// A member that is a list of objects with this member: its name, and how many there are.
    pub fn list_with(self, name: &str) -> Option<(&'v str, usize)> {
        self.fields.iter().find_map(|(key, value)| {
            let items = value.list("").ok()?;
            items.first()?.object("").ok()?.get(name)?;
            Some((&**key, items.len()))
        })
    }

    /// The names of its members, the first twelve in their order.
    pub fn names(self) -> String {
        let there: BTreeSet<&str> = self.fields.iter().map(|(name, _)| &**name).collect();
        there.into_iter().take(12).collect::<Vec<_>>().join(", ")
    }
}

/// A number for points in halves.
pub fn number(points: Points) -> serde_json::Value {
    if points.halves % 2 == 0 {
        (points.halves / 2).into()
    } else {
        (f64::from(points.halves) / 2.0).into()
    }
}

/// A file of this value.
pub fn pretty(value: &serde_json::Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}

/// True where a text has one of these keys somewhere; good enough to guess.
pub fn has_key(text: &[u8], keys: &[&str]) -> bool {
    let head = &text[..text.len().min(1 << 16)];
    keys.iter()
        .any(|key| memchr::memmem::find(head, format!("\"{key}\"").as_bytes()).is_some())
}

/// The path of the value that holds this byte, where the bytes are JSON.
pub fn path_in(bytes: &[u8], at: usize) -> Option<String> {
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|text| text.trim_start().starts_with('{'))?;
    Some(path(text, at)).filter(|path| !path.is_empty())
}

/// The path of the innermost value of a JSON text that holds this byte: `data.move[17].x`.
fn path(text: &str, at: usize) -> String {
    let (mut names, mut open): (Vec<String>, Vec<(bool, usize)>) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let (mut here, mut key) = (0, None);
    while here < bytes.len().min(at) {
        match bytes[here] {
            b'{' => {
                open.push((true, 0));
                names.push(String::new());
            }
            b'[' => {
                open.push((false, 0));
                names.push("[0]".into());
            }
            b'}' | b']' => {
                open.pop();
                names.pop();
            }
            b',' => {
                if let (Some((is_object, index)), Some(name)) = (open.last_mut(), names.last_mut())
                {
                    *index += 1;
                    *name = if *is_object {
                        String::new()
                    } else {
                        format!("[{index}]")
                    };
                }
            }
            b':' => {
                if let (Some(name), Some(key)) = (names.last_mut(), key.take()) {
                    *name = format!(".{key}");
                }
            }
            b'"' => {
                let start = here + 1;
                here = start;
                while here < bytes.len() && bytes[here] != b'"' {
                    here += 1 + usize::from(bytes[here] == b'\\');
                }
                key = text.get(start..here).map(str::to_string);
            }
            _ => {}
        }
        here += 1;
    }
    names.concat().trim_start_matches('.').to_string()
}
