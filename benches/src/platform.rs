//! Platform levels with exact physics: the levels of a folder without walkers and as they
//! are, with gaps and walls put in, and random small ones. Each is decided within a minute, and
//! its evidence checked. Times are those of the processor, on one thread.
//!
//! usage: `bench-platform FOLDER VARIANTS SMALL WALKED`; the numbers may be left out. WALKED says
//! how often gaps of 16 and of 30 tiles are put into each level with its walkers.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use playproof::{Level, Playproof};
use playproof_benches::cpu_time;
use playproof_certify::writer::write_evidence;
use playproof_certify::{Budget, Engine, Finding, Progress, Stop, Task, Unlimited, check};
use playproof_game::Game;
use playproof_model::{Answer, Model, Property, Question};
use playproof_platform::Platform;
use playproof_platform::engine::{PlatformEngine, Precision, Swept, Target, sweep};
use playproof_platform::native::World;
use playproof_platform::{Board, Profile, Stage, rules};

type Rows = Vec<Vec<char>>;

/// What became of a level.
struct Fact {
    name: String,
    answer: Option<Answer>,
    found: Duration,
    checked: Duration,
    bytes: usize,
    /// The same, compressed.
    packed: usize,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("a folder with levels");
    let n_variants: usize = args.next().map_or(600, |n| n.parse().expect("a number"));
    let n_small: usize = args.next().map_or(10_000, |n| n.parse().expect("a number"));
    let n_walked: usize = args.next().map_or(4, |n| n.parse().expect("a number"));
    let as_drawn = levels(&folder);
    with_walkers(&as_drawn, n_walked);
    let levels: Vec<(String, Rows)> = as_drawn.into_iter().map(calm).collect();
    let mut facts = Vec::new();
    for (name, rows) in &levels {
        let fact = decided(name.clone(), rows);
        let (n_ranges, swept) = reachable(rows);
        println!(
            "{name}: {} found in {:?}, checked in {:?}; all that can be reached: {n_ranges} ranges in {swept:?}",
            fact.answer.map_or("unknown".to_owned(), |a| a.to_string()),
            fact.found,
            fact.checked
        );
        facts.push(fact);
    }
    summary("without walkers", facts);
    ticks();
    let mut rng = fastrand::Rng::with_seed(1);
    let variant = |i: usize| {
        let (name, rows) = &levels[i % levels.len()];
        let (what, rows) = varied(rows, &mut rng);
        decided(format!("{name} with {what}"), &rows)
    };
    summary(
        "with gaps and walls",
        (0..n_variants).map(variant).collect(),
    );
    let mut rng = fastrand::Rng::with_seed(2);
    let small = |i: usize| decided(format!("small {i}"), &random(&mut rng));
    summary("small", (0..n_small).map(small).collect());
}

/// The levels as they are, and with gaps put in that nobody should get over.
fn with_walkers(levels: &[(String, Rows)], n_walked: usize) {
    let as_they_are = |(name, rows): &(String, Rows)| {
        let fact = decided(name.clone(), rows);
        let answer = fact.answer.map_or("unknown".to_owned(), |a| a.to_string());
        let (found, checked) = (fact.found, fact.checked);
        println!("{name} with walkers: {answer} found in {found:?}, checked in {checked:?}");
        fact
    };
    summary("with walkers", levels.iter().map(as_they_are).collect());
    for width in [30, 16] {
        let mut rng = fastrand::Rng::with_seed(width as u64);
        let of_level = |(name, rows): &(String, Rows)| {
            let mut rows = rows.clone();
            let at = rng.usize(8..rows[0].len() - 36);
            rows.iter_mut()
                .for_each(|row| row[at..at + width].fill('-'));
            decided(format!("{name} with a gap of {width} at {at}"), &rows)
        };
        let all = (0..n_walked).flat_map(|_| levels);
        let facts = all.map(of_level).collect();
        summary(&format!("with walkers and a gap of {width}"), facts);
    }
}

/// A level without its walkers.
fn calm((name, mut rows): (String, Rows)) -> (String, Rows) {
    let walkers = rows.iter_mut().flatten().filter(|c| **c == 'E');
    walkers.for_each(|c| *c = '-');
    (name, rows)
}

/// The most time for a level.
const MINUTE: Duration = Duration::from_secs(60);

/// Until this thread has worked for so long.
struct Until(Duration);

impl Budget for Until {
    fn spend(&mut self, _progress: &Progress) -> ControlFlow<Stop> {
        match cpu_time() < self.0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Stop::Time),
        }
    }
}

/// How many ticks the fast step makes in a second on open ground, with random inputs.
fn ticks() {
    let mut rows = vec![vec!['-'; 200]; 16];
    rows[15].fill('X');
    let board = Board::read(&level(&rows)).expect("a board");
    let stage = Stage::new(board, Profile::default()).expect("a stage");
    let world = World::new(&stage);
    let mut rng = fastrand::Rng::with_seed(3);
    let inputs: Vec<(usize, bool)> = (0..4096).map(|_| (rng.usize(0..5), rng.bool())).collect();
    let (n_ticks, start) = (20_000_000, cpu_time());
    let mut body = world.first();
    for i in 0..n_ticks {
        let (gait, presses) = inputs[i & 4095];
        body = world.tick(&body, gait, presses);
        if world.is_over(&body) {
            body = world.first();
        }
    }
    let million = n_ticks as f64 / (cpu_time() - start).as_secs_f64() / 1e6;
    println!(
        "{million:.1} million ticks a second on open ground (the last at {})",
        body.x
    );
}

