//! `zone`: where one action of the coarse game leads from a place, as text and picture.
//!
//! Not trusted. What becomes of the player is asked of the Rules, with the place as the
//! start; the lines of the picture are only drawn.

use std::ops::ControlFlow;

use playproof_game::{
    BoardDrawing, BoardWay, CommandHelp, Drawing, Drawn, Game, GameCommand, GameOption, OptionKind,
    Options, Told, counted,
};
use playproof_level::{Diagnostic, Level};
use playproof_model::{Property, elaborate};
use serde_json::json;

use super::actions::{Component, NO_ACTION};
use super::game::Coarse;
use super::path::{Cell, Terrain};
use crate::canonical::{Board, Tile};
use crate::options::{is_place, place};

/// Says and draws where one action leads.
pub struct ZoneCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof zone seed.txt                             from where play begins
  playproof zone seed.txt --from 4,7 --svg pictures   from column 4, row 7: seed-1-zone-4-7.svg

The actions are those of the coarse game: R and L step, J jumps, RJ and LJ jump far,
JR and JL jump high; N is falling. Every enemy counts as alive.
Columns and rows count from 1.";

const OPTIONS: &[GameOption] = &[GameOption::new(
    "from",
    "C,R",
    "The column and row to begin in [default: the start].",
    None,
    OptionKind::Text(is_place),
)];

/// Where an action leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The action.
    pub action: &'static str,
    /// What becomes of the player.
    pub end: End,
    /// The column and row in which the action ends; the dead are below the drawing.
    pub cell: (i64, i64),
}

/// What becomes of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Alive.
    Lives,
    /// Won.
    Wins,
    /// Dead.
    Dies,
}

impl End {
    fn word(self) -> &'static str {
        match self {
            End::Lives => "lives",
            End::Wins => "wins",
            End::Dies => "dies",
        }
    }
}

impl Coarse {
    /// What each action that is possible does from a place, every enemy being alive,
    /// without a time limit.
    pub fn zone(&self, board: &Board, from: (usize, usize)) -> Vec<Outcome> {
        let board = Board {
            start: from,
            ..board.clone()
        };
        let mut game = *self;
        game.settings.time = None;
        let rules = game.rules(&board);
        let subject = elaborate(&rules, &Property::Solvable)
            .expect("a level can be asked whether it can be won");
        let terrain = Terrain::new(&board, self.settings.exit);
        let names = self.settings.jumps.actions().map(|action| action.name);
        let mut outcomes = Vec::new();
        subject.successors(&rules.initial[0], &mut |action, next| {
            let name = &rules.actions[action.index()].name;
            let own = names.iter().find(|own| *own == name);
            let place = next[0] as usize;
            let cell = terrain.cell(place);
            outcomes.push(Outcome {
                action: own.copied().unwrap_or(NO_ACTION.name),
                end: match place >= terrain.first_below() {
                    true => End::Dies,
                    false if terrain.wins(cell) => End::Wins,
                    false => End::Lives,
                },
                cell,
            });
        });
        outcomes
    }
}

impl GameCommand for ZoneCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "zone",
            about: "Show where one action leads in the coarse platform game",
            after: AFTER_HELP,
            options: OPTIONS,
        }
    }

    fn run(
        &self,
        level: &Level,
        options: &Options,
        _go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic> {
        let compiled = Coarse::default().compile(level)?;
        let board = Board::read(level)?;
        let game = Coarse::default().with(&board.settings);
        let from = options.get("from").and_then(place).unwrap_or(board.start);
        if from.0 >= board.width || from.1 >= board.height {
            let size = format!(
                "the level has {} columns and {} rows",
                board.width, board.height
            );
            return Err(level.error(format!("{} is beyond the level", words(from)), &size));
        }
        if board.tile(from.0 as i64, from.1 as i64).is(Tile::SOLID) {
            let help = "choose a place in which one can be";
            return Err(level.error_at(from.0, from.1, "nobody can be in a block", help));
        }
        let outcomes = game.zone(&board, from);
        let view = compiled.view;
        let begun = Board {
            start: from,
            ..board.clone()
        };
        let mut cells = Vec::new();
        view.cells(&game.rules(&begun).initial[0], &mut cells);
        let saying = saying(from, &outcomes);
        let drawing = BoardDrawing {
            legend: view.legend().to_vec(),
            size: view.size(),
            cells,
            ways: outcomes
                .iter()
                .map(|o| way(&game, &board, from, o))
                .collect(),
            title: format!("{}: one action from {}", level.file(), words(from)),
            description: saying.clone(),
            saying,
            ..BoardDrawing::default()
        };
        Ok(Told {
            text: text(level, from, &outcomes),
            json: json(level, from, &outcomes),
            drawings: vec![Drawing {
                name: format!("zone-{}-{}", from.0 + 1, from.1 + 1),
                drawn: Ok(Drawn::Board(drawing)),
            }],
            ..Told::default()
        })
    }
}

