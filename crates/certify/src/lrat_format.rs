//! Proofs as text, in the LRAT format of SAT solvers, and as bytes, for
//! certificates.
//!
//! A line of the text is `id literals 0 hints 0`, or `id d ids 0` to delete;
//! lines that begin with `c` are comments. The bytes are numbers as in
//! `stream.rs`: how many steps there are, and for each by how much its id
//! exceeds the last, 0 to delete; then two lists, or one. Hints and deleted
//! ids are written as distances from the last id, since most are recent.
//!
//! Neither reader believes anything. What comes out has the right shape, takes
//! memory in proportion to what was read, and proves nothing yet.

use std::fmt::Write;

use thiserror::Error;

use crate::lrat_proof::{LratProof, ProofStep, STEP_BYTES, StepError};
use crate::stream::{Malformed, Reader, Writer};

/// Why something could not be read as a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LratError {
    /// A line of text is wrong.
    #[error("line {line} of the proof: {why}")]
    Line {
        /// Which, counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The bytes are wrong.
    #[error("byte {offset} of the proof: {why}")]
    Byte {
        /// How many bytes were right.
        offset: usize,
        /// What is wrong.
        why: String,
    },
}

impl LratProof {
    /// The text for other tools.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut last_id = 0;
        for step in self.steps() {
            let written = match step {
                ProofStep::Add { id, clause, hints } => {
                    last_id = id;
                    write!(text, "{id} ")
                        .and_then(|()| write_list(&mut text, clause))
                        .and_then(|()| text.write_char(' '))
                        .and_then(|()| write_list(&mut text, hints))
                }
                ProofStep::Delete { ids } => {
                    // Such a line begins with an id that exists; before the
                    // first addition the greatest one known is one of these.
                    last_id = ids.iter().copied().fold(last_id, u64::max);
                    write!(text, "{last_id} d ").and_then(|()| write_list(&mut text, ids))
                }
            };
            written.expect("writing to memory succeeds");
            text.push('\n');
        }
        text
    }

    /// Reads the text that other tools write. Steps that are RAT, which have
    /// negative hints, are refused.
    pub fn from_text(text: &str) -> Result<LratProof, LratError> {
        let mut proof = LratProof::default();
        let (mut clause, mut ids) = (Vec::new(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            if !line.starts_with('c') && !line.trim_ascii().is_empty() {
                let read = read_line(line, &mut proof, &mut clause, &mut ids);
                read.map_err(|why| LratError::Line { line: number, why })?;
            }
        }
        Ok(proof)
    }

    /// The bytes for certificates.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::default();
        let mut last_id = 0;
        w.number(self.n_steps() as u64);
        for step in self.steps() {
            let ids = match step {
                ProofStep::Add { id, clause, hints } => {
                    w.number(id - last_id);
                    last_id = id;
                    w.number(clause.len() as u64);
                    clause.iter().for_each(|&l| w.value(l));
                    hints
                }
                ProofStep::Delete { ids } => {
                    w.number(0);
                    ids
                }
            };
            w.number(ids.len() as u64);
            // Ids fit 63 bits, so that their differences fit 64.
            ids.iter()
                .for_each(|&i| w.signed(last_id as i64 - i as i64));
        }
        w.0
    }

    /// Reads the bytes of a proof that takes at most `max_bytes` in memory.
    pub fn from_bytes(bytes: &[u8], max_bytes: u64) -> Result<LratProof, LratError> {
        let mut reader = Reader::new(bytes, max_bytes);
        read_steps(&mut reader).map_err(|why| LratError::Byte {
            offset: bytes.len() - reader.n_left(),
            why,
        })
    }
}

fn write_list<T: std::fmt::Display>(text: &mut String, list: &[T]) -> std::fmt::Result {
    list.iter().try_for_each(|item| write!(text, "{item} "))?;
    text.write_char('0')
}

/// Appends the step of a line. The lists are lent so that none is made a line.
fn read_line(
    line: &str,
    proof: &mut LratProof,
    clause: &mut Vec<i32>,
    ids: &mut Vec<u64>,
) -> Result<(), String> {
    let mut words = line.split_ascii_whitespace().peekable();
    let id = number(words.next())?;
    let id = u64::try_from(id).map_err(|_| format!("{id} is not the id of a clause"))?;
    let deletes = words.next_if_eq(&"d").is_some();
    if !deletes {
        read_list(&mut words, clause, |n| {
            i32::try_from(n).map_err(|_| format!("{n} is not a literal"))
        })?;
    }
    read_list(&mut words, ids, |n| {
        u64::try_from(n).map_err(|_| {
            if deletes {
                format!("{n} is not the id of a clause")
            } else {
                format!("hint {n} is negative: RAT steps are not supported")
            }
        })
    })?;
    if let Some(word) = words.next() {
        return Err(format!("{} follows the end", shown(word)));
    }
    let appended = if deletes {
        proof.delete(ids)
    } else {
        proof.add(id, clause, ids)
    };
    appended.map_err(|e| e.to_string())
}

/// Replaces a list by the numbers up to the next 0.
fn read_list<'a, T>(
    words: &mut impl Iterator<Item = &'a str>,
    list: &mut Vec<T>,
    item: impl Fn(i64) -> Result<T, String>,
) -> Result<(), String> {
    list.clear();
    loop {
        match number(words.next())? {
            0 => return Ok(()),
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

fn read_steps(r: &mut Reader) -> Result<LratProof, String> {
    let why = |Malformed(why)| why.to_owned();
    let mut proof = LratProof::default();
    let (mut clause, mut ids) = (Vec::new(), Vec::new());
    let mut last_id = 0u64;
    // The shortest step deletes nothing: two numbers.
    for _ in 0..r.length(2, STEP_BYTES).map_err(why)? {
        let ahead = r.number().map_err(why)?;
        clause.clear();
        if ahead != 0 {
            last_id = last_id.checked_add(ahead).ok_or("an id is too large")?;
            for _ in 0..r.length(1, size_of::<i32>()).map_err(why)? {
                clause.push(r.value().map_err(why)?);
            }
        }
        let from = i64::try_from(last_id).map_err(|_| "an id is too large")?;
        ids.clear();
        for _ in 0..r.length(1, size_of::<u64>()).map_err(why)? {
            let distance = r.signed().map_err(why)?;
            let id = from.checked_sub(distance);
            let id = id.and_then(|id| u64::try_from(id).ok());
            ids.push(id.ok_or("an id is out of range")?);
        }
        let appended: Result<(), StepError> = match ahead {
            0 => proof.delete(&ids),
            _ => proof.add(last_id, &clause, &ids),
        };
        appended.map_err(|e| e.to_string())?;
    }
    r.end().map_err(why)?;
    Ok(proof)
}
