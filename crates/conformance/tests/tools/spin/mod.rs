//! Against SPIN: random Rules and random formulas, exported to PROMELA, and
//! the same questions put to our engines and to an oracle. Also shows that the
//! export says what the game says.
//!
//! SPIN may take for ever to translate a formula. Such a formula is replaced
//! by another and counted as replaced, never as agreement.

mod races;
mod trails;
mod verifier;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use playproof_certify::{Engine, Finding, Task, Unlimited, check};
use playproof_conformance::games::{car, random_rules, sokoban};
use playproof_conformance::{ltl_oracle, oracle, random_formula, suite};
use playproof_engines::{AutomataEngine, ExplicitEngine};
use playproof_export::promela;
use playproof_game::Game;
use playproof_maze::Maze;
use playproof_model::{Answer, Builder, Model, Op, Property, Rules, Val, set, set_elem};
use playproof_sokoban::Sokoban;
use verifier::{Verifier, is_translated, named, spin_answers};

/// Formulas of one model, which are compiled together.
const FORMULAS: usize = 10;

/// The size of formulas: operators and conditions.
const MAX_SIZE: usize = 12;

/// What random formulas are about.
const CONDITIONS: [&str; 9] = [
    "win",
    "odd",
    "x < 2",
    "y == 1",
    "x < y",
    "a[0] > 0",
    "a[1] != a[2]",
    "moves <= 2",
    "weight >= 4",
];

/// What our engine says, whose evidence is checked, and what the oracle says.
fn our_answer(model: &Model, property: &Property) -> Answer {
    let subject = model.elaborate(property).expect("a property of the game");
    let task = Task::new(&subject, property, &[]);
    let automata: &dyn Engine = &AutomataEngine;
    let explicit: &dyn Engine = &ExplicitEngine::default();
    let mut engines = [automata, explicit].into_iter();
    let engine = engines.find(|e| e.supports(&task).is_ok());
    let engine = engine.unwrap_or_else(|| panic!("{property}: no engine decides it"));
    let (answer, evidence) = match engine.check(&task, &mut Unlimited).finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(reason) => panic!("{property}: unknown, {reason}"),
    };
    if let Err(error) = check(&subject, answer, &evidence, &mut Unlimited) {
        panic!("{property}: {error}");
    }
    let right = ltl_oracle::answer(&subject, property);
    assert_eq!(answer, right, "{property}: {} is wrong", engine.name());
    answer
}

#[derive(Default)]
struct Tally {
    holds: AtomicU64,
    violated: AtomicU64,
    replaced: AtomicU64,
    with_next: AtomicU64,
}

fn add(count: &AtomicU64, n: u64) {
    count.fetch_add(n, Ordering::Relaxed);
}

fn random_property(rng: &mut fastrand::Rng) -> Property {
    // Few conditions at a time, so that they meet each other in a formula.
    let mut conditions = CONDITIONS;
    rng.shuffle(&mut conditions);
    random_formula::property(rng, MAX_SIZE, &conditions[..3])
}

/// Random Rules, of which many would have a state or two: three quarters have
/// some more.
fn some_rules(seed: u64, rng: &mut fastrand::Rng) -> Rules {
    loop {
        let rules = random_rules::rules(rng);
        let model = Model::Rules(Box::new(rules.clone()));
        let subject = model.elaborate(&Property::Solvable).expect("it has `win`");
        if seed.is_multiple_of(4) || oracle::reachable(&subject).len() > 8 {
            return rules;
        }
    }
}

fn compare(seed: u64, tally: &Tally) {
    let mut rng = playproof_conformance::suite::random(seed);
    let rules = some_rules(seed, &mut rng);
    let mut properties = Vec::new();
    while properties.len() < FORMULAS {
        let property = random_property(&mut rng);
        if is_translated(&rules, &property) {
            properties.push(property);
        } else {
            println!("rules {seed}: SPIN takes too long over {property}");
            add(&tally.replaced, 1);
        }
    }
    let answers = spin_answers(&rules, &properties);
    let model = Model::Rules(Box::new(rules));
    for (property, spin) in properties.iter().zip(answers) {
        let ours = our_answer(&model, property);
        assert_eq!(spin, ours, "rules {seed}, {property}: SPIN on the left");
        add(
            match ours {
                Answer::Holds => &tally.holds,
                Answer::Violated => &tally.violated,
            },
            1,
        );
        let text = property.to_string();
        add(&tally.with_next, u64::from(text.contains("X ")));
    }
}

