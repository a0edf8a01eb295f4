//! Exports to SMV, read by a small parser of our own that also runs them:
//! states, steps, shortest lengths and formulas are those of the oracles.
//! NuSMV itself is not at hand, so that this is what stands in for it.

mod evaluate;
mod graph;
mod parser;
mod types;

use evaluate::Machine;
use graph::Graph;
use parser::{Expr, Module};
use playproof_conformance::examples::{GAMES, LEVELS, levels};
use playproof_conformance::games::random_rules;
use playproof_conformance::textbook::{Tree, is_true, on_word};
use playproof_conformance::{oracle, random_formula, suite};
use playproof_export::smv;
use playproof_model::{
    Answer, Builder, Formula, Model, Op, Property, Quantifier, Question, Rules, Subject, Val, set,
    set_elem,
};

/// What random formulas are about.
const CONDITIONS: [&str; 7] = [
    "win",
    "odd",
    "x < 2",
    "x < y",
    "a[1] != a[2]",
    "moves <= 2",
    "weight >= 4",
];

/// The most operators and conditions of a random formula.
const MAX_SIZE: usize = 9;

/// The one property of an export.
struct Exported {
    module: Module,
    kind: String,
    spec: Expr,
}

fn exported(rules: &Rules, property: &Property) -> Exported {
    let text = smv(rules, "mine", property).expect("it can be exported");
    let mut module = Module::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(error) = types::check(&module) {
        panic!("{error}\n{text}");
    }
    let (kind, spec) = module.specs.pop().expect("a property");
    assert!(module.specs.is_empty(), "{text}");
    Exported { module, kind, spec }
}

fn subject(rules: &Rules, property: &Property) -> Subject {
    let model = Model::Rules(Box::new(rules.clone()));
    model.elaborate(property).expect("a property of the game")
}

/// Compares all states, all steps and the shortest run to what is asked, whose
/// length is given back, with the number of states.
fn compare_reach(rules: &Rules, property: &Property) -> (usize, Option<u32>) {
    let exported = exported(rules, property);
    assert_eq!(exported.kind, "INVARSPEC");
    let machine = Machine::new(&exported.module);
    let graph = Graph::new(&machine);
    let subject = subject(rules, property);
    let right = oracle::reachable(&subject);
    assert_eq!(graph.states.len(), right.len(), "{property}");
    for (i, state) in graph.states.iter().enumerate() {
        let state = machine.flat(state);
        assert_eq!(Some(&graph.depth[i]), right.get(&state), "{state:?}");
        let mut successors: Vec<Vec<Val>> = Vec::new();
        let emit = &mut |_, next: &[Val]| successors.push(next.to_vec());
        subject.successors(&state, emit);
        let steps = graph.next[i].iter();
        let (idle, acts): (Vec<_>, Vec<_>) = steps.partition(|(command, _)| command == "stutter");
        let after = acts.iter().map(|(_, j)| machine.flat(&graph.states[*j]));
        assert_eq!(after.collect::<Vec<_>>(), successors, "{state:?}");
        // Nothing is done exactly where nothing can be done, and changes nothing.
        let expected: &[usize] = if successors.is_empty() { &[i] } else { &[] };
        let idle: Vec<usize> = idle.iter().map(|(_, j)| *j).collect();
        assert_eq!(idle, expected, "{state:?}");
    }
    let shortest = graph.shortest_violation(&exported.spec);
    assert_eq!(shortest, oracle::distance(&subject), "{property}");
    (graph.states.len(), shortest)
}

#[test]
fn levels_of_every_game_mean_the_same() {
    for game in GAMES {
        let mut won = 0;
        for example in levels(game, LEVELS) {
            let (states, shortest) = compare_reach(&example.rules, &Property::Solvable);
            let right = (example.states, example.shortest);
            assert_eq!((states, shortest), right, "{}", example.text);
            won += usize::from(shortest.is_some());
        }
        println!("{LEVELS} levels of {game}: states, steps and lengths agree; {won} can be won");
        assert!(won.min(LEVELS - won) >= LEVELS / 10, "one-sided");
    }
}

