//! `reach`: where a player can ever be and stand.

use std::ops::ControlFlow;

use playproof_game::{
    Area, BoardDrawing, BoardWay, CommandHelp, Drawing, Drawn, Game, GameCommand, GameOption,
    Options, Spot, Standstill, Told, counted, grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::survey::{Survey, survey};
use crate::Platform;
use crate::canonical::{Board, Tile};
use crate::case::{Asking, named};
use crate::engine::Precision;
use crate::insight::{standstill, words as stop_words};
use crate::measures::calm;
use crate::profile::Profile;
use crate::rules::Stage;

/// Says and draws where a player can ever be.
pub struct ReachCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof reach first.txt                           in how many cells the player can be and stand
  playproof reach first.txt --svg pictures            and drawn: first-1-reach.svg
  playproof reach first.txt --exact --svg pictures

Without --exact the player may have any speed at any moment. That is too generous: a
shaded cell may be out of reach, but a cell without shade certainly is. With --exact the
picture is exactly what can be reached, which takes seconds.

If the exit is out of reach, a red line leads from the farthest place the player gets to
through what is in the way.

Green: the player can stand here. Yellow to red: in how many ways the player can be in a
cell. A way is a height, a vertical speed and a state of the jump; with --exact also a speed.";

const OPTIONS: &[GameOption] = &[GameOption::switch(
    "exact",
    "Tell speeds apart: exact, and slower by seconds.",
)];

impl GameCommand for ReachCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "reach",
            about: "Show where the player of a platform level can ever be and stand",
            after: AFTER_HELP,
            options: OPTIONS,
        }
    }

    fn run(
        &self,
        level: &Level,
        options: &Options,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic> {
        // What the game refuses is refused here too.
        let compiled = Platform.compile(level)?;
        let (stage, _) = Stage::read(level)?;
        let precision = match options.is_on("exact") {
            true => Precision::Exact,
            false => Precision::AnySpeed,
        };
        let found = survey(&stage, precision, &mut Asking(go_on));
        let Ok(found) = found else {
            let help = "leave out --exact for an answer in a moment";
            return Err(level.error("the sweep was stopped", help));
        };
        let mut words = Words::new(level, &stage.board, &found, precision);
        let calm = calm(&stage.board);
        let stop = match found.is_won {
            true => None,
            false => {
                // Who stands on the last part of an edge is over the air with the middle.
                let is_ground = |&(column, row): &Spot| calm.is_stand(column, row);
                standstill(&calm, found.stands().filter(is_ground).collect())
            }
        };
        if let Some(stop) = &stop {
            words.add_stop(&calm, stop);
        }
        let view = compiled.view;
        let first = stage.initial();
        let mut cells = Vec::new();
        view.cells(&first, &mut cells);
        cells.iter_mut().for_each(|cell| cell.top = None);
        let sprites = view.sprites(&first).unwrap_or_default();
        let drawing = BoardDrawing {
            legend: view.legend().to_vec(),
            size: view.size(),
            cells,
            sprites: sprites.into_iter().flatten().collect(),
            heat: Some(found.heat()),
            areas: areas(&found, &stage.profile),
            ways: stop.iter().flat_map(way).collect(),
            title: words.title,
            saying: words.saying.clone(),
            description: words.saying,
        };
        Ok(Told {
            text: words.text,
            json: words.json,
            drawings: vec![Drawing {
                name: "reach".to_owned(),
                drawn: Ok(Drawn::Board(drawing)),
            }],
            ..Told::default()
        })
    }
}

/// The ground under the feet, as strips that are as wide as where they can be.
fn areas(found: &Survey, profile: &Profile) -> Vec<Area> {
    let tiles = |length: i32| length as f32 / profile.tile as f32;
    let strips = found.standing.iter().map(|&(y, (lo, hi))| Area {
        x: tiles(lo),
        y: tiles(y) - STRIP,
        width: tiles(hi - lo + profile.body.0),
        height: STRIP,
    });
    strips.collect()
}

/// A line from the place where everybody stops through what is in the way.
fn way(stop: &Standstill) -> Option<BoardWay> {
    let middle = |(column, row): Spot| (column as f32 + 0.5, row as f32 + 0.5);
    let last = *stop.barrier.last()?;
    Some(BoardWay {
        label: "stop".to_owned(),
        points: vec![middle(stop.furthest), middle(last)],
        is_bad: true,
    })
}

/// How high a strip is, in cells.
const STRIP: f32 = 0.18;

/// What is said of a level.
struct Words {
    title: String,
    saying: String,
    text: String,
    json: String,
}

impl Words {
    /// Says where everybody stops.
    fn add_stop(&mut self, board: &Board, stop: &Standstill) {
        let why = stop_words(board, stop.furthest);
        self.saying = format!("{} The exit is out of reach: {why}.", self.saying);
        self.text
            .push_str(&format!("    the exit is out of reach: {why}\n"));
    }

    fn new(level: &Level, board: &Board, found: &Survey, precision: Precision) -> Words {
        let ((reached, stood), exact) = (found.n_cells(), precision == Precision::Exact);
        // A block that breaks is not there for ever.
        let is_open = |tile: &&Tile| !tile.is(Tile::SOLID) || tile.is(Tile::BREAKS);
        let open = board.tiles.iter().filter(is_open);
        let (open, most) = (open.count(), found.ways.iter().max().copied().unwrap_or(0));
        let how = match exact {
            true => "exactly what can be reached",
            false => "at any speed, so perhaps too much: whatever is left out is out of reach",
        };
        let saying = format!(
            "The player can stand in {} (green) and be in {} of {} that are open: {how}.",
            counted(stood as u64, "cell"),
            grouped(reached as u64),
            grouped(open as u64),
        );
        let name = named(level);
        let ranges = grouped(found.places.len() as u64);
        let most_ways = grouped(u64::from(most));
        Words {
            title: format!("{name}: where a player can be"),
            text: format!(
                "{name}: {saying}\n    {ranges} ranges of places; at most {most_ways} ways to be in one cell\n"
            ),
            json: json!({
                "level": level.file(),
                "number": level.index() + 1,
                "exact": exact,
                "open_cells": open,
                "reached_cells": reached,
                "standing_cells": stood,
                "most_ways": most,
                "ranges": found.places.len(),
                "exit_reached": found.is_won,
            })
            .to_string()
                + "\n",
            saying,
        }
    }
}
