//! Finds `no` in rules where it says nothing new, or the contrary of what else is said.

use std::collections::{BTreeMap, BTreeSet};

use crate::compiled::Mask;
use crate::source::kind::NoticeKind;
use crate::source::names::{Name, Names, Thing};
use crate::source::notice::Log;
use crate::source::rule_draft::{Cell, Mark, Row, RuleDraft};

/// Takes every such `no` out of the rules and tells it.
pub(super) fn remove_redundant(names: &Names, rules: &mut [RuleDraft], log: &mut Log) {
    for rule in rules {
        for cell in rule.right.iter().flatten() {
            check_contradiction(names, cell, rule.line, log);
        }
        drop_repeated(&rule.left, &mut rule.right);
        for cell in rule.left.iter_mut().flatten() {
            drop_implied(names, cell, rule.line, log);
        }
    }
}

/// On the right, an object cannot both come and be absent.
fn check_contradiction(names: &Names, cell: &Cell, line: u32, log: &mut Log) {
    let mut present = Mask::empty(names.words);
    let mut shown = Vec::new();
    for item in cell.iter().filter(|item| item.mark != Mark::No) {
        if let Some(thing) = names.sense(item.name).object {
            present.add(&names.only(thing));
            shown.push(names.shown(item.name));
        }
    }
    for item in cell.iter().filter(|item| item.mark == Mark::No) {
        let mask = &names.sense(item.name).mask;
        if mask.as_ref().is_some_and(|mask| mask.meets(&present.0)) {
            let (name, shown) = (names.shown(item.name), shown.join(", "));
            let message = format!("There should be {shown} and NO {name} in the same cell.");
            log.error(NoticeKind::NoAgainstObject, line, message);
        }
    }
}

/// Where `no X` stands on the left, it need not stand on the right.
fn drop_repeated(left: &[Row], right: &mut [Row]) {
    for (row_number, row) in right.iter_mut().enumerate() {
        for (number, cell) in row.iter_mut().enumerate() {
            let Some(before) = left.get(row_number).and_then(|row| row.get(number)) else {
                continue;
            };
            let mut at = 0;
            while at < cell.len() {
                // The one behind a dropped one stays.
                if cell[at].mark == Mark::No && before.contains(&cell[at]) {
                    cell.remove(at);
                }
                at += 1;
            }
        }
    }
}

/// What must be in a cell.
struct Required {
    objects: Mask,
    layers: BTreeSet<usize>,
    /// By what a layer is taken.
    takers: BTreeMap<usize, Name>,
}

impl Required {
    fn of(names: &Names, cell: &Cell) -> Required {
        let mut required = Required {
            objects: Mask::empty(names.words),
            layers: BTreeSet::new(),
            takers: BTreeMap::new(),
        };
        for item in cell.iter().filter(|item| item.mark != Mark::No) {
            let sense = names.sense(item.name);
            let things = |list: &Option<Vec<Name>>| -> Vec<Thing> {
                let list = list.iter().flatten();
                list.filter_map(|name| names.sense(*name).object).collect()
            };
            if let Some(layer) = sense.single_layer {
                required.take(layer, item.name);
                for thing in things(&sense.property) {
                    required.objects.add(&names.only(thing));
                }
            } else if let Some(thing) = sense.object {
                required.take(thing.layer, item.name);
                required.objects.add(&names.only(thing));
            } else {
                for thing in things(&sense.aggregate) {
                    required.take(thing.layer, item.name);
                    required.objects.add(&names.only(thing));
                }
            }
        }
        required
    }

    fn take(&mut self, layer: Option<usize>, by: Name) {
        self.layers.insert(layer.unwrap_or(0));
        if let Some(layer) = layer {
            self.takers.insert(layer, by);
        }
    }
}

/// On the left, something else in each layer of X says `no X` already.
fn drop_implied(names: &Names, cell: &mut Cell, line: u32, log: &mut Log) {
    if !cell.iter().any(|item| item.mark == Mark::No) {
        return;
    }
    let required = Required::of(names, cell);
    cell.retain(|item| {
        let mask = names.sense(item.name).mask.as_ref();
        let Some(mask) = mask.filter(|_| item.mark == Mark::No) else {
            return true;
        };
        let layers = names.layers.iter().enumerate();
        let mut of_mask = layers.filter(|(_, layer)| layer.meets(&mask.0));
        let is_covered = of_mask.all(|(layer, _)| required.layers.contains(&layer));
        if !is_covered || mask.meets(&required.objects.0) {
            return true;
        }
        let takers = required.takers.values();
        let shown: Vec<String> = takers.map(|name| names.shown(*name)).collect();
        let layers = required.takers.keys();
        let layers: Vec<String> = layers.map(|layer| format!("{}", layer + 1)).collect();
        let message = format!(
            "NO {} says nothing new: {} takes its place (layer {}).",
            names.shown(item.name),
            shown.join(", "),
            layers.join(", "),
        );
        log.warn(NoticeKind::NoIsImplied, line, message);
        false
    });
}
