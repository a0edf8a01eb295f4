//! Race, Run and Catch by brute force, from the drawing: nothing here is
//! shared with the games or with any engine. For small levels only.
//!
//! The opponent's step is found twice, by distances to where it wants to go
//! and by A*, and the two must agree.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

/// A place: column and row, from 0.
pub type At = (usize, usize);

/// Which game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Who is first on a goal wins.
    Race,
    /// The avatar gets to a goal before it is caught.
    Run,
    /// The avatar catches the opponent before that gets to a goal.
    Catch,
}

/// Whether play goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// It goes on.
    Open,
    /// The avatar has won.
    Won,
    /// The avatar has lost.
    Lost,
}

/// Where both are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The player's piece.
    pub avatar: At,
    /// The game's.
    pub opponent: At,
}

/// The directions in the order in which ties are broken.
pub const DIRECTIONS: [char; 4] = ['l', 'r', 'u', 'd'];

/// What a step costs.
pub const STEP: i64 = 1;
/// What a blocked step costs.
pub const BUMP: i64 = 100;
/// What a win brings and a loss takes.
pub const STAKE: i64 = 1000;

/// A level as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The game.
    pub kind: Kind,
    /// Its rows, all of one length.
    pub rows: Vec<Vec<char>>,
}

impl Kind {
    /// All three.
    pub const ALL: [Kind; 3] = [Kind::Race, Kind::Run, Kind::Catch];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Race => "race",
            Kind::Run => "run",
            Kind::Catch => "catch",
        }
    }

    /// The letter by which a level is known to be one of this game.
    pub fn letter(self) -> char {
        match self {
            Kind::Race => 'E',
            Kind::Run => 'C',
            Kind::Catch => 'R',
        }
    }
}

impl Drawing {
    /// A drawing, from its text.
    pub fn new(kind: Kind, text: &str) -> Drawing {
        Drawing {
            kind,
            rows: text.lines().map(|row| row.chars().collect()).collect(),
        }
    }

    /// A random level of at most this many columns and rows, sometimes with
    /// two goals, sometimes with one-way floor.
    pub fn random(kind: Kind, side: usize, rng: &mut fastrand::Rng) -> Drawing {
        let (width, height) = (rng.usize(3..=side), rng.usize(2..=side));
        let walls = rng.u32(0..40);
        let arrows = [0, 0, 15][rng.usize(0..3)];
        let cells = (0..width * height).map(|_| {
            let letters: Vec<char> = match rng.u32(0..100) {
                n if n < walls => "1w#".chars().collect(),
                n if n < walls + arrows => "<>^v".chars().collect(),
                _ => "0-".chars().collect(),
            };
            letters[rng.usize(0..letters.len())]
        });
        let mut cells: Vec<char> = cells.collect();
        let mut places: Vec<usize> = (0..cells.len()).collect();
        rng.shuffle(&mut places);
        let goals = ["G", "G", "GG"][rng.usize(0..3)];
        let pieces = ['A', kind.letter()].into_iter().chain(goals.chars());
        for (&place, piece) in places.iter().zip(pieces) {
            cells[place] = piece;
        }
        let rows = cells.chunks(width).map(<[char]>::to_vec).collect();
        Drawing { kind, rows }
    }

