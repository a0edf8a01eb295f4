//! How states are laid out as values of variables.
//!
//! Only what can change has a variable (`vary.rs` says what that is). Not trusted: whoever
//! uses it reads back what was written (`encoding.rs`), and a state that does not come back
//! has no values.

use std::sync::Arc;

use playproof_model::{Val, VarDecl};

use crate::compiled::{Act, EffectId, Game, KindId, Level};
use crate::plain::{Interpreter, Sprite, State, Status};
use crate::vary::{Change, FACINGS, Varying, varying};

/// The most timers that states hold.
const MOST_TIMERS: usize = 8;

/// The furthest that states tell apart in health, time and pockets.
const FAR: Val = 100_000;

/// How states of one level are written.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    vars: Vec<VarDecl>,
    fields: Vec<Field>,
    /// The level as it begins.
    begun: State,
    game: Game,
    /// Places are multiples of so many pixels.
    unit: i32,
    has_score: bool,
    has_ticks: bool,
    has_timers: bool,
}

/// How the sprites of one kind are written.
#[derive(Clone, Debug)]
pub(crate) enum Field {
    /// For each sprite that there was at first, whether it is there.
    Mask(KindId),
    /// For each cell, how many sprites are there; the columns and rows.
    Grid(KindId, usize, usize),
    /// How many there are, and what each of them is like.
    List(KindId, Parts),
}

/// What is written of each sprite of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub most: usize,
    pub has_last: bool,
    has_facing: bool,
    has_waited: bool,
    has_newness: bool,
    has_age: bool,
    has_health: bool,
    pockets: usize,
    speeds: Vec<f64>,
    is_avatar: bool,
}

impl Layout {
    /// How the states of this level are written, which begins so.
    pub fn new(interpreter: &Interpreter, begun: State) -> Layout {
        let (game, level) = (&interpreter.game, &interpreter.level);
        let unit = unit(game, level);
        let mut fields = Vec::new();
        let mut vars = Vec::new();
        let varying = varying(game, &interpreter.habits, &begun);
        for (kind, there) in varying.iter().enumerate() {
            let is_sorted = interpreter.is_free[kind];
            let field = match there.change {
                Change::Nothing => continue,
                Change::Vanishes => Field::Mask(kind),
                // With one more cell on each side, where something may come beside the level.
                Change::Anything if is_sorted && there.is_a_place() && unit == level.block => {
                    Field::Grid(kind, level.width as usize + 2, level.height as usize + 2)
                }
                Change::Anything => Field::List(kind, Parts::new(game, there)),
            };
            let names = Names { game, level, unit };
            names.declare(&field, begun.sprites[kind].len(), &mut vars);
            fields.push(field);
        }
        let scalar = |name: &str, lo, hi| VarDecl {
            name: name.to_owned(),
            lo,
            hi,
            len: None,
        };
        vars.push(scalar("player", 0, game.kinds.len() as Val - 1));
        let most = varying.iter().filter(|there| there.is_avatar);
        let most = most.map(|there| there.most.max(1)).max().unwrap_or(1);
        vars.push(scalar("player_number", 0, most as Val - 1));
        let habits = &interpreter.habits;
        if habits.reads_score {
            vars.push(scalar("score", -FAR, FAR));
        }
        if habits.reads_time {
            vars.push(scalar("ticks", 0, FAR));
        }
        let sets_timers = game.acts().any(|act| matches!(act, Act::SetTimer(..)));
        if sets_timers {
            let array = |name: &str, hi| VarDecl {
                name: name.to_owned(),
                lo: 0,
                hi,
                len: Some(MOST_TIMERS as u32),
            };
            vars.push(scalar("timers", 0, MOST_TIMERS as Val));
            vars.push(array("timer_due", FAR));
            vars.push(array("timer_effect", game.effects.len() as Val));
        }
        vars.push(scalar("status", 0, 2));
        Layout {
            vars,
            fields,
            begun,
            game: game.clone(),
            unit,
            has_score: habits.reads_score,
            has_ticks: habits.reads_time,
            has_timers: sets_timers,
        }
    }

