//! The changes that a dungeon is tried with, and the dungeon after some of them.
//!
//! Things are put only where somebody can get to, as far as rules can tell. A goal
//! that is a thing is put somewhere only if there is none: to move the treasure to the
//! door helps nobody. Of rules, what is given is what the trouble begins with, for the
//! same reason as in [`missing_core`](crate::missing_core).

use crate::canonical::{Goal, HornRules, Map, Plan, Thing};

use crate::horn::closure::{Watchers, closure, closure_with};
use crate::horn::from_map::room_by_room;
use crate::horn::missing::core_candidates;
use crate::insight::change::Change;

/// All changes of a plan, in the order in which they are tried: sort by sort as in
/// [`Change`], each in the order of the text.
pub fn changes(plan: &Plan) -> Vec<Change> {
    match plan {
        Plan::Map(map) => of_map(map),
        Plan::Rules(rules) => of_rules(rules),
    }
}

fn of_map(map: &Map) -> Vec<Change> {
    let held = closure(&room_by_room(map).rules).held;
    let places = 0..map.rooms.len();
    let places: Vec<usize> = places.filter(|&room| held.contains(room as u32)).collect();
    let has = |room: usize, kind: usize| map.rooms[room].things.iter().any(|t| t.kind == kind);
    let exists = |kind: usize| (0..map.rooms.len()).any(|room| has(room, kind));
    let is_needed = |kind: usize| {
        let needs = map.locks.iter().flat_map(|lock| &lock.needs);
        needs.into_iter().any(|need| need.kind == kind)
    };
    let is_goal = |kind: usize| map.goals.contains(&Goal::Kind(kind));
    let kinds = 0..map.kinds.len();
    let movable: Vec<usize> = kinds
        .clone()
        .filter(|&kind| is_needed(kind) && !is_goal(kind))
        .collect();
    let kinds = kinds.filter(|&kind| movable.contains(&kind) || (is_goal(kind) && !exists(kind)));
    let kinds: Vec<usize> = kinds.collect();
    let passages = || 0..map.passages.len();
    let one_way = || {
        let all = map.passages.iter().enumerate();
        let one_way = all.filter(|(_, passage)| passage.is_one_way && passage.from != passage.to);
        one_way.map(|(number, _)| number)
    };
    let mut found = Vec::new();
    for &kind in &kinds {
        let here = places.iter().filter(|&&room| has(room, kind));
        let alike = here.filter(|_| map.kinds[kind].is_used_up);
        found.extend(alike.map(|&room| Change::Duplicate { kind, room }));
    }
    for &kind in &kinds {
        let elsewhere = places.iter().filter(|&&room| !has(room, kind));
        found.extend(elsewhere.map(|&room| Change::Add { kind, room }));
    }
    for &kind in &movable {
        for from in (0..map.rooms.len()).filter(|&room| has(room, kind)) {
            // Of what is kept, a second one in a room is none.
            let is_other = |to: usize| to != from && (map.kinds[kind].is_used_up || !has(to, kind));
            let places = places.iter().filter(|&&to| is_other(to));
            found.extend(places.map(|&to| Change::Move { kind, from, to }));
        }
    }
    let locked = passages().filter(|&passage| map.passages[passage].lock.is_some());
    found.extend(locked.map(|passage| Change::Unlock { passage }));
    found.extend(one_way().map(|passage| Change::OpenBack { passage }));
    found.extend(one_way().map(|passage| Change::Reverse { passage }));
    found
}

fn of_rules(rules: &HornRules) -> Vec<Change> {
    let held = closure(rules).held;
    let lacking = core_candidates(rules);
    let mut given: Vec<u32> = lacking.clone();
    given.retain(|fact| !rules.goals.contains(fact));
    let suffice = closure_with(rules, &Watchers::of(rules), &given, |_| true).reaches_goal();
    if !suffice {
        given = lacking;
    }
    let mut found: Vec<Change> = given.iter().map(|&fact| Change::Give { fact }).collect();
    for rule in 0..rules.rules.len() {
        let lacking = rules.body(rule).iter().filter(|&&f| !held.contains(f));
        let rule = rule as u32;
        found.extend(lacking.map(|&fact| Change::Drop { rule, fact }));
    }
    found
}

