//! The settings before the first section.

use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::text::trimmed;
use crate::source::words::{SETTINGS, SWITCHES, suggestion};

impl Reader<'_> {
    pub(in crate::source) fn read_setting(&mut self) {
        if self.begins {
            self.step = 0;
        }
        if self.step != 0 {
            self.cursor.take_to_comment();
            self.step += 1;
            if self.step > 2 {
                self.warn(
                    NoticeKind::CommentInSetting,
                    "A setting ends where a comment begins: what follows is ignored.",
                );
            }
            return;
        }
        let Some(name) = self.cursor.take_name() else {
            self.error(NoticeKind::UnknownSetting, "This is no setting.");
            self.cursor.next();
            return;
        };
        if !self.begins {
            return;
        }
        if SETTINGS.contains(&&name[..]) {
            self.read_value(&name);
        } else if SWITCHES.contains(&&name[..]) {
            self.read_switch(&name);
        } else {
            let hint = suggestion(&name, SETTINGS.into_iter().chain(SWITCHES));
            let message = format!("\"{name}\" is no setting.{hint}");
            self.error(NoticeKind::UnknownSetting, message);
        }
    }

    fn read_value(&mut self, name: &str) {
        if matches!(name, "author" | "homepage" | "title") {
            let spelling = self.spelling();
            self.cursor.respell(&spelling);
        }
        if name == "youtube" {
            self.warn(NoticeKind::Youtube, "Music from YouTube is not played.");
        }
        self.step = 1;
        let mut ahead = self.cursor.clone();
        let Some(value) = ahead.take_to_comment() else {
            let message = format!("Setting \"{name}\" needs a value.");
            self.error(NoticeKind::SettingWithoutValue, message);
            return;
        };
        let value = trimmed(&value).to_owned();
        self.draft.settings.push((name.to_owned(), value));
        if let Some(before) = self.draft.setting_lines.get(name) {
            let shown = name.to_uppercase();
            let message = format!("There is a {shown} on line {before} already.");
            self.warn(NoticeKind::SettingTwice, message);
        }
        self.draft.setting_lines.insert(name.to_owned(), self.line);
    }

    fn read_switch(&mut self, name: &str) {
        self.draft
            .settings
            .push((name.to_owned(), "true".to_owned()));
        // What follows is skipped up to a comment; what follows that is skipped by words.
        self.step = -1;
        let mut ahead = self.cursor.clone();
        if let Some(value) = ahead.take_to_comment() {
            let (shown, value) = (name.to_uppercase(), trimmed(&value));
            let message = format!("{shown} takes no value, but there is \"{value}\".");
            self.warn(NoticeKind::SwitchWithValue, message);
        }
    }
}
