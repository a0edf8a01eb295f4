//! Random small levels of Sokoban, as text: with goals or with holes, often
//! unwinnable.

/// A level with walls around it; one in five has holes instead of goals.
/// Boxes may be more or fewer than homes.
pub fn level(rng: &mut fastrand::Rng) -> String {
    let (width, height) = (rng.usize(2..6), rng.usize(2..5));
    level_of_size(rng, width, height)
}

/// The same, of this size, walls around it not counted.
pub fn level_of_size(rng: &mut fastrand::Rng, width: usize, height: usize) -> String {
    let holes = rng.u32(0..5) == 0;
    let n_cells = width * height;
    let mut cells: Vec<char> = (0..n_cells)
        .map(|_| if rng.u32(0..6) == 0 { '#' } else { '-' })
        .collect();
    let mut places: Vec<usize> = (0..n_cells).collect();
    rng.shuffle(&mut places);
    let n_boxes = rng.usize(1..4).min(n_cells / 2);
    let n_homes = match rng.u32(0..8) {
        0 => n_boxes + 1,
        1 => n_boxes.saturating_sub(1).max(1),
        _ => n_boxes,
    };
    for &place in places.iter().take(n_homes) {
        cells[place] = if holes { 'H' } else { '.' };
    }
    if holes {
        // Nothing else may be in a hole.
        places.drain(..n_homes.min(n_cells - 2));
    }
    rng.shuffle(&mut places);
    let n_boxes = n_boxes.min(places.len() - 1);
    for &place in &places[1..=n_boxes] {
        cells[place] = if cells[place] == '.' { '*' } else { '$' };
    }
    let player = places[0];
    cells[player] = if cells[player] == '.' { '+' } else { '@' };
    let wall = "#".repeat(width + 2);
    let rows = cells
        .chunks(width)
        .map(|row| format!("#{}#\n", String::from_iter(row)));
    format!("{wall}\n{}{wall}\n", rows.collect::<String>())
}
