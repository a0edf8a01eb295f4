//! Reads a game's text line by line and piece by piece: comments, section names, and what
//! each section makes of the rest.
//!
//! What is a piece, and which pieces begin a line, decides what is accepted: after a
//! comment at the beginning of a line, the line begins again.

use std::collections::BTreeSet;

use crate::source::draft::{Draft, SoundWord};
use crate::source::kind::NoticeKind;
use crate::source::notice::Log;
use crate::source::text::{Cursor, End, is_space};
use crate::source::words::SECTIONS;

/// After how many errors the rest of a text is not read.
pub(super) const MOST_ERRORS: usize = 5;

/// Where the reader is in a text.
pub(super) struct Reader<'l> {
    pub draft: Draft,
    pub log: &'l mut Log,
    /// The line, from 1.
    pub line: u32,
    pub cursor: Cursor,
    /// The line as it is written.
    original: String,
    /// Whether the present piece is the first of the line.
    is_first: bool,
    /// Whether the present piece begins the line.
    pub begins: bool,
    /// How many pieces of the line there were, as far as the section counts them.
    pub step: i32,
    /// Whether the rest of the line is a message, in which `(` begins no comment.
    pub in_message: bool,
    /// Words of the line in LEGEND.
    pub words: Vec<String>,
    /// Names of the line in COLLISIONLAYERS; unknown words of the line in RULES.
    pub seen: BTreeSet<String>,
    /// Words of the line in SOUNDS.
    pub sound_words: Vec<(String, SoundWord)>,
    pub in_objects: InObjects,
    section: Option<&'static str>,
    visited: Vec<&'static str>,
    comment_depth: usize,
    begins_after_comment: bool,
    /// How many names were looked up for definitions so far.
    pub n_members: usize,
    /// What must be alone on the line.
    alone: Option<String>,
}

/// Where the reader is in OBJECTS.
#[derive(Default)]
pub(super) struct InObjects {
    pub expects: Expects,
    pub name: String,
    pub rows: Vec<String>,
}

/// What comes next in OBJECTS.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Expects {
    #[default]
    Name,
    /// More names of the same object; on the next line, colours.
    Aliases,
    Colors,
    Rows,
}

/// Reads a text as far as can be.
pub(super) fn read_draft(text: &str, log: &mut Log) -> Option<Draft> {
    let mut reader = Reader {
        draft: Draft::new(),
        log,
        line: 0,
        cursor: Cursor::default(),
        original: String::new(),
        is_first: true,
        n_members: 0,
        begins: true,
        step: 0,
        in_message: false,
        words: Vec::new(),
        seen: BTreeSet::new(),
        sound_words: Vec::new(),
        in_objects: InObjects::default(),
        section: None,
        visited: Vec::new(),
        comment_depth: 0,
        begins_after_comment: false,
        alone: None,
    };
    for line in text.split('\n') {
        reader.begin_line(line);
        loop {
            reader.read_piece();
            if reader.log.n_errors() > MOST_ERRORS || reader.log.is_stopped() {
                return None;
            }
            if reader.cursor.is_at_end() {
                break;
            }
        }
    }
    reader.draft.n_lines = reader.line;
    Some(reader.draft)
}

