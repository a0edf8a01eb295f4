//! From rules as they are written to rules about single objects in single directions.
//!
//! The order of the rules that come of one counts: rules run one after the other.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use crate::source::kind::NoticeKind;
use crate::source::names::{Name, Names};
use crate::source::notice::{Log, NOWHERE};
use crate::source::rule_draft::{Cell, Item, Mark, RuleDraft};

/// How many rules may come of the rules of a game. More than that is not to be waited for.
const MOST_RULES: usize = 150_000;

/// The rules that come of the written ones; `None` if they cannot be told.
pub(super) fn expand(
    names: &Names,
    rules: Vec<RuleDraft>,
    is_hopeless: bool,
    log: &mut Log,
) -> Option<Vec<RuleDraft>> {
    let mut directed = Vec::new();
    for rule in rules {
        for &direction in &rule.directions {
            directed.push(RuleDraft {
                direction,
                directions: Vec::new(),
                ..rule.clone()
            });
        }
    }
    for rule in &mut directed {
        direct(rule);
        let line = rule.line;
        for cell in rule.cells_mut() {
            name_members(names, cell, line, log);
        }
        if is_hopeless {
            return None;
        }
        rule.cells_mut()
            .for_each(|cell| follow_synonyms(names, cell));
    }
    let mut is_clear = true;
    let mut moving = Vec::new();
    for rule in directed {
        let line = rule.line;
        let mut expanded = expand_movements(rule, log);
        let mark = infer_movements(&mut expanded);
        if let Some(mark) = mark {
            let message = format!(
                "\"{}\" on the right can mean several directions, and nothing on the left says \
                 which.",
                mark.word()
            );
            log.error(NoticeKind::AmbiguousMovement, line, message);
            is_clear = false;
        }
        moving.extend(expanded.into_iter().map(|open| open.rule));
        is_few(moving.len(), log)?;
    }
    let mut single = Vec::new();
    for rule in moving {
        single.extend(expand_properties(names, rule, log));
        is_few(single.len(), log)?;
    }
    single
        .iter_mut()
        .for_each(|rule| rest_newcomers(names, rule));
    (is_clear && !is_hopeless).then(|| drop_repeated(single))
}

fn is_few(n: usize, log: &mut Log) -> Option<()> {
    if n > MOST_RULES {
        log.error(
            NoticeKind::TooManyRules,
            NOWHERE,
            format!("More than {MOST_RULES} rules come of the rules of this game."),
        );
        log.stop();
    }
    (!log.is_stopped()).then_some(())
}

/// Makes directions absolute; a rule that goes up goes down instead, from its other end.
fn direct(rule: &mut RuleDraft) {
    let direction = rule.direction;
    for item in rule.cells_mut().flatten() {
        item.mark = item.mark.seen_from(direction);
    }
    if rule.has_gap() {
        return;
    }
    rule.direction = match direction {
        Mark::Up => Mark::Down,
        Mark::Left => Mark::Right,
        _ => return,
    };
    let rows = rule.left.iter_mut().chain(&mut rule.right);
    rows.for_each(|row| row.reverse());
}

/// Replaces an aggregate by its objects: the first in its place, the others at the end.
fn name_members(names: &Names, cell: &mut Cell, line: u32, log: &mut Log) {
    let mut at = 0;
    while at < cell.len() {
        let item = cell[at];
        if let Some(members) = &names.sense(item.name).aggregate {
            if item.mark == Mark::No {
                let message = format!(
                    "NO cannot stand before {}, which is defined by \"and\": it could mean \
                     several things.",
                    names.shown(item.name)
                );
                log.error(NoticeKind::NoAggregate, line, message);
            }
            let Some((first, others)) = members.split_first() else {
                return log.stop();
            };
            cell[at].name = *first;
            let mark = item.mark;
            cell.extend(others.iter().map(|name| Item { mark, name: *name }));
        }
        at += 1;
    }
}

fn follow_synonyms(names: &Names, cell: &mut Cell) {
    for item in cell {
        item.name = names.sense(item.name).synonym.unwrap_or(item.name);
    }
}

/// A rule with what was decided on its left side so far.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Open {
    rule: RuleDraft,
    /// Of each name with an open movement, the direction, if one cell had it.
    named: BTreeMap<(Name, Mark), Option<Mark>>,
    /// Of each open movement, the direction, if it stood once on the left.
    unnamed: BTreeMap<Mark, Option<Mark>>,
}

