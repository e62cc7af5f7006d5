//! Messages of several lines: a breach names the line of the message that it is in.

use stickler::game::Seat;
use stickler::games::GAMES;
use stickler::params::Settings;
use stickler::stream::{Seeded, SplitMix64};

#[test]
fn a_breach_names_the_line_of_its_message() {
    let variant = GAMES
        .find("blokus")
        .and_then(|game| game.with(&Settings::default()))
        .expect("the game");
    let (mut judge, mut message) = (variant.referee(), String::new());
    judge
        .choose(&mut Seeded::new(SplitMix64(1)), 0)
        .expect("the letters");
    let to = judge.tell(&mut message).expect("a message");
    let lines: Vec<&[u8]> = message.lines().map(str::as_bytes).collect();
    assert!(
        lines.len() > 30 && judge.shows_clocks(to, &mut lines.iter().copied()).is_ok(),
        "{message}"
    );
    for at in 0..lines.len() {
        let mut broken = lines.clone();
        broken[at] = b"?";
        let breach = judge
            .shows_clocks(Seat(0), &mut broken.iter().copied())
            .expect_err("a broken line");
        assert_eq!(breach.line, at, "{}", breach.why);
        let breach = judge
            .shows_clocks(Seat(0), &mut lines[..at].iter().copied())
            .expect_err("lines are missing");
        assert_eq!(breach.line, at, "{}", breach.why);
    }
}
