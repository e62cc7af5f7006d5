//! The goal, a turn, the output and the ways to lose of each game, in four lines: in English, and folded below in Korean.

use maud::{Markup, html};
use stickler::report::leaf::coded;

/// The names of the four lines, in both languages.
const NAMES: [(&str, &str); 4] = [
    ("Goal", "목표"),
    ("A turn", "한 차례"),
    ("You write", "출력"),
    ("You lose if", "지는 경우"),
];

/// The lines of a game, in English and in Korean.
struct Goals {
    game: &'static str,
    lines: [(&'static str, &'static str); 4],
}

const GOALS: [Goals; 5] = [
    Goals {
        game: "betris",
        lines: [
            (
                "Have the higher score after the last round. Filled cells, the largest filled square and the chips that are left count.",
                "마지막 라운드가 끝났을 때 점수가 더 높아야 합니다. 채운 칸, 채운 칸으로 된 가장 큰 정사각형, 남은 칩이 점수입니다.",
            ),
            (
                "The judge names two blocks. Both players bet chips on one of them, and then place the block that they get.",
                "심판이 블록 두 개를 알려 줍니다. 두 참가자는 그중 하나에 칩을 걸고, 받은 블록을 자기 보드에 놓습니다.",
            ),
            (
                "`OK`, then in each round `BET F5 4` and `PLACE 2 1 1 1 2`: the number of cells, then the cells.",
                "`OK`, 그 뒤 라운드마다 `BET F5 4`와 `PLACE 2 1 1 1 2`(칸의 수, 그다음 칸들)를 씁니다.",
            ),
            (
                "Your score is lower, or an answer is illegal, late or missing.",
                "점수가 더 낮거나, 응답이 규칙에 어긋나거나 늦거나 없으면 집니다.",
            ),
        ],
    },
    Goals {
        game: "blackout",
        lines: [
            (
                "Blacken the last white square, in every game of the run.",
                "모든 판에서 마지막 흰 칸을 검게 칠해야 합니다.",
            ),
            (
                "You and the jury blacken a segment in turn.",
                "참가자와 심판이 번갈아 선분 하나를 검게 칠합니다.",
            ),
            (
                "A line of four numbers, such as `1 1 1 2`: from row 1, column 1 to row 1, column 2.",
                "`1 1 1 2`처럼 수 네 개를 한 줄에 씁니다. 1행 1열부터 1행 2열까지라는 뜻입니다.",
            ),
            (
                "The jury blackens the last square of any game, or an answer is illegal, late or missing.",
                "한 판이라도 심판이 마지막 칸을 칠하거나, 응답이 규칙에 어긋나거나 늦거나 없으면 집니다.",
            ),
        ],
    },
    Goals {
        game: "blokus",
        lines: [
            (
                "Cover more squares of the board than any other player.",
                "다른 참가자보다 보드의 칸을 더 많이 덮어야 합니다.",
            ),
            (
                "You place one of your shapes. It touches your own shapes at corners, and nowhere at a side.",
                "조각 하나를 놓습니다. 자기 조각과 꼭짓점으로만 닿고 변으로는 닿지 않아야 합니다.",
            ),
            (
                "A move such as `1 2 A001`. The judge lists your valid moves before each turn.",
                "`1 2 A001` 같은 수를 씁니다. 심판이 차례마다 가능한 수를 알려 줍니다.",
            ),
            (
                "Another player covers more, or an answer is invalid, late or missing.",
                "다른 참가자가 더 많이 덮거나, 응답이 규칙에 어긋나거나 늦거나 없으면 집니다.",
            ),
        ],
    },
    Goals {
        game: "gomoku",
        lines: [
            (
                "Be the first with five or more of your stones in an unbroken row.",
                "자기 돌 다섯 개 이상을 먼저 한 줄로 이어야 합니다.",
            ),
            (
                "You put one stone on an empty cell.",
                "빈칸에 돌 하나를 놓습니다.",
            ),
            (
                "`OK` to READY, then `MOVE 8 8` to each TURN: the row, then the column.",
                "READY에는 `OK`, TURN마다 `MOVE 8 8`(행, 열)을 씁니다.",
            ),
            (
                "The other player has such a row first, or an answer is illegal, late or missing.",
                "상대가 먼저 이으면, 또는 응답이 규칙에 어긋나거나 늦거나 없으면 집니다.",
            ),
        ],
    },
    Goals {
        game: "tetris",
        lines: [
            (
                "Say of each case whether a player can have placed exactly these pieces in this order.",
                "각 경우마다 조각들을 그 순서로 놓을 수 있었는지 답합니다.",
            ),
            (
                "There are no turns: the program reads all cases, and answers them.",
                "차례가 없습니다. 프로그램은 모든 경우를 읽고 답합니다.",
            ),
            (
                "A line for each case: `YES` or `NO`.",
                "경우마다 한 줄에 `YES` 또는 `NO`를 씁니다.",
            ),
            (
                "One answer is wrong or missing, or the program is late.",
                "답이 하나라도 틀리거나 빠지거나, 프로그램이 늦으면 집니다.",
            ),
        ],
    },
];

/// The box of a game; none of one that is not of these.
pub(super) fn of(game: &str) -> Markup {
    let goals = GOALS.iter().find(|goals| goals.game == game);
    html! {
        @if let Some(goals) = goals {
            div.goals {
                dl { @for ((name, _), (line, _)) in NAMES.iter().zip(&goals.lines) { dt { (name) } dd { (coded(line)) } } }
                details {
                    summary lang="ko" { "한국어" }
                    dl lang="ko" { @for ((_, name), (_, line)) in NAMES.iter().zip(&goals.lines) { dt { (name) } dd { (coded(line)) } } }
                }
            }
        }
    }
}
