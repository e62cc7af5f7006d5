//! The header of a log: each key has its values, and no other.

use stickler::transcript::Transcript;

#[test]
fn a_key_has_its_own_values() {
    let refused = |line: &str| {
        let log = format!("stickler: 1\n{line}\n");
        Transcript::parse(log.as_bytes())
            .err()
            .map(|error| (error.line, error.breach.why.to_string()))
    };
    for line in [
        "game: anything",
        "set: a=1 b=2",
        "seats: 0",
        "seats: 0 7",
        "omits: head",
        "omits: tail head",
        "omits:",
        "clock: own",
        "clock: judge",
        "holds: answers",
        "seed: 5",
        "note: whatever one likes",
    ] {
        assert_eq!(refused(line), None, "{line}");
    }
    for (line, why) in [
        ("set: a", "expected `name=value` words"),
        ("seats: 8", "expected seat numbers"),
        ("seats: 0 8", "expected seat numbers"),
        ("seats:", "expected seat numbers"),
        ("seats: -1", "expected seat numbers"),
        ("omits: middle", "expected head, tail or both"),
        ("clock: mine", "expected judge or own"),
        ("holds: moves", "expected answers or streams"),
        ("stickler: 1", "this key stands here already"),
        (
            "player: 0",
            "an unknown key; there are game, set, seats, omits, clock, holds, seed, note",
        ),
        (
            "game",
            "expected `key: value`, or a line such as `0< READY`",
        ),
    ] {
        assert_eq!(refused(line), Some((2, why.into())), "{line}");
    }
    // Blanks around a value are none of it.
    for line in [
        "clock: mine",
        "clock:mine",
        "clock:  mine ",
        "clock: mine   ",
        "clock: mine\t",
    ] {
        let log = format!("stickler: 1\n{line}\n");
        let span = Transcript::parse(log.as_bytes())
            .expect_err(line)
            .breach
            .span;
        assert_eq!(&line[span.columns(line.as_bytes())], "mine", "{line:?}");
    }
    let parsed = Transcript::parse(b"stickler: 1\nclock: judge\nholds: answers\n")
        .expect("a header")
        .header;
    assert!(!parsed.own_clock && parsed.is_answers && !parsed.omits_head && !parsed.omits_tail);
    let parsed = Transcript::parse(b"stickler: 1\nclock: own\nomits: tail\n")
        .expect("a header")
        .header;
    assert!(parsed.own_clock && !parsed.is_answers && !parsed.omits_head && parsed.omits_tail);
}
