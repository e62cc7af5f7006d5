//! A line of results holds its game: what is read back is what was written.

use crate::support::played::in_memory;
use std::collections::BTreeSet;
use stickler::check::bot::{Plan, Played};
use stickler::check::results::GameLine;
use stickler::clause::Span;
use stickler::game::Bot;
use stickler::games::GAMES;
use stickler::json;

tests! {
    a_game_is_read_back_as_it_was_written,
    a_line_of_another_plan_is_refused,
}

const WAYS: [fn(&str) -> String; 7] = [
    |answer| format!("X{answer}"),
    |answer| format!("{answer} "),
    |answer| answer.replace('\n', " 1\n"),
    |answer| answer.replace(char::is_numeric, "9"),
    |answer| answer.replace('1', "01"),
    |answer| format!("{answer}{answer}"),
    |_| String::new(),
];

/// The reference bot, which gives one of its answers in a way of its own.
struct Errs {
    bot: Box<dyn Bot>,
    answers: usize,
    wrong: usize,
    way: fn(&str) -> String,
}

impl Bot for Errs {
    fn hear(&mut self, line: &str, say: &mut String) -> bool {
        let before = say.len();
        let goes_on = self.bot.hear(line, say);
        if say.len() > before {
            self.answers += 1;
            if self.answers == self.wrong {
                let answer = say.split_off(before);
                say.push_str(&(self.way)(&answer));
            }
        }
        goes_on
    }
}

fn plan(game: &str, wrong: usize, way: fn(&str) -> String) -> Plan {
    Plan { seed: 3, ..in_memory(game, move |bot| Box::new(Errs { bot, answers: 0, wrong, way })) }
}

fn games(plan: &Plan) -> Vec<Played> {
    let cases: Vec<_> = plan.stream().expect("cases").step_by(7).take(2).collect();
    cases.into_iter().map(|case| plan.play(case).expect("a game")).collect()
}

fn faults(played: &Played) -> Vec<(String, usize)> {
    played.faults().map(|(fault, line)| (format!("{fault:?} {}", fault.breach.why), line)).collect()
}

fn a_game_is_read_back_as_it_was_written() {
    let (mut kinds, mut spans) = (BTreeSet::new(), BTreeSet::new());
    for (game, way, wrong) in GAMES
        .games()
        .iter()
        .flat_map(|game| WAYS.iter().flat_map(move |way| (1..4).map(move |wrong| (game.name(), *way, wrong))))
    {
        let plan = plan(game, wrong, way);
        for played in games(&plan) {
            let line = GameLine::of(&plan, &played);
            let text = serde_json::to_vec(&line).expect("JSON");
            let read: GameLine = json::read(&text).expect("its own line");
            assert_eq!(read, line);
            let again = read.played(&plan).expect("its own game");
            assert_eq!(faults(&again), faults(&played));
            let GameLine { points, .. } = &line;
            assert_eq!(GameLine { points: points.clone(), ..GameLine::of(&plan, &again) }, line);
            for (fault, _) in played.faults() {
                kinds.insert(fault.kind.word());
                spans.insert(match fault.breach.span {
                    Span::Whole => "whole",
                    Span::Word(_) => "word",
                    Span::Columns(..) => "columns",
                });
            }
        }
    }
    assert!(kinds.len() >= 4 && spans.len() == 3, "{kinds:?} {spans:?}");
}

fn a_line_of_another_plan_is_refused() {
    let plan = plan("gomoku", 2, WAYS[0]);
    let played = games(&plan).pop().expect("a game");
    let line = GameLine::of(&plan, &played);
    let refused = |change: &dyn Fn(&mut GameLine)| {
        let mut line = line.clone();
        change(&mut line);
        line.played(&plan).expect_err("it is refused")
    };
    assert_eq!(refused(&|line| line.game = "betris".into()), "a game of betris, and the plan is of gomoku");
    assert_eq!(refused(&|line| line.scenario = "none".into()), "gomoku has no scenario called none");
    assert_eq!(refused(&|line| line.seat = 2), "the game has seats 0 to 1; there is no seat 2");
    assert_eq!(refused(&|line| line.faults[0].kind = "odd".into()), "no class of faults is called `odd`");
    assert_eq!(refused(&|line| line.faults[0].clause = "odd".into()), "no clause is called `odd`");
    assert_eq!(refused(&|line| line.held.push("odd".into())), "no clause is called `odd`");
    assert_eq!(refused(&|line| line.rests_on.push("odd".into())), "no clause is called `odd`");
}
