//! Options that a game brings along, for its levels, its generator and its commands.

use std::collections::BTreeMap;
use std::sync::Arc;

/// An option, as a command line shows it.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// Its name, without dashes before it.
    pub name: &'static str,
    /// What its value is called; nothing of a switch.
    pub value: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// What holds where it is not given, if something does.
    pub default: Option<&'static str>,
    /// What can be given.
    pub kind: OptionKind,
    /// The options that cannot be given beside it.
    pub conflicts: &'static [&'static str],
    /// The options that must be given beside it.
    pub requires: &'static [&'static str],
    /// Another option, and the values of it with which this one is read at all.
    pub only_with: Option<(&'static str, &'static [&'static str])>,
    /// One letter for it.
    pub short: Option<char>,
    /// Whether its value may stand among the levels, without its name; only for texts.
    pub is_bare: bool,
}

impl GameOption {
    /// A plain option: no letter for it, nothing beside it.
    pub const fn new(
        name: &'static str,
        value: &'static str,
        help: &'static str,
        default: Option<&'static str>,
        kind: OptionKind,
    ) -> GameOption {
        GameOption {
            name,
            value,
            help,
            default,
            kind,
            conflicts: &[],
            requires: &[],
            only_with: None,
            short: None,
            is_bare: false,
        }
    }

    /// The same with a value that may stand among the levels without its name.
    pub const fn bare(self) -> GameOption {
        GameOption {
            is_bare: true,
            ..self
        }
    }

    /// The same, read only where another option has one of these values.
    pub const fn only_with(
        self,
        other: &'static str,
        values: &'static [&'static str],
    ) -> GameOption {
        GameOption {
            only_with: Some((other, values)),
            ..self
        }
    }

    /// A plain switch.
    pub const fn switch(name: &'static str, help: &'static str) -> GameOption {
        GameOption::new(name, "", help, None, OptionKind::Switch)
    }
}

/// What can be given as the value of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// Nothing: it is there or not.
    Switch,
    /// A whole number in this range.
    Number(i64, i64),
    /// One of some words, each with a line about it.
    Choice(&'static [(&'static str, &'static str)]),
    /// A text that this accepts, or says what is wrong with.
    Text(fn(&str) -> Result<(), String>),
    /// One of some words, each with a line about it, or else the name of a file, whose
    /// text is handed over.
    ChoiceOrFile(&'static [(&'static str, &'static str)]),
}

/// A file that was given as the value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionFile {
    /// Its name, for messages.
    pub name: String,
    /// What it says.
    pub text: Arc<str>,
}

/// The values of options, each accepted by its kind. A switch that is on has the value
/// `true`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    values: BTreeMap<&'static str, String>,
    files: BTreeMap<&'static str, OptionFile>,
}

impl Options {
    /// What holds where nothing is given.
    pub fn defaults(options: &[GameOption]) -> Options {
        let usual = options
            .iter()
            .filter_map(|o| Some((o.name, o.default?.to_owned())));
        Options {
            values: usual.collect(),
            files: BTreeMap::new(),
        }
    }

    /// Gives a value.
    pub fn set(&mut self, name: &'static str, value: String) {
        self.values.insert(name, value);
    }

    /// Gives a file instead of a value.
    pub fn set_file(&mut self, name: &'static str, file: OptionFile) {
        self.files.insert(name, file);
    }

    /// The file that was given for an option, if one was.
    pub fn file(&self, name: &str) -> Option<&OptionFile> {
        self.files.get(name)
    }

    /// The names of the options that have a value or a file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.values.keys().chain(self.files.keys()).copied()
    }

    /// The value of an option, if it has one.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The value of an option as what it stands for, if it has one.
    ///
    /// # Panics
    /// If the value is not one that its kind accepts.
    pub fn parsed<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        let value = self.get(name)?.parse().ok();
        Some(value.unwrap_or_else(|| panic!("the value of {name} was accepted")))
    }
}
