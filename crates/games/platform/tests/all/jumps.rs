//! Whether somebody can make a jump: against going through all states, and by known gaps.

use std::collections::HashSet;
use std::ops::ControlFlow;

use playproof_certify::Unlimited;
use playproof_game::{Game, Options, Told};
use playproof_level::{Diagnostic, Level};
use playproof_platform::native::{Body, Broken, Pose, World};
use playproof_platform::{
    Board, ExitRule, Jump, JumpAnswer, JumpQuestion, NoJump, Numbers, Platform, Profile, Stage,
    Tile,
};

use crate::formats::level;
use crate::sweeps::small_board;

fn stage(text: &str) -> Stage {
    Stage::read(&level(text)).unwrap().0
}

/// What a command says of a level, with these options.
pub fn command(
    name: &str,
    level: &Level,
    given: &[(&'static str, &str)],
) -> Result<Told, Diagnostic> {
    let mut options = Options::default();
    for (name, value) in given {
        options.set(name, (*value).to_owned());
    }
    let mut commands = Platform.commands().iter();
    let command = commands
        .find(|command| command.help().name == name)
        .unwrap();
    command.run(level, &options, &mut || ControlFlow::Continue(()))
}

fn asked(from: (usize, usize), to: (usize, usize)) -> JumpQuestion {
    JumpQuestion {
        from,
        to,
        is_running: false,
        is_direct: true,
    }
}

fn can(stage: &Stage, question: JumpQuestion) -> bool {
    let jump = Jump::new(stage, question).unwrap_or_else(|why| panic!("{why:?}"));
    let answer = jump.decide(&mut Unlimited);
    matches!(
        answer.unwrap_or_else(|why| panic!("{why:?}")),
        JumpAnswer::Possible(..)
    )
}

/// Ground, a gap of so many tiles with a stone in it, and ground.
fn over(profile: &str, ground: usize, gap: usize, stone: Option<usize>) -> Stage {
    let mut floor = "X".repeat(ground) + &"-".repeat(gap) + &"X".repeat(8);
    if let Some(at) = stone {
        floor.replace_range(ground + at..=ground + at, "X");
    }
    let air = "-".repeat(floor.len());
    stage(&format!(
        "platform\nlegend: vglc\nprofile: {profile}\nmap:\n{air}\n{air}\n{air}\n{air}\n{air}\n{floor}\n{air}\n"
    ))
}

#[test]
fn gaps_are_jumped_as_wide_as_the_table_says_and_no_wider() {
    let jump = |gap: usize, stone: Option<usize>, is_direct: bool| {
        let question = JumpQuestion {
            is_direct,
            ..asked((0, 4), (30 + gap, 4))
        };
        can(&over("default", 30, gap, stone), question)
    };
    assert!(jump(11, None, true));
    assert!(!jump(12, None, true));
    assert!(!jump(12, None, false));
    // With a stone in the gap one gets there, but not in one jump.
    assert!(jump(14, Some(6), false));
    assert!(!jump(14, Some(6), true));
}

/// From the only tile of a ledge there is no run-up, but one may have come with a speed.
#[test]
fn a_speed_helps() {
    let jump = |gap: usize, is_running: bool| {
        let question = JumpQuestion {
            is_running,
            ..asked((0, 4), (1 + gap, 4))
        };
        can(&over("quarter", 1, gap, None), question)
    };
    assert!(jump(9, false) && !jump(10, false));
    assert!(jump(10, true) && !jump(12, true));
}

#[test]
fn places_where_nobody_stands_are_refused() {
    let stage = over("default", 3, 2, None);
    for (from, to, why) in [
        ((0, 3), (6, 4), "nobody can stand there"),
        ((0, 4), (3, 4), "nobody can stand there"),
        ((0, 4), (99, 4), "nobody can stand there"),
        ((0, 4), (2, 4), "both places are on one ledge"),
    ] {
        match Jump::new(&stage, asked(from, to)).err() {
            Some(NoJump::Asked(Some(_), told)) => assert!(told.starts_with(why), "{told}"),
            other => panic!("{other:?}"),
        }
    }
}

/// Whether a run goes there, by going through all states.
fn is_possible(stage: &Stage, question: JumpQuestion) -> bool {
    let (profile, board) = (&stage.profile, &stage.board);
    let (tile, width) = (profile.tile, profile.body.0);
    let world = World::new(stage);
    let y = |row: usize| (row as i32 + 1) * tile;
    // The columns of ground under feet that come down there.
    let under = |x: i32| x / tile..=(x + width - 1) / tile;
    let on = |cell: (usize, usize), x: i32, pose: Pose| {
        let between = |column: usize| {
            let (a, b) = (column.min(cell.0), column.max(cell.0));
            (a..=b).all(|column| board.is_stand(column, cell.1))
        };
        pose.y == y(cell.1) && under(x).any(|column| between(column as usize))
    };
    let speeds = match question.is_running {
        true => -profile.fastest..=profile.fastest,
        false => 0..=0,
    };
    let first = |vx: i32| Body {
        x: question.from.0 as i32 * tile + (tile - width) / 2,
        vx,
        pose: Pose {
            y: y(question.from.1),
            vy: profile.rest,
            jump: 0,
            ground: true,
            broken: Broken::NONE,
        },
    };
    let mut open: Vec<Body> = speeds.map(first).collect();
    let mut known: HashSet<Body> = open.iter().copied().collect();
    let middle = |x: i32| (x + width / 2) / tile;
    while let Some(body) = open.pop() {
        let is_there = match question.is_direct {
            true => on(question.to, body.x, body.pose),
            false => body.pose.y == y(question.to.1) && middle(body.x) == question.to.0 as i32,
        };
        if body.pose.ground && is_there {
            return true;
        }
        if world.is_over(&body) {
            continue;
        }
        for gait in 0..5 {
            for presses in [false, true] {
                let next = world.tick(&body, gait, presses);
                let lands = next.pose.ground && question.is_direct;
                let may = |cell| on(cell, body.x, next.pose);
                if lands && !may(question.from) && !may(question.to) {
                    continue;
                }
                if known.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    false
}

#[test]
fn jumps_are_those_of_going_through_all_states() {
    // Low jumps, so that many cannot be made.
    let numbers = Numbers {
        fineness: 2,
        rise: 0.6,
        ..Numbers::default()
    };
    let profile = Profile::new(&numbers).unwrap();
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut n, mut n_undecided) = ([[0; 2]; 2], 0);
    while n.iter().flatten().sum::<i32>() < 60 {
        let mut board: Board = small_board(&mut rng);
        board.settings.exit = ExitRule::Touch;
        for tile in &mut board.tiles {
            if tile.is(Tile::EXIT) {
                *tile = Tile::AIR;
            }
        }
        let cell =
            |rng: &mut fastrand::Rng| (rng.usize(0..board.width), rng.usize(0..board.height));
        let (from, to) = (cell(&mut rng), cell(&mut rng));
        let question = JumpQuestion {
            is_running: rng.bool(),
            is_direct: rng.bool(),
            ..asked(from, to)
        };
        let stage = Stage::new(board, profile.clone()).unwrap();
        let Ok(jump) = Jump::new(&stage, question) else {
            continue;
        };
        let expected = is_possible(&stage, question);
        match jump.decide(&mut Unlimited) {
            Ok(JumpAnswer::Possible(..)) => assert!(expected, "{question:?} {stage:?}"),
            Ok(JumpAnswer::Impossible(_)) => assert!(!expected, "{question:?} {stage:?}"),
            // Nothing was found that keeps off other ground.
            Err(NoJump::Undecided(_)) => {
                n_undecided += 1;
                continue;
            }
            Err(why) => panic!("{why:?}"),
        }
        n[usize::from(question.is_direct)][usize::from(expected)] += 1;
    }
    println!("any way and direct, impossible and possible: {n:?}; {n_undecided} undecided");
    assert!(n.iter().flatten().all(|n| *n > 3), "{n:?}");
    assert!(n_undecided < 3);
}

#[test]
fn what_was_asked_is_said() {
    let level = level("platform\nlegend: vglc\nmap:\n--------\n--------\nXX---XXX\n");
    let ask = |given: &[(&'static str, &str)]| command("jump", &level, given);
    let told = ask(&[("to", "7,2"), ("direct", "true")]).unwrap();
    assert!(!told.is_violated);
    let asked = "a.txt: from column 1, row 2, standing still, can one come from this ledge \
                 (columns 1 to 2) to that of column 7, row 2 (columns 6 to 8) without touching \
                 other ground?\n    yes, in ";
    assert!(told.text.starts_with(asked), "{}", told.text);
    assert!(told.text.contains("run-right+jump x"), "{}", told.text);
    assert!(told.json.contains("\"possible\":true"), "{}", told.json);
    let error = |given: &[(&'static str, &str)]| ask(given).unwrap_err().to_string();
    assert_eq!(
        error(&[]),
        "a.txt:1:1: it is not said where the jump ends; say it with --to COLUMN,ROW, or name both places: FROM TO"
    );
    assert_eq!(
        error(&[("to", "4,2")]),
        "a.txt:5:4: nobody can stand there: expected a free place with ground below it; choose another place"
    );
    assert_eq!(
        error(&[("to", "4,9")]),
        "a.txt:1:1: the place is beyond the map; the map has 8 columns and 3 rows, counted from 1"
    );
}
