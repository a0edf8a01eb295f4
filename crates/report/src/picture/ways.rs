//! The lines of a still: where the player goes, those who move beside the
//! player, and the ways of other runs.

use super::opponents::{self, Stroke};
use super::path::{Piece, Point, Traffic, number, pair, pieces, towards};
use super::scene::Scene;
use super::svg::hex;
use crate::run::End;

/// The player's line and its rim: 5 to 1 and more against light and dark
/// ground.
const STYLE: &str = "\
.rim,.run{fill:none;stroke-linejoin:round}\
.rim{stroke:#fff;stroke-width:.26;stroke-opacity:.9}\
.run{stroke:#1d4ed8;stroke-width:.14;stroke-linecap:round}\
.end{fill:#1d4ed8;stroke:#fff;stroke-width:.06;stroke-linejoin:round}";

/// The same for other runs beside the first.
const OTHER_COLOURS: [&str; 4] = ["#b45309", "#047857", "#7c3aed", "#be123c"];

/// The rules for the lines that the picture has.
pub(super) fn style(scene: &Scene) -> String {
    let mut style = STYLE.to_owned();
    let strokes = opponents::with_strokes(scene);
    for (i, (_, Stroke { colour, dashes, .. })) in strokes.enumerate() {
        let colour = hex(*colour);
        let dashes: Vec<String> = dashes.iter().map(|&n| number(n)).collect();
        let dashes = dashes.join(" ");
        style.push_str(&format!(
            ".run.p{i}{{stroke:{colour};stroke-linecap:butt;stroke-dasharray:{dashes}}}\
             .end.p{i}{{fill:#fff;stroke:{colour}}}"
        ));
    }
    let n_others = scene.other_paths.len().min(OTHER_COLOURS.len());
    for (i, colour) in OTHER_COLOURS[..n_others].iter().enumerate() {
        style.push_str(&format!(
            ".run.o{i}{{stroke:{colour}}}.end.o{i}{{fill:{colour}}}"
        ));
    }
    style
}

/// All ways, the player's above the others, and where the run repeats. Only
/// the ends of opponents lie above it: they often stop on the player's way.
pub(super) fn lines(scene: &Scene) -> String {
    let mut traffic = Traffic::default();
    let mut n_pieces = 0;
    let mut drawn = |path: &[Option<(usize, usize)>], class: &str| {
        let pieces = pieces(path, &mut traffic);
        let way = Way::new(&pieces, n_pieces, class);
        n_pieces += pieces.len();
        way.unwrap_or_default()
    };
    let Way { line, ends } = drawn(&scene.walk, "");
    let mut svg = line + &ends;
    let mut ends_above = String::new();
    for (i, opponent) in scene.opponents.iter().enumerate() {
        let Way { line, ends } = drawn(&opponent.path, &format!(" p{i}"));
        svg = line + &svg;
        ends_above.push_str(&ends);
    }
    for (i, path) in scene.other_paths.iter().enumerate() {
        let class = format!(" o{}", i % OTHER_COLOURS.len());
        let Way { line, ends } = drawn(path, &class);
        svg = line + &ends + &svg;
    }
    svg.push_str(&ends_above);
    let place = match scene.end {
        End::Last => None,
        End::Still => scene.path.last(),
        End::Repeats(from) => scene.path.get(from),
    };
    if let Some(Some((x, y))) = place {
        let [x, y] = [*x as f32 + 0.5, *y as f32 + 0.5].map(number);
        svg.push_str(&format!(
            "<circle class=\"again\" cx=\"{x}\" cy=\"{y}\" r=\".44\"/>\n"
        ));
    }
    svg
}

/// A way as SVG.
#[derive(Default)]
struct Way {
    line: String,
    /// A dot where it begins and an arrow where it ends.
    ends: String,
}

impl Way {
    /// None where nobody moves.
    fn new(pieces: &[Piece], first_id: usize, class: &str) -> Option<Way> {
        let (first, last) = (pieces.first()?, pieces.last()?);
        let start = towards(
            first.points[0],
            first.points[1],
            room(first.points[0], first.points[1]),
        );
        let n = last.points.len();
        let (before, centre) = (last.points[n - 2], last.points[n - 1]);
        let end = towards(centre, before, room(centre, before));
        let mut pieces = pieces.to_vec();
        if let Some(point) = pieces.first_mut().and_then(|p| p.points.first_mut()) {
            *point = start;
        }
        if let Some(point) = pieces.last_mut().and_then(|p| p.points.last_mut()) {
            *point = end;
        }
        let mut way = Way::default();
        for (i, piece) in (first_id..).zip(&pieces) {
            way.line.push_str(&format!(
                "<defs><path id=\"w{i}\" d=\"{}\"/></defs>\
                 <use href=\"#w{i}\" class=\"rim\"/><use href=\"#w{i}\" class=\"run{class}\"/>\n",
                piece.data()
            ));
        }
        let [x, y] = [start.0, start.1].map(number);
        let points = arrow(end, centre).map(pair).join(" ");
        way.ends = format!(
            "<circle class=\"end{class}\" cx=\"{x}\" cy=\"{y}\" r=\".15\"/>\n\
             <polygon class=\"end{class}\" points=\"{points}\"/>\n"
        );
        Some(way)
    }
}

