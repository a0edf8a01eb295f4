//! What a command line can ask of generated levels.

use playproof_game::{GameOption, LevelDesign, LevelGenerator, OptionKind, Options};

use super::design::SokobanDesign;
use super::sweep::Objective;
use super::tree::{Reduction, TreeSettings};

/// Generated levels of Sokoban.
#[derive(Clone, Copy, Debug, Default)]
pub struct GeneratedLevels;

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "size",
        "WxH",
        "Columns and rows inside the ring of walls, at least 3 of each; one number for both.",
        Some("6x6"),
        OptionKind::Text(accepts_size),
    ),
    GameOption::new(
        "method",
        "HOW",
        "How levels are made.",
        Some("sweep"),
        OptionKind::Choice(&[
            (
                "sweep",
                "Walk over layouts of walls and goals, and give each its hardest start.",
            ),
            ("tree", "Tree search over changes to a board and simulated play."),
            (
                "both",
                "The walk, starting from a level that the tree search found.",
            ),
        ]),
    ),
    GameOption::new(
        "improve",
        "LIST",
        "Improvements of the tree search, separated by commas: push, no-freeze, reduce, cut-outs, \
         order, jump, mirror, flexible, free-start, flood; or none.",
        Some("push,reduce,cut-outs"),
        OptionKind::Text(accepts_improvements),
    )
    .only_with("method", &["tree", "both"]),
    GameOption::new(
        "metric",
        "WHICH",
        "How the tree search scores levels.",
        Some("weighted"),
        OptionKind::Choice(&[
            ("weighted", "Boxes, congestion and uneven blocks."),
            ("geometric", "Terrain and congestion."),
        ]),
    )
    .only_with("method", &["tree", "both"]),
    GameOption::new(
        "boxes",
        "N|A..B",
        "How many boxes. With a range, a sweep takes each number in turn [default: 4; 3..7 in a \
         reduced tree search, 3..4 where a walk follows it].",
        None,
        OptionKind::Text(accepts_range),
    ),
    GameOption::new(
        "objective",
        "FIGURE",
        "What to maximize: pushes, moves, changes, insight, or a mix such as \
         `pushes=1,insight=5`.",
        Some("pushes"),
        OptionKind::Text(accepts_objective),
    )
    .only_with("method", &["sweep", "both"]),
    GameOption::new(
        "pushes",
        "A..B",
        "Keep only levels whose fewest winning pushes are in this range.",
        None,
        OptionKind::Text(accepts_range),
    ),
    GameOption::new(
        "iterations",
        "N",
        "How many layouts to try per level. The tree search makes a hundred times as many \
         iterations.",
        Some("5000"),
        OptionKind::Number(1, i64::MAX),
    ),
    GameOption::new(
        "apart",
        "CELLS",
        "Two levels must differ in at least this many cells, however they are turned or mirrored. \
         0 drops only levels that are then the same.",
        Some("0"),
        OptionKind::Number(0, 4096),
    ),
    GameOption::switch(
        "diverse",
        "Keep the best level for every number of pushes and amount of insight; --stages draws them.",
    )
    .only_with("method", &["sweep"]),
];

/// A size such as `6x4`, or `6` for a square.
pub fn size(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse::<usize>().ok();
    match (side(width), side(height)) {
        (Some(width), Some(height)) if width >= 3 && height >= 3 => Ok((width, height)),
        (Some(_), Some(_)) => Err("a level has at least 3 columns and 3 rows".to_owned()),
        _ => Err(format!(
            "`{text}` is not a size; write columns and rows as in `6x4`"
        )),
    }
}

/// A range such as `3..7`, or one number.
pub fn range(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to && to > 0 => Ok((from, to)),
        (Ok(_), Ok(_)) => Err(format!("nothing is in the range `{text}`")),
        _ => Err(format!("`{text}` is not a range; write it as in `20..40`")),
    }
}

/// A figure, or figures with weights.
pub fn objective(text: &str) -> Result<Objective, String> {
    let mut objective = Objective {
        pushes: 0.0,
        moves: 0.0,
        box_changes: 0.0,
        insight: 0.0,
    };
    for part in text.split(',') {
        let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
        let weight = weight.parse::<f64>().ok().filter(|w| w.is_finite());
        let weight = weight.ok_or_else(|| format!("`{part}`: the weight is no number"))?;
        let figure = match name {
            "pushes" => &mut objective.pushes,
            "moves" => &mut objective.moves,
            "changes" => &mut objective.box_changes,
            "insight" => &mut objective.insight,
            _ => {
                let known = "pushes, moves, changes and insight";
                return Err(format!("there is no figure `{name}`; there are {known}"));
            }
        };
        *figure += weight;
    }
    Ok(objective)
}

/// The tree search with these improvements, for boards of this size.
pub fn tree(text: &str, (width, height): (usize, usize)) -> Result<TreeSettings, String> {
    let side = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let mut tree = TreeSettings {
        width: side(width),
        height: side(height),
        ..TreeSettings::default()
    };
    for name in text.split(',').filter(|name| *name != "none") {
        match name {
            "push" => tree.push = true,
            "no-freeze" => tree.no_freeze = true,
            "reduce" => tree.reduction = Some(Reduction::default()),
            "cut-outs" => tree.cut_outs = true,
            "order" => tree.ordered = true,
            "jump" => tree.jumps = true,
            "mirror" => tree.mirror = true,
            "flexible" => tree.flexible = true,
            "free-start" => tree.free_start = true,
            "flood" => tree.flood = true,
            _ => return Err(format!("there is no improvement `{name}`")),
        }
    }
    Ok(tree)
}

fn accepts_improvements(text: &str) -> Result<(), String> {
    tree(text, (6, 6)).map(drop)
}

fn accepts_size(text: &str) -> Result<(), String> {
    size(text).map(drop)
}

fn accepts_range(text: &str) -> Result<(), String> {
    range(text).map(drop)
}

fn accepts_objective(text: &str) -> Result<(), String> {
    objective(text).map(drop)
}

impl LevelGenerator for GeneratedLevels {
    fn heading(&self) -> Option<&'static str> {
        Some("Sokoban")
    }

    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &[
            "sokoban --size 6x6 --count 20 --seconds 30 --gallery --out levels",
            "sokoban --size 8x8 --boxes 3..5 --objective insight --pushes 15..45 --out levels",
        ]
    }

    fn figures(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("shortest", "Moves."),
            ("pushes", "Pushes."),
            (
                "difficulty",
                "Pushes, box changes and killing pushes together.",
            ),
        ]
    }

    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String> {
        Ok(Box::new(SokobanDesign::new(options)?))
    }
}
