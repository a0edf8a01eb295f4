//! Trusted: one tick of a game.

use std::sync::Arc;

use super::habits::Habits;
use super::state::{Doubt, Input, Known, Sprite, SpriteId, State, Status};
use super::unordered::free_kinds;
use super::world::{Told, World};
use crate::compiled::{Act, Class, EffectId, Game, KindId, Level, Pair, When};

/// Who plays one level of a game.
#[derive(Clone, Debug)]
pub struct Interpreter {
    /// The game.
    pub game: Game,
    /// The level.
    pub level: Level,
    /// What matters of the sprites of each kind.
    pub habits: Habits,
    /// Whether the sprites of each kind are kept in the order of their places, instead of
    /// that of their making.
    pub is_free: Vec<bool>,
}

impl Interpreter {
    /// Who plays this level.
    pub fn new(game: Game, level: Level) -> Interpreter {
        let habits = Habits::new(&game);
        Interpreter {
            is_free: free_kinds(&game, habits.reads_score),
            habits,
            game,
            level,
        }
    }

    /// The state in which the level begins; `None` without an avatar. Of several avatars
    /// only the first made is there.
    pub fn begin(&self) -> Option<State> {
        let mut world = self.world(State {
            sprites: vec![Arc::default(); self.game.kinds.len()],
            ..State::default()
        });
        let mut player = None;
        for &(kind, column, row) in &self.level.sprites {
            let class = &self.game.kinds[kind].class;
            let is_avatar = class.as_ref().is_some_and(Class::is_avatar);
            if !is_avatar || player.is_none() {
                let place = (column * self.level.block, row * self.level.block);
                let made = world.make(kind, place, false).ok()?;
                player = player.or(made.filter(|_| is_avatar));
            }
        }
        world.state.player = player?;
        // py-vgdl looks whether play is over before the first tick.
        if self.game.is_py {
            world.end();
        }
        Some(world.state)
    }

    /// The state after one tick.
    pub fn tick(&self, state: &State, input: Input) -> Known<State> {
        self.tick_told(state, input).map(|(state, _)| state)
    }

    /// The same, and what happened.
    pub fn tick_told(&self, state: &State, input: Input) -> Known<(State, Told)> {
        let mut world = self.world(state.clone());
        world.move_player(input)?;
        world.move_others();
        world.time()?;
        world.edges()?;
        world.meetings()?;
        world.bury()?;
        world.end();
        let (is_over, player) = (world.told.ending.is_some(), world.state.player);
        if self.game.is_py && !is_over && world.sprite(player).is_disabled {
            // Nobody is left there to play on.
            return Err(Doubt::NoPlayer);
        }
        world.settle(state);
        Ok((world.state, world.told))
    }

    fn world(&self, state: State) -> World<'_> {
        World {
            by: self,
            state,
            killed: Default::default(),
            pulled: Vec::new(),
            told: Told::default(),
        }
    }
}

