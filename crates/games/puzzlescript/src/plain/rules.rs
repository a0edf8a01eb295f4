//! Trusted: how rules are applied: books of groups, groups of rules, rules at places.

use std::collections::BTreeSet;

use crate::compiled::{
    CellPattern, Command, Game, Mask, Replacement, Rule, RuleBook, RuleGroup, movement_bit,
};
use crate::plain::chance::Chance;
use crate::plain::matching::{Place, cells, is_at, matches};
use crate::plain::scene::{Frame, Scene};

/// How often a group is gone through, and how often a loop goes back.
const ROUNDS: usize = 200;

/// What rules are applied to, and who draws lots for them.
pub struct Applier<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its sizes.
    pub frame: &'a Frame,
    /// The board.
    pub scene: &'a mut Scene,
    /// Who draws lots.
    pub chance: &'a mut dyn Chance,
    /// Whether the turn is only tried, so that nobody need hear of it.
    pub is_trial: bool,
}

impl Applier<'_> {
    /// Applies the groups of a book in order, but the banned ones, with its loops.
    pub fn apply_book(&mut self, book: &RuleBook, banned: &BTreeSet<Option<usize>>) {
        let back = |at: usize| book.loops.iter().find(|l| l.0 == at).map(|l| l.1);
        // A change before a loop counts for the loop: the flag is cleared only by going back.
        let mut has_changed = false;
        let mut n_rounds = 0;
        let mut at = 0;
        while at < book.groups.len() {
            if !banned.contains(&Some(at)) {
                has_changed |= self.apply_group(&book.groups[at]);
            }
            let mut target = back(at).filter(|_| has_changed);
            if target.is_none() {
                at += 1;
                if at == book.groups.len() {
                    target = back(at).filter(|_| has_changed);
                }
            }
            if let Some(target) = target {
                at = target;
                has_changed = false;
                n_rounds += 1;
                if n_rounds > ROUNDS {
                    return;
                }
            }
        }
    }

    /// Applies a group until nothing changes, or once if it is random. Whether it changed
    /// anything.
    fn apply_group(&mut self, group: &RuleGroup) -> bool {
        if group.is_random {
            return self.apply_one_by_lot(group);
        }
        let mut has_changed = false;
        for _ in 0..ROUNDS {
            let mut is_round_idle = true;
            for rule in &group.rules {
                is_round_idle &= !self.apply_everywhere(group, rule);
            }
            if is_round_idle {
                break;
            }
            has_changed = true;
        }
        has_changed
    }

    /// Draws one of all places of all rules of a group, and applies the rule there.
    fn apply_one_by_lot(&mut self, group: &RuleGroup) -> bool {
        let mut all = Vec::new();
        for rule in &group.rules {
            let found = matches(self.frame, self.scene, rule);
            let ways = found.chunks(rule.rows.len());
            all.extend(ways.map(|places| (rule, places.to_vec())));
        }
        if all.is_empty() {
            return false;
        }
        let (rule, places) = all.swap_remove(self.chance.draw(all.len()));
        let has_changed = self.apply_at(group, rule, &places);
        self.order(rule, has_changed);
        has_changed
    }

    /// Applies a rule at all places where it is found now, each looked at again before.
    fn apply_everywhere(&mut self, group: &RuleGroup, rule: &Rule) -> bool {
        if !self.scene.stale.has(rule.number) {
            return false;
        }
        let found = matches(self.frame, self.scene, rule);
        let mut has_changed = false;
        for (number, places) in found.chunks(rule.rows.len()).enumerate() {
            let mut rows = rule.rows.iter().zip(places);
            let is_there = |(row, place): (&Vec<_>, &Place)| {
                is_at(self.frame, self.scene, rule.direction, row, *place)
            };
            if number == 0 || rows.all(is_there) {
                has_changed |= self.apply_at(group, rule, places);
            }
        }
        if !found.is_empty() {
            self.order(rule, has_changed);
        }
        if found.is_empty() {
            self.scene.stale.0[rule.number / 64] &= !(1 << (rule.number % 64));
        }
        has_changed
    }

    /// Applies a rule at a place; whether anything changed.
    fn apply_at(&mut self, group: &RuleGroup, rule: &Rule, places: &[Place]) -> bool {
        let rigid = group.rigid.filter(|_| rule.is_rigid);
        let mut has_changed = false;
        for (row, place) in rule.rows.iter().zip(places) {
            for (cell, pattern) in cells(self.frame, rule.direction, row, *place) {
                has_changed |= self.replace(rigid, cell, pattern);
            }
        }
        has_changed
    }

    /// Does to a cell what a rule says; whether it is another one now.
    fn replace(&mut self, rigid: Option<u32>, cell: usize, pattern: &CellPattern) -> bool {
        let Some(replacement) = &pattern.replacement else {
            return false;
        };
        let drawn = replacement.draws().then(|| self.draw(replacement));
        let replacement = drawn.as_ref().unwrap_or(replacement);
        let (frame, scene, mut has_changed) = (self.frame, &mut *self.scene, false);
        let objects = (0, &replacement.clear.0, &replacement.set.0);
        let movements = (
            frame.object_words,
            &replacement.stop.0,
            &replacement.start.0,
        );
        for (first, gone, come) in [objects, movements] {
            for (i, (gone, come)) in gone.iter().zip(come).enumerate() {
                let old = scene.cells[cell * frame.words + first + i];
                has_changed |= scene.put(frame, cell, first + i, old & !gone | come);
            }
        }
        if let Some(number) = rigid {
            has_changed |= self.mark_rigid(cell, number, &replacement.layers);
        }
        has_changed
    }

    /// What becomes of a cell where some of it is left to chance.
    fn draw(&mut self, replacement: &Replacement) -> Replacement {
        let mut drawn = replacement.clone();
        if !replacement.random_objects.is_empty() {
            let choices: Vec<usize> = replacement.random_objects.members().collect();
            let object = choices[self.chance.draw(choices.len())];
            let layer = self.game.objects[object].layer;
            drawn.set.insert(object);
            drawn.clear.add(&self.frame.layers[layer]);
            drawn.stop.insert_movement(layer, 0x1f);
        }
        for layer in 0..self.game.n_layers {
            if replacement.random_movements.movement(layer) & 1 == 1 {
                drawn.start.insert_movement(layer, 1 << self.chance.draw(4));
            }
        }
        drawn
    }

    /// Notes that a rigid group moves these layers of a cell, unless some of them are noted
    /// already; whether it did so.
    fn mark_rigid(&mut self, cell: usize, number: u32, layers: &Mask) -> bool {
        let (first, end) = (self.frame.object_words, self.frame.words);
        let (first, end) = (cell * end + first, (cell + 1) * end);
        let mut mark = Mask::empty(layers.0.len());
        for layer in 0..self.game.n_layers {
            let (word, bit) = movement_bit(layer);
            mark.0[word] |= u64::from(number + 1) << bit & layers.0[word];
        }
        let groups = &mut self.scene.rigid_groups[first..end];
        let moved = &mut self.scene.rigid_layers[first..end];
        if mark.is_within(groups) || layers.is_within(moved) {
            return false;
        }
        self.scene.has_rigid = true;
        for i in 0..mark.0.len() {
            groups[i] |= mark.0[i];
            moved[i] |= layers.0[i];
        }
        true
    }

    /// Takes down what a rule orders. A cancel outdoes everything, a restart all but a cancel.
    fn order(&mut self, rule: &Rule, has_changed: bool) {
        if !self.is_trial && (has_changed || !rule.commands.is_empty()) {
            self.chance.hear(rule.line);
        }
        let orders = &mut self.scene.orders;
        let cancels = rule.commands.contains(&Command::Cancel);
        let restarts = rule.commands.contains(&Command::Restart);
        if orders.contains(&Command::Cancel) || orders.contains(&Command::Restart) && !cancels {
            return;
        }
        if cancels || restarts {
            orders.clear();
        }
        orders.extend(rule.commands.iter().cloned());
    }
}
