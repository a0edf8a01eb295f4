//! The games there are, and what each is drawn with.

use playproof::{Game, Level, Playproof, steps};
use serde_json::{Value, json};

use crate::host::Host;
use crate::opened::{palette, rows};
use crate::options::listed;
use crate::problem::Problem;
use crate::request::Request;

/// All games.
pub fn games(host: &Host, _: &Request) -> Result<Value, Problem> {
    let games = host.playproof.games().map(|game| one(host.playproof, game));
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games.collect::<Vec<_>>(),
    }))
}

fn one(playproof: &Playproof, game: &dyn Game) -> Value {
    let example = game.example();
    let file = example.map(|(_, ending)| format!("{}.{ending}", game.name()));
    let level = example.and_then(|(text, _)| {
        let read = playproof.read("example", text.as_bytes()).ok()?;
        read.levels.into_iter().next()
    });
    let drawing = level.as_ref().and_then(|level| game.drawing(level));
    let drawn = drawing.as_ref().map_or(Vec::new(), rows);
    let brushes = level.as_ref().map_or(Vec::new(), |l| game.brushes(l));
    json!({
        "id": game.name(),
        "summary": game.summary(),
        "example": example.zip(file).map(|((text, _), file)| json!({
            "text": text,
            "file": file,
        })),
        "palette": palette(brushes, &drawn),
        "has_text": level.as_ref().is_some_and(|level| has_text(game, level)),
        "is_vast": game.is_vast(),
        "actions": level.as_ref().map(|level| actions(playproof, game, level)),
        "level_options": listed(game.level_options()),
        "generator": game.generator().map(|generator| json!({
            "options": listed(generator.options()),
            "figures": generator.figures().iter().map(|(name, about)| json!({
                "name": name,
                "about": about,
            })).collect::<Vec<_>>(),
            "examples": generator.examples(),
            "keeps_tiles": generator.keeps_tiles(),
        })),
        "commands": game.commands().iter().map(|command| {
            let help = command.help();
            json!({
                "name": help.name,
                "about": help.about,
                "options": listed(help.options),
            })
        }).collect::<Vec<_>>(),
    })
}

/// Whether there is more to a level than its drawing: rules, or words alone.
pub fn has_text(game: &dyn Game, level: &Level) -> bool {
    match level {
        Level::Grid(_) => false,
        // Settings above a drawing are few; what brings its own letters has rules.
        _ => game.drawing(level).is_none() || game.likeness(level) == usize::MAX,
    }
}

/// The names of all actions of a level.
pub fn actions(playproof: &Playproof, game: &dyn Game, level: &Level) -> Vec<String> {
    let prepared = playproof.prepare(level, Some(game.name()));
    let Ok(subject) = prepared.and_then(|prepared| prepared.play()) else {
        return Vec::new();
    };
    let actions = &subject.signature().actions;
    actions.iter().map(|action| action.name.clone()).collect()
}

/// The actions that are possible in a state, each with whether it changes anything.
pub fn possible(subject: &playproof::Subject, state: &[playproof::Val]) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    steps(subject, state, &mut |step, after| {
        if let playproof::Step::Act { action, .. } = step {
            let name = &subject.signature().actions[action.index()].name;
            let is_change = after != state;
            match found.iter_mut().find(|(known, _)| known == name) {
                Some((_, changes)) => *changes |= is_change,
                None => found.push((name.clone(), is_change)),
            }
        }
    });
    found
}
