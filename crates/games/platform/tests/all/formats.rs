//! Levels as they are written: legends, settings, the canonical text.

use std::fs;
use std::path::{Path, PathBuf};

use playproof_level::{Collection, Level, read_with};
use playproof_platform::{
    Board, ExitRule, LegendName, Numbers, PlatformFormat, PlayerStyle, Settings, Tile,
};

pub fn read(text: &str) -> Collection {
    let read = read_with("a.txt", text.as_bytes(), &[&PlatformFormat]);
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// The only level of a text.
pub fn level(text: &str) -> Level {
    let mut levels = read(text).levels;
    assert_eq!(levels.len(), 1, "{text}");
    levels.remove(0)
}

fn board(text: &str) -> Board {
    Board::read(&level(text)).unwrap_or_else(|error| panic!("{error}"))
}

fn same_again(level: &Level) {
    let again = self::level(&level.text());
    assert!(again.same_level(level) && level.same_level(&again));
    assert_eq!(again.title(), level.title());
    assert_eq!(again.text(), level.text());
    assert_eq!(Settings::of(&again), Settings::of(level));
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(3)
        .expect("crates/games/platform")
        .to_owned()
}

const WALKER: Tile = Tile::WALKS.with(Tile::STOMPABLE).with(Tile::DEADLY_SIDE);

#[test]
fn the_letters_of_the_seed() {
    let board = board("AAAYAA\nMAAHAE\nBBBBBB\n");
    assert_eq!((board.width, board.height), (6, 3));
    assert_eq!((board.start, board.exit), ((0, 1), 5));
    assert_eq!(board.tile(3, 0), Tile::COIN);
    assert_eq!(board.tile(3, 1), WALKER);
    assert_eq!(board.tile(3, 2), Tile::SOLID);
    assert_eq!(board.tile(4, 1), Tile::AIR);
    assert!(board.notes.is_empty() && board.warnings.is_empty());
}

#[test]
fn cannons_of_the_corpus_do_not_fire() {
    let board = board("--o--B\n-E-S-b\nXXXXXX\n");
    assert_eq!(board.tile(5, 0), Tile::SOLID);
    assert_eq!(board.tile(1, 1), WALKER);
    assert_eq!((board.start, board.exit), ((0, 1), 5));
    let note = "`B`, `S` and `b` are solid here: nothing breaks, fires or gives anything";
    assert_eq!(board.notes, [note]);
}

#[test]
fn the_letters_of_the_framework() {
    let board = board("----@-%%-\n--g---|tF\nM-----|t-\nXX##XXXXX\n");
    assert_eq!((board.start, board.exit), ((0, 2), 8));
    assert_eq!(board.tile(6, 0), Tile::ONE_WAY);
    assert_eq!(board.tile(6, 1), Tile::AIR);
    assert_eq!(board.tile(2, 1), WALKER);
    assert_eq!(board.tile(4, 0), Tile::SOLID);
}

/// Rows of nothing but `-`, `@` and `#` look like a warehouse; the others say otherwise.
#[test]
fn a_drawing_with_blocks_is_not_torn_apart() {
    let text = "; stairs\n----\n-@--\n---#\nM-##\nXXXX\n";
    assert!(playproof_level::is_collection(text));
    let level = level(text);
    assert_eq!(level.grid().map(|grid| grid.height()), Some(5));
    assert_eq!(level.title(), Some("stairs"));
    same_again(&level);
    // A warehouse stays one, whatever stands around it.
    for warehouse in [
        "####\n#@$.#\n####\n",
        "X\n#####\n#@$.#\n#####\n",
        "###\n#@#\n###\nXXX\n\nabc",
    ] {
        let is_ours = |level: &Level| level.grid().is_some_and(|g| g.cells().contains(&'X'));
        assert!(!read(warehouse).levels.iter().any(is_ours), "{warehouse}");
    }
}

#[test]
fn settings_stand_above_the_drawing() {
    let level = level(
        "; mine\nplatform: The bridge\nlegend: vglc\nlenient: yes\nletter ^: deadly from above\n\
         start: 2 2\nexit-column: 5\ntime: 300\n\nstyle: walking, novice\nwalkers: no\nprofile: quarter\nmap:\n\
         --E--^\n-----z\nXXXXXX\n",
    );
    let settings = Settings::of(&level);
    let expected = Settings {
        legend: Some(LegendName::Vglc),
        letters: vec![('^', Tile::DEADLY_ABOVE)],
        is_lenient: true,
        start: Some((1, 1)),
        exit: ExitRule::Column,
        exit_column: Some(4),
        time: Some(300),
        style: PlayerStyle {
            long_jumps: false,
            kills: true,
            runs: false,
        },
        has_walkers: false,
        profile: Numbers::named("quarter").unwrap(),
    };
    assert_eq!(settings, expected);
    let board = Board::read(&level).unwrap();
    assert_eq!((board.start, board.exit), ((1, 1), 4));
    assert_eq!(board.tile(2, 0), Tile::AIR);
    assert_eq!(board.tile(5, 0), Tile::DEADLY_ABOVE);
    let told: Vec<String> = board.warnings.iter().map(ToString::to_string).collect();
    let warning = "a.txt:15:6: unknown letter `z` is read as air; give it a meaning, or draw air \
                   instead";
    assert_eq!(told, [warning]);
    assert_eq!(level.title(), Some("The bridge"));
    same_again(&level);
}

#[test]
fn a_drawing_may_follow_without_a_word() {
    let one = level("platform\nexit: touch\n---F\nXXXX\n");
    assert_eq!(Settings::of(&one).exit, ExitRule::Touch);
    same_again(&one);
    let plain = level("platform\n---F\nXXXX\n");
    assert!(plain.same_level(&level("---F\nXXXX\n")) && !plain.same_level(&one));
    assert_eq!(plain.text(), "platform\nmap:\n---F\nXXXX\n");
}

#[test]
fn a_file_has_many_levels() {
    let two = read("platform: a\n--\nXX\n\n; and\nplatform: b\ntime: 3\nmap:\ntime: 3\nplatform\n");
    assert_eq!(two.levels.len(), 2);
    assert_eq!(two.levels[1].index(), 1);
    // Below `map:` everything is a row.
    assert_eq!(two.levels[1].grid().map(|grid| grid.height()), Some(2));
    let again = read(&two.text());
    for (a, b) in two.levels.iter().zip(&again.levels) {
        assert!(a.same_level(b));
    }
    two.levels.iter().for_each(same_again);
}

#[test]
fn any_letter_can_be_a_letter() {
    let text = "platform\nlegend: own\nletter :: air\nletter =: solid, breaks from below\n\
                letter é: start\nletter p: exit\nmap:\né::p\n====\n";
    let level = level(text);
    let board = Board::read(&level).unwrap();
    assert_eq!((board.start, board.exit), ((0, 0), 3));
    assert_eq!(board.tile(0, 1), Tile::SOLID.with(Tile::BREAKS));
    same_again(&level);
}

#[test]
fn every_set_of_properties_is_read_again() {
    let words = [
        "air",
        "solid",
        "solid, breaks from below",
        "one-way, deadly from above",
        "collectable, deadly from the side",
        "deadly from the side, stompable, walks",
        "solid, exit",
        "start",
    ];
    for words in words {
        let text = format!("platform\nletter Z: {words}\nmap:\nZ-\nXX\n");
        let level = level(&text);
        assert_eq!(Settings::of(&level).letters[0].1.words(), words);
        assert_eq!(level.text(), text);
    }
}

#[test]
fn the_start_stands_on_ground() {
    // The first column ends in a ceiling: one stands below it, not on it.
    assert_eq!(board("X-----\n------\n------\nXXXXXX\n").start, (0, 2));
    assert_eq!(board("------\nX-----\nXX----\nXXXXXX\n").start, (2, 2));
}

#[test]
fn a_redrawn_level_keeps_its_settings() {
    let level = level("platform: t\ntime: 7\nmap:\n---\nXXX\n");
    let redrawn = playproof_game::redrawn(&level, &[((1, 0), 'o')]).unwrap();
    assert_eq!(redrawn.text(), "platform: t\ntime: 7\nmap:\n-o-\nXXX\n");
}

#[test]
fn levels_of_the_corpus_are_read() {
    let beside = || root().join("../shared/levels");
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(beside, PathBuf::from);
    let Ok(files) = fs::read_dir(folder.join("platform/super_mario_bros/Processed")) else {
        println!("skipped: no levels of other people at {}", folder.display());
        return;
    };
    let mut n_files = 0;
    for file in files {
        let path = file.unwrap().path();
        let level = level(&fs::read_to_string(&path).unwrap());
        let board = Board::read(&level).unwrap();
        assert_eq!(board.height, 14, "{}", path.display());
        assert_eq!(board.exit, board.width - 1);
        assert!(board.is_stand(board.start.0, board.start.1));
        assert!(board.warnings.is_empty());
        assert!(playproof_platform::likeness(&level) > board.tiles.len() / 2);
        same_again(&level);
        n_files += 1;
    }
    assert_eq!(n_files, 15);
}

#[test]
fn the_examples_are_levels() {
    for name in ["first.txt", "seed.txt", "spikes.platform"] {
        let path = root().join("levels/platform").join(name);
        let level = level(&fs::read_to_string(path).unwrap());
        Board::read(&level).unwrap_or_else(|error| panic!("{error}"));
        assert!(playproof_platform::likeness(&level) > 0, "{name}");
        same_again(&level);
    }
}
