//! Another drawing in a file's text, with everything else as it was.
//!
//! Which lines hold the drawing is the game's word, and taken for what it is: a caller reads
//! the text again and compares.

use playproof::game::DrawnRows;

/// The text with these rows in the place of a drawing.
pub fn redrawn(text: &str, drawing: &DrawnRows, rows: &[String]) -> String {
    let first = drawing.line as usize;
    let behind = first + drawing.rows.len();
    let mut new = String::with_capacity(text.len());
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if number == first {
            // What stands beside the first row stands beside every one.
            let words = line.trim_end_matches(['\n', '\r']);
            let width = drawing.rows.first().map_or(0, |row| row.chars().count());
            let column = drawing.column as usize - 1;
            let before: String = words.chars().take(column).collect();
            let after: String = words.chars().skip(column + width).collect();
            let ending = match &line[words.len()..] {
                "" => "\n",
                ending => ending,
            };
            for row in rows {
                let row = match after.is_empty() {
                    true => row.trim_end(),
                    false => row,
                };
                new.extend([&before, row, &after, ending]);
            }
        }
        if !(first..behind).contains(&number) {
            new.push_str(line);
        }
    }
    new
}
