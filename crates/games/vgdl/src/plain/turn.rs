//! Trusted: one tick of a game.

use super::habits::Habits;
use super::state::{Doubt, Input, Sprite, State, Status};
use super::unordered::Order;
use super::world::{Told, World};
use crate::compiled::{Class, Game, KindId, Level, What, When};

/// Who plays one level of a game.
#[derive(Clone, Debug)]
pub struct Interpreter {
    game: Game,
    level: Level,
    habits: Habits,
    order: Order,
}

impl Interpreter {
    /// Who plays this level.
    pub fn new(game: Game, level: Level) -> Interpreter {
        Interpreter {
            habits: Habits::new(&game),
            order: Order::new(&game),
            game,
            level,
        }
    }

    /// The same, with all sprites in the order of their making, to compare with.
    pub fn in_order_of_making(game: Game, level: Level) -> Interpreter {
        Interpreter {
            order: Order {
                is_free: vec![false; game.kinds.len()],
            },
            ..Interpreter::new(game, level)
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// What matters of the sprites of each kind.
    pub fn habits(&self) -> &Habits {
        &self.habits
    }

    /// Whether the sprites of a kind are kept in the order of their places.
    pub fn is_ordered_by_place(&self, kind: KindId) -> bool {
        self.order.is_free[kind]
    }

    /// The state in which the level begins; `None` without an avatar. Of several avatars
    /// only the first made is there.
    pub fn begin(&self) -> Option<State> {
        let mut sprites = vec![Vec::new(); self.game.kinds.len()];
        let mut player = None;
        for &(kind, column, row) in &self.level.sprites {
            let made = &self.game.kinds[kind];
            let count = |sprites: &[Vec<_>], kind: usize| -> usize {
                let family = &self.game.kinds[kind].family;
                family.iter().map(|&part| sprites[part].len()).sum()
            };
            let blocks =
                |&above: &usize| self.game.kinds[above].is_singleton && count(&sprites, above) > 0;
            if made.ancestors.iter().any(blocks) {
                continue;
            }
            if made.class.as_ref().is_some_and(Class::is_avatar) {
                if player.is_some() {
                    continue;
                }
                player = Some((kind, sprites[kind].len()));
            }
            let place = (column * self.level.block, row * self.level.block);
            sprites[kind].push(Sprite::new(&self.game, kind, place));
        }
        for (kind, sprites) in sprites.iter_mut().enumerate() {
            if self.order.is_free[kind] {
                sprites.sort_unstable_by(Sprite::order);
            }
        }
        Some(State {
            sprites,
            player: player?,
            score: 0,
            timers: Vec::new(),
            ticks: 0,
            status: Status::Open,
        })
    }

    /// The state after one tick.
    pub fn tick(&self, state: &State, input: Input) -> Result<State, Doubt> {
        self.tick_told(state, input).map(|(state, _)| state)
    }

    /// The same, and what happened.
    pub fn tick_told(&self, state: &State, input: Input) -> Result<(State, Told), Doubt> {
        let mut world = World {
            game: &self.game,
            level: &self.level,
            habits: &self.habits,
            order: &self.order,
            state: state.clone(),
            killed: Vec::new(),
            pulled: Vec::new(),
            told: Told::default(),
        };
        world.move_player(input)?;
        world.move_others();
        world.time()?;
        world.edges()?;
        world.meetings()?;
        world.bury()?;
        world.end();
        world.settle();
        Ok((world.state, world.told))
    }
}

impl World<'_> {
    /// What is due happens.
    fn time(&mut self) -> Result<(), Doubt> {
        while self
            .state
            .timers
            .first()
            .is_some_and(|timer| timer.due <= 0)
        {
            let set_by = self.state.timers.remove(0).set_by;
            let What::AddTimer {
                ticks,
                effect,
                repeats,
            } = self.game.effects[set_by].what
            else {
                continue;
            };
            self.happen_later(effect, set_by)?;
            if repeats {
                self.set_timer(set_by, ticks);
            }
        }
        Ok(())
    }

    /// What happens at the edge of the screen.
    fn edges(&mut self) -> Result<(), Doubt> {
        for &(kind, effect) in &self.game.edges {
            for &part in &self.game.kinds[kind].family {
                let n_before = self.state.sprites[part].len();
                for sprite in (0..n_before).map(|position| (part, position)) {
                    let is_there = !self.killed.contains(&sprite);
                    if self.is_at_edge(sprite) && is_there && !self.sprite(sprite).is_disabled {
                        self.happen(effect, sprite, None)?;
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
    /// each with those that are there when its turn comes. Whom a first sprite meets is
    /// found before anything happens to it, and looked at again each time. A first sprite
    /// that was killed is out of it, a second one is not.
    fn meetings(&mut self) -> Result<(), Doubt> {
        for pair in &self.game.pairs {
            for &effect in &pair.effects {
                let (firsts, seconds) = (self.family(pair.first), self.family(pair.second));
                let what = &self.game.effects[effect].what;
                if matches!(what, What::CollectResource { .. }) {
                    let meets = |&first: &_| {
                        { seconds.iter() }
                            .any(|&second| first != second && self.meet(first, second))
                    };
                    let firsts: Vec<_> = firsts.iter().copied().filter(meets).collect();
                    if self.order.decides_among(what, self, &firsts) {
                        return Err(Doubt::Order);
                    }
                }
                for &first in &firsts {
                    let meets = |&second: &_| first != second && self.meet(first, second);
                    let met: Vec<_> = seconds.iter().copied().filter(meets).collect();
                    if !self.killed.contains(&first) && self.order.decides(what, self, first, &met)
                    {
                        return Err(Doubt::Order);
                    }
                    for second in met {
                        if !self.killed.contains(&first) && self.meet(first, second) {
                            self.happen(effect, first, Some(second))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes what was killed.
    fn bury(&mut self) -> Result<(), Doubt> {
        if self.killed.contains(&self.state.player) {
            return Err(Doubt::NoPlayer);
        }
        let mut killed = std::mem::take(&mut self.killed);
        // From the last to the first, so that positions before it stay what they are.
        killed.sort_unstable();
        killed.dedup();
        let (kind, position) = self.state.player;
        let is_before = |sprite: &&(usize, usize)| sprite.0 == kind && sprite.1 < position;
        let n_before = killed.iter().filter(is_before).count();
        self.state.player = (kind, position - n_before);
        for (kind, position) in killed.into_iter().rev() {
            self.state.sprites[kind].remove(position);
        }
        Ok(())
    }

    /// The first ending that is true ends play.
    fn end(&mut self) {
        let is_true = |when: &When| match when {
            When::AtMost(kind, limit) => self.count_enabled(*kind) <= i64::from(*limit),
            When::AtLeast(kind, limit) => self.count_enabled(*kind) >= i64::from(*limit),
            When::Together {
                kinds,
                limit,
                or_more,
            } => {
                let n: i64 = kinds.iter().map(|&kind| self.count_enabled(kind)).sum();
                n == i64::from(*limit) || *or_more && n > i64::from(*limit)
            }
            // Where time decides about losses only, it is no part of a state.
            When::Timeout(limit) => self.habits.reads_time && self.state.ticks >= *limit,
        };
        let endings = &self.game.endings;
        self.told.ending = endings.iter().position(|ending| is_true(&ending.when));
        if let Some(ending) = self.told.ending {
            self.state.status = match endings[ending].wins {
                true => Status::Won,
                false => Status::Lost,
            };
        }
    }

    /// Forgets what cannot matter in the next tick.
    fn settle(&mut self) {
        if self.habits.reads_time {
            self.state.ticks += 1;
        }
        for timer in &mut self.state.timers {
            timer.due -= 1;
        }
        for (kind, sprites) in self.state.sprites.iter_mut().enumerate() {
            let made = &self.game.kinds[kind];
            for (position, sprite) in sprites.iter_mut().enumerate() {
                let is_player = self.state.player == (kind, position) && !sprite.is_disabled;
                sprite.facing = self.habits.facing(self.game, kind, sprite.facing);
                // Whoever begins the next tick remembers its place then, and has waited a
                // tick longer.
                if self.habits.is_remembered[kind] || is_player {
                    (sprite.last_x, sprite.last_y) = (sprite.x, sprite.y);
                    sprite.waited = sprite.waited.min(made.cooldown - 1);
                }
                if !self.habits.is_timed[kind] {
                    sprite.waited = 0;
                }
            }
            if self.order.is_free[kind] {
                sprites.sort_unstable_by(Sprite::order);
            }
        }
    }
}
