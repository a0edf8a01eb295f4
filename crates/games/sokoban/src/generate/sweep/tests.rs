//! Sweeps and walks against a plain search and a plain simulator, which share no
//! code with them.

use std::collections::{BTreeMap, BinaryHeap};

use fastrand::Rng;

use super::insight::measured;
use super::solution::{fewest_changes, lurd};
use super::swept::Swept;
use super::*;
use crate::canonical::Board;

const ALL: usize = usize::MAX;

/// A level as a drawing: letters by place, and what stands on them.
#[derive(Clone)]
struct Plain {
    letters: Vec<Vec<char>>,
    player: (usize, usize),
    boxes: Vec<(usize, usize)>,
}

impl Plain {
    fn new(rows: &[String]) -> Plain {
        let letters: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let mut plain = Plain {
            letters: letters.clone(),
            player: (0, 0),
            boxes: Vec::new(),
        };
        for (y, row) in letters.iter().enumerate() {
            for (x, letter) in row.iter().enumerate() {
                if "@+".contains(*letter) {
                    plain.player = (x, y);
                }
                if "$*".contains(*letter) {
                    plain.boxes.push((x, y));
                }
            }
        }
        plain
    }

    fn at(&self, (x, y): (usize, usize)) -> char {
        self.letters[y][x]
    }

    fn is_won(&self) -> bool {
        self.boxes
            .iter()
            .all(|place| ".*+".contains(self.at(*place)))
    }

    /// The level after a step, and the box that it pushed: where it is then.
    fn step(&self, way: usize) -> Option<(Plain, Option<(usize, usize)>)> {
        let go = |(x, y): (usize, usize)| match way {
            0 => (x - 1, y),
            1 => (x + 1, y),
            2 => (x, y - 1),
            _ => (x, y + 1),
        };
        let mut after = self.clone();
        after.player = go(self.player);
        if self.at(after.player) == '#' {
            return None;
        }
        let Some(nth) = self.boxes.iter().position(|place| *place == after.player) else {
            return Some((after, None));
        };
        let to = go(after.player);
        if self.at(to) == '#' || self.boxes.contains(&to) {
            return None;
        }
        after.boxes[nth] = to;
        after.boxes.sort();
        Some((after, Some(to)))
    }

    /// The least cost of a solution.
    fn cheapest(&self, walk: u32, push: u32) -> Option<u32> {
        let mut best = BTreeMap::new();
        let mut queue = BinaryHeap::new();
        queue.push((std::cmp::Reverse(0), self.player, self.boxes.clone()));
        while let Some((std::cmp::Reverse(cost), player, boxes)) = queue.pop() {
            if best.contains_key(&(player, boxes.clone())) {
                continue;
            }
            best.insert((player, boxes.clone()), cost);
            let here = Plain {
                letters: self.letters.clone(),
                player,
                boxes,
            };
            if here.is_won() {
                return Some(cost);
            }
            for (after, pushed) in (0..4).filter_map(|way| here.step(way)) {
                let more = if pushed.is_some() { push } else { walk };
                queue.push((std::cmp::Reverse(cost + more), after.player, after.boxes));
            }
        }
        None
    }

    /// Moves, pushes and box changes of a run that wins at its end.
    fn replay(&self, lurd: &str) -> Option<(u32, u32, u32)> {
        let mut here = self.clone();
        let (mut moves, mut pushes, mut changes) = (0, 0, 0);
        let mut last = None;
        for letter in lurd.chars() {
            let way = "lrud".find(letter.to_ascii_lowercase())?;
            let (after, pushed) = here.step(way)?;
            if pushed.is_some() != letter.is_ascii_uppercase() {
                return None;
            }
            if let Some(to) = pushed {
                pushes += 1;
                changes += u32::from(last != Some(after.player));
                last = Some(to);
            }
            moves += 1;
            here = after;
        }
        here.is_won().then_some((moves, pushes, changes))
    }
}

