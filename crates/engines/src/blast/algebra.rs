//! Boolean algebra: all that bit-blasting asks of what it writes into.

/// Bits and the operations on them. Two bits that are equal must stand for the
/// same function of the inputs; the converse is welcome but not needed, except
/// that operations on constants must give constants. What equals a constant is
/// left out of results, so that an algebra that simplifies more gets less to do.
pub trait Algebra {
    /// One boolean function: a word of states, a literal, a diagram.
    type Bit: Clone + Eq;

    /// True or false everywhere.
    fn constant(&mut self, value: bool) -> Self::Bit;

    /// Not.
    fn not(&mut self, a: &Self::Bit) -> Self::Bit;

    /// Both.
    fn and(&mut self, a: &Self::Bit, b: &Self::Bit) -> Self::Bit;

    /// At least one.
    fn or(&mut self, a: &Self::Bit, b: &Self::Bit) -> Self::Bit {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(&not_a, &not_b);
        self.not(&neither)
    }

    /// Exactly one.
    fn xor(&mut self, a: &Self::Bit, b: &Self::Bit) -> Self::Bit {
        let not_b = self.not(b);
        self.ite(a, &not_b, b)
    }

    /// Both or neither.
    fn same(&mut self, a: &Self::Bit, b: &Self::Bit) -> Self::Bit {
        let differ = self.xor(a, b);
        self.not(&differ)
    }

    /// `a` where `c`, else `b`.
    fn ite(&mut self, c: &Self::Bit, a: &Self::Bit, b: &Self::Bit) -> Self::Bit {
        let not_c = self.not(c);
        let then = self.and(c, a);
        let other = self.and(&not_c, b);
        self.or(&then, &other)
    }

    /// All of them; true of nothing.
    fn all(&mut self, bits: &[Self::Bit]) -> Self::Bit {
        // A balanced tree: a chain would be as deep as a map is large.
        match bits {
            [] => self.constant(true),
            [one] => one.clone(),
            _ => {
                let (left, right) = bits.split_at(bits.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(&left, &right)
            }
        }
    }

    /// At least one of them; false of nothing.
    fn any(&mut self, bits: &[Self::Bit]) -> Self::Bit {
        match bits {
            [] => self.constant(false),
            [one] => one.clone(),
            _ => {
                let (left, right) = bits.split_at(bits.len() / 2);
                let (left, right) = (self.any(left), self.any(right));
                self.or(&left, &right)
            }
        }
    }
}
