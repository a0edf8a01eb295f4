//! Games in PuzzleScript: a Sokoban to compare with ours, and apples that fall.

use std::fmt::Write;

use playproof_puzzlescript::PuzzleSystem;
use playproof_puzzlescript::source::{Stage, read};

/// What both games begin with: objects and their letters.
const OBJECTS: &str = "
title Test

OBJECTS

Background
black

Wall
gray

Player
blue

Crate
orange

Target
red

LEGEND

. = Background
# = Wall
P = Player
* = Crate
@ = Crate and Target
+ = Player and Target
O = Target
Solid = Wall or Player or Crate

SOUNDS

COLLISIONLAYERS

Background
Target
Player, Wall, Crate
";

/// Pushing, and what wins.
const PUSHING: &str = "
RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

All Target on Crate

LEVELS
";

/// The same where crates fall, one step at a time, and are gone in the lowest row.
const FALLING: &str = "
RULES

[ > Player | Crate ] -> [ > Player | > Crate ]
late down [ Crate | no Solid ] -> [ | Crate ] again

WINCONDITIONS

All Target on Crate
Some Crate

LEVELS
";

/// A level of Sokoban, drawn as everybody does, as a game.
pub fn sokoban(drawing: &str) -> String {
    let letter = |letter: char| match letter {
        ' ' | '-' | '_' => '.',
        '$' => '*',
        '*' => '@',
        '.' => 'O',
        '@' => 'P',
        other => other,
    };
    let rows = drawing.lines().filter(|row| !row.trim().is_empty());
    let rows: Vec<String> = rows.map(|row| row.chars().map(letter).collect()).collect();
    let width = rows
        .iter()
        .map(|row| row.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = format!("{OBJECTS}{PUSHING}\n");
    for row in rows {
        writeln!(text, "{row:#<width$}").expect("a string takes everything");
    }
    text
}

/// A random small level where crates fall.
pub fn apples(rng: &mut fastrand::Rng) -> String {
    let (width, height) = (rng.usize(3..6), rng.usize(2..5));
    let mut cells: Vec<char> = (0..width * height)
        .map(|_| ['.', '.', '.', '.', '#', '*', 'O'][rng.usize(0..7)])
        .collect();
    cells[rng.usize(0..width * height)] = 'P';
    let mut text = format!("{OBJECTS}{FALLING}\n{}\n", "#".repeat(width + 2));
    for row in cells.chunks(width) {
        writeln!(text, "#{}#", row.iter().collect::<String>()).expect("a string");
    }
    text + &"#".repeat(width + 2) + "\n"
}

/// The only level of a game as a system.
///
/// # Panics
/// If it is none.
pub fn system(text: &str, has_luck: bool) -> PuzzleSystem {
    let reading = read(text);
    let source = reading
        .source
        .unwrap_or_else(|| panic!("{:?}", reading.notices));
    let [Stage::Level { board, .. }] = &source.stages[..] else {
        panic!("one level in\n{text}");
    };
    PuzzleSystem::new(source.game, board.clone(), has_luck)
}
