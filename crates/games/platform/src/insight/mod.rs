//! What is known of platform levels beyond their rules: where everybody stops, why, and
//! which few tiles let them go on.
//!
//! A change adds a block in the air or removes one; each has size 1. Only tiles that
//! somebody touches can matter: as long as nobody touches what is changed, everybody does
//! what they did before. Of these, the ones near the place where everybody stops are tried.

mod explore;
mod obstacle;
mod seek;
mod standstill;

use std::sync::{Arc, OnceLock};

use playproof_certify::{Budget, Unlimited};
use playproof_game::{Change, Edit, Insight, Seeker, Spot, Standstill};
use playproof_level::{Format, Level};
use playproof_model::{Formula, Property, TermKind};

use crate::canonical::{Board, Tile};
use crate::case::Capped;
use crate::engine::{Place, Precision};
use crate::formats::PlatformFormat;
use crate::measures::calm;
use crate::profile::Profile;
use crate::reach::survey;
use crate::rules::Stage;
use explore::Explorer;
use seek::{Node, Seek};
use standstill::{furthest, worded};
pub(crate) use standstill::{standstill, words};

const BLOCK: &str = "block";

/// The most ranges of places that one look at a level may come to.
const MOST_RANGES: u64 = 3_000_000;

/// The same where nobody can say stop in between.
const FEW_RANGES: u64 = 300_000;

/// What is known of one level.
pub(crate) struct PlatformInsight {
    level: Level,
    /// The board, without what walks.
    board: Board,
    /// What is drawn, with what walks.
    drawn: Vec<Tile>,
    /// The letters of ground and of air in its drawing.
    letters: (char, char),
    /// Where everybody stops, once that was found.
    stop: OnceLock<Node>,
}

impl PlatformInsight {
    pub(crate) fn new(level: &Level) -> Option<PlatformInsight> {
        let drawn = Board::read(level).ok()?;
        let cells = level.grid()?.cells();
        let of = |tile: Tile| most_frequent(cells, |i| drawn.tiles[i] == tile);
        Some(PlatformInsight {
            letters: (of(Tile::SOLID)?, of(Tile::AIR)?),
            level: level.clone(),
            board: calm(&drawn),
            drawn: drawn.tiles,
            stop: OnceLock::new(),
        })
    }

    /// Where everybody stops on the level as it is, if a look at so many ranges shows it.
    fn stop(&self, most: u64, budget: &mut dyn Budget) -> Option<&Node> {
        if self.stop.get().is_none() {
            let (precision, places) = self.explored(&self.board, most, budget)?;
            let node = Node::new(&self.board, Vec::new(), precision, places)?;
            return Some(self.stop.get_or_init(|| node));
        }
        self.stop.get()
    }

    /// The places that are reached on a board whose exit is not.
    fn explored(
        &self,
        board: &Board,
        most: u64,
        budget: &mut dyn Budget,
    ) -> Option<(Precision, Vec<Place>)> {
        let mut capped = Capped::new(budget, most);
        Explorer::new(board)?.closed(board, &mut capped).ok()?
    }
}

/// The letter that is there most often among those of some cells; of several the least.
fn most_frequent(cells: &[char], is_meant: impl Fn(usize) -> bool) -> Option<char> {
    let mut meant: Vec<char> = (0..cells.len())
        .filter(|&i| is_meant(i))
        .map(|i| cells[i])
        .collect();
    meant.sort_unstable();
    let runs = meant.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0]));
    let most = runs.max_by_key(|&(n, letter)| (n, std::cmp::Reverse(letter)));
    most.map(|(_, letter)| letter)
}

/// A change of one tile, by what is there now.
fn change(board: &Board, at: Spot) -> Change {
    let is_solid = board.tiles[at.1 * board.width + at.0].is(Tile::SOLID);
    Change {
        what: BLOCK.into(),
        at,
        edit: if is_solid { Edit::Remove } else { Edit::Add },
        size: 1,
    }
}

/// The board with some tiles changed.
fn changed_board(board: &Board, changes: &[Change]) -> Board {
    let mut board = board.clone();
    for change in changes {
        board.tiles[change.at.1 * board.width + change.at.0] = match change.edit {
            Edit::Add => Tile::SOLID,
            Edit::Remove | Edit::MoveTo(_) => Tile::AIR,
        };
    }
    board
}

impl Insight for PlatformInsight {
    fn why_lost(&self) -> Option<String> {
        let stop = self.stop(FEW_RANGES, &mut Unlimited)?;
        let furthest = furthest(&self.board, &stop.stands)?;
        Some(words(&self.board, furthest))
    }

    fn standstill(&self) -> Option<Standstill> {
        let stop = self.stop(FEW_RANGES, &mut Unlimited)?;
        standstill(&self.board, stop.stands.clone())
    }

    fn why_unreached(&self, what: &Property) -> Option<String> {
        let Property::Reach(Formula::Is(term)) = what else {
            return None;
        };
        let TermKind::Name(name) = &term.kind else {
            return None;
        };
        let number: usize = name.strip_prefix("coin_")?.parse().ok()?;
        let Board { width, tiles, .. } = &self.board;
        let mut coins = (0..tiles.len()).filter(|&at| tiles[at].is(Tile::COIN));
        let at = coins.nth(number.checked_sub(1)?)?;
        let coin = (at % width, at / width);
        let profile = Profile::new(&self.board.settings.profile).ok()?;
        let drawn = Board {
            tiles: self.drawn.clone(),
            ..self.board.clone()
        };
        let stage = Stage::new(drawn, profile).ok()?;
        let mut unlimited = Unlimited;
        let mut capped = Capped::new(&mut unlimited, FEW_RANGES);
        let found = survey(&stage, Precision::AnySpeed, &mut capped).ok()?;
        let far = |at: &usize| coin.0.abs_diff(at % width) + coin.1.abs_diff(at / width);
        let stands = (0..tiles.len()).filter(|&at| found.is_stood_in[at]);
        let nearest = stands.min_by_key(far)?;
        let [place, near] = [at, nearest].map(|at| worded((at % width, at / width)));
        Some(format!(
            "nobody ever touches {name} in {place}: nobody stands nearer to it than {near}"
        ))
    }

    fn changes(&self) -> Vec<Change> {
        let stop = self.stop(FEW_RANGES, &mut Unlimited);
        stop.map_or_else(Vec::new, |stop| stop.candidates.clone())
    }

    fn changed(&self, changes: &[Change]) -> Option<Level> {
        let grid = self.level.grid()?;
        let mut cells = grid.cells().to_vec();
        for change in changes {
            let at = change.at.1 * grid.width() + change.at.0;
            let tile = self.drawn[at];
            cells[at] = match change.edit {
                Edit::Add if tile == Tile::AIR => self.letters.0,
                Edit::Remove if tile == Tile::SOLID => self.letters.1,
                _ => return None,
            };
        }
        let mut text = String::from("platform\nmap:\n");
        for row in cells.chunks(grid.width()) {
            text.extend(row);
            text.push('\n');
        }
        let read = PlatformFormat.read(self.level.file(), &Arc::from(text))?;
        let read = read.ok()?.levels.pop()?;
        let level = self.level.with_grid(read.grid()?.clone())?;
        // Where play begins without a mark must not be changed on the side.
        let board = Board::read(&level).ok()?;
        (board.start == self.board.start).then_some(level)
    }

    fn keeps_letters(&self) -> bool {
        true
    }

    fn seeker(&self) -> Option<Box<dyn Seeker + '_>> {
        Some(Box::new(Seek::new(self)))
    }
}
