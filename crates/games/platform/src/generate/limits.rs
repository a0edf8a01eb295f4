//! How wide and how high things are, by style and difficulty.

use crate::canonical::PlayerStyle;

/// The widest gap on a level that players of a style cross, and the highest step that they
/// climb: the most that is possible, less something to spare, since a gap may come after
/// less of a run-up than it needs. Of several styles the least counts.
const REACH: [(&str, Reach); 4] = [
    ("expert", Reach { gap: 9, rise: 4 }),
    ("novice", Reach { gap: 5, rise: 4 }),
    ("peaceful", Reach { gap: 9, rise: 4 }),
    ("walking", Reach { gap: 4, rise: 4 }),
];

#[derive(Clone, Copy)]
struct Reach {
    gap: usize,
    rise: usize,
}

/// The greatest of everything in a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    /// The widest gap between sides of one height, in tiles.
    pub gap: usize,
    /// The highest step, in tiles.
    pub rise: usize,
    /// The highest ground.
    pub floor: usize,
    /// The most walkers in a zone.
    pub walkers: usize,
}

/// Room above the highest ground, for jumps and for what hangs in the air.
const SKY: usize = 6;

/// A number between two, by difficulty.
fn between(least: usize, most: usize, difficulty: usize) -> usize {
    least + most.saturating_sub(least) * difficulty / 10
}

impl Limits {
    /// Those of a style and a difficulty from 0 to 10, in a level of so many rows.
    pub(super) fn new(style: PlayerStyle, difficulty: usize, rows: usize) -> Limits {
        let named = PlayerStyle::NAMED.iter();
        let of_style = named.filter(|(_, named)| style.and(*named) == style);
        let of_style: Vec<Reach> = of_style
            .filter_map(|(name, _)| REACH.iter().find(|(other, _)| other == name))
            .map(|(_, reach)| *reach)
            .collect();
        let least = |of: fn(&Reach) -> usize| of_style.iter().map(of).min().unwrap_or(1);
        Limits {
            gap: between(2, least(|reach| reach.gap), difficulty),
            rise: between(1, least(|reach| reach.rise), difficulty),
            floor: rows.saturating_sub(SKY).max(2),
            walkers: between(1, 5, difficulty),
        }
    }
}
