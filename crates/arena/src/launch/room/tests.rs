//! Parts of `arena/launch/room.rs`.

use super::{GATE, are_of_the_gate};

/// The kernel can give the words of a process that ends in part; then nothing was started yet.
#[test]
fn a_part_of_the_gate_s_words_is_no_program() {
    let gate = format!("/bin/sh\0-c\0{GATE}\0gate-1f\0/no/such/program\0");
    let words = gate.as_bytes();
    // A shell of the bot's own has the first words, too, and then they are whole.
    let is_of_any_shell = |end: &usize| ["/bin/sh\0", "/bin/sh\0-c\0"].map(str::len).contains(end);
    for end in (1..=words.len()).filter(|end| !is_of_any_shell(end)) {
        assert!(are_of_the_gate(&words[..end]), "{end} bytes");
    }
    for program in [
        "/bin/sh\0",
        "/bin/sh\0-c\0cat\0",
        "/bin/cat\0",
        "bot: playing",
    ] {
        assert!(!are_of_the_gate(program.as_bytes()), "{program:?}");
    }
}
