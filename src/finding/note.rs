//! Remarks of a check on a file, beside its findings.

use crate::game::Seat;
use crate::params::Ms;
use std::fmt;

/// Declares the notes: each with its doc, its arguments and its sentence, in which `{name}` stands for an argument.
macro_rules! notes {
    ($($(#[$doc:meta])+ $note:ident $({ $($argument:ident: $type:ty),+ })? => $sentence:literal,)+) => {
        /// A remark on a file: a fact that it does not show, or that was assumed. Its code and its arguments are for programs, and its
        /// [text](fmt::Display) for people.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "files", derive(serde::Serialize))]
        #[cfg_attr(feature = "files", serde(tag = "code", content = "args", rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum Note {
            $($(#[$doc])+ $note $({ $(
                #[doc = concat!("`{", stringify!($argument), "}` in the sentence.")]
                $argument: $type
            ),+ })?,)+
        }

        impl Note {
            /// The sentence of each note, by its name in this enum; a page in another language has words for each of them.
            pub const SENTENCES: &[(&str, &str)] = &[$((stringify!($note), $sentence)),+];
        }

        impl fmt::Display for Note {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Note::$note $({ $($argument),+ })? => write!(f, $sentence),)+
                }
            }
        }
    };
}

notes! {
    /// There are too many breaches, or too many lines after the first one.
    ReadNoFurther => "what comes after so many breaches, or so many lines after the first one, was not read: fix the first ones, or cut the log",
    /// The log holds what its seats sent and nothing that the judge sent them.
    NoMessages => "the file has no message to this seat, so nobody knows what its lines answer",
    /// Secret answers of another seat are open, and so many games fit.
    SeveralGames { games: usize } => "the log does not tell every answer of another seat: {games} games explain what it tells",
    /// Values that excuse everybody were found among those that no document excludes.
    ReadWith { values: String } => "read with {values}, which no document excludes: so nothing must have gone wrong",
    /// Some parameters kept their usual words.
    ValuesNotTried { parameters: String } => "other values of {parameters} were not tried: there are too many combinations; name them with --set",
    /// Some values were not tried, and the result needs none of them.
    SomeValuesNotTried => "not all other values of parameters that no document gives were tried: there are too many",
    /// Values that were not tried may excuse who is accused.
    TooManyValues => "could not tell: other values of parameters that no document gives may explain this, and there are too many to try; name them with --set",
    /// The readings of a record disagree about who is to blame.
    SeveralReadings => "could not tell: the record can mean several games, and they do not agree on who broke a rule",
    /// The last answers are legal, and nothing says why there is no further one.
    EndNotTold => "the game is not over, and the record does not tell whether a program failed",
    /// A choice of the judge is open.
    ChoiceNotTold => "the record does not tell a choice of the judge, so the position after it is not known",
    /// Who won a tie between bets follows from the points.
    TieFromPoints => "of equal bets that nobody's cells decide, the winner is taken so that the points come out",
    /// A part of a draw of Betris is open.
    PairNotTold => "the record does not tell the order of A and B, nor the block of a seat that passed; no result depends on them",
    /// A seat was late by the record's total.
    LateByTotal { seat: Seat, total: Ms, had: u64 } => "seat {seat} took {total} ms in all, by the record's total; it had {had} ms",
    /// A seat failed where its position is not known.
    FailureNotShown { seat: Seat } => "whether seat {seat} failed cannot be told, for the position is not known: nothing in the record shows it",
    /// A seat failed after the last answer.
    FailedAfterTheEnd { seat: Seat } => "how seat {seat} failed after the game was over is not told",
    /// Only the record's word says that a seat failed.
    FailedByWord { seat: Seat } => "how seat {seat} failed is not told: the record's word is taken for it",
    /// A seat has used up its bank, by the times that the record has.
    LostByTime { word: &'static str, seat: Seat, took: u64, left: Ms } => "{word} for seat {seat}: its answers add up to {took} ms; the one that is missing had {left} ms",
    /// A seat failed by an answer that the record does not hold.
    AnswerMissing { seat: Seat } => "every answer that is here is legal and in time; that of seat {seat} which failed is not here",
    /// How a program ended, by the record.
    ProgramEnded { seat: Seat, how: String } => "the program of seat {seat}: {how}",
    /// A field has a value that is none of its own.
    NotUnderstood { field: String, text: String } => "{field}, `{text}`, is not understood and not checked",
    /// Fields that the format does not know.
    UnknownFields { fields: String } => "not understood and not checked: {fields}",
    /// No published record shows the fields of a move of this game.
    FieldsAssumed { game: &'static str } => "the fields of a move of {game} are assumed",
    /// No published file shows the lines of a round of this game.
    LinesAssumed { game: &'static str } => "the lines of a round of {game} are assumed",
    /// The match is the value of this key.
    MatchWithin { key: String } => "the match stands in `{key}`",
    /// The replay is the value of this key.
    ReplayWithin { key: String } => "the replay stands in `{key}`",
    /// The format holds no times.
    NoTimes => "the replay holds no times",
    /// The letters of Blokus have the shapes of the usual table.
    UsualLetters => "the shapes of the letters are those of stickler's table, of which only A to D and Q are known",
    /// The letters of Blokus have other shapes, which make the moves legal.
    LettersFound { letters: String } => "the letters are taken for these shapes: {letters}",
    /// Shapes that nobody has placed are open.
    ShapesNotTold { used: usize, all: usize, open: usize } => "shapes not told: {used} of {all} are known by their use; the {open} others may have let a seat go on",
    /// No alphabet of Blokus fits the moves and the rest of the record.
    LettersContradict => "every alphabet that makes the moves legal contradicts the rest of the record",
    /// No alphabet of Blokus makes the moves legal.
    IllegalUnderAllLetters => "no alphabet makes every move legal: the one that is shown is illegal under each",
    /// The alphabets of Blokus are too many.
    TooManyLetters { letters: usize } => "could not tell: the shapes of {letters} letters are unknown, and there are too many alphabets to try; name the shapes with --set letters=…",
    /// A format of another crate says this.
    OfFormat { text: String } => "{text}",
}
