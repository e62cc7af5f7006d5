//! Parts of `clock.rs`.

use stickler::clock::{BankLeft, Micros, Rounding};
use stickler::params::Ms;

#[test]
fn rounding_counts_whole_milliseconds() {
    let count = |micros| {
        [Rounding::Down, Rounding::Nearest, Rounding::Up].map(|r| r.count(Micros(micros)).0)
    };
    assert_eq!(count(0), [0, 0, 0]);
    assert_eq!(count(1), [0, 0, 1]);
    assert_eq!(count(1500), [1, 2, 2]);
    assert_eq!(count(50_999), [50, 51, 51]);
    assert!(Rounding::matters(Micros(1)) && Rounding::matters(Micros(1999)));
    assert!(!Rounding::matters(Micros(0)) && !Rounding::matters(Micros(2000)));
}

#[test]
fn an_unknown_time_leaves_an_upper_bound() {
    let left = BankLeft::Exactly(Ms(100)).after(None);
    assert_eq!((left, left.most()), (BankLeft::AtMost(Ms(100)), Ms(100)));
    assert_eq!(left.after(Some(Ms(30))), BankLeft::AtMost(Ms(70)));
}
