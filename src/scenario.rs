//! Scenarios: the games in which a bot is checked, as data that each game lists for itself.

use crate::clause::Clause;

/// Who plays the other seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// A random legal answer, each equally likely.
    Any,
    /// The first legal answer in order.
    First,
    /// The last legal answer in order.
    Last,
    /// An answer that wins at once, if there is one; otherwise a random one.
    Eager,
    /// The game's reference bot, but one time in eight a random legal answer.
    Reference,
    /// The candidate's answer in the same phase, if it is legal; otherwise a random one.
    Echo,
    /// Random legal answers, until it fails instead of answering.
    Failing,
    /// An answer that soon brings the candidate to a position in which it can break this clause.
    Seeks(Clause),
    /// The bot of this name from [`Game::opponent`](crate::games::Game::opponent); instead of an illegal answer, a random one.
    Own(&'static str),
    /// An answer that neither wins nor lets the candidate win, so that the game is long. It comes at once.
    Long,
    /// Tactics that are drawn anew for each game: to follow the candidate's answers, to fill the board, to never win, to use up
    /// the bank, and others.
    Tactics,
}

/// How messages are written to the candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    /// Each at once, as far as the pipe takes it.
    Whole,
    /// In many small pieces, so that one read gets less than a line.
    Split,
    /// Each line by itself, so that one read gets no more than a line.
    Lines,
}

/// A kind of game to play with the candidate.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// The name, unique within the game.
    pub name: &'static str,
    /// The purpose.
    pub about: &'static str,
    /// The seat that the candidate takes; `None`: each in turn.
    pub seat: Option<u8>,
    /// Who plays the others.
    pub opponent: Opponent,
    /// Parameters it needs, as `--set` takes them.
    pub set: &'static [(&'static str, &'static str)],
    /// How messages are written to the candidate.
    pub writes: Writes,
    /// True if each answer counts as three quarters of the rest of its bank. One that takes longer than all of it, by more than an even
    /// share of the whole bank for each answer of the longest game, is late. Each answer is awaited for ten seconds.
    pub drains: bool,
    /// How many games, before `--cases` scales it; the games differ by their choices.
    pub games: u32,
    /// The parameter that holds a game's number, from 0: such a scenario goes through its games one by one instead of
    /// drawing them.
    pub steps: Option<&'static str>,
}

impl Scenario {
    /// The usual scenarios, for games that list none of their own.
    pub const USUAL: &'static [Scenario] = &[
        Scenario::ANY,
        Scenario::REFERENCE,
        Scenario::FIRST,
        Scenario::LAST,
        Scenario::FAILING,
        Scenario::SPLIT,
    ];
    /// Against an opponent that plays anything.
    pub const ANY: Scenario = Scenario::new(
        "any",
        "against an opponent that gives any legal answer",
        Opponent::Any,
        6,
    );
    /// Against the reference bot.
    pub const REFERENCE: Scenario = Scenario::new(
        "reference",
        "against the reference bot",
        Opponent::Reference,
        2,
    );
    /// Against the first legal answers.
    pub const FIRST: Scenario = Scenario::new(
        "first",
        "against an opponent that gives the first legal answer",
        Opponent::First,
        2,
    );
    /// Against the last legal answers.
    pub const LAST: Scenario = Scenario::new(
        "last",
        "against an opponent that gives the last legal answer",
        Opponent::Last,
        2,
    );
    /// The game ends early by a fault of the opponent.
    pub const FAILING: Scenario = Scenario::new(
        "failing",
        "the game ends early because the opponent fails",
        Opponent::Failing,
        4,
    );
    /// One read gets less than a line.
    pub const SPLIT: Scenario = Scenario {
        writes: Writes::Split,
        ..Scenario::new(
            "split",
            "messages come in many small writes, and lines in more than one",
            Opponent::Any,
            2,
        )
    };
    /// One read gets no more than a line.
    pub const LINES: Scenario = Scenario {
        writes: Writes::Lines,
        ..Scenario::new(
            "line_by_line",
            "each line of a message comes in a write of its own",
            Opponent::Any,
            2,
        )
    };
    /// A bank that is soon almost empty.
    pub const LOW_BANK: Scenario = Scenario {
        drains: true,
        ..Scenario::new(
            "low_bank",
            "three quarters of what is left are counted for each answer",
            Opponent::Any,
            2,
        )
    };
    /// A short bank, for games with the parameter `bank`.
    pub const SMALL_BANK: Scenario =
        Scenario::new("small_bank", "with a bank of two seconds", Opponent::Any, 2)
            .with(&[("bank", "2000")]);

    /// Games that look for what the candidate has not met yet: parameters and tactics of the opponents are drawn for each.
    /// Every game has this scenario; none lists it.
    pub const SEARCH: Scenario = Scenario::new(
        "search",
        "opponents with tactics that are drawn anew for each game, and drawn parameters where the contest varies them",
        Opponent::Tactics,
        0,
    );

    /// Games that earlier searches kept, played back by their choices. Every game has this scenario; none lists it.
    pub const CORPUS: Scenario = Scenario::new(
        "corpus",
        "games of the folder --corpus, in which earlier searches met something new",
        Opponent::Tactics,
        0,
    );
    /// The scenarios that every game has and no plan counts, in the order in which they are played.
    pub const UNPLANNED: [Scenario; 2] = [Scenario::CORPUS, Scenario::SEARCH];

    /// True where nothing but the opponent is out of the usual: no parameter, no bank that drains, no way to write messages.
    pub fn is_ordinary(&self) -> bool {
        self.set.is_empty() && !self.drains && self.writes == Writes::Whole
    }

    /// The same under these parameters.
    #[must_use]
    pub const fn with(self, set: &'static [(&'static str, &'static str)]) -> Scenario {
        Scenario { set, ..self }
    }

    /// A plain scenario of so many games.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        opponent: Opponent,
        games: u32,
    ) -> Scenario {
        let writes = Writes::Whole;
        Scenario {
            name,
            about,
            seat: None,
            opponent,
            set: &[],
            writes,
            drains: false,
            games,
            steps: None,
        }
    }
}
