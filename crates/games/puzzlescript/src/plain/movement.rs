//! Trusted: how things move when the rules have said what they should do.

use std::collections::BTreeSet;

use crate::compiled::{ACTION, DOWN, Filter, Game, LEFT, RIGHT, UP};
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
    let player = &game.player;
    let cells = scene.places(frame, &player.objects, player.needs_all);
    let cells: Vec<usize> = cells.members().collect();
    for &cell in &cells {
        for object in player.objects.members() {
            if scene.boards[object].has(cell) {
                let (i, bit) = frame.movement(game.objects[object].layer);
                let moves = scene.cells[cell * frame.words + i];
                scene.put(frame, cell, i, moves | direction << bit);
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
    // What moves takes no movement along, so that no other cells come to be moving.
    let is_moving = |cell: &usize| scene.movements_at(frame, *cell).iter().any(|w| *w != 0);
    let moving: Vec<usize> = (0..frame.n_cells()).filter(is_moving).collect();
    let mut has_moved = true;
    while has_moved {
        has_moved = false;
        for &cell in &moving {
            for layer in 0..game.n_layers {
                has_moved |= try_move(frame, scene, cell, layer);
            }
        }
    }
    let mut is_new = false;
    for &cell in &moving {
        for (i, bit) in (0..game.n_layers).map(|layer| frame.movement(layer)) {
            let at = cell * frame.words + i;
            if (scene.cells[at] & scene.rigid_layers[at]) >> bit & 0x1f != 0 {
                let mark = scene.rigid_groups[at] >> bit & 0x1f;
                let groups = game.early.groups.iter();
                let group = mark.checked_sub(1).and_then(|mark| {
                    let rigid = Some(mark as u32);
                    groups.clone().position(|group| group.rigid == rigid)
                });
                is_new |= banned.insert(group);
                break;
            }
        }
    }
    scene.rest(frame);
    is_new
}

/// Moves what is on a layer of a cell if its way is free; whether it moved.
fn try_move(frame: &Frame, scene: &mut Scene, cell: usize, layer: usize) -> bool {
    let (at, bit) = frame.movement(layer);
    let moves = scene.cells[cell * frame.words + at];
    let direction = moves >> bit & 0x1f;
    match direction {
        UP | DOWN | LEFT | RIGHT if frame.room(cell, direction) > 1 => {}
        ACTION => {}
        _ => return false,
    }
    let layer = &frame.layers[layer];
    let to = cell.wrapping_add_signed(frame.stride(direction));
    if direction != ACTION && layer.meets(scene.objects_at(frame, to)) {
        return false;
    }
    for (i, mask) in layer.0.iter().enumerate() {
        let here = scene.cells[cell * frame.words + i];
        scene.put(frame, cell, i, here & !mask);
        let there = scene.cells[to * frame.words + i];
        scene.put(frame, to, i, there | here & mask);
    }
    scene.put(frame, cell, at, moves & !(0x1f << bit));
    true
}