fn words((column, row): (usize, usize)) -> String {
    format!("column {}, row {}", column + 1, row + 1)
}

fn saying(from: (usize, usize), outcomes: &[Outcome]) -> String {
    let mut cells: Vec<Cell> = outcomes
        .iter()
        .filter(|o| o.end != End::Dies)
        .map(|o| o.cell)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let deadly = outcomes.iter().filter(|o| o.end == End::Dies).count();
    match outcomes.len() {
        0 => format!("From {} nothing can be done.", words(from)),
        n => format!(
            "From {}, {} can be done: alive one gets to {}, and {} kill{}.",
            words(from),
            counted(n as u64, "action"),
            counted(cells.len() as u64, "cell"),
            match deadly {
                0 => "none".to_owned(),
                n => n.to_string(),
            },
            if deadly > 1 { "" } else { "s" },
        ),
    }
}

fn text(level: &Level, from: (usize, usize), outcomes: &[Outcome]) -> String {
    let mut text = format!("{}: {}\n", level.file(), saying(from, outcomes));
    for Outcome { action, end, cell } in outcomes {
        let (column, row) = (cell.0 + 1, cell.1 + 1);
        text += &match end {
            End::Lives => format!("    {action:<2}  column {column}, row {row}\n"),
            End::Wins => format!("    {action:<2}  column {column}, row {row}, which wins\n"),
            End::Dies => format!("    {action:<2}  death in column {column}\n"),
        };
    }
    text
}

fn json(level: &Level, from: (usize, usize), outcomes: &[Outcome]) -> String {
    let lines = outcomes.iter().map(|Outcome { action, end, cell }| {
        let object = json!({
            "level": level.file(),
            "number": level.index() + 1,
            "from": [from.0 + 1, from.1 + 1],
            "action": action,
            "end": end.word(),
            "to": [cell.0 + 1, cell.1 + 1],
        });
        object.to_string() + "\n"
    });
    lines.collect()
}

/// The line of an action: up as far as there is room, sideways, and down.
fn way(game: &Coarse, board: &Board, from: (usize, usize), outcome: &Outcome) -> BoardWay {
    let all = game.settings.jumps.actions();
    let action = all.iter().find(|action| action.name == outcome.action);
    let first = action.and_then(|action| action.components.first());
    let is_solid = |x: i64, y: i64| board.tile(x, y).is(Tile::SOLID);
    let (x, mut apex) = (from.0 as i64, from.1 as i64);
    if let Some(Component::Rise(most)) = first {
        let lowest = apex - i64::from(*most);
        while apex > lowest && !is_solid(x, apex - 1) {
            apex -= 1;
        }
    }
    let (column, mut row) = outcome.cell;
    let ground = |y: i64| {
        board
            .tile(column, y)
            .is_any(Tile::SOLID.with(Tile::ONE_WAY))
    };
    if outcome.end == End::Dies && (apex + 1..board.height as i64).any(ground) {
        // Killed on the way, and not by a fall.
        row = apex;
    }
    let middle = |x: i64, y: i64| (x as f32 + 0.5, y as f32 + 0.5);
    let mut points = vec![
        middle(x, from.1 as i64),
        middle(x, apex),
        middle(column, apex),
    ];
    points.push(middle(column, row.max(apex)));
    points.dedup();
    BoardWay {
        label: outcome.action.to_owned(),
        points,
        is_bad: outcome.end == End::Dies,
    }
}
