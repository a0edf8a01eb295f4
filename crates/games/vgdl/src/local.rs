//! Trusted for `--as-rules`: games in which a tick concerns three cells in a row at most.
//!
//! In many games only the player moves, one cell a tick, and pushes what is before it one
//! cell on. What a tick does is then decided by the cell of the player, the next one and the
//! one beyond, and can be seen by playing it in a level that has no other cells: that is what
//! [`Local::step`] does, with the plain interpreter. [`Local::new`] says which games these
//! are, and [`Local::is_quiet`] which cells come to nothing by themselves.

use std::sync::Arc;

use crate::compiled::{Act, Class, EffectId, KindId, Level};
use crate::plain::{Input, Interpreter, Sprite, State, comes};

/// What is in a cell but for the player: two bits for each kind, how many there are of it.
pub(crate) type Content = u128;

/// One sprite of a kind.
pub(crate) fn one(kind: KindId) -> Content {
    1 << (2 * kind)
}

/// How many there are of a kind.
pub(crate) fn n_of(content: Content, kind: KindId) -> u32 {
    (content >> (2 * kind) & 3) as u32
}

/// How many there are in all.
pub(crate) fn total(content: Content) -> u32 {
    let low = Content::MAX / 3;
    (content & low).count_ones() + 2 * (content >> 1 & low).count_ones()
}

/// All sprites of some kinds.
pub(crate) fn bits(kinds: &[KindId]) -> Content {
    kinds.iter().fold(0, |all, &kind| all | (3 * one(kind)))
}

/// What comes of a cell where nobody goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// Nothing.
    Quiet,
    /// Whatever moves in a tick is put back, by rules that have these numbers as bits.
    Undoes(u64),
    /// Something else.
    Acts,
}

/// The player's sprite, as if it were in the first cell.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Who {
    pub kind: KindId,
    pub sprite: Sprite,
}

/// What a tick comes to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    pub who: Who,
    /// Whether the player is in the next cell now.
    pub has_moved: bool,
    /// What is in the cells: the one that was the player's, the next, the one beyond.
    pub cells: [Content; 3],
    /// What was killed everywhere.
    pub killed: Content,
}

