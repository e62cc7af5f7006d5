//! Reports of logs and records: diagnoses with the line and a caret, boards, and pages that stand alone.

pub mod board;
pub mod diagnostic;
pub mod evidence;
pub mod file_report;
pub mod hint;
pub mod journal;
pub mod leaf;
pub mod place;
pub mod record_pages;
pub mod svg;
pub mod viewer;
pub mod visible;
