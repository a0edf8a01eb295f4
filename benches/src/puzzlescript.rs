//! PuzzleScript games, level by level: how many are decided in some seconds on two cores;
//! states a second on one core, breadth-first; bytes a state; and how much longer checking
//! all states takes, with the plain interpreter, than finding them with the fast one.
//!
//! `bench-puzzlescript FOLDER [SECONDS] [PART] [THREADS]`: the games in a folder; SECONDS each
//! level is searched for a win, counted as computing time of all threads, so that a machine
//! with other work comes to the same; PART one of `all`, `decided`, `speed`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use playproof_benches::cpu_time;
use playproof_certify::{
    Budget, Engine, Evidence, Finding, Progress, Stop, Task, Unlimited, check,
};
use playproof_engines::{ExplicitEngine, Threads};
use playproof_model::{Answer, Formula, Model, NativeFactory, Property, Subject};
use playproof_puzzlescript::compiled::{Board, Game};
use playproof_puzzlescript::source::{Stage, read};
use playproof_puzzlescript::{FastFactory, PuzzleSystem};

/// States of a search that is checked.
const CHECKED: u64 = 20_000;

/// How long the speed of a search is measured.
const SPEED_SECONDS: f64 = 0.5;

/// How many times longer than it computes a search may wait for a processor.
const MOST_WAITING: f64 = 20.0;

/// The most memory of a search.
const MEMORY: u64 = 6 << 30;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let folder = given.first().expect("a folder of games");
    let seconds = given.get(1).map_or(10.0, |s| s.parse().expect("seconds"));
    let part = given.get(2).map_or("all", String::as_str);
    let threads = given.get(3).map_or(2, |n| n.parse().expect("a number"));
    println!(
        "| game | levels | won | cannot be won | not decided | million states a second | bytes a state (packed) | checking / finding |"
    );
    println!("| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |");
    let mut all = Sum::default();
    let mut speeds = Vec::new();
    for path in games(Path::new(folder)) {
        let bytes = std::fs::read(&path).expect("the file can be read");
        let name = path.file_stem().expect("a name").to_string_lossy();
        let Some(source) = read(&String::from_utf8_lossy(&bytes)).source else {
            println!("| {name} | is not read |");
            continue;
        };
        let mut sum = Sum::default();
        for stage in &source.stages {
            if let Stage::Level { board, .. } = stage {
                sum.n_levels += 1;
                if part != "speed" {
                    decide(&source.game, board, seconds, threads, &mut sum);
                }
                if part != "decided" {
                    measure(&source.game, board, &mut sum);
                }
            }
        }
        println!("| {name} | {} |", sum.cells());
        all.n_levels += sum.n_levels;
        all.n_won += sum.n_won;
        all.n_lost += sum.n_lost;
        all.found_to_check += sum.found_to_check;
        all.checking += sum.checking;
        speeds.extend((sum.states > 0).then(|| sum.states as f64 / sum.finding.as_secs_f64()));
    }
    speeds.sort_by(f64::total_cmp);
    let median = speeds.get(speeds.len() / 2).copied().unwrap_or(0.0);
    println!(
        "\n{} of {} decided; median {median:.0} states a second; checking all of them took {:.1} times \
         as long as finding them",
        all.n_won + all.n_lost,
        all.n_levels,
        all.checking.as_secs_f64() / all.found_to_check.as_secs_f64(),
    );
}

