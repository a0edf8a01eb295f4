//! Pairs of places, and whether one action leads from one to the other, in both games.
//!
//! A place is a tile in which one can stand; some of its ground under the feet is enough for
//! that. In the exact game one action is this: somebody stands still in the middle of a place,
//! walks or runs about as long as some of it is under the feet, jumps once or goes over
//! the edge, and comes to ground. So the place itself is all the run-up there is. What
//! walks is left out.

use playproof_certify::{Budget, Stop};
use playproof_game::Stream;
use playproof_model::Val;
use rustc_hash::FxHashSet;

use crate::canonical::{Board, Tile};
use crate::coarse::Coarse;
use crate::engine::{Precision, sweep_from};
use crate::native::{Body, Broken, Pose, World};
use crate::rules::Stage;

/// How far from a place another is looked at, in columns and rows.
const WINDOW: (i64, i64) = (12, 6);

/// The seed by which places are chosen where there are too many.
const SEED: u64 = 1;

/// A column and a row, from 0.
type Cell = (i64, i64);

/// Two places: one action begins in the first and ends in the second.
pub type Pair = (Cell, Cell);

/// What came of comparing.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// How many places there are to stand in.
    pub n_places: usize,
    /// From how many of them it was looked.
    pub n_looked: usize,
    /// How many pairs were looked at.
    pub n_pairs: usize,
    /// How many of them both games connect.
    pub n_both: usize,
    /// Those that only the coarse game connects: allowed, but impossible.
    pub impossible: Vec<Pair>,
    /// Those that only the exact game connects: denied, but possible.
    pub denied: Vec<Pair>,
}

/// Compares the games on a board, from this many places at most.
pub fn compare(
    stage: &Stage,
    coarse: &Coarse,
    most: usize,
    budget: &mut dyn Budget,
) -> Result<Compared, Stop> {
    let stage = &without_enemies(stage);
    let board = &stage.board;
    let places = places(board);
    let looked = chosen(&places, most);
    let (world, air) = (World::new(stage), World::new(stage).until_landed());
    let mut compared = Compared {
        n_places: places.len(),
        n_looked: looked.len(),
        ..Compared::default()
    };
    for from in looked {
        let mut exact = Vec::new();
        let leaving = about(&world, from, |body| {
            stood_in(board, &world, body.pose, (body.x, body.x), &mut exact);
        });
        for place in sweep_from(&air, &leaving, Precision::Exact, budget)? {
            // Whoever comes to ground where play is over stands nowhere.
            world.going_on(place.pose, place.x, |part| {
                stood_in(board, &world, place.pose, part, &mut exact);
            });
        }
        let allowed = coarse.landings(board, from);
        let is_near = |to: &&Cell| {
            let far = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
            **to != from && far.0 <= WINDOW.0 && far.1 <= WINDOW.1
        };
        for &to in places.iter().filter(is_near) {
            compared.n_pairs += 1;
            match (allowed.contains(&to), exact.contains(&to)) {
                (true, true) => compared.n_both += 1,
                (true, false) => compared.impossible.push((from, to)),
                (false, true) => compared.denied.push((from, to)),
                (false, false) => {}
            }
        }
    }
    Ok(compared)
}

/// The level with nobody in it, and without a time limit.
fn without_enemies(stage: &Stage) -> Stage {
    let mut stage = stage.clone();
    let enemy = Tile::WALKS.with(Tile::STOMPABLE);
    for tile in &mut stage.board.tiles {
        if tile.is_any(enemy) {
            *tile = Tile::AIR;
        }
    }
    stage.walkers.clear();
    stage.board.settings.time = None;
    stage
}

/// The places to stand in, but for those in which play is over.
fn places(board: &Board) -> Vec<Cell> {
    let cells = (0..board.height).flat_map(|row| (0..board.width).map(move |column| (column, row)));
    let stands = cells.filter(|&(column, row)| column != board.exit && board.is_stand(column, row));
    stands
        .map(|(column, row)| (column as i64, row as i64))
        .collect()
}

/// So many places, by lot, in their order.
fn chosen(places: &[Cell], most: usize) -> Vec<Cell> {
    let mut chosen = places.to_vec();
    let mut lots = Stream::new(SEED, 0);
    while chosen.len() > most {
        chosen.swap_remove(lots.below(chosen.len()));
    }
    chosen.sort_unstable_by_key(|&(column, row)| (row, column));
    chosen
}

/// Goes about in a place, from its middle, and tells all states on its ground and beside it.
/// Gives back those in the air that are come to first.
fn about(world: &World, (column, row): Cell, mut tell: impl FnMut(&Body)) -> Vec<Body> {
    let profile = world.profile();
    let (column, feet) = (column as Val, (row as Val + 1) * profile.tile);
    let first = Body {
        x: column * profile.tile + (profile.tile - profile.body.0) / 2,
        vx: 0,
        pose: Pose {
            y: feet,
            vy: profile.rest,
            jump: 0,
            ground: true,
            broken: Broken::NONE,
        },
    };
    let (lo, hi) = world.above(column);
    let is_there = |body: &Body| body.pose.ground && (lo..=hi).contains(&body.x);
    let mut known = FxHashSet::from_iter([first]);
    let (mut waiting, mut leaving) = (vec![first], Vec::new());
    while let Some(body) = waiting.pop() {
        for (gait, presses) in world.gaits().flat_map(|gait| [(gait, false), (gait, true)]) {
            if !world.may(&body, gait, presses) {
                continue;
            }
            let next = world.tick(&body, gait, presses);
            if !known.insert(next) || world.is_over(&next) {
                continue;
            }
            match () {
                () if is_there(&next) => {
                    tell(&next);
                    waiting.push(next);
                }
                () if world.is_landed(&next) => tell(&next),
                // Over the edge, where one falls or jumps in the next tick.
                () if next.pose.ground => waiting.push(next),
                () => leaving.push(next),
            }
        }
    }
    leaving
}

/// The places that somebody stands in who is at one of these places.
fn stood_in(board: &Board, world: &World, pose: Pose, x: (Val, Val), cells: &mut Vec<Cell>) {
    if !pose.ground {
        return;
    }
    let (tile, wide) = (world.profile().tile, world.profile().body.0);
    let row = pose.y.div_euclid(tile) - 1;
    for column in x.0.div_euclid(tile)..=(x.1 + wide - 1).div_euclid(tile) {
        let inside = usize::try_from(column).ok().zip(usize::try_from(row).ok());
        let cell = (i64::from(column), i64::from(row));
        let stands = inside.is_some_and(|(column, row)| board.is_stand(column, row));
        if stands && !cells.contains(&cell) {
            cells.push(cell);
        }
    }
}
