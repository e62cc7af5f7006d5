//! Parts of `stream.rs`.

use stickler::referee::Stream;
use stickler::stream::{Recorded, Seeded, SplitMix64};

#[test]
fn splitmix_gives_the_published_numbers() {
    let mut generator = SplitMix64(1_234_567);
    let numbers: [u64; 5] = std::array::from_fn(|_| generator.next_u64());
    let published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(numbers, published);
}

#[test]
fn a_record_replays_the_seed_and_then_picks_the_first() {
    let mut seeded = Seeded::new(SplitMix64(7));
    let picks: Vec<usize> = (1..50).map(|count| seeded.pick(count)).collect();
    assert!(picks.iter().zip(1..50).all(|(&pick, count)| pick < count));
    let mut recorded = Recorded::new(seeded.record());
    assert_eq!(
        (1..50)
            .map(|count| recorded.pick(count))
            .collect::<Vec<_>>(),
        picks
    );
    assert_eq!(recorded.pick(225), 0);
}
