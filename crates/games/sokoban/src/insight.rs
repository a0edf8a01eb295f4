//! What Sokoban knows of a level beyond its rules: boxes that can be left out,
//! dead squares, and small changes of the drawing.
//!
//! A change takes away a wall, or moves a box or a goal to another place that
//! the player could get to were there no boxes. Taking away a wall has size 1,
//! moving something the number of steps that it goes; of changes of one size,
//! walls come first, then boxes, then goals, each row by row.

use std::collections::HashSet;

use playproof_level::{Grid, Level};
use playproof_model::Val;

use super::dead::dead_cells;
use super::stuck::why_stuck;
use crate::canonical::{Board, DIRECTIONS, Letter};
use playproof_game::{Change, Edit, Insight, Pieces, Spot, redrawn};

const WALL: &str = "wall";
const BOX: &str = "box";
const GOAL: &str = "goal";

/// What is known of one level.
pub(super) struct SokobanInsight {
    level: Level,
    grid: Grid,
    board: Board,
    boxes: Vec<Spot>,
    /// For each cell of the board, whether the player could get there.
    reached: Vec<bool>,
    dead: Vec<bool>,
}

impl SokobanInsight {
    /// `None` if it is no level of Sokoban.
    pub fn new(level: &Level) -> Option<SokobanInsight> {
        let (board, _) = Board::read(level).ok()?;
        // With holes a box may be needed to fill one.
        let boxes = match board.n_holes {
            0 => (0..board.n_cells())
                .filter(|&c| board.boxes[c])
                .map(|c| board.places[c])
                .collect(),
            _ => Vec::new(),
        };
        Some(SokobanInsight {
            level: level.clone(),
            grid: level.grid()?.clone(),
            boxes,
            reached: reached(&board),
            dead: dead_cells(&board),
            board,
        })
    }

    fn letter(&self, (x, y): Spot) -> Letter {
        Letter::of(self.grid.get(x, y)).expect("the board was read from these letters")
    }

    /// The places of a kind, row by row.
    fn spots(&self, is: fn(&Letter) -> bool) -> Vec<Spot> {
        let is = |letter: char| Letter::of(letter).is_some_and(|letter| is(&letter));
        self.grid.find_all(is).map(|(x, y, _)| (x, y)).collect()
    }

    fn cell(&self, spot: Spot) -> Option<usize> {
        self.board.places.iter().position(|&place| place == spot)
    }

    /// The level with other letters in some places.
    fn redrawn(&self, letters: &[(Spot, Letter)]) -> Option<Level> {
        let uses = |c: &char| self.grid.cells().contains(c);
        let floor = ['-', '_', '0'].into_iter().find(uses).unwrap_or(' ');
        let drawn = letters
            .iter()
            .map(|&(spot, letter)| (spot, drawn(letter, floor)));
        redrawn(&self.level, &drawn.collect::<Vec<_>>())
    }

    /// Makes a change in a list of letters that replace those of the drawing.
    fn make(&self, change: &Change, letters: &mut Vec<(Spot, Letter)>) -> Option<()> {
        let now = |letters: &[(Spot, Letter)], spot: Spot| {
            let redrawn = letters.iter().rev().find(|(at, _)| *at == spot);
            redrawn.map_or_else(|| self.letter(spot), |(_, letter)| *letter)
        };
        let mut from = now(letters, change.at);
        match (&change.what[..], change.edit) {
            (WALL, Edit::Remove) if from.wall => from.wall = false,
            (BOX, Edit::MoveTo(to)) if from.a_box => {
                let mut there = now(letters, to);
                if there.wall || there.player || there.a_box || there.hole {
                    return None;
                }
                from.a_box = false;
                there.a_box = true;
                letters.push((to, there));
            }
            (GOAL, Edit::MoveTo(to)) if from.goal => {
                let mut there = now(letters, to);
                if there.wall || there.goal || there.hole {
                    return None;
                }
                from.goal = false;
                there.goal = true;
                letters.push((to, there));
            }
            (BOX, Edit::Remove) if from.a_box => from.a_box = false,
            (GOAL, Edit::Add) if !(from.wall || from.goal || from.hole) => from.goal = true,
            _ => return None,
        }
        letters.push((change.at, from));
        Some(())
    }
}

impl Insight for SokobanInsight {
    fn pieces(&self) -> Option<&dyn Pieces> {
        Some(self)
    }

