//! Checking branching time: every claim about a state rests on claims about
//! its successors, and a promise has a rank that falls until it is kept.

use playproof_model::{Answer, Branching, BranchingNode, BranchingQuestion, Runs, Subject, Val};

use crate::check::{CheckError, poll, reject};
use crate::evidence::Claims;
use crate::rows::{Rows, initial_states, successors};
use crate::task::Budget;

/// Accepts the claims if each is founded, and if they speak of all initial
/// states (for *holds*) or of some (for *violated*).
pub(crate) fn check_claims(
    subject: &Subject,
    question: &BranchingQuestion,
    answer: Answer,
    claims: &Claims,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let formula = match answer {
        Answer::Holds => &question.formula,
        Answer::Violated => &question.negation,
    };
    let rows = Rows::new(subject, &claims.points, 0, budget)?;
    let checker = ClaimChecker::new(subject, formula, claims, rows)?;
    checker.initial_states(answer)?;
    for i in 0..claims.claims.len() {
        checker.entry(i)?;
        if i % 64 == 0 {
            poll(budget, i as u64, checker.rows.bytes())?;
        }
    }
    Ok(())
}

struct ClaimChecker<'a> {
    subject: &'a Subject,
    formula: &'a Branching,
    claims: &'a Claims,
    rows: Rows<'a>,
    /// The nodes that are *until*, as bits.
    untils: u64,
    /// Where the ranks of each state begin.
    first_rank: Vec<usize>,
}

impl<'a> ClaimChecker<'a> {
    fn new(
        subject: &'a Subject,
        formula: &'a Branching,
        claims: &'a Claims,
        rows: Rows<'a>,
    ) -> Result<Self, CheckError> {
        let nodes = formula.nodes();
        let known = u64::MAX >> (64 - nodes.len());
        let is_until = |i: &usize| matches!(nodes[*i], BranchingNode::Until(..));
        let untils = (0..nodes.len()).filter(is_until);
        let untils = untils.fold(0u64, |bits, i| bits | 1 << i);
        let mut first_rank = Vec::with_capacity(claims.claims.len());
        let mut n_ranks = 0;
        for claimed in &claims.claims {
            if claimed & !known != 0 {
                return reject("a claim is about no part of the formula");
            }
            first_rank.push(n_ranks);
            n_ranks += (claimed & untils).count_ones() as usize;
        }
        if claims.claims.len() != rows.len() || n_ranks != claims.ranks.len() {
            return reject("the claims do not fit the states");
        }
        Ok(ClaimChecker {
            subject,
            formula,
            claims,
            rows,
            untils,
            first_rank,
        })
    }

    fn initial_states(&self, answer: Answer) -> Result<(), CheckError> {
        let states = initial_states(self.subject);
        let mut claimed = states.iter().map(|s| self.claimed(s, self.formula.root()));
        match answer {
            Answer::Holds if !claimed.all(|c| c) => {
                reject("nothing is claimed of some initial state")
            }
            Answer::Violated if !claimed.any(|c| c) => {
                reject("nothing is claimed of any initial state")
            }
            _ => Ok(()),
        }
    }

    fn claims_of(&self, i: usize, node: u32) -> bool {
        self.claims.claims[i] >> node & 1 == 1
    }

    fn claimed(&self, state: &[Val], node: u32) -> bool {
        let i = self.rows.find(state, &[]);
        i.is_some_and(|i| self.claims_of(i, node))
    }

    /// The rank of a claimed *until*.
    fn rank(&self, i: usize, node: u32) -> u32 {
        let before = self.claims.claims[i] & self.untils & !(u64::MAX << node);
        self.claims.ranks[self.first_rank[i] + before.count_ones() as usize]
    }

    /// Every claim about one state.
    fn entry(&self, i: usize) -> Result<(), CheckError> {
        let state = self.rows.state(i);
        let next = successors(self.subject, &state);
        let next: Vec<Option<usize>> = next.iter().map(|s| self.rows.find(s, &[])).collect();
        for node in 0..self.formula.nodes().len() as u32 {
            if self.claims_of(i, node) && !self.founded(i, &state, &next, node) {
                let what = self.formula.nodes()[node as usize];
                return reject(format!(
                    "nothing supports the claim of part {node} ({what:?}) about entry {i}"
                ));
            }
        }
        Ok(())
    }

    fn founded(&self, i: usize, state: &[Val], next: &[Option<usize>], node: u32) -> bool {
        let here = |p: u32| self.claims_of(i, p);
        let after = |runs: Runs, fits: &dyn Fn(usize) -> bool| match runs {
            Runs::All => next.iter().all(|j| j.is_some_and(fits)),
            Runs::Some => next.iter().any(|j| j.is_some_and(fits)),
        };
        match self.formula.nodes()[node as usize] {
            BranchingNode::Const(b) => b,
            BranchingNode::Atom(a, wanted) => self.subject.semantics().holds(state, a) == wanted,
            BranchingNode::And(p, q) => here(p) && here(q),
            BranchingNode::Or(p, q) => here(p) || here(q),
            BranchingNode::Next(runs, p) => after(runs, &|j| self.claims_of(j, p)),
            BranchingNode::Until(runs, p, q) => {
                let rank = self.rank(i, node);
                let nearer = |j: usize| self.claims_of(j, node) && self.rank(j, node) < rank;
                here(q) || (here(p) && after(runs, &nearer))
            }
            BranchingNode::Release(runs, p, q) => {
                here(q) && (here(p) || after(runs, &|j| self.claims_of(j, node)))
            }
        }
    }
}
