//! Trusted: which parts of a sprite matter, by its kind.
//!
//! What cannot be read by anything that can happen is not kept, so that states are equal
//! that cannot be told apart. Every reading of a sprite is listed here beside the
//! condition under which it happens.

use crate::compiled::{Class, Facing, Game, KindId, What, When};

/// What matters of the sprites of each kind.
#[derive(Clone, Debug)]
pub struct Habits {
    /// Whether they can move by themselves where they face (`moving.rs`, `drift`): then
    /// it matters whether they are new.
    pub drifts: Vec<bool>,
    /// Whether anything can try to move them (`world.rs`, `shift`): then it matters how
    /// long they have waited.
    pub is_timed: Vec<bool>,
    /// Whether it matters which way they face: oriented sprites; those that push others
    /// (`bounceForward` compares); those that wrap around; those that hand it on with
    /// `forceOrientation`.
    pub faces: Vec<bool>,
    /// Whether their place at the beginning of the next tick is remembered as their last
    /// one: they are drawn, and no avatars.
    pub is_remembered: Vec<bool>,
    /// Whether some rule reads the score.
    pub reads_score: bool,
    /// Whether an ending that is no loss reads the time.
    pub reads_time: bool,
}

impl Habits {
    /// What matters in this game.
    pub fn new(game: &Game) -> Habits {
        let n = game.kinds.len();
        let class = |kind: KindId| game.kinds[kind].class.as_ref();
        let is_avatar = |kind: KindId| class(kind).is_some_and(Class::is_avatar);
        let mut speeds: Vec<Vec<f64>> = game.kinds.iter().map(|kind| vec![kind.speed]).collect();
        for effect in &game.effects {
            if let What::SetSpeedForAll(kind, speed) = effect.what {
                { game.kinds[kind].family.iter() }.for_each(|&part| speeds[part].push(speed));
            }
        }
        let drifts = |kind: KindId| match class(kind) {
            Some(Class::Projectile | Class::Turner { .. }) => true,
            Some(Class::Chaser { .. } | Class::Walker { .. } | Class::Shooter { .. }) => false,
            Some(class) => {
                let is_moving = speeds[kind].iter().any(|&speed| speed != 0.0);
                !class.is_static() && game.kinds[kind].is_oriented && is_moving
            }
            None => false,
        };
        let drifts: Vec<bool> = (0..n).map(drifts).collect();
        let shifts = |what: &What| {
            matches!(
                what,
                What::BounceForward | What::PullWithIt { .. } | What::TurnAround
            )
        };
        let shifted = first_kinds(game, shifts);
        let turned = |what: &What| match what {
            What::WrapAround(_) => true,
            What::TransformTo { forces_facing, .. } => *forces_facing,
            _ => false,
        };
        let turned = first_kinds(game, turned);
        let mut faces: Vec<bool> = (0..n)
            .map(|kind| game.kinds[kind].is_oriented || is_avatar(kind) || turned[kind])
            .collect();
        for pair in &game.pairs {
            let pushes = |&effect: &usize| game.effects[effect].what == What::BounceForward;
            if pair.effects.iter().any(pushes) {
                { game.kinds[pair.second].family.iter() }.for_each(|&kind| faces[kind] = true);
            }
        }
        for effect in &game.effects {
            if let What::TransformToAll { from, .. } = effect.what {
                faces[from] = true;
            }
        }
        let is_chaser = |kind: KindId| matches!(class(kind), Some(Class::Chaser { .. }));
        Habits {
            is_timed: (0..n)
                .map(|kind| drifts[kind] || shifted[kind] || is_avatar(kind) || is_chaser(kind))
                .collect(),
            drifts,
            faces,
            is_remembered: (0..n)
                .map(|kind| game.order.contains(&kind) && !is_avatar(kind))
                .collect(),
            reads_score: { game.effects.iter() }
                .any(|effect| effect.what == What::KillIfScoreNegative),
            reads_time: { game.endings.iter() }
                .any(|ending| matches!(ending.when, When::Timeout(_)) && ending.wins),
        }
    }

    /// Which way a sprite faces as far as that matters.
    pub fn facing(&self, game: &Game, kind: KindId, facing: Facing) -> Facing {
        match self.faces[kind] {
            true => facing,
            false => game.kinds[kind].facing,
        }
    }
}

/// For each kind, whether its sprites can be the first in an effect like this.
pub fn first_kinds(game: &Game, is_meant: impl Fn(&What) -> bool) -> Vec<bool> {
    let mut first = vec![false; game.kinds.len()];
    let pairs = game.pairs.iter();
    let met = pairs.flat_map(|pair| pair.effects.iter().map(|&effect| (pair.first, effect)));
    for (kind, effect) in met.chain(game.edges.iter().copied()) {
        if is_meant(&game.effects[effect].what) {
            { game.kinds[kind].family.iter() }.for_each(|&part| first[part] = true);
        }
    }
    first
}
