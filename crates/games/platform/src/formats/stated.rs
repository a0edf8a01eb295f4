//! Levels as certificates state them: see `docs/platform.md`.
//!
//! Lines are wanted in their order and numbers as they are printed: what is read here counts
//! only if it is written as the same text again. What is checked is that the numbers
//! are a game: tables of the right sizes, and nobody who leaves their bounds.

use std::str::FromStr;
use std::sync::Arc;

use playproof_level::source::{Line, lines};
use playproof_level::{Collection, Diagnostic, Level, Place, clean_title};
use playproof_model::Val;

use crate::canonical::{
    Board, ExitRule, GAME, GAME_COARSE, PROPERTIES, PlayerStyle, Settings, StatedLevel, Tile,
};
use crate::profile::{GAITS, Profile};

/// As for drawings, but that nobody draws these.
const MOST_TILES: usize = 1 << 20;

/// The level of a text whose first line says that it is one; it has no other.
pub(super) fn read(file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>> {
    let first = lines(text).next()?;
    let (word, title) = match first.of(text).split_once(':') {
        Some((word, title)) => (word, clean_title(title)),
        None => (first.of(text), None),
    };
    let is_exact = match word {
        GAME => true,
        GAME_COARSE => false,
        _ => return None,
    };
    let mut reader = Reader {
        file,
        text,
        rest: lines(text).collect::<Vec<_>>().into_iter(),
        last: first,
    };
    reader.rest.next();
    let level = reader.level(is_exact).map(|(board, profile)| StatedLevel {
        file: file.to_owned(),
        index: 0,
        title,
        beginning: first.place(text, 0),
        board,
        profile,
    });
    Some(level.map(|level| Collection {
        levels: vec![Level::of_words(level)],
        comments: String::new(),
        warnings: Vec::new(),
    }))
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    rest: std::vec::IntoIter<Line>,
    last: Line,
}

impl<'a> Reader<'a> {
    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Diagnostic> {
        let place = Place::new(self.last.number, 1, self.last.of(self.text));
        let help = "this text is written by the program, and is read as it was written";
        Err(Diagnostic::error(self.file, Some(place), message, help))
    }

    /// The next line, if it begins with this key.
    fn optional(&mut self, key: &str) -> Option<&'a str> {
        let line = *self.rest.as_slice().first()?;
        let value = line.of(self.text).strip_prefix(key)?.strip_prefix(':')?;
        (self.last, _) = (line, self.rest.next());
        Some(value.strip_prefix(' ').unwrap_or(value))
    }

    fn value(&mut self, key: &str) -> Result<&'a str, Diagnostic> {
        match self.optional(key) {
            Some(value) => Ok(value),
            None => self.wrong(format!("expected a line `{key}` below this one")),
        }
    }

    fn list<T: FromStr>(&mut self, key: &str) -> Result<Vec<T>, Diagnostic> {
        let numbers = self.value(key)?.split(' ').map(str::parse);
        match numbers.collect::<Result<_, _>>() {
            Ok(numbers) => Ok(numbers),
            Err(_) => self.wrong("expected numbers"),
        }
    }

    fn some<T: FromStr, const N: usize>(&mut self, key: &str) -> Result<[T; N], Diagnostic> {
        match self.list(key)?.try_into() {
            Ok(numbers) => Ok(numbers),
            Err(_) => self.wrong(format!("`{key}` is {N} values")),
        }
    }

    fn level(&mut self, is_exact: bool) -> Result<(Board, Option<Profile>), Diagnostic> {
        let [width, height] = self.some::<usize, 2>("size")?;
        let is_sound = (1..=16_384).contains(&width) && (1..=1024).contains(&height);
        if !is_sound || width * height > MOST_TILES {
            return self.wrong("no level has this size");
        }
        let [column, row] = self.some::<usize, 2>("start")?;
        let [rule, exit] = self.some::<String, 2>("exit")?;
        let rule = match &rule[..] {
            "column" => ExitRule::Column,
            "touch" => ExitRule::Touch,
            _ => return self.wrong("an exit is a column, or is touched"),
        };
        let exit = exit.parse().ok().filter(|exit| *exit < width);
        let (Some(exit), true) = (exit, column < width && row < height) else {
            return self.wrong("start and exit are on the map");
        };
        let time = match self.optional("time") {
            None => None,
            Some(time) => match time.parse::<u32>() {
                Ok(time) if (1..=i32::MAX as u32).contains(&time) => Some(time),
                _ => return self.wrong("this is no time limit"),
            },
        };
        let style = PlayerStyle {
            long_jumps: self.some::<bool, 1>("long-jumps")?[0],
            kills: self.some::<bool, 1>("kills")?[0],
            runs: self.some::<bool, 1>("runs")?[0],
        };
        let mut tiles = vec![Tile::AIR; width * height];
        for (name, property) in PROPERTIES {
            if self.optional(name).is_none() {
                continue;
            }
            for tiles in tiles.chunks_mut(width) {
                self.last = match self.rest.next() {
                    Some(line) => line,
                    None => return self.wrong("the drawing ends here"),
                };
                let row = self.last.of(self.text);
                if row.len() != width || row.bytes().any(|c| c != b'X' && c != b'-') {
                    return self.wrong("expected a row of `X` and `-`");
                }
                let mut marked = tiles.iter_mut().zip(row.bytes());
                marked.by_ref().for_each(|(tile, sign)| {
                    if sign == b'X' {
                        *tile = tile.with(property);
                    }
                });
            }
        }
        if let Some(why) = tiles.iter().find_map(|tile| tile.contradiction()) {
            return self.wrong(why);
        }
        let profile = match is_exact {
            true => Some(self.profile()?),
            false => None,
        };
        if self.rest.next().is_some() {
            return self.wrong("expected nothing below this line");
        }
        let settings = Settings {
            exit: rule,
            time,
            style,
            ..Settings::default()
        };
        let board = Board {
            width,
            height,
            tiles,
            start: (column, row),
            exit,
            settings,
            notes: Vec::new(),
            warnings: Vec::new(),
        };
        match board.tile(column as i64, row as i64).is(Tile::SOLID) {
            true => self.wrong("the start is inside a wall"),
            false => Ok((board, profile)),
        }
    }

    fn profile(&mut self) -> Result<Profile, Diagnostic> {
        let [tile] = self.some::<Val, 1>("tile")?;
        let [wide, high] = self.some("body")?;
        let [fastest, strolling] = self.some("fastest")?;
        let [furthest] = self.some("furthest")?;
        let [walker] = self.some("walker")?;
        let [takeoff] = self.some("takeoff")?;
        let [up, down, rest] = self.some("vertical")?;
        let profile = Profile {
            tile,
            body: (wide, high),
            fastest,
            strolling,
            walker,
            furthest,
            takeoff,
            vertical: (up, down),
            rest,
            slowed: self.list("slowed")?,
            rises: self.list("rises")?,
            falls: self.list("falls")?,
            advance: {
                let mut advance = [const { Vec::new() }; 5];
                for (gait, ways) in GAITS.iter().zip(&mut advance) {
                    *ways = self.list(gait)?;
                }
                advance
            },
        };
        match is_game(&profile) {
            true => Ok(profile),
            false => self.wrong("these tables are no game"),
        }
    }
}

