//! What pictures of levels show: places that can be reached, where one action leads, and
//! the player's exact place.

use std::collections::HashSet;
use std::ops::ControlFlow;

use playproof_certify::Unlimited;
use playproof_game::{BoardDrawing, Drawn, Game, GameCommand, Options, Told};
use playproof_level::Level;
use playproof_platform::engine::Precision;
use playproof_platform::native::{Body, World};
use playproof_platform::{Board, Coarse, End, Platform, Profile, Stage, Survey, Tile, survey};

use crate::boards::board;
use crate::sweeps::{all_states, halves, small_board};

const STEPS: &str = "\
--------
--------
---XX---
XX-XX-XX
";

fn level(text: &str) -> Level {
    let levels = playproof::read("steps.txt", text.as_bytes())
        .unwrap()
        .levels;
    levels.into_iter().next().unwrap()
}

fn run(game: &dyn Game, text: &str, options: &[(&'static str, &str)]) -> Told {
    let command: &dyn GameCommand = game.commands()[0];
    let mut all = Options::defaults(command.help().options);
    for (name, value) in options {
        all.set(name, (*value).to_owned());
    }
    let mut go_on = || ControlFlow::Continue(());
    command.run(&level(text), &all, &mut go_on).unwrap()
}

fn drawing(told: &Told) -> &BoardDrawing {
    match &told.drawings[0].drawn {
        Ok(Drawn::Board(drawing)) => drawing,
        other => panic!("{other:?}"),
    }
}

/// For each cell, the vertical states and speeds of the bodies whose middle is in it, and
/// whether one of them stands with ground under its feet.
fn counted(profile: &Profile, board: &Board, all: &HashSet<Body>) -> Vec<(u32, bool)> {
    let (width, height) = (board.width, board.height);
    let mut cells = vec![(HashSet::new(), false); width * height];
    for body in all {
        let column = (body.x + profile.body.0 / 2).div_euclid(profile.tile);
        let row = (body.pose.y - profile.body.1 / 2).div_euclid(profile.tile);
        if (0..width as i32).contains(&column) && (0..height as i32).contains(&row) {
            let cell = &mut cells[row as usize * width + column as usize];
            cell.0.insert((body.pose, body.vx));
            let mut feet = body.x..body.x + profile.body.0;
            let below = i64::from(body.pose.y / profile.tile);
            cell.1 |= body.pose.ground
                && feet.any(|x| {
                    let tile = board.tile(i64::from(x / profile.tile), below);
                    tile.is(Tile::SOLID) || tile.is(Tile::ONE_WAY)
                });
        }
    }
    let cells = cells.into_iter();
    cells
        .map(|(ways, stands)| (ways.len() as u32, stands))
        .collect()
}

#[test]
fn an_exact_survey_counts_what_going_through_all_states_does() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(7), halves());
    for _ in 0..6 {
        let board = small_board(&mut rng);
        let stage = Stage::new(board.clone(), profile.clone()).unwrap();
        let world = World::new(&stage);
        let found = survey(&stage, Precision::Exact, &mut Unlimited).unwrap();
        let ours: Vec<(u32, bool)> = found
            .ways
            .iter()
            .copied()
            .zip(found.is_stood_in.iter().copied())
            .collect();
        let theirs = counted(&profile, &board, &all_states(&world));
        assert_eq!(ours, theirs, "{board:?}");
        let wide = survey(&stage, Precision::AnySpeed, &mut Unlimited).unwrap();
        let is_within = |(few, many): (&u32, &u32)| *few == 0 || *many > 0;
        assert!(
            found.ways.iter().zip(&wide.ways).all(is_within),
            "{board:?}"
        );
    }
}

#[test]
fn strips_are_where_somebody_stands() {
    let (stage, profile) = (stage_of(STEPS), Profile::default());
    let found = survey(&stage, Precision::Exact, &mut Unlimited).unwrap();
    let stands = |found: &Survey, y: i32, x: i32| {
        let mut strips = found.standing.iter();
        strips.any(|&(row, (lo, hi))| row == y && (lo..=hi).contains(&x))
    };
    let tile = profile.tile;
    // On the ground at the start, on the step, and not over the gap.
    assert!(stands(&found, 3 * tile, 0));
    assert!(stands(&found, 2 * tile, 3 * tile));
    let in_the_gap = 2 * tile + (tile - profile.body.0) / 2;
    assert!(!stands(&found, 3 * tile, in_the_gap));
    // A body that is held by a single part of a pixel stands.
    let at_the_edge = 2 * tile - 1;
    assert!(stands(&found, 3 * tile, at_the_edge));
    assert!(!stands(&found, 3 * tile, at_the_edge + 1));
}

fn stage_of(text: &str) -> Stage {
    Stage::read(&level(text)).unwrap().0
}

