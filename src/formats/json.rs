//! JSON whose values know where they stand.

use super::ReadError;
use crate::game::Points;
use hifijson::token::Lex;
use hifijson::{Error, Expect, SliceLexer, num::Lex as _, str::LexAlloc};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A text that was read.
pub struct Json<'a> {
    text: &'a str,
    /// Each value stands before those within it, and the name of a member before its value.
    nodes: Vec<Node>,
    /// Texts that are written with escapes, decoded, by where they start.
    decoded: BTreeMap<usize, String>,
}

struct Node {
    kind: Kind,
    start: usize,
    end: usize,
    /// The node after this one and all those within it.
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Bool,
    Number,
    Text { has_escapes: bool },
    List,
    Object,
}

/// A value.
#[derive(Clone, Copy)]
pub struct Value<'v> {
    json: &'v Json<'v>,
    index: usize,
}

/// The members of an object.
#[derive(Clone, Copy)]
pub struct Object<'v>(Value<'v>);

/// Values in their order: those of a list, or the names and values of an object.
#[derive(Clone)]
pub struct Values<'v> {
    json: &'v Json<'v>,
    next: usize,
    end: usize,
}

/// Most lists and objects within each other.
const DEPTH: usize = 128;

/// Reads a text that is one JSON value.
pub fn read(text: &str) -> Result<Json<'_>, ReadError> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lexer = SliceLexer::new(body.as_bytes());
    let mut json = Json {
        text,
        nodes: Vec::with_capacity((text.len() / 8).min(1 << 12)),
        decoded: BTreeMap::new(),
    };
    let read = lexer.exactly_one(Lex::ws_peek, |next, lexer| json.value(next, lexer, DEPTH));
    read.map(|()| json).map_err(|_| {
        let at = text.len() - lexer.as_slice().len();
        let is_cut = at == text.len();
        let why = if is_cut {
            "this is no JSON: the file is cut short"
        } else {
            "this is no JSON from here on"
        };
        ReadError::new(at..at + 1, why)
    })
}

/// Reads a number. Most are digits alone: without this a record is checked 2 % slower.
#[inline]
fn read_number(lexer: &mut SliceLexer<'_>) -> Result<(), Error> {
    let text = lexer.as_slice();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let goes_on = matches!(text.get(digits), Some(b'.' | b'e' | b'E'));
    if !goes_on && (digits == 1 || digits > 1 && text[0] != b'0') {
        *lexer = SliceLexer::new(&text[digits..]);
    } else {
        lexer.num_ignore().validate()?;
    }
    Ok(())
}

