//! Rooms of this very process: they are opened by a process of one thread, and closed again.

use crate::support::files::scratch;
use crate::support::trials::skipped;
use std::fs;
use stickler::arena::process::Processes;
use stickler::arena::room::{self, Files, Wall, Walls};
use stickler::arena::table::{HarnessError, Table};
use stickler::game::Seat;
use stickler::params::Ms;
use stickler::referee::{Ask, Heard};

tests! {
    rooms_that_are_closed_leave_nobody,
    every_program_has_accounts_of_its_own,
    a_folder_is_copied_as_it_is_when_the_program_comes,
    what_is_no_command_is_not_started,
}

fn shell(script: &str) -> Option<Vec<String>> {
    Some(["/bin/sh", "-c", script].map(str::to_string).to_vec())
}

/// The first line that each of these scripts writes, while all of them run.
fn first_lines(scripts: &[&str]) -> Vec<String> {
    let commands: Vec<_> = scripts.iter().map(|script| shell(&format!("{script}; read line"))).collect();
    let mut table = Processes::start(&commands).expect("shells");
    let line = |seat| {
        let ask = Ask { seat: Seat(seat), lines: 1, budget: Ms(60_000) };
        match table.wait(&[ask]).expect("an answer").1 {
            Heard::Lines(line) => String::from_utf8_lossy(line).into_owned(),
            other => panic!("{other:?}"),
        }
    };
    (0..scripts.len() as u8).map(line).collect()
}

/// The rooms, where this machine makes them.
fn opened(walls: Walls, wall: Wall) -> bool {
    let standing = room::open(walls, &[]).expect("rooms");
    if !standing.holds(wall) {
        skipped(&format!("rooms: {standing}"));
        room::close();
    }
    standing.holds(wall)
}

fn own_space() -> String {
    fs::read_link("/proc/self/ns/pid").expect("a link").to_string_lossy().into_owned()
}

fn rooms_that_are_closed_leave_nobody() {
    const SPACE: &str = "readlink /proc/self/ns/pid";
    if !opened(Walls::LIGHT, Wall::Processes) {
        return;
    }
    assert_ne!(first_lines(&[SPACE])[0], own_space());
    // Others take the place of those that are open.
    assert!(room::open(Walls::LIGHT, &[]).expect("rooms").holds(Wall::Processes));
    room::close();
    assert_eq!(first_lines(&[SPACE])[0], own_space());
    let children = fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.unwrap_or_default().trim(), "");
}

fn every_program_has_accounts_of_its_own() {
    if !opened(Walls::ALL, Wall::Memory) {
        return;
    }
    let group = |line: &String| {
        let of_memory = line.split(' ').find(|group| group.contains(":memory:") || group.starts_with("0::/"));
        of_memory.and_then(|group| group.rsplit('/').next()).expect("a group").to_string()
    };
    const GROUPS: &str = "echo $(grep -e memory -e '0::/.*stickler' /proc/self/cgroup)";
    let both: Vec<String> = first_lines(&[GROUPS, GROUPS]).iter().map(group).collect();
    let begin = format!("stickler-{}-", std::process::id());
    assert!(both.iter().all(|group| group.starts_with(&begin)) && both[0] != both[1], "{both:?}");
    // Whoever comes after them gets the same.
    let next: Vec<String> = first_lines(&[GROUPS, GROUPS]).iter().map(group).collect();
    assert!(next.iter().all(|group| both.contains(group)) && next[0] != next[1], "{next:?} after {both:?}");
    room::close();
}

/// When the rooms were opened it was empty.
fn a_folder_is_copied_as_it_is_when_the_program_comes() {
    let (before, folder) = (std::env::current_dir().expect("a folder"), scratch("rooms"));
    std::env::set_current_dir(&*folder).expect("it is there");
    if opened(Walls { files: Files::Own, ..Walls::LIGHT }, Wall::Files) {
        fs::write(folder.join("book"), "e4\n").expect("written");
        let lines = first_lines(&["cat book; : >own", "ls | tr '\\n' ' '; echo"]);
        assert_eq!(lines, ["e4", "book "]);
        assert!(!folder.join("own").exists());
        room::close();
    }
    std::env::set_current_dir(before).expect("it is there");
}

fn what_is_no_command_is_not_started() {
    if !opened(Walls::LIGHT, Wall::Processes) {
        return;
    }
    for words in [&[][..], &["/bin/true\0", "word"], &["/bin/true", "a\0word"], &["/no/such/program"]] {
        let started = Processes::start(&[Some(words.iter().map(|word| word.to_string()).collect())]);
        assert!(matches!(started, Err(HarnessError::Start { .. })), "{words:?}");
    }
    room::close();
}
