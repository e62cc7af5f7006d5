//! Whether a judge drew another game when it played a match again.

use super::MatchRun;
use stickler::games::erased::AnyGame;
use stickler::params::Settings;

/// What passed between the judge and each bot, without times.
pub(crate) fn passed(went: &MatchRun) -> Vec<String> {
    let of_tap = |(seat, tap): (_, &str)| {
        let [told, said] = ['<', '>'].map(|way| format!("{seat}{way} "));
        let line = |line: &str| match line.rsplit_once(" @") {
            Some((answer, _)) if line.starts_with(&said) => Some(format!("{answer}\n")),
            _ if line.starts_with(&told) || line.starts_with(&said) => Some(format!("{line}\n")),
            _ => None,
        };
        tap.lines().filter_map(line).collect()
    };
    went.logs().map(of_tap).collect()
}

/// True where a bot was sent something else in another run of the same match, though it had answered the same until then. Of a
/// game with banks the words alone count: the numbers of its messages tell times.
pub fn drew_otherwise(
    game: &dyn AnyGame,
    settings: &Settings,
    [one, other]: [&[String]; 2],
) -> bool {
    let variant = game.with(settings);
    let tells_times = variant.is_ok_and(|variant| variant.parameter("bank").is_some());
    let words = |line: &str| -> Vec<String> {
        let words = line.split(' ').skip(1).map(str::to_string);
        let is_time = |word: &String| tells_times && word.parse::<u64>().is_ok();
        words.filter(|word| !is_time(word)).collect()
    };
    let is_told = |line: &str| line.get(1..2) == Some("<");
    one.iter().zip(other).any(|(one, other)| {
        let mut pairs = one.lines().zip(other.lines());
        let first = pairs.find(|(one, other)| words(one) != words(other));
        first.is_some_and(|(one, other)| is_told(one) && is_told(other))
    })
}

#[cfg(test)]
mod tests {
    use super::drew_otherwise;
    use stickler::games::GAMES;
    use stickler::params::Settings;

    fn differ(game: &str, logs: [&str; 2]) -> bool {
        let game = GAMES.find(game).expect("a game");
        let [one, other] = logs.map(|log| [log.to_string()]);
        drew_otherwise(game, &Settings::default(), [&one, &other])
    }

    #[test]
    fn another_pair_of_blocks_is_another_game_and_another_time_is_none() {
        let log = "0< READY\n0> OK\n0< PHASE1 I2 F5 10000 10000\n0> BET F5 4\n";
        let slower = log.replace("10000 10000", "9990 9980");
        assert!(!differ("betris", [log, &slower]));
        assert!(differ(
            "betris",
            [log, &log.replace("F5 10000", "P5 10000")]
        ));
        // The bot answered otherwise first.
        let answered = log.replace("OK", "NO").replace("F5 10000", "P5 10000");
        assert!(!differ("betris", [log, &answered]));
        // Without a bank each number counts.
        assert!(differ(
            "blackout",
            ["0< MOVE 2 1 2 6\n", "0< MOVE 2 1 2 5\n"]
        ));
        // A judge that did not come so far sent nothing else.
        assert!(!differ("betris", [log, ""]));
    }
}
