//! Limits at their edges, where boxes are cut, and proofs step by step.

use playproof_kernel::{
    Answer, Cnf, Code, E, Evaluator, Evidence, LratProof, Machine, NoAxioms, Node, Op, Statement,
    Step, Trace, Unlimited, Val, VarDecl, VarId, check, check_lrat, in_parts,
};

/// All of so many pairs, of each of which one must be so at the next moment: two ways for
/// each. The parts are told apart by their number alone.
fn pairs(text: &mut Vec<String>, n: usize) -> usize {
    let mut all = None;
    for _ in 0..n {
        let first = text.len();
        text.extend(["is p0".to_owned(), "is p0".to_owned()]);
        text.extend([format!("next f{first}"), format!("next f{}", first + 1)]);
        text.push(format!("or f{} f{}", first + 2, first + 3));
        let last = text.len() - 1;
        all = Some(all.map_or(last, |before| {
            text.push(format!("and f{before} f{last}"));
            text.len() - 1
        }));
    }
    all.expect("a pair")
}

/// Whether a run of one step shows the formula.
fn is_shown(parts: &[String]) -> bool {
    let lines: String =
        (0..).zip(parts).map(|(n, part): (usize, _)| format!("f{n} {part}\n")).collect();
    let text = format!(
        "playproof statement 1\nvar x 0 1\ne0 const 0\ne1 const 1\ne2 var x\naction go\n\
         command go go when e0 : x = e2\nstart 0\nprop p0 e1 p\nask linear holds\n{lines}end\n"
    );
    let statement = Statement::parse(&text, 1 << 20, &|_, _, _| None).expect("a statement");
    let evidence = Evidence::Trace(Trace { initial: 0, steps: vec![Step::Stutter] });
    check(&statement, Answer::Holds, &evidence, &NoAxioms, &mut Unlimited).is_ok()
}

#[test]
fn a_formula_goes_on_in_at_most_1024_ways() {
    let all = |n: usize| {
        let mut text = Vec::new();
        pairs(&mut text, n);
        is_shown(&text)
    };
    assert!(all(1) && all(9) && all(10) && !all(11));
    // One or the other: as many ways as both together.
    let either = |a: usize, b: usize| {
        let mut text = Vec::new();
        let (a, b) = (pairs(&mut text, a), pairs(&mut text, b));
        text.push(format!("or f{a} f{b}"));
        is_shown(&text)
    };
    assert!(either(9, 8) && either(9, 9) && !either(10, 1) && !either(1, 10));
}

/// Of two ways of which one asks for more, that one is left out.
#[test]
fn what_asks_for_more_is_left_out() {
    // Next, a and b; or next a: 512 ways and one that covers them all.
    let mut text = Vec::new();
    let many = pairs(&mut text, 5);
    text.push(format!("next f{}", 0));
    let less = text.len() - 1;
    text.push(format!("and f{many} f{less}"));
    text.push(format!("or f{} f{less}", less + 1));
    let few = text.len() - 1;
    // Were the others kept, this would be 33 times 32 ways.
    let more = pairs(&mut text, 5);
    text.push(format!("and f{few} f{more}"));
    assert!(is_shown(&text));
}

fn var(name: &str, lo: Val, hi: Val, len: Option<u32>) -> VarDecl {
    VarDecl { name: name.to_owned(), lo, hi, len }
}

/// A scalar and an array of three, and what is read of them.
fn machine() -> Machine {
    let vars = vec![var("i", 0, 2, None), var("a", 0, 9, Some(3)), var("x", -9, 9, None)];
    let nodes = vec![
        Node::Var(VarId(0)),
        Node::Elem(VarId(1), E(0)),
        Node::Var(VarId(2)),
        Node::Const(3),
        Node::Cmp(Op::Lt, E(1), E(3)),
        Node::Cmp(Op::Lt, E(2), E(3)),
        Node::Add(E(1), E(2)),
    ];
    Machine { vars, nodes, ..Machine::default() }
}

#[test]
fn boxes_are_cut_along_what_is_read() {
    let machine = machine();
    let bases = machine.bases();
    let code = Code::new(&machine, &bases);
    let mut evaluator = Evaluator::default();
    let mut of = |ranges: [(Val, Val); 5], cuts: &[(u32, Vec<Val>)]| {
        evaluator.begin(code);
        let reads: Vec<usize> = evaluator.reads(code, &[E(4)], &ranges).into_iter().collect();
        let widest = evaluator.widest(code, &[E(6)], &ranges);
        (reads, widest, evaluator.undecided(code, &[E(5), E(4)], &ranges, cuts))
    };
    // The elements that the index can name, and the index.
    let all = [(1, 2), (0, 9), (0, 4), (2, 7), (-3, 2)];
    assert_eq!(of(all, &[]), (vec![0, 2, 3], Some(3), Some(3)));
    let one = [(0, 0), (2, 3), (0, 9), (0, 9), (1, 1)];
    assert_eq!(of(one, &[]), (vec![0, 1], Some(1), Some(1)));
    // Of several as wide the first; what is one value is never cut.
    let alike = [(1, 2), (0, 9), (4, 6), (2, 4), (5, 7)];
    assert_eq!(of(alike, &[]), (vec![0, 2, 3], Some(2), Some(2)));
    let point = [(1, 1), (0, 9), (4, 4), (2, 4), (5, 5)];
    assert_eq!(of(point, &[]), (vec![0, 2], None, None));
    // A cut counts where it is inside, and of what is read.
    assert_eq!(of(all, &[(0, vec![2])]).2, Some(0));
    assert_eq!(of(all, &[(0, vec![1])]).2, Some(3), "the least value begins no upper part");
    assert_eq!(of(all, &[(0, vec![3])]).2, Some(3), "beyond");
    assert_eq!(of(all, &[(1, vec![4])]).2, Some(3), "an element that is not read");
    assert_eq!(of(all, &[(1, vec![4]), (2, vec![2]), (0, vec![2])]).2, Some(2));
}

