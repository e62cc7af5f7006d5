//! `stickler`: see [`stickler::cli`].

fn main() -> std::process::ExitCode {
    stickler::cli::main_with(stickler::games::GAMES, stickler::tools::TOOLS)
}