fn random_layout(random: &mut Rng) -> (Grid, Layout) {
    loop {
        let grid = Grid::new(random.usize(1..6), random.usize(2..5)).expect("few cells");
        let n_boxes = random.usize(1..4);
        let floor = (0..grid.n_cells()).fold(0u64, |floor, cell| {
            floor | u64::from(random.u32(0..10) < 8) << cell
        });
        if (floor.count_ones() as usize) < n_boxes + 2 {
            continue;
        }
        let mut goals = 0u64;
        while (goals.count_ones() as usize) < n_boxes {
            goals |= 1 << random.usize(0..grid.n_cells()) & floor;
        }
        if let Some(layout) = (Layout { floor, goals }).tidied(&grid) {
            return (grid, layout);
        }
    }
}

fn random_start(random: &mut Rng, layout: &Layout) -> Option<Start> {
    let floor: Vec<usize> = layout.cells().collect();
    let mut boxes = 0u64;
    while boxes.count_ones() < layout.goals.count_ones() {
        boxes |= 1 << floor[random.usize(0..floor.len())];
    }
    let player = floor[random.usize(0..floor.len())];
    (boxes >> player & 1 == 0).then_some(Start { boxes, player })
}

#[test]
fn distances_are_those_of_a_plain_search() {
    let mut random = Rng::with_seed(22);
    let (mut n_won, mut n_lost) = (0, 0);
    for _ in 0..2_500 {
        let (grid, layout) = random_layout(&mut random);
        let mut pushes = PushSweep::new(grid);
        let mut moves = MoveSweep::new(grid);
        pushes.back_keeping_distances(&layout, ALL).expect("small");
        moves.back_keeping_distances(&layout, ALL).expect("small");
        for _ in 0..4 {
            let Some(start) = random_start(&mut random, &layout) else {
                continue;
            };
            let rows = layout.rows(&grid, &start);
            let plain = Plain::new(&rows);
            let expected = plain.cheapest(0, 1);
            let drawing = rows.join("\n");
            assert_eq!(
                pushes.distance(start.boxes, start.player),
                expected,
                "{drawing}"
            );
            let expected = plain.cheapest(1, 1);
            assert_eq!(
                moves.distance(start.boxes, start.player),
                expected,
                "{drawing}"
            );
            let Some(expected) = expected else {
                n_lost += 1;
                continue;
            };
            n_won += 1;
            let solution = moves.solution(&start).expect("a solution");
            let replayed = plain.replay(&solution).expect("a solution that wins");
            assert_eq!(replayed.0, expected, "{drawing}");
        }
    }
    assert!(n_won > 1_000 && n_lost > 1_000, "{n_won}, {n_lost}");
}

#[test]
fn the_last_layer_holds_the_hardest_starts() {
    let mut random = Rng::with_seed(23);
    for _ in 0..60 {
        let (grid, layout) = random_layout(&mut random);
        let floor: Vec<usize> = layout.cells().collect();
        let mut hardest = (0, 0);
        // All box sets by going through all sets of cells.
        for set in 0..1u64 << floor.len().min(14) {
            let boxes = (0..floor.len()).fold(0, |boxes, i| boxes | (set >> i & 1) << floor[i]);
            if boxes.count_ones() != layout.goals.count_ones() || floor.len() > 14 {
                continue;
            }
            for player in floor.iter().filter(|cell| boxes >> **cell & 1 == 0) {
                let player = *player;
                let plain = Plain::new(&layout.rows(&grid, &Start { boxes, player }));
                hardest.0 = hardest.0.max(plain.cheapest(0, 1).unwrap_or(0));
                hardest.1 = hardest.1.max(plain.cheapest(1, 1).unwrap_or(0));
            }
        }
        if floor.len() > 14 {
            continue;
        }
        let pushes = PushSweep::new(grid).back(&layout, ALL).expect("small");
        let moves = MoveSweep::new(grid).back(&layout, ALL).expect("small");
        assert_eq!(pushes, Some(hardest.0 as usize));
        assert_eq!(moves, Some(hardest.1 as usize));
    }
}

