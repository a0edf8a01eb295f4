use playproof::Playproof;
use playproof_certify::Unlimited;
use playproof_model::{Model, Property, Question};
use playproof_platform::engine::*;
use playproof_platform::native::World;
use playproof_platform::{Board, Profile, rules};
use std::fs;
use std::time::Instant;

#[test]
fn tune() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/levels/platform/super_mario_bros/Processed"
    );
    let playproof = Playproof::default();
    let profile = Profile::default();
    for name in std::env::var("LV").unwrap().split(',') {
        let read = playproof
            .read(
                "level",
                &fs::read(format!("{folder}/mario-{name}.txt")).unwrap(),
            )
            .unwrap();
        let board = Board::read(&read.levels[0]).unwrap();
        let world = World::new(&board, &profile);
        let model = Model::Rules(Box::new(rules(&board, &profile)));
        let property: Property = "solvable".parse().unwrap();
        let subject = model.elaborate(&property).unwrap();
        let Question::Reach(reach) = subject.question() else {
            panic!()
        };
        let holds = subject.machine().atoms[reach.target.index()].holds;
        let mut target = Target::new(&subject, holds, &world);
        for (x, vx) in [(5, 5)] {
            let t = Instant::now();
            let r = walk(
                &world,
                &mut target,
                Grain { x, vx },
                3_000_000,
                &mut Unlimited,
            )
            .unwrap();
            println!(
                "{name} grain {x} {vx}: {:?} {:?}",
                t.elapsed(),
                r.map(|r| r.len())
            );
        }
        if std::env::var("SW").is_ok() {
            for p in [Precision::Gaps(16), Precision::Exact] {
                let t = Instant::now();
                let r = sweep(&world, &mut target, p, &mut Unlimited).unwrap();
                let r = match r {
                    Swept::Closed(p) => format!("closed {}", p.len()),
                    Swept::Meets => "meets".to_owned(),
                    Swept::Run(r) => format!("run {}", r.len()),
                };
                println!("{name} {p:?}: {:?} {r}", t.elapsed());
            }
        }
    }
}

#[test]
fn variants() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/levels/platform/super_mario_bros/Processed"
    );
    let playproof = Playproof::default();
    let mut rng = fastrand::Rng::with_seed(std::env::var("SEED").map_or(1, |s| s.parse().unwrap()));
    for name in std::env::var("LV").unwrap().split(',') {
        let text = fs::read_to_string(format!("{folder}/mario-{name}.txt")).unwrap();
        let rows: Vec<Vec<char>> = text.lines().map(|l| l.chars().collect()).collect();
        for n in [10isize, 11, 12, 13, 16, 20, 30, -4, -5, -8, -12] {
            let mut rows = rows.clone();
            let width = rows[0].len();
            let at = rng.usize(10..width - 45);
            let what = if n > 0 {
                for row in &mut rows {
                    for c in at..at + n as usize {
                        row[c] = '-';
                    }
                }
                format!("gap {n} at {at}")
            } else {
                let h = rows.len();
                for row in &mut rows[h - 1 - (-n) as usize..] {
                    row[at] = 'X';
                }
                format!("wall {} at {at}", -n)
            };
            let text: String = rows
                .iter()
                .map(|r| r.iter().collect::<String>() + "\n")
                .collect();
            let read = playproof.read("level", text.as_bytes()).unwrap();
            let compiled =
                playproof_game::Game::compile(&playproof_platform::Platform, &read.levels[0])
                    .unwrap();
            let solvable: Property = "solvable".parse().unwrap();
            let subject = compiled.model.elaborate(&solvable).unwrap();
            let task = playproof_certify::Task::new(&subject, &solvable, &compiled.natives);
            let t = Instant::now();
            let outcome = playproof_certify::Engine::check(&PlatformEngine, &task, &mut Unlimited);
            let found = t.elapsed();
            let t = Instant::now();
            let (answer, evidence) = match outcome.finding {
                playproof_certify::Finding::Holds(e) => (playproof_model::Answer::Holds, e),
                playproof_certify::Finding::Violated(e) => (playproof_model::Answer::Violated, e),
                playproof_certify::Finding::Unknown(r) => {
                    println!("{name} {what}: unknown {r}");
                    continue;
                }
            };
            let checked = playproof_certify::check(&subject, answer, &evidence, &mut Unlimited);
            println!(
                "{name} {what}: {answer} {} found {found:?} checked {:?} {:?}",
                outcome.states,
                t.elapsed(),
                checked.err()
            );
        }
    }
}
