//! The text by which certificates state a level: read again it is the same level, every
//! change of what is played shows in it, and a broken one is refused.

use playproof::game::Game;
use playproof::{CertificateRejected, MAX_CERTIFICATE, Playproof, Unlimited};
use playproof_level::Level;
use playproof_platform::{Board, Coarse, ExitRule, Numbers, Platform, Profile, Stage, Tile};

use crate::formats::level;

const LEVELS: [&str; 4] = [
    "--------\n---o--E-\nXXX-XXXX\n",
    "AAAYAA\nMAAHAE\nBBBBBB\n",
    "platform: Named\nletter ^: deadly from the side, deadly from above\nletter #: solid, breaks from below\n\
     time: 40\nstyle: novice, walking\nexit: touch\nletter F: exit\nmap:\n-##---\n------\n--^--F\nXXXXXX\n",
    "platform\nprofile: quarter\nletter =: one-way\nletter s: stompable\nstart: 2 1\nexit-column: 3\nmap:\n-----\n==s--\nXXXXX\n",
];

fn read(text: &str) -> Result<Level, String> {
    let read = Playproof::default().read("c", text.as_bytes());
    let mut levels = read.map_err(|error| error.to_string())?.levels;
    assert_eq!(levels.len(), 1);
    Ok(levels.remove(0))
}

fn games() -> [Box<dyn Game>; 2] {
    [Box::new(Platform), Box::new(Coarse::default())]
}

#[test]
fn a_stated_level_is_read_again() {
    for (text, game) in LEVELS
        .iter()
        .flat_map(|text| games().map(|game| (text, game)))
    {
        let level = level(text);
        let Ok((stated, _)) = game.canonical(&level) else {
            assert!(text.contains("quarter") && game.name() == "platform-coarse");
            continue;
        };
        assert_eq!(game.text(&level), stated);
        let again = read(&stated).unwrap_or_else(|error| panic!("{error}\n{stated}"));
        assert_eq!(game.canonical(&again).expect("a level").0, stated);
        assert_eq!((again.text(), again.title()), (stated, level.title()));
        assert!(again.same_level(&level) && level.same_level(&again));
        for other in LEVELS.iter().filter(|other| other != &text) {
            assert!(!again.same_level(&crate::formats::level(other)));
        }
        let board = |level| Board::read(level).expect("a board");
        assert_eq!(board(&level).tiles, board(&again).tiles);
    }
}

/// A certificate is about what its text says: a drawing in its place is refused, and so is
/// the text of another level or of the other game.
#[test]
fn certificates_state_levels() {
    let playproof = Playproof::default();
    let solvable = Playproof::property("solvable").expect("a property");
    for game in games() {
        let (level, other) = (level(LEVELS[0]), level("--------\n---o-XE-\nXXX-XXXX\n"));
        let prepared = playproof
            .prepare(&level, Some(game.name()))
            .expect("a level");
        let proof = prepared
            .verify(&solvable, None, &mut Unlimited)
            .expect("an answer");
        let certificate = proof.certificate.expect("it is decided");
        assert_eq!(certificate.level, game.text(&level));
        let check = |text: String| {
            let mut certificate = certificate.clone();
            certificate.level = text;
            let bytes = certificate.to_bytes(false);
            let checked = playproof.check(&bytes, MAX_CERTIFICATE, &mut Unlimited);
            checked.map_err(|rejected| match rejected {
                CertificateRejected::Wrong(why) => why,
                other => panic!("{other:?}"),
            })
        };
        let accepted = check(game.text(&level)).expect("accepted");
        assert!(accepted.level.same_level(&level) && playproof.is_about(&accepted, &level));
        let no_text = "its level is not written as levels are";
        assert!(check(LEVELS[0].to_owned()).unwrap_err().contains(no_text));
        let [exact, coarse] = games().map(|game| game.text(&level));
        let of_the_other = if game.name() == "platform" {
            coarse
        } else {
            exact
        };
        assert!(check(of_the_other).unwrap_err().contains(no_text));
        let another = "come to another statement";
        assert!(check(game.text(&other)).unwrap_err().contains(another));
    }
}

