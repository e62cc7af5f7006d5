//! Which arena this process plays in: the one for Linux, or the portable one, which uses only what every system has.

use std::sync::OnceLock;

/// The variable that names an arena, for programs that start this one.
pub const VARIABLE: &str = "STICKLER_ARENA";

/// The names of the arenas: sandboxes, accounts of CPU and memory, and looks at what a program is doing; or threads and pipes alone, as
/// on Windows and macOS.
pub const NAMES: [&str; 2] = ["linux", "portable"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arena {
    Linux,
    Portable,
}

static CHOSEN: OnceLock<Arena> = OnceLock::new();

/// Blind spots of the portable arena, as text for people.
pub const UNSEEN: &str = "the portable arena does not see how long the machine held a bot up, what the bot's children use, and \
                          processes that leave its group";

/// Sets the arena of this process; without a name the variable decides. The error says why it cannot.
pub fn choose(named: Option<&str>) -> Result<(), String> {
    let variable = std::env::var(VARIABLE).unwrap_or_default();
    let arena = match named.unwrap_or(&variable) {
        "" => usual(),
        "linux" => Arena::Linux,
        "portable" => Arena::Portable,
        other => return Err(format!("{VARIABLE}={other}: expected linux or portable")),
    };
    if arena == Arena::Linux && !cfg!(target_os = "linux") {
        return Err("the arena `linux` is there on Linux alone; leave it out, and the portable one is taken".into());
    }
    if *CHOSEN.get_or_init(|| arena) == arena {
        Ok(())
    } else {
        Err("the arena was chosen before".into())
    }
}

fn usual() -> Arena {
    if cfg!(target_os = "linux") {
        Arena::Linux
    } else {
        Arena::Portable
    }
}

/// True where programs run in the portable arena. If nobody has chosen, the variable decides; an unknown name is ignored.
pub fn is_portable() -> bool {
    if CHOSEN.get().is_none() && choose(None).is_err() {
        return usual() == Arena::Portable;
    }
    CHOSEN.get() == Some(&Arena::Portable)
}
