//! Ways against going through all states: honest ones are accepted where the formula is true,
//! and nothing is accepted where it is not.

use playproof_kernel::{
    Action, ActionId, Answer, Atom, AtomId, Branching, BranchingNode, BranchingQuestion, Command,
    E, Evidence, Group, Machine, NoAxioms, Node, Question, Runs, Statement, Table, TableId,
    Unlimited, Update, Val, VarDecl, VarId, Way, Ways, check,
};

/// The two variables have values from 0 to below these.
const SIZE: [usize; 2] = [5, 3];
pub const N: usize = SIZE[0] * SIZE[1];

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    pub fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A transition system as lists, and the same as a machine.
pub struct Game {
    /// Where each command leads from each state, if it can be done there.
    pub commands: Vec<Vec<Option<usize>>>,
    pub first: Vec<usize>,
    pub p: Vec<bool>,
    pub q: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    Always,
    UntilThen,
    Unless,
    OrInevitably,
}

pub const FORMS: [Form; 4] = [Form::Always, Form::UntilThen, Form::Unless, Form::OrInevitably];

impl Game {
    pub fn random(random: &mut Random) -> Game {
        let n_commands = 1 + random.below(3);
        let command = |random: &mut Random| {
            let to = |random: &mut Random| (!random.is(3)).then(|| random.below(N));
            (0..N).map(|_| to(random)).collect()
        };
        let mut game = Game {
            commands: (0..n_commands).map(|_| command(random)).collect(),
            first: (0..1 + random.below(2)).map(|_| random.below(N)).collect(),
            p: (0..N).map(|_| random.is(5)).collect(),
            q: (0..N).map(|_| random.is(4)).collect(),
        };
        // Some walk in one direction, as players do.
        if random.is(2) {
            game.commands[0] = (0..N).map(|i| (i + 3 < N).then_some(i + 3)).collect();
        }
        game
    }

    pub fn next(&self, i: usize) -> Vec<usize> {
        let next: Vec<usize> = self.commands.iter().filter_map(|command| command[i]).collect();
        if next.is_empty() { vec![i] } else { next }
    }

    /// `EF p`, and `AF q`, each with the number of steps after which that is seen.
    fn known(&self) -> [Vec<Option<u32>>; 2] {
        let mut possible: Vec<_> = self.p.iter().map(|&p| p.then_some(0)).collect();
        let mut inevitable: Vec<_> = self.q.iter().map(|&q| q.then_some(0)).collect();
        for n in 1..=N as u32 {
            for i in 0..N {
                let is_before = |known: &Option<u32>| known.is_some_and(|m| m < n);
                let next = self.next(i);
                if possible[i].is_none() && next.iter().any(|&j| is_before(&possible[j])) {
                    possible[i] = Some(n);
                }
                if inevitable[i].is_none() && next.iter().all(|&j| is_before(&inevitable[j])) {
                    inevitable[i] = Some(n);
                }
            }
        }
        [possible, inevitable]
    }

    fn reachable(&self, stops_at_p: bool) -> Vec<usize> {
        let mut all = self.first.clone();
        let mut at = 0;
        while at < all.len() {
            let i = all[at];
            let goes_on = !(stops_at_p && self.p[i]);
            let next = if goes_on { self.next(i) } else { Vec::new() };
            for j in next {
                if !all.contains(&j) {
                    all.push(j);
                }
            }
            at += 1;
        }
        all
    }

    pub fn holds(&self, form: Form) -> bool {
        let [possible, inevitable] = self.known();
        let is_fine = |&i: &usize| {
            let other = match form {
                Form::Always | Form::UntilThen => false,
                Form::Unless => self.q[i],
                Form::OrInevitably => inevitable[i].is_some(),
            };
            possible[i].is_some() || other
        };
        self.reachable(form == Form::UntilThen).iter().all(is_fine)
    }