#[test]
fn goals_that_are_farther_are_not_nearer() {
    let mut random = Rng::with_seed(24);
    for _ in 0..300 {
        let (grid, layout) = random_layout(&mut random);
        let mut sweep = PushSweep::new(grid);
        let depth = sweep.back(&layout, ALL).expect("small").expect("no limit");
        let hardest = sweep.layer(depth)[0];
        let start = Start {
            boxes: hardest.boxes,
            player: hardest.player.trailing_zeros() as usize,
        };
        let goals = sweep.farthest(&layout, &start, ALL).expect("small");
        let farther = Layout {
            floor: layout.floor,
            goals: goals.expect("no limit"),
        };
        let plain = Plain::new(&farther.rows(&grid, &start));
        let pushes = plain.cheapest(0, 1).expect("a way there");
        assert!(pushes as usize >= depth, "{pushes} < {depth}");
        let moves = MoveSweep::new(grid).farthest(&layout, &start, ALL);
        let farther = Layout {
            floor: layout.floor,
            goals: moves.expect("small").expect("no limit"),
        };
        let there = Plain::new(&farther.rows(&grid, &start)).cheapest(1, 1);
        let here = Plain::new(&layout.rows(&grid, &start)).cheapest(1, 1);
        assert!(there >= here, "{there:?} < {here:?}");
    }
}

/// A sweep and a search forwards come to the same counts along a solution.
#[test]
fn counts_do_not_depend_on_how_states_are_found() {
    let mut random = Rng::with_seed(25);
    let mut n_measured = 0;
    for _ in 0..400 {
        let (grid, layout) = random_layout(&mut random);
        let mut sweep = PushSweep::new(grid);
        let depth = sweep.back_keeping_distances(&layout, ALL).expect("small");
        let layer = sweep.layer(depth.expect("no limit"));
        let hardest = layer[random.usize(0..layer.len())];
        let start = Start {
            boxes: hardest.boxes,
            player: hardest.player.trailing_zeros() as usize,
        };
        let rows = layout.rows(&grid, &start);
        let text = rows.join("\n");
        let file = playproof_level::read("level", text.as_bytes()).expect("a level");
        let Ok((board, _)) = Board::read(&file.levels[0]) else {
            continue;
        };
        // A box on a goal that nobody gets near is left out of a board.
        if board.boxes.iter().filter(|a_box| **a_box).count() as u32 != layout.goals.count_ones() {
            continue;
        }
        let space = Swept {
            grid: &grid,
            layout: &layout,
            sweep: &sweep,
        };
        let boxes = start.boxes.into();
        let pushes = fewest_changes(&space, boxes, start.player, ALL).expect("a solution");
        let counts = measured(&space, boxes, start.player, &pushes);
        let of_graph = measure(&board, 1_000_000).expect("few states");
        assert_eq!(counts, of_graph, "{text}");
        let solution = lurd(&space, boxes, start.player, &pushes).expect("a way");
        let replayed = Plain::new(&rows).replay(&solution).expect("a win");
        assert_eq!(
            (replayed.1, replayed.2),
            (counts.pushes, counts.box_changes)
        );
        n_measured += 1;
    }
    assert!(n_measured > 200, "{n_measured}");
}

fn check(found: &SweepFound, is_about_moves: bool) {
    let drawing = found.rows.join("\n");
    let plain = Plain::new(&found.rows);
    let (moves, pushes, changes) = plain.replay(&found.lurd).expect("a solution that wins");
    if is_about_moves {
        assert_eq!(moves, found.moves, "{drawing}");
    } else {
        assert_eq!(
            (pushes, changes),
            (found.pushes, found.box_changes),
            "{drawing}"
        );
    }
    assert_eq!(plain.cheapest(0, 1), Some(found.pushes), "{drawing}");
    assert_eq!(plain.cheapest(1, 1), Some(found.moves), "{drawing}");
}

const MIXED: Objective = Objective {
    pushes: 0.5,
    moves: 0.1,
    box_changes: 1.0,
    insight: 2.0,
};

