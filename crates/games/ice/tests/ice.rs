//! Ice against a second reading of `docs/ice.md`, and what it hands out beside its rules.

use std::collections::HashMap;

use playproof::{Playproof, Unlimited};

/// Slides on the drawing itself, in steps of one place; for each place that play can
/// rest on, the fewest slides to it.
fn rests(drawing: &[Vec<char>]) -> HashMap<(usize, usize), u32> {
    let letter = |x: i32, y: i32| -> char {
        let row = usize::try_from(y).ok().and_then(|y| drawing.get(y));
        let cell = row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x)));
        *cell.unwrap_or(&'#')
    };
    let mut start = None;
    for (y, row) in drawing.iter().enumerate() {
        start = row.iter().position(|&c| c == 'A').map(|x| (x, y)).or(start);
    }
    let mut known = HashMap::from([(start.expect("an avatar"), 0)]);
    let mut wave: Vec<(usize, usize)> = known.keys().copied().collect();
    for n in 1.. {
        let mut next = Vec::new();
        for (x, y) in wave {
            if drawing[y][x] == 'G' {
                continue;
            }
            for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let (mut x, mut y) = (x as i32, y as i32);
                while letter(x + dx, y + dy) != '#' {
                    (x, y) = (x + dx, y + dy);
                    if [':', 'G'].contains(&letter(x, y)) {
                        break;
                    }
                }
                let rest = (x as usize, y as usize);
                known.entry(rest).or_insert_with(|| {
                    next.push(rest);
                    n
                });
            }
        }
        if next.is_empty() {
            return known;
        }
        wave = next;
    }
    unreachable!("places are finite")
}

#[test]
fn verdicts_and_lengths_are_those_of_plain_sliding() {
    let playproof = Playproof::default();
    let game = playproof.game("ice").unwrap();
    let generator = game.generator().unwrap();
    let mut n_won = 0;
    for number in 0..2000u64 {
        let mut options = playproof::Options::defaults(generator.options());
        options.set("columns", (2 + number % 7).to_string());
        options.set("rows", (2 + number % 5).to_string());
        options.set("rocks", (number % 4 * 10).to_string());
        options.set("snow", (number % 3 * 8).to_string());
        let mut proposer = generator.design(&options).unwrap().proposer();
        let text = proposer.propose(7, number, "a level", &|| false).unwrap();
        let file = playproof.read("level", text.as_bytes()).unwrap();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        assert_eq!(prepared.game().name(), "ice");
        let lines = text.lines().skip(1);
        let drawing: Vec<Vec<char>> = lines.map(|line| line.chars().collect()).collect();
        let rests = rests(&drawing);
        let exits = rests.iter().filter(|((x, y), _)| drawing[*y][*x] == 'G');
        let expected = exits.map(|(_, &n)| u64::from(n)).min();
        let solvable = Playproof::property("solvable").unwrap();
        let proof = prepared.verify(&solvable, None, &mut Unlimited).unwrap();
        assert_eq!(proof.holds(), expected.is_some(), "{text}");
        assert_eq!(proof.length, expected, "{text}");
        n_won += u32::from(expected.is_some());
        let figures = game.figures(&file.levels[0], proof.solution.as_deref());
        let stops = playproof::Value::Count(rests.len() as u64);
        assert_eq!(
            (figures[0].name, figures[0].value),
            ("stops", stops),
            "{text}"
        );
        for ((x, y), _) in rests.iter().take(3) {
            let place = format!("reach at({}, {})", x + 1, y + 1);
            let reach = Playproof::property(&place).unwrap();
            assert!(
                prepared
                    .verify(&reach, None, &mut Unlimited)
                    .unwrap()
                    .holds(),
                "{text}"
            );
        }
    }
    // Both answers are there often enough to be worth comparing.
    assert!((500..1900).contains(&n_won), "{n_won} of 2000 can be won");
}

#[test]
fn the_smallest_repair_puts_a_rock_where_the_slide_should_end() {
    let text = "#####\n#A~~#\n#~~~#\n#~G~#\n#~~~#\n#####\n";
    let playproof = Playproof::default();
    let file = playproof.read("level", text.as_bytes()).unwrap();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let insight = prepared.insight().unwrap();
    let solvable = Playproof::property("solvable").unwrap();
    let wins = |level: &playproof::Level| {
        let changed = prepared.same_game(level).unwrap();
        let proof = changed.verify(&solvable, None, &mut Unlimited).unwrap();
        proof.holds()
    };
    assert!(!wins(&file.levels[0]));
    let mut changes = insight.changes().into_iter();
    assert!(changes.clone().is_sorted_by_key(|change| change.size));
    let mended = changes.find_map(|change| {
        let level = insight.changed(std::slice::from_ref(&change))?;
        wins(&level).then(|| (change.to_string(), level.text()))
    });
    let (change, level) = mended.unwrap();
    assert_eq!(change, "add a rock at line 2, column 4");
    assert!(level.starts_with("#####\n#A~##\n#~~~#\n"), "{level}");
}

#[test]
fn what_is_no_level_is_refused_with_its_place() {
    let refused = |text: &str| {
        let playproof = Playproof::default();
        let file = playproof.read("level", text.as_bytes()).unwrap();
        let prepared = playproof.prepare(&file.levels[0], Some("ice"));
        prepared.err().unwrap().to_string()
    };
    assert!(refused("#####\n#A~x#\n#~G~#\n#####\n").contains("unknown letter `x`"));
    assert!(refused("#####\n#A~A#\n#~G~#\n#####\n").contains("a second avatar"));
    assert!(refused("#####\n#~~~#\n#~G~#\n#####\n").contains("there is no avatar"));
    assert!(refused("#####\n#A~~#\n#~~~#\n#####\n").contains("there is no exit"));
}
