//! Pieces of text that several languages write alike.

/// In brackets, unless it is one word.
pub fn bracketed(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.chars().all(is_word) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// Text that stays in its comment.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
