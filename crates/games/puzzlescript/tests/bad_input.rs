//! Games that are broken, huge or entangled: there is an answer, soon, and without a panic.

#[path = "shared.rs"]
mod shared;

use std::time::{Duration, Instant};

use playproof_puzzlescript::lots::Lots;
use playproof_puzzlescript::plain::{Input, Interpreter};
use playproof_puzzlescript::source::{NoticeKind as Kind, Reading, Severity, Stage, read};

/// A game with one rule and one level, to be broken.
const GAME: &str = "title Small

OBJECTS
Background
Black

Player P
White

Crate *
Orange

LEGEND
. = Background
Thing = Player or Crate
Both = Player and Crate

SOUNDS
COLLISIONLAYERS
Background
Player
Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
some Crate on Player

LEVELS
.....
.P*..
.....
";

/// Reads a game, which must not take long.
fn read_soon(text: &str, most: Duration) -> Reading {
    let began = Instant::now();
    let reading = read(text);
    let took = began.elapsed();
    let head: String = text.chars().take(200).collect();
    assert!(took < most, "{took:?} for {} bytes: {head}", text.len());
    reading
}

fn kinds(text: &str) -> Vec<(Option<u32>, Kind)> {
    let reading = read_soon(text, SOON);
    let notices = reading.notices.iter();
    notices.map(|notice| (notice.line, notice.kind)).collect()
}

/// Time enough for anything, also where several tests share a processor.
const SOON: Duration = Duration::from_secs(10);

#[test]
fn the_game_to_be_broken_is_whole() {
    let reading = read(GAME);
    assert!(reading.notices.is_empty(), "{:?}", reading.notices);
    assert!(reading.source.is_some());
}

#[test]
fn other_peoples_games_are_accepted() {
    for text in shared::texts("games") {
        let head: String = text.chars().take(60).collect();
        let reading = read(&text);
        let errors = reading.notices.iter();
        let errors: Vec<_> = errors.filter(|n| n.severity == Severity::Error).collect();
        let source = reading.source;
        let source = source.unwrap_or_else(|| panic!("{head}: {errors:?}"));
        let is_level = |stage: &Stage| matches!(stage, Stage::Level { .. });
        assert!(source.stages.iter().any(is_level), "{head}");
        assert_eq!(source.sprites.len(), source.game.objects.len());
    }
}

#[test]
fn mistakes_are_told_with_line_and_kind() {
    let broken = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        kinds(&GAME.replacen(from, to, 1))
    };
    let cases = [
        ("| Crate ]", "| Crat ]", (Some(25), Kind::UnknownInRule)),
        (
            "[ > Player |",
            "[ randomDir Player |",
            (None, Kind::NoLevels),
        ),
        (".....\n.P", "......\n.P", (Some(32), Kind::RaggedLevel)),
        (".P*..", ".P?..", (Some(32), Kind::UnknownKey)),
        (".P*..", ".P😀..", (Some(32), Kind::UnknownKey)),
        (
            "Thing = Player",
            "Thing = Plyer",
            (Some(15), Kind::UndefinedInLegend),
        ),
        (
            "Thing = Player or",
            "Thing = Thing or",
            (Some(15), Kind::DefinedByItself),
        ),
        ("some Crate", "some Crates", (Some(28), Kind::ConditionName)),
        (
            "RULES\n",
            "RULES\nendloop\n",
            (Some(25), Kind::LoopNotBegun),
        ),
        ("SOUNDS\n", "", (Some(18), Kind::SectionOrder)),
    ];
    for (from, to, expected) in cases {
        let found = broken(from, to);
        // What a random direction on the left means is odd, but no mistake.
        if expected.1 == Kind::NoLevels {
            assert!(found.is_empty(), "{to}: {found:?}");
        } else {
            assert!(found.contains(&expected), "{to}: {found:?}");
        }
    }
}

#[test]
fn misspelt_names_are_suggested() {
    let reading = read(&GAME.replacen("| Crate ]", "| Crat ]", 1));
    let message = &reading.notices[0].message;
    assert!(message.contains("Did you mean \"CRATE\"?"), "{message}");
    assert_eq!(reading.notices[0].column, Some(14));
}

#[test]
fn definitions_in_a_circle_end() {
    let circles = [
        "A = B\nB = A\nC = A or B\n",
        "A = B or C\nB = A or C\nC = A or B\n",
        "A = B and C\nB = A and C\nC = A and B\n",
        "A = B\nB = C\nC = A\nCrate2 = A and B\n",
        "A = Crate and B\nB = A\nA = B\n",
    ];
    for circle in circles {
        let text = GAME.replacen("SOUNDS", &format!("{circle}\nSOUNDS"), 1);
        let layered = text.replacen("COLLISIONLAYERS\n", "COLLISIONLAYERS\nA\nB\n", 1);
        for text in [text, layered] {
            assert!(read_soon(&text, SOON).source.is_none(), "{circle}");
        }
    }
}

#[test]
fn doubling_definitions_end() {
    let mut legend = String::from("D0 = Crate or Player\n");
    for n in 1..60 {
        legend += &format!("D{n} = D{m} or D{m}\n", m = n - 1);
    }
    read_soon(
        &GAME.replacen("SOUNDS", &format!("{legend}\nSOUNDS"), 1),
        SOON,
    );
    let legend = legend.replace(" or ", " and ");
    read_soon(
        &GAME.replacen("SOUNDS", &format!("{legend}\nSOUNDS"), 1),
        SOON,
    );
}

