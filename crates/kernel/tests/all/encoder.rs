//! The encoder against enumeration: the clauses of a run from a fixed state can
//! be true together exactly where the machine has such a run.

use std::collections::BTreeSet;

use playproof_kernel::{
    Action, ActionId, Answer, Atom, AtomId, Circuit, Cnf, Command, E, Encoding, Gate, Group,
    Machine, Node, Op, Question, Reach, StateSet, Statement, Table, TableId, Unlimited, Update,
    Val, VarDecl, VarId, bounded_run, induction_step, invariant_safe, invariant_step,
};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn value(&mut self, lo: Val, hi: Val) -> Val {
        lo + self.below((hi - lo + 1) as usize) as Val
    }
}

const DOMAINS: [(Val, Val, Option<u32>); 3] = [(-2, 2, None), (0, 1, None), (-1, 1, Some(3))];

struct Maker {
    random: Random,
    nodes: Vec<Node>,
}

impl Maker {
    fn push(&mut self, node: Node) -> E {
        self.nodes.push(node);
        E(self.nodes.len() as u32 - 1)
    }

    fn within(&mut self, (lo, hi): (Val, Val), depth: usize) -> E {
        let value = self.expression(depth);
        let (lo, hi) = (self.push(Node::Const(lo)), self.push(Node::Const(hi)));
        let low = self.push(Node::Max(value, lo));
        self.push(Node::Min(low, hi))
    }

    fn condition(&mut self, depth: usize) -> E {
        let (a, b) = (self.expression(depth), self.expression(depth));
        let op = [Op::Eq, Op::Ne, Op::Lt, Op::Le][self.random.below(4)];
        self.push(Node::Cmp(op, a, b))
    }

    fn expression(&mut self, depth: usize) -> E {
        let kinds = if depth == 0 { 3 } else { 14 };
        let node = match self.random.below(kinds) {
            0 => Node::Const(self.random.value(-3, 3)),
            1 => Node::Var(VarId(0)),
            2 => Node::Var(VarId(1)),
            3 => Node::Elem(VarId(2), self.within((0, 2), depth - 1)),
            4 => Node::Tab(TableId(0), [Some(self.within((0, 3), depth - 1)), None, None]),
            5 => {
                let (i, j) = (self.within((0, 2), depth - 1), self.within((0, 1), depth - 1));
                Node::Tab(TableId(1), [Some(i), Some(j), None])
            }
            6 => {
                let (i, j) = (self.within((0, 1), depth - 1), self.within((0, 2), depth - 1));
                let k = self.within((0, 1), depth - 1);
                Node::Tab(TableId(2), [Some(i), Some(j), Some(k)])
            }
            7 => Node::Mul(self.random.value(-2, 2), self.expression(depth - 1)),
            8 => Node::Div(self.random.value(1, 3), self.expression(depth - 1)),
            9 => {
                let c = self.condition(depth - 1);
                let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
                Node::Ite(c, a, b)
            }
            kind => {
                let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
                let make = [Node::Add, Node::Sub, Node::Min, Node::Max][kind - 10];
                make(a, b)
            }
        };
        self.push(node)
    }

    fn command(&mut self, i: usize) -> Command {
        let mut updates = Vec::new();
        for (v, (lo, hi, len)) in DOMAINS.into_iter().enumerate() {
            for _ in 0..self.random.below(3) {
                let index = len.map(|len| self.within((0, len as Val - 1), 1));
                let (var, value) = (VarId(v as u32), self.within((lo, hi), 2));
                updates.push(Update { var, index, value });
            }
        }
        let (action, guard) = (ActionId(0), self.condition(1));
        let name = format!("c{i}");
        Command { name, action, guard, updates }
    }
}

fn random_state(random: &mut Random) -> Vec<Val> {
    let flat = DOMAINS.iter().flat_map(|&(lo, hi, len)| vec![(lo, hi); len.unwrap_or(1) as usize]);
    flat.map(|(lo, hi)| random.value(lo, hi)).collect()
}

