//! What a game's text says of all levels that there can be.

use crate::compiled::{Act, Class, EffectId, KindId};
use crate::plain::comes;
use crate::source::Source;

/// For each kind, whether no level of this game can have a sprite of it: no letter stands for
/// it, and no rule that can happen makes it.
pub fn never_there(source: &Source) -> Vec<bool> {
    let game = &source.game;
    let mut never = vec![true; game.kinds.len()];
    for &kind in source.letters.values().flatten() {
        never[kind] = false;
    }
    loop {
        let before = never.clone();
        let is_there = |kind: KindId| game.kinds[kind].family.iter().any(|&part| !before[part]);
        let met = game.pairs.iter();
        let met = met.filter(|pair| is_there(pair.first) && is_there(pair.second));
        let edges = game.edges.iter().filter(|edge| is_there(edge.0));
        let mut effects: Vec<EffectId> = met.flat_map(|pair| pair.effects.clone()).collect();
        effects.extend(edges.map(|edge| edge.1));
        while let Some(effect) = effects.pop() {
            for act in &game.effects[effect].acts {
                match act {
                    Act::BecomeAll(_, form) => never[form.kind] = false,
                    // One that repeats sets itself.
                    Act::SetTimer(_, later) if *later != effect => effects.push(*later),
                    act => comes(act).into_iter().for_each(|kind| never[kind] = false),
                }
            }
        }
        for kind in (0..game.kinds.len()).filter(|&kind| !before[kind]) {
            match &game.kinds[kind].class {
                Some(Class::Shooter { weapons }) => {
                    { weapons.iter() }.for_each(|weapon| never[weapon.0] = false);
                }
                Some(Class::Turner { trail }) => never[*trail] = false,
                _ => {}
            }
        }
        if never == before {
            return never;
        }
    }
}