    /// The text.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.iter().collect::<String>());
        rows.map(|row| row + "\n").collect()
    }

    /// All places that are not wall, row by row.
    pub fn floor(&self) -> Vec<At> {
        self.places(|c| !"1w#".contains(c))
    }

    fn places(&self, is_meant: impl Fn(char) -> bool) -> Vec<At> {
        let rows = self.rows.iter().enumerate();
        let all = rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &c)| ((x, y), c)));
        all.filter(|(_, c)| is_meant(*c))
            .map(|(at, _)| at)
            .collect()
    }

    fn get(&self, (x, y): At) -> Option<char> {
        self.rows.get(y)?.get(x).copied()
    }

    fn is_goal(&self, at: At) -> bool {
        self.get(at) == Some('G')
    }

    /// Where play begins.
    pub fn start(&self) -> Position {
        Position {
            avatar: self.places(|c| c == 'A')[0],
            opponent: self.places(|c| "ECR".contains(c))[0],
        }
    }

    /// The place next to another; `None` where a wall, the edge of the map or
    /// an arrow is in the way.
    pub fn step(&self, at: At, direction: char) -> Option<At> {
        let (to, along, against) = match direction {
            'l' => ((at.0.checked_sub(1)?, at.1), '<', '>'),
            'r' => ((at.0 + 1, at.1), '>', '<'),
            'u' => ((at.0, at.1.checked_sub(1)?), '^', 'v'),
            _ => ((at.0, at.1 + 1), 'v', '^'),
        };
        let (here, there) = (self.get(at)?, self.get(to)?);
        let may_leave = !"<>^v".contains(here) || here == along;
        let may_enter = !"1w#".contains(there) && there != against;
        (may_leave && may_enter).then_some(to)
    }

    /// Whether play goes on in a position.
    pub fn fate(&self, Position { avatar, opponent }: Position) -> Fate {
        let met = avatar == opponent;
        let (won, lost) = match self.kind {
            Kind::Race => (self.is_goal(avatar), self.is_goal(opponent)),
            // To be caught on a goal is to be caught.
            Kind::Run => (self.is_goal(avatar) && !met, met),
            Kind::Catch => (met, self.is_goal(opponent)),
        };
        match (won, lost) {
            (true, _) => Fate::Won,
            (false, true) => Fate::Lost,
            (false, false) => Fate::Open,
        }
    }

    /// The position after a turn; `None` if the avatar's step is blocked.
    pub fn after(&self, position: Position, direction: char) -> Option<Position> {
        let to = self.step(position.avatar, direction)?;
        let stays = self.kind == Kind::Race && to == position.opponent;
        let moved = Position {
            avatar: if stays { position.avatar } else { to },
            ..position
        };
        Some(match self.fate(moved) {
            Fate::Open => Position {
                opponent: self.answer(moved),
                ..moved
            },
            _ => moved,
        })
    }

    /// Where the opponent goes: the first step, in the order of directions,
    /// from which the way is one shorter.
    fn answer(&self, Position { avatar, opponent }: Position) -> At {
        let (wanted, obstacle) = match self.kind {
            Kind::Run => (vec![avatar], None),
            Kind::Race | Kind::Catch => (self.places(|c| c == 'G'), Some(avatar)),
        };
        let way = |from| self.a_star(from, &wanted, obstacle);
        let far = self.distances(&wanted, obstacle);
        let Some(&length) = far.get(&opponent) else {
            assert_eq!(way(opponent), None, "A* finds a way where there is none");
            return opponent;
        };
        let found = way(opponent).expect("A* finds a way");
        assert_eq!(found.len() as u32, length, "A* finds a shortest way");
        let around = DIRECTIONS
            .into_iter()
            .filter_map(|d| self.step(opponent, d));
        let shorter = around.filter(|to| far.get(to) == Some(&(length - 1)));
        let first: Vec<At> = shorter.collect();
        assert!(first.contains(&found[0]), "A* takes another first step");
        let rest = way(first[0]).expect("A* finds the rest of the way");
        assert_eq!(rest.len() as u32 + 1, length, "not on a shortest way");
        first[0]
    }

    /// How far each place is from the nearest one wanted, by going over the
    /// whole map until nothing changes.
    fn distances(&self, wanted: &[At], obstacle: Option<At>) -> HashMap<At, u32> {
        let open = |at: &At| Some(*at) != obstacle;
        let start = wanted.iter().copied().filter(open);
        let mut far: HashMap<At, u32> = start.map(|at| (at, 0)).collect();
        let floor: Vec<At> = self.floor().into_iter().filter(open).collect();
        loop {
            let mut changed = false;
            for &at in &floor {
                let around = DIRECTIONS.into_iter().filter_map(|d| self.step(at, d));
                let near = around.filter_map(|to| far.get(&to)).min().map(|n| n + 1);
                let known = far.get(&at).copied();
                if let Some(near) = near.filter(|n| known.is_none_or(|k| *n < k)) {
                    far.insert(at, near);
                    changed = true;
                }
            }
            if !changed {
                return far;
            }
        }
    }

    /// A shortest way to one of the places wanted, without its beginning, by
    /// A* with the Manhattan distance to the nearest of them.
    fn a_star(&self, from: At, wanted: &[At], obstacle: Option<At>) -> Option<Vec<At>> {
        let guess = |at: At| {
            let each = wanted
                .iter()
                .map(|w| w.0.abs_diff(at.0) + w.1.abs_diff(at.1));
            each.min().expect("somewhere to go")
        };
        let mut before: HashMap<At, (usize, At)> = HashMap::from([(from, (0, from))]);
        let mut closed = HashSet::new();
        let mut open = BinaryHeap::from([(Reverse(guess(from)), 0, from)]);
        while let Some((_, so_far, at)) = open.pop() {
            if wanted.contains(&at) {
                let back = std::iter::successors(Some(at), |at| Some(before[at].1));
                let mut way: Vec<At> = back.take_while(|at| *at != from).collect();
                way.reverse();
                return Some(way);
            }
            if !closed.insert(at) {
                continue;
            }
            for to in DIRECTIONS.into_iter().filter_map(|d| self.step(at, d)) {
                let known = before.get(&to).map_or(usize::MAX, |(n, _)| *n);
                if Some(to) != obstacle && so_far + 1 < known {
                    before.insert(to, (so_far + 1, at));
                    let whole = so_far + 1 + guess(to);
                    open.push((Reverse(whole), so_far + 1, to));
                }
            }
        }
        None
    }
}