#[test]
fn parts_are_never_empty_and_begin_at_cuts() {
    let parts = |cuts: &[(u32, Vec<Val>)], most: usize| {
        let mut parts = Vec::new();
        let cut = |part: &[(Val, Val)], may_cut: bool| -> Result<Option<usize>, ()> {
            assert!(part[0].0 <= part[0].1);
            let goes_on = may_cut && part[0].0 < part[0].1;
            if !goes_on {
                parts.push(part[0]);
            }
            Ok(goes_on.then_some(0))
        };
        in_parts(vec![(0, 7)], cuts, most, cut).expect("nothing is wrong");
        parts.sort_unstable();
        parts
    };
    let ones: Vec<(Val, Val)> = (0..8).map(|x| (x, x)).collect();
    for cuts in [vec![], vec![0], vec![8], vec![3, 0], vec![0, 1, 2, 3, 4, 5, 6, 7, 8], vec![-5, 6]]
    {
        assert_eq!(parts(&[(0, cuts.clone())], 8), ones, "{cuts:?}");
    }
    assert_eq!(parts(&[], 2), [(0, 3), (4, 7)]);
    assert_eq!(parts(&[(0, vec![1])], 2), [(0, 0), (1, 7)]);
    assert_eq!(parts(&[(0, vec![1, 6])], 2), [(0, 5), (6, 7)]);
    assert_eq!(parts(&[(0, vec![1, 5, 6])], 2), [(0, 4), (5, 7)]);
    assert_eq!(parts(&[(0, vec![0])], 2), [(0, 3), (4, 7)]);
    assert_eq!(parts(&[(1, vec![1])], 2), [(0, 3), (4, 7)]);
    assert_eq!(parts(&[], 1), [(0, 7)]);
}

/// A proof step by step, as the page on certificates has it.
fn follows(clauses: &[Vec<i32>], proof: &[(Vec<i32>, Vec<u64>)]) -> bool {
    let mut known = clauses.to_vec();
    for (clause, hints) in proof {
        let mut is_false: Vec<i32> = clause.clone();
        let mut is_over = clause.iter().any(|l| clause.contains(&-l));
        for &hint in hints {
            let at = (hint as usize).wrapping_sub(1);
            let (false, Some(named)) = (is_over, known.get(at)) else { return false };
            let mut left: Vec<i32> =
                named.iter().copied().filter(|l| !is_false.contains(l)).collect();
            left.sort_unstable();
            left.dedup();
            match left[..] {
                [] => is_over = true,
                [unit] if !is_false.contains(&-unit) => is_false.push(-unit),
                _ => return false,
            }
        }
        if !is_over {
            return false;
        }
        known.push(clause.clone());
    }
    known.iter().any(Vec::is_empty)
}

#[test]
fn proofs_are_judged_step_by_step() {
    let mut random = crate::ways::Random(0x0BAD_5EED_0BAD_5EED);
    let mut counts = [0; 2];
    for round in 0..6000 {
        let literal = |random: &mut crate::ways::Random| {
            let variable = 1 + random.below(3) as i32;
            if random.is(2) { variable } else { -variable }
        };
        let clause = |random: &mut crate::ways::Random, most: usize| -> Vec<i32> {
            (0..random.below(most + 1)).map(|_| literal(random)).collect()
        };
        // All clauses of two variables: nothing makes them true; and others.
        let mut clauses: Vec<Vec<i32>> =
            [[1, 2], [1, -2], [-1, 2], [-1, -2]].map(|c| c.to_vec()).to_vec();
        clauses.extend((0..random.below(3)).map(|_| clause(&mut random, 3)));
        let n = clauses.len() as u64;
        let mut proof = vec![(vec![1], vec![1, 2]), (vec![], vec![n + 1, 3, 4])];
        for _ in 0..random.below(3) {
            let at = random.below(proof.len() + 1);
            let hints = (0..random.below(3)).map(|_| random.below(n as usize + 4) as u64).collect();
            let step = (clause(&mut random, 2), hints);
            match random.below(4) {
                0 => proof.insert(at, step),
                1 if at < proof.len() => proof[at].1.push(random.below(n as usize + 3) as u64),
                2 if at < proof.len() => drop(proof[at].1.pop()),
                _ if at < proof.len() => proof[at].0.extend(step.0),
                _ => proof.push((vec![2, -2], vec![])),
            }
        }
        let mut cnf = Cnf::new(3);
        clauses.iter().for_each(|clause| cnf.push(clause));
        let mut written = LratProof::default();
        proof.iter().for_each(|(clause, hints)| written.push(clause, hints));
        let is_right = follows(&clauses, &proof);
        let is_accepted = check_lrat(&cnf, &written, &mut Unlimited).is_ok();
        assert_eq!(is_accepted, is_right, "round {round}: {clauses:?} {proof:?}");
        counts[usize::from(is_right)] += 1;
    }
    assert!(counts.iter().all(|&n| n > 500), "{counts:?}");
    let mut cnf = Cnf::new(1);
    cnf.push(&[]);
    for (literal, is_right) in [(1, true), (-1, true), (2, false), (-2, false), (0, false)] {
        let mut proof = LratProof::default();
        proof.push(&[literal], &[1]);
        assert_eq!(check_lrat(&cnf, &proof, &mut Unlimited).is_ok(), is_right, "{literal}");
    }
}
