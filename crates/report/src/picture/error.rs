//! Pictures that would be too large to be of use.

use thiserror::Error;

use crate::figures::grouped;

/// Why a run was not drawn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PictureError {
    /// More frames than anybody would watch.
    #[error(
        "this run has {} frames, and {what} may have at most {}",
        grouped(*.n_frames as u64),
        grouped(*.limit as u64)
    )]
    TooManyFrames {
        /// The kind of picture.
        what: &'static str,
        /// The frames of the scene.
        n_frames: usize,
        /// The most there may be.
        limit: usize,
    },
    /// More memory than a picture is worth.
    #[error(
        "{what} of this run would take {} million {unit}; at most {} million are made",
        grouped(.size.div_ceil(1_000_000)),
        grouped(.limit / 1_000_000)
    )]
    TooLarge {
        /// The kind of picture.
        what: &'static str,
        /// What it would come to.
        size: u64,
        /// What the size counts.
        unit: &'static str,
        /// The most there may be.
        limit: u64,
    },
}

impl PictureError {
    /// How many steps to take at a time so that the rest is accepted.
    pub fn enough_to_keep_each(&self, every: usize) -> usize {
        let (size, limit) = match self {
            // The first and the last frame are kept in any case.
            PictureError::TooManyFrames {
                n_frames, limit, ..
            } => (*n_frames as u64, *limit as u64 - 2),
            PictureError::TooLarge { size, limit, .. } => (*size, *limit),
        };
        every.saturating_mul(size.div_ceil(limit) as usize)
    }
}

/// Refuses what comes to more of a unit than is made.
pub(super) fn within(
    what: &'static str,
    size: u64,
    unit: &'static str,
    limit: u64,
) -> Result<(), PictureError> {
    match size > limit {
        true => Err(PictureError::TooLarge {
            what,
            size,
            unit,
            limit,
        }),
        false => Ok(()),
    }
}
