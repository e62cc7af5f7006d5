//! Kinds of a bounded number: every value lies in one of them, and they come in order.

use stickler::game::{Feature, FeatureKind};

fn stones(value: usize, most: usize) -> Feature {
    let name = "stones";
    Feature { name, value, most }
}

fn words(kinds: &[FeatureKind]) -> Vec<String> {
    kinds.iter().map(FeatureKind::to_string).collect()
}

#[test]
fn each_value_has_its_kind() {
    for most in 0..40 {
        let of = |value| stones(value, most);
        let kinds = words(&of(0).kinds());
        let mut met: Vec<String> = (0..=most).map(|value| of(value).kind()).collect();
        met.dedup();
        assert_eq!(met, kinds, "of {most}");
        assert_eq!(of(most + 1).kind(), of(most).kind(), "more than the most");
    }
    let kinds = stones(0, 224).kinds();
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
    assert_eq!(
        words(&kinds),
        wanted.map(|range| format!("stones: {range} of 224"))
    );
    let chips = Feature {
        name: "chips",
        value: 0,
        most: 1,
    };
    let all = FeatureKind::listed(&[&kinds[1..3], &chips.kinds()[1..]].concat());
    assert_eq!(all, "stones 1 or 2 to 56 of 224; chips 1 of 1");
    let distances = [0, 1, 2, 56, 57, 60].map(|value| kinds[2].distance(value));
    assert_eq!(distances, [2, 1, 0, 0, 1, 4]);
}