impl World<'_> {
    /// What is due happens.
    fn time(&mut self) -> Known<()> {
        while { self.state.timers.first() }.is_some_and(|(due, _)| *due <= 0) {
            let (_, effect) = self.state.timers.remove(0);
            self.happen(effect, [None; 2])?;
        }
        Ok(())
    }

    /// What happens at the edge of the screen.
    fn edges(&mut self) -> Known<()> {
        for &(kind, effect) in &self.by.game.edges {
            for &part in &self.by.game.kinds[kind].family {
                let n_before = self.state.sprites[part].len();
                for sprite in (0..n_before).map(|position| (part, position)) {
                    let there = self.sprite(sprite);
                    let is_out = there.is_disabled || self.killed.contains(&sprite);
                    if !is_out && !self.is_on_screen(there.place()) {
                        self.happen(effect, [Some(sprite), None])?;
                    }
                    // The Java engine goes on with the next kind where a list has grown
                    // that it goes through.
                    if self.state.sprites[part].len() > n_before {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// What happens where sprites meet: for each pair of kinds one effect after the other,
    /// each with those that are there when its turn comes.
    fn meetings(&mut self) -> Known<()> {
        for pair in &self.by.game.pairs {
            for &effect in &pair.effects {
                self.meeting(pair, effect)?;
            }
        }
        Ok(())
    }

    /// Whom a first sprite meets is found before anything happens to it, and looked at
    /// again each time. A first sprite that was killed is out of it, a second one is not.
    fn meeting(&mut self, pair: &Pair, effect: EffectId) -> Known<()> {
        let firsts: Vec<SpriteId> = self.family(pair.first).collect();
        let seconds: Vec<SpriteId> = self.family(pair.second).collect();
        let meets = |world: &Self, first, second| first != second && world.meet(first, second);
        let what = &self.by.game.effects[effect];
        if what.acts.contains(&Act::Collect) {
            // What fits into a pocket is collected, and the rest is left.
            let meets_any = |&first: &_| seconds.iter().any(|&second| meets(self, first, second));
            let all: Vec<SpriteId> = firsts.iter().copied().filter(meets_any).collect();
            if self.is_choice(&all) {
                return Err(Doubt::Order);
            }
        }
        for first in firsts {
            let met = seconds.iter().copied();
            let met: Vec<SpriteId> = met.filter(|&second| meets(self, first, second)).collect();
            if !self.killed.contains(&first) && self.is_chosen(what, first, &met) {
                return Err(Doubt::Order);
            }
            for second in met {
                // What dies is dead at once in py-vgdl, even an avatar.
                let is_dead = self.by.game.is_py && self.sprite(first).is_disabled;
                let is_out = is_dead || self.killed.contains(&first);
                if !is_out && self.meet(first, second) {
                    self.happen(effect, [Some(first), Some(second)])?;
                }
            }
        }
        Ok(())
    }

    /// Removes what was killed.
    fn bury(&mut self) -> Known<()> {
        if self.killed.contains(&self.state.player) {
            return Err(Doubt::NoPlayer);
        }
        // From the last to the first, so that positions before it stay what they are.
        for (kind, position) in std::mem::take(&mut self.killed).into_iter().rev() {
            Arc::make_mut(&mut self.state.sprites[kind]).remove(position);
            let player = &mut self.state.player;
            player.1 -= usize::from(kind == player.0 && position < player.1);
        }
        Ok(())
    }

    /// The first ending that is true ends play.
    fn end(&mut self) {
        let is_there = |sprite: &SpriteId| !self.sprite(*sprite).is_disabled;
        let count = |kinds: &[KindId]| {
            let all = kinds.iter().flat_map(|&kind| self.family(kind));
            all.filter(is_there).count() as i64
        };
        let is_true = |when: &When| match when {
            When::AtMost(kinds, limit) => count(kinds) <= i64::from(*limit),
            When::AtLeast(kinds, limit) => count(kinds) >= i64::from(*limit),
            When::Exactly(kinds, limit) => count(kinds) == i64::from(*limit),
            // Where time decides about losses only, it is no part of a state.
            When::Timeout(limit) => self.by.habits.reads_time && self.state.ticks >= *limit,
        };
        let endings = &self.by.game.endings;
        self.told.ending = endings.iter().position(|ending| is_true(&ending.when));
        self.state.status = match self.told.ending.map(|ending| endings[ending].wins) {
            None => Status::Open,
            Some(true) => Status::Won,
            Some(false) => Status::Lost,
        };
    }

    /// Forgets what cannot matter in the next tick. Kinds that nothing was done to since the
    /// tick before are as that left them.
    fn settle(&mut self, before: &State) {
        let habits = &self.by.habits;
        self.state.ticks += i32::from(habits.reads_time);
        for (due, _) in &mut self.state.timers {
            *due -= 1;
        }
        for (kind, sprites) in self.state.sprites.iter_mut().enumerate() {
            if Arc::ptr_eq(sprites, &before.sprites[kind]) {
                continue;
            }
            let made = &self.by.game.kinds[kind];
            let sprites = Arc::make_mut(sprites);
            for (position, sprite) in sprites.iter_mut().enumerate() {
                let is_player = self.state.player == (kind, position) && !sprite.is_disabled;
                if !habits.faces[kind] {
                    sprite.facing = made.facing;
                }
                // Whoever begins the next tick remembers its place then, and has waited a
                // tick longer.
                if habits.is_remembered[kind] || is_player {
                    (sprite.last_x, sprite.last_y) = sprite.place();
                    sprite.waited = sprite.waited.min(made.cooldown - 1);
                }
                if !habits.is_timed[kind] {
                    sprite.waited = 0;
                }
            }
            // The order of making is forgotten where it decides nothing.
            if self.by.is_free[kind] {
                sprites.sort_unstable_by(Sprite::order);
            }
        }
    }
}
