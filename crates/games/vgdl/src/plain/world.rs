//! Trusted: what can be done to sprites within a tick.

use super::habits::Habits;
use super::state::{Doubt, Sprite, SpriteId, State};
use super::unordered::Order;
use crate::compiled::{Class, EffectId, Facing, Game, Kind, KindId, Level};

/// The most sprites there can be at a time.
const MOST_SPRITES: usize = 10_000;

/// A state while a tick goes on. Sprites are added at the end of their kind and removed
/// only when the tick is over, so that positions stay what they are.
pub(super) struct World<'a> {
    pub game: &'a Game,
    pub level: &'a Level,
    pub habits: &'a Habits,
    pub order: &'a Order,
    pub state: State,
    /// The sprites that vanish when the tick is over.
    pub killed: Vec<SpriteId>,
    /// What `pullWithIt` has pulled in this tick, by effect.
    pub pulled: Vec<(EffectId, SpriteId)>,
    /// What has happened, for those who tell of it.
    pub told: Told,
}

/// What happened in a tick.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The effects that happened, in order.
    pub effects: Vec<EffectId>,
    /// The ending that was true, by its position.
    pub ending: Option<usize>,
}

/// What a sprite did that was to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Movement {
    Still,
    Turned,
    Moved,
}

impl World<'_> {
    pub fn kind(&self, sprite: SpriteId) -> &Kind {
        &self.game.kinds[sprite.0]
    }

    pub fn sprite(&self, (kind, position): SpriteId) -> &Sprite {
        &self.state.sprites[kind][position]
    }

    pub fn sprite_mut(&mut self, (kind, position): SpriteId) -> &mut Sprite {
        &mut self.state.sprites[kind][position]
    }

    pub fn is_avatar(&self, sprite: SpriteId) -> bool {
        let class = &self.kind(sprite).class;
        class.as_ref().is_some_and(Class::is_avatar)
    }

    /// All sprites of a family, in order.
    pub fn family(&self, kind: KindId) -> Vec<SpriteId> {
        let of = |kind: KindId| (0..self.state.sprites[kind].len()).map(move |i| (kind, i));
        let family = &self.game.kinds[kind].family;
        family.iter().flat_map(|&kind| of(kind)).collect()
    }

    /// How many sprites of a family there are.
    pub fn count(&self, kind: KindId) -> usize {
        let family = &self.game.kinds[kind].family;
        { family.iter() }
            .map(|&kind| self.state.sprites[kind].len())
            .sum()
    }

    /// How many of them are not disabled.
    pub fn count_enabled(&self, kind: KindId) -> i64 {
        let family = &self.game.kinds[kind].family;
        let sprites = family.iter().flat_map(|&kind| &self.state.sprites[kind]);
        sprites.filter(|sprite| !sprite.is_disabled).count() as i64
    }

    /// Whether two sprites overlap.
    pub fn meet(&self, a: SpriteId, b: SpriteId) -> bool {
        let (a, b) = (self.sprite(a), self.sprite(b));
        self.overlap((a.x, a.y), (b.x, b.y))
    }

    /// Whether cells at these places overlap.
    pub fn overlap(&self, a: (i32, i32), b: (i32, i32)) -> bool {
        (a.0 - b.0).abs() < self.level.block && (a.1 - b.1).abs() < self.level.block
    }

    /// Whether part of a sprite is off the screen.
    pub fn is_at_edge(&self, sprite: SpriteId) -> bool {
        let (sprite, level) = (self.sprite(sprite), self.level);
        let fits = |at: i32, cells: i32| at >= 0 && at <= (cells - 1) * level.block;
        !(fits(sprite.x, level.width) && fits(sprite.y, level.height))
    }

    /// A new sprite, unless there is one already of a kind that has only one.
    pub fn make(
        &mut self,
        kind: KindId,
        (x, y): (i32, i32),
        is_forced: bool,
    ) -> Result<Option<SpriteId>, Doubt> {
        let made = &self.game.kinds[kind];
        let blocks = |&above: &KindId| self.game.kinds[above].is_singleton && self.count(above) > 0;
        if !is_forced && made.ancestors.iter().any(blocks) {
            return Ok(None);
        }
        if self.state.sprites.iter().map(Vec::len).sum::<usize>() > MOST_SPRITES {
            return Err(Doubt::TooMany);
        }
        self.state.sprites[kind].push(Sprite::new(self.game, kind, (x, y)));
        Ok(Some((kind, self.state.sprites[kind].len() - 1)))
    }

    /// Kills a sprite. An avatar is disabled, unless it has become something else.
    pub fn kill(&mut self, sprite: SpriteId, is_transformed: bool) {
        if self.is_avatar(sprite) && !is_transformed {
            self.sprite_mut(sprite).is_disabled = true;
        } else {
            self.killed.push(sprite);
        }
    }

    /// Which way and how far a sprite has gone in this tick.
    pub fn gone(&self, sprite: SpriteId) -> (i32, i32) {
        let sprite = self.sprite(sprite);
        (sprite.x - sprite.last_x, sprite.y - sprite.last_y)
    }

    /// Puts a sprite where it was when the tick began.
    pub fn put_back(&mut self, sprite: SpriteId) {
        let sprite = self.sprite_mut(sprite);
        (sprite.x, sprite.y) = (sprite.last_x, sprite.last_y);
    }

    /// How much of a resource is in a sprite's pocket.
    pub fn pocket(&self, sprite: SpriteId, resource: KindId) -> i32 {
        let position = self.game.pockets.binary_search(&resource);
        position.map_or(0, |position| self.sprite(sprite).pockets[position])
    }

    /// Adds to what is in a sprite's pocket, which is never less than nothing.
    pub fn add_to_pocket(&mut self, sprite: SpriteId, resource: KindId, value: i32) {
        if let Ok(position) = self.game.pockets.binary_search(&resource) {
            let there = &mut self.sprite_mut(sprite).pockets[position];
            *there = there.saturating_add(value).max(0);
        }
    }

    /// Turns a sprite.
    pub fn turn(&mut self, sprite: SpriteId, facing: Facing) {
        self.sprite_mut(sprite).facing = facing;
    }

    /// Tries to move a sprite by so many cells, as if it did so itself.
    pub fn walk(&mut self, sprite: SpriteId, way: Facing, speed: f64) -> Movement {
        let own = self.sprite(sprite).speed;
        let speed = match (speed == 0.0, own == 0.0) {
            (false, _) => speed,
            (true, false) => own,
            (true, true) => 1.0,
        };
        if way == Facing::NONE {
            return Movement::Still;
        }
        let kind = self.kind(sprite);
        let can_turn = kind.turns_in_place && kind.is_oriented;
        if can_turn && !self.sprite(sprite).facing.is_same(way) {
            self.turn(sprite, way);
            return Movement::Turned;
        }
        match self.shift(sprite, way, self.pixels(speed)) {
            true => Movement::Moved,
            false => Movement::Still,
        }
    }

    /// How many pixels so many cells are.
    pub fn pixels(&self, cells: f64) -> i32 {
        (cells * f64::from(self.level.block)) as i32
    }

    /// Moves a sprite by so many pixels, if it has waited long enough and gets anywhere
    /// at all; returns whether it did.
    pub fn shift(&mut self, sprite: SpriteId, way: Facing, pixels: i32) -> bool {
        let cooldown = self.kind(sprite).cooldown;
        let sprite = self.sprite_mut(sprite);
        // A speed so low that it comes to no pixel is taken as pixels.
        let pixels = if pixels == 0 {
            sprite.speed as i32
        } else {
            pixels
        };
        if pixels == 0 || way == Facing::NONE || cooldown > sprite.waited {
            return false;
        }
        let (x, y) = way.unit();
        sprite.x += (x * f64::from(pixels)) as i32;
        sprite.y += (y * f64::from(pixels)) as i32;
        sprite.waited = 0;
        true
    }
}