/// The plan after changes. `None` if they are not possible together.
pub fn changed(plan: &Plan, changes: &[Change]) -> Option<Plan> {
    let is_addition =
        |change: &Change| matches!(change, Change::Duplicate { .. } | Change::Add { .. });
    let is_repeated = |(i, change)| changes[..i].contains(change) && !is_addition(change);
    if changes.iter().enumerate().any(is_repeated) {
        return None;
    }
    match plan {
        Plan::Map(map) => changed_map(map, changes).map(Plan::Map),
        Plan::Rules(rules) => changed_rules(rules, changes).map(Plan::Rules),
    }
}

fn changed_map(before: &Map, changes: &[Change]) -> Option<Map> {
    let mut map = before.clone();
    // What is moved must have lain there before any change.
    let mut moved = Vec::new();
    for change in changes {
        if let Change::Move { kind, from, to } = *change {
            let things = &mut map.rooms[from].things;
            let at = things.iter().rposition(|thing| thing.kind == kind)?;
            moved.push((to, things.remove(at)));
        }
    }
    for (to, thing) in moved {
        put(&mut map, to, thing);
    }
    for change in changes {
        match *change {
            Change::Duplicate { kind, room } | Change::Add { kind, room } => {
                let mut there = before.rooms[room].things.iter();
                let alike = there.find(|thing| thing.kind == kind).cloned();
                let new = Thing {
                    kind,
                    mark: before.rooms[room].mark,
                    ..Thing::default()
                };
                put(&mut map, room, alike.unwrap_or(new));
            }
            Change::Move { .. } => {}
            Change::Unlock { passage } => {
                let lock = map.passages[passage].lock.take()?;
                forget_if_idle(&mut map, lock);
            }
            Change::OpenBack { passage } => {
                let passage = &mut map.passages[passage];
                passage.is_one_way.then_some(())?;
                passage.is_one_way = false;
            }
            Change::Reverse { passage } => {
                let passage = &mut map.passages[passage];
                passage.is_one_way.then_some(())?;
                std::mem::swap(&mut passage.from, &mut passage.to);
            }
            Change::Give { .. } | Change::Drop { .. } => return None,
        }
    }
    Some(map)
}

/// Puts a thing into a room, beside what is like it.
fn put(map: &mut Map, room: usize, thing: Thing) {
    let things = &mut map.rooms[room].things;
    let beside = things.iter().rposition(|other| other.kind == thing.kind);
    things.insert(beside.map_or(things.len(), |at| at + 1), thing);
}

/// Takes a lock away if it closes nothing any more.
fn forget_if_idle(map: &mut Map, lock: usize) {
    let mut locks = map.passages.iter().filter_map(|passage| passage.lock);
    if locks.any(|other| other == lock) {
        return;
    }
    map.locks.remove(lock);
    for other in map.passages.iter_mut().filter_map(|p| p.lock.as_mut()) {
        *other -= usize::from(*other > lock);
    }
}

fn changed_rules(before: &HornRules, changes: &[Change]) -> Option<HornRules> {
    let mut rules = HornRules {
        rules: Vec::new(),
        bodies: Vec::new(),
        ..before.clone()
    };
    for (number, rule) in before.rules.iter().enumerate() {
        let is_dropped = |&fact: &u32| {
            let rule = number as u32;
            changes.contains(&Change::Drop { rule, fact })
        };
        let mut body = before.body(number).to_vec();
        body.retain(|fact| !is_dropped(fact));
        rules.push(&body, rule.clone());
    }
    for change in changes {
        match *change {
            Change::Give { fact } if before.init.contains(&fact) => return None,
            Change::Give { fact } => rules.init.push(fact),
            Change::Drop { .. } => {}
            _ => return None,
        }
    }
    Some(rules)
}

#[cfg(test)]
mod tests {
    use crate::canonical::DungeonLevel;
    use playproof_level::Level;

    use super::*;

    fn level(text: &str) -> Level {
        let file = crate::read("test", text.as_bytes()).expect("a dungeon");
        file.levels.into_iter().next().expect("a level")
    }