/// Random Rules, most of them with more than a few states.
fn some_rules(seed: u64, rng: &mut fastrand::Rng) -> Rules {
    loop {
        let rules = random_rules::rules(rng);
        let n_states = oracle::reachable(&subject(&rules, &Property::Solvable)).len();
        if seed.is_multiple_of(4) || n_states > 8 {
            return rules;
        }
    }
}

#[test]
fn random_rules_mean_the_same() {
    let (mut reached, mut never, mut states) = (0, 0, 0);
    for seed in 0..suite::n_cases() {
        let rules = some_rules(seed, &mut playproof_conformance::suite::random(seed));
        for text in [
            "solvable",
            "never moves == 5 && weight == 4",
            "shortest >= 3",
        ] {
            let property = text.parse().expect("a property");
            let (n, shortest) = compare_reach(&rules, &property);
            states += n;
            match shortest {
                Some(_) => reached += 1,
                None => never += 1,
            }
        }
    }
    println!("{reached} reached, {never} not, {states} states in all: the same");
    assert!(reached.min(never) > 0, "one-sided");
}

#[test]
fn formulas_about_trees_mean_the_same() {
    let (mut hold, mut fail) = (0, 0);
    for seed in 0..suite::n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let rules = some_rules(seed, &mut rng);
        let property = loop {
            let size = rng.usize(4..=MAX_SIZE);
            let property = Property::Temporal {
                assumptions: Vec::new(),
                formula: random_formula::tree_formula(&mut rng, size, &CONDITIONS),
            };
            // With one quantifier in front of all it would be about runs.
            if let Ok(Question::Branching(_)) = property.question() {
                break property;
            }
        };
        let formula = property.definition().expect("a formula");
        let exported = exported(&rules, &property);
        assert_eq!(exported.kind, "CTLSPEC");
        let machine = Machine::new(&exported.module);
        let answer = Graph::new(&machine).satisfies(&exported.spec);
        let subject = subject(&rules, &property);
        let right = Tree::new(&subject).satisfies(&subject, &formula);
        assert_eq!(answer, right, "rules {seed}: {formula}");
        *if right { &mut hold } else { &mut fail } += 1;
    }
    println!("{hold} CTL formulas hold, {fail} do not: the same");
    assert!(hold.min(fail) > 5, "one-sided");
}

/// A random run that repeats, by the numbers of its states.
fn random_run(graph: &Graph, rng: &mut fastrand::Rng) -> (Vec<usize>, usize) {
    let mut run = vec![*rng.choice(&graph.initial).expect("an initial state")];
    loop {
        let next = &graph.next[*run.last().expect("a state")];
        let (_, next) = rng.choice(next).expect("every run goes on");
        let known = run.iter().position(|i| i == next);
        // Sometimes it goes round before it repeats.
        match known {
            Some(again) if rng.bool() || run.len() > 30 => return (run, again),
            _ => run.push(*next),
        }
    }
}

#[test]
fn formulas_about_runs_mean_the_same() {
    const RUNS: usize = 20;
    let (mut hold, mut fail) = (0, 0);
    for seed in 0..suite::n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let rules = some_rules(seed, &mut rng);
        let property = random_formula::property(&mut rng, MAX_SIZE, &CONDITIONS);
        let exported = exported(&rules, &property);
        let subject = subject(&rules, &property);
        if exported.kind != "LTLSPEC" {
            compare_reach(&rules, &property);
            continue;
        }
        let (formula, for_one_run) = match property.definition().expect("a formula") {
            Formula::Runs(Quantifier::Some, f) => (*f, true),
            f => (f, false),
        };
        let machine = Machine::new(&exported.module);
        let graph = Graph::new(&machine);
        for _ in 0..RUNS {
            let (run, again) = random_run(&graph, &mut rng);
            let states = run.iter().map(|i| machine.flat(&graph.states[*i]));
            let states: Vec<Vec<Val>> = states.collect();
            let letter = |i: usize, c: &Formula| is_true(&subject, &states[i], c);
            let right = on_word(&formula, run.len(), again, &letter)[0];
            // A run that is asked for is what the opposite is violated by.
            let said = graph.holds_on(&run, again, &exported.spec) != for_one_run;
            assert_eq!(said, right, "rules {seed}: {property}");
            *if right { &mut hold } else { &mut fail } += 1;
        }
    }
    println!("LTL: {hold} runs satisfy their formula, {fail} do not: the same");
    assert!(hold.min(fail) > 50, "one-sided");
}