/// What is left free at an end of the way, so that it does not hide what
/// stands there.
fn room(end: Point, next: Point) -> f32 {
    let length = (end.0 - next.0).hypot(end.1 - next.1);
    (length * 0.45).min(0.42)
}

/// The head of an arrow at the end of the way, which points ahead.
fn arrow(end: Point, ahead: Point) -> [Point; 3] {
    let (tip, back) = (towards(end, ahead, 0.2), towards(end, ahead, -0.2));
    let (dx, dy) = ((tip.0 - back.0) * 0.65, (tip.1 - back.1) * 0.65);
    [tip, (back.0 - dy, back.1 + dx), (back.0 + dy, back.1 - dx)]
}

#[cfg(test)]
mod tests {
    use crate::picture::svg;
    use crate::picture::test_runs::{OPEN, RACE, race, scene};

    /// Where an element of this class begins in the picture.
    fn found(svg: &str, class: &str) -> Vec<usize> {
        let class = format!("class=\"{class}\"");
        svg.match_indices(&class).map(|(at, _)| at).collect()
    }

    #[test]
    fn an_opponent_has_a_line_of_its_own() {
        let (level, moves) = RACE;
        let picture = svg(&race(level, &moves, 1));
        assert!(picture.contains(".run.p0{stroke:#a21caf;"), "{picture}");
        assert!(picture.contains("stroke-dasharray:0.32 0.18"));
        let (player, enemy) = (found(&picture, "run"), found(&picture, "run p0"));
        assert_eq!(player.len(), 1);
        assert!(enemy.len() > 1, "it goes back, and is cut there");
        assert!(enemy.iter().all(|at| *at < player[0]), "it lies below");
        // A dot and an arrow each, those of the opponent above the lines.
        let (ends, theirs) = (found(&picture, "end"), found(&picture, "end p0"));
        assert_eq!((ends.len(), theirs.len()), (2, 2));
        assert!(theirs[0] > ends[1]);
        let words = "A dashed purple line follows the enemy from column 2, row 4 to \
                     column 6, row 4, 6 moves.";
        assert!(picture.contains(words), "{picture}");
        assert!(roxmltree::Document::parse(&picture).is_ok());
    }

    #[test]
    fn lines_through_one_corridor_lie_beside_each_other() {
        let picture = svg(&race("AE00G\n", &["rrrr", "rrr."], 1));
        assert!(picture.contains("d=\"M0.92 0.5L4.08 0.5\""), "{picture}");
        assert!(picture.contains("d=\"M1.92 0.67L4.08 0.67\""), "{picture}");
    }

    #[test]
    fn who_does_not_move_has_no_line() {
        let picture = svg(&race("A0G\n0E0\n", &["rr", ".."], 1));
        assert!(found(&picture, "run p0").is_empty());
        assert!(picture.contains("The enemy stays in column 2, row 2."));
        // Nor is there anything of opponents where there are none.
        let alone = svg(&scene(OPEN, 1));
        assert!(!alone.contains("p0") && !alone.contains("dash"));
    }

    #[test]
    fn every_opponent_has_its_look() {
        let level = "A000\nE000\nE000\nE000\nE000\n";
        let picture = svg(&race(level, &["rrr", "rr.", "rrr", "r..", "rrx"], 1));
        for (i, words) in ["dashed purple", "dotted red", "dashed and dotted black"]
            .into_iter()
            .enumerate()
        {
            assert!(picture.contains(&format!("A {words} line")), "{picture}");
            assert_eq!(found(&picture, &format!("run p{i}")).len(), 1);
        }
        // The fourth looks like the first, and vanishes in its third cell.
        assert!(picture.contains(".run.p3{stroke:#a21caf;"));
        assert!(picture.contains("from column 1, row 5 to column 3, row 5, 2 moves"));
    }
}
