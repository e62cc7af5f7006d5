//! The command line of stickler with one command more: `book`.

use stickler::games::GAMES;
use stickler_cli::tools::TOOLS;
use stickler_site::book::BOOK;

fn main() -> std::process::ExitCode {
    let tools: Vec<_> = TOOLS.iter().copied().chain([BOOK]).collect();
    stickler_cli::main_with(GAMES, &tools)
}
