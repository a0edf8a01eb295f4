//! A proof that clauses contradict each other, as a list of steps: a clause
//! is added, with the clauses that it follows from, or clauses are deleted.
//!
//! This is LRAT without its RAT steps. Such a step adds a clause that does not
//! follow but whose absence no one would notice, for which the checker would
//! have to look at all clauses there are. Without them every clause of a proof
//! follows from the original ones, and deleting can do no harm.
//!
//! Only the shape is checked here. Whether the clauses follow is for
//! `check_lrat` to see.

use thiserror::Error;

use crate::cnf::{MAX_VAR, NotALiteral, check_literals};

/// The greatest id: differences of ids must fit an `i64`.
const MAX_ID: u64 = i64::MAX as u64;

/// One step of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStep<'a> {
    /// A clause follows from others.
    Add {
        /// Its id, greater than all before.
        id: u64,
        /// Its literals.
        clause: &'a [i32],
        /// The ids of the clauses that it follows from, in the order in which
        /// they become unit when it is false. The last one is then false.
        hints: &'a [u64],
    },
    /// Clauses are not needed any more.
    Delete {
        /// Their ids.
        ids: &'a [u64],
    },
}

/// The steps of a proof, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LratProof {
    steps: Vec<Stored>,
    literals: Vec<i32>,
    /// Hints and deleted ids.
    ids: Vec<u64>,
    last_id: u64,
    n_added: usize,
}

/// Where a step ends in the lists; the next one begins there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stored {
    /// The id of the clause that is added, or 0 where clauses are deleted.
    added: u64,
    literals_end: usize,
    ids_end: usize,
}

/// What a step may not look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum StepError {
    /// A clause holds something else.
    #[error(transparent)]
    Literal(#[from] NotALiteral),
    /// Ids are at least 1 and fit 63 bits.
    #[error("{0} is not the id of a clause")]
    Id(u64),
    /// Ids increase.
    #[error("clause {id} is added after clause {last}")]
    Order {
        /// The id of the clause.
        id: u64,
        /// The last id before.
        last: u64,
    },
}

impl LratProof {
    /// Appends a step that adds a clause; nothing, if its shape is wrong.
    pub fn add(&mut self, id: u64, clause: &[i32], hints: &[u64]) -> Result<(), StepError> {
        check_ids(&[id])?;
        check_ids(hints)?;
        check_literals(clause, MAX_VAR)?;
        if id <= self.last_id {
            let last = self.last_id;
            return Err(StepError::Order { id, last });
        }
        self.last_id = id;
        self.n_added += 1;
        self.literals.extend_from_slice(clause);
        self.ids.extend_from_slice(hints);
        self.end_step(id);
        Ok(())
    }

    /// Appends a step that deletes clauses; nothing, if its shape is wrong.
    pub fn delete(&mut self, ids: &[u64]) -> Result<(), StepError> {
        check_ids(ids)?;
        self.ids.extend_from_slice(ids);
        self.end_step(0);
        Ok(())
    }

    fn end_step(&mut self, added: u64) {
        self.steps.push(Stored {
            added,
            literals_end: self.literals.len(),
            ids_end: self.ids.len(),
        });
    }

    /// The number of steps.
    pub fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// How many steps add a clause.
    pub fn n_added(&self) -> usize {
        self.n_added
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = ProofStep<'_>> {
        let (mut literals_begin, mut ids_begin) = (0, 0);
        self.steps.iter().map(move |step| {
            let clause = &self.literals[literals_begin..step.literals_end];
            let ids = &self.ids[ids_begin..step.ids_end];
            (literals_begin, ids_begin) = (step.literals_end, step.ids_end);
            match step.added {
                0 => ProofStep::Delete { ids },
                id => ProofStep::Add {
                    id,
                    clause,
                    hints: ids,
                },
            }
        })
    }

    /// The memory that the steps take.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = size_of_val(&self.literals[..]) + size_of_val(&self.ids[..]);
        (size_of_val(&self.steps[..]) + lists) as u64
    }
}

/// The memory that a step takes besides its literals and ids.
pub(crate) const STEP_BYTES: usize = size_of::<Stored>();

fn check_ids(ids: &[u64]) -> Result<(), StepError> {
    match ids.iter().find(|&&id| id == 0 || id > MAX_ID) {
        None => Ok(()),
        Some(&id) => Err(StepError::Id(id)),
    }
}
