//! `docs/platform-coarse.md` read a second time: an interpreter that plays on the
//! picture itself, tile by tile.

use std::collections::{BTreeMap, BTreeSet};

use crate::boards::{Picture, exit_column, start};

type Cell = (i32, i32);

/// A situation of the game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Situation {
    pub at: Cell,
    pub dead: bool,
    pub left: Option<u32>,
    pub mushrooms: BTreeSet<Cell>,
    /// Those that are still there.
    pub coins: BTreeSet<Cell>,
    /// Blocks that break and are whole; of the dead it does not matter.
    pub blocks: BTreeSet<Cell>,
    pub kills: u32,
    pub used: u32,
}

pub struct Reading {
    picture: Picture,
    pub limit: Option<u32>,
    pub touch: bool,
    /// No long jumps, and no kills, if these are set.
    pub no_long: bool,
    pub no_kills: bool,
    /// Four up and one aside, or two up and five aside.
    pub tall: bool,
}

/// Actions with their single steps and their times.
const ACTIONS: [(&str, &str, u32); 8] = [
    ("R", ">", 1),
    ("L", "<", 1),
    ("J", "^^", 3),
    ("RJ", "^>>>>", 3),
    ("LJ", "^<<<<", 3),
    ("JR", "^^>", 3),
    ("JL", "^^<", 3),
    ("N", "", 1),
];

/// The same with jumps that go further.
const TALL: [(&str, &str, u32); 8] = [
    ("R", ">", 1),
    ("L", "<", 1),
    ("J", "^^^^", 3),
    ("RJ", "^^>>>>>", 3),
    ("LJ", "^^<<<<<", 3),
    ("JR", "^^^^>", 3),
    ("JL", "^^^^<", 3),
    ("N", "", 1),
];

impl Reading {
    pub fn new(picture: &Picture) -> Reading {
        Reading {
            picture: picture.clone(),
            limit: None,
            touch: false,
            no_long: false,
            no_kills: false,
            tall: false,
        }
    }

    fn rows(&self) -> i32 {
        self.picture.len() as i32
    }

    pub fn letter(&self, (x, y): Cell) -> char {
        if x < 0 || x >= self.picture[0].len() as i32 {
            '#'
        } else if y < 0 || y >= self.rows() {
            '.'
        } else {
            self.picture[y as usize][x as usize]
        }
    }

    pub fn all(&self, letter: char) -> BTreeSet<Cell> {
        let width = self.picture[0].len() as i32;
        let cells = (0..self.rows()).flat_map(|y| (0..width).map(move |x| (x, y)));
        cells.filter(|&cell| self.letter(cell) == letter).collect()
    }

    pub fn first(&self) -> Situation {
        let (x, y) = start(&self.picture);
        Situation {
            at: (x as i32, y as i32),
            dead: false,
            left: self.limit,
            mushrooms: self.all('m'),
            coins: self.all('o'),
            blocks: self.all('b'),
            kills: 0,
            used: 0,
        }
    }

    pub fn is_exit(&self, cell: Cell) -> bool {
        match self.touch {
            true => self.letter(cell) == 'E',
            false => cell.0 == exit_column(&self.picture) as i32 && cell.1 < self.rows(),
        }
    }

    pub fn won(&self, s: &Situation) -> bool {
        !s.dead && self.is_exit(s.at)
    }

    pub fn lost(&self, s: &Situation) -> bool {
        s.dead || (s.left == Some(0) && !self.won(s))
    }

    pub fn stands(&self, (x, y): Cell) -> bool {
        "#=".contains(self.letter((x, y + 1)))
    }

    fn is_solid(&self, s: &Situation, cell: Cell) -> bool {
        self.letter(cell) == '#' || s.blocks.contains(&cell)
    }

    fn stands_now(&self, s: &Situation) -> bool {
        let below = (s.at.0, s.at.1 + 1);
        self.letter(below) == '=' || self.is_solid(s, below)
    }

    /// What can be done, by the names of actions.
    pub fn next(&self, s: &Situation) -> BTreeMap<&'static str, Situation> {
        let mut all = BTreeMap::new();
        if self.won(s) || self.lost(s) {
            return all;
        }
        let actions = if self.tall { TALL } else { ACTIONS };
        for (name, steps, time) in actions {
            if self.no_long && ["RJ", "LJ"].contains(&name) {
                continue;
            }
            let (x, y) = s.at;
            let possible = match steps.chars().next() {
                Some('^') => self.stands_now(s) && self.letter((x, y - 1)) != '#',
                Some('>') => !self.is_solid(s, (x + 1, y)),
                Some('<') => !self.is_solid(s, (x - 1, y)),
                _ => !self.stands_now(s),
            };
            if !possible {
                continue;
            }
            let mut after = s.clone();
            match s.left {
                Some(left) if left < time => {
                    after.used += left;
                    after.left = Some(0);
                }
                _ => {
                    self.act(&mut after, steps);
                    if after.dead {
                        after.blocks.clear();
                    }
                    after.used += time;
                    after.left = s.left.map(|left| left - time);
                }
            }
            if self.no_kills && after.kills > s.kills {
                continue;
            }
            all.insert(name, after);
        }
        all
    }

    fn act(&self, s: &mut Situation, steps: &str) {
        let (from, mut is_stopped) = (s.at, false);
        for step in steps.chars() {
            if is_stopped && step == '^' {
                continue;
            }
            let (x, y) = s.at;
            let there = match step {
                '^' => (x, y - 1),
                '>' => (x + 1, y),
                _ => (x - 1, y),
            };
            if self.is_solid(s, there) {
                if step == '^' {
                    is_stopped = true;
                    if s.blocks.remove(&there) && s.at == from {
                        return;
                    }
                }
                continue;
            }
            s.at = there;
            if self.arrive(s, false) {
                return;
            }
        }
        while !self.stands_now(s) {
            s.at.1 += 1;
            if s.at.1 == self.rows() {
                s.dead = true;
                return;
            }
            if self.arrive(s, true) {
                return;
            }
        }
    }

    /// What happens in a place; whether that is the end.
    fn arrive(&self, s: &mut Situation, falling: bool) -> bool {
        s.coins.remove(&s.at);
        if self.is_exit(s.at) {
            s.at.1 = s.at.1.max(-1);
            return true;
        }
        if s.mushrooms.contains(&s.at) && falling {
            s.mushrooms.remove(&s.at);
            s.kills += 1;
        }
        s.dead = s.mushrooms.contains(&s.at) || self.letter(s.at) == '^';
        if s.dead {
            s.at.1 = self.rows();
        }
        s.dead
    }
}
