//! The words of a judge: patterns that read them, and the conventions of arenas.

use crate::matches_in_memory::said;
use crate::verdict_patterns::{VerdictFormat, VerdictPatterns};
use crate::*;

#[test]
fn lines_are_read_by_patterns() {
    for (text, shown) in [
        (
            "winner 1\nseat 0 RE\nseat 1 OK\n",
            "winner 1, seat 0 RE, seat 1 OK",
        ),
        ("winner none\n", "a draw"),
        ("  winner 0  \nwinner 1\n", "winner 1"),
        ("seat 0 invalid action\n", "seat 0 invalid action"),
        (
            "winner x\nwinner\nwinner 1 2\nthe winner 1\nseat 0\n",
            "nothing",
        ),
    ] {
        assert_eq!(said(text).to_string(), shown, "{text}");
    }
    let rules = "winner: ['P{seat} wins … points']\ndraw: [tie]\nseat: ['… player #{seat}: {word} …']\nfirst: 1\nwords: {slow: TLE}\n";
    let reading = VerdictPatterns::read(rules).expect("rules");
    for (text, shown) in [
        ("P2 wins by 12 points", "winner 1"),
        ("P2 wins points", "winner 1"),
        ("P2 wins by 12 stones", "nothing"),
        ("tie", "a draw"),
        ("at 3 s player #1: slow as ever", "seat 0 TLE"),
        ("player #2: fine", "seat 1 fine"),
        ("player #0: fine", "nothing"),
        ("2 = fine", "nothing"),
        ("2=fine", "nothing"),
    ] {
        assert_eq!(reading.said(text).to_string(), shown, "{text}");
    }
    let why = VerdictPatterns::read(
        "winner: ['a {seat}']\nexamples: [{text: tie, says: {is_draw: true}}]\n",
    )
    .expect_err("a wrong example");
    assert_eq!(
        why,
        "example 1: expected a draw, and the patterns read nothing"
    );
    assert!(VerdictPatterns::read("winers: [a]\n").is_err());
}

#[test]
fn patterns_that_can_say_nothing_are_refused() {
    for (rules, why) in [
        (
            "winner: ['Player #{seat}, …came in rank #1 and…']",
            "pattern `Player #{seat}, …came in rank #1 and…`: `…` stands as a word of its own",
        ),
        (
            "winner: [score 1 0]",
            "pattern `score 1 0`: it says nothing without {seat}",
        ),
        ("seat: ['status {word}']", "it says nothing without {seat}"),
        (
            "seat: ['seat {seat} failed']",
            "it says nothing without {word}",
        ),
        (
            "seat: ['{seat}={word}']",
            "in `{seat}={word}` one place is due",
        ),
        (
            "seat: ['seat {seat} {verdict}']",
            "in `{verdict}` one place is due",
        ),
        (
            "seat: ['seat {seat} … {word}']",
            "expected a plain word after `…`",
        ),
        ("draw: ['a } b']", "in `}` one place is due"),
    ] {
        let refused = VerdictPatterns::read(rules).expect_err(rules);
        assert!(refused.contains(why), "{refused}");
    }
    let taken = "winner: ['… winner {seat} …']\ndraw: [… draw]\nseat: ['{seat}: {word}', 'bot({seat}) was {word},']\n";
    assert!(VerdictPatterns::read(taken).is_ok());
}

#[test]
fn verdicts_are_read_as_arenas_write_them() {
    let read = |name: &str, text: &str, code| {
        let reader = VerdictFormat::NAMES
            .into_iter()
            .find(|(own, _)| *own == name)
            .expect("a reader")
            .1;
        reader.said(text, code).to_string()
    };
    for (name, text, code, shown) in [
        ("kattis", "", Some(42), "seat 0 AC"),
        ("kattis", "", Some(43), "seat 0 WA"),
        ("kattis", "", Some(0), "nothing"),
        ("kattis", "", None, "nothing"),
        ("exit", "", Some(0), "seat 0 AC"),
        ("exit", "", Some(1), "seat 0 WA"),
        ("exit", "", Some(42), "nothing"),
        (
            "brutaltester",
            "3\n-1\nseed=1\n",
            Some(0),
            "winner 0, seat 0 OK, seat 1 a fault",
        ),
        (
            "brutaltester",
            "2\n2\n",
            Some(0),
            "a draw, seat 0 OK, seat 1 OK",
        ),
        ("brutaltester", "seed=1\n", Some(0), "nothing"),
        (
            "psyleague",
            "log\n{\"ranks\":[1,0],\"errors\":[1,0]}\n",
            Some(0),
            "winner 1, seat 0 a fault, seat 1 OK",
        ),
        ("psyleague", "no json", Some(0), "nothing"),
        (
            "alphano",
            "{\"result\":\"AGENT2_WIN\",\"agent1_reason\":\"TLE\",\"agent2_reason\":\"INTERRUPTED\"}",
            Some(0),
            "winner 1, seat 0 TLE, seat 1 INTERRUPTED",
        ),
        (
            "alphano",
            "{\"result\":\"AGENT1_WIN\"}",
            Some(0),
            "winner 0",
        ),
        ("alphano", "{\"result\":\"DRAW\"}", Some(0), "a draw"),
    ] {
        assert_eq!(read(name, text, code), shown, "{name}: {text}");
    }
}

#[test]
fn scores_are_read_behind_what_a_judge_prints_before_them() {
    use verdict_patterns::VerdictFormat;
    let scores = VerdictFormat::Scores;
    for (output, winner, noise) in [
        ("1\n0\nseed=5\n", Some(0), None),
        (
            "WARNING: slow\n0\n1\nseed=5\n",
            Some(1),
            Some("WARNING: slow"),
        ),
        (
            "# 7 cores\n\n42\nready\n 1 \n-1\r\nseed=5\n77\n",
            Some(0),
            Some("# 7 cores"),
        ),
        ("seed=5\n", None, None),
        ("", None, None),
    ] {
        let said = scores.said(output, Some(0));
        assert_eq!(said.winner, winner, "{output:?}: {said:?}");
        assert_eq!(scores.noise(output), noise, "{output:?}");
    }
    let said = scores.said("hello\n-1\n1\n", Some(0));
    assert_eq!(
        said.words.get(&0).map(String::as_str),
        Some(verdict_patterns::AT_FAULT)
    );
}

#[test]
fn codes_of_another_convention_are_named() {
    use verdict_patterns::VerdictFormat;
    let named = |codes: [i32; 2], code| VerdictFormat::Exit(codes).other_codes(code);
    for code in [0, 1, 2, 3, 7] {
        assert!(
            named([42, 43], code).is_some_and(|text| text.contains("testlib")),
            "{code}"
        );
    }
    assert!(named([0, 1], 42).is_some_and(|text| text.contains("--verdict kattis")));
    assert!(named([0, 1], 3).is_some_and(|text| text.contains("presentation")));
    for (codes, code) in [([42, 43], 44), ([42, 43], 139), ([0, 1], 9)] {
        assert_eq!(named(codes, code), None);
    }
}
