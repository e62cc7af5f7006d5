//! Parts of `arena/stall.rs`.

use std::time::Duration;
use stickler::arena::stall::Steal;

tests! {
    the_host_s_share_is_read_off_the_system_s_accounts,
}

fn the_host_s_share_is_read_off_the_system_s_accounts() {
    let at = |first: u64, second: u64| {
        Steal::of(&format!(
            "cpu  9 9 9 9 9 9 9 70 0 0\ncpu0 1 2 3 4 5 6 7 {first} 0 0\ncpu1 1 2 3 4 5 6 7 {second} 0 0\nintr 5\n"
        ))
    };
    assert_eq!(at(40, 30).0, [40, 30]);
    assert_eq!(at(40, 30).until(&at(42, 37)), 7);
    assert_eq!(at(40, 30).until(&at(39, 30)), 0);
    assert_eq!(Steal::of("cpu0 1 2 3 4\n").0, [0]);
    assert_eq!(Steal::of("").until(&at(40, 30)), 0);
    assert!(Steal::now().since() < Duration::from_secs(5));
}
