//! Evidence as numbers in a stream, kind by kind. `docs/certificates.md` describes it.

use playproof_model::{Dom, Step, Val};

use crate::evidence::{
    Claims, ClosedSet, Column, Count, Cut, Evidence, Lasso, Pattern, Piece, Potential, Ranking,
    Trace, UniqueRun,
};
use crate::stream::{Malformed, Reader, Writer};
use crate::symbolic_format::{read_induction, read_invariant, write_induction, write_invariant};

/// Appends evidence, but for its kind.
pub(crate) fn write_evidence(evidence: &Evidence, out: &mut Writer) {
    match evidence {
        Evidence::Trace(trace) => write_trace(trace, out),
        Evidence::ClosedSet(set) => write_closed_set(set, out),
        Evidence::Lasso(lasso) => write_lasso(lasso, out),
        Evidence::Ranking(ranking) => write_ranking(ranking, out),
        Evidence::Claims(claims) => {
            out.words(&claims.points);
            out.words(&claims.claims);
            write_numbers(&claims.ranks, out);
        }
        Evidence::Runs(runs) | Evidence::AllRuns(runs) => {
            out.number(runs.len() as u64);
            runs.iter().for_each(|run| write_trace(run, out));
        }
        Evidence::UniqueRun(unique) => {
            write_trace(&unique.run, out);
            out.words(&unique.points);
            write_numbers(&unique.returns, out);
        }
        Evidence::Cut(cut) => {
            out.words(&cut.cut);
            out.words(&cut.inside);
        }
        Evidence::Invariant(invariant) => write_invariant(invariant, out),
        Evidence::Induction(induction) => write_induction(induction, out),
        Evidence::Argument(argument) => write_numbers(argument, out),
        Evidence::Pieces(pieces) => {
            out.number(pieces.len() as u64);
            for piece in pieces {
                out.number(u64::from(piece.thing));
                out.number(u64::from(piece.is_kept));
                out.bytes(piece.evidence.kind().as_bytes());
                write_evidence(&piece.evidence, out);
            }
        }
    }
}

/// Reads evidence of this kind; nothing if there is no such kind.
pub(crate) fn read_evidence(
    kind: &str,
    reader: &mut Reader,
) -> Result<Option<Evidence>, Malformed> {
    read_kind(kind, reader, false)
}

/// The same, of a piece or not: pieces have none themselves.
fn read_kind(kind: &str, reader: &mut Reader, within: bool) -> Result<Option<Evidence>, Malformed> {
    Ok(Some(match kind {
        "trace" => Evidence::Trace(read_trace(reader)?),
        "closed-set" => Evidence::ClosedSet(read_closed_set(reader)?),
        "lasso" => Evidence::Lasso(read_lasso(reader)?),
        "ranking" => Evidence::Ranking(read_ranking(reader)?),
        "claims" => Evidence::Claims(Claims {
            points: reader.words()?,
            claims: reader.words()?,
            ranks: read_numbers(reader)?,
        }),
        "runs" => Evidence::Runs(read_runs(reader)?),
        "all-runs" => Evidence::AllRuns(read_runs(reader)?),
        "unique-run" => Evidence::UniqueRun(UniqueRun {
            run: read_trace(reader)?,
            points: reader.words()?,
            returns: read_numbers(reader)?,
        }),
        "cut" => Evidence::Cut(Cut {
            cut: reader.words()?,
            inside: reader.words()?,
        }),
        "invariant" => Evidence::Invariant(read_invariant(reader)?),
        "induction" => Evidence::Induction(read_induction(reader)?),
        "argument" => Evidence::Argument(read_numbers(reader)?),
        "pieces" if !within => Evidence::Pieces(read_pieces(reader)?),
        _ => return Ok(None),
    }))
}

