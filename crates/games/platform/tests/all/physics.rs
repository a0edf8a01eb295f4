//! The fast tick against the Rules, and ranges of places against single ones.

use playproof_model::{Model, Property};
use playproof_platform::native::{Body, World};
use playproof_platform::{Board, Profile, rules};

/// A small random board with ground, blocks and one-way platforms.
pub fn random_board(rng: &mut fastrand::Rng) -> Board {
    use playproof_platform::Tile;
    let (width, height) = (rng.usize(3..24), rng.usize(3..12));
    let density = rng.f32() * 0.4;
    let mut tiles = Vec::new();
    for row in 0..height {
        for _ in 0..width {
            let solid = rng.f32() < if row + 1 == height { 0.7 } else { density };
            let one_way = rng.f32() < 0.05;
            tiles.push(match (solid, one_way) {
                (true, _) => Tile::SOLID,
                (_, true) => Tile::ONE_WAY,
                _ => Tile::AIR,
            });
        }
    }
    let start = (rng.usize(0..width.min(4)), rng.usize(0..height));
    tiles[start.1 * width + start.0] = Tile::AIR;
    Board {
        width,
        height,
        tiles,
        start,
        exit: width - 1,
        ..Board::default()
    }
}

#[test]
fn the_fast_tick_is_the_rules() {
    let mut rng = fastrand::Rng::with_seed(1);
    let profile = Profile::default();
    let solvable: Property = "solvable".parse().unwrap();
    let (mut n_ticks, mut n_landings, mut n_bumps, mut n_walls) = (0, 0, 0, 0);
    while n_ticks < 1_000_000 {
        let board = random_board(&mut rng);
        let world = World::new(&board, &profile);
        let model = Model::Rules(Box::new(rules(&board, &profile)));
        let subject = model.elaborate(&solvable).unwrap();
        let mut play = subject.play();
        for _ in 0..20 {
            let mut body = world.first();
            let (mut gait, mut presses) = (2, false);
            for _ in 0..200 {
                // Inputs that last a while get further than others.
                if rng.u8(0..4) == 0 {
                    gait = rng.usize(0..5);
                }
                if rng.u8(0..5) == 0 {
                    presses = !presses;
                }
                if world.is_over(&body) {
                    break;
                }
                let next = world.tick(&body, gait, presses);
                let number = gait * 2 + usize::from(presses);
                let mut state = body.values().to_vec();
                let step = playproof_model::Step::Act {
                    action: playproof_model::ActionId(number as u32),
                    choice: 0,
                };
                assert!(play.take(&mut state, step));
                assert_eq!(Body::from_values(&state), next, "{body:?} {gait} {presses}");
                n_ticks += 1;
                n_landings += u32::from(next.pose.ground && !body.pose.ground);
                let is_bumped = !next.pose.ground && next.pose.vy == profile.rest;
                n_bumps += u32::from(is_bumped && body.pose.vy < 0);
                n_walls += u32::from(next.vx == 0 && body.vx.abs() > 30);
                body = next;
            }
        }
    }
    assert!(n_landings > 1000 && n_bumps > 1000 && n_walls > 1000);
}
