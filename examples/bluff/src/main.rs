fn main() -> std::process::ExitCode {
    stickler_cli::main(bluff::GAMES)
}
