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
    }
}

/// Whether somebody gets to the ground beyond a gap: after running up, or standing on one
/// sixteenth of a pixel of ground and jumping at once.
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
        world = world.begun(standing);
        let jumping = world.tick(&standing, 4, true);
        world = world.begun(jumping);
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
            let crossed = |n| is_crossed(n, higher, is_running);
            println!(
                "{higher} {is_running}: {reach}, {:?}",
                (1..15).rev().find(|&n| crossed(n))
            );
        }
    }
}
