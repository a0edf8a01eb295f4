//! Where the sprites go: far apart as the crow flies, at random, or far apart on
//! foot. The rules for ties are those of [`Placement`].

use thiserror::Error;

use crate::cells::{Cells, FLOOR};
use crate::farthest_path::FarthestPath;
use crate::regions::Regions;
use crate::stream::Stream;
use crate::{Cast, Placement};

/// There are fewer floor cells than sprites to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error("no room: {n_sprites} sprites need a floor cell each, and there are {n_floor}")]
pub struct NoRoom {
    /// How many floor cells there are to choose from.
    pub n_floor: usize,
    /// How many sprites there are to place.
    pub n_sprites: usize,
}

/// A floor cell's column and row.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Spot {
    x: i32,
    y: i32,
}

/// Places sprites; keeps its memory from level to level.
#[derive(Default)]
pub(crate) struct Placing {
    /// The floor in rows from the top.
    floor: Vec<Spot>,
    farthest_path: FarthestPath,
}

impl Placing {
    /// Puts the sprites of `cast` on the level's floor.
    pub(crate) fn run(
        &mut self,
        level: &mut Cells,
        regions: &mut Regions,
        (cast, placement): (Cast, Placement),
        stream: &mut Stream,
    ) -> Result<(), NoRoom> {
        let opponent = cast.opponent();
        let n_sprites = 2 + usize::from(opponent.is_some());
        let need = |n_floor| match n_floor < n_sprites {
            true => Err(NoRoom { n_floor, n_sprites }),
            false => Ok(()),
        };
        let cells = if placement == Placement::FarthestPath {
            let region = regions.largest(level);
            need(region.len())?;
            self.farthest_path.run(level, region, n_sprites)
        } else {
            self.find_floor(level);
            need(self.floor.len())?;
            let spots = match placement {
                Placement::Random => self.random(n_sprites, stream),
                _ => self.far_apart(n_sprites),
            };
            spots.map(|spot| level.at(spot.x as usize, spot.y as usize))
        };
        let [avatar, second, third] = cells;
        level.set(avatar, b'A');
        match opponent {
            None => level.set(second, b'G'),
            Some(letter) => {
                level.set(second, letter as u8);
                level.set(third, b'G');
            }
        }
        Ok(())
    }

    fn find_floor(&mut self, level: &Cells) {
        self.floor.clear();
        for (y, row) in level.letters().chunks_exact(level.width()).enumerate() {
            for (x, &letter) in row.iter().enumerate() {
                if letter == FLOOR {
                    let (x, y) = (x as i32, y as i32);
                    self.floor.push(Spot { x, y });
                }
            }
        }
    }

    /// Distinct cells; the third only if there is a third sprite.
    fn random(&mut self, n_sprites: usize, stream: &mut Stream) -> [Spot; 3] {
        for i in 0..n_sprites {
            let drawn = i + stream.below(self.floor.len() - i);
            self.floor.swap(i, drawn);
        }
        [self.floor[0], self.floor[1], self.floor[n_sprites - 1]]
    }

    /// The two cells farthest apart; the third only if there is a third sprite.
    fn far_apart(&self, n_sprites: usize) -> [Spot; 3] {
        let (a, b) = farthest_pair(&self.floor);
        let third = if n_sprites == 3 {
            between(&self.floor, a, b)
        } else {
            b
        };
        [a, b, third]
    }
}

/// The two cells at the greatest Manhattan distance; there are two at least.
///
/// That distance is the greatest difference of `x + y` or of `x - y`. A cell has a
/// partner that far away if and only if it is extreme in a sum that spreads so far,
/// and its partners are extreme as well, so the first extreme cell is the first cell
/// of the pair.
fn farthest_pair(floor: &[Spot]) -> (Spot, Spot) {
    let (mut min, mut max) = ([i32::MAX; 2], [i32::MIN; 2]);
    for spot in floor {
        for (i, sum) in [spot.x + spot.y, spot.x - spot.y].into_iter().enumerate() {
            min[i] = min[i].min(sum);
            max[i] = max[i].max(sum);
        }
    }
    let farthest = (max[0] - min[0]).max(max[1] - min[1]);
    let is_extreme = |spot: &&Spot| {
        let sums = [spot.x + spot.y, spot.x - spot.y];
        (0..2).any(|i| max[i] - min[i] == farthest && (sums[i] == min[i] || sums[i] == max[i]))
    };
    let first = floor.iter().find(is_extreme).expect("some cell is extreme");
    let is_partner = |spot: &&Spot| (spot.x - first.x).abs() + (spot.y - first.y).abs() == farthest;
    let second = floor
        .iter()
        .find(is_partner)
        .expect("extremes come in pairs");
    (*first, *second)
}

/// The cell nearest to the midpoint of `a` and `b`, other than these.
fn between(floor: &[Spot], a: Spot, b: Spot) -> Spot {
    // Coordinates are doubled, so that the midpoint is a cell of its own.
    let squared = |x: i32, y: i32| x * x + y * y;
    let key = |spot: &&Spot| {
        let off_middle = squared(2 * spot.x - a.x - b.x, 2 * spot.y - a.y - b.y);
        let to_a = squared(spot.x - a.x, spot.y - a.y);
        let to_b = squared(spot.x - b.x, spot.y - b.y);
        (off_middle, to_a.abs_diff(to_b))
    };
    let others = floor.iter().filter(|&&spot| spot != a && spot != b);
    *others.min_by_key(key).expect("a third floor cell")
}
