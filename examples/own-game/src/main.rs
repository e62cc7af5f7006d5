//! The command line of Reversi: `check`, `validate`, `show`, `play`, `oracle`, `vectors` and all else that `stickler` has.

fn main() -> std::process::ExitCode {
    stickler_cli::main(reversi::GAMES)
}
