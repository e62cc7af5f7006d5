//! A match in which the reader is the bot: the referee, the reader at one seat, and a house at the others.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use stickler::clause::Clause;
use stickler::clock::Micros;
use stickler::explain::{Extent, Finding, settings_of, validate, validate_until, walk};
use stickler::game::{Bot, Seat, Seats};
use stickler::games::erased::{AnyGame, AnyReferee};
use stickler::params::{Ms, Settings};
use stickler::picture::{Aim, Board, MoveNumbers, Spot};
use stickler::referee::{Awaits, Death, DriverError, Fact, Fault, Observation, Stream};
use stickler::report::board::{aimed, aimed_before};
use stickler::report::svg;
use stickler::stream::SplitMix64;
use stickler::transcript::{Entry, Event, Transcript, Writer, unescape};

/// Who sits at the other seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The reference bot.
    #[default]
    Reference,
    /// Any legal answer.
    Any,
    /// The answers of a script, one at each ask; where one is not legal, or none is left, any legal answer.
    Scripted,
}

/// An act of the reader's program; the bytes that it writes come beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Done {
    /// What.
    pub what: ProgramAct,
    /// Milliseconds since it was asked.
    #[serde(default)]
    pub took: u64,
    /// The exit code, where it ends.
    #[serde(default)]
    pub code: i32,
}

/// The acts of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgramAct {
    /// It writes.
    Says,
    /// It ends.
    Exits,
    /// It writes nothing until its time is over.
    Silent,
}

/// The reader's view after something was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SessionView {
    /// New lines of the reader's seat, as the transcript has them.
    pub seen: Vec<String>,
    /// New faults, of any seat.
    pub faults: Vec<ShownFault>,
    /// The act that is awaited of the reader: `answer`, `exit`, `nothing`, or `over`.
    pub awaits: &'static str,
    /// How many lines the answer has.
    pub lines: usize,
    /// How many lines are typed for it already.
    pub typed: usize,
    /// How many milliseconds there are for it.
    pub budget: u64,
    /// How the game ended.
    pub outcome: Option<String>,
    /// The clause that says what an answer looks like, and its sentence, where one is awaited.
    pub form: Option<(&'static str, String)>,
    /// True where the legal answers are the solution, so that nothing shows them unasked.
    pub is_solved: bool,
    /// The board as SVG: the whole position, as the judge has it.
    pub board: String,
    /// Rows and columns of each board.
    pub sizes: Vec<(usize, usize)>,
    /// How many acts of the reader's program can be taken back.
    pub done: usize,
}

/// A fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShownFault {
    /// Whose.
    pub seat: u8,
    /// The class: `illegal`, `format`, `late`, …
    pub kind: &'static str,
    /// The contest's own word for it.
    pub word: &'static str,
    /// The clause that is broken, and its sentence.
    pub clause: (&'static str, String),
    /// Why.
    pub why: String,
}

/// A match in which the reader is the bot.
pub struct Session {
    game: &'static dyn AnyGame,
    referee: Box<dyn AnyReferee>,
    me: Seat,
    house: House,
    /// The choices that no bot makes.
    choices: SplitMix64Stream,
    writer: Writer,
    /// Bytes that were typed and not yet taken.
    typed: Vec<u8>,
    /// Lines of the transcript, and faults, that the reader has seen.
    seen: (usize, usize),
    /// In which order stones were put.
    order: MoveNumbers,
    /// The reader's answer that was refused, and the cells that it names.
    refused: Option<(String, Aim)>,
    begun: MatchStart,
    /// All that the reader's program has done.
    done: Vec<(Done, Vec<u8>)>,
}

/// How a match began.
#[derive(Clone)]
struct MatchStart {
    settings: Settings,
    seat: u8,
    seed: u64,
    opponent: Opponent,
    script: Vec<String>,
    place: Option<LogPlace>,
}

/// A log, and the number of the line before which the reader takes a seat.
#[derive(Clone)]
struct LogPlace {
    bytes: Vec<u8>,
    line: usize,
}

/// The state of a match in which the reader takes a seat.
struct Before {
    settings: Settings,
    referee: Box<dyn AnyReferee>,
    order: MoveNumbers,
    writer: Writer,
}

