//! Runs whose moves are shorter than a cell: everybody at their exact place, with a line
//! through the places of all steps. An animation follows the player where the level is
//! wider than a screen.

mod film;
mod page;
mod still;

use playproof::{Heat, Sprite, Tile, Val, View};

use super::path::number;
use super::scene::Scene;
use super::svg::element;

pub(super) use film::gif;
pub(super) use page::{BOARD, data, toggles};
pub(super) use still::{still_side, svg};

/// Where everybody is in a run.
#[derive(Clone, Debug)]
pub(super) struct SpriteRun {
    /// For each state of the whole run, everybody, the player first; rows count from the
    /// first one above the level.
    pub places: Vec<Vec<Option<Sprite>>>,
    /// Rows above the level that somebody gets to.
    pub above: usize,
    /// In how many ways the player can be in each cell, if the game can tell.
    pub heat: Option<Heat>,
}

impl SpriteRun {
    /// Of a run whose game says where everybody is.
    pub fn new(view: &dyn View, states: &[Vec<Val>]) -> Option<SpriteRun> {
        let places: Option<Vec<_>> = states.iter().map(|state| view.sprites(state)).collect();
        let mut places = places.filter(|places| !places.is_empty())?;
        let sprites = places.iter().flatten().flatten();
        let highest = sprites.map(|sprite| sprite.y).fold(0.0, f32::min);
        let above = (-highest).ceil().min(MAX_ABOVE) as usize;
        for sprite in places.iter_mut().flatten().flatten() {
            sprite.y += above as f32;
        }
        let heat = view.heat().map(|mut heat| {
            let n_cells = above * view.size().0;
            heat.counts.splice(0..0, std::iter::repeat_n(0, n_cells));
            heat
        });
        Some(SpriteRun {
            places,
            above,
            heat,
        })
    }

    /// The level that everybody is drawn in front of.
    fn stage(&self, scene: &Scene) -> Scene {
        scene.grounds(self.above)
    }

    /// The player after so many steps.
    fn player(&self, step: usize) -> Option<&Sprite> {
        self.places[step].first()?.as_ref()
    }

    /// How many there are.
    fn n_sprites(&self) -> usize {
        self.places.first().map_or(0, Vec::len)
    }

    /// The middles of somebody, in parts between which they are nowhere.
    fn lines(&self, who: usize) -> Vec<Vec<(f32, f32)>> {
        let middles = self
            .places
            .iter()
            .map(|all| all.get(who)?.map(|s| s.middle()));
        let middles: Vec<Option<(f32, f32)>> = middles.collect();
        let parts = middles.split(Option::is_none);
        let parts = parts.map(|part| part.iter().copied().flatten().collect());
        parts.filter(|part: &Vec<_>| part.len() > 1).collect()
    }
}

/// The most rows above a level that are drawn.
const MAX_ABOVE: f32 = 8.0;

/// A sprite as SVG.
pub(super) fn drawn(legend: &[Tile], sprite: &Sprite) -> String {
    let shapes = &legend[usize::from(sprite.tile.0)].shapes;
    let shapes = shapes.iter().map(|(shape, fill)| element(shape, *fill));
    let [x, y] = [sprite.x, sprite.y].map(number);
    let shapes: String = shapes.collect();
    format!("<g class=\"sprite\" transform=\"translate({x} {y})\">{shapes}</g>\n")
}

#[cfg(test)]
mod tests {
    use ::gif::{ColorOutput, DecodeOptions};
    use playproof::{BoardDrawing, BoardWay};

    use crate::picture::test_runs::{OPEN, scene};
    use crate::picture::{Mark, board_svg, gif, html, svg};

    /// A run and a jump: wider than the window, and low, so that the jump leaves the drawing.
    fn wide() -> String {
        let row = |letter: char, n: usize| letter.to_string().repeat(n);
        let ground = row('X', 20) + &row('-', 4) + &row('X', 36);
        format!("{0}\n{0}\n{0}\n{ground}\n", row('-', 60))
    }

    #[test]
    fn a_still_has_a_line_through_the_places_of_all_steps() {
        let scene = scene(&wide(), 1);
        let run = scene.sprites.as_ref().unwrap();
        let picture = svg(&scene);
        let lines = roxmltree::Document::parse(&picture).unwrap();
        let line = lines
            .descendants()
            .find(|node| node.attribute("class") == Some("run"))
            .unwrap();
        let points: Vec<&str> = line.attribute("points").unwrap().split(' ').collect();
        // A point is two numbers with a blank or a comma between them.
        let n_numbers: usize = points.iter().map(|point| point.split(',').count()).sum();
        assert_eq!(n_numbers, 2 * (scene.n_steps + 1));
        // Some of it is above the drawing, which is made higher for that.
        assert!(run.above > 0);
        let height = format!("viewBox=\"0 0 60 {}\"", 4 + run.above);
        assert!(picture.contains(&height), "{picture}");
        // The player between cells, at the start, at the end and on the way.
        assert!(picture.matches("class=\"sprite\"").count() > 4);
        let whole = |sprite: &playproof::Sprite| sprite.x.fract() == 0.0;
        let between = run.places.iter().flatten().flatten();
        assert!(between.filter(|sprite| !whole(sprite)).count() > scene.n_steps / 2);
        // No player is drawn in a cell as well.
        assert!(!picture.contains("href=\"#t6\""));
    }

