//! What can be asked of a level once its winnable states are known.

/// A level whose states are sets of boxes, bit `i` for cell `i`, and a cell of
/// the player.
pub(super) trait Space {
    /// The goals.
    fn goals(&self) -> u128;

    /// How many cells there are; some may be walls.
    fn n_cells(&self) -> usize;

    /// The cell next to another, if neither is a wall.
    fn next(&self, cell: usize, way: usize) -> Option<usize>;

    /// The cells that the player can walk to.
    fn region(&self, boxes: u128, player: usize) -> u128;

    /// The least number of pushes to the end; `None` if there is no way.
    fn distance(&self, boxes: u128, player: usize) -> Option<u32>;
}

/// A box goes one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push {
    /// Where the box was, and where the player is afterwards.
    pub from: usize,
    /// Where the box is afterwards.
    pub to: usize,
    /// The direction: left, right, up, down.
    pub way: usize,
}

impl Push {
    /// The boxes after this push.
    pub fn apply(&self, boxes: u128) -> u128 {
        boxes & !(1 << self.from) | 1 << self.to
    }
}

/// Calls `emit` with every push that the player can make, by box and direction.
pub(super) fn possible_pushes(
    space: &impl Space,
    boxes: u128,
    region: u128,
    mut emit: impl FnMut(Push),
) {
    let mut rest = boxes;
    while rest != 0 {
        let from = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        for way in 0..4 {
            let behind = space.next(from, way ^ 1);
            if behind.is_none_or(|behind| region >> behind & 1 == 0) {
                continue;
            }
            if let Some(to) = space.next(from, way).filter(|to| boxes >> to & 1 == 0) {
                emit(Push { from, to, way });
            }
        }
    }
}
