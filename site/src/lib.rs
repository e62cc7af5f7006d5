//! The rules in the browser: what a page asks, and the site that is made of the pages of rules.
//!
//! Its files:
//! - `answer`: a command of a page and its answer · `session`: a match in which the reader is the bot · `case`: what comes of a case, in a line
//! - `book` and below: the site. `source` reads the pages, fixtures and tables that it is made of, `cases` chooses examples, `proof` says how well a clause is proven, `prose` turns Markdown into HTML, `clauses` makes a page of rules, `desk` the pages to work with, `frame` what all pages have, `words` what is said in English and in Korean
//! - `web/`: the scripts and the style of the pages

pub mod answer;
#[cfg(feature = "book")]
pub mod book;
pub mod case;
pub mod session;
