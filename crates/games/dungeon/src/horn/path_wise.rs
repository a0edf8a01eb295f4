//! A map as rules, path by path, as lecture slides on lock-and-key dungeons make them
//! (Giacomo Bergami, *Levels and goals III: From Navigation to Analysis*, Newcastle
//! University, undated: `ProceduralDungeon::isFeasable`). They are here to be shown beside those that are
//! made room by room, which say what can be reached.
//!
//! For each path from the start to the goal that enters no room twice: the things
//! before its first door hold at the beginning; a door can be opened with its key and
//! all doors before it on the path, and, by one more rule, with its key alone; the
//! things behind a door and before the next can be had once that door is open. The goal
//! counts as a door that needs no key.
//!
//! Both ways they go wrong: by the rule `key => door` a key opens a door that nobody
//! can get to, and what lies off all paths is never found.

use std::collections::{HashMap, HashSet};

use crate::canonical::{Goal, HornRule, HornRules, Map, Mark};

use crate::horn::closure::closure;
use crate::horn::fact_set::FactSet;
use crate::horn::from_map::room_by_room;

/// The most paths that are looked at.
const MAX_PATHS: usize = 10_000;

/// The most steps that looking for paths takes: a maze may have many ways that end
/// nowhere.
const MAX_STEPS: usize = 1_000_000;

/// The most conditions that all rules have together.
const MAX_CONDITIONS: usize = 1_000_000;

/// A map as rules, path by path.
#[derive(Clone, PartialEq, Debug)]
pub struct PathWise {
    /// The rules. Facts are kinds of things, doors, and rooms that are goals.
    pub rules: HornRules,
    /// How many paths they were made of.
    pub n_paths: usize,
    /// Whether these are all paths.
    pub is_complete: bool,
    /// The rules that apply in the end and give what nobody can reach.
    pub unfounded: Vec<u32>,
    /// The facts that can be had and that these rules do not give.
    pub missed: Vec<u32>,
    /// Whether these rules give the goal.
    pub reaches_goal: bool,
}

/// The rules of a map, path by path.
pub fn path_wise(map: &Map) -> PathWise {
    let mut maker = Maker::new(map);
    let mut is_complete = true;
    for goal in &map.goals {
        is_complete &= maker.paths_to(*goal);
    }
    let (rules, n_paths) = (maker.rules, maker.n_paths);
    let said = closure(&rules);
    let possible = Possible::of(map);
    let is_possible: Vec<bool> = maker.facts.iter().map(|fact| possible.has(*fact)).collect();
    let unfounded = (0..rules.rules.len() as u32).filter(|rule| {
        let head = rules.rules[*rule as usize].head;
        said.is_applicable[*rule as usize] && !is_possible[head as usize]
    });
    let facts = 0..rules.facts.len() as u32;
    let missed = facts.filter(|fact| is_possible[*fact as usize] && !said.held.contains(*fact));
    PathWise {
        unfounded: unfounded.collect(),
        missed: missed.collect(),
        reaches_goal: said.reaches_goal(),
        rules,
        n_paths,
        is_complete,
    }
}

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Fact {
    Kind(usize),
    Lock(usize),
    Room(usize),
}

/// What can be reached at all, by the rules that are made room by room. Where keys are
/// used up or passages one-way it may be less.
struct Possible<'a> {
    map: &'a Map,
    held: FactSet,
    /// For each lock whether somebody can stand before it.
    is_met: Vec<bool>,
}

impl Possible<'_> {
    fn of(map: &Map) -> Possible<'_> {
        let held = closure(&room_by_room(map).rules).held;
        let mut is_met = vec![false; map.locks.len()];
        for passage in &map.passages {
            let from_behind = held.contains(passage.to as u32) && !passage.is_one_way;
            if let Some(lock) = passage.lock {
                is_met[lock] |= held.contains(passage.from as u32) || from_behind;
            }
        }
        Possible { map, held, is_met }
    }

    fn has(&self, fact: Fact) -> bool {
        let has_kind = |kind: usize| self.held.contains((self.map.rooms.len() + kind) as u32);
        match fact {
            Fact::Room(room) => self.held.contains(room as u32),
            Fact::Kind(kind) => has_kind(kind),
            Fact::Lock(lock) => {
                let mut needs = self.map.locks[lock].needs.iter();
                self.is_met[lock] && needs.all(|need| has_kind(need.kind))
            }
        }
    }
}