    /// The variables.
    pub fn vars(&self) -> &[VarDecl] {
        &self.vars
    }

    /// The state in which the level begins.
    pub fn begun(&self) -> &State {
        &self.begun
    }

    /// How many of the numbers that places count in a cell has.
    pub fn per_cell(&self, block: i32) -> Val {
        block / self.unit
    }

    /// What the variables hold, kind by kind, in their order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The values of a state, as far as they go.
    pub fn write(&self, state: &State) -> Option<Vec<Val>> {
        let mut values = Vec::new();
        for field in &self.fields {
            match field {
                Field::Mask(kind) => {
                    let mut there = state.sprites[*kind].iter().peekable();
                    for sprite in self.begun.sprites[*kind].iter() {
                        let is_there = there.next_if(|next| *next == sprite).is_some();
                        values.push(Val::from(is_there));
                    }
                }
                Field::Grid(kind, columns, rows) => {
                    let first = values.len();
                    let n_cells = columns * rows;
                    values.resize(first + n_cells, 0);
                    for sprite in state.sprites[*kind].iter() {
                        let column = usize::try_from(sprite.x.div_euclid(self.unit) + 1).ok()?;
                        let row = usize::try_from(sprite.y.div_euclid(self.unit) + 1).ok()?;
                        if column >= *columns || row >= *rows {
                            return None;
                        }
                        values[first + row * columns + column] += 1;
                    }
                }
                Field::List(kind, parts) => {
                    self.write_list(&state.sprites[*kind], parts, &mut values)?;
                }
            }
        }
        let (kind, number) = state.player;
        values.extend([kind as Val, number as Val]);
        if self.has_score {
            values.push(Val::try_from(state.score).ok()?);
        }
        if self.has_ticks {
            values.push(state.ticks);
        }
        if self.has_timers {
            if state.timers.len() > MOST_TIMERS {
                return None;
            }
            values.push(state.timers.len() as Val);
            let padded = |part: fn(&(i32, EffectId)) -> Val| {
                let timers = state.timers.iter().map(part);
                timers.chain(std::iter::repeat(0)).take(MOST_TIMERS)
            };
            values.extend(padded(|(due, _)| *due));
            values.extend(padded(|(_, effect)| *effect as Val));
        }
        values.push(match state.status {
            Status::Open => 0,
            Status::Won => 1,
            Status::Lost => 2,
        });
        Some(values)
    }

    fn write_list(&self, there: &[Sprite], parts: &Parts, values: &mut Vec<Val>) -> Option<()> {
        if there.len() > parts.most {
            return None;
        }
        values.push(there.len() as Val);
        let mut column = |value: &dyn Fn(&Sprite) -> Option<Val>| -> Option<()> {
            for sprite in there {
                values.push(value(sprite)?);
            }
            values.extend(std::iter::repeat_n(0, parts.most - there.len()));
            Some(())
        };
        let unit = self.unit;
        column(&|sprite| Some(sprite.x.div_euclid(unit)))?;
        column(&|sprite| Some(sprite.y.div_euclid(unit)))?;
        if parts.has_last {
            column(&|sprite| Some(sprite.last_x.div_euclid(unit)))?;
            column(&|sprite| Some(sprite.last_y.div_euclid(unit)))?;
        }
        if parts.has_facing {
            column(&|sprite| position(&FACINGS, &sprite.facing))?;
        }
        if parts.has_waited {
            column(&|sprite| Some(sprite.waited))?;
        }
        if parts.has_newness {
            column(&|sprite| Some(Val::from(sprite.is_new)))?;
        }
        if parts.has_age {
            column(&|sprite| Some(sprite.age))?;
        }
        if parts.has_health {
            column(&|sprite| Some(sprite.health))?;
        }
        for pocket in 0..parts.pockets {
            column(&|sprite| sprite.pockets.get(pocket).copied())?;
        }
        if parts.speeds.len() > 1 {
            column(&|sprite| position(&parts.speeds, &sprite.speed))?;
        }
        if parts.is_avatar {
            column(&|sprite| Some(Val::from(sprite.is_disabled)))?;
        }
        Some(())
    }

