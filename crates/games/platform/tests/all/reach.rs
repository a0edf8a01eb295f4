//! How far jumps reach.

use playproof_certify::Unlimited;
use playproof_model::{Model, Property, Question};
use playproof_platform::engine::{Precision, Swept, Target, sweep};
use playproof_platform::native::{Body, Pose, World};
use playproof_platform::{Board, Profile, Tile, rules};

/// Ground, a gap of so many tiles, and ground that is so much higher; the exit is far away.
fn gap(run_up: usize, gap: usize, higher: i64) -> Board {
    let (width, height) = (run_up + gap + 20, 24);
    let mut tiles = vec![Tile::AIR; width * height];
    let floor = 12i64;
    for column in 0..width {
        let top = if column < run_up {
            floor
        } else if column < run_up + gap {
            99
        } else {
            floor - higher
        };
        for row in 0..height as i64 {
            if row >= top {
                tiles[row as usize * width + column] = Tile::SOLID;
            }
        }
    }
    Board {
        width,
        height,
        tiles,
        start: (0, floor as usize - 1),
        exit: width - 1,
        ..Board::default()
    }
}

/// Whether somebody gets to the ground beyond a gap: after running up, or standing on one
/// sixteenth of a pixel of ground, setting off and jumping in the next tick.
fn is_crossed(n: usize, higher: i64, is_running: bool) -> bool {
    let run_up = 30;
    let board = &gap(run_up, n, higher);
    let profile = Profile::default();
    let mut world = World::new(board, &profile);
    let model = Model::Rules(Box::new(rules(board, &profile)));
    let beyond = (run_up + n) * 256 - 143;
    let property: Property = format!("reach ground == 1 && x >= {beyond}")
        .parse()
        .unwrap();
    let subject = model.elaborate(&property).unwrap();
    let Question::Reach(reach) = subject.question() else {
        panic!("what can be reached is asked");
    };
    let holds = subject.machine().atoms[reach.target.index()].holds;
    // Whoever jumps from a stand must not come back to run up.
    let mut beyond_only = board.clone();
    for (i, tile) in beyond_only.tiles.iter_mut().enumerate() {
        if i % board.width < run_up {
            *tile = Tile::AIR;
        }
    }
    if !is_running {
        let pose = Pose {
            y: 12 * 256,
            vy: profile.rest,
            jump: 0,
            ground: true,
        };
        let standing = Body {
            x: run_up as i32 * 256 - 1,
            vx: 0,
            pose,
        };
        let setting_off = world.tick(&standing, 4, false);
        let jumping = world.tick(&setting_off, 4, true);
        world = World::new(&beyond_only, &profile).begun(jumping);
    }
    let mut target = Target::new(&subject, holds, &world);
    match sweep(&world, &mut target, Precision::Exact, &mut Unlimited).unwrap() {
        Swept::Closed(_) => false,
        Swept::Meets | Swept::Run(_) => true,
    }
}

#[test]
fn jumps_reach_as_far_as_the_table_says_and_no_further() {
    for (higher, running, standing) in [
        (-4, 13, 9),
        (-2, 12, 7),
        (0, 11, 6),
        (1, 10, 6),
        (2, 9, 5),
        (3, 8, 4),
        (4, 7, 3),
        (5, 0, 0),
    ] {
        for (reach, is_running) in [(running, true), (standing, false)] {
            let what = format!("{higher} higher, running: {is_running}");
            if reach > 0 {
                assert!(is_crossed(reach, higher, is_running), "{what}");
            }
            assert!(!is_crossed(reach + 1, higher, is_running), "{what}");
        }
    }
}
