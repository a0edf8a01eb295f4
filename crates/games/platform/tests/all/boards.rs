//! Boards from pictures: `.` air, `#` block, `b` block that breaks, `=` platform, `o` coin, `m` mushroom,
//! `^` spike, `E` exit, `M` start.

use playproof_platform::{Board, Tile};

pub const MUSHROOM: Tile = Tile::WALKS.with(Tile::STOMPABLE).with(Tile::DEADLY_SIDE);
const SPIKE: Tile = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);

/// A picture as rows of letters.
pub type Picture = Vec<Vec<char>>;

pub fn picture(text: &str) -> Picture {
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    rows.map(|row| row.chars().collect()).collect()
}

/// The column of the exit: that of an `E`, else the last.
pub fn exit_column(picture: &Picture) -> usize {
    let column = |row: &Vec<char>| row.iter().position(|&c| c == 'E');
    let drawn = picture.iter().find_map(column);
    drawn.unwrap_or(picture[0].len() - 1)
}

pub fn start(picture: &Picture) -> (usize, usize) {
    let rows = picture.iter().enumerate();
    let mut marks = rows.filter_map(|(y, row)| Some((row.iter().position(|&c| c == 'M')?, y)));
    marks.next().expect("a start")
}

pub fn board(picture: &Picture) -> Board {
    let tile = |letter: &char| match letter {
        '.' => Tile::AIR,
        '#' => Tile::SOLID,
        '=' => Tile::ONE_WAY,
        'b' => Tile::SOLID.with(Tile::BREAKS),
        'o' => Tile::COIN,
        'm' => MUSHROOM,
        '^' => SPIKE,
        'E' => Tile::EXIT,
        'M' => Tile::START,
        other => panic!("no letter: {other}"),
    };
    Board {
        width: picture[0].len(),
        height: picture.len(),
        tiles: picture.iter().flatten().map(tile).collect(),
        start: start(picture),
        exit: exit_column(picture),
        ..Board::default()
    }
}

pub fn text(picture: &Picture) -> String {
    let rows = picture.iter().map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}