    /// The state with these values.
    pub fn read(&self, values: &[Val]) -> State {
        let mut values = values.iter().copied();
        let mut state = self.begun.clone();
        for field in &self.fields {
            match field {
                Field::Mask(kind) => {
                    let all = &self.begun.sprites[*kind];
                    let there = all.iter().filter(|_| values.next() == Some(1));
                    state.sprites[*kind] = Arc::new(there.cloned().collect());
                }
                Field::Grid(kind, columns, rows) => {
                    let mut sprites = Vec::new();
                    for cell in 0..columns * rows {
                        let (row, column) = ((cell / columns) as i32, (cell % columns) as i32);
                        let place = ((column - 1) * self.unit, (row - 1) * self.unit);
                        let n = values.next().unwrap_or(0);
                        sprites.extend((0..n).map(|_| Sprite::new(&self.game, *kind, place)));
                    }
                    state.sprites[*kind] = Arc::new(sprites);
                }
                Field::List(kind, parts) => {
                    state.sprites[*kind] = Arc::new(self.read_list(*kind, parts, &mut values));
                }
            }
        }
        let mut next = || values.next().unwrap_or(0);
        state.player = (next() as usize, next() as usize);
        if self.has_score {
            state.score = i64::from(next());
        }
        if self.has_ticks {
            state.ticks = next();
        }
        if self.has_timers {
            let n = next() as usize;
            let due: Vec<Val> = (0..MOST_TIMERS).map(|_| next()).collect();
            let effects: Vec<Val> = (0..MOST_TIMERS).map(|_| next()).collect();
            let timers = due.into_iter().zip(effects).take(n);
            state.timers = timers.map(|(due, effect)| (due, effect as usize)).collect();
        }
        state.status = match next() {
            0 => Status::Open,
            1 => Status::Won,
            _ => Status::Lost,
        };
        state
    }

    fn read_list(
        &self,
        kind: KindId,
        parts: &Parts,
        values: &mut impl Iterator<Item = Val>,
    ) -> Vec<Sprite> {
        let mut next = || values.next().unwrap_or(0);
        let n = next() as usize;
        let new = Sprite::new(&self.game, kind, (0, 0));
        let mut sprites = vec![new; parts.most];
        let unit = self.unit;
        let mut column = |set: &dyn Fn(&mut Sprite, Val)| {
            for sprite in &mut sprites {
                set(sprite, next());
            }
        };
        column(&|sprite, value| sprite.x = value * unit);
        column(&|sprite, value| sprite.y = value * unit);
        if parts.has_last {
            column(&|sprite, value| sprite.last_x = value * unit);
            column(&|sprite, value| sprite.last_y = value * unit);
        } else {
            sprites.iter_mut().for_each(|sprite| {
                (sprite.last_x, sprite.last_y) = (sprite.x, sprite.y);
            });
        }
        let mut column = |set: &dyn Fn(&mut Sprite, Val)| {
            for sprite in &mut sprites {
                set(sprite, next());
            }
        };
        if parts.has_facing {
            column(&|sprite, value| {
                sprite.facing = { FACINGS.get(value as usize) }.copied().unwrap_or_default();
            });
        }
        if parts.has_waited {
            column(&|sprite, value| sprite.waited = value);
        }
        if parts.has_newness {
            column(&|sprite, value| sprite.is_new = value == 1);
        }
        if parts.has_age {
            column(&|sprite, value| sprite.age = value);
        }
        if parts.has_health {
            column(&|sprite, value| sprite.health = value);
        }
        for pocket in 0..parts.pockets {
            column(&|sprite, value| sprite.pockets[pocket] = value);
        }
        if parts.speeds.len() > 1 {
            column(&|sprite, value| {
                let speed = parts.speeds.get(value as usize);
                sprite.speed = speed.copied().unwrap_or(sprite.speed);
            });
        }
        if parts.is_avatar {
            column(&|sprite, value| sprite.is_disabled = value == 1);
        }
        sprites.truncate(n);
        sprites
    }
}

