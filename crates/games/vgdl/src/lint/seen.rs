//! All that was seen in the states of levels, and who wins them.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;

use playproof_model::{System, Val};

use crate::compiled::{Act, Class, EffectId, Game, KindId, When, Who};
use crate::plain::{Input, Status, Told, comes};
use crate::system::VgdlSystem;

/// What was seen in the states of some levels.
#[derive(Default)]
pub struct Seen {
    pub n_states: u64,
    pub is_cut_off: bool,
    pub effects: BTreeSet<EffectId>,
    pub endings: BTreeSet<usize>,
    pub kinds: BTreeSet<KindId>,
}

impl Seen {
    /// Goes through the states of a level, as long as there are no more than that in all.
    /// Returns who first wins the level in a tick without a key.
    pub fn look(
        &mut self,
        system: &VgdlSystem,
        max_states: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Mover> {
        let mut by_others: Option<Mover> = None;
        let (interpreter, encoding) = (&system.interpreter, &system.encoding);
        let mut known: HashSet<Vec<Val>> = HashSet::new();
        let mut open = VecDeque::new();
        system.initial(&mut |state| {
            known.insert(state.to_vec());
            open.push_back((state.to_vec(), 1));
        });
        while let Some((values, ticks)) = open.pop_front() {
            if self.n_states >= max_states || go_on().is_break() {
                self.is_cut_off = true;
                break;
            }
            self.n_states += 1;
            let state = encoding.decode(&values);
            let there = state.sprites.iter().enumerate();
            let there = there.filter(|(_, sprites)| !sprites.is_empty());
            self.kinds.extend(there.map(|(kind, _)| kind));
            if state.status != Status::Open {
                continue;
            }
            for &input in &system.inputs {
                let Ok((next, told)) = interpreter.tick_told(&state, input) else {
                    self.is_cut_off = true;
                    continue;
                };
                let ending = told.ending.filter(|_| next.status == Status::Won);
                if let (Some(ending), Input::Wait, None) = (ending, input, &by_others) {
                    let by = mover(&interpreter.game, &told, ending);
                    by_others = by.map(|by| Mover { ticks, ..by });
                }
                self.effects
                    .extend(told.effects.iter().map(|(effect, _)| effect));
                self.endings.extend(told.ending);
                match encoding.encode(&next) {
                    Some(next) if known.insert(next.clone()) => {
                        open.push_back((next, ticks + 1));
                    }
                    Some(_) => {}
                    None => self.is_cut_off = true,
                }
            }
        }
        by_others
    }
}

/// A sprite that moves by itself and wins a level.
pub struct Mover {
    pub kind: KindId,
    /// By which effect.
    pub effect: EffectId,
    /// The ending that is true then.
    pub ending: usize,
    /// In which tick.
    pub ticks: u64,
}

/// Who moves by itself and, without the avatar, did something in this tick to the sprites
/// that an ending counts.
pub fn mover(game: &Game, told: &Told, ending: usize) -> Option<Mover> {
    let counted = match &game.endings[ending].when {
        When::AtMost(kinds, _) | When::AtLeast(kinds, _) | When::Exactly(kinds, _) => kinds,
        When::Timeout(_) => return None,
    };
    let counts = |kind: KindId| {
        let mut families = counted.iter().map(|&counted| &game.kinds[counted].family);
        families.any(|family| family.contains(&kind))
    };
    let is_avatar = |kind: KindId| {
        game.kinds[kind]
            .class
            .as_ref()
            .is_some_and(Class::is_avatar)
    };
    let moves = |kind: KindId| match &game.kinds[kind].class {
        Some(Class::Chaser { .. }) => true,
        Some(Class::Drifting | Class::Flicker { .. } | Class::Resource { .. }) => {
            game.kinds[kind].is_oriented && game.kinds[kind].speed != 0.0
        }
        _ => false,
    };
    told.effects.iter().find_map(|&(effect, met)| {
        let of = |who: Who| met[who as usize].map(|sprite| sprite.0);
        let touches = |act: &Act| match act {
            Act::Kill(who) | Act::Vanish(who) => of(*who).is_some_and(counts),
            Act::KillAll(kind) => counts(*kind),
            Act::BecomeAll(from, form) => counts(*from) || counts(form.kind),
            Act::Become(form) => counts(form.kind) || of(Who::First).is_some_and(counts),
            act => comes(act).is_some_and(counts),
        };
        let there = || met.iter().flatten().map(|sprite| sprite.0);
        let is_it = game.effects[effect].acts.iter().any(touches) && !there().any(is_avatar);
        let kind = there().rev().find(|&kind| moves(kind)).filter(|_| is_it)?;
        Some(Mover {
            kind,
            effect,
            ending,
            ticks: 0,
        })
    })
}