impl LogPlace {
    /// The match up to the line. An error says why nobody can go on from there.
    fn before(&self, game: &'static dyn AnyGame, begun: &MatchStart) -> Result<Before, String> {
        let (bytes, line) = (&self.bytes[..], self.line);
        let parsed = Transcript::parse(bytes).map_err(|error| error.breach.why.to_string())?;
        let settings = settings_of(game, &parsed, &begun.settings);
        let refused = |why: &dyn std::fmt::Display| format!("the log cannot be followed: {why}");
        let (checked, referee) =
            validate_until(game, &begun.settings, bytes, line).map_err(|error| refused(&error))?;
        let gap = matches!(checked.extent, Extent::Gap(_));
        if gap || checked.findings.iter().any(|found| found.line < line) {
            return Err(refused(&"something is wrong or missing in it"));
        }
        let mut order = MoveNumbers::default();
        let numbers = parsed.body().map(|own| own.number);
        let lines: Vec<usize> = numbers.take_while(|number| *number <= line).collect();
        walk(game, &begun.settings, bytes, &lines, &mut |_, standing| {
            order.number(&mut standing.referee.picture());
        })
        .map_err(|error| refused(&error))?;
        let note = format!("seat {} was played by hand from line {line} on", begun.seat);
        let mut writer = Writer::new(game.name(), &settings, &[("note", note)]);
        for own in parsed.body().take_while(|own| own.number < line) {
            match own.entry() {
                Ok(Entry::Told(seat, text)) => {
                    writer.told(seat, &String::from_utf8_lossy(&unescape(text)));
                }
                Ok(Entry::Said(seat, text, took)) => writer.said(seat, &unescape(text), took),
                Ok(Entry::Event(seat, event)) => writer.event(seat, event),
                _ => return Err(refused(&format!("line {} is no message", own.number))),
            }
        }
        Ok(Before {
            settings,
            referee,
            order,
            writer,
        })
    }
}

/// A legal answer, and the cells of the board that it names: board, row and column, from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LegalAnswer {
    /// Its text.
    pub text: String,
    /// Its cells.
    pub spots: Vec<(u8, u8, u8)>,
}

impl LegalAnswer {
    pub(crate) fn of(spots: Vec<Spot>, text: String) -> LegalAnswer {
        let spots = spots
            .iter()
            .map(|spot| (spot.board, spot.row, spot.col))
            .collect();
        LegalAnswer { text, spots }
    }
}

/// A stream of a generator, of which no record is kept.
struct SplitMix64Stream(SplitMix64);

