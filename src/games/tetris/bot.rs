//! The minimal reference bot of Tetris: it reads all cases, then answers each.

use super::Params;
use super::batch::Reader;
use super::decide::decide;
use super::rules::Tetris;
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
        Reference {
            rules: Tetris::new(&params),
            reader: Reader::new(&params),
            answers: String::new(),
            params,
        }
    }
}

impl Bot for Reference {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        match self.reader.feed(line.as_bytes()) {
            Ok(Some(pieces)) => {
                self.answers += self
                    .params
                    .answers
                    .word(decide(&self.rules, &pieces).is_ok());
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
