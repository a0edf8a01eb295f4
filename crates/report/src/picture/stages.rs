//! The stages of a level in the making, side by side in one SVG: what a
//! generator drew first, and what it made of it.

use playproof::{Colour, Shape};

use super::path::number;
use super::svg::{element, escaped, hex};

/// A level in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StagePicture {
    /// What is written below.
    pub caption: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Letters as in levels, row by row: `1` a wall, `0` floor, `A` the avatar,
    /// `G` the goal, any other one a piece with that letter on it. Cells that
    /// are not there stay paper.
    pub cells: Vec<char>,
}

/// The most pictures in a row.
const A_ROW: usize = 3;

/// What is between pictures and around them, in pixels.
pub(super) const MARGIN: f32 = 24.0;

/// What a line of a caption takes, and how large its letters are, whatever the
/// cells are.
pub(super) const LINE: f32 = 19.0;
pub(super) const LETTERS: f32 = 14.0;
/// The width of a letter, more or less.
const LETTER: f32 = 7.4;

const WALL: Colour = Colour(0x3B, 0x42, 0x52);
const BLOCK: Colour = Colour(0x4C, 0x56, 0x6A);
const FLOOR: Colour = Colour(0xF4, 0xF1, 0xEA);
const WHITE: Colour = Colour(0xFF, 0xFF, 0xFF);

/// The stages in one drawing, in rows of three, all cells of one size, each
/// with its caption below.
pub fn stages_svg(stages: &[StagePicture]) -> String {
    let widest = stages.iter().map(|stage| stage.width).max().unwrap_or(0);
    let n_columns = stages.len().clamp(1, A_ROW);
    let side = cell_side(widest, n_columns);
    let mut drawn = String::new();
    let (mut width, mut y) = (0.0f32, MARGIN);
    for row in stages.chunks(A_ROW) {
        let highest = row.iter().map(|stage| stage.height).max().unwrap_or(0);
        let highest = highest as f32 * side;
        let mut x = MARGIN;
        let mut n_lines = 0;
        for stage in row {
            // Wide enough for the longest word of its caption.
            let words = stage.caption.split_whitespace();
            let longest = words.map(|word| word.chars().count()).max().unwrap_or(0);
            let own = stage.width as f32 * side;
            let room = own.max(longest as f32 * LETTER).max(MIN_ROOM);
            let left = x + (room - own) / 2.0;
            // Stages stand on one line, as their captions do.
            let top = y + highest - stage.height as f32 * side;
            drawn.push_str(&format!(
                "<g transform=\"translate({} {}) scale({})\">\n{}</g>\n",
                number(left),
                number(top),
                number(side),
                cells(stage)
            ));
            let lines = wrapped(&stage.caption, room);
            for (i, line) in lines.iter().enumerate() {
                let base = y + highest + LINE * (i + 1) as f32;
                drawn.push_str(&format!(
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                    number(x + room / 2.0),
                    number(base),
                    escaped(line)
                ));
            }
            n_lines = n_lines.max(lines.len());
            x += room + MARGIN;
        }
        width = width.max(x);
        y += highest + LINE * n_lines as f32 + MARGIN;
    }
    let (width, height) = (number(width), number(y));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"desc\" \
         font-family=\"sans-serif\" font-size=\"{LETTERS}\">\n\
         <desc id=\"desc\">{}</desc>\n<defs><g id=\"wall\">{}</g></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{drawn}</svg>\n",
        escaped(&description(stages)),
        piece('1'),
        hex(WHITE),
    )
}

/// A caption is not squeezed into less, in pixels.
const MIN_ROOM: f32 = 150.0;

/// Pixels a side of a cell: about 960 for a row of the widest, and never so
/// few that a letter could not be read.
fn cell_side(widest: usize, n_columns: usize) -> f32 {
    let n_cells = (widest.max(1) * n_columns) as f32;
    (960.0 / n_cells).floor().clamp(10.0, 32.0)
}

/// What the picture shows, for those who cannot see it.
fn description(stages: &[StagePicture]) -> String {
    let stages = stages.iter().map(|stage| {
        let StagePicture { width, height, .. } = stage;
        format!("{}, {width} by {height} cells", stage.caption)
    });
    let stages: Vec<String> = stages.collect();
    match stages.is_empty() {
        true => "No stages.".to_owned(),
        false => format!("The stages of a level: {}.", stages.join("; ")),
    }
}

/// The cells of a stage, each of size 1: floor along the rows, then what is on
/// it.
fn cells(stage: &StagePicture) -> String {
    let mut svg = String::new();
    let mut pieces = String::new();
    for (y, row) in stage.cells.chunks(stage.width.max(1)).enumerate() {
        let mut x = 0;
        for stretch in row.chunk_by(|&a, &b| (a == '1') == (b == '1')) {
            let (n, is_wall) = (stretch.len(), stretch[0] == '1');
            let colour = hex(if is_wall { WALL } else { FLOOR });
            svg.push_str(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{n}\" height=\"1\" fill=\"{colour}\" \
                 shape-rendering=\"crispEdges\"/>\n"
            ));
            x += n;
        }
        for (x, &letter) in row.iter().enumerate().filter(|(_, letter)| **letter != '0') {
            pieces.push_str(&match letter {
                // Most cells are walls, and drawn once for all.
                '1' => format!("<use href=\"#wall\" x=\"{x}\" y=\"{y}\"/>\n"),
                _ => format!(
                    "<g transform=\"translate({x} {y})\">{}</g>\n",
                    piece(letter)
                ),
            });
        }
    }
    let (width, height) = (stage.width, stage.height);
    svg + &pieces
        + &format!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\".06\"/>\n",
            hex(WALL)
        )
}