fn read_pieces(reader: &mut Reader) -> Result<Vec<Piece>, Malformed> {
    let n = reader.length(4, size_of::<Piece>())?;
    let pieces = (0..n).map(|_| {
        let thing = reader.small()?;
        let is_kept = match reader.number()? {
            0 => false,
            1 => true,
            _ => return Err(Malformed("a piece is about neither of two properties")),
        };
        let kind = std::str::from_utf8(reader.bytes()?);
        let kind = kind.map_err(|_| Malformed("the kind of a piece is no text"))?;
        let evidence = read_kind(kind, reader, true)?;
        Ok(Piece {
            thing,
            is_kept,
            evidence: evidence.ok_or(Malformed("the kind of a piece is unknown"))?,
        })
    });
    pieces.collect()
}

fn write_numbers(numbers: &[u32], out: &mut Writer) {
    out.number(numbers.len() as u64);
    numbers.iter().for_each(|&n| out.number(u64::from(n)));
}

fn read_numbers(reader: &mut Reader) -> Result<Vec<u32>, Malformed> {
    let n = reader.length(1, size_of::<u32>())?;
    (0..n).map(|_| reader.small()).collect()
}

fn write_steps(steps: &[Step], out: &mut Writer) {
    out.number(steps.len() as u64);
    for step in steps {
        match step {
            Step::Stutter => out.number(0),
            Step::Act { action, choice } => {
                out.number(u64::from(action.0) + 1);
                out.number(u64::from(*choice));
            }
        }
    }
}

fn read_steps(reader: &mut Reader) -> Result<Vec<Step>, Malformed> {
    let n = reader.length(1, size_of::<Step>())?;
    let steps = (0..n).map(|_| {
        Ok(match reader.small()? {
            0 => Step::Stutter,
            action => Step::Act {
                action: playproof_model::ActionId(action - 1),
                choice: reader.small()?,
            },
        })
    });
    steps.collect()
}

fn write_trace(trace: &Trace, out: &mut Writer) {
    out.number(u64::from(trace.initial));
    write_steps(&trace.steps, out);
}

fn read_trace(reader: &mut Reader) -> Result<Trace, Malformed> {
    let initial = reader.small()?;
    let steps = read_steps(reader)?;
    Ok(Trace { initial, steps })
}

fn read_runs(reader: &mut Reader) -> Result<Vec<Trace>, Malformed> {
    let n = reader.length(2, size_of::<Trace>())?;
    (0..n).map(|_| read_trace(reader)).collect()
}

fn write_lasso(lasso: &Lasso, out: &mut Writer) {
    out.number(u64::from(lasso.initial));
    write_steps(&lasso.stem, out);
    write_steps(&lasso.cycle, out);
}

fn read_lasso(reader: &mut Reader) -> Result<Lasso, Malformed> {
    Ok(Lasso {
        initial: reader.small()?,
        stem: read_steps(reader)?,
        cycle: read_steps(reader)?,
    })
}

fn write_ranking(ranking: &Ranking, out: &mut Writer) {
    out.words(&ranking.rows);
    write_numbers(&ranking.ranks, out);
    out.number(ranking.postponed.len() as u64);
    for until in &ranking.postponed {
        out.number(until.map_or(0, |bit| u64::from(bit) + 1));
    }
}

fn read_ranking(reader: &mut Reader) -> Result<Ranking, Malformed> {
    let rows = reader.words()?;
    let ranks = read_numbers(reader)?;
    let n = reader.length(1, size_of::<Option<u32>>())?;
    let postponed = (0..n).map(|_| Ok(reader.small()?.checked_sub(1)));
    Ok(Ranking {
        rows,
        ranks,
        postponed: postponed.collect::<Result<_, _>>()?,
    })
}

const RANGES: u64 = 0;
const SETS: u64 = 1;

