//! Games with an interpreter of their own: what a statement adds to their states, and what
//! evidence about them is.

use std::sync::Arc;

use playproof_kernel::{
    Accepted, Action, ActionId, Answer, Argument, Atom, AtomId, Axioms, CheckError, ClosedSet,
    Column, Count, Dom, E, Evidence, Foreign, Group, Machine, NoAxioms, Node, Piece, Potential,
    Question, Reach, Statement, Step, System, Trace, Unlimited, Val, VarDecl, VarId, check,
};

/// From 0 to 4, a step at a time or back to the beginning; at 4 play is over.
struct Walk {
    vars: Vec<VarDecl>,
    actions: Vec<Action>,
    atoms: Vec<String>,
    /// Where it does not know what going back does.
    doubt: Option<Val>,
}

fn var(name: &str, hi: Val) -> VarDecl {
    VarDecl { name: name.to_owned(), lo: 0, hi, len: None }
}

impl System for Walk {
    fn name(&self) -> &str {
        "walk"
    }
    fn version(&self) -> u32 {
        3
    }
    fn source(&self) -> &str {
        "a way"
    }
    fn vars(&self) -> &[VarDecl] {
        &self.vars
    }
    fn actions(&self) -> &[Action] {
        &self.actions
    }
    fn atoms(&self) -> &[String] {
        &self.atoms
    }
    fn atom(&self, name: &str) -> Option<usize> {
        self.atoms.iter().position(|atom| atom == name)
    }
    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        emit(&[0]);
    }
    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>)) {
        if state[0] < 4 {
            emit(ActionId(0), Some(&[state[0] + 1]));
            match self.doubt == Some(state[0]) {
                true => emit(ActionId(1), None),
                false => emit(ActionId(1), Some(&[0])),
            }
        }
    }
    fn holds(&self, state: &[Val], atom: usize) -> bool {
        [state[0] == 4, state[0] == 2][atom]
    }
}

/// With the propositions as variables, and steps counted up to 3: is 4 reached?
fn machine() -> Machine {
    let foreign = Foreign {
        name: "walk".to_owned(),
        version: 3,
        source: "a way".to_owned(),
        flags: vec!["end".to_owned(), "middle".to_owned()],
        counts_steps: true,
    };
    let mut machine = Machine { foreign: Some(foreign), ..Machine::default() };
    machine.vars = vec![var("x", 4), var("end", 1), var("middle", 1), var("steps", 3)];
    machine.actions = ["on", "back"].map(|name| Action { name: name.to_owned() }).to_vec();
    machine.nodes = vec![Node::Var(VarId(1)), Node::Var(VarId(3)), Node::Const(2)];
    machine.nodes.push(Node::Cmp(playproof_kernel::Op::Le, E(1), E(2)));
    machine.nodes.push(Node::Min(E(0), E(3)));
    let atom = |e| Atom { name: "p".to_owned(), holds: E(e) };
    machine.atoms = vec![atom(0), atom(4)];
    machine
}

fn walk(doubt: Option<Val>) -> Walk {
    let actions = machine().actions;
    let atoms = ["end", "middle"].map(str::to_owned).to_vec();
    Walk { vars: vec![var("x", 4)], actions, atoms, doubt }
}

fn asks(target: u32) -> Question {
    Question::Reach(Reach { target: AtomId(target), on_reach: Answer::Holds })
}

fn group(questions: Vec<Question>) -> Group {
    Group { name: String::new(), questions }
}

fn statement(machine: Machine, target: u32, doubt: Option<Val>) -> Result<Statement, String> {
    let system: Arc<dyn System> = Arc::new(walk(doubt));
    let statement = Statement::with_system(machine, vec![group(vec![asks(target)])], Some(system));
    statement.map_err(|why| why.0)
}

fn trace(actions: &[u32]) -> Evidence {
    let steps = actions.iter().map(|&a| Step::Act { action: ActionId(a), choice: 0 }).collect();
    Evidence::Trace(Trace { initial: 0, steps })
}

fn says(
    statement: &Statement,
    answer: Answer,
    evidence: &Evidence,
) -> Result<Accepted, CheckError> {
    check(statement, answer, evidence, &NoAxioms, &mut Unlimited)
}

/// All that can be reached: three bits, one, one and two.
fn all() -> Vec<u64> {
    let mut states = vec![(0u64, 0u64)];
    let mut at = 0;
    while at < states.len() {
        let (x, n) = states[at];
        for next in [(x + 1, (n + 1).min(3)), (0, (n + 1).min(3))] {
            if x < 4 && !states.contains(&next) {
                states.push(next);
            }
        }
        at += 1;
    }
    let packed = |(x, n): (u64, u64)| x | u64::from(x == 4) << 3 | u64::from(x == 2) << 4 | n << 5;
    states.into_iter().map(packed).collect()
}

