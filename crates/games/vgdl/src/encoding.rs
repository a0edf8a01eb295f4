//! Trusted: states as values of variables, and back.
//!
//! How states are laid out need not be trusted (`layout.rs`): a state has values only if what
//! is read back from them is this very state. Whoever gets to another one does not go on.

use playproof_model::{Val, VarDecl};

use crate::layout::Layout;
use crate::plain::{Interpreter, State};

/// How states of one level are written.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// How they are laid out.
    pub(crate) layout: Layout,
}

impl Encoding {
    /// How the states of this level are written, which begins so.
    pub fn new(interpreter: &Interpreter, begun: State) -> Encoding {
        Encoding {
            layout: Layout::new(interpreter, begun),
        }
    }

    /// The variables.
    pub fn vars(&self) -> &[VarDecl] {
        self.layout.vars()
    }

    /// The state in which the level begins.
    pub fn begun(&self) -> &State {
        self.layout.begun()
    }

    /// The values of a state, if they are within their domains and say everything about it.
    pub fn encode(&self, state: &State) -> Option<Vec<Val>> {
        let values = self.layout.write(state)?;
        let vars = self.vars().iter();
        let vars = vars.flat_map(|var| std::iter::repeat_n(var, var.n_flat()));
        let mut all = vars.clone().zip(&values);
        let is_inside = all.all(|(var, value)| (var.lo..=var.hi).contains(value));
        let is_whole = values.len() == vars.count() && self.decode(&values) == *state;
        (is_inside && is_whole).then_some(values)
    }

    /// The state with these values.
    pub fn decode(&self, values: &[Val]) -> State {
        self.layout.read(values)
    }
}
