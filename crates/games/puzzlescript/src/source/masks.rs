//! From a rule about single objects to the masks that the interpreter reads.

use crate::compiled::{
    ACTION, CellPattern, DOWN, LEFT, Mask, RIGHT, Replacement, Rule, Slot, UP, movement_words,
};
use crate::source::kind::NoticeKind;
use crate::source::names::{Name, Names};
use crate::source::notice::Log;
use crate::source::rule_draft::{Cell, Mark, RuleDraft};

/// All five bits of a layer's movement.
const ALL: u64 = 0x1f;

/// A rule with its masks, not yet in its group.
#[derive(Clone, Debug)]
pub(super) struct Masked {
    pub rule: Rule,
    pub group: u32,
    pub is_late: bool,
    pub is_random: bool,
    /// Two objects of one layer that the left side wants in the same cell.
    pub overlap: Option<(String, String)>,
}

/// The rule with its masks; `None` if it can never be found, or is refused.
pub(super) fn mask_rule(names: &Names, draft: &RuleDraft, log: &mut Log) -> Option<Masked> {
    let mut masker = Masker {
        names,
        log,
        line: draft.line,
        overlap: None,
        has_gap_at_edge: false,
    };
    let mut rows = Vec::new();
    for (number, left) in draft.left.iter().enumerate() {
        let right = draft.right.get(number);
        let mut slots = Vec::new();
        for (place, cell) in left.iter().enumerate() {
            let after = right.and_then(|row| row.get(place));
            let is_edge = place == 0 || place + 1 == left.len();
            slots.push(masker.slot(cell, after, is_edge)?);
        }
        rows.push(slots);
    }
    if masker.has_gap_at_edge {
        return None;
    }
    let rule = Rule {
        direction: bits(draft.direction),
        rows,
        is_rigid: draft.is_rigid,
        line: draft.line,
        number: 0,
        commands: draft.commands.to_vec(),
    };
    Some(Masked {
        rule,
        group: draft.group,
        is_late: draft.is_late,
        is_random: draft.is_random,
        overlap: masker.overlap,
    })
}

/// A direction as bits of a movement. Where a direction drawn by lot stands on the left,
/// it is up and left at once, which nothing does.
fn bits(mark: Mark) -> u64 {
    match mark {
        Mark::Up => UP,
        Mark::Down => DOWN,
        Mark::Left => LEFT,
        Mark::Right => RIGHT,
        Mark::Action => ACTION,
        Mark::RandomDir => UP | LEFT,
        _ => 0,
    }
}

struct Masker<'m> {
    names: &'m Names,
    log: &'m mut Log,
    line: u32,
    overlap: Option<(String, String)>,
    has_gap_at_edge: bool,
}

/// The left side of a cell.
struct Left {
    pattern: CellPattern,
    /// What takes each layer.
    takers: Vec<Option<Name>>,
    /// The layers of objects that are named singly, five bits each.
    layers: Mask,
}