#[test]
fn runs_and_lists_of_states_are_checked_with_what_is_added() {
    let end = statement(machine(), 0, None).expect("a statement");
    let accepted = says(&end, Answer::Holds, &trace(&[0, 1, 0, 0, 0, 0])).expect("it ends there");
    assert_eq!(accepted.axioms(), ["walk 3".to_owned()]);
    assert!(says(&end, Answer::Holds, &trace(&[0, 0, 0])).is_err());
    assert!(says(&end, Answer::Holds, &trace(&[0, 0, 0, 0, 0])).is_err());
    // It takes four steps, so that with at most two it is not reached.
    let soon = statement(machine(), 1, None).expect("a statement");
    assert!(says(&soon, Answer::Holds, &trace(&[0, 0, 0, 0])).is_err());
    let of = |points: Vec<u64>| ClosedSet { points, ..ClosedSet::default() };
    let shows = |set: ClosedSet| says(&soon, Answer::Violated, &Evidence::ClosedSet(set)).is_ok();
    assert!(shows(of(all())));
    assert!(says(&end, Answer::Violated, &Evidence::ClosedSet(of(all()))).is_err());
    for i in 0..all().len() {
        let mut less = all();
        less.remove(i);
        assert!(!shows(of(less)), "without state {i}");
    }
    // There are no boxes.
    let set = of(all());
    let potential =
        Potential { count: Some(Count { counter: 3, limit: 2 }), constant: 0, weights: Vec::new() };
    assert!(!shows(ClosedSet { free: vec![3], ..set.clone() }));
    assert!(!shows(ClosedSet { columns: vec![Column::Ranges(vec![(0, 3)])], ..set.clone() }));
    assert!(!shows(ClosedSet { patterns: vec![vec![(0, Dom::Range(0, 4))]], ..set.clone() }));
    assert!(!shows(ClosedSet { potentials: vec![potential], ..set }));
}

#[test]
fn what_the_interpreter_does_not_know_shows_nothing() {
    let soon = statement(machine(), 1, Some(3)).expect("a statement");
    let set = ClosedSet { points: all(), ..ClosedSet::default() };
    assert!(says(&soon, Answer::Violated, &Evidence::ClosedSet(set)).is_err());
    // A run is not in doubt because of what is not done.
    let end = statement(machine(), 0, Some(3)).expect("a statement");
    assert!(says(&end, Answer::Holds, &trace(&[0, 0, 0, 0])).is_ok());
    assert!(says(&end, Answer::Holds, &trace(&[0, 0, 0, 1])).is_err());
}

#[test]
fn what_is_added_must_fit_the_interpreter() {
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Machine));
    let changes: [Change; 14] = [
        ("another name", &|m| m.foreign.as_mut().unwrap().name = "run".to_owned()),
        ("another version", &|m| m.foreign.as_mut().unwrap().version = 4),
        ("another source", &|m| m.foreign.as_mut().unwrap().source = "a path".to_owned()),
        ("an unknown flag", &|m| {
            m.foreign.as_mut().unwrap().flags[1] = "start".to_owned();
            m.vars[2].name = "start".to_owned();
        }),
        ("a flag by another name", &|m| m.vars[2].name = "start".to_owned()),
        ("a flag with more values", &|m| m.vars[1].hi = 2),
        ("a flag from 1", &|m| m.vars[1].lo = 1),
        ("an array of flags", &|m| m.vars[2].len = Some(1)),
        ("steps from 1", &|m| m.vars[3].lo = 1),
        ("an array of steps", &|m| {
            m.vars[3].len = Some(2);
            m.nodes[1] = Node::Const(1);
        }),
        ("other actions", &|m| drop(m.actions.pop())),
        ("other variables", &|m| m.vars[0].hi = 5),
        ("an initial state", &|m| m.initial = vec![vec![0, 0, 0, 0]]),
        ("more flags than variables", &|m| {
            m.vars.truncate(2);
            m.nodes = vec![Node::Var(VarId(1)); 5];
        }),
    ];
    for (name, change) in changes {
        let mut changed = machine();
        change(&mut changed);
        assert!(statement(changed, 0, None).is_err(), "{name}");
    }
}

/// Admits one theorem, about one question or all, with a run or without.
struct Known(Option<(usize, usize)>, bool);

impl Axioms for Known {
    fn shows(
        &self,
        axiom: &str,
        at: Option<(usize, usize)>,
        numbers: &[u32],
        reached: bool,
    ) -> Result<(), String> {
        let is_right = axiom == "far" && at == self.0 && numbers == [7] && reached == self.1;
        if is_right { Ok(()) } else { Err("it does not show that".to_owned()) }
    }
}