#[test]
fn every_change_of_a_level_is_seen() {
    let board = Board::read(&level(LEVELS[2])).expect("a board");
    let changes: &[fn(&mut Board)] = &[
        |_| {},
        |b| b.start = (0, 0),
        |b| b.exit = 2,
        |b| b.settings.exit = ExitRule::Column,
        |b| b.settings.time = None,
        |b| b.settings.time = Some(41),
        |b| b.settings.style.kills = false,
        |b| b.settings.style.runs = true,
        |b| b.settings.style.long_jumps = true,
        |b| b.tiles[0] = Tile::SOLID,
        |b| b.tiles[0] = Tile::ONE_WAY,
        |b| b.tiles[0] = Tile::COIN,
        |b| b.tiles[0] = Tile::DEADLY_SIDE,
        |b| b.tiles[0] = Tile::DEADLY_ABOVE,
        |b| b.tiles[0] = Tile::STOMPABLE,
        |b| b.tiles[0] = Tile::WALKS,
        |b| b.tiles[0] = Tile::EXIT,
        |b| b.tiles[0] = Tile::SOLID.with(Tile::BREAKS),
        |b| b.tiles.swap(1, 8),
        |b| (b.width, b.height) = (b.height, b.width),
    ];
    let number = |key, value| {
        let mut numbers = Numbers::default();
        numbers.set(key, value).expect("a number");
        Profile::new(&numbers).expect("a game")
    };
    let mut profiles = vec![Profile::default()];
    for (key, value) in [
        ("fineness", 4.0),
        ("walk", 0.7),
        ("run", 1.1),
        ("friction", 0.9),
        ("still", 0.7),
        ("rise", 2.0),
        ("ticks", 6.0),
        ("drag", 0.8),
        ("gravity", 2.5),
        ("width", 8.0),
        ("height", 12.0),
        ("walker", 1.5),
    ] {
        profiles.push(number(key, value));
    }
    let boards = changes.iter().map(|change| {
        let mut board = board.clone();
        change(&mut board);
        (board, Profile::default())
    });
    let all = boards.chain(profiles.into_iter().skip(1).map(|p| (board.clone(), p)));
    // The text is printed by the trusted part alone; a stage is made of board and profile.
    let mut texts: Vec<String> = all
        .map(|(board, profile)| stage_text(board, profile))
        .collect();
    let n = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), n);
}

fn stage_text(board: Board, profile: Profile) -> String {
    Stage::new(board, profile).expect("a stage").text(None)
}

/// Whatever is changed in a text, it is refused, or it is a level whose text this is or
/// another; nothing falls over.
#[test]
fn broken_texts_do_no_harm() {
    let mut rng = fastrand::Rng::with_seed(24);
    let (mut n_read, mut n_refused) = (0, 0);
    for round in 0..1500 {
        let game = &games()[round % 2];
        let Ok((text, _)) = game.canonical(&level(LEVELS[round % LEVELS.len()])) else {
            continue;
        };
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..rng.usize(1..3) {
            let at = rng.usize(0..lines.len());
            match rng.u8(0..4) {
                0 => drop(lines.remove(at)),
                1 => lines.swap(at, at.saturating_sub(1)),
                2 => {
                    lines[at] = lines[at].replace(['X', '1', '-'], ["-", "9", "0"][rng.usize(0..3)])
                }
                _ => {
                    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                    let word = rng.usize(0..words.len());
                    let number = words[word].parse::<i64>().unwrap_or(7);
                    let changes = [number + 1, number - 1, -number, 0, 300, i64::from(i32::MAX)];
                    words[word] = changes[rng.usize(0..changes.len())].to_string();
                    lines[at] = words.join(" ");
                }
            }
        }
        let changed = lines.join("\n") + "\n";
        match read(&changed).map(|level| game.canonical(&level)) {
            Ok(Ok(_)) => n_read += 1,
            _ => n_refused += 1,
        }
    }
    assert!(
        n_read > 50 && n_refused > 300,
        "{n_read} read, {n_refused} refused"
    );
}