#[test]
fn walks_are_the_same_for_the_same_seed_and_replay() {
    for objective in [
        Objective::PUSHES,
        Objective::MOVES,
        Objective::BOX_CHANGES,
        Objective::INSIGHT,
        MIXED,
    ] {
        for band in [None, Some((6, 12))] {
            let mut settings = WalkSettings::new((4, 4), 2, objective);
            settings.band = band;
            let run = |seed| {
                let found = walk(&settings, seed, None, Budget::layouts(300));
                found.expect("good settings").expect("a level")
            };
            let found = run(7);
            assert_eq!(found, run(7));
            assert_ne!(found.rows, run(8).rows);
            check(&found, objective == Objective::MOVES);
            if let Some((least, most)) = band {
                assert!((least..=most).contains(&found.pushes), "{found:?}");
            }
        }
    }
}

#[test]
fn levels_of_a_walker_are_apart() {
    let mut settings = WalkSettings::new((5, 4), 2, Objective::PUSHES);
    settings.enough = Some(10.0);
    settings.apart = 5;
    let mut walker = Walker::new(settings, 3, &[]).expect("good settings");
    let mut levels: Vec<SweepFound> = Vec::new();
    while levels.len() < 8 {
        let found = walker.next(Budget::layouts(100_000)).expect("a level");
        check(&found, false);
        assert!(found.pushes >= 10);
        for other in &levels {
            assert!(apart(&found.rows, &other.rows) >= 5);
        }
        levels.push(found);
    }
}

#[test]
fn a_walk_from_a_level_is_not_worse_than_it() {
    let settings = WalkSettings::new((5, 5), 3, Objective::PUSHES);
    let first = walk(&settings, 1, None, Budget::layouts(400));
    let first = first.expect("good settings").expect("a level");
    let again = walk(&settings, 2, Some(&first.rows), Budget::layouts(1));
    let again = again.expect("good settings").expect("a level");
    assert!(again.pushes >= first.pushes);
    let other = WalkSettings::new((5, 5), 2, Objective::PUSHES);
    let refused = walk(&other, 2, Some(&first.rows), Budget::layouts(1));
    assert_eq!(refused, Err(SweepError::OtherStart));
}

#[test]
fn an_archive_fills_with_levels_of_their_cells() {
    let settings = WalkSettings::new((4, 4), 2, Objective::MOVES);
    let axes = [
        Figure::Pushes.axis(1.0, 3.0, 5),
        Figure::BoxChanges.axis(1.0, 1.0, 5),
    ];
    let figures = [Figure::Pushes, Figure::BoxChanges];
    let run = || diverse(&settings, 5, figures, axes.clone(), Budget::layouts(400));
    let archive = run().expect("good settings");
    assert!(archive.n_filled() > 5, "{}", archive.drawn().join("\n"));
    assert_eq!(archive, run().expect("good settings"));
    for ([x, y], elite) in archive.elites() {
        check(&elite.level, true);
        assert_eq!(axes[0].step_of(elite.level.pushes.into()), Some(x));
        assert_eq!(axes[1].step_of(elite.level.box_changes.into()), Some(y));
    }
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let refused = |size, boxes, band| {
        let mut settings = WalkSettings::new(size, boxes, Objective::PUSHES);
        settings.band = band;
        settings.check().expect_err("refused").to_string()
    };
    assert_eq!(
        refused((9, 8), 3, None),
        "a board of 9x8 has more than 64 cells inside its ring of walls"
    );
    assert_eq!(
        refused((2, 2), 3, None),
        "3 boxes and a player that can push them do not fit onto 4 cells"
    );
    assert_eq!(
        refused((8, 8), 9, None),
        "9 boxes on 64 cells of floor have too many arrangements to sweep"
    );
    assert_eq!(refused((0, 3), 1, None), "a board of 0x3 has no cells");
    assert_eq!(
        refused((5, 5), 2, Some((9, 4))),
        "no number of pushes is within 9..4"
    );
    let nothing = Objective {
        pushes: 0.0,
        ..Objective::PUSHES
    };
    let settings = WalkSettings::new((5, 5), 2, nothing);
    assert_eq!(settings.check(), Err(SweepError::NoObjective));
}
