//! What a sweep says of cells: in how many ways one can be in each, and where one stands.

use playproof_certify::{Budget, Stop};
use playproof_game::Heat;
use playproof_model::{Property, Val, elaborate};

use crate::canonical::{Board, Tile};
use crate::engine::{Place, Precision, Swept, Target, sweep};
use crate::native::World;
use crate::profile::Profile;
use crate::rules::{Stage, rules};

/// All places that can be reached in a level.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Columns and rows.
    pub size: (usize, usize),
    /// The places, as the sweep has them.
    pub places: Vec<Place>,
    /// For each cell, with how many vertical states and speeds the middle of the body can
    /// be in it.
    pub ways: Vec<u32>,
    /// The cells that the middle of the body can be in with ground under the feet.
    pub is_stood_in: Vec<bool>,
    /// Whether the exit may be reached.
    pub is_won: bool,
    /// Where one stands: below the feet, and from where to where the left edge of the
    /// body is. None touches another.
    pub standing: Vec<(Val, (Val, Val))>,
}

/// Sweeps a level to the end, whatever can be won on the way.
pub fn survey(
    stage: &Stage,
    precision: Precision,
    budget: &mut dyn Budget,
) -> Result<Survey, Stop> {
    let Stage { board, profile, .. } = stage;
    let world = World::new(stage);
    let subject = elaborate(&rules(stage), &Property::Solvable)
        .expect("a level can be asked whether it can be won");
    let mut exit = Target::new(&subject, subject.machine().atoms[0].holds, &world);
    // A target that is nowhere, so that the sweep does not stop there.
    let span = std::mem::replace(&mut exit.span, (Val::MAX, Val::MIN));
    let Swept::Closed(places) = sweep(&world, &mut exit, precision, budget)? else {
        unreachable!("nothing is looked for");
    };
    exit.span = span;
    let mut survey = Survey {
        is_won: places.iter().any(|place| exit.meets(place).is_some()),
        size: (board.width, board.height),
        ways: vec![0; board.width * board.height],
        is_stood_in: vec![false; board.width * board.height],
        standing: Vec::new(),
        places: Vec::new(),
    };
    for (i, place) in places.iter().enumerate() {
        // Ranges of one vertical state and speed follow each other from left to right; a
        // cell with two of them has one way more, not two.
        let before = i.checked_sub(1).map(|before| &places[before]);
        let before = before.filter(|b| (b.pose, b.vx) == (place.pose, place.vx));
        survey.count(profile, place, before);
    }
    let standing = places.iter().filter(|place| place.pose.ground);
    let standing = standing.flat_map(|place| on_ground(board, profile, place));
    survey.standing = together(standing.collect());
    survey.count_standing(profile);
    survey.places = places;
    Ok(survey)
}

/// The parts of places in which there is ground under the feet. Whoever stood at the
/// beginning of a tick and went over an edge in it has none, and falls in the next.
fn on_ground<'a>(
    board: &'a Board,
    profile: &'a Profile,
    place: &'a Place,
) -> impl Iterator<Item = (Val, (Val, Val))> + 'a {
    let (y, (lo, hi)) = (place.pose.y, place.x);
    let (tile, width) = (profile.tile, profile.body.0);
    let columns = lo.div_euclid(tile)..=(hi + width - 1).div_euclid(tile);
    let row = i64::from(y.div_euclid(tile));
    let ground = Tile::SOLID.with(Tile::ONE_WAY);
    let columns = columns.filter(move |&column| board.tile(i64::from(column), row).is_any(ground));
    columns.filter_map(move |column| {
        let over = (column * tile - width + 1, (column + 1) * tile - 1);
        let part = (lo.max(over.0), hi.min(over.1));
        (part.0 <= part.1).then_some((y, part))
    })
}

impl Survey {
    fn count(&mut self, profile: &Profile, place: &Place, before: Option<&Place>) {
        let (width, height) = self.size;
        let Some((row, (first, last))) = cells(profile, place.pose.y, place.x, height) else {
            return;
        };
        let before = before.and_then(|b| cells(profile, b.pose.y, b.x, height));
        let first = before.map_or(first, |(_, (_, counted))| first.max(counted + 1));
        for column in first.max(0)..=last.min(width as Val - 1) {
            self.ways[row * width + column as usize] += 1;
        }
    }

    fn count_standing(&mut self, profile: &Profile) {
        let (width, height) = self.size;
        for &(y, x) in &self.standing {
            let Some((row, columns)) = cells(profile, y, x, height) else {
                continue;
            };
            for column in columns.0.max(0)..=columns.1.min(width as Val - 1) {
                self.is_stood_in[row * width + column as usize] = true;
            }
        }
    }

    /// In how many cells one can be, and in how many one can stand.
    pub fn n_cells(&self) -> (usize, usize) {
        let reached = self.ways.iter().filter(|&&n| n > 0).count();
        (reached, self.is_stood_in.iter().filter(|&&is| is).count())
    }

    /// The cells in which one can stand.
    pub fn stands(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cells = (0..self.is_stood_in.len()).filter(|&at| self.is_stood_in[at]);
        cells.map(|at| (at % self.size.0, at / self.size.0))
    }

    /// The cells for pictures.
    pub fn heat(&self) -> Heat {
        Heat {
            what: "ways to be in a cell".to_owned(),
            counts: self.ways.clone(),
        }
    }
}

/// The row and the columns that the middle of the body is in, if the row is one of the level.
fn cells(
    profile: &Profile,
    y: Val,
    (lo, hi): (Val, Val),
    height: usize,
) -> Option<(usize, (Val, Val))> {
    let column = |x: Val| (x + profile.body.0 / 2).div_euclid(profile.tile);
    let row = (y - profile.body.1 / 2).div_euclid(profile.tile);
    let row = usize::try_from(row).ok().filter(|row| *row < height)?;
    Some((row, (column(lo), column(hi))))
}

/// Ranges in the order of their rows, with those that touch or overlap made one.
fn together(mut ranges: Vec<(Val, (Val, Val))>) -> Vec<(Val, (Val, Val))> {
    ranges.sort_unstable();
    let mut all: Vec<(Val, (Val, Val))> = Vec::new();
    for (y, (lo, hi)) in ranges {
        match all.last_mut() {
            Some((row, last)) if *row == y && lo <= last.1 + 1 => last.1 = last.1.max(hi),
            _ => all.push((y, (lo, hi))),
        }
    }
    all
}
