//! A level with the way of its run drawn over it, as SVG.

use std::collections::{BTreeMap, BTreeSet};

use playproof::{Colour, Shape, Tile};

use super::chart;
use super::opponents;
use super::path::{number, pair};
use super::raster::drawn;
use super::scene::{Look, Mark, Scene};
use super::sprites;
use super::ways;
use crate::figures::counted;
use crate::run::End;

/// Levels with more cells than this are drawn in plain colours: their tiles
/// would be specks, and the file megabytes.
const MAX_DETAILED: usize = 16_384;

/// The actions named in the description.
const NAMED: usize = 60;

/// Marked places, and the place to which a run comes back for ever.
const MARKS: &str = "\
.reached{fill:#1d4ed8;fill-opacity:.55}\
.cut{stroke:#be123c;stroke-width:.16;stroke-linecap:round}\
.again{fill:none;stroke:#be123c;stroke-width:.1}";

/// Pieces that are stuck, pieces that do not matter, places to avoid.
const LOST_MARKS: &str = "\
.stuck{stroke:#7f1d1d;stroke-width:.2;stroke-linecap:round}\
.spare{fill:#fff;fill-opacity:.6}\
.dead{stroke:#9ca3af;stroke-width:.08;stroke-linecap:round}";

/// The level as the run finds it, and the way of the player.
pub fn svg(scene: &Scene) -> String {
    if let Some(run) = &scene.chart {
        return chart::svg(scene, run);
    }
    if let Some(run) = &scene.sprites {
        return sprites::svg(scene, run, &description(scene));
    }
    let mut inside = cells(scene);
    inside.push_str(&marks(scene));
    inside.push_str(&ways::lines(scene));
    if is_detailed(scene) {
        inside.push_str(&ground_on_the_way(scene));
    }
    let side = scene.cell_side();
    document(scene, side, &style(scene), &description(scene), &inside)
}

/// A picture of the level, its cells being of size 1 inside.
pub(super) fn document(
    scene: &Scene,
    side: usize,
    style: &str,
    description: &str,
    inside: &str,
) -> String {
    let (columns, rows) = scene.size;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {columns} {rows}\" \
         width=\"{}\" height=\"{}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>{style}</style>\n\
         {inside}</svg>\n",
        columns * side,
        rows * side,
        escaped(&format!(
            "{}: {}",
            scene.caption.title, scene.caption.verdict
        )),
        escaped(description),
    )
}

fn is_detailed(scene: &Scene) -> bool {
    scene.first.len() <= MAX_DETAILED
}

/// The cells of the first frame.
pub(super) fn cells(scene: &Scene) -> String {
    let is_detailed = is_detailed(scene);
    let mut svg = plains(scene, is_detailed);
    if is_detailed {
        svg.push_str(&details(scene));
    }
    svg
}

/// The rules for what the picture has.
fn style(scene: &Scene) -> String {
    ways::style(scene) + &mark_style(scene)
}

/// The rules for marks.
pub(super) fn mark_style(scene: &Scene) -> String {
    let mut style = String::new();
    if !scene.marks.is_empty() || scene.end != End::Last {
        style.push_str(MARKS);
    }
    let is_lost = |mark: Mark| mark.is_of_piece() || mark == Mark::Dead;
    if scene.marks.iter().any(|(mark, _)| is_lost(*mark)) {
        style.push_str(LOST_MARKS);
    }
    style
}

