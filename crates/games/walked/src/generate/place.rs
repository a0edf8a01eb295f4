//! Where the sprites go: far apart as the crow flies, at random, or far apart on
//! foot. The rules for ties are those of [`Placement`].

use thiserror::Error;

use crate::generate::cells::{Cells, FLOOR};
use crate::generate::farthest_path::FarthestPath;
use crate::generate::generator::IsOver;
use crate::generate::regions::Regions;
use crate::generate::{Cast, Placement};
use playproof_game::Stream;

/// There are fewer floor cells than sprites to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error(
    "no room: {n_sprites} sprites need a floor cell each, and there are {n_floor} to choose from"
)]
pub struct NoRoom {
    /// How many floor cells there are to choose from.
    pub n_floor: usize,
    /// How many sprites there are to place.
    pub n_sprites: usize,
}

/// Why there is no proposal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum NoProposal {
    /// There is no room for the sprites.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// Time was over before it was made.
    #[error("time was over before it was made")]
    TimeIsOver,
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
        is_over: IsOver,
    ) -> Result<(), NoProposal> {
        let opponent = cast.opponent;
        let n_sprites = 2 + usize::from(opponent.is_some());
        let need = |n_floor| match n_floor < n_sprites {
            true => Err(NoRoom { n_floor, n_sprites }),
            false => Ok(()),
        };
        let cells = if placement == Placement::FarthestPath {
            let region = regions.largest(level);
            need(region.len())?;
            let found = self.farthest_path.run(level, region, (n_sprites, is_over));
            found.ok_or(NoProposal::TimeIsOver)?
        } else {
            self.find_floor(level);
            need(self.floor.len())?;
            let spots = match placement {
                Placement::Random => self.random(n_sprites, stream),
                _ => self.far_apart(n_sprites),
            };
            spots.map(|spot| level.at(spot.x as usize, spot.y as usize))
        };
        let [mut avatar, mut second, third] = cells;
        // Levels are not alike above and below, so that neither side may always be
        // the avatar's.
        if opponent.is_some() && stream.below(2) == 1 {
            std::mem::swap(&mut avatar, &mut second);
        }
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
        // Which cells are floor is as good as random, so no jump depends on it: every
        // cell is written down, and the next one over it unless it is floor.
        self.floor
            .resize(level.letters().len() + 1, Spot { x: 0, y: 0 });
        let mut n_floor = 0;
        for (y, row) in level.letters().chunks_exact(level.width()).enumerate() {
            for (x, &letter) in row.iter().enumerate() {
                let (x, y) = (x as i32, y as i32);
                self.floor[n_floor] = Spot { x, y };
                n_floor += usize::from(letter == FLOOR);
            }
        }
        self.floor.truncate(n_floor);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::cells::random_level;

    /// All pairs in the order of ties: only what is farther replaces what came before.
    fn naive_pair(floor: &[Spot]) -> (Spot, Spot) {
        let mut best = (floor[0], floor[1]);
        let mut farthest = 0;
        for (i, &a) in floor.iter().enumerate() {
            for &b in &floor[i + 1..] {
                let distance = (a.x - b.x).abs() + (a.y - b.y).abs();
                if distance > farthest {
                    (best, farthest) = ((a, b), distance);
                }
            }
        }
        best
    }

    #[test]
    fn the_farthest_pair_is_that_of_all_pairs() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut placing = Placing::default();
        for _ in 0..2000 {
            let level = random_level(&mut random, 14);
            placing.find_floor(&level);
            if placing.floor.len() >= 2 {
                let pair = farthest_pair(&placing.floor);
                assert!(pair == naive_pair(&placing.floor), "{level:?}");
            }
        }
    }

    fn placed(cast: Cast, placement: Placement, picture: &[&str]) -> Result<String, NoRoom> {
        let size = crate::generate::Size::new(picture[0].len(), picture.len()).unwrap();
        let mut level = Cells::new(size);
        for (y, row) in picture.iter().enumerate() {
            for (x, letter) in row.bytes().enumerate() {
                level.set(level.at(x + 1, y + 1), letter);
            }
        }
        let (mut placing, mut regions) = (Placing::default(), Regions::default());
        let mut stream = Stream::new(0, 0);
        let wanted = (cast, placement);
        let placed = placing.run(&mut level, &mut regions, wanted, &mut stream, &|| false);
        placed.map_err(|why| match why {
            NoProposal::NoRoom(no_room) => no_room,
            NoProposal::TimeIsOver => panic!("{why}"),
        })?;
        let rows = (1..=picture.len()).map(|y| {
            let row = &level.letters()[y * level.width() + 1..][..picture[0].len()];
            String::from_utf8_lossy(row).into_owned()
        });
        Ok(rows.collect::<Vec<_>>().join(" "))
    }

    fn check(cast: Cast, placement: Placement, picture: &[&str], expected: &str) {
        assert_eq!(placed(cast, placement, picture).unwrap(), expected);
    }

    #[test]
    fn sprites_go_to_the_corners_and_the_middle() {
        use Placement::Manhattan;
        check(
            Cast::ALONE,
            Manhattan,
            &["000", "000", "000"],
            "A00 000 00G",
        );
        check(
            Cast::against('E'),
            Manhattan,
            &["000", "000", "000"],
            "A00 0G0 00E",
        );
        check(
            Cast::against('C'),
            Manhattan,
            &["000", "010", "000"],
            "AG0 010 00C",
        );
        check(
            Cast::against('R'),
            Manhattan,
            &["0000", "1111"],
            "AG0R 1111",
        );
    }

    #[test]
    fn regions_matter_only_on_foot() {
        let apart = ["000111", "110111", "000111", "111100"];
        check(
            Cast::ALONE,
            Placement::Manhattan,
            &apart,
            "A00111 110111 000111 11110G",
        );
        check(
            Cast::ALONE,
            Placement::FarthestPath,
            &apart,
            "A00111 110111 G00111 111100",
        );
        check(
            Cast::against('E'),
            Placement::FarthestPath,
            &apart,
            "A00111 11G111 E00111 111100",
        );
    }

    #[test]
    fn sprites_at_random_are_on_different_cells() {
        for picture in [["010", "111"], ["101", "010"]] {
            let text = placed(Cast::ALONE, Placement::Random, &picture).unwrap();
            assert!(text.contains('A') && text.contains('G'), "{text}");
        }
    }

    #[test]
    fn too_little_floor_is_no_room() {
        use Placement::{FarthestPath, Manhattan, Random};
        for placement in [Manhattan, Random, FarthestPath] {
            let refused = placed(Cast::against('E'), placement, &["110", "110"]).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "no room: 3 sprites need a floor cell each, and there are 2 to choose from"
            );
            let refused = placed(Cast::ALONE, placement, &["11", "11"]).unwrap_err();
            assert_eq!(refused.n_floor, 0);
        }
        // Two floor cells, but no way between them.
        let apart = ["01", "10"];
        assert!(placed(Cast::ALONE, Manhattan, &apart).is_ok());
        assert_eq!(
            placed(Cast::ALONE, FarthestPath, &apart)
                .unwrap_err()
                .n_floor,
            1
        );
    }
}
