//! Names from outside, made safe to print: a file's name or a property may
//! hold escape sequences, which would act on the terminal.

/// The text with each control or invisible character replaced by one that
/// shows. One character stays one character, so that columns stay right.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' => ' ',
        // Zero-width and bidirectional controls would move what follows.
        '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' => '\u{FFFD}',
        _ if c.is_control() => '\u{FFFD}',
        _ => c,
    };
    text.chars().map(shown).collect()
}
