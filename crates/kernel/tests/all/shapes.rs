//! What does not fit its statement is rejected before it is used, and a machine that is not
//! well-formed is no statement.

use playproof_kernel::{
    ActionId, Answer, Atom, AtomId, Branching, BranchingNode, BranchingQuestion, CheckError,
    Circuit, ClosedSet, Column, Command, Dom, E, Evidence, Gate, Group, Invariant, Linear,
    LinearNode, LinearQuestion, LratProof, Machine, NoAxioms, Node, PathCount, PathsQuestion,
    Question, Reach, StateSet, Statement, Table, TableId, Unlimited, Update, VarDecl, VarId, check,
};

fn parsed(text: &str) -> Statement {
    Statement::parse(text, 1 << 20, &|_, _, _| None).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

fn never(statement: &Statement, set: &ClosedSet) -> Result<(), String> {
    let evidence = Evidence::ClosedSet(set.clone());
    let checked = check(statement, Answer::Violated, &evidence, &NoAxioms, &mut Unlimited);
    checked.map(drop).map_err(|why| why.to_string())
}

/// Sets of two words, in cubes for values of `z`.
const HOPS: &str = "\
playproof statement 1
var x -3 100
var y 0 1
var z -5 5
e0 const 0
e1 const 1
e2 const 5
e3 const 64
e4 var x
e5 var y
e6 var z
e7 lt e6 e2
e8 add e6 e1
e9 min e8 e2
e10 eq e4 e0
action go
command hop go when e7 : z = e9
command jump go when e10 : x = e3
start 0 0 0
prop p0 e5 p
ask reach p0 holds
end
";

/// -3, 0, 64 and 100.
const VALUES: [u64; 2] = [1 | 1 << 3, 1 << 3 | 1 << 39];

fn hops() -> ClosedSet {
    let bits = [VALUES; 6].concat();
    ClosedSet {
        free: vec![0],
        points: (5..=10).map(|z| z << 8).collect(),
        columns: vec![Column::Sets { words: 2, bits }],
        ..ClosedSet::default()
    }
}

fn sets(words: usize, bits: Vec<u64>) -> Column {
    Column::Sets { words, bits }
}

#[test]
fn cubes_fit_the_variables() {
    let statement = parsed(HOPS);
    assert_eq!(never(&statement, &hops()), Ok(()));
    type Change<'a> = (&'a str, &'a dyn Fn(&mut ClosedSet));
    let bits = |change: &dyn Fn(&mut Vec<u64>)| {
        let mut bits = [VALUES; 6].concat();
        change(&mut bits);
        vec![sets(2, bits)]
    };
    let line = || Column::Ranges(vec![(-3, 100)]);
    let changes: [Change; 26] = [
        ("sets of one word", &|s| s.columns = vec![sets(1, vec![1 | 1 << 3; 6])]),
        ("sets of three words", &|s| s.columns = vec![sets(3, vec![9; 18])]),
        ("half a set", &|s| s.columns = bits(&|b| b.truncate(11))),
        ("one set less", &|s| s.columns = bits(&|b| b.truncate(10))),
        ("one set more", &|s| s.columns = bits(&|b| b.extend(VALUES))),
        ("an empty set", &|s| s.columns = bits(&|b| b[10..].fill(0))),
        ("a set beyond the domain", &|s| s.columns = bits(&|b| b[11] |= 1 << 40)),
        ("a set without a value", &|s| s.columns = bits(&|b| b[5] &= !(1 << 3))),
        ("a set without its least", &|s| s.columns = bits(&|b| b[6] &= !1)),
        ("two columns", &|s| s.columns.push(line())),
        ("no column", &|s| s.columns.clear()),
        ("a variable twice", &|s| {
            s.free = vec![0, 0];
            s.columns.push(line());
        }),
        ("variables out of order", &|s| {
            s.free = vec![1, 0];
            s.columns.insert(0, Column::Ranges(vec![(0, 0)]));
        }),
        ("a variable that is not there", &|s| {
            s.free = vec![0, 3];
            s.columns.push(Column::Ranges(vec![(0, 0)]));
        }),
        ("a variable far away", &|s| s.free = vec![7]),
        ("two variables with sets", &|s| {
            s.free = vec![0, 1];
            s.columns.push(sets(1, vec![1; 6]));
        }),
        ("a bit between states", &|s| s.points[1] |= 1 << 12),
        ("a value beyond its domain", &|s| s.points[5] = 11 << 8),
        ("a free variable not at its least", &|s| s.points[2] |= 1),
        ("a cube less", &|s| {
            s.points.remove(3);
            s.columns = bits(&|b| b.truncate(10));
        }),
        ("not as many ranges as cubes", &|s| s.columns = vec![Column::Ranges(vec![(-3, 100); 2])]),
        ("no range", &|s| s.columns = vec![Column::Ranges(Vec::new())]),
        ("a range that begins too early", &|s| {
            s.columns = vec![Column::Ranges(vec![(-4, 100); 6])]
        }),
        ("a range that ends too late", &|s| s.columns = vec![Column::Ranges(vec![(-3, 101)])]),
        ("an empty range", &|s| s.columns = vec![Column::Ranges(vec![(9, 8)])]),
        ("the target inside", &|s| s.points[4] |= 1 << 7),
    ];
    for (name, change) in changes {
        let mut changed = hops();
        change(&mut changed);
        assert!(never(&statement, &changed).is_err(), "{name}");
    }
    let ranges = ClosedSet { columns: vec![line()], ..hops() };
    assert_eq!(never(&statement, &ranges), Ok(()));
    let each = ClosedSet { columns: vec![Column::Ranges(vec![(-3, 100); 6])], ..hops() };
    assert_eq!(never(&statement, &each), Ok(()));
    // What both leave open is written with two free variables.
    let both = ClosedSet {
        free: vec![0, 2],
        points: vec![0],
        columns: vec![sets(2, VALUES.to_vec()), Column::Ranges(vec![(0, 5)])],
        ..ClosedSet::default()
    };
    assert_eq!(never(&statement, &both), Ok(()));
}

#[test]
fn patterns_fit_the_variables() {
    let statement = parsed(HOPS);
    let of = |patterns: Vec<Vec<(u32, Dom)>>| ClosedSet { patterns, ..hops() };
    let still = || vec![(1, Dom::Range(0, 0)), (2, Dom::Range(5, 5))];
    let is_fine = |set: &ClosedSet| never(&statement, set).is_ok();
    assert!(is_fine(&of(vec![still()])));
    assert!(is_fine(&of(vec![still(); 1 << 16])) && !is_fine(&of(vec![still(); (1 << 16) + 1])));
    let set = |words: &[u64]| Dom::Set(words.to_vec());
    let wrong = [
        vec![],
        vec![(2, Dom::Range(5, 5)), (1, Dom::Range(0, 0))],
        vec![(1, Dom::Range(0, 0)), (1, Dom::Range(0, 0))],
        vec![(1, Dom::Range(0, 0)), (3, Dom::Range(0, 0))],
        vec![(1, Dom::Range(0, 0)), (2, Dom::Range(5, 6))],
        vec![(1, Dom::Range(0, 0)), (2, Dom::Range(5, 4))],
        vec![(1, Dom::Range(-1, 0))],
        vec![(0, set(&[9])), (1, Dom::Range(0, 0))],
        vec![(0, set(&[9, 0, 0])), (1, Dom::Range(0, 0))],
        vec![(0, set(&[0, 0])), (1, Dom::Range(0, 0))],
        vec![(0, set(&[9, 1 << 40])), (1, Dom::Range(0, 0))],
    ];
    for pattern in wrong {
        assert!(!is_fine(&of(vec![pattern.clone()])), "{pattern:?}");
    }
    let whole = vec![(0, set(&[u64::MAX, (1 << 40) - 1])), (1, set(&[1])), (2, Dom::Range(5, 5))];
    assert!(is_fine(&of(vec![whole])));
}

#[test]
fn what_is_written_is_one_value_where_cubes_hold_one() {
    let statement = parsed(
        "playproof statement 1\nvar x 0 1\nvar y 0 1\ne0 const 1\ne1 var x\ne2 var y\naction go\n\
         command go go when e0 : y = e1\nstart 0 0\nprop p0 e2 p\nask reach p0 holds\nend\n",
    );
    let columns = vec![Column::Ranges(vec![(0, 1)])];
    let set = ClosedSet { free: vec![0], points: vec![0], columns, ..ClosedSet::default() };
    assert!(never(&statement, &set).is_err());
}

#[test]
fn a_pattern_keeps_what_is_not_written_and_is_cut_at_its_gaps() {
    let text = "playproof statement 1\nvar x 0 2\nvar y 0 1\nvar z 0 2\ne0 const 1\ne1 var y\n\
                e2 sub e0 e1\ne3 var z\ne4 eq e3 e0\naction go\ncommand go go when e0 : y = e2\n\
                start 0 0 0\nprop p0 e4 p\nask reach p0 holds\nend\n";
    let ends = || Dom::Set(vec![0b101]);
    let pattern =
        |z: Dom| ClosedSet { patterns: vec![vec![(0, ends()), (2, z)]], ..ClosedSet::default() };
    assert_eq!(never(&parsed(text), &pattern(ends())), Ok(()));
    assert!(never(&parsed(text), &pattern(Dom::Range(0, 2))).is_err());
    let written = text.replace(": y = e2", ": y = e2, z = e1");
    assert!(never(&parsed(&written), &pattern(ends())).is_err());
}

#[test]
fn sets_in_clauses_and_circuits_name_what_there_is() {
    let statement = parsed(
        "playproof statement 1\nvar x 0 3\ne0 const 3\ne1 const 0\ne2 var x\ne3 eq e2 e0\naction go\n\
         command go go when e1 : x = e2\nstart 0\nprop p0 e3 p\nask reach p0 holds\nend\n",
    );
    let said = |set: StateSet| {
        let proof = LratProof::default;
        let evidence = Evidence::Invariant(Invariant { set, step: proof(), safe: proof() });
        let said = check(&statement, Answer::Violated, &evidence, &NoAxioms, &mut Unlimited);
        match said {
            Err(CheckError::Rejected(why)) => why.0,
            other => panic!("{other:?}"),
        }
    };
    let wrong = "the set names what there is not";
    for (literal, is_there) in [(1, true), (-2, true), (0, false), (3, false), (-3, false)] {
        let said = said(StateSet::Clauses(vec![vec![-1], vec![-2, literal]]));
        assert_eq!(said == wrong, !is_there, "{literal}: {said}");
    }
    let gate = |bit, then, other| Gate { bit, then, other };
    let circuit =
        |gates: &[Gate], output| said(StateSet::Circuit(Circuit { gates: gates.to_vec(), output }));
    let fine = [gate(0, -1, 1), gate(1, -2, 2)];
    assert_ne!(circuit(&fine, 3), wrong);
    assert_ne!(circuit(&fine, -1), wrong);
    for output in [0, 4, -4, i32::MIN] {
        assert_eq!(circuit(&fine, output), wrong, "{output}");
    }
    let others = [
        gate(2, -2, 2),
        gate(1, 0, 2),
        gate(1, 2, 0),
        gate(1, 3, 2),
        gate(1, 2, 3),
        gate(1, -3, 2),
        gate(1, 2, -3),
        gate(9, 0, 9),
    ];
    for other in others {
        assert_eq!(circuit(&[fine[0], other], 2), wrong, "{other:?}");
    }
    assert_eq!(circuit(&[gate(0, 2, 1)], 1), wrong);
}

fn machine() -> Machine {
    let mut machine = Machine::default();
    let var = |name: &str, lo, hi, len| VarDecl { name: name.to_owned(), lo, hi, len };
    machine.vars = vec![var("x", 0, 3, None), var("a", 0, 3, Some(4))];
    let cells = vec![0, 1, 2, 3].into();
    machine.tables = vec![Table { name: "t".to_owned(), dims: vec![4], cells }];
    machine.nodes = vec![
        Node::Const(1),
        Node::Var(VarId(0)),
        Node::Elem(VarId(1), E(1)),
        Node::Tab(TableId(0), [Some(E(1)), None, None]),
        Node::Div(2, E(1)),
        Node::Ite(E(0), E(1), E(2)),
    ];
    machine.actions = vec![playproof_kernel::Action { name: "go".to_owned() }];
    let updates = vec![
        Update { var: VarId(0), index: None, value: E(5) },
        Update { var: VarId(1), index: Some(E(1)), value: E(3) },
    ];
    let (name, action, guard) = ("go".to_owned(), ActionId(0), E(0));
    machine.commands = vec![Command { name, action, guard, updates }];
    machine.initial = vec![vec![0; 5]];
    machine.atoms = vec![Atom { name: "p".to_owned(), holds: E(0) }];
    machine
}

fn asked(question: Question) -> Vec<Group> {
    vec![Group { name: String::new(), questions: vec![question] }]
}

fn reach(target: u32) -> Question {
    Question::Reach(Reach { target: AtomId(target), on_reach: Answer::Holds })
}

#[test]
fn only_what_is_well_formed_is_a_statement() {
    assert!(Statement::new(machine(), asked(reach(0))).is_ok());
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Machine));
    let changes: [Change; 30] = [
        ("an array without an index", &|m| m.nodes[1] = Node::Var(VarId(1))),
        ("no such variable", &|m| m.nodes[1] = Node::Var(VarId(2))),
        ("an index of no array", &|m| m.nodes[2] = Node::Elem(VarId(0), E(1))),
        ("an index too far", &|m| m.vars[1].len = Some(3)),
        ("no such array", &|m| m.nodes[2] = Node::Elem(VarId(2), E(1))),
        ("no such table", &|m| m.nodes[3] = Node::Tab(TableId(1), [Some(E(1)), None, None])),
        ("no index of a table", &|m| m.nodes[3] = Node::Tab(TableId(0), [None, None, None])),
        ("two indices", &|m| m.nodes[3] = Node::Tab(TableId(0), [Some(E(1)), Some(E(1)), None])),
        ("a third index", &|m| m.nodes[3] = Node::Tab(TableId(0), [Some(E(1)), None, Some(E(1))])),
        ("a cell less", &|m| m.tables[0].cells = vec![0, 1, 2].into()),
        ("a cell more", &|m| m.tables[0].cells = vec![0; 5].into()),
        ("a smaller table", &|m| {
            m.tables[0].dims = vec![3];
            m.tables[0].cells = vec![0; 3].into();
        }),
        ("no size", &|m| {
            m.tables[0].dims = Vec::new();
            m.tables[0].cells = vec![0].into();
        }),
        ("four sizes", &|m| m.tables[0].dims = vec![1, 1, 1, 4]),
        ("a size of 0", &|m| {
            m.tables[0].dims = vec![0];
            m.tables[0].cells = Vec::new().into();
        }),
        ("division by 0", &|m| m.nodes[4] = Node::Div(0, E(1))),
        ("division by less", &|m| m.nodes[4] = Node::Div(-1, E(1))),
        ("a condition of many values", &|m| m.nodes[5] = Node::Ite(E(1), E(1), E(2))),
        ("an operand from later", &|m| m.nodes[4] = Node::Div(2, E(4))),
        ("no such action", &|m| m.commands[0].action = ActionId(1)),
        ("a guard of many values", &|m| m.commands[0].guard = E(1)),
        ("no such guard", &|m| m.commands[0].guard = E(6)),
        ("a write to no variable", &|m| m.commands[0].updates[0].var = VarId(2)),
        ("a write to an array", &|m| m.commands[0].updates[1].index = None),
        ("a written index", &|m| m.commands[0].updates[0].index = Some(E(1))),
        ("a write to no element", &|m| {
            m.vars[0].hi = 4;
            m.nodes[2] = Node::Const(0);
            m.nodes[3] = Node::Const(0);
        }),
        ("a write that leaves its domain", &|m| {
            m.vars[0].hi = 2;
            m.nodes[5] = Node::Const(3);
        }),
        ("a state too short", &|m| m.initial[0] = vec![0; 4]),
        ("a state outside", &|m| m.initial[0][4] = 4),
        ("a proposition of many values", &|m| m.atoms[0].holds = E(1)),
    ];
    for (name, change) in changes {
        let mut changed = machine();
        change(&mut changed);
        assert!(Statement::new(changed, asked(reach(0))).is_err(), "{name}");
    }
    let wide = |lo, hi| {
        let mut wide = machine();
        wide.vars.push(VarDecl { name: "w".to_owned(), lo, hi, len: None });
        wide.initial[0].push(lo);
        Statement::new(wide, asked(reach(0))).is_ok()
    };
    assert!(wide(-2, i32::MAX - 2) && !wide(-2, i32::MAX - 1) && wide(7, 7) && !wide(7, 6));
}

