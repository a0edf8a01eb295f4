//! Bytes as text and back, in the alphabet of RFC 4648 with padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as text.
pub fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut bits = [0; 3];
        bits[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            let is_padding = place > chunk.len();
            text.push(char::from(if is_padding { b'=' } else { letter }));
        }
    }
    text
}

/// The bytes of a text, if it is one of bytes. White space is passed over.
pub fn decoded(text: &str) -> Option<Vec<u8>> {
    let value = |letter: u8| LETTERS.iter().position(|known| *known == letter);
    let letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let letters: Vec<u8> = letters.collect();
    let n_padding = letters.iter().rev().take_while(|l| **l == b'=').count();
    if !letters.len().is_multiple_of(4) || n_padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3);
    for chunk in letters[..letters.len() - n_padding].chunks(4) {
        let mut bits = 0;
        for (place, letter) in chunk.iter().enumerate() {
            bits |= (value(*letter)? as u32) << (18 - 6 * place);
        }
        bytes.extend(&bits.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        let pairs = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in pairs {
            assert_eq!(encoded(bytes.as_bytes()), text);
            assert_eq!(decoded(text).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn what_is_no_text_of_bytes_is_refused() {
        for text in ["Z", "Zg=", "Z===", "====", "Zm9?", "Zg==Zg=="] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
