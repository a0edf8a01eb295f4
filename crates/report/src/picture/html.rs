//! A run as a page of its own: everything is in the one file, nothing is
//! fetched, and it opens from a disk.
//!
//! The data is the first frame and what each later one changes, in numbers
//! that are mostly small: a place is given by its distance from the one
//! before.

use playproof::{Colour, Shape, Tile};
use serde::Serialize;

use super::chart;
use super::opponents;
use super::scene::{Look, Scene};
use super::sprites;
use super::svg::{escaped, hex};
use crate::run::End;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// What draws tiles, cells and sprites, what shows a chart, and what plays any of them.
const TILES: &str = include_str!("page/tiles.js");
const SPRITES: &str = include_str!("page/sprites.js");
const CELLS: &str = include_str!("page/cells.js");
const CHART: &str = include_str!("page/chart.js");
const PLAYER: &str = include_str!("page/page.js");
const CANVASES: &str = include_str!("page/canvases.html");

/// The page. A step is shown for `delay` milliseconds, or for a time that suits
/// the run's length.
pub fn html(scene: &Scene, delay: Option<u32>) -> String {
    let data = match (&scene.chart, &scene.sprites) {
        (Some(run), _) => serde_json::to_string(&Played {
            course: Course::new(scene, delay),
            board: chart::data(run),
        }),
        (None, Some(run)) => serde_json::to_string(&Played {
            course: Course::new(scene, delay),
            board: sprites::data(scene, run),
        }),
        (None, None) => serde_json::to_string(&Played {
            course: Course::new(scene, delay),
            board: Data::new(scene),
        }),
    };
    let board = match &scene.chart {
        Some(run) => chart::board(run),
        None => String::new(),
    };
    let more = More {
        data: data.expect("numbers and strings only"),
        board,
        ..More::default()
    };
    page(scene, &more)
}

/// What pages have of their own.
#[derive(Default)]
pub(super) struct More {
    /// What the script reads.
    pub data: String,
    /// The drawing of a chart, if the page has it from the start.
    pub board: String,
    /// Styles and scripts beside those of every page.
    pub style: &'static str,
    pub script: &'static str,
    /// What stands below the heading, and data elements.
    pub panel: &'static str,
    pub carried: String,
    /// What the page's head says about its style and its script, each as it stands in its
    /// element.
    pub policy: Option<fn(style: &str, script: &str) -> String>,
}

/// A page that plays a scene.
pub(super) fn page(scene: &Scene, more: &More) -> String {
    let (kind, board, drawing) = match (&scene.chart, &scene.sprites) {
        (Some(_), _) => ("chart", &more.board[..], [CHART, ""]),
        (None, Some(_)) => ("level", sprites::BOARD, [TILES, SPRITES]),
        (None, None) => ("level", CANVASES, [TILES, CELLS]),
    };
    let toggles = match &scene.sprites {
        Some(run) if scene.chart.is_none() => sprites::toggles(run),
        _ => String::new(),
    };
    let [first, second] = drawing;
    let script = format!(
        "\n\"use strict\";\n(() => {{\n{}{first}{second}\n{PLAYER}}})();\n",
        more.script
    );
    let style = format!("\n{STYLE}{}", more.style);
    let policy = more.policy.map(|policy| policy(&style, &script));
    let parts = [
        ("policy", policy.unwrap_or_default()),
        ("title", escaped(&scene.caption.title)),
        ("verdict", escaped(&scene.caption.verdict)),
        ("last", (scene.n_frames() - 1).to_string()),
        ("style", style),
        ("kind", kind.to_owned()),
        ("panel", more.panel.to_owned()),
        ("board", board.to_owned()),
        ("toggles", toggles),
        // Within a script element nothing may look like the end of it.
        ("data", more.data.replace('<', "\\u003c")),
        ("carried", more.carried.clone()),
        ("script", script),
    ];
    filled(PAGE, &parts)
}

