//! Trusted: what can be done to sprites within a tick.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::effects::Met;
use super::state::{Doubt, Known, Place, Sprite, SpriteId, State};
use super::turn::Interpreter;
use crate::compiled::{Class, EffectId, Facing, Kind, KindId};

/// The most sprites there can be at a time.
const MOST_SPRITES: usize = 10_000;

/// A state while a tick goes on. Sprites are added at the end of their kind and removed
/// only when the tick is over, so that positions stay what they are.
pub(super) struct World<'a> {
    /// Who plays, which knows the game and the level.
    pub by: &'a Interpreter,
    pub state: State,
    /// The sprites that vanish when the tick is over.
    pub killed: BTreeSet<SpriteId>,
    /// What `pullWithIt` has pulled in this tick, by effect.
    pub pulled: Vec<(EffectId, SpriteId)>,
    /// What has happened, for those who tell of it.
    pub told: Told,
}

/// What happened in a tick.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The effects that happened, in order, each with those who met.
    pub effects: Vec<(EffectId, Met)>,
    /// The ending that was true, by its position.
    pub ending: Option<usize>,
}

impl<'a> World<'a> {
    pub fn kind(&self, sprite: SpriteId) -> &'a Kind {
        &self.by.game.kinds[sprite.0]
    }

    pub fn sprite(&self, (kind, position): SpriteId) -> &Sprite {
        &self.state.sprites[kind][position]
    }

    pub fn sprite_mut(&mut self, (kind, position): SpriteId) -> &mut Sprite {
        &mut Arc::make_mut(&mut self.state.sprites[kind])[position]
    }

    pub fn is_avatar(&self, sprite: SpriteId) -> bool {
        let class = &self.kind(sprite).class;
        class.as_ref().is_some_and(Class::is_avatar)
    }

    /// All sprites of a family, in order.
    pub fn family(&self, kind: KindId) -> impl Iterator<Item = SpriteId> {
        let of = |&kind: &KindId| (0..self.state.sprites[kind].len()).map(move |i| (kind, i));
        self.by.game.kinds[kind].family.iter().flat_map(of)
    }

    /// Whether two sprites overlap.
    pub fn meet(&self, a: SpriteId, b: SpriteId) -> bool {
        let (a, b) = (self.sprite(a).place(), self.sprite(b).place());
        self.by.level.overlap(a, b)
    }

    /// Whether all of a sprite at this place is on the screen.
    pub fn is_on_screen(&self, (x, y): Place) -> bool {
        let level = &self.by.level;
        let fits = |at: i32, cells: i32| at >= 0 && at <= (cells - 1) * level.block;
        fits(x, level.width) && fits(y, level.height)
    }

    /// A new sprite, unless there is one already of a kind that has only one.
    pub fn make(&mut self, kind: KindId, at: Place, forced: bool) -> Known<Option<SpriteId>> {
        let game = &self.by.game;
        let is_there = |&above: &KindId| self.family(above).next().is_some();
        let blocks = |above: &KindId| game.kinds[*above].is_singleton && is_there(above);
        if !forced && game.kinds[kind].ancestors.iter().any(blocks) {
            return Ok(None);
        }
        if self
            .state
            .sprites
            .iter()
            .map(|all| all.len())
            .sum::<usize>()
            > MOST_SPRITES
        {
            return Err(Doubt::TooMany);
        }
        let sprites = Arc::make_mut(&mut self.state.sprites[kind]);
        sprites.push(Sprite::new(game, kind, at));
        Ok(Some((kind, sprites.len() - 1)))
    }

    /// Kills a sprite. An avatar is disabled, unless it has become something else.
    pub fn kill(&mut self, sprite: SpriteId, is_transformed: bool) {
        if self.is_avatar(sprite) && !is_transformed {
            self.sprite_mut(sprite).is_disabled = true;
        } else {
            self.killed.insert(sprite);
        }
    }

    /// Puts a sprite somewhere.
    pub fn put(&mut self, sprite: SpriteId, place: Place) {
        let sprite = self.sprite_mut(sprite);
        (sprite.x, sprite.y) = place;
    }

    /// Puts a sprite where it was when the tick began.
    pub fn put_back(&mut self, sprite: SpriteId) {
        let there = self.sprite(sprite);
        if there.place() != there.last() {
            self.put(sprite, there.last());
        }
    }

    /// How much of a resource is in a sprite's pocket.
    pub fn pocket(&self, sprite: SpriteId, resource: KindId) -> i32 {
        let position = self.by.game.pockets.binary_search(&resource);
        position.map_or(0, |position| self.sprite(sprite).pockets[position])
    }

    /// Adds to what is in a sprite's pocket, which is never less than nothing.
    pub fn add_to_pocket(&mut self, sprite: SpriteId, resource: KindId, value: i32) {
        if let Ok(position) = self.by.game.pockets.binary_search(&resource) {
            let there = &mut self.sprite_mut(sprite).pockets[position];
            *there = there.saturating_add(value).max(0);
        }
    }

    /// Turns a sprite.
    pub fn turn(&mut self, sprite: SpriteId, facing: Facing) {
        self.sprite_mut(sprite).facing = facing;
    }

    /// Tries to move a sprite by so many cells, as if it did so itself.
    pub fn walk(&mut self, sprite: SpriteId, way: Facing, speed: f64) {
        let own = self.sprite(sprite).speed;
        let speed = match (speed == 0.0, own == 0.0) {
            (false, _) => speed,
            (true, false) => own,
            (true, true) => 1.0,
        };
        let kind = self.kind(sprite);
        let can_turn = kind.turns_in_place && kind.is_oriented && way != Facing::NONE;
        if can_turn && !self.sprite(sprite).facing.is_same(way) {
            self.turn(sprite, way);
        } else {
            self.shift(sprite, way, self.pixels(speed));
        }
    }

    /// How many pixels so many cells are.
    pub fn pixels(&self, cells: f64) -> i32 {
        (cells * f64::from(self.by.level.block)) as i32
    }

    /// Moves a sprite by so many pixels, if it has waited long enough and gets anywhere
    /// at all.
    pub fn shift(&mut self, sprite: SpriteId, way: Facing, pixels: i32) {
        let cooldown = self.kind(sprite).cooldown;
        let sprite = self.sprite_mut(sprite);
        // A speed so low that it comes to no pixel is taken as pixels.
        let pixels = if pixels == 0 {
            sprite.speed as i32
        } else {
            pixels
        };
        if pixels != 0 && way != Facing::NONE && cooldown <= sprite.waited {
            let (x, y) = way.unit();
            sprite.x += (x * f64::from(pixels)) as i32;
            sprite.y += (y * f64::from(pixels)) as i32;
            sprite.waited = 0;
        }
    }
}
