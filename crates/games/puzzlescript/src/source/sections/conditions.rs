//! WINCONDITIONS: `all A on B`, `some A`, `no A on B`.

use crate::source::draft::ConditionLine;
use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::text::is_space;
use crate::source::words::suggestion;

impl Reader<'_> {
    pub(in crate::source) fn read_condition(&mut self) {
        if self.begins {
            let line = self.cursor.line();
            let mut parts = line.split('(').filter(|part| !part.is_empty());
            let words = parts.next().unwrap_or_default().split(is_space);
            self.draft.conditions.push(ConditionLine {
                line: self.line,
                words: words
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned)
                    .collect(),
            });
            self.step = -1;
        }
        self.step += 1;
        let at = (self.line, self.cursor.position() + 1);
        let Some(word) = self.cursor.take_name() else {
            self.error(
                NoticeKind::ConditionForm,
                "This is no part of a win condition.",
            );
            self.cursor.take_to_comment();
            return;
        };
        let shown = word.to_uppercase();
        let (kind, message) = match self.step {
            0 if !matches!(&word[..], "all" | "any" | "no" | "some") => (
                NoticeKind::ConditionStart,
                format!("A win condition begins with ALL, SOME or NO, not with {shown}."),
            ),
            2 if word != "on" => (
                NoticeKind::ConditionWithoutOn,
                format!("Here should be ON, not {shown}."),
            ),
            1 | 3 if !self.draft.names.contains(&word) => {
                let hint = suggestion(&word, self.draft.names.iter().map(|name| &name[..]));
                let message = format!("There is no {shown} for a win condition.{hint}");
                (NoticeKind::ConditionName, message)
            }
            0..=3 => return,
            _ => (
                NoticeKind::ConditionTooLong,
                format!("A win condition has no place for {shown}."),
            ),
        };
        self.log.error(kind, at, message);
    }
}
