//! What is odd about a file of levels: what reading it says, what is the same for every
//! game, and what its game finds.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use playproof_game::{Game, Options};
use playproof_level::{Diagnostic, Level, decode};

use crate::error::Error;
use crate::registry::Playproof;
use crate::road::Prepared;

impl Playproof {
    /// All that is odd about a file, errors and warnings, by its lines. Games may look at so
    /// many states of each file, and ask now and then whether they are to go on.
    pub fn lint(
        &self,
        file: &str,
        bytes: &[u8],
        game: Option<&str>,
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Vec<Diagnostic>, Error> {
        self.lint_told(file, bytes, game, &Options::default(), max_states, go_on)
    }

    /// The same, where these options say more of the levels.
    pub fn lint_told(
        &self,
        file: &str,
        bytes: &[u8],
        game: Option<&str>,
        options: &Options,
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Vec<Diagnostic>, Error> {
        let collection = match self.read_told(file, bytes, options) {
            Ok(collection) => collection,
            Err(first) => return Ok(self.problems(file, bytes).unwrap_or(vec![first])),
        };
        let mut found = self.problems(file, bytes).unwrap_or(collection.warnings);
        let mut by_game: Vec<(&dyn Game, Vec<&Level>)> = Vec::new();
        for level in &collection.levels {
            let prepared = match self.prepare(level, game) {
                Ok(prepared) => prepared,
                Err(Error::Level(diagnostic)) => {
                    found.push(diagnostic);
                    continue;
                }
                Err(other) => return Err(other),
            };
            found.extend(prepared.compiled.warnings.iter().cloned());
            found.extend(won_at_once(&prepared));
            let meant = match game {
                Some(name) => self.game(name)?,
                None => self.recognise(level)?,
            };
            match by_game.iter_mut().find(|(g, _)| g.name() == meant.name()) {
                Some((_, levels)) => levels.push(level),
                None => by_game.push((meant, vec![level])),
            }
        }
        found.extend(alike(&collection.levels));
        for (game, levels) in by_game {
            if let Some(linter) = game.linter() {
                found.extend(linter.lint(&levels, max_states, go_on));
            }
        }
        // What concerns the file as a whole comes first.
        found.sort_by_key(|d| d.place.as_ref().map_or((0, 0), |p| (p.line, p.column)));
        Ok(found)
    }

    /// What is odd about what these options say, where there is no level; none if they say
    /// nothing that a game can look over by itself.
    pub fn lint_alone(&self, options: &Options) -> Option<Vec<Diagnostic>> {
        let linters = self.games().filter_map(|game| game.linter());
        let mut found = linters.filter_map(|linter| linter.lint_alone(options));
        let mut found = found.next()?.unwrap_or_else(|error| vec![error]);
        found.sort_by_key(|d| d.place.as_ref().map_or((0, 0), |p| (p.line, p.column)));
        Some(found)
    }

    fn problems(&self, file: &str, bytes: &[u8]) -> Option<Vec<Diagnostic>> {
        let text: Arc<str> = decode(file, bytes).ok()?.into();
        let mut formats = self.games().flat_map(|game| game.formats());
        formats.find_map(|format| format.problems(file, &text))
    }
}

/// A level that is won before a key is pressed.
fn won_at_once(prepared: &Prepared) -> Option<Diagnostic> {
    let subject = prepared.play().ok()?;
    let win = subject.question().reach()?.target;
    let first = prepared.first_states();
    let is_won = first.iter().any(|state| subject.holds(state, win));
    let level = prepared.level();
    let help = "there is nothing to play; change what wins or where it begins";
    is_won.then(|| level.error("this level is won at the start", help).mild())
}

/// Levels that are the same as an earlier one.
fn alike(levels: &[Level]) -> Vec<Diagnostic> {
    let mut by_cells: HashMap<String, Vec<&Level>> = HashMap::new();
    let mut found = Vec::new();
    for level in levels {
        let key = match level.grid() {
            Some(grid) => grid.cells().iter().collect(),
            None => level.text(),
        };
        let earlier = by_cells.entry(key).or_default();
        match earlier.iter().find(|other| other.same_level(level)) {
            Some(other) => {
                let (n, line) = (other.index() + 1, other.beginning().line);
                let message = format!("this level is the same as level {n}");
                let help = format!("that one begins in line {line}; one of them can go");
                found.push(level.error(message, help).mild());
            }
            None => earlier.push(level),
        }
    }
    found
}
