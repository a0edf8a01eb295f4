//! All levels of a file with the words around them, and the file written anew.

use std::fmt::{Arguments, Write};

use crate::about::clean_line;
use crate::level::clean_title;
use crate::xsb::{self, Key};
use crate::{Diagnostic, GridLevel, Level};

/// The most letters of a stored run on one line.
const RUN_WIDTH: usize = 80;

/// Every level of a file, in order.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The levels; at least one.
    pub levels: Vec<Level>,
    /// The comments after the last level, each line ending in `\n`.
    pub comments: String,
    /// What was odd, in the file's order of levels.
    pub warnings: Vec<Diagnostic>,
}

impl Collection {
    /// The whole file: every level with its title, author, comments and solutions.
    /// [`read`](crate::read) gives back all of it, without a warning, as long as
    /// nothing but solutions was changed since it was read.
    ///
    /// Drawings are written cell by cell, comments above a level as `;` lines. Where
    /// the file is a collection of drawings, author, comments and solutions stand
    /// below their level in lines with keys; elsewhere such lines would be rows, so
    /// they are `;` lines too, and all but the solutions stand above.
    pub fn text(&self) -> String {
        let is_drawing = |level: &Level| match level {
            Level::Grid(level) => xsb::survey(&level.rows()).is_xsb,
            Level::Written(_) => false,
        };
        let is_xsb = self.levels.iter().any(is_drawing);
        let mut text = String::new();
        for (i, level) in self.levels.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            let level = match level {
                Level::Grid(level) => level,
                Level::Written(level) => {
                    text.push_str(&level.text());
                    continue;
                }
            };
            let author = level.author.as_deref().and_then(clean_title);
            let author = author.map(|author| format!("Author: {author}\n"));
            let author = author.unwrap_or_default();
            let mut above = level.above.clone();
            if !is_xsb {
                above.push_str(&author);
                above.push_str(&level.below);
            }
            write_above(&mut text, &above, level.title.as_deref());
            text.push_str(&level.rows());
            if is_xsb {
                text.push_str(&author);
                write_comments(&mut text, &level.below);
            }
            write_solutions(&mut text, level, is_xsb);
        }
        if !self.comments.is_empty() {
            text.push('\n');
            write_remarks(&mut text, &self.comments);
        }
        text
    }
}

fn write_above(text: &mut String, comments: &str, title: Option<&str>) {
    write_remarks(text, comments);
    match title.and_then(clean_title) {
        Some(title) => write_line(text, format_args!("; {title}")),
        // Otherwise the last comment would be the title.
        None if !comments.is_empty() => text.push_str(";\n"),
        None => {}
    }
}

fn write_remarks(text: &mut String, comments: &str) {
    for comment in comments.lines() {
        let remark = format!("; {}", clean_line(comment));
        write_line(text, format_args!("{}", remark.trim_end()));
    }
}

/// Writes lines with keys that mean nothing to us as they are, since they may to
/// others, and all other lines between `Comment:` and `Comment-End:`.
fn write_comments(text: &mut String, comments: &str) {
    let mut is_open = false;
    for comment in comments.lines() {
        let comment = clean_line(comment);
        let comment = xsb::without_comment_keys(&comment);
        let is_key = matches!(xsb::key(comment), Some((Key::Other, _)));
        if is_key == is_open {
            let mark = if is_open {
                "Comment-End:\n"
            } else {
                "Comment:\n"
            };
            text.push_str(mark);
            is_open = !is_open;
        }
        write_line(text, format_args!("{comment}"));
    }
    if is_open {
        text.push_str("Comment-End:\n");
    }
}

fn write_solutions(text: &mut String, level: &GridLevel, is_xsb: bool) {
    for solution in &level.solutions {
        let moves = solution.moves();
        if !is_xsb {
            write_line(text, format_args!("; Solution: {moves}"));
        } else if moves.len() <= RUN_WIDTH {
            write_line(text, format_args!("Solution: {moves}"));
        } else {
            text.push_str("Solution:\n");
            let mut rest = moves;
            while !rest.is_empty() {
                // One byte a letter.
                let (line, after) = rest.split_at(rest.len().min(RUN_WIDTH));
                write_line(text, format_args!("{line}"));
                rest = after;
            }
        }
    }
}

fn write_line(text: &mut String, line: Arguments<'_>) {
    writeln!(text, "{line}").expect("writing to a string cannot fail");
}