impl Stream for SplitMix64Stream {
    fn next(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

/// The seats that the reader does not take.
struct House {
    seats: Seats,
    kind: Opponent,
    script: VecDeque<String>,
    bots: Vec<Box<dyn Bot>>,
    /// The last words of the reference bots.
    said: Vec<String>,
    dice: SplitMix64Stream,
}

impl House {
    fn told(&mut self, seat: Seat, message: &str) {
        if self.kind != Opponent::Reference {
            return;
        }
        let said = &mut self.said[seat.index()];
        said.clear();
        for line in message.split('\n') {
            self.bots[seat.index()].hear(line, said);
        }
    }

    /// Its answer: legal, whatever its policy says.
    fn answer(&mut self, referee: &dyn AnyReferee, seat: Seat) -> String {
        let replies = referee.replies(seat);
        let wanted = match self.kind {
            Opponent::Reference => Some(self.said[seat.index()].trim_end_matches('\n').to_string()),
            Opponent::Scripted if replies.len() > 1 => self.script.pop_front(),
            _ => None,
        };
        let is_legal = |answer: &String| {
            replies.contains(answer) || referee.refuses(seat, answer.as_bytes()) == Some(None)
        };
        match wanted.filter(is_legal) {
            Some(answer) => answer,
            None => {
                let at = self.dice.pick(replies.len());
                replies.get(at).cloned().unwrap_or_default()
            }
        }
    }
}

impl Session {
    /// Begins a match; `seat` is the reader's.
    pub fn start(
        game: &'static dyn AnyGame,
        settings: &Settings,
        seat: u8,
        seed: u64,
        (opponent, script): (Opponent, Vec<String>),
    ) -> Result<Session, String> {
        Session::begin(
            game,
            MatchStart {
                settings: settings.clone(),
                seat,
                seed,
                opponent,
                script,
                place: None,
            },
        )
    }

    /// Goes on with the match of a log: up to this line it is as it was, and from there on the reader sits at a seat, and the others
    /// give any legal answer.
    pub fn go_on_from(
        game: &'static dyn AnyGame,
        settings: &Settings,
        seat: u8,
        bytes: Vec<u8>,
        line: usize,
    ) -> Result<Session, String> {
        let session = Session::begin(
            game,
            MatchStart {
                settings: settings.clone(),
                seat,
                seed: 1,
                opponent: Opponent::Any,
                script: Vec::new(),
                place: Some(LogPlace { bytes, line }),
            },
        )?;
        let is_asked = session.asked().is_some();
        is_asked
            .then_some(session)
            .ok_or_else(|| format!("nothing is asked of seat {seat} at line {line}"))
    }

    fn begin(game: &'static dyn AnyGame, begun: MatchStart) -> Result<Session, String> {
        let (me, seed) = (Seat(begun.seat), begun.seed);
        let before = match &begun.place {
            Some(place) => place.before(game, &begun)?,
            None => {
                let header = [
                    ("seed", seed.to_string()),
                    ("note", format!("seat {me} was played by hand")),
                ];
                Before {
                    settings: begun.settings.clone(),
                    referee: game.with(&begun.settings)?.referee(),
                    order: MoveNumbers::default(),
                    writer: Writer::new(game.name(), &begun.settings, &header),
                }
            }
        };
        let variant = game.with(&before.settings)?;
        let seats = variant.seats();
        if me.index() >= seats {
            return Err(format!("{} has seats 0 to {}", game.name(), seats - 1));
        }
        let others = Seats::first(seats).iter().filter(|seat| *seat != me);
        let house = House {
            seats: others.collect(),
            kind: begun.opponent,
            script: begun.script.clone().into(),
            bots: (0..seats).map(|_| variant.bot()).collect(),
            said: vec![String::new(); seats],
            dice: SplitMix64Stream(SplitMix64(seed).nth(1)),
        };
        let mut session = Session {
            game,
            referee: before.referee,
            me,
            house,
            choices: SplitMix64Stream(SplitMix64(seed)),
            writer: before.writer,
            typed: Vec::new(),
            seen: (0, 0),
            order: before.order,
            refused: None,
            begun,
            done: Vec::new(),
        };
        session.go_on().map_err(words)?;
        Ok(session)
    }

    /// The reader's program does this; `bytes` is what it writes.
    pub fn does(&mut self, done: Done, bytes: &[u8]) -> Result<(), String> {
        self.done.push((done, bytes.to_vec()));
        let took = Micros::from(Ms(done.took));
        match done.what {
            ProgramAct::Says => {
                self.typed.extend_from_slice(bytes);
                self.hand_over(took)
            }
            ProgramAct::Exits => self.happens(Observation::Died(Death::Exit(done.code)), took),
            ProgramAct::Silent => {
                // Nobody is late before the time is over.
                let limit = match self.referee.awaits() {
                    Awaits::Exit { grace, .. } => grace,
                    _ => self.asked().map_or(Ms(0), |(_, budget)| budget),
                };
                let took = took.max(Micros::from(limit));
                let unfinished = std::mem::take(&mut self.typed);
                self.happens(
                    Observation::Silent {
                        unfinished: &unfinished,
                        unflushed: b"",
                    },
                    took,
                )
            }
        }
        .and_then(|()| self.go_on())
        .map_err(words)
    }

    /// The clause that an answer without any form breaks now.
    fn form(&self) -> Option<Clause> {
        let (lines, _) = self.asked()?;
        let mut copy = self.referee.fork();
        let before = copy.verdict().faults.len();
        let answer = vec!["nonsense"; lines].join("\n");
        let fact = Fact::Observed {
            seat: self.me,
            what: Observation::Lines(answer.as_bytes()),
            took: Some(Micros(0)),
        };
        copy.take(fact, self.writer.lines()).ok()?;
        let fault = copy.verdict().faults.get(before)?;
        Some(fault.breach.clause)
    }

    /// How many lines are awaited of the reader; `None`: no answer is.
    fn asked(&self) -> Option<(usize, Ms)> {
        self.referee
            .awaits()
            .ask(self.me)
            .map(|ask| (ask.lines.max(1), ask.budget))
    }

    /// Hands over what was typed, as far as it is asked for.
    fn hand_over(&mut self, took: Micros) -> Result<(), DriverError> {
        let seat = self.me;
        if let Awaits::Exit { seats, .. } = self.referee.awaits()
            && seats.contains(seat)
            && !self.typed.is_empty()
        {
            let typed = std::mem::take(&mut self.typed);
            let lines = typed.strip_suffix(b"\n").unwrap_or(&typed);
            self.writer.said(seat, lines, None);
            return self.referee.take(
                Fact::Exit {
                    seat,
                    what: Observation::Lines(lines),
                },
                self.writer.lines(),
            );
        }
        let Some((lines, _)) = self.asked() else {
            return Ok(());
        };
        let mut ends = self
            .typed
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(at, _)| at);
        let Some(end) = ends.nth(lines - 1) else {
            return Ok(());
        };
        let rest = self.typed.split_off(end + 1);
        let mut answer = std::mem::replace(&mut self.typed, rest);
        answer.pop();
        self.writer
            .said(seat, &answer, Some(self.referee.count(took)));
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (aim, faults) = (
            aimed_before(&*self.referee, seat, &text),
            self.referee.verdict().faults.len(),
        );
        self.referee.take(
            Fact::Observed {
                seat,
                what: Observation::Lines(&answer),
                took: Some(took),
            },
            self.writer.lines(),
        )?;
        if self.referee.verdict().faults.len() > faults {
            self.refused = Some((text, aim));
        }
        Ok(())
    }

    /// Something else than an answer comes of the reader.
    fn happens(&mut self, what: Observation<'_>, took: Micros) -> Result<(), DriverError> {
        let seat = self.me;
        let fact = match self.referee.awaits() {
            Awaits::Exit { seats, .. } if seats.contains(seat) => Fact::Exit { seat, what },
            _ if self.asked().is_some() => Fact::Observed {
                seat,
                what,
                took: Some(took),
            },
            _ => return Ok(()),
        };
        let counted = self.referee.count(took);
        match what {
            Observation::Died(death) => self.writer.event(seat, Event::Died(death)),
            Observation::Silent { unfinished, .. } => {
                if !unfinished.is_empty() {
                    self.writer.event(seat, Event::Unfinished(unfinished));
                }
                self.writer.event(seat, Event::Silent(counted));
            }
            _ => {}
        }
        self.referee.take(fact, self.writer.lines())
    }

    /// Goes on until something is awaited of the reader, or the verdict stands.
    fn go_on(&mut self) -> Result<(), DriverError> {
        loop {
            self.order.number(&mut self.referee.picture());
            if self.strays()? {
                continue;
            }
            self.tell();
            match self.referee.awaits() {
                Awaits::Verdict | Awaits::Clock(_) => return Ok(()),
                Awaits::Choice => self
                    .referee
                    .choose(&mut self.choices, self.writer.lines())?,
                Awaits::Replies(asks) => {
                    let Some(seat) = asks
                        .iter()
                        .map(|ask| ask.seat)
                        .find(|seat| self.house.seats.contains(*seat))
                    else {
                        return Ok(());
                    };
                    let answer = self.house.answer(&*self.referee, seat);
                    self.writer.said(seat, answer.as_bytes(), Some(Ms(0)));
                    let what = Observation::Lines(answer.as_bytes());
                    self.referee.take(
                        Fact::Observed {
                            seat,
                            what,
                            took: Some(Micros(0)),
                        },
                        self.writer.lines(),
                    )?;
                }
                Awaits::Exit { seats, .. } => {
                    let Some(seat) = seats.iter().find(|seat| self.house.seats.contains(*seat))
                    else {
                        return Ok(());
                    };
                    self.referee.take(
                        Fact::Exit {
                            seat,
                            what: Observation::Died(Death::Exit(0)),
                        },
                        self.writer.lines(),
                    )?;
                }
            }
        }
    }

    /// Words that were typed and not asked for come before anything more is told.
    fn strays(&mut self) -> Result<bool, DriverError> {
        let seat = self.me;
        if self.typed.is_empty()
            || self.referee.owes(seat).is_none()
            || self.referee.out().contains(seat)
        {
            return Ok(false);
        }
        let typed = std::mem::take(&mut self.typed);
        let lines = typed.strip_suffix(b"\n").unwrap_or(&typed);
        self.writer.said(seat, lines, None);
        let what = Observation::Unasked(lines);
        let fact = match self.referee.awaits() {
            Awaits::Exit { .. } => Fact::Exit { seat, what },
            _ => Fact::Observed {
                seat,
                what,
                took: Some(Micros(0)),
            },
        };
        self.referee.take(fact, self.writer.lines())?;
        Ok(true)
    }

    fn tell(&mut self) {
        let mut message = String::new();
        while let Some(seat) = self.referee.tell(&mut message) {
            if self.referee.out().contains(seat) {
                continue;
            }
            self.writer.told(seat, &message);
            if self.house.seats.contains(seat) {
                self.house.told(seat, &message);
            }
        }
    }

    /// The legal answers of the reader.
    pub fn replies(&self) -> Vec<LegalAnswer> {
        let rules = self.referee.rules();
        let reply = |text: String| {
            let spots = rules
                .as_ref()
                .map_or(Vec::new(), |rules| aimed(&**rules, self.me, &text).spots);
            LegalAnswer::of(spots, text)
        };
        self.referee
            .replies(self.me)
            .into_iter()
            .map(reply)
            .collect()
    }

    /// The match as it was before the reader's program did what it did last.
    pub fn taken_back(&self) -> Result<Session, String> {
        let mut session = Session::begin(self.game, self.begun.clone())?;
        let kept = self.done.len().saturating_sub(1);
        for (done, bytes) in &self.done[..kept] {
            session.does(*done, bytes)?;
        }
        Ok(session)
    }

    /// The transcript with its header.
    pub fn transcript(&self) -> &str {
        self.writer.text()
    }

    /// The match as a case of the fixtures.
    pub fn fixture(&self) -> Result<String, String> {
        let log = self.transcript();
        let checked = validate(self.game, &Settings::default(), log.as_bytes())
            .map_err(|refused| refused.to_string())?;
        let (errors, warned): (Vec<&Finding>, Vec<&Finding>) = checked
            .findings
            .iter()
            .partition(|finding| finding.is_error(false));
        let mut warns: Vec<String> = warned
            .iter()
            .map(|finding| finding.breach.clause.id().into())
            .collect();
        warns.sort();
        warns.dedup();
        let first = errors.first();
        let end = (checked.extent == Extent::Whole && first.is_none())
            .then_some(checked.verdict.outcome)
            .flatten();
        // A text of JSON is one of YAML, too.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut case = format!(
            "- name: played_by_hand_at_seat_{}\n  game: {}\n  transcript: |\n",
            self.me,
            self.game.name()
        );
        case.extend(log.lines().map(|line| format!("    {line}\n")));
        if let Some(outcome) = end {
            case += &format!("  then: {{ outcome: {} }}\n", quoted(&outcome.to_string()));
        }
        if let Some(finding) = first {
            let (clause, by) = (finding.breach.clause, quoted(&finding.culprit.to_string()));
            case += &format!("  breaks: {clause}\n  at: {}\n  by: {by}\n", finding.line);
        }
        if !warns.is_empty() {
            case += &format!("  warns: [{}]\n", warns.join(", "));
        }
        if end.is_none() && first.is_none() && warns.is_empty() {
            return Err("the game is not over, and nothing is broken: play on".into());
        }
        Ok(case)
    }

