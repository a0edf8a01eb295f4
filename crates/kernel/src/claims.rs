//! Checking branching time: every claim about a state rests on claims about
//! its successors, and a promise has a rank that falls until it is kept.

use crate::{
    Answer, Branching, BranchingNode, BranchingQuestion, Checked, Checker, Claims, Rows, Runs,
    ensure,
};

/// Accepts the claims if each is founded, and if they speak of all initial
/// states (for *holds*) or of some (for *violated*).
pub(crate) fn check_claims(
    checker: &mut Checker,
    question: &BranchingQuestion,
    answer: Answer,
    claims: &Claims,
) -> Checked {
    let formula = match answer {
        Answer::Holds => &question.formula,
        Answer::Violated => &question.negation,
    };
    let rows = Rows::new(checker.statement.layout(), &claims.points, 0, checker.budget)?;
    let claims = ClaimChecker::new(formula, claims, rows)?;
    claims.initial_states(checker, answer)?;
    for i in 0..claims.rows.len() {
        claims.entry(checker, i)?;
        checker.poll(i, claims.rows.bytes())?;
    }
    Ok(())
}

struct ClaimChecker<'a> {
    formula: &'a Branching,
    claims: &'a Claims,
    rows: Rows<'a>,
    /// The nodes that are *until*, as bits.
    untils: u64,
    /// Where the ranks of each state begin.
    first_rank: Vec<usize>,
}

impl<'a> ClaimChecker<'a> {
    fn new(formula: &'a Branching, claims: &'a Claims, rows: Rows<'a>) -> Checked<Self> {
        let nodes = formula.nodes();
        let known = u64::MAX >> (64 - nodes.len());
        let is_until = |node: &BranchingNode| matches!(node, BranchingNode::Until(..));
        let untils: u64 = (0..).zip(nodes).map(|(i, n)| u64::from(is_until(n)) << i).sum();
        let mut first_rank = Vec::with_capacity(claims.claims.len());
        let mut n_ranks = 0;
        for claimed in &claims.claims {
            ensure(claimed & !known == 0, "a claim is about no part of the formula")?;
            first_rank.push(n_ranks);
            n_ranks += (claimed & untils).count_ones() as usize;
        }
        let fits = claims.claims.len() == rows.len() && n_ranks == claims.ranks.len();
        ensure(fits, "the claims do not fit the states")?;
        Ok(ClaimChecker { formula, claims, rows, untils, first_rank })
    }

    fn initial_states(&self, checker: &Checker, answer: Answer) -> Checked {
        let states = checker.play.initial();
        let mut rows = states.iter().map(|state| self.rows.find(state, &[]));
        let is_claimed = |i: usize| self.claims_of(i, self.formula.root());
        let is_enough = match answer {
            Answer::Holds => rows.all(|row| row.is_some_and(is_claimed)),
            Answer::Violated => rows.any(|row| row.is_some_and(is_claimed)),
        };
        ensure(is_enough, "too little is claimed of the initial states")
    }

    fn claims_of(&self, i: usize, node: u32) -> bool {
        self.claims.claims[i] >> node & 1 == 1
    }

    /// The rank of a claimed *until*.
    fn rank(&self, i: usize, node: u32) -> u32 {
        let before = self.claims.claims[i] & self.untils & !(u64::MAX << node);
        self.claims.ranks[self.first_rank[i] + before.count_ones() as usize]
    }

    /// Every claim about one state.
    fn entry(&self, checker: &mut Checker, i: usize) -> Checked {
        let state = self.rows.state(i);
        let next = checker.next(&state)?;
        let letter = checker.play.letter(&state);
        let next: Vec<Option<usize>> = next.iter().map(|s| self.rows.find(s, &[])).collect();
        for node in 0..self.formula.nodes().len() as u32 {
            let is_fine = !self.claims_of(i, node) || self.founded(i, &letter, &next, node);
            ensure(is_fine, format_args!("nothing supports part {node} of entry {i}"))?;
        }
        Ok(())
    }

    fn founded(&self, i: usize, letter: &[bool], next: &[Option<usize>], node: u32) -> bool {
        let here = |p: u32| self.claims_of(i, p);
        let after = |runs: Runs, fits: &dyn Fn(usize) -> bool| match runs {
            Runs::All => next.iter().all(|j| j.is_some_and(fits)),
            Runs::Some => next.iter().any(|j| j.is_some_and(fits)),
        };
        match self.formula.nodes()[node as usize] {
            BranchingNode::Const(b) => b,
            BranchingNode::Atom(a, wanted) => letter[a.index()] == wanted,
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
