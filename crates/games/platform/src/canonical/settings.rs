//! Settings of a level: how its letters are read, and what play is like.

use std::fmt::Write;

use super::{ExitRule, PlayerStyle, Tile};
use crate::numbers::Numbers;

/// The settings of a level. A drawing without a word has the default ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The legend; none if it is known by the letters.
    pub legend: Option<LegendName>,
    /// Letters of the level's own, which go before those of the legend; sorted, each once.
    pub letters: Vec<(char, Tile)>,
    /// Whether letters that nobody knows are air.
    pub is_lenient: bool,
    /// The column and row in which play begins, from 0, if the drawing does not say.
    pub start: Option<(usize, usize)>,
    /// When play is won.
    pub exit: ExitRule,
    /// The column that wins, from 0, if the drawing does not say.
    pub exit_column: Option<usize>,
    /// How much time there is, if that is limited: ticks, or units of the coarse game.
    pub time: Option<u32>,
    /// What the player can do.
    pub style: PlayerStyle,
    /// Whether what walks is there.
    pub has_walkers: bool,
    /// How the player moves.
    pub profile: Numbers,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            legend: None,
            letters: Vec::new(),
            is_lenient: false,
            start: None,
            exit: ExitRule::Column,
            exit_column: None,
            time: None,
            style: PlayerStyle::EXPERT,
            has_walkers: true,
            profile: Numbers::default(),
        }
    }
}

impl Settings {
    /// The names of settings, as a header has them; `letter` is followed by one, and
    /// `profile` may be followed by the name of a number.
    pub(crate) const KEYS: [&str; 10] = [
        "legend",
        "letter",
        "lenient",
        "start",
        "exit",
        "exit-column",
        "time",
        "style",
        "walkers",
        "profile",
    ];

    /// A line for each setting that is not the default.
    pub(crate) fn text(&self) -> String {
        let usual = Settings::default();
        let mut text = String::new();
        let mut line = |key: &str, value: &str| {
            writeln!(text, "{key}: {value}").expect("writing to a string cannot fail");
        };
        if let Some(legend) = self.legend {
            line("legend", legend.name());
        }
        for (letter, tile) in &self.letters {
            line(&format!("letter {letter}"), &tile.words());
        }
        if self.is_lenient {
            line("lenient", "yes");
        }
        if let Some((column, row)) = self.start {
            line("start", &format!("{} {}", column + 1, row + 1));
        }
        if self.exit != usual.exit {
            line("exit", self.exit.name());
        }
        if let Some(column) = self.exit_column {
            line("exit-column", &(column + 1).to_string());
        }
        if let Some(time) = self.time {
            line("time", &time.to_string());
        }
        if self.style != usual.style {
            line("style", &self.style.text());
        }
        if !self.has_walkers {
            line("walkers", "no");
        }
        match self.profile.name() {
            Some(name) if self.profile != usual.profile => line("profile", name),
            Some(_) => {}
            None => {
                let differs = |key: &&str| self.profile.text(key) != usual.profile.text(key);
                for key in Numbers::KEYS.into_iter().filter(differs) {
                    let value = self.profile.text(key).expect("a number of this name");
                    line(&format!("profile {key}"), &value);
                }
            }
        }
        text
    }
}

/// A legend by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegendName {
    /// Six letters of a published study.
    Seed,
    /// The letters of the Video Game Level Corpus.
    Vglc,
    /// The letters of the Mario AI framework.
    Mario,
    /// No letters but the level's own.
    Own,
}

impl LegendName {
    /// All of them.
    pub const ALL: [LegendName; 4] = [
        LegendName::Seed,
        LegendName::Vglc,
        LegendName::Mario,
        LegendName::Own,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            LegendName::Seed => "seed",
            LegendName::Vglc => "vglc",
            LegendName::Mario => "mario",
            LegendName::Own => "own",
        }
    }
}

impl ExitRule {
    /// Both of them.
    pub const ALL: [ExitRule; 2] = [ExitRule::Column, ExitRule::Touch];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            ExitRule::Column => "column",
            ExitRule::Touch => "touch",
        }
    }
}

impl PlayerStyle {
    /// All there is.
    pub const EXPERT: PlayerStyle = PlayerStyle {
        long_jumps: true,
        kills: true,
        runs: true,
    };

    /// The styles that have a name. Several together allow what each of them allows.
    pub const NAMED: [(&'static str, PlayerStyle); 4] = [
        ("expert", PlayerStyle::EXPERT),
        (
            "novice",
            PlayerStyle {
                long_jumps: false,
                ..PlayerStyle::EXPERT
            },
        ),
        (
            "peaceful",
            PlayerStyle {
                kills: false,
                ..PlayerStyle::EXPERT
            },
        ),
        (
            "walking",
            PlayerStyle {
                runs: false,
                ..PlayerStyle::EXPERT
            },
        ),
    ];

    /// What both allow.
    pub fn and(self, other: PlayerStyle) -> PlayerStyle {
        PlayerStyle {
            long_jumps: self.long_jumps && other.long_jumps,
            kills: self.kills && other.kills,
            runs: self.runs && other.runs,
        }
    }

    /// The names of the styles that make it up.
    pub fn text(self) -> String {
        if self == PlayerStyle::EXPERT {
            return "expert".to_owned();
        }
        let has = |style: &PlayerStyle| *style != PlayerStyle::EXPERT && self.and(*style) == self;
        let parts = PlayerStyle::NAMED.iter().filter(|(_, style)| has(style));
        let parts: Vec<&str> = parts.map(|(name, _)| *name).collect();
        parts.join(", ")
    }
}
