//! RULES: here only the words are looked at; what a rule says is read later
//! (`rule_text.rs`), when everything else is known.

use crate::source::draft::RuleLine;
use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::text::is_space;
use crate::source::words::{COMMANDS, RULE_PREFIXES, suggestion};

/// Words with a meaning within brackets.
const IN_CELLS: [&str; 18] = [
    "action",
    "up",
    "down",
    "left",
    "right",
    "^",
    "v",
    "<",
    ">",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "horizontal",
    "orthogonal",
    "vertical",
    "no",
    "randomdir",
];

impl Reader<'_> {
    pub(in crate::source) fn read_rule(&mut self) {
        if self.begins {
            // Also where a comment comes first: then the rule's text is what is in it.
            let line = self.cursor.line();
            let mut parts = line.split('(').filter(|part| !part.is_empty());
            self.draft.rules.push(RuleLine {
                line: self.line,
                text: parts.next().unwrap_or_default().to_owned(),
                original: self.spelling(),
            });
            // Whether a bracket was found.
            self.step = 0;
        }
        if self.in_message {
            self.cursor.skip_line();
            return;
        }
        match self.cursor.rest() {
            ['-', '>', ..] => {
                self.cursor.next();
                self.cursor.next();
                self.cursor.skip_space();
            }
            ['[' | '|' | ']' | '+', ..] => {
                if self.cursor.next() != Some('+') {
                    self.step = 1;
                }
                self.cursor.skip_space();
            }
            _ => self.read_rule_word(),
        }
    }

    fn read_rule_word(&mut self) {
        let at = (self.line, self.cursor.position() + 1);
        let is_such = |c: char| !matches!(c, '[' | '|' | ']') && !is_space(c);
        let word = self.cursor.take(is_such).unwrap_or_default();
        let word = &word[..];
        let is_outside = self.step == 0;
        if is_outside && matches!(word, "startloop" | "endloop") {
            return;
        }
        if is_outside && RULE_PREFIXES.contains(&word)
            || !is_outside && (IN_CELLS.contains(&word) || word == "random")
        {
            self.cursor.skip_space();
        } else if self.draft.names.contains(word) {
            if self.begins {
                self.log.error(
                    NoticeKind::NameOutsideBrackets,
                    at,
                    "Outside the brackets of a rule are directions, not objects.",
                );
            } else {
                self.cursor.skip_space();
            }
        } else if matches!(word, "..." | "rigid" | "random") {
        } else if COMMANDS.contains(&word) {
            self.in_message |= word == "message";
        } else if self.seen.insert(word.to_owned()) {
            let words = IN_CELLS.into_iter().chain(COMMANDS).chain(RULE_PREFIXES);
            let known = self.draft.names.iter().map(|name| &name[..]).chain(words);
            let hint = suggestion(word, known);
            let message = format!("There is no \"{word}\" for a rule.{hint}");
            self.log.error(NoticeKind::UnknownInRule, at, message);
        }
    }
}
