//! Drawn dungeons through the facade, compared with a reading of the drawing that shares
//! nothing with `level`: what can be won, lost and missed is that of the cells.

use std::collections::{BTreeMap, BTreeSet};

use playproof::{Playproof, Unlimited, check, read};
use playproof_conformance::dungeon_oracle::Play;
use playproof_conformance::suite::n_cases;
use playproof_dungeon::canonical::{Goal, Kind, Lock, Map, Need, Passage, Room, Thing};

/// Row and column.
type Cell = (i32, i32);

/// Up, left, right, down.
const AROUND: [Cell; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Floors of one cell each, and in every wall between two of them nothing, a door or an
/// arrow; and whether each kind, `a` to `c`, is used up.
fn drawing(rng: &mut fastrand::Rng) -> (Vec<String>, [bool; 3]) {
    let (width, height) = (rng.usize(2..5), rng.usize(1..4));
    let mut rows = vec![vec!['#'; 2 * width + 1]; 2 * height + 1];
    let pick = |rng: &mut fastrand::Rng, from: &str| {
        let letters: Vec<char> = from.chars().collect();
        letters[rng.usize(0..letters.len())]
    };
    for (row, line) in rows.iter_mut().enumerate().take(2 * height).skip(1) {
        for (column, cell) in line.iter_mut().enumerate().take(2 * width).skip(1) {
            *cell = match (row % 2, column % 2) {
                (1, 1) => pick(rng, "....  aaabbcG"),
                (0, 0) => '#',
                (is_wide, _) if rng.u32(0..3) == 0 => pick(rng, ["^v", "<>"][is_wide]),
                _ => pick(rng, "##. AAABC"),
            };
        }
    }
    for letter in ['G', '@'] {
        let (row, column) = (rng.usize(0..height), rng.usize(0..width));
        rows[2 * row + 1][2 * column + 1] = letter;
    }
    let rows = rows.into_iter().map(|row| row.into_iter().collect());
    (rows.collect(), [rng.bool(), rng.bool(), false])
}

/// The dungeon of the cells. A door belongs to none of its sides, nor does an arrow; nothing
/// if a door has not two sides. Without a goal the last `G` was drawn over.
fn of_cells(rows: &[String], used_up: [bool; 3]) -> Option<Map> {
    let mut cells: BTreeMap<Cell, char> = BTreeMap::new();
    for (row, line) in rows.iter().enumerate() {
        let line = line.chars().enumerate();
        cells.extend(line.map(|(column, c)| ((row as i32, column as i32), c)));
    }
    let is_way = |c: char| "ABC<>^v".contains(c);
    let is_floor = |cell: &Cell| cells[cell] != '#' && !is_way(cells[cell]);
    let next = |cell: &Cell, (down, right): Cell| (cell.0 + down, cell.1 + right);
    let mut area: BTreeMap<Cell, usize> = BTreeMap::new();
    let mut dungeon = Map::default();
    for is_used_up in used_up {
        dungeon.kinds.push(Kind {
            is_used_up,
            ..Kind::default()
        });
    }
    for first in cells.keys().filter(|cell| is_floor(cell)) {
        if area.contains_key(first) {
            continue;
        }
        let number = dungeon.rooms.len();
        let mut room = Room::default();
        let mut open = vec![*first];
        while let Some(cell) = open.pop() {
            if !is_floor(&cell) || area.insert(cell, number).is_some() {
                continue;
            }
            open.extend(AROUND.map(|side| next(&cell, side)));
            match cells[&cell] {
                '@' => dungeon.start = number,
                'G' if !dungeon.goals.contains(&Goal::Room(number)) => {
                    dungeon.goals.push(Goal::Room(number));
                }
                thing @ 'a'..='c' => room.things.push(Thing {
                    kind: thing as usize - 'a' as usize,
                    ..Thing::default()
                }),
                _ => {}
            }
        }
        dungeon.rooms.push(room);
    }
    for (cell, &letter) in cells.iter().filter(|(_, c)| is_way(**c)) {
        let side = |at: Cell| area.get(&next(cell, at)).copied();
        if let Some(ahead) = "^<>v".find(letter) {
            let to = side(AROUND[ahead])?;
            let others = AROUND.iter().filter(|at| **at != AROUND[ahead]);
            let from: BTreeSet<usize> = others.filter_map(|at| side(*at)).collect();
            if from.is_empty() {
                return None;
            }
            dungeon
                .passages
                .extend(from.into_iter().map(|from| Passage {
                    from,
                    to,
                    is_one_way: true,
                    ..Passage::default()
                }));
            continue;
        }
        let sides: Vec<usize> = AROUND.iter().filter_map(|at| side(*at)).collect();
        let [from, to] = sides[..] else {
            return None;
        };
        let kind = letter as usize - 'A' as usize;
        dungeon.locks.push(Lock {
            needs: vec![Need { kind, count: 1 }],
            ..Lock::default()
        });
        dungeon.passages.push(Passage {
            from,
            to,
            lock: Some(dungeon.locks.len() - 1),
            ..Passage::default()
        });
    }
    (!dungeon.goals.is_empty()).then_some(dungeon)
}

#[test]
fn a_drawn_dungeon_is_that_of_its_cells() {
    let playproof = Playproof::default();
    let (mut n_read, mut n_refused, mut n_won, mut n_safe, mut n_complete) = (0, 0, 0, 0, 0);
    for seed in 0..10 * n_cases() {
        let (rows, used_up) = drawing(&mut playproof_conformance::suite::random(seed));
        let drawn = rows.join("\n");
        let mut text = "dungeon\n".to_owned();
        for (kind, is_used_up) in ["a", "b", "c"].iter().zip(used_up) {
            if is_used_up {
                text += &format!("used-up: {kind}\n");
            }
        }
        text += &format!("map:\n{drawn}\n");
        let file = read("drawn", text.as_bytes());
        let Some(dungeon) = of_cells(&rows, used_up) else {
            n_refused += 1;
            assert!(file.is_err(), "no dungeon:\n{text}");
            continue;
        };
        let file = file.unwrap_or_else(|e| panic!("{e}\n{text}"));
        let prepared = playproof.prepare(&file.levels[0], None).expect("a dungeon");
        let play = Play::new(&dungeon);
        n_read += 1;
        n_won += usize::from(play.is_winnable());
        n_safe += usize::from(play.is_goal_safe());
        n_complete += usize::from(play.is_complete_safe());
        for (property, is_true) in [
            ("solvable", play.is_winnable()),
            ("unlosable", play.is_goal_safe()),
            ("complete-safe", play.is_complete_safe()),
        ] {
            let property = Playproof::property(property).expect("a property");
            let proof = prepared.verify(&property, None, &mut Unlimited);
            let proof = proof.unwrap_or_else(|e| panic!("{e}\n{text}"));
            let found = (proof.holds(), proof.violated());
            assert_eq!(found, (is_true, !is_true), "{property}\n{text}");
            let certificate = proof.certificate.expect("it is decided");
            check(&certificate.to_bytes(false)).unwrap_or_else(|e| panic!("{e}\n{text}"));
        }
    }
    println!(
        "{n_read} drawings and {n_refused} that are none: {n_won} winnable, {n_safe} goal-safe, \
         {n_complete} complete-safe"
    );
    assert!(n_read > n_refused && n_won > n_safe && n_safe > 0 && n_complete < n_read);
}