/// Whether the tables fit each other, as those do that are made of a designer's numbers.
fn is_game(profile: &Profile) -> bool {
    let Profile {
        tile,
        body,
        fastest,
        strolling,
        walker,
        furthest,
        takeoff,
        vertical: (up, down),
        rest,
        ..
    } = *profile;
    let sizes = (1..=256).contains(&tile)
        && (1..=tile).contains(&body.0)
        && (1..=tile).contains(&body.1)
        && (0..=furthest).contains(&fastest)
        && (0..=fastest).contains(&strolling)
        && (1..tile).contains(&furthest)
        && (0..tile).contains(&walker)
        && (1..tile).contains(&takeoff)
        && up == -takeoff
        && (1..2 * tile).contains(&down)
        && (up..=down).contains(&rest);
    if !sizes {
        return false;
    }
    let all = |list: &[Val], n: Val, lo: Val, hi: Val| {
        list.len() == n as usize && list.iter().all(|value| (lo..=hi).contains(value))
    };
    let slowest = profile.falls.first().map_or(rest, |first| rest.min(*first));
    all(&profile.slowed, 2 * furthest + 1, -fastest, fastest)
        && all(&profile.falls, down - up + 1, slowest.max(up), down)
        && (1..=61).contains(&profile.rises.len())
        && profile
            .rises
            .iter()
            .all(|rise| (0..=takeoff).contains(rise))
        && profile.falls[(rest - up) as usize] > 0
        && profile.falls[..(-up) as usize]
            .iter()
            .zip(up..)
            .all(|(next, way)| *next > way)
        && profile
            .advance
            .iter()
            .all(|ways| all(ways, 2 * fastest + 1, -furthest, furthest))
}
