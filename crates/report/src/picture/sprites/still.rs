//! The level with the line of the run, and the player at some places of it.

use super::{SpriteRun, drawn};
use crate::picture::path::pair;
use crate::picture::scene::Scene;
use crate::picture::svg::{cells, document, mark_style, marks};

const STYLE: &str = "\
.rim,.run{fill:none;stroke-linejoin:round;stroke-linecap:round}\
.rim{stroke:#fff;stroke-width:.28;stroke-opacity:.8}\
.run{stroke:#1d4ed8;stroke-width:.13}\
.run.other{stroke:#a21caf;stroke-width:.07;stroke-dasharray:.2 .14}\
.ghost{opacity:.38}";

/// The players that are drawn between the first and the last, at most.
const N_GHOSTS: usize = 24;

/// About how many cells lie between two players.
const GHOST_EVERY: f32 = 6.0;

/// Pixels a side of a cell: wide levels make wide pictures, whose cells can still be seen.
pub(in crate::picture) fn still_side((columns, rows): (usize, usize)) -> usize {
    let (columns, rows) = (columns.max(1), rows.max(1));
    let readable = (960 / columns).clamp(12, 32);
    readable.min(MAX_SIDE / columns.max(rows)).max(1)
}

/// The most pixels in each direction.
const MAX_SIDE: usize = 8192;

/// The picture.
pub(in crate::picture) fn svg(scene: &Scene, run: &SpriteRun, description: &str) -> String {
    let stage = run.stage(scene);
    let mut inside = cells(&stage) + &marks(&stage);
    for who in (0..run.n_sprites()).rev() {
        let class = if who == 0 { "run" } else { "run other" };
        for line in run.lines(who) {
            let points: Vec<String> = line.iter().map(|&point| pair(point)).collect();
            let points = points.join(" ");
            inside.push_str(&format!(
                "<polyline class=\"rim\" points=\"{points}\"/>\
                 <polyline class=\"{class}\" points=\"{points}\"/>\n"
            ));
        }
    }
    inside.push_str("<g class=\"ghost\">\n");
    for step in ghosts(run) {
        run.player(step)
            .iter()
            .for_each(|sprite| inside.push_str(&drawn(&scene.legend, sprite)));
    }
    inside.push_str("</g>\n");
    // Others where the run finds them, and the player where it begins and ends.
    let others = run.places[0].iter().skip(1).flatten();
    let ends = [run.player(0), run.player(run.places.len() - 1)];
    for sprite in others.chain(ends.into_iter().flatten()) {
        inside.push_str(&drawn(&scene.legend, sprite));
    }
    let (side, style) = (
        still_side(stage.size),
        STYLE.to_owned() + &mark_style(&stage),
    );
    document(&stage, side, &style, description, &inside)
}

/// The steps after which the player is drawn too, as far apart as is good to see.
fn ghosts(run: &SpriteRun) -> Vec<usize> {
    let n = run.places.len();
    let length: f32 = run.lines(0).iter().map(|line| length(line)).sum();
    let apart = GHOST_EVERY.max(length / N_GHOSTS as f32);
    let (mut steps, mut gone) = (Vec::new(), 0.0);
    for step in 1..n.saturating_sub(1) {
        if let (Some(before), Some(now)) = (run.player(step - 1), run.player(step)) {
            gone += length_of(before.middle(), now.middle());
        }
        if gone >= apart {
            gone = 0.0;
            steps.push(step);
        }
    }
    steps
}

fn length(line: &[(f32, f32)]) -> f32 {
    line.windows(2)
        .map(|pair| length_of(pair[0], pair[1]))
        .sum()
}

fn length_of(a: (f32, f32), b: (f32, f32)) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
