//! That nobody gets stuck: against going through all states, and on levels of real size.

use playproof::Playproof;
use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited, Ways, check};
use playproof_model::{Answer, Model, NativeFactory, Property, Subject};
use playproof_platform::engine::PlatformEngine;
use playproof_platform::native::World;
use playproof_platform::{Board, Profile, Stage, Tile, rules};

use crate::traps::{boards, found, truth, wholes};

/// Ground with steps, gaps and shallow pits, over nothing or over a floor.
fn hills(rng: &mut fastrand::Rng) -> Board {
    let (width, height) = (rng.usize(4..8), 9);
    let floor = usize::from(rng.bool());
    let mut top = 3;
    let mut towers = Vec::new();
    for column in 0..width {
        top = (top + rng.usize(0..3)).saturating_sub(1).clamp(1, 4);
        let is_gap = column > 0 && column + 1 < width && rng.usize(0..4) == 0;
        towers.push(if is_gap { floor } else { top.max(floor) });
    }
    let tile = |(row, column): (usize, usize)| match row + towers[column] >= height {
        true => Tile::SOLID,
        false => Tile::AIR,
    };
    let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    Board {
        width,
        height,
        tiles: all.map(tile).collect(),
        start: (0, height - towers[0] - 1),
        exit: width - 1,
        ..Board::default()
    }
}

#[test]
fn who_is_said_to_get_on_does_in_all_states() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(5), wholes());
    let (mut n_true, mut n_shown, mut n_false) = ([0; 3], [0usize; 3], [0; 3]);
    for _ in 0..boards(4) {
        let stage = Stage::new(hills(&mut rng), profile.clone()).unwrap();
        let truth = truth(&World::new(&stage));
        let asked = [
            (Property::Unlosable, truth.unlosable),
            (Property::DeadEndFree, truth.dead_end_free),
            (Property::SoftlockFree, truth.softlock_free),
        ];
        for (i, (property, holds)) in asked.iter().enumerate() {
            let found = found(&stage, property);
            let wrong = if *holds {
                Answer::Violated
            } else {
                Answer::Holds
            };
            assert!(found != Some(wrong), "{property} of {:?}", stage.board);
            n_true[i] += usize::from(*holds);
            n_false[i] += usize::from(!holds);
            n_shown[i] += usize::from(found == Some(Answer::Holds));
        }
    }
    println!("true {n_true:?}, shown {n_shown:?}, false {n_false:?}");
    assert!(n_shown.iter().sum::<usize>() > 0, "{n_shown:?}");
}

/// A level, the question whether nobody gets stuck in it, and what the engine says.
fn asked(drawing: &str, property: &str) -> (Subject, Finding) {
    let text = format!("platform\nlegend: vglc\nmap:\n{drawing}");
    let file = Playproof::default().read("level", text.as_bytes()).unwrap();
    let board = Board::read(&file.levels[0]).unwrap();
    let stage = Stage::new(board, Profile::default()).unwrap();
    let property: Property = property.parse().unwrap();
    let subject = Model::Rules(Box::new(rules(&stage)))
        .elaborate(&property)
        .unwrap();
    let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(&stage))];
    let task = Task::new(&subject, &property, &natives);
    let finding = PlatformEngine.check(&task, &mut Unlimited).finding;
    (subject, finding)
}

/// A pit out of which one can jump.
const SHALLOW: &str = "\
--------------
--------------
--------------
--------------
--------------
--------------
XXXX---XXXXXXX
XXXX---XXXXXXX
XXXXXXXXXXXXXX
";

/// One out of which nobody can.
const DEEP: &str = "\
--------------
--------------
XXXX---XXXXXXX
XXXX---XXXXXXX
XXXX---XXXXXXX
XXXX---XXXXXXX
XXXX---XXXXXXX
XXXX---XXXXXXX
XXXXXXXXXXXXXX
";

fn ways_of(drawing: &str, property: &str) -> (Subject, Ways) {
    match asked(drawing, property) {
        (subject, Finding::Holds(Evidence::Ways(ways))) => (subject, ways),
        (_, other) => panic!("{property}: {other:?}"),
    }
}

fn is_accepted(subject: &Subject, ways: Ways) -> bool {
    let ways = Evidence::Ways(ways);
    check(subject, Answer::Holds, &ways, &mut Unlimited).is_ok()
}

#[test]
fn a_shallow_pit_is_no_trap() {
    for property in ["unlosable", "dead-end-free", "softlock-free"] {
        let (subject, ways) = ways_of(SHALLOW, property);
        assert!(is_accepted(&subject, ways.clone()));
        let (deep, finding) = asked(DEEP, property);
        assert!(matches!(finding, Finding::Violated(_)), "{property}");
        // The ways of one level are none in another, whatever is changed in them.
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..20 {
            let mut forged = ways.clone();
            for _ in 0..rng.usize(0..4) {
                let at = rng.usize(0..forged.boxes.len());
                let way = &mut forged.boxes[at];
                match rng.u32(0..3) {
                    0 => way.rank = rng.u32(0..50),
                    1 => way.command = rng.u32(0..11),
                    _ => way.ranges[1] = (-151, 151),
                }
            }
            assert!(!is_accepted(&deep, forged), "{property}");
        }
        // Without a box, or with a command that does not lead on, something is missing.
        let mut n_rejected = 0;
        for _ in 0..20 {
            let mut other = ways.clone();
            let at = rng.usize(0..other.boxes.len());
            match rng.bool() {
                true => drop(other.boxes.remove(at)),
                false => other.boxes[at].rank = 0,
            }
            n_rejected += usize::from(!is_accepted(&subject, other));
        }
        assert!(n_rejected > 5, "{property}: {n_rejected}");
    }
}
