//! Situations: classes of what a bot was told, read off the messages of a log. Of the game they need its page alone.
//!
//! A class is a text, such as `TURN: number 2 is 0`. A message has classes for its first word and the one before it, for its
//! length, and for each of its first numbers: 0, 1, its digits, a larger power of two or ten, equal to another one, equal to the last message's
//! or one apart. Its own bank has none: the same game would be new on a busier machine. The times of others are made, not measured.

use std::collections::{BTreeMap, BTreeSet};
use stickler::clause::Page;
use stickler::game::Seat;
use stickler::transcript::Transcript;

/// Numbers of a line that have classes.
const NUMBERS: usize = 6;
/// First words that are told apart; others are only counted.
const KINDS: usize = 24;

/// The situations in which a seat was, by the log of its game. A first word that the page has is a kind of message; any other one
/// is what the message tells, as the pieces of a batch are. `own_bank` gives the word of a line, from 0, that is the rest of
/// the seat's own bank.
pub fn situations(
    transcript: &str,
    seat: Seat,
    page: &Page,
    own_bank: &dyn Fn(&[u8]) -> Option<usize>,
) -> BTreeSet<String> {
    let words = words(page);
    let mut met = BTreeSet::new();
    let Ok(transcript) = Transcript::parse(transcript.as_bytes()) else {
        return met;
    };
    let mut last: BTreeMap<String, Vec<Option<i64>>> = BTreeMap::new();
    let (mut before, mut lines) = (String::from("nothing"), 0usize);
    for line in transcript.body() {
        let Some((_, text)) = line.told().filter(|(to, _)| *to == seat) else {
            continue;
        };
        lines += 1;
        let bank = own_bank(text);
        let text = String::from_utf8_lossy(text);
        let kind = kind(&text, &words);
        if !last.contains_key(&kind) && last.len() >= KINDS {
            continue;
        }
        if kind != before {
            met.insert(format!("{kind} after {before}"));
        }
        let words = text.split(' ').count();
        if words > NUMBERS {
            met.insert(format!("{kind}: {} words", size(words)));
        }
        if text.len() >= 64 {
            met.insert(format!("{kind}: {} characters", size(text.len())));
        }
        if text.len() > 2 && text.bytes().all(|byte| byte == text.as_bytes()[0]) {
            met.insert(format!("{kind}: one character again and again"));
        }
        // `None` for the bank: it has its place, and no class.
        let numbers: Vec<Option<i64>> = text
            .split(' ')
            .enumerate()
            .filter_map(|(at, word)| Some((at, word.parse().ok()?)))
            .map(|(at, number)| (bank != Some(at)).then_some(number))
            .take(NUMBERS)
            .collect();
        let earlier = last
            .insert(kind.clone(), numbers.clone())
            .unwrap_or_default();
        for (at, number) in numbers.iter().enumerate() {
            let Some(number) = number else { continue };
            let name = format!("{kind}: number {}", at + 1);
            met.insert(match number {
                0 | 1 => format!("{name} is {number}"),
                ..0 => format!("{name} is negative"),
                _ => format!("{name} has {} digits", number.to_string().len()),
            });
            if is_round(*number) {
                met.insert(format!("{name} is {number}"));
            }
            for (other, equal) in numbers[..at].iter().enumerate() {
                if *equal == Some(*number) {
                    met.insert(format!("{name} is number {}", other + 1));
                }
            }
            let previous = earlier.get(at).copied().flatten();
            match previous.map(|previous| number - previous) {
                Some(0) => met.insert(format!("{name} as before")),
                Some(1) => met.insert(format!("{name} is one more")),
                Some(-1) => met.insert(format!("{name} is one less")),
                _ => false,
            };
        }
        before = kind;
    }
    met.insert(format!("a game of {} lines", size(lines)));
    met
}

/// True for a number at which tables and types of programs often end: a larger power of two or ten.
fn is_round(number: i64) -> bool {
    let is_power_of_ten = || number == 10i64.pow(number.ilog10());
    number >= 64 && (number.count_ones() == 1 || is_power_of_ten())
}