/// What stands on the ground of a cell. The shapes are those of a maze.
fn piece(letter: char) -> String {
    let disc = |x: f32, y: f32, radius: f32| Shape::Circle { x, y, radius };
    let rect = |x: f32, y: f32, width: f32, height: f32, round: f32| Shape::Rect {
        x,
        y,
        width,
        height,
        round,
    };
    let flag = Shape::Polygon(vec![(0.36, 0.16), (0.80, 0.33), (0.36, 0.50)]);
    let shapes = match letter {
        '1' => vec![(rect(0.08, 0.08, 0.84, 0.84, 0.12), BLOCK)],
        'G' => vec![
            (disc(0.5, 0.5, 0.46), Colour(0xD9, 0xE8, 0xD0)),
            (rect(0.28, 0.14, 0.08, 0.72, 0.04), Colour(0x5B, 0x4A, 0x3A)),
            (flag, Colour(0x3F, 0x9B, 0x5A)),
        ],
        'A' => vec![
            (disc(0.5, 0.5, 0.38), Colour(0xC9, 0x56, 0x3C)),
            (disc(0.38, 0.44, 0.06), WHITE),
            (disc(0.62, 0.44, 0.06), WHITE),
        ],
        _ => {
            let fill = match letter {
                'E' => Colour(0x6B, 0x3F, 0x8F),
                'C' => Colour(0x8A, 0x5A, 0x00),
                'R' => Colour(0x1F, 0x6F, 0x78),
                _ => BLOCK,
            };
            let disc = element(&disc(0.5, 0.5, 0.4), fill);
            let letter = escaped(&letter.to_string());
            return format!(
                "{disc}<text x=\".5\" y=\".7\" font-size=\".56\" font-weight=\"bold\" \
                 text-anchor=\"middle\" fill=\"{}\">{letter}</text>",
                hex(WHITE)
            );
        }
    };
    let shapes = shapes.iter().map(|(shape, fill)| element(shape, *fill));
    shapes.collect()
}

/// A caption in lines of so many pixels.
pub(super) fn wrapped(caption: &str, room: f32) -> Vec<String> {
    let most = (room / LETTER) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in caption.split_whitespace() {
        let n = word.chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + n <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(caption: &str, rows: &[&str]) -> StagePicture {
        StagePicture {
            caption: caption.to_owned(),
            width: rows[0].len(),
            height: rows.len(),
            cells: rows.concat().chars().collect(),
        }
    }

    fn four() -> Vec<StagePicture> {
        vec![
            stage("a: the line", &["A00000G"]),
            stage("b: folded & walled", &["A001", "1101", "1001", "10GE"]),
            stage("c: grown", &["A0011", "11011", "10011", "10GE1", "11111"]),
            stage("d: filled, with all who move", &["A00C1", "110R1"]),
        ]
    }

    #[test]
    fn stages_stand_side_by_side() {
        let svg = stages_svg(&four());
        let document = roxmltree::Document::parse(&svg).unwrap();
        // Each has its place and its scale, which is the same for all.
        let groups = document.descendants().filter_map(|node| {
            let place = node.attribute("transform")?;
            let (place, scale) = place.split_once(" scale(")?;
            let place = place.strip_prefix("translate(")?.strip_suffix(')')?;
            let (x, y) = place.split_once(' ')?;
            let number = |text: &str| text.parse::<f32>().unwrap();
            Some((number(x), number(y), scale.to_owned()))
        });
        let groups: Vec<(f32, f32, String)> = groups.collect();
        assert_eq!(groups.len(), 4);
        assert!(groups.iter().all(|(.., scale)| *scale == groups[0].2));
        assert!(groups[0].0 < groups[1].0 && groups[1].0 < groups[2].0);
        assert!(groups[3].1 > groups[0].1, "the fourth begins another row");
        assert!(svg.contains("b: folded &amp; walled, 4 by 4 cells"));
        assert!(svg.contains(">a: the line</text>"));
        for letter in ["E", "C", "R"] {
            assert!(svg.contains(&format!(">{letter}</text>")), "{letter}");
        }
    }

    #[test]
    fn nothing_and_one_row_can_be_drawn() {
        for stages in [vec![], four()[..1].to_vec()] {
            let svg = stages_svg(&stages);
            assert!(roxmltree::Document::parse(&svg).is_ok());
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn captions_are_wrapped_and_never_lost() {
        let lines = wrapped("a caption of several words", 100.0);
        assert_eq!(lines, ["a caption of", "several words"]);
        assert_eq!(wrapped("unbreakable-word", 10.0), ["unbreakable-word"]);
    }
}
