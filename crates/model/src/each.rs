//! What is asked of each thing of a level: nothing that can be reached can be lost.
//!
//! Levels have hundreds of rooms, more than one formula can speak of. So such a
//! property is answered thing by thing: each can never be reached, or play that has
//! not reached it can always go on to it.

use playproof_kernel::{
    AtomId, Branching, BranchingNode, BranchingQuestion, Group, Question, Statement,
};

use crate::elaborate::{ElaborateError, enter, names};
use crate::formula::{Formula, Later, Quantifier, Span, TermKind};
use crate::property::{Property, PropertyError};
use crate::resolve::resolve;
use crate::rules::Rules;
use crate::subject::{Asked, Model, Subject};
use crate::validate::validate;

/// A room, or something that can be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// The proposition that it was reached, or is where the player is.
    pub name: String,
    /// No run reaches it.
    pub never: Property,
    /// Wherever play leads that has not reached it, it can be reached.
    pub kept: Property,
}

impl Thing {
    /// What is asked first, and what if that does not hold.
    pub fn asked(&self, question: usize) -> &Property {
        match question {
            0 => &self.never,
            _ => &self.kept,
        }
    }
}

/// The thing of this name.
pub(crate) fn thing(name: &str) -> Thing {
    Thing {
        never: Property::Never(Formula::name(name)),
        kept: kept(name),
        name: name.to_owned(),
    }
}

/// The name of a proposition that stands alone.
fn name_of(formula: &Formula) -> Option<String> {
    match formula {
        Formula::Is(term) => match &term.kind {
            TermKind::Name(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// `A[x R EF x]`: up to where `x` is reached it can be reached.
pub(crate) fn kept(name: &str) -> Property {
    let thing = || Formula::name(name);
    let possible = thing().later(Later::Finally).on(Quantifier::Some);
    Property::Temporal {
        assumptions: Vec::new(),
        formula: thing().span(Span::Release, possible).on(Quantifier::All),
    }
}

impl Property {
    /// The proposition `p` of which it says that it can always be reached: `AG EF p`, or
    /// `A[p R EF p]`, with `win` for `p` if it is named.
    pub fn always_possible(&self) -> Option<String> {
        let formula = self.definition()?;
        let Formula::Runs(Quantifier::All, path) = &formula else {
            return None;
        };
        let possible = match &**path {
            Formula::Later(Later::Globally, possible) => possible,
            Formula::Span(Span::Release, _, possible) => possible,
            _ => return None,
        };
        let Formula::Runs(Quantifier::Some, path) = &**possible else {
            return None;
        };
        let Formula::Later(Later::Finally, target) = &**path else {
            return None;
        };
        let name = name_of(target)?;
        let until_then = matches!(&formula, Formula::Runs(_, path)
            if matches!(&**path, Formula::Span(_, until, _) if until != target));
        (!until_then).then_some(name)
    }

    /// The proposition of which it says that it can, or cannot, be reached.
    pub fn reached(&self) -> Option<String> {
        match self {
            Property::Solvable | Property::Unsolvable => Some("win".to_owned()),
            Property::Never(target) | Property::Reach(target) => name_of(target),
            _ => None,
        }
    }

    /// Whether it is asked of each thing of a level.
    pub fn is_about_each(&self) -> bool {
        *self == Property::CompleteSafe
    }
}

impl Model {
    /// What a property about each thing is about; an error if there is nothing.
    pub fn things(&self) -> Result<Vec<Thing>, PropertyError> {
        let names = match self {
            Model::Rules(rules) => thing_names(rules),
            Model::System(_) => Vec::new(),
        };
        if names.is_empty() {
            let help = "`complete-safe` is asked where there are rooms and things; `unlosable` of every game";
            return Err(PropertyError::whole(
                "the level has no rooms and things that could be lost",
                Some(help.into()),
            ));
        }
        Ok(names.iter().map(|name| thing(name)).collect())
    }

    /// Prepares the level for a property about each of its things: one group
    /// of questions for each, that it is never reached or that it is kept.
    pub fn elaborate_each(&self, property: &Property) -> Result<Subject, ElaborateError> {
        let things = self.things()?;
        let Model::Rules(rules) = self else {
            unreachable!("only Rules have things");
        };
        validate(rules)?;
        let conditions: Vec<_> = things.iter().map(|t| Formula::name(&t.name)).collect();
        let resolved = resolve(&conditions, None, &names(rules))?;
        let atoms = things.iter().map(|t| t.name.clone()).collect();
        let (machine, terminal) = enter(rules, atoms, &resolved.conditions, &resolved.caps);
        let mut groups = Vec::with_capacity(things.len());
        for (thing, atom) in things.iter().zip((0..).map(AtomId)) {
            let questions = [&thing.never, &thing.kept].map(|asked| asked.meaning());
            let [never, kept] = questions;
            groups.push(Group {
                name: thing.name.clone(),
                questions: vec![of(never?.question, atom), of(kept?.question, atom)],
            });
        }
        Ok(Subject::new(
            Statement::new(machine, groups)?,
            Asked {
                property: Some(property.clone()),
                theorem: rules.theorem.clone(),
                terminal,
                notes: Vec::new(),
            },
        ))
    }
}

impl Subject {
    /// One question of one group, as a subject of its own, with its property.
    pub fn part(&self, group: usize, question: usize) -> Option<(Subject, Property)> {
        let group = self.statement().groups().get(group)?;
        let asked = thing(&group.name).asked(question).clone();
        let part = self.about(group.questions.get(question)?.clone(), asked.clone());
        Some((part, asked))
    }
}

/// A question about one proposition, asked of another one.
fn of(question: Question, atom: AtomId) -> Question {
    match question {
        Question::Reach(mut reach) => {
            reach.target = atom;
            Question::Reach(reach)
        }
        Question::Branching(branching) => {
            let nodes = branching.formula.nodes().iter().map(|node| match *node {
                BranchingNode::Atom(_, wanted) => BranchingNode::Atom(atom, wanted),
                node => node,
            });
            let formula = Branching::new(nodes.collect()).expect("its shape is the same");
            Question::Branching(BranchingQuestion::new(formula))
        }
        other => other,
    }
}

fn thing_names(rules: &Rules) -> Vec<String> {
    let things = rules.things.iter();
    things
        .map(|atom| rules.atoms[atom.index()].name.clone())
        .collect()
}
