//! What a tree search for levels may be told.

use playproof_treesearch::Estimate;
use thiserror::Error;

use super::metrics::Metric;

/// How levels are built and searched for. The default is the foundational system; every
/// other field is an option, and options combine.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSettings {
    /// Columns without the ring of walls, 3 at least.
    pub width: u8,
    /// Rows without the ring of walls, 3 at least.
    pub height: u8,
    /// What levels are scored by.
    pub metric: Metric,
    /// The constant C of the bound.
    pub exploration: f32,
    /// What a node is taken to be worth.
    pub estimate: Estimate,
    /// Walks to a box and its push are one alteration, instead of single moves.
    pub push: bool,
    /// The first move freezes the board, instead of an alteration of its own.
    pub no_freeze: bool,
    /// Limits on boxes, and on the layer that the board is frozen in.
    pub reduction: Option<Reduction>,
    /// The first alteration is one of the twelve free pentominoes.
    pub cut_outs: bool,
    /// Of mirrored cut-outs only the first one in lexicographic order is built, in the
    /// first eleven layers.
    pub ordered: bool,
    /// States that are equal, or equal when turned and mirrored, share a node.
    pub jumps: bool,
    /// Where a cut-out is its own mirror image, only one side of the axis is altered.
    pub mirror: bool,
    /// The cut-out may lie anywhere: `width` and `height` are only its greatest size.
    pub flexible: bool,
    /// The player starts anywhere, instead of in the middle.
    pub free_start: bool,
    /// After so many iterations each, the most promising child becomes the root.
    pub step_down: Option<u64>,
    /// With `push`: only boxes that are at most so many steps away, and single steps.
    pub restricted: Option<u8>,
    /// Without `push`: a step closes the cell that it leaves and those beside it until
    /// the next push.
    pub flood: bool,
    /// Whether to count what cells become.
    pub heat: bool,
}

/// Limits that make the tree smaller. A board of which nothing can be deleted and on
/// which nothing can be placed may be frozen in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The first layer of frozen boards; the root is layer 1.
    pub freeze_from: u16,
    /// The least number of boxes of a frozen board.
    pub min_boxes: u32,
    /// The greatest.
    pub max_boxes: u32,
}

impl Default for Reduction {
    fn default() -> Self {
        Reduction {
            freeze_from: 9,
            min_boxes: 3,
            max_boxes: 7,
        }
    }
}

impl Default for TreeSettings {
    fn default() -> Self {
        TreeSettings {
            width: 6,
            height: 6,
            metric: Metric::WeightedMean,
            exploration: 5.0 * core::f32::consts::SQRT_2,
            estimate: Estimate::Mean,
            push: false,
            no_freeze: false,
            reduction: None,
            cut_outs: false,
            ordered: false,
            jumps: false,
            mirror: false,
            flexible: false,
            free_start: false,
            step_down: None,
            restricted: None,
            flood: false,
            heat: false,
        }
    }
}

/// What is wrong with settings, or with a search.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TreeError {
    /// It has no room for a level.
    #[error("a board of {0}x{1} is too small: 3x3 is the least")]
    TooSmall(u8, u8),
    /// It does not fit into 128 bits.
    #[error("a board of {0}x{1} is too large for the tree search: it takes up to 128 cells")]
    TooLarge(u8, u8),
    /// The board on which a flexible one lies does not fit into 128 bits.
    #[error(
        "a flexible board of {0}x{1} is too large: it is searched on {2}x{3} cells, and 128 is the most"
    )]
    TooFlexible(u8, u8, u16, u16),
    /// No number of boxes is allowed.
    #[error("at least {0} boxes and at most {1}: no number of boxes is both")]
    Contradiction(u32, u32),
    /// The player needs a cell, and a box needs one to go to.
    #[error("{0} boxes do not fit on {1} cells with a player and a free cell")]
    TooManyBoxes(u32, u32),
    /// Options that exclude each other.
    #[error("{0}")]
    Options(&'static str),
    /// No level came of the search.
    #[error("no level with a box to push was found in {0} iterations; allow more")]
    NothingFound(u64),
}

impl TreeSettings {
    /// The follow-up's improved system: pushes, smaller tree, pentominoes.
    pub fn improved() -> Self {
        TreeSettings {
            push: true,
            reduction: Some(Reduction::default()),
            cut_outs: true,
            ..TreeSettings::default()
        }
    }

    /// Columns and rows of the board that is searched on: a flexible one lies anywhere
    /// around the player.
    pub(super) fn searched_size(&self) -> (u16, u16) {
        let size = (u16::from(self.width), u16::from(self.height));
        match self.flexible {
            true => (2 * size.0 - 1, 2 * size.1 - 1),
            false => size,
        }
    }

    /// Says what is wrong, if anything is.
    pub fn check(&self) -> Result<(), TreeError> {
        let (width, height) = (self.width, self.height);
        if width < 3 || height < 3 {
            return Err(TreeError::TooSmall(width, height));
        }
        let n_cells = u32::from(width) * u32::from(height);
        if n_cells > 128 {
            return Err(TreeError::TooLarge(width, height));
        }
        let (columns, rows) = self.searched_size();
        if columns * rows > 128 {
            return Err(TreeError::TooFlexible(width, height, columns, rows));
        }
        if let Some(reduction) = self.reduction {
            let Reduction {
                min_boxes,
                max_boxes,
                ..
            } = reduction;
            if min_boxes > max_boxes || max_boxes == 0 {
                return Err(TreeError::Contradiction(min_boxes, max_boxes));
            }
            if min_boxes + 2 > n_cells {
                return Err(TreeError::TooManyBoxes(min_boxes, n_cells));
            }
        }
        let wrong = [
            (
                self.flood && self.push,
                "the flood-fill inside of moves has no meaning where pushes are alterations",
            ),
            (
                self.restricted.is_some() && !self.push,
                "a restricted push needs pushes as alterations",
            ),
            (
                self.flexible && self.free_start,
                "a flexible board lies anywhere around the player: the start is free already",
            ),
            (
                self.step_down == Some(0),
                "the search cannot step down after every 0 iterations",
            ),
            (
                !(self.exploration >= 0.0 && self.exploration.is_finite()),
                "the constant of exploration is a number from 0 on",
            ),
        ];
        match wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, why)) => Err(TreeError::Options(why)),
            None => Ok(()),
        }
    }
}
