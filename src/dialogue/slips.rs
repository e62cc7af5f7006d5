//! Slips of a dialogue: for each clause that a game's declarations name, a deed that breaks it where the dialogue stands.
//!
//! A slip takes its clause from the policy, from the declaration of the messages or from [`Protocol::due`], not from the machine
//! that is to find it.

use super::{DialogueMemory, Match, Phase, Policy, Protocol, Refusal, Telling};
use crate::clause::Clause;
use crate::game::Seat;
use crate::message::{DialogueStage, Difference, Message};
use crate::params::{Megabytes, Ms};
use crate::referee::{
    Awaits, Death, Deed, Fault, FaultKind, FirstOptions, PendingMessages, Referee, RefereeState,
    Slip, Verdict,
};
use crate::wire::{ALIVE, ASKED, Words};

/// A line that no judge asks for in this form.
const JUNK: &str = "?";

/// The slips of one moment.
struct Slips<'a, P: Protocol> {
    of: &'a Match<P>,
    found: Vec<Slip>,
}

impl<P: Protocol> Match<P> {
    pub(super) fn slips_here(&self, owed: &PendingMessages<P::Say>) -> Vec<Slip> {
        let mut slips = Slips {
            of: self,
            found: Vec::new(),
        };
        match (self.state.failed, owed.first()) {
            (Some(fault), due) => slips.after(&fault, due),
            (None, Some((to, due))) => slips.in_place_of(to, due, owed),
            (None, None) => match (self.state.phase, self.awaits()) {
                (Phase::Handshake, Awaits::Replies(asks)) => slips.greeting(asks[0].seat),
                (Phase::Play, Awaits::Replies(asks)) => slips.answering(asks[0].seat),
                (Phase::Play, Awaits::Choice) => slips.choosing(),
                (_, Awaits::Exit { seats, grace }) => {
                    slips.ending(seats.iter().next().unwrap_or(Seat(0)), grace)
                }
                (Phase::Over, Awaits::Verdict) => slips.used(Seat(0)),
                _ => {}
            },
        }
        slips.found
    }
}

/// The word of a message, as a part of a name.
fn word(say: &impl Message) -> String {
    let text = say.to_string();
    let word = text.split([' ', '\n']).next().unwrap_or_default();
    word.to_lowercase()
}

