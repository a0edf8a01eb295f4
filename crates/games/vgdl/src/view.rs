//! How a game looks: the colours and pictures' names of its text.

use std::collections::BTreeSet;

use playproof_game::{
    Brush, Cell, Colour, MOST_BETWEEN, Shape, Sprite as Drawn, Tile, TileId, View,
};
use playproof_model::Val;

use crate::compiled::{Act, Class, KindId};
use crate::encoding::Encoding;
use crate::plain::{Input, Interpreter, State};
use crate::reading::Reading;
use crate::source::Source;
use crate::system::VgdlSystem;

/// How states of a level look.
pub struct VgdlView {
    encoding: Encoding,
    /// How states are read where the meaning is said as Rules.
    reading: Option<Reading>,
    interpreter: Interpreter,
    /// The same with the score in its states, if the game keeps one.
    counting: Option<Interpreter>,
    legend: Vec<Tile>,
    is_invisible: Vec<bool>,
    /// The line of each effect.
    effect_lines: Vec<u32>,
    /// Whether nothing below a sprite of a kind is seen.
    is_opaque: Vec<bool>,
}

/// Behind all sprites.
const PAPER: TileId = TileId(0);

impl VgdlView {
    /// How states of this level look, which this system plays.
    pub fn new(source: &Source, system: &VgdlSystem, reading: Option<Reading>) -> VgdlView {
        let (legend, is_opaque) = legend(source);
        let keeps_score = source
            .game
            .acts()
            .any(|act| matches!(act, Act::Hurt(_, harm) if harm.score != 0))
            || source.game.effects.iter().any(|effect| effect.score != 0);
        let counting = |interpreter: &Interpreter| {
            let mut game = interpreter.game.clone();
            game.counts_score = true;
            Interpreter::new(game, interpreter.level.clone())
        };
        VgdlView {
            counting: keeps_score.then(|| counting(&system.interpreter)),
            encoding: system.encoding.clone(),
            reading,
            interpreter: system.interpreter.clone(),
            legend,
            effect_lines: source.effect_lines.clone(),
            is_invisible: source.looks.iter().map(|look| look.is_invisible).collect(),
            is_opaque,
        }
    }

    fn state(&self, values: &[Val]) -> State {
        match &self.reading {
            Some(reading) => reading.state(values),
            None => self.encoding.decode(values),
        }
    }

    fn block(&self) -> i32 {
        self.interpreter.level.block
    }

    /// The cell that a place is nearest to, if it is one of the level.
    fn cell(&self, (x, y): (i32, i32)) -> Option<(usize, usize)> {
        let (level, half) = (&self.interpreter.level, self.block() / 2);
        let column = (x + half).div_euclid(level.block);
        let row = (y + half).div_euclid(level.block);
        let is_inside = (0..level.width).contains(&column) && (0..level.height).contains(&row);
        is_inside.then_some((column as usize, row as usize))
    }

    /// The kinds in each cell, the lowest first.
    fn kinds(&self, state: &State) -> Vec<Vec<KindId>> {
        let (width, height) = self.size();
        let mut cells = vec![Vec::new(); width * height];
        let game = &self.interpreter.game;
        // Sprites of kinds that are not drawn lie below.
        let others = (0..game.kinds.len()).filter(|kind| !game.order.contains(kind));
        for kind in others.chain(game.order.iter().copied()) {
            if self.is_invisible[kind] {
                continue;
            }
            for sprite in state.sprites[kind]
                .iter()
                .filter(|sprite| !sprite.is_disabled)
            {
                if let Some((column, row)) = self.cell((sprite.x, sprite.y)) {
                    cells[row * width + column].push(kind);
                }
            }
        }
        cells
    }
}

fn never_moves(class: &Class) -> bool {
    matches!(class, Class::Immovable | Class::Portal { .. })
}

/// A tile for each kind after one for what is behind them, and of each kind whether it
/// hides what is below.
fn legend(source: &Source) -> (Vec<Tile>, Vec<bool>) {
    let whole = Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0);
    let paper = Colour(0xF2, 0xEF, 0xE9);
    let mut legend = vec![Tile::new("nothing", ' ', vec![(whole, paper)])];
    let mut is_opaque = Vec::new();
    for (kind, look) in source.looks.iter().enumerate() {
        let class = source.game.kinds[kind].class.as_ref();
        let [red, green, blue] = look.colour;
        let colour = Colour(red, green, blue);
        let margin = (1.0 - look.size.clamp(0.2, 1.0)) / 2.0;
        let fills = class.is_some_and(never_moves) && margin == 0.0;
        let shape = match class {
            Some(class) if class.is_avatar() => Shape::disc(0.5, 0.5, 0.4 - margin / 2.0),
            Some(Class::Resource { .. }) => Shape::disc(0.5, 0.5, 0.28),
            Some(Class::Flicker { .. } | Class::Portal { .. }) => Shape::square(0.2, 0.3),
            _ if fills => Shape::rect(0.0, 0.0, 1.0, 1.0, 0.0),
            _ => Shape::square(margin.max(0.08), 0.1),
        };
        let name = &source.game.kinds[kind].name;
        let name = match &look.picture {
            Some(picture) if picture != name => format!("{name} ({picture})"),
            _ => name.clone(),
        };
        legend.push(Tile::new(name, glyph(source, kind), vec![(shape, colour)]));
        is_opaque.push(fills);
    }
    (legend, is_opaque)
}

