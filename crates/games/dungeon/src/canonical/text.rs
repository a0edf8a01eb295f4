//! Dungeons written anew: the canonical text. Trusted.
//!
//! It says all that the rules read of a plan, so that no other plan has the same text.

use super::spelling::is_bare;
use super::{Cost, Goal, HornRules, Map, Plan, Thing, What};
use playproof_level::clean_title;

impl Plan {
    /// The canonical text. [`read`](crate::read) gives back this very plan and title,
    /// all numbers included, if the level was read. It is empty for a plan that no text
    /// says without doubt, such as one in which two rooms have one name.
    pub(crate) fn text(&self, title: Option<&str>) -> String {
        if !self.is_clear() {
            return String::new();
        }
        let title = title.and_then(clean_title);
        let title = title.map_or(String::new(), |title| format!(": {title}"));
        match self {
            Plan::Map(map) => format!("dungeon{title}\n{}", map_text(map)),
            Plan::Rules(rules) => format!("rules{title}\n{}", rules_text(rules)),
        }
    }
}

fn map_text(map: &Map) -> String {
    let kind = |kind: usize| name(&map.kinds[kind].name);
    let room = |room: usize| name(&map.rooms[room].name);
    let needs = |lock: usize| {
        let needs = map.locks[lock].needs.iter();
        let needs = needs.map(|need| kind(need.kind) + &times(need.count as usize));
        list(needs, " & ")
    };
    let goals = map.goals.iter().map(|goal| match *goal {
        Goal::Room(number) => room(number),
        Goal::Kind(number) => kind(number),
    });
    let mut text = format!("start: {}\ngoal: {}\n", room(map.start), list(goals, ", "));
    // All kinds come here, in the order of their numbers: what is read first gets the
    // first number.
    for alike in map.kinds.chunk_by(|a, b| a.what == b.what) {
        let what = match alike[0].what {
            What::Key => "key",
            What::Item => "item",
            What::Switch => "switch",
        };
        let names = alike.iter().map(|kind| name(&kind.name));
        text += &format!("{what}: {}\n", list(names, ", "));
    }
    let used_up = map.kinds.iter().filter(|kind| kind.is_used_up);
    let used_up = list(used_up.map(|kind| name(&kind.name)), ", ");
    if !used_up.is_empty() {
        text += &format!("used-up: {used_up}\n");
    }
    for room in &map.rooms {
        text += &format!("room {}", name(&room.name));
        if let Some((column, row)) = room.at {
            text += &format!(" at {column},{row}");
        }
        let said = |thing: &Thing| (thing.kind, thing.cost, thing.experience);
        let alike = room.things.chunk_by(|a, b| said(a) == said(b));
        let things = alike.map(|things| {
            let (number, cost, experience) = said(&things[0]);
            kind(number) + &times(things.len()) + &terms(cost, experience)
        });
        let things = list(things, ", ");
        text += if things.is_empty() { "" } else { ": " };
        text += &format!("{things}\n");
    }
    // Locks have their numbers in the order of mention, too: one with a name is written
    // before the first passage whose lock has a higher number.
    let mut n_locks = 0;
    let mut locks = |text: &mut String, until: usize| {
        for number in n_locks..until {
            if let Some(lock) = &map.locks[number].name {
                *text += &format!("lock {}: {}\n", name(lock), needs(number));
            }
        }
        n_locks = n_locks.max(until);
    };
    for passage in &map.passages {
        passage
            .lock
            .iter()
            .for_each(|lock| locks(&mut text, lock + 1));
        let sign = if passage.is_one_way { '>' } else { '-' };
        text += &format!("{} {sign} {}", room(passage.from), room(passage.to));
        if let Some(number) = passage.lock {
            text += &match &map.locks[number].name {
                Some(lock) => format!(": lock {}", name(lock)),
                None => format!(": {}", needs(number)),
            };
        }
        text += &(terms(passage.cost, passage.experience) + "\n");
    }
    locks(&mut text, map.locks.len());
    text
}

fn rules_text(rules: &HornRules) -> String {
    let facts = |facts: &[u32], between: &str| {
        let names = facts.iter().map(|fact| name(&rules.facts[*fact as usize]));
        list(names, between)
    };
    let mut text = String::new();
    if !rules.init.is_empty() {
        text += &format!("init: {}\n", facts(&rules.init, ", "));
    }
    text += &format!("goal: {}\n", facts(&rules.goals, ", "));
    for (i, rule) in rules.rules.iter().enumerate() {
        let body = facts(rules.body(i), " & ");
        text += &(body.clone() + if body.is_empty() { "" } else { " " });
        let terms = terms(rule.cost, rule.experience);
        text += &format!("=> {}{terms}\n", facts(&[rule.head], ""));
    }
    text
}

/// A name, in quotes if it needs them.
fn name(name: &str) -> String {
    match is_bare(name) {
        true => name.to_owned(),
        false => format!("\"{name}\""),
    }
}

/// How many there are of something.
fn times(count: usize) -> String {
    match count {
        ..=1 => String::new(),
        count => format!("*{count}"),
    }
}

/// A cost and the experience, as far as there are any, each after a blank.
fn terms(cost: Cost, experience: u32) -> String {
    let mut text = String::new();
    if cost != Cost::default() {
        text += &format!(" [{},{}]", cost.min, cost.max);
    }
    if cost.extra > 0 {
        text += &format!("+{}", cost.extra);
    }
    if experience > 0 {
        text += &format!(" level {experience}");
    }
    text
}

/// Several, with something between them.
fn list(items: impl Iterator<Item = String>, between: &str) -> String {
    items.collect::<Vec<_>>().join(between)
}
