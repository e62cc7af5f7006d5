//! How a match of ALPHANO, in JSON, tells the answers of a game: data for its reader and its writer.

/// The record of a match of two seats. The page is `spec/records.md`, The shape `alphano`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchRecord {
    /// The number of the problem on that site; `None`: a reader of such a record must name the game.
    pub problem: Option<u64>,
    /// The kinds of answers. A move has the first kind whose first field it has.
    pub answers: &'static [AnswerFields],
    /// True where `total_score` holds the points of the game's rules.
    pub has_points: bool,
    /// True where the seats do not take turns, so that each move names its `role`.
    pub names_roles: bool,
}

/// A kind of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerFields {
    /// The answer's first word.
    pub word: &'static str,
    /// The other words in their order. Without any, this kind takes every move that the kinds before do not take.
    pub fields: &'static [MoveField],
}

/// A field of a move, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveField {
    /// A whole number: one word.
    Number(&'static str),
    /// A text: one word.
    Word(&'static str),
    /// A list of `[row, column]`: their number, and then two words each.
    Cells(&'static str),
}

impl MoveField {
    /// The name in the record.
    pub fn name(self) -> &'static str {
        match self {
            MoveField::Number(name) | MoveField::Word(name) | MoveField::Cells(name) => name,
        }
    }
}
