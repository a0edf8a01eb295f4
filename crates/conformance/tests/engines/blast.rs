//! Machines in bits are the machines: over words of 64 states they agree with
//! the kernel's play, and as clauses they agree with the words.

use playproof_conformance::games::{
    contest, random_maze, random_rules, random_sokoban, sokoban as small,
};
use playproof_conformance::race_oracle::{Drawing, Kind};
use playproof_conformance::suite::n_cases;
use playproof_engines::{
    Algebra, BlastedCommand, Blaster, Cnf, Encoding, Lanes, TooLarge, blast, is_valid,
};
use playproof_game::Game;
use playproof_maze::Maze;
use playproof_model::{Builder, Machine, Model, Op, Subject, Val, elaborate, set, set_elem};
use playproof_sokoban::Sokoban;

fn elaborated(model: &Model, property: &str) -> Subject {
    let property = property.parse().expect("a property");
    model.elaborate(&property).expect("a property of the game")
}

fn model(game: &dyn Game, text: &str) -> Model {
    let file = playproof_level::read("level", text.as_bytes()).expect("a level");
    let compiled = game.compile(&file.levels[0]).expect("a level of the game");
    compiled.model
}

/// States anywhere in the domains, reachable or not, the initial ones first.
fn states(machine: &Machine, encoding: &Encoding, rng: &mut fastrand::Rng) -> Vec<Vec<Val>> {
    let mut states = machine.initial.clone();
    states.truncate(Lanes::WIDTH);
    while states.len() < Lanes::WIDTH {
        let flat = 0..encoding.n_flat();
        let state = flat.map(|flat| {
            let (lo, hi) = encoding.domain(flat);
            rng.i32(lo..=hi)
        });
        states.push(state.collect());
    }
    states
}

/// The bits of the state that a command leads to.
fn next<B: Clone>(encoding: &Encoding, state: &[B], command: &BlastedCommand<B>) -> Vec<B> {
    let mut next = state.to_vec();
    for (flat, bits) in &command.writes {
        next[encoding.bits(*flat)].clone_from_slice(bits);
    }
    next
}

/// The value that bits stand for: the least one and their digits above it.
fn decode(encoding: &Encoding, flat: usize, bits: &[bool]) -> Val {
    let digits = (0..).zip(bits).map(|(k, &bit)| Val::from(bit) << k);
    encoding.domain(flat).0 + digits.sum::<Val>()
}

/// All there is to say of a state: guards and successors, command by command,
/// propositions, whether it is initial, whether it is valid.
fn everything<A: Algebra>(machine: &Machine, algebra: &mut A, state: &[A::Bit]) -> Vec<A::Bit> {
    let encoding = Encoding::new(machine);
    let blasted = blast(machine, algebra, state).expect("small Rules");
    let mut all = Vec::new();
    for command in &blasted.commands {
        all.push(command.guard.clone());
        all.extend(next(&encoding, state, command));
    }
    all.extend(blasted.atoms);
    let mut blaster = Blaster::new(machine, algebra, state);
    all.extend([blaster.initial(), blaster.valid()]);
    all
}

