//! The bytes of a file as text, or why they are none.

use crate::level::is_no_text;
use crate::source::place_of_byte;
use crate::{Diagnostic, MAX_BYTES};

/// The file as text, without its byte order mark.
pub fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Diagnostic> {
    if bytes.len() > MAX_BYTES {
        return Err(Diagnostic::error(
            file,
            None,
            format!("this file has {} bytes", bytes.len()),
            format!("a file of levels may have at most {MAX_BYTES} bytes; split the file"),
        ));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| not_utf8(file, bytes, e.valid_up_to()))?;
    let is_bad = |&(_, c): &(usize, char)| is_no_text(c) && !matches!(c, '\t' | '\n' | '\r');
    match text.char_indices().find(is_bad) {
        None => Ok(text),
        Some((offset, c)) => Err(Diagnostic::error(
            file,
            place_of_byte(text, offset),
            format!("not a text file: unexpected character U+{:04X}", c as u32),
            "expected letters, spaces and line breaks, saved as UTF-8",
        )),
    }
}

/// The error for bytes that are no UTF-8 from `offset` on.
fn not_utf8(file: &str, bytes: &[u8], offset: usize) -> Diagnostic {
    // What stands before is sound and keeps its length in the lossy copy, so the
    // offset is the same in both. Of what follows only what can be shown is copied.
    let shown = &bytes[..bytes.len().min(offset + 1000)];
    let place = place_of_byte(&String::from_utf8_lossy(shown), offset);
    Diagnostic::error(
        file,
        place,
        format!("not a text file: unexpected byte 0x{:02X}", bytes[offset]),
        "expected letters, spaces and line breaks, saved as UTF-8",
    )
}
