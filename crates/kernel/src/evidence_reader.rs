//! Reads evidence, kind by kind; `docs/certificates.md` describes the bytes.
//!
//! What comes out has the right shape, takes memory in proportion to what was
//! read, and proves nothing yet.

use crate::evidence::*;
use crate::stream::{Read, Reader};
use crate::{ActionId, LratProof, Val};

/// Reads evidence of a kind, which may take this many bytes in memory. An error
/// names the byte where the evidence is wrong.
pub fn read_evidence(kind: &str, bytes: &[u8], memory: u64) -> Result<Evidence, String> {
    let mut reader = Reader::new(bytes, memory);
    let evidence = match kind {
        "pieces" => list(&mut reader, 4, piece).map(Evidence::Pieces),
        _ => whole(kind, &mut reader),
    };
    let ended = evidence.and_then(|evidence| reader.end().map(|()| evidence));
    ended.map_err(|wrong| wrong.0)
}

/// Evidence that is not made of pieces.
fn whole(kind: &str, r: &mut Reader) -> Read<Evidence> {
    Ok(match kind {
        "trace" => Evidence::Trace(trace(r)?),
        "closed-set" => Evidence::ClosedSet(closed_set(r)?),
        "lasso" => Evidence::Lasso(Lasso {
            initial: r.small()?,
            stem: list(r, 1, step)?,
            cycle: list(r, 1, step)?,
        }),
        "ranking" => Evidence::Ranking(Ranking {
            rows: r.words()?,
            ranks: numbers(r)?,
            postponed: list(r, 1, |r| Ok(r.small()?.checked_sub(1)))?,
        }),
        "claims" => {
            Evidence::Claims(Claims { points: r.words()?, claims: r.words()?, ranks: numbers(r)? })
        }
        "trap" => Evidence::Trap(Trap { run: trace(r)?, set: closed_set(r)? }),
        "ways" => Evidence::Ways(Ways { boxes: list(r, 3, way)?, cuts: list(r, 2, cuts)? }),
        "runs" => Evidence::Runs(list(r, 2, trace)?),
        "all-runs" => Evidence::AllRuns(list(r, 2, trace)?),
        "cut" => Evidence::Cut(Cut { cut: r.words()?, inside: r.words()? }),
        "invariant" => {
            Evidence::Invariant(Invariant { set: state_set(r)?, step: proof(r)?, safe: proof(r)? })
        }
        "induction" => Evidence::Induction(Induction {
            length: r.small()?,
            distinct: flag(r)?,
            base: proof(r)?,
            step: proof(r)?,
        }),
        "argument" => Evidence::Argument(Argument {
            axiom: text(r)?.to_owned(),
            numbers: numbers(r)?,
            run: optional(r, trace)?,
        }),
        "pieces" => return Err(r.wrong("a piece is made of pieces")),
        _ => {
            let kind: String = kind.escape_debug().take(40).collect();
            return Err(r.wrong(format!("there is no evidence of the kind `{kind}`")));
        }
    })
}

fn piece(r: &mut Reader) -> Read<Piece> {
    Ok(Piece {
        group: r.small()?,
        question: r.small()?,
        evidence: text(r).and_then(|kind| whole(kind, r))?,
    })
}

/// A list of items that take at least `least` bytes each in the file.
fn list<T>(r: &mut Reader, least: usize, item: impl Fn(&mut Reader) -> Read<T>) -> Read<Vec<T>> {
    let n = r.length(least, size_of::<T>())?;
    let mut items = Vec::with_capacity(n);
    for _ in 0..n {
        items.push(item(r)?);
    }
    Ok(items)
}

fn numbers(r: &mut Reader) -> Read<Vec<u32>> {
    list(r, 1, |r| r.small())
}

fn values(r: &mut Reader) -> Read<Vec<Val>> {
    list(r, 1, |r| r.value())
}

/// 0 or 1: whether something is there, or the second of two forms follows.
fn flag(r: &mut Reader) -> Read<bool> {
    match r.number()? {
        n @ 0..=1 => Ok(n == 1),
        n => Err(r.wrong(format!("{n} should be 0 or 1"))),
    }
}

/// 0, or 1 and something.
fn optional<T>(r: &mut Reader, item: impl Fn(&mut Reader) -> Read<T>) -> Read<Option<T>> {
    Ok(if flag(r)? { Some(item(r)?) } else { None })
}

fn text<'a>(r: &mut Reader<'a>) -> Read<&'a str> {
    let bytes = r.bytes()?;
    std::str::from_utf8(bytes).map_err(|_| r.wrong("a name is not UTF-8"))
}

fn trace(r: &mut Reader) -> Read<Trace> {
    Ok(Trace { initial: r.small()?, steps: list(r, 1, step)? })
}

fn step(r: &mut Reader) -> Read<Step> {
    Ok(match r.small()? {
        0 => Step::Stutter,
        n => Step::Act { action: ActionId(n - 1), choice: r.small()? },
    })
}

fn closed_set(r: &mut Reader) -> Read<ClosedSet> {
    let mut set = ClosedSet { free: numbers(r)?, points: r.words()?, ..ClosedSet::default() };
    r.charge((set.free.len() * size_of::<Column>()) as u64)?;
    for &flat in &set.free {
        set.columns.push(column(r, flat, &mut set.cuts)?);
    }
    set.patterns = list(r, 1, |r| list(r, 3, |r| Ok((r.small()?, dom(r)?))))?;
    set.potentials = list(r, 3, potential)?;
    Ok(set)
}

fn way(r: &mut Reader) -> Read<Way> {
    let ranges = list(r, 2, |r| Ok((r.value()?, r.value()?)))?;
    Ok(Way { ranges, command: r.small()?, rank: r.small()? })
}

fn cuts(r: &mut Reader) -> Read<(u32, Vec<Val>)> {
    Ok((r.small()?, values(r)?))
}

fn column(r: &mut Reader, flat: u32, cuts: &mut Vec<(u32, Vec<Val>)>) -> Read<Column> {
    let form = r.number()?;
    if form == 2 {
        cuts.push((flat, values(r)?));
    }
    Ok(match form {
        0 | 2 => Column::Ranges(list(r, 2, |r| Ok((r.value()?, r.value()?)))?),
        1 => Column::Sets { words: r.small()? as usize, bits: r.words()? },
        _ => return Err(r.wrong(format!("{form} is no form of a column"))),
    })
}

fn dom(r: &mut Reader) -> Read<Dom> {
    Ok(match flag(r)? {
        false => Dom::Range(r.value()?, r.value()?),
        true => Dom::Set(r.words()?),
    })
}

fn potential(r: &mut Reader) -> Read<Potential> {
    Ok(Potential {
        count: optional(r, |r| Ok(Count { counter: r.small()?, limit: r.value()? }))?,
        constant: r.value()?,
        weights: list(r, 2, cuts)?,
    })
}

fn state_set(r: &mut Reader) -> Read<StateSet> {
    Ok(match flag(r)? {
        false => StateSet::Clauses(list(r, 1, values)?),
        true => StateSet::Circuit(Circuit { gates: list(r, 3, gate)?, output: r.value()? }),
    })
}

fn gate(r: &mut Reader) -> Read<Gate> {
    Ok(Gate { bit: r.small()?, then: r.value()?, other: r.value()? })
}

fn proof(r: &mut Reader) -> Read<LratProof> {
    let bytes = r.bytes()?;
    let proof = LratProof::from_bytes(bytes, r.memory);
    let proof = proof.map_err(|e| r.wrong(format!("the proof is broken: {e}")))?;
    r.charge(proof.bytes())?;
    Ok(proof)
}
