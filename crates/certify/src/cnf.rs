//! Clauses over numbered variables: what a SAT solver is asked to satisfy.
//!
//! Literals are written as in DIMACS files: variable `v` is `v`, its negation
//! `-v`, and 0 is none. Clauses are kept as they were given: a literal may
//! stand twice in one, and so may a variable and its negation.

use thiserror::Error;

/// The greatest variable, so that literals and their negations are an `i32`.
pub(crate) const MAX_VAR: u32 = i32::MAX as u32;

/// Clauses that are to be true together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cnf {
    /// Not public: lowering it would leave literals out of range behind.
    n_vars: u32,
    literals: Vec<i32>,
    /// Where each clause ends among the literals; the next one begins there.
    ends: Vec<usize>,
}

/// A number that is not a literal of the variables there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{literal} is not a literal of {n_vars} variables")]
pub struct NotALiteral {
    /// The number.
    pub literal: i32,
    /// How many variables there are.
    pub n_vars: u32,
}

impl Cnf {
    /// No clauses yet. Variables are numbered from 1; there are never more
    /// than an `i32` can name.
    pub fn new(n_vars: u32) -> Cnf {
        Cnf {
            n_vars: n_vars.min(MAX_VAR),
            literals: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// One more variable, or nothing where there are too many.
    pub(crate) fn fresh(&mut self) -> Option<i32> {
        if self.n_vars == MAX_VAR {
            return None;
        }
        self.n_vars += 1;
        Some(self.n_vars as i32)
    }

    /// Adds a clause, or nothing if one of its literals is out of range.
    pub fn push(&mut self, clause: &[i32]) -> Result<(), NotALiteral> {
        check_literals(clause, self.n_vars)?;
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        Ok(())
    }

    /// The number of variables.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// The number of clauses.
    pub fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    /// The clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        begins
            .zip(&self.ends)
            .map(|(begin, &end)| &self.literals[begin..end])
    }

    /// The memory that the clauses take.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.literals[..]) + size_of_val(&self.ends[..])) as u64
    }
}

/// Whether all of these are literals of so many variables.
pub(crate) fn check_literals(clause: &[i32], n_vars: u32) -> Result<(), NotALiteral> {
    let fits = |l: &&i32| **l != 0 && l.unsigned_abs() <= n_vars;
    match clause.iter().find(|l| !fits(l)) {
        None => Ok(()),
        Some(&literal) => Err(NotALiteral { literal, n_vars }),
    }
}