impl Masker<'_> {
    fn error(&mut self, kind: NoticeKind, message: impl Into<String>) {
        self.log.error(kind, self.line, message);
    }

    fn warn(&mut self, kind: NoticeKind, message: impl Into<String>) {
        self.log.warn(kind, self.line, message);
    }

    fn no_objects(&self) -> Mask {
        Mask::empty(self.names.words)
    }

    fn no_movements(&self) -> Mask {
        Mask::empty(movement_words(self.names.layers.len()))
    }

    /// The layer of an object, or of all objects of a property. It must have one.
    fn layer(&mut self, name: Name) -> Option<usize> {
        let sense = self.names.sense(name);
        let layer = match sense.object {
            Some(thing) => Some(thing.layer.unwrap_or(0)),
            None => sense.single_layer.flatten(),
        };
        if layer.is_none() {
            let message = format!("{} is in no layer.", self.names.shown(name));
            self.error(NoticeKind::RuleNotLayered, message);
        }
        layer.filter(|layer| *layer < self.names.layers.len())
    }

    fn mask(&self, name: Name) -> Mask {
        let mask = self.names.sense(name).mask.clone();
        mask.unwrap_or_else(|| self.no_objects())
    }

    fn slot(&mut self, before: &Cell, after: Option<&Cell>, is_edge: bool) -> Option<Slot> {
        let Some(mut left) = self.left(before, after, is_edge)? else {
            return Some(Slot::Gap);
        };
        let both: Vec<usize> = { left.pattern.present.members() }
            .filter(|object| left.pattern.absent.has(*object))
            .collect();
        if !both.is_empty() {
            let shown = both
                .iter()
                .map(|object| self.names.shown(self.names.objects[*object]));
            let shown: Vec<String> = shown.collect();
            let message = format!(
                "This rule wants {0} and NO {0} in a cell on the left, so it can never be found \
                 and is left out.",
                shown.join(", ")
            );
            self.warn(NoticeKind::NeverFound, message);
            return None;
        }
        if let Some(after) = after {
            let first_is_gap = |cell: &Cell| cell.first().is_some_and(|i| i.mark == Mark::Gap);
            if first_is_gap(after) && !first_is_gap(before) {
                self.error(
                    NoticeKind::GapOnlyRight,
                    "\"...\" on the right needs \"...\" in the same place on the left.",
                );
            }
            if after.len() != 1 && after.iter().any(|item| item.mark == Mark::Gap) {
                self.gap_with_others();
            }
            left.pattern.replacement = self.right(&left, after);
        }
        Some(Slot::Cell(Box::new(left.pattern)))
    }

    fn gap_with_others(&mut self) {
        self.error(
            NoticeKind::GapWithOthers,
            "\"...\" must be alone between its bars.",
        );
    }

    /// The left side of a cell. Nothing if the rule is refused; nothing in it if it is a
    /// gap.
    fn left(&mut self, cell: &Cell, after: Option<&Cell>, is_edge: bool) -> Option<Option<Left>> {
        let mut left = Left {
            pattern: CellPattern {
                present: self.no_objects(),
                absent: self.no_objects(),
                any: Vec::new(),
                moving: self.no_movements(),
                not_moving: self.no_movements(),
                replacement: None,
            },
            takers: vec![None; self.names.layers.len()],
            layers: self.no_movements(),
        };
        for item in cell {
            match item.mark {
                Mark::Gap if cell.len() != 1 => {
                    self.gap_with_others();
                    return None;
                }
                Mark::Gap => {
                    self.check_gap(after, is_edge);
                    return Some(None);
                }
                Mark::Random => {
                    self.error(
                        NoticeKind::RandomOnLeft,
                        "RANDOM can only stand on the right: nothing is random when it is there.",
                    );
                    continue;
                }
                _ => {}
            }
            let Some(layer) = self.layer(item.name) else {
                continue;
            };
            let mask = self.mask(item.name);
            if item.mark == Mark::No {
                left.pattern.absent.add(&mask);
                continue;
            }
            if let Some(other) = left.takers[layer] {
                self.overlap = Some((self.names.shown(item.name), self.names.shown(other)));
            }
            left.takers[layer] = Some(item.name);
            if self.names.sense(item.name).object.is_some() {
                left.pattern.present.add(&mask);
                left.layers.insert_movement(layer, ALL);
            } else {
                left.pattern.any.push(mask);
            }
            if item.mark == Mark::Stationary {
                left.pattern.not_moving.insert_movement(layer, ALL);
            } else {
                left.pattern.moving.insert_movement(layer, bits(item.mark));
            }
        }
        Some(Some(left))
    }

    fn check_gap(&mut self, after: Option<&Cell>, is_edge: bool) {
        if is_edge {
            self.error(NoticeKind::GapAtEdge, "\"...\" needs a cell on both sides.");
            self.has_gap_at_edge = true;
        }
        let is_gap = |cell: &Cell| matches!(&cell[..], [item] if item.mark == Mark::Gap);
        if after.is_some_and(|cell| !is_gap(cell)) {
            self.error(
                NoticeKind::GapOnlyLeft,
                "\"...\" on the left needs \"...\" in the same place on the right.",
            );
        }
    }

    /// What becomes of a cell.
    fn right(&mut self, left: &Left, cell: &Cell) -> Option<Replacement> {
        let mut into = Replacement {
            clear: self.no_objects(),
            set: self.no_objects(),
            stop: self.no_movements(),
            start: self.no_movements(),
            layers: self.no_movements(),
            random_objects: self.no_objects(),
            random_movements: self.no_movements(),
        };
        let n_layers = self.names.layers.len();
        let mut takers: Vec<Option<Name>> = vec![None; n_layers];
        let mut random_takers = takers.clone();
        let mut set_layers = self.no_movements();
        for item in cell {
            if item.mark == Mark::Gap {
                break;
            }
            if item.mark == Mark::Random {
                self.random(item.name, &takers, &mut random_takers, &mut into);
                continue;
            }
            let Some(layer) = self.layer(item.name) else {
                continue;
            };
            if item.mark == Mark::No {
                into.clear.add(&self.mask(item.name));
                continue;
            }
            if let Some(other) = takers[layer].or(random_takers[layer])
                && self.overlap.is_none()
            {
                let (one, other) = (self.names.shown(item.name), self.names.shown(other));
                let message = format!("{one} and {other} cannot be in the same cell.");
                self.error(NoticeKind::OverlapOnRight, message);
            }
            takers[layer] = Some(item.name);
            if item.mark != Mark::Plain {
                into.layers.insert_movement(layer, ALL);
            }
            if let Some(thing) = self.names.sense(item.name).object {
                into.set.add(&self.names.only(thing));
                into.clear.add(&self.names.layers[layer]);
                set_layers.insert_movement(layer, ALL);
            }
            match item.mark {
                Mark::Stationary => into.stop.insert_movement(layer, ALL),
                Mark::RandomDir => into.random_movements.insert_movement(layer, 1),
                mark => into.start.insert_movement(layer, bits(mark)),
            }
        }
        let (present, moving) = (&left.pattern.present, &left.pattern.moving);
        if !present.is_within(&into.set.0) {
            into.clear.add(present);
        }
        if !moving.is_within(&into.start.0) {
            into.stop.add(moving);
        }
        for (layer, (before, after)) in left.takers.iter().zip(&takers).enumerate() {
            if before.is_some() && after.is_none() {
                into.clear.add(&self.names.layers[layer]);
                into.layers.insert_movement(layer, ALL);
            }
        }
        let mut gone = left.layers.clone();
        gone.remove(&set_layers);
        into.layers.add(&gone);
        into.stop.add(&into.layers);
        let does_nothing = [
            &into.clear,
            &into.set,
            &into.stop,
            &into.start,
            &into.random_objects,
            &into.random_movements,
        ]
        .iter()
        .all(|mask| mask.is_empty());
        (!does_nothing).then_some(into)
    }

    /// One of several objects, by lot.
    fn random(
        &mut self,
        name: Name,
        takers: &[Option<Name>],
        random_takers: &mut [Option<Name>],
        into: &mut Replacement,
    ) {
        let shown = self.names.shown(name);
        let sense = self.names.sense(name);
        let Some(mask) = &sense.mask else {
            let message = format!("{shown} is nothing of which one could be drawn by lot.");
            self.error(NoticeKind::RandomUnknown, message);
            return;
        };
        into.random_objects.add(mask);
        let one = [name];
        let members = sense.property.as_deref().unwrap_or(&one);
        if members.len() == 1 {
            let message = format!("RANDOM {shown} is always {shown}: there is only one.");
            self.warn(NoticeKind::RandomOfOne, message);
        }
        for &member in members {
            let thing = self.names.sense(member).object;
            let Some(layer) = thing.and_then(|thing| thing.layer) else {
                continue;
            };
            if let Some(other) = takers[layer].filter(|other| *other != member) {
                let (one, other) = (self.names.shown(member), self.names.shown(other));
                let message = format!(
                    "By lot, this rule may put {one} where it also wants {other}; they are in the \
                     same layer."
                );
                self.warn(NoticeKind::RandomOverlap, message);
            }
            random_takers[layer] = Some(member);
        }
    }
}
