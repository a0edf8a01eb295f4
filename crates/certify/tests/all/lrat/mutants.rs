//! Proofs of random problems, and what becomes of them when they are changed.
//!
//! A mutant may still be a proof. It is judged by brute force: whatever is
//! accepted adds only clauses that follow, and proves nothing that can be
//! satisfied.

use playproof_certify::{LratProof, Unlimited, check_lrat, to_text};

use super::problem::{Problem, Random, is_true};
use super::prover::{Step, proof_of, prove};

const N_PROBLEMS: usize = 400;
const N_MUTANTS: usize = 60;

fn accepts(problem: &Problem, steps: &[Step]) -> bool {
    let proof = proof_of(problem.clauses.len(), steps);
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
        let n_clauses = problem.clauses.len();
        let proof = proof_of(n_clauses, &steps).expect("a proof's shape");
        let verdict = check_lrat(&problem.cnf(), &proof, &mut Unlimited);
        assert_eq!(
            verdict,
            Ok(()),
            "{problem:?}\n{}",
            to_text(n_clauses, &proof)
        );
        n_added += proof.n_steps();
        n_deleted += steps.len() - proof.n_steps();
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
    // Deletions are left out, so that more of them change nothing.
    let by_kind = n_rejected.iter().enumerate();
    let mut as_expected = by_kind.map(|(kind, &n)| (n > 0) != [2, 13].contains(&kind));
    assert!(as_expected.all(|is| is), "{n_rejected:?}");
}

/// The same in the kernel's own numbers, which no builder looks at.
#[test]
fn mutants_in_the_kernels_numbers_prove_only_what_follows() {
    let mut n_rejected = [0; 10];
    for (problem, steps, mut random) in proofs(4).take(200) {
        let proof = proof_of(problem.clauses.len(), &steps).expect("a proof's shape");
        let own: Vec<(Vec<i32>, Vec<u64>)> = proof
            .steps()
            .map(|(clause, hints)| (clause.to_vec(), hints.to_vec()))
            .collect();
        let mut weaker = problem.clone();
        while weaker.solutions().is_empty() {
            let i = random.below(weaker.clauses.len());
            weaker.clauses[i] = vec![1, -1];
        }
        let solutions = weaker.solutions();
        for i in 0..N_MUTANTS {
            let kind = i % n_rejected.len();
            let mut mutant = own.clone();
            let at = random.below(mutant.len());
            let n_ids = problem.clauses.len() + own.len();
            let invented = match random.below(4) {
                0 => [0, n_ids as u64 + 1, u64::MAX, 1 << 63][random.below(4)],
                _ => 1 + random.below(n_ids) as u64,
            };
            let literal = match random.below(4) {
                0 => [0, i32::MIN, i32::MAX, problem.n_vars as i32 + 1][random.below(4)],
                _ => random.literal(problem.n_vars),
            };
            let (clause, hints) = &mut mutant[at];
            match kind {
                0 => drop(mutant.remove(at)),
                1 => {
                    let other = random.below(own.len());
                    mutant.swap(at, other);
                }
                2 => mutant.insert(at, own[random.below(own.len())].clone()),
                3 if !clause.is_empty() => {
                    let i = random.below(clause.len());
                    clause[i] = literal;
                }
                4 if !clause.is_empty() => drop(clause.remove(random.below(clause.len()))),
                5 => clause.push(literal),
                6 if !hints.is_empty() => drop(hints.remove(random.below(hints.len()))),
                7 => hints.insert(random.below(hints.len() + 1), invented),
                8 if !hints.is_empty() => {
                    let i = random.below(hints.len());
                    hints[i] = invented;
                }
                9 => clause.clear(),
                _ => continue,
            }
            let mut raw = LratProof::default();
            mutant.iter().for_each(|(c, h)| raw.push(c, h));
            let verdict = check_lrat(&problem.cnf(), &raw, &mut Unlimited);
            n_rejected[kind] += usize::from(verdict.is_err());
            let error = check_lrat(&weaker.cnf(), &raw, &mut Unlimited).unwrap_err();
            let clauses: Vec<&[i32]> = mutant.iter().map(|(clause, _)| &clause[..]).collect();
            assert_prefix_follows(&error.to_string(), &solutions, &clauses);
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
    let Some(proof) = proof_of(problem.clauses.len(), steps) else {
        return;
    };
    let error = check_lrat(&cnf, &proof, &mut Unlimited).unwrap_err();
    let clauses: Vec<&[i32]> = proof.steps().map(|(clause, _)| clause).collect();
    assert_prefix_follows(&error.to_string(), solutions, &clauses);
}

fn assert_prefix_follows(error: &str, solutions: &[u32], clauses: &[&[i32]]) {
    let wrong_step = error
        .split("step ")
        .nth(1)
        .and_then(|rest| rest.split(':').next()?.parse::<usize>().ok())
        .map_or(clauses.len(), |step| step - 1);
    for clause in &clauses[..wrong_step] {
        assert!(solutions.iter().all(|&x| is_true(clause, x)), "{clause:?}");
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
