//! Counts of what the coarse game allows and exact physics does not, and the reverse.

use std::collections::HashSet;

use playproof_certify::Unlimited;
use playproof_platform::native::{Body, Broken, Pose, World};
use playproof_platform::{
    Board, Coarse, CoarseSettings, Compared, Jumps, Numbers, Profile, Stage, Tile, compare,
};

use crate::hybrid::{command, level};
use crate::sweeps::small_board;

fn tall() -> Coarse {
    let settings = CoarseSettings {
        jumps: Jumps::TALL,
        ..CoarseSettings::default()
    };
    Coarse { settings }
}

fn compared(text: &str, most: usize) -> Compared {
    let (stage, _) = Stage::read(&level(text)).unwrap();
    compare(&stage, &tall(), most, &mut Unlimited).unwrap()
}

/// Columns 1, 6, 13 and 18: gaps of four, six and four tiles. The coarse long jump crosses
/// four, a jump from a stand six, and nobody eleven. Columns 1 and 18 are too far apart
/// to be looked at.
fn pillars() -> String {
    "--------------------\n".repeat(8) + "X----X------X----X--\n"
}

#[test]
fn pillars_are_counted_as_by_hand() {
    let found = compared(&pillars(), 40);
    assert_eq!((found.n_places, found.n_looked), (4, 4));
    assert_eq!(found.n_pairs, 10);
    assert_eq!(found.n_both, 4);
    assert_eq!(found.impossible, []);
    assert_eq!(found.denied, [((5, 7), (12, 7)), ((12, 7), (5, 7))]);
}

/// Under a low ceiling the head ends every jump at once; the coarse one drifts on.
#[test]
fn a_jump_under_a_ceiling_is_allowed_but_impossible() {
    let text = "XXXXXXXXXXXXXXX\n---------------\n---------------\nX----X---------\n";
    let found = compared(text, 40);
    // The ceiling has no places in the drawing.
    assert_eq!((found.n_places, found.n_pairs, found.n_both), (2, 2, 0));
    assert_eq!(found.impossible, [((0, 2), (5, 2)), ((5, 2), (0, 2))]);
    assert_eq!(found.denied, []);
}

#[test]
fn too_many_places_are_sampled_alike() {
    let (some, again) = (compared(&pillars(), 2), compared(&pillars(), 2));
    assert_eq!((some.n_places, some.n_looked), (4, 2));
    assert!(some.n_pairs < 10);
    assert_eq!((some.n_pairs, &some.denied), (again.n_pairs, &again.denied));
}

#[test]
fn the_command_says_the_counts() {
    let told = command("mismatch", &pillars(), &[]);
    let counts = "10 pairs from 4 of 4 places: 4 connected in both games, \
                  0 allowed but impossible, 2 denied but possible";
    assert!(told.text.contains(counts), "{}", told.text);
    assert!(
        told.text.contains("6,8 to 13,8; 13,8 to 6,8"),
        "{}",
        told.text
    );
    // A short long jump crosses no gap of four.
    let short = command("mismatch", &pillars(), &[("jumps", "short")]);
    assert!(
        short.text.contains(": 0 connected in both games"),
        "{}",
        short.text
    );
}

/// The places that one action leads to in the exact game, state by state.
fn one_by_one(stage: &Stage, from: (usize, usize)) -> HashSet<(i64, i64)> {
    let Stage { board, profile, .. } = stage;
    let (world, tile) = (World::new(stage), profile.tile);
    let (column, row) = (from.0 as i32, from.1 as i32);
    let first = Body {
        x: column * tile + (tile - profile.body.0) / 2,
        vx: 0,
        pose: Pose {
            y: (row + 1) * tile,
            vy: profile.rest,
            jump: 0,
            ground: true,
            broken: Broken::NONE,
        },
    };
    let columns = |body: &Body| [body.x / tile, (body.x + profile.body.0 - 1) / tile];
    let ground = |column: i32, body: &Body| {
        let tile = board.tile(column.into(), (body.pose.y / tile).into());
        tile.is_any(Tile::SOLID.with(Tile::ONE_WAY))
    };
    let mut reached = HashSet::new();
    let mut known = HashSet::from([first]);
    let mut open = vec![first];
    while let Some(body) = open.pop() {
        for (gait, presses) in (0..5).flat_map(|gait| [(gait, false), (gait, true)]) {
            let next = world.tick(&body, gait, presses);
            if world.is_over(&next) {
                continue;
            }
            let mut goes_on = !next.pose.ground;
            if next.pose.ground {
                let stands = columns(&next).map(|column| (column, ground(column, &next)));
                let row = i64::from(next.pose.y / tile) - 1;
                let here = stands.iter().filter(|(_, is)| *is);
                reached.extend(here.map(|(column, _)| (i64::from(*column), row)));
                // On the same ground, or just over its edge.
                let is_same = stands.contains(&(column, true)) || stands.iter().all(|s| !s.1);
                goes_on = body.pose.ground && is_same;
            }
            // Who has jumped and is in the air differs from who stands in the pose.
            if goes_on && known.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

#[test]
fn the_exact_side_agrees_with_going_through_all_states() {
    let numbers = Numbers {
        fineness: 1,
        ..Numbers::default()
    };
    let (profile, mut rng) = (
        Profile::new(&numbers).unwrap(),
        fastrand::Rng::with_seed(11),
    );
    let mut n_connected = 0;
    for _ in 0..10 {
        let board: Board = small_board(&mut rng);
        let stage = Stage::new(board.clone(), profile.clone()).unwrap();
        let found = compare(&stage, &tall(), usize::MAX, &mut Unlimited).unwrap();
        let cells = (0..board.height).flat_map(|row| (0..board.width).map(move |c| (c, row)));
        let is_place = |&(c, row): &(usize, usize)| c != board.exit && board.is_stand(c, row);
        let places: Vec<_> = cells.filter(is_place).collect();
        assert_eq!(places.len(), found.n_places);
        let mut connected = HashSet::new();
        for &from in &places {
            let here = (from.0 as i64, from.1 as i64);
            let reached = one_by_one(&stage, from);
            let is_other = |to: &&(i64, i64)| {
                let place = (to.0 as usize, to.1 as usize);
                **to != here && places.contains(&place)
            };
            connected.extend(reached.iter().filter(is_other).map(|&to| (here, to)));
        }
        assert_eq!(connected.len(), found.n_both + found.denied.len());
        assert!(found.denied.iter().all(|pair| connected.contains(pair)));
        assert!(!found.impossible.iter().any(|pair| connected.contains(pair)));
        n_connected += connected.len();
    }
    assert!(n_connected > 50, "{n_connected}");
}