/// Why a game is not one of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outside {
    /// A rule reaches further.
    Effect(EffectId),
    /// Sprites of this kind.
    Kind(KindId, &'static str),
    /// The game.
    Game(&'static str),
}

/// Plays single steps of a game.
pub(crate) struct Local {
    /// For each key the levels of one, two and three cells in which it is tried.
    strips: Vec<[Interpreter; 3]>,
    /// The kinds of the player.
    avatars: Content,
    /// Kinds that do not stay in one cell with others without something happening, and whether
    /// that is no more than `undoAll`.
    unquiet: Vec<(Content, Content, bool)>,
}

/// The keys that are tried.
pub(crate) const INPUTS: [Input; 5] = [
    Input::Up,
    Input::Down,
    Input::Left,
    Input::Right,
    Input::Wait,
];

impl Local {
    /// For levels that begin with these sprites.
    pub fn new(interpreter: &Interpreter, begun: &State) -> Result<Local, Outside> {
        let (game, habits) = (&interpreter.game, &interpreter.habits);
        if game.kinds.len() > 64 {
            return Err(Outside::Game("there are more than 64 kinds of sprites"));
        }
        if game.is_py {
            return Err(Outside::Game("it is of the dialect py-vgdl"));
        }
        if habits.reads_score || habits.reads_time {
            return Err(Outside::Game("a rule reads the score or the time"));
        }
        let family = |kind: KindId| bits(&game.kinds[kind].family);
        let is_met =
            |(first, second), there| family(first) & there != 0 && family(second) & there != 0;
        let there = present(interpreter, begun);
        let is_avatar = |kind: &KindId| {
            game.kinds[*kind]
                .class
                .as_ref()
                .is_some_and(Class::is_avatar)
        };
        let avatars = bits(&(0..game.kinds.len()).filter(is_avatar).collect::<Vec<_>>());
        let mut made: Content = 0;
        let mut pushed: Content = 0;
        let mut unquiet = Vec::new();
        for pair in &game.pairs {
            if !is_met((pair.first, pair.second), there) {
                continue;
            }
            for &effect in &pair.effects {
                let acts = &game.effects[effect].acts;
                for act in acts {
                    made |= comes(act).map_or(0, one);
                    let is_local = match act {
                        Act::Push => {
                            pushed |= family(pair.first);
                            family(pair.second) & there & !avatars == 0
                        }
                        act => is_local(act),
                    };
                    if !is_local {
                        return Err(Outside::Effect(effect));
                    }
                }
                let is_quiet = |act: &Act| matches!(act, Act::PutBack | Act::PutToEdge | Act::Push);
                if !acts.iter().all(is_quiet) {
                    let undoes = matches!(acts[..], [Act::PutAllBack(_)]);
                    unquiet.push((family(pair.first), family(pair.second), undoes));
                }
            }
        }
        for &(kind, effect) in &game.edges {
            let acts = &game.effects[effect].acts;
            acts.iter()
                .for_each(|act| made |= comes(act).map_or(0, one));
            if family(kind) & there != 0 && !acts.iter().all(is_local) {
                return Err(Outside::Effect(effect));
            }
        }
        for (kind, own) in game.kinds.iter().enumerate() {
            if n_of(there, kind) == 0 {
                continue;
            }
            let outside = |why| Err(Outside::Kind(kind, why));
            let is_pushed = n_of(pushed, kind) > 0;
            let can_turn = habits.faces[kind] && is_pushed;
            let is_sorted = interpreter.is_free[kind];
            match own.class {
                Some(Class::Walker { .. }) if own.speed != 1.0 => {
                    return outside("it does not go a cell a tick");
                }
                Some(Class::Walker { .. }) => continue,
                Some(
                    Class::Immovable
                    | Class::Portal { .. }
                    | Class::Drifting
                    | Class::Resource { .. },
                ) if !habits.drifts[kind] => {}
                _ => return outside("it acts by itself"),
            }
            if !habits.is_remembered[kind] {
                return outside("it has parts, and never acts");
            }
            if habits.is_timed[kind] && own.cooldown != 1 || can_turn {
                return outside("it waits or turns when it is pushed");
            }
            let is_single = |&above: &KindId| game.kinds[above].is_singleton;
            let can_come = n_of(made, kind) > 0;
            if can_come && own.ancestors.iter().any(is_single) {
                return outside("there is only one at a time");
            }
            if !is_sorted && (can_come || is_pushed) {
                return outside("the order of their making matters");
            }
        }
        let strip = |input: &Input| {
            [1, 2, 3].map(|n| {
                // The way is along the edge; apart from it is a cell of its own.
                let across = input.facing().y == 0;
                let (width, height) = if across { (n, 3) } else { (3, n) };
                let block = interpreter.level.block;
                let level = Level {
                    width,
                    height,
                    block,
                    sprites: Vec::new(),
                };
                Interpreter::new(game.clone(), level)
            })
        };
        Ok(Local {
            strips: INPUTS.iter().map(strip).collect(),
            avatars,
            unquiet,
        })
    }

    /// What comes of these sprites in a cell where nobody goes.
    pub fn rest(&self, content: Content) -> Rest {
        let mut undone = 0;
        for (number, (firsts, seconds, undoes)) in self.unquiet.iter().enumerate() {
            let (firsts, seconds) = (content & firsts, content & seconds);
            if firsts != 0 && seconds != 0 && total(firsts | seconds) > 1 {
                if !undoes || number >= 64 {
                    return Rest::Acts;
                }
                undone |= 1 << number;
            }
        }
        match undone {
            0 => Rest::Quiet,
            rules => Rest::Undoes(rules),
        }
    }

    /// What is in each cell of a level, by rows, and the player with its cell: none if four
    /// sprites of a kind are in one cell, or something is between cells or not as it is made.
    pub fn read(
        &self,
        interpreter: &Interpreter,
        state: &State,
    ) -> Option<(Vec<Content>, Who, usize)> {
        let level = &interpreter.level;
        let mut cells = vec![0; (level.width * level.height) as usize];
        let (kind, number) = state.player;
        let mut player = None;
        for (kind_there, sprites) in state.sprites.iter().enumerate() {
            for (position, sprite) in sprites.iter().enumerate() {
                let (x, y) = (sprite.x / level.block, sprite.y / level.block);
                let is_inside = (0..level.width).contains(&x) && (0..level.height).contains(&y);
                let is_aligned = (x * level.block, y * level.block) == (sprite.x, sprite.y);
                if !is_inside || !is_aligned {
                    return None;
                }
                let cell = (y * level.width + x) as usize;
                if (kind_there, position) == (kind, number) {
                    let mut own = sprite.clone();
                    (own.last_x, own.last_y) = (own.last_x - own.x, own.last_y - own.y);
                    (own.x, own.y) = (0, 0);
                    player = Some((Who { kind, sprite: own }, cell));
                    continue;
                }
                let new = Sprite::new(&interpreter.game, kind_there, (sprite.x, sprite.y));
                let is_full = n_of(cells[cell], kind_there) == 3;
                if is_full || n_of(self.avatars, kind_there) > 0 || new != *sprite {
                    return None;
                }
                cells[cell] += one(kind_there);
            }
        }
        let (who, cell) = player?;
        Some((cells, who, cell))
    }

    /// What a key comes to, by its number among [`INPUTS`]; of the cells there are only the
    /// first few, and the edge is behind them. Far from them there is this. None if it cannot
    /// be told from these cells.
    pub fn step(
        &self,
        who: &Who,
        input: usize,
        cells: [Content; 3],
        n_cells: usize,
        far: Content,
    ) -> Option<Step> {
        // What is dead and still goes on moving moves whatever the key.
        if who.sprite.is_disabled && (who.sprite.last_x, who.sprite.last_y) != (0, 0) {
            return None;
        }
        let strip = &self.strips[input][n_cells - 1];
        let (way, level) = (INPUTS[input].facing(), &strip.level);
        // Where the cells are, by their number among all of the level: a way to the left or up
        // begins at the far end.
        let along = if way.y == 0 { 1 } else { 3 };
        let number = |n: usize| {
            along
                * if way.x + way.y < 0 {
                    n_cells - 1 - n
                } else {
                    n
                }
        };
        let far_cell = if way.y == 0 { 2 * n_cells } else { 2 };
        let place = |cell: usize| {
            let (x, y) = (cell as i32 % level.width, cell as i32 / level.width);
            (x * level.block, y * level.block)
        };
        let mut sprites = vec![Vec::new(); strip.game.kinds.len()];
        let near = cells[..n_cells].iter().enumerate();
        let near = near.map(|(n, content)| (number(n), *content));
        for (cell, content) in near.chain([(far_cell, far)]) {
            for (kind, sprites) in sprites.iter_mut().enumerate() {
                for _ in 0..n_of(content, kind) {
                    sprites.push(Sprite::new(&strip.game, kind, place(cell)));
                }
            }
        }
        for sprites in &mut sprites {
            sprites.sort_by(Sprite::order);
        }
        let (mut player, origin) = (who.sprite.clone(), place(number(0)));
        (player.x, player.y) = origin;
        (player.last_x, player.last_y) = (player.last_x + origin.0, player.last_y + origin.1);
        sprites[who.kind].push(player);
        let state = State {
            sprites: sprites.into_iter().map(Arc::new).collect(),
            player: (who.kind, 0),
            ..State::default()
        };
        let (next, told) = strip.tick_told(&state, INPUTS[input]).ok()?;
        let (mut row, who, at) = self.read(strip, &next)?;
        let mut after = cells;
        for (n, content) in after[..n_cells].iter_mut().enumerate() {
            *content = std::mem::take(&mut row[number(n)]);
        }
        let is_far_still = std::mem::take(&mut row[far_cell]) == far;
        let has_moved = n_cells > 1 && at == number(1);
        if !is_far_still || row.iter().any(|&content| content != 0) || !has_moved && at != number(0)
        {
            return None;
        }
        let effects = &strip.game.effects;
        let acts = told.effects.iter().flat_map(|it| &effects[it.0].acts);
        let killed = acts.map(|act| match *act {
            Act::KillAll(kind) => 3 * one(kind),
            _ => 0,
        });
        Some(Step {
            who,
            has_moved,
            cells: after,
            killed: killed.fold(0, |all, kind| all | kind),
        })
    }
}

/// The kinds of which there can be sprites.
fn present(interpreter: &Interpreter, begun: &State) -> Content {
    let game = &interpreter.game;
    let family = |kind: KindId| bits(&game.kinds[kind].family);
    let begins: Vec<KindId> = (0..game.kinds.len())
        .filter(|&kind| !begun.sprites[kind].is_empty())
        .collect();
    let mut there = bits(&begins);
    let made = |effect: EffectId| -> Content {
        let made = game.effects[effect].acts.iter().filter_map(comes);
        made.fold(0, |all, kind| all | (3 * one(kind)))
    };
    loop {
        let before = there;
        for pair in &game.pairs {
            if family(pair.first) & there != 0 && family(pair.second) & there != 0 {
                for &effect in &pair.effects {
                    there |= made(effect);
                }
            }
        }
        for &(_, effect) in &game.edges {
            there |= made(effect);
        }
        if there == before {
            return there;
        }
    }
}

/// Whether something concerns only those who meet, those who were moved in this tick, or
/// all of a kind.
fn is_local(act: &Act) -> bool {
    matches!(
        act,
        Act::Kill(_)
            | Act::Vanish(_)
            | Act::Add(..)
            | Act::PutBack
            | Act::PutToEdge
            | Act::PutAllBack(_)
            | Act::KillAll(_)
            | Act::Become(_)
            | Act::Collect
            | Act::Make(_)
    )
}
