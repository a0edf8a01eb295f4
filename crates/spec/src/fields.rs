//! The keys of one table of a TOML file, each taken as what it should be.

use core::time::Duration;
use std::ops::Range;

use playproof::{Diagnostic, Place, Severity};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::written::Written;

/// A file that is being read, and what was found wrong with it.
pub(crate) struct Reading<'a> {
    pub file: &'a str,
    pub text: &'a str,
    pub problems: Vec<Diagnostic>,
}

impl Reading<'_> {
    /// Something is wrong at this byte.
    pub fn complain(&mut self, offset: usize, message: String, help: impl Into<Option<String>>) {
        self.problems.push(Diagnostic {
            severity: Severity::Error,
            file: self.file.to_owned(),
            place: Some(Place::of_byte(self.text, offset)),
            message,
            help: help.into(),
            wanted: None,
        });
    }
}

/// One table.
pub(crate) struct Fields<'r, 'a, 't> {
    pub reading: &'r mut Reading<'a>,
    pub table: &'t DeTable<'t>,
}

impl<'t> Fields<'_, '_, 't> {
    /// Refuses every key that is not among these.
    pub fn allow(&mut self, known: &[&str]) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let near = known
                .iter()
                .map(|k| (strsim::damerau_levenshtein(name, k), k));
            let help = match near.min() {
                Some((distance, near)) if distance <= 2.max(name.len() / 3) => {
                    format!("did you mean `{near}`?")
                }
                _ => format!("expected {}", known.join(", ")),
            };
            let message = format!("there is no key `{name}` here");
            self.reading.complain(key.span().start, message, help);
        }
    }

    fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    fn wrong(&mut self, span: Range<usize>, key: &str, expected: &str) {
        let message = format!("`{key}` should be {expected}");
        self.reading.complain(span.start, message, None);
    }

    /// A text.
    pub fn string(&mut self, key: &str) -> Option<Written> {
        let value = self.value(key)?;
        let written = self.written(value);
        if written.is_none() {
            self.wrong(value.span(), key, "a text in quotes");
        }
        written
    }

    fn written(&self, value: &Spanned<DeValue>) -> Option<Written> {
        let text = value.get_ref().as_str()?;
        Some(Written::of_string(self.reading.text, value.span(), text))
    }

    /// Several texts; none if the key is not there.
    pub fn strings(&mut self, key: &str) -> Vec<Written> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let expected = "a list of texts in quotes, as in [\"one\", \"two\"]";
        let Some(array) = value.get_ref().as_array() else {
            self.wrong(value.span(), key, expected);
            return Vec::new();
        };
        let mut all = Vec::new();
        for item in array.iter() {
            match self.written(item) {
                Some(written) => all.push(written),
                None => self.wrong(item.span(), key, expected),
            }
        }
        all
    }

    /// A whole number above 0.
    pub fn positive(&mut self, key: &str) -> Option<u64> {
        let value = self.value(key)?;
        let integer = value.get_ref().as_integer();
        let n = integer.and_then(|i| u64::from_str_radix(i.as_str(), i.radix()).ok());
        let n = n.filter(|&n| n > 0);
        if n.is_none() {
            self.wrong(value.span(), key, "a whole number above 0");
        }
        n
    }

    /// A number of seconds above 0.
    pub fn seconds(&mut self, key: &str) -> Option<Duration> {
        let value = self.value(key)?;
        let seconds: Option<f64> = match value.get_ref() {
            DeValue::Float(float) => float.as_str().parse().ok(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok(),
            _ => None,
        };
        let seconds = seconds.filter(|s| *s > 0.0 && s.is_finite());
        if seconds.is_none() {
            let expected = "a number of seconds above 0, such as 2.5";
            self.wrong(value.span(), key, expected);
        }
        // More seconds than can be counted are as good as no limit.
        seconds.map(|s| Duration::try_from_secs_f64(s).unwrap_or(Duration::MAX))
    }
}