    pub fn statement(&self, form: Form) -> Statement {
        let mut machine = Machine::default();
        let var = |name: &str, n: usize| VarDecl {
            name: name.to_owned(),
            lo: 0,
            hi: n as Val - 1,
            len: None,
        };
        machine.vars = vec![var("x", SIZE[0]), var("y", SIZE[1])];
        machine.nodes = vec![Node::Var(VarId(0)), Node::Var(VarId(1))];
        machine.actions = vec![Action { name: "go".to_owned() }];
        let look = |machine: &mut Machine, cells: Vec<Val>| {
            let table = TableId(machine.tables.len() as u32);
            let (name, dims) = (format!("t{}", table.0), SIZE.map(|n| n as u32).to_vec());
            machine.tables.push(Table { name, dims, cells: cells.into() });
            machine.nodes.push(Node::Tab(table, [Some(E(0)), Some(E(1)), None]));
            E(machine.nodes.len() as u32 - 1)
        };
        for (k, command) in self.commands.iter().enumerate() {
            let guard = command.iter().map(|to| Val::from(to.is_some())).collect();
            let guard = look(&mut machine, guard);
            let value = |part: usize| {
                let of = move |to: &Option<usize>| to.map_or(0, |to| state(to)[part]);
                command.iter().map(of).collect()
            };
            let updates = (0..2).map(|part| {
                let value = look(&mut machine, value(part));
                Update { var: VarId(part as u32), index: None, value }
            });
            let updates = updates.collect();
            let (name, action) = (format!("go {k}"), ActionId(0));
            machine.commands.push(Command { name, action, guard, updates });
        }
        for (name, truth) in [("p", &self.p), ("q", &self.q)] {
            let holds = look(&mut machine, truth.iter().map(|&b| Val::from(b)).collect());
            machine.atoms.push(Atom { name: name.to_owned(), holds });
        }
        machine.initial = self.first.iter().map(|&i| state(i).to_vec()).collect();
        use BranchingNode::{Atom as Is, Const, Or, Release, Until};
        let (p, q) = (Is(AtomId(0), true), Is(AtomId(1), true));
        let ef_p = [Const(true), p, Until(Runs::Some, 0, 1), Const(false)];
        let rest = match form {
            Form::Always => vec![Release(Runs::All, 3, 2)],
            Form::UntilThen => vec![Release(Runs::All, 1, 2)],
            Form::Unless => vec![q, Or(2, 4), Release(Runs::All, 3, 5)],
            Form::OrInevitably => {
                vec![q, Until(Runs::All, 0, 4), Or(5, 2), Release(Runs::All, 3, 6)]
            }
        };
        let formula = Branching::new([&ef_p[..], &rest].concat()).unwrap();
        let question = Question::Branching(BranchingQuestion::new(formula));
        let group = Group { name: String::new(), questions: vec![question] };
        Statement::new(machine, vec![group]).unwrap()
    }

    /// A box for each state that can be reached, as far as there is something to say of it.
    fn ways(&self, form: Form) -> Ways {
        let [possible, inevitable] = self.known();
        let way = |i: usize| {
            let ranges = state(i).map(|v| (v, v)).to_vec();
            let way = |command: usize, rank| Way { ranges, command: command as u32, rank };
            if let Some(n) = possible[i] {
                let leads = |c: &Vec<Option<usize>>| {
                    c[i].is_some_and(|j| possible[j].is_some_and(|m| m < n))
                };
                let named = self.commands.iter().position(leads).unwrap_or(0);
                return Some(way(named + 1, n));
            }
            match form {
                Form::OrInevitably => inevitable[i].map(|n| way(0, N as u32 + n)),
                Form::Unless => self.q[i].then(|| way(0, 0)),
                _ => None,
            }
        };
        let boxes = self.reachable(false).into_iter().filter_map(way).collect();
        Ways { boxes, cuts: Vec::new() }
    }
}

pub fn state(i: usize) -> [Val; 2] {
    [(i / SIZE[1]) as Val, (i % SIZE[1]) as Val]
}

fn is_accepted(statement: &Statement, ways: Ways) -> bool {
    let evidence = Evidence::Ways(ways);
    check(statement, Answer::Holds, &evidence, &NoAxioms, &mut Unlimited).is_ok()
}

