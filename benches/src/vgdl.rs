//! VGDL: states a second on one core, breadth-first, with the fast interpreter and, where a
//! level can be said so, as Rules; beside them the same level as our own Sokoban.
//!
//! `bench-vgdl [SECONDS]`: how long each search lasts at most.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use playproof::{Playproof, Property};
use playproof_benches::cpu_time;
use playproof_certify::{Budget, Engine, Progress, Stop, Task};
use playproof_engines::{ExplicitEngine, Threads};
use playproof_model::{Batch, Model, NativeFactory, System};
use playproof_vgdl::plain::{Input, State, Status};
use playproof_vgdl::source::{draw, read};
use playproof_vgdl::{FastFactory, VgdlSystem};

const LEVEL: [&str; 8] = [
    "1111111111",
    "1A00000001",
    "10B00B0001",
    "1000000B01",
    "100B000001",
    "100000H001",
    "1H0H00H001",
    "1111111111",
];

struct Until(Instant);

impl Budget for Until {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        match Instant::now() >= self.0 {
            true => ControlFlow::Break(Stop::Time),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Of no state, which no engine sees without going through all of them.
fn unreachable() -> Property {
    let property = "never at(2, 2) && at(3, 3)".parse();
    property.expect("a property")
}

/// Steps a second of the fast interpreter: a state is taken and the state after a key made of it.
fn steps(system: &Arc<VgdlSystem>, seconds: f64) -> f64 {
    let model = Model::System(Arc::clone(system) as Arc<dyn System>);
    let subject = model.elaborate(&unreachable()).expect("it can be asked");
    let factory = FastFactory::new(Arc::clone(system));
    let fast = factory.own_states(&subject).expect("it is played fast");
    let mut out = Batch::default();
    fast.initial(&mut out);
    let mut some = out.rows.clone();
    // Some thousand states at different distances from the first one.
    while some.len() < 4096 * fast.words() {
        out.clear();
        fast.expand(&some, &mut out);
        some.extend_from_slice(&out.rows);
    }
    let (begun, mut n) = (cpu_time(), 0);
    while (cpu_time() - begun).as_secs_f64() < seconds {
        out.clear();
        fast.expand(&some, &mut out);
        n += out.src.len();
    }
    n as f64 / (cpu_time() - begun).as_secs_f64()
}

/// States a second of a search for a state that is not there.
fn speed(model: &Model, natives: &[Box<dyn NativeFactory>], seconds: f64) -> f64 {
    let property = unreachable();
    let subject = model.elaborate(&property).expect("it can be asked");
    let task = Task::new(&subject, &property, natives);
    let mut until = Until(Instant::now() + Duration::from_secs_f64(seconds));
    let begun = cpu_time();
    let outcome = ExplicitEngine(Threads::new(1)).check(&task, &mut until);
    outcome.states as f64 / (cpu_time() - begun).as_secs_f64()
}

fn main() {
    let seconds = std::env::args()
        .nth(1)
        .map_or(5.0, |s| s.parse().expect("seconds"));
    let text = include_str!("../../levels/vgdl/sokoban.vgdl");
    let (rules, _) = text.split_once("LevelSet").expect("it has levels");
    let source = read("sokoban", &Arc::from(rules)).expect("it is read");
    let rows: Vec<String> = LEVEL.iter().map(|row| (*row).to_owned()).collect();
    let (level, _) = draw(&source, "level", &rows, 1).expect("it is a level");
    let system = Arc::new(VgdlSystem::new(source.game, level).expect("it can be played"));
    let factory: Box<dyn NativeFactory> = Box::new(FastFactory::new(Arc::clone(&system)));
    let (interpreter, mut state): (_, State) = (
        &system.interpreter,
        system.interpreter.begin().expect("an avatar"),
    );
    let (begun, mut n) = (cpu_time(), 0u64);
    // Asking for the time takes as long as some steps.
    while n % 1024 != 0 || (cpu_time() - begun).as_secs_f64() < seconds / 2.0 {
        let input = [Input::Up, Input::Left, Input::Down, Input::Right][(n * 7 / 5 % 4) as usize];
        state = interpreter.tick(&state, input).expect("it is known");
        if state.status != Status::Open {
            state = interpreter.begin().expect("an avatar");
        }
        n += 1;
    }
    println!(
        "plain interpreter: {:.0} steps a second",
        n as f64 / (cpu_time() - begun).as_secs_f64()
    );
    println!(
        "fast interpreter: {:.0} steps a second",
        steps(&system, seconds / 2.0)
    );
    let model = Model::System(system);
    println!(
        "plain interpreter: {:.0} states a second",
        speed(&model, &[], seconds)
    );
    println!(
        "fast interpreter: {:.0} states a second",
        speed(&model, &[factory], seconds)
    );
    let playproof = Playproof::default();
    let drawn: String = LEVEL.iter().map(|row| format!("|{row}|\n")).collect();
    let compiled = |text: &str, game: &str| {
        let file = playproof
            .read("level", text.as_bytes())
            .expect("it is read");
        playproof
            .game(game)
            .expect("a game")
            .model(&file.levels[0])
            .expect("it means something")
    };
    let said = compiled(&format!("{rules}LevelSet as=rules\nLevel\n{drawn}"), "vgdl");
    let native = compiled(&format!("{}\n", LEVEL.join("\n")), "sokoban");
    // In turns, since the machine has other work.
    for _ in 0..3 {
        let (said, native) = (speed(&said, &[], seconds), speed(&native, &[], seconds));
        println!(
            "as Rules: {said:.0} states a second; Rules of our own Sokoban: {native:.0}, {:.2} times as many",
            native / said
        );
    }
}
