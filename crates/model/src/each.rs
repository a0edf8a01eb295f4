//! What is asked of each thing of a level: nothing that can be reached can be lost.
//!
//! Levels have hundreds of rooms, more than one formula can speak of. So such a
//! property is answered thing by thing: each can never be reached, or play that has
//! not reached it can always go on to it.

use playproof_kernel::{
    AtomId, Branching, BranchingNode, BranchingQuestion, Group, Question, Statement,
};

use crate::elaborate::{ElaborateError, enter};
use crate::formula::{Formula, Quantifier, Span, TermKind};
use crate::meaning::{all, some};
use crate::property::{Property, PropertyError};
use crate::resolve::Resolver;
use crate::subject::{Asked, Model, Subject};
use crate::validate::validate;
use crate::wording;

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
pub(crate) fn name_of(formula: &Formula) -> Option<String> {
    let Formula::Is(term) = formula else {
        return None;
    };
    let TermKind::Name(name) = &term.kind else {
        return None;
    };
    Some(name.clone())
}

/// `A[x R EF x]`: up to where `x` is reached it can be reached.
pub(crate) fn kept(name: &str) -> Property {
    let until_then = Formula::name(name).span(Span::Release, some(Formula::name(name)));
    Property::Temporal {
        assumptions: Vec::new(),
        formula: until_then.on(Quantifier::All),
    }
}

impl Property {
    /// The proposition `p` of which it says that it can always be reached: `AG EF p`, or
    /// `A[p R EF p]`, with `win` for `p` if it is named.
    pub fn always_possible(&self) -> Option<String> {
        let formula = self.definition()?;
        // In either form `p` stands last.
        let mut last = &formula;
        while let Some(part) = last.parts().last() {
            last = part;
        }
        let name = name_of(last)?;
        let everywhere = all(some(Formula::name(&name)));
        [everywhere, kept(&name).definition()?]
            .contains(&formula)
            .then_some(name)
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
            Model::Rules(rules) => rules
                .things
                .iter()
                .map(|atom| &rules.atoms[atom.index()].name),
            Model::System(_) => return Err(wording::no_things()),
        };
        let things: Vec<Thing> = names.map(|name| thing(name)).collect();
        match things.is_empty() {
            true => Err(wording::no_things()),
            false => Ok(things),
        }
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
        let mut resolver = Resolver::new(rules, None);
        let conditions = resolver.conditions(&conditions)?;
        let atoms = things.iter().map(|t| t.name.clone()).collect();
        let (machine, terminal) = enter(rules, atoms, resolver, conditions);
        let mut groups = Vec::with_capacity(things.len());
        for (thing, atom) in things.iter().zip((0..).map(AtomId)) {
            let (never, kept) = (thing.never.question()?, thing.kept.question()?);
            let questions = vec![of(never, atom), of(kept, atom)];
            let name = thing.name.clone();
            groups.push(Group { name, questions });
        }
        let (property, theorem) = (Some(property.clone()), rules.theorem.clone());
        let asked = Asked {
            property,
            theorem,
            terminal,
            ..Asked::default()
        };
        Ok(Subject::new(Statement::new(machine, groups)?, asked))
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
