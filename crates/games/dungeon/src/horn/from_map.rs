//! A map as rules, room by room: each room and each kind of thing is a fact.
//!
//! A passage is a rule for each way it can be gone, whose conditions are the room it
//! begins in and what its lock needs. So a key opens a door only for who can get
//! there, unlike the rules `key => door` that are sometimes written beside such ones.

use crate::canonical::{Cost, Goal, HornRule, HornRules, Map, Mark};

/// A map as rules.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomByRoom {
    /// The rules. The first facts are the rooms, the others the kinds.
    pub rules: HornRules,
    /// Whether they say of each room and thing whether it can be reached. If not, what
    /// they say cannot be reached cannot be, but what they say can be may be not: the
    /// rules know nothing of keys that are gone, and nothing of ways back.
    pub is_exact: bool,
}

/// The rules of a map.
pub fn room_by_room(map: &Map) -> RoomByRoom {
    let n_rooms = map.rooms.len();
    let kind_fact = |kind: usize| (n_rooms + kind) as u32;
    let rooms = map.rooms.iter().map(|room| (&room.name, room.mark));
    let kinds = map.kinds.iter().map(|kind| (&kind.name, kind.mark));
    let (facts, fact_marks): (Vec<String>, Vec<Mark>) = rooms
        .chain(kinds)
        .map(|(name, mark)| (name.clone(), mark))
        .unzip();
    let mut rules = HornRules {
        facts,
        fact_marks,
        init: vec![map.start as u32],
        ..HornRules::default()
    };
    rules.goals = map
        .goals
        .iter()
        .map(|goal| match goal {
            Goal::Room(room) => *room as u32,
            Goal::Kind(kind) => kind_fact(*kind),
        })
        .collect();
    for (number, room) in map.rooms.iter().enumerate() {
        for thing in &room.things {
            let rule = rule(
                kind_fact(thing.kind),
                thing.cost,
                thing.experience,
                thing.mark,
            );
            rules.push(&[number as u32], rule);
        }
    }
    let mut is_exact = true;
    for passage in &map.passages {
        let needs = passage.lock.iter().flat_map(|lock| &map.locks[*lock].needs);
        let needs: Vec<usize> = needs.map(|need| need.kind).collect();
        let is_used_up = |kind: &usize| map.kinds[*kind].is_used_up;
        is_exact &= !passage.is_one_way && !needs.iter().any(is_used_up);
        let back = (!passage.is_one_way).then_some((passage.to, passage.from));
        for (from, to) in [Some((passage.from, passage.to)), back]
            .into_iter()
            .flatten()
        {
            // Who is there need not go there.
            if from == to {
                continue;
            }
            let mut body = vec![from as u32];
            body.extend(needs.iter().map(|kind| kind_fact(*kind)));
            let rule = rule(to as u32, passage.cost, passage.experience, passage.mark);
            rules.push(&body, rule);
        }
    }
    RoomByRoom { rules, is_exact }
}

fn rule(head: u32, cost: Cost, experience: u32, mark: Mark) -> HornRule {
    HornRule {
        head,
        cost,
        experience,
        mark,
        ..HornRule::default()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::canonical::DungeonLevel;
    use crate::canonical::Plan;

    use super::*;
    use crate::{closure, stalemates};

    /// The only map of a text.
    pub(crate) fn map(text: &str) -> Map {
        let file = crate::read("test", text.as_bytes()).expect("a dungeon");
        match &DungeonLevel::of(&file.levels[0]).expect("a dungeon").plan {
            Plan::Map(map) => map.clone(),
            Plan::Rules(_) => panic!("rules"),
        }
    }

    #[test]
    fn a_key_opens_no_door_that_nobody_can_reach() {
        // The door to the vault is beyond a room for which there is no key.
        let map = map("dungeon\nstart: Hall\ngoal: Vault\n\
                       room Hall: Key_A\nroom Attic\nroom Vault\n\
                       Hall - Attic: Key_B\nAttic - Vault: Key_A\n");
        let found = room_by_room(&map);
        assert!(found.is_exact);
        assert!(!closure(&found.rules).reaches_goal());
        let messages = stalemates(&found.rules);
        let messages: Vec<String> = messages.iter().map(ToString::to_string).collect();
        let expected = [
            "Cannot apply rule for: Key_B",
            "Cannot generate precondition Key_B for Hall & Key_B => Attic",
        ];
        assert_eq!(messages, expected);
    }

    #[test]
    fn what_rules_cannot_know_is_said() {
        let is_exact = |line: &str| {
            let text = format!(
                "dungeon\nstart: Hall\ngoal: Vault\nused-up: small\n\
                 room Hall: small, Key_A\nroom Vault\n{line}\n"
            );
            room_by_room(&map(&text)).is_exact
        };
        assert!(is_exact("Hall - Vault: Key_A"));
        assert!(!is_exact("Hall - Vault: small"));
        assert!(!is_exact("Hall > Vault"));
    }
}
