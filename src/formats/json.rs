//! JSON whose values know where they stand.

use super::ReadError;
use crate::game::Points;
use hifijson::str::{Lex as _, LexAlloc};
use hifijson::token::Lex;
use hifijson::{Error, Expect, Read, SliceLexer, num::Lex as _};
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

/// Lists and objects within each other that the stack holds; those within them need no more of it.
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
    read.map(|()| json).map_err(|why| {
        let at = text.len() - lexer.as_slice().len();
        let is_cut = at == text.len();
        let why = if is_cut {
            "this is no JSON: the file is cut short"
        } else if matches!(why, Error::Token(Expect::Eof)) && text[at..].starts_with('{') {
            "a second object of JSON begins here: write each on a line of a file .jsonl, or all in a list, `[{...}, {...}]`"
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

/// A text whose escapes may be one half of a pair, as JavaScript and Python write a text that was cut within an emoji: each such
/// half is the sign for what cannot be shown.
fn with_halves(written: &str) -> String {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    let (mut text, mut rest) = (String::new(), written);
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(first) = unit(rest) else {
            let plain = match rest.as_bytes().get(1) {
                Some(b'n') => '\n',
                Some(b'r') => '\r',
                Some(b't') => '\t',
                Some(b'b') => '\u{8}',
                Some(b'f') => '\u{c}',
                _ => rest.chars().nth(1).unwrap_or('\\'),
            };
            text.push(plain);
            rest = rest.get(1 + plain.len_utf8()..).unwrap_or_default();
            continue;
        };
        let second = rest.get(6..).and_then(unit);
        let pair = second.filter(|second| {
            (0xd800..0xdc00).contains(&first) && (0xdc00..0xe000).contains(second)
        });
        let code = pair.map_or(first, |second| {
            0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        });
        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = &rest[if pair.is_some() { 12 } else { 6 }..];
    }
    text + rest
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
        if depth == 0 && matches!(next, b'[' | b'{') {
            return self.deep(next, lexer);
        }
        let deeper = depth.saturating_sub(1);
        let start = self.place(lexer);
        let kind = match next {
            b'"' => return self.string(lexer),
            b'[' => {
                let list = self.open(Kind::List, start);
                lexer.discarded().seq(b']', Lex::ws_peek, |next, lexer| {
                    self.value(next, lexer, deeper)
                })?;
                self.close(list, lexer);
                return Ok(());
            }
            b'{' => {
                let object = self.open(Kind::Object, start);
                lexer.discarded().seq(b'}', Lex::ws_peek, |next, lexer| {
                    let next = self.name(next, lexer)?;
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

    /// Reads the name of a member, and the colon after it; the first byte of its value.
    fn name(&mut self, next: u8, lexer: &mut SliceLexer<'a>) -> Result<u8, Error> {
        if next != b'"' {
            return Err(Expect::String.into());
        }
        self.string(lexer)?;
        lexer.expect(Lex::ws_peek, b':').ok_or(Expect::Colon)?;
        Ok(lexer.ws_peek().ok_or(Expect::Value)?)
    }

    /// Reads a list or an object, however much stands within each other.
    fn deep(&mut self, mut next: u8, lexer: &mut SliceLexer<'a>) -> Result<(), Error> {
        let mut open: Vec<(usize, u8)> = Vec::new();
        loop {
            let (kind, end) = match next {
                b'[' => (Kind::List, b']'),
                b'{' => (Kind::Object, b'}'),
                _ => {
                    self.value(next, lexer, 0)?;
                    (Kind::Null, 0)
                }
            };
            let is_opened = kind != Kind::Null;
            if is_opened {
                open.push((self.open(kind, self.place(lexer)), end));
                lexer.take_next();
            }
            let mut may_follow = is_opened;
            // Ends whatever ends here, and comes to the next value.
            next = loop {
                let Some(&(index, end)) = open.last() else {
                    return Ok(());
                };
                let expected = if may_follow {
                    Expect::ValueOrEnd
                } else {
                    Expect::CommaOrEnd
                };
                let mut byte = lexer.ws_peek().ok_or(expected)?;
                if byte == end {
                    lexer.take_next();
                    self.close(index, lexer);
                    open.pop();
                    may_follow = false;
                    continue;
                }
                if !may_follow {
                    lexer.expect(Lex::ws_peek, b',').ok_or(Expect::CommaOrEnd)?;
                    byte = lexer.ws_peek().ok_or(Expect::Value)?;
                }
                break match end {
                    b'}' => self.name(byte, lexer)?,
                    _ => byte,
                };
            };
        }
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
                let text = match lexer.str_string() {
                    Ok(text) => text.into_owned(),
                    Err(why) => {
                        let mut whole = SliceLexer::new(inside);
                        let ended = whole.str_ignore();
                        if ended.is_ok() || why.is_unicode_error() {
                            *lexer = whole;
                        }
                        ended.map_err(Error::Str)?;
                        let length = inside.len() - lexer.as_slice().len();
                        with_halves(&self.text[start + 1..start + length])
                    }
                };
                self.decoded.insert(start, text);
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

    /// An error where it has not this member itself, and more than one of its own members have it: only one of them would be read.
    pub fn alone_with(self, name: &str) -> Result<(), ReadError> {
        let has = |(_, value): &(&str, Value<'v>)| {
            let object = value.object("").ok();
            object.is_some_and(|object| object.has(name))
        };
        match self
            .members()
            .filter(has)
            .nth(1)
            .filter(|_| !self.has(name))
        {
            Some((_, second)) => {
                let why = "a second match stands here: write each on a line of a file .jsonl, or all in a list, `[{...}, {...}]`";
                Err(ReadError::new(second.at(), why))
            }
            None => Ok(()),
        }
    }

    /// The names of its members that are none of these.
    pub fn others<'n>(self, known: &'n [&'n str]) -> impl Iterator<Item = &'v str> + use<'v, 'n> {
        let names = self.members().map(|(name, _)| name);
        names.filter(move |name| !known.contains(name))
    }

    /// True where it has this member, which may be null.
    pub fn has(self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// How many members it has.
    pub fn count(self) -> usize {
        self.0.values().count() / 2
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
    Paths::new(bytes).of(at)
}

/// The paths of values of a JSON text, such as `data.move[17].x`. The text is gone through once, if they are asked for in its order.
pub struct Paths<'a> {
    text: Option<&'a str>,
    /// The value that was read last begins here, and ends there.
    last: usize,
    here: usize,
    names: Vec<String>,
    /// For each list and object that is open, whether it is an object, and how many commas it had.
    open: Vec<(bool, usize)>,
    key: Option<String>,
}

impl<'a> Paths<'a> {
    /// The paths of these bytes.
    pub fn new(bytes: &'a [u8]) -> Paths<'a> {
        let is_object = bytes.trim_ascii_start().starts_with(b"{");
        let text = is_object.then(|| std::str::from_utf8(bytes).ok());
        Paths {
            text: text.flatten(),
            last: 0,
            here: 0,
            names: Vec::new(),
            open: Vec::new(),
            key: None,
        }
    }

    /// The path of the innermost value that holds this byte; `None`: it has none.
    pub fn of(&mut self, at: usize) -> Option<String> {
        let text = self.text?;
        if at <= self.last {
            *self = Paths::new(text.as_bytes());
        }
        while self.here < text.len().min(at) {
            self.last = self.here;
            self.step(text);
        }
        let path = self.names.concat();
        let path = path.trim_start_matches('.');
        (!path.is_empty()).then(|| path.to_string())
    }

    /// The paths of the innermost values that hold these bytes, whatever their order: the text is gone through once.
    pub fn of_all(&mut self, places: &[usize]) -> Vec<Option<String>> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&one| places[one]);
        let mut paths = vec![None; places.len()];
        for one in order {
            paths[one] = self.of(places[one]);
        }
        paths
    }

    /// Reads a text, or one byte.
    fn step(&mut self, text: &str) {
        let bytes = text.as_bytes();
        match bytes[self.here] {
            b'{' => {
                self.open.push((true, 0));
                self.names.push(String::new());
            }
            b'[' => {
                self.open.push((false, 0));
                self.names.push("[0]".into());
            }
            b'}' | b']' => {
                self.open.pop();
                self.names.pop();
            }
            b',' => {
                let last = (self.open.last_mut(), self.names.last_mut());
                if let (Some((is_object, index)), Some(name)) = last {
                    *index += 1;
                    *name = if *is_object {
                        String::new()
                    } else {
                        format!("[{index}]")
                    };
                }
            }
            b':' => {
                if let (Some(name), Some(key)) = (self.names.last_mut(), self.key.take()) {
                    *name = format!(".{key}");
                }
            }
            b'"' => {
                let start = self.here + 1;
                self.here = start;
                while self.here < bytes.len() && bytes[self.here] != b'"' {
                    self.here += 1 + usize::from(bytes[self.here] == b'\\');
                }
                self.key = text.get(start..self.here).map(str::to_string);
            }
            _ => {}
        }
        self.here += 1;
    }
}
