//! Which game a report shows.

use crate::bot::Plan;
use crate::report::run::smallest;
use stickler::game::Bot;
use stickler::games::GAMES;

/// The bot fails at once in each game, in the odd ones first.
#[test]
fn an_ordinary_game_is_shown_before_an_odd_one_of_its_length() {
    struct Silent;
    impl Bot for Silent {
        fn hear(&mut self, _: &str, say: &mut String) -> bool {
            *say += "NO\n";
            true
        }
    }
    let game = GAMES.find("betris").expect("the game");
    let plan = Plan::in_memory(game, |_| Box::new(Silent));
    let mut cases = Vec::new();
    for scenario in ["low_bank", "split", "any"] {
        cases.extend(plan.stream_of(&[scenario]).expect("cases"));
    }
    let summary = plan.run(&cases, &|_| ()).expect("played");
    let shown = smallest(&plan, &summary);
    let (played, ..) = shown.first().expect("a failure");
    assert_eq!(played.case.scenario.name, "any");
}
