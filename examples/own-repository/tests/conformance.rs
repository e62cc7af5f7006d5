fn main() {
    stickler_check::harness::bot("gomoku", &[env!("CARGO_BIN_EXE_mybot")]);
}
