//! Strategies and state graphs as files of a folder.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use playproof::DungeonLevel;
use playproof::dungeon::Pricing;
use playproof_report::{MAX_DRAWN_STATES, Ways, state_graph_svg, strategy_svg};

use crate::outputs::write_whole;
use crate::session::Session;

/// A folder for pictures.
pub struct Drawings {
    folder: PathBuf,
    /// What the files of a level begin with, once each; in lower case, as some file
    /// systems do not tell `A` from `a`.
    taken: HashSet<String>,
    stem: String,
}

impl Drawings {
    /// The folder at this path. It is created with the first picture.
    pub fn new(folder: &Path) -> Drawings {
        Drawings {
            folder: folder.to_owned(),
            taken: HashSet::new(),
            stem: String::new(),
        }
    }

    /// What comes now is of the level with this index of a file.
    pub fn begin(&mut self, stem: &str, index: usize) {
        let stem: String = stem.chars().filter(|c| !c.is_control()).take(40).collect();
        let whole = format!("{stem}-{}", index + 1);
        let others = (2..).map(|n| format!("{stem}-{}-{n}", index + 1));
        let mut names = std::iter::once(whole).chain(others);
        let name = names.find(|name| self.taken.insert(name.to_lowercase()));
        self.stem = name.expect("there is always another name");
    }

    /// Draws all that there is; what was drawn where, ended.
    pub fn draw(
        &self,
        session: &Session,
        level: &DungeonLevel,
        pricing: &Pricing,
        ways: &Ways,
    ) -> Result<String, String> {
        let mut said = String::new();
        for (number, strategy) in (1..).zip(ways.strategies) {
            let svg = strategy_svg(level, ways.rules, pricing, strategy, number);
            said.push_str(&match svg {
                Some(svg) => self.write(session, &format!("strategy-{number}"), &svg)?,
                None => format!("      strategy {number} is too large to be drawn\n"),
            });
        }
        if let Some(graph) = ways.states {
            said.push_str(&match state_graph_svg(level, ways.rules, graph) {
                Some(svg) => self.write(session, "states", &svg)?,
                None => format!(
                    "      the state graph is not drawn: it has more than {MAX_DRAWN_STATES} sets\n"
                ),
            });
        }
        Ok(said)
    }

    fn write(&self, session: &Session, what: &str, svg: &str) -> Result<String, String> {
        let path = self.folder.join(format!("{}-{what}.svg", self.stem));
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| write_whole(session, &path, svg.as_bytes()));
        let failed = |error| format!("cannot write {}: {error}", path.display());
        written.map_err(failed)?;
        Ok(format!("      {}\n", path.display()))
    }
}
