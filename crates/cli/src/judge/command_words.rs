//! The words of a judge's command, with bots and files at their places.

use std::path::Path;

/// The place of the path of a file that starts the bot of this seat.
pub(super) fn file_place(seat: usize) -> String {
    format!("{{{seat}.file}}")
}

/// The words with the paths of files that start the bots at their places; each file is written where a word names it.
pub(super) fn with_files(
    words: Vec<String>,
    bots: &[Vec<String>],
    folder: &Path,
) -> std::io::Result<Vec<String>> {
    let mut words = words;
    for (seat, bot) in bots.iter().enumerate() {
        let place = file_place(seat);
        if words.iter().all(|word| !word.contains(&place)) {
            continue;
        }
        let path = folder.join(format!("bot{seat}"));
        write_program(
            &path,
            &format!("#!/bin/sh\nexec {} \"$@\"\n", shell_words::join(bot)),
        )?;
        let path = path.to_string_lossy();
        words
            .iter_mut()
            .for_each(|word| *word = word.replace(&place, &path));
    }
    Ok(words)
}

#[cfg(unix)]
fn write_program(path: &Path, text: &str) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn write_program(_: &Path, _: &str) -> std::io::Result<()> {
    let why =
        "a file that starts a bot is a script of Unix: name the bot by its command, as in {0}";
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, why))
}

/// A text with the bots' commands at their places.
pub(super) fn filled(text: &str, bots: &[Vec<String>]) -> String {
    let fill = |text: String, (seat, bot): (usize, &Vec<String>)| {
        text.replace(&format!("{{{seat}}}"), &shell_words::join(bot))
    };
    bots.iter().enumerate().fold(text.to_string(), fill)
}

/// A word of the judge's command with the bots at their places; `{0...}` alone stands for all words of one.
pub(super) fn spread(word: &str, bots: &[Vec<String>]) -> Vec<String> {
    let whole = |(seat, _): &(usize, &Vec<String>)| word == format!("{{{seat}...}}");
    match bots.iter().enumerate().find(whole) {
        Some((_, bot)) => bot.clone(),
        None => vec![filled(word, bots)],
    }
}

/// The validator's command with what it is called with, which comes last where its places are not named.
pub(super) fn called(
    mut words: Vec<String>,
    case: &Path,
    folder: &Path,
) -> std::io::Result<Vec<String>> {
    let feedback = folder.join("feedback/");
    std::fs::create_dir_all(&feedback)?;
    let places = [
        ("{input}", case.to_path_buf()),
        ("{answer}", case.with_extension("ans")),
        ("{feedback}", feedback),
    ];
    let is_named = words
        .iter()
        .any(|word| places.iter().any(|(place, _)| word.contains(place)));
    for (place, path) in places {
        match is_named {
            true => words
                .iter_mut()
                .for_each(|word| *word = word.replace(place, &path.to_string_lossy())),
            false => words.push(path.to_string_lossy().into_owned()),
        }
    }
    Ok(words)
}
