//! A small prover: case distinction with unit propagation, which writes down
//! what it learned from each case.

use playproof_certify::{LratProof, ProofBuilder};

use super::problem::{Problem, Random};

/// A step that owns its lists, so that it can be changed.
#[derive(Clone, Debug)]
pub enum Step {
    Add {
        id: u64,
        clause: Vec<i32>,
        hints: Vec<u64>,
    },
    Delete(Vec<u64>),
}

/// The steps as a proof about so many clauses, if they have its shape.
pub fn proof_of(n_clauses: usize, steps: &[Step]) -> Option<LratProof> {
    let mut builder = ProofBuilder::new(n_clauses);
    for step in steps {
        let appended = match step {
            Step::Add { id, clause, hints } => builder.add(*id, clause, hints),
            Step::Delete(ids) => builder.delete(ids),
        };
        appended.ok()?;
    }
    Some(builder.finish())
}

/// A proof that an unsatisfiable problem is one.
pub fn prove(problem: &Problem, random: &mut Random) -> Vec<Step> {
    let mut prover = Prover {
        problem,
        random,
        last_id: problem.clauses.len() as u64,
        steps: Vec::new(),
    };
    let (id, clause) = prover.refute(&mut Vec::new());
    assert!(clause.is_empty(), "the problem can be satisfied");
    // The empty clause may be an original one.
    if prover.steps.is_empty() {
        prover.learn(Vec::new(), vec![id]);
    }
    prover.steps
}

struct Prover<'a> {
    problem: &'a Problem,
    random: &'a mut Random,
    last_id: u64,
    steps: Vec<Step>,
}

impl Prover<'_> {
    /// A clause, and its id, that is false where these literals are true.
    fn refute(&mut self, decided: &mut Vec<i32>) -> (u64, Vec<i32>) {
        // Literals that are true, each with the clause that made it so.
        let mut trail: Vec<(i32, Option<usize>)> = decided.iter().map(|&l| (l, None)).collect();
        loop {
            let is = |l: i32| trail.iter().any(|t| t.0 == l);
            let mut unit = None;
            for (i, clause) in self.problem.clauses.iter().enumerate() {
                let open: Vec<i32> = clause.iter().copied().filter(|&l| !is(-l)).collect();
                if open.is_empty() {
                    return self.explain(i, &trail);
                }
                if !open.iter().any(|&l| is(l)) && open.iter().all(|l| *l == open[0]) {
                    unit = Some((open[0], Some(i)));
                }
            }
            let Some(unit) = unit else { break };
            trail.push(unit);
        }
        let known = |v: i32| trail.iter().any(|t| t.0.abs() == v);
        let free = (1..=self.problem.n_vars as i32).find(|&v| !known(v));
        let mut literal = free.expect("the problem can be satisfied");
        if self.random.below(2) == 0 {
            literal = -literal;
        }
        let (yes, mut clause) = self.refute_with(literal, decided);
        if !clause.contains(&-literal) {
            return (yes, clause);
        }
        let (no, other) = self.refute_with(-literal, decided);
        if !other.contains(&literal) {
            return (no, other);
        }
        clause.extend(other);
        clause.retain(|l| l.abs() != literal.abs());
        clause.sort_unstable();
        clause.dedup();
        let id = self.learn(clause.clone(), vec![yes, no]);
        let n_original = self.problem.clauses.len() as u64;
        let used: Vec<u64> = [yes, no].into_iter().filter(|&i| i > n_original).collect();
        if !used.is_empty() {
            self.steps.push(Step::Delete(used));
        }
        (id, clause)
    }

    fn refute_with(&mut self, literal: i32, decided: &mut Vec<i32>) -> (u64, Vec<i32>) {
        decided.push(literal);
        let refuted = self.refute(decided);
        decided.pop();
        refuted
    }

    /// The decisions that made a clause false, as a clause that follows.
    fn explain(&mut self, falsified: usize, trail: &[(i32, Option<usize>)]) -> (u64, Vec<i32>) {
        let clauses = &self.problem.clauses;
        let mut needed = clauses[falsified].clone();
        let mut hints = vec![falsified as u64 + 1];
        let mut learned = Vec::new();
        for &(literal, reason) in trail.iter().rev() {
            if !needed.contains(&-literal) {
                continue;
            }
            match reason {
                None => learned.push(-literal),
                Some(i) => {
                    hints.push(i as u64 + 1);
                    needed.extend(clauses[i].iter().filter(|l| **l != literal));
                }
            }
        }
        if let [only] = hints[..] {
            return (only, learned);
        }
        hints.reverse();
        (self.learn(learned.clone(), hints), learned)
    }

    /// Ids leave gaps.
    fn learn(&mut self, clause: Vec<i32>, hints: Vec<u64>) -> u64 {
        self.last_id += 1 + self.random.below(12).saturating_sub(8) as u64;
        let id = self.last_id;
        self.steps.push(Step::Add { id, clause, hints });
        id
    }
}
