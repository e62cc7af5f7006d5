//! JSON whose values know where they stand.

use super::ReadError;
use crate::game::Points;
use crate::json::exact;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// A value, still as text.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    whole: &'a str,
    raw: &'a RawValue,
}

/// The members of an object.
pub(super) struct Object<'a> {
    fields: BTreeMap<Cow<'a, str>, &'a RawValue>,
    value: Value<'a>,
}

/// Names and values of an object, in order; a map would drop a name that stands twice.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members<'de>, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Pairs)
    }
}

/// Reads a text that is one JSON object.
pub(super) fn read(whole: &str) -> Result<Object<'_>, ReadError> {
    let body = whole.strip_prefix('\u{feff}').unwrap_or(whole);
    let raw: &RawValue = serde_json::from_str(body).map_err(|error| {
        let index = super::Index::new(whole.as_bytes());
        let line = index.line(error.line());
        let column = error.column().saturating_sub(usize::from(!error.is_eof()));
        let at = (line.start + column).min(line.end.max(line.start));
        let why =
            if error.is_eof() { "this is no JSON: the file is cut short" } else { "this is no JSON from here on" };
        ReadError::new(at..at + 1, why.to_string())
    })?;
    Value { whole, raw }.object("a record")
}

impl<'a> Value<'a> {
    /// Where it stands.
    pub(super) fn at(self) -> Range<usize> {
        let start = self.raw.get().as_ptr() as usize - self.whole.as_ptr() as usize;
        start..start + self.raw.get().len()
    }

    fn wrong(self, wanted: &str) -> ReadError {
        ReadError::new(self.at(), format!("expected {wanted}"))
    }

    /// As an object; `what` says of what.
    pub(super) fn object(self, what: &str) -> Result<Object<'a>, ReadError> {
        let members = serde_json::from_str(self.raw.get());
        let Members(members) = members.map_err(|_| self.wrong(&format!("the object of {what}, `{{...}}`")))?;
        let mut fields = BTreeMap::new();
        for (name, raw) in members {
            if fields.contains_key(&name) {
                let again = format!("`{name}` stands in this object twice");
                return Err(ReadError::new(Value { whole: self.whole, raw }.at(), again));
            }
            fields.insert(name, raw);
        }
        Ok(Object { fields, value: self })
    }

    pub(super) fn list(self, what: &str) -> Result<Vec<Value<'a>>, ReadError> {
        let items: Vec<&RawValue> =
            serde_json::from_str(self.raw.get()).map_err(|_| self.wrong(&format!("a list of {what}, `[...]`")))?;
        Ok(items.into_iter().map(|raw| Value { whole: self.whole, raw }).collect())
    }

    pub(super) fn text(self) -> Result<Cow<'a, str>, ReadError> {
        let raw = self.raw.get();
        match raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(plain) if !plain.contains('\\') => Ok(plain.into()),
            _ => serde_json::from_str::<String>(raw).map(Cow::from).map_err(|_| self.wrong("a text, `\"...\"`")),
        }
    }

    /// A whole number from 0 to `most`.
    pub(super) fn number(self, most: u64) -> Result<u64, ReadError> {
        let number = self.raw.get().parse::<u64>().ok().filter(|&number| number <= most);
        number.ok_or_else(|| self.wrong(&format!("a whole number from 0 to {most}")))
    }

    /// A whole number, whatever its sign.
    pub(super) fn integer(self) -> Result<i64, ReadError> {
        self.raw.get().parse().map_err(|_| self.wrong("a whole number"))
    }

    /// Points in halves.
    pub(super) fn points(self) -> Result<Points, ReadError> {
        let points = self.raw.get().parse().ok().and_then(exact);
        points.ok_or_else(|| self.wrong("points, whole or with .5"))
    }

    pub(super) fn is_null(self) -> bool {
        self.raw.get() == "null"
    }
}

impl<'a> Object<'a> {
    /// A member that may be missing or null.
    pub(super) fn get(&self, name: &str) -> Option<Value<'a>> {
        let value = self.fields.get(name).map(|raw| Value { whole: self.value.whole, raw });
        value.filter(|value| !value.is_null())
    }

    /// A member that must be there.
    pub(super) fn need(&self, name: &str) -> Result<Value<'a>, ReadError> {
        self.get(name).ok_or_else(|| {
            let there: Vec<&str> = self.fields.keys().map(Cow::as_ref).take(12).collect();
            let at = self.value.at();
            ReadError::new(at.start..at.start + 1, format!("expected `{name}` here; there are {}", there.join(", ")))
        })
    }

    /// Where it stands.
    pub(super) fn at(&self) -> Range<usize> {
        self.value.at()
    }
}

/// True where a text has one of these keys somewhere; good enough to guess.
pub(super) fn has_key(text: &[u8], keys: &[&str]) -> bool {
    let head = &text[..text.len().min(1 << 16)];
    head.split(|&byte| byte == b'"').any(|word| keys.iter().any(|key| word == key.as_bytes()))
}

/// The path of the value that holds this byte, where the bytes are JSON.
pub fn path_in(bytes: &[u8], at: usize) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.trim_start().starts_with('{'))?;
    Some(path(text, at)).filter(|path| !path.is_empty())
}

/// The path of the innermost value of a JSON text that holds this byte: `data.move[17].x`.
fn path(text: &str, at: usize) -> String {
    let (mut names, mut open): (Vec<String>, Vec<(bool, usize)>) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let (mut here, mut key) = (0, None);
    let show = |names: &[String]| names.concat().trim_start_matches('.').to_string();
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
                if let (Some((is_object, index)), Some(name)) = (open.last_mut(), names.last_mut()) {
                    *index += 1;
                    *name = if *is_object { String::new() } else { format!("[{index}]") };
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
    show(&names)
}
