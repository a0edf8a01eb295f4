//! The twelve free pentominoes as cut-outs around the player.

use super::bits::Bits;
use super::field::Field;

/// By their usual letters: F, I, L, N, P, T, U, V, W, X, Y, Z.
const PENTOMINOES: [[&str; 3]; 12] = [
    [" ##", "## ", " # "],
    ["#####", "", ""],
    ["####", "#", ""],
    ["## ", " ###", ""],
    ["###", "##", ""],
    ["###", " #", " #"],
    ["# #", "###", ""],
    ["#", "#", "###"],
    ["#", "##", " ##"],
    [" #", "###", " #"],
    ["####", " #", ""],
    ["##", " #", " ##"],
];

/// How many there are.
pub const N_CUT_OUTS: usize = PENTOMINOES.len();

type Cells = Vec<(i32, i32)>;

fn cells(rows: &[&str; 3]) -> Cells {
    let row = |(row, y): (&&str, i32)| {
        let cells = row.chars().zip(0..);
        let full = cells.filter(|(letter, _)| *letter == '#');
        full.map(move |(_, x)| (x, y)).collect::<Cells>()
    };
    rows.iter().zip(0..).flat_map(row).collect()
}

fn turned(cells: &Cells, symmetry: u8) -> Cells {
    let turn = |&(x, y): &(i32, i32)| {
        let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
        let x = if symmetry & 1 == 0 { x } else { -x };
        (x, if symmetry & 2 == 0 { y } else { -y })
    };
    cells.iter().map(turn).collect()
}

/// Each pentomino with the player in one of its cells, in a set that fits into
/// `width` x `height`; no cells where it does not fit on the field. The player is as near
/// to the middle of the shape as the field allows, and the shape lies as it is listed
/// unless only another way fits.
pub fn cut_outs<B: Bits>(field: &Field<B>, player: u8, width: u8, height: u8) -> [B; N_CUT_OUTS] {
    let (px, py) = field.place(player);
    let (px, py) = (i32::from(px), i32::from(py));
    PENTOMINOES.map(|rows| {
        let ways = (0..8).flat_map(|symmetry| {
            let cells = turned(&cells(&rows), symmetry);
            (0..5).map(move |own| (symmetry, own, cells.clone()))
        });
        let fitting = ways.filter_map(|(symmetry, own, cells)| {
            let (ox, oy) = cells[own];
            // Five times the distance from the shape's middle.
            let away = |sum: i32, own: i32| (sum - 5 * own).pow(2);
            let distance = away(cells.iter().map(|c| c.0).sum(), ox)
                + away(cells.iter().map(|c| c.1).sum(), oy);
            let mut set = B::NONE;
            for (x, y) in cells.iter().map(|(x, y)| (px + x - ox, py + y - oy)) {
                let is_in = (0..i32::from(field.width)).contains(&x)
                    && (0..i32::from(field.height)).contains(&y);
                if !is_in {
                    return None;
                }
                set |= B::of(field.cell(x as u8, y as u8));
            }
            let ((x0, y0), (x1, y1)) = field.corners(set);
            let fits = x1 - x0 < width && y1 - y0 < height;
            fits.then_some(((symmetry, distance, own), set))
        });
        let best = fitting.min_by_key(|(rank, _)| *rank);
        best.map_or(B::NONE, |(_, set)| set)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_different_ones_of_five_cells() {
        let mut seen = Vec::new();
        for rows in &PENTOMINOES {
            let normal = (0..8).map(|symmetry| {
                let cells = turned(&cells(rows), symmetry);
                let least = |of: fn(&(i32, i32)) -> i32| cells.iter().map(of).min().unwrap();
                let (x0, y0) = (least(|c| c.0), least(|c| c.1));
                let mut cells: Cells = cells.iter().map(|(x, y)| (x - x0, y - y0)).collect();
                cells.sort_unstable();
                cells
            });
            seen.push(normal.min().unwrap());
        }
        assert!(seen.iter().all(|cells| cells.len() == 5));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 12);
    }

    #[test]
    fn all_but_long_ones_fit_on_small_boards() {
        let field = Field::<u64>::new(6, 6);
        let all = cut_outs(&field, field.centre(), 6, 6);
        assert!(
            all.iter()
                .all(|set| set.count() == 5 && set.has(field.centre()))
        );
        let field = Field::<u64>::new(3, 3);
        let some = cut_outs(&field, field.centre(), 3, 3);
        let missing: Vec<usize> = (0..12).filter(|&i| !some[i].any()).collect();
        // I, L, N and Y are longer than three cells; V has no cell in the middle.
        assert_eq!(missing, [1, 2, 3, 7, 10]);
    }
}
