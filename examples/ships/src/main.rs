fn main() -> std::process::ExitCode {
    stickler_cli::main(ships::GAMES)
}