impl<'a> Json<'a> {
    /// The whole text as a value.
    pub fn whole(&self) -> Value<'_> {
        Value {
            json: self,
            index: 0,
        }
    }

    fn place(&self, lexer: &SliceLexer<'_>) -> usize {
        self.text.len() - lexer.as_slice().len()
    }

    fn value(&mut self, next: u8, lexer: &mut SliceLexer<'a>, depth: usize) -> Result<(), Error> {
        let deeper = || depth.checked_sub(1).ok_or(Expect::Value);
        let start = self.place(lexer);
        let kind = match next {
            b'"' => return self.string(lexer),
            b'[' => {
                let (deeper, list) = (deeper()?, self.open(Kind::List, start));
                lexer.discarded().seq(b']', Lex::ws_peek, |next, lexer| {
                    self.value(next, lexer, deeper)
                })?;
                self.close(list, lexer);
                return Ok(());
            }
            b'{' => {
                let (deeper, object) = (deeper()?, self.open(Kind::Object, start));
                lexer.discarded().seq(b'}', Lex::ws_peek, |next, lexer| {
                    if next != b'"' {
                        return Err(Expect::String.into());
                    }
                    self.string(lexer)?;
                    lexer.expect(Lex::ws_peek, b':').ok_or(Expect::Colon)?;
                    let next = lexer.ws_peek().ok_or(Expect::Value)?;
                    self.value(next, lexer, deeper)
                })?;
                self.close(object, lexer);
                return Ok(());
            }
            b'a'..=b'z' => lexer
                .null_or_bool()
                .map(|word| word.map_or(Kind::Null, |_| Kind::Bool))
                .ok_or(Expect::Value)?,
            b'0'..=b'9' | b'-' => {
                read_number(lexer)?;
                Kind::Number
            }
            _ => return Err(Expect::Value.into()),
        };
        let node = self.open(kind, start);
        self.close(node, lexer);
        Ok(())
    }

    /// Reads a text, or the name of a member.
    fn string(&mut self, lexer: &mut SliceLexer<'a>) -> Result<(), Error> {
        let start = self.place(lexer);
        let inside = lexer.discarded().as_slice();
        // The lexer's own reader of texts makes the check of a record 8 % slower.
        let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
        let plain = inside.iter().position(is_special);
        let plain = plain.filter(|&end| inside[end] == b'"');
        match plain {
            Some(end) => *lexer = SliceLexer::new(&inside[end + 1..]),
            None => {
                let text = lexer.str_string().map_err(Error::Str)?;
                self.decoded.insert(start, text.into_owned());
            }
        }
        let has_escapes = plain.is_none();
        let node = self.open(Kind::Text { has_escapes }, start);
        self.close(node, lexer);
        Ok(())
    }

    fn open(&mut self, kind: Kind, start: usize) -> usize {
        self.nodes.push(Node {
            kind,
            start,
            end: start,
            next: self.nodes.len(),
        });
        self.nodes.len() - 1
    }

    fn close(&mut self, index: usize, lexer: &SliceLexer<'_>) {
        let (end, next) = (self.place(lexer), self.nodes.len());
        let node = &mut self.nodes[index];
        (node.end, node.next) = (end, next);
    }
}

impl<'v> Value<'v> {
    fn node(self) -> &'v Node {
        &self.json.nodes[self.index]
    }

    /// The values within it.
    fn values(self) -> Values<'v> {
        Values {
            json: self.json,
            next: self.index + 1,
            end: self.node().next,
        }
    }

    /// Where it stands.
    pub fn at(self) -> Range<usize> {
        let node = self.node();
        node.start..node.end
    }

    fn wrong(self, wanted: &str) -> ReadError {
        ReadError::new(self.at(), format!("expected {wanted}"))
    }

    /// As an object; `what` says of what.
    pub fn object(self, what: &str) -> Result<Object<'v>, ReadError> {
        if self.node().kind != Kind::Object {
            return Err(self.wrong(&format!("the object of {what}, `{{...}}`")));
        }
        let object = Object(self);
        match object.repeated() {
            Some((name, value)) => Err(ReadError::new(
                value.at(),
                format!("`{name}` stands in this object twice"),
            )),
            None => Ok(object),
        }
    }

    /// As a list; `what` says of what.
    pub fn list(self, what: &str) -> Result<Values<'v>, ReadError> {
        if self.node().kind == Kind::List {
            Ok(self.values())
        } else {
            Err(self.wrong(&format!("a list of {what}, `[...]`")))
        }
    }

    /// As a text.
    pub fn text(self) -> Result<&'v str, ReadError> {
        if let Kind::Text { .. } = self.node().kind {
            Ok(self.decoded())
        } else {
            Err(self.wrong("a text, `\"...\"`"))
        }
    }

    /// The text that it is.
    fn decoded(self) -> &'v str {
        let &Node {
            kind, start, end, ..
        } = self.node();
        match kind {
            Kind::Text { has_escapes: true } => &self.json.decoded[&start],
            _ => &self.json.text[start + 1..end - 1],
        }
    }

    /// True for this name of a member.
    fn is_name(self, name: &str) -> bool {
        let &Node {
            kind, start, end, ..
        } = self.node();
        match kind {
            Kind::Text { has_escapes: true } => self.decoded() == name,
            // Most names have other lengths, or begin otherwise.
            _ => {
                let own = &self.json.text.as_bytes()[start + 1..end - 1];
                own.len() == name.len()
                    && own.first() == name.as_bytes().first()
                    && own == name.as_bytes()
            }
        }
    }

    fn parse<T: std::str::FromStr>(self) -> Option<T> {
        if self.node().kind == Kind::Number {
            self.json.text[self.at()].parse().ok()
        } else {
            None
        }
    }

    /// A whole number from 0 to `most`.
    pub fn number(self, most: u64) -> Result<u64, ReadError> {
        let number = self.parse().filter(|&number| number <= most);
        number.ok_or_else(|| self.wrong(&format!("a whole number from 0 to {most}")))
    }

    /// A whole number, whatever its sign.
    pub fn integer(self) -> Result<i64, ReadError> {
        self.parse().ok_or_else(|| self.wrong("a whole number"))
    }

    /// Points in halves.
    pub fn points(self) -> Result<Points, ReadError> {
        let points = self.parse().and_then(Points::exact);
        points.ok_or_else(|| self.wrong("points, whole or with .5"))
    }
}

