//! Facts that are missing from a record of Blokus and follow from the rest: the letters in play, as far as they were used, and their shapes.

use super::alphabets::{AlphabetSearch, AlphabetSearchEnd, WrittenMove, completed};
use super::codingame::CODINGAME;
use super::sizes::Sizes;
use crate::clause::Breach;
use crate::finding::{Checked, CheckedRecord, Culprit, Extent, Finding, Note};
use crate::formats::{CheckRecord, Record, RecordStep, Says, StepFact};
use crate::game::Seat;
use crate::games::blokus::{Alphabet, Code, Letter, Params, Stock};
use crate::params::{Parameters, Settings};
use crate::referee::FaultKind;
use crate::transcript::record_clauses::REASON;
use crate::wire::Words;

/// Most alphabets under which a record is played to its end.
const ALPHABETS: usize = 200;

/// The letters of a record that does not tell them.
struct Letters<'r, 'a> {
    record: &'r Record<'a>,
    params: Params,
    moves: Vec<WrittenMove>,
    /// The letters have the shapes of the table.
    is_given: bool,
}

/// A record that does not tell its letters is taken for a game that some letters allow; `None`: this one tells them.
pub(in super::super) fn searched(
    record: &Record<'_>,
    settings: &Settings,
    keep: bool,
    check: CheckRecord<'_>,
) -> Option<Result<CheckedRecord, String>> {
    Some(Letters::open(record, settings)?.check(keep, check))
}

