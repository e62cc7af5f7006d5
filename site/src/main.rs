//! The command line of stickler with one command more: `book`.

use stickler::games::GAMES;
use stickler::tools::TOOLS;
use stickler_site::book::BOOK;

fn main() -> std::process::ExitCode {
    let tools: Vec<_> = TOOLS.iter().copied().chain([BOOK]).collect();
    stickler::cli::main_with(GAMES, &tools)
}
