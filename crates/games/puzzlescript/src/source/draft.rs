//! What the sections of a game say, before it is known what the names mean.

use std::collections::{BTreeSet, HashMap};

/// A list of values by name, in the order in which PuzzleScript goes through them:
/// names that are numbers come first, in their order; the others as they were added.
#[derive(Clone, Debug)]
pub(super) struct ByName<T> {
    entries: Vec<(String, T)>,
    places: HashMap<String, usize>,
}

impl<T> Default for ByName<T> {
    fn default() -> ByName<T> {
        ByName {
            entries: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<T> ByName<T> {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.places.get(name).map(|place| &self.entries[*place].1)
    }

    /// The value of a name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let place = self.places.get(name)?;
        Some(&mut self.entries[*place].1)
    }

    /// Whether there is such a name.
    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Gives a name a value; one that it had is lost.
    pub fn set(&mut self, name: &str, value: T) {
        match self.places.get(name) {
            Some(place) => self.entries[*place].1 = value,
            None => {
                self.places.insert(name.to_owned(), self.entries.len());
                self.entries.push((name.to_owned(), value));
            }
        }
    }

    /// Takes a name away.
    pub fn remove(&mut self, name: &str) {
        if let Some(place) = self.places.remove(name) {
            self.entries.remove(place);
            for other in self.places.values_mut() {
                *other -= usize::from(*other > place);
            }
        }
    }

    /// All names, in order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<&String> = self.entries.iter().map(|(name, _)| name).collect();
        names.sort_by_key(|name| whole_number(name).map_or(u64::MAX, u64::from));
        names.into_iter().cloned().collect()
    }
}

/// The number that a name is, if it is written as numbers are.
fn whole_number(name: &str) -> Option<u32> {
    let is_plain = name == "0" || !name.starts_with(['0', '+']);
    name.parse().ok().filter(|n| is_plain && *n < u32::MAX)
}

/// An object as OBJECTS describes it.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftObject {
    pub line: u32,
    pub colors: Vec<String>,
    /// Rows of digits and dots.
    pub rows: Vec<String>,
}

/// A line of the legend: a name and what it stands for.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub name: String,
    pub line: u32,
    pub members: Vec<String>,
}

/// Definitions of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    pub all: Vec<Definition>,
    first: HashMap<String, usize>,
}

impl Definitions {
    /// Adds one; where a name has several, the first counts.
    pub fn add(&mut self, name: &str, line: u32, members: Vec<String>) {
        let number = self.all.len();
        self.first.entry(name.to_owned()).or_insert(number);
        self.all.push(Definition {
            name: name.to_owned(),
            line,
            members,
        });
    }

    /// The definition of a name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.first.get(name).map(|number| &self.all[*number])
    }
}

/// What a word of a line of SOUNDS is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SoundWord {
    Event,
    Name,
    Verb,
    Direction,
    Seed,
    /// Not to be understood.
    Junk,
}

/// A line of SOUNDS.
#[derive(Clone, Debug)]
pub(super) struct SoundLine {
    pub line: u32,
    pub words: Vec<(String, SoundWord)>,
}

/// A line of RULES.
#[derive(Clone, Debug)]
pub(super) struct RuleLine {
    pub line: u32,
    /// In lower case, up to a comment.
    pub text: String,
    /// As it is written.
    pub original: String,
}

/// A line of WINCONDITIONS.
#[derive(Clone, Debug)]
pub(super) struct ConditionLine {
    pub line: u32,
    pub words: Vec<String>,
}

/// A part of LEVELS.
#[derive(Clone, Debug)]
pub(super) enum DraftStage {
    Message {
        line: u32,
        text: String,
    },
    /// Rows of a level; none yet where the next level is to come.
    Rows {
        line: u32,
        rows: Vec<String>,
    },
}

impl DraftStage {
    /// Where the next level is to come.
    pub fn empty() -> DraftStage {
        DraftStage::Rows {
            line: 0,
            rows: Vec::new(),
        }
    }