impl Reader<'_> {
    fn begin_line(&mut self, line: &str) {
        self.line += 1;
        self.cursor = Cursor::new(&line.to_lowercase());
        line.clone_into(&mut self.original);
        self.step = 0;
        self.in_message = false;
        self.words.clear();
        self.seen.clear();
        self.sound_words.clear();
        self.alone = None;
    }

    /// An error at the present place.
    pub fn error(&mut self, kind: NoticeKind, message: impl Into<String>) {
        let at = (self.line, self.cursor.position() + 1);
        self.log.error(kind, at, message);
    }

    /// A warning at the present place.
    pub fn warn(&mut self, kind: NoticeKind, message: impl Into<String>) {
        let at = (self.line, self.cursor.position() + 1);
        self.log.warn(kind, at, message);
    }

    /// Notes on which line a name is said to be the background.
    pub fn note_background(&mut self, name: &str) {
        if name == "background" {
            self.draft.background_line = Some(self.line);
        }
    }

    /// The line as it is written; behind a comment, it is known in lower case only.
    pub fn spelling(&self) -> String {
        if self.is_first {
            self.original.clone()
        } else {
            self.cursor.line()
        }
    }

    fn read_piece(&mut self) {
        self.is_first = self.cursor.is_at_start();
        self.begins = self.is_first || self.begins_after_comment;
        self.begins_after_comment = false;
        self.cursor.skip_space();
        if self.read_comment() {
            return;
        }
        if self.begins && self.cursor.is_at_end() {
            self.end_line();
            self.blank_line();
            return;
        }
        if let Some(alone) = &self.alone
            && !self.cursor.is_at_end()
        {
            let message = format!("Only a comment may follow {alone} on a line.");
            self.error(NoticeKind::NotAlone, message);
            self.cursor.skip_line();
            return;
        }
        if self.begins && self.read_ruler() || self.read_section_name() {
            return;
        }
        if self.cursor.is_at_end() {
            self.end_line();
            return;
        }
        match self.section {
            None => self.read_setting(),
            Some("objects") => self.read_object(),
            Some("legend") => self.read_legend(),
            Some("sounds") => self.read_sound(),
            Some("collisionlayers") => self.read_layer(),
            Some("rules") => self.read_rule(),
            Some("winconditions") => self.read_condition(),
            Some(_) => self.read_level(),
        }
    }

    /// Reads a comment, or the rest of one. Whether the piece ends there.
    fn read_comment(&mut self) -> bool {
        match self.cursor.peek() {
            Some('(') if !self.in_message => {
                self.cursor.next();
                self.comment_depth += 1;
            }
            Some(')') if self.comment_depth == 0 => {
                self.warn(
                    NoticeKind::UnopenedComment,
                    "This bracket ends a comment, but no comment has begun.",
                );
                self.cursor.next();
                return true;
            }
            Some(')') => {
                self.cursor.next();
                self.comment_depth -= 1;
                if self.comment_depth == 0 {
                    self.begins_after_comment = true;
                    return true;
                }
            }
            _ => {}
        }
        if self.comment_depth == 0 {
            return false;
        }
        self.begins_after_comment |= self.begins;
        while self.comment_depth > 0 {
            self.cursor.skip(|c| c != '(' && c != ')');
            match self.cursor.next() {
                Some('(') => self.comment_depth += 1,
                Some(_) => self.comment_depth -= 1,
                None => break,
            }
        }
        if self.cursor.is_at_end() {
            self.end_line();
        }
        true
    }

    /// Reads a row of equals signs.
    fn read_ruler(&mut self) -> bool {
        let rest = self.cursor.rest();
        // In LEVELS these may be walls, so there must be nothing else.
        let is_row = |c: &char| *c == '=' || is_space(*c);
        if self.section == Some("levels") && !rest.iter().all(is_row) {
            return false;
        }
        if self.cursor.skip(|c| c == '=') == 0 {
            return false;
        }
        self.alone = Some("a row of equals signs".to_owned());
        true
    }

    /// Reads the name of a section. Where it does not begin a line, it is read too, but
    /// means nothing.
    fn read_section_name(&mut self) -> bool {
        if self.section == Some("levels") {
            return false;
        }
        let at = self.cursor.position() + 1;
        let Some(name) = self.cursor.take_one_of(&SECTIONS, End::Name) else {
            return false;
        };
        if !self.begins {
            return false;
        }
        self.enter(name, at);
        true
    }

    fn enter(&mut self, name: &'static str, column: usize) {
        let shown = name.to_uppercase();
        let at = (self.line, column);
        if self.visited.contains(&name) {
            let message = format!("There is a section {shown} already.");
            self.log.error(NoticeKind::SectionTwice, at, message);
        }
        self.alone = Some(format!("the name of a section (\"{shown}\")"));
        self.visited.push(name);
        self.section = Some(name);
        let before = SECTIONS.iter().position(|other| *other == name);
        match before.and_then(|number| number.checked_sub(1)) {
            None => {
                self.in_objects.expects = Expects::Name;
                if self.visited.len() > 1 {
                    let message = format!("Section {shown} must be the first one.");
                    self.log.error(NoticeKind::SectionNotFirst, at, message);
                }
            }
            Some(number) if !self.visited.contains(&SECTIONS[number]) => {
                let before = SECTIONS[number].to_uppercase();
                let message = format!(
                    "Section {shown} must come after {before}. Each section needs its heading, \
                     even where there is nothing in it."
                );
                self.log.error(NoticeKind::SectionOrder, at, message);
            }
            Some(_) => {}
        }
        match name {
            "sounds" => {
                let names: Vec<String> = self.draft.all_names().map(str::to_owned).collect();
                self.draft.names.extend(names);
            }
            "levels" => self.collect_keys(),
            _ => {}
        }
    }

    /// The characters that levels may use. A property is no single thing to be drawn.
    fn collect_keys(&mut self) {
        let draft = &self.draft;
        let objects = draft.objects.names();
        let kinds = [&draft.synonyms, &draft.aggregates];
        let defined = kinds.iter().flat_map(|kind| &kind.all);
        let names = objects
            .iter()
            .chain(defined.map(|definition| &definition.name));
        let keys = names.filter_map(|name| {
            let mut chars = name.chars();
            chars
                .next()
                .filter(|c| chars.next().is_none() && c.len_utf16() == 1)
        });
        let keys: Vec<char> = keys.collect();
        self.draft.keys.extend(keys);
    }

    fn end_line(&mut self) {
        match self.section {
            Some("legend") => self.end_legend(),
            Some("sounds") => self.end_sound(),
            _ => {}
        }
    }

    fn blank_line(&mut self) {
        match self.section {
            Some("levels") => self.end_stage(),
            Some("objects") => self.in_objects.expects = Expects::Name,
            _ => {}
        }
    }
}
