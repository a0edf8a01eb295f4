//! Maze: walk from the avatar to a goal.
#![forbid(unsafe_code)]

mod canonical;
mod rules;

use playproof_game::{Compiled, Game, Insight, LevelGenerator};
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;
use playproof_walked::generate::{Cast, DrawnLevels};
use playproof_walked::{Floor, FloorInsight, FloorView};

use crate::canonical::WORDS;

/// The game Maze.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maze;

const GENERATED: DrawnLevels = DrawnLevels {
    called: "maze",
    cast: Cast::ALONE,
    examples: &[
        "maze --out levels                    one maze that is proved to be winnable",
        "maze --size 24x24 --count 200 --spec twisty.toml --out levels",
        "maze --count 10 --maximize shortest --of 1000 --out long",
        "maze --size 12x8 --seed 7 --stages           how a level comes about",
        "maze --seed 7 --stages stages.svg",
        "maze --line 010011010110 --size 12 --out mine",
    ],
};

impl Game for Maze {
    fn name(&self) -> &'static str {
        "maze"
    }

    fn summary(&self) -> &'static str {
        "walk from A to G; 1, w, # are walls, 0, - and blanks are floor, < > ^ v one-way floor"
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let known = cells.iter().filter(|c| WORDS.letter(**c).is_some());
        known.count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let floor = Floor::read(level, &WORDS)?;
        Ok(Compiled {
            model: Model::Rules(Box::new(rules::rules(&floor))),
            natives: Vec::new(),
            view: Box::new(FloorView::new(level, &WORDS, floor)),
            warnings: Vec::new(),
        })
    }

    fn generator(&self) -> Option<&dyn LevelGenerator> {
        Some(&GENERATED)
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        let why_lost = |_: &_| "no way leads from the avatar to a goal".to_owned();
        let insight = FloorInsight::new(level, WORDS, why_lost)?;
        Some(Box::new(insight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof_model::Val;

    #[test]
    fn a_step_changes_what_two_pictures_differ_in() {
        let file = playproof_level::read("level", b"1A0G1\n10001\n").unwrap();
        let view = Maze.compile(&file.levels[0]).unwrap().view;
        let picture = |state: Val| {
            let mut cells = Vec::new();
            view.cells(&[state], &mut cells);
            cells
        };
        for (before, after) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
            let mut cells = picture(before);
            let mut changes = Vec::new();
            view.changes(&[before], &[after], &mut changes);
            for &(at, cell) in &changes {
                assert_ne!(cells[at], cell);
                cells[at] = cell;
            }
            assert_eq!(cells, picture(after));
        }
    }
}
