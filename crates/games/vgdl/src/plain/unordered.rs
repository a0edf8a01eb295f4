//! Trusted: the kinds of which it does not matter in which order their sprites were made.
//!
//! The engine goes through lists of sprites in the order of their making. States that differ
//! only in that order are one state here, for kinds where it decides nothing: the sprites of
//! such a kind are kept in the order of their places.
//!
//! A kind is left out where one of its sprites can have a say in what happens to another of
//! them, or where it decides which of several comes first: [`decides`] says so for each act.
//! What depends on how many are met at a time is looked at when it happens, and then it is
//! not known where that leads.

use super::state::SpriteId;
use super::world::World;
use crate::compiled::{Act, Class, Effect, Form, Game, Kind, KindId, Who};

/// Whether the order of a first kind and that of a second one decide where sprites of them
/// meet. The families may have kinds in common: then whoever is moved or changed may no
/// longer be met, or be met otherwise, by the next.
fn decides(act: &Act, overlap: bool) -> [bool; 2] {
    match act {
        // Each of these concerns the first alone, whoever is met, or everything at once.
        Act::Kill(_)
        | Act::KillAll(_)
        | Act::PutAllBack(_)
        | Act::BecomeAll(..)
        | Act::SetSpeed(..)
        | Act::SetTimer(..)
        | Act::TurnBack
        | Act::Make(_)
        | Act::MakeBeside(..)
        | Act::MakeBehind(..) => [false, false],
        // The first that is met decides where it goes.
        Act::Push | Act::Pull | Act::PullOnto | Act::StepDown | Act::PutToEdge => [overlap, true],
        Act::Add(Who::Second, ..) => [true, true],
        _ => [overlap, overlap],
    }
}

/// Whether the sprites of each kind are kept in the order of their places.
pub(super) fn free_kinds(game: &Game, reads_score: bool) -> Vec<bool> {
    let is_free = |kind: &Kind| match &kind.class {
        // What they go round may be each other.
        None | Some(Class::Chaser { .. }) => false,
        // Where the score is read, it matters how often something happens.
        Some(class) => !class.is_avatar() && !reads_score,
    };
    let mut free: Vec<bool> = game.kinds.iter().map(is_free).collect();
    let family = |kind: KindId| &game.kinds[kind].family;
    let keep = |free: &mut Vec<bool>, kind| family(kind).iter().for_each(|&k| free[k] = false);
    let acts = |effect: usize| game.effects[effect].acts.iter();
    let met: Vec<(&Act, KindId, KindId)> = { game.pairs.iter() }
        .flat_map(|pair| pair.effects.iter().map(move |&effect| (effect, pair)))
        .flat_map(|(effect, pair)| acts(effect).map(|act| (act, pair.first, pair.second)))
        .collect();
    for &(act, first, second) in &met {
        let mut both = family(first).iter();
        let overlap = both.any(|kind| family(second).contains(kind));
        let kept = decides(act, overlap).into_iter().zip([first, second]);
        kept.filter(|kept| kept.0)
            .for_each(|kept| keep(&mut free, kept.1));
    }
    // Nothing may come at the edge, since the engine then stops going through the list.
    for &(kind, effect) in &game.edges {
        if acts(effect).any(|act| comes(act).is_some()) {
            keep(&mut free, kind);
        }
    }
    // What comes where order matters, or of which there is only one, comes in an order:
    // until nothing is left out any more.
    loop {
        let before = free.clone();
        let is_single = |kind: &KindId| game.kinds[*kind].is_singleton;
        let is_ordered =
            |kind: KindId| !before[kind] || game.kinds[kind].ancestors.iter().any(is_single);
        for &(act, first, second) in &met {
            if comes(act).is_some_and(is_ordered) {
                keep(&mut free, first);
                if let Act::MakeBeside(..) | Act::MakeBehind(..) = act {
                    keep(&mut free, second);
                }
            }
        }
        for act in game.acts() {
            match *act {
                Act::BecomeAll(from, form) if is_ordered(form.kind) => free[from] = false,
                Act::Hurt(Some(whose), _) => keep(&mut free, whose),
                _ => {}
            }
        }
        if free == before {
            return free;
        }
    }
}

/// What an act makes at each first sprite.
pub fn comes(act: &Act) -> Option<KindId> {
    match act {
        Act::Become(Form { kind, .. })
        | Act::Make(kind)
        | Act::MakeBeside(kind, _)
        | Act::MakeBehind(kind, _) => Some(*kind),
        _ => None,
    }
}

impl World<'_> {
    /// Whether an effect comes to something else in another order, for a first sprite that
    /// meets these: one of them is killed or vanishes with it, is faced, or collects it.
    pub fn is_chosen(&self, effect: &Effect, first: SpriteId, met: &[SpriteId]) -> bool {
        let takes = |act: &Act| {
            let takes_second = matches!(act, Act::Kill(Who::Second) | Act::Vanish(Who::Second));
            takes_second || matches!(act, Act::Attract | Act::Collect)
        };
        // Of one kind, all die that meet any.
        let die_both = effect.acts == [Act::Kill(Who::First), Act::Kill(Who::Second)];
        let are_alike = die_both && met.iter().all(|met| met.0 == first.0);
        effect.acts.iter().any(takes) && !are_alike && self.is_choice(met)
    }

    /// Whether there are two different sprites of a kind without an order.
    pub fn is_choice(&self, sprites: &[SpriteId]) -> bool {
        sprites.windows(2).any(|two| {
            let (a, b) = (two[0], two[1]);
            a.0 == b.0 && self.by.is_free[a.0] && self.sprite(a) != self.sprite(b)
        })
    }
}
