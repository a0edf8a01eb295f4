//! Trusted: the kinds of which it does not matter in which order their sprites were made.
//!
//! The engine goes through lists of sprites in the order of their making. States that differ
//! only in that order are one state here, for kinds where it decides nothing: the sprites of
//! such a kind are kept in the order of their places.
//!
//! A kind is left out where one of its sprites can have a say in what happens to another of
//! them, or where it decides which of several comes first: the rules for that are below, for
//! each effect. What depends on how many are met at a time is looked at when it happens
//! (`Order::decides`), and then it is not known where that leads.

use super::state::SpriteId;
use super::world::World;
use crate::compiled::{Class, EffectId, Game, KindId, What};

/// Where order matters.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// Whether the sprites of each kind are kept in the order of their places.
    pub is_free: Vec<bool>,
}

impl Order {
    /// Where order matters in this game.
    pub fn new(game: &Game) -> Order {
        let n = game.kinds.len();
        // Where the score is read, it matters how often something happens.
        let reads_score = { game.effects.iter() }.any(|e| e.what == What::KillIfScoreNegative);
        let is_kept = |kind: KindId| match &game.kinds[kind].class {
            // What they go round may be each other.
            None | Some(Class::Chaser { .. }) => true,
            Some(class) => class.is_avatar(),
        };
        let mut order = Order {
            is_free: (0..n).map(|kind| !reads_score && !is_kept(kind)).collect(),
        };
        for pair in &game.pairs {
            for &effect in &pair.effects {
                order.met(game, effect, pair.first, pair.second);
            }
        }
        for &(kind, effect) in &game.edges {
            order.edge(game, effect, kind);
        }
        // What comes where order matters comes in an order: until nothing is left out any
        // more.
        while order.follow(game) {}
        order
    }

    fn keep(&mut self, game: &Game, kind: KindId) {
        { game.kinds[kind].family.iter() }.for_each(|&part| self.is_free[part] = false);
    }

    /// Leaves out what an effect between two families forbids.
    fn met(&mut self, game: &Game, effect: EffectId, first: KindId, second: KindId) {
        let (firsts, seconds) = (&game.kinds[first].family, &game.kinds[second].family);
        let overlaps = firsts.iter().any(|kind| seconds.contains(kind));
        match game.effects[effect].what {
            // Each of these concerns the first alone, whoever is met, or everything at once.
            What::Nothing
            | What::UndoAll { .. }
            | What::KillSprite
            | What::KillAll(_)
            | What::KillIfHasLess(..)
            | What::KillIfHasMore(..)
            | What::KillIfScoreNegative
            | What::SetSpeedForAll(..)
            | What::ReverseDirection
            | What::AddTimer { .. }
            | What::TransformToAll { .. } => {}
            // Whoever is moved may no longer be met by the next.
            What::StepBack { .. }
            | What::WrapAround(_)
            | What::TeleportToExit
            | What::AttractGaze { .. } => {
                if overlaps {
                    self.keep(game, first);
                    self.keep(game, second);
                }
                if let What::StepBack {
                    is_pixel_perfect: true,
                } = game.effects[effect].what
                {
                    self.keep(game, second);
                }
            }
            // The first that is met decides where it goes.
            What::BounceForward | What::PullWithIt { .. } | What::TurnAround => {
                if overlaps {
                    self.keep(game, first);
                }
                self.keep(game, second);
            }
            What::KillIfOtherHasMore { subtract, .. } => {
                if subtract {
                    self.keep(game, first);
                    self.keep(game, second);
                }
            }
            What::SubtractHealth { whose, .. } => {
                if let Some(whose) = whose {
                    self.keep(game, whose);
                }
            }
            What::KillBoth
            | What::TransformTo { .. }
            | What::CollectResource { .. }
            | What::ChangeResource { .. }
            | What::AddHealth { .. } => {
                if overlaps && game.effects[effect].what != What::KillBoth {
                    self.keep(game, first);
                    self.keep(game, second);
                }
            }
            What::Spawn(_) | What::SpawnIfHasMore { .. } | What::SpawnBeside { .. } => {}
        }
    }

    /// Leaves out what an effect at the edge forbids: nothing may come there, since the
    /// engine then stops going through the list.
    fn edge(&mut self, game: &Game, effect: EffectId, kind: KindId) {
        if !comes(&game.effects[effect].what).is_empty() {
            self.keep(game, kind);
        }
        if let What::SubtractHealth {
            whose: Some(whose), ..
        } = game.effects[effect].what
        {
            self.keep(game, whose);
        }
    }

    /// Leaves out what makes something come that is left out, or of which there is only one;
    /// returns whether there was anything more.
    fn follow(&mut self, game: &Game) -> bool {
        let before = self.is_free.clone();
        let is_ordered = |order: &Order, kind: KindId| {
            let is_single = |&above: &KindId| game.kinds[above].is_singleton;
            !order.is_free[kind] || game.kinds[kind].ancestors.iter().any(is_single)
        };
        for pair in &game.pairs {
            for &effect in &pair.effects {
                let made = comes(&game.effects[effect].what);
                if made.iter().any(|&kind| is_ordered(self, kind)) {
                    self.keep(game, pair.first);
                    if let What::SpawnBeside { .. } = game.effects[effect].what {
                        self.keep(game, pair.second);
                    }
                }
            }
        }
        for effect in &game.effects {
            if let What::TransformToAll { from, to, .. } = effect.what
                && is_ordered(self, to)
            {
                self.is_free[from] = false;
            }
        }
        self.is_free != before
    }

    /// Whether an effect comes to something else in another order, for a first sprite that
    /// meets these.
    pub fn decides(&self, what: &What, world: &World, first: SpriteId, met: &[SpriteId]) -> bool {
        match what {
            // A first that is killed with the second one meets no other. Of one kind, all die
            // that meet any.
            What::KillBoth => met.iter().any(|met| met.0 != first.0) && self.is_choice(world, met),
            What::TransformTo { kills_second, .. } | What::AddHealth { kills_second, .. } => {
                *kills_second && self.is_choice(world, met)
            }
            What::ChangeResource { kills, .. } => *kills && self.is_choice(world, met),
            What::AttractGaze { .. } | What::CollectResource { .. } => self.is_choice(world, met),
            _ => false,
        }
    }

    /// Whether the order decides which of these firsts come to something: what fits into a
    /// pocket is collected, and the rest is left.
    pub fn decides_among(&self, what: &What, world: &World, firsts: &[SpriteId]) -> bool {
        matches!(what, What::CollectResource { .. }) && self.is_choice(world, firsts)
    }

    /// Whether there are two different sprites of a kind without an order.
    fn is_choice(&self, world: &World, sprites: &[SpriteId]) -> bool {
        sprites.windows(2).any(|two| {
            let (a, b) = (two[0], two[1]);
            a.0 == b.0 && self.is_free[a.0] && world.sprite(a) != world.sprite(b)
        })
    }
}

/// What an effect makes at each first sprite.
fn comes(what: &What) -> Vec<KindId> {
    match what {
        What::TransformTo { kind, .. }
        | What::Spawn(kind)
        | What::SpawnIfHasMore { kind, .. }
        | What::SpawnBeside { kind, .. } => vec![*kind],
        _ => Vec::new(),
    }
}
