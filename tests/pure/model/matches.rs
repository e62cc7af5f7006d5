//! Every short match of a small game, and the logs that can be had of it.

use stickler::clock::Micros;
use stickler::game::{Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::params::{Ms, Settings};
use stickler::referee::{Awaits, Death, Fact, FirstOptions, Observation, Verdict};

/// A fact of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Sent(Seat, String),
    Answered(Seat, String, Option<Ms>),
    Silent(Seat, Ms),
    Ended(Seat, i32),
    Gap,
}

impl Line {
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            Line::Sent(seat, _)
            | Line::Answered(seat, ..)
            | Line::Silent(seat, _)
            | Line::Ended(seat, _) => Some(*seat),
            Line::Gap => None,
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Line::Sent(seat, text) => {
                let lines = text.lines().map(|line| format!("{seat}< {line}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            Line::Answered(seat, text, None) => format!("{seat}> {text}"),
            Line::Answered(seat, text, Some(took)) => format!("{seat}> {text} @{took}ms"),
            Line::Silent(seat, time) => format!("{seat}! silent @{time}ms"),
            Line::Ended(seat, code) => format!("{seat}! exit {code}"),
            Line::Gap => "...".into(),
        }
    }
}

/// What a log shows.
#[derive(Clone, Debug)]
pub(super) struct ObservedLog {
    pub(super) lines: Vec<Line>,
    /// The seats whose lines it has.
    pub(super) seats: Seats,
}

impl ObservedLog {
    pub(super) fn log(&self, game: &str, settings: &Settings) -> String {
        let seats: Vec<String> = self.seats.iter().map(|seat| seat.to_string()).collect();
        let lines: String = self.lines.iter().map(|line| line.text() + "\n").collect();
        format!(
            "stickler: 1\ngame: {game}\nset: {settings}\nseats: {}\n{lines}",
            seats.join(" ")
        )
    }

    /// The lines of the header.
    pub(super) fn head(&self) -> usize {
        4
    }
}

/// What can be seen of every match of so many facts.
pub(super) fn observations(
    game: &dyn AnyGame,
    settings: &Settings,
    facts: usize,
) -> impl Iterator<Item = ObservedLog> {
    let variant = game.with(settings).expect("parameters");
    let seats = Seats::first(variant.seats());
    matches(game, settings, facts)
        .into_iter()
        .flat_map(move |played| seen(&played.lines, seats))
}

/// A match of an honest judge.
pub(super) struct ShortMatch {
    pub(super) lines: Vec<Line>,
    /// Its verdict; `None`: it goes on beyond the facts that were played.
    pub(super) verdict: Option<Verdict>,
}

/// Every match of so many facts.
pub(super) fn matches(game: &dyn AnyGame, settings: &Settings, facts: usize) -> Vec<ShortMatch> {
    let variant = game.with(settings).expect("parameters");
    let mut matches = Vec::new();
    play(variant.referee(), Vec::new(), facts, &mut matches);
    matches
}

/// Plays on in every way.
fn play(
    mut referee: Box<dyn AnyReferee>,
    mut lines: Vec<Line>,
    facts: usize,
    matches: &mut Vec<ShortMatch>,
) {
    let mut message = String::new();
    loop {
        while let Some(seat) = referee.tell(&mut message) {
            lines.push(Line::Sent(seat, message.clone()));
        }
        if !matches!(referee.awaits(), Awaits::Choice) {
            break;
        }
        referee
            .choose(&mut FirstOptions, lines.len())
            .expect("a choice is awaited");
    }
    let mut go_on = |fact: Fact<'_>, line: Line| {
        let mut ahead = referee.fork();
        ahead.take(fact, lines.len()).expect("awaited");
        play(ahead, [&lines[..], &[line]].concat(), facts - 1, matches);
    };
    match referee.awaits() {
        _ if facts == 0 => matches.push(ShortMatch {
            lines,
            verdict: None,
        }),
        Awaits::Replies(asks) => {
            for ask in asks {
                let (seat, replies) = (ask.seat, referee.replies(ask.seat));
                let greets = replies == ["OK"];
                let few = if replies.len() > 2 {
                    &replies[..2]
                } else {
                    &replies[..]
                };
                let answers = few.iter().map(|reply| (reply.clone(), Ms(0)));
                let whole = [(few[0].clone(), Ms(2)), ("MOVE".to_string(), Ms(0))];
                let late = [(few[0].clone(), Ms(ask.budget.0 + 1))];
                let others = whole.into_iter().chain(late).filter(|_| !greets);
                for (text, took) in answers.chain(others) {
                    let what = Observation::Lines(text.as_bytes());
                    let took_micros = Some(Micros::from(took));
                    go_on(
                        Fact::Observed {
                            seat,
                            what,
                            took: took_micros,
                        },
                        Line::Answered(seat, text.clone(), Some(took)),
                    );
                }
                if greets {
                    continue;
                }
                let silent = Observation::Silent {
                    unfinished: b"",
                    unflushed: b"",
                };
                go_on(
                    Fact::Observed {
                        seat,
                        what: silent,
                        took: Some(Micros::from(ask.budget)),
                    },
                    Line::Silent(seat, ask.budget),
                );
                let died = Observation::Died(Death::Exit(1));
                go_on(
                    Fact::Observed {
                        seat,
                        what: died,
                        took: None,
                    },
                    Line::Ended(seat, 1),
                );
            }
        }
        Awaits::Exit { seats, .. } => {
            let seat = seats.iter().next().expect("a seat");
            for code in [0, 1] {
                let what = Observation::Died(Death::Exit(code));
                go_on(Fact::Exit { seat, what }, Line::Ended(seat, code));
            }
        }
        _ => matches.push(ShortMatch {
            lines,
            verdict: Some(referee.verdict().clone()),
        }),
    }
}

