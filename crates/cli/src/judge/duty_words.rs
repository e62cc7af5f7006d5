//! The duty of a judge on a match, in words.

use super::JudgeRun;
use super::tasks::Task;
use stickler_judge_test::steered_bot::{LastFault, Side};
use stickler_judge_test::{Aim, Duty, JOINED, MatchKind, Quirk};

impl JudgeRun<'_> {
    /// The duty of the judge on a match, in words.
    pub(super) fn due(&self, task: &Task) -> String {
        match task {
            Task::Match(played, how) => self.due_of(played, how.is_some()),
            Task::Output(change, number) => {
                let duty = match self.duty_of(change, *number) {
                    Duty::Must(Some(kind)) => format!("must say {}", self.game.word(kind)),
                    Duty::Must(None) | Duty::Told => "must refuse it".to_string(),
                    Duty::May(ground) => format!("may refuse it: {ground}"),
                    Duty::Nobody => "must accept it".to_string(),
                };
                format!("{duty}; the output {}", change.about)
            }
        }
    }

    fn due_of(&self, played: &MatchKind, is_joined: bool) -> String {
        let about = match played {
            MatchKind::Fault(way, seat) => format!("; the bot of seat {seat} {}", way.about),
            MatchKind::AllFail(way) => format!("; the bot of each seat {}", way.about),
            MatchKind::Two(seat) => {
                format!("; the bot of seat {seat} gives two answers at once in place of its third")
            }
            MatchKind::LastAnswer(LastFault::Late, seat) => {
                format!("; the bot of seat {seat} is late with the answer that ends the game")
            }
            MatchKind::LastAnswer(LastFault::Crash, seat) => format!(
                "; the bot of seat {seat} exits with code 1 instead of the answer that ends the game"
            ),
            MatchKind::Illegal(clause, _, seat) => {
                format!("; the bot of seat {seat} gives an answer that breaks {clause} alone")
            }
            MatchKind::Text(change, _, seat) => {
                format!("; the bot of seat {seat} {}", change.about)
            }
            MatchKind::Made(aim) => format!("; {}", aim.about()),
            MatchKind::Overdraws(seat) => {
                format!(
                    "; the bot of seat {seat} takes longer for its third answer than it has left, but no longer than another answer may take"
                )
            }
            MatchKind::Thoughts => "; the bots think for a known time now and then".to_string(),
            MatchKind::Sides(side, _) | MatchKind::Side(side) => {
                format!("; {}", Aim::Side(Side::ALL[*side]).about())
            }
            MatchKind::Quirk(Quirk::LongThought, seat) => {
                format!("; the bot of seat {seat} thinks once for most of its time")
            }
            _ => String::new(),
        };
        match (played.duty(self.game), played.seat()) {
            (Duty::Must(Some(kind)), Some(seat))
                if is_joined && JOINED.contains(&self.game.word(kind)) =>
            {
                format!("must say {} of seat {seat}{about}", JOINED.join(" or "))
            }
            (Duty::Must(Some(kind)), Some(seat)) => {
                format!("must say {} of seat {seat}{about}", self.game.word(kind))
            }
            (Duty::Must(None), Some(seat)) => format!("must blame seat {seat}{about}"),
            (Duty::Told, Some(seat)) => format!("must judge seat {seat} by the rules{about}"),
            (Duty::May(ground), Some(seat)) => format!("may blame seat {seat}: {ground}{about}"),
            (Duty::Must(Some(kind)), None) => {
                format!("must say {} of a seat{about}", self.game.word(kind))
            }
            _ => format!("must blame nobody{about}"),
        }
    }
}