    fn plan(level: &Level) -> &Plan {
        &DungeonLevel::of(level).expect("a dungeon").plan
    }

    /// Each change as an instruction, and the lines of the text that it brings.
    fn told(text: &str) -> Vec<(String, Vec<String>)> {
        let level = level(text);
        let before = level.text();
        let told = changes(plan(&level)).into_iter().map(|change| {
            let mut after = DungeonLevel::of(&level).expect("a dungeon").clone();
            after.plan = changed(plan(&level), &[change]).expect("possible alone");
            let after = Level::of_words(after);
            let lines = after.text();
            // Whoever reads the text reads this very dungeon.
            let again = crate::read("again", lines.as_bytes()).expect("a dungeon");
            assert!(again.levels[0].same_level(&after), "{lines}");
            let new = lines
                .lines()
                .filter(|line| !before.lines().any(|l| l == *line));
            (change.text(plan(&level)), new.map(str::to_owned).collect())
        });
        told.collect()
    }

    #[test]
    fn changes_of_a_map_come_sort_by_sort() {
        let told = told(
            "dungeon\nstart: Hall\ngoal: Vault\nused-up: small\nkey: Key_A\n\
             room Hall: small\nroom Attic: Key_A\nroom Vault\n\
             Attic > Hall: Key_A\nlock Gate: small\nHall - Vault: lock Gate\n\
             Attic - Vault: lock Gate\n",
        );
        let told: Vec<(&str, String)> = told
            .iter()
            .map(|(text, lines)| (&text[..], lines.join("; ")))
            .collect();
        let expected = [
            ("put another small key into Hall", "room Hall: small*2"),
            (
                "put another small key into Attic",
                "room Attic: Key_A, small",
            ),
            ("put another small key into Vault", "room Vault: small"),
            ("put another Key_A into Hall", "room Hall: small, Key_A"),
            ("put another Key_A into Vault", "room Vault: Key_A"),
            (
                "move the small key from Hall to Attic",
                "room Hall; room Attic: Key_A, small",
            ),
            (
                "move the small key from Hall to Vault",
                "room Hall; room Vault: small",
            ),
            (
                "move the Key_A from Attic to Hall",
                "room Hall: small, Key_A; room Attic",
            ),
            (
                "move the Key_A from Attic to Vault",
                "room Attic; room Vault: Key_A",
            ),
            ("unlock Attic > Hall", "Attic > Hall"),
            ("unlock Hall - Vault", "Hall - Vault"),
            ("unlock Attic - Vault", "Attic - Vault"),
            (
                "open Attic > Hall in both directions",
                "Attic - Hall: Key_A",
            ),
            ("reverse Attic > Hall", "Hall > Attic: Key_A"),
        ];
        for (told, expected) in told.iter().zip(&expected) {
            assert_eq!((told.0, &told.1[..]), *expected);
        }
        assert_eq!(told.len(), expected.len());
    }

    #[test]
    fn changes_of_rules_begin_where_the_trouble_does() {
        let told = told("init: a\ngoal: d\na & b => c\nc => d\n");
        let told: Vec<&str> = told.iter().map(|(text, _)| &text[..]).collect();
        let expected = [
            "give b at the beginning",
            "drop b from a & b => c",
            "drop c from c => d",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn some_changes_are_not_possible_together() {
        let level = level(
            "dungeon\nstart: A\ngoal: C\nused-up: small\nroom A: small\nroom B\nroom C\n\
             A > B\nB - C: small\n",
        );
        let both = |a: Change, b: Change| changed(plan(&level), &[a, b]).is_some();
        let put = Change::Add { kind: 0, room: 1 };
        let go = |to: usize| Change::Move {
            kind: 0,
            from: 0,
            to,
        };
        assert!(both(put, put) && both(put, go(1)));
        assert!(!both(go(1), go(2)), "there is one thing only");
        let (back, turn) = (
            Change::OpenBack { passage: 0 },
            Change::Reverse { passage: 0 },
        );
        assert!(!both(back, turn) && !both(turn, turn));
        let unlock = Change::Unlock { passage: 1 };
        assert!(!both(unlock, unlock) && both(unlock, turn));
    }
}
