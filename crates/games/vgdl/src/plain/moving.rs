//! Trusted: how sprites move by themselves.

use super::state::{Input, Known, SpriteId};
use super::world::World;
use crate::compiled::{Class, Facing, KindId, Weapon};

impl World<'_> {
    /// The player's sprite does what the key says.
    pub fn move_player(&mut self, input: Input) -> Known<()> {
        let player = self.state.player;
        if self.sprite(player).is_disabled {
            return Ok(());
        }
        self.begin(player);
        match self.kind(player).class.as_ref() {
            Some(Class::Walker { faces_its_way }) => {
                self.go(player, input, *faces_its_way);
            }
            Some(Class::Shooter { weapons }) => {
                let is_still = !self.go(player, input, true);
                if is_still && input == Input::Use {
                    self.shoot(player, weapons)?;
                }
            }
            Some(Class::Projectile) => self.drift(player),
            Some(Class::Turner { trail }) => {
                let (way, facing) = (input.facing(), self.sprite(player).facing);
                let is_across = way.x * facing.x + way.y * facing.y == 0;
                if way != Facing::NONE && is_across {
                    self.turn(player, way);
                }
                self.drift(player);
                let last = self.sprite(player).last();
                if !self.by.level.overlap(self.sprite(player).place(), last) {
                    self.make(*trail, last, false)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// All other sprites do what they do, the kind that is drawn last first. Avatars that
    /// are not the player do nothing.
    pub fn move_others(&mut self) {
        for &kind in self.by.game.order.iter().rev() {
            let class = self.by.game.kinds[kind].class.as_ref();
            let flickers = matches!(class, Some(Class::Flicker { .. }));
            // What neither acts nor waits was remembered when the last tick ended.
            let acts = flickers || self.by.habits.is_timed[kind];
            let Some(class) = class.filter(|class| acts && !class.is_avatar()) else {
                continue;
            };
            for position in 0..self.state.sprites[kind].len() {
                let sprite = (kind, position);
                self.begin(sprite);
                match class {
                    Class::Chaser { target, walls } => self.chase(sprite, *target, walls),
                    Class::Flicker { limit } => {
                        self.drift(sprite);
                        if self.sprite(sprite).age > *limit {
                            self.kill(sprite, false);
                        }
                        self.sprite_mut(sprite).age += 1;
                    }
                    _ => self.drift(sprite),
                }
            }
        }
    }

    /// Remembers where a sprite is, and that it has waited a tick more. Beyond its
    /// cooldown it does not matter how long.
    fn begin(&mut self, sprite: SpriteId) {
        let cooldown = self.kind(sprite).cooldown;
        let is_timed = self.by.habits.is_timed[sprite.0];
        let sprite = self.sprite_mut(sprite);
        (sprite.last_x, sprite.last_y) = sprite.place();
        if is_timed {
            sprite.waited = (sprite.waited + 1).min(cooldown);
        }
    }

    /// An avatar goes, and perhaps faces where it went; returns whether it went or turned.
    fn go(&mut self, player: SpriteId, input: Input, faces_its_way: bool) -> bool {
        let (speed, facing) = (self.sprite(player).speed, self.sprite(player).facing);
        self.walk(player, input.facing(), speed);
        let gone = self.sprite(player).gone();
        if gone != Facing::NONE && faces_its_way {
            self.turn(player, gone);
        }
        gone != Facing::NONE || self.sprite(player).facing != facing
    }

    /// An avatar shoots with the first weapon it can.
    fn shoot(&mut self, player: SpriteId, weapons: &[Weapon]) -> Known<()> {
        let has = |ammo: KindId| self.pocket(player, ammo) > 0;
        let can = |weapon: &&Weapon| weapon.1.is_none_or(has);
        let Some(&(kind, ammo)) = weapons.iter().find(can) else {
            return Ok(());
        };
        let (place, facing) = (self.sprite(player).place(), self.sprite(player).facing);
        if let Some(shot) = self.make(kind, self.beside(place, facing), false)? {
            if self.kind(shot).is_oriented {
                self.turn(shot, facing);
            }
            if let Some(ammo) = ammo {
                self.add_to_pocket(player, ammo, -1);
            }
        }
        Ok(())
    }

    /// A sprite moves the way it faces, but not in its first tick.
    fn drift(&mut self, sprite: SpriteId) {
        if !self.by.habits.drifts[sprite.0] {
            return;
        }
        let there = self.sprite_mut(sprite);
        if there.is_new {
            there.is_new = false;
            return;
        }
        let (facing, speed) = (there.facing, there.speed);
        let speed = if speed == -1.0 { 1.0 } else { speed };
        if speed != 0.0 && self.kind(sprite).is_oriented {
            self.shift(sprite, facing, self.pixels(speed));
        }
    }
}
