//! SOUNDS: read, checked, not played.

use crate::source::draft::{SoundLine, SoundWord};
use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::text::End;
use crate::source::words::{SOUND_DIRECTIONS, SOUND_EVENTS, SOUND_VERBS, suggestion};

impl Reader<'_> {
    pub(in crate::source) fn read_sound(&mut self) {
        let last = self.sound_words.last().map(|(_, kind)| *kind);
        let first = self.sound_words.first().map(|(_, kind)| *kind);
        match (first, last) {
            (_, Some(SoundWord::Junk)) => {
                self.cursor.skip(|c| c != '(' && c != ')');
            }
            (None, _) => self.read_what_sounds(),
            (Some(SoundWord::Event), _) if self.sound_words.len() == 1 => {
                if !self.read_seed() {
                    self.read_sound_junk(NoticeKind::NoSeed, |_, _| {
                        "Here should be the number of a sound.".to_owned()
                    });
                }
            }
            _ if self.sound_words.len() == 1 => self.read_verb(),
            (Some(SoundWord::Event), _) | (_, Some(SoundWord::Seed)) => {
                self.read_sound_junk(NoticeKind::AfterSound, |before, found| {
                    format!("After {before}, there should be nothing more than the sound, not \"{found}\".")
                });
            }
            _ => self.read_direction_or_seed(),
        }
        if self.cursor.is_at_end() {
            self.end_sound();
        }
    }

    fn read_what_sounds(&mut self) {
        if let Some(event) = self.cursor.take_one_of(&SOUND_EVENTS, End::Word) {
            self.sound_words.push((event.to_owned(), SoundWord::Event));
            return;
        }
        let at = (self.line, self.cursor.position() + 1);
        let Some(name) = self.cursor.take_name() else {
            self.warn(
                NoticeKind::NoSoundEvent,
                "Here should be an event, such as SFX3 or ENDLEVEL, or the name of an object.",
            );
            self.skip_sound_word();
            self.sound_words.push((String::new(), SoundWord::Junk));
            return;
        };
        if self.draft.declares(&name) {
            self.sound_words.push((name, SoundWord::Name));
        } else {
            let known = self.draft.all_names().chain(SOUND_EVENTS);
            let hint = suggestion(&name, known);
            let message = format!("\"{name}\" is neither an event nor an object.{hint}");
            self.log.error(NoticeKind::UnknownInSounds, at, message);
            self.sound_words.push((name, SoundWord::Junk));
        }
    }

    fn read_verb(&mut self) {
        match self.cursor.take_one_of(&SOUND_VERBS, End::Word) {
            Some(verb) => self.sound_words.push((verb.to_owned(), SoundWord::Verb)),
            None => self.read_sound_junk(NoticeKind::NoVerb, |_, _| {
                "Here should be what the object does: MOVE, CREATE, DESTROY, CANTMOVE or ACTION."
                    .to_owned()
            }),
        }
    }

    fn read_direction_or_seed(&mut self) {
        let verb = self.sound_words.get(1).map(|(verb, _)| &verb[..]);
        let has_direction = matches!(verb, Some("move" | "cantmove"));
        if has_direction
            && let Some(direction) = self.cursor.take_one_of(&SOUND_DIRECTIONS, End::Name)
        {
            let word = (direction.to_owned(), SoundWord::Direction);
            self.sound_words.push(word);
        } else if !self.read_seed() {
            let expected = if has_direction {
                "a direction or the number of a sound"
            } else {
                "the number of a sound"
            };
            self.read_sound_junk(NoticeKind::NoDirectionOrSeed, |before, found| {
                format!("After {before}, there should be {expected}, not \"{found}\".")
            });
        }
    }

    fn read_seed(&mut self) -> bool {
        let seed = self.cursor.take_number();
        let is_there = seed.is_some();
        self.sound_words
            .extend(seed.map(|seed| (seed, SoundWord::Seed)));
        is_there
    }

    /// Reads what should not be there and tells it: with the word before it and with it.
    fn read_sound_junk(&mut self, kind: NoticeKind, tell: impl Fn(&str, &str) -> String) {
        let at = (self.line, self.cursor.position() + 1);
        let before = self.sound_words.last().map(|(word, _)| word.to_uppercase());
        let found = self.skip_sound_word().to_uppercase();
        let message = tell(&before.unwrap_or_default(), &found);
        self.log.error(kind, at, message);
        self.sound_words.push((found, SoundWord::Junk));
    }

    fn skip_sound_word(&mut self) -> String {
        let word = self.cursor.take_word();
        { word }
            .or_else(|| self.cursor.take_to_comment())
            .unwrap_or_default()
    }

    /// Keeps what the line says, if all of it was understood.
    pub(in crate::source) fn end_sound(&mut self) {
        let words = self.sound_words.clone();
        let last = words.last().map(|(_, kind)| *kind);
        if last.is_some_and(|kind| kind != SoundWord::Junk) {
            let line = self.line;
            self.draft
                .sounding
                .extend(words.first().map(|(what, _)| what.clone()));
            self.draft.sounds.push(SoundLine { line, words });
        }
    }
}
