//! A drawing with settings above it.

use playproof_level::{Diagnostic, Grid, Level, Place, WrittenLevel, clean_title};

use super::{Settings, StatedLevel};

/// A level with settings.
#[derive(Clone, Debug)]
pub struct PlatformLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Where it begins.
    pub beginning: Place,
    /// The settings.
    pub settings: Settings,
    /// The drawing.
    pub grid: Grid,
}

impl PlatformLevel {
    /// A drawn level with these settings instead of those that it has.
    pub fn with_settings(level: &Level, settings: Settings) -> Option<PlatformLevel> {
        Some(PlatformLevel {
            file: level.file().to_owned(),
            index: level.index(),
            title: level.title().map(str::to_owned),
            beginning: level.beginning(),
            settings,
            grid: level.grid()?.clone(),
        })
    }
}

impl Settings {
    /// The settings of a level.
    pub fn of(level: &Level) -> Settings {
        let written = level.written::<PlatformLevel>();
        let written = written.map(|written| &written.settings);
        let stated = level.written::<StatedLevel>();
        let stated = stated.map(|stated| &stated.board.settings);
        written.or(stated).cloned().unwrap_or_default()
    }

    /// Refuses the level if one of these settings is not as usual: for games that do not
    /// have them.
    pub fn refuse(&self, level: &Level, keys: &[&str]) -> Result<(), Diagnostic> {
        let usual = Settings::default();
        let is_set = |key: &&&str| match **key {
            "exit" => self.exit != usual.exit,
            "time" => self.time != usual.time,
            "style" => self.style != usual.style,
            "profile" => self.profile != usual.profile,
            _ => false,
        };
        match keys.iter().find(is_set) {
            None => Ok(()),
            Some(key) => {
                let message = format!("the setting `{key}` is not part of this game");
                Err(level.error(message, "leave it out, or choose another game"))
            }
        }
    }
}

impl WrittenLevel for PlatformLevel {
    fn file(&self) -> &str {
        &self.file
    }

    fn index(&self) -> usize {
        self.index
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn beginning(&self) -> Place {
        self.beginning.clone()
    }

    fn text(&self) -> String {
        let title = self.title.as_deref().and_then(clean_title);
        let mut text = match title {
            Some(title) => format!("platform: {title}\n"),
            None => "platform\n".to_owned(),
        };
        text.push_str(&self.settings.text());
        text.push_str("map:\n");
        for row in self.grid.rows() {
            text.extend(row);
            text.push('\n');
        }
        text
    }

    /// A drawing alone is a level with the default settings.
    fn is_same(&self, other: &Level) -> bool {
        if let Some(stated) = other.written::<StatedLevel>() {
            return stated.is_same(&Level::of_words(self.clone()));
        }
        let is_drawn = matches!(other, Level::Grid(_)) || other.written::<Self>().is_some();
        let is_same = |grid: &Grid| grid.same_cells(&self.grid);
        is_drawn && other.grid().is_some_and(is_same) && Settings::of(other) == self.settings
    }

    fn grid(&self) -> Option<&Grid> {
        Some(&self.grid)
    }

    fn with_grid(&self, grid: Grid) -> Option<Level> {
        Some(Level::of_words(PlatformLevel {
            grid,
            ..self.clone()
        }))
    }
}
