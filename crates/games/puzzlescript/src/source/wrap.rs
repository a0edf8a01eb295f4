//! How texts are broken into lines on PuzzleScript's screen, which is 34 characters wide.

use crate::source::Prelude;
use crate::source::draft::Draft;
use crate::source::kind::NoticeKind;
use crate::source::notice::{At, Log};
use crate::source::text::is_space;

/// Characters in a line.
pub(super) const MESSAGE_WIDTH: usize = 34;

/// Lines for title and author, if all keys are explained below them.
const HEADER: usize = 5;

/// The lines of a text: each as long as it can be, broken at white space where there is
/// any.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    let mut at = 0;
    let breaks = |c: char| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    while at < chars.len() {
        let rest = &chars[at..];
        let n = rest.iter().take_while(|c| !breaks(**c)).count();
        let ends = |n: &usize| rest.get(*n).is_none_or(|c| is_space(*c));
        let whole = (1..=n.min(width)).rev().find(ends);
        let taken = match whole {
            Some(whole) => whole + usize::from(whole < rest.len()),
            None if n >= width => width,
            None if n > 0 && n == rest.len() => n,
            None => {
                at += 1;
                continue;
            }
        };
        lines.push(rest[..taken].iter().collect());
        at += taken;
    }
    lines
}

/// Warns of a title and an author that do not fit above the menu.
pub(super) fn check_title(draft: &Draft, prelude: &Prelude, log: &mut Log) {
    let lines = |text: &str| match text {
        "" => 0,
        text => wrapped(&widened(text), MESSAGE_WIDTH).len(),
    };
    let title = prelude.title.as_deref().unwrap_or("PuzzleScript Game");
    let mut n_title = lines(title);
    let author = prelude
        .author
        .as_deref()
        .map(|author| format!("by {author}"));
    let mut n_author = author.as_deref().map_or(0, lines);
    // Keys that do nothing are not explained, which leaves place; at most one line.
    let has_fewer_keys = draft.setting("noaction").is_some() || prelude.noundo && prelude.norestart;
    let room = HEADER + usize::from(has_fewer_keys);
    let (all_title, all_author) = (n_title, n_author);
    while n_title + n_author > room && (n_author > 1 || n_title > 1) {
        if n_author > 1 {
            n_author -= 1;
        } else {
            n_title -= 1;
        }
    }
    let told = [
        (all_title > n_title, "title", NoticeKind::TitleTooLong),
        (all_author > n_author, "author", NoticeKind::AuthorTooLong),
    ];
    for (is_cut, name, kind) in told {
        if is_cut {
            let line = At::from(draft.setting_lines.get(name).copied());
            log.warn(
                kind,
                line,
                format!("The {name} does not fit on the screen."),
            );
        }
    }
}

/// Signs that PuzzleScript's font lacks are drawn twice as wide.
fn widened(text: &str) -> String {
    let is_narrow = |c: char| u32::from(c) < 0x2e80;
    let mut wide = String::new();
    for c in text.chars() {
        wide.push(c);
        if !is_narrow(c) {
            wide.push(' ');
        }
    }
    wide
}
