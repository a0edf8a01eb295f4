//! What is in a file, its text with another drawing, and what is odd about it.

use playproof::{Level, Playproof};
use serde_json::{Value, json};

use super::games::has_text;
use crate::host::Host;
use crate::opened::{game_of, palette, rows, with_rows};
use crate::options;
use crate::problem::{Problem, diagnostics};
use crate::request::Request;

/// States that games may look at to say what is odd.
const LINTED: u64 = 20_000;

/// The levels of a file. A file that cannot be read is an answer too: a page shows what is
/// wrong beside the text.
pub fn open(host: &Host, request: &Request) -> Result<Value, Problem> {
    let text = request.text()?;
    let playproof = host.playproof;
    let collection = match playproof.read(request.file(), text.as_bytes()) {
        Ok(collection) => collection,
        Err(first) => {
            let found = lint_of(host, request, text);
            let found = found.unwrap_or_else(|_| diagnostics([&first]));
            return Ok(json!({
                "game": request.game,
                "has_text": true,
                "levels": [],
                "palette": [],
                "diagnostics": found,
            }));
        }
    };
    let levels = collection.levels.iter().map(|level| {
        let game = game_named(playproof, request, level);
        let drawing = game.and_then(|game| game.drawing(level));
        let drawn = drawing.as_ref().map(rows);
        let width = drawn.as_ref().and_then(|rows| rows.first());
        json!({
            "index": level.index(),
            "title": level.title(),
            "author": level.author(),
            "game": game.map(|game| game.name()),
            "width": width.map(|row| row.chars().count()),
            "height": drawn.as_ref().map(Vec::len),
            "rows": drawn,
            "line": drawing.as_ref().map_or(level.beginning().line, |drawing| drawing.line),
            "n_solutions": level.solutions().len(),
        })
    });
    let levels: Vec<Value> = levels.collect();
    let shown = collection.levels.get(request.level);
    let shown = shown.or(collection.levels.first());
    let game = shown.and_then(|level| game_named(playproof, request, level));
    let drawing = shown
        .zip(game)
        .and_then(|(level, game)| game.drawing(level));
    let drawn = drawing.as_ref().map_or(Vec::new(), rows);
    let brushes = shown.zip(game).map(|(level, game)| game.brushes(level));
    let mut found = collection.warnings;
    if let Some((level, game)) = shown.zip(game) {
        match game.compile(level) {
            Ok(compiled) => found.extend(compiled.warnings),
            Err(error) => found.push(error),
        }
    }
    Ok(json!({
        "game": game.map(|game| game.name()),
        "has_text": shown.zip(game).is_some_and(|(level, game)| has_text(game, level)),
        "levels": levels,
        "palette": palette(brushes.unwrap_or_default(), &drawn),
        "diagnostics": diagnostics(&found),
    }))
}

/// The game that a request names, or else the one that a level looks like.
fn game_named<'a>(
    playproof: &'a Playproof,
    request: &Request,
    level: &Level,
) -> Option<&'a dyn playproof::Game> {
    match game_of(request) {
        Some(name) => playproof.game(name).ok(),
        None => playproof.recognise(level).ok(),
    }
}

/// The file's text with the page's drawing in it.
pub fn write(host: &Host, request: &Request) -> Result<Value, Problem> {
    let rows = request.needed(&request.rows, "rows")?;
    let text = with_rows(host.playproof, request, rows)?;
    Ok(json!({ "text": text }))
}

/// What is odd about a file.
pub fn lint(host: &Host, request: &Request) -> Result<Value, Problem> {
    let text = match &request.rows {
        Some(rows) => with_rows(host.playproof, request, rows)?,
        None => request.text()?.to_owned(),
    };
    Ok(json!({ "diagnostics": lint_of(host, request, &text)? }))
}

fn lint_of(host: &Host, request: &Request, text: &str) -> Result<Value, Problem> {
    let playproof = host.playproof;
    let known = playproof.games().flat_map(|game| game.level_options());
    let known: Vec<_> = known.copied().collect();
    let options = options::read(&known, &request.options, Default::default())?;
    let found = playproof.lint_told(
        request.file(),
        text.as_bytes(),
        game_of(request),
        &options,
        request.limits.states.unwrap_or(LINTED),
        &mut || host.goes_on(),
    )?;
    Ok(diagnostics(&found))
}
