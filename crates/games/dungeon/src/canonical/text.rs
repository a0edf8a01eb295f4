//! Dungeons written anew: the canonical text. Trusted.
//!
//! It says all that the rules read of a plan, so that no other plan has the same text.

use std::fmt::{self, Display, Formatter, Write};
use std::ops::Range;

use super::spelling::is_bare;
use super::{Cost, DungeonLevel, Goal, HornRules, Lock, Map, Plan, Thing, What};
use playproof_level::clean_title;

impl DungeonLevel {
    /// The canonical text. [`read`](crate::read) gives back this very level and title,
    /// all numbers included, if the level was read. It is empty for a plan that no text
    /// says without doubt, such as one in which two rooms have one name.
    pub(crate) fn canonical_text(&self) -> String {
        let mut text = String::new();
        if !self.plan.is_clear() {
            return text;
        }
        let title = self.title.as_deref().and_then(clean_title);
        let title = title.map(|title| format!(": {title}")).unwrap_or_default();
        let written = match &self.plan {
            Plan::Map(dungeon) => {
                writeln!(text, "dungeon{title}").and_then(|()| write_map(&mut text, dungeon))
            }
            Plan::Rules(rules) => {
                writeln!(text, "rules{title}").and_then(|()| write_rules(&mut text, rules))
            }
        };
        written.expect("writing to a string cannot fail");
        text
    }
}

fn write_map(text: &mut String, dungeon: &Map) -> fmt::Result {
    let kind = |kind: usize| Name(&dungeon.kinds[kind].name);
    let room = |room: usize| Name(&dungeon.rooms[room].name);
    writeln!(text, "start: {}", room(dungeon.start))?;
    let goals = dungeon.goals.iter().map(|goal| match *goal {
        Goal::Room(number) => room(number),
        Goal::Kind(number) => kind(number),
    });
    writeln!(text, "goal: {}", List(goals, ", "))?;
    // All kinds come here, in the order of their numbers: what is read first gets the
    // first number.
    for alike in dungeon.kinds.chunk_by(|a, b| a.what == b.what) {
        let what = match alike[0].what {
            What::Key => "key",
            What::Item => "item",
            What::Switch => "switch",
        };
        let names = alike.iter().map(|kind| Name(&kind.name));
        writeln!(text, "{what}: {}", List(names, ", "))?;
    }
    let used_up = dungeon.kinds.iter().filter(|kind| kind.is_used_up);
    let used_up = used_up.map(|kind| Name(&kind.name));
    if used_up.clone().next().is_some() {
        writeln!(text, "used-up: {}", List(used_up, ", "))?;
    }
    for room in &dungeon.rooms {
        write!(text, "room {}", Name(&room.name))?;
        if let Some((column, row)) = room.at {
            write!(text, " at {column},{row}")?;
        }
        if !room.things.is_empty() {
            let alike = room.things.chunk_by(same_thing);
            let things = alike.map(|things| {
                let Thing {
                    cost, experience, ..
                } = things[0];
                Many(kind(things[0].kind), things.len(), Terms(cost, experience))
            });
            write!(text, ": {}", List(things, ", "))?;
        }
        text.push('\n');
    }
    // Locks have their numbers in the order of mention, too: one with a name is written
    // before the first passage whose lock has a higher number.
    let mut n_locks = 0;
    for passage in &dungeon.passages {
        if let Some(number) = passage.lock {
            write_locks(text, dungeon, n_locks..number + 1)?;
            n_locks = n_locks.max(number + 1);
        }
        let sign = if passage.is_one_way { '>' } else { '-' };
        write!(text, "{} {sign} {}", room(passage.from), room(passage.to))?;
        if let Some(number) = passage.lock {
            let lock = &dungeon.locks[number];
            match &lock.name {
                Some(name) => write!(text, ": lock {}", Name(name))?,
                None => write!(text, ": {}", needs(dungeon, lock))?,
            }
        }
        writeln!(text, "{}", Terms(passage.cost, passage.experience))?;
    }
    write_locks(text, dungeon, n_locks..dungeon.locks.len())
}

/// Writes those of the locks that have a name.
fn write_locks(text: &mut String, dungeon: &Map, numbers: Range<usize>) -> fmt::Result {
    for lock in numbers.map(|number| &dungeon.locks[number]) {
        if let Some(name) = &lock.name {
            writeln!(text, "lock {}: {}", Name(name), needs(dungeon, lock))?;
        }
    }
    Ok(())
}

fn needs<'a>(dungeon: &'a Map, lock: &'a Lock) -> impl Display {
    let needs = lock.needs.iter().map(|need| {
        let name = Name(&dungeon.kinds[need.kind].name);
        Many(name, need.count as usize, Terms::default())
    });
    List(needs, " & ")
}

fn same_thing(a: &Thing, b: &Thing) -> bool {
    (a.kind, a.cost, a.experience) == (b.kind, b.cost, b.experience)
}

fn write_rules(text: &mut String, rules: &HornRules) -> fmt::Result {
    if !rules.init.is_empty() {
        writeln!(text, "init: {}", facts(rules, &rules.init, ", "))?;
    }
    writeln!(text, "goal: {}", facts(rules, &rules.goals, ", "))?;
    for (i, rule) in rules.rules.iter().enumerate() {
        let body = rules.body(i);
        write!(text, "{}", facts(rules, body, " & "))?;
        if !body.is_empty() {
            text.push(' ');
        }
        let head = Name(&rules.facts[rule.head as usize]);
        writeln!(text, "=> {head}{}", Terms(rule.cost, rule.experience))?;
    }
    Ok(())
}

fn facts<'a>(rules: &'a HornRules, facts: &'a [u32], between: &'static str) -> impl Display {
    let names = facts.iter().map(|fact| Name(&rules.facts[*fact as usize]));
    List(names, between)
}

/// A name, in quotes if it needs them.
struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match is_bare(self.0) {
            true => f.write_str(self.0),
            false => write!(f, "\"{}\"", self.0),
        }
    }
}

/// Several of a kind.
struct Many<'a>(Name<'a>, usize, Terms);

impl Display for Many<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        if self.1 > 1 {
            write!(f, "*{}", self.1)?;
        }
        write!(f, "{}", self.2)
    }
}

/// A cost and the experience, as far as there are any, each after a blank.
#[derive(Default)]
struct Terms(Cost, u32);

impl Display for Terms {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Cost { min, max, extra } = self.0;
        if self.0 != Cost::default() {
            write!(f, " [{min},{max}]")?;
        }
        if extra > 0 {
            write!(f, "+{extra}")?;
        }
        if self.1 > 0 {
            write!(f, " level {}", self.1)?;
        }
        Ok(())
    }
}

/// Several, with something between them.
struct List<I>(I, &'static str);

impl<I: Iterator<Item: Display> + Clone> Display for List<I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.clone().enumerate() {
            if i > 0 {
                f.write_str(self.1)?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}
