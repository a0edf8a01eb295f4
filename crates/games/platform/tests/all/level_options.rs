//! Options become settings of the level.

use std::fs;
use std::path::Path;

use playproof_game::{OptionFile, Options};
use playproof_level::{Diagnostic, Level};
use playproof_platform::{Board, LEVEL_OPTIONS, Settings, Tile, with_options};

use crate::formats::level;

fn legend(level: &Level, text: &str) -> Result<Level, Diagnostic> {
    let mut options = Options::default();
    let file = OptionFile {
        name: "own.legend".to_owned(),
        text: text.into(),
    };
    options.set_file("legend", file);
    with_options(level, &options)
}

#[test]
fn options_are_part_of_the_level() {
    let drawn = level("; t\nEE\nBB\n");
    assert!(Board::read(&drawn).is_err());
    let mut options = Options::default();
    options.set("legend", "seed".to_owned());
    options.set("lenient", "true".to_owned());
    options.set("exit", "touch".to_owned());
    options.set("time", "9".to_owned());
    options.set("style", "novice".to_owned());
    options.set("walkers", "no".to_owned());
    options.set("profile", "quarter".to_owned());
    assert_eq!(options.names().count(), LEVEL_OPTIONS.len());
    let told = with_options(&drawn, &options).unwrap();
    let text = "platform: t\nlegend: seed\nlenient: yes\nexit: touch\ntime: 9\nstyle: novice\n\
                walkers: no\nprofile: quarter\nmap:\nEE\nBB\n";
    assert_eq!(told.text(), text);
    assert!(level(text).same_level(&told));
    // Places are still those of the file.
    assert_eq!(
        Board::read(&told).unwrap_err().to_string(),
        "a.txt:2:2: an exit in another column; the places of an exit stand above each other"
    );
    let plain = with_options(&drawn, &Options::default()).unwrap();
    assert!(matches!(plain, Level::Grid(_)));
}

#[test]
fn a_legend_of_ones_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../levels/platform");
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let drawn = legend(&level(&text("spikes.txt")), &text("spikes.legend")).unwrap();
    let board = Board::read(&drawn).unwrap();
    assert_eq!(board.tile(8, 6), Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE));
    assert_eq!(board.tile(7, 3), Tile::SOLID.with(Tile::BREAKS));
    let written = level(&text("spikes.platform"));
    assert_eq!(Settings::of(&written).letters, Settings::of(&drawn).letters);
    assert_eq!(Board::read(&written).unwrap().tiles, board.tiles);
}

#[test]
fn a_wrong_legend_is_refused_where_it_is_wrong() {
    let drawn = level("-\nX\n");
    for (text, expected) in [
        (
            "X = solid\n^ = spike",
            "own.legend:2:5: unknown property `spike`; there are air; coin; walker; solid; one-way; collectable; deadly from the side; deadly from above; stompable; walks; breaks from below; exit; start",
        ),
        (
            "X = solid\nX = air",
            "own.legend:2:1: a second meaning of `X`; each letter stands for one kind",
        ),
        (
            " turtle = walker",
            "own.legend:1:2: `turtle`: no turtle is modelled here; turtles, shells, bullets, flowers and what has wings are left out",
        ),
        (
            "X: solid",
            "own.legend:1:1: this line says nothing of a letter; expected a letter, `=` and what it stands for, such as `X = solid`",
        ),
        (
            "; nothing",
            "own.legend: no letter in this legend; expected lines such as `X = solid`",
        ),
        (
            "= = breaks from below",
            "own.legend:1:5: nothing is all of this: breaks from below; only what is solid breaks from below",
        ),
    ] {
        assert_eq!(legend(&drawn, text).unwrap_err().to_string(), expected);
    }
}