/// Does something for each number below one, several at a time: compilers
/// take long.
fn on_all_cores(n: u64, each: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let n_threads = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= n {
                        break;
                    }
                    each(number);
                }
            });
        }
    });
}

#[test]
fn random_rules_and_formulas_get_the_same_answers() {
    let n_models = suite::n_cases().div_ceil(FORMULAS as u64);
    let tally = Tally::default();
    on_all_cores(n_models, |seed| compare(seed, &tally));
    let count = |n: &AtomicU64| n.load(Ordering::Relaxed);
    let (holds, violated) = (count(&tally.holds), count(&tally.violated));
    println!(
        "{} pairs of rules and formula: SPIN agrees on all; {holds} hold, {violated} are violated, \
         {} have X; {} formulas were replaced because SPIN took too long",
        holds + violated,
        count(&tally.with_next),
        count(&tally.replaced),
    );
    assert_eq!(holds + violated, n_models * FORMULAS as u64);
    assert!(5 * holds.min(violated) > violated, "one-sided");
}

/// Compares the numbers of states and steps, and gives that of states.
fn has_as_many(rules: &Rules, property: &str) -> usize {
    let n_initial = rules.initial.len() as u64;
    let model = Model::Rules(Box::new(rules.clone()));
    let property: Property = property.parse().expect("a property");
    let subject = model.elaborate(&property).expect("a property of the game");
    let reachable = oracle::reachable(&subject);
    let mut n_steps = 0;
    for state in reachable.keys() {
        let count = &mut |_, _: &[Val]| n_steps += 1;
        subject.successors(state, count);
    }
    // SPIN counts the beginning as a transition. The first step, if it
    // chooses an initial state, is SPIN's alone; and so is its clock, so that
    // nothing may be asked then.
    let (right, asked) = match n_initial {
        1 => ((reachable.len() as u64, n_steps + 1), named(&[property])),
        n => ((reachable.len() as u64 + 1, n_steps + 1 + n), Vec::new()),
    };
    let text = promela(rules, &asked).expect("it can be exported");
    // A claim would be searched for errors only.
    let lines = text.lines().filter(|line| !line.starts_with("ltl "));
    let text = lines.collect::<Vec<_>>().join("\n");
    assert_eq!(Verifier::new(&text).size(), right, "{text}");
    reachable.len()
}

#[test]
fn games_have_as_many_states_and_steps_in_promela() {
    for seed in 0..suite::n_cases().div_ceil(10) {
        let rules = some_rules(seed, &mut playproof_conformance::suite::random(seed));
        // Counters enter the state like variables.
        has_as_many(
            &rules,
            match rules.initial.len() {
                1 => "never moves == 5 && weight == 4",
                _ => "never win",
            },
        );
    }
    for seed in 0..3 {
        let board = sokoban::Board::random(&mut playproof_conformance::suite::random(seed));
        has_as_many(&sokoban::rules(&board), "never pushes == 3");
    }
    has_as_many(&car::rules(&[3, 2, 4, 1, 3], 3), "solvable");
}

#[test]
fn large_tables_and_states_are_exported() {
    let mut rng = playproof_conformance::suite::random(1);
    let mut b = Builder::default();
    let x = b.variable("x", -2500, 6499);
    let lights = b.array("light", 1500, -1, 1);
    let single = b.array("single", 1, 0, 3);
    let cells = (0..9000).map(|_| rng.i32(-2500..6500)).collect();
    let jump = b.table("jump", &[9000], cells);
    let (now, one, zero) = (b.var(x), b.constant(1), b.constant(0));
    let least = b.constant(2500);
    let place = b.add(now, least);
    let there = b.lookup(jump, &[place]);
    let count = b.elem(single, zero);
    let more = b.add(count, one);
    let more = b.clamp(more, 0, 3);
    let last = b.constant(1499);
    let go = b.action("go");
    let writes = vec![
        set(x, there),
        set_elem(lights, last, one),
        set_elem(single, zero, more),
    ];
    b.command("go", go, one, writes);
    let lit = b.clamp(now, 0, 1499);
    let light = b.elem(lights, lit);
    let is_dark = b.is(light, -1);
    let less = b.sub(now, one);
    let less = b.clamp(less, -2500, 6499);
    let back = b.action("back");
    b.command("back", back, is_dark, vec![set(x, less)]);
    let won = b.is(now, 7);
    b.atom("win", won);
    let mut state = vec![3];
    state.extend((0..1500).map(|_| rng.i32(-1..1)));
    state.push(2);
    b.initial(state);
    let n_states = has_as_many(&b.finish().expect("everything is clamped"), "never win");
    assert!(n_states > 100, "{n_states}");
}

