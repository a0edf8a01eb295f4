//! The levels of a study: read, looked at, and measured as `analyze` measures them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use playproof::{Level, Limits, Playproof, Prepared, Value};
use playproof_analysis::{MAX_GRAPH, Measuring, Walk};

use crate::fault::Fault;
use crate::plan::{FILE, Plan, files};
use crate::play::Measures;
use crate::step::{Shown, is_move};

/// The name that all levels have for participants: their own would tell their set.
const SHOWN_AS: &str = "level.xsb";

/// What one level's figures may cost.
const STATES: u64 = 2_000_000;
const BYTES: u64 = 1 << 30;

/// A level of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyLevel {
    /// Its file in the study's folder, and its number there: `foo/a.xsb#1`.
    pub name: String,
    /// Its round; none for the tutorial.
    pub round: Option<String>,
    /// Its set; empty for the tutorial.
    pub set: String,
    /// Its text as it is shown: without title, comments and stored runs.
    pub text: String,
}

impl StudyLevel {
    /// The level as participants see it.
    pub fn shown(&self) -> Shown {
        shown(&self.text)
    }
}

/// A level's text as participants see it.
pub fn shown(text: &str) -> Shown {
    Shown {
        text: text.to_owned(),
        file: SHOWN_AS.to_owned(),
    }
}

/// What is known of a level's figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Whether some run wins; none where that is unknown.
    pub is_winnable: Option<bool>,
    /// The figures.
    pub measures: Measures,
}

/// All levels of a study, the tutorial's first.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// The levels.
    pub all: Vec<StudyLevel>,
    /// What is odd about them.
    pub warnings: Vec<String>,
}

impl Levels {
    /// Reads the levels of a plan.
    pub fn read(folder: &Path, plan: &Plan, playproof: &Playproof) -> Result<Levels, Fault> {
        let of_plan = |why| Fault::Plan {
            path: folder.join(FILE),
            why,
        };
        let mut levels = Levels::default();
        let tutorial = files(folder, "tutorial", &plan.tutorial).map_err(of_plan)?;
        levels.read_files(folder, &tutorial, None, "", playproof)?;
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for round in &plan.rounds {
            for (set, patterns) in &round.sets {
                let key = format!("round `{}`, sets.{set}", round.name);
                let named = files(folder, &key, patterns).map_err(of_plan)?;
                if let Some((file, other)) = named.iter().find_map(|f| seen.get_key_value(f)) {
                    let why = format!("{key}: {file} is in {other} as well");
                    return Err(of_plan(why));
                }
                seen.extend(named.iter().map(|file| (file.clone(), key.clone())));
                let n = levels.read_files(folder, &named, Some(&round.name), set, playproof)?;
                if let Some(players) = plan.players {
                    // Of more than two sets a participant gets two.
                    let needed = (players as usize * 2).div_ceil(round.sets.len());
                    if n < needed {
                        let why = format!(
                            "{key}: too few levels: {players} players need {needed}, and there are {n}"
                        );
                        return Err(of_plan(why));
                    }
                }
            }
        }
        levels.warn_of_twins();
        Ok(levels)
    }

    /// Reads files and adds their levels; says how many there were.
    fn read_files(
        &mut self,
        folder: &Path,
        files: &[String],
        round: Option<&str>,
        set: &str,
        playproof: &Playproof,
    ) -> Result<usize, Fault> {
        let n_before = self.all.len();
        for file in files {
            let path = folder.join(file);
            let bytes = fs::read(&path).map_err(|error| Fault::Unreadable { path, error })?;
            let read = playproof
                .read(file, &bytes)
                .map_err(|diagnostic| Fault::Level {
                    level: file.clone(),
                    why: diagnostic.message,
                })?;
            for (number, level) in (1..).zip(&read.levels) {
                let name = format!("{file}#{number}");
                let text = bare(level);
                verify(&name, &text, playproof)?;
                if level.title().is_some_and(|title| text.contains(title)) {
                    self.warnings
                        .push(format!("{name}: participants see its title"));
                }
                self.all.push(StudyLevel {
                    name,
                    round: round.map(str::to_owned),
                    set: set.to_owned(),
                    text,
                });
            }
        }
        Ok(self.all.len() - n_before)
    }

    fn warn_of_twins(&mut self) {
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        let mut twins = Vec::new();
        for level in self.all.iter().filter(|level| level.round.is_some()) {
            if let Some(other) = seen.insert(&level.text, &level.name) {
                twins.push(format!("{} is the same level as {other}", level.name));
            }
        }
        self.warnings.extend(twins);
    }

