//! What a command line can ask of platform levels that are generated.

use playproof_game::{
    GameOption, LevelDesign, LevelGenerator, NoProposal, OptionKind, Options, Proposer, Watch,
};

use super::ZonedDesign;
use super::zones::Weights;
use crate::formats::{style, yes_or_no};
use crate::options::is_style;

/// The generator of platform levels.
pub(crate) struct ZonedLevels;

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "columns",
        "N",
        "Columns of the level.",
        Some("200"),
        OptionKind::Number(20, 4096),
    ),
    GameOption::new(
        "rows",
        "N",
        "Rows of the level.",
        Some("16"),
        OptionKind::Number(10, 64),
    ),
    GameOption::new(
        "style",
        "STYLE",
        "Who can play it: expert, novice (no long jumps), peaceful (no kills), walking (no \
         runs), or several with commas.",
        Some("expert"),
        OptionKind::Text(is_style),
    ),
    GameOption::new(
        "difficulty",
        "N",
        "From 0 to 10: how wide gaps are, how high steps, how many walkers, and how often \
         each zone comes.",
        Some("5"),
        OptionKind::Number(0, 10),
    ),
    GameOption::new(
        "zones",
        "WEIGHTS",
        "How often zones come, such as `gap=3,pipes=0`: straight, hill, gap, pipes, stairs, \
         enemies, coins [default: by difficulty].",
        None,
        OptionKind::Text(is_weights),
    ),
    GameOption::new(
        "walkers",
        "yes|no",
        "Whether there are walkers in zones of enemies.",
        Some("yes"),
        OptionKind::Choice(&[("yes", "There are."), ("no", "There are none.")]),
    ),
];

const FIGURES: &[(&str, &str)] = &[
    (
        "linearity",
        "Platform levels: how well the ground fits a straight line.",
    ),
    (
        "leniency",
        "The share of columns in which nothing kills the player.",
    ),
    ("density", "Places to stand, per column."),
    ("gaps", "Gaps."),
    ("widest_gap", "Tiles of the widest gap."),
    ("coins", "Coins."),
    ("walkers", "Walkers."),
];

fn is_weights(text: &str) -> Result<(), String> {
    Weights::read(text).map(|_| ())
}

impl LevelGenerator for ZonedLevels {
    fn heading(&self) -> Option<&'static str> {
        Some("Platform levels")
    }

    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["platform --columns 200 --style novice --difficulty 3 --count 50 --out runs"]
    }

    fn figures(&self) -> &'static [(&'static str, &'static str)] {
        FIGURES
    }

    fn keeps_tiles(&self) -> bool {
        true
    }

    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String> {
        let number = |name: &str| options.parsed::<usize>(name).expect("it has a default");
        let text = |name: &str| options.get(name).expect("it has a default");
        let weights = options.get("zones").map(Weights::read).transpose()?;
        Ok(Box::new(ZonedDesign {
            columns: number("columns"),
            rows: number("rows"),
            style: style(text("style")).map_err(|wrong| wrong.message)?,
            difficulty: number("difficulty"),
            weights: weights.unwrap_or_default(),
            has_walkers: yes_or_no(text("walkers"))?,
        }))
    }
}

impl LevelDesign for ZonedDesign {
    fn proposer(&self) -> Box<dyn Proposer> {
        Box::new(self.clone())
    }

    fn settings(&self) -> Vec<(&'static str, Option<String>)> {
        let walkers = if self.has_walkers { "yes" } else { "no" };
        vec![
            ("columns", Some(self.columns.to_string())),
            ("rows", Some(self.rows.to_string())),
            ("style", Some(self.style.text())),
            ("difficulty", Some(self.difficulty.to_string())),
            ("zones", self.weights.text()),
            ("walkers", Some(walkers.to_owned())),
        ]
    }
}

impl Proposer for ZonedDesign {
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        _watch: &dyn Watch,
    ) -> Result<String, NoProposal> {
        Ok(self.proposal(seed, number, title))
    }
}
