//! Looks as indexed pixels under one palette of at most 255 colours.

use std::collections::{BTreeMap, HashMap};

use playproof::Colour;

use super::raster::drawn;
use super::scene::{Look, Scene};

/// A palette has 256 places, and one is for what stays as it is.
const MAX_COLOURS: usize = 255;

/// The looks of a scene as squares of indexed pixels.
pub(super) struct Pixels {
    /// Pixels a side of a cell.
    pub side: usize,
    /// Red, green and blue of each colour, one after the other.
    pub palette: Vec<u8>,
    /// The index of no colour: the pixel stays as it is.
    pub unchanged: u8,
    cells: Vec<Vec<u8>>,
}

impl Pixels {
    /// Draws every look of the scene.
    pub fn new(scene: &Scene, side: usize) -> Pixels {
        let n_looks = scene.looks.len() as u32;
        let looks = (0..n_looks).map(|look| drawn(scene, Look(look), side));
        let looks: Vec<Vec<Colour>> = looks.collect();
        let shapes = scene.legend.iter().flat_map(|tile| &tile.shapes);
        let plain = shapes.map(|(_, colour)| *colour);
        let colours = chosen(plain, looks.iter().flatten().copied());
        let mut nearest = HashMap::new();
        let mut index = |wanted: Colour| {
            *nearest
                .entry(wanted)
                .or_insert_with(|| nearest_of(&colours, wanted))
        };
        let cells = looks
            .iter()
            .map(|pixels| pixels.iter().map(|&colour| index(colour)).collect());
        let cells = cells.collect();
        let mut palette: Vec<u8> = colours.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
        palette.extend([0; 3]);
        Pixels {
            side,
            unchanged: colours.len() as u8,
            palette,
            cells,
        }
    }

    /// The pixels of one row of a look.
    pub fn row(&self, look: Look, y: usize) -> &[u8] {
        &self.cells[look.0 as usize][y * self.side..][..self.side]
    }
}

/// The colours that are kept: those of the shapes themselves, then the most
/// frequent of the mixed ones at their edges. The order of equals is fixed, so
/// that the same run gives the same bytes.
pub(super) fn chosen(
    plain: impl Iterator<Item = Colour>,
    drawn: impl Iterator<Item = Colour>,
) -> Vec<Colour> {
    let rgb = |c: Colour| (c.0, c.1, c.2);
    let mut counts: BTreeMap<(u8, u8, u8), (bool, u64)> = BTreeMap::new();
    for colour in drawn {
        counts.entry(rgb(colour)).or_default().1 += 1;
    }
    for colour in plain {
        if let Some((is_plain, _)) = counts.get_mut(&rgb(colour)) {
            *is_plain = true;
        }
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    // Sorting is stable: equals stay in the order of their channels.
    colours.sort_by_key(|&(_, (is_plain, count))| (!is_plain, std::cmp::Reverse(count)));
    colours.truncate(MAX_COLOURS);
    let colours = colours.into_iter().map(|((r, g, b), _)| Colour(r, g, b));
    colours.collect()
}

pub(super) fn nearest_of(colours: &[Colour], wanted: Colour) -> u8 {
    let distance = |c: &Colour| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        // The eye sees green best and blue worst.
        3 * square(c.0, wanted.0) + 6 * square(c.1, wanted.1) + square(c.2, wanted.2)
    };
    let nearest = colours.iter().enumerate().min_by_key(|(_, c)| distance(c));
    nearest.map_or(0, |(i, _)| i as u8)
}
