//! Lexicographic order of cut-outs: of the mirror images of a shape only the least one is
//! built.
//!
//! A cut-out before the next deletion is read with a border one cell wide, in which the
//! deleted cell may lie: from the left or the right, from the top
//! or the bottom, row by row or column by column; obstacles are 0, the first cell read is
//! the least significant digit. The images that read row by row are the first four.
//! Were all eight compared in every layer, no way would lead to most shapes, since the
//! least image of a shape need not contain the least image of any smaller one.

use super::bits::Bits;
use super::field::Field;

/// The last layer that is filtered.
pub const LAST_LAYER: u16 = 11;

/// Room for a board of 128 cells with its border.
type Digits = [u64; 4];

/// Whether a shape with one more cell is no greater than any of its images. In even layers
/// four images are compared, in odd ones eight. The border is that of the shape before.
pub fn is_least<B: Bits>(field: &Field<B>, shape: B, cell: u8, layer: u16) -> bool {
    let n_images = if layer.is_multiple_of(2) { 4 } else { 8 };
    let own = digits(field, shape, cell, 0);
    (1..n_images).all(|image| own <= digits(field, shape, cell, image))
}

fn digits<B: Bits>(field: &Field<B>, shape: B, cell: u8, image: u8) -> Digits {
    let ((x0, y0), (x1, y1)) = field.corners(shape);
    let (n_columns, n_rows) = (usize::from(x1 - x0) + 3, usize::from(y1 - y0) + 3);
    let mut digits = Digits::default();
    for (x, y) in (shape | B::of(cell)).cells().map(|cell| field.place(cell)) {
        // The new cell may lie in the border.
        let x = if image & 1 == 0 {
            x + 1 - x0
        } else {
            x1 + 1 - x
        };
        let y = if image & 2 == 0 {
            y + 1 - y0
        } else {
            y1 + 1 - y
        };
        let (x, y) = (usize::from(x), usize::from(y));
        let at = match image & 4 {
            0 => y * n_columns + x,
            _ => x * n_rows + y,
        };
        // The last word is the most significant one.
        digits[3 - at / 64] |= 1 << (at % 64);
    }
    digits
}
