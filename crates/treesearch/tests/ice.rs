//! A second game: floors of ice, built rock by rock. Whoever slides stops before a rock or
//! the edge; the more slides the shortest way to the exit takes, the better the floor.

use playproof_treesearch::{Budget, Construction, Estimate, Settings, TreeSearch, best_at};

const SIDE: i32 = 5;
const ENOUGH: u32 = 7;

#[derive(Clone, Default)]
struct Ice {
    rocks: u32,
    is_whole: bool,
}

/// Whether slides can be worked out for every floor.
struct Floors;

fn bit(x: i32, y: i32) -> u32 {
    1 << (y * SIDE + x)
}

/// Slides from the first cell to the last one; none if there is no way.
fn n_slides(rocks: u32) -> Option<u32> {
    let (mut seen, mut open, mut n) = (1_u32, vec![(0, 0)], 0);
    while !open.is_empty() {
        let mut next = Vec::new();
        for (x, y) in open {
            if (x, y) == (SIDE - 1, SIDE - 1) {
                return Some(n);
            }
            for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                let (mut x, mut y) = (x, y);
                let is_free = |x: i32, y: i32| {
                    (0..SIDE).contains(&x) && (0..SIDE).contains(&y) && rocks & bit(x, y) == 0
                };
                while is_free(x + dx, y + dy) {
                    (x, y) = (x + dx, y + dy);
                }
                if seen & bit(x, y) == 0 {
                    seen |= bit(x, y);
                    next.push((x, y));
                }
            }
        }
        (open, n) = (next, n + 1);
    }
    None
}

/// The last alternative: no more rocks.
const WHOLE: u8 = 99;

impl Construction for Floors {
    type State = Ice;
    type Alteration = u8;

    fn root(&self) -> Ice {
        Ice::default()
    }

    fn find(&self, ice: &Ice, alternatives: &mut Vec<u8>) {
        if ice.is_whole {
            return;
        }
        if ice.rocks.count_ones() < ENOUGH {
            let cells = 1..(SIDE * SIDE - 1) as u8;
            alternatives.extend(cells.filter(|cell| ice.rocks & (1 << cell) == 0));
        }
        alternatives.push(WHOLE);
    }

    fn apply(&self, ice: &mut Ice, alteration: u8) {
        match alteration {
            WHOLE => ice.is_whole = true,
            cell => ice.rocks |= 1 << cell,
        }
    }

    fn score(&self, ice: &Ice) -> f32 {
        n_slides(ice.rocks).unwrap_or(0) as f32 / 20.0
    }

    fn identity(&self, ice: &Ice) -> Option<u128> {
        Some(u128::from(ice.rocks) << 1 | u128::from(ice.is_whole))
    }
}

fn searched(settings: Settings, seed: u64, n_iterations: u64) -> TreeSearch<Floors> {
    let mut search = TreeSearch::new(Floors, settings, seed);
    search.run(&mut Budget::iterations(n_iterations));
    search
}

fn all_settings() -> Vec<Settings> {
    let eager = Settings {
        exploration: 0.3,
        ..Settings::default()
    };
    vec![
        Settings::default(),
        eager,
        Settings {
            estimate: Estimate::MeanAndMax,
            ..eager
        },
        Settings {
            jumps: true,
            ..eager
        },
        Settings {
            step_down: Some(500),
            ..eager
        },
        Settings {
            jumps: true,
            step_down: Some(100),
            ..Settings::default()
        },
    ]
}

#[test]
fn floors_with_long_ways_are_found() {
    for settings in all_settings() {
        let search = searched(settings, 1, 20_000);
        let best = search.best().expect("a floor");
        let ice = search.state_after(&best.steps);
        assert!(ice.is_whole);
        assert_eq!(best.score, search.construction().score(&ice));
        // The empty floor takes two slides.
        assert!(
            best.score * 20.0 >= 8.0,
            "{settings:?}: {}",
            best.score * 20.0
        );
    }
}

#[test]
fn the_seed_decides() {
    for settings in all_settings() {
        let searched = |seed| {
            let search = searched(settings, seed, 3_000);
            (search.best().cloned(), *search.stats(), search.n_nodes())
        };
        assert_eq!(searched(3), searched(3));
        assert_ne!(searched(3), searched(4));
    }
}

#[test]
fn a_search_in_two_runs_is_the_same_search() {
    let mut search = searched(Settings::default(), 5, 1_000);
    search.run(&mut Budget::iterations(500));
    let whole = searched(Settings::default(), 5, 1_500);
    assert_eq!(search.best(), whole.best());
    assert_eq!(search.stats(), whole.stats());
    assert_eq!(search.curve(), whole.curve());
}

#[test]
fn the_curve_rises_to_the_best_score() {
    let search = searched(Settings::default(), 2, 5_000);
    let curve = search.curve();
    assert!(curve.is_sorted_by(|a, b| a.score < b.score && a.iteration < b.iteration));
    assert_eq!(best_at(curve, 0), 0.0);
    assert_eq!(best_at(curve, 5_000), search.best().unwrap().score);
}

#[test]
fn visits_add_up() {
    for settings in all_settings() {
        let search = searched(settings, 6, 4_000);
        let top = search.top_layers(3, usize::MAX);
        if settings.step_down.is_none() {
            assert_eq!(top[0].visits, 4_000);
        }
        for (at, node) in top.iter().enumerate().filter(|(_, node)| node.layer < 2) {
            let children = top.iter().filter(|child| child.parent == Some(at));
            let below: u32 = children.map(|child| child.visits).sum();
            let own = u32::from(node.layer > 0);
            let is_tree = !settings.jumps && settings.step_down.is_none();
            assert!(!is_tree || node.visits == below + own || below == 0);
        }
    }
}

#[test]
fn a_budget_that_is_over_stops_the_search() {
    let mut n = 0;
    let mut is_over = || {
        n += 1;
        n > 3
    };
    let mut search = TreeSearch::new(Floors, Settings::default(), 1);
    search.run(&mut Budget {
        n_iterations: u64::MAX,
        is_over: &mut is_over,
        seconds: &mut || 1.5,
    });
    assert_eq!(search.stats().n_iterations, 3 * 256);
    assert!(search.curve().iter().all(|point| point.seconds == 1.5));
}

/// Walks on a ring: every state leads back to every other one.
struct Ring;

impl Construction for Ring {
    type State = (u8, bool);
    type Alteration = u8;

    fn root(&self) -> (u8, bool) {
        (0, false)
    }

    fn find(&self, &(_, is_over): &(u8, bool), alternatives: &mut Vec<u8>) {
        if !is_over {
            alternatives.extend([0, 1, 2]);
        }
    }

    fn apply(&self, state: &mut (u8, bool), alteration: u8) {
        match alteration {
            0 => state.0 = (state.0 + 1) % 5,
            1 => state.0 = (state.0 + 4) % 5,
            _ => state.1 = true,
        }
    }

    fn score(&self, state: &(u8, bool)) -> f32 {
        f32::from(state.0) / 4.0
    }

    fn identity(&self, state: &(u8, bool)) -> Option<u128> {
        Some(u128::from(state.0) << 1 | u128::from(state.1))
    }
}

#[test]
fn cycles_do_no_harm() {
    let settings = Settings {
        jumps: true,
        ..Settings::default()
    };
    let mut search = TreeSearch::new(Ring, settings, 1);
    search.run(&mut Budget::iterations(10_000));
    assert_eq!(search.best().unwrap().score, 1.0);
    // Five open states with three children each, and the root.
    assert_eq!(search.n_nodes(), 16);
}
