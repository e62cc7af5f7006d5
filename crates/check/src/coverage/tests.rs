//! What languages write, read from bytes of theirs.

use super::{Coverage, Ran, gcov, llvm_profile, node};
use crate::bot::Plan;
use crate::in_memory::in_memory;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

const GCC_12: u32 = u32::from_be_bytes(*b"B22*");
const GCC_4: u32 = u32::from_be_bytes(*b"408*");
const GCDA: u32 = u32::from_be_bytes(*b"gcda");

/// Two functions: one with the counts 1, 0 and 300, and one that never ran.
#[test]
fn counters_of_gcc_are_read() {
    let function = [0x0100_0000, 12, 7, 8, 9];
    let arcs = [0x01a1_0000, 24, 1, 0, 0, 0, 300, 0];
    let idle = [0x0100_0000, 12, 17, 8, 9, 0x01a1_0000, (-16i32) as u32];
    let bytes = words(&[&[GCDA, GCC_12, 1, 2][..], &function, &arcs, &idle, &[0]].concat());
    let mut ran = Ran::default();
    gcov::read("a.gcda", &bytes, &mut ran);
    assert_eq!(ran.points.len(), 2);
    gcov::read("a.gcda", &bytes, &mut ran);
    assert_eq!(ran.points.len(), 2, "the same again");
    gcov::read("b.gcda", &bytes, &mut ran);
    assert_eq!(ran.points.len(), 4, "another file");
}

/// Lengths in words, and no checksum in the head.
#[test]
fn counters_of_clang_and_of_old_gccs_are_read() {
    let function = [0x0100_0000, 3, 7, 8, 9];
    let arcs = [0x01a1_0000, 4, 1, 0, 5, 0];
    let bytes = words(&[&[GCDA, GCC_4, 1][..], &function, &arcs].concat());
    let mut ran = Ran::default();
    gcov::read("a.gcda", &bytes, &mut ran);
    assert_eq!(ran.points.len(), 2);
}

/// A profile of rustc 1.95: one function with the counts 1, 0, 41 and 14.
#[test]
fn counters_of_a_raw_profile_are_read() {
    let magic = u64::from_be_bytes(*b"\xfflprofr\x81");
    let head = [magic, 10, 32, 1, 0, 4, 0, 0, 0, 35, 0, 0, 0, 0, 0, 2];
    let content = [0; 4 + 8].into_iter().chain([1, 0, 41, 14]);
    let all = head.into_iter().chain(content);
    let bytes: Vec<u8> = all.flat_map(u64::to_le_bytes).collect();
    let mut ran = Ran::default();
    llvm_profile::read("bot", &bytes, &mut ran);
    assert_eq!(ran.points.len(), 3);
}

/// Cut anywhere, or with any word changed, they are read as far as they go.
#[test]
fn broken_files_are_no_trouble() {
    let gcov = words(&[
        GCDA,
        GCC_12,
        1,
        2,
        0x0100_0000,
        12,
        7,
        8,
        9,
        0x01a1_0000,
        16,
        1,
        0,
        1,
        0,
    ]);
    for at in 0..gcov.len() {
        gcov::read("a", &gcov[..at], &mut Ran::default());
        let mut changed = gcov.clone();
        changed[at] ^= 0xff;
        gcov::read("a", &changed, &mut Ran::default());
        llvm_profile::read("a", &changed, &mut Ran::default());
    }
    let magic = u64::from_be_bytes(*b"\xfflprofr\x81");
    for huge in 2..6 {
        let mut head = [magic, 8, 0, 1, 0, 1, 0, 0];
        head[huge] = u64::MAX - 7;
        let bytes: Vec<u8> = head.into_iter().flat_map(u64::to_le_bytes).collect();
        llvm_profile::read("a", &bytes, &mut Ran::default());
    }
    for json in [
        "",
        "{",
        "[]",
        r#"{"result":[{"url":"file:///no/such.js","functions":[]}]}"#,
    ] {
        node::read(json.as_bytes(), &mut Ran::default());
    }
}

/// Its folder goes away with it.
#[test]
fn nothing_is_left_behind() {
    let coverage = Coverage::new(Vec::new()).expect("a folder");
    let folder = coverage.folder.clone();
    let plan = in_memory("gomoku", |bot| bot);
    let case = plan.cases().expect("cases")[0];
    let played = coverage.play(&plan, |plan: &Plan| plan.play(case));
    assert_eq!(played.expect("a game").ran, Ran::default());
    assert!(folder.is_dir());
    drop(coverage);
    assert!(!folder.exists());
}
