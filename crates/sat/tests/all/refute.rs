//! Proofs by the solver, read by the checker.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playproof_certify::{Budget, Cnf, LratProof, Progress, Stop, Unlimited, check_lrat, to_text};
use playproof_sat::{NotRefuted, Solver, refute};

fn cnf(n_vars: u32, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new(n_vars);
    for clause in clauses {
        cnf.push(clause);
    }
    cnf
}

/// More pigeons than holes, by one.
fn pigeons(n_holes: i32) -> Cnf {
    let sits = |pigeon: i32, hole: i32| pigeon * n_holes + hole + 1;
    let mut cnf = Cnf::new(((n_holes + 1) * n_holes) as u32);
    for pigeon in 0..=n_holes {
        let somewhere: Vec<i32> = (0..n_holes).map(|hole| sits(pigeon, hole)).collect();
        cnf.push(&somewhere);
    }
    for hole in 0..n_holes {
        for a in 0..=n_holes {
            for b in 0..a {
                cnf.push(&[-sits(a, hole), -sits(b, hole)]);
            }
        }
    }
    cnf
}

fn accepted(cnf: &Cnf, proof: &LratProof) {
    if let Err(error) = check_lrat(cnf, proof, &mut Unlimited) {
        panic!("{error}\n{cnf:?}\n{}", to_text(cnf.n_clauses(), proof));
    }
}

fn brute_force(cnf: &Cnf) -> bool {
    let n = cnf.n_vars();
    (0u32..1 << n).any(|bits| {
        let is_true = |l: &i32| (bits >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0);
        cnf.clauses().all(|clause| clause.iter().any(is_true))
    })
}

#[test]
fn small_contradictions() {
    let cases: &[&[&[i32]]] = &[
        &[&[]],
        &[&[1], &[]],
        &[&[], &[1], &[-1]],
        &[&[1], &[-1]],
        &[&[-1], &[1], &[2, 3]],
        &[&[1, 1], &[-1, -1]],
        &[&[1, -1], &[2], &[-2]],
        &[&[1], &[-1, 2], &[-2, 3], &[-3]],
        &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]],
        &[&[1, 2, 2], &[1, -2, 1], &[-1, 2], &[-2, -1, -2], &[3, -3]],
        &[&[1], &[1], &[1], &[-1]],
    ];
    for clauses in cases {
        let cnf = cnf(3, clauses);
        let proof = refute(&cnf, &mut Unlimited).expect("a contradiction");
        accepted(&cnf, &proof);
    }
}

#[test]
fn what_can_be_true_is_not_refuted() {
    for clauses in [&[][..], &[&[1][..]], &[&[1, 2], &[-1]]] {
        let answer = refute(&cnf(2, clauses), &mut Unlimited);
        assert_eq!(answer, Err(NotRefuted::Satisfiable));
    }
}

#[test]
fn random_clauses_agree_with_all_assignments() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut n_refuted = 0;
    for _ in 0..6000 {
        let n_vars = rng.u32(1..11);
        let n_clauses = rng.usize(1..60);
        let mut cnf = Cnf::new(n_vars);
        for _ in 0..n_clauses {
            let length = rng.usize(1..5);
            let literal = |_| rng.i32(1..=n_vars as i32) * if rng.bool() { 1 } else { -1 };
            let clause: Vec<i32> = (0..length).map(literal).collect();
            cnf.push(&clause);
        }
        match refute(&cnf, &mut Unlimited) {
            Ok(proof) => {
                accepted(&cnf, &proof);
                n_refuted += 1;
            }
            Err(why) => {
                assert_eq!(why, NotRefuted::Satisfiable);
                assert!(brute_force(&cnf), "{cnf:?}");
            }
        }
    }
    assert!(n_refuted > 2000, "only {n_refuted}");
}

#[test]
fn hard_random_clauses() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut n_refuted = 0;
    for _ in 0..30 {
        let n_vars = 120;
        let mut cnf = Cnf::new(n_vars);
        for _ in 0..n_vars * 46 / 10 {
            let literal = |_| rng.i32(1..=n_vars as i32) * if rng.bool() { 1 } else { -1 };
            let clause: Vec<i32> = (0..3).map(literal).collect();
            cnf.push(&clause);
        }
        if let Ok(proof) = refute(&cnf, &mut Unlimited) {
            accepted(&cnf, &proof);
            n_refuted += 1;
        }
    }
    assert!(n_refuted > 10, "only {n_refuted}");
}

#[test]
fn pigeons_and_proofs_without_what_is_not_needed() {
    let mut cnf = pigeons(7);
    let proof = refute(&cnf, &mut Unlimited).unwrap();
    accepted(&cnf, &proof);
    // Every step but the last is named by a later one.
    let hints = proof.steps().flat_map(|(_, hints)| hints.iter().copied());
    let named: std::collections::HashSet<u64> = hints.collect();
    let first = cnf.n_clauses() as u64 + 1;
    let last = cnf.n_clauses() as u64 + proof.n_steps() as u64;
    assert!((first..last).all(|id| named.contains(&id)));
    // One clause less, and there is room for all.
    let clauses: Vec<Vec<i32>> = cnf.clauses().map(<[i32]>::to_vec).collect();
    cnf = Cnf::new(cnf.n_vars());
    for clause in &clauses[1..] {
        cnf.push(clause);
    }
    let answer = refute(&cnf, &mut Unlimited);
    assert_eq!(answer, Err(NotRefuted::Satisfiable));
}

/// Stops after a time, and remembers when it was last asked.
struct Deadline {
    end: Instant,
    longest_silence: Duration,
    asked: Cell<Instant>,
}

impl Deadline {
    fn after(millis: u64) -> Deadline {
        Deadline {
            end: Instant::now() + Duration::from_millis(millis),
            longest_silence: Duration::ZERO,
            asked: Cell::new(Instant::now()),
        }
    }
}

impl Budget for Deadline {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        let now = Instant::now();
        let silence = now - self.asked.replace(now);
        self.longest_silence = self.longest_silence.max(silence);
        match now < self.end {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Stop::Time),
        }
    }
}

#[test]
fn a_hard_question_is_given_up_in_time() {
    let hard = pigeons(12);
    let mut budget = Deadline::after(1000);
    let answer = refute(&hard, &mut budget);
    let late = budget.end.elapsed();
    assert_eq!(answer, Err(NotRefuted::Stopped(Stop::Time)));
    assert!(late < Duration::from_millis(200), "late by {late:?}");
    assert!(budget.longest_silence < Duration::from_millis(200));

    let mut solver = Solver::default();
    for clause in hard.clauses() {
        solver.add_clause(clause);
    }
    let mut budget = Deadline::after(500);
    let answer = solver.satisfiable(&[1, 14], &mut budget);
    assert_eq!(answer, Err(Stop::Time));
    assert!(budget.end.elapsed() < Duration::from_millis(200));
    // It goes on where it was, within another budget.
    assert_eq!(solver.satisfiable(&[1, 13], &mut Unlimited), Ok(false));
    assert!(solver.failed(1) && solver.failed(13));
}

/// Stops where more than so many bytes are in use.
struct Memory(u64);

impl Budget for Memory {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.bytes <= self.0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Stop::Memory),
        }
    }
}

#[test]
fn the_memory_of_a_proof_is_counted() {
    let answer = refute(&pigeons(12), &mut Memory(20 << 20));
    assert_eq!(answer, Err(NotRefuted::Stopped(Stop::Memory)));
}
