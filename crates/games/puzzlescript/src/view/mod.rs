//! How a game looks: its own sprites, and the letters of its levels.

mod letters;
mod skin;

use playproof_game::{Brush, Cell, MOST_BETWEEN, Tile, TileId, View};
use playproof_model::Val;

use self::letters::Letters;
use crate::compiled::Mask;
use crate::encoding::Encoding;
use crate::fired::fired;
use crate::formats::PuzzleLevel;
use crate::plain::chance::EveryDraw;
use crate::plain::{Input, Interpreter, has};
use crate::system::PuzzleSystem;

/// Pixels along a side of a sprite.
const PIXELS: usize = 5;

/// How states of a level look.
pub struct PuzzleView {
    encoding: Encoding,
    interpreter: Interpreter,
    legend: Vec<Tile>,
    /// Of each object, whether nothing below it is seen.
    is_opaque: Vec<bool>,
    letters: Letters,
    words: usize,
}

impl PuzzleView {
    /// How states of this level look, which this system plays.
    pub fn new(level: &PuzzleLevel, system: &PuzzleSystem) -> PuzzleView {
        let source = &level.source;
        let letters = Letters::new(level);
        let (legend, is_opaque) = skin::legend(source, &letters);
        PuzzleView {
            encoding: system.encoding.clone(),
            interpreter: Interpreter::new(source.game.clone(), level.board.clone()),
            legend,
            is_opaque,
            letters,
            words: crate::compiled::object_words(source.game.objects.len()),
        }
    }

    /// What a cell with these objects shows: from the uppermost opaque one on, since that
    /// hides what is below.
    fn cell(&self, objects: &[u64]) -> Cell {
        let mask = Mask(objects.to_vec());
        let there: Vec<usize> = mask
            .members()
            .filter(|o| *o < self.is_opaque.len())
            .collect();
        let seen_from = there.iter().rposition(|object| self.is_opaque[*object]);
        // The first tile is the paper behind all objects.
        let tile = |object: &usize| TileId(*object as u16 + 1);
        let (ground, above) = match seen_from {
            Some(at) => (tile(&there[at]), &there[at + 1..]),
            None => (TileId(0), &there[..]),
        };
        let mut cell = Cell::new(ground, above.last().map(tile));
        let below = above.split_last().map_or(&[][..], |(_, below)| below);
        // Of more than there is room for, the uppermost are seen.
        let below = &below[below.len().saturating_sub(MOST_BETWEEN)..];
        for (place, object) in cell.between.iter_mut().zip(below) {
            *place = Some(tile(object));
        }
        cell.letter = self.letters.of_cell(objects);
        cell
    }
}

/// The letters of a game's levels, and how they look.
pub fn brushes(level: &PuzzleLevel) -> Vec<Brush> {
    let source = &level.source;
    let (tiles, _) = skin::legend(source, &Letters::new(level));
    let background = source.background.objects.members().next();
    let brushes = Letters::drawable(level)
        .into_iter()
        .map(|(letter, objects)| {
            let names = objects
                .iter()
                .map(|&object| &source.game.objects[object].name[..]);
            let name = names.collect::<Vec<_>>().join(" and ");
            let has_ground = objects.iter().any(|&o| source.background.objects.has(o));
            let ground = background.filter(|_| !has_ground);
            let mut shown: Vec<usize> = ground.into_iter().chain(objects).collect();
            shown.sort_unstable();
            // The first tile is the paper behind all objects.
            let tile = |object: usize| tiles[object + 1].clone();
            let shown = std::iter::once(tiles[0].clone()).chain(shown.into_iter().map(tile));
            Brush::new(letter, name, shown.collect())
        });
    brushes.collect()
}

impl View for PuzzleView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        let board = &self.interpreter.board;
        (board.width, board.height)
    }

    fn grain(&self) -> usize {
        PIXELS
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let state = self.encoding.decode(state);
        let (width, height) = self.size();
        for y in 0..height {
            for x in 0..width {
                let at = (x * height + y) * self.words;
                out.push(self.cell(&state.objects[at..at + self.words]));
            }
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        let state = self.encoding.decode(state);
        let player = &self.interpreter.game.player;
        let cells = state.objects.chunks(self.words).enumerate();
        let mut players = cells.filter(|(_, cell)| has(player, cell));
        let height = self.interpreter.board.height;
        let (cell, _) = players.next()?;
        // Several have no place in common.
        players
            .next()
            .is_none()
            .then_some((cell / height, cell % height))
    }

    fn letter(&self, _: &[Val], _: &[Val], action: &str) -> Option<char> {
        match action {
            "up" => Some('u'),
            "down" => Some('d'),
            "left" => Some('l'),
            "right" => Some('r'),
            "action" => Some('x'),
            "tick" => Some('t'),
            _ => None,
        }
    }

    fn told(&self, before: &[Val], action: &str) -> Option<String> {
        let input = match action {
            "up" => Some(Input::Up),
            "down" => Some(Input::Down),
            "left" => Some(Input::Left),
            "right" => Some(Input::Right),
            "action" => Some(Input::Action),
            _ => None,
        };
        let state = self.encoding.decode(before);
        // Of several ways that chance can go, the first is told.
        let chance = &mut EveryDraw::default();
        let mut lines: Vec<u32> = Vec::new();
        for line in fired(&self.interpreter, Some(&state), input, chance) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
        match &numbers[..] {
            [] => None,
            [one] => Some(format!("rule of line {one}")),
            many => Some(format!("rules of lines {}", many.join(", "))),
        }
    }
}