#[test]
fn many_rules_are_read() {
    let rule = "[ > Player | Crate ] -> [ > Player | > Crate ]\n";
    let text = GAME.replacen(rule, &rule.repeat(5000), 1);
    let source = read_soon(&text, SOON).source.expect("a game");
    let groups = source.game.early.groups.iter();
    assert_eq!(groups.map(|group| group.rules.len()).sum::<usize>(), 20_000);
    // A single rule that means more than can be told is refused.
    let open = "| moving Player moving Crate ".repeat(7);
    let rule = format!("[ moving Player {open}] -> [ {}]", "| ".repeat(7));
    let text = GAME.replacen("RULES\n", &format!("RULES\n{rule}\n"), 1);
    let reading = read_soon(&text, 6 * SOON);
    assert!(reading.source.is_none());
    assert!(reading.notices.iter().any(|n| n.kind == Kind::TooManyRules));
}

#[test]
fn huge_texts_are_answered() {
    const SIZE: usize = 2_000_000;
    const SECTIONS: [&str; 7] = [
        "OBJECTS\n",
        "LEGEND\n",
        "SOUNDS\n",
        "COLLISIONLAYERS\n",
        "RULES\n",
        "WINCONDITIONS\n",
        "LEVELS\n",
    ];
    let pieces = [
        "a",
        "(",
        ")",
        "=",
        "[ > Player | Crate ] -> [ ]\n",
        "x = Crate\n",
        "Player, Crate\n",
        "message x\n",
        ".....\n",
        "LEVELS\n",
        "\u{0}",
        "\u{1f600}",
        "é ",
        "\r\n",
        "0",
        "#abc ",
        "x or y or ",
        "some ",
        "sfx0 1\n",
    ];
    for piece in pieces {
        read_soon(&piece.repeat(SIZE / piece.len()), SOON);
        // Ten times less within each section, so that all of them are gone through soon.
        let much = piece.repeat(SIZE / 10 / piece.len());
        for section in SECTIONS {
            let text = GAME.replacen(section, &format!("{section}{much}\n"), 1);
            read_soon(&text, SOON);
        }
    }
    let wide = format!("{}\n{}", ".".repeat(SIZE / 2), ".\n".repeat(90));
    read_soon(&GAME.replacen(".....\n", &wide, 1), SOON);
}

#[test]
fn endless_rules_end() {
    let rules = [
        "[ Player ] -> [ Player Crate ]\n[ Crate ] -> [ ]",
        "startloop\n[ Player no Crate ] -> [ Player Crate ]\n[ Player Crate ] -> [ Player ]\nendloop",
        "[ Player no Crate ] -> [ Player Crate ]\n+ [ Player Crate ] -> [ Player ]",
        "[ Player ] -> [ Player ] again\n[ Player no Crate ] -> [ Player Crate ] again\n\
         + [ Player Crate ] -> [ Player ] again",
    ];
    let rule = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    for rules in rules {
        let source = read(&GAME.replacen(rule, rules, 1)).source.expect(rules);
        let Some(Stage::Level { board, .. }) = source.stages.first().cloned() else {
            panic!("a level");
        };
        let interpreter = Interpreter::new(source.game, board);
        let mut lots = Lots::new("seed");
        let began = Instant::now();
        let state = interpreter.begin(&mut lots).expect("it begins");
        let _ = interpreter.play(&state, Some(Input::Right), &mut lots);
        assert!(began.elapsed() < SOON, "{rules}");
    }
}

/// Texts like a given one, with lines and bytes deleted, doubled and swapped.
fn mutated(text: &str, lots: &mut fastrand::Rng) -> String {
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..lots.usize(1..8) {
        let (a, b) = (lots.usize(..lines.len()), lots.usize(..lines.len()));
        let line = lines[a].clone();
        match lots.u8(..7) {
            0 if lines.len() > 1 => drop(lines.remove(a)),
            1 => lines.insert(b, line),
            2 => lines.swap(a, b),
            3 if !line.is_empty() => drop(lines[a].remove(lots.usize(..line.len()))),
            4 => {
                let sign = b"[]|()+=.>^ \t0aX_-,\xc3"[lots.usize(..19)];
                lines[a].insert(lots.usize(..=line.len()), sign);
            }
            5 if !line.is_empty() => {
                let (from, to) = (lots.usize(..line.len()), lots.usize(..line.len()));
                lines[a].swap(from, to);
            }
            _ => lines[a].extend_from_within(lots.usize(..=line.len())..),
        }
    }
    String::from_utf8_lossy(&lines.join(&b'\n')).into_owned()
}

#[test]
fn mutated_games_are_answered() {
    let mut texts = vec![GAME.to_owned()];
    texts.extend(shared::texts("games"));
    let mut lots = fastrand::Rng::with_seed(7);
    for round in 0..3000 {
        let text = mutated(&texts[round % texts.len()], &mut lots);
        let source = read_soon(&text, SOON).source;
        // What was accepted can be played.
        let Some(source) = source.filter(|_| round % 10 == 0) else {
            continue;
        };
        let levels = source.stages.iter().filter_map(|stage| match stage {
            Stage::Level { board, .. } => Some(board.clone()),
            Stage::Message { .. } => None,
        });
        for board in levels.take(1) {
            let interpreter = Interpreter::new(source.game.clone(), board);
            let mut chance = Lots::new("seed");
            let Some(state) = interpreter.begin(&mut chance) else {
                continue;
            };
            let _ = interpreter.play(&state, Some(Input::Right), &mut chance);
        }
    }
}
