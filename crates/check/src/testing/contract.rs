//! The promises of a game's traits that no compiler checks: about its rules, its judge's messages, and the answers to them.

use super::{Suite, Test};
use libtest_mimic::Failed;
use stickler::fixture::{Fixture, declared};
use stickler::games::erased::{AnyGame, Variant};
use stickler::params::Settings;
use stickler::referee::FaultKind;
use stickler::stream::{Seeded, SplitMix64};
use stickler::walk::{Walk, beside_each};

type Promise = fn(&Tried) -> Result<(), String>;

/// A game, the settings for its tests, and hand-written actions.
pub(super) struct Tried {
    pub(super) game: &'static dyn AnyGame,
    pub(super) settings: Vec<Settings>,
    written: Vec<String>,
}

/// Actions of a walk, and kinds of settings beside the usual ones.
const PLIES: usize = 60;
const VARIANTS: usize = 3;
/// How many legal actions, spread over all, have their neighbours tried.
const NEAR: usize = 24;

impl Suite {
    /// One test for each promise of each game.
    pub fn contract_tests(&self) -> Vec<Test> {
        let promises: [(&str, Promise); 6] = [
            ("rules_list_what_they_allow", Tried::rules),
            ("messages_are_read_as_they_are_written", Tried::messages),
            (
                "answers_of_a_wrong_form_are_refused_by_their_form",
                Tried::answers,
            ),
            ("a_log_without_times_shows_them", Tried::times),
            ("logs_of_recorders_are_read", Tried::recorded),
            ("faults_have_words", Tried::words),
        ];
        let mut tests = Vec::new();
        for &game in self.games.games() {
            for (name, promise) in promises {
                let suite = self.clone();
                let hold = move || promise(&suite.tried(game)?).map_err(Failed::from);
                tests.push(Test::new(
                    format!("contract::{}::{name}", game.name()),
                    hold,
                ));
            }
        }
        tests
    }

    /// One test a game: its judge names the assumed clauses on which its verdicts rest.
    pub fn assumption_tests(&self) -> Vec<Test> {
        let test = |&game: &&'static dyn AnyGame| {
            let suite = self.clone();
            let name = format!(
                "contract::{}::some_verdict_rests_on_each_assumed_clause",
                game.name()
            );
            Test::new(name, move || suite.assumed_clauses_matter(game))
        };
        self.games.games().iter().map(test).collect()
    }

    pub(super) fn tried(&self, game: &'static dyn AnyGame) -> Result<Tried, String> {
        let mut tried = Tried {
            game,
            settings: vec![Settings::default()],
            written: Vec::new(),
        };
        for case in self.cases_of(game)? {
            let settings = case.settings();
            let Some(plies) = case.plies else { continue };
            tried.written.extend(plies);
            if tried.settings.len() <= VARIANTS && !tried.settings.contains(&settings) {
                tried.settings.push(settings);
            }
        }
        tried.written.sort();
        tried.written.dedup();
        Ok(tried)
    }

    pub(super) fn cases_of(
        &self,
        game: &dyn AnyGame,
    ) -> Result<impl Iterator<Item = Fixture> + use<>, String> {
        let folder = format!("{}/", game.name());
        Ok(self
            .cases()?
            .into_iter()
            .filter(move |(name, _)| name.starts_with(&folder))
            .map(|(_, case)| case))
    }

    /// A judge that forgets to note an assumed clause would never name it.
    fn assumed_clauses_matter(&self, game: &'static dyn AnyGame) -> Result<(), Failed> {
        let mut named: Vec<String> = Vec::new();
        for case in self.cases_of(game)?.chain(declared::of_game(game)?) {
            named.extend(case.rests_on(game)?);
        }
        let is_open = |id: &&str| !named.iter().any(|other| other == id);
        let page = game.page().clauses.iter();
        let assumed = page.filter(|entry| {
            entry.unobservable.is_none() && entry.clause.is_some_and(|c| c.is_assumed())
        });
        let open: Vec<&str> = assumed
            .map(|entry| entry.id.as_str())
            .filter(is_open)
            .collect();
        match &open[..] {
            [] => Ok(()),
            open => Err(format!(
                "assumed, and no case's verdict rests on it: {}. Add a case in which it decides; if there is one, the judge \
                 does not call `rest_on`",
                open.join(", ")
            )
            .into()),
        }
    }
}

