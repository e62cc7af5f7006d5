//! The minimal reference bot of Tetris: it reads all cases, then answers each.

use super::batch::Reader;
use super::decide::{Model, greedy};
use super::rules::Tetris;
use super::{Params, Start};
use crate::game::Bot;

/// A solution of one batch.
#[derive(Clone, Debug)]
pub struct Reference {
    params: Params,
    rules: Tetris,
    reader: Reader,
    answers: String,
}

impl Reference {
    /// A solution before its first line.
    pub fn new(params: &Params) -> Reference {
        let params = params.clone();
        Reference { rules: Tetris::new(&params), reader: Reader::new(&params), answers: String::new(), params }
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match self.reader.feed(line.as_bytes()) {
            Ok(Some(pieces)) => {
                let decided = match self.rules.start {
                    Start::BagStart => greedy(&self.rules, &pieces),
                    Start::MidBag => Model::new(&self.rules).run(&pieces),
                };
                self.answers += self.params.answers.word(decided.is_ok());
                self.answers.push('\n');
            }
            Ok(None) => {}
            Err(_) => return false,
        }
        if self.reader.is_whole() {
            say.push_str(&self.answers);
        }
        !self.reader.is_whole()
    }
}
