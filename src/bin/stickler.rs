//! `stickler`: see [`stickler::cli`].

fn main() -> std::process::ExitCode {
    stickler::cli::main(stickler::games::GAMES)
}
