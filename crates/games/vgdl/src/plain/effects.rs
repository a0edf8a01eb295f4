//! Trusted: what rules do.

use super::state::{Doubt, Known, SpriteId};
use super::world::World;
use crate::compiled::{Act, Class, Condition, EffectId, Facing, Form, Who};

/// A first and a second sprite, as far as they are there.
pub type Met = [Option<SpriteId>; 2];

impl World<'_> {
    /// Something happens to a first sprite that meets a second one; at the edge of the
    /// screen there is no second, and when a timer goes off there is neither. What needs a
    /// sprite that is not there does nothing.
    pub fn happen(&mut self, effect: EffectId, met: Met) -> Known<()> {
        let what = &self.by.game.effects[effect];
        if self.allows(&what.condition, met) {
            self.told.effects.push((effect, met));
            for act in &what.acts {
                if !self.act(effect, act, met)? {
                    break;
                }
            }
            self.add_score(what.score);
        }
        Ok(())
    }

    fn allows(&self, condition: &Condition, met: Met) -> bool {
        let has = |who, resource| met[who as usize].map(|it| self.pocket(it, resource));
        match *condition {
            Condition::Always => true,
            Condition::HasAtMost(who, what, n) => has(who, what).is_none_or(|has| has <= n),
            Condition::HasAtLeast(who, what, n) => has(who, what).is_none_or(|has| has >= n),
            Condition::CanHeal(n) => met[0].is_none_or(|first| {
                self.sprite(first).health.saturating_add(n) < self.kind(first).health_limit
            }),
            Condition::Fits => met[0].is_none_or(|first| {
                let is_resource = matches!(self.kind(first).class, Some(Class::Resource { .. }));
                let fits = |has| has < self.kind(first).limit;
                !is_resource || has(Who::Second, first.0).is_none_or(fits)
            }),
        }
    }

    fn add_score(&mut self, score: i64) {
        if self.by.habits.reads_score {
            self.state.score += score;
        }
    }

    /// Returns whether that could be done, so that what comes after it is done too.
    fn act(&mut self, effect: EffectId, act: &Act, met: Met) -> Known<bool> {
        let whom = |who: Who| met[who as usize].into_iter();
        match (act, met) {
            (Act::Kill(who), _) => whom(*who).for_each(|it| self.kill(it, false)),
            (Act::Vanish(who), _) => whom(*who).for_each(|it| self.kill(it, true)),
            (Act::Add(who, resource, n), _) => {
                whom(*who).for_each(|it| self.add_to_pocket(it, *resource, *n));
            }
            (Act::PutToEdge, [Some(first), Some(second)]) => self.put_to_edge(first, second),
            (Act::PutBack | Act::PutToEdge, [Some(first), _]) => self.put_back(first),
            (Act::PutAllBack(except), _) => {
                let moved = self.by.game.order.iter();
                for &kind in moved.filter(|kind| !except.contains(kind)) {
                    (0..self.state.sprites[kind].len()).for_each(|n| self.put_back((kind, n)));
                }
            }
            (Act::Push, [Some(first), Some(second)]) => self.push(first, second),
            (&Act::KillAll(kind), _) => {
                (0..self.state.sprites[kind].len()).for_each(|n| self.kill((kind, n), false));
            }
            (Act::KillIfScoreNegative, [Some(first), _]) if self.state.score < 0 => {
                self.kill(first, false);
            }
            (Act::Become(form), [Some(first), _]) => {
                let is_disabled = self.sprite(first).is_disabled;
                return Ok(!is_disabled && self.become_another(first, *form, false)?);
            }
            (&Act::BecomeAll(from, form), _) => {
                // The Java engine fails where a list grows that it goes through.
                if from == form.kind && !self.state.sprites[from].is_empty() {
                    return Err(Doubt::Endless);
                }
                for position in 0..self.state.sprites[from].len() {
                    self.become_another((from, position), form, true)?;
                }
            }
            (Act::Collect, [Some(first), Some(second)]) => return Ok(self.collect(first, second)),
            (&Act::Make(kind), [Some(first), _]) => {
                self.make(kind, self.sprite(first).place(), false)?;
            }
            (&Act::MakeBeside(kind, side), [_, Some(second)]) => {
                self.make(kind, self.beside(self.sprite(second).place(), side), false)?;
            }
            (&Act::MakeBehind(kind, side), [_, Some(second)]) => {
                let (now, last) = (self.sprite(second).place(), self.sprite(second).last());
                if !self.by.level.overlap(now, last) {
                    self.make(kind, self.beside(last, side), false)?;
                }
            }
            (Act::Attract, [Some(first), Some(second)]) => {
                if !(self.kind(first).is_oriented && self.kind(second).is_oriented) {
                    return Ok(false);
                }
                self.turn(first, self.sprite(second).facing);
            }
            (Act::Align, [Some(first), Some(second)]) => {
                let (x, y) = self.sprite(second).place();
                let first = self.sprite_mut(first);
                match first.facing {
                    Facing::LEFT | Facing::RIGHT => first.y = y,
                    _ => first.x = x,
                }
            }
            (&Act::Wrap(offset), [Some(first), _]) => self.wrap(first, offset),
            (&Act::SetSpeed(kind, speed), _) => {
                let all: Vec<SpriteId> = self.family(kind).collect();
                { all.into_iter() }.for_each(|it| self.sprite_mut(it).speed = speed);
            }
            (Act::Heal(n), [Some(first), _]) => self.sprite_mut(first).health += n,
            (Act::Hurt(whose, harm), [first, _]) => {
                let named = whose.and_then(|kind| self.family(kind).last());
                if let Some(sprite) = named.map(|(kind, _)| (kind, 0)).or(first) {
                    let there = self.sprite_mut(sprite);
                    there.health = there.health.saturating_sub(harm.value);
                    if there.health <= harm.limit {
                        self.kill(sprite, false);
                        self.add_score(harm.score);
                    }
                }
            }
            (&Act::SetTimer(due, effect), _) => {
                // Of what is due in the same tick, the last comes first.
                let timers = &mut self.state.timers;
                let place = timers.iter().position(|other| other.0 >= due);
                timers.insert(place.unwrap_or(timers.len()), (due, effect));
            }
            (Act::Pull | Act::PullOnto, [Some(first), Some(second)])
                if !self.pulled.contains(&(effect, first)) =>
            {
                self.pulled.push((effect, first));
                let pixels = self.pixels(self.sprite(second).speed);
                self.shift(first, self.sprite(second).gone(), pixels);
                if *act == Act::PullOnto {
                    self.put(first, self.sprite(second).place());
                }
            }
            (Act::Teleport, [Some(first), Some(second)]) => self.teleport(first, second)?,
            (Act::TurnBack, [Some(first), _]) => self.turn(first, self.sprite(first).facing.back()),
            (Act::StepDown, [Some(first), _]) => {
                for _ in 0..2 {
                    let (speed, cooldown) = (self.sprite(first).speed, self.kind(first).cooldown);
                    self.sprite_mut(first).waited = cooldown;
                    self.walk(first, Facing::DOWN, speed);
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Back to the second's edge, if the first went along an axis, and otherwise to where
    /// it was.
    fn put_to_edge(&mut self, first: SpriteId, second: SpriteId) {
        let ((x, y), block) = (self.sprite(second).place(), self.by.level.block);
        let sprite = self.sprite_mut(first);
        match sprite.gone() {
            Facing::DOWN => sprite.y = y - block,
            Facing::RIGHT => sprite.x = x - block,
            Facing::UP => sprite.y = y + block,
            Facing::LEFT => sprite.x = x + block,
            _ => self.put_back(first),
        }
    }

    fn push(&mut self, first: SpriteId, second: SpriteId) {
        let by = self.sprite(second);
        let (mut way, faced, speed) = (by.gone(), by.facing, by.speed);
        if way.x.signum() * faced.x.signum() < 0 {
            way.x = -way.x;
        }
        if way.y.signum() * faced.y.signum() < 0 {
            way.y = -way.y;
        }
        self.walk(first, way, speed);
        self.turn(first, way);
    }

    /// A sprite is replaced by a new one, if there can be one: it takes over what it has,
    /// and is the player if that one was.
    fn become_another(&mut self, old: SpriteId, form: Form, forced: bool) -> Known<bool> {
        let before = self.sprite(old).clone();
        let Some(made) = self.make(form.kind, before.place(), forced)? else {
            return Ok(false);
        };
        let both = self.kind(old).is_oriented && self.kind(made).is_oriented;
        let after = self.sprite_mut(made);
        if form.keeps_facing || both && after.facing == Facing::NONE {
            after.facing = before.facing;
        }
        (after.last_x, after.last_y) = before.last();
        (after.pockets, after.health) = (before.pockets, before.health);
        let is_replaced = !self.is_avatar(old) || self.is_avatar(made);
        if self.is_avatar(old) && is_replaced {
            self.state.player = made;
        }
        self.kill(old, is_replaced);
        Ok(true)
    }

    /// Whatever is no resource stays where it is.
    fn collect(&mut self, resource: SpriteId, by: SpriteId) -> bool {
        let made = self.kind(resource);
        let Some(Class::Resource { value }) = made.class else {
            return false;
        };
        let room = made.limit - self.pocket(by, resource.0);
        self.add_to_pocket(by, resource.0, value.min(room));
        true
    }

    fn wrap(&mut self, sprite: SpriteId, offset: f64) {
        let level = &self.by.level;
        let block = f64::from(level.block);
        let near = (offset * block) as i32;
        let far = |cells: i32| (f64::from(cells * level.block) - block * (1.0 + offset)) as i32;
        let there = self.sprite_mut(sprite);
        match (there.facing.x.signum(), there.facing.y.signum()) {
            (1, _) => there.x = near,
            (-1, _) => there.x = far(level.width),
            (_, 1) => there.y = near,
            (_, -1) => there.y = far(level.height),
            _ => {}
        }
        there.waited = 0;
    }

    fn teleport(&mut self, sprite: SpriteId, by: SpriteId) -> Known<()> {
        let Some(Class::Portal { exit: Some(exit) }) = self.kind(by).class else {
            return Ok(());
        };
        match &self.state.sprites[exit][..] {
            [] => self.kill(sprite, false),
            [there] => {
                let (place, facing) = (there.place(), there.facing);
                self.put(sprite, place);
                self.sprite_mut(sprite).waited = 0;
                if self.by.game.kinds[exit].is_oriented {
                    self.turn(sprite, facing);
                }
            }
            _ => return Err(Doubt::Chance),
        }
        Ok(())
    }
}
