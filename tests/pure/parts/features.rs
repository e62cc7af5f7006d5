//! Kinds of a bounded number: every value lies in one of them, and they come in order.

use stickler::game::Feature;

#[test]
fn each_value_has_its_kind() {
    for most in 0..40 {
        let kinds = Feature::kinds("stones", most);
        let of = |value| Feature {
            name: "stones",
            value,
            most,
        };
        let mut met: Vec<String> = (0..=most).map(|value| of(value).kind()).collect();
        met.dedup();
        assert_eq!(met, kinds, "of {most}");
        assert_eq!(of(most + 1).kind(), of(most).kind(), "more than the most");
    }
    let kinds = Feature::kinds("stones", 224);
    let wanted = [
        "0",
        "1",
        "2 to 56",
        "57 to 112",
        "113 to 168",
        "169 to 222",
        "223",
        "224",
    ];
    assert_eq!(kinds, wanted.map(|range| format!("stones: {range} of 224")));
}
