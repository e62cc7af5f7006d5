//! Parts of the library, each by itself.

mod accounts;
mod alphabet;
mod cells;
mod clock;
mod engine;
mod events;
mod exchanged;
mod extremes;
mod filter;
mod form;
mod games;
mod header;
mod held_up;
mod interaction;
mod judge;
mod judged;
mod league;
mod ledger;
mod lines;
mod live;
mod memory;
mod opponents;
mod own;
mod pipes;
mod player;
mod polyomino;
mod replay;
mod results;
mod shared;
mod shrink;
mod spent;
mod stall;
mod standard;
mod stream;
mod strength;
mod summary;
mod verdict;
mod visible;
mod watch;
mod wire;
mod writer;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        accounts::tests,
        alphabet::tests,
        cells::tests,
        clock::tests,
        engine::tests,
        events::tests,
        exchanged::tests,
        extremes::tests,
        filter::tests,
        form::tests,
        games::tests,
        header::tests,
        held_up::tests,
        interaction::tests,
        judge::tests,
        league::tests,
        ledger::tests,
        lines::tests,
        live::tests,
        memory::tests,
        opponents::tests,
        own::tests,
        pipes::tests,
        player::tests,
        polyomino::tests,
        replay::tests,
        results::tests,
        shared::tests,
        shrink::tests,
        spent::tests,
        judged::tests,
        stall::tests,
        strength::tests,
        standard::tests,
        stream::tests,
        summary::tests,
        verdict::tests,
        visible::tests,
        watch::tests,
        wire::tests,
        writer::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
