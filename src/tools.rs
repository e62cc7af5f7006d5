//! Commands of `stickler` that only some of its games have.

pub mod blackout;
pub mod new;
pub mod tetris;

use crate::cli::tool::AnyTool;

/// The tools of this crate's games.
pub const TOOLS: &[AnyTool] = &[
    AnyTool::of::<tetris::Grade>(),
    AnyTool::of::<tetris::Generate>(),
    AnyTool::of::<tetris::Decide>(),
    AnyTool::of::<blackout::Kattis>(),
    AnyTool::of::<blackout::Solve>(),
    AnyTool::of::<new::New>(),
];
