fn main() {
    stickler::harness::bot("gomoku", &[env!("CARGO_BIN_EXE_mybot")]);
}