fn agrees_with_play(subject: &Subject, states: &[Vec<Val>]) {
    let machine = subject.machine();
    let encoding = Encoding::new(machine);
    let words = Lanes::load(&encoding, states);
    let blasted = blast(machine, &mut Lanes, &words).expect("small Rules");
    let mut lanes = Lanes;
    let mut blaster = Blaster::new(machine, &mut lanes, &words);
    assert_eq!(blaster.valid(), u64::MAX);
    let initial = blaster.initial();
    let mut play = subject.play();
    for (lane, state) in states.iter().enumerate() {
        let at = |word: u64| word >> lane & 1 == 1;
        let mut wanted = Vec::new();
        play.each_successor(state, |command, next| {
            wanted.push((command, next.to_vec()));
        });
        let enabled = blasted.commands.iter().enumerate();
        let enabled = enabled.filter(|(_, command)| at(command.guard));
        let found = enabled.map(|(i, command)| {
            let bits = Lanes::lane(&next(&encoding, &words, command), lane);
            let flat = 0..encoding.n_flat();
            let next = flat.map(|flat| decode(&encoding, flat, &bits[encoding.bits(flat)]));
            (i, next.collect::<Vec<Val>>())
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted, "{state:?}");
        for (atom, word) in machine.atoms.iter().zip(&blasted.atoms) {
            let right = play.value(state, atom.holds) == 1;
            assert_eq!(at(*word), right, "{} in {state:?}", atom.name);
        }
        assert_eq!(at(initial), machine.initial.contains(state), "{state:?}");
    }
}

/// A step as clauses, with its inputs and everything that is said of them.
struct Clauses {
    cnf: Cnf,
    inputs: Vec<i32>,
    outputs: Vec<i32>,
}

impl Clauses {
    fn of(machine: &Machine) -> Clauses {
        let mut cnf = Cnf::default();
        let n_bits = Encoding::new(machine).n_bits();
        let inputs: Vec<i32> = (0..n_bits).map(|_| cnf.fresh()).collect();
        let outputs = everything(machine, &mut cnf, &inputs);
        Clauses {
            cnf,
            inputs,
            outputs,
        }
    }

    /// The outputs, by unit propagation from the inputs alone.
    fn propagated(&self, bits: &[bool]) -> Vec<bool> {
        let mut values: Vec<Option<bool>> = vec![None; self.cnf.n_vars() + 1];
        for (&input, &bit) in self.inputs.iter().zip(bits) {
            values[input as usize] = Some(bit);
        }
        let mut grew = true;
        while grew {
            grew = false;
            for clause in self.cnf.clauses() {
                if clause.iter().any(|&l| value(&values, l) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&l| value(&values, l).is_none());
                match (open.next(), open.next()) {
                    (None, _) => panic!("{clause:?} is violated"),
                    (Some(&unit), None) => {
                        values[unit.unsigned_abs() as usize] = Some(unit > 0);
                        grew = true;
                    }
                    _ => {}
                }
            }
        }
        let outputs = self.outputs.iter();
        let outputs = outputs.map(|&l| value(&values, l).expect("inputs decide all"));
        outputs.collect()
    }
}

fn value(values: &[Option<bool>], literal: i32) -> Option<bool> {
    let value = values[literal.unsigned_abs() as usize];
    value.map(|value| value == (literal > 0))
}

fn clauses_agree_with_lanes(machine: &Machine, states: &[Vec<Val>]) {
    let encoding = Encoding::new(machine);
    let words = Lanes::load(&encoding, states);
    let right = everything(machine, &mut Lanes, &words);
    let clauses = Clauses::of(machine);
    for (lane, state) in states.iter().enumerate() {
        let found = clauses.propagated(&encoding.encode(state));
        assert_eq!(found, Lanes::lane(&right, lane), "{state:?}");
    }
}

fn check(model: &Model, property: &str, rng: &mut fastrand::Rng) {
    let subject = elaborated(model, property);
    let machine = subject.machine();
    let states = states(machine, &Encoding::new(machine), rng);
    agrees_with_play(&subject, &states);
    clauses_agree_with_lanes(machine, &states[..4]);
}

#[test]
fn on_random_rules() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let model = Model::Rules(Box::new(random_rules::rules(rng)));
        check(&model, "reach odd && weight <= 3", rng);
        check(&model, "G (win -> F (x == 3 && a[1] < y))", rng);
    }
}

#[test]
fn on_mazes() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let model = model(&Maze, &random_maze::text(rng));
        check(&model, "solvable", rng);
        check(&model, "some score >= 970", rng);
        check(&model, "reach win && turns <= 3", rng);
    }
}

#[test]
fn on_races() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let kind = Kind::ALL[seed as usize % 3];
        let model = contest::compiled(&Drawing::random(kind, 5, rng)).model;
        check(&model, "never lose", rng);
        check(&model, "reach moves <= 1 && penalty == 201", rng);
    }
}

#[test]
fn on_sokoban() {
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let model = model(&Sokoban, &random_sokoban::level(rng));
        check(
            &model,
            "reach justice && setback == 0 && quiet_moves >= 2",
            rng,
        );
        check(&model, "some pushes <= 5", rng);
        let board = small::Board::random(rng);
        check(
            &Model::Rules(Box::new(small::rules(&board))),
            "solvable",
            rng,
        );
    }
}

/// A value is not the same bits in every domain, and none in some.
#[test]
fn values_move_between_domains() {
    let mut b = Builder::default();
    let x = b.variable("x", -3, 5);
    let y = b.variable("y", 0, 4);
    let fixed = b.variable("fixed", 2, 2);
    let a = b.array("a", 3, 0, 6);
    let (at_x, at_y, two) = (b.var(x), b.var(y), b.var(fixed));
    let first = b.constant(0);
    let (wide, narrow) = (b.elem(a, first), b.elem(a, two));
    let narrow = b.clamp(narrow, 0, 4);
    let (shift, always) = (b.action("shift"), b.constant(1));
    b.command("right", shift, always, vec![set(x, at_y), set(y, two)]);
    let back = vec![set_elem(a, two, at_y), set_elem(a, first, wide)];
    b.command("back", shift, always, back);
    b.command("out", shift, always, vec![set(y, narrow), set(fixed, two)]);
    let win = b.cmp(Op::Lt, at_x, two);
    b.atom("win", win);
    b.initial(vec![0, 0, 2, 0, 0, 0]);
    let model = Model::Rules(Box::new(b.finish().unwrap()));
    check(
        &model,
        "solvable",
        &mut playproof_conformance::suite::random(1),
    );
}

