//! What is asked of each thing of a level: nothing that can be reached can be lost.
//!
//! Levels have hundreds of rooms, more than one formula can speak of. So such a
//! property is answered thing by thing: each can never be reached, or play that has
//! not reached it can always go on to it.

use crate::elaborate::ElaborateError;
use crate::fingerprint::Hasher;
use crate::formula::{Formula, Later, Quantifier, Span, TermKind};
use crate::property::{Property, PropertyError};
use crate::rules::Rules;
use crate::semantics::Fingerprint;
use crate::subject::Model;

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
            Model::Rules(rules) => names(rules),
            Model::Interpreted(_) => Vec::new(),
        };
        if names.is_empty() {
            let help = "`complete-safe` is asked of dungeons; `unlosable` of every game";
            return Err(PropertyError::whole(
                "the level has no rooms and things that could be lost",
                Some(help.into()),
            ));
        }
        let things = names.into_iter().map(|name| Thing {
            never: Property::Never(Formula::name(&name)),
            kept: kept(&name),
            name,
        });
        Ok(things.collect())
    }

    /// Whether the game's theorem shows at once that nothing can be lost.
    pub fn argued_of_each(&self, property: &Property, argument: &[u32]) -> Result<(), String> {
        let theorem = match self {
            Model::Rules(rules) => rules.theorem.0.as_ref(),
            Model::Interpreted(_) => None,
        };
        let theorem = theorem.ok_or("the game knows no theorem about this level")?;
        theorem.shows(property, argument)
    }

    /// The hash of the Rules and of the names of all things. There may be a million of
    /// these, so that the Rules are hashed as they are for the first one.
    pub fn fingerprint_of_each(&self) -> Result<Fingerprint, ElaborateError> {
        let things = self.things()?;
        let subject = self.elaborate(&things[0].never)?;
        let mut hasher = Hasher::default();
        hasher.text("each");
        hasher.text(&subject.semantics().fingerprint().to_string());
        things.iter().for_each(|thing| hasher.text(&thing.name));
        Ok(hasher.finish())
    }
}

fn names(rules: &Rules) -> Vec<String> {
    let things = rules.things.iter();
    things
        .map(|atom| rules.atoms[atom.index()].name.clone())
        .collect()
}