fn levels(folder: &str) -> Vec<(String, Rows)> {
    let files = fs::read_dir(folder).expect("a folder that can be read");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let level = |file: &std::path::PathBuf| {
        let text = fs::read_to_string(file).expect("a text");
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let rows = text.lines().map(|line| line.chars().collect()).collect();
        (name, rows)
    };
    files.iter().map(level).collect()
}

/// A gap of 10 to 30 tiles or a wall of 4 to 12, somewhere behind the beginning.
fn varied(rows: &Rows, rng: &mut fastrand::Rng) -> (String, Rows) {
    let (mut rows, height) = (rows.clone(), rows.len());
    let at = rng.usize(8..rows[0].len() - 36);
    if rng.bool() {
        let n = rng.usize(10..=30);
        rows.iter_mut().for_each(|row| row[at..at + n].fill('-'));
        return (format!("a gap of {n} at {at}"), rows);
    }
    let n = rng.usize(4..=12);
    rows[height - 1 - n..]
        .iter_mut()
        .for_each(|row| row[at] = 'X');
    (format!("a wall of {n} at {at}"), rows)
}

/// A small level with little ground.
fn random(rng: &mut fastrand::Rng) -> Rows {
    let (width, height) = (rng.usize(8..40), rng.usize(5..14));
    let density = rng.f32() * 0.25;
    let mut rows = vec![vec!['-'; width]; height];
    for row in &mut rows {
        for cell in row.iter_mut() {
            if rng.f32() < density {
                *cell = 'X';
            }
        }
    }
    rows[height - 1][0] = 'X';
    rows[height - 2][0] = '-';
    rows
}

fn text(rows: &Rows) -> String {
    rows.iter()
        .map(|row| row.iter().collect::<String>() + "\n")
        .collect()
}

fn level(rows: &Rows) -> Level {
    let file = Playproof::default().read("level", text(rows).as_bytes());
    file.expect("a level").levels.remove(0)
}

fn decided(name: String, rows: &Rows) -> Fact {
    let level = level(rows);
    let compiled = Platform.compile(&level).expect("a platform level");
    let property: Property = "solvable".parse().expect("a property");
    let subject = compiled.model.elaborate(&property).expect("a statement");
    let task = Task::new(&subject, &property, &compiled.natives);
    let start = cpu_time();
    let outcome = PlatformEngine.check(&task, &mut Until(start + MINUTE));
    let found = cpu_time() - start;
    let (answer, evidence) = match outcome.finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(_) => {
            let none = Duration::ZERO;
            return Fact {
                name,
                answer: None,
                found,
                checked: none,
                bytes: 0,
                packed: 0,
            };
        }
    };
    let start = cpu_time();
    let accepted = check(&subject, answer, &evidence, &mut Unlimited);
    accepted.unwrap_or_else(|error| panic!("{name}: {error}\n{}", text(rows)));
    let checked = cpu_time() - start;
    let bytes = write_evidence(&evidence);
    let (bytes, packed) = (bytes.len(), playproof::packed(&bytes).len());
    if found + checked > Duration::from_secs(2) {
        println!("  {name}: {answer} found in {found:?}, checked in {checked:?}, {bytes} bytes");
    }
    Fact {
        name,
        answer: Some(answer),
        found,
        checked,
        bytes,
        packed,
    }
}

/// How many ranges the exact reachable set has, and how long it takes.
fn reachable(rows: &Rows) -> (usize, Duration) {
    let board = Board::read(&level(rows)).expect("a platform level");
    let stage = Stage::new(board, Profile::default()).expect("nobody walks");
    let world = World::new(&stage);
    // Nobody is in two places at once, so that the sweep goes to its end.
    let nowhere: Property = "reach x == 0 && x == 1".parse().expect("a property");
    let model = Model::Rules(Box::new(rules(&stage)));
    let subject = model.elaborate(&nowhere).expect("a statement");
    let Question::Reach(reach) = subject.question() else {
        panic!("what can be reached is asked");
    };
    let holds = subject.machine().atoms[reach.target.index()].holds;
    let start = cpu_time();
    let mut target = Target::new(&subject, holds, &world);
    let swept = sweep(&world, &mut target, Precision::Exact, &mut Unlimited);
    match swept.expect("no limit") {
        Swept::Closed(places) => (places.len(), cpu_time() - start),
        _ => panic!("nothing was asked for"),
    }
}

fn summary(what: &str, mut facts: Vec<Fact>) {
    let n = facts.len();
    let count = |answer| facts.iter().filter(|fact| fact.answer == answer).count();
    let (won, lost) = (count(Some(Answer::Holds)), count(Some(Answer::Violated)));
    println!(
        "{n} levels {what}: {won} playable, {lost} unplayable, {} unknown",
        n - won - lost
    );
    facts.sort_by_key(|fact| fact.found);
    show("found", &facts, |fact| format!("{:?}", fact.found));
    facts.retain(|fact| fact.answer == Some(Answer::Violated));
    facts.sort_by_key(|fact| fact.checked);
    show("proofs checked", &facts, |fact| {
        format!("{:?}", fact.checked)
    });
    facts.sort_by_key(|fact| fact.bytes);
    show("bytes of proofs", &facts, |fact| fact.bytes.to_string());
    facts.sort_by_key(|fact| fact.packed);
    show("compressed", &facts, |fact| fact.packed.to_string());
}

fn show(what: &str, facts: &[Fact], value: impl Fn(&Fact) -> String) {
    if let Some(last) = facts.last() {
        let at = |share: usize| value(&facts[(facts.len() - 1) * share / 100]);
        println!(
            "  {what}: median {}, nine in ten {}, worst {} ({})",
            at(50),
            at(90),
            value(last),
            last.name
        );
    }
}
