//! Closed sets and ways at the edges of what they may be: certificates written by hand, and
//! how the work is limited.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use playproof_kernel::{
    ActionId, Budget, Certificate, CheckError, Command, E, Evaluator, Machine, NoAxioms, Node,
    Program, Progress, Statement, Stop, Update, VarDecl, VarId, Write, check,
};

use crate::corpus::status;
use crate::written::{Payload, cases, certificate, parts_of_a_box, parts_of_a_pattern};

#[test]
fn what_is_written_by_hand_is_judged_by_the_rules() {
    // Too many parts for a checker that is slow.
    let large = [65_536, 65_537].map(|n| [parts_of_a_pattern(n), parts_of_a_box(n, true)]);
    for case in cases().into_iter().chain(large.into_iter().flatten()) {
        let expected = if case.is_right { 0 } else { 4 };
        assert_eq!(status(&case.bytes), expected, "{}", case.name);
    }
}

/// Stops when it was asked so often.
struct Asked(u32);

impl Budget for Asked {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(Stop::Time) } else { ControlFlow::Continue(()) }
    }
}

/// Many variables with a cut each, of which a command reads one after the other: so deep a
/// box is cut, and what is cut is not held on the stack. The budget is asked of the parts.
#[test]
fn boxes_are_cut_deeply_without_a_deep_stack() {
    const N: usize = 1500;
    let mut text = "playproof statement 1\n".to_owned();
    (0..N).for_each(|i| text += &format!("var x{i} 0 1\n"));
    text += "var y 0 1\ne0 const 0\ne1 const 1\n";
    (0..N).for_each(|i| text += &format!("e{} var x{i}\n", i + 2));
    (0..N).for_each(|i| text += &format!("e{} sub e1 e{}\n", N + 2 + i, i + 2));
    // The opposite of the first variable that is 1, or 0: so always 0.
    (0..N).rev().for_each(|i| {
        let further = if i == N - 1 { 0 } else { 3 * N - i };
        let own = 3 * N + 1 - i;
        text += &format!("e{own} if e{} e{} e{further}\n", i + 2, N + 2 + i);
    });
    text += &format!("e{} var y\naction go\n", 3 * N + 2);
    text += &format!("command go go when e1 : y = e{}\n", 3 * N + 1);
    text += &format!("start{}\n", " 0".repeat(N + 1));
    text += &format!("prop p0 e{} p\nask reach p0 holds\nend\n", 3 * N + 2);
    let free: Vec<u64> = (0..N as u64).collect();
    let set = Payload::default().numbers(&free).words(&vec![0; (N + 1).div_ceil(64)]);
    let set = free.iter().fold(set, |set, _| set.number(2).values(&[1]).ranges(&[(0, 1)]));
    let bytes = certificate(&text, "violated", "closed-set", &set.number(0).number(0));
    let checked = move |budget: u32| {
        let certificate = Certificate::parse(&bytes).expect("a certificate");
        let text = certificate.statement.expect("it is carried");
        let statement = Statement::parse(text, 1 << 30, &|_, _, _| None).expect("a statement");
        let evidence = certificate.evidence(1 << 30).expect("evidence");
        check(&statement, certificate.answer, &evidence, &NoAxioms, &mut Asked(budget)).err()
    };
    let small = thread::Builder::new().stack_size(160 << 10);
    let small = small.spawn(move || [checked(u32::MAX), checked(300)]).expect("a thread");
    let [whole, stopped] = small.join().expect("it ends");
    assert!(whole.is_none(), "{whole:?}");
    assert_eq!(stopped, Some(CheckError::Stopped(Stop::Time)));
}

/// What an element may be that is written or not is looked up, not looked for.
#[test]
fn uncertain_writes_after_many_take_no_longer() {
    const ELEMENTS: u32 = 1_000_000;
    const WRITES: usize = 30_000;
    let mut machine = Machine::default();
    let var = |name: &str, len| VarDecl { name: name.to_owned(), lo: 0, hi: 9, len };
    machine.vars = vec![var("own", Some(10)), var("many", Some(ELEMENTS))];
    // Constants 0 to 9; an index that may be anything; one of the elements that it may name.
    machine.nodes = (0..10).map(Node::Const).collect();
    machine.nodes.push(Node::Elem(VarId(0), E(0)));
    let update =
        |var, index, value| Update { var: VarId(var), index: Some(E(index)), value: E(value) };
    let mut updates: Vec<Update> = (0..WRITES as u32).map(|i| update(0, i % 10, 3)).collect();
    updates.extend([update(1, 5, 7), update(1, 10, 4), update(1, 6, 2), update(1, 10, 5)]);
    let (name, action, guard) = ("go".to_owned(), ActionId(0), E(1));
    machine.commands.push(Command { name, action, guard, updates });
    let (bases, domains) = (machine.bases(), machine.domains());
    let program = Program::new(&machine, &bases, &[], &domains);
    let (code, mut evaluator, mut writes) = (program.code(), Evaluator::default(), Vec::new());
    evaluator.begin(code);
    let mut before = domains.clone();
    before[10..].fill((1, 1));
    let start = Instant::now();
    // As far as the index goes: of so many elements one may be written.
    let range = |e: E| match evaluator.range(code, e, &before) {
        (0, 9) => (0, ELEMENTS as i32 - 1),
        known => known,
    };
    program.writes(&program.commands[0].command, range, &before, &mut writes);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert_eq!(writes.len(), WRITES + 2 + 2 * ELEMENTS as usize);
    let mut last = before.clone();
    writes.iter().for_each(|&Write { flat, range }| last[flat as usize] = range);
    assert_eq!(last[0..10], [(3, 3); 10]);
    // Written with 7, then perhaps with 4; with 2; perhaps with 4 and with 5.
    assert_eq!([last[15], last[16], last[17]], [(4, 7), (2, 5), (1, 5)]);
}
