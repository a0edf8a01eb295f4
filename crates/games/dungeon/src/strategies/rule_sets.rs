//! The rules of a dungeon: those made room by room, which strategies are of, and beside
//! them those made path by path, with what is wrong with them.

use std::fmt::Write;

use crate::canonical::{DungeonLevel, HornRules};
use crate::{PathWise, RoomByRoom, closure, rule_text};
use serde_json::json;

use super::told::name_of;

/// The rules of a dungeon.
pub struct RuleSets<'a> {
    /// Those that strategies are of.
    pub rules: &'a HornRules,
    /// Where they come from, if the dungeon is a map.
    pub of_map: Option<(&'a RoomByRoom, &'a PathWise)>,
}

const STRING: &str = "writing to a string cannot fail";

/// Both sets, a line a rule.
pub fn rule_sets_text(level: &DungeonLevel, sets: &RuleSets) -> String {
    let mut text = format!("{}\n", name_of(level));
    let kind = match sets.of_map {
        Some(_) => "room by room",
        None => "as they are written",
    };
    let rules = sets.rules;
    set(&mut text, kind, rules, &[]);
    if let Some((ours, theirs)) = sets.of_map {
        let paths = match (theirs.n_paths, theirs.is_complete) {
            (1, true) => "of 1 path".to_owned(),
            (n, true) => format!("of {n} paths"),
            (n, false) => format!("of {n} paths, with more left out"),
        };
        let kind = format!("path by path, {paths}");
        set(&mut text, &kind, &theirs.rules, &theirs.unfounded);
        let missed = names(&theirs.rules, &theirs.missed);
        if !missed.is_empty() {
            writeln!(text, "    missed path by path: {missed}").expect(STRING);
        }
        let can = |can: bool| if can { "can" } else { "cannot" };
        let by_room = can(closure(rules).reaches_goal());
        let by_path = can(theirs.reaches_goal);
        let joint = match by_room == by_path {
            true => "and so it",
            false => "but it",
        };
        writeln!(
            text,
            "  the goal {by_room} be reached room by room, {joint} {by_path} path by path"
        )
        .expect(STRING);
        if !ours.is_exact {
            text.push_str("  neither knows of keys that are used up and of ways back\n");
        }
    }
    text
}

fn set(text: &mut String, kind: &str, rules: &HornRules, unfounded: &[u32]) {
    let n = rules.rules.len();
    let plural = if n == 1 { "rule" } else { "rules" };
    writeln!(text, "  {kind}: {n} {plural}").expect(STRING);
    if !rules.init.is_empty() {
        writeln!(text, "    init: {}", names(rules, &rules.init)).expect(STRING);
    }
    for rule in 0..n as u32 {
        let shown = rule_text(rules, rule);
        match unfounded.binary_search(&rule) {
            Ok(_) => writeln!(text, "  ! {shown}    (gives what nobody can reach)"),
            Err(_) => writeln!(text, "    {shown}"),
        }
        .expect(STRING);
    }
}

fn names(rules: &HornRules, facts: &[u32]) -> String {
    let names = facts.iter().map(|fact| &rules.facts[*fact as usize][..]);
    names.collect::<Vec<_>>().join(", ")
}

/// One JSON object a set.
pub fn rule_sets_json(level: &DungeonLevel, sets: &RuleSets) -> String {
    let kind = match sets.of_map {
        Some(_) => "room-by-room",
        None => "written",
    };
    let reaches_goal = closure(sets.rules).reaches_goal();
    let mut objects = vec![object(level, kind, sets.rules, &[], reaches_goal)];
    if let Some((ours, theirs)) = sets.of_map {
        objects[0]["exact"] = json!(ours.is_exact);
        let (rules, unfounded) = (&theirs.rules, &theirs.unfounded);
        let mut object = object(level, "path-by-path", rules, unfounded, theirs.reaches_goal);
        object["exact"] = json!(false);
        object["paths"] = json!(theirs.n_paths);
        object["all_paths"] = json!(theirs.is_complete);
        let missed = theirs.missed.iter();
        let missed = missed.map(|fact| &rules.facts[*fact as usize]);
        object["missed"] = json!(missed.collect::<Vec<_>>());
        objects.push(object);
    }
    let lines = objects.iter().map(|object| format!("{object}\n"));
    lines.collect()
}

fn object(
    level: &DungeonLevel,
    kind: &str,
    rules: &HornRules,
    unfounded: &[u32],
    reaches_goal: bool,
) -> serde_json::Value {
    let texts = |numbers: &mut dyn Iterator<Item = u32>| {
        let texts = numbers.map(|rule| rule_text(rules, rule));
        texts.collect::<Vec<_>>()
    };
    let facts = |facts: &[u32]| {
        let names = facts.iter().map(|fact| rules.facts[*fact as usize].clone());
        names.collect::<Vec<_>>()
    };
    json!({
        "schema": 1,
        "level": level.file,
        "index": level.index,
        "title": level.title,
        "made": kind,
        "init": facts(&rules.init),
        "goals": facts(&rules.goals),
        "rules": texts(&mut (0..rules.rules.len() as u32)),
        "unfounded": texts(&mut unfounded.iter().copied()),
        "reaches_goal": reaches_goal,
    })
}