/// The letters of levels, and how they look.
pub fn brushes(source: &Source) -> Vec<Brush> {
    let (legend, _) = legend(source);
    let order = |kind: &KindId| source.game.order.iter().position(|other| other == kind);
    let letters = source.letters.iter().map(|(&letter, kinds)| {
        let mut kinds = kinds.clone();
        kinds.sort_by_key(order);
        let mut shown = vec![legend[usize::from(PAPER.0)].clone()];
        let seen = kinds
            .iter()
            .filter(|kind| !source.looks[**kind].is_invisible);
        shown.extend(seen.map(|&kind| legend[usize::from(tile(kind).0)].clone()));
        let names = kinds
            .iter()
            .rev()
            .map(|&kind| &source.game.kinds[kind].name[..]);
        let name = names.collect::<Vec<_>>().join(" on ");
        Brush::new(
            letter,
            if name.is_empty() {
                "nothing".into()
            } else {
                name
            },
            shown,
        )
    });
    letters.collect()
}

/// A letter for a kind: of those of the level that stand for it last the first, so that a
/// level looks as it was drawn, and otherwise the first of its name.
fn glyph(source: &Source, kind: KindId) -> char {
    let order = |kind: &KindId| source.game.order.iter().position(|other| other == kind);
    let uppermost = |kinds: &[KindId]| kinds.iter().copied().max_by_key(order);
    let mut letters = source.letters.iter();
    let letter = letters.find(|(_, kinds)| uppermost(kinds) == Some(kind));
    let name = &source.game.kinds[kind].name;
    letter.map_or(name.chars().next().unwrap_or('?'), |(letter, _)| *letter)
}

fn tile(kind: KindId) -> TileId {
    TileId(kind as u16 + 1)
}

impl View for VgdlView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        let level = &self.interpreter.level;
        (level.width as usize, level.height as usize)
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        for kinds in self.kinds(&self.state(state)) {
            // What an opaque sprite hides is not drawn.
            let seen_from = kinds.iter().rposition(|&kind| self.is_opaque[kind]);
            let (ground, above) = match seen_from {
                Some(at) => (tile(kinds[at]), &kinds[at + 1..]),
                None => (PAPER, &kinds[..]),
            };
            let mut cell = Cell::new(ground, above.last().map(|&kind| tile(kind)));
            let below = above.split_last().map_or(&[][..], |(_, below)| below);
            let below = &below[below.len().saturating_sub(MOST_BETWEEN)..];
            for (place, &kind) in cell.between.iter_mut().zip(below) {
                *place = Some(tile(kind));
            }
            out.push(cell);
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        let state = self.state(state);
        let (kind, number) = state.player;
        let player = state.sprites.get(kind)?.get(number)?;
        self.cell((player.x, player.y))
            .filter(|_| !player.is_disabled)
    }

    fn sprites(&self, _state: &[Val]) -> Option<Vec<Option<Drawn>>> {
        None
    }

    fn letter(&self, _before: &[Val], _after: &[Val], action: &str) -> Option<char> {
        match action {
            "up" => Some('u'),
            "down" => Some('d'),
            "left" => Some('l'),
            "right" => Some('r'),
            "use" => Some('x'),
            "wait" => Some('.'),
            _ => None,
        }
    }

    fn told(&self, before: &[Val], action: &str) -> Option<String> {
        let input = input(action);
        let state = self.state(before);
        let (_, told) = self.interpreter.tick_told(&state, input).ok()?;
        let effects = &self.interpreter.game.effects;
        // What does nothing but change the score is passed over.
        let is_told = |effect: &usize| !effects[*effect].acts.is_empty();
        let told = told.effects.iter().map(|(effect, _)| *effect);
        let lines = told.filter(is_told).map(|effect| self.effect_lines[effect]);
        let lines: BTreeSet<u32> = lines.collect();
        let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
        match &numbers[..] {
            [] => None,
            [one] => Some(format!("rule of line {one}")),
            many => Some(format!("rules of lines {}", many.join(", "))),
        }
    }
    fn score(&self, first: &[Val], actions: &[String]) -> Option<i64> {
        let counting = self.counting.as_ref()?;
        let mut state = counting.begin()?;
        // The score is that of a run from the beginning.
        if self.reading.is_none()
            && !first.starts_with(&self.encoding.encode(&self.interpreter.begin()?)?)
        {
            return None;
        }
        for action in actions {
            state = counting.tick(&state, input(action)).ok()?;
        }
        Some(state.score)
    }
}

/// What the player does in an action of this name.
fn input(action: &str) -> Input {
    match action {
        "up" => Input::Up,
        "down" => Input::Down,
        "left" => Input::Left,
        "right" => Input::Right,
        "use" => Input::Use,
        _ => Input::Wait,
    }
}
