//! What stays fixed during play, walls and goals, and how it is drawn.

use super::SweepError;
use super::grid::{Grid, cells};

/// Walls and goals; all of the floor is connected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The cells that are no walls.
    pub floor: u64,
    /// The goals, as many as there are boxes.
    pub goals: u64,
}

/// Where boxes and player are at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// Where the boxes are.
    pub boxes: u64,
    /// The cell of the player.
    pub player: usize,
}

impl Layout {
    /// The layout without floor that is not connected with the goals; `None`
    /// if the goals are not connected with each other, or leave no room.
    pub fn tidied(&self, grid: &Grid) -> Option<Layout> {
        let first = self.goals & self.goals.wrapping_neg();
        if self.goals == 0 || self.goals & !self.floor != 0 {
            return None;
        }
        let floor = grid.flood(first, self.floor);
        let is_fit = self.goals & !floor == 0 && floor != self.goals;
        is_fit.then_some(Layout {
            floor,
            goals: self.goals,
        })
    }

    /// The level as XSB, with a ring of walls.
    pub fn rows(&self, grid: &Grid, start: &Start) -> Vec<String> {
        let letter = |cell: usize| {
            let bit = 1u64 << cell;
            let is_goal = self.goals & bit != 0;
            match () {
                () if self.floor & bit == 0 => '#',
                () if start.boxes & bit != 0 => ['$', '*'][usize::from(is_goal)],
                () if start.player == cell => ['@', '+'][usize::from(is_goal)],
                () => [' ', '.'][usize::from(is_goal)],
            }
        };
        let edge = "#".repeat(grid.width + 2);
        let row = |y: usize| {
            let inside: String = (0..grid.width)
                .map(|x| letter(y * grid.width + x))
                .collect();
            format!("#{inside}#")
        };
        let mut rows = vec![edge.clone()];
        rows.extend((0..grid.height).map(row));
        rows.push(edge);
        rows
    }

    /// Reads a level with its ring of walls. Rows may be of different lengths;
    /// what is missing is wall.
    pub fn read(rows: &[String]) -> Result<(Grid, Layout, Start), SweepError> {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let (width, height) = (width.saturating_sub(2), rows.len().saturating_sub(2));
        let grid = Grid::new(width, height)?;
        let mut layout = Layout { floor: 0, goals: 0 };
        let mut boxes = 0;
        let mut player = None;
        for (y, row) in rows.iter().enumerate() {
            for (x, &letter) in row.iter().enumerate() {
                if letter == '#' {
                    continue;
                }
                let is_inside = (1..=width).contains(&x) && (1..=height).contains(&y);
                let known = " -_.$*@+".contains(letter);
                // Blanks around a level are no floor; the flood below drops them
                // inside the ring, and here they are left out on it.
                if !is_inside && known && " -_".contains(letter) {
                    continue;
                }
                if !is_inside || !known {
                    return Err(SweepError::Letter { letter, x, y });
                }
                let cell = (y - 1) * width + x - 1;
                let bit = 1u64 << cell;
                layout.floor |= bit;
                layout.goals |= if ".*+".contains(letter) { bit } else { 0 };
                boxes |= if "$*".contains(letter) { bit } else { 0 };
                if "@+".contains(letter) {
                    player = Some(cell);
                }
            }
        }
        let player = player.ok_or(SweepError::NoPlayer)?;
        layout.floor = grid.flood(1 << player, layout.floor);
        layout.goals &= layout.floor;
        boxes &= layout.floor;
        let (n_boxes, n_goals) = (boxes.count_ones(), layout.goals.count_ones());
        if n_boxes != n_goals || n_boxes == 0 {
            return Err(SweepError::Unequal { n_boxes, n_goals });
        }
        Ok((grid, layout, Start { boxes, player }))
    }

    /// The cells of the floor, in order.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        cells(self.floor)
    }
}