impl Tried {
    pub(super) fn variants(&self) -> Result<Vec<Box<dyn Variant>>, String> {
        self.settings
            .iter()
            .map(|settings| self.game.with(settings))
            .collect()
    }

    fn rules(&self) -> Result<(), String> {
        for (at, variant) in self.variants()?.iter().enumerate() {
            for walk in Walk::ALL {
                let mut stream = Seeded::new(SplitMix64(1).nth(at as u64));
                let (mut rules, mut played) = (variant.rules(), Vec::new());
                for _ in 0..PLIES {
                    let legal = rules.actions();
                    listed(legal.len())
                        .map_err(|why| format!("after {}: {why}", after(&played)))?;
                    let known = spread(&legal).chain(&played).chain(&self.written);
                    let near: Vec<String> = known
                        .flat_map(|text| beside_each(text).into_iter().chain([text.clone()]))
                        .collect();
                    rules
                        .lawful(&near)
                        .map_err(|why| format!("after {}: {why}", after(&played)))?;
                    let Some(action) = walk.choose(&*rules, &legal, &mut stream) else {
                        break;
                    };
                    rules
                        .play(action)
                        .map_err(|breach| format!("`{action}` is refused: {}", breach.why))?;
                    played.push(action.clone());
                }
            }
        }
        Ok(())
    }

    /// The contest's words for faults can be read, and forgiven faults have words of their own.
    fn words(&self) -> Result<(), String> {
        for kind in FaultKind::ALL {
            let word = self.game.word(kind);
            let is_plain =
                !word.is_empty() && word.trim() == word && !word.contains(char::is_control);
            if !is_plain {
                return Err(format!(
                    "`word` gives {word:?} for {}: expected a word or two in one line",
                    kind.word()
                ));
            }
            if kind.is_last() && word == self.game.word(FaultKind::Habit) {
                return Err(format!(
                    "`word` gives {word:?} for {} and for a habit, which is forgiven",
                    kind.word()
                ));
            }
        }
        Ok(())
    }
}

/// How many actions a position may list: a check of a bot, a search and a log ask for the list again and again.
const LISTED: usize = 20_000;

fn listed(actions: usize) -> Result<(), String> {
    match actions <= LISTED {
        true => Ok(()),
        false => Err(format!(
            "`actions` lists {actions} actions, and more than {LISTED} make every check slow: ask for the parts of such an answer one \
             after the other, as docs/own-game.md says of `Rules`"
        )),
    }
}

/// Some of these, from the first to the last.
pub(super) fn spread(texts: &[String]) -> impl Iterator<Item = &String> {
    texts.iter().step_by(texts.len().div_ceil(NEAR).max(1))
}

fn after(played: &[String]) -> String {
    if played.is_empty() {
        "the start".into()
    } else {
        last_of(played)
    }
}

/// The last of these actions.
pub(super) fn last_of(played: &[String]) -> String {
    let first = played.len().saturating_sub(8);
    let gap = if first > 0 { "…, " } else { "" };
    format!("{gap}{}", played[first..].join(", "))
}

#[cfg(test)]
mod tests {
    use super::{LISTED, listed};

    #[test]
    fn a_game_whose_answers_have_too_many_forms_is_told_to_ask_for_their_parts() {
        assert_eq!(listed(LISTED), Ok(()));
        let why = listed(100_000).expect_err("too many");
        assert!(why.contains("lists 100000 actions"), "{why}");
        assert!(why.contains("ask for the parts of such an answer"), "{why}");
    }
}
