//! Trusted: which parts of a sprite matter, by its kind.
//!
//! What cannot be read by anything that can happen is not kept, so that states are equal
//! that cannot be told apart. Every reading of a sprite is listed here beside the
//! condition under which it happens.

use crate::compiled::{Act, Class, Game, KindId, When};

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
    /// (`push` compares); those that wrap around; those that hand it on.
    pub faces: Vec<bool>,
    /// Whether their place at the beginning of the next tick is remembered as their last
    /// one: they are drawn, and no avatars.
    pub is_remembered: Vec<bool>,
    /// Whether the score is part of a state: a rule reads it, or questions do.
    pub reads_score: bool,
    /// Whether an ending that is no loss reads the time.
    pub reads_time: bool,
}

impl Habits {
    /// What matters in this game.
    pub fn new(game: &Game) -> Habits {
        let class = |kind: KindId| game.kinds[kind].class.as_ref();
        let is_avatar = |kind: KindId| class(kind).is_some_and(Class::is_avatar);
        let sets_speed = game.acts().any(|act| matches!(act, Act::SetSpeed(..)));
        let drifts = |kind: KindId| match class(kind) {
            Some(Class::Projectile | Class::Turner { .. }) => true,
            Some(Class::Drifting | Class::Resource { .. } | Class::Flicker { .. }) => {
                let made = &game.kinds[kind];
                made.is_oriented && (made.speed != 0.0 || sets_speed)
            }
            _ => false,
        };
        let shifts =
            |act: &Act| matches!(act, Act::Push | Act::Pull | Act::PullOnto | Act::StepDown);
        let [shifted, _] = met_kinds(game, shifts);
        let [_, pushing] = met_kinds(game, |act| *act == Act::Push);
        let hands_on = |act: &Act| match act {
            Act::Become(form) => form.keeps_facing,
            act => matches!(act, Act::Wrap(_)),
        };
        let [handing_on, _] = met_kinds(game, hands_on);
        let becomes = |kind: KindId| {
            let is_it = |act: &Act| matches!(act, Act::BecomeAll(from, _) if *from == kind);
            game.acts().any(is_it)
        };
        let moves = |kind: KindId| {
            let is_chaser = matches!(class(kind), Some(Class::Chaser { .. }));
            drifts(kind) || shifted[kind] || is_avatar(kind) || is_chaser
        };
        let faces = |kind: KindId| {
            let has_way = game.kinds[kind].is_oriented || is_avatar(kind);
            has_way || handing_on[kind] || pushing[kind] || becomes(kind)
        };
        let each = |is_so: &dyn Fn(KindId) -> bool| (0..game.kinds.len()).map(is_so).collect();
        let reads_score = |act: &Act| *act == Act::KillIfScoreNegative;
        let is_timeout = |when: &When| matches!(when, When::Timeout(_));
        Habits {
            drifts: each(&drifts),
            is_timed: each(&moves),
            faces: each(&faces),
            is_remembered: each(&|kind| game.order.contains(&kind) && !is_avatar(kind)),
            reads_score: game.counts_score || game.acts().any(reads_score),
            reads_time: { game.endings.iter() }.any(|end| end.wins && is_timeout(&end.when)),
        }
    }
}

/// For each kind, whether its sprites can be the first where something like this is done,
/// and whether they can be the second.
pub fn met_kinds(game: &Game, is_meant: impl Fn(&Act) -> bool) -> [Vec<bool>; 2] {
    let mut met = [(); 2].map(|()| vec![false; game.kinds.len()]);
    let pairs = game.pairs.iter();
    let pairs = pairs.flat_map(|pair| pair.effects.iter().map(|&e| (pair.first, pair.second, e)));
    let edges = game.edges.iter();
    let edges = edges.map(|&(kind, effect)| (kind, kind, effect));
    for (first, second, effect) in pairs.chain(edges) {
        if game.effects[effect].acts.iter().any(&is_meant) {
            for (kind, met) in [first, second].into_iter().zip(&mut met) {
                { game.kinds[kind].family.iter() }.for_each(|&part| met[part] = true);
            }
        }
    }
    met
}