    #[test]
    fn marks_stay_where_they_are_below_added_rows() {
        let mut scene = scene(&wide(), 1);
        scene.marks = vec![(Mark::Reached, vec![(5, 2)])];
        let row = 2.5 + scene.sprites.as_ref().unwrap().above as f32;
        let dot = format!("<circle class=\"reached\" cx=\"5.5\" cy=\"{row}\"");
        let picture = svg(&scene);
        assert!(
            picture.contains(&dot) && picture.contains(".reached{"),
            "{picture}"
        );
    }

    #[test]
    fn an_animation_follows_the_player_through_a_window() {
        let scene = scene(&wide(), 1);
        let bytes = gif(&scene, Some(40)).unwrap();
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let (width, height) = (decoder.width() as usize, decoder.height() as usize);
        let rows = 4 + scene.sprites.as_ref().unwrap().above;
        assert_eq!((width, height), (32 * 16, rows * 16));
        let mut middles = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!(
                (frame.width as usize, frame.height as usize),
                (width, height)
            );
            let pixels = frame.buffer.chunks(4).enumerate();
            let red = pixels.filter(|(_, p)| p[..3] == [0xC9, 0x3C, 0x3C]);
            let columns: Vec<usize> = red.map(|(at, _)| at % width).collect();
            assert!(!columns.is_empty(), "the player is seen in every frame");
            middles.push(columns.iter().sum::<usize>() / columns.len());
        }
        assert_eq!(middles.len(), scene.n_frames());
        // From the left edge to the middle, and on to the right edge at the level's end.
        assert!(middles[0] < 32, "{middles:?}");
        let n_centred = middles
            .iter()
            .filter(|x| x.abs_diff(width / 2) < 16)
            .count();
        assert!(n_centred > 10, "{middles:?}");
        assert!(*middles.last().unwrap() > width - 64, "{middles:?}");
    }

    #[test]
    fn a_page_has_switches_for_the_line_and_for_heat() {
        let scene = scene(&wide(), 1);
        let page = html(&scene, None);
        assert!(page.contains("id=\"way\" type=\"checkbox\" checked"));
        assert!(page.contains("id=\"heat\" type=\"checkbox\""));
        let data = page.split("application/json\">").nth(1).unwrap();
        let data = data.split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let player = &data["sprites"][0];
        let x: Vec<i64> = serde_json::from_value(player["x"].clone()).unwrap();
        assert_eq!(x.len(), scene.n_frames());
        let run = scene.sprites.as_ref().unwrap();
        let last = run.player(scene.n_steps).unwrap();
        assert_eq!(x.iter().sum::<i64>(), (last.x * 256.0).round() as i64);
        let shades: Vec<usize> = serde_json::from_value(data["heat"]["shades"].clone()).unwrap();
        let n_cells: usize = shades.chunks(2).map(|pair| pair[1]).sum();
        assert_eq!(n_cells, 60 * (4 + run.above));
        // Other games have neither.
        let maze = html(&crate::picture::test_runs::scene(OPEN, 1), None);
        assert!(!maze.contains("checkbox") && !maze.contains("\"sprites\""));
    }

    #[test]
    fn ways_on_a_board_have_words_at_their_ends() {
        let scene = scene(OPEN, 1);
        let way = |label: &str, x: f32, is_bad| BoardWay {
            label: label.to_owned(),
            points: vec![(1.5, 1.5), (x, 1.5)],
            is_bad,
        };
        let cells = scene.first.iter();
        let drawing = BoardDrawing {
            legend: scene.legend.clone(),
            size: scene.size,
            cells: cells.map(|look| scene.looks[look.0 as usize]).collect(),
            ways: vec![way("a<b", 3.5, false), way("out", 99.0, true)],
            title: "here & there".to_owned(),
            ..BoardDrawing::default()
        };
        let picture = board_svg(&drawing);
        let parsed = roxmltree::Document::parse(&picture).unwrap();
        let words: Vec<&str> = parsed
            .descendants()
            .filter(|node| node.attribute("class") == Some("word"))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(words, ["a<b", "out"]);
        // A word that would be beyond the picture stands at its edge.
        assert!(picture.contains("x=\"6.5\""), "{picture}");
        assert_eq!(picture.matches("class=\"way bad\"").count(), 1);
        assert!(!picture.contains("class=\"heat\""));
    }
}