/// One thing changed: often one that matters.
fn changed(ways: &Ways, n_commands: usize, random: &mut Random) -> Ways {
    let mut ways = ways.clone();
    if random.is(4) || ways.boxes.is_empty() {
        let range = |random: &mut Random, n: usize| {
            let (a, b) = (random.below(n) as Val, random.below(n) as Val);
            (a.min(b), a.max(b))
        };
        let ranges = SIZE.map(|n| range(random, n)).to_vec();
        let (command, rank) = (random.below(n_commands + 1) as u32, random.below(2 * N) as u32);
        ways.boxes.push(Way { ranges, command, rank });
        return ways;
    }
    let at = random.below(ways.boxes.len());
    let way = &mut ways.boxes[at];
    match random.below(5) {
        0 => drop(ways.boxes.remove(at)),
        1 => way.rank = random.below(2 * N) as u32,
        2 => way.command = random.below(n_commands + 2) as u32,
        3 => {
            let part = random.below(2);
            way.ranges[part] = (0, SIZE[part] as Val - 1);
        }
        _ => {
            let part = random.below(2);
            way.ranges[part].1 = (way.ranges[part].1 + 1).min(SIZE[part] as Val - 1);
            ways.cuts = vec![(part as u32, vec![1, 2])];
        }
    }
    ways
}

#[test]
fn nothing_wrong_is_accepted() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut n = [[0usize; 4]; 4];
    for _ in 0..500 {
        let game = Game::random(&mut random);
        for (at, form) in FORMS.into_iter().enumerate() {
            let [honest, wrong, kept, lost] = &mut n[at];
            let (statement, holds) = (game.statement(form), game.holds(form));
            let ways = game.ways(form);
            let accepted = is_accepted(&statement, ways.clone());
            // Where `p` ends what is asked, more is asked for than is needed.
            let is_always = holds && (form != Form::UntilThen || game.holds(Form::Always));
            assert_eq!(accepted, is_always, "{form:?}");
            *honest += usize::from(accepted);
            let mut other = ways;
            for _ in 0..30 {
                other = changed(&other, game.commands.len(), &mut random);
                let accepted = is_accepted(&statement, other.clone());
                assert!(holds || !accepted, "{form:?}: {other:?} of {:?}", game.commands);
                *wrong += usize::from(!holds);
                *kept += usize::from(accepted);
                *lost += usize::from(holds && !accepted);
            }
        }
    }
    println!("accepted, forged, still accepted, rejected after a change: {n:?}");
    assert!(n.iter().flatten().all(|&n| n > 50), "{n:?}");
}

/// One box for all states is cut where a step needs it.
#[test]
fn a_box_is_cut_until_its_steps_are_seen() {
    let game = Game {
        commands: vec![(0..N).map(|i| (i + 3 < N).then_some(i + 3)).collect()],
        first: vec![0, 4],
        p: (0..N).map(|i| i + 3 >= N).collect(),
        q: vec![false; N],
    };
    let statement = game.statement(Form::Always);
    let column = |x: Val| Way { ranges: vec![(x, x), (0, 2)], command: 1, rank: 4 - x as u32 };
    let ways = Ways { boxes: (0..5).map(column).collect(), cuts: Vec::new() };
    assert!(is_accepted(&statement, ways.clone()));
    // The last two together: in one part of it there is something, from the other a step
    // leads there, but not to a lower rank.
    let mut joined = ways.clone();
    joined.boxes[3].ranges[0] = (3, 4);
    assert!(is_accepted(&statement, joined.clone()));
    joined.boxes.pop();
    assert!(!is_accepted(&statement, joined));
}

#[test]
fn what_does_not_fit_is_rejected() {
    let game =
        Game { commands: vec![vec![None; N]], first: vec![0], p: vec![true; N], q: vec![false; N] };
    let statement = game.statement(Form::Always);
    let all = |ranges: Vec<(Val, Val)>| {
        let boxes = vec![Way { ranges, command: 1, rank: 0 }];
        is_accepted(&statement, Ways { boxes, cuts: vec![(9, vec![3, 1])] })
    };
    assert!(all(vec![(0, 4), (0, 2)]));
    for wrong in [vec![], vec![(0, 4)], vec![(0, 5), (0, 2)], vec![(4, 0), (0, 2)]] {
        assert!(!all(wrong.clone()), "{wrong:?}");
    }
    assert!(!all(vec![(0, 4), (0, 2), (0, 0)]));
    assert!(!is_accepted(&statement, Ways::default()));
    // Of the opposite they say nothing.
    let boxes = vec![Way { ranges: vec![(0, 4), (0, 2)], command: 1, rank: 0 }];
    let evidence = Evidence::Ways(Ways { boxes, cuts: Vec::new() });
    let opposite = check(&statement, Answer::Violated, &evidence, &NoAxioms, &mut Unlimited);
    assert!(opposite.is_err());
}
