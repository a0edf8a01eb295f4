//! Random drawings, and drawings as boards of the program.

use fastrand::Rng;
use playproof_platform::{Board, ExitRule, PlayerStyle, Tile};

use super::drawing::{Drawing, Is, properties};

fn tile(letter: char) -> Tile {
    let property = |is: &Is| match is {
        Is::Solid => Tile::SOLID,
        Is::OneWay => Tile::ONE_WAY,
        Is::Coin => Tile::COIN,
        Is::DeadlySide => Tile::DEADLY_SIDE,
        Is::DeadlyAbove => Tile::DEADLY_ABOVE,
        Is::Stompable => Tile::STOMPABLE,
        Is::Walks => Tile::WALKS,
        Is::Exit => Tile::EXIT,
    };
    let all = properties(letter).iter().map(property);
    all.fold(Tile::AIR, Tile::with)
}

/// Letters of those who can be met, the usual walker more often.
const CROWD: &[u8] = b"mmmmmhhnnwabsdug-_%Scp";
/// In shafts those of whom several are met at once.
const SHAFT_CROWD: &[u8] = b"sssssddddd-cghbmu";
const EXITS: &[u8] = b"EEEEeXf";

pub fn random_drawing(rng: &mut Rng) -> Drawing {
    // Mixed boards; shafts, in which one falls fast among many; lanes of walkers.
    let shape = rng.usize(0..4);
    let (width, height) = match shape {
        0 => (rng.usize(3..6), rng.usize(10..20)),
        1 => (rng.usize(8..24), rng.usize(3..5)),
        _ => (rng.usize(4..20), rng.usize(2..10)),
    };
    let n_blocks = [2, 5, 10, 15][shape];
    let n_crowd = [22, 12, 2, 5][shape];
    let n_spikes = rng.usize(0..3);
    // Kinds are few on a board, so that now one and then another matters.
    let kinds = if shape == 0 { SHAFT_CROWD } else { CROWD };
    let crowd = [(); 2].map(|()| kinds[rng.usize(0..kinds.len())] as char);
    let mut rows = vec![vec!['.'; width]; height];
    for row in &mut rows {
        for letter in row {
            *letter = match rng.usize(0..100) {
                n if n < n_blocks => '#',
                n if n < n_blocks * 3 / 2 => '=',
                n if n >= 100 - n_crowd => crowd[rng.usize(0..2)],
                n if n >= 100 - n_crowd - n_spikes => '^',
                30 => 'o',
                _ => '.',
            };
        }
    }
    for letter in &mut rows[height - 1] {
        if rng.usize(0..6) > 0 {
            *letter = if rng.usize(0..8) > 0 { '#' } else { '=' };
        }
    }
    let lowest = if shape == 0 { 3 } else { height };
    let start = (rng.usize(0..width), rng.usize(0..lowest));
    rows[start.1][start.0] = '.';
    if start.1 + 1 < height && rng.usize(0..3) > 0 {
        rows[start.1 + 1][start.0] = '#';
    }
    let exit_column = rng.usize(0..width);
    let must_touch = rng.bool();
    for (row, letters) in rows.iter_mut().enumerate() {
        if must_touch && (exit_column, row) != start && rng.usize(0..4) == 0 {
            letters[exit_column] = EXITS[rng.usize(0..EXITS.len())] as char;
        }
    }
    Drawing {
        rows,
        start,
        exit_column,
        must_touch,
        time: rng.bool().then(|| rng.u32(1..120)),
        is_novice: rng.usize(0..3) == 0,
        is_peaceful: rng.usize(0..4) == 0,
        is_walking: rng.usize(0..4) == 0,
    }
}

pub fn board(drawing: &Drawing) -> Board {
    let mut board = Board {
        width: drawing.rows[0].len(),
        height: drawing.rows.len(),
        tiles: drawing
            .rows
            .iter()
            .flatten()
            .map(|&letter| tile(letter))
            .collect(),
        start: drawing.start,
        exit: drawing.exit_column,
        ..Board::default()
    };
    board.settings.exit = if drawing.must_touch {
        ExitRule::Touch
    } else {
        ExitRule::Column
    };
    board.settings.time = drawing.time;
    board.settings.style = PlayerStyle {
        long_jumps: !drawing.is_novice,
        kills: !drawing.is_peaceful,
        runs: !drawing.is_walking,
    };
    board
}

/// A shaft in which the player falls as fast as can be, and the walker falls to the
/// bottom line in whole ticks: only after 28 rows a fall comes to a line exactly.
pub fn deep_shaft() -> Drawing {
    let mut rows = vec![vec!['.'; 4]; 29];
    (rows[0][3], rows[1][0], rows[28][3]) = ('m', '#', 'E');
    Drawing {
        rows,
        start: (0, 0),
        exit_column: 3,
        must_touch: true,
        time: None,
        is_novice: false,
        is_peaceful: false,
        is_walking: false,
    }
}
