//! The level that a request is about.

use playproof::game::{Brush, DrawnRows};
use playproof::level::Collection;
use playproof::{Level, Playproof, Prepared};
use serde_json::{Value, json};

use crate::drawn::redrawn;
use crate::host::Host;
use crate::options;
use crate::problem::Problem;
use crate::request::Request;
use crate::spots::tiles;

/// A level with the text of its file.
pub struct Opened {
    /// The file, with the page's drawing in it.
    pub text: String,
    /// All its levels.
    pub collection: Collection,
    /// The level, with its options.
    pub level: Level,
}

impl Opened {
    /// The level that the request names, drawn as it says.
    pub fn new(host: &Host, request: &Request) -> Result<Opened, Problem> {
        let playproof = host.playproof;
        let text = match &request.rows {
            None => request.text()?.to_owned(),
            Some(rows) => with_rows(playproof, request, rows)?,
        };
        let collection = playproof.read(request.file(), text.as_bytes())?;
        let level = level_of(&collection, request.level)?;
        let mut level = level.clone();
        if !request.options.is_empty() {
            let known = playproof.games().flat_map(|game| game.level_options());
            let known: Vec<_> = known.copied().collect();
            let options = options::read(&known, &request.options, Default::default())?;
            level = playproof.with_options(&level, request.game.as_deref(), &options)?;
        }
        Ok(Opened {
            text,
            collection,
            level,
        })
    }

    /// The level, ready for questions.
    pub fn prepared<'a>(
        &'a self,
        host: &Host<'a>,
        request: &Request,
    ) -> Result<Prepared<'a>, Problem> {
        let prepared = host.playproof.prepare(&self.level, game_of(request))?;
        Ok(prepared)
    }
}

/// The game that a request names, if it does.
pub fn game_of(request: &Request) -> Option<&str> {
    request.game.as_deref().filter(|game| !game.is_empty())
}

fn level_of(collection: &Collection, number: usize) -> Result<&Level, Problem> {
    let n = collection.levels.len();
    collection.levels.get(number).ok_or_else(|| {
        let (is, s) = if n == 1 { ("is", "") } else { ("are", "s") };
        Problem::new(format!("there {is} {n} level{s} in this file"))
    })
}

/// The file's text with the rows of a request as the drawing of its level.
pub fn with_rows(
    playproof: &Playproof,
    request: &Request,
    rows: &[String],
) -> Result<String, Problem> {
    let text = request.text()?;
    let collection = playproof.read(request.file(), text.as_bytes())?;
    let level = level_of(&collection, request.level)?;
    let game = match game_of(request) {
        Some(game) => playproof.game(game)?,
        None => playproof.recognise(level)?,
    };
    let Some(drawing) = game.drawing(level) else {
        return Err(Problem::new("this level is not drawn").help("change its text"));
    };
    let wanted = full(rows, &game.brushes(level));
    if same(&drawing.rows, &wanted) {
        return Ok(text.to_owned());
    }
    let is_drawn = |text: &str| {
        let read = playproof.read(request.file(), text.as_bytes()).ok();
        let levels = read.map_or(Vec::new(), |read| read.levels);
        levels.len() == collection.levels.len()
            && levels.get(request.level).is_some_and(|level| {
                let drawn = game.drawing(level);
                drawn.is_some_and(|drawn| same(&drawn.rows, &wanted))
            })
    };
    let plain = redrawn(text, &drawing, &wanted);
    if is_drawn(&plain) {
        return Ok(plain);
    }
    // Where letters are counted, say, the file is written anew.
    if let Some(written) = written_anew(&collection, request.level, &wanted)
        && is_drawn(&written)
    {
        return Ok(written);
    }
    // It may be drawn well and be no level of the format: the reader says why.
    playproof.read(request.file(), plain.as_bytes())?;
    let help = "a drawing needs a letter in its first and last row, and no row may begin with `;`";
    Err(Problem::new("this drawing cannot be written in its file").help(help))
}

fn written_anew(collection: &Collection, number: usize, rows: &[String]) -> Option<String> {
    let text = rows
        .iter()
        .map(|row| format!("{row}\n"))
        .collect::<String>();
    let read = playproof::level::read("level", text.as_bytes()).ok()?;
    let [drawn] = &read.levels[..] else {
        return None;
    };
    let mut collection = collection.clone();
    let level = collection.levels.get_mut(number)?;
    *level = level.with_grid(drawn.grid()?.clone())?;
    match &collection.levels[..] {
        [Level::Written(level)] => Some(level.text()),
        levels if levels.iter().all(|l| matches!(l, Level::Grid(_))) => Some(collection.text()),
        _ => None,
    }
}

/// The rows, each as wide as the widest. A row without a letter would end the drawing, so
/// that another letter for nothing stands there, if there is one.
fn full(rows: &[String], brushes: &[Brush]) -> Vec<String> {
    let blank = brushes.iter().find(|brush| brush.letter == ' ');
    let floor = blank.and_then(|brush| brush.also.chars().next());
    let width = rows.iter().map(|row| row.chars().count()).max();
    let width = width.unwrap_or(0);
    let full = rows.iter().map(|row| {
        let fill = match (row.trim().is_empty(), floor) {
            (true, Some(floor)) => return floor.to_string().repeat(width),
            _ => ' ',
        };
        let letters = row.chars().chain(std::iter::repeat(fill));
        letters.take(width).collect()
    });
    full.collect()
}

/// Whether rows are the same but for blanks at their ends.
fn same(one: &[String], other: &[String]) -> bool {
    let ends = |rows: &[String]| -> Vec<String> {
        rows.iter().map(|row| row.trim_end().to_owned()).collect()
    };
    ends(one) == ends(other)
}

/// The rows of a level, as wide as the widest.
pub fn rows(drawing: &DrawnRows) -> Vec<String> {
    full(&drawing.rows, &[])
}

/// The letters that a level can be drawn with. Where several mean the same, it is the one
/// that the level has.
pub fn palette(brushes: Vec<Brush>, rows: &[String]) -> Value {
    let has = |letter: char| rows.iter().any(|row| row.contains(letter));
    let brushes = brushes.into_iter().map(|brush| {
        let mut letters: Vec<char> = std::iter::once(brush.letter)
            .chain(brush.also.chars())
            .collect();
        if let Some(at) = letters.iter().position(|letter| has(*letter)) {
            letters.swap(0, at);
        }
        json!({
            "letter": letters[0].to_string(),
            "also": letters[1..].iter().collect::<String>(),
            "name": brush.name,
            "tiles": tiles(&brush.tiles),
        })
    });
    brushes.collect()
}
