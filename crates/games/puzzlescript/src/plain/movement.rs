//! Trusted: how things move when the rules have said what they should do.

use std::collections::BTreeSet;

use crate::compiled::{ACTION, DOWN, Filter, Game, LEFT, RIGHT, UP, movement_bit};
use crate::plain::scene::{Frame, Scene};

/// Whether a cell has what is looked for.
pub fn has(filter: &Filter, objects: &[u64]) -> bool {
    if filter.needs_all {
        filter.objects.is_within(objects)
    } else {
        filter.objects.meets(objects)
    }
}

/// Marks the players' movement. Gives the cells where there is one.
pub fn start(game: &Game, frame: &Frame, scene: &mut Scene, direction: u64) -> Vec<usize> {
    let is_there = |cell: &usize| has(&game.player, scene.objects_at(frame, *cell));
    let cells: Vec<usize> = (0..frame.n_cells()).filter(is_there).collect();
    for cell in &cells {
        for object in game.player.objects.objects() {
            let words = scene.objects_at(frame, *cell);
            if words[object / 64] >> (object % 64) & 1 == 1 {
                let (word, bit) = movement_bit(game.objects[object].layer);
                scene.movements[cell * frame.movement_words + word] |= direction << bit;
            }
        }
    }
    cells
}

/// Moves everything that can move, cell by cell, as often as something still does, and
/// ends all movement. Bans the rigid groups of which a movement failed; whether there are
/// new ones.
pub fn resolve(
    game: &Game,
    frame: &Frame,
    scene: &mut Scene,
    banned: &mut BTreeSet<Option<usize>>,
) -> bool {
    let mut has_moved = true;
    while has_moved {
        has_moved = false;
        for cell in 0..frame.n_cells() {
            if scene.is_at_rest(frame, cell) {
                continue;
            }
            for layer in 0..game.n_layers {
                has_moved |= try_move(frame, scene, cell, layer);
            }
        }
    }
    let mut is_new = false;
    for cell in 0..frame.n_cells() {
        if scene.is_at_rest(frame, cell) {
            continue;
        }
        let failed = (0..game.n_layers).find(|layer| {
            let (word, bit) = movement_bit(*layer);
            let at = cell * frame.movement_words + word;
            (scene.movements[at] & scene.rigid_layers[at]) >> bit & 0x1f != 0
        });
        if let Some(layer) = failed {
            let (word, bit) = movement_bit(layer);
            let mark = scene.rigid_groups[cell * frame.movement_words + word] >> bit & 0x1f;
            let groups = game.early.groups.iter();
            let group = mark.checked_sub(1).and_then(|mark| {
                let rigid = Some(mark as u32);
                groups.clone().position(|group| group.rigid == rigid)
            });
            is_new |= banned.insert(group);
        }
    }
    scene.rest();
    is_new
}

/// Moves what is on a layer of a cell if its way is free; whether it moved.
fn try_move(frame: &Frame, scene: &mut Scene, cell: usize, layer: usize) -> bool {
    let (word, bit) = movement_bit(layer);
    let movement_at = cell * frame.movement_words + word;
    let direction = scene.movements[movement_at] >> bit & 0x1f;
    let (x, y) = (cell / frame.height, cell % frame.height);
    let is_possible = match direction {
        UP => y > 0,
        DOWN => y + 1 < frame.height,
        LEFT => x > 0,
        RIGHT => x + 1 < frame.width,
        ACTION => true,
        _ => false,
    };
    if !is_possible {
        return false;
    }
    let layer = &frame.layers[layer];
    let to = cell.wrapping_add_signed(frame.stride(direction));
    if direction != ACTION && layer.meets(scene.objects_at(frame, to)) {
        return false;
    }
    for (word, mask) in layer.0.iter().enumerate() {
        let from = cell * frame.object_words + word;
        let moved = scene.objects[from] & mask;
        scene.objects[from] &= !mask;
        scene.objects[to * frame.object_words + word] |= moved;
    }
    scene.movements[movement_at] &= !(0x1f << bit);
    true
}
