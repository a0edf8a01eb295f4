//! What a game knows to follow from its levels without looking at states.
//!
//! Counting keys and doors can show in a moment what takes a search through
//! billions of states. Such an argument is no set of states, so the checker cannot
//! go through it step by step: the game does, by a theorem that is proved in words.
//! Whoever finds the argument is not trusted; the theorem is.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::property::Property;

/// A theorem about the levels of a game, for one level. Trusted.
pub trait Theorem: Send + Sync {
    /// What it is called.
    fn name(&self) -> &'static str;
    /// Whether nothing is ever lost: what can be reached at all can be reached wherever
    /// play has led.
    fn nothing_is_lost(&self) -> bool {
        false
    }
    /// Whether this proposition, once some run reaches it, can be reached wherever play
    /// has led. Of others, such as `!win`, this may be false although nothing is ever
    /// lost.
    fn lasts(&self, _name: &str) -> bool {
        false
    }
    /// The axiom by which the argument shows that the property holds; if it does
    /// not, why.
    fn shows(&self, property: &Property, argument: &[u32]) -> Result<&'static str, String>;
    /// The theorem itself, for those who look for arguments.
    fn as_any(&self) -> &dyn Any;
}

/// The theorem that a level's Rules come with, if there is one. It says nothing
/// that the Rules do not, so that Rules are the same with and without.
#[derive(Clone, Default)]
pub struct KnownTheorem(pub Option<Arc<dyn Theorem>>);

/// Where nothing is ever lost, one run shows that its end stays within reach.
pub const NOTHING_IS_LOST: &str = "nothing-is-lost";

impl KnownTheorem {
    /// Whether an axiom, given these numbers and perhaps a run to what should
    /// stay within reach, shows that the property holds; if not, why.
    pub(crate) fn admits(
        &self,
        axiom: &str,
        property: &Property,
        numbers: &[u32],
        reached: bool,
    ) -> Result<(), String> {
        let theorem = self.0.as_ref();
        let theorem = theorem.ok_or("the game knows no theorem about this level")?;
        let shown = match reached {
            // Not of every condition: more things in hand may be in the way of `!win`.
            true => match property.always_possible() {
                Some(name) if theorem.lasts(&name) && numbers.is_empty() => NOTHING_IS_LOST,
                _ => return Err("a run shows this only of what is never lost".to_owned()),
            },
            false => theorem.shows(property, numbers)?,
        };
        match shown == axiom {
            true => Ok(()),
            false => Err(format!("the axiom is `{shown}`, not `{axiom}`")),
        }
    }
}

impl PartialEq for KnownTheorem {
    fn eq(&self, _: &KnownTheorem) -> bool {
        true
    }
}

impl Eq for KnownTheorem {}

impl fmt::Debug for KnownTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.as_ref().map(|theorem| theorem.name());
        f.write_str(name.unwrap_or("no theorem"))
    }
}
