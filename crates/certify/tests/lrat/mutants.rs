//! Proofs of random problems, and what becomes of them when they are changed.
//!
//! A mutant may still be a proof. It is judged by brute force: whatever is
//! accepted adds only clauses that follow, and proves nothing that can be
//! satisfied.

use playproof_certify::{Unlimited, check_lrat};

use crate::problem::{Problem, Random, is_true};
use crate::prover::{Step, proof_of, prove};

const N_PROBLEMS: usize = 400;
const N_MUTANTS: usize = 60;

fn accepts(problem: &Problem, steps: &[Step]) -> bool {
    let proof = proof_of(steps);
    proof.is_some_and(|p| check_lrat(&problem.cnf(), &p, &mut Unlimited).is_ok())
}

/// Random problems without solutions, each with a proof.
fn proofs(seed: u64) -> impl Iterator<Item = (Problem, Vec<Step>, Random)> {
    let mut random = Random(seed);
    let problems = std::iter::repeat_with(move || {
        let problem = Problem::random(&mut random);
        problem.solutions().is_empty().then(|| {
            let steps = prove(&problem, &mut random);
            let own = Random(random.below(usize::MAX) as u64);
            (problem, steps, own)
        })
    });
    problems.flatten().take(N_PROBLEMS)
}

#[test]
fn real_proofs_are_accepted() {
    let (mut n_added, mut n_deleted) = (0, 0);
    for (problem, steps, _) in proofs(1) {
        let proof = proof_of(&steps).expect("a proof's shape");
        let verdict = check_lrat(&problem.cnf(), &proof, &mut Unlimited);
        assert_eq!(verdict, Ok(()), "{problem:?}\n{}", proof.to_text());
        n_added += proof.n_added();
        n_deleted += proof.n_steps() - proof.n_added();
    }
    assert!(n_added > 5 * N_PROBLEMS, "{n_added} clauses added");
    assert!(n_deleted > N_PROBLEMS, "{n_deleted} deletions");
}

/// One change of one kind; whether there was anything to change.
fn mutate(steps: &mut Vec<Step>, kind: usize, n_vars: u32, random: &mut Random) -> bool {
    let at = random.below(steps.len());
    let last_id = steps.iter().rev().find_map(|s| match s {
        Step::Add { id, .. } => Some(*id),
        Step::Delete(_) => None,
    });
    let greatest = last_id.unwrap_or(1) as usize;
    let invented = 1 + random.below(greatest + 2) as u64;
    match (kind, &mut steps[at]) {
        (0, _) => drop(steps.remove(at)),
        (1, _) => {
            let other = random.below(steps.len());
            steps.swap(at, other);
        }
        (2, _) => steps.insert(at, Step::Delete(vec![invented])),
        (3, step) => {
            let copy = step.clone();
            steps.insert(at, copy);
        }
        (4, Step::Add { clause, .. }) if !clause.is_empty() => {
            let i = random.below(clause.len());
            clause[i] = random.literal(n_vars + 1);
        }
        (5, Step::Add { clause, .. }) if !clause.is_empty() => {
            clause.remove(random.below(clause.len()));
        }
        (6, Step::Add { clause, .. }) => clause.push(random.literal(n_vars)),
        (7, Step::Add { hints, .. }) if !hints.is_empty() => {
            hints.remove(random.below(hints.len()));
        }
        (8, Step::Add { hints, .. }) if hints.len() > 1 => {
            let i = 1 + random.below(hints.len() - 1);
            hints.swap(0, i);
        }
        (9, Step::Add { hints, .. }) => hints.insert(random.below(hints.len() + 1), invented),
        (10, Step::Add { hints, .. }) if !hints.is_empty() => {
            let i = random.below(hints.len());
            hints[i] = invented;
        }
        (11, Step::Add { id, .. }) => *id = invented,
        (12, Step::Add { clause, .. }) => clause.clear(),
        (13, Step::Delete(ids)) => ids.push(invented),
        _ => return false,
    }
    true
}

const N_KINDS: usize = 14;

#[test]
fn mutants_prove_only_what_follows() {
    let mut n_rejected = [0; N_KINDS];
    for (problem, steps, mut random) in proofs(2) {
        // A problem that the proof is not of: it lost clauses, by becoming
        // always true so that ids stay, until something satisfies it.
        let mut weaker = problem.clone();
        while weaker.solutions().is_empty() {
            let i = random.below(weaker.clauses.len());
            weaker.clauses[i] = vec![1, -1];
        }
        let solutions = weaker.solutions();
        assert!(!accepts(&weaker, &steps));
        for i in 0..N_MUTANTS {
            let kind = i % N_KINDS;
            let mut mutant = steps.clone();
            if !mutate(&mut mutant, kind, problem.n_vars, &mut random) {
                continue;
            }
            assert!(!accepts(&weaker, &mutant), "{weaker:?}\n{mutant:?}");
            n_rejected[kind] += usize::from(!accepts(&problem, &mutant));
            check_prefixes(&weaker, &solutions, &mutant);
        }
    }
    assert!(n_rejected.iter().all(|&n| n > 0), "{n_rejected:?}");
}

/// Whatever steps are accepted before the first wrong one add only clauses
/// that every solution satisfies. A problem with solutions never gets as far
/// as the empty clause, so steps count as accepted where that is all that is
/// missing.
fn check_prefixes(problem: &Problem, solutions: &[u32], steps: &[Step]) {
    let cnf = problem.cnf();
    let Some(proof) = proof_of(steps) else { return };
    let error = check_lrat(&cnf, &proof, &mut Unlimited).unwrap_err();
    let error = error.to_string();
    let wrong_step = error
        .split("step ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok())
        .map_or(steps.len(), |step| step - 1);
    for step in &steps[..wrong_step] {
        if let Step::Add { clause, .. } = step {
            assert!(solutions.iter().all(|&x| is_true(clause, x)), "{clause:?}");
        }
    }
}

#[test]
fn a_proof_needs_every_clause_it_uses() {
    for (problem, steps, _) in proofs(3).take(100) {
        for i in 0..problem.clauses.len() {
            let mut weaker = problem.clone();
            weaker.clauses[i] = vec![1, -1];
            let accepted = accepts(&weaker, &steps);
            let used = steps.iter().any(|s| match s {
                Step::Add { hints, .. } => hints.contains(&(i as u64 + 1)),
                Step::Delete(_) => false,
            });
            assert_eq!(accepted, !used);
        }
    }
}
