//! Trusted: how rules are applied: books of groups, groups of rules, rules at places.

use std::collections::BTreeSet;

use crate::compiled::{CellPattern, Command, Game, Mask, Rule, RuleBook, RuleGroup, movement_bit};
use crate::plain::chance::Chance;
use crate::plain::matching::{Place, cells, is_at, matches};
use crate::plain::scene::{Frame, Scene};

/// How often a group is gone through, and how often a loop goes back.
const ROUNDS: usize = 200;

/// Applies the groups of a book in order, but the banned ones, with its loops.
pub fn apply_book(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    book: &RuleBook,
    banned: &BTreeSet<Option<usize>>,
    chance: &mut dyn Chance,
) {
    let back = |at: usize| book.loops.iter().find(|l| l.0 == at).map(|l| l.1);
    // A change before a loop counts for the loop: the flag is cleared only by going back.
    let mut has_changed = false;
    let mut n_rounds = 0;
    let mut at = 0;
    while at < book.groups.len() {
        if !banned.contains(&Some(at)) {
            has_changed |= apply_group(game, frame, scene, &book.groups[at], chance);
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
fn apply_group(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    group: &RuleGroup,
    chance: &mut dyn Chance,
) -> bool {
    if group.is_random {
        return apply_one_by_lot(game, frame, scene, group, chance);
    }
    let mut has_changed = false;
    for _ in 0..ROUNDS {
        let mut is_round_idle = true;
        for rule in &group.rules {
            is_round_idle &= !apply_everywhere(game, frame, scene, group, rule, chance);
        }
        if is_round_idle {
            break;
        }
        has_changed = true;
    }
    has_changed
}

/// Draws one of all places of all rules of a group, and applies the rule there.
fn apply_one_by_lot(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    group: &RuleGroup,
    chance: &mut dyn Chance,
) -> bool {
    let mut all = Vec::new();
    for rule in &group.rules {
        let found = matches(frame, scene, rule);
        all.extend(found.into_iter().map(|places| (rule, places)));
    }
    if all.is_empty() {
        return false;
    }
    let (rule, places) = all.swap_remove(chance.draw(all.len()));
    let has_changed = apply_at(game, frame, scene, group, rule, &places, chance);
    order(scene, rule, has_changed);
    has_changed
}

/// Applies a rule at all places where it is found now, each looked at again before.
fn apply_everywhere(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    group: &RuleGroup,
    rule: &Rule,
    chance: &mut dyn Chance,
) -> bool {
    let found = matches(frame, scene, rule);
    if found.is_empty() {
        return false;
    }
    let mut has_changed = false;
    if rule.replaces {
        for (number, places) in found.iter().enumerate() {
            let mut rows = rule.rows.iter().zip(places);
            let is_there = |(row, place): (&Vec<_>, &Place)| is_at(frame, scene, rule, row, *place);
            if number == 0 || rows.all(is_there) {
                has_changed |= apply_at(game, frame, scene, group, rule, places, chance);
            }
        }
    }
    order(scene, rule, has_changed);
    has_changed
}

/// Applies a rule at a place; whether anything changed.
fn apply_at(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    group: &RuleGroup,
    rule: &Rule,
    places: &[Place],
    chance: &mut dyn Chance,
) -> bool {
    let rigid = group.rigid.filter(|_| rule.is_rigid);
    let mut has_changed = false;
    for (row, place) in rule.rows.iter().zip(places) {
        for (cell, pattern) in cells(frame, rule.direction, row, *place) {
            has_changed |= replace(game, frame, scene, rigid, cell, pattern, chance);
        }
    }
    has_changed
}

/// Does to a cell what a rule says; whether it is another one now.
fn replace(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    rigid: Option<u32>,
    cell: usize,
    pattern: &CellPattern,
    chance: &mut dyn Chance,
) -> bool {
    let Some(replacement) = &pattern.replacement else {
        return false;
    };
    let mut clear = replacement.clear.clone();
    let mut set = replacement.set.clone();
    let mut stop = replacement.stop.clone();
    let mut start = replacement.start.clone();
    stop.add(&replacement.layers);
    if !replacement.random_objects.is_empty() {
        let choices: Vec<usize> = replacement.random_objects.objects().collect();
        let object = choices[chance.draw(choices.len())];
        let layer = game.objects[object].layer;
        set.insert(object);
        clear.add(&frame.layers[layer]);
        stop.insert_movement(layer, 0x1f);
    }
    for layer in 0..game.n_layers {
        if replacement.random_movements.movement(layer) & 1 == 1 {
            start.insert_movement(layer, 1 << chance.draw(4));
        }
    }
    let objects = &mut scene.objects[cell * frame.object_words..][..frame.object_words];
    let mut has_changed = change(objects, &clear, &set, &mut scene.somewhere);
    let at = cell * frame.movement_words;
    let movements = &mut scene.movements[at..][..frame.movement_words];
    has_changed |= change(movements, &stop, &start, &mut scene.moving_somewhere);
    if let Some(number) = rigid {
        has_changed |= mark_rigid(game, frame, scene, cell, number, &replacement.layers);
    }
    has_changed
}

/// Takes some bits away and puts others in; whether that changed anything.
fn change(words: &mut [u64], clear: &Mask, set: &Mask, somewhere: &mut Mask) -> bool {
    let mut has_changed = false;
    for (i, word) in words.iter_mut().enumerate() {
        let new = *word & !clear.0[i] | set.0[i];
        has_changed |= new != *word;
        *word = new;
        somewhere.0[i] |= new;
    }
    has_changed
}

/// Notes that a rigid group moves these layers of a cell, unless some of them are noted
/// already; whether it did so.
fn mark_rigid(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    cell: usize,
    number: u32,
    layers: &Mask,
) -> bool {
    let mut mark = Mask::empty(frame.movement_words);
    for layer in 0..game.n_layers {
        let (word, bit) = movement_bit(layer);
        mark.0[word] |= u64::from(number + 1) << bit;
    }
    for (word, layers) in mark.0.iter_mut().zip(&layers.0) {
        *word &= layers;
    }
    let at = cell * frame.movement_words;
    let groups = &mut scene.rigid_groups[at..][..frame.movement_words];
    let moved = &mut scene.rigid_layers[at..][..frame.movement_words];
    if mark.is_within(groups) || layers.is_within(moved) {
        return false;
    }
    for i in 0..frame.movement_words {
        groups[i] |= mark.0[i];
        moved[i] |= layers.0[i];
    }
    true
}

/// Takes down what a rule orders. A cancel outdoes everything, a restart all but a cancel.
fn order(scene: &mut Scene, rule: &Rule, has_changed: bool) {
    if let Some(fired) = &mut scene.fired
        && (has_changed || !rule.commands.is_empty())
        && fired.last() != Some(&rule.line)
    {
        fired.push(rule.line);
    }
    let cancels = rule.commands.contains(&Command::Cancel);
    let restarts = rule.commands.contains(&Command::Restart);
    let is_cancelled = scene.orders.contains(&Command::Cancel);
    let is_restarted = scene.orders.contains(&Command::Restart);
    if is_cancelled || is_restarted && !cancels {
        return;
    }
    if cancels || restarts {
        scene.orders.clear();
    }
    for command in &rule.commands {
        let same_kind = |other: &Command| match (command, other) {
            (Command::Message(_), Command::Message(_)) => true,
            (command, other) => command == other,
        };
        if !scene.orders.iter().any(same_kind) {
            scene.orders.push(command.clone());
        }
    }
}