impl<P: Protocol> Slips<'_, P> {
    fn told(&mut self, name: String, seat: Seat, say: &P::Say, clause: Option<Clause>) {
        self.found.extend(clause.map(|clause| Slip {
            name,
            seat,
            deed: Deed::Told(say.to_string()),
            clause,
            kind: None,
            is_time: false,
        }));
    }

    fn done(&mut self, name: &str, seat: Seat, deed: Deed, (kind, clause): (FaultKind, Clause)) {
        self.found.push(Slip {
            name: name.to_string(),
            seat,
            deed,
            clause,
            kind: Some(kind),
            is_time: false,
        });
    }

    /// Messages other than the one that is due to this seat.
    fn in_place_of(&mut self, to: Seat, due: &P::Say, owed: &PendingMessages<P::Say>) {
        let state = &self.of.state;
        let Policy {
            handshake,
            farewell,
            ..
        } = state.policy;
        self.fields(to, due);
        let ask = || state.game.ask(state, to);
        match (due.stage(), handshake) {
            (DialogueStage::Opening, Some(handshake)) => {
                let clause = Some(handshake.first.0);
                let others = state.seats().iter().filter(|seat| *seat != to);
                let mut openings = others.filter_map(|seat| state.game.opening(seat));
                if let Some(other) = openings.find(|other| due.difference(other).is_some()) {
                    self.told(
                        format!("the_{}_of_another_seat", word(due)),
                        to,
                        &other,
                        clause,
                    );
                }
                if let Some(ask) = ask() {
                    self.told(
                        format!("{}_before_{}", word(&ask), word(due)),
                        to,
                        &ask,
                        clause,
                    );
                }
                return;
            }
            (DialogueStage::Last, _) if state.phase == Phase::Over => {
                if let (Some(farewell), Some(ask)) = (farewell, ask()) {
                    let name = format!("{}_when_the_game_is_over", word(&ask));
                    self.told(name, to, &ask, Some(farewell.both));
                }
                return;
            }
            _ => {}
        }
        let last = P::Say::last();
        if let Some(next) = owed.to(to).find(|next| is_other_kind(due, next)) {
            let is_end = state.phase == Phase::Over && next.stage() == DialogueStage::Last;
            let clause = if is_end {
                due.at_the_end()
            } else {
                due.before().or(next.undue())
            };
            let clause = clause.map(|(clause, _)| clause);
            self.told(
                format!("{}_before_{}", word(next), word(due)),
                to,
                next,
                clause,
            );
        } else if state.phase == Phase::Play && state.asked(to) {
            if let (Some(last), Some(farewell)) = (&last, farewell) {
                self.told(
                    format!("{}_in_mid_game", word(last)),
                    to,
                    last,
                    Some(farewell.only),
                );
            }
            if let (Some(opening), Some(handshake)) = (state.game.opening(to), handshake) {
                let name = format!("{}_again_in_mid_game", word(&opening));
                self.told(name, to, &opening, Some(handshake.first.0));
            }
            self.again(to, due);
            let idle = state
                .seats()
                .iter()
                .find(|seat| !state.asked(*seat) && owed.to(*seat).next().is_none());
            if let Some((seat, ask)) =
                idle.and_then(|seat| Some((seat, state.game.ask(state, seat)?)))
            {
                let clause = ask.undue().map(|(clause, _)| clause);
                self.told(
                    format!("{}_to_the_wrong_seat", word(&ask)),
                    seat,
                    &ask,
                    clause,
                );
            }
        }
    }

    /// The message with another number, or another word of a field, in it.
    fn fields(&mut self, to: Seat, due: &P::Say) {
        let state = &self.of.state;
        let text = due.to_string();
        if text.contains('\n') {
            return;
        }
        let words: Vec<&str> = text.split(' ').collect();
        for (at, other) in changed_words::<P::Say>(&words) {
            let mut others = words.clone();
            others[at] = &other;
            let line = others.join(" ");
            let Ok(said) = P::Say::read(state.game.with(), &mut [line.as_bytes()].into_iter())
            else {
                continue;
            };
            let Some(Difference::Field {
                name,
                offset,
                is_clock,
                cited: Some((clause, _)),
                ..
            }) = due.difference(&said)
            else {
                continue;
            };
            let full = state
                .policy
                .handshake
                .filter(|_| is_clock && state.answered.is_empty());
            let (clause, which) = match full {
                Some(handshake) => (handshake.full, "_at_first"),
                None => (clause, ""),
            };
            let number = if offset == 0 {
                String::new()
            } else {
                format!("_{}", offset + 1)
            };
            let value = match other.parse::<u64>() {
                Ok(_) => format!("another_{name}{number}"),
                Err(_) => format!("{}_for_{}", other.to_lowercase(), words[at].to_lowercase()),
            };
            let name = format!("{value}_in_{}{which}", word(due));
            self.found.push(Slip {
                name,
                seat: to,
                deed: Deed::Told(said.to_string()),
                clause,
                kind: None,
                is_time: is_clock || due.took().is_some_and(|(_, of)| of == Some(clause)),
            });
        }
    }

    /// The message that was sent after the last answers, again.
    fn again(&mut self, to: Seat, due: &P::Say) {
        let state = &self.of.state;
        if state.answered.is_empty() {
            return;
        }
        let (mut told, mut verdict) = (PendingMessages::default(), Verdict::default());
        let mut telling = Telling {
            owed: &mut told,
            verdict: &mut verdict,
        };
        state.game.after(state, &mut telling);
        let said = told.to(to).next().filter(|said| is_other_kind(due, said));
        if let Some(said) = said {
            let clause = due.before().or(said.undue()).map(|(clause, _)| clause);
            self.told(format!("{}_twice", word(said)), to, said, clause);
        }
    }

    /// Messages that tell a choice which the rules refuse: those of a choice that can be made, with another word in it, a word less or
    /// a word more.
    fn choosing(&mut self) {
        let state = &self.of.state;
        let Some(choice) = state.at.draw(&mut FirstOptions) else {
            return;
        };
        let (mut after, mut owed) = (self.of.clone(), PendingMessages::default());
        if after.choose(choice, &mut owed).is_err() {
            return;
        }
        for to in state.seats().iter() {
            let text = owed.to(to).next().map(ToString::to_string);
            for line in text.iter().flat_map(|text| beside(text)) {
                let said = P::Say::read(state.game.with(), &mut [line.as_bytes()].into_iter());
                let Ok(said) = said else { continue };
                if let Some(breach) = self.of.refused_choice(to, &said) {
                    let clause = breach.clause;
                    let name = format!("a_choice_against_{}", clause.id().replace('.', "_"));
                    self.told(name, to, &said, Some(clause));
                }
            }
        }
    }

    /// Wrong answers to the first message, and messages before all have answered it.
    fn greeting(&mut self, seat: Seat) {
        let state = &self.of.state;
        let Some(handshake) = state.policy.handshake else {
            return;
        };
        let late = Ms(handshake.time.0 + 1);
        self.done(
            "another_word_than_ok",
            seat,
            Deed::Said(JUNK.into(), Ms(1)),
            (FaultKind::Format, handshake.answer),
        );
        self.done(
            "ok_too_late",
            seat,
            Deed::Said("OK".into(), late),
            (FaultKind::Late, handshake.in_time),
        );
        self.done(
            "no_ok",
            seat,
            Deed::Silent(late),
            (FaultKind::Late, handshake.in_time),
        );
        self.done(
            "an_end_before_ok",
            seat,
            Deed::Died(Death::Exit(0)),
            (FaultKind::Died, ALIVE),
        );
        for to in state.seats().iter().filter(|to| !state.asked(*to)) {
            if let Some(ask) = state.game.ask(state, to) {
                self.told(
                    format!("{}_before_all_are_ready", word(&ask)),
                    to,
                    &ask,
                    Some(handshake.both),
                );
            }
            if let Some(opening) = state.game.opening(to) {
                self.told(
                    format!("{}_twice", word(&opening)),
                    to,
                    &opening,
                    Some(handshake.first.0),
                );
            }
        }
    }

    /// Wrong answers to an ask.
    fn answering(&mut self, seat: Seat) {
        let state = &self.of.state;
        let rules = state.game.due(&state.at, seat);
        let most = match state.policy.clock.bank {
            Some(_) => state.banks[seat.index()].most(),
            None => rules.limit,
        };
        let mut replies = Vec::new();
        self.of.replies(seat, &mut replies);
        let Some(reply) = replies.first() else { return };
        let form = |line: &str| match state.game.form(&mut Words::new(line.as_bytes())) {
            Err(Refusal::Format(breach)) => Some(breach.clause),
            _ => None,
        };
        let more = format!("{reply} {JUNK}");
        for (name, line) in [
            ("an_answer_of_another_form", JUNK),
            ("a_word_too_many", &more),
        ] {
            if let Some(clause) = form(line) {
                self.done(
                    name,
                    seat,
                    Deed::Said(line.into(), Ms(1)),
                    (FaultKind::Format, clause),
                );
            }
        }
        let late = Ms(most.0 + 1);
        self.done(
            "an_answer_too_late",
            seat,
            Deed::Said(reply.clone(), late),
            (FaultKind::Late, rules.time),
        );
        self.done(
            "no_answer",
            seat,
            Deed::Silent(late),
            (FaultKind::Late, rules.time),
        );
        self.done(
            "an_end_before_the_answer",
            seat,
            Deed::Died(Death::Exit(0)),
            (FaultKind::Died, ALIVE),
        );
        if let Some(other) = state.seats().iter().find(|other| !state.asked(*other)) {
            self.done(
                "an_answer_unasked",
                other,
                Deed::Said(reply.clone(), Ms(1)),
                (FaultKind::Unasked, ASKED),
            );
        }
    }

    /// A judge that goes on as if nothing had happened.
    fn after(&mut self, fault: &Fault, due: Option<(Seat, &P::Say)>) {
        let state = &self.of.state;
        if state.phase == Phase::Handshake {
            return;
        }
        let Policy { faults, .. } = state.policy;
        if let Some(ask) = state.game.ask(state, fault.seat) {
            let name = format!("{}_to_a_seat_that_failed", word(&ask));
            self.told(name, fault.seat, &ask, Some(faults.end.0));
        }
        let by = match fault.kind {
            FaultKind::Late => faults.clauses.late,
            FaultKind::Illegal => faults.clauses.illegal,
            FaultKind::Died => faults.clauses.crash,
            _ => faults.clauses.format,
        };
        if let Some((to, ask)) = due
            .filter(|(_, due)| due.stage() == DialogueStage::Last)
            .and_then(|(to, _)| Some((to, state.game.ask(state, to)?)))
        {
            self.told(format!("{}_after_a_fault", word(&ask)), to, &ask, Some(by));
        }
    }

    /// Faults of a program that is told to end, and a judge that talks on.
    fn ending(&mut self, seat: Seat, grace: Ms) {
        let Some(farewell) = self.of.state.policy.farewell else {
            return;
        };
        self.done(
            "output_after_the_end",
            seat,
            Deed::Said(JUNK.into(), Ms(1)),
            (FaultKind::Unasked, farewell.silent),
        );
        self.done(
            "a_program_that_stays",
            seat,
            Deed::Silent(Ms(grace.0 + 1)),
            (FaultKind::Ending, farewell.normal),
        );
        self.done(
            "another_exit_code",
            seat,
            Deed::Died(Death::Exit(3)),
            (FaultKind::Ending, farewell.normal),
        );
        self.done(
            "an_end_by_a_signal",
            seat,
            Deed::Died(Death::Signal(11)),
            (FaultKind::Ending, farewell.exit),
        );
        if let Some(last) = P::Say::last() {
            self.told(
                format!("{}_twice", word(&last)),
                seat,
                &last,
                Some(farewell.both),
            );
        }
    }

    fn used(&mut self, seat: Seat) {
        let Policy {
            memory: (most, clause),
            cpu,
            ..
        } = self.of.state.policy;
        let memory = Deed::Used(Ms(0), Megabytes(most.0 + 1));
        self.done("too_much_memory", seat, memory, (FaultKind::Limit, clause));
        if let Some((Ms(most), clause)) = cpu {
            let time = Deed::Used(Ms(most + 1), Megabytes(1));
            self.done("too_much_cpu_time", seat, time, (FaultKind::Limit, clause));
        }
    }
}

