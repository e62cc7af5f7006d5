//! Whether a judge drew another game when it played a match again.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A message that shows a choice of the judge, such as a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The words of the message; of a game with banks those that are no numbers, for numbers tell times.
    words: Vec<String>,
    /// The answers of each seat before it, as one number.
    after: Vec<u64>,
}

/// The draws of a match, found line by line.
pub(crate) struct Draws<'l> {
    lines: Vec<&'l str>,
    tells_times: bool,
    /// The lines read.
    read: usize,
    answers: BTreeMap<&'l str, DefaultHasher>,
    found: Vec<Draw>,
}

impl<'l> Draws<'l> {
    /// The draws of this log. `tells_times`: numbers of its messages tell times.
    pub(crate) fn new(log: &'l str, tells_times: bool) -> Draws<'l> {
        Draws {
            lines: log.lines().collect(),
            tells_times,
            read: 0,
            answers: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    /// Notes the message that begins with the line of this number, from 1, as a draw.
    pub(crate) fn note(&mut self, line: usize) {
        let before = &self.lines[self.read..line.saturating_sub(1).max(self.read)];
        for text in before {
            if let Some((seat, answer)) = text.split_once("> ") {
                let answer = answer
                    .rsplit_once(" @")
                    .map_or(answer, |(answer, _)| answer);
                answer.hash(self.answers.entry(seat).or_default());
            }
        }
        self.read += before.len();
        let message = &self.lines[self.read.min(self.lines.len())..];
        let Some(first) = message.first().filter(|text| text.get(1..3) == Some("< ")) else {
            return;
        };
        let message = { message.iter() }.take_while(|text| text.get(..2) == first.get(..2));
        let words = message.flat_map(|text| text[3..].split(' '));
        let is_time = |word: &&str| self.tells_times && word.parse::<u64>().is_ok();
        self.found.push(Draw {
            words: words
                .filter(|word| !is_time(word))
                .map(str::to_string)
                .collect(),
            after: self.answers.values().map(Hasher::finish).collect(),
        });
    }

    pub(crate) fn found(self) -> Vec<Draw> {
        self.found
    }
}

/// True where the first draw that differs in two runs of a match came after the same answers, by a message of the same kind.
pub fn drew_otherwise(one: &[Draw], other: &[Draw]) -> bool {
    let mut pairs = one.iter().zip(other);
    let differs = pairs.find(|(one, other)| one.words != other.words);
    differs.is_some_and(|(one, other)| {
        one.after == other.after && one.words.first() == other.words.first()
    })
}

#[cfg(test)]
mod tests {
    use super::drew_otherwise;
    use crate::{MatchKind, MatchRun, judged};
    use stickler::games::GAMES;
    use stickler::params::Settings;

    /// True where these two runs of a match drew otherwise; each has a tap a seat.
    fn differ(game: &str, set: &[&str], runs: [&[String]; 2]) -> bool {
        let game = GAMES.find(game).expect("a game");
        let settings = Settings::read(set.iter().copied()).expect("settings");
        let [one, other] = runs.map(|taps| {
            let went = MatchRun {
                taps: taps.iter().cloned().map(Some).collect(),
                ..MatchRun::default()
            };
            judged(game, &settings, &MatchKind::Plain, &went).draws
        });
        drew_otherwise(&one, &other)
    }

    fn betris(pair: &str, time: u64, greeting: &str) -> [String; 2] {
        [0, 1].map(|seat| {
            format!(
                "# at 1\n{seat}< READY\n# at 2\n{seat}> {greeting} @0ms\n# at 3\n{seat}< PHASE1 {pair} {time} {time}\n# at 4\n{seat}> BET I2 4 @1ms\n"
            )
        })
    }

    #[test]
    fn another_pair_of_blocks_is_another_game_and_another_time_is_none() {
        let drawn = betris("I2 F5", 10_000, "OK");
        let differs = |other: &[String]| differ("betris", &[], [&drawn, other]);
        assert!(!differs(&betris("I2 F5", 9_990, "OK")));
        assert!(differs(&betris("I2 P5", 10_000, "OK")));
        // A judge that did not come so far, or ended the game, drew nothing else.
        let ended = drawn
            .clone()
            .map(|tap| tap.replace("PHASE1 I2 F5 10000 10000", "FINISH"));
        assert!(!differs(&ended));
        assert!(!differs(&["".to_string(), String::new()]));
    }

    #[test]
    fn a_move_of_a_jury_after_another_answer_is_no_draw() {
        let run = |answer: &str, jury: &str| {
            [format!(
                "# at 1\n0< 1\n# at 2\n0> {answer} @0ms\n# at 3\n0< MOVE {jury}\n"
            )]
        };
        let differs = |other: &[String]| {
            differ(
                "blackout",
                &["board=3x4", "games=1"],
                [&run("1 1 1 2", "2 1 2 2"), other],
            )
        };
        assert!(differs(&run("1 1 1 2", "2 1 2 3")));
        assert!(!differs(&run("1 1 1 3", "2 1 2 3")));
    }
}
