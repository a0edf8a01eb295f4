//! The token of a launch.

use std::fmt;

/// What every call must carry.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one, 128 random bits.
    pub fn new() -> Result<Token, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        Ok(Token(digits.collect()))
    }

    /// Whether this is the token. It takes as long for every wrong one.
    pub fn is(&self, other: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), other.as_bytes());
        let pairs = own.iter().zip(other);
        let difference = pairs.fold(0, |seen, (a, b)| seen | (a ^ b));
        own.len() == other.len() && difference == 0
    }

    /// Its digits, for the address of the page.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_is_the_token() {
        let token = Token::new().unwrap();
        assert_eq!(token.digits().len(), 32);
        assert!(token.is(token.digits()));
        for wrong in [
            "",
            "0",
            &token.digits()[1..],
            &format!("{}0", token.digits()),
        ] {
            assert!(!token.is(wrong));
        }
        assert!(!token.is(Token::new().unwrap().digits()));
    }
}