/// Makes rules of paths.
struct Maker<'a> {
    map: &'a Map,
    /// Where each passage leads, from both of its rooms if it goes both ways.
    ways: Vec<Vec<Step>>,
    rules: HornRules,
    facts: Vec<Fact>,
    numbers: HashMap<Fact, u32>,
    names: HashSet<String>,
    /// The first passage of each lock.
    passage_of: Vec<usize>,
    /// Facts that hold at the beginning.
    is_given: HashSet<u32>,
    /// Rules that are there already.
    known: HashSet<(Vec<u32>, u32)>,
    n_paths: usize,
    n_steps: usize,
}

/// A step of a path.
#[derive(Clone, Copy)]
struct Step {
    to: usize,
    passage: usize,
}

impl<'a> Maker<'a> {
    fn new(map: &'a Map) -> Maker<'a> {
        let mut ways = vec![Vec::new(); map.rooms.len()];
        for (passage, way) in map.passages.iter().enumerate() {
            ways[way.from].push(Step {
                to: way.to,
                passage,
            });
            if !way.is_one_way {
                ways[way.to].push(Step {
                    to: way.from,
                    passage,
                });
            }
        }
        let mut passage_of = vec![0; map.locks.len()];
        for (number, passage) in map.passages.iter().enumerate().rev() {
            if let Some(lock) = passage.lock {
                passage_of[lock] = number;
            }
        }
        let mut maker = Maker {
            map,
            ways,
            rules: HornRules::default(),
            facts: Vec::new(),
            numbers: HashMap::new(),
            names: HashSet::new(),
            passage_of,
            is_given: HashSet::new(),
            known: HashSet::new(),
            n_paths: 0,
            n_steps: 0,
        };
        let goals = map.goals.iter().map(|goal| match goal {
            Goal::Room(room) => maker.fact(Fact::Room(*room)),
            Goal::Kind(kind) => maker.fact(Fact::Kind(*kind)),
        });
        maker.rules.goals = goals.collect();
        maker
    }

    /// Makes the rules of all paths to a goal; whether those were all.
    fn paths_to(&mut self, goal: Goal) -> bool {
        let is_end: Vec<bool> = match goal {
            Goal::Room(goal) => (0..self.map.rooms.len()).map(|room| room == goal).collect(),
            Goal::Kind(goal) => {
                let has = |room: &crate::canonical::Room| {
                    room.things.iter().any(|thing| thing.kind == goal)
                };
                self.map.rooms.iter().map(has).collect()
            }
        };
        let leads_on = self.leads_on(&is_end);
        let start = self.map.start;
        if !leads_on[start] {
            return true;
        }
        if is_end[start] {
            self.n_paths += 1;
            return self.path(&[], goal);
        }
        // Depth first: the steps gone, and for each room the next way to be tried.
        let mut is_on_path = vec![false; self.map.rooms.len()];
        is_on_path[start] = true;
        let mut steps: Vec<Step> = Vec::new();
        let mut next = vec![0];
        while let Some(tried) = next.last_mut() {
            let room = steps.last().map_or(start, |step| step.to);
            let Some(&step) = self.ways[room].get(*tried) else {
                next.pop();
                is_on_path[room] = false;
                steps.pop();
                continue;
            };
            *tried += 1;
            self.n_steps += 1;
            if self.n_steps > MAX_STEPS {
                return false;
            }
            if is_on_path[step.to] || !leads_on[step.to] {
                continue;
            }
            steps.push(step);
            if is_end[step.to] {
                if self.n_paths == MAX_PATHS || !self.path(&steps, goal) {
                    return false;
                }
                self.n_paths += 1;
                steps.pop();
            } else {
                is_on_path[step.to] = true;
                next.push(0);
            }
        }
        true
    }

    /// For each room whether some way leads from there to the end, locked or not.
    fn leads_on(&self, is_end: &[bool]) -> Vec<bool> {
        let mut ways_back = vec![Vec::new(); self.map.rooms.len()];
        for (room, ways) in self.ways.iter().enumerate() {
            for step in ways {
                ways_back[step.to].push(room);
            }
        }
        let mut leads_on = is_end.to_vec();
        let mut open: Vec<usize> = (0..is_end.len()).filter(|room| is_end[*room]).collect();
        while let Some(room) = open.pop() {
            for &before in &ways_back[room] {
                if !std::mem::replace(&mut leads_on[before], true) {
                    open.push(before);
                }
            }
        }
        leads_on
    }

    /// Makes the rules of one path, unless they get too many.
    fn path(&mut self, steps: &[Step], goal: Goal) -> bool {
        let mut doors: Vec<u32> = Vec::new();
        self.take(self.map.start, &doors);
        for step in steps {
            let passage = &self.map.passages[step.passage];
            if let Some(lock) = passage.lock {
                let door = self.fact(Fact::Lock(lock));
                // One lock may close several passages of the path.
                if self.rules.bodies.len() > MAX_CONDITIONS {
                    return false;
                }
                if !doors.contains(&door) {
                    let needs = self.map.locks[lock].needs.iter();
                    let keys = needs.map(|need| Fact::Kind(need.kind));
                    let keys: Vec<u32> = keys.map(|key| self.fact(key)).collect();
                    self.rule(&[&keys[..], &doors].concat(), door, passage.mark);
                    self.rule(&keys, door, passage.mark);
                    doors.push(door);
                }
            }
            self.take(step.to, &doors);
        }
        if let Goal::Room(room) = goal {
            let head = self.fact(Fact::Room(room));
            self.rule(&doors, head, self.map.rooms[room].mark);
        }
        true
    }

    /// What lies in a room can be had behind the last of the doors.
    fn take(&mut self, room: usize, doors: &[u32]) {
        for thing in &self.map.rooms[room].things {
            let fact = self.fact(Fact::Kind(thing.kind));
            match doors.last() {
                Some(&door) => self.rule(&[door], fact, thing.mark),
                None if self.is_given.insert(fact) => self.rules.init.push(fact),
                None => {}
            }
        }
    }

    fn rule(&mut self, body: &[u32], head: u32, mark: Mark) {
        if self.known.insert((body.to_vec(), head)) {
            let rule = HornRule {
                head,
                mark,
                ..HornRule::default()
            };
            self.rules.push(body, rule);
        }
    }

    /// The number of a fact, which gets a name of its own when it is met first.
    fn fact(&mut self, fact: Fact) -> u32 {
        if let Some(&number) = self.numbers.get(&fact) {
            return number;
        }
        let (name, mark) = match fact {
            Fact::Kind(kind) => (self.map.kinds[kind].name.clone(), self.map.kinds[kind].mark),
            Fact::Room(room) => (self.map.rooms[room].name.clone(), self.map.rooms[room].mark),
            Fact::Lock(lock) => (self.door_name(lock), self.map.locks[lock].mark),
        };
        let mut unique = name.clone();
        for n in 2.. {
            if self.names.insert(unique.clone()) {
                break;
            }
            unique = format!("{name} ({n})");
        }
        let number = self.facts.len() as u32;
        self.facts.push(fact);
        self.numbers.insert(fact, number);
        self.rules.facts.push(unique);
        self.rules.fact_marks.push(mark);
        number
    }

    /// A lock's name, or the rooms that its door is between.
    fn door_name(&self, lock: usize) -> String {
        if let Some(name) = &self.map.locks[lock].name {
            return name.clone();
        }
        let passage = &self.map.passages[self.passage_of[lock]];
        let name = |room: usize| &self.map.rooms[room].name;
        format!("{}-{}", name(passage.from), name(passage.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::from_map::tests::map;
    use crate::horn::words::rule_text;

    fn texts(found: &PathWise) -> Vec<String> {
        let rules = 0..found.rules.rules.len() as u32;
        rules.map(|rule| rule_text(&found.rules, rule)).collect()
    }

    fn unfounded(found: &PathWise) -> Vec<String> {
        let rules = found.unfounded.iter();
        rules.map(|rule| rule_text(&found.rules, *rule)).collect()
    }

    #[test]
    fn a_key_opens_a_door_that_nobody_can_reach() {
        // The door to the vault is beyond a room for which there is no key.
        let map = map("dungeon\nstart: Hall\ngoal: Vault\n\
                       room Hall: Key_A\nroom Attic\nroom Vault: Gold\n\
                       Hall - Attic: Key_B\nAttic - Vault: Key_A\n");
        let found = path_wise(&map);
        assert_eq!(
            texts(&found),
            [
                "Key_B => Hall-Attic",
                "Key_A & Hall-Attic => Attic-Vault",
                "Key_A => Attic-Vault",
                "Attic-Vault => Gold",
                "Hall-Attic & Attic-Vault => Vault",
            ]
        );
        assert_eq!(
            unfounded(&found),
            ["Key_A => Attic-Vault", "Attic-Vault => Gold"]
        );
        // Ours gives neither the gold nor the room.
        let ours = room_by_room(&map).rules;
        let held = closure(&ours).held;
        let has = |name: &str| {
            let fact = ours.facts.iter().position(|fact| fact == name);
            held.contains(fact.expect("a fact") as u32)
        };
        assert!(has("Key_A") && !has("Gold") && !has("Vault"));
    }

    #[test]
    fn it_may_even_win_what_cannot_be_won() {
        // The goal is what lies behind the door that nobody can reach.
        let map = map("dungeon\nstart: Hall\ngoal: Gold\n\
                       room Hall: Key_A\nroom Attic\nroom Vault: Gold\n\
                       Hall - Attic: Key_B\nAttic - Vault: Key_A\n");
        assert!(path_wise(&map).reaches_goal);
        assert!(!closure(&room_by_room(&map).rules).reaches_goal());
    }

    #[test]
    fn what_lies_off_all_paths_is_missed() {
        let map = map("dungeon\nstart: Hall\ngoal: Vault\n\
                       room Hall\nroom Pantry: Key_A\nroom Vault\n\
                       Hall - Pantry\nHall - Vault: Key_A\n");
        let found = path_wise(&map);
        assert!(!found.reaches_goal && found.unfounded.is_empty());
        let missed = found.missed.iter();
        let missed: Vec<&str> = missed
            .map(|fact| found.rules.facts[*fact as usize].as_str())
            .collect();
        assert_eq!(missed, ["Vault", "Hall-Vault", "Key_A"]);
        assert!(closure(&room_by_room(&map).rules).reaches_goal());
    }

    #[test]
    fn every_path_gives_its_rules() {
        let map = map(
            "dungeon\nstart: A\ngoal: D\nroom A: k\nroom B: m\nroom C\nroom D\n\
                       A - B: k\nA - C\nB - D: m\nC > D: k\n",
        );
        let found = path_wise(&map);
        assert_eq!((found.n_paths, found.is_complete), (2, true));
        assert_eq!(
            texts(&found),
            [
                "k => A-B",
                "A-B => m",
                "m & A-B => B-D",
                "m => B-D",
                "A-B & B-D => D",
                "k => C-D",
                "C-D => D",
            ]
        );
        assert_eq!((found.unfounded.len(), found.missed.len()), (0, 0));
    }

    #[test]
    fn many_paths_are_cut_short() {
        // A ladder of 20 rungs has more than a million paths.
        let mut text = "dungeon\nstart: a0\ngoal: a20\nroom a20\n".to_owned();
        for i in 0..20 {
            let j = i + 1;
            text += &format!("room a{i}\nroom b{i}\nroom c{i}\n");
            text += &format!("a{i} - b{i}\na{i} - c{i}\nb{i} - a{j}\nc{i} - a{j}\n");
        }
        let found = path_wise(&map(&text));
        assert_eq!((found.n_paths, found.is_complete), (MAX_PATHS, false));
    }
}
