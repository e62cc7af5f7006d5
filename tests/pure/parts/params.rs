//! Parameters know when they are read.

use stickler::parameters;
use stickler::params::{Flag, Parameter, Parameters, ReadSet, Within, reads};

parameters! {
    /// Three parameters.
    Three {
        /// One.
        first "first": Within<0, 9> = Within(1),
        /// Two.
        second "second": Flag = Flag::Yes,
        /// Three.
        third "third": Flag = Flag::No,
    }
}

fn read(work: impl FnOnce(&Three)) -> Vec<&'static str> {
    let params = Three::default();
    let (_, read) = reads(|| work(&params));
    let names = Three::NAMES.iter().copied();
    names.filter(|name| read.has::<Three>(name)).collect()
}

#[test]
fn a_value_that_decides_something_is_read() {
    assert_eq!(read(|params| assert_eq!(params.first.0, 1)), ["first"]);
    assert_eq!(
        read(|params| assert!(params.second == Flag::Yes)),
        ["second"]
    );
    assert_eq!(
        read(|params| assert!(params.second != params.third)),
        ["second", "third"]
    );
    assert_eq!(
        read(|params| assert_eq!(params.third.to_string(), "no")),
        ["third"]
    );
    let is_set = |params: &Three| params.third.map(|flag| flag == Flag::No);
    assert_eq!(read(|params| assert!(*is_set(params))), ["third"]);
}

#[test]
fn a_value_that_is_only_handed_on_is_not_read() {
    let none: [&str; 0] = [];
    assert_eq!(read(|params| drop(params.clone())), none);
    assert_eq!(
        read(|params| _ = params.third.map(|flag| flag == Flag::No)),
        none
    );
    assert_eq!(
        read(|params| assert_eq!(params.get("first").as_deref(), Some("1")),),
        none
    );
    assert_eq!(read(|_| assert!(*Parameter::fixed(true))), none);
}

#[test]
fn a_parameter_stays_itself_when_it_is_set() {
    let set = |params: &Three| {
        let mut params = params.clone();
        params.set("second", "no").expect("a flag");
        assert!(params.second == Flag::No);
    };
    assert_eq!(read(set), ["second"]);
}

#[test]
fn what_a_part_reads_the_whole_has_read() {
    let all = read(|params| {
        let (_, part) = reads(|| assert_eq!(params.first.0, 1));
        assert!(part.has::<Three>("first") && !part.has::<Three>("second"));
        assert!(params.second == Flag::Yes);
    });
    assert_eq!(all, ["first", "second"]);
}

/// Parameters that somebody wrote without the macro.
#[derive(Clone, Default, Debug)]
struct Plain(bool);

impl Parameters for Plain {
    const NAMES: &'static [&'static str] = &["plain"];
    fn get(&self, _: &str) -> Option<String> {
        Some(self.0.to_string())
    }
    fn set(&mut self, _: &str, value: &str) -> Result<(), String> {
        self.0 = value == "true";
        Ok(())
    }
    fn values(_: &str) -> &'static [&'static str] {
        &["true", "false"]
    }
}

#[test]
fn parameters_that_leave_no_notes_count_as_read() {
    assert!(ReadSet::default().has::<Plain>("plain"));
    assert!(ReadSet::default().has::<Three>("no such parameter"));
}
