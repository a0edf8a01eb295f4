//! What is a counter of a potential, which formulas a trap refutes, and comparisons.

use playproof_kernel::{
    Action, ActionId, AtomId, Branching, BranchingNode, Command, E, EscapeKind, Foreign, Machine,
    Node, Op, Runs, Update, VarDecl, VarId,
};

/// The second variable counts, by 2 and by 0, up to 4.
fn machine() -> Machine {
    let var = |name: &str, lo, hi| VarDecl { name: name.to_owned(), lo, hi, len: None };
    let constant = Node::Const;
    let nodes = vec![
        constant(2),
        constant(0),
        constant(4),
        Node::Var(VarId(1)),
        Node::Var(VarId(0)),
        Node::Add(E(3), E(0)),
        Node::Min(E(5), E(2)),
        Node::Add(E(3), E(1)),
        Node::Min(E(7), E(2)),
    ];
    let command = |value: u32| Command {
        name: "go".to_owned(),
        action: ActionId(0),
        guard: E(1),
        updates: vec![Update { var: VarId(1), index: None, value: E(value) }],
    };
    Machine {
        vars: vec![var("x", 0, 4), var("n", 0, 4)],
        nodes,
        actions: vec![Action { name: "go".to_owned() }],
        commands: vec![command(6), command(8)],
        initial: vec![vec![3, 0], vec![0, 0]],
        ..Machine::default()
    }
}

#[test]
fn a_counter_only_counts() {
    assert_eq!(machine().counted(1), Some(vec![2, 0]));
    assert_eq!(machine().counted(0), None);
    assert_eq!(machine().counted(2), None);
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Machine));
    let changes: [Change; 11] = [
        ("from 1", &|m| m.initial[1][1] = 1),
        ("a domain from -1", &|m| m.vars[1].lo = -1),
        ("an array", &|m| m.vars[1].len = Some(1)),
        ("less than nothing", &|m| m.nodes[1] = Node::Const(-1)),
        ("another cap", &|m| m.vars[1].hi = 5),
        ("another variable", &|m| m.nodes[3] = Node::Var(VarId(0))),
        ("no constant", &|m| m.nodes[1] = Node::Var(VarId(0))),
        ("no sum", &|m| m.nodes[7] = Node::Sub(E(3), E(1))),
        ("no least", &|m| m.nodes[8] = Node::Max(E(7), E(2))),
        ("not written", &|m| m.commands[1].updates.clear()),
        ("written twice", &|m| {
            let update = m.commands[1].updates[0];
            m.commands[1].updates.push(update);
        }),
    ];
    for (name, change) in changes {
        let mut changed = machine();
        change(&mut changed);
        assert_eq!(changed.counted(1), None, "{name}");
    }
    // With an interpreter the last variable counts steps, if one does.
    let foreign = |counts_steps| Machine {
        foreign: Some(Foreign {
            name: "own".to_owned(),
            version: 1,
            source: String::new(),
            flags: Vec::new(),
            counts_steps,
        }),
        commands: Vec::new(),
        ..machine()
    };
    assert_eq!([0, 1].map(|n| foreign(true).counted(n)), [None, Some(vec![1])]);
    assert_eq!([0, 1].map(|n| foreign(false).counted(n)), [None, None]);
}

#[test]
fn formulas_of_four_forms_and_no_other_can_be_escaped() {
    use BranchingNode::{And, Atom, Const, Or, Release, Until};
    let (p, q) = (Atom(AtomId(0), true), Atom(AtomId(1), true));
    // 0 true, 1 p, 2 q, 3 false, 4 EF p, 5 AF q, 6 what is asked all along.
    let of = |body: BranchingNode, until: u32, runs: Runs| {
        let nodes = vec![
            Const(true),
            p,
            q,
            Const(false),
            Until(Runs::Some, 0, 1),
            Until(Runs::All, 0, 2),
            body,
            Release(runs, until, 6),
        ];
        Branching::new(nodes).expect("a formula")
    };
    let kind = |formula: &Branching| formula.escapable().map(|e| (e.target, e.kind));
    let reach = Until(Runs::Some, 0, 1);
    let is = |kind| Some((AtomId(0), kind));
    let always = of(reach, 3, Runs::All);
    assert_eq!(
        (kind(&always), always.always_possible()),
        (is(EscapeKind::Always), Some(AtomId(0)))
    );
    let until = of(reach, 1, Runs::All);
    assert_eq!(
        (kind(&until), until.always_possible()),
        (is(EscapeKind::UntilThen), Some(AtomId(0)))
    );
    for (left, right) in [(2, 4), (4, 2)] {
        let unless = of(Or(left, right), 3, Runs::All);
        assert_eq!(kind(&unless), is(EscapeKind::Unless(AtomId(1))));
        assert_eq!(unless.always_possible(), None);
    }
    for (left, right) in [(5, 4), (4, 5)] {
        let inevitable = of(Or(left, right), 3, Runs::All);
        assert_eq!(kind(&inevitable), is(EscapeKind::OrInevitably(AtomId(1))));
    }
    let others = [
        of(reach, 2, Runs::All),
        of(reach, 0, Runs::All),
        of(reach, 3, Runs::Some),
        of(Until(Runs::All, 0, 1), 3, Runs::All),
        of(Until(Runs::Some, 2, 1), 3, Runs::All),
        of(Until(Runs::Some, 0, 3), 3, Runs::All),
        of(And(2, 4), 3, Runs::All),
        of(Or(2, 5), 3, Runs::All),
        of(Or(3, 4), 3, Runs::All),
        of(p, 3, Runs::All),
        of(Or(2, 4), 1, Runs::All),
    ];
    for other in others {
        assert_eq!(kind(&other), None, "{:?}", other.nodes());
    }
}

#[test]
fn comparisons_compare() {
    let said = |op: Op| [(1, 2), (2, 2), (3, 2)].map(|(a, b)| op.on(a, b));
    assert_eq!(said(Op::Eq), [false, true, false]);
    assert_eq!(said(Op::Ne), [true, false, true]);
    assert_eq!(said(Op::Lt), [true, false, false]);
    assert_eq!(said(Op::Le), [true, true, false]);
}
