//! What a page asks for. Each call reads the fields that it needs; `docs/page.md` lists them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use serde::Deserialize;

use crate::calls::Kept;
use crate::problem::Problem;

/// A request.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub struct Request {
    pub call: String,
    pub text: Option<String>,
    pub file: Option<String>,
    pub level: usize,
    pub game: Option<String>,
    pub rows: Option<Vec<String>>,
    pub options: BTreeMap<String, Given>,
    pub limits: Asked,
    pub properties: Option<Vec<String>>,
    pub property: Option<String>,
    pub engine: Option<String>,
    pub repairs: bool,
    pub kinds: Vec<String>,
    pub moves: Option<Vec<String>>,
    pub every: Option<NonZeroUsize>,
    pub scene: Option<bool>,
    pub light: Option<bool>,
    pub seed: u64,
    pub count: Option<u64>,
    pub from: u64,
    pub slice: Option<u64>,
    pub known: Vec<String>,
    pub kept: Option<Kept>,
    pub certificate: Option<String>,
    pub command: Option<String>,
    pub n: Option<u32>,
}

/// The value of an option.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum Given {
    /// A switch.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// A word or a text.
    Text(String),
    /// A file.
    File { name: String, text: String },
}

/// What a search may spend.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub struct Asked {
    pub states: Option<u64>,
    pub bytes: Option<u64>,
}

impl Request {
    /// The file's text.
    pub fn text(&self) -> Result<&str, Problem> {
        let text = self.text.as_deref();
        text.ok_or_else(|| Problem::new(format!("`{}` needs the level's `text`", self.call)))
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        self.file.as_deref().unwrap_or("level")
    }

    /// A field that the call cannot do without.
    pub fn needed<'a, T>(&self, field: &'a Option<T>, name: &str) -> Result<&'a T, Problem> {
        let missing = || Problem::new(format!("`{}` needs `{name}`", self.call));
        field.as_ref().ok_or_else(missing)
    }
}
