//! Commands of `stickler` that only some of its games have.

pub mod blackout;
pub mod new;
pub mod tetris;

use crate::tool::AnyTool;

/// The tools of this crate's games.
pub const TOOLS: &[AnyTool] = &[
    AnyTool::of::<tetris::GradeArgs>(),
    AnyTool::of::<tetris::Generate>(),
    AnyTool::of::<tetris::Decide>(),
    AnyTool::of::<blackout::Kattis>(),
    AnyTool::of::<blackout::Solve>(),
    AnyTool::of::<new::New>(),
];
