//! LEVELS: drawings and messages.

use playproof_game::counted;

use crate::source::draft::DraftStage;
use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::text::{End, length, trimmed};

impl Reader<'_> {
    pub(in crate::source) fn read_level(&mut self) {
        if self.begins {
            if self.read_message() {
                return;
            }
            self.read_row();
        } else if self.in_message {
            self.cursor.skip_line();
            return;
        }
        // Only a row is looked at key by key.
        if self.step == 2 {
            self.read_key();
        } else {
            self.cursor.next();
        }
    }

    fn read_message(&mut self) -> bool {
        let is_word = self.cursor.take_one_of(&["message"], End::Word).is_some();
        if !is_word {
            if self.cursor.take_one_of(&["message"], End::Any).is_none() {
                return false;
            }
            self.warn(
                NoticeKind::MessageWithoutSpace,
                "There should be a space after \"message\".",
            );
        }
        self.in_message = true;
        let spelling = self.spelling();
        let text: String = spelling.chars().skip(self.cursor.position()).collect();
        let text = trimmed(&text).to_owned();
        let message = DraftStage::Message {
            line: self.line,
            text,
        };
        let stages = &mut self.draft.stages;
        let is_open = stages.last().is_some_and(DraftStage::is_empty);
        stages.insert(stages.len() - usize::from(is_open), message);
        true
    }

    fn read_row(&mut self) {
        let mut ahead = self.cursor.clone();
        let row = ahead.take_to_comment().unwrap_or_default();
        let row = trimmed(&row).to_owned();
        self.step = 2;
        let at = self.line;
        let stages = &mut self.draft.stages;
        let Some(DraftStage::Rows { line, rows }) = stages.last_mut() else {
            let rows = vec![row];
            stages.push(DraftStage::Rows { line: at, rows });
            return;
        };
        if rows.is_empty() {
            *line = at;
        }
        rows.push(row);
        let last = rows.last().map_or(0, |row| length(row));
        let first = length(&rows[0]);
        if last != first {
            let what = match last > first {
                true => "what is beyond them is cut off",
                false => "its last one is repeated up to there",
            };
            let message = format!(
                "This row has {} and the level's first has {first}: {what}.",
                counted(last as u64, "cell")
            );
            self.warn(NoticeKind::RaggedLevel, message);
        }
    }

    fn read_key(&mut self) {
        let at = (self.line, self.cursor.position() + 1);
        let Some(key) = self.cursor.next() else {
            return;
        };
        if self.draft.keys.contains(&key) {
            return;
        }
        // PuzzleScript takes a character outside the basic plane for two.
        for half in 0..key.len_utf16() {
            let part = ["", " (second half)"][half];
            let message = format!("The legend has no '{}'{part}.", key.to_uppercase());
            self.log.error(NoticeKind::UnknownKey, at, message);
        }
    }

    /// The next row begins another level.
    pub(in crate::source) fn end_stage(&mut self) {
        let stages = &mut self.draft.stages;
        if !stages.last().is_some_and(DraftStage::is_empty) {
            stages.push(DraftStage::empty());
        }
    }
}