#[test]
fn names_of_the_game_do_no_harm() {
    let mut b = Builder::default();
    let names = [
        "case", "next", "X", "command", "stutter", "a-b", "esac_1", "E",
    ];
    let vars = names.map(|name| b.variable(name, 0, 2));
    let row = b.array("esac", 2, -1, 1);
    let (one, minus) = (b.constant(1), b.constant(-1));
    let action = b.action("next");
    let first = b.var(vars[0]);
    let more = b.add(first, one);
    // Each takes the value of the one before.
    let mut values = vec![b.clamp(more, 0, 2)];
    values.extend(vars[..7].iter().map(|&v| b.var(v)));
    let writes = vars.iter().zip(values).map(|(&v, value)| set(v, value));
    let mut writes: Vec<_> = writes.collect();
    // Of two writes to one place the later wins.
    let here = b.clamp(first, 0, 1);
    writes.push(set_elem(row, here, minus));
    writes.push(set_elem(row, one, one));
    b.command("next", action, one, writes.clone());
    let below = b.cmp(Op::Lt, first, one);
    b.command("TRUE; --", action, below, writes);
    let last = b.var(vars[7]);
    let won = b.is(last, 2);
    b.atom("win", won);
    b.atom("esac_0", won);
    b.initial(vec![0; 10]);
    b.initial(vec![1; 10]);
    let rules = b.finish().expect("a game");
    for text in ["solvable", "reach esac_0", "never case == 1 && next == 2"] {
        compare_reach(&rules, &text.parse().expect("a property"));
    }
    for (text, kind) in [
        ("G F (esac_0 && win)", "LTLSPEC"),
        ("AG (esac_0 -> EX win)", "CTLSPEC"),
    ] {
        let exported = exported(&rules, &text.parse().expect("a property"));
        assert_eq!(exported.kind, kind);
    }
}

#[test]
fn deep_and_shared_expressions_stay_small() {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 6);
    let (mut e, one) = (b.var(x), b.constant(1));
    for i in 0..1000 {
        let other = b.constant(i % 7);
        let less = b.sub(other, e);
        let more = b.max(less, e);
        e = b.clamp(more, 0, 6);
    }
    let go = b.action("go");
    b.command("go", go, one, vec![set(x, e)]);
    let now = b.var(x);
    let won = b.is(now, 6);
    b.atom("win", won);
    b.initial(vec![1]);
    let rules = b.finish().expect("a game");
    let text = smv(&rules, "mine", &Property::Solvable).expect("it can be exported");
    assert!(text.len() < 1 << 18, "{}", text.len());
    compare_reach(&rules, &Property::Solvable);
}

/// The words in the comment at the beginning are the verdicts.
#[test]
fn the_comment_says_what_the_outcomes_mean() {
    let rules = random_rules::rules(&mut playproof_conformance::suite::random(1));
    for (text, on_true) in [
        ("solvable", Answer::Violated),
        ("unsolvable", Answer::Holds),
        ("shortest <= 3", Answer::Violated),
        ("F win", Answer::Holds),
        ("E G win", Answer::Violated),
        ("AG EF win", Answer::Holds),
    ] {
        let property = text.parse().expect("a property");
        let written = smv(&rules, text, &property).expect("it can be exported");
        let line = |start: &str| {
            let mut lines = written.lines();
            lines
                .find(|l| l.starts_with(start))
                .expect("a line")
                .to_owned()
        };
        let [holds, violated] = ["the property holds", "the property is violated"];
        let (yes, no) = match on_true {
            Answer::Holds => (holds, violated),
            Answer::Violated => (violated, holds),
        };
        assert!(line("-- is true").contains(yes), "{text}");
        assert!(line("-- is false").contains(no), "{text}");
    }
}
