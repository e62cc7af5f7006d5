//! A bot in memory joined to standard input and output: how the reference bots become programs.

use crate::game::Bot;
use std::io::{BufRead, Write};

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