    /// Whether nothing came yet.
    pub fn is_empty(&self) -> bool {
        matches!(self, DraftStage::Rows { rows, .. } if rows.is_empty())
    }
}

/// What a name is, where chains of `A = B` are followed.
pub(super) enum Meaning<'d> {
    Object(String),
    All(&'d Definition),
    AnyOf(&'d Definition),
    /// It was not said.
    Unknown(String),
    /// `A = B` and `B = A`.
    Circle,
}

/// What the sections say.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub objects: ByName<DraftObject>,
    /// `A = B`.
    pub synonyms: Definitions,
    /// `A = B and C`.
    pub aggregates: Definitions,
    /// `A = B or C`.
    pub properties: Definitions,
    pub layers: Vec<Vec<String>>,
    /// The layers in which an object is, in order.
    pub layers_of: HashMap<String, Vec<usize>>,
    pub sounds: Vec<SoundLine>,
    /// The events and objects that have sounds.
    pub sounding: BTreeSet<String>,
    pub rules: Vec<RuleLine>,
    pub conditions: Vec<ConditionLine>,
    pub stages: Vec<DraftStage>,
    /// The names that rules may use: those that there were when SOUNDS began.
    pub names: BTreeSet<String>,
    /// The names of one character that levels may use.
    pub keys: BTreeSet<char>,
    /// Settings in order, each with its line.
    pub settings: Vec<(String, String)>,
    /// The line of the last setting of a name.
    pub setting_lines: HashMap<String, u32>,
    /// The line that says what the background is.
    pub background_line: Option<u32>,
    /// How many lines were read.
    pub n_lines: u32,
}

impl Draft {
    /// Nothing said yet.
    pub fn new() -> Draft {
        Draft {
            objects: ByName::default(),
            synonyms: Definitions::default(),
            aggregates: Definitions::default(),
            properties: Definitions::default(),
            layers: Vec::new(),
            layers_of: HashMap::new(),
            sounds: Vec::new(),
            sounding: BTreeSet::new(),
            rules: Vec::new(),
            conditions: Vec::new(),
            stages: vec![DraftStage::empty()],
            names: BTreeSet::new(),
            keys: BTreeSet::new(),
            settings: Vec::new(),
            setting_lines: HashMap::new(),
            background_line: None,
            n_lines: 0,
        }
    }

    /// The line where a name is declared.
    pub fn declaration(&self, name: &str) -> Option<u32> {
        let object = self.objects.get(name).map(|object| object.line);
        let kinds = [&self.aggregates, &self.properties, &self.synonyms];
        let mut definitions = kinds.iter().filter_map(|kind| kind.get(name));
        object.or_else(|| definitions.next().map(|definition| definition.line))
    }

    /// Whether a name is declared.
    pub fn declares(&self, name: &str) -> bool {
        self.declaration(name).is_some()
    }

    /// What a name is.
    pub fn meaning(&self, name: &str) -> Meaning<'_> {
        let mut name = name;
        for _ in 0..=self.synonyms.all.len() {
            if self.objects.has(name) {
                return Meaning::Object(name.to_owned());
            }
            if let Some(synonym) = self.synonyms.get(name) {
                name = &synonym.members[0];
            } else if let Some(aggregate) = self.aggregates.get(name) {
                return Meaning::All(aggregate);
            } else if let Some(property) = self.properties.get(name) {
                return Meaning::AnyOf(property);
            } else {
                return Meaning::Unknown(name.to_owned());
            }
        }
        Meaning::Circle
    }

    /// All names that are declared.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        let kinds = [&self.aggregates, &self.properties, &self.synonyms];
        let defined = kinds.into_iter().flat_map(|kind| &kind.all);
        let objects = self.objects.entries.iter().map(|(name, _)| &name[..]);
        objects.chain(defined.map(|definition| &definition.name[..]))
    }

    /// The value of a setting: the last one counts.
    pub fn setting(&self, name: &str) -> Option<&str> {
        let mut settings = self.settings.iter().rev();
        settings
            .find(|(key, _)| key == name)
            .map(|(_, value)| &value[..])
    }
}