/// All operations on three inputs, their negations and constants, where most
/// are simplified in some way.
#[test]
fn gates_are_what_they_say() {
    fn results<A: Algebra>(algebra: &mut A, inputs: [A::Bit; 3]) -> Vec<A::Bit> {
        let mut operands = vec![algebra.constant(false), algebra.constant(true)];
        for input in inputs {
            operands.push(algebra.not(&input));
            operands.push(input);
        }
        let mut results = Vec::new();
        for a in &operands {
            for b in &operands {
                results.push(algebra.and(a, b));
                results.push(algebra.or(a, b));
                results.push(algebra.xor(a, b));
                results.push(algebra.same(a, b));
                for c in &operands {
                    results.push(algebra.ite(a, b, c));
                    let three = [a.clone(), b.clone(), c.clone()];
                    results.push(algebra.all(&three));
                    results.push(algebra.any(&three));
                }
            }
        }
        results
    }
    // Lane i has the digits of i.
    let right = results(&mut Lanes, [0xaa, 0xcc, 0xf0]);
    let mut cnf = Cnf::default();
    let inputs = [cnf.fresh(), cnf.fresh(), cnf.fresh()];
    let clauses = Clauses {
        outputs: results(&mut cnf, inputs),
        inputs: inputs.to_vec(),
        cnf,
    };
    for lane in 0..8 {
        let bits: Vec<bool> = (0..3).map(|k| lane >> k & 1 == 1).collect();
        assert_eq!(clauses.propagated(&bits), Lanes::lane(&right, lane));
    }
}

#[test]
fn bits_outside_domains_are_not_valid() {
    let mut b = Builder::default();
    for (i, hi) in [0, 1, 2, 3, 4, 5, 6, 8, 11].into_iter().enumerate() {
        b.variable(&format!("v{i}"), -2, hi - 2);
    }
    b.initial(vec![-2; 9]);
    let machine = Machine {
        vars: b.finish().unwrap().vars,
        ..Machine::default()
    };
    let encoding = Encoding::new(&machine);
    let rng = &mut playproof_conformance::suite::random(1);
    let mut seen = [0; 2];
    for _ in 0..100 {
        let words: Vec<u64> = (0..encoding.n_bits()).map(|_| rng.u64(..)).collect();
        let valid = is_valid(&encoding, &mut Lanes, &words);
        for lane in 0..Lanes::WIDTH {
            let bits = Lanes::lane(&words, lane);
            let right = (0..encoding.n_flat()).all(|flat| {
                let (lo, hi) = encoding.domain(flat);
                (lo..=hi).contains(&decode(&encoding, flat, &bits[encoding.bits(flat)]))
            });
            assert_eq!(valid >> lane & 1 == 1, right, "{bits:?}");
            seen[usize::from(right)] += 1;
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn what_would_be_too_large_is_refused() {
    let blasted = |hi: Val| {
        let mut b = Builder::default();
        let (x, y) = (b.variable("x", 0, hi), b.variable("y", 0, hi));
        let (at_x, at_y) = (b.var(x), b.var(y));
        let sum = b.add(at_x, at_y);
        let sum = b.clamp(sum, 0, hi);
        let (action, always) = (b.action("add"), b.constant(1));
        b.command("add", action, always, vec![set(x, sum)]);
        b.initial(vec![0, 0]);
        let rules = b.finish().unwrap();
        let subject = elaborate(&rules, &"reach true".parse().unwrap()).unwrap();
        // Of states that are known, words know that they have few values.
        let mut cnf = Cnf::default();
        let n_bits = Encoding::new(subject.machine()).n_bits();
        let inputs: Vec<i32> = (0..n_bits).map(|_| cnf.fresh()).collect();
        blast(subject.machine(), &mut cnf, &inputs).map(drop)
    };
    assert_eq!(blasted(99), Ok(()));
    assert_eq!(blasted(2999), Err(TooLarge::Pairs(9_000_000)));
    assert_eq!(blasted(1 << 21), Err(TooLarge::Entries((1 << 21) + 1)));
}

/// What one step costs, so that a change which makes it much larger is seen.
#[test]
fn a_step_of_a_real_level_is_small() {
    macro_rules! level {
        ($name:literal) => {
            include_str!(concat!("../../../../levels/", $name))
        };
    }
    // The opponent's next cell depends on both places: nothing here has more
    // combinations than a field without walls.
    let field = "0000000000\n".repeat(8);
    let field = format!("A00000000E\n{field}000000000G\n");
    let race = Drawing::new(Kind::Race, &field);
    let levels = [
        ("cavern", model(&Maze, level!("maze/cavern.txt")), 6_000),
        (
            "board-7",
            model(&Sokoban, level!("sokoban/board-7.xsb")),
            3_000,
        ),
        (
            "board-8",
            model(&Sokoban, level!("sokoban/board-8.xsb")),
            3_000,
        ),
        ("race", contest::compiled(&race).model, 20_000),
    ];
    for (name, model, most) in levels {
        let subject = elaborated(&model, "solvable");
        let Clauses { cnf, inputs, .. } = Clauses::of(subject.machine());
        let again = Clauses::of(subject.machine()).cnf;
        assert!(cnf.clauses().eq(again.clauses()), "{name}: not the same");
        let (n_vars, n_clauses) = (cnf.n_vars(), cnf.n_clauses());
        let n_bits = inputs.len();
        println!("{name}: {n_bits} bits, {n_vars} variables, {n_clauses} clauses");
        assert!(n_clauses <= most, "{name}: {n_clauses} clauses");
        let rng = &mut playproof_conformance::suite::random(2);
        check(&model, "solvable", rng);
    }
}
