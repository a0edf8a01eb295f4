//! How a game's levels are proposed. A proposal is only that: whether it is worth
//! keeping is for whoever asks to have proved.

use std::collections::BTreeMap;

/// An option of a generator, as a command line shows it.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorOption {
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
}

/// The values of options, each accepted by its kind. A switch that is on has the value
/// `true`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(BTreeMap<&'static str, String>);

impl Options {
    /// What holds where nothing is given.
    pub fn defaults(options: &[GeneratorOption]) -> Options {
        let usual = options
            .iter()
            .filter_map(|o| Some((o.name, o.default?.to_owned())));
        Options(usual.collect())
    }

    /// Gives a value.
    pub fn set(&mut self, name: &'static str, value: String) {
        self.0.insert(name, value);
    }

    /// The value of an option, if it has one.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.0.contains_key(name)
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

/// A generator of a game's levels.
pub trait LevelGenerator: Send + Sync {
    /// The heading above its options, where it is not the only one with options.
    fn heading(&self) -> Option<&'static str> {
        None
    }
    /// Its options.
    fn options(&self) -> &'static [GeneratorOption];
    /// Command lines that show what it can do, each with `playproof generate` before it.
    fn examples(&self) -> &'static [&'static str];
    /// The figures that there can be most of, each with a line about it.
    fn figures(&self) -> &'static [(&'static str, &'static str)];
    /// The design that options ask for, or why there is none.
    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String>;
}

/// What kind of levels are wanted: everything a proposal depends on besides the seed
/// and its number.
pub trait LevelDesign: Send + Sync {
    /// Makes proposals. Each thread has one of its own.
    fn proposer(&self) -> Box<dyn Proposer>;
    /// All that decides about proposals, by name, as a journal keeps it: a text, or
    /// nothing where nothing is given.
    fn settings(&self) -> Vec<(&'static str, Option<String>)>;
    /// What makes all proposals the same, and how others would come about, if they are.
    fn why_settled(&self) -> Option<&'static str> {
        None
    }
    /// How a proposal comes about, if it does so in stages.
    fn stages(&self, _seed: u64, _number: u64) -> Option<Vec<Stage>> {
        None
    }
}

/// Makes proposals of one design. It may keep its memory from one to the next, and
/// nothing else: a proposal does not depend on those before it.
pub trait Proposer: Send {
    /// The text of proposal `number` of `seed`, with this title.
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        is_over: &dyn Fn() -> bool,
    ) -> Result<String, NoProposal>;
}

/// Why there is no proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoProposal {
    /// There is none with this number; in words.
    None(String),
    /// Time was over before it was made.
    TimeIsOver,
}

/// One stage of a level in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it is.
    pub caption: String,
    /// Its rows, in letters of levels.
    pub rows: Vec<String>,
}
