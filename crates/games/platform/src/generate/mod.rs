//! Proposes platform levels: zones drawn by weight, one after the other, between a start
//! and an end on flat ground.
//!
//! What a player of the style should manage is in one table ([`Limits`]), with something
//! to spare. It is a guess: whether a level can be won is for whoever asks to have proved.

mod canvas;
mod limits;
mod options;
mod zones;

use playproof_game::Stream;
use playproof_level::clean_title;

use crate::canonical::{LegendName, PlayerStyle, Settings};
use canvas::Canvas;
use limits::Limits;
pub(crate) use options::ZonedLevels;
use zones::{Builder, Weights};

/// Flat ground at the beginning and at the end.
const MARGIN: usize = 6;

/// What kind of levels are proposed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ZonedDesign {
    columns: usize,
    rows: usize,
    style: PlayerStyle,
    /// From 0 to 10.
    difficulty: usize,
    /// The weights of zones that were asked for; the others are those of the difficulty.
    weights: Weights,
    has_walkers: bool,
}

impl ZonedDesign {
    /// Proposal `number` of `seed`, as the text of a level.
    fn proposal(&self, seed: u64, number: u64, title: &str) -> String {
        let mut builder = Builder {
            canvas: Canvas::new(self.rows),
            stream: Stream::new(seed, number),
            limits: Limits::new(self.style, self.difficulty, self.rows),
            floor: 2,
            has_walkers: self.has_walkers,
        };
        builder.flat(MARGIN);
        loop {
            let before = (builder.canvas.width(), builder.floor);
            let zone = self.weights.draw(self.difficulty, &mut builder.stream);
            builder.add(zone);
            if builder.canvas.width() + MARGIN > self.columns {
                // The zone that is too much gives way to flat ground.
                builder.canvas.cut(before.0);
                builder.floor = before.1;
                builder.flat(self.columns - before.0);
                break;
            }
        }
        self.text(title, &builder.canvas)
    }

    fn text(&self, title: &str, canvas: &Canvas) -> String {
        let settings = Settings {
            legend: Some(LegendName::Vglc),
            style: self.style,
            ..Settings::default()
        };
        let title = clean_title(title).map_or_else(String::new, |title| format!(": {title}"));
        format!(
            "platform{title}\n{}map:\n{}",
            settings.text(),
            canvas.rows()
        )
    }
}