/// What is marked.
pub(super) fn marks(scene: &Scene) -> String {
    let mut svg = String::new();
    // What stands in a cell shows by itself that the player gets there.
    let columns = scene.size.0;
    let is_free = |(x, y): (usize, usize)| {
        let Look(look) = scene.first[y * columns + x];
        scene.looks[look as usize].top.is_none()
    };
    let marks = scene.marks.iter();
    let marks = marks.flat_map(|(mark, places)| places.iter().map(move |&at| (*mark, at)));
    for (mark, (x, y)) in marks.filter(|&(mark, at)| mark.is_on_top() || is_free(at)) {
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        let [left, right, above, below] = [x - 0.22, x + 0.22, y - 0.22, y + 0.22].map(number);
        let [x, y] = [x, y].map(number);
        svg.push_str(&match mark {
            Mark::Reached => {
                format!("<circle class=\"reached\" cx=\"{x}\" cy=\"{y}\" r=\".13\"/>\n")
            }
            Mark::Cut | Mark::Stuck | Mark::Dead | Mark::Barrier => format!(
                "<path class=\"{}\" d=\"M{left} {above}L{right} {below}M{left} {below}L{right} {above}\"/>\n",
                match mark {
                    Mark::Dead => "dead",
                    Mark::Stuck => "stuck",
                    _ => "cut",
                }
            ),
            Mark::Spare => format!("<circle class=\"spare\" cx=\"{x}\" cy=\"{y}\" r=\".34\"/>\n"),
            Mark::Furthest => {
                format!("<circle class=\"again\" cx=\"{x}\" cy=\"{y}\" r=\".38\"/>\n")
            }
        });
    }
    svg
}

/// What the picture shows, for those who cannot see it.
fn description(scene: &Scene) -> String {
    let seen = scene.legend.iter().enumerate();
    let seen = seen.filter(|(id, tile)| scene.is_seen(*id) && !tile.shapes.is_empty());
    let mut names: Vec<&str> = seen.map(|(_, tile)| &tile.name[..]).collect();
    names.dedup();
    let (columns, rows) = scene.size;
    let mut text = format!("{columns} by {rows} cells of {}.", names.join(", "));
    for (mark, places) in &scene.marks {
        let cells = counted(places.len() as u64, "cell");
        text.push_str(&match mark {
            Mark::Reached => format!(" Dots mark {cells} that the player can get to."),
            Mark::Cut => format!(" Crosses mark {cells} that the player must come through."),
            Mark::Stuck => format!(" Thick crosses mark {cells} where something is stuck."),
            Mark::Spare => format!(" Discs mark {cells} where something does not matter."),
            Mark::Dead => format!(" Thin crosses mark {cells} where a box is lost."),
            Mark::Furthest => format!(" A ring marks {cells} beyond which nobody stands."),
            Mark::Barrier => format!(" Crosses mark {cells} that are in the way."),
        });
    }
    if scene.n_steps == 0 {
        return text;
    }
    text.push_str(" A line follows the player for ");
    text.push_str(&course(scene));
    text.push_str(&opponents::description(scene));
    match scene.other_paths.len() {
        0 => {}
        n => text.push_str(&format!(
            " Lines of other colours follow {}.",
            counted(n as u64, "other run")
        )),
    }
    text
}

/// How long the run is, what is done in it and how it ends: `2 steps: up, left.`
pub(super) fn course(scene: &Scene) -> String {
    let mut text = counted(scene.n_steps as u64, "step");
    let actions = scene.frames.iter().filter_map(|frame| scene.action(frame));
    let actions: Vec<&str> = actions.take(NAMED).collect();
    if scene.every == 1 && !actions.is_empty() {
        text.push_str(&format!(": {}", actions.join(", ")));
        if scene.n_steps > NAMED {
            text.push_str(" and so on");
        }
    }
    text.push('.');
    match scene.end {
        End::Last => {}
        End::Still => text.push_str(" Then nothing changes any more."),
        End::Repeats(from) => {
            let after = counted(from as u64, "step");
            text.push_str(&format!(
                " What follows the first {after} repeats for ever."
            ));
        }
    }
    text
}

