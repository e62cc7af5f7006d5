fn main() {
    stickler::harness::engine::<stickler::games::gomoku::Entry, _>(&["board=9x9"], myengine::Board::default);
}