#[test]
fn theorems_are_admitted_by_name() {
    let end = statement(machine(), 0, None).expect("a statement");
    let argument = |axiom: &str, run: Option<Trace>| {
        Evidence::Argument(Argument { axiom: axiom.to_owned(), numbers: vec![7], run })
    };
    let far = argument("far", None);
    let says = |answer, evidence: &Evidence, known: &dyn Axioms| {
        check(&end, answer, evidence, known, &mut Unlimited)
    };
    let one = Known(Some((0, 0)), false);
    let accepted = says(Answer::Holds, &far, &one).expect("it is known");
    assert_eq!(accepted.axioms(), ["far".to_owned(), "walk 3".to_owned()]);
    assert!(says(Answer::Violated, &far, &one).is_err());
    assert!(says(Answer::Holds, &argument("near", None), &one).is_err());
    assert!(says(Answer::Holds, &far, &NoAxioms).is_err());
    let run = Trace { initial: 0, steps: Vec::new() };
    assert!(says(Answer::Holds, &argument("far", Some(run)), &Known(Some((0, 0)), true)).is_err());
    // About two groups: in pieces, or at once.
    let system: Arc<dyn System> = Arc::new(walk(None));
    let mut machine = machine();
    machine.atoms[1] = machine.atoms[0].clone();
    let named = |name: &str| Group { name: name.to_owned(), ..group(vec![asks(0), asks(1)]) };
    let two = Statement::with_system(machine, vec![named("a"), named("b")], Some(system));
    let two = two.expect("a statement");
    let says = |evidence: &Evidence, known: &dyn Axioms| {
        check(&two, Answer::Holds, evidence, known, &mut Unlimited).is_ok()
    };
    assert!(says(&far, &Known(None, false)) && !says(&far, &one));
    assert!(!says(&trace(&[0, 0, 0, 0]), &NoAxioms));
    let piece = |group, question| Piece { group, question, evidence: trace(&[0, 0, 0, 0]) };
    let pieces = |all: &[(u32, u32)]| {
        let pieces = all.iter().map(|&(group, question)| piece(group, question)).collect();
        says(&Evidence::Pieces(pieces), &NoAxioms)
    };
    assert!(pieces(&[(0, 0), (1, 0)]) && pieces(&[(0, 1), (1, 1)]));
    for wrong in [&[(0, 0)][..], &[(1, 0), (0, 0)], &[(0, 0), (1, 2)], &[(0, 2), (1, 0)], &[]] {
        assert!(!pieces(wrong), "{wrong:?}");
    }
}

/// A run to what should stay within reach goes with the theorem that nothing is lost.
#[test]
fn a_theorem_about_what_stays_within_reach_has_a_run_there() {
    use playproof_kernel::{Branching, BranchingNode, BranchingQuestion, Runs};
    let always = |first: bool| {
        let nodes = vec![
            BranchingNode::Const(true),
            BranchingNode::Atom(AtomId(0), true),
            BranchingNode::Until(Runs::Some, 0, 1),
            BranchingNode::Const(first),
            BranchingNode::Release(Runs::All, 3, 2),
        ];
        let formula = Branching::new(nodes).expect("a formula");
        let question = Question::Branching(BranchingQuestion::new(formula));
        let system: Arc<dyn System> = Arc::new(walk(None));
        Statement::with_system(machine(), vec![group(vec![question])], Some(system)).expect("one")
    };
    let says = |statement: &Statement, actions: &[u32]| {
        let Evidence::Trace(run) = trace(actions) else { panic!("a trace") };
        let argument = Argument { axiom: "far".to_owned(), numbers: vec![7], run: Some(run) };
        let evidence = Evidence::Argument(argument);
        let known = Known(Some((0, 0)), true);
        check(statement, Answer::Holds, &evidence, &known, &mut Unlimited).is_ok()
    };
    assert!(says(&always(false), &[0, 0, 0, 0]));
    assert!(!says(&always(false), &[0, 0, 0]));
    assert!(!says(&always(true), &[0, 0, 0, 0]), "another formula");
}

#[test]
fn what_was_not_accepted_says_why() {
    let end = statement(machine(), 0, None).expect("a statement");
    let why = says(&end, Answer::Holds, &trace(&[0])).expect_err("it does not end there");
    assert_eq!(why.to_string(), "evidence rejected: the run does not reach the target");
    let why = says(&end, Answer::Violated, &trace(&[0])).expect_err("a run shows no such thing");
    let kind = "evidence of the kind `trace` cannot show of this property: violated";
    assert_eq!(why.to_string(), format!("evidence rejected: {kind}"));
    let stopped = CheckError::Stopped(playproof_kernel::Stop::Time).to_string();
    assert_eq!(stopped, "not checked: the time limit was reached");
}
