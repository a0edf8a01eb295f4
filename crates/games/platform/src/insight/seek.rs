//! Looks for the fewest tiles to change.
//!
//! Changes near the place where everybody stops are tried one by one on the columns around
//! it. One with which somebody gets through is proposed. If none is, or those that
//! are do not help, some of the best are kept, and another change is looked for where
//! everybody stops then; and so on up to three.

use std::collections::HashSet;
use std::ops::Range;

use playproof_certify::{Budget, Stop};
use playproof_game::{Change, Seeker, Spot};

use super::explore::{Explorer, Found, overlapped, stands};
use super::obstacle::Obstacle;
use super::{MOST_RANGES, PlatformInsight, change, changed_board};
use crate::canonical::{Board, Tile};
use crate::case::Capped;
use crate::engine::{Place, Precision};
use crate::native::Body;
use crate::profile::Profile;

/// The most changes at once.
const MOST_CHANGES: usize = 3;

/// So many of the best are gone on with by how far they get, and by how high.
const BEST: usize = 4;

/// So many columns around the place where everybody stops are looked at.
const AROUND: usize = 30;

/// Changes are so many columns before that place at most, and beyond it.
const BEFORE: usize = 8;
const BEYOND: usize = 18;

/// The most changes that are tried beside the same ones.
const MOST_CANDIDATES: usize = 300;

/// The most ranges of places in all looks together: so that a level without a small repair
/// is not looked at for minutes.
const MOST_IN_ALL: u64 = 10_000_000;

/// The level after some changes, which cannot be won.
#[derive(Clone)]
pub(super) struct Node {
    changes: Vec<Change>,
    board: Board,
    precision: Precision,
    /// Where somebody stands nearest to the exit.
    pub(super) spot: Spot,
    /// Where one can stand.
    pub(super) stands: Vec<Spot>,
    /// What may be changed next, the most promising first.
    pub(super) candidates: Vec<Change>,
    /// The columns around, and a state there that can be reached.
    columns: Range<usize>,
    first: Body,
}

/// How good changes are: the smaller, the better.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tried {
    changes: Vec<Change>,
    /// How far it is to the exit from where everybody stops.
    far: usize,
    /// The highest row in which somebody stands near there.
    row: usize,
}

impl Node {
    /// The level after changes, in which these places are reached.
    pub(super) fn new(
        base: &Board,
        changes: Vec<Change>,
        precision: Precision,
        places: Vec<Place>,
    ) -> Option<Node> {
        let board = changed_board(base, &changes);
        let profile = Profile::new(&board.settings.profile).ok()?;
        let far = |spot: Spot| spot.0.abs_diff(board.exit);
        let stands = stands(&board, &profile, &places);
        let (spot, _) = *stands.iter().min_by_key(|(spot, _)| (far(*spot), spot.1))?;
        let columns = spot.0.saturating_sub(AROUND)..(spot.0 + AROUND + 1).min(board.width);
        let mut within = stands.iter().filter(|(spot, _)| columns.contains(&spot.0));
        // As much of a run-up as there is.
        let (_, first) = *within
            .by_ref()
            .max_by_key(|(spot, _)| (far(*spot), spot.1))?;
        let near = spot.0.saturating_sub(BEYOND)..(spot.0 + BEYOND + 1).min(board.width);
        let touched = overlapped(&board, &profile, &places, near.clone());
        let mut node = Node {
            candidates: Vec::new(),
            changes,
            precision,
            spot,
            stands: stands.iter().map(|(spot, _)| *spot).collect(),
            columns,
            first,
            board,
        };
        node.candidates = node.near(&touched, near);
        Some(node)
    }

