//! Who is stuck: against going through all states, and on levels where one can see it.

use std::collections::HashMap;

use playproof::Playproof;
use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_model::{Answer, Model, NativeFactory, Property};
use playproof_platform::engine::PlatformEngine;
use playproof_platform::native::{Body, World};
use playproof_platform::{Board, Numbers, Profile, Stage, Tile, rules};

use crate::sweeps::all_states;

/// Whether each of the three holds, by going through all states.
pub struct Truth {
    pub unlosable: bool,
    pub dead_end_free: bool,
    pub softlock_free: bool,
}

pub fn truth(world: &World) -> Truth {
    let states: Vec<Body> = all_states(world).into_iter().collect();
    let numbers: HashMap<Body, usize> = states.iter().copied().zip(0..).collect();
    let n = states.len();
    let won: Vec<bool> = states.iter().map(|body| world.is_won(body)).collect();
    let lost: Vec<bool> = states
        .iter()
        .map(|b| world.is_over(b) && !world.is_won(b))
        .collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut n_after = vec![0; n];
    for (i, body) in states
        .iter()
        .enumerate()
        .filter(|(_, body)| !world.is_over(body))
    {
        for gait in world.gaits() {
            for presses in [false, true] {
                before[numbers[&world.tick(body, gait, presses)]].push(i);
                n_after[i] += 1;
            }
        }
    }
    // Backwards from those who have won, and from those for whom all ways lead to a loss.
    let mut can_win = won.clone();
    let mut open: Vec<usize> = (0..n).filter(|&i| won[i]).collect();
    while let Some(i) = open.pop() {
        for &from in &before[i] {
            if !std::mem::replace(&mut can_win[from], true) {
                open.push(from);
            }
        }
    }
    let mut must_lose = lost.clone();
    let mut open: Vec<usize> = (0..n).filter(|&i| lost[i]).collect();
    while let Some(i) = open.pop() {
        for &from in &before[i] {
            n_after[from] -= 1;
            if n_after[from] == 0 {
                must_lose[from] = true;
                open.push(from);
            }
        }
    }
    Truth {
        unlosable: can_win.iter().all(|&can| can),
        dead_end_free: (0..n).all(|i| can_win[i] || lost[i]),
        softlock_free: (0..n).all(|i| can_win[i] || must_lose[i]),
    }
}

/// How many ticks the trap takes that the engine finds.
fn ticks_to_the_trap(text: &str, property: &str) -> usize {
    let playproof = Playproof::default();
    let file = playproof.read("level", text.as_bytes()).unwrap();
    let stage = Stage::read(&file.levels[0]).unwrap().0;
    let property = property.parse().unwrap();
    let model = Model::Rules(Box::new(rules(&stage)));
    let subject = model.elaborate(&property).unwrap();
    let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(&stage))];
    let task = Task::new(&subject, &property, &natives);
    let Finding::Violated(Evidence::Trap(trap)) =
        PlatformEngine.check(&task, &mut Unlimited).finding
    else {
        panic!("there is a trap");
    };
    let n_ticks = trap.run.steps.len();
    let trap = Evidence::Trap(trap);
    check(&subject, Answer::Violated, &trap, &mut Unlimited).unwrap();
    n_ticks
}

/// Where nobody can win, nobody has to move to be stuck.
#[test]
fn who_cannot_win_is_stuck_from_the_start() {
    let gap = |n: usize| {
        let (air, none) = ("-".repeat(n + 8), "-".repeat(n));
        format!("platform\nlegend: vglc\nmap:\n{air}\n{air}\n{air}\nXXXX{none}XXXX\n")
    };
    for property in ["unlosable", "dead-end-free"] {
        assert_eq!(ticks_to_the_trap(&gap(12), property), 0, "{property}");
        assert_ne!(ticks_to_the_trap(&gap(3), "unlosable"), 0);
    }
}

/// What the engine finds: a trap, ways on from everywhere, or nothing. The kernel must
/// accept it.
pub fn found(stage: &Stage, property: &Property) -> Option<Answer> {
    let model = Model::Rules(Box::new(rules(stage)));
    let subject = model.elaborate(property).unwrap();
    let natives: Vec<Box<dyn NativeFactory>> = vec![Box::new(World::new(stage))];
    let task = Task::new(&subject, property, &natives);
    match PlatformEngine.check(&task, &mut Unlimited).finding {
        Finding::Violated(trap) => {
            assert!(matches!(trap, Evidence::Trap(_)));
            check(&subject, Answer::Violated, &trap, &mut Unlimited).unwrap();
            Some(Answer::Violated)
        }
        Finding::Unknown(_) => None,
        Finding::Holds(ways) => {
            assert!(matches!(ways, Evidence::Ways(_)));
            check(&subject, Answer::Holds, &ways, &mut Unlimited).unwrap();
            Some(Answer::Holds)
        }
    }
}