/// A counter that goes from 0 to 3 step by step, and then stands still or
/// begins anew. With `several`, it may begin at 2 as well.
fn counting(again: bool, several: bool) -> Rules {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 3);
    let (now, one, last) = (b.var(x), b.constant(1), b.constant(3));
    let next = b.add(now, one);
    let next = b.clamp(next, 0, 3);
    let up = b.action("up");
    let below = b.cmp(Op::Lt, now, last);
    b.command("up", up, below, vec![set(x, next)]);
    if again {
        let zero = b.constant(0);
        let back = b.action("back");
        let at_end = b.is(now, 3);
        b.command("back", back, at_end, vec![set(x, zero)]);
    }
    b.initial(vec![0]);
    if several {
        b.initial(vec![2]);
    }
    b.finish().expect("everything is clamped")
}

#[test]
fn next_is_one_step_of_the_game() {
    let ask = |rules: Rules, asked: &[(&str, bool)]| {
        let property = |text: &str| text.parse::<Property>().expect("a property");
        let properties: Vec<_> = asked.iter().map(|(text, _)| property(text)).collect();
        let spin = spin_answers(&rules, &properties);
        let model = Model::Rules(Box::new(rules));
        for ((property, (_, holds)), spin) in properties.iter().zip(asked).zip(spin) {
            let right = match holds {
                true => Answer::Holds,
                false => Answer::Violated,
            };
            let both = [spin, our_answer(&model, property)];
            assert_eq!(both, [right; 2], "{property}");
        }
    };
    let always = [
        ("G (x == 0 -> X x == 1)", true),
        ("G (x == 0 -> X X x == 2)", true),
        ("G (x == 0 -> X X x == 1)", false),
        ("G (x == 0 -> X (x == 1 && X (x == 2 && X x == 3)))", true),
        ("G (x == 0 -> X (x == 1 && X (x == 3 && X x == 2)))", false),
        ("G (x == 1 -> (x <= 1 U X X x == 3))", true),
        ("E F (x == 0 && X X X x == 3 && X x == 1)", true),
        ("E F (x == 0 && X X X x == 2)", false),
    ];
    let ends = [
        ("X X X x == 3", true),
        ("X X X X X G x == 3", true),
        ("F G (x == 3 && X x == 3 && X X X x == 3)", true),
        ("G (x == 3 -> X x == 0)", false),
    ];
    let repeats = [
        ("X X X X x == 0", true),
        ("G F X x == 2", true),
        ("F G X x == 3", false),
        ("G (x == 3 -> X X x == 1)", true),
    ];
    let two_beginnings = [
        ("x == 0 || x == 2 U X X x == 3", true),
        ("x == 0 W X x == 1", false),
        ("E X x == 1", true),
        ("E X x == 2", false),
        ("X (x == 1 || x == 3)", true),
        ("X X x >= 2", true),
        ("X x == 3 -> X X X x == 3", true),
    ];
    ask(counting(false, false), &[&always[..], &ends].concat());
    ask(counting(true, false), &[&always[..], &repeats].concat());
    ask(
        counting(false, true),
        &[&always[..], &two_beginnings].concat(),
    );
}

