//! OBJECTS: names, colours, rows of pixels.

use crate::source::draft::DraftObject;
use crate::source::kind::NoticeKind;
use crate::source::reader::{Expects, Reader};
use crate::source::text::{Cursor, End, is_space};
use crate::source::words::is_keyword;

/// Names of colours, each before those that begin with it: the first that fits is read.
const COLORS: [&str; 25] = [
    "black",
    "white",
    "gray",
    "darkgray",
    "lightgray",
    "grey",
    "darkgrey",
    "lightgrey",
    "red",
    "darkred",
    "lightred",
    "brown",
    "darkbrown",
    "lightbrown",
    "orange",
    "yellow",
    "green",
    "darkgreen",
    "lightgreen",
    "blue",
    "lightblue",
    "darkblue",
    "purple",
    "pink",
    "transparent",
];

/// Rows and columns of a sprite.
pub(in crate::source) const SIDE: usize = 5;

impl Reader<'_> {
    pub(in crate::source) fn read_object(&mut self) {
        if self.begins {
            self.in_objects.expects = match self.in_objects.expects {
                Expects::Aliases => Expects::Colors,
                Expects::Colors => Expects::Rows,
                other => other,
            };
        }
        match self.in_objects.expects {
            Expects::Name | Expects::Aliases => {
                self.in_objects.rows.clear();
                self.read_object_name();
            }
            Expects::Colors => self.read_color(),
            Expects::Rows => self.read_pixel(),
        }
    }

    fn read_object_name(&mut self) {
        let name = if self.begins {
            self.cursor.take_name()
        } else {
            self.cursor.take_word()
        };
        let Some(name) = name else {
            self.warn(
                NoticeKind::JunkInObjects,
                "This is no name of an object: such a name has letters, digits and underscores. \
                 Or a sprite ends early: it has five rows of five pixels.",
            );
            self.cursor.take_to_comment();
            return;
        };
        let shown = name.to_uppercase();
        if let Some(before) = self.draft.objects.get(&name) {
            let message = format!(
                "There is an object {shown} already, on line {}.",
                before.line
            );
            self.error(NoticeKind::ObjectTwice, message);
            return;
        }
        if let Some(before) = self.draft.synonyms.get(&name) {
            let message = format!("The name {shown} is taken, on line {}.", before.line);
            self.error(NoticeKind::NameTaken, message);
        }
        self.warn_of_keyword(&name);
        self.note_background(&name);
        if self.begins {
            self.in_objects.name.clone_from(&name);
            let object = DraftObject {
                line: self.line,
                ..DraftObject::default()
            };
            self.draft.objects.set(&name, object);
        } else {
            let members = vec![self.in_objects.name.clone()];
            self.draft.synonyms.add(&name, self.line, members);
        }
        self.in_objects.expects = Expects::Aliases;
    }

    /// Warns of a name that means something by itself.
    pub(in crate::source) fn warn_of_keyword(&mut self, name: &str) {
        if is_keyword(name) {
            let message = format!(
                "The name {} means something by itself. Choose another one.",
                name.to_uppercase()
            );
            self.warn(NoticeKind::KeywordAsName, message);
        }
    }

    fn read_color(&mut self) {
        self.step = 0;
        if let Some(color) = take_color(&mut self.cursor) {
            let object = self.draft.objects.get_mut(&self.in_objects.name);
            if let Some(object) = object {
                object.colors.push(color);
            }
            return;
        }
        let at = (self.line, self.cursor.position() + 1);
        let found = { self.cursor.take_name() }.or_else(|| self.cursor.take_to_comment());
        let message = format!(
            "\"{}\" is no colour for object {}.",
            found.unwrap_or_default(),
            self.in_objects.name.to_uppercase(),
        );
        self.log.error(NoticeKind::UnknownColor, at, message);
    }

    fn read_pixel(&mut self) {
        let is_pixel = |c: &char| *c == '.' || c.is_ascii_digit();
        let Some(pixel) = self.cursor.peek().filter(is_pixel) else {
            if self.in_objects.rows.is_empty() {
                self.read_object_name();
                return;
            }
            let name = self.in_objects.name.to_uppercase();
            let message = format!("This is no pixel of the sprite of {name}.");
            self.error(NoticeKind::JunkInSprite, message);
            self.cursor.take_to_comment();
            return;
        };
        self.cursor.next();
        let rows = &mut self.in_objects.rows;
        // One row too many and one pixel too many are enough to know that there are.
        if self.begins && rows.len() <= SIDE {
            rows.push(String::new());
        }
        let n_rows = rows.len();
        let Some(row) = rows.last_mut() else {
            return;
        };
        if row.len() <= SIDE {
            row.push(pixel);
        }
        let width = row.len();
        let Some(object) = self.draft.objects.get_mut(&self.in_objects.name) else {
            return;
        };
        object.rows.clone_from(&self.in_objects.rows);
        let n_colors = object.colors.len();
        if width > SIDE {
            self.warn(
                NoticeKind::SpriteTooWide,
                "A sprite is five pixels wide and five high.",
            );
            self.cursor.take_to_comment();
            return;
        }
        if n_rows == SIDE && width == SIDE {
            self.in_objects.expects = Expects::Name;
        }
        if let Some(number) = pixel.to_digit(10)
            && number as usize >= n_colors
        {
            let name = self.in_objects.name.to_uppercase();
            let message = format!("{name} has no colour number {number}: it has {n_colors}.");
            self.error(NoticeKind::NoSuchColor, message);
        }
    }
}

/// Reads a name of a colour or `#` and three or six digits, and the white space after it.
fn take_color(cursor: &mut Cursor) -> Option<String> {
    if let Some(color) = cursor.take_one_of(&COLORS, End::Any) {
        return Some(color.to_owned());
    }
    let rest = cursor.rest();
    let is_digit = |c: &char| matches!(c, '0'..='9' | 'a'..='f');
    if rest.first() != Some(&'#') {
        return None;
    }
    let n = rest[1..].iter().take(6).take_while(|c| is_digit(c)).count() / 3 * 3;
    if n == 0 {
        return None;
    }
    let color = rest[..=n].iter().collect();
    for _ in 0..=n {
        cursor.next();
    }
    cursor.skip(is_space);
    Some(color)
}
