//! Those who move beside the player: where they are, what they are called, and
//! how their lines look, the same in a still and on a page.

use std::borrow::Cow;

use playproof::{Colour, Val, View};

use super::scene::{Path, Scene};
use crate::figures::counted;

/// Someone who moves beside the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    /// What the tile is called that stands where the run finds them.
    pub name: Cow<'static, str>,
    /// Where they are in each state of the whole run.
    pub path: Path,
}

/// How a line looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stroke {
    /// 4 to 1 and more against light ground and the rim.
    pub colour: Colour,
    /// Lengths of dashes and gaps, in cells.
    pub dashes: &'static [f32],
    /// In words.
    pub words: &'static str,
}

/// Other runs have other colours, and no dashes. Dashes and gaps come out even
/// in a cell, so that a page, which draws step by step, shows the same line.
const STROKES: [Stroke; 3] = [
    Stroke {
        colour: Colour(0xA2, 0x1C, 0xAF),
        dashes: &[0.32, 0.18],
        words: "dashed purple",
    },
    Stroke {
        colour: Colour(0xD4, 0x38, 0x0D),
        dashes: &[0.14, 0.11],
        words: "dotted red",
    },
    Stroke {
        colour: Colour(0x11, 0x18, 0x27),
        dashes: &[0.56, 0.15, 0.14, 0.15],
        words: "dashed and dotted black",
    },
];

/// All who move beside the player in a run.
pub(super) fn opponents(view: &dyn View, states: &[Vec<Val>]) -> Vec<Opponent> {
    let Some(first) = states.first() else {
        return Vec::new();
    };
    let starts = view.others(first);
    let mut opponents: Vec<Opponent> = starts
        .into_iter()
        .map(|start| Opponent {
            name: start.map_or(UNNAMED.into(), |place| name_at(view, first, place)),
            path: Path::new(),
        })
        .collect();
    for state in states {
        let places = view.others(state);
        // A view that says less of a later state has somebody vanish.
        let places = places.into_iter().chain(std::iter::repeat(None));
        for (opponent, place) in opponents.iter_mut().zip(places) {
            opponent.path.push(place);
        }
    }
    opponents
}

/// Who cannot be told from what is drawn.
const UNNAMED: &str = "opponent";

fn name_at(view: &dyn View, state: &[Val], place: (usize, usize)) -> Cow<'static, str> {
    if view.player(state) == Some(place) {
        return UNNAMED.into();
    }
    let mut cells = Vec::new();
    view.cells(state, &mut cells);
    let cell = cells.get(place.1 * view.size().0 + place.0);
    let top = cell.and_then(|cell| cell.top);
    top.map_or(UNNAMED.into(), |top| {
        view.legend()[usize::from(top.0)].name.clone()
    })
}

/// The opponents of a scene, each with the look of its line.
pub(super) fn with_strokes(scene: &Scene) -> impl Iterator<Item = (&Opponent, &'static Stroke)> {
    scene.opponents.iter().zip(STROKES.iter().cycle())
}

/// What their lines show, for those who cannot see them: a sentence each, with
/// a blank before it.
pub(super) fn description(scene: &Scene) -> String {
    let sentence = |(opponent, stroke): (&Opponent, &Stroke)| {
        let name = &opponent.name;
        let mut places = opponent.path.iter().flatten();
        let Some(&start) = places.next() else {
            return String::new();
        };
        let end = places.next_back().copied().unwrap_or(start);
        let is_move = |pair: &&[Option<_>]| match pair {
            [Some(before), Some(after)] => before != after,
            _ => false,
        };
        let moves = opponent.path.windows(2).filter(is_move);
        match moves.count() {
            0 => format!(" The {name} stays in {}.", place(start)),
            n => format!(
                " A {} line follows the {name} from {} to {}, {}.",
                stroke.words,
                place(start),
                place(end),
                counted(n as u64, "move")
            ),
        }
    };
    with_strokes(scene).map(sentence).collect()
}

fn place((x, y): (usize, usize)) -> String {
    format!("column {}, row {}", x + 1, y + 1)
}
