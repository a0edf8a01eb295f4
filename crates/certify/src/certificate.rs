//! The certificate file: a level, a property, an answer and its evidence.
//!
//! A few readable lines, then the level and the evidence in binary, deflated
//! where that is worth it. It holds no time, host or thread count, so that the
//! same task gives the same bytes. `docs/certificates.md` describes it.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use playproof_model::{Answer, Fingerprint};
use thiserror::Error;

use crate::evidence::Evidence;
use crate::evidence_format::{read_evidence, write_evidence};
use crate::stream::{Malformed, Reader, Writer};

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
        write_evidence(&self.evidence, &mut payload);
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
        let Some(evidence) = read_evidence(kind, &mut reader)? else {
            return broken("the kind of evidence is unknown");
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
