//! The command line of Reversi with one command more: `book`, which writes its site.

fn main() -> std::process::ExitCode {
    stickler_cli::main_with(reversi::GAMES, &[stickler_site::book::BOOK])
}
