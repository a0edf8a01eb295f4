//! What a tree search needs to know of a game.

use crate::random::Random;

/// A way to build something, alteration by alteration.
///
/// A state without alternatives is a leaf, and only leaves are scored.
pub trait Construction {
    /// Something half built.
    type State: Clone;

    /// One step of building; at most two bytes, since every node holds one. The root's is
    /// the default one, which is never applied.
    type Alteration: Copy + Default;

    /// What building starts with.
    fn root(&self) -> Self::State;

    /// Appends what can be done to a state, always in the same order: children are
    /// expanded in it.
    fn find(&self, state: &Self::State, alternatives: &mut Vec<Self::Alteration>);

    /// Does one of the alternatives that were found for this state.
    fn apply(&self, state: &mut Self::State, alteration: Self::Alteration);

    /// What a leaf is worth, from 0 to 1.
    fn score(&self, leaf: &Self::State) -> f32;

    /// How many alternatives [`find`](Self::find) finds. `scratch` is for whoever wants
    /// to find them and holds nothing of use before or after.
    fn count(&self, state: &Self::State, scratch: &mut Vec<Self::Alteration>) -> usize {
        scratch.clear();
        self.find(state, scratch);
        scratch.len()
    }

    /// One of the alternatives by its place.
    fn nth(
        &self,
        state: &Self::State,
        n: usize,
        scratch: &mut Vec<Self::Alteration>,
    ) -> Self::Alteration {
        scratch.clear();
        self.find(state, scratch);
        scratch[n]
    }

    /// A random alternative, each as likely as any other; none at a leaf.
    fn draw(
        &self,
        state: &Self::State,
        random: &mut Random,
        scratch: &mut Vec<Self::Alteration>,
    ) -> Option<Self::Alteration> {
        scratch.clear();
        self.find(state, scratch);
        let n = u32::try_from(scratch.len()).expect("few alternatives");
        (n > 0).then(|| scratch[random.below(n) as usize])
    }

    /// What tells this state from others, where states that can be reached in several
    /// ways should share a node. Equal identities mean equal alternatives.
    fn identity(&self, _state: &Self::State) -> Option<u128> {
        None
    }

    /// The symmetry that turns a state into the one that stands for all its mirror
    /// images; 0 if it is that state. Asked before [`identity`](Self::identity).
    fn symmetry(&self, _state: &Self::State) -> u8 {
        0
    }

    /// Turns a state by a symmetry that [`symmetry`](Self::symmetry) named.
    fn turn(&self, _state: &mut Self::State, _symmetry: u8) {}
}
