//! The rules in the browser: what a page asks, and the site that is made of the pages of rules.

pub mod answer;
#[cfg(feature = "book")]
pub mod book;
pub mod case;
pub mod session;
