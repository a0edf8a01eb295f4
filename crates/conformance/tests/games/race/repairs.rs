//! The smallest repair of a contest or maze that cannot be won, and how far everybody
//! has to go, compared with brute force.

use playproof::{Insight, Playproof, Prepared, Unlimited, check, read};
use playproof_analysis::{Effort, Repairing, Repairs};
use playproof_conformance::race_oracle::{At, DIRECTIONS, Drawing, Fate, Kind, Play};
use playproof_conformance::suite::n_cases;

/// What is changed, where, where it goes, and the size of the change.
type Edit = (&'static str, At, Option<At>, usize);

fn with_level<T>(text: &str, game: &str, then: impl FnOnce(&Prepared, &dyn Insight) -> T) -> T {
    let file = read("random", text.as_bytes()).expect("a level");
    let playproof = Playproof::default();
    let prepared = playproof.prepare(&file.levels[0], Some(game)).expect(game);
    let insight = prepared.insight().expect("it is walked");
    then(&prepared, &*insight)
}

fn repairs_of(text: &str, game: &str) -> Repairs {
    with_level(text, game, |prepared, _| {
        let repairs = prepared.repair(&[], None, Effort::default(), &mut Unlimited);
        repairs.unwrap().expect("changes are known")
    })
}

fn letter(rows: &[Vec<char>], (x, y): At) -> char {
    rows[y][x]
}

/// All changes of one thing, the smallest first.
fn edits(rows: &[Vec<char>]) -> Vec<Edit> {
    let (width, height) = (rows[0].len(), rows.len());
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let places: Vec<At> = places.collect();
    let of = |letters: &'static str| {
        let here = move |at: &&At| letters.contains(letter(rows, **at));
        places.iter().filter(here).copied()
    };
    let inner = |(x, y): &At| (1..width - 1).contains(x) && (1..height - 1).contains(y);
    let mut edits: Vec<Edit> = of("1w#")
        .filter(inner)
        .map(|at| ("wall", at, None, 1))
        .collect();
    let things = [
        ("avatar", "A"),
        ("opponent", "E"),
        ("chaser", "C"),
        ("runner", "R"),
        ("goal", "G"),
    ];
    for (what, letters) in things {
        for at in of(letters) {
            for to in of("0-") {
                let size = at.0.abs_diff(to.0) + at.1.abs_diff(to.1);
                edits.push((what, at, Some(to), size));
            }
        }
    }
    edits.sort_by_key(|edit| edit.3);
    edits
}

fn edited(rows: &[Vec<char>], edit: &Edit) -> Vec<Vec<char>> {
    let mut rows = rows.to_vec();
    let (_, at, to, _) = *edit;
    if let Some(to) = to {
        rows[to.1][to.0] = letter(&rows, at);
    }
    rows[at.1][at.0] = '0';
    rows
}

/// Compares a repair with the first change that helps.
fn is_the_smallest(
    rows: &[Vec<char>],
    text: &str,
    game: &str,
    wins: impl Fn(Vec<Vec<char>>) -> bool,
) {
    let repairs = repairs_of(text, game);
    assert_eq!(repairs.n_undecided, 0, "{text}");
    let edits = edits(rows);
    let first = edits.iter().position(|edit| wins(edited(rows, edit)));
    let single = repairs
        .found
        .as_ref()
        .filter(|found| found.changes.len() == 1);
    let Some(found) = single else {
        assert_eq!(first, None, "{text}");
        return;
    };
    let change = &found.changes[0];
    let first = first.unwrap_or_else(|| panic!("{text}{change} does not help"));
    let found_edit = (
        &change.what[..],
        change.at,
        change.to(),
        change.size as usize,
    );
    assert_eq!(found_edit, edits[first], "{text}");
    assert_eq!(repairs.n_futile, first as u64, "{text}");
    let drawn = found.level.text();
    let drawn: Vec<Vec<char>> = drawn.lines().map(|row| row.chars().collect()).collect();
    assert!(wins(drawn), "{text}{change}");
    let certificate = found.proof.certificate.as_ref().expect("it holds");
    let accepted = check(&certificate.to_bytes(false)).expect("a good certificate");
    assert!(accepted.level.same_level(&found.level), "{text}");
}

/// How many moves it takes from one place to the nearest of others.
fn moves(drawing: &Drawing, from: At, to: impl Fn(At) -> bool) -> Option<u32> {
    let mut reached = vec![from];
    let mut all = reached.clone();
    for n in 0.. {
        if reached.iter().any(|&at| to(at)) {
            return Some(n);
        }
        let steps = reached
            .iter()
            .flat_map(|&at| DIRECTIONS.map(|d| drawing.step(at, d)));
        let mut next: Vec<At> = steps.flatten().filter(|at| !all.contains(at)).collect();
        next.sort();
        next.dedup();
        if next.is_empty() {
            return None;
        }
        all.extend(&next);
        reached = next;
    }
    None
}