#[test]
fn reach_draws_what_the_survey_found() {
    for (options, precision, words) in [
        (
            &[][..],
            Precision::AnySpeed,
            "at any speed, so perhaps too much",
        ),
        (
            &[("exact", "true")][..],
            Precision::Exact,
            "exactly what can be reached",
        ),
    ] {
        let told = run(&Platform, STEPS, options);
        let found = survey(&stage_of(STEPS), precision, &mut Unlimited).unwrap();
        let drawing = drawing(&told);
        assert_eq!(drawing.heat.as_ref().unwrap().counts, found.ways);
        assert_eq!(drawing.areas.len(), found.standing.len());
        assert_eq!(drawing.sprites.len(), 1);
        let (reached, stood) = found.n_cells();
        assert!(told.text.contains(words), "{}", told.text);
        assert!(
            told.text.contains(&format!("stand in {stood} cells")),
            "{}",
            told.text
        );
        assert!(
            told.json.contains(&format!("\"reached_cells\":{reached},")),
            "{}",
            told.json
        );
    }
}

#[test]
fn the_player_is_drawn_where_the_body_is() {
    let compiled = Platform.compile(&level(STEPS)).unwrap();
    let profile = Profile::default();
    let mut state = stage_of(STEPS).initial();
    let sprites = compiled.view.sprites(&state).unwrap();
    let sprite = sprites[0].unwrap();
    let body = (profile.body.0 as f32 / 256.0, profile.body.1 as f32 / 256.0);
    assert_eq!(sprite.size, body);
    // Feet on the ground of the fourth row.
    assert_eq!(sprite.y + body.1, 3.0);
    // A quarter of a tile to the right and half a tile up.
    state[0] += profile.tile / 4;
    state[2] -= profile.tile / 2;
    let moved = compiled.view.sprites(&state).unwrap()[0].unwrap();
    assert_eq!((moved.x, moved.y), (sprite.x + 0.25, sprite.y - 0.5));
    let heat = compiled.view.heat().unwrap();
    assert_eq!(heat.counts.len(), 8 * 4);
    assert!(heat.counts[2 * 8] > 0 && heat.counts[3 * 8] == 0);
}

#[test]
fn a_zone_says_what_each_action_does() {
    let picture = ["........", ".#......", ".M..m..E", "####.###"];
    let board = board(&picture.map(|row| row.chars().collect()).to_vec());
    let zone = |from| -> Vec<(&str, End, (i64, i64))> {
        let outcomes = Coarse::default().zone(&board, from);
        outcomes.iter().map(|o| (o.action, o.end, o.cell)).collect()
    };
    // A block is above, so that only steps are possible.
    assert_eq!(
        zone((1, 2)),
        [("R", End::Lives, (2, 2)), ("L", End::Lives, (0, 2))]
    );
    // A step into the mushroom kills, a long jump passes over it and wins.
    let from_three = zone((3, 2));
    assert!(
        from_three.contains(&("R", End::Dies, (4, 4))),
        "{from_three:?}"
    );
    assert!(
        from_three.contains(&("RJ", End::Wins, (7, 1))),
        "{from_three:?}"
    );
    // In the exit's column play is over.
    assert!(zone((7, 2)).is_empty());
    // In the air one goes sideways or falls.
    let in_the_air: Vec<&str> = zone((5, 0)).iter().map(|(action, ..)| *action).collect();
    assert_eq!(in_the_air, ["R", "L", "N"]);
}

#[test]
fn a_zone_is_drawn_with_a_line_for_each_action() {
    let told = run(&Coarse::default(), STEPS, &[("from", "2,3")]);
    assert_eq!(told.drawings[0].name, "zone-2-3");
    let drawing = drawing(&told);
    let labels: Vec<&str> = drawing.ways.iter().map(|way| &way.label[..]).collect();
    assert_eq!(labels.len(), told.json.lines().count());
    assert_eq!(labels[..3], ["R", "L", "J"]);
    let step = &drawing.ways[0];
    // Into the gap, and out of the drawing.
    assert!(step.is_bad);
    assert_eq!(step.points, [(1.5, 2.5), (2.5, 2.5), (2.5, 4.5)]);
    let high = drawing.ways.iter().find(|way| way.label == "JL").unwrap();
    assert_eq!(
        high.points,
        [(1.5, 2.5), (1.5, 0.5), (0.5, 0.5), (0.5, 2.5)]
    );
    assert!(
        told.text.contains("R   death in column 3\n"),
        "{}",
        told.text
    );
}

#[test]
fn a_zone_begins_where_somebody_can_be() {
    let begun = |from: &str| {
        let mut options = Options::default();
        options.set("from", from.to_owned());
        let game = Coarse::default();
        let mut go_on = || ControlFlow::Continue(());
        game.commands()[0]
            .run(&level(STEPS), &options, &mut go_on)
            .unwrap_err()
            .to_string()
    };
    assert!(begun("9,1").contains("column 9, row 1 is beyond the level"));
    assert!(begun("4,3").contains("nobody can be in a block"));
}
