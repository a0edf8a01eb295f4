//! The certificate file: a level, a property, an answer and its evidence.
//!
//! A few readable lines, then the level and the evidence in binary, deflated
//! where that is worth it. It holds no time, host or thread count, so that the
//! same task gives the same bytes. `docs/certificates.md` describes it.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use playproof_model::{Answer, Dom, Fingerprint, Step, Val};
use thiserror::Error;

use crate::evidence::{
    Claims, ClosedSet, Column, Count, Cut, Evidence, Lasso, Pattern, Potential, Ranking, Trace,
    UniqueRun,
};
use crate::stream::{Malformed, Reader, Writer};
use crate::symbolic_format::{read_induction, read_invariant, write_induction, write_invariant};

const MAGIC: &str = "playproof certificate ";
const VERSION: &str = "2";

/// Payloads from this size on are deflated.
const LARGE: usize = 4096;

/// Deflate never makes more than this many bytes of one.
const MAX_INFLATION: u64 = 1032;

/// Everything a checker needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The game's name.
    pub game: String,
    /// The property, as text.
    pub property: String,
    /// What is claimed of it.
    pub answer: Answer,
    /// The hash of the elaborated Rules.
    pub rules: Fingerprint,
    /// The level, as text.
    pub level: String,
    /// What the claim rests on.
    pub evidence: Evidence,
}

/// Why a file could not be read as a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CertificateError {
    /// It does not begin like one.
    #[error("this is not a playproof certificate")]
    NotACertificate,
    /// It was copied as if it were text.
    #[error("the line ends of this certificate were changed (to CRLF)")]
    LineEnds,
    /// It is one of another version.
    #[error("this certificate has version `{0}`; this program reads version {VERSION}")]
    Version(String),
    /// It begins like one and is broken after that.
    #[error("the certificate is broken: {0}")]
    Broken(String),
}

fn broken<T>(why: impl Into<String>) -> Result<T, CertificateError> {
    Err(CertificateError::Broken(why.into()))
}

impl From<Malformed> for CertificateError {
    fn from(Malformed(why): Malformed) -> Self {
        CertificateError::Broken(why.into())
    }
}

impl Certificate {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Writer::default();
        payload.bytes(self.level.as_bytes());
        match &self.evidence {
            Evidence::Trace(trace) => write_trace(trace, &mut payload),
            Evidence::ClosedSet(set) => write_closed_set(set, &mut payload),
            Evidence::Lasso(lasso) => write_lasso(lasso, &mut payload),
            Evidence::Ranking(ranking) => write_ranking(ranking, &mut payload),
            Evidence::Claims(claims) => {
                payload.words(&claims.points);
                payload.words(&claims.claims);
                write_numbers(&claims.ranks, &mut payload);
            }
            Evidence::Runs(runs) | Evidence::AllRuns(runs) => {
                payload.number(runs.len() as u64);
                runs.iter().for_each(|run| write_trace(run, &mut payload));
            }
            Evidence::UniqueRun(unique) => {
                write_trace(&unique.run, &mut payload);
                payload.words(&unique.points);
                write_numbers(&unique.returns, &mut payload);
            }
            Evidence::Cut(cut) => {
                payload.words(&cut.cut);
                payload.words(&cut.inside);
            }
            Evidence::Invariant(invariant) => write_invariant(invariant, &mut payload),
            Evidence::Induction(induction) => write_induction(induction, &mut payload),
            Evidence::Argument(argument) => write_numbers(argument, &mut payload),
        }
        let raw = payload.0;
        let (form, stored) = if raw.len() < LARGE {
            ("plain", raw.clone())
        } else {
            ("deflate", deflate(&raw))
        };
        let head = format!(
            "{MAGIC}{VERSION}\ngame: {}\nproperty: {}\nverdict: {}\nevidence: {}\nrules: {}\n\
             payload: {form} {} {}\n\n",
            self.game,
            self.property,
            self.answer,
            self.evidence.kind(),
            self.rules,
            stored.len(),
            raw.len(),
        );
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(&stored);
        bytes
    }

    /// Reads a file that inflates to at most `max_bytes`.
    pub fn from_bytes(bytes: &[u8], max_bytes: u64) -> Result<Certificate, CertificateError> {
        let mut lines = Lines(bytes);
        let first = lines.next_line().unwrap_or_default();
        let Some(version) = first.strip_prefix(MAGIC) else {
            return Err(CertificateError::NotACertificate);
        };
        if version.strip_suffix('\r') == Some(VERSION) {
            return Err(CertificateError::LineEnds);
        }
        if version != VERSION {
            let shown: String = version.chars().take(20).collect();
            return Err(CertificateError::Version(shown.escape_debug().to_string()));
        }
        let game = lines.field("game")?.to_owned();
        let property = lines.field("property")?.to_owned();
        let answer = match lines.field("verdict")? {
            "holds" => Answer::Holds,
            "violated" => Answer::Violated,
            _ => return broken("the verdict is neither holds nor violated"),
        };
        let kind = lines.field("evidence")?;
        let rules = fingerprint(lines.field("rules")?)?;
        let payload = lines.field("payload")?;
        if lines.next_line() != Some("") {
            return broken("no empty line follows the payload's size");
        }
        let raw = payload_of(payload, lines.0, max_bytes)?;
        let mut reader = Reader::new(&raw, max_bytes);
        let level = String::from_utf8(reader.bytes()?.to_vec());
        let level = level.or_else(|_| broken("the level is no text"))?;
        let evidence = match kind {
            "trace" => Evidence::Trace(read_trace(&mut reader)?),
            "closed-set" => Evidence::ClosedSet(read_closed_set(&mut reader)?),
            "lasso" => Evidence::Lasso(read_lasso(&mut reader)?),
            "ranking" => Evidence::Ranking(read_ranking(&mut reader)?),
            "claims" => Evidence::Claims(Claims {
                points: reader.words()?,
                claims: reader.words()?,
                ranks: read_numbers(&mut reader)?,
            }),
            "runs" => Evidence::Runs(read_runs(&mut reader)?),
            "all-runs" => Evidence::AllRuns(read_runs(&mut reader)?),
            "unique-run" => Evidence::UniqueRun(UniqueRun {
                run: read_trace(&mut reader)?,
                points: reader.words()?,
                returns: read_numbers(&mut reader)?,
            }),
            "cut" => Evidence::Cut(Cut {
                cut: reader.words()?,
                inside: reader.words()?,
            }),
            "invariant" => Evidence::Invariant(read_invariant(&mut reader)?),
            "induction" => Evidence::Induction(read_induction(&mut reader)?),
            "argument" => Evidence::Argument(read_numbers(&mut reader)?),
            _ => return broken("the kind of evidence is unknown"),
        };
        reader.end()?;
        Ok(Certificate {
            game,
            property,
            answer,
            rules,
            level,
            evidence,
        })
    }
}