fn games(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// What came of a game's levels.
#[derive(Default)]
struct Sum {
    n_levels: usize,
    n_won: usize,
    n_lost: usize,
    undecided: Vec<String>,
    states: u64,
    finding: Duration,
    checked: u64,
    found_to_check: Duration,
    checking: Duration,
    bytes: u64,
    packed: u64,
}

impl Sum {
    fn cells(&self) -> String {
        let each = |n: f64, d: f64| if d > 0.0 { n / d } else { f64::NAN };
        let states = self.states as f64;
        format!(
            "{} | {} | {} | {} | {:.3} | {:.0} ({:.0}) | {:.1}",
            self.n_levels,
            self.n_won,
            self.n_lost,
            self.undecided.join(", "),
            each(states, self.finding.as_secs_f64()) / 1e6,
            each(self.bytes as f64, states),
            each(self.packed as f64, states),
            each(
                self.checking.as_secs_f64(),
                self.found_to_check.as_secs_f64()
            ),
        )
    }
}

/// Stops at so many states, at a time, or where memory is full; remembers the most memory.
struct Limit {
    until: Instant,
    /// The computing time of this process at which to stop.
    until_used: Duration,
    states: u64,
    bytes: u64,
}

impl Budget for Limit {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.bytes = progress.bytes;
        let is_late = Instant::now() >= self.until || cpu_time() >= self.until_used;
        match (
            is_late,
            progress.states >= self.states,
            self.bytes >= MEMORY,
        ) {
            (true, _, _) => ControlFlow::Break(Stop::Time),
            (_, true, _) => ControlFlow::Break(Stop::States),
            (_, _, true) => ControlFlow::Break(Stop::Memory),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn subject(
    game: &Game,
    board: &Board,
    property: &Property,
) -> (Subject, [Box<dyn NativeFactory>; 1]) {
    let system = Arc::new(PuzzleSystem::new(game.clone(), board.clone(), false));
    let subject = Model::System(system.clone()).elaborate(property);
    (
        subject.expect("a game knows these words"),
        [Box::new(FastFactory::new(system))],
    )
}

/// Whether the level can be won, with the evidence checked outside the time.
fn decide(game: &Game, board: &Board, seconds: f64, threads: usize, sum: &mut Sum) {
    let property = Property::Solvable;
    let (subject, natives) = subject(game, board, &property);
    let task = Task::new(&subject, &property, &natives);
    let mut limit = Limit {
        until: Instant::now() + Duration::from_secs_f64(MOST_WAITING * seconds),
        until_used: cpu_time() + Duration::from_secs_f64(seconds * threads as f64),
        states: u64::MAX,
        bytes: 0,
    };
    let outcome = ExplicitEngine(Threads::new(threads)).check(&task, &mut limit);
    let (answer, evidence) = match outcome.finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(why) => {
            eprintln!(
                "{}: {why}, {} states, {} MB",
                sum.n_levels,
                outcome.states,
                limit.bytes >> 20
            );
            return sum.undecided.push(format!("#{}", sum.n_levels));
        }
    };
    match check(&subject, answer, &evidence, &mut Unlimited) {
        Ok(_) if answer == Answer::Holds => sum.n_won += 1,
        Ok(_) => sum.n_lost += 1,
        Err(why) => sum.undecided.push(format!("REJECTED {why:?}")),
    }
}

/// All states, up to a number of them: how fast they are found; and how fast they are
/// checked, where they are no more than that.
fn measure(game: &Game, board: &Board, sum: &mut Sum) {
    let property = Property::Never(Formula::name("endless"));
    let (subject, natives) = subject(game, board, &property);
    let task = Task::new(&subject, &property, &natives);
    let mut limit = Limit {
        until: Instant::now() + Duration::from_secs_f64(MOST_WAITING * SPEED_SECONDS),
        until_used: cpu_time() + Duration::from_secs_f64(SPEED_SECONDS),
        states: u64::MAX,
        bytes: 0,
    };
    let begun = cpu_time();
    let outcome = ExplicitEngine(Threads::new(1)).check(&task, &mut limit);
    let finding = cpu_time() - begun;
    sum.states += outcome.states;
    sum.finding += finding;
    sum.bytes += limit.bytes;
    sum.packed += outcome.states * 8 * subject.layout().words as u64;
    if let Finding::Holds(evidence @ Evidence::ClosedSet(_)) = &outcome.finding
        && outcome.states <= CHECKED
    {
        let begun = cpu_time();
        check(&subject, Answer::Holds, evidence, &mut Unlimited).expect("the set is closed");
        sum.checking += cpu_time() - begun;
        sum.found_to_check += finding;
        sum.checked += outcome.states;
    }
}
