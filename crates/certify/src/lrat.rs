//! Proofs as solvers write them: steps with ids of their own choice, deletions,
//! and the LRAT text format.
//!
//! The kernel knows none of these: a proof there is a list of clauses, numbered
//! on from the original ones. So ids are renumbered here, and deletions, which
//! change nothing about what follows, are left out. Not trusted: a proof that
//! is renumbered wrong is rejected.

use std::collections::HashMap;
use std::fmt::Write;

use playproof_kernel::LratProof;
use thiserror::Error;

/// What a step may not look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum StepError {
    /// Literals are not 0, and their negations fit 32 bits.
    #[error("{0} is not a literal")]
    Literal(i32),
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
    /// A hint names a clause that was not added.
    #[error("there is no clause {0}")]
    Unknown(u64),
}

/// Why text could not be read as a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} of the proof: {why}")]
pub struct LratError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

/// Turns the steps of a solver into a proof that the kernel reads.
///
/// ```
/// use playproof_certify::ProofBuilder;
///
/// let mut builder = ProofBuilder::new(3);
/// builder.add(10, &[2], &[1, 2])?;
/// builder.delete(&[1])?;
/// builder.add(20, &[], &[10, 3])?;
/// let proof = builder.finish();
/// assert_eq!(proof.steps().last(), Some((&[][..], &[4, 3][..])));
/// # Ok::<(), playproof_certify::StepError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofBuilder {
    n_clauses: u64,
    last_id: u64,
    /// The kernel's id of each clause that was added.
    ids: HashMap<u64, u64>,
    proof: LratProof,
}

impl ProofBuilder {
    /// No steps yet. The original clauses have the ids from 1 to `n_clauses`.
    pub fn new(n_clauses: usize) -> ProofBuilder {
        ProofBuilder {
            n_clauses: n_clauses as u64,
            last_id: n_clauses as u64,
            ids: HashMap::new(),
            proof: LratProof::default(),
        }
    }

    /// Appends a step that adds a clause; nothing, if its shape is wrong.
    pub fn add(&mut self, id: u64, clause: &[i32], hints: &[u64]) -> Result<(), StepError> {
        check_ids(&[id])?;
        check_ids(hints)?;
        if let Some(&literal) = clause.iter().find(|&&l| l == 0 || l == i32::MIN) {
            return Err(StepError::Literal(literal));
        }
        let last = self.last_id;
        if id <= last {
            return Err(StepError::Order { id, last });
        }
        let known = hints.iter().map(|&hint| match hint <= self.n_clauses {
            true => Ok(hint),
            false => self.ids.get(&hint).copied().ok_or(StepError::Unknown(hint)),
        });
        let hints = known.collect::<Result<Vec<u64>, StepError>>()?;
        self.proof.push(clause, &hints);
        self.last_id = id;
        let position = self.n_clauses + self.proof.n_steps() as u64;
        self.ids.insert(id, position);
        Ok(())
    }

    /// Passes over a step that deletes clauses. Only its shape is checked.
    pub fn delete(&mut self, ids: &[u64]) -> Result<(), StepError> {
        check_ids(ids)
    }

    /// The proof.
    pub fn finish(self) -> LratProof {
        self.proof
    }
}

fn check_ids(ids: &[u64]) -> Result<(), StepError> {
    match ids.iter().find(|&&id| id == 0 || id > i64::MAX as u64) {
        None => Ok(()),
        Some(&id) => Err(StepError::Id(id)),
    }
}

/// The text for other tools: a line is `id literals 0 hints 0`.
pub fn to_text(n_clauses: usize, proof: &LratProof) -> String {
    let mut text = String::new();
    for (id, (clause, hints)) in (n_clauses + 1..).zip(proof.steps()) {
        let written = write!(text, "{id} ")
            .and_then(|()| write_list(&mut text, clause))
            .and_then(|()| text.write_char(' '))
            .and_then(|()| write_list(&mut text, hints));
        written.expect("writing to memory succeeds");
        text.push('\n');
    }
    text
}

/// Reads the text that other tools write about so many original clauses: lines
/// as above, `id d ids 0` to delete, and comments that begin with `c`. Steps
/// that are RAT, which have negative hints, are refused.
pub fn from_text(n_clauses: usize, text: &str) -> Result<LratProof, LratError> {
    let mut builder = ProofBuilder::new(n_clauses);
    for (text, line) in text.lines().zip(1..) {
        if !text.starts_with('c') && !text.trim_ascii().is_empty() {
            read_line(text, &mut builder).map_err(|why| LratError { line, why })?;
        }
    }
    Ok(builder.finish())
}

fn write_list<T: std::fmt::Display>(text: &mut String, list: &[T]) -> std::fmt::Result {
    list.iter().try_for_each(|item| write!(text, "{item} "))?;
    text.write_char('0')
}

/// Appends the step of a line.
fn read_line(line: &str, builder: &mut ProofBuilder) -> Result<(), String> {
    let mut words = line.split_ascii_whitespace().peekable();
    let id = number(words.next())?;
    let id = u64::try_from(id).map_err(|_| format!("{id} is not the id of a clause"))?;
    let deletes = words.next_if_eq(&"d").is_some();
    let mut clause = Vec::new();
    if !deletes {
        clause = read_list(&mut words, |n| {
            i32::try_from(n).map_err(|_| format!("{n} is not a literal"))
        })?;
    }
    let ids = read_list(&mut words, |n| {
        u64::try_from(n).map_err(|_| match deletes {
            true => format!("{n} is not the id of a clause"),
            false => format!("hint {n} is negative: RAT steps are not supported"),
        })
    })?;
    if let Some(word) = words.next() {
        return Err(format!("{} follows the end", shown(word)));
    }
    let appended = match deletes {
        true => builder.delete(&ids),
        false => builder.add(id, &clause, &ids),
    };
    appended.map_err(|e| e.to_string())
}

/// The numbers up to the next 0.
fn read_list<'a, T>(
    words: &mut impl Iterator<Item = &'a str>,
    item: impl Fn(i64) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let mut list = Vec::new();
    loop {
        match number(words.next())? {
            0 => return Ok(list),
            n => list.push(item(n)?),
        }
    }
}

fn number(word: Option<&str>) -> Result<i64, String> {
    let word = word.ok_or("a list does not end with 0")?;
    let number = word.parse();
    number.map_err(|_| format!("{} is not a number that fits 64 bits", shown(word)))
}

/// A word of unknown origin and length.
fn shown(word: &str) -> String {
    let start: String = word.chars().take(24).collect();
    format!("`{}`", start.escape_debug())
}
