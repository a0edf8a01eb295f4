//! Commands that a game adds to the program: what it can say of its levels beyond what
//! every game can.

use std::ops::ControlFlow;

use playproof_level::{Diagnostic, Level};

use crate::board_drawing::BoardDrawing;
use crate::chart::Chart;
use crate::options::{GameOption, Options};

/// What a command is called and what its help says.
#[derive(Clone, Copy)]
pub struct CommandHelp {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Examples, and what there is to know beyond the options.
    pub after: &'static str,
    /// Its options.
    pub options: &'static [GameOption],
}

/// A command of one game.
pub trait GameCommand: Send + Sync {
    /// What it is called and what its help says.
    fn help(&self) -> CommandHelp;
    /// What there is to say of a level, or why nothing. Long work asks now and then
    /// whether it goes on.
    fn run(
        &self,
        level: &Level,
        options: &Options,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic>;
}

/// What a command says of a level.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What to be careful about.
    pub warnings: Vec<String>,
    /// For people, ended.
    pub text: String,
    /// The same as objects, one a line, ended.
    pub json: String,
    /// Pictures to be drawn.
    pub drawings: Vec<Drawing>,
    /// Whether the level is not as a level should be: the exit status says so.
    pub is_violated: bool,
}

/// A picture, and what its file is called.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What comes after the level's name.
    pub name: String,
    /// The picture, or why it is not drawn.
    pub drawn: Result<Drawn, String>,
}

/// What there is to draw.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// Boxes and links.
    Graph(Graph),
    /// The level itself, with something marked in it.
    Board(BoardDrawing),
}

/// Boxes and links with words around them.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The boxes and links.
    pub chart: Chart,
    /// What stands above.
    pub title: String,
    /// What stands below.
    pub saying: String,
    /// What it shows, for those who cannot see it.
    pub description: String,
}