#[test]
fn questions_read_what_there_is() {
    let is_fine = |question: Question| Statement::new(machine(), asked(question)).is_ok();
    let linear = |a: u32| {
        let formula = Linear::new(vec![LinearNode::Atom(AtomId(a), true)]).expect("a formula");
        Question::Linear(LinearQuestion { formula, on_run: Answer::Holds })
    };
    let branching = |a: u32| {
        let formula = Branching::new(vec![BranchingNode::Atom(AtomId(a), true)]);
        BranchingQuestion::new(formula.expect("a formula"))
    };
    let paths =
        |a: u32| Question::Paths(PathsQuestion { target: AtomId(a), count: PathCount::Unique });
    assert!(is_fine(linear(0)) && !is_fine(linear(1)));
    assert!(is_fine(Question::Branching(branching(0))));
    assert!(!is_fine(Question::Branching(branching(1))));
    assert!(is_fine(paths(0)) && !is_fine(paths(1)) && !is_fine(reach(1)));
    // The negation is that of the formula.
    let mut other = branching(0);
    other.negation = other.formula.clone();
    assert!(!is_fine(Question::Branching(other)));
    assert!(Statement::new(machine(), Vec::new()).is_err());
    let mut groups = asked(reach(0));
    groups.push(Group { name: "empty".to_owned(), questions: Vec::new() });
    assert!(Statement::new(machine(), groups).is_err());
}
