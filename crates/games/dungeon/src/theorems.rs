//! What is known of dungeons without looking at states. Trusted as an axiom; the
//! proofs are in `docs/dungeons.md`.

use std::any::Any;

use crate::canonical::{Goal, Map, Plan};
use playproof_model::{NOTHING_IS_LOST, Property, Theorem};

use crate::keys_and_doors::KeysAndDoors;
use crate::names::identifiers;

/// Every door that a player may have to open is paid for by keys: the axiom that
/// is proved in `docs/dungeons.md`.
pub const KEYS_PAY_FOR_DOORS: &str = "keys-pay-for-doors";

/// The theorems about one dungeon, and the dungeon itself for those who look for
/// arguments.
#[derive(Clone, Debug)]
pub struct DungeonTheorems {
    plan: Plan,
    nothing_is_lost: bool,
    keys_and_doors: Option<KeysAndDoors>,
}

impl DungeonTheorems {
    pub(crate) fn of(plan: Plan) -> DungeonTheorems {
        let (nothing_is_lost, keys_and_doors) = match &plan {
            // What holds goes on to hold, and rules need nothing else.
            Plan::Rules(_) => (true, None),
            Plan::Map(map) => (nothing_is_lost(map), KeysAndDoors::of(map)),
        };
        DungeonTheorems {
            plan,
            nothing_is_lost,
            keys_and_doors,
        }
    }

    /// The dungeon.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The room, or the kind or fact, that a proposition such as `in_Hall` is about.
    pub fn thing(&self, name: &str) -> Option<Goal> {
        let find = |names: Vec<String>, name: &str| names.iter().position(|known| known == name);
        if let Some(room) = name.strip_prefix("in_") {
            let Plan::Map(map) = &self.plan else {
                return None;
            };
            let names = identifiers(map.rooms.iter().map(|room| room.name.as_str()));
            return find(names, room).map(Goal::Room);
        }
        let name = name.strip_prefix("found_")?;
        let names = match &self.plan {
            Plan::Map(map) => identifiers(map.kinds.iter().map(|kind| kind.name.as_str())),
            Plan::Rules(rules) => identifiers(rules.facts.iter().map(String::as_str)),
        };
        find(names, name).map(Goal::Kind)
    }

    /// The theorem about keys that are used up, if it speaks of this dungeon.
    pub fn keys_and_doors(&self) -> Option<&KeysAndDoors> {
        self.keys_and_doors.as_ref()
    }
}

/// Whether one can always walk back, and no lock uses up what it needs: then one can
/// go back to the start and do from there what could be done at first.
fn nothing_is_lost(map: &Map) -> bool {
    let needs = |lock: usize| map.locks[lock].needs.iter();
    map.passages.iter().all(|passage| {
        let mut needs = passage.lock.into_iter().flat_map(needs);
        !passage.is_one_way && !needs.any(|need| map.kinds[need.kind].is_used_up)
    })
}

impl Theorem for DungeonTheorems {
    fn name(&self) -> &'static str {
        match self.nothing_is_lost {
            true => NOTHING_IS_LOST,
            false => KEYS_PAY_FOR_DOORS,
        }
    }

    fn nothing_is_lost(&self) -> bool {
        self.nothing_is_lost
    }

    fn lasts(&self, name: &str) -> bool {
        self.nothing_is_lost && (name == "win" || self.thing(name).is_some())
    }

    fn shows(&self, property: &Property, argument: &[u32]) -> Result<&'static str, String> {
        if property.is_about_each() {
            return match (self.nothing_is_lost, argument) {
                (true, []) => Ok(NOTHING_IS_LOST),
                (true, _) => Err("nothing has to be argued".to_owned()),
                (false, _) => Err("something may be lost in this dungeon".to_owned()),
            };
        }
        let theorem = self.keys_and_doors.as_ref();
        let theorem = theorem.ok_or("no theorem is about such a dungeon")?;
        theorem
            .shows(property, argument)
            .map(|()| KEYS_PAY_FOR_DOORS)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