/// A machine with one initial state.
fn random_machine(seed: u64) -> Machine {
    let (random, nodes) = (Random(seed), Vec::new());
    let mut maker = Maker { random, nodes };
    let commands = (0..3).map(|i| maker.command(i)).collect();
    let holds = maker.condition(1);
    let vars = DOMAINS.iter().zip(["x", "y", "a"]);
    let mut table = |name: &str, dims: &[u32]| Table {
        name: name.into(),
        dims: dims.to_vec(),
        cells: (0..dims.iter().product()).map(|_| maker.random.value(-2, 2)).collect(),
    };
    Machine {
        tables: vec![table("t", &[4]), table("u", &[3, 2]), table("w", &[2, 3, 2])],
        vars: vars
            .map(|(&(lo, hi, len), name)| VarDecl { name: name.into(), lo, hi, len })
            .collect(),
        actions: vec![Action { name: "go".into() }],
        commands,
        initial: vec![random_state(&mut maker.random)],
        atoms: vec![Atom { name: "goal".into(), holds }],
        nodes: maker.nodes,
        foreign: None,
    }
}

/// Unit propagation and case distinction: values that make all clauses true.
fn solve(cnf: &Cnf, assumed: &[i32]) -> Option<Vec<bool>> {
    let clauses: Vec<&[i32]> = cnf.clauses().collect();
    let mut truth = vec![0i32; cnf.n_vars() as usize + 1];
    for &literal in assumed {
        truth[literal.unsigned_abs() as usize] = literal.signum();
    }
    search(&clauses, truth).map(|truth| truth.iter().map(|&t| t > 0).collect())
}

fn search(clauses: &[&[i32]], mut truth: Vec<i32>) -> Option<Vec<i32>> {
    let of = |truth: &[i32], l: i32| truth[l.unsigned_abs() as usize] * l.signum();
    loop {
        let mut changed = false;
        for clause in clauses {
            if clause.iter().any(|&l| of(&truth, l) > 0) {
                continue;
            }
            let mut open = clause.iter().filter(|&&l| of(&truth, l) == 0);
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(&l), None) => {
                    truth[l.unsigned_abs() as usize] = l.signum();
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            break;
        }
    }
    let Some(var) = (1..truth.len()).find(|&v| truth[v] == 0) else {
        return Some(truth);
    };
    [1, -1].into_iter().find_map(|sign| {
        let mut case = truth.clone();
        case[var] = sign;
        search(clauses, case)
    })
}

/// The literals that say that these bits are those of a state.
fn is(bits: &[i32], encoding: &Encoding, state: &[Val]) -> Vec<i32> {
    let digits = bits.iter().zip(encoding.encode(state));
    digits.map(|(&bit, is_1)| if is_1 { bit } else { -bit }).collect()
}

/// What is asked does not matter here.
fn goal() -> Group {
    let (target, on_reach) = (AtomId(0), Answer::Holds);
    let questions = vec![Question::Reach(Reach { target, on_reach })];
    Group { name: String::new(), questions }
}

fn all_states() -> Vec<Vec<Val>> {
    let mut states = vec![vec![]];
    for (lo, hi, len) in DOMAINS {
        for _ in 0..len.unwrap_or(1) {
            let longer = states.iter().flat_map(|s| (lo..=hi).map(|x| [&s[..], &[x]].concat()));
            states = longer.collect();
        }
    }
    states
}

#[test]
fn a_step_leads_exactly_to_the_successors() {
    let n = if cfg!(debug_assertions) { 40 } else { 200 };
    let (mut n_steps, mut n_reached) = (0, 0);
    for seed in 0..n {
        let machine = random_machine(seed);
        let encoding = Encoding::new(&machine);
        let statement = Statement::new(machine.clone(), vec![goal()]);
        let Ok(statement) = statement else { panic!("{:?}", statement.err()) };
        let mut play = statement.play();
        // Nothing is in a set with an empty clause, so no step leads out of it.
        let nothing = StateSet::Clauses(vec![vec![]]);
        let cnf = induction_step(&machine, AtomId(0), 1, false, &mut Unlimited).unwrap();
        let nowhere = invariant_step(&machine, &nothing, &mut Unlimited).unwrap();
        assert_eq!(solve(&nowhere, &[]), None);
        let bits: Vec<i32> = (2..2 + 2 * encoding.n_bits() as i32).collect();
        let initial = &machine.initial[0];
        let mut successors = BTreeSet::new();
        play.each_successor(initial, |_, next| {
            successors.insert(next.to_vec());
        });
        n_steps += successors.len();
        let from_here = !play.holds(initial, AtomId(0));
        // Only the variables of the first state come first: those of the second
        // are found by a run.
        let (run, states) = bounded_run(&machine, AtomId(0), 2, &mut Unlimited).unwrap();
        assert_eq!(states[0], bits[..encoding.n_bits()]);
        for next in all_states() {
            let leads = from_here && successors.contains(&next) && play.holds(&next, AtomId(0));
            let fixed = is(&states[1], &encoding, &next);
            let found = solve(&run, &fixed).is_some();
            // At the goal no step is demanded.
            assert_eq!(found, leads || !from_here, "machine {seed}: {initial:?} to {next:?}");
            n_reached += usize::from(leads);
        }
        let reaches = successors.iter().any(|next| play.holds(next, AtomId(0)));
        let first = is(&bits[..encoding.n_bits()], &encoding, initial);
        assert_eq!(solve(&cnf, &first).is_some(), from_here && reaches, "machine {seed}");
    }
    assert!(n_steps > 0 && n_reached > 0, "{n_steps} steps, {n_reached} to the goal");
}

