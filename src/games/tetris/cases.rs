//! The cases of a batch as choices. However a judge draws them, the record holds them piece by piece.

use super::pieces::Piece;
use super::{Params, mix};
use crate::referee::{Stream, Unnoted};
use std::sync::Arc;

/// The sequences of a batch.
pub type Cases = Arc<Vec<Vec<Piece>>>;

/// Draws a batch within the limits of `params`: from dice by its mix, from a record exactly what was noted. A record that
/// ends early is a shorter batch, and every record is some batch.
pub fn draw(params: &Params, stream: &mut dyn Stream) -> Vec<Vec<Piece>> {
    let mut writing = Writing::new(params);
    if stream.is_record() {
        while !writing.is_whole {
            let option = stream.pick(writing.options());
            writing.choose(option);
        }
        return writing.cases;
    }
    let cases = mix::draw(params, &mut Unnoted(stream));
    for case in &cases {
        for piece in case {
            writing.note(
                usize::from(piece.0) + usize::from(!writing.is_first()),
                stream,
            );
        }
        writing.note(0, stream);
    }
    writing.note(0, stream);
    cases
}

/// A batch being written, one choice after the other. The first choice is a piece. After it, 0 ends a case, 0 again ends
/// the batch, and everything else is a piece. So a choice that is missing from a record removes a piece or joins two cases.
struct Writing {
    kinds: usize,
    most: usize,
    longest: usize,
    left: usize,
    cases: Vec<Vec<Piece>>,
    is_open: bool,
    is_whole: bool,
}

impl Writing {
    fn new(params: &Params) -> Writing {
        Writing {
            kinds: params.alphabet.kinds(),
            most: params.cases.0 as usize,
            longest: params.length.0 as usize,
            left: params.total.0 as usize,
            cases: Vec::new(),
            is_open: false,
            is_whole: false,
        }
    }

    fn is_first(&self) -> bool {
        self.cases.is_empty()
    }

    fn options(&self) -> usize {
        let open = self.cases.last().filter(|_| self.is_open);
        let has_room = open.map_or(self.cases.len() < self.most, |case| {
            case.len() < self.longest
        });
        match has_room && self.left > 0 {
            _ if self.is_first() => self.kinds,
            true => self.kinds + 1,
            false => 1,
        }
    }

    fn choose(&mut self, option: usize) {
        match option.checked_sub(usize::from(!self.is_first())) {
            Some(kind) => {
                if !self.is_open {
                    self.cases.push(Vec::new());
                }
                self.is_open = true;
                self.left -= 1;
                self.cases
                    .last_mut()
                    .into_iter()
                    .for_each(|case| case.push(Piece(kind as u8)));
            }
            None if self.is_open => self.is_open = false,
            None => self.is_whole = true,
        }
    }

    fn note(&mut self, option: usize, stream: &mut dyn Stream) {
        stream.note(option, self.options());
        self.choose(option);
    }
}
