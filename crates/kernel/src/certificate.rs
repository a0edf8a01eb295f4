//! The certificate file: a level, a property, an answer and its evidence.
//! `docs/certificates.md` describes it.
//!
//! Ten lines of text and an empty one, then the level, the statement and the
//! evidence, whose sizes the head gives and which end with the file. A file is
//! read in one way or refused. The head holds no control characters, so that
//! it can be shown on a terminal.
//!
//! Whether `rules` is the hash of the statement is not looked at here.

use std::fmt::Display;

use crate::read::answer;
use crate::{Answer, Evidence, Rejection, hex, read_evidence};

/// The most bytes of a line of the head.
const MAX_LINE: usize = 1 << 20;

/// What a certificate says, lent by the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The property, as it was asked.
    pub property: &'a str,
    /// The property, as a formula.
    pub core: &'a str,
    /// What is claimed of it.
    pub answer: Answer,
    /// The kind of the evidence.
    pub kind: &'a str,
    /// The SHA-256 of the statement's text.
    pub rules: [u8; 32],
    /// The level.
    pub level: &'a str,
    /// The statement's text, if the file carries it.
    pub statement: Option<&'a str>,
    /// The bytes of the evidence.
    pub payload: &'a [u8],
}

type Parsed<T> = Result<T, Rejection>;

fn broken(why: impl Display) -> Rejection {
    Rejection(format!("the certificate is broken: {why}"))
}

impl<'a> Certificate<'a> {
    /// Reads a file, but not the evidence in it.
    pub fn parse(file: &'a [u8]) -> Result<Certificate<'a>, Rejection> {
        let mut head = Head { rest: after_version(file)?, n_read: 1 };
        let mut certificate = Certificate {
            game: head.field("game")?,
            property: head.field("property")?,
            core: head.field("core")?,
            answer: head.parsed("verdict", "holds or violated", |a| answer(a).ok())?,
            kind: head.field("evidence")?,
            rules: head.parsed("rules", "64 lowercase hex digits", hash)?,
            level: "",
            statement: None,
            payload: &[],
        };
        let n_level = head.parsed("level", "a number of bytes", size)?;
        let n_statement = head.parsed("statement", "a number of bytes", size)?;
        let n_payload = head.parsed("payload", "a number of bytes", size)?;
        if !head.next_line()?.is_empty() {
            return Err(head.wrong("it should be empty"));
        }
        let n_all = n_level.saturating_add(n_statement);
        let (n_all, n_left) = (n_all.saturating_add(n_payload), head.rest.len());
        if n_all != n_left {
            return Err(broken(format!("{n_left} bytes follow its head, not {n_all}")));
        }
        let (level, rest) = head.rest.split_at(n_level);
        let (statement, payload) = rest.split_at(n_statement);
        let text =
            |name, bytes| str::from_utf8(bytes).map_err(|e| broken(format!("the {name}: {e}")));
        certificate.level = text("level", level)?;
        certificate.statement = Some(text("statement", statement)?).filter(|s| !s.is_empty());
        certificate.payload = payload;
        Ok(certificate)
    }

    /// Reads the evidence, which may take this many bytes in memory.
    pub fn evidence(&self, memory: u64) -> Result<Evidence, Rejection> {
        let evidence = read_evidence(self.kind, self.payload, memory);
        evidence.map_err(|why| broken(format!("in the evidence, {why}")))
    }
}

/// What follows the first line, if that is a certificate's of this version.
fn after_version(file: &[u8]) -> Parsed<&[u8]> {
    let error = |why: &str| Err(Rejection(why.to_owned()));
    if file.starts_with(&[0x1F, 0x8B]) {
        return error("this certificate is compressed: gunzip it first, or use `playproof check`");
    }
    let Some(rest) = file.strip_prefix(b"playproof certificate ") else {
        return error("this is not a playproof certificate");
    };
    let start = &rest[..rest.len().min(20)];
    match start.split(|&b| b == b'\n').next().unwrap_or_default() {
        b"3" if start.len() > 1 => Ok(&rest[2..]),
        b"3\r" => error("the line ends of this certificate were changed (to CRLF)"),
        version => error(&format!(
            "this certificate has version `{}`; this program reads version 3",
            version.escape_ascii()
        )),
    }
}

/// Reads the head line by line.
struct Head<'a> {
    rest: &'a [u8],
    /// How many lines were read: the number of the last one, counted from 1.
    n_read: usize,
}

impl<'a> Head<'a> {
    fn wrong(&self, why: impl Display) -> Rejection {
        broken(format!("line {}: {why}", self.n_read))
    }

    fn next_line(&mut self) -> Parsed<&'a str> {
        self.n_read += 1;
        // A file without line ends is not searched to its end.
        let end = self.rest.iter().take(MAX_LINE).position(|&b| b == b'\n');
        let end = end.ok_or_else(|| self.wrong("it does not end within 1 MiB"))?;
        let line = std::str::from_utf8(&self.rest[..end]).ok();
        self.rest = &self.rest[end + 1..];
        let plain = line.filter(|line| !line.contains(char::is_control));
        plain.ok_or_else(|| self.wrong("it is not plain text"))
    }

    /// The value of this field, which the next line must hold.
    fn field(&mut self, name: &str) -> Parsed<&'a str> {
        let line = self.next_line()?;
        let value = line.strip_prefix(name).and_then(|l| l.strip_prefix(": "));
        value.ok_or_else(|| self.wrong(format!("it should be `{name}: ...`")))
    }

    /// The same, for a value that not every text is.
    fn parsed<T>(&mut self, name: &str, form: &str, parse: fn(&str) -> Option<T>) -> Parsed<T> {
        let value = parse(self.field(name)?);
        value.ok_or_else(|| self.wrong(format!("`{name}` is not {form}")))
    }
}

/// A number in the one form it has.
fn size(text: &str) -> Option<usize> {
    text.parse().ok().filter(|n: &usize| n.to_string() == text)
}

fn hash(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    for (i, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    (hex(&hash) == text).then_some(hash)
}