    /// The news since the last look.
    pub fn look(&mut self) -> SessionView {
        let (text, verdict) = (self.writer.text(), self.referee.verdict());
        let own = |line: &&str| {
            line.as_bytes().first() == Some(&(b'0' + self.me.0))
                && !matches!(line.as_bytes().get(1), Some(b':'))
        };
        let seen: Vec<String> = text
            .lines()
            .skip(self.seen.0)
            .filter(own)
            .map(str::to_string)
            .collect();
        let found = |fault: &Fault| ShownFault {
            seat: fault.seat.0,
            kind: fault.kind.word(),
            word: self.game.word(fault.kind),
            clause: (
                fault.breach.clause.id(),
                fault.breach.clause.statement().sentence.clone(),
            ),
            why: fault.breach.why.to_string(),
        };
        let faults = verdict.faults[self.seen.1..].iter().map(found).collect();
        let (awaits, lines, budget) = match (self.referee.awaits(), self.asked()) {
            (Awaits::Verdict, _) => ("over", 0, Ms(0)),
            (_, Some((lines, budget))) => ("answer", lines, budget),
            (Awaits::Exit { seats, grace }, _) if seats.contains(self.me) => ("exit", 0, grace),
            _ => ("nothing", 0, Ms(0)),
        };
        let mut picture = self.referee.picture();
        self.order.number(&mut picture);
        if let Some((answer, aim)) = &self.refused {
            picture.refuse(answer, aim);
        }
        // Of a game without a board the judge knows the right answers alone.
        let is_solved = self.referee.rules().is_none();
        if is_solved && awaits != "over" {
            picture.notes.truncate(1);
        }
        let form = self.form();
        let form = form.map(|clause| (clause.id(), clause.statement().sentence.clone()));
        let size = |board: &Board| (board.rows.len(), board.rows.first().map_or(0, Vec::len));
        let look = SessionView {
            seen,
            faults,
            awaits,
            lines,
            typed: self.typed.iter().filter(|&&byte| byte == b'\n').count(),
            budget: budget.0,
            outcome: verdict.outcome.map(|outcome| outcome.to_string()),
            form,
            is_solved,
            sizes: picture.boards.iter().map(size).collect(),
            board: svg::live(
                &picture,
                &format!("{}, the judge's board", self.game.name()),
            ),
            done: self.done.len(),
        };
        self.seen = (text.lines().count(), verdict.faults.len());
        look
    }
}

fn words(misuse: DriverError) -> String {
    misuse.to_string()
}
