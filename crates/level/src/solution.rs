//! A run that a file stores beside its level: letters `l u r d`, in upper or lower
//! case. What they mean, and whether they are a solution, is for others to find out.

use std::fmt;
use std::sync::Arc;

use crate::Place;
use crate::run_length::{Fault, expand, is_code};
use crate::source::Line;

/// A line of a stored run: the columns before `skip` belong to its key.
pub(crate) type Part = (Line, u32);

/// A run stored in a file, as letters. Two are equal if their letters are.
#[derive(Clone)]
pub struct StoredSolution {
    moves: String,
    /// The whole file's text and the lines it stood on, if it was read.
    source: Option<(Arc<str>, Box<[Part]>)>,
}

impl StoredSolution {
    /// The run with these letters; none unless there are some, all of `lurdLURD`.
    pub fn new(moves: impl Into<String>) -> Option<StoredSolution> {
        let moves = moves.into();
        let is_run = !moves.is_empty() && moves.chars().all(is_move);
        is_run.then_some(StoredSolution {
            moves,
            source: None,
        })
    }

    /// The run on these lines of `text`, of which each [`is_run`]. The fault comes
    /// with the line it is on.
    pub(crate) fn read(
        text: &Arc<str>,
        parts: &[Part],
        limit: usize,
    ) -> Result<StoredSolution, (Fault, Line, u32)> {
        let mut moves = String::new();
        for &(line, skip) in parts {
            let letters = letters(text, (line, skip), limit - moves.len());
            let letters = letters.map_err(|(fault, column)| (fault, line, column))?;
            moves.extend(letters.into_iter().map(|(c, _)| c));
        }
        Ok(StoredSolution {
            moves,
            source: Some((Arc::clone(text), parts.into())),
        })
    }

    /// The letters; at least one.
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// Where the letter `at` (from 0) stood in the file; nowhere if there is no such
    /// letter or the run was not read from a file.
    pub fn place(&self, mut at: usize) -> Option<Place> {
        let (text, parts) = self.source.as_ref()?;
        for &(line, skip) in parts {
            let letters = letters(text, (line, skip), self.moves.len()).ok()?;
            match letters.get(at) {
                Some(&(_, column)) => return Some(Place::new(line.number, column, line.of(text))),
                None => at -= letters.len(),
            }
        }
        None
    }
}

/// Whether a line, or the rest of one, can be letters of a run, counts and all.
pub(crate) fn is_run(line: &str) -> bool {
    let is_ours = |c: char| is_move(c) || is_code(c) || c.is_whitespace();
    line.contains(is_move) && line.chars().all(is_ours)
}

fn is_move(c: char) -> bool {
    "lurdLURD".contains(c)
}

fn letters(text: &str, (line, skip): Part, limit: usize) -> Result<Vec<(char, u32)>, (Fault, u32)> {
    let source = line.of(text).chars().zip(1..).skip(skip as usize);
    expand(source.filter(|(c, _)| !c.is_whitespace()), limit)
}

impl PartialEq for StoredSolution {
    fn eq(&self, other: &StoredSolution) -> bool {
        self.moves == other.moves
    }
}

impl Eq for StoredSolution {}

/// The letters only: deriving it would print the whole file.
impl fmt::Debug for StoredSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoredSolution").field(&self.moves).finish()
    }
}