/// What the page plays, for a page of another's: the same numbers, with what kind of board
/// they are for, and the drawing of a chart.
pub fn film(scene: &Scene, delay: Option<u32>) -> serde_json::Value {
    let (kind, board) = match (&scene.chart, &scene.sprites) {
        (Some(run), _) => ("chart", serde_json::to_value(chart::data(run))),
        (None, Some(run)) => ("sprites", serde_json::to_value(sprites::data(scene, run))),
        (None, None) => ("cells", serde_json::to_value(Data::new(scene))),
    };
    let course = serde_json::to_value(Course::new(scene, delay));
    let mut film = course.expect("numbers and strings only");
    let board = board.expect("numbers and strings only");
    if let (Some(film), serde_json::Value::Object(board)) = (film.as_object_mut(), board) {
        film.extend(board);
        film.insert("kind".into(), kind.into());
        film.insert("title".into(), scene.caption.title.clone().into());
        film.insert("verdict".into(), scene.caption.verdict.clone().into());
        film.insert("n_frames".into(), scene.n_frames().into());
        film.insert("size".into(), vec![scene.size.0, scene.size.1].into());
        if let Some(run) = &scene.chart {
            film.insert("svg".into(), chart::board(run).into());
        }
    }
    film
}

/// A tile as pages draw it.
pub fn tile_json(tile: &Tile) -> serde_json::Value {
    let mut json = serde_json::to_value(tile_data(tile)).expect("numbers and strings only");
    json["glyph"] = tile.glyph.to_string().into();
    json
}

/// The template with each `{{name}}` replaced. What is filled in is not looked
/// at again, so that a title may hold anything.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = template.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("a name ends");
        let part = parts.iter().find(|(known, _)| *known == name);
        page.push_str(&part.expect("every name is known").1);
        page.push_str(rest);
    }
    page
}

/// What the script reads.
#[derive(Serialize)]
struct Played<'a, B> {
    #[serde(flatten)]
    course: Course<'a>,
    #[serde(flatten)]
    board: B,
}

/// What is done in the run, and how fast.
#[derive(Serialize)]
struct Course<'a> {
    actions: &'a [String],
    /// For each frame but the first, the action that led to it.
    acts: Vec<usize>,
    steps: usize,
    /// The frame at which the run begins to repeat.
    again: Option<usize>,
    every: usize,
    delay: u32,
}

impl<'a> Course<'a> {
    fn new(scene: &'a Scene, delay: Option<u32>) -> Course<'a> {
        Course {
            actions: &scene.actions,
            acts: scene.frames.iter().filter_map(|f| f.action).collect(),
            steps: scene.n_steps,
            again: match scene.end {
                End::Repeats(from) => Some(from.div_ceil(scene.every)),
                End::Last | End::Still => None,
            },
            every: scene.every,
            delay: delay.unwrap_or(scene.pace()),
        }
    }
}

/// A run over cells.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    size: (usize, usize),
    tiles: Vec<TileData<'a>>,
    /// Ground and what stands on it, or -1.
    /// The tiles of each look, from below.
    looks: Vec<Vec<u16>>,
    /// What the side of a cell should be a multiple of.
    grain: usize,
    /// The first frame: a look, how often it comes, the next look.
    first: Vec<u32>,
    /// For each frame but the first, how many cells change.
    counts: Vec<usize>,
    /// Place (less the one before) and look of each changed cell.
    changes: Vec<i64>,
    /// For each frame, the cell of the player (less the one before); none if
    /// there is a frame without a player.
    players: Vec<i64>,
    opponents: Vec<OpponentData<'a>>,
}

#[derive(Serialize)]
struct TileData<'a> {
    name: &'a str,
    shapes: Vec<(String, ShapeData<'a>)>,
}

/// Someone who moves beside the player.
#[derive(Serialize)]
struct OpponentData<'a> {
    name: &'a str,
    colour: [u8; 3],
    /// Lengths of dashes and gaps, in cells.
    dashes: &'static [f32],
    /// For each frame, the cell (less the one before), or -1 for nowhere.
    cells: Vec<i64>,
}