/// The plain colour that a look has below everything else; none where nothing
/// is drawn.
fn base(scene: &Scene, look: Look, is_detailed: bool) -> Option<Colour> {
    if scene.tiles(look).all(|tile| tile.shapes.is_empty()) {
        return None;
    }
    let lowest = scene
        .tiles(look)
        .next()
        .and_then(|tile| tile.shapes.first());
    Some(match lowest {
        Some((shape, colour)) if is_detailed && fills_the_cell(shape) => *colour,
        _ if is_detailed => Colour(0xFF, 0xFF, 0xFF),
        _ => drawn(scene, look, 1)[0],
    })
}

fn fills_the_cell(shape: &Shape) -> bool {
    let whole = Shape::Rect {
        x: 0.0,
        y: 0.0,
        width: 1.0,
        height: 1.0,
        round: 0.0,
    };
    *shape == whole
}

/// The ground in plain colours: the most frequent one everywhere, unless there
/// are cells without any, and each other one as a path along the rows. Fewer
/// elements, and no seams between.
fn plains(scene: &Scene, is_detailed: bool) -> String {
    let n_looks = scene.looks.len() as u32;
    let bases = (0..n_looks).map(|look| base(scene, Look(look), is_detailed));
    let bases: Vec<Option<Colour>> = bases.collect();
    let colour_of = |look: &Look| bases[look.0 as usize];
    let mut areas: BTreeMap<[u8; 3], (usize, String)> = BTreeMap::new();
    for (y, row) in scene.first.chunks(scene.size.0.max(1)).enumerate() {
        let mut x = 0;
        for stretch in row.chunk_by(|a, b| colour_of(a) == colour_of(b)) {
            let n = stretch.len();
            if let Some(Colour(r, g, b)) = colour_of(&stretch[0]) {
                let (n_cells, data) = areas.entry([r, g, b]).or_default();
                *n_cells += n;
                data.push_str(&format!("M{x} {y}h{n}v1h-{n}z"));
            }
            x += n;
        }
    }
    let mut areas: Vec<_> = areas.into_iter().collect();
    areas.sort_by_key(|(_, (n_cells, _))| std::cmp::Reverse(*n_cells));
    let mut svg = "<g shape-rendering=\"crispEdges\">\n".to_owned();
    let is_whole = bases.iter().all(Option::is_some);
    for (i, ([r, g, b], (_, data))) in areas.into_iter().enumerate() {
        let colour = hex(Colour(r, g, b));
        match i {
            0 if is_whole => svg.push_str(&format!(
                "<rect width=\"{}\" height=\"{}\" fill=\"{colour}\"/>\n",
                scene.size.0, scene.size.1
            )),
            _ => svg.push_str(&format!("<path fill=\"{colour}\" d=\"{data}\"/>\n")),
        }
    }
    svg.push_str("</g>\n");
    svg
}

/// The shapes above the plain ground: each tile once, and where it stands.
fn details(scene: &Scene) -> String {
    let mut symbols = String::new();
    let has_details: Vec<bool> = scene
        .legend
        .iter()
        .enumerate()
        .map(|(id, tile)| {
            let shapes = detail_shapes(tile);
            if !shapes.is_empty() && scene.is_seen(id) {
                // A symbol cuts off what leaves its box, as a cell does not.
                symbols.push_str(&format!(
                    "<symbol id=\"t{id}\" width=\"1\" height=\"1\" overflow=\"visible\">\
                     {shapes}</symbol>\n"
                ));
            }
            !shapes.is_empty()
        })
        .collect();
    let mut uses = String::new();
    for (at, look) in scene.first.iter().enumerate() {
        let (x, y) = (at % scene.size.0, at / scene.size.0);
        let cell = scene.looks[look.0 as usize];
        for id in cell.tiles() {
            if has_details[usize::from(id.0)] {
                uses.push_str(&format!("<use href=\"#t{}\" x=\"{x}\" y=\"{y}\"/>\n", id.0));
            }
        }
    }
    format!("<defs>\n{symbols}</defs>\n{uses}")
}