impl<'v> Iterator for Values<'v> {
    type Item = Value<'v>;

    fn next(&mut self) -> Option<Value<'v>> {
        if self.next == self.end {
            return None;
        }
        let (json, index) = (self.json, self.next);
        self.next = json.nodes[index].next;
        Some(Value { json, index })
    }
}

impl<'v> Object<'v> {
    /// The names of its members, and their values.
    fn members(self) -> impl Iterator<Item = (&'v str, Value<'v>)> {
        let mut values = self.0.values();
        std::iter::from_fn(move || Some((values.next()?.decoded(), values.next()?)))
    }

    /// The first member whose name another one before it has.
    fn repeated(self) -> Option<(&'v str, Value<'v>)> {
        // Where no two names add up to the same, nothing is compared.
        let mut sums = 0u64;
        let is_new = |(name, _): (&str, _)| {
            let sum = 1 << (name.bytes().fold(0, u8::wrapping_add) % 64);
            let is_new = sums & sum == 0;
            sums |= sum;
            is_new
        };
        if self.members().all(is_new) {
            return None;
        }
        let mut names = BTreeSet::new();
        self.members().find(|(name, _)| !names.insert(*name))
    }

    fn member(self, name: &str) -> Option<Value<'v>> {
        let mut values = self.0.values();
        while let (Some(own), Some(value)) = (values.next(), values.next()) {
            if own.is_name(name) {
                return Some(value);
            }
        }
        None
    }

    /// A member that may be missing or null.
    pub fn get(self, name: &str) -> Option<Value<'v>> {
        self.member(name)
            .filter(|value| value.node().kind != Kind::Null)
    }

    /// A member that must be there.
    pub fn need(self, name: &str) -> Result<Value<'v>, ReadError> {
        self.get(name).ok_or_else(|| {
            let at = self.at().start;
            ReadError::new(
                at..at + 1,
                format!("expected `{name}` here; there are {}", self.names()),
            )
        })
    }

    /// Where it stands.
    pub fn at(self) -> Range<usize> {
        self.0.at()
    }

    /// The object that has this member: this one, or else one of its own members, whose name comes with it.
    pub fn with(self, name: &str) -> Option<(Object<'v>, Option<&'v str>)> {
        let has = |object: &Object<'v>| object.member(name).is_some();
        if has(&self) {
            return Some((self, None));
        }
        self.members().find_map(|(key, value)| {
            let object = value.object("").ok().filter(has)?;
            Some((object, Some(key)))
        })
    }

    /// A member that is a list of objects with this member: its name, and how many there are.
    pub fn list_with(self, name: &str) -> Option<(&'v str, usize)> {
        self.members().find_map(|(key, value)| {
            let items = value.list("").ok()?;
            items.clone().next()?.object("").ok()?.get(name)?;
            Some((key, items.count()))
        })
    }

    /// The names of its members, the first twelve in their order.
    pub fn names(self) -> String {
        let there: BTreeSet<&str> = self.members().map(|(name, _)| name).collect();
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
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
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