#[test]
fn names_of_the_game_do_no_harm() {
    let mut b = Builder::default();
    let names = ["do", "now", "X1", "v_do", "s_1", "steps", "linux", "end"];
    let vars = names.map(|name| b.variable(name, 0, 2));
    let one = b.constant(1);
    let action = b.action("say \"%d\" /* \\ */");
    // Each takes the value of the one before.
    let first = b.var(vars[0]);
    let more = b.add(first, one);
    let mut values = vec![b.clamp(more, 0, 2)];
    values.extend(vars[..7].iter().map(|&v| b.var(v)));
    let writes = vars.iter().zip(values).map(|(&v, value)| set(v, value));
    b.command("*/ break", action, one, writes.collect());
    let table = b.table("depth", &[3], vec![0, 0, 1]);
    let last = b.var(vars[7]);
    let won = b.lookup(table, &[last]);
    for name in ["win", "max", "printf", "t_depth", "game"] {
        b.atom(name, won);
    }
    b.initial(vec![0; 8]);
    let rules = b.finish().expect("a game");
    let asked = [
        "F (printf && max)",
        "X X X (do == 2 && X1 == 1 && v_do == 0)",
        "G (game -> t_depth)",
        "solvable",
        "steps == 0 U s_1 == 1",
        "E G (linux == 0 && end == 0)",
    ];
    let properties = asked.map(|text| text.parse::<Property>().expect("a property"));
    let spin = spin_answers(&rules, &properties);
    let model = Model::Rules(Box::new(rules));
    let ours: Vec<_> = properties.iter().map(|p| our_answer(&model, p)).collect();
    assert_eq!(spin, ours);
}

/// The levels of a game that come with the program.
fn shipped(game: &dyn Game) -> Vec<(String, Model)> {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut found = Vec::new();
    for entry in fs::read_dir(levels.join(game.name())).expect("the levels") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let file = playproof::read(&name, &fs::read(&path).expect("a file"));
        for level in file.expect("levels").levels {
            let compiled = game.compile(&level).expect("a level of the game");
            found.push((format!("{name} #{}", level.index() + 1), compiled.model));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

#[test]
fn shipped_mazes_get_the_same_answers() {
    let texts = [
        "solvable",
        "unsolvable",
        "shortest <= 12",
        "shortest >= 12",
        "never player == 2",
        "F win",
        "player == 0 W player == 1",
        "G (player == 1 -> X player != 1)",
        "E G !win",
        "E (player != 2 U (player == 2 && X X player == 2))",
        "every turns >= 2",
        "some twistiness >= 1/3 within 9",
        "assume GF player == 1 -> GF player == 2; F player == 2",
    ];
    let mazes = shipped(&Maze);
    assert!(mazes.len() >= 5);
    same_answers(mazes, &texts);
}

/// Sokoban with all it can be asked about boxes and the last move; levels that
/// are small enough for SPIN to go through again and again.
#[test]
fn shipped_sokobans_get_the_same_answers() {
    let texts = [
        "solvable",
        "shortest <= 9",
        "every pushes >= 4",
        "some pushes <= 4",
        "progress <= 3",
        "G (setback == 0 || quiet_moves > 0)",
        "reach box_in_corner && moved_down",
        "never box_on_edge",
        "reach two_box_block",
        "assume GF justice; F G justice",
        "GF moved_left -> GF moved_right",
        "G (justice || !win)",
        "G (!win || moves > 9 || penalty >= 200)",
    ];
    let mut small = shipped(&Sokoban);
    let names = [1, 2, 4, 5, 6].map(|number| format!("board-{number}.xsb"));
    small.retain(|(level, _)| names.iter().any(|name| level.contains(name)));
    assert_eq!(small.len(), names.len());
    let holes = playproof::read("holes", b"wwwwwww\nwAB0H0w\nw00B0Hw\nwwwwwww\n");
    let compiled = Sokoban.compile(&holes.expect("a level").levels[0]);
    small.push(("holes".to_owned(), compiled.expect("a level").model));
    same_answers(small, &texts);
}

fn same_answers(levels: Vec<(String, Model)>, texts: &[&str]) {
    let properties = texts.iter().map(|text| text.parse().expect("a property"));
    let properties: Vec<Property> = properties.collect();
    for (name, model) in levels {
        let Model::Rules(rules) = &model else {
            panic!("the game has Rules");
        };
        let answers = spin_answers(rules, &properties);
        for (property, spin) in properties.iter().zip(answers) {
            let ours = our_answer(&model, property);
            assert_eq!(spin, ours, "{name}, {property}: SPIN on the left");
        }
    }
}
