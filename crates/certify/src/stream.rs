//! Numbers in a byte stream: seven bits a byte, least first. The reader
//! believes nothing: every length is compared with what is left.

use playproof_model::Val;

/// What a stream may be found to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Malformed(pub &'static str);

/// Appends to a stream.
#[derive(Default)]
pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    /// Small numbers of either sign are short: 0, -1, 1, -2, ...
    pub fn signed(&mut self, x: i64) {
        self.number(((x << 1) ^ (x >> 63)) as u64);
    }

    pub fn value(&mut self, x: Val) {
        self.signed(i64::from(x));
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub fn words(&mut self, words: &[u64]) {
        self.number(words.len() as u64);
        self.0.reserve(words.len() * 8);
        words
            .iter()
            .for_each(|w| self.0.extend_from_slice(&w.to_le_bytes()));
    }
}

/// Reads a stream from its beginning.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// Bytes that what is read may still take: a few bytes of a file can
    /// stand for many in memory.
    memory: u64,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8], memory: u64) -> Reader<'a> {
        let rest = bytes;
        Reader { rest, memory }
    }

    /// How many bytes were not read yet.
    pub fn n_left(&self) -> usize {
        self.rest.len()
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Malformed> {
        if n > self.rest.len() {
            return Err(Malformed("it is cut off"));
        }
        let (head, tail) = self.rest.split_at(n);
        self.rest = tail;
        Ok(head)
    }

    pub fn number(&mut self) -> Result<u64, Malformed> {
        let mut n = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                return Err(Malformed("a number is too large"));
            }
            n |= bits << shift;
            if byte & 0x80 == 0 {
                // One number, one form: the same evidence has the same bytes.
                if byte == 0 && shift > 0 {
                    return Err(Malformed("a number is written too long"));
                }
                return Ok(n);
            }
        }
        Err(Malformed("a number is too large"))
    }

    pub fn small(&mut self) -> Result<u32, Malformed> {
        let n = self.number()?;
        u32::try_from(n).map_err(|_| Malformed("a number is too large"))
    }

    pub fn signed(&mut self) -> Result<i64, Malformed> {
        let n = self.number()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    pub fn value(&mut self) -> Result<Val, Malformed> {
        let x = self.signed()?;
        Val::try_from(x).map_err(|_| Malformed("a value is too large"))
    }

    /// The length of a list whose items take at least `least` bytes each in
    /// the file, and `size` in memory.
    pub fn length(&mut self, least: usize, size: usize) -> Result<usize, Malformed> {
        let n = self.number()?;
        let fits = |n: usize| n.checked_mul(least).is_some_and(|b| b <= self.rest.len());
        let Some(n) = usize::try_from(n).ok().filter(|&n| fits(n)) else {
            return Err(Malformed("a list is longer than the file"));
        };
        self.charge((n as u64).saturating_mul(size as u64))?;
        Ok(n)
    }

    /// How much memory what is read may still take.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// So much memory is taken.
    pub fn charge(&mut self, needed: u64) -> Result<(), Malformed> {
        let left = self.memory.checked_sub(needed);
        self.memory = left.ok_or(Malformed("it needs more memory than it may"))?;
        Ok(())
    }

    pub fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let n = self.length(1, 1)?;
        self.take(n)
    }

    pub fn words(&mut self) -> Result<Vec<u64>, Malformed> {
        let n = self.length(8, 8)?;
        let bytes = self.take(n * 8)?.chunks_exact(8);
        let word = |b: &[u8]| u64::from_le_bytes(b.try_into().expect("chunks of eight"));
        Ok(bytes.map(word).collect())
    }

    pub fn end(&self) -> Result<(), Malformed> {
        match self.rest {
            [] => Ok(()),
            _ => Err(Malformed("something follows its end")),
        }
    }
}
