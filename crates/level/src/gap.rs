//! What stands between two levels, and to which of them it belongs.
//!
//! Lines without a blank line between them are a block. A block that touches a level
//! belongs to it; if it touches two, it belongs to the upper one, unless it is all
//! words. Of a block that touches none, the keys and what follows them belong to the
//! level above, unless the file is seen to put its titles above, and the rest to the
//! level below. Lines with `;` always belong to the level below.

use crate::about::add_comment;
use crate::level::clean_title;
use crate::source::Line;
use crate::xsb::{Key, key};

/// One line between two levels, or several blank ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'t> {
    Blank,
    /// What follows the `;` and one space.
    Remark(&'t str),
    /// A whole line with a title or an author.
    Key(&'t str),
    /// A line of a comment, or with a key that means nothing to us.
    Note(&'t str),
    /// A line of words.
    Text(&'t str),
    /// A line that was used up, such as a solution.
    Used,
}

/// The lines since the last level.
#[derive(Debug, Default)]
pub(crate) struct Gap<'t> {
    items: Vec<Item<'t>>,
    /// The first line, if it is one of words.
    first_text: Option<Line>,
}

/// What words say of one level.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub title: Option<String>,
    pub author: Option<String>,
    pub comments: String,
}

impl<'t> Gap<'t> {
    pub fn push(&mut self, item: Item<'t>) {
        // A million blank lines are as good as one.
        if !(is_blank(&item) && self.items.last().is_some_and(is_blank)) {
            self.items.push(item);
        }
    }

    pub fn push_text(&mut self, line: Line, text: &'t str) {
        if self.items.is_empty() {
            self.first_text = Some(line);
        }
        self.push(Item::Text(line.of(text)));
    }

    /// The first line, if there is nothing but words.
    pub fn only_words(&self) -> Option<Line> {
        let is_text = |item: &Item<'_>| matches!(item, Item::Text(_));
        self.first_text.filter(|_| self.items.iter().all(is_text))
    }

    /// What belongs to the level above and what to the level below. Where there is
    /// none above, nothing does; where there is none below, its part is the file's.
    pub fn divide(&self, has_above: bool, has_below: bool, titles_above: bool) -> (Words, Words) {
        let (mut upper, mut lower) = (Words::default(), Words::default());
        // The title of the level below, unless a key gives one: the last `;` line,
        // or line of words that stands alone; and how many bytes of comments precede it.
        let mut last: Option<(&str, usize)> = None;
        let n_blocks = self.items.split(is_blank).count();
        for (i, block) in self.items.split(is_blank).enumerate() {
            let touches_below = i + 1 == n_blocks && has_below;
            let is_heading = touches_below && self.only_words().is_some();
            let touches_above = i == 0 && has_above && !is_heading;
            let are_keys_below = has_below && !touches_above && (touches_below || titles_above);
            let mut is_after_key = touches_above;
            for &item in block {
                let is_below = are_keys_below || !has_above;
                match item {
                    Item::Remark(text) | Item::Text(text)
                        if has_below && is_title(item, block, touches_above) =>
                    {
                        lower.comment_at(last.take());
                        last = Some((text, lower.comments.len()));
                    }
                    Item::Remark(text) => lower.comment(text),
                    Item::Text(text) if is_after_key && !is_below => upper.comment(text),
                    Item::Text(text) => lower.comment(text),
                    Item::Key(line) if are_keys_below => lower.key(line),
                    Item::Key(line) if has_above => upper.key(line),
                    Item::Note(line) if !is_below => upper.comment(line),
                    Item::Key(line) | Item::Note(line) => lower.comment(line),
                    Item::Used | Item::Blank => {}
                }
                is_after_key |= matches!(item, Item::Key(_) | Item::Note(_) | Item::Used);
            }
        }
        match last.and_then(|(last, _)| clean_title(last)) {
            Some(_) if lower.title.is_some() => lower.comment_at(last),
            last => lower.title = lower.title.or(last),
        }
        (upper, lower)
    }
}

impl Words {
    /// Adds a line to the comments.
    fn comment(&mut self, line: &str) {
        add_comment(&mut self.comments, line);
    }

    /// Adds a line to the comments where it stood among them.
    fn comment_at(&mut self, line: Option<(&str, usize)>) {
        if let Some((line, at)) = line {
            let after = self.comments.split_off(at);
            self.comment(line);
            self.comments.push_str(&after);
        }
    }

    /// Takes the title or author that `line` gives. A second one is a comment.
    fn key(&mut self, line: &str) {
        let slot = match key(line) {
            Some((Key::Title, value)) => Some((&mut self.title, value)),
            Some((Key::Author, value)) => Some((&mut self.author, value)),
            _ => None,
        };
        match slot {
            Some((slot, value)) if slot.is_none() => *slot = clean_title(value),
            _ => self.comment(line),
        }
    }
}

fn is_blank(item: &Item<'_>) -> bool {
    matches!(item, Item::Blank)
}

/// Whether a line of this block can be the title of the level below.
fn is_title(item: Item<'_>, block: &[Item<'_>], touches_above: bool) -> bool {
    match item {
        Item::Remark(_) => true,
        Item::Text(line) => block.len() == 1 && !touches_above && !line.starts_with("::"),
        _ => false,
    }
}
