//! Numbers of cells as shades: the same in a still and on a page.

use playproof::{Colour, Heat};

use super::svg::hex;

/// From few to many. They differ in lightness, so that they can be told apart without
/// colours too.
pub(super) const SHADES: [Colour; 5] = [
    Colour(0xFF, 0xF3, 0xB0),
    Colour(0xFF, 0xD1, 0x66),
    Colour(0xF8, 0x96, 0x1E),
    Colour(0xDD, 0x55, 0x1F),
    Colour(0xA3, 0x12, 0x1F),
];

/// How much of the cell still shows.
pub(super) const OPACITY: f32 = 0.72;

/// The shade of each cell, from 1; 0 for none. They go by square roots: most cells come up
/// seldom, and some very often.
pub(super) fn shades(heat: &Heat) -> Vec<u8> {
    let most = heat.counts.iter().copied().max().unwrap_or(0).max(1);
    let scale = SHADES.len() as f32 / (most as f32).sqrt();
    let shade = |&n: &u32| match n {
        0 => 0,
        n => ((n as f32).sqrt() * scale)
            .ceil()
            .clamp(1.0, SHADES.len() as f32) as u8,
    };
    heat.counts.iter().map(shade).collect()
}

/// The shaded cells as SVG: a path for each shade, along the rows.
pub(super) fn svg(heat: &Heat, columns: usize) -> String {
    let mut areas = vec![String::new(); SHADES.len()];
    for (y, row) in shades(heat).chunks(columns.max(1)).enumerate() {
        let mut x = 0;
        for stretch in row.chunk_by(|a, b| a == b) {
            let n = stretch.len();
            if let Some(shade) = usize::from(stretch[0]).checked_sub(1) {
                areas[shade].push_str(&format!("M{x} {y}h{n}v1h-{n}z"));
            }
            x += n;
        }
    }
    let areas = areas
        .iter()
        .zip(SHADES)
        .filter(|(data, _)| !data.is_empty());
    let paths = areas.map(|(data, colour)| {
        let colour = hex(colour);
        format!("<path class=\"heat\" fill=\"{colour}\" d=\"{data}\"/>\n")
    });
    paths.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_grow_with_the_number_and_nothing_has_none() {
        let counts = vec![0, 1, 400, 401, 1_700, 3_700, 6_500, 10_000];
        let heat = Heat {
            what: String::new(),
            counts,
        };
        assert_eq!(shades(&heat), [0, 1, 1, 2, 3, 4, 5, 5]);
        let svg = svg(&heat, 8);
        assert_eq!(svg.matches("<path").count(), 5);
        assert!(svg.contains("d=\"M1 0h2v1h-2z\""), "{svg}");
    }

    #[test]
    fn what_comes_up_most_is_darkest() {
        let heat = Heat {
            what: String::new(),
            counts: vec![1, 0],
        };
        assert_eq!(shades(&heat), [5, 0]);
    }
}
