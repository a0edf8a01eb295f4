//! A proof that clauses contradict each other, as a list of further clauses,
//! each with the clauses that it follows from.
//!
//! This is LRAT without its RAT steps, without deletions and without gaps. A
//! RAT step adds a clause that does not follow but whose absence no one would
//! notice, for which the checker would have to look at all clauses there are.
//!
//! Nothing is checked here: any lists are a proof, until `check_lrat` has seen
//! them. The bytes of a proof are numbers as in `stream.rs`: how many steps
//! there are, and for each the list of its literals and that of its hints. What
//! is read takes memory in proportion to the bytes.

use crate::budget::Rejection;
use crate::stream::Reader;

/// Steps, each of which adds a clause.
///
/// Of `n` original clauses the first has the id 1 and the last the id `n`; the
/// steps go on from `n + 1`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LratProof {
    literals: Vec<i32>,
    hints: Vec<u64>,
    /// Where each step ends in both lists; the next one begins there.
    ends: Vec<(usize, usize)>,
}

impl LratProof {
    /// Appends a step that adds a clause. The hints are the ids of the clauses
    /// that it follows from, in the order in which they become unit when it is
    /// false. The last one is then false.
    pub fn push(&mut self, clause: &[i32], hints: &[u64]) {
        self.literals.extend_from_slice(clause);
        self.hints.extend_from_slice(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
    }

    /// The number of steps.
    pub fn n_steps(&self) -> usize {
        self.ends.len()
    }

    /// The clauses and their hints, in order.
    pub fn steps(&self) -> impl Iterator<Item = (&[i32], &[u64])> {
        let mut begin = (0, 0);
        self.ends.iter().map(move |&end| {
            let step = (&self.literals[begin.0..end.0], &self.hints[begin.1..end.1]);
            begin = end;
            step
        })
    }

    /// The memory that the steps take.
    pub fn bytes(&self) -> u64 {
        let lists = size_of_val(&self.literals[..]) + size_of_val(&self.hints[..]);
        (lists + size_of_val(&self.ends[..])) as u64
    }

    /// Reads the bytes of a proof that may take so much memory.
    pub fn from_bytes(bytes: &[u8], memory: u64) -> Result<LratProof, Rejection> {
        let (mut r, mut proof) = (Reader::new(bytes, memory), LratProof::default());
        // The shortest step has two empty lists: two numbers.
        for _ in 0..r.length(2, size_of::<(usize, usize)>())? {
            for _ in 0..r.length(1, size_of::<i32>())? {
                proof.literals.push(r.value()?);
            }
            for _ in 0..r.length(1, size_of::<u64>())? {
                proof.hints.push(r.number()?);
            }
            proof.push(&[], &[]);
        }
        r.end()?;
        Ok(proof)
    }
}