    /// What may be changed near the place where everybody stops.
    fn near(&self, touched: &[bool], columns: Range<usize>) -> Vec<Change> {
        let board = &self.board;
        let is_touched = |column: i64, row: i64| {
            let inside = (0..board.width as i64).contains(&column)
                && (0..board.height as i64).contains(&row);
            inside && touched[row as usize * board.width + column as usize]
        };
        let is_beside = |(c, r): Spot| {
            let (c, r) = (c as i64, r as i64);
            let beside = [(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)];
            beside.iter().any(|&(c, r)| is_touched(c, r))
        };
        let is_back = |column: usize| {
            let back = match board.exit >= self.spot.0 {
                true => self.spot.0.saturating_sub(column),
                false => column.saturating_sub(self.spot.0),
            };
            back > BEFORE
        };
        let changed = |spot: Spot| self.changes.iter().any(|change| change.at == spot);
        let half = Obstacle::ahead(board, self.spot).width() / 2;
        let middle = match board.exit >= self.spot.0 {
            true => self.spot.0 + half,
            false => self.spot.0.saturating_sub(half),
        };
        let mut spots: Vec<(usize, usize, Spot)> = Vec::new();
        for row in 0..board.height {
            for column in columns.clone().filter(|&column| !is_back(column)) {
                let spot = (column, row);
                let tile = board.tiles[row * board.width + column];
                // The row that ground would have, or a way through.
                let (useful, usual) = match tile {
                    Tile::AIR => (is_touched(column as i64, row as i64), self.spot.1 + 1),
                    Tile::SOLID => (is_beside(spot), self.spot.1),
                    _ => (false, 0),
                };
                if useful && spot != board.start && !changed(spot) {
                    spots.push((row.abs_diff(usual), column.abs_diff(middle), spot));
                }
            }
        }
        spots.sort_unstable();
        spots.truncate(MOST_CANDIDATES);
        spots
            .iter()
            .map(|(.., spot)| change(board, *spot))
            .collect()
    }

    /// The columns around as a board of their own; who gets to its end is through.
    fn around(&self) -> Board {
        let Board { width, height, .. } = self.board;
        let columns = &self.columns;
        let rows = (0..height).map(|row| &self.board.tiles[row * width..][columns.clone()]);
        let end = match self.board.exit >= self.spot.0 {
            true => columns.end - 1,
            false => columns.start,
        };
        let exit = if columns.contains(&self.board.exit) {
            self.board.exit
        } else {
            end
        };
        Board {
            width: columns.len(),
            tiles: rows.flatten().copied().collect(),
            exit: exit - columns.start,
            // Play begins elsewhere, in a state that is given.
            start: (0, 0),
            ..self.board.clone()
        }
    }
}

/// The columns around the place where everybody stops, to try changes on.
struct Window {
    board: Board,
    first: Body,
    explorer: Explorer,
}

impl Window {
    fn new(node: &Node) -> Option<Window> {
        let board = node.around();
        let explorer = Explorer::new(&board)?;
        let mut first = node.first;
        first.x -= node.columns.start as i32 * explorer.profile().tile;
        first.x = first.x.max(0);
        Some(Window {
            board,
            first,
            explorer,
        })
    }
}

/// The search.
pub(super) struct Seek<'i> {
    insight: &'i PlatformInsight,
    /// The levels that are gone on with, the next one last.
    nodes: Vec<Node>,
    /// The columns around of the last of them, and how many changes were tried there.
    at: Option<(Window, usize)>,
    tried: Vec<Tried>,
    proposed: Vec<Vec<Change>>,
    /// Places that were changed together, in order.
    known: HashSet<Vec<Spot>>,
    n_changes: usize,
    /// Ranges of places that may still be looked at.
    left: u64,
}

