//! What is drawn, and where bodies can go in it. Lengths are parts, 16 of them a pixel.

use std::fmt;

pub const TILE: i32 = 256;
pub const WIDTH: i32 = 9 * 16;
pub const HEIGHT: i32 = 13 * 16;

/// What a place can be.
#[derive(Clone, Copy, PartialEq)]
pub enum Is {
    Solid,
    OneWay,
    Coin,
    DeadlySide,
    DeadlyAbove,
    Stompable,
    Walks,
    Exit,
}

/// What a letter means.
pub fn properties(letter: char) -> &'static [Is] {
    use Is::*;
    match letter {
        '.' => &[],
        '#' => &[Solid],
        '=' => &[OneWay],
        'o' => &[Coin],
        'E' => &[Exit],
        '^' => &[DeadlySide, DeadlyAbove],
        // Who walks: the usual one, and all kinds of others.
        'm' => &[Walks, Stompable, DeadlySide],
        'n' => &[Walks, DeadlySide],
        'h' => &[Walks, Stompable],
        'w' => &[Walks, DeadlySide, DeadlyAbove],
        'a' => &[Walks, DeadlyAbove],
        'b' => &[Walks],
        // Who stands.
        's' => &[Stompable],
        'd' => &[DeadlySide],
        'u' => &[DeadlyAbove],
        'g' => &[Stompable, DeadlySide],
        // Several things in one place.
        '-' => &[OneWay, Stompable],
        '_' => &[OneWay, DeadlySide, DeadlyAbove],
        '%' => &[OneWay, DeadlyAbove],
        'S' => &[Solid, Stompable],
        'c' => &[Coin, Stompable, DeadlySide],
        'p' => &[Coin, OneWay],
        'e' => &[Exit, DeadlySide, DeadlyAbove],
        'X' => &[Exit, Solid],
        'f' => &[Exit, OneWay, Stompable],
        other => panic!("no letter: {other}"),
    }
}

pub fn has(letter: char, property: Is) -> bool {
    properties(letter).contains(&property)
}

pub fn is_solid(letter: char) -> bool {
    has(letter, Is::Solid)
}

/// A spike is a place: nobody meets it.
pub fn is_spike(letter: char) -> bool {
    let is_deadly = has(letter, Is::DeadlySide) && has(letter, Is::DeadlyAbove);
    is_deadly && !has(letter, Is::Walks)
}

/// What matters from one side only can be met, and so can all who walk.
pub fn can_be_met(letter: char) -> bool {
    let matters = [Is::Walks, Is::Stompable, Is::DeadlySide, Is::DeadlyAbove];
    matters.iter().any(|property| has(letter, *property)) && !is_spike(letter)
}

/// A level as it is drawn.
pub struct Drawing {
    pub rows: Vec<Vec<char>>,
    pub start: (usize, usize),
    pub exit_column: usize,
    pub must_touch: bool,
    pub time: Option<u32>,
    pub is_novice: bool,
    pub is_peaceful: bool,
    pub is_walking: bool,
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Drawing {
            rows,
            time,
            exit_column,
            must_touch,
            ..
        } = self;
        let styles = (self.is_novice, self.is_peaceful, self.is_walking);
        for row in rows {
            writeln!(f, "{}", row.iter().collect::<String>())?;
        }
        write!(
            f,
            "start {:?}, exit {exit_column}, touch: {must_touch}, ",
            self.start
        )?;
        write!(f, "time {time:?}, novice, peaceful, walking: {styles:?}")
    }
}

/// What stopped a way up or down.
#[derive(Clone, Copy, PartialEq)]
pub enum Stop {
    Nothing,
    Ground,
    Ceiling,
}

impl Drawing {
    pub fn width(&self) -> i32 {
        self.rows[0].len() as i32 * TILE
    }

    pub fn bottom(&self) -> i32 {
        self.rows.len() as i32 * TILE
    }

    /// Beyond the drawing there is air.
    fn letter(&self, column: i32, row: i32) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let column = usize::try_from(column).ok();
        *row.and_then(|row| row.get(column?)).unwrap_or(&'.')
    }

    /// Whether a row is like this somewhere over the width of a body.
    pub fn row_is(&self, x: i32, row: i32, is_so: impl Fn(char) -> bool) -> bool {
        let mut columns = x.div_euclid(TILE)..=(x + WIDTH - 1).div_euclid(TILE);
        columns.any(|column| is_so(self.letter(column, row)))
    }

    /// Whether a body touches a place like this.
    pub fn touches(&self, x: i32, y: i32, is_so: impl Fn(char) -> bool) -> bool {
        let mut rows = (y - HEIGHT).div_euclid(TILE)..=(y - 1).div_euclid(TILE);
        rows.any(|row| self.row_is(x, row, &is_so))
    }

    /// The columns and rows of the coins, row by row.
    pub fn coins(&self) -> Vec<(usize, usize)> {
        let mut coins = Vec::new();
        for (row, letters) in self.rows.iter().enumerate() {
            let own = (0..letters.len()).filter(|&column| has(letters[column], Is::Coin));
            coins.extend(own.map(|column| (column, row)));
        }
        coins
    }

    /// Moves a body up or down: its new height and what stopped it.
    pub fn rise_or_fall(&self, x: i32, y: i32, way: i32) -> (i32, Stop) {
        if way >= 0 {
            let is_ground = |letter| has(letter, Is::Solid) || has(letter, Is::OneWay);
            // Lines that the feet would pass. Open: who comes just up to one has not landed.
            let first = y + (-y).rem_euclid(TILE);
            for line in (first..y + way).step_by(TILE as usize) {
                if self.row_is(x, line / TILE, is_ground) {
                    return (line, Stop::Ground);
                }
            }
        } else {
            let head = y - HEIGHT;
            let mut line = head - head.rem_euclid(TILE);
            while line > head + way {
                if self.row_is(x, line.div_euclid(TILE) - 1, is_solid) {
                    return (line + HEIGHT, Stop::Ceiling);
                }
                line -= TILE;
            }
        }
        (y + way, Stop::Nothing)
    }

    /// Moves a body sideways, as far as it can go.
    pub fn sideways(&self, x: i32, y: i32, way: i32) -> i32 {
        let mut at = x;
        for _ in 0..way.abs() {
            let next = at + way.signum();
            if next < 0 || next + WIDTH > self.width() || self.touches(next, y, is_solid) {
                break;
            }
            at = next;
        }
        at
    }
}
