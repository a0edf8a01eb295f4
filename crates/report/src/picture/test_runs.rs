//! Solved levels to draw, and runs with an opponent.

use std::num::NonZeroUsize;

use playproof::{Cell, Colour, Playproof, Run, Shape, Tile, TileId, Unlimited, Val, View};

use super::{Caption, Scene};

/// The goal is five moves away.
pub const OPEN: &str = "1111111\n1A00001\n11101G1\n1111111\n";

/// The goal is 33 moves away.
pub const FIRST: &str = include_str!("../../../../levels/maze/first.txt");

/// The shortest run that wins a level, each of so many steps.
pub fn scene(level: &str, every: usize) -> Scene {
    let file = playproof::read("level.txt", level.as_bytes()).unwrap();
    let playproof = Playproof::default();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let property = Playproof::property("solvable").unwrap();
    let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
    let run = prepared.run_of(&proof.certificate.unwrap()).unwrap();
    drawn(prepared.view(), &run, every)
}

fn drawn(view: &dyn View, run: &Run, every: usize) -> Scene {
    let caption = Caption {
        title: "level.txt <&>".to_owned(),
        verdict: "solvable holds".to_owned(),
    };
    Scene::new(view, run, NonZeroUsize::new(every).unwrap(), &caption)
}

/// A maze in which an avatar and opponents `E` move in every step. A state is
/// the cell of the avatar and those of the opponents, -1 for nowhere.
struct PursuitView {
    size: (usize, usize),
    letters: Vec<char>,
    legend: Vec<Tile>,
}

impl PursuitView {
    fn new(level: &str) -> PursuitView {
        let tile = |name, glyph, colour, radius| {
            let shape = match radius {
                None => Shape::Rect {
                    x: 0.0,
                    y: 0.0,
                    width: 1.0,
                    height: 1.0,
                    round: 0.0,
                },
                Some(radius) => Shape::Circle {
                    x: 0.5,
                    y: 0.5,
                    radius,
                },
            };
            Tile::new(name, glyph, vec![(shape, colour)])
        };
        let rows: Vec<&str> = level.lines().collect();
        PursuitView {
            size: (rows[0].len(), rows.len()),
            letters: rows.concat().chars().collect(),
            legend: vec![
                tile("wall", '1', Colour(0x4C, 0x56, 0x6A), None),
                tile("floor", '0', Colour(0xF4, 0xF1, 0xEA), None),
                tile("goal", 'G', Colour(0xD9, 0xE8, 0xD0), None),
                tile("avatar", 'A', Colour(0xC9, 0x56, 0x3C), Some(0.38)),
                tile("enemy", 'E', Colour(0x6B, 0x3F, 0x8F), Some(0.38)),
            ],
        }
    }

    fn place(&self, cell: Val) -> Option<(usize, usize)> {
        let cell = usize::try_from(cell).ok()?;
        Some((cell % self.size.0, cell / self.size.0))
    }
}

impl View for PursuitView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let cells = self.letters.iter().enumerate().map(|(at, letter)| {
            let ground = TileId(match letter {
                '1' => 0,
                'G' => 2,
                _ => 1,
            });
            let piece = state.iter().position(|&cell| cell as usize == at);
            let top = piece.map(|piece| TileId(if piece == 0 { 3 } else { 4 }));
            Cell::new(ground, top)
        });
        out.extend(cells);
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.place(state[0])
    }

    fn others(&self, state: &[Val]) -> Vec<Option<(usize, usize)>> {
        state[1..].iter().map(|&cell| self.place(cell)).collect()
    }
}

/// A run in which the avatar and the opponents move as letters `lurd` say, one
/// of each a step. At `.` somebody waits, at `x` they vanish.
pub fn race(level: &str, moves: &[&str], every: usize) -> Scene {
    let view = PursuitView::new(level);
    let cells_of = |wanted: char| {
        let cells = view.letters.iter().enumerate();
        cells.filter_map(move |(at, &letter)| (letter == wanted).then_some(at as Val))
    };
    let mut state: Vec<Val> = cells_of('A').chain(cells_of('E')).collect();
    assert_eq!(state.len(), moves.len());
    let (mut states, mut actions) = (vec![state.clone()], Vec::new());
    for step in 0..moves[0].len() {
        for (cell, moves) in state.iter_mut().zip(moves) {
            *cell = match moves.as_bytes()[step] {
                b'l' => *cell - 1,
                b'r' => *cell + 1,
                b'u' => *cell - view.size.0 as Val,
                b'd' => *cell + view.size.0 as Val,
                b'x' => -1,
                _ => *cell,
            };
        }
        states.push(state.clone());
        actions.push(moves[0][step..=step].to_owned());
    }
    let run = Run {
        states,
        actions,
        repeats_from: None,
        breaks_at: None,
    };
    drawn(&view, &run, every)
}

/// A race that is won through one corridor, the opponent behind.
pub const RACE: (&str, [&str; 2]) = (
    "11111111\n\
     1A000111\n\
     11110111\n\
     1E0000G1\n\
     10111101\n\
     10000001\n\
     11111111\n",
    ["rrrddrr", "rrlr.rr"],
);

/// A level of one winding corridor. Its shortest run takes about half of its
/// cells.
pub fn winding(side: usize) -> String {
    let row = |y: usize| match (y % 2, y % 4) {
        (0, _) => "0".repeat(side),
        (_, 1) => format!("{}0", "1".repeat(side - 1)),
        _ => format!("0{}", "1".repeat(side - 1)),
    };
    let mut rows: Vec<String> = (0..side).map(row).collect();
    rows[0].replace_range(0..1, "A");
    let last = side - 1;
    // An odd last row is the way out of the last corridor.
    match last % 4 {
        0 | 1 => rows[last].replace_range(last.., "G"),
        _ => rows[last].replace_range(0..1, "G"),
    }
    rows.join("\n") + "\n"
}
