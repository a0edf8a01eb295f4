//! The fast tick against the Rules, and ranges of places against single ones.

use playproof_model::{Model, Property};
use playproof_platform::native::{Body, Meeting, World};
use playproof_platform::{Board, ExitRule, PlayerStyle, Profile, Stage, Tile, rules};

/// A small random board with ground, blocks and one-way platforms.
pub fn random_board(rng: &mut fastrand::Rng) -> Board {
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

/// The same board, in which up to so many of the solid places break.
pub fn with_breaking_blocks(mut board: Board, most: usize, rng: &mut fastrand::Rng) -> Board {
    let is_solid = |at: &usize| board.tiles[*at] == Tile::SOLID;
    let mut solid: Vec<usize> = (0..board.tiles.len()).filter(is_solid).collect();
    rng.shuffle(&mut solid);
    for at in solid.into_iter().take(rng.usize(0..=most)) {
        board.tiles[at] = Tile::SOLID.with(Tile::BREAKS);
    }
    board
}

#[test]
fn the_fast_tick_is_the_rules() {
    let mut rng = fastrand::Rng::with_seed(1);
    let profile = Profile::default();
    let solvable: Property = "solvable".parse().unwrap();
    let (mut n_ticks, mut n_landings, mut n_bumps, mut n_walls) = (0, 0, 0, 0);
    let mut n_broken = 0;
    while n_ticks < 1_000_000 {
        let mut board = random_board(&mut rng);
        if rng.bool() {
            board = with_breaking_blocks(board, 40, &mut rng);
        }
        let stage = Stage::new(board, profile.clone()).unwrap();
        let world = World::new(&stage);
        let model = Model::Rules(Box::new(rules(&stage)));
        let subject = model.elaborate(&solvable).unwrap();
        let mut play = subject.play();
        for _ in 0..20 {
            let mut body = world.first();
            let (mut gait, mut presses) = (2, false);
            let mut state = stage.initial();
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
                let step = playproof_model::Step::Act {
                    action: playproof_model::ActionId(number as u32),
                    choice: 0,
                };
                assert!(play.take(&mut state, step));
                let expected = values(&world, &next, &[], 0);
                assert_eq!(state, expected, "{body:?} {gait} {presses}");
                n_broken += u32::from(next.pose.broken != body.pose.broken);
                n_ticks += 1;
                n_landings += u32::from(next.pose.ground && !body.pose.ground);
                let is_bumped = !next.pose.ground && next.pose.vy == profile.rest;
                n_bumps += u32::from(is_bumped && body.pose.vy < 0);
                n_walls += u32::from(next.vx == 0 && body.vx.abs() > 30);
                body = next;
            }
        }
    }
    assert!(n_landings > 1000 && n_bumps > 1000 && n_walls > 1000 && n_broken > 1000);
}

/// A board with more on it: walkers, spikes, standing enemies, an exit to touch.
pub fn crowded_board(rng: &mut fastrand::Rng) -> Board {
    let mut board = random_board(rng);
    if rng.u8(0..3) == 0 {
        board = with_breaking_blocks(board, 20, rng);
    }
    let (side, above) = (Tile::DEADLY_SIDE, Tile::DEADLY_ABOVE);
    let kinds = [
        side.with(above),
        Tile::WALKS.with(Tile::STOMPABLE).with(side),
        Tile::WALKS.with(Tile::STOMPABLE).with(side),
        Tile::WALKS.with(side).with(above),
        Tile::STOMPABLE.with(side),
        above,
    ];
    for (at, tile) in board.tiles.iter_mut().enumerate() {
        let is_start = at == board.start.1 * board.width + board.start.0;
        if *tile == Tile::AIR && !is_start && rng.u8(0..12) == 0 {
            *tile = kinds[rng.usize(0..kinds.len())];
        }
    }
    if rng.bool() {
        let at = rng.usize(0..board.height) * board.width + board.width - 1;
        board.tiles[at] = Tile::EXIT;
        board.settings.exit = ExitRule::Touch;
    }
    if rng.u8(0..4) == 0 {
        board.settings.time = Some(rng.u32(1..100));
    }
    board.settings.style = PlayerStyle {
        long_jumps: rng.u8(0..3) > 0,
        kills: rng.u8(0..3) > 0,
        runs: rng.u8(0..3) > 0,
    };
    board
}

#[test]
fn the_fast_tick_is_the_rules_among_walkers_and_spikes() {
    let mut rng = fastrand::Rng::with_seed(2);
    let solvable: Property = "solvable".parse().unwrap();
    let (mut n_ticks, mut n_stomped, mut n_killed, mut n_refused) = (0, 0, 0, 0);
    while n_ticks < 700_000 {
        let stage = Stage::new(crowded_board(&mut rng), Profile::default()).unwrap();
        let world = World::new(&stage);
        let model = Model::Rules(Box::new(rules(&stage)));
        let subject = model.elaborate(&solvable).unwrap();
        let mut play = subject.play();
        for _ in 0..20 {
            let (mut body, mut alive) = (world.first(), vec![true; stage.walkers.len()]);
            let (mut gait, mut presses) = (2, false);
            let mut state = stage.initial();
            for ticks in 0..200 {
                if rng.u8(0..4) == 0 {
                    let gaits: Vec<usize> = world.gaits().collect();
                    gait = gaits[rng.usize(0..gaits.len())];
                }
                if rng.u8(0..5) == 0 {
                    presses = !presses;
                }
                let mut dead = Vec::new();
                let meeting = world.meeting(&body, ticks, |w| alive[w], |w| dead.push(w));
                let is_over = world.is_over(&body)
                    || meeting == Meeting::Deadly
                    || world.time().is_some_and(|time| ticks >= time);
                let may = meeting != Meeting::None || world.may(&body, gait, presses);
                let step = playproof_model::Step::Act {
                    action: playproof_model::ActionId(world.action(gait, presses)),
                    choice: 0,
                };
                let what = format!("{body:?} {ticks} {meeting:?} {gait} {presses}");
                assert_eq!(play.take(&mut state, step), !is_over && may, "{what}");
                n_killed += u32::from(is_over && meeting == Meeting::Deadly);
                if is_over {
                    break;
                }
                if !may {
                    n_refused += 1;
                    presses = false;
                    // The same tick again, with another input.
                    state = values(&world, &body, &alive, ticks);
                    let step = playproof_model::Step::Act {
                        action: playproof_model::ActionId(world.action(gait, presses)),
                        choice: 0,
                    };
                    assert!(play.take(&mut state, step));
                }
                n_stomped += dead.len();
                dead.iter().for_each(|&walker| alive[walker] = false);
                body = world.tick_meeting(&body, meeting, gait, presses);
                assert_eq!(state, values(&world, &body, &alive, ticks + 1), "{what}");
                n_ticks += 1;
            }
        }
    }
    let counts = (n_stomped, n_killed, n_refused);
    assert!(
        n_stomped > 1000 && n_killed > 1000 && n_refused > 100,
        "{counts:?}"
    );
}

/// The whole state.
fn values(world: &World, body: &Body, alive: &[bool], ticks: u32) -> Vec<i32> {
    let phase = |(walker, &lives): (usize, &bool)| match lives {
        true => world.phase(walker, ticks),
        false => world.last_phase(walker),
    };
    let time = world.time().map(|time| (time - ticks) as i32);
    let walkers = alive.iter().enumerate().map(phase);
    let blocks = world.block_values(body.pose.broken).map(|(lo, _)| lo);
    body.values()
        .into_iter()
        .chain(blocks)
        .chain(walkers)
        .chain(time)
        .collect()
}
