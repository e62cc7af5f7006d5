//! The module of Reversi.

use std::cell::RefCell;
use stickler_site::answer::{Desk, TellProgress};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The page's function that is told how many parts of a long work are made.
    #[wasm_bindgen(js_name = sticklerProgress)]
    fn progress(made: usize, of: usize);
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(reversi::GAMES, TellProgress(progress)));
}

/// Answers one command, which is JSON; `data` are the bytes of its file, or the line that it speaks of. The answer is JSON.
#[wasm_bindgen]
pub fn call(command: &str, data: &[u8]) -> String {
    DESK.with_borrow_mut(|desk| desk.call(command, data))
}