/// The numbers in a sentence, `no way` being none.
fn numbers(text: &str) -> Vec<Option<u32>> {
    let words: Vec<&str> = text.split([' ', ',', ';', ':']).collect();
    let pairs = words.windows(2).filter_map(|pair| match pair {
        ["no", "way"] => Some(None),
        [number, _] => number.parse().ok().map(Some),
        _ => None,
    });
    pairs.collect()
}

fn says_how_far(drawing: &Drawing, text: &str) {
    let start = drawing.start();
    let goal = |at: At| letter(&drawing.rows, at) == 'G';
    let avatar = moves(drawing, start.avatar, goal);
    let opponent = moves(drawing, start.opponent, goal);
    let why = with_level(text, drawing.kind.name(), |_, insight| {
        insight.why_lost().expect("it can be said")
    });
    let expected = match drawing.kind {
        Kind::Race | Kind::Run if avatar.is_none() => vec![None],
        Kind::Race if opponent.is_some_and(|n| Some(n) < avatar) => {
            let fewer = avatar.zip(opponent).map(|(a, o)| a - o);
            vec![avatar, opponent, fewer]
        }
        Kind::Race => panic!("{text}the avatar is near enough"),
        Kind::Run => {
            let apart = moves(drawing, start.opponent, |at| at == start.avatar);
            vec![avatar, opponent, apart]
        }
        Kind::Catch => {
            let apart = moves(drawing, start.avatar, |at| at == start.opponent);
            vec![opponent, avatar, apart]
        }
    };
    assert_eq!(numbers(&why), expected, "{text}{why}");
}

fn of_contests(kind: Kind) {
    let (mut n_lost, mut seed) = (0, 0);
    while n_lost < n_cases() / 3 {
        seed += 1;
        let drawing = Drawing::random(kind, 6, &mut playproof_conformance::suite::random(seed));
        let wins = |rows| {
            Play::new(&Drawing { kind, rows })
                .least(Fate::Won)
                .is_some()
        };
        if wins(drawing.rows.clone()) {
            continue;
        }
        n_lost += 1;
        let text = drawing.text();
        is_the_smallest(&drawing.rows, &text, kind.name(), wins);
        says_how_far(&drawing, &text);
    }
}

#[test]
fn of_races() {
    of_contests(Kind::Race);
}

#[test]
fn of_runs() {
    of_contests(Kind::Run);
}

#[test]
fn of_catches() {
    of_contests(Kind::Catch);
}

#[test]
fn of_mazes() {
    let (mut n_lost, mut seed) = (0, 0);
    while n_lost < n_cases() / 3 {
        seed += 1;
        // A race whose opponent has been taken off the floor.
        let race = Drawing::random(
            Kind::Race,
            6,
            &mut playproof_conformance::suite::random(seed),
        );
        let opponent = race.start().opponent;
        let mut rows = race.rows;
        rows[opponent.1][opponent.0] = '0';
        let wins = |rows: Vec<Vec<char>>| {
            let maze = Drawing {
                kind: Kind::Race,
                rows,
            };
            let places = maze.floor();
            let start = places.iter().find(|at| letter(&maze.rows, **at) == 'A');
            moves(&maze, *start.expect("an avatar"), |at| {
                letter(&maze.rows, at) == 'G'
            })
            .is_some()
        };
        if wins(rows.clone()) {
            continue;
        }
        n_lost += 1;
        let text: String = rows
            .iter()
            .map(|row| row.iter().collect::<String>() + "\n")
            .collect();
        is_the_smallest(&rows, &text, "maze", wins);
        with_level(&text, "maze", |_, insight| {
            assert_eq!(
                insight.why_lost().unwrap(),
                "no way leads from the avatar to a goal"
            );
        });
    }
}

#[test]
fn blanks_are_floor_as_good_as_any() {
    let drawings = [
        ("race", "A EG\n"),
        ("maze", "111A 1G\n"),
        ("maze", "##A##\n  #  \n##G##\n"),
        ("race", "A \n E\n# \n G\n"),
        ("catch", "Gw \nR G\n A \n"),
        ("race", "# #  \n # AE\n   # \n### G\nGG  #\n"),
    ];
    for (game, text) in drawings {
        let [blank, zero] = [text.to_owned(), text.replace(' ', "0")].map(|text| {
            let repairs = repairs_of(&text, game);
            let found = repairs.found.expect("there is a repair");
            let drawn = found.level.text().replace(' ', "0");
            (found.changes, repairs.n_futile, drawn)
        });
        assert_eq!(blank, zero, "{text}");
    }
}