struct Lines<'a>(&'a [u8]);

impl<'a> Lines<'a> {
    fn next_line(&mut self) -> Option<&'a str> {
        // A line of the head is short; a file without line ends is not
        // searched to its end.
        let window = &self.0[..self.0.len().min(1 << 20)];
        let end = window.iter().position(|&b| b == b'\n')?;
        let line = std::str::from_utf8(&self.0[..end]).ok()?;
        self.0 = &self.0[end + 1..];
        Some(line)
    }

    fn field(&mut self, name: &str) -> Result<&'a str, CertificateError> {
        let line = self.next_line();
        let value = line.and_then(|l| l.strip_prefix(name)?.strip_prefix(": "));
        value.map_or_else(|| broken(format!("its head has no `{name}`")), Ok)
    }
}

fn fingerprint(hex: &str) -> Result<Fingerprint, CertificateError> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    let mut hash = [0; 32];
    let pairs = hex.as_bytes().chunks(2);
    let right = hex.len() == 64
        && hash.iter_mut().zip(pairs).all(|(byte, pair)| {
            let value = digit(pair[0]).zip(digit(pair[1]));
            *byte = value.map_or(0, |(high, low)| high * 16 + low);
            value.is_some()
        });
    if right {
        Ok(Fingerprint(hash))
    } else {
        broken("the hash of the rules is not 64 hexadecimal digits")
    }
}

fn deflate(raw: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(raw).expect("writing to memory succeeds");
    encoder.finish().expect("writing to memory succeeds")
}

fn payload_of(field: &str, rest: &[u8], max_bytes: u64) -> Result<Vec<u8>, CertificateError> {
    let parts: Vec<&str> = field.split(' ').collect();
    let sizes = match parts[..] {
        [form, stored, raw] => stored
            .parse::<u64>()
            .ok()
            .zip(raw.parse::<u64>().ok())
            .map(|s| (form, s)),
        _ => None,
    };
    let Some((form, (stored, raw))) = sizes else {
        return broken("the payload's size is not readable");
    };
    if stored != rest.len() as u64 {
        let found = rest.len();
        return broken(format!(
            "the payload should have {stored} bytes and has {found}"
        ));
    }
    if raw > max_bytes {
        return broken(format!(
            "it inflates to {raw} bytes, the limit is {max_bytes}"
        ));
    }
    match form {
        "plain" if stored == raw => Ok(rest.to_vec()),
        "deflate" if raw / MAX_INFLATION <= stored => inflate(rest, raw),
        _ => broken("the payload's sizes contradict each other"),
    }
}

fn inflate(stored: &[u8], raw: u64) -> Result<Vec<u8>, CertificateError> {
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(stored);
    // One byte more than announced is read, to see that none follows.
    let read = decoder.by_ref().take(raw + 1).read_to_end(&mut bytes);
    if read.is_err() || bytes.len() as u64 != raw || decoder.total_in() != stored.len() as u64 {
        return broken("the payload cannot be inflated to its size");
    }
    Ok(bytes)
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
