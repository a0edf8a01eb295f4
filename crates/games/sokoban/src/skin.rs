//! The tiles of Sokoban, in the order of the view's numbers.

use playproof_game::{Colour, Shape, Tile};

const FLOOR: Colour = Colour(0xEF, 0xE7, 0xD8);
const WALL_SIDE: Colour = Colour(0x5A, 0x67, 0x7E);
const WALL_TOP: Colour = Colour(0x70, 0x7F, 0x98);
const WALL_RIM: Colour = Colour(0x86, 0x95, 0xAD);
const BRICK: Colour = Colour(0x4A, 0x56, 0x6B);
const MORTAR: Colour = Colour(0x3B, 0x46, 0x58);

/// Dark wood, its planks, and the light on them.
type Wood = [Colour; 3];
const OAK: Wood = [
    Colour(0x7A, 0x4A, 0x21),
    Colour(0xC5, 0x8A, 0x4B),
    Colour(0xD9, 0xA6, 0x66),
];
const GREEN: Wood = [
    Colour(0x24, 0x5C, 0x34),
    Colour(0x5F, 0xA8, 0x5B),
    Colour(0x86, 0xC7, 0x7C),
];

/// All tiles.
pub(super) fn legend() -> Vec<Tile> {
    let tile = Tile::new;
    vec![
        tile("outside", ' ', Vec::new()),
        tile("wall", '#', wall()),
        tile("wall", '#', wall_front()),
        tile("floor", ' ', vec![floor()]),
        tile("goal", '.', goal()),
        tile("hole", 'H', hole()),
        tile("filled hole", ' ', filled_hole()),
        tile("box", '$', crate_of(OAK)),
        tile("box on a goal", '*', crate_of(GREEN)),
        tile("player", '@', player()),
        tile("player on a goal", '+', player()),
    ]
}

type Shapes = Vec<(Shape, Colour)>;

/// The ground is one plain square: a line drawn over a level must not be
/// hidden by what lies on the floor.
fn floor() -> (Shape, Colour) {
    (Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0), FLOOR)
}

fn wall() -> Shapes {
    vec![
        (Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0), WALL_SIDE),
        (Shape::rect(0.03, 0.03, 0.94, 0.94, 0.1), WALL_TOP),
        (Shape::rect(0.1, 0.08, 0.8, 0.05, 0.02), WALL_RIM),
    ]
}

fn wall_front() -> Shapes {
    vec![
        (Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0), WALL_SIDE),
        (Shape::rect(0.03, 0.03, 0.94, 0.56, 0.1), WALL_TOP),
        (Shape::rect(0.1, 0.08, 0.8, 0.05, 0.02), WALL_RIM),
        (Shape::rect(0.0, 0.62, 1.0, 0.38, 0.0), BRICK),
        (Shape::rect(0.0, 0.79, 1.0, 0.03, 0.0), MORTAR),
        (Shape::rect(0.3, 0.62, 0.03, 0.17, 0.0), MORTAR),
        (Shape::rect(0.8, 0.62, 0.03, 0.17, 0.0), MORTAR),
        (Shape::rect(0.05, 0.82, 0.03, 0.15, 0.0), MORTAR),
        (Shape::rect(0.55, 0.82, 0.03, 0.15, 0.0), MORTAR),
        (Shape::rect(0.0, 0.97, 1.0, 0.03, 0.0), MORTAR),
    ]
}

fn goal() -> Shapes {
    let mark = Colour(0xC2, 0x53, 0x3F);
    vec![
        floor(),
        (Shape::disc(0.5, 0.5, 0.27), mark),
        (Shape::disc(0.5, 0.5, 0.2), FLOOR),
        (Shape::disc(0.5, 0.5, 0.11), mark),
    ]
}

fn hole() -> Shapes {
    vec![
        floor(),
        (Shape::disc(0.5, 0.5, 0.46), Colour(0xB8, 0xA8, 0x8A)),
        (Shape::disc(0.5, 0.5, 0.41), Colour(0x4A, 0x3F, 0x33)),
        (Shape::disc(0.5, 0.55, 0.35), Colour(0x1E, 0x19, 0x15)),
    ]
}

fn filled_hole() -> Shapes {
    let plank = |y: f32| Shape::rect(0.2, y, 0.6, 0.13, 0.03);
    let [_, wood, light] = OAK;
    vec![
        floor(),
        (Shape::disc(0.5, 0.5, 0.46), Colour(0xD3, 0xC5, 0xA8)),
        (plank(0.26), light),
        (plank(0.435), wood),
        (plank(0.61), light),
    ]
}

/// A box: a frame, three planks and a brace.
fn crate_of([frame, plank, light]: Wood) -> Shapes {
    let brace = vec![
        (0.17, 0.71),
        (0.71, 0.17),
        (0.83, 0.17),
        (0.83, 0.29),
        (0.29, 0.83),
        (0.17, 0.83),
    ];
    vec![
        (Shape::rect(0.07, 0.07, 0.86, 0.86, 0.08), frame),
        (Shape::rect(0.11, 0.11, 0.78, 0.78, 0.04), light),
        (Shape::rect(0.16, 0.16, 0.68, 0.68, 0.02), frame),
        (Shape::rect(0.17, 0.17, 0.66, 0.2, 0.0), plank),
        (Shape::rect(0.17, 0.4, 0.66, 0.2, 0.0), plank),
        (Shape::rect(0.17, 0.63, 0.66, 0.2, 0.0), plank),
        (Shape::Polygon(brace.clone()), frame),
        (Shape::Polygon(narrowed(&brace)), light),
    ]
}

/// The brace without its rim.
fn narrowed(brace: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let rim = 0.035;
    let moved = [
        (0.0, rim),
        (rim, 0.0),
        (0.0, 0.0),
        (0.0, -rim),
        (-rim, 0.0),
        (0.0, 0.0),
    ];
    let moved = brace.iter().zip(moved);
    moved.map(|((x, y), (dx, dy))| (x + dx, y + dy)).collect()
}

/// Someone in blue overalls with a red cap.
fn player() -> Shapes {
    let overalls = Colour(0x2F, 0x5F, 0xA8);
    let skin = Colour(0xF4, 0xCB, 0xA4);
    let dark = Colour(0x2A, 0x24, 0x22);
    let cap = Colour(0xCF, 0x3F, 0x38);
    let smile = vec![
        (0.41, 0.5),
        (0.59, 0.5),
        (0.56, 0.55),
        (0.5, 0.575),
        (0.44, 0.55),
    ];
    vec![
        (Shape::rect(0.26, 0.56, 0.48, 0.36, 0.14), overalls),
        (Shape::disc(0.22, 0.7, 0.075), skin),
        (Shape::disc(0.78, 0.7, 0.075), skin),
        (
            Shape::rect(0.42, 0.66, 0.16, 0.12, 0.03),
            Colour(0x24, 0x4A, 0x85),
        ),
        (Shape::disc(0.5, 0.4, 0.25), skin),
        (Shape::rect(0.26, 0.1, 0.48, 0.2, 0.1), cap),
        (
            Shape::rect(0.21, 0.25, 0.58, 0.07, 0.035),
            Colour(0xA8, 0x2C, 0x2A),
        ),
        (Shape::disc(0.41, 0.41, 0.042), dark),
        (Shape::disc(0.59, 0.41, 0.042), dark),
        (Shape::Polygon(smile), Colour(0x9C, 0x3B, 0x35)),
    ]
}
