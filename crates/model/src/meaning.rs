//! What a property means: the conditions on states that it reads, and what is
//! asked about them. Every named requirement is defined here by a formula.

use playproof_kernel::{
    Answer, AtomId, BranchingQuestion, LinearQuestion, PathCount, PathsQuestion, Question, Reach,
    Val,
};

use crate::each::kept;
use crate::formula::{Formula, Later, Quantifier, Relation, Span, TermKind};
use crate::normal_form::{branching, linear};
use crate::property::{Measured, Property, PropertyError, Scope};
use crate::wording;

/// A property taken apart.
pub(crate) struct Meaning {
    /// The conditions on states, each a proposition of the question.
    pub atoms: Vec<Formula>,
    pub question: Question,
    /// Runs count only up to this many moves, so that counters need not go
    /// further.
    pub within: Option<Val>,
}

impl Property {
    /// The formula that defines it; `None` for those that count runs, and for what is
    /// asked of each thing of a level.
    pub fn definition(&self) -> Option<Formula> {
        let win = || Formula::name("win");
        Some(match self {
            Property::Solvable => some(win()),
            Property::Unsolvable => all(win().negated()),
            Property::ShortestAtMost(n) => {
                some(win().and(Formula::compare("moves", Relation::Le, *n)))
            }
            Property::ShortestAtLeast(n) => {
                all(win().implies(Formula::compare("moves", Relation::Ge, *n)))
            }
            Property::Never(p) => all(p.clone().negated()),
            Property::Reach(p) => some(p.clone()),
            Property::Unlosable => all(some(win())),
            Property::DeadEndFree => all(Formula::name("lose").or(some(win()))),
            Property::SoftlockFree => {
                let lost = Formula::name("lose").later(Later::Finally);
                all(some(win()).or(lost.on(Quantifier::All)))
            }
            Property::Progress(n) => {
                let quiet = || Formula::compare("quiet_moves", Relation::Le, *n);
                quiet()
                    .span(Span::Until, win().and(quiet()))
                    .on(Quantifier::Some)
            }
            Property::ProgressAtWin(n) => {
                some(win().and(Formula::compare("quiet_moves", Relation::Le, *n)))
            }
            Property::Measured(measured) => measured.definition(),
            Property::Alternatives(_) | Property::Routes(_) | Property::Unique => return None,
            // Which formula it is depends on what there is in the level.
            Property::CompleteSafe => return None,
            Property::Temporal {
                assumptions,
                formula,
            } => {
                let assumed = assumptions.iter().cloned().reduce(Formula::and);
                match (assumed, formula) {
                    (None, formula) => formula.clone(),
                    (Some(assumed), Formula::Runs(Quantifier::Some, f)) => {
                        assumed.and((**f).clone()).on(Quantifier::Some)
                    }
                    (Some(assumed), Formula::Runs(Quantifier::All, f)) => {
                        assumed.implies((**f).clone())
                    }
                    (Some(assumed), formula) => assumed.implies(formula.clone()),
                }
            }
        })
    }

    /// The property in core form: the formula that defines it, or what it counts.
    pub fn core(&self) -> String {
        match self.definition() {
            Some(formula) => formula.to_string(),
            None => self.to_string(),
        }
    }

    /// What it asks, whatever the level; an error if it mixes logics, or is
    /// larger than can be treated. Of what is asked of each thing, what is asked of
    /// one.
    pub fn question(&self) -> Result<Question, PropertyError> {
        let meaning = match self {
            Property::CompleteSafe => kept("x").meaning(),
            _ => self.meaning(),
        };
        meaning.map(|meaning| meaning.question)
    }

    pub(crate) fn meaning(&self) -> Result<Meaning, PropertyError> {
        let paths = |count| {
            let target = AtomId(0);
            let question = Question::Paths(PathsQuestion { target, count });
            Ok(asking(question, vec![Formula::name("win")]))
        };
        // No property counts below 0.
        let number = |n: Val| n.max(0) as u32;
        match self {
            Property::Alternatives(n) => paths(PathCount::Alternatives(number(*n))),
            Property::Routes(n) => paths(PathCount::Routes(number(*n))),
            Property::Unique => paths(PathCount::Unique),
            // Said the other way round, so that a search sees an upper bound
            // on the moves.
            Property::ShortestAtLeast(n) => {
                let early = Formula::compare("moves", Relation::Lt, *n);
                let target = Formula::name("win").and(early);
                Ok(reach(target, Answer::Violated, None))
            }
            Property::Measured(measured) => Ok(measured.meaning()),
            Property::CompleteSafe => Err(wording::about_each()),
            _ => {
                self.assumptions_fit()?;
                of_formula(&self.definition().expect("others are done above"))
            }
        }
    }