fn write_closed_set(set: &ClosedSet, out: &mut Writer) {
    out.number(set.free.len() as u64);
    set.free.iter().for_each(|&f| out.number(u64::from(f)));
    out.words(&set.points);
    for column in &set.columns {
        match column {
            Column::Ranges(ranges) => {
                out.number(RANGES);
                out.number(ranges.len() as u64);
                for &(lo, hi) in ranges {
                    out.value(lo);
                    out.value(hi);
                }
            }
            Column::Sets { words, bits } => {
                out.number(SETS);
                out.number(*words as u64);
                out.words(bits);
            }
        }
    }
    out.number(set.patterns.len() as u64);
    for pattern in &set.patterns {
        out.number(pattern.len() as u64);
        for (flat, dom) in pattern {
            out.number(u64::from(*flat));
            match dom {
                Dom::Range(lo, hi) => {
                    out.number(RANGES);
                    out.value(*lo);
                    out.value(*hi);
                }
                Dom::Set(bits) => {
                    out.number(SETS);
                    out.words(bits);
                }
            }
        }
    }
    out.number(set.potentials.len() as u64);
    for potential in &set.potentials {
        write_potential(potential, out);
    }
}

fn write_potential(p: &Potential, out: &mut Writer) {
    match &p.count {
        None => out.number(0),
        Some(count) => {
            out.number(1);
            out.number(u64::from(count.counter));
            out.value(count.limit);
        }
    }
    out.value(p.constant);
    out.number(p.weights.len() as u64);
    for (flat, weights) in &p.weights {
        out.number(u64::from(*flat));
        out.number(weights.len() as u64);
        weights.iter().for_each(|&w| out.value(w));
    }
}

fn read_potential(reader: &mut Reader) -> Result<Potential, Malformed> {
    let count = match reader.number()? {
        0 => None,
        1 => Some(Count {
            counter: reader.small()?,
            limit: reader.value()?,
        }),
        _ => return Err(Malformed("a count is neither there nor not")),
    };
    let constant = reader.value()?;
    let n_variables = reader.length(2, size_of::<(u32, Vec<Val>)>())?;
    let weights = (0..n_variables).map(|_| {
        let flat = reader.small()?;
        let n = reader.length(1, size_of::<Val>())?;
        let weights = (0..n).map(|_| reader.value()).collect::<Result<_, _>>()?;
        Ok((flat, weights))
    });
    let weights = weights.collect::<Result<_, _>>()?;
    Ok(Potential {
        count,
        constant,
        weights,
    })
}

fn read_closed_set(reader: &mut Reader) -> Result<ClosedSet, Malformed> {
    let n_free = reader.length(1, size_of::<Column>())?;
    let free = (0..n_free)
        .map(|_| reader.small())
        .collect::<Result<_, _>>()?;
    let points = reader.words()?;
    let columns = (0..n_free)
        .map(|_| read_column(reader))
        .collect::<Result<_, _>>()?;
    let n_patterns = reader.length(1, size_of::<Pattern>())?;
    let patterns = (0..n_patterns).map(|_| {
        let n = reader.length(3, size_of::<(u32, Dom)>())?;
        let named = (0..n).map(|_| Ok((reader.small()?, read_dom(reader)?)));
        named.collect::<Result<_, _>>()
    });
    let patterns = patterns.collect::<Result<_, _>>()?;
    let n_potentials = reader.length(3, size_of::<Potential>())?;
    let potentials = (0..n_potentials).map(|_| read_potential(reader));
    let potentials = potentials.collect::<Result<_, _>>()?;
    Ok(ClosedSet {
        free,
        points,
        columns,
        patterns,
        potentials,
    })
}

fn read_column(reader: &mut Reader) -> Result<Column, Malformed> {
    match reader.number()? {
        RANGES => {
            let n = reader.length(2, 8)?;
            let ranges = (0..n).map(|_| Ok((reader.value()?, reader.value()?)));
            ranges.collect::<Result<_, _>>().map(Column::Ranges)
        }
        SETS => {
            let words = reader.small()? as usize;
            let bits = reader.words()?;
            Ok(Column::Sets { words, bits })
        }
        _ => Err(Malformed("a column is neither ranges nor sets")),
    }
}

fn read_dom(reader: &mut Reader) -> Result<Dom, Malformed> {
    match reader.number()? {
        RANGES => Ok(Dom::Range(reader.value()?, reader.value()?)),
        SETS => reader.words().map(Dom::Set),
        _ => Err(Malformed("a value is neither a range nor a set")),
    }
}
