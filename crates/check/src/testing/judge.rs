//! A judge's messages are read as they are written, answers fail by their form where they must, and messages show what a log leaves
//! out.

use super::contract::{Tried, spread};
use stickler::clause::{Breach, Span};
use stickler::clock::Micros;
use stickler::explain::{Conclusion, validate};
use stickler::game::{Seat, Seats};
use stickler::games::erased::AnyReferee;
use stickler::live;
use stickler::live::NoBuiltinPlayers;
use stickler::live::memory::MemoryPlayers;
use stickler::params::{Ms, Settings};
use stickler::referee::{Awaits, Fact, Fault, FaultKind, Observation, Stream};
use stickler::stream::{Seeded, SplitMix64};
use stickler::transcript::Writer;
use stickler::walk::{beside_each, with_word};

/// How many games are played under each settings, so that rare answers come up, and how many facts a game has.
const GAMES: usize = 6;
const FACTS: usize = 160;

/// The next event of a game.
#[derive(Clone, Copy)]
enum Next<'a> {
    Tell(Seat, &'a str),
    Answer(Seat),
}

impl Tried {
    /// Every message that the judge writes reads as the one that is due, and with another number it does not.
    pub(super) fn messages(&self) -> Result<(), String> {
        self.judged(|referee, next| match next {
            Next::Tell(seat, text) => is_read(referee, seat, text),
            Next::Answer(_) => Ok(()),
        })
    }

    /// An answer that [`Protocol::form`](stickler::dialogue::Protocol::form) refuses is refused in every position, and what is refused for its
    /// form is refused by it.
    pub(super) fn answers(&self) -> Result<(), String> {
        self.judged(|referee, next| match next {
            Next::Answer(seat) => are_formed(referee, seat),
            Next::Tell(..) => Ok(()),
        })
    }