    fn assumptions_fit(&self) -> Result<(), PropertyError> {
        let Property::Temporal {
            assumptions,
            formula,
        } = self
        else {
            return Ok(());
        };
        let inner = match formula {
            Formula::Runs(_, inner) => inner,
            formula => formula,
        };
        match assumptions.first() {
            Some(first) if inner.has_quantifier() => Err(wording::assumed_of_a_tree(first)),
            _ => Ok(()),
        }
    }
}

/// `EF f`
pub(crate) fn some(f: Formula) -> Formula {
    f.later(Later::Finally).on(Quantifier::Some)
}

/// `AG f`
pub(crate) fn all(f: Formula) -> Formula {
    f.later(Later::Globally).on(Quantifier::All)
}

impl Measured {
    /// `5 * turns >= moves`, or `turns >= 3`.
    fn comparison(&self) -> Formula {
        let (counter, over) = self.quantity.counters();
        let Some(other) = over else {
            return Formula::compare(counter, self.relation, self.bound.over);
        };
        let multiple = |k: Val, name: &str| TermKind::Multiple(k, name.to_owned()).unwritten();
        let left = multiple(self.bound.under, counter);
        Formula::Compare(self.relation, left, multiple(self.bound.over, other))
    }

    fn early(&self) -> Option<Formula> {
        let n = self.within?;
        Some(Formula::compare("moves", Relation::Le, n))
    }

    fn definition(&self) -> Formula {
        let win = Formula::name("win");
        let win = match self.early() {
            Some(early) => win.and(early),
            None => win,
        };
        let comparison = self.comparison();
        match self.scope {
            Scope::Some => some(win.and(comparison)),
            Scope::Every => all(win.implies(comparison)),
        }
    }

    fn meaning(&self) -> Meaning {
        let (comparison, answer) = match self.scope {
            Scope::Some => (self.comparison(), Answer::Holds),
            Scope::Every => (self.comparison().negated(), Answer::Violated),
        };
        let mut target = Formula::name("win").and(comparison);
        if let Some(early) = self.early() {
            target = target.and(early);
        }
        reach(target, answer, self.within)
    }
}

fn reach(target: Formula, on_reach: Answer, within: Option<Val>) -> Meaning {
    let first = AtomId(0);
    let question = Question::Reach(Reach {
        target: first,
        on_reach,
    });
    Meaning {
        within,
        ..asking(question, vec![target])
    }
}

fn asking(question: Question, atoms: Vec<Formula>) -> Meaning {
    Meaning {
        atoms,
        question,
        within: None,
    }
}

fn negate(formula: &Formula) -> Formula {
    match formula {
        Formula::Not(p) => (**p).clone(),
        p => p.clone().negated(),
    }
}

fn of_formula(formula: &Formula) -> Result<Meaning, PropertyError> {
    match formula {
        Formula::Runs(quantifier, f) if !f.has_quantifier() => of_runs(*quantifier, f),
        f if !f.has_quantifier() => of_runs(Quantifier::All, f),
        f => of_tree(f),
    }
}

/// About all runs, or about one.
fn of_runs(quantifier: Quantifier, formula: &Formula) -> Result<Meaning, PropertyError> {
    // Plain reachability has engines and evidence of its own.
    match (quantifier, formula) {
        (Quantifier::All, Formula::Later(Later::Globally, p)) if p.is_state() => {
            return Ok(reach(negate(p), Answer::Violated, None));
        }
        (Quantifier::Some, Formula::Later(Later::Finally, p)) if p.is_state() => {
            return Ok(reach((**p).clone(), Answer::Holds, None));
        }
        _ => {}
    }
    let (wanted, on_run) = match quantifier {
        Quantifier::All => (false, Answer::Violated),
        Quantifier::Some => (true, Answer::Holds),
    };
    let (formula, atoms) = linear(formula, wanted)?;
    let question = Question::Linear(LinearQuestion { formula, on_run });
    Ok(asking(question, atoms))
}

/// About the tree of runs.
fn of_tree(formula: &Formula) -> Result<Meaning, PropertyError> {
    let (formula, atoms) = branching(formula)?;
    let question = Question::Branching(BranchingQuestion::new(formula));
    Ok(asking(question, atoms))
}
