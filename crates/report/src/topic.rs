//! What a result is about: a level, or several, and what was asked.

use playproof::{Ask, Level, Property, Severity};

/// What was asked of which level.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Topic {
    /// The level's file; none when a certificate is checked on its own.
    pub level: Option<String>,
    /// The level's number in its file, from 0.
    pub index: Option<usize>,
    /// The level's title.
    pub title: Option<String>,
    /// Whether the file holds other levels too, so that people need a number.
    pub one_of_many: bool,
    /// The level's first line in its file, from 1.
    pub line: Option<u32>,
    /// The number of levels that a question about several is about.
    pub n_levels: Option<usize>,
    /// The game, once it is known.
    pub game: Option<String>,
    /// The property, once it is known.
    pub property: Option<Ask>,
    /// The name that it was asked by, where that is another one of its names.
    pub asked_as: Option<String>,
    /// The name of the requirement that it comes from, if it comes from one.
    pub requirement: Option<String>,
    /// How bad it is if the requirement is not met.
    pub severity: Option<Severity>,
    /// The property of a certificate in core form.
    pub core: Option<String>,
    /// The width and height of a certificate's level, in cells.
    pub size: Option<(usize, usize)>,
}

impl Topic {
    /// Names the level, one of a file with this many.
    pub fn about(&mut self, level: &Level, n_levels: usize) {
        self.level = Some(level.file().to_owned());
        self.index = Some(level.index());
        self.title = level.title().map(str::to_owned);
        self.one_of_many = n_levels > 1;
        self.line = level.grid().map(|grid| grid.place(0, 0).line);
    }

    /// Enters what a certificate is about.
    pub fn claimed(&mut self, game: &str, property: Option<Property>) {
        self.game = Some(game.to_owned());
        self.property = property.map(Ask::Level);
    }

    /// The property, where it is one of a single level.
    pub fn level_property(&self) -> Option<&Property> {
        self.property.as_ref().and_then(Ask::property)
    }

    /// The property as it is written; empty where it is not known.
    pub(crate) fn property_text(&self) -> String {
        if let Some(name) = &self.asked_as {
            return name.clone();
        }
        self.property.as_ref().map_or(String::new(), Ask::to_string)
    }

    /// The level's number, from 1, if its file holds several.
    pub(crate) fn number(&self) -> Option<usize> {
        self.index.filter(|_| self.one_of_many).map(|i| i + 1)
    }
}
