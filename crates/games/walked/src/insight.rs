//! What games that are walked know of a level beyond its rules: how far everybody
//! has to go, and small changes of the drawing.
//!
//! A change takes away a wall that is not at the edge of the drawing, or moves the
//! avatar, the opponent or a goal to plain floor. Taking away a wall has size 1,
//! moving something the number of steps that it would take were there no walls; of
//! changes of one size, walls come first, then the avatar, the opponent and goals,
//! each row by row.

use std::collections::VecDeque;

use playproof_level::Level;

use crate::floor::{DIRECTIONS, Floor, Letter, Words};
use playproof_game::{Change, Edit, Insight, Spot, redrawn};

const WALL: &str = "wall";
const AVATAR: &str = "avatar";
const GOAL: &str = "goal";

/// How many moves it takes to get somewhere; `None` where no way leads.
pub type Distance = Option<u32>;

/// What is known of one level.
pub struct FloorInsight {
    level: Level,
    words: Words,
    why_lost: fn(&Distances) -> String,
}

/// How far everybody has to go when nobody is in the way, at the start.
pub struct Distances {
    /// From the avatar to the nearest goal.
    pub avatar: Distance,
    /// From the opponent to the nearest goal, in games that have one.
    pub opponent: Distance,
    /// From the opponent to the avatar.
    pub to_avatar: Distance,
    /// From the avatar to the opponent.
    pub to_opponent: Distance,
}

impl FloorInsight {
    /// `None` if it is no level of the game. `why_lost` says in words why a level
    /// cannot be won where that is so.
    pub fn new(
        level: &Level,
        words: Words,
        why_lost: fn(&Distances) -> String,
    ) -> Option<FloorInsight> {
        Floor::read(level, &words).ok()?;
        Some(FloorInsight {
            level: level.clone(),
            words,
            why_lost,
        })
    }

    /// What is drawn somewhere after some changes.
    fn letter(&self, drawn: &[(Spot, char)], spot: Spot) -> Option<(char, Letter)> {
        let redrawn = drawn.iter().rev().find(|(at, _)| *at == spot);
        let letter = match redrawn {
            Some((_, letter)) => *letter,
            None => self.level.grid()?.get(spot.0, spot.1),
        };
        Some((letter, self.words.letter(letter)?))
    }

    /// What a kind of thing is called, if it can be changed.
    fn name(&self, letter: Letter) -> Option<&'static str> {
        match letter {
            Letter::Wall => Some(WALL),
            Letter::Avatar => Some(AVATAR),
            Letter::Opponent => self.words.opponent.map(|(name, _)| name),
            Letter::Goal => Some(GOAL),
            Letter::Floor | Letter::Arrow(_) => None,
        }
    }

    /// The level with other letters in some places, and with zeros for all blanks.
    fn redrawn_without_blanks(&self, drawn: &[(Spot, char)]) -> Option<Level> {
        let blanks = self.level.grid()?.find_all(|letter| letter == ' ');
        let mut all: Vec<(Spot, char)> = blanks.map(|(x, y, _)| ((x, y), '0')).collect();
        all.extend(drawn.iter().map(|&(spot, letter)| match letter {
            ' ' => (spot, '0'),
            _ => (spot, letter),
        }));
        redrawn(&self.level, &all)
    }

    /// The letter that floor is drawn with here.
    fn floor(&self) -> char {
        let cells = self.level.grid().map_or(&[][..], |grid| grid.cells());
        let uses = |letter: &char| cells.contains(letter);
        ['0', ' ', '-'].into_iter().find(uses).unwrap_or('0')
    }

    /// Makes a change in a list of letters that replace those of the drawing.
    fn make(&self, change: &Change, drawn: &mut Vec<(Spot, char)>) -> Option<()> {
        let (letter, kind) = self.letter(drawn, change.at)?;
        if self.name(kind) != Some(&change.what[..]) {
            return None;
        }
        if let Edit::MoveTo(to) = change.edit {
            let (_, there) = self.letter(drawn, to)?;
            if there != Letter::Floor || kind == Letter::Wall {
                return None;
            }
            drawn.push((to, letter));
        }
        drawn.push((change.at, self.floor()));
        Some(())
    }
}

impl Insight for FloorInsight {
    fn why_lost(&self) -> Option<String> {
        let floor = Floor::read(&self.level, &self.words).ok()?;
        Some((self.why_lost)(&Distances::of(&floor)))
    }

    fn changes(&self) -> Vec<Change> {
        let Some(grid) = self.level.grid() else {
            return Vec::new();
        };
        let (width, height) = (grid.width(), grid.height());
        let kinds = [Letter::Wall, Letter::Avatar, Letter::Opponent, Letter::Goal];
        let mut of_kind = kinds.map(|_| Vec::new());
        let mut floor = Vec::new();
        for (x, y, letter) in grid.find_all(|_| true) {
            let letter = self.words.letter(letter);
            let is_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
            if letter == Some(Letter::Floor) {
                floor.push((x, y));
            } else if !(letter == Some(Letter::Wall) && is_edge)
                && let Some(kind) = kinds.iter().position(|kind| Some(*kind) == letter)
            {
                of_kind[kind].push((x, y));
            }
        }
        let mut changes = Vec::new();
        for (kind, spots) in kinds.iter().zip(of_kind) {
            let Some(what) = self.name(*kind) else {
                continue;
            };
            for at in spots {
                let gone = Change {
                    what: what.into(),
                    at,
                    edit: Edit::Remove,
                    size: 1,
                };
                match kind {
                    Letter::Wall => changes.push(gone),
                    _ => changes.extend(floor.iter().map(|&to| Change {
                        edit: Edit::MoveTo(to),
                        size: (at.0.abs_diff(to.0) + at.1.abs_diff(to.1)) as u32,
                        ..gone.clone()
                    })),
                }
            }
        }
        changes.sort_by_key(|change| change.size);
        changes
    }

    fn changed(&self, changes: &[Change]) -> Option<Level> {
        let mut drawn = Vec::new();
        for change in changes {
            self.make(change, &mut drawn)?;
        }
        // Blanks at the edge, or in a whole row, are not read as floor.
        redrawn(&self.level, &drawn).or_else(|| self.redrawn_without_blanks(&drawn))
    }
}

impl Distances {
    fn of(floor: &Floor) -> Distances {
        let avatar = from(floor, floor.start);
        let opponent = floor.opponent.map(|cell| (cell, from(floor, cell)));
        let nearest = |distances: &[Distance]| {
            let goals = distances.iter().zip(&floor.goals);
            goals.filter_map(|(d, goal)| d.filter(|_| *goal)).min()
        };
        let opponent = opponent.as_ref();
        Distances {
            avatar: nearest(&avatar),
            opponent: opponent.and_then(|(_, distances)| nearest(distances)),
            to_avatar: opponent.and_then(|(_, distances)| distances[floor.start]),
            to_opponent: opponent.and_then(|(cell, _)| avatar[*cell]),
        }
    }
}

/// How far each cell is from this one.
fn from(floor: &Floor, start: usize) -> Vec<Distance> {
    let mut distances = vec![None; floor.n_cells()];
    distances[start] = Some(0);
    let mut open = VecDeque::from([start]);
    while let Some(cell) = open.pop_front() {
        let next = distances[cell].map(|d| d + 1);
        for direction in 0..DIRECTIONS.len() {
            if let Some(there) = floor.neighbour(cell, direction)
                && distances[there].is_none()
            {
                distances[there] = next;
                open.push_back(there);
            }
        }
    }
    distances
}
