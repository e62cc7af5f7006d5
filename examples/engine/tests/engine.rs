fn main() {
    stickler_check::harness::engine::<stickler::games::gomoku::Contest, _>(
        &["board=9x9"],
        myengine::Board::default,
    );
}
