//! A node of the tree, in at most 32 bytes.

/// An index that stands for no node.
pub(crate) const NONE: u32 = u32::MAX;

/// Alternatives that nobody has counted yet.
pub(crate) const UNCOUNTED: u16 = u16::MAX;

/// What is remembered of a state. Siblings are linked, and what else could be done in
/// the state is found again from it.
///
/// A *jump* is a node that stands for another one, which is reached in several ways: it
/// counts the visits on this way, and `first_child` is the node that it stands for.
#[derive(Clone, Copy)]
pub(crate) struct Node<A> {
    /// Of all scores that came up through here. A sum of single precision would lose
    /// small scores after some million visits.
    pub sum: f64,
    pub max: f32,
    pub visits: u32,
    pub first_child: u32,
    pub next_sibling: u32,
    pub n_alternatives: u16,
    pub n_expanded: u16,
    /// What was done to the parent's state, and how it was turned then.
    pub alteration: A,
    pub symmetry: u8,
    pub is_jump: bool,
}

impl<A: Copy> Node<A> {
    pub fn new(alteration: A, symmetry: u8) -> Self {
        Node {
            sum: 0.0,
            max: 0.0,
            visits: 0,
            first_child: NONE,
            next_sibling: NONE,
            n_alternatives: UNCOUNTED,
            n_expanded: 0,
            alteration,
            symmetry,
            is_jump: false,
        }
    }

    pub fn add(&mut self, score: f32) {
        self.visits += 1;
        self.sum += f64::from(score);
        self.max = self.max.max(score);
    }

    pub fn mean(&self) -> f32 {
        (self.sum / f64::from(self.visits.max(1))) as f32
    }
}

/// The size of a node whose alteration has this type.
pub const fn bytes_per_node<A>() -> usize {
    size_of::<Node<A>>()
}
