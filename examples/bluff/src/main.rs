//! The command line of the game: `check`, `validate`, `play`, `judge`, `spec`, `oracle` and all else that `stickler` has.

fn main() -> std::process::ExitCode {
    stickler_cli::main(bluff::GAMES)
}
