//! What is odd about a dungeon that can be read: keys without doors, doors without
//! keys, and the like. None of it is an error: such a dungeon can be played.

use std::collections::{HashMap, HashSet};

use crate::canonical::{Goal, HornRules, Map, Mark, Need, Plan, What};
use playproof_level::source::lines;
use playproof_level::{Diagnostic, Place};

/// The most warnings of one sort.
const MAX_OF_A_SORT: usize = 20;

/// The most warnings about the dungeons of one file.
const MAX_OF_A_FILE: usize = 200;

/// One thing that is odd: where, what, and what to do.
pub(crate) type Finding = (Mark, String, &'static str);

/// What is odd about a dungeon, in the order of the text for each sort. Of each sort
/// only the first are told.
pub(crate) fn findings(plan: &Plan) -> impl Iterator<Item = Finding> {
    let sorts = match plan {
        Plan::Map(dungeon) => map_findings(dungeon),
        Plan::Rules(rules) => vec![rules_findings(rules)],
    };
    let first = |sort: Vec<Finding>| sort.into_iter().take(MAX_OF_A_SORT);
    sorts.into_iter().flat_map(first)
}

/// Findings as warnings. All their lines are looked up in one go, for a file may have
/// millions.
pub(crate) fn warnings(
    file: &str,
    text: &str,
    findings: impl Iterator<Item = Finding>,
) -> Vec<Diagnostic> {
    let findings: Vec<Finding> = findings.take(MAX_OF_A_FILE).collect();
    let numbers: HashSet<u32> = findings.iter().map(|(mark, ..)| mark.line).collect();
    let told = lines(text).filter(|line| numbers.contains(&line.number));
    let sources: HashMap<u32, &str> = told.map(|line| (line.number, line.of(text))).collect();
    let warning = |(mark, message, help): Finding| {
        let source = sources.get(&mark.line).copied().unwrap_or_default();
        let place = Place::new(mark.line, mark.column, source);
        Diagnostic::warning(file, place, message, help)
    };
    findings.into_iter().map(warning).collect()
}

fn map_findings(dungeon: &Map) -> Vec<Vec<Finding>> {
    let mut n_things = vec![0_u64; dungeon.kinds.len()];
    for thing in dungeon.rooms.iter().flat_map(|room| &room.things) {
        n_things[thing.kind] += 1;
    }
    let mut is_needed = vec![false; dungeon.kinds.len()];
    for need in dungeon.locks.iter().flat_map(|lock| &lock.needs) {
        is_needed[need.kind] = true;
    }
    let mut is_goal = vec![false; dungeon.kinds.len()];
    for goal in &dungeon.goals {
        if let Goal::Kind(kind) = goal {
            is_goal[*kind] = true;
        }
    }

    let mut idle = Vec::new();
    let mut absent = Vec::new();
    for (i, kind) in dungeon.kinds.iter().enumerate() {
        let name = &kind.name;
        let is_useful = is_needed[i] || is_goal[i];
        if n_things[i] == 0 && !is_needed[i] {
            absent.push((
                kind.mark,
                format!("no `{name}` lies in any room"),
                "put one into a room, or leave the name out",
            ));
        } else if !is_useful && kind.what == What::Key {
            idle.push((
                kind.mark,
                format!("a key with no door: nothing is opened with `{name}`"),
                "if it is no key, say so with `item:` or `switch:`",
            ));
        }
    }
    let mut closed = Vec::new();
    for lock in &dungeon.locks {
        let lacking = |need: &&Need| u64::from(need.count) > n_things[need.kind];
        if let Some(need) = lock.needs.iter().find(lacking) {
            let (name, has) = (&dungeon.kinds[need.kind].name, n_things[need.kind]);
            closed.push((
                lock.mark,
                format!(
                    "a door with no key: it needs {} `{name}`, and the dungeon has {has}",
                    need.count
                ),
                "nobody can open it",
            ));
        }
    }
    let loops = dungeon
        .passages
        .iter()
        .filter(|passage| passage.from == passage.to);
    let loops = loops.map(|passage| {
        let name = &dungeon.rooms[passage.from].name;
        let message = format!("this passage leads from `{name}` to itself");
        (passage.mark, message, "it is kept, but leads nowhere")
    });
    vec![idle, absent, closed, loops.collect()]
}

fn rules_findings(rules: &HornRules) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut is_given = vec![false; rules.facts.len()];
    for &fact in &rules.init {
        is_given[fact as usize] = true;
    }
    for rule in &rules.rules {
        is_given[rule.head as usize] = true;
    }
    let lacking = rules.goals.iter().filter(|goal| !is_given[**goal as usize]);
    for &goal in lacking {
        findings.push((
            rules.fact_marks[goal as usize],
            format!("nothing leads to the goal `{}`", rules.facts[goal as usize]),
            "no rule has it as its head, and it does not hold at the beginning",
        ));
    }
    if rules.init.is_empty()
        && let Some(first) = rules.rules.first()
        && rules.rules.iter().all(|rule| !rule.body.is_empty())
    {
        findings.push((
            first.mark,
            "nothing holds at the beginning, so no rule applies".to_owned(),
            "expected a line such as `init: Key_A`, or a rule without conditions",
        ));
    }
    findings
}
