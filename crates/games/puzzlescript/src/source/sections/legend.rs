//! LEGEND: `A = B`, `A = B and C`, `A = B or C`.

use std::collections::BTreeSet;

use crate::source::draft::Meaning;
use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::text::{is_space, trimmed};
use crate::source::words::suggestion;

/// What a line of the legend should look like.
const FORMS: &str = "A line of the legend is one of `A = B`, `A = B and C`, `A = B or C`.";

impl Reader<'_> {
    pub(in crate::source) fn read_legend(&mut self) {
        match self.step {
            0 => self.read_defined_name(),
            1 => self.read_equals(),
            step if step >= 3 && step % 2 == 1 => self.read_and_or(),
            _ => self.read_member(),
        }
        if self.cursor.is_at_end() {
            self.end_legend();
        }
    }

    fn read_defined_name(&mut self) {
        let is_such = |c: char| c != '=' && c != '(' && !is_space(c);
        let name = self.cursor.take(is_such).unwrap_or_default();
        self.cursor.skip_space();
        self.words.push(trimmed(&name).to_owned());
        self.step += 1;
    }

    fn read_equals(&mut self) {
        if self.cursor.peek() == Some('=') {
            self.cursor.next();
            self.words.push("=".to_owned());
        } else {
            let message = format!("Here should be an equals sign. {FORMS}");
            self.error(NoticeKind::NoEquals, message);
            self.cursor.take_to_comment();
            self.words.push("ERROR".to_owned());
        }
        self.cursor.skip_space();
        self.step += 1;
    }

    fn read_and_or(&mut self) {
        let at = (self.line, self.cursor.position() + 1);
        let Some(word) = self.cursor.take_name() else {
            self.read_no_name();
            self.step += 1;
            return;
        };
        if word != "and" && word != "or" {
            let message = format!(
                "Here should be \"and\" or \"or\", not {}.",
                word.to_uppercase()
            );
            self.log.error(NoticeKind::NoAndOr, at, message);
        } else if self.step >= 5 && self.words.get(3) != Some(&word) {
            self.log.error(
                NoticeKind::MixedAndOr,
                at,
                "A line of the legend has either \"and\" or \"or\", not both.",
            );
        }
        self.words.push(word);
        self.step += 1;
    }

    fn read_member(&mut self) {
        match self.cursor.take_name() {
            None => self.read_no_name(),
            Some(name) => {
                self.words.push(name);
                self.step += 1;
            }
        }
    }

    fn read_no_name(&mut self) {
        self.error(
            NoticeKind::JunkInLegend,
            "This is no name. Right of the equals sign, names have letters, digits and \
             underscores.",
        );
        self.cursor.take_to_comment();
    }

    /// Defines what the line defines.
    pub(in crate::source) fn end_legend(&mut self) {
        let mut words = self.words.clone();
        match words.len() {
            0 => {}
            1 => self.error(NoticeKind::LegendForm, FORMS),
            n if n % 2 == 0 => {
                let last = words[n - 1].to_uppercase();
                let message = format!("{FORMS} What is \"{last}\" at the end?");
                self.error(NoticeKind::LegendDangling, message);
            }
            _ => self.define(&mut words),
        }
    }

    fn define(&mut self, words: &mut Vec<String>) {
        let name = words[0].clone();
        let shown = name.to_uppercase();
        let mut is_well = true;
        if let Some(before) = self.draft.declaration(&name) {
            let message = format!("The name {shown} is taken, on line {before}.");
            self.error(NoticeKind::NameTaken, message);
            is_well = false;
        }
        self.warn_of_keyword(&name);
        is_well &= self.check_members(&name, words);
        for member in words.iter().skip(2).step_by(2) {
            if *member != name && !self.draft.declares(member) {
                let hint = suggestion(member, self.draft.all_names());
                let message = format!("There is no {}.{hint}", member.to_uppercase());
                self.error(NoticeKind::UndefinedInLegend, message);
            }
        }
        if words.len() == 3 {
            self.note_background(&name);
            let members = vec![words[2].clone()];
            self.draft.synonyms.add(&name, self.line, members);
        } else if words.get(3).is_some_and(|word| word == "and") {
            self.define_aggregate(&name, words);
        } else if words.get(3).is_some_and(|word| word == "or") {
            self.define_property(&name, words);
        } else if is_well {
            self.error(NoticeKind::LegendUnclear, FORMS);
        }
    }

    /// Takes the name itself out of what defines it, and notes what comes twice.
    fn check_members(&mut self, name: &str, words: &mut Vec<String>) -> bool {
        let is_circular = words.iter().skip(2).step_by(2).any(|member| member == name);
        if is_circular {
            let message = format!("{} cannot be defined by itself.", name.to_uppercase());
            self.error(NoticeKind::DefinedByItself, message);
            *words = without_name(name, words);
        }
        let mut seen = BTreeSet::new();
        for member in words.iter().skip(2).step_by(2) {
            if !seen.insert(member) {
                let message = format!("{} stands here twice.", member.to_uppercase());
                self.warn(NoticeKind::MemberTwice, message);
            }
        }
        !is_circular
    }

    fn define_aggregate(&mut self, name: &str, words: &[String]) {
        let mut members = Vec::new();
        for word in words.iter().skip(2).step_by(2) {
            let all = match self.draft.meaning(word) {
                Meaning::Object(name) | Meaning::Unknown(name) => Ok(vec![name]),
                // What an aggregate holds was looked up when it was defined, but names may
                // have got a meaning since.
                Meaning::All(definition) => Ok(definition.members.clone()),
                Meaning::AnyOf(definition) => Err(definition.name.clone()),
                Meaning::Circle => return self.log.stop(),
            };
            self.n_members += all.as_ref().map_or(1, Vec::len);
            if self.n_members > MOST_MEMBERS {
                return self.log.stop();
            }
            members.extend(all.unwrap_or_else(|property| {
                self.error(
                    NoticeKind::AggregateOfProperty,
                    "What is defined by \"and\" cannot hold something that is defined by \"or\".",
                );
                vec![property]
            }));
        }
        self.note_background(name);
        self.draft.aggregates.add(name, self.line, members);
    }

    fn define_property(&mut self, name: &str, words: &[String]) {
        if words.iter().skip(5).step_by(2).any(|word| word != "or") {
            return;
        }
        let mut members = Vec::new();
        for word in words.iter().skip(2).step_by(2) {
            let Some(objects) = self.members_of(word, &mut |reader, aggregate| {
                let message = format!(
                    "What is defined by \"or\" cannot hold something that is defined by \"and\": \
                     {} cannot hold {}.",
                    name.to_uppercase(),
                    aggregate.to_uppercase(),
                );
                reader.error(NoticeKind::PropertyOfAggregate, message);
            }) else {
                return self.log.stop();
            };
            members.extend(objects);
        }
        if !members.is_empty() {
            self.note_background(name);
            self.draft.properties.add(name, self.line, members);
        }
    }

    /// The objects and unknown names that a name stands for; `None` if that never ends.
    /// Aggregates are told and left out.
    pub(in crate::source) fn members_of(
        &mut self,
        name: &str,
        on_aggregate: &mut dyn FnMut(&mut Self, &str),
    ) -> Option<Vec<String>> {
        let mut members = Vec::new();
        // Names that are still to be looked up, the next one last.
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            self.n_members += 1;
            if self.n_members > MOST_MEMBERS {
                return None;
            }
            let aggregate = match self.draft.meaning(&name) {
                Meaning::Object(name) | Meaning::Unknown(name) => {
                    members.push(name);
                    continue;
                }
                Meaning::AnyOf(definition) => {
                    let others = definition.members.iter().rev();
                    open.extend(others.filter(|other| **other != definition.name).cloned());
                    continue;
                }
                Meaning::Circle => return None,
                Meaning::All(definition) => definition.name.clone(),
            };
            on_aggregate(self, &aggregate);
        }
        Some(members)
    }
}

/// How many names are looked up for all definitions: more than a text has, unless names
/// are defined by each other.
const MOST_MEMBERS: usize = 1_000_000;

/// A definition without the name that it defines: with it goes the "and" or "or" before
/// it, or after it, if it comes first.
fn without_name(name: &str, words: &[String]) -> Vec<String> {
    let mut kept = words[..2].to_vec();
    let mut rest = words[2..].iter();
    while let Some(word) = rest.next() {
        if word != name {
            kept.push(word.clone());
        } else if kept.len() >= 4 {
            kept.pop();
        } else {
            rest.next();
        }
    }
    kept
}