/// Told apart by their lengths: rectangle, circle, polygon.
#[derive(Serialize)]
#[serde(untagged)]
enum ShapeData<'a> {
    Rect([f32; 5]),
    Circle([f32; 3]),
    Polygon([&'a [(f32, f32)]; 1]),
}

impl<'a> Data<'a> {
    pub fn new(scene: &'a Scene) -> Data<'a> {
        let later = 1..scene.n_frames();
        let mut changes = Vec::new();
        let mut place = 0;
        for change in later.clone().flat_map(|k| scene.changes(k)) {
            let at = change.at as i64;
            changes.extend([at - place, change.look.0.into()]);
            place = at;
        }
        Data {
            size: scene.size,
            tiles: scene.legend.iter().map(tile_data).collect(),
            looks: scene
                .looks
                .iter()
                .map(|cell| cell.tiles().map(|tile| tile.0).collect())
                .collect(),
            grain: scene.grain,
            first: run_lengths(&scene.first),
            counts: later.map(|k| scene.changes(k).len()).collect(),
            changes,
            players: players(scene),
            opponents: opponents(scene),
        }
    }
}

/// The cell of a place.
fn cell(scene: &Scene, place: (usize, usize)) -> i64 {
    (place.1 * scene.size.0 + place.0) as i64
}

fn players(scene: &Scene) -> Vec<i64> {
    let cells = scene
        .frames
        .iter()
        .map(|frame| Some(cell(scene, scene.path[frame.step]?)));
    let cells: Option<Vec<i64>> = cells.collect();
    differences(cells.unwrap_or_default())
}

fn opponents(scene: &Scene) -> Vec<OpponentData<'_>> {
    let opponents = opponents::with_strokes(scene);
    let opponents = opponents.map(|(opponent, stroke)| {
        let places = scene.frames.iter().map(|frame| opponent.path[frame.step]);
        let cells = places.map(|place| place.map_or(-1, |place| cell(scene, place)));
        let Colour(r, g, b) = stroke.colour;
        OpponentData {
            name: &opponent.name,
            colour: [r, g, b],
            dashes: stroke.dashes,
            cells: differences(cells.collect()),
        }
    });
    opponents.collect()
}

/// Each number less the one before, the first as it is.
pub(super) fn differences(mut numbers: Vec<i64>) -> Vec<i64> {
    let mut before = 0;
    for number in &mut numbers {
        (*number, before) = (*number - before, *number);
    }
    numbers
}

fn run_lengths(looks: &[Look]) -> Vec<u32> {
    let runs = looks.chunk_by(|a, b| a == b);
    runs.flat_map(|run| [run[0].0, run.len() as u32]).collect()
}

fn tile_data(tile: &Tile) -> TileData<'_> {
    let shape_data = |shape| match shape {
        &Shape::Rect {
            x,
            y,
            width,
            height,
            round,
        } => ShapeData::Rect([x, y, width, height, round]),
        &Shape::Circle { x, y, radius } => ShapeData::Circle([x, y, radius]),
        Shape::Polygon(points) => ShapeData::Polygon([points]),
    };
    let shapes = tile.shapes.iter();
    TileData {
        name: &tile.name,
        shapes: shapes
            .map(|(shape, colour)| (hex(*colour), shape_data(shape)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::test_runs::{OPEN, RACE, race, scene, winding};

    #[test]
    fn the_page_is_whole_and_fetches_nothing() {
        let page = html(&scene(OPEN, 1), None);
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
        assert!(page.contains("<h1>level.txt &lt;&amp;&gt;</h1>"));
        for outside in ["http:", "https:", "src=", "@import", "url(", "{{"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn names_cannot_leave_the_script() {
        let mut scene = scene(OPEN, 1);
        scene.actions[0] = "</script><b>{{title}}".to_owned();
        let page = html(&scene, None);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("\\u003c/script>\\u003cb>{{title}}"));
    }

    #[test]
    fn opponents_come_as_differences() {
        let (level, moves) = RACE;
        let scene = race(level, &moves, 1);
        let data = Data::new(&scene);
        let enemy = &data.opponents[0];
        assert_eq!((enemy.name, enemy.colour), ("enemy", [0xA2, 0x1C, 0xAF]));
        assert_eq!(enemy.cells, [25, 1, 1, -1, 1, 0, 1, 1]);
        assert_eq!(data.players, [9, 1, 1, 1, 8, 8, 1, 1]);
        let every_third = race(level, &moves, 3);
        let data = Data::new(&every_third);
        assert_eq!(data.opponents[0].cells, [25, 1, 2, 1]);
        // Nowhere is -1, and the way back from it is a difference as well.
        let vanished = race("AG\nE0\n", &["rl", "rx"], 1);
        let data = Data::new(&vanished);
        assert_eq!(data.opponents[0].cells, [2, 1, -4]);
    }

    #[test]
    fn the_data_is_small() {
        let scene = scene(&winding(200), 1);
        assert!(scene.n_frames() > 20_000);
        let n_bytes = html(&scene, None).len();
        assert!(n_bytes < 30 * scene.n_frames(), "{n_bytes}");
    }
}