    fn changes(&self) -> Vec<Change> {
        let [walls, boxes, goals] = [
            self.spots(|l| l.wall),
            self.spots(|l| l.a_box),
            self.spots(|l| l.goal),
        ];
        let cells = (0..self.board.n_cells()).filter(|&cell| self.reached[cell]);
        let floor: Vec<Spot> = cells.map(|cell| self.board.places[cell]).collect();
        let mut changes: Vec<Change> = walls
            .iter()
            .map(|&at| Change {
                what: WALL.into(),
                at,
                edit: Edit::Remove,
                size: 1,
            })
            .collect();
        for (what, pieces) in [(BOX, &boxes), (GOAL, &goals)] {
            for &at in pieces {
                changes.extend(floor.iter().map(|&to| Change {
                    what: what.into(),
                    at,
                    edit: Edit::MoveTo(to),
                    size: (at.0.abs_diff(to.0) + at.1.abs_diff(to.1)) as u32,
                }));
            }
        }
        // Where boxes and goals are not as many, no move of either helps.
        let n_homes = goals.len() + self.spots(|l| l.hole).len();
        if boxes.len() > n_homes {
            let one = |what: &'static str, at, edit| Change {
                what: what.into(),
                at,
                edit,
                size: 1,
            };
            changes.clear();
            changes.extend(floor.iter().map(|&at| one(GOAL, at, Edit::Add)));
            changes.extend(boxes.iter().map(|&at| one(BOX, at, Edit::Remove)));
        }
        changes.retain(|change| {
            let mut letters = Vec::new();
            change.size > 0 && self.make(change, &mut letters).is_some()
        });
        changes.sort_by_key(|change| change.size);
        changes
    }

    fn changed(&self, changes: &[Change]) -> Option<Level> {
        let mut letters = Vec::new();
        for change in changes {
            self.make(change, &mut letters)?;
        }
        let level = self.redrawn(&letters)?;
        Board::read(&level).is_ok().then_some(level)
    }

    fn why_lost(&self) -> Option<String> {
        let n_boxes = self.spots(|l| l.a_box).len();
        let n_homes = self.spots(|l| l.goal || l.hole).len();
        (n_boxes > n_homes)
            .then(|| "each box needs a goal of its own: add a goal or remove a box".to_owned())
    }
}

impl Pieces for SokobanInsight {
    fn spots(&self) -> &[Spot] {
        &self.boxes
    }

    fn name(&self) -> [&'static str; 2] {
        [BOX, "boxes"]
    }

    fn with_only(&self, pieces: &[Spot]) -> Option<Level> {
        let kept: HashSet<Spot> = pieces.iter().copied().collect();
        let others = self.boxes.iter().filter(|spot| !kept.contains(spot));
        let letters = others.map(|&spot| {
            let letter = self.letter(spot);
            (
                spot,
                Letter {
                    a_box: false,
                    ..letter
                },
            )
        });
        self.redrawn(&letters.collect::<Vec<_>>())
    }

    fn dead(&self) -> Vec<Spot> {
        let cells = 0..self.board.n_cells();
        let dead = cells.filter(|&cell| self.dead[cell] && self.reached[cell]);
        dead.map(|cell| self.board.places[cell]).collect()
    }

    fn why_stuck(&self, pieces: &[Spot]) -> Option<String> {
        let boxes: Option<Vec<usize>> = pieces.iter().map(|&spot| self.cell(spot)).collect();
        why_stuck(&self.board, (&self.reached, &self.dead), &boxes?)
    }

    fn is_push(&self, before: &[Val], after: &[Val]) -> bool {
        before.iter().zip(after).skip(1).any(|(a, b)| a != b)
    }

    fn level_at(&self, state: &[Val]) -> Option<Level> {
        let player = usize::try_from(*state.first()?).ok()?;
        if self.board.n_holes > 0 {
            return None;
        }
        let cells = self.board.places.iter().zip(state.get(1..)?).enumerate();
        let letters = cells.map(|(cell, (&spot, &has_box))| {
            let now = Letter {
                player: cell == player,
                a_box: has_box != 0,
                ..self.letter(spot)
            };
            (spot, now)
        });
        self.redrawn(&letters.collect::<Vec<_>>())
    }

    fn place_of(&self, flat: u32) -> Option<Spot> {
        let cell = (flat as usize).checked_sub(1)?;
        self.board.places.get(cell).copied()
    }

    fn obstacle(&self, state: &[Val], action: &str) -> Option<String> {
        let direction = DIRECTIONS.iter().position(|(name, ..)| *name == action)?;
        let n = self.board.n_cells();
        let has_box = |cell: usize| state.get(1 + cell).is_some_and(|x| *x != 0);
        let is_open = |cell: usize| {
            let hole = self.board.hole(cell);
            hole.is_some_and(|hole| state.get(n + 2 + hole).is_some_and(|x| *x != 0))
        };
        let next = |cell: usize| self.board.neighbours(cell)[direction];
        let player = usize::try_from(*state.first()?).ok()?;
        let text = match next(player) {
            None => "a wall is in the way",
            Some(there) if is_open(there) => "an open hole is in the way",
            Some(there) if has_box(there) => match next(there) {
                None => "the box there is against a wall",
                Some(beyond) if has_box(beyond) => "two boxes are in the way",
                Some(_) => return None,
            },
            Some(_) => return None,
        };
        Some(text.to_owned())
    }
}

/// Which cells the player could get to were there no boxes.
fn reached(board: &Board) -> Vec<bool> {
    let mut reached = vec![false; board.n_cells()];
    reached[board.player] = true;
    let mut open = vec![board.player];
    while let Some(cell) = open.pop() {
        for next in board.neighbours(cell).into_iter().flatten() {
            if !std::mem::replace(&mut reached[next], true) {
                open.push(next);
            }
        }
    }
    reached
}

/// The letter for what is in a cell, as everybody writes it.
fn drawn(letter: Letter, floor: char) -> char {
    match letter {
        Letter { wall: true, .. } => '#',
        Letter { hole: true, .. } => 'H',
        Letter {
            player,
            a_box,
            goal,
            ..
        } => match (player, a_box, goal) {
            (true, _, true) => '+',
            (true, _, false) => '@',
            (_, true, true) => '*',
            (_, true, false) => '$',
            (_, _, true) => '.',
            _ => floor,
        },
    }
}
