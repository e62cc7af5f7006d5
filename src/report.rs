//! Reports for people: diagnoses with the line and a caret, boards, the table of a run, and pages; and for programs.
//!
//! Its files:
//! - `diagnostic`: a diagnosis · `journal`: what stood around findings, from one walk · `evidence`: the lines that prove them · `hint`: what a refused answer was meant to be · `place`: the same in a file of any shape · `file_report`: all that is said of a log or record
//! - `board`, `svg`: boards in the terminal and as SVG · `visible`: text that steers no terminal
//! - `run`: the report of a run, in the terminal · `markdown`, `junit`, `html` · `viewer`: a game to step through · `leaf`: a page that stands alone, with `page.css` and `page.js`

pub mod board;
pub mod diagnostic;
pub mod evidence;
#[cfg(feature = "files")]
pub mod file_report;
mod hint;
pub mod journal;
#[cfg(feature = "files")]
pub mod leaf;
#[cfg(feature = "files")]
pub mod place;
pub mod svg;
#[cfg(feature = "files")]
pub mod viewer;
pub mod visible;