fn position<T: PartialEq>(all: &[T], one: &T) -> Option<Val> {
    { all.iter() }
        .position(|other| other == one)
        .map(|at| at as Val)
}

impl Parts {
    /// How many arrays there are.
    pub fn n_columns(&self) -> usize {
        let single = [
            self.has_facing,
            self.has_waited,
            self.has_newness,
            self.has_age,
            self.has_health,
            self.speeds.len() > 1,
            self.is_avatar,
        ];
        let n_single = single.iter().filter(|has| **has).count();
        2 + 2 * usize::from(self.has_last) + n_single + self.pockets
    }

    fn new(game: &Game, there: &Varying) -> Parts {
        Parts {
            most: there.most,
            has_last: there.is_avatar || !there.is_drawn,
            has_facing: there.is_oriented,
            has_waited: there.waits || there.is_avatar,
            has_newness: there.drifts,
            has_age: there.ages,
            has_health: there.health,
            pockets: if there.pockets { game.pockets.len() } else { 0 },
            speeds: there.speeds.clone(),
            is_avatar: there.is_avatar,
        }
    }
}

/// The names and domains of variables.
struct Names<'a> {
    game: &'a Game,
    level: &'a Level,
    unit: i32,
}

impl Names<'_> {
    fn declare(&self, field: &Field, n_begun: usize, vars: &mut Vec<VarDecl>) {
        let game = self.game;
        let mut array = |prefix: &str, kind: KindId, lo: Val, hi: Val, n: usize| {
            vars.push(VarDecl {
                name: format!("{prefix}_{}", game.kinds[kind].name),
                lo,
                hi,
                len: Some(n as u32),
            });
        };
        match field {
            Field::Mask(kind) => array("is", *kind, 0, 1, n_begun),
            Field::Grid(kind, columns, rows) => array("at", *kind, 0, 3, columns * rows),
            Field::List(kind, parts) => {
                let (kind, n) = (*kind, parts.most);
                array("n", kind, 0, n as Val, 1);
                // What leaves the screen is followed for as far as the screen is wide.
                let reach = |cells: i32| cells * self.level.block / self.unit;
                let (width, height) = (reach(self.level.width), reach(self.level.height));
                array("x", kind, -width, 2 * width, n);
                array("y", kind, -height, 2 * height, n);
                if parts.has_last {
                    array("lastx", kind, -width, 2 * width, n);
                    array("lasty", kind, -height, 2 * height, n);
                }
                if parts.has_facing {
                    array("facing", kind, 0, FACINGS.len() as Val - 1, n);
                }
                if parts.has_waited {
                    array("waited", kind, 0, game.kinds[kind].cooldown, n);
                }
                if parts.has_newness {
                    array("new", kind, 0, 1, n);
                }
                if parts.has_age {
                    array("age", kind, 0, FAR, n);
                }
                if parts.has_health {
                    array("health", kind, -FAR, FAR, n);
                }
                for &pocket in &game.pockets[..parts.pockets] {
                    let name = format!("has_{}", game.kinds[pocket].name);
                    array(&name, kind, 0, FAR.min(game.kinds[pocket].limit.max(0)), n);
                }
                if parts.speeds.len() > 1 {
                    array("speed", kind, 0, parts.speeds.len() as Val - 1, n);
                }
                if parts.is_avatar {
                    array("disabled", kind, 0, 1, n);
                }
            }
        }
    }
}

/// The greatest number of pixels of which all places are multiples, as far as speeds tell.
fn unit(game: &Game, level: &Level) -> i32 {
    let mut unit = level.block;
    let mut take = |pixels: i32| unit = gcd(unit, pixels);
    let set = game.acts().filter_map(|act| match *act {
        Act::SetSpeed(_, speed) | Act::Wrap(speed) => Some(speed),
        _ => None,
    });
    for speed in game.kinds.iter().map(|kind| kind.speed).chain(set) {
        let pixels = (speed * f64::from(level.block)) as i32;
        take(if pixels == 0 { speed as i32 } else { pixels });
    }
    unit
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
