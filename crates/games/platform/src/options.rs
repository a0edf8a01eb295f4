//! What a command line can say of a level: its settings.

use playproof_game::{GameOption, OptionKind, Options};
use playproof_level::{Diagnostic, Level};

use crate::canonical::{ExitRule, LegendName, PlatformLevel, Settings};
use crate::formats::{HELP, read_legend, read_profile, style, yes_or_no};
use crate::numbers::Numbers;

/// The options of levels.
pub const LEVEL_OPTIONS: &[GameOption] = &[
    GameOption::new(
        "legend",
        "NAME|FILE",
        "What letters stand for: seed, vglc, mario, or a file with lines such as `X = solid`.",
        None,
        OptionKind::ChoiceOrFile(&[
            ("seed", "M B Y H A E."),
            ("vglc", "The letters of the Video Game Level Corpus."),
            ("mario", "The letters of the Mario AI framework."),
        ]),
    ),
    GameOption::switch("lenient", "Read unknown letters as air."),
    GameOption::new(
        "exit",
        "HOW",
        "When play is won.",
        None,
        OptionKind::Choice(&[
            ("column", "In the exit's column, at any height."),
            ("touch", "Where the player touches the exit."),
        ]),
    ),
    GameOption::new(
        "time",
        "N",
        "The time limit, in ticks or in units of the coarse game.",
        None,
        OptionKind::Number(1, u32::MAX as i64),
    ),
    GameOption::new(
        "style",
        "STYLE",
        "What the player does: expert (all), novice (no long jumps), peaceful (no kills), \
         walking (no runs), or several with commas.",
        None,
        OptionKind::Text(is_style),
    ),
    GameOption::new(
        "walkers",
        "yes|no",
        "Whether to keep the walkers.",
        None,
        OptionKind::Choice(&[("yes", "As drawn."), ("no", "Leave them out.")]),
    ),
    GameOption::new(
        "profile",
        "NAME|FILE",
        "How the player moves: default, quarter, or a file with lines such as `run = 1.2`.",
        None,
        OptionKind::ChoiceOrFile(&[
            ("default", "In sixteenths of a pixel."),
            ("quarter", "The same numbers in quarters of a pixel."),
        ]),
    ),
];

pub(crate) fn is_style(text: &str) -> Result<(), String> {
    let wrong = style(text).err();
    wrong.map_or(Ok(()), |w| Err(format!("{}; {}", w.message, w.help)))
}

/// Whether a text is a place, such as `4,7`.
pub(crate) fn is_place(text: &str) -> Result<(), String> {
    place(text).map(|_| ()).ok_or_else(|| {
        "a place is a column and a row, both from 1, with a comma between them".to_owned()
    })
}

/// The column and the row of a place, from 0.
pub(crate) fn place(text: &str) -> Option<(usize, usize)> {
    let (column, row) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    Some((number(column)?, number(row)?))
}

/// The level with these options among its settings.
pub fn with_options(level: &Level, options: &Options) -> Result<Level, Diagnostic> {
    let mut settings = Settings::of(level);
    if let Some(file) = options.file("legend") {
        settings.legend = Some(LegendName::Own);
        settings.letters = read_legend(&file.name, &file.text)?;
    }
    if let Some(name) = options.get("legend") {
        settings.legend = LegendName::ALL.into_iter().find(|l| l.name() == name);
    }
    if options.is_on("lenient") {
        settings.is_lenient = true;
    }
    if let Some(name) = options.get("exit") {
        let exit = ExitRule::ALL.into_iter().find(|exit| exit.name() == name);
        settings.exit = exit.expect("the value was accepted");
    }
    if let Some(time) = options.parsed("time") {
        settings.time = Some(time);
    }
    if let Some(text) = options.get("style") {
        settings.style = style(text).ok().expect("the value was accepted");
    }
    if let Some(value) = options.get("walkers") {
        settings.has_walkers = yes_or_no(value).expect("the value was accepted");
    }
    if let Some(file) = options.file("profile") {
        settings.profile = read_profile(&file.name, &file.text)?;
    }
    if let Some(name) = options.get("profile") {
        settings.profile = Numbers::named(name).expect("the value was accepted");
    }
    if settings == Settings::of(level) {
        return Ok(level.clone());
    }
    let written = PlatformLevel::with_settings(level, settings);
    let no_drawing = || level.error("a platform level is drawn as a grid", HELP);
    written.map(Level::of_words).ok_or_else(no_drawing)
}
