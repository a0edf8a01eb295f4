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
    let is_there = |cell: &usize| has(&game.player, scene.objects_at(frame, *cell));
    let cells: Vec<usize> = (0..frame.n_cells()).filter(is_there).collect();
    for cell in &cells {
        for object in game.player.objects.members() {
            if scene.boards[object].has(*cell) {
                let (at, bit) = frame.movement(*cell, game.objects[object].layer);
                scene.put(frame, at, scene.cells[at] | direction << bit);
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
    let is_moving = |cell: &usize| {
        scene
            .movements_at(frame, *cell)
            .iter()
            .any(|word| *word != 0)
    };
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
        let mut movements = (0..game.n_layers).map(|layer| frame.movement(cell, layer));
        let failed = movements
            .find(|(at, bit)| scene.cells[*at] & scene.rigid_layers[*at] & 0x1f << bit != 0);
        if let Some((at, bit)) = failed {
            let mark = scene.rigid_groups[at] >> bit & 0x1f;
            let groups = game.early.groups.iter();
            let group = mark.checked_sub(1).and_then(|mark| {
                let rigid = Some(mark as u32);
                groups.clone().position(|group| group.rigid == rigid)
            });
            is_new |= banned.insert(group);
        }
    }
    scene.rest(frame);
    is_new
}

/// Moves what is on a layer of a cell if its way is free; whether it moved.
fn try_move(frame: &Frame, scene: &mut Scene, cell: usize, layer: usize) -> bool {
    let (at, bit) = frame.movement(cell, layer);
    let direction = scene.cells[at] >> bit & 0x1f;
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
    for (word, mask) in layer.0.iter().enumerate() {
        let (from, to) = (cell * frame.words + word, to * frame.words + word);
        let moved = scene.cells[from] & mask;
        scene.put(frame, from, scene.cells[from] & !moved);
        scene.put(frame, to, scene.cells[to] | moved);
    }
    scene.put(frame, at, scene.cells[at] & !(0x1f << bit));
    true
}