#[test]
fn what_would_be_too_long_is_refused_at_once() {
    let machine = random_machine(1);
    let refused = induction_step(&machine, AtomId(0), 100_000, true, &mut Unlimited);
    assert!(refused.is_err());
    assert!(bounded_run(&machine, AtomId(0), u32::MAX, &mut Unlimited).is_err());
}

/// Gates over the bits of a state, each of which reads gates before it.
fn random_circuit(random: &mut Random, n_bits: usize) -> Circuit {
    let literal = |random: &mut Random, n: usize| {
        let literal = 1 + random.below(n) as i32;
        if random.below(2) == 0 { literal } else { -literal }
    };
    let gate = |random: &mut Random, i: usize| Gate {
        bit: random.below(n_bits) as u32,
        then: literal(random, i + 1),
        other: literal(random, i + 1),
    };
    let gates: Vec<Gate> = (0..4).map(|i| gate(random, i)).collect();
    let last = gates.len() as i32 + 1;
    Circuit { gates, output: if random.below(2) == 0 { last } else { -last } }
}

fn is_in(circuit: &Circuit, bits: &[bool]) -> bool {
    let mut known = vec![true];
    let of =
        |known: &[bool], literal: i32| known[literal.unsigned_abs() as usize - 1] == (literal > 0);
    for gate in &circuit.gates {
        let read = if bits[gate.bit as usize] { gate.then } else { gate.other };
        known.push(of(&known, read));
    }
    of(&known, circuit.output)
}

#[test]
fn a_circuit_holds_exactly_its_states() {
    let (mut n_bad, mut n_left) = (0, 0);
    for seed in 0..25 {
        let machine = random_machine(seed);
        let mut random = Random(seed + 1000);
        let encoding = Encoding::new(&machine);
        let n = encoding.n_bits();
        let circuit = random_circuit(&mut random, n);
        let holds = |state: &[Val]| is_in(&circuit, &encoding.encode(state));
        let set = StateSet::Circuit(circuit.clone());
        let safe = invariant_safe(&machine, &set, AtomId(0), &mut Unlimited).unwrap();
        let step = invariant_step(&machine, &set, &mut Unlimited).unwrap();
        let statement = Statement::new(machine.clone(), vec![goal()]);
        let Ok(statement) = statement else { panic!("{:?}", statement.err()) };
        let mut play = statement.play();
        let bits: Vec<i32> = (2..2 + 2 * n as i32).collect();
        for _ in 0..25 {
            let state = random_state(&mut random);
            let first = is(&bits[..n], &encoding, &state);
            let is_bad = holds(&state) && play.holds(&state, AtomId(0));
            assert_eq!(solve(&safe, &first).is_some(), is_bad, "machine {seed}: {state:?}");
            n_bad += usize::from(is_bad);
            let mut after = vec![random_state(&mut random)];
            play.each_successor(&state, |_, next| after.push(next.to_vec()));
            for (i, next) in after.iter().enumerate() {
                let leads = i > 0 || after[1..].contains(next);
                let is_left = holds(&state) && leads && !holds(next);
                let both = [&first[..], &is(&bits[n..], &encoding, next)].concat();
                assert_eq!(solve(&step, &both).is_some(), is_left, "machine {seed}: {state:?}");
                n_left += usize::from(is_left);
            }
        }
    }
    assert!(n_bad > 20 && n_left > 20, "{n_bad} {n_left}");
}