/// A move that has its form.
fn written((step, what): (usize, &RecordStep<'_>)) -> Option<WrittenMove> {
    let StepFact::Said(seat, text, _) = &what.what else {
        return None;
    };
    let mut words = Words::new(text);
    let cell = (words.integer()?, words.integer()?);
    let code = Code::read(words.next()?)?;
    Some(WrittenMove {
        step,
        seat: *seat,
        cell,
        code,
        may_fail: false,
    })
}

impl<'r, 'a> Letters<'r, 'a> {
    /// Of this record, where nothing tells which were drawn.
    fn open(record: &'r Record<'a>, settings: &Settings) -> Option<Letters<'r, 'a>> {
        let is_told = record
            .steps
            .iter()
            .any(|step| matches!(step.what, StepFact::Chosen(_)));
        let params = Params::with(settings).ok()?;
        let mut moves: Vec<WrittenMove> = record
            .steps
            .iter()
            .enumerate()
            .filter_map(written)
            .collect();
        for seat in (0..params.players.0 as u8).map(Seat) {
            let is_out = record.claims.iter().any(|claim| match claim.says {
                Says::Score(by, points) => by == seat && points.halves < 0,
                _ => false,
            });
            if let Some(last) = moves.iter_mut().rfind(|written| written.seat == seat) {
                last.may_fail = is_out;
            }
        }
        let is_given =
            record.format != CODINGAME || settings.0.iter().any(|(name, _)| name == "letters");
        (!is_told).then_some(Letters {
            record,
            params,
            moves,
            is_given,
        })
    }

    /// A to D, and the letters that were used. A move that the judge refused may name one that is not in play: its letter counts
    /// where there is room for one.
    fn used(&self) -> Vec<Letter> {
        let small = (b'A'..=b'D').filter(|_| self.params.shapes == Stock::Drawn);
        let mut used: Vec<Letter> = small.filter_map(Letter::read).collect();
        let (refused, taken): (Vec<&WrittenMove>, Vec<&WrittenMove>) =
            self.moves.iter().partition(|written| written.may_fail);
        for WrittenMove { code, may_fail, .. } in taken.into_iter().chain(refused) {
            let has_room = !may_fail || used.len() < self.most();
            if has_room && !used.contains(&code.letter) {
                used.push(code.letter);
            }
        }
        used
    }

    fn most(&self) -> usize {
        match self.params.shapes {
            Stock::Drawn => self.params.drawn.of(self.params.players.0 as usize),
            Stock::These(shapes) => shapes.len(),
        }
    }

    /// Checks the record: with the usual alphabet, or with the first under which nothing in it is wrong.
    fn check(&self, keep: bool, check: CheckRecord<'_>) -> Result<CheckedRecord, String> {
        let usual = self.params.letters.alphabet();
        let first = self.under(&usual, true, keep, check)?;
        let has_scores = self
            .record
            .claims
            .iter()
            .any(|claim| matches!(claim.says, Says::Score(..)));
        let known = &first.checked;
        let is_settled = known.findings.is_empty()
            || has_scores && known.is_told()
            || known.contradicts_itself();
        if is_settled || self.is_given || self.used().len() > self.most() {
            return Ok(first);
        }
        let sizes = Sizes::of(&self.params, self.most(), &self.moves, &self.record.claims);
        if sizes.is_none() && known.extent == Extent::Whole {
            return Ok(first);
        }
        let mut search = AlphabetSearch::new(&self.params, &self.moves, sizes.as_ref());
        let (mut ended, mut best) = self.alphabets(&mut search, keep, check);
        if ended == AlphabetSearchEnd::Exhausted
            && sizes.as_ref().is_some_and(Sizes::narrows)
            && known.extent != Extent::Whole
        {
            // Under no alphabet do the points come out: are the moves legal under one?
            search.forget_sizes();
            (ended, best) = self.alphabets(&mut search, keep, check);
        }
        // What cannot be right needs no bound of its own.
        let work = if search.has_sizes() { search.work() } else { 0 };
        let mut read = match (ended, best) {
            (AlphabetSearchEnd::Accepted, Some(read)) => read,
            (AlphabetSearchEnd::Exhausted, _) if first.checked.extent == Extent::Whole => first,
            (AlphabetSearchEnd::Exhausted, Some(CheckedRecord { mut checked, kept })) => {
                checked.notes.push(Note::LettersContradict);
                CheckedRecord { checked, kept }
            }
            (AlphabetSearchEnd::Exhausted, None) => self.illegal_under_all(first, search),
            (AlphabetSearchEnd::Accepted | AlphabetSearchEnd::Open, _) => {
                self.untold(keep, check)?
            }
        };
        read.checked.work = work;
        Ok(read)
    }

    /// Looks for an alphabet under which nothing in the record is wrong. Where the points cannot come out, the first that makes
    /// every move legal is the last that is tried.
    fn alphabets(
        &self,
        search: &mut AlphabetSearch<'_>,
        keep: bool,
        check: CheckRecord<'_>,
    ) -> (AlphabetSearchEnd, Option<CheckedRecord>) {
        let (mut best, mut tried): (Option<CheckedRecord>, _) = (None, 0);
        let (mut is_found, can_come_out) = (false, search.has_sizes());
        let ended = search.run(&mut |alphabet| {
            tried += 1;
            if tried > ALPHABETS {
                return AlphabetSearchEnd::Open;
            }
            let alphabet = completed(alphabet, &self.params, &self.used());
            let Ok(read) = self.under(&alphabet, false, keep, check) else {
                return AlphabetSearchEnd::Exhausted;
            };
            let is_fine = read.checked.is_told() || read.checked.findings.is_empty();
            let is_whole = read.checked.extent == Extent::Whole;
            if is_fine
                || best
                    .as_ref()
                    .is_none_or(|best| best.checked.extent != Extent::Whole && is_whole)
            {
                best = Some(read);
            }
            is_found |= is_fine;
            if is_fine || is_whole && !can_come_out {
                AlphabetSearchEnd::Accepted
            } else {
                AlphabetSearchEnd::Exhausted
            }
        });
        let ended = if ended == AlphabetSearchEnd::Accepted && !is_found {
            AlphabetSearchEnd::Exhausted
        } else {
            ended
        };
        (ended, best)
    }

    /// No alphabet makes every move legal: the finding is of the move at which the best one fails.
    fn illegal_under_all(&self, first: CheckedRecord, search: AlphabetSearch<'_>) -> CheckedRecord {
        let CheckedRecord { mut checked, kept } = first;
        let illegal = checked
            .findings
            .first()
            .filter(|found| found.is_of_a_seat());
        let shown = illegal.and_then(|found| found.line.checked_sub(1));
        let last = search.last_illegal();
        let is_other =
            |written: &WrittenMove| shown != Some(written.step) && !self.is_out_of_turn(written);
        if let Some((written, breach)) = last.filter(|(written, _)| is_other(written)) {
            let illegal = self.illegal(written, breach);
            let text =
                "seat {0} failed by this move, whatever the letters are; the record takes it";
            let let_pass = Breach::new(REASON, text).numbers([i64::from(written.seat.0)]);
            let of_judge = Finding {
                culprit: Culprit::Judge,
                breach: let_pass,
                ..illegal
            };
            checked.findings = vec![illegal, of_judge];
            checked.extent = Extent::Contradicted;
        }
        checked.notes.retain(|note| *note != Note::UsualLetters);
        checked.notes.push(Note::IllegalUnderAllLetters);
        CheckedRecord { checked, kept }
    }

    /// Whether a move passes over a seat that moves again later: no alphabet makes such a seat stuck.
    fn is_out_of_turn(&self, written: &WrittenMove) -> bool {
        let players = self.params.players.0 as usize;
        let (before, later): (Vec<_>, Vec<_>) = self
            .moves
            .iter()
            .partition(|other| other.step < written.step);
        let mut next = before.last().map_or(0, |last| last.seat.index() + 1) % players;
        let mut is_passed_over = false;
        while next != written.seat.index() && !is_passed_over {
            is_passed_over = later.iter().any(|other| other.seat.index() == next);
            next = (next + 1) % players;
        }
        is_passed_over
    }

    /// The finding of a move that is illegal.
    fn illegal(&self, written: &WrittenMove, breach: Breach) -> Finding {
        let step = &self.record.steps[written.step];
        let text = if let StepFact::Said(_, text, _) = &step.what {
            &text[..]
        } else {
            b""
        };
        let culprit = Culprit::Seat(written.seat, FaultKind::Illegal);
        let at = self.record.place(step, text, breach.span);
        Finding {
            line: written.step + 1,
            place: step.at.start,
            ..Finding::in_file(at, culprit, breach)
        }
    }

    /// Checks the record with these shapes for its letters.
    ///
    /// A record that conforms with all of its letters conforms with these alone: a shape that nobody placed decides only who could
    /// have gone on.
    fn under(
        &self,
        alphabet: &Alphabet,
        is_usual: bool,
        keep: bool,
        check: CheckRecord<'_>,
    ) -> Result<CheckedRecord, String> {
        let (used, most) = (self.used(), self.most());
        let mut record = self.record.clone();
        let shapes = used
            .iter()
            .filter_map(|letter| Some(alphabet.figure(*letter)?.shape))
            .collect();
        let alphabet = match self.params.shapes {
            Stock::Drawn => alphabet.only(shapes),
            Stock::These(given) => alphabet.only(given),
        };
        if self.params.shapes == Stock::Drawn {
            record.set("shapes", shapes);
        }
        if !is_usual {
            record.notes.retain(|note| *note != Note::UsualLetters);
            let letters = alphabet.definitions();
            record.notes.push(Note::LettersFound { letters });
            record.chosen(format!("DEAL {}", alphabet.definitions()), 0..0);
            // It comes first.
            record.steps.rotate_right(1);
        }
        if used.len() < most && self.params.shapes == Stock::Drawn {
            let open = most - used.len();
            record.notes.push(Note::ShapesNotTold {
                used: used.len(),
                all: most,
                open,
            });
        }
        let clause = record.game.clause("blokus.shape.count");
        if let (Some(clause), Some(letter)) = (clause, used.get(most)) {
            let first = self
                .moves
                .iter()
                .find(|written| written.code.letter == *letter);
            let step = first.map(|written| &self.record.steps[written.step]);
            let at = step.map_or(0..0, |step| {
                let words = self.record.words(step);
                words.get(2).unwrap_or(&step.at).clone()
            });
            let text =
                "with this letter {0} are in play, A to D among them, and so many players have {1}";
            let breach = Breach::new(clause, text).numbers([most as i64 + 1, most as i64]);
            record
                .wrong
                .push(Finding::in_file(at, Culprit::Judge, breach));
        }
        check(&record, keep)
    }

    /// The search had no end: the moves are held to their form alone.
    fn untold(&self, keep: bool, check: CheckRecord<'_>) -> Result<CheckedRecord, String> {
        let mut record = self.record.clone();
        record.notes.retain(|note| *note != Note::UsualLetters);
        let letters = self.used().len();
        record.notes.push(Note::TooManyLetters { letters });
        let CheckedRecord { checked, kept } = check(&record, keep)?;
        // What the judge made of the game rests on the letters.
        let is_of_form = |found: &&Finding| found.culprit != Culprit::Judge;
        Ok(CheckedRecord {
            checked: Checked {
                is_open: true,
                certain: checked
                    .findings
                    .iter()
                    .filter(is_of_form)
                    .copied()
                    .collect(),
                ..checked
            },
            kept,
        })
    }
}
