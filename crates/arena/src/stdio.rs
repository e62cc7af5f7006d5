//! Joins a bot in memory to standard input and output. So the reference bots become programs.

use std::io::{BufRead, Write};
use stickler::game::Bot;

/// Plays until the bot ends or the input does; each answer is flushed.
pub fn run(bot: &mut dyn Bot, input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut said = String::new();
    for line in input.lines() {
        said.clear();
        let goes_on = bot.hear(&line?, &mut said);
        output.write_all(said.as_bytes())?;
        output.flush()?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Closes standard input, where the system lets a program do that.
pub(super) fn close_input() {
    #[cfg(unix)]
    if let Ok(null) = std::fs::File::open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(null);
    }
}

/// Closes standard output, where the system lets a program do that, so that its reader reads the end.
pub(super) fn close_output() {
    #[cfg(unix)]
    if let Ok(null) = std::fs::File::options().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(null);
    }
}
