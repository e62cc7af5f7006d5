//! `refbot`: see [`stickler::cli::refbot`].

fn main() -> std::process::ExitCode {
    stickler::cli::refbot::main(stickler::games::GAMES)
}