/// What can be seen of a match: all of it, one seat, without a line, without a time, with a gap, with another end.
fn seen(lines: &[Line], seats: Seats) -> Vec<ObservedLog> {
    let whole = |lines: Vec<Line>| ObservedLog { lines, seats };
    let mut all = vec![whole(lines.to_vec())];
    for at in 0..lines.len() {
        // Any line may be missing: an event that the file need not show, or what the judge left out, or the file.
        let without = [&lines[..at], &lines[at + 1..]].concat();
        all.push(whole(without.clone()));
        let gap = [&lines[..at], &[Line::Gap], &lines[at + 1..]].concat();
        all.push(whole(gap));
        if let Line::Answered(seat, text, Some(_)) = &lines[at] {
            let untimed = Line::Answered(*seat, text.clone(), None);
            all.push(whole([&lines[..at], &[untimed], &lines[at + 1..]].concat()));
            let unasked = Line::Answered(*seat, "HELLO".into(), Some(Ms(0)));
            all.push(whole(
                [&lines[..=at], &[unasked], &lines[at + 1..]].concat(),
            ));
        }
        // A judge that ends too early.
        if let Some(seat) = lines[at].seat()
            && seats.iter().count() > 1
        {
            for to in seats.iter() {
                let end = Line::Sent(to, "FINISH".into());
                all.push(whole([&lines[..=at], &[end]].concat()));
            }
            let again = [&lines[..=at], &lines[at..]].concat();
            all.extend(matches!(lines[at], Line::Ended(..)).then(|| whole(again)));
            let _ = seat;
        }
    }
    if seats.iter().count() > 1 {
        let views: Vec<ObservedLog> = all
            .iter()
            .flat_map(|of| {
                seats.iter().map(|seat| ObservedLog {
                    lines: of
                        .lines
                        .iter()
                        .filter(|line| line.seat().is_none_or(|own| own == seat))
                        .cloned()
                        .collect(),
                    seats: Seats::only(seat),
                })
            })
            .collect();
        all.extend(views);
    }
    let whole = all.clone();
    for of in whole {
        all.extend((1..of.lines.len()).map(|end| ObservedLog {
            lines: of.lines[..end].to_vec(),
            ..of.clone()
        }));
    }
    all
}
