//! The run that evidence shows to people. A trace is one itself; in claims it
//! is followed from state to state, towards what makes the property break.

use std::collections::HashMap;

use playproof_certify::{Claims, Evidence};
use playproof_model::{Answer, BranchingNode, Question, Runs, Step, Subject, Val, steps};

/// A run as steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownRun {
    /// The position of the first state among the initial ones.
    pub initial: u32,
    /// The steps.
    pub steps: Vec<Step>,
    /// After all steps the run is where it was after so many of them, and goes
    /// on like that for ever.
    pub repeats_from: Option<usize>,
    /// Where claims show that `AG p` is violated: after so many steps `p` is
    /// false. What follows is there to show that.
    pub breaks_at: Option<usize>,
}

/// How many runs the evidence holds, where it is about their number.
pub(crate) fn n_runs(evidence: &Evidence) -> Option<u64> {
    match evidence {
        Evidence::Runs(runs) | Evidence::AllRuns(runs) => Some(runs.len() as u64),
        _ => None,
    }
}

/// The names of a run's actions.
pub(crate) fn action_names(subject: &Subject, steps: &[Step]) -> Vec<String> {
    let actions = &subject.signature().actions;
    let name = |step: &Step| match step {
        Step::Act { action, .. } => actions[action.index()].name.clone(),
        Step::Stutter => "stutter".to_owned(),
    };
    steps.iter().map(name).collect()
}

/// The run behind accepted evidence, if it holds one.
pub fn shown_run(subject: &Subject, answer: Answer, evidence: &Evidence) -> Option<ShownRun> {
    let trace = match evidence {
        Evidence::Trace(trace) => trace,
        Evidence::Argument(argument) => argument.run.as_ref()?,
        Evidence::Runs(runs) | Evidence::AllRuns(runs) => {
            runs.iter().min_by_key(|r| r.steps.len())?
        }
        Evidence::Lasso(lasso) => {
            return Some(ShownRun {
                initial: lasso.initial,
                steps: [&lasso.stem[..], &lasso.cycle].concat(),
                repeats_from: Some(lasso.stem.len()),
                breaks_at: None,
            });
        }
        Evidence::Trap(trap) => {
            return Some(ShownRun {
                initial: trap.run.initial,
                steps: trap.run.steps.clone(),
                repeats_from: None,
                breaks_at: Some(trap.run.steps.len()),
            });
        }
        Evidence::Claims(claims) => return Follow::new(subject, answer, claims)?.run(),
        Evidence::ClosedSet(_)
        | Evidence::Ways(_)
        | Evidence::Ranking(_)
        | Evidence::Cut(_)
        | Evidence::Invariant(_)
        | Evidence::Induction(_)
        // Its pieces are of different subjects.
        | Evidence::Pieces(_) => return None,
    };
    Some(ShownRun {
        initial: trace.initial,
        steps: trace.steps.clone(),
        repeats_from: None,
        breaks_at: None,
    })
}

/// Follows claims about single runs.
struct Follow<'a> {
    subject: &'a Subject,
    nodes: &'a [BranchingNode],
    root: u32,
    answer: Answer,
    /// For each state its claims, and the rank of each claimed *until*.
    known: HashMap<Vec<Val>, (u64, &'a [u32])>,
    untils: u64,
}

impl<'a> Follow<'a> {
    fn new(subject: &'a Subject, answer: Answer, claims: &'a Claims) -> Option<Self> {
        let Question::Branching(question) = subject.question() else {
            return None;
        };
        let formula = match answer {
            Answer::Holds => &question.formula,
            Answer::Violated => &question.negation,
        };
        let nodes = formula.nodes();
        let is_until = |i: &usize| matches!(nodes[*i], BranchingNode::Until(..));
        let untils = (0..nodes.len()).filter(is_until);
        let untils = untils.fold(0u64, |bits, i| bits | 1 << i);
        let layout = subject.layout();
        let mut ranks = &claims.ranks[..];
        let mut known = HashMap::new();
        let rows = claims.points.chunks_exact(layout.words);
        for (row, &claimed) in rows.zip(&claims.claims) {
            let mut state = Vec::new();
            layout.unpack(row, &mut state);
            let n = (claimed & untils).count_ones() as usize;
            let (own, rest) = ranks.split_at_checked(n)?;
            ranks = rest;
            // Of two entries for a state the checker reads the first, too.
            known.entry(state).or_insert((claimed, own));
        }
        Some(Follow {
            subject,
            nodes,
            root: formula.root(),
            answer,
            known,
            untils,
        })
    }