/// The words of a page that messages can begin with: capital letters and digits.
fn words(page: &Page) -> BTreeSet<&str> {
    let is_word = |word: &&str| {
        (3..=12).contains(&word.len())
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    let sentences = page.clauses.iter().map(|clause| &clause.sentence);
    let texts = sentences.chain([&page.preamble]);
    let split = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    texts
        .flat_map(|text| text.split(split))
        .filter(is_word)
        .collect()
}

/// The first word where the page has it, or else a word for the line's form.
fn kind(text: &str, words: &BTreeSet<&str>) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    match first.parse::<i64>() {
        _ if words.contains(first) => first.to_string(),
        Ok(_) => format!("a line of {} words", text.split(' ').count().min(NUMBERS)),
        Err(_) => "another line".to_string(),
    }
}

/// A size by powers of two, in words.
pub(crate) fn size(number: usize) -> String {
    match number {
        0..=2 => number.to_string(),
        _ => {
            let least = 1usize << number.ilog2();
            format!("{least} to {}", 2 * least - 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::situations;
    use std::collections::BTreeSet;
    use stickler::game::Seat;
    use stickler::games::GAMES;

    /// The situations of seat 0 in a game with the usual parameters.
    fn met(game: &str, log: &str) -> BTreeSet<String> {
        let game = GAMES.find(game).expect("the game");
        let variant = game
            .with(&Default::default())
            .expect("the usual parameters");
        let referee = variant.referee();
        let bank = |line: &[u8]| referee.own_bank(Seat(0), line);
        situations(log, Seat(0), game.page(), &bank)
    }

    #[test]
    fn a_message_has_classes_for_its_numbers() {
        let log = "0< READY FIRST\n0> OK\n0< TURN 10000 10000\n0> MOVE 1 1\n1< OPP 1 12 5\n0< OPP 2 2 0\n0< TURN 9999 0\n\
                   0> MOVE 3 3\n0< OPP 3 2 0\n";
        let met = met("gomoku", log);
        for wanted in [
            "OPP after TURN",
            "TURN: number 2 is 0",
            "OPP: number 3 is 0",
            "OPP: number 2 is number 1",
            "OPP: number 1 is one more",
            "OPP: number 2 as before",
            "OPP: number 1 has 1 digits",
            "a game of 4 to 7 lines",
        ] {
            assert!(met.contains(wanted), "{wanted}: {met:?}");
        }
        for others in ["OPP: number 2 has 2 digits", "OPP: number 3 has 1 digits"] {
            assert!(!met.contains(others), "the other seat's line");
        }
    }

    #[test]
    fn the_same_game_on_a_busier_machine_is_nothing_new() {
        for (game, begins, ends) in [
            (
                "gomoku",
                "TURN 10000 10000\n0> MOVE 1 1\n0< OPP 2 2 5",
                "TURN",
            ),
            (
                "betris",
                "PHASE1 I2 F5 10000 10000\n0> BET F5 0",
                "PHASE2 F5 0 3",
            ),
        ] {
            let met = |own: u32, other: u32| {
                let log = format!("0< READY FIRST\n0> OK\n0< {begins}\n0< {ends} {own} {other}\n");
                met(game, &log)
            };
            let usual = met(10000, 9995);
            for own in [9995, 9994, 4096, 1000, 7, 0] {
                assert_eq!(usual, met(own, 9995), "{game}: {own}");
            }
            assert_ne!(usual, met(10000, 0), "{game}: the other's is made");
        }
    }

    #[test]
    fn what_a_batch_holds_is_no_kind_of_message() {
        let log = |case: &str| format!("0< 1\n0< {}\n0< {case}\n0> YES\n", case.len());
        let [one, other] = ["OJTSLSSIZL", "ZZTSLSSIZL"].map(|case| met("tetris", &log(case)));
        assert_eq!(one, other);
        assert!(
            one.contains("another line after a line of 1 words"),
            "{one:?}"
        );
    }
}
