//! Parts of `transcript/interaction.rs`.

use stickler::transcript::interaction::*;

#[test]
fn what_is_written_is_read_again() {
    let log = b"stickler: 1\ngame: blackout\n0< 1\n0> 2 1 2 4 @3ms\n0< GAME\n0! exit 0\n";
    let interaction = write(log).expect("one seat");
    assert_eq!(interaction, b"<1\n>2 1 2 4\n<GAME\n");
    assert_eq!(
        read(&interaction).as_deref(),
        Ok(&b"0< 1\n0> 2 1 2 4\n0< GAME\n"[..])
    );
    // What a program wrote is text: no time and no escape of a log.
    let text = b">2 1 2 4 @5ms\r\n>2 1\\x20 3\n";
    assert_eq!(
        read(text).as_deref(),
        Ok(&b"0> 2 1 2 4 \\x405ms\n0> 2 1\\\\x20 3\n"[..])
    );
    assert_eq!(write(b"1< READY SECOND\n"), None);
    assert_eq!(
        read(b"<1\n---\n<2\n"),
        Err((
            2,
            "another pass begins here; check each pass as a file of its own"
        ))
    );
    assert_eq!(
        read(b"1\n"),
        Err((1, "expected `<` or `>` and a line of the interaction"))
    );
}