/// Decides the open movements on the left one after the other, in all ways.
fn expand_movements(rule: RuleDraft, log: &mut Log) -> Vec<Open> {
    let mut level = vec![Open {
        rule,
        named: BTreeMap::new(),
        unnamed: BTreeMap::new(),
    }];
    loop {
        let next: Vec<Open> = level.iter().flat_map(decisions).collect();
        // All ways are equally long, so either every rule is decided or none is.
        if next.is_empty() || is_few(next.len(), log).is_none() {
            return level;
        }
        // What can be decided in several orders comes out several times; the last one
        // stays, which is the one that counts in the end.
        level = last_of_equals(next);
    }
}

/// Every cell with an open movement, decided in every way.
fn decisions(open: &Open) -> Vec<Open> {
    let mut decided = Vec::new();
    for (row, cells) in open.rule.left.iter().enumerate() {
        for (number, cell) in cells.iter().enumerate() {
            let item = cell.iter().find(|item| !item.mark.directions().is_empty());
            if let Some(&item) = item {
                let directions = item.mark.directions().iter();
                decided.extend(directions.map(|mark| decide(open, row, number, item, *mark)));
            }
        }
    }
    decided
}

fn last_of_equals<T: Clone + Eq + std::hash::Hash>(all: Vec<T>) -> Vec<T> {
    let mut seen = HashSet::new();
    let mut kept: Vec<T> = { all.iter().rev() }
        .filter(|one| seen.insert(*one))
        .cloned()
        .collect();
    kept.reverse();
    kept
}

/// The rule in which an open movement of a cell is this direction.
fn decide(open: &Open, row: usize, number: usize, item: Item, direction: Mark) -> Open {
    let mut decided = open.clone();
    let decide = |cell: &mut Cell| {
        for other in cell.iter_mut().filter(|other| **other == item) {
            other.mark = direction;
        }
    };
    decide(&mut decided.rule.left[row][number]);
    if !decided.rule.right.is_empty() {
        decide(&mut decided.rule.right[row][number]);
    }
    // Twice, and it is not known which is meant.
    let once = |before: &mut Option<Mark>| *before = None;
    let named = decided.named.entry((item.name, item.mark));
    named.and_modify(once).or_insert(Some(direction));
    let unnamed = decided.unnamed.entry(item.mark);
    unnamed.and_modify(once).or_insert(Some(direction));
    decided
}

/// Decides on the right what only one thing on the left can mean. What stays open, if
/// anything does.
fn infer_movements(rules: &mut [Open]) -> Option<Mark> {
    for open in rules.iter_mut() {
        for item in open.rule.right.iter_mut().flatten().flatten() {
            match open.named.get(&(item.name, item.mark)) {
                Some(Some(direction)) => item.mark = *direction,
                _ => {
                    if let Some(Some(direction)) = open.unnamed.get(&item.mark) {
                        item.mark = *direction;
                    }
                }
            }
        }
    }
    let mut items = rules
        .iter()
        .flat_map(|open| open.rule.right.iter().flatten().flatten());
    let open = items.find(|item| !item.mark.directions().is_empty());
    open.map(|item| item.mark)
}

/// A rule with the objects that were chosen for properties so far, and how often each
/// property was chosen for.
struct Chosen {
    rule: RuleDraft,
    objects: BTreeMap<Name, (Name, usize)>,
}

/// Chooses an object for each property on the left, in all ways, where it matters which.
fn expand_properties(names: &Names, mut rule: RuleDraft, log: &mut Log) -> Vec<RuleDraft> {
    rule.cells_mut().for_each(|cell| name_absent(names, cell));
    let line = rule.line;
    let ambiguous = ambiguous_properties(names, &rule);
    let mut done = Vec::new();
    let mut queue = VecDeque::from([Chosen {
        rule,
        objects: BTreeMap::new(),
    }]);
    while let Some(chosen) = queue.pop_front() {
        match next_property(names, &chosen.rule, &ambiguous) {
            None => done.push(chosen),
            Some((row, number, property)) => {
                let members = names.sense(property).property.iter().flatten();
                queue.extend(members.map(|object| choose(&chosen, row, number, property, *object)));
            }
        }
        if is_few(queue.len() + done.len(), log).is_none() {
            return Vec::new();
        }
    }
    for chosen in &mut done {
        for item in chosen.rule.right.iter_mut().flatten().flatten() {
            if let Some((object, 1)) = chosen.objects.get(&item.name)
                && item.mark != Mark::Random
            {
                item.name = *object;
            }
        }
    }
    let cells = done
        .iter()
        .flat_map(|chosen| chosen.rule.right.iter().flatten());
    let left_open = cells
        .flat_map(|cell| properties(names, cell))
        .rfind(|property| ambiguous.contains(property));
    if let Some(property) = left_open {
        let message = format!(
            "{} on the right can mean several objects, and nothing on the left says which.",
            names.shown(property)
        );
        log.error(NoticeKind::AmbiguousProperty, line, message);
        return Vec::new();
    }
    done.into_iter().map(|chosen| chosen.rule).collect()
}