/// Narrow towers of all heights, some with nothing below: full of pits.
fn pits(rng: &mut fastrand::Rng) -> Board {
    let (width, height) = (rng.usize(4..7), 11);
    let towers: Vec<usize> = (0..width)
        .map(|_| rng.choice([0, 1, 1, 1, 3, 8]).unwrap())
        .collect();
    let tower = |column: usize| if column == 0 { 8 } else { towers[column] };
    let tile = |(row, column): (usize, usize)| match row + tower(column) >= height {
        true => Tile::SOLID,
        false => Tile::AIR,
    };
    let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    Board {
        width,
        height,
        tiles: all.map(tile).collect(),
        start: (0, 1),
        exit: width - 1,
        ..Board::default()
    }
}

/// Whole pixels: fewer states than in half ones.
pub fn wholes() -> Profile {
    let numbers = Numbers {
        fineness: 1,
        ..Numbers::default()
    };
    Profile::new(&numbers).unwrap()
}

/// How many boards are gone through: `PLAYPROOF_BOARDS` of them, or this many.
pub(super) fn boards(usual: usize) -> usize {
    let told = std::env::var("PLAYPROOF_BOARDS").ok();
    told.and_then(|told| told.parse().ok()).unwrap_or(usual)
}

#[test]
fn who_is_stuck_is_stuck_in_all_states() {
    let (mut rng, profile) = (fastrand::Rng::with_seed(21), wholes());
    let (mut n_stuck, mut n_found, mut n_shown) = ([0; 3], [0; 3], [0; 3]);
    for _ in 0..boards(12) {
        let stage = Stage::new(pits(&mut rng), profile.clone()).unwrap();
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
            n_stuck[i] += usize::from(!holds);
            n_found[i] += usize::from(found == Some(Answer::Violated));
            n_shown[i] += usize::from(found == Some(Answer::Holds));
        }
    }
    println!("stuck {n_stuck:?}, found {n_found:?}; of the others shown {n_shown:?}");
    assert!(n_stuck.iter().all(|&n| n > 0), "{n_stuck:?}");
    // What is stuck is mostly found; nothing rests on that.
    assert!(
        n_found
            .iter()
            .zip(n_stuck)
            .all(|(found, all)| found * 10 >= all * 8)
    );
}

const PIT: &str = "\
platform
legend: vglc
map:
--------------
--------------
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

/// Ground beside a deadly gap: whoever gets down to it can only die there.
const ISLAND: &str = "\
platform
legend: vglc
map:
------------------
------------------
------------------
------------------
XXX---------XXXXXX
XXX---------XXXXXX
XXX------XX-XXXXXX
XXX---------XXXXXX
XXX---------XXXXXX
XXX---------XXXXXX
XXX---------XXXXXX
XXX--XXX----XXXXXX
";

#[test]
fn pits_and_islands() {
    let playproof = Playproof::default();
    let ask = |text: &str, property: &str| {
        let file = playproof.read("level", text.as_bytes()).unwrap();
        let prepared = playproof
            .prepare(&file.levels[0], Some("platform"))
            .unwrap();
        let property = Playproof::property(property).unwrap();
        let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
        (proof.holds(), proof.violated())
    };
    let (holds, violated) = ((true, false), (false, true));
    for text in [PIT, ISLAND] {
        for property in ["unlosable", "dead-end-free", "softlock-free"] {
            assert_eq!(ask(text, property), violated, "{property}\n{text}");
        }
    }
    // In the pit nobody can even die; from the island one can jump to death.
    assert_eq!(ask(PIT, "AG EF (win || lose)"), violated);
    assert_eq!(ask(ISLAND, "AG EF (win || lose)"), holds);
    // A pit with a deadly bottom is no trap, and nobody gets stuck.
    let deadly = PIT.replace("XXXXXXXXXXXXXX", "XXXX---XXXXXXX");
    assert_eq!(ask(&deadly, "softlock-free"), holds);
    assert_eq!(ask(&deadly, "unlosable"), violated);
}

/// Whoever stands still and touches a spike has lost, and is not stuck.
#[test]
fn the_dead_do_not_stay() {
    let spiked = "platform\nletter =: one-way\nletter ^: deadly from the side, deadly from above\n\
                  profile fineness: 1\nprofile gravity: 5\nprofile friction: 0.5\nmap:\n\
                  =--\n-^-\nX--\n";
    let playproof = Playproof::default();
    let file = playproof.read("level", spiked.as_bytes()).unwrap();
    let prepared = playproof.prepare(&file.levels[0], None).unwrap();
    let property = Playproof::property("softlock-free").unwrap();
    let proof = prepared.verify(&property, None, &mut Unlimited).unwrap();
    let is_rejected = matches!(proof.verdict, playproof::Verdict::Rejected(_));
    assert!(!is_rejected && !proof.violated());
}
