//! A corpus: a folder with the games in which searches met something new, for later checks of the same game.
//!
//! A game is kept as its choices, without the opponents that made them, so it can be played with any bot. The games of a corpus
//! come before the search: what they meet is no news any more, so a corpus grows only by what is missing from it.

use super::bot::{Case, Plan, Played, RunSummary, is_there};
use super::saved_failures::write_whole;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use stickler::encoding;
use stickler::fixture::KeptGame;
use stickler::game::Seat;
use stickler::live::players::HarnessError;
use stickler::scenario::Scenario;

/// The games of a corpus that a plan can play.
pub struct Corpus {
    folder: PathBuf,
    games: Vec<(Case, KeptGame)>,
    /// Files that are passed over, by the reason.
    passed_over: BTreeMap<String, Vec<PathBuf>>,
    next_index: u32,
    /// The number in the name of the next file.
    next_name: AtomicU32,
    kept: AtomicU32,
}

impl Corpus {
    /// Reads the corpus of this folder; one that is not there has no games yet.
    pub fn open(folder: &Path, plan: &Plan) -> std::io::Result<Corpus> {
        let mut corpus = Corpus {
            folder: folder.into(),
            games: Vec::new(),
            passed_over: BTreeMap::new(),
            next_index: 0,
            next_name: AtomicU32::new(1),
            kept: AtomicU32::new(0),
        };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(corpus),
            Err(error) => return Err(error),
        };
        let paths: std::io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
        let mut paths = paths?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "yaml"));
        paths.sort();
        for path in paths {
            let text = encoding::text_of(&path).map_err(|error| error.to_string());
            match text.and_then(|text| KeptGame::read(&text)) {
                Ok(kept) if kept.game != plan.game.name() => {
                    corpus.pass_over(format!("a game of {}", kept.game), path)
                }
                Ok(kept) => corpus.admit(plan, kept, path),
                // The games after it keep their numbers when somebody fixes it.
                Err(why) => {
                    corpus.next_index += 1;
                    corpus.pass_over(why, path);
                }
            }
        }
        Ok(corpus)
    }

    fn admit(&mut self, plan: &Plan, kept: KeptGame, path: PathBuf) {
        let case = Case {
            scenario: &Scenario::CORPUS,
            seat: Seat(kept.seat),
            index: self.next_index,
        };
        self.next_index += 1;
        let seats = plan
            .game
            .with(&kept.settings())
            .map(|variant| variant.seats());
        match seats.and_then(|seats| is_there(case.seat, seats)) {
            Err(why) => self.pass_over(why, path),
            Ok(()) if !plan.could_play(case, &kept.set) => {
                self.pass_over("this run has other parameters".into(), path)
            }
            Ok(()) if plan.seat.is_some_and(|seat| seat != case.seat) => {
                self.pass_over("this run is of another seat".into(), path)
            }
            Ok(()) => self.games.push((case, kept)),
        }
    }

    /// How many games were kept since it was opened.
    pub fn kept(&self) -> u32 {
        self.kept.load(Ordering::Relaxed)
    }

    fn pass_over(&mut self, why: String, path: PathBuf) {
        self.passed_over.entry(why).or_default().push(path);
    }

    /// Which files were passed over and why, a line a reason.
    pub fn told(&self) -> String {
        let folder = self.folder.display();
        let lines = self.passed_over.iter().map(|(why, paths)| {
            let first = paths[0].display();
            match paths.len() {
                1 => format!("corpus: {first} is passed over: {why}\n"),
                some => format!(
                    "corpus: {some} files of {folder} are passed over, {first} the first: {why}\n"
                ),
            }
        });
        lines.collect()
    }

    /// Every game.
    pub fn cases(&self) -> impl Iterator<Item = Case> + Clone + Send {
        self.games.iter().map(|(case, _)| *case)
    }

    /// Plays these of its games, until one fails or the time is over, and adds them to what was played before.
    pub fn play(
        &self,
        plan: &Plan,
        before: RunSummary,
        cases: impl Iterator<Item = Case> + Clone + Send,
        time: Duration,
        watch: &(dyn Fn(&Played) -> std::io::Result<()> + Sync),
    ) -> (RunSummary, Option<HarnessError>) {
        let settings: BTreeSet<_> = self.games.iter().map(|(_, kept)| &kept.set).collect();
        for set in settings {
            // What does not go together was passed over.
            let _ = plan
                .game
                .with(&set.iter().collect())
                .map(|variant| variant.prepare());
        }
        plan.run_unplanned(before, cases, time, watch, &|case| {
            let game = self.games.iter().find(|(own, _)| own.index == case.index);
            let (_, kept) = game.ok_or_else(|| std::io::Error::other("no such game"))?;
            plan.under(&kept.settings())
                .watched(|plan| plan.play_back(case, &kept.choices))
        })
    }

    /// Keeps a game that met something new. Its file gets a name that no other has.
    pub fn keep(&self, plan: &Plan, played: &Played) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let kept = KeptGame {
            stickler: 1,
            game: plan.game.name().into(),
            set: played.settings.0.iter().cloned().collect(),
            seat: played.case.seat.0,
            met: played.situations.clone(),
            choices: played.choices.clone(),
            transcript: played.record.transcript.clone(),
        };
        loop {
            let number = self.next_name.fetch_add(1, Ordering::Relaxed);
            let path = self
                .folder
                .join(format!("{}-{number:05}.yaml", plan.game.name()));
            // The empty file keeps the name from others until the whole one takes its place.
            match std::fs::File::create_new(&path) {
                Ok(_) => {
                    let written = write_whole(&path, &kept.write());
                    match &written {
                        Ok(()) => drop(self.kept.fetch_add(1, Ordering::Relaxed)),
                        Err(_) => drop(std::fs::remove_file(&path)),
                    }
                    return written;
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}
