//! Random maze texts, and a textbook search over the letters themselves.

use std::collections::VecDeque;

/// A random maze as text, solvable or not.
pub fn text(rng: &mut fastrand::Rng) -> String {
    let (width, height) = (rng.usize(2..12), rng.usize(1..12));
    let walls = rng.u32(0..60);
    let mut cells: Vec<char> = (0..width * height)
        .map(|_| {
            let letters = if rng.u32(0..100) < walls {
                "1w#"
            } else {
                "0-0"
            };
            letters.chars().nth(rng.usize(0..3)).expect("three letters")
        })
        .collect();
    let avatar = rng.usize(0..cells.len());
    cells[avatar] = 'A';
    for _ in 0..rng.usize(1..3) {
        let place = (avatar + rng.usize(1..cells.len())) % cells.len();
        cells[place] = 'G';
    }
    let rows: Vec<String> = cells.chunks(width).map(String::from_iter).collect();
    rows.join("\n") + "\n"
}

/// The least number of steps from `A` to a `G`, by the search of a textbook
/// on the text, sharing nothing with the program.
pub fn shortest(text: &str) -> Option<u32> {
    let grid: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let find = |y: usize| grid[y].iter().position(|&c| c == 'A').map(|x| (x, y));
    let start = (0..grid.len()).find_map(find)?;
    let mut distance = vec![vec![None; grid[0].len()]; grid.len()];
    distance[start.1][start.0] = Some(0);
    let mut queue = VecDeque::from([start]);
    while let Some((x, y)) = queue.pop_front() {
        let d: u32 = distance[y][x]?;
        if grid[y][x] == 'G' {
            return Some(d);
        }
        let around = [
            (x + 1, y),
            (x.wrapping_sub(1), y),
            (x, y + 1),
            (x, y.wrapping_sub(1)),
        ];
        for (a, b) in around {
            let Some(&letter) = grid.get(b).and_then(|row| row.get(a)) else {
                continue;
            };
            if "1w#".contains(letter) || distance[b][a].is_some() {
                continue;
            }
            distance[b][a] = Some(d + 1);
            queue.push_back((a, b));
        }
    }
    None
}
