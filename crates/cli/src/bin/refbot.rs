//! `refbot`: see [`stickler_cli::refbot`].

fn main() -> std::process::ExitCode {
    stickler_cli::refbot::main(stickler::games::GAMES)
}
