//! Walking in a proposal's text, written plainly: what the tests compare with.

use std::collections::VecDeque;

use playproof_walked::generate::Proposal;

/// The walking distances from a cell, by column and row; none where no way leads.
pub fn distances(level: &Proposal, start: (usize, usize)) -> Vec<Vec<Option<usize>>> {
    let mut found = vec![vec![None; level.height()]; level.width()];
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((x, y), distance)) = queue.pop_front() {
        if level.letter(x, y) == '1' || found[x][y].is_some() {
            continue;
        }
        found[x][y] = Some(distance);
        for next in [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)] {
            queue.push_back((next, distance + 1));
        }
    }
    found
}

/// Where this letter stands.
pub fn find(level: &Proposal, letter: char) -> (usize, usize) {
    let mut cells = (0..level.height()).flat_map(|y| (0..level.width()).map(move |x| (x, y)));
    cells
        .find(|&(x, y)| level.letter(x, y) == letter)
        .expect("the level has the letter")
}

/// The length of the shortest path from the avatar to the goal.
pub fn shortest(level: &Proposal) -> Option<usize> {
    let (x, y) = find(level, 'G');
    distances(level, find(level, 'A'))[x][y]
}