    fn claims(&self, state: &[Val], node: u32) -> bool {
        let known = self.known.get(state);
        known.is_some_and(|(claimed, _)| claimed >> node & 1 == 1)
    }

    fn rank(&self, state: &[Val], node: u32) -> Option<u32> {
        let (claimed, ranks) = self.known.get(state)?;
        let before = claimed & self.untils & !(u64::MAX << node);
        ranks.get(before.count_ones() as usize).copied()
    }

    /// The step to the nearest state of which a node is claimed.
    fn step(&self, state: &[Val], node: u32) -> Option<(Step, Vec<Val>)> {
        let mut best: Option<(u32, Step, Vec<Val>)> = None;
        steps(self.subject, state, &mut |step, next| {
            if self.claims(next, node) {
                let rank = self.rank(next, node).unwrap_or(0);
                if best.as_ref().is_none_or(|(least, ..)| rank < *least) {
                    best = Some((rank, step, next.to_vec()));
                }
            }
        });
        best.map(|(_, step, next)| (step, next))
    }

    /// Whether the truth of a node is shown by one run.
    fn is_about_a_run(&self, node: u32) -> bool {
        match self.nodes[node as usize] {
            BranchingNode::Const(_) | BranchingNode::Atom(..) => false,
            BranchingNode::And(p, q) | BranchingNode::Or(p, q) => {
                self.is_about_a_run(p) || self.is_about_a_run(q)
            }
            BranchingNode::Next(runs, _)
            | BranchingNode::Until(runs, ..)
            | BranchingNode::Release(runs, ..) => runs == Runs::Some,
        }
    }

    fn is_about_all(&self, node: u32) -> bool {
        matches!(
            self.nodes[node as usize],
            BranchingNode::Next(Runs::All, _)
                | BranchingNode::Until(Runs::All, ..)
                | BranchingNode::Release(Runs::All, ..)
        )
    }

    /// Whether the claims are about `EF !p`, the negation of `AG p`.
    fn refutes_always(&self) -> bool {
        let BranchingNode::Until(Runs::Some, p, _) = self.nodes[self.root as usize] else {
            return false;
        };
        self.answer == Answer::Violated && self.nodes[p as usize] == BranchingNode::Const(true)
    }

    fn run(&self) -> Option<ShownRun> {
        let mut initial = Vec::new();
        let semantics = self.subject;
        semantics.initial(&mut |s| initial.push(s.to_vec()));
        let first = initial.iter().position(|s| self.claims(s, self.root))?;
        let mut state = initial[first].clone();
        let mut node = self.root;
        if !self.is_about_a_run(node) {
            return None;
        }
        let mut taken = Vec::new();
        let mut repeats_from = None;
        let mut breaks_at = None;
        // For a run that goes on for ever: where each state was passed.
        let mut passed: HashMap<Vec<Val>, usize> = HashMap::new();
        loop {
            match self.nodes[node as usize] {
                // What is true of all runs from here is not shown by one.
                BranchingNode::And(p, q) if self.is_about_all(p) || self.is_about_all(q) => break,
                BranchingNode::And(p, q) => node = if self.is_about_a_run(q) { q } else { p },
                BranchingNode::Or(p, q) => node = if self.claims(&state, p) { p } else { q },
                BranchingNode::Next(Runs::Some, p) => {
                    let (step, next) = self.step(&state, p)?;
                    taken.push(step);
                    (state, node) = (next, p);
                }
                BranchingNode::Until(Runs::Some, _, q) if self.claims(&state, q) => {
                    if node == self.root && self.refutes_always() {
                        breaks_at = Some(taken.len());
                    }
                    node = q;
                }
                BranchingNode::Until(Runs::Some, ..) => {
                    let (step, next) = self.step(&state, node)?;
                    // Accepted ranks fall; others could go round for ever.
                    if self.rank(&next, node)? >= self.rank(&state, node)? {
                        return None;
                    }
                    taken.push(step);
                    state = next;
                }
                BranchingNode::Release(Runs::Some, p, _) if !self.claims(&state, p) => {
                    if let Some(&before) = passed.get(&state) {
                        repeats_from = Some(before);
                        break;
                    }
                    passed.insert(state.clone(), taken.len());
                    let (step, next) = self.step(&state, node)?;
                    taken.push(step);
                    state = next;
                }
                _ => break,
            }
        }
        Some(ShownRun {
            initial: first as u32,
            steps: taken,
            repeats_from,
            breaks_at,
        })
    }
}
