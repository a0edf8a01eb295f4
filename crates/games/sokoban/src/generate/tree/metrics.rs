//! What a level is worth, from 0 to 2, by the two published metrics.
//!
//! The publications at hand describe both metrics in words. They give the weights of the
//! second one, but no formula of the congestion and no normaliser. What is chosen here was
//! fixed before any search was measured:
//!
//! - **Congestion of a box**: within the rectangle around all cells that the box was in,
//!   the starts and goals of *other* boxes and the obstacles. The first metric takes their
//!   number; the second divides it by the rectangle's area and multiplies by
//!   (w + h) / max(w + 1, h + 1), which is greatest for squares.
//! - **Terrain**: for each floor cell the obstacles beside it, the ring included; over the
//!   number of tiles. A chequerboard has 2, the most there is.
//! - **First metric**: √(terrain · congestion), where congestion is the sum over boxes,
//!   over the number of tiles; 2 at most.
//! - **Second metric**: (10 · boxes + 4 · congestion + blocks / tiles) / 3, divided by what
//!   this comes to on a board of which a quarter of the tiles are boxes with a congestion of 1 each and
//!   no tile is in a uniform block, times 2; 2 at most. *Blocks* is the number of tiles in
//!   no 3×3 block that is all obstacles or all floor, the ring not included.
//!
//! A level that needs no push, since each goal has a box from the start, is worth 0.

use super::bits::Bits;
use super::field::Field;
use super::finished::Finished;
use super::state::Track;

/// What levels are scored by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Kartal, Sohre and Guy's first one: terrain and congestion.
    GeometricMean,
    /// Their data-driven one with the weights of their program: boxes, congestion, blocks.
    #[default]
    WeightedMean,
}

/// The parts of the metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Boxes that are pushed.
    pub n_boxes: u32,
    /// Obstacles beside floor cells, over the number of tiles.
    pub terrain: f32,
    /// Things in the way of boxes, summed over boxes.
    pub in_the_way: u32,
    /// The same over areas, times how square they are.
    pub congestion: f32,
    /// Tiles in no uniform 3×3 block.
    pub n_mixed: u32,
}

const BOX_WEIGHT: f32 = 10.0;
const CONGESTION_WEIGHT: f32 = 4.0;
/// Over the number of tiles.
const BLOCK_WEIGHT: f32 = 1.0;

/// The greatest score.
pub const GREATEST: f32 = 2.0;

impl Metric {
    /// What a level with these figures is worth on a board of so many tiles.
    #[inline]
    pub fn score(self, figures: &Figures, n_tiles: f32) -> f32 {
        let score = match self {
            Metric::GeometricMean => (figures.terrain * figures.in_the_way as f32 / n_tiles).sqrt(),
            Metric::WeightedMean => {
                let sum = |boxes: f32, congestion: f32, blocks: f32| {
                    BOX_WEIGHT * boxes + CONGESTION_WEIGHT * congestion + BLOCK_WEIGHT * blocks
                };
                let mean = sum(
                    figures.n_boxes as f32,
                    figures.congestion,
                    figures.n_mixed as f32 / n_tiles,
                ) / 3.0;
                let normaliser = sum(n_tiles / 4.0, n_tiles / 4.0, 1.0) / 3.0 / GREATEST;
                mean / normaliser
            }
        };
        score.min(GREATEST)
    }
}

/// The figures of a finished level. `tiles` are the board's; what is outside of it is wall.
#[inline]
pub fn figures<B: Bits>(
    field: &Field<B>,
    tiles: B,
    n_tiles: f32,
    level: &Finished<B>,
    tracks: &[Track],
) -> Figures {
    let obstacles = field.all & !level.floor;
    let (mut in_the_way, mut congestion) = (0, 0.0);
    for track in tracks {
        let area = field.rectangle(track.least, track.most);
        // Its own start and its own goal are in there and do not count.
        let n = (level.boxes & area).count() + (level.goals & area).count() - 2
            + (obstacles & area).count();
        let width = f32::from(track.most.0 - track.least.0 + 1);
        let height = f32::from(track.most.1 - track.least.1 + 1);
        in_the_way += n;
        let squareness = (width + height) / (width.max(height) + 1.0);
        congestion += n as f32 / (width * height) * squareness;
    }
    let beside = |direction| (field.shift(level.floor, direction) & level.floor).count();
    let n_walls = 4 * level.floor.count() - (0..4).map(beside).sum::<u32>();
    Figures {
        n_boxes: tracks.len() as u32,
        terrain: n_walls as f32 / n_tiles,
        in_the_way,
        congestion,
        n_mixed: (tiles & !uniform(field, level.floor) & !uniform(field, tiles & !level.floor))
            .count(),
    }
}

/// The cells of all 3×3 blocks within a set.
#[inline]
fn uniform<B: Bits>(field: &Field<B>, set: B) -> B {
    let rows = set & field.shift(set, 1) & field.shift(set, 3);
    let middles = rows & field.shift(rows, 0) & field.shift(rows, 2);
    let wide = middles | field.shift(middles, 1) | field.shift(middles, 3);
    wide | field.shift(wide, 0) | field.shift(wide, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level of one box, pushed from one place to another.
    fn of(floor: &[&str], from: (u8, u8), to: (u8, u8)) -> Figures {
        let (width, height) = (floor[0].len() as u8, floor.len() as u8);
        let field = Field::<u64>::new(width, height);
        let cells = floor.concat();
        let set = |letters: &str| {
            let cells = cells.chars().zip(0..).filter(|(c, _)| letters.contains(*c));
            cells.fold(0, |set, (_, cell)| set | u64::of(cell))
        };
        let track = Track {
            origin: field.cell(from.0, from.1),
            now: field.cell(to.0, to.1),
            least: (from.0.min(to.0), from.1.min(to.1)),
            most: (from.0.max(to.0), from.1.max(to.1)),
        };
        let level = Finished {
            floor: set(" "),
            boxes: u64::of(track.origin),
            goals: u64::of(track.now),
            player: 0,
        };
        let n_tiles = f32::from(width) * f32::from(height);
        figures(&field, field.all, n_tiles, &level, &[track])
    }

    #[test]
    fn a_rectangle_counts_its_obstacles() {
        let figures = of(&["    ", " ## ", " #  ", "    "], (0, 0), (2, 2));
        assert_eq!(figures.in_the_way, 3);
        // Three of nine cells, in a square: (3 + 3) / 4.
        assert!((figures.congestion - 3.0 / 9.0 * 1.5).abs() < 1e-6);
        assert_eq!(figures.n_mixed, 16);
    }

    #[test]
    fn an_open_hall_has_no_terrain_but_its_edge() {
        let figures = of(&["    "; 4], (0, 0), (0, 1));
        assert_eq!((figures.n_mixed, figures.in_the_way), (0, 0));
        assert_eq!(figures.terrain, 1.0);
    }

    #[test]
    fn a_chequerboard_has_the_greatest_terrain() {
        let figures = of(&[" # #", "# # ", " # #", "# # "], (0, 0), (0, 0));
        assert_eq!((figures.terrain, figures.n_mixed), (2.0, 16));
    }

    #[test]
    fn a_quarter_of_boxes_is_worth_two() {
        let figures = Figures {
            n_boxes: 9,
            congestion: 9.0,
            n_mixed: 36,
            ..Figures::default()
        };
        assert!((Metric::WeightedMean.score(&figures, 36.0) - 2.0).abs() < 1e-5);
    }
}