impl<'i> Seek<'i> {
    pub(super) fn new(insight: &'i PlatformInsight) -> Seek<'i> {
        Seek {
            insight,
            nodes: Vec::new(),
            at: None,
            tried: Vec::new(),
            proposed: Vec::new(),
            known: HashSet::new(),
            n_changes: 0,
            left: MOST_IN_ALL,
        }
    }

    /// Tries the next change, if there is one. Says with which changes somebody is through.
    fn try_next(&mut self, budget: &mut dyn Budget) -> Result<Option<Vec<Change>>, Done> {
        if self.left == 0 {
            return Err(Done::Stopped);
        }
        let node = self.nodes.last().ok_or(Done::WithThese)?;
        if self.at.is_none() {
            self.at = Window::new(node).map(|window| (window, 0));
        }
        let next = self.at.as_mut().and_then(|(window, n)| {
            let candidate = node.candidates.get(*n)?;
            *n += 1;
            Some((window, candidate))
        });
        let Some((window, candidate)) = next else {
            self.nodes.pop();
            self.at = None;
            return Ok(None);
        };
        let mut changes = node.changes.clone();
        changes.push(candidate.clone());
        let mut spots: Vec<Spot> = changes.iter().map(|change| change.at).collect();
        spots.sort_unstable();
        if !self.known.insert(spots) {
            return Ok(None);
        }
        let from = node.columns.start;
        let mut shifted = candidate.clone();
        if !node.columns.contains(&candidate.at.0) {
            return Ok(None);
        }
        shifted.at.0 -= from;
        let board = changed_board(&window.board, &[shifted]);
        let mut capped = Capped::new(budget, MOST_RANGES.min(self.left));
        let found =
            window
                .explorer
                .explore_finely(&board, Some(window.first), node.precision, &mut capped);
        self.left = self.left.saturating_sub(capped.n_seen);
        match found {
            Ok(Found::Exit) => {
                self.proposed.push(changes.clone());
                Ok(Some(changes))
            }
            Ok(Found::Places(places)) => {
                let stands = stands(&board, window.explorer.profile(), &places);
                let far = |column: usize| (column + from).abs_diff(self.insight.board.exit);
                let Some(least) = stands.iter().map(|(spot, _)| far(spot.0)).min() else {
                    return Ok(None);
                };
                let near = stands
                    .iter()
                    .filter(|(spot, _)| far(spot.0) <= least + BEFORE);
                let row = near.map(|(spot, _)| spot.1).min().unwrap_or(usize::MAX);
                self.tried.push(Tried {
                    changes,
                    far: least,
                    row,
                });
                Ok(None)
            }
            Err(Stop::States) => Ok(None),
            Err(_) => Err(Done::Stopped),
        }
    }

    /// Goes on with the best of what was tried.
    fn deepen(&mut self, budget: &mut dyn Budget) -> bool {
        if self.n_changes >= MOST_CHANGES {
            return false;
        }
        let insight = self.insight;
        if self.n_changes == 0 {
            let Some(stop) = insight.stop(MOST_RANGES, budget) else {
                return false;
            };
            self.nodes.push(stop.clone());
        }
        let mut chosen: Vec<Vec<Change>> = std::mem::take(&mut self.proposed);
        chosen.truncate(BEST);
        let mut tried = std::mem::take(&mut self.tried);
        for by_height in [false, true] {
            tried.sort_by_key(|tried| match by_height {
                false => (tried.far, tried.row),
                true => (tried.row, tried.far),
            });
            chosen.extend(tried.iter().take(BEST).map(|tried| tried.changes.clone()));
        }
        let mut nodes: Vec<Node> = Vec::new();
        for changes in chosen {
            if nodes.iter().any(|node| node.changes == changes) {
                continue;
            }
            let board = changed_board(&insight.board, &changes);
            let explored = insight.explored(&board, MOST_RANGES, budget);
            nodes.extend(explored.and_then(|(precision, places)| {
                Node::new(&insight.board, changes, precision, places)
            }));
        }
        nodes.reverse();
        self.nodes.extend(nodes);
        self.n_changes += 1;
        !self.nodes.is_empty()
    }
}

/// Why nothing more is tried.
enum Done {
    /// Every change beside these was tried.
    WithThese,
    /// The budget is spent.
    Stopped,
}

impl Seeker for Seek<'_> {
    fn next(&mut self, budget: &mut dyn Budget) -> Option<Vec<Change>> {
        loop {
            match self.try_next(budget) {
                Ok(Some(changes)) => return Some(changes),
                Ok(None) => {}
                Err(Done::Stopped) => return None,
                Err(Done::WithThese) if self.deepen(budget) => {}
                Err(Done::WithThese) => return None,
            }
        }
    }
}
