//! The moment at which a run breaks `G p` or `AG p`.

use playproof::{Prepared, Run};
use playproof_model::{
    AtomId, Formula, Later, Linear, LinearNode, Property, Quantifier, Question, Val, Word,
};

/// Where a run of a prepared level breaks what was to hold always.
pub trait Breaking {
    /// For a run that breaks `G p` or `AG p`: after how many steps `p` is
    /// false for the first time, seen from there. `None` if the property is
    /// of another form, if `p` can be seen in one state, or if the run does
    /// not tell.
    fn breaks_at(&self, property: &Property, run: &Run) -> Option<usize>;
}

impl Breaking for Prepared<'_> {
    fn breaks_at(&self, property: &Property, run: &Run) -> Option<usize> {
        let p = always(property)?;
        if run.breaks_at.is_some() {
            return run.breaks_at;
        }
        let asked = Property::Temporal {
            assumptions: Vec::new(),
            formula: p.clone(),
        };
        let subject = self.subject(&asked).ok()?;
        let Question::Linear(question) = subject.question() else {
            return None;
        };
        let semantics = &subject;
        let signature = semantics.signature();
        // An assumption may bring in counters that `p` does not read.
        let vars = signature.vars.iter();
        let n_values: usize = vars.map(|v| v.len.unwrap_or(1) as usize).sum();
        if run.states.iter().any(|state| state.len() != n_values) {
            return None;
        }
        let n_atoms = signature.atoms.len() as u32;
        let letter = |state: &Vec<Val>| -> Vec<bool> {
            let atoms = (0..n_atoms).map(AtomId);
            atoms.map(|a| semantics.holds(state, a)).collect()
        };
        let letters: Vec<Vec<bool>> = run.states.iter().map(letter).collect();
        // The formula of the question is the negation of `p`.
        match run.repeats_from {
            Some(again) => breaks_for_ever(&question.formula, letters, again),
            None => breaks_whatever_follows(&question.formula, &letters),
        }
    }
}

/// The `p` of `G p` and `AG p`.
pub fn always(property: &Property) -> Option<&Formula> {
    let Property::Temporal { formula, .. } = property else {
        return None;
    };
    let path = match formula {
        Formula::Runs(Quantifier::All, path) => path,
        formula => formula,
    };
    match path {
        Formula::Later(Later::Globally, p) => Some(p),
        _ => None,
    }
}

/// Where a formula is first true of a run that goes on for ever.
fn breaks_for_ever(formula: &Linear, mut letters: Vec<Vec<bool>>, again: usize) -> Option<usize> {
    // The last state is the one at which the run begins to repeat.
    letters.pop()?;
    (0..letters.len()).find(|&i| {
        // Within what repeats, it goes on with what came before.
        let before = letters.get(again..i).unwrap_or_default();
        let letters = [&letters[i..], before].concat();
        let word = Word {
            letters: &letters,
            again: again.saturating_sub(i),
        };
        formula.holds_on(&word)
    })
}

/// Where a formula is first true of a run of which only a beginning is known:
/// true by what is in that beginning, however it goes on.
fn breaks_whatever_follows(formula: &Linear, letters: &[Vec<bool>]) -> Option<usize> {
    let n = letters.len();
    // One place more, for all that is not known: nothing is sure there.
    let mut truth: Vec<Vec<bool>> = Vec::with_capacity(formula.nodes().len());
    for node in formula.nodes() {
        let of = |p: u32, i: usize| truth[p as usize][i];
        let mut here = vec![*node == LinearNode::Const(true); n + 1];
        for i in (0..n).rev() {
            here[i] = match *node {
                LinearNode::Const(b) => b,
                LinearNode::Atom(a, wanted) => letters[i][a.index()] == wanted,
                LinearNode::And(p, q) => of(p, i) && of(q, i),
                LinearNode::Or(p, q) => of(p, i) || of(q, i),
                LinearNode::Next(p) => of(p, i + 1),
                LinearNode::Until(p, q) => of(q, i) || (of(p, i) && here[i + 1]),
                LinearNode::Release(p, q) => of(q, i) && (of(p, i) || here[i + 1]),
            };
        }
        truth.push(here);
    }
    let root = &truth[formula.root() as usize];
    (0..n).find(|&i| root[i])
}
