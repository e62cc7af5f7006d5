//! `stickler`: see [`stickler_cli`].

fn main() -> std::process::ExitCode {
    stickler_cli::main_with(stickler::games::GAMES, stickler_cli::tools::TOOLS)
}
