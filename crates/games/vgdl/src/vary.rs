//! Which parts of a state can change at all, so that states need not hold the others.
//!
//! Not trusted: whoever writes states notices when something else changed after all
//! (`encoding.rs`), and then says that it does not know where that leads.

use crate::compiled::{Act, Class, Facing, Game, KindId, Who};
use crate::plain::{Habits, State, comes as made, met_kinds};

/// How much of the sprites of a kind can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// Some can vanish, none comes, and none changes.
    Vanishes,
    /// Anything.
    Anything,
}

/// What can change of the sprites of a kind whose list changes in any way.
#[derive(Clone, Debug)]
pub(crate) struct Varying {
    pub change: Change,
    pub is_avatar: bool,
    /// Whether its last place is that of the beginning of the next tick.
    pub is_drawn: bool,
    pub is_oriented: bool,
    pub drifts: bool,
    pub ages: bool,
    pub health: bool,
    pub pockets: bool,
    /// Whether some can come.
    pub comes: bool,
    /// Whether its cooldown matters between ticks.
    pub waits: bool,
    /// The speeds it can have.
    pub speeds: Vec<f64>,
    /// The most sprites of this kind that states hold.
    pub most: usize,
}

impl Varying {
    /// Whether there is nothing to say of a sprite but where it is.
    pub fn is_a_place(&self) -> bool {
        let has_more = self.is_avatar
            || !self.is_drawn
            || self.is_oriented
            || self.drifts
            || self.ages
            || self.health
            || self.pockets;
        !has_more && !self.waits && self.speeds.len() == 1 && self.comes
    }
}

/// What can change, kind by kind.
pub(crate) fn varying(game: &Game, habits: &Habits, begun: &State) -> Vec<Varying> {
    let n = game.kinds.len();
    let mut comes = vec![false; n];
    let mut goes = vec![false; n];
    let mut moves = vec![false; n];
    let mut health = vec![false; n];
    let mut pockets = vec![false; n];
    let mut speeds: Vec<Vec<f64>> = game.kinds.iter().map(|kind| vec![kind.speed]).collect();
    let family = |kind: KindId| game.kinds[kind].family.clone();
    let mark = |marks: &mut Vec<bool>, kinds: &[KindId]| {
        kinds.iter().for_each(|&kind| marks[kind] = true);
    };
    for (kind, there) in game.kinds.iter().enumerate() {
        match &there.class {
            Some(Class::Shooter { weapons }) => {
                { weapons.iter() }.for_each(|(shot, _)| comes[*shot] = true);
            }
            Some(Class::Turner { trail }) => comes[*trail] = true,
            Some(Class::Flicker { .. }) => goes[kind] = true,
            _ => {}
        }
        let class = there.class.as_ref();
        let walks = class.is_some_and(Class::is_avatar);
        moves[kind] |= walks || matches!(class, Some(Class::Chaser { .. })) || habits.drifts[kind];
    }
    let pairs = game.pairs.iter();
    let met = pairs.flat_map(|pair| { pair.effects.iter() }.map(|&e| (e, pair.first, pair.second)));
    let edges = game
        .edges
        .iter()
        .map(|&(kind, effect)| (effect, kind, kind));
    for (effect, first, second) in met.chain(edges) {
        let (first, second) = (family(first), family(second));
        let of = |who: Who| if who == Who::First { &first } else { &second };
        for act in &game.effects[effect].acts {
            match act {
                Act::Kill(who) | Act::Vanish(who) => mark(&mut goes, of(*who)),
                Act::KillIfScoreNegative | Act::Become(_) => mark(&mut goes, &first),
                Act::Add(who, ..) => mark(&mut pockets, of(*who)),
                Act::Collect => mark(&mut pockets, &second),
                Act::Heal(_) => mark(&mut health, &first),
                Act::Hurt(None, _) => {
                    mark(&mut health, &first);
                    mark(&mut goes, &first);
                }
                Act::Teleport => {
                    mark(&mut goes, &first);
                    mark(&mut moves, &first);
                }
                _ => {}
            }
        }
    }
    for act in game.acts() {
        match act {
            Act::KillAll(kind) => goes[*kind] = true,
            Act::Hurt(Some(whose), _) => {
                mark(&mut health, &family(*whose));
                mark(&mut goes, &family(*whose));
            }
            Act::BecomeAll(from, form) => {
                goes[*from] = true;
                comes[form.kind] = true;
            }
            Act::SetSpeed(kind, speed) => {
                family(*kind).into_iter().for_each(|part| {
                    if !speeds[part].contains(speed) {
                        speeds[part].push(*speed);
                    }
                });
            }
            act => {
                if let Some(kind) = made(act) {
                    comes[kind] = true;
                }
            }
        }
    }
    let pushes = |act: &Act| {
        matches!(
            act,
            Act::Push
                | Act::Pull
                | Act::PullOnto
                | Act::StepDown
                | Act::Wrap(_)
                | Act::Attract
                | Act::TurnBack
                | Act::Teleport
        )
    };
    let [pushed, _] = met_kinds(game, pushes);
    // What others turn into takes over what they have.
    let takes_over = |marks: &[bool]| marks.contains(&true);
    let is_odd = |two: &[crate::compiled::Kind]| two[0].health != two[1].health;
    let any_health = takes_over(&health) || game.kinds.windows(2).any(is_odd);
    let any_pocket = takes_over(&pockets);
    (0..n)
        .map(|kind| {
            let there = begun.sprites[kind].len();
            let is_avatar = { game.kinds[kind].class.as_ref() }.is_some_and(Class::is_avatar);
            let alters = moves[kind]
                || pushed[kind]
                || health[kind]
                || pockets[kind]
                || speeds[kind].len() > 1;
            let exists = there > 0 || comes[kind];
            let change = match (exists, comes[kind] || alters, goes[kind]) {
                (false, ..) | (true, false, false) => Change::Nothing,
                (true, true, _) => Change::Anything,
                (true, false, true) => Change::Vanishes,
            };
            let n_cells = cells(begun);
            let by_one = game.kinds[kind].is_singleton || is_avatar;
            Varying {
                change,
                is_avatar,
                is_drawn: habits.is_remembered[kind],
                comes: comes[kind],
                waits: habits.is_timed[kind] && game.kinds[kind].cooldown > 1,
                is_oriented: habits.faces[kind]
                    && (game.kinds[kind].is_oriented || pushed[kind] || comes[kind]),
                drifts: habits.drifts[kind],
                ages: matches!(game.kinds[kind].class, Some(Class::Flicker { .. })),
                health: health[kind] || any_health && comes[kind],
                pockets: pockets[kind] || any_pocket && comes[kind],
                speeds: speeds[kind].clone(),
                most: match (comes[kind], by_one) {
                    (false, _) => there,
                    (true, true) => there.max(1) + 1,
                    (true, false) => there + n_cells,
                },
            }
        })
        .collect()
}

/// How many sprites there are at first: a kind that comes can hardly come more often.
fn cells(begun: &State) -> usize {
    begun.sprites.iter().map(|all| all.len()).sum()
}

/// The directions that states hold, in the order of their values.
pub(crate) const FACINGS: [Facing; 5] = [
    Facing::NONE,
    Facing::UP,
    Facing::DOWN,
    Facing::LEFT,
    Facing::RIGHT,
];