    /// The levels of the tutorial.
    pub fn tutorial(&self) -> impl Iterator<Item = &StudyLevel> {
        self.all.iter().filter(|level| level.round.is_none())
    }

    /// The levels that are compared.
    pub fn compared(&self) -> impl Iterator<Item = &StudyLevel> {
        self.all.iter().filter(|level| level.round.is_some())
    }
}

/// The level's text without words: a title or a comment may tell its set.
fn bare(level: &Level) -> String {
    let Level::Grid(grid) = level else {
        return level.text();
    };
    let mut grid = grid.clone();
    grid.title = None;
    Level::Grid(grid).text()
}

/// Makes sure that a text can be played, and that its moves can be written down.
fn verify(name: &str, text: &str, playproof: &Playproof) -> Result<(), Fault> {
    let wrong = |why: String| Fault::Level {
        level: name.to_owned(),
        why,
    };
    let played = with_level(playproof, text, |prepared| {
        let walk = Walk::of(prepared).map_err(|error| error.to_string())?;
        if walk.first().is_none() {
            return Err("play cannot begin".to_owned());
        }
        match walk.actions().find(|action| !is_move(action)) {
            None => Ok(()),
            Some(action) => Err(format!(
                "its game has the action `{action}`; in a study there are steps only"
            )),
        }
    });
    played.and_then(|played| played).map_err(wrong)
}

/// Does something with the level of a text.
pub fn with_level<T>(
    playproof: &Playproof,
    text: &str,
    work: impl FnOnce(&Prepared) -> T,
) -> Result<T, String> {
    let file = playproof.read(SHOWN_AS, text.as_bytes());
    let file = file.map_err(|diagnostic| diagnostic.message)?;
    let [level] = &file.levels[..] else {
        return Err("without its words this is no single level".to_owned());
    };
    let prepared = playproof.prepare(level, None);
    prepared
        .map(|prepared| work(&prepared))
        .map_err(|error| error.to_string())
}

/// Measures levels, several at a time, each told to `each` as soon as it is known.
pub fn measure(
    levels: &[StudyLevel],
    threads: usize,
    each: impl Fn(&StudyLevel, Measured) -> Result<(), Fault> + Sync,
) -> Result<(), Fault> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, levels.len().max(1)) {
            scope.spawn(|| {
                let playproof = Playproof::default();
                while let Some(level) = levels.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let measured = measured(level, &playproof);
                    if let Err(fault) = measured.and_then(|measured| each(level, measured)) {
                        next.store(levels.len(), Ordering::Relaxed);
                        let lock = failed.lock();
                        *lock.unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(fault);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    match failed.unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// The figures of a level. One that cannot be won takes no part.
fn measured(level: &StudyLevel, playproof: &Playproof) -> Result<Measured, Fault> {
    let wrong = |why: String| Fault::Level {
        level: level.name.clone(),
        why,
    };
    let metrics = with_level(playproof, &level.text, |prepared| {
        let mut limits = Limits {
            max_states: Some(STATES),
            max_bytes: Some(BYTES),
            poll: |_: &_| std::ops::ControlFlow::Continue(()),
        };
        prepared.metrics(MAX_GRAPH, &mut limits)
    });
    let metrics = metrics.map_err(wrong)?;
    let metrics = metrics.map_err(|error| wrong(error.to_string()))?;
    if metrics.solvable == Some(false) {
        return Err(wrong("this level cannot be won".to_owned()));
    }
    let run = metrics.run;
    let winding = run.and_then(|run| run.winding);
    let shared = [
        ("moves", run.map(|run| run.moves)),
        ("turns", winding.map(|winding| winding.turns)),
        ("straights", winding.map(|winding| winding.straights)),
        ("wrong_turns", run.and_then(|run| run.wrong_turns)),
        ("difficulty", metrics.difficulty().known()),
        ("states", metrics.states),
    ];
    let shared = shared
        .into_iter()
        .filter_map(|(name, n)| Some((name, n? as f64)));
    let own = metrics.figures.iter();
    let own = own.filter_map(|figure| Some((figure.name, number(figure.value)?)));
    let measures = shared.chain(own).map(|(name, n)| (name.to_owned(), n));
    Ok(Measured {
        is_winnable: metrics.solvable,
        measures: measures.collect(),
    })
}

fn number(value: Value) -> Option<f64> {
    match value {
        // What is only bounded is no measure to compare levels by.
        Value::Unknown | Value::AtLeast(_) => None,
        Value::Is(is) => Some(f64::from(u8::from(is))),
        Value::Count(n) => Some(n as f64),
        Value::Ratio(over, under) => Some(over as f64 / under as f64),
    }
}