    /// Plays games of random answers, and shows each message before it is told and each seat before it answers.
    fn judged(
        &self,
        see: impl Fn(&dyn AnyReferee, Next<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let variants = self.variants()?;
        for (variant, number) in variants
            .iter()
            .flat_map(|variant| [variant; GAMES])
            .zip(0..)
        {
            let mut stream = Seeded::new(SplitMix64(2).nth(number));
            let (mut referee, mut text) = (variant.referee(), String::new());
            for _ in 0..FACTS {
                let before = referee.fork();
                if let Some(seat) = referee.tell(&mut text) {
                    see(&*before, Next::Tell(seat, &text))?;
                    continue;
                }
                let seat = match before.awaits() {
                    Awaits::Replies([ask, ..]) if ask.lines == 1 => ask.seat,
                    Awaits::Choice if referee.choose(&mut stream, 0).is_ok() => continue,
                    _ => break,
                };
                see(&*before, Next::Answer(seat))?;
                let replies = referee.replies(seat);
                let Some(reply) = replies.get(stream.pick(replies.len())) else {
                    break;
                };
                if let Some(fault) = fault(&mut *referee, seat, reply) {
                    return Err(format!(
                        "`{reply}` is among the replies, and the judge refuses it: {}",
                        fault.breach.why
                    ));
                }
            }
        }
        Ok(())
    }

    /// A log whose answers tell no times is as right as with them, and a time or a bank that is wrong in it is found.
    pub(super) fn times(&self) -> Result<(), String> {
        let variant = self.game.with(&Settings::default())?;
        let seats = variant.seats();
        let bots = (0..seats).map(|_| Some(variant.bot())).collect();
        let mut took = 0;
        let mut table = MemoryPlayers::new(bots, move |_| {
            took += 7;
            Micros::from(Ms(41 + took % 40))
        });
        let writer = Writer::new(self.game.name(), &Settings::default(), &[]);
        let mut stream = Seeded::new(SplitMix64(3));
        let played = live::play(
            variant.referee(),
            seats,
            &mut table,
            &mut NoBuiltinPlayers,
            &mut stream,
            writer,
        );
        let log = played.map_err(|error| error.to_string())?.transcript;
        let is_answer = |line: &str| line.as_bytes().get(1) == Some(&b'>');
        let untimed = |line| {
            if is_answer(line) {
                line.split(" @").next().unwrap_or_default()
            } else {
                line
            }
        };
        let lines: Vec<&str> = log.lines().map(untimed).collect();
        let conclusion = |lines: &[&str]| -> Result<_, String> {
            let checked = validate(
                self.game,
                &Settings::default(),
                (lines.join("\n") + "\n").as_bytes(),
            );
            let checked = checked.map_err(|refused| format!("{refused:?}"))?;
            Ok((
                checked.conclusion(true),
                checked
                    .findings
                    .first()
                    .map(|finding| (finding.line, finding.breach)),
            ))
        };
        if let (Conclusion::Violates, Some((line, breach))) = conclusion(&lines)? {
            let why = format!("{}: {}", breach.clause, breach.why);
            return Err(format!(
                "without the times of its answers, line {line} of a whole game breaks {why}\n{log}"
            ));
        }
        let mut told: Vec<&str> = Vec::new();
        // No later message may show the last times.
        for (at, line) in log.lines().enumerate().take(lines.len() / 2) {
            told.extend(
                line.split_once(" @")
                    .and_then(|(_, time)| time.strip_suffix("ms")),
            );
            let Some((to, text)) = line
                .split_once("< ")
                .filter(|_| !variant.referee().has_lines())
            else {
                continue;
            };
            let seat = Seat(to.parse().unwrap_or(0));
            let is_bank = variant
                .referee()
                .shows_clocks(seat, &mut [text.as_bytes()].into_iter())
                == Ok(true);
            let words: Vec<&str> = line.split(' ').collect();
            let is_clock = |word: &&str| is_bank || told.last() == Some(word);
            for place in (2..words.len()).filter(|&place| is_clock(&words[place])) {
                let Ok(number) = words[place].parse::<u64>() else {
                    continue;
                };
                let wrong = with_word(&words, place, &number.saturating_sub(1).to_string());
                let mut others = lines.clone();
                others[at] = &wrong;
                if conclusion(&others)?.0 != Conclusion::Violates {
                    let shown = "a log without the times of its answers conforms";
                    return Err(format!(
                        "{shown} with `{wrong}` in place of `{line}`: see `Clock::shown`\n{log}"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// A message of one line is the one that is due, and is not with another number in it.
fn is_read(referee: &dyn AnyReferee, seat: Seat, text: &str) -> Result<(), String> {
    if referee.has_lines() {
        return Ok(());
    }
    let told = |text: &str| {
        referee
            .fork()
            .told(seat, &mut [text.as_bytes()].into_iter(), Seats::NONE, 0)
    };
    let refused = |breach: Breach| {
        format!(
            "the judge writes `{text}`, and refuses it: {}: {}",
            breach.clause, breach.why
        )
    };
    told(text).map_err(refused)?;
    let words: Vec<&str> = text.split(' ').collect();
    for other in beside_each(text).into_iter().filter(|other| *other != text) {
        let place = place_of(&words, &other);
        let breach = match told(&other) {
            Ok(_) => {
                return Err(format!(
                    "the judge writes `{text}`, and takes `{other}` for it: see `Field::differs`"
                ));
            }
            Err(breach) => breach,
        };
        let shown = breach.why.to_string();
        // Two words can be one thing, such as a cell: its first word is as good.
        if !points_at(&breach, &other, place.saturating_sub(1)) {
            let seen = &other[breach.span.columns(other.as_bytes())];
            return Err(format!(
                "`{text}` is due, and of `{other}` the breach points at `{seen}`: {shown}"
            ));
        }
        let is_readable = referee
            .shows_clocks(seat, &mut [other.as_bytes()].into_iter())
            .is_ok();
        let (due, said) = (
            words[place],
            other.split(' ').nth(place).unwrap_or_default(),
        );
        if is_readable
            && breach.why.parts().0.contains("{0}")
            && !names(&shown, due)
            && !names(&shown, said)
        {
            let without = format!("\"{shown}\", without {due} or {said}: see `Field::numbers`");
            return Err(format!(
                "`{text}` is due, and of `{other}` is said {without}"
            ));
        }
    }
    Ok(())
}

/// The first fault that an answer is.
fn fault(referee: &mut dyn AnyReferee, seat: Seat, answer: &str) -> Option<Fault> {
    let before = referee.verdict().faults.len();
    let fact = Fact::Observed {
        seat,
        what: Observation::Lines(answer.as_bytes()),
        took: Some(Micros(7_000)),
    };
    let taken = referee.take(fact, 0);
    let faults = &referee.verdict().faults;
    taken.ok().and_then(|()| {
        faults[before..]
            .iter()
            .find(|fault| fault.kind != FaultKind::Habit)
            .copied()
    })
}

/// Answers near the legal ones, in numbers and in form.
fn are_formed(referee: &dyn AnyReferee, seat: Seat) -> Result<(), String> {
    let replies = referee.replies(seat);
    if replies == ["OK"] {
        return Ok(());
    }
    for reply in spread(&replies) {
        let words: Vec<&str> = reply.split(' ').collect();
        let junk = (0..words.len()).map(|place| with_word(&words, place, "x"));
        let shorter = words[..words.len() - 1].join(" ");
        let others = beside_each(reply).into_iter().chain(junk).chain([
            shorter,
            format!("{reply} 0"),
            reply.to_lowercase(),
        ]);
        for answer in others
            .filter(|answer| answer != reply && !answer.is_empty())
            .chain([reply.clone()])
        {
            let (form, taken) = (
                referee.answer_form(answer.as_bytes()),
                fault(&mut *referee.fork(), seat, &answer),
            );
            // An answer with another first word may be meant for another position.
            let is_meant = answer.split(' ').next() == words.first().copied();
            let agree = match (form, taken) {
                (Err(form), Some(taken)) if form.clause == taken.breach.clause => Ok(Some(form)),
                (Err(_), Some(taken)) if taken.kind != FaultKind::Format || !is_meant => Ok(None),
                (Err(form), Some(taken)) => Err(format!(
                    "breaks {} by its form, and is refused by {}",
                    form.clause, taken.breach.clause
                )),
                (Err(form), None) => Err(format!(
                    "breaks {} by its form, and is taken here",
                    form.clause
                )),
                (Ok(()), Some(taken)) if taken.kind == FaultKind::Format => Err(format!(
                    "is refused for its form by {}, and `form` lets it through",
                    taken.breach.clause
                )),
                _ => Ok(None),
            };
            let breach = agree.map_err(|why| format!("`{answer}` {why}: see `Protocol::form`"))?;
            if let Some(breach) = breach.filter(|_| answer.split(' ').any(|word| word == "x"))
                && !points_at(&breach, &answer, place_of(&words, &answer))
            {
                let seen = &answer[breach.span.columns(answer.as_bytes())];
                return Err(format!(
                    "of `{answer}` in place of `{reply}` the breach points at `{seen}`: {}",
                    breach.why
                ));
            }
        }
    }
    Ok(())
}

/// The first word at which a text of as many words differs.
fn place_of(words: &[&str], other: &str) -> usize {
    other
        .split(' ')
        .zip(words)
        .position(|(one, due)| one != *due)
        .unwrap_or(0)
}

/// Whether a breach points at this word or after it: the words before it are right.
fn points_at(breach: &Breach, line: &str, place: usize) -> bool {
    breach.span.columns(line.as_bytes()).end >= Span::Word(place).columns(line.as_bytes()).end
}

fn names(shown: &str, number: &str) -> bool {
    shown
        .split(|c: char| !c.is_ascii_digit() && c != '-')
        .any(|word| word == number)
}