/// What is drawn on the ground of the cells that a way leads through, once
/// more: the way passes below, so that an arrow on it can still be seen. At its
/// ends there is room already.
fn ground_on_the_way(scene: &Scene) -> String {
    // Arrows are drawn by hand; what a game paints in pixels is only in the way there.
    if scene.grain > 1 {
        return String::new();
    }
    let columns = scene.size.0;
    let opponents = scene.opponents.iter().map(|opponent| &opponent.path);
    let paths = [&scene.path].into_iter().chain(opponents);
    let paths = paths.chain(&scene.other_paths);
    let mut cells = BTreeSet::new();
    for path in paths {
        let ends = [path.first(), path.last()];
        let inner = path.iter().filter(|place| !ends.contains(&Some(place)));
        cells.extend(inner.flatten().map(|(x, y)| (*y, *x)));
    }
    let mut uses = String::new();
    for (y, x) in cells {
        let cell = scene.looks[scene.first[y * columns + x].0 as usize];
        let id = usize::from(cell.ground.0);
        if cell.tiles().count() == 1 && !detail_shapes(&scene.legend[id]).is_empty() {
            uses.push_str(&format!("<use href=\"#t{id}\" x=\"{x}\" y=\"{y}\"/>\n"));
        }
    }
    uses
}

/// The shapes of a tile but for the plain one below.
fn detail_shapes(tile: &Tile) -> String {
    let mut shapes = tile.shapes.iter().peekable();
    shapes.next_if(|(shape, _)| fills_the_cell(shape));
    shapes.map(|(shape, fill)| element(shape, *fill)).collect()
}

/// A filled shape.
pub(super) fn element(shape: &Shape, fill: Colour) -> String {
    let fill = hex(fill);
    match shape {
        Shape::Rect {
            x,
            y,
            width,
            height,
            round,
        } => {
            let [x, y, width, height, round] = [x, y, width, height, round].map(|n| number(*n));
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                 rx=\"{round}\" fill=\"{fill}\"/>"
            )
        }
        Shape::Circle { x, y, radius } => {
            let [x, y, radius] = [x, y, radius].map(|n| number(*n));
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>")
        }
        Shape::Polygon(points) => {
            let points: Vec<String> = points.iter().map(|&p| pair(p)).collect();
            format!("<polygon points=\"{}\" fill=\"{fill}\"/>", points.join(" "))
        }
    }
}

/// A colour as it is written in SVG and CSS.
pub(super) fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text as it stands in XML and HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // What no document of XML may hold, even as a number.
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::test_runs::{OPEN, scene, winding};

    #[test]
    fn a_small_level() {
        insta::assert_snapshot!(svg(&scene(OPEN, 1)));
    }

    #[test]
    fn an_arrow_on_the_way_lies_above_the_line() {
        let arrow = "<use href=\"#t5\" x=\"2\" y=\"0\"/>";
        let through = svg(&scene("A0>0G\n", 1));
        assert_eq!(through.matches(arrow).count(), 2);
        let line = through.rfind("class=\"run\"").unwrap();
        assert!(through.rfind(arrow).unwrap() > line);
        // The goal at the end of the way is drawn once.
        assert_eq!(through.matches("<use href=\"#t2\"").count(), 1);
        let beside = svg(&scene("AG>\n", 1));
        assert_eq!(beside.matches(arrow).count(), 1);
    }

    #[test]
    fn outside_the_walls_nothing_is_drawn() {
        let picture = svg(&scene("  #####\n###@  #\n#.  $ #\n#######\n", 1));
        assert!(
            !picture.contains("<rect width="),
            "no colour lies below all"
        );
        let names = "7 by 4 cells of wall, floor, goal, box, box on a goal, player.";
        assert!(picture.contains(names), "{picture}");
    }

    #[test]
    fn large_levels_make_no_large_files() {
        let small = svg(&scene(&winding(100), 1));
        assert!(small.contains("<symbol") && small.len() < 300_000);
        let large = svg(&scene(&winding(400), 1));
        assert!(!large.contains("<symbol") && large.len() < 100_000);
    }
}
