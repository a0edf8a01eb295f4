//! Numbers in a byte stream: seven bits a byte, least first. The reader
//! believes nothing: every length is compared with what is left of the stream
//! and of the memory before anything is allocated.

use std::fmt::Display;

use crate::{Rejection, Val};

/// What was read, or what is wrong with the stream and at which byte, counted
/// from 0.
pub(crate) type Read<T> = Result<T, Rejection>;

/// Reads a stream from its beginning.
#[derive(Default)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// How many bytes were read.
    at: usize,
    /// Where the last number begins: what is wrong is said to be there.
    begin: usize,
    /// Bytes that what is read may still take: a few bytes of a file can
    /// stand for many in memory.
    pub memory: u64,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8], memory: u64) -> Reader<'a> {
        Reader { bytes, memory, ..Reader::default() }
    }

    /// What is wrong with the number that was read last, or with what follows
    /// from it.
    pub fn wrong(&self, why: impl Display) -> Rejection {
        Rejection(format!("byte {}: {why}", self.begin))
    }

    fn take(&mut self, n: usize) -> Read<&'a [u8]> {
        let taken = self.bytes[self.at..].get(..n);
        self.at += taken.map_or(0, <[u8]>::len);
        taken.ok_or_else(|| self.wrong("it is cut off"))
    }

    pub fn number(&mut self) -> Read<u64> {
        self.begin = self.at;
        let mut n = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            n |= bits << shift;
            // One number, one form: the same evidence has the same bytes.
            if byte == 0 && shift > 0 {
                return Err(self.wrong("a number is written too long"));
            }
            if byte & 0x80 == 0 {
                return Ok(n);
            }
        }
        Err(self.wrong("a number is too large"))
    }

    pub fn small(&mut self) -> Read<u32> {
        let n = self.number()?;
        u32::try_from(n).map_err(|_| self.wrong("a number is too large"))
    }

    /// Small numbers of either sign are short: 0, -1, 1, -2, ...
    pub fn value(&mut self) -> Read<Val> {
        let n = self.number()?;
        let value = (n >> 1) as i64 ^ -((n & 1) as i64);
        Val::try_from(value).map_err(|_| self.wrong("a value is too large"))
    }

    /// The length of a list whose items take at least `least` bytes each in
    /// the file, and `size` in memory.
    pub fn length(&mut self, least: usize, size: usize) -> Read<usize> {
        let n = self.number()?;
        if n > ((self.bytes.len() - self.at) / least) as u64 {
            return Err(self.wrong("a list is longer than the file"));
        }
        self.charge(n.saturating_mul(size as u64))?;
        Ok(n as usize)
    }

    /// So much memory is taken.
    pub fn charge(&mut self, needed: u64) -> Read<()> {
        let left = self.memory.checked_sub(needed);
        self.memory = left.ok_or_else(|| self.wrong("it needs more memory than it may"))?;
        Ok(())
    }

    pub fn bytes(&mut self) -> Read<&'a [u8]> {
        let n = self.length(1, 1)?;
        self.take(n)
    }

    pub fn words(&mut self) -> Read<Vec<u64>> {
        let n = self.length(8, 8)?;
        let (words, _) = self.take(n * 8)?.as_chunks();
        Ok(words.iter().map(|&word| u64::from_le_bytes(word)).collect())
    }

    /// Nothing may follow.
    pub fn end(&mut self) -> Read<()> {
        self.begin = self.at;
        let ended = self.at == self.bytes.len();
        if ended { Ok(()) } else { Err(self.wrong("it should end here")) }
    }
}
