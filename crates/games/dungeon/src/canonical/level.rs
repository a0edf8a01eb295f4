//! A dungeon as a level of a file.

use std::sync::Arc;

use playproof_level::{Level, Place, WrittenLevel};

use super::{HornRule, HornRules, Mark, Plan};

/// A level that is a dungeon.
#[derive(Clone, Debug)]
pub struct DungeonLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// The text of the whole file, to which marks refer.
    pub source: Arc<str>,
    /// Where it begins.
    pub mark: Mark,
    /// What it says.
    pub plan: Plan,
}

impl WrittenLevel for DungeonLevel {
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
        self.place(self.mark)
    }

    fn text(&self) -> String {
        self.plan.text(self.title())
    }

    fn is_same(&self, other: &Level) -> bool {
        DungeonLevel::of(other).is_some_and(|other| self.same_plan(other))
    }
}

impl DungeonLevel {
    /// The dungeon, if a level is one.
    pub fn of(level: &Level) -> Option<&DungeonLevel> {
        level.written()
    }
}

impl HornRules {
    /// Adds a rule.
    pub fn push(&mut self, body: &[u32], rule: HornRule) {
        let start = self.bodies.len() as u32;
        self.bodies.extend_from_slice(body);
        let body = start..self.bodies.len() as u32;
        self.rules.push(HornRule { body, ..rule });
    }
}
