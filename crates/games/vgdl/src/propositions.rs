//! Trusted: what can be asked about a state.

use crate::compiled::{Game, KindId, Level};
use crate::plain::{Sprite, State, Status};

/// Something that is true of a state or not. Sprites that are disabled are not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposition {
    /// Play is over, and won.
    Win,
    /// Play is over, and lost.
    Lose,
    /// The player's sprite covers part of this cell.
    PlayerAt(i32, i32),
    /// A sprite of the family covers part of this cell.
    At(KindId, i32, i32),
    /// Sprites of the two families overlap.
    On(KindId, KindId),
    /// There are at least so many sprites of the family.
    AtLeast(KindId, usize),
}

impl Proposition {
    /// Whether it is true.
    pub fn holds(&self, game: &Game, level: &Level, state: &State) -> bool {
        let family = |kind: KindId| {
            let family = game.kinds[kind].family.iter();
            let sprites = family.flat_map(|&part| &state.sprites[part]);
            sprites.filter(|sprite| !sprite.is_disabled)
        };
        let block = level.block;
        let overlap =
            |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs() < block && (a.1 - b.1).abs() < block;
        let covers = |sprite: &Sprite, column: i32, row: i32| {
            overlap((sprite.x, sprite.y), (column * block, row * block))
        };
        match *self {
            Proposition::Win => state.status == Status::Won,
            Proposition::Lose => state.status == Status::Lost,
            Proposition::PlayerAt(column, row) => {
                let (kind, number) = state.player;
                let player = &state.sprites[kind][number];
                !player.is_disabled && covers(player, column, row)
            }
            Proposition::At(kind, column, row) => {
                family(kind).any(|sprite| covers(sprite, column, row))
            }
            Proposition::On(a, b) => family(a).any(|first| {
                family(b).any(|second| {
                    !std::ptr::eq(first, second)
                        && overlap((first.x, first.y), (second.x, second.y))
                })
            }),
            Proposition::AtLeast(kind, n) => family(kind).count() >= n,
        }
    }
}

/// The most of a kind that propositions count.
const MOST: usize = 64;

/// All propositions of a level with their names: places count from 1, columns before rows.
pub fn propositions(game: &Game, level: &Level) -> Vec<(String, Proposition)> {
    let mut all = vec![
        ("win".to_owned(), Proposition::Win),
        ("lose".to_owned(), Proposition::Lose),
    ];
    let cells = || (0..level.width).flat_map(|x| (0..level.height).map(move |y| (x, y)));
    let place = |name: &str, (x, y): (i32, i32)| format!("{name}({}, {})", x + 1, y + 1);
    all.extend(cells().map(|(x, y)| (place("at", (x, y)), Proposition::PlayerAt(x, y))));
    for (kind, named) in game.kinds.iter().enumerate() {
        let name = &named.name;
        let at = |(x, y)| {
            (
                place(&format!("{name}_at"), (x, y)),
                Proposition::At(kind, x, y),
            )
        };
        all.extend(cells().map(at));
        let count = |n| {
            (
                format!("count({name}) >= {n}"),
                Proposition::AtLeast(kind, n),
            )
        };
        all.extend((1..=MOST).map(count));
        let others = game.kinds.iter().enumerate();
        let on = |(other, with): (KindId, &crate::compiled::Kind)| {
            let name = format!("on({name}, {})", with.name);
            (name, Proposition::On(kind, other))
        };
        all.extend(others.map(on));
    }
    all
}
