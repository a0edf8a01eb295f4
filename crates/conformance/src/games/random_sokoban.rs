//! Random small levels of Sokoban, as text: with goals or with holes, often
//! unwinnable.

/// A level with walls around it. Half of them can be won: they are played
/// backwards. Of the others one in five has holes instead of goals, and boxes
/// may be more or fewer than homes.
pub fn level(rng: &mut fastrand::Rng) -> String {
    let (width, height) = (rng.usize(2..6), rng.usize(2..5));
    match rng.bool() {
        true => winnable_of_size(rng, width + 1, height + 1),
        false => level_of_size(rng, width, height),
    }
}

/// A level that can be won: boxes begin on goals and are pulled away.
pub fn winnable_of_size(rng: &mut fastrand::Rng, width: usize, height: usize) -> String {
    // Walls around it are part of the drawing here.
    let (width, height) = (width + 2, height + 2);
    let inner = |at: usize| {
        let (x, y) = (at % width, at / width);
        x > 0 && y > 0 && x + 1 < width && y + 1 < height
    };
    let n_cells = width * height;
    let open = |at: usize, rng: &mut fastrand::Rng| inner(at) && rng.u32(0..8) > 0;
    let floor: Vec<bool> = (0..n_cells).map(|at| open(at, rng)).collect();
    let mut places: Vec<usize> = (0..n_cells).filter(|&at| floor[at]).collect();
    rng.shuffle(&mut places);
    if places.len() < 3 {
        return level_of_size(rng, width, height);
    }
    let n_boxes = rng.usize(1..4).min(places.len() - 2);
    let goals = &places[1..=n_boxes];
    let mut boxes: Vec<bool> = (0..n_cells).map(|at| goals.contains(&at)).collect();
    let mut player = places[0];
    for _ in 0..rng.usize(5..80) {
        let step = [1, width][rng.usize(0..2)];
        let (to, behind) = match rng.bool() {
            true => (player + step, player - step),
            false => (player - step, player + step),
        };
        if !floor[to] || boxes[to] {
            continue;
        }
        if boxes[behind] && rng.u32(0..3) > 0 {
            boxes[behind] = false;
            boxes[player] = true;
        }
        player = to;
    }
    let letter = |at: usize| match (floor[at], boxes[at], at == player, goals.contains(&at)) {
        (false, ..) => '#',
        (_, true, _, goal) => {
            if goal {
                '*'
            } else {
                '$'
            }
        }
        (_, _, true, goal) => {
            if goal {
                '+'
            } else {
                '@'
            }
        }
        (_, _, _, goal) => {
            if goal {
                '.'
            } else {
                '-'
            }
        }
    };
    let rows = (0..height).map(|y| {
        let row: String = (y * width..(y + 1) * width).map(letter).collect();
        row + "\n"
    });
    rows.collect()
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
