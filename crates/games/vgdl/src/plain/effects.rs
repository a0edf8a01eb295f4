//! Trusted: what rules do.

use super::state::{Doubt, SpriteId, Timer};
use super::world::World;
use crate::compiled::{Class, EffectId, Facing, KindId, What};

impl World<'_> {
    /// Something happens to a first sprite that meets a second one; at the edge of the
    /// screen there is no second. The score changes if it did happen.
    pub fn happen(
        &mut self,
        effect: EffectId,
        first: SpriteId,
        second: Option<SpriteId>,
    ) -> Result<(), Doubt> {
        let score = self.score_of(effect, Some(first), second)?;
        self.add_score(score);
        Ok(())
    }

    /// Something that was to happen now happens, to nobody in particular. What set the timer
    /// says what it changes the score by.
    pub fn happen_later(&mut self, effect: EffectId, set_by: EffectId) -> Result<(), Doubt> {
        self.score_of(effect, None, None)?;
        self.add_score(self.game.effects[set_by].score);
        Ok(())
    }

    fn add_score(&mut self, score: i64) {
        if self.habits.reads_score {
            self.state.score += score;
        }
    }

    /// Lets something happen, and says by how much that changes the score.
    fn score_of(
        &mut self,
        effect: EffectId,
        first: Option<SpriteId>,
        second: Option<SpriteId>,
    ) -> Result<i64, Doubt> {
        self.told.effects.push(effect);
        let game = self.game;
        let score = game.effects[effect].score;
        let did = match (&game.effects[effect].what, first, second) {
            (
                What::SubtractHealth {
                    score_if_killed, ..
                },
                ..,
            ) => {
                let dies = self.subtract_health(effect, first);
                return Ok(if dies { *score_if_killed } else { score });
            }
            (What::AddTimer { ticks, .. }, ..) => {
                self.set_timer(effect, *ticks);
                true
            }
            (what, Some(first), Some(second)) => self.meeting(effect, what, first, second)?,
            (what, Some(first), None) => self.alone(what, first)?,
            (what, None, _) => self.without(what)?,
        };
        Ok(if did { score } else { 0 })
    }

    /// What happens only where two sprites meet.
    fn meeting(
        &mut self,
        effect: EffectId,
        what: &What,
        first: SpriteId,
        second: SpriteId,
    ) -> Result<bool, Doubt> {
        match *what {
            What::StepBack {
                is_pixel_perfect: true,
            } => self.step_to_edge(first, second),
            What::BounceForward => {
                let (x, y) = self.gone(second);
                let (mut way, faced) = (Facing::of(x, y), self.sprite(second).facing);
                if x.signum() * faced.x.signum() < 0 {
                    way.x = -way.x;
                }
                if y.signum() * faced.y.signum() < 0 {
                    way.y = -way.y;
                }
                let speed = self.sprite(second).speed;
                self.walk(first, way, speed);
                self.turn(first, way);
            }
            What::KillBoth => {
                self.kill(first, false);
                self.kill(second, false);
            }
            What::KillIfOtherHasMore {
                resource,
                limit,
                subtract,
            } => {
                if self.pocket(second, resource) < limit {
                    return Ok(false);
                }
                self.kill(first, false);
                if subtract {
                    self.add_to_pocket(second, resource, limit.saturating_neg());
                }
            }
            What::CollectResource { kills } => return Ok(self.collect(first, second, kills)),
            What::ChangeResource {
                resource,
                value,
                kills,
            } => {
                let limit = self.game.kinds[resource].limit;
                if self.pocket(first, resource).saturating_add(value) > limit {
                    return Ok(false);
                }
                self.add_to_pocket(first, resource, value);
                if kills {
                    self.kill(second, true);
                }
            }
            What::TransformTo {
                kind,
                kills_second,
                forces_facing,
            } => {
                if !self.sprite(first).is_disabled {
                    let there = self.sprite(first);
                    let place = (there.x, there.y);
                    if let Some(made) = self.make(kind, place, false)? {
                        self.become_another(first, made, forces_facing);
                        if kills_second {
                            self.kill(second, true);
                        }
                    }
                }
            }
            What::SpawnBeside {
                kind,
                side,
                steps_back,
            } => {
                let there = self.sprite(second);
                let (now, last) = ((there.x, there.y), (there.last_x, there.last_y));
                if !steps_back || !self.overlap(now, last) {
                    let (x, y) = if steps_back { last } else { now };
                    let block = self.level.block;
                    self.make(kind, (x + side.x * block, y + side.y * block), false)?;
                }
            }
            What::AttractGaze { aligns } => self.attract(first, second, aligns),
            What::AddHealth {
                value,
                kills_second,
            } => {
                let did = self.add_health(first, value);
                if did && kills_second {
                    self.kill(second, false);
                }
                return Ok(did);
            }
            What::PullWithIt { is_pixel_perfect } => {
                self.pull(effect, first, second, is_pixel_perfect);
            }
            What::TeleportToExit => self.teleport(first, second)?,
            ref what => return self.alone(what, first),
        }
        Ok(true)
    }

    /// What happens to a sprite whether or not it meets another. What needs another does
    /// nothing then.
    fn alone(&mut self, what: &What, first: SpriteId) -> Result<bool, Doubt> {
        let there = self.sprite(first);
        let (place, is_disabled) = ((there.x, there.y), there.is_disabled);
        match *what {
            What::StepBack { .. } => self.put_back(first),
            What::KillSprite => self.kill(first, false),
            What::KillIfHasLess(resource, limit) => {
                let dies = self.pocket(first, resource) <= limit;
                if dies {
                    self.kill(first, false);
                }
                return Ok(dies);
            }
            What::KillIfHasMore(resource, limit) => {
                let dies = self.pocket(first, resource) >= limit;
                if dies {
                    self.kill(first, false);
                }
                return Ok(dies);
            }
            What::KillIfScoreNegative => {
                if self.state.score < 0 {
                    self.kill(first, false);
                }
            }
            What::TransformTo {
                kind,
                forces_facing,
                ..
            } => {
                if !is_disabled && let Some(made) = self.make(kind, place, false)? {
                    self.become_another(first, made, forces_facing);
                }
            }
            What::Spawn(kind) => {
                self.make(kind, place, false)?;
            }
            What::SpawnIfHasMore {
                kind,
                resource,
                limit,
                spend,
            } => {
                if self.pocket(first, resource) < limit {
                    return Ok(false);
                }
                self.make(kind, place, false)?;
                self.add_to_pocket(first, resource, spend.saturating_neg());
            }
            What::WrapAround(offset) => self.wrap(first, offset),
            What::AddHealth { value, .. } => return Ok(self.add_health(first, value)),
            What::ReverseDirection => {
                let back = self.sprite(first).facing.back();
                self.turn(first, back);
            }
            What::TurnAround => {
                self.put_back(first);
                for _ in 0..2 {
                    let (speed, cooldown) = (self.sprite(first).speed, self.kind(first).cooldown);
                    self.sprite_mut(first).waited = cooldown;
                    self.walk(first, Facing::DOWN, speed);
                }
                let back = self.sprite(first).facing.back();
                self.turn(first, back);
            }
            ref what => return self.without(what),
        }
        Ok(true)
    }

    /// What happens whomever it concerns, or to nobody.
    fn without(&mut self, what: &What) -> Result<bool, Doubt> {
        match *what {
            What::UndoAll { ref except } => {
                for &kind in &self.game.order {
                    if !except.contains(&kind) {
                        for position in 0..self.state.sprites[kind].len() {
                            self.put_back((kind, position));
                        }
                    }
                }
            }
            What::KillAll(kind) => {
                for position in 0..self.state.sprites[kind].len() {
                    self.kill((kind, position), false);
                }
            }
            What::SetSpeedForAll(kind, speed) => {
                for sprite in self.family(kind) {
                    self.sprite_mut(sprite).speed = speed;
                }
            }
            What::TransformToAll {
                from,
                to,
                forces_facing,
            } => {
                // The Java engine fails where a list grows that it goes through.
                if from == to && !self.state.sprites[from].is_empty() {
                    return Err(Doubt::Endless);
                }
                for position in 0..self.state.sprites[from].len() {
                    let there = self.sprite((from, position));
                    let place = (there.x, there.y);
                    if let Some(made) = self.make(to, place, true)? {
                        self.become_another((from, position), made, forces_facing);
                    }
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// A sprite is replaced by one that was just made: it takes over what it has, and is
    /// the player if that one was.
    fn become_another(&mut self, old: SpriteId, made: SpriteId, forces_facing: bool) {
        let (from, to) = (self.kind(old), self.kind(made));
        let both = from.is_oriented && to.is_oriented;
        let takes_facing = forces_facing || both && self.sprite(made).facing == Facing::NONE;
        let before = self.sprite(old).clone();
        let after = self.sprite_mut(made);
        if takes_facing {
            after.facing = before.facing;
        }
        (after.last_x, after.last_y) = (before.last_x, before.last_y);
        after.pockets = before.pockets;
        after.health = before.health;
        let mut is_replaced = true;
        if self.is_avatar(old) {
            is_replaced = self.is_avatar(made);
            if is_replaced {
                self.state.player = made;
            }
        }
        self.kill(old, is_replaced);
    }

    fn collect(&mut self, resource: SpriteId, by: SpriteId, kills: bool) -> bool {
        let kind: KindId = resource.0;
        // Whatever is no resource stays where it is.
        let Some(Class::Resource { value }) = self.game.kinds[kind].class else {
            return true;
        };
        let (limit, has) = (self.game.kinds[kind].limit, self.pocket(by, kind));
        if has >= limit {
            return false;
        }
        self.add_to_pocket(by, kind, value.min(limit - has));
        if kills {
            self.kill(resource, true);
        }
        true
    }

    fn add_health(&mut self, sprite: SpriteId, value: i32) -> bool {
        let limit = self.kind(sprite).health_limit;
        let there = self.sprite_mut(sprite);
        let more = there.health.saturating_add(value);
        if more < limit {
            there.health = more;
        }
        more < limit
    }

    /// Returns whether somebody was killed.
    fn subtract_health(&mut self, effect: EffectId, first: Option<SpriteId>) -> bool {
        let What::SubtractHealth {
            whose,
            value,
            limit,
            ..
        } = self.game.effects[effect].what
        else {
            return false;
        };
        let named = whose.and_then(|kind| {
            let family = self.game.kinds[kind].family.iter().rev();
            let mut there = family.filter(|&&part| !self.state.sprites[part].is_empty());
            there.next().map(|&part| (part, 0))
        });
        let Some(sprite) = named.or(first) else {
            return false;
        };
        let there = self.sprite_mut(sprite);
        there.health = there.health.saturating_sub(value);
        let dies = there.health <= limit;
        if dies {
            self.kill(sprite, false);
        }
        dies
    }

    fn attract(&mut self, first: SpriteId, second: SpriteId, aligns: bool) {
        if !(self.kind(first).is_oriented && self.kind(second).is_oriented) {
            return;
        }
        let there = self.sprite(second);
        let (x, y, facing) = (there.x, there.y, there.facing);
        let first = self.sprite_mut(first);
        first.facing = facing;
        if aligns {
            match facing {
                Facing::LEFT | Facing::RIGHT => first.y = y,
                _ => first.x = x,
            }
        }
    }

    fn wrap(&mut self, sprite: SpriteId, offset: f64) {
        let level = self.level;
        let block = f64::from(level.block);
        let near = (offset * block) as i32;
        let far = |cells: i32| (f64::from(cells * level.block) - block * (1.0 + offset)) as i32;
        let there = self.sprite_mut(sprite);
        let facing = there.facing;
        match (facing.x.signum(), facing.y.signum()) {
            (1, _) => there.x = near,
            (-1, _) => there.x = far(level.width),
            (_, 1) => there.y = near,
            (_, -1) => there.y = far(level.height),
            _ => {}
        }
        there.waited = 0;
    }

    fn pull(&mut self, effect: EffectId, first: SpriteId, second: SpriteId, is_exact: bool) {
        if self.pulled.contains(&(effect, first)) {
            return;
        }
        self.pulled.push((effect, first));
        let (x, y) = self.gone(second);
        let there = self.sprite(second);
        let (speed, place) = (there.speed, (there.x, there.y));
        self.shift(first, Facing::of(x, y), self.pixels(speed));
        if is_exact {
            let first = self.sprite_mut(first);
            (first.x, first.y) = place;
        }
    }

    fn teleport(&mut self, sprite: SpriteId, by: SpriteId) -> Result<(), Doubt> {
        let Some(Class::Portal { exit: Some(exit) }) = self.game.kinds[by.0].class else {
            return Ok(());
        };
        match self.state.sprites[exit].len() {
            0 => self.kill(sprite, false),
            1 => {
                let there = self.sprite((exit, 0));
                let (x, y, facing) = (there.x, there.y, there.facing);
                let is_oriented = self.game.kinds[exit].is_oriented;
                let sprite = self.sprite_mut(sprite);
                (sprite.x, sprite.y, sprite.waited) = (x, y, 0);
                if is_oriented {
                    sprite.facing = facing;
                }
            }
            _ => return Err(Doubt::Chance),
        }
        Ok(())
    }

    /// Back to the second's edge, if the first went along an axis, and otherwise to where
    /// it was.
    fn step_to_edge(&mut self, first: SpriteId, second: SpriteId) {
        let (x, y) = self.gone(first);
        let (there, block) = (self.sprite(second), self.level.block);
        let (edge_x, edge_y) = (there.x, there.y);
        let sprite = self.sprite_mut(first);
        match Facing::of(x, y) {
            Facing::DOWN => sprite.y = edge_y - block,
            Facing::RIGHT => sprite.x = edge_x - block,
            Facing::UP => sprite.y = edge_y + block,
            Facing::LEFT => sprite.x = edge_x + block,
            _ => self.put_back(first),
        }
    }

    /// Something will happen in so many ticks; of what is due in the same tick, the last
    /// comes first.
    pub fn set_timer(&mut self, effect: EffectId, due: i32) {
        let timer = Timer {
            due,
            set_by: effect,
        };
        let timers = &mut self.state.timers;
        let place = timers.iter().position(|other| other.due >= due);
        timers.insert(place.unwrap_or(timers.len()), timer);
    }
}
