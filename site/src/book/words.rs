//! The words of the frame and of the tools, in English and in Korean. Ids, logs and most clauses stay English.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A language of the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    Korean,
}

/// The Korean words, by the English ones; the scripts of the pages read the same table.
const KOREAN: &str = include_str!("../web/korean.json");

/// The Korean words by the English ones.
pub(super) fn korean() -> &'static BTreeMap<String, String> {
    static TABLE: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TABLE.get_or_init(|| serde_json::from_str(KOREAN).unwrap_or_default())
}

impl Language {
    /// These words in this language; what the table lacks stays English.
    pub(super) fn say(self, english: &str) -> &str {
        match self {
            Language::English => english,
            Language::Korean => korean().get(english).map_or(english, String::as_str),
        }
    }

    pub(super) fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Korean => "ko",
        }
    }

    /// Its own name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Korean => "한국어",
        }
    }

    pub(super) fn other(self) -> Language {
        match self {
            Language::English => Language::Korean,
            Language::Korean => Language::English,
        }
    }
}