/// Says `no X` for each member X of a property.
fn name_absent(names: &Names, cell: &mut Cell) {
    let property = |item: &Item| names.sense(item.name).property.as_ref();
    if !cell
        .iter()
        .any(|item| item.mark == Mark::No && property(item).is_some())
    {
        return;
    }
    let each = cell.iter().flat_map(|item| {
        match property(item) {
            Some(members) if item.mark == Mark::No => members.clone(),
            _ => vec![item.name],
        }
        .into_iter()
        .map(|name| Item {
            mark: item.mark,
            name,
        })
        .collect::<Vec<Item>>()
    });
    *cell = each.collect();
}

fn properties(names: &Names, cell: &Cell) -> Vec<Name> {
    let items = cell.iter().filter(|item| item.mark != Mark::Random);
    let properties = items.filter(|item| names.sense(item.name).property.is_some());
    properties.map(|item| item.name).collect()
}

/// Properties on the right that are not in the same cell on the left.
fn ambiguous_properties(names: &Names, rule: &RuleDraft) -> BTreeSet<Name> {
    let mut ambiguous = BTreeSet::new();
    for (left, right) in rule.left.iter().zip(&rule.right) {
        for (before, after) in left.iter().zip(right) {
            let known = properties(names, before);
            let after = properties(names, after).into_iter();
            ambiguous.extend(after.filter(|property| !known.contains(property)));
        }
    }
    ambiguous
}

/// The first property on the left for which an object must be chosen. If its objects are
/// all in one layer, one will do as well as the other, unless the right side asks which.
fn next_property(
    names: &Names,
    rule: &RuleDraft,
    ambiguous: &BTreeSet<Name>,
) -> Option<(usize, usize, Name)> {
    for (row, cells) in rule.left.iter().enumerate() {
        for (number, cell) in cells.iter().enumerate() {
            let must_be_chosen =
                |name: &Name| names.sense(*name).single_layer.is_none() || ambiguous.contains(name);
            let found = properties(names, cell).into_iter().find(must_be_chosen);
            if let Some(property) = found {
                return Some((row, number, property));
            }
        }
    }
    None
}

fn choose(chosen: &Chosen, row: usize, number: usize, property: Name, object: Name) -> Chosen {
    let mut rule = chosen.rule.clone();
    let choose = |cell: &mut Cell| {
        for item in cell {
            if item.name == property && item.mark != Mark::Random {
                item.name = object;
            }
        }
    };
    choose(&mut rule.left[row][number]);
    if !rule.right.is_empty() {
        choose(&mut rule.right[row][number]);
    }
    let mut objects = chosen.objects.clone();
    objects.entry(property).or_insert((object, 0)).1 += 1;
    Chosen { rule, objects }
}

/// What comes into a layer that was empty does not take over movement that may be left
/// there.
fn rest_newcomers(names: &Names, rule: &mut RuleDraft) {
    if rule.is_late {
        return;
    }
    for (left, right) in rule.left.iter().zip(&mut rule.right) {
        for (before, after) in left.iter().zip(right) {
            let objects = possible_objects(names, before);
            let layers: Vec<Option<usize>> = { objects.iter() }
                .filter_map(|name| names.sense(*name).object.map(|thing| thing.layer))
                .collect();
            for item in after.iter_mut().filter(|item| item.mark == Mark::Plain) {
                let sense = names.sense(item.name);
                if sense.property.is_some() || objects.contains(&item.name) {
                    continue;
                }
                if sense
                    .object
                    .is_some_and(|thing| !layers.contains(&thing.layer))
                {
                    item.mark = Mark::Stationary;
                }
            }
        }
    }
}

/// The objects that a cell speaks of, also those that are not to be there.
fn possible_objects(names: &Names, cell: &Cell) -> Vec<Name> {
    let mut objects = Vec::new();
    for item in cell {
        let sense = names.sense(item.name);
        if sense.object.is_some() {
            objects.push(item.name);
        } else {
            objects.extend(sense.property.iter().flatten());
        }
    }
    objects
}

/// Of rules of a line that say the same, only the last stays.
fn drop_repeated(rules: Vec<RuleDraft>) -> Vec<RuleDraft> {
    let mut seen: HashSet<RuleDraft> = HashSet::new();
    let mut group = None;
    let mut kept = Vec::new();
    for rule in rules.into_iter().rev() {
        if group != Some(rule.group) {
            seen.clear();
            group = Some(rule.group);
        }
        let mut key = rule.clone();
        if key.left.iter().all(|row| row.len() <= 1) {
            key.direction = Mark::Plain;
        }
        if seen.insert(key) {
            kept.push(rule);
        }
    }
    kept.reverse();
    kept
}