/// Everything that can happen in a level.
pub struct Play {
    /// Each position with its fate and the number of moves to it.
    pub positions: Vec<(Position, Fate, u32)>,
    /// Where each direction leads from a position; nowhere once play is over.
    turns: Vec<[Option<usize>; 4]>,
}

impl Play {
    /// Plays a level in all ways, breadth first.
    pub fn new(drawing: &Drawing) -> Play {
        let start = drawing.start();
        let mut positions = vec![(start, drawing.fate(start), 0)];
        let mut number = HashMap::from([(start, 0)]);
        let mut turns = Vec::new();
        while turns.len() < positions.len() {
            let (position, fate, depth) = positions[turns.len()];
            turns.push(DIRECTIONS.map(|direction| {
                let open = fate == Fate::Open;
                let next = drawing.after(position, direction).filter(|_| open)?;
                Some(*number.entry(next).or_insert_with(|| {
                    positions.push((next, drawing.fate(next), depth + 1));
                    positions.len() - 1
                }))
            }));
        }
        Play { positions, turns }
    }

    /// The least number of moves to an end of play.
    pub fn least(&self, fate: Fate) -> Option<u32> {
        let ends = self.positions.iter().filter(|(_, f, _)| *f == fate);
        ends.map(|(_, _, depth)| *depth).min()
    }

    /// Whether play can be won from wherever it leads.
    pub fn is_unlosable(&self) -> bool {
        let fates = self.positions.iter();
        let mut good: Vec<bool> = fates.map(|(_, fate, _)| *fate == Fate::Won).collect();
        loop {
            let n_good = good.iter().filter(|good| **good).count();
            for i in 0..good.len() {
                good[i] |= self.turns[i].iter().flatten().any(|&next| good[next]);
            }
            if good.iter().filter(|good| **good).count() == n_good {
                return n_good == good.len();
            }
        }
    }

    /// All fates and scores of runs that lose at most so much by steps and
    /// bumps, play in between counting as an end of a run.
    pub fn scores(&self, most: i64) -> BTreeSet<(Fate, i64)> {
        let mut reached = vec![vec![false; self.positions.len()]; most as usize + 1];
        reached[0][0] = true;
        let mut scores = BTreeSet::new();
        for cost in 0..=most {
            for i in 0..self.positions.len() {
                if !reached[cost as usize][i] {
                    continue;
                }
                let fate = self.positions[i].1;
                let stake = match fate {
                    Fate::Open => 0,
                    Fate::Won => STAKE,
                    Fate::Lost => -STAKE,
                };
                scores.insert((fate, stake - cost));
                if fate != Fate::Open {
                    continue;
                }
                for turn in self.turns[i] {
                    let (price, next) = turn.map_or((BUMP, i), |next| (STEP, next));
                    if let Some(later) = reached.get_mut((cost + price) as usize) {
                        later[next] = true;
                    }
                }
            }
        }
        scores
    }

    /// The greatest score of a run that wins.
    pub fn best(&self) -> Option<i64> {
        let most = i64::from(self.least(Fate::Won)?) * STEP + BUMP;
        let scores = self.scores(most).into_iter();
        let won = scores.filter(|(fate, _)| *fate == Fate::Won);
        won.map(|(_, score)| score).max()
    }
}
