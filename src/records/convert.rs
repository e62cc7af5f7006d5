//! A record in another format, and what that format cannot hold.

use super::general::formats;
use super::{CheckedRecord, Record};
use crate::games::Registry;

/// A record written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// Lost content, each in a few words.
    pub lost: Vec<String>,
}

/// Writes a checked record in the format of this name; [`check`](super::check) must have kept its game. The error says why the
/// format cannot hold it.
pub fn convert(
    record: &Record<'_>,
    of: &CheckedRecord,
    to: &str,
    games: Registry,
) -> Result<Converted, String> {
    let game = record.game.name();
    let all = || formats(games).filter(|(format, _)| format.name == to);
    let is_apt = |owner: Option<&str>| owner.is_none_or(|owner| owner == game);
    let Some((format, _)) = all().find(|(_, owner)| is_apt(owner.map(|owner| owner.name()))) else {
        let owners: Vec<&str> = all().filter_map(|(_, owner)| Some(owner?.name())).collect();
        return Err(format!(
            "{to} holds games of {}, and this is one of {game}",
            owners.join(" and ")
        ));
    };
    let write = format
        .write
        .ok_or_else(|| format!("{to} is read and not written: log holds all it does"))?;
    let mut lost = record.lost.clone();
    let bytes = write(record, of, &mut lost)?;
    Ok(Converted { bytes, lost })
}