/// Another number for each number of a message, and the other words of its fields for each of those, with their places.
fn changed_words<S: Message>(words: &[&str]) -> Vec<(usize, String)> {
    let of_fields = S::field_words();
    let others = |shown: &str| match shown.parse::<u64>() {
        Ok(0) => vec!["1".to_string()],
        Ok(number) => vec![(number - 1).to_string()],
        Err(_) if !of_fields.contains(&shown) => Vec::new(),
        Err(_) => {
            let others = of_fields.iter().filter(|other| **other != shown);
            others.map(ToString::to_string).collect()
        }
    };
    let places = words.iter().enumerate();
    let changed = places.flat_map(|(at, shown)| {
        let others = others(shown).into_iter();
        others.map(move |other| (at, other))
    });
    changed.collect()
}

/// Numbers that few choices have.
const FAR: [u64; 3] = [0, 10, 100];

/// Lines beside this one; none where a message has several lines.
fn beside(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut lines = Vec::new();
    if text.contains('\n') {
        return lines;
    }
    for (at, word) in words.iter().enumerate().skip(1) {
        let with = |new: &[&str]| [&words[..at], new, &words[at + 1..]].concat().join(" ");
        if let Ok(number) = word.parse::<u64>() {
            let near = [number.saturating_sub(1), number.saturating_add(1)];
            let others = near.into_iter().chain(FAR).map(|other| other.to_string());
            lines.extend(others.map(|other| with(&[&other])));
        }
        lines.extend([with(&[]), with(&[word, word])]);
        lines.extend(words[1..].iter().map(|other| with(&[other])));
    }
    lines.retain(|line| line != text);
    lines.sort();
    lines.dedup();
    lines
}

pub(super) fn is_other_kind<S: Message>(due: &S, other: &S) -> bool {
    due.difference(other) == Some(Difference::Kind)
}
