//! The study's file, `study.toml`: what participants read, and which sets of levels are
//! compared in which rounds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::fault::Fault;

/// The name of the study's file in its folder.
pub const FILE: &str = "study.toml";

/// What a study compares, as its file says it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What participants read above everything.
    pub title: String,
    /// What participants agree to.
    pub consent: String,
    /// Patterns of level files to learn the game with.
    pub tutorial: Vec<String>,
    /// Decides about chance: which levels a participant gets, and in which order.
    #[serde(default)]
    pub seed: u64,
    /// How sure the report is to be.
    #[serde(default = "confidence")]
    pub confidence: f64,
    /// How far the report's shares may be off.
    #[serde(default = "margin")]
    pub margin: f64,
    /// How many participants there must be levels for, if that is known.
    pub players: Option<u32>,
    /// The rounds, in their order.
    #[serde(rename = "round")]
    pub rounds: Vec<Round>,
}

/// A round: two levels of two sets are compared.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its name.
    pub name: String,
    /// The sets by their names, each with patterns of its level files.
    pub sets: BTreeMap<String, Vec<String>>,
}

fn confidence() -> f64 {
    0.80
}

fn margin() -> f64 {
    0.10
}

/// Characters of a text that participants read.
const MAX_TEXT: usize = 20_000;

impl Plan {
    /// Reads the study of a folder.
    pub fn read(folder: &Path) -> Result<Plan, Fault> {
        let path = folder.join(FILE);
        let text = fs::read_to_string(&path).map_err(|error| Fault::Unreadable {
            path: path.clone(),
            error,
        })?;
        Plan::of(&text).map_err(|why| Fault::Plan { path, why })
    }

    /// Reads the text of a study's file.
    fn of(text: &str) -> Result<Plan, String> {
        let plan: Plan = toml::from_str(text).map_err(|error| error.to_string())?;
        plan.verify()?;
        Ok(plan)
    }

    fn verify(&self) -> Result<(), String> {
        for (key, text) in [("title", &self.title), ("consent", &self.consent)] {
            if text.trim().is_empty() {
                return Err(format!("`{key}` is empty"));
            }
            if text.chars().count() > MAX_TEXT {
                return Err(format!("`{key}` has more than {MAX_TEXT} characters"));
            }
        }
        let shares = [("confidence", self.confidence), ("margin", self.margin)];
        if let Some((key, share)) = shares.iter().find(|(_, s)| !(*s > 0.0 && *s < 1.0)) {
            return Err(format!("`{key}` is {share}; it is between 0 and 1"));
        }
        if self.players == Some(0) {
            return Err("`players` is 0; leave it out, or say how many there are".to_owned());
        }
        if self.rounds.is_empty() {
            return Err("there is no `[[round]]`".to_owned());
        }
        let mut names = BTreeSet::new();
        for round in &self.rounds {
            let name = &round.name;
            if name.trim().is_empty() {
                return Err("the `name` of a round is empty".to_owned());
            }
            if !names.insert(name) {
                return Err(format!("two rounds have the name `{name}`"));
            }
            if round.sets.len() < 2 {
                let n = round.sets.len();
                return Err(format!(
                    "round `{name}`: `sets` needs at least two sets, and has {n}"
                ));
            }
            if round.sets.keys().any(|set| set.trim().is_empty()) {
                return Err(format!("round `{name}`: the name of a set is empty"));
            }
        }
        Ok(())
    }
}

/// The files that patterns name below a folder, in the order of the patterns and then by
/// name, with slashes. `key` is who is said to name them.
pub fn files(folder: &Path, key: &str, patterns: &[String]) -> Result<Vec<String>, String> {
    let mut found: Vec<String> = Vec::new();
    for pattern in patterns {
        let is_outside = Path::new(pattern).is_absolute() || pattern.split('/').any(|p| p == "..");
        if is_outside {
            return Err(format!(
                "{key}: `{pattern}` leads out of the study's folder"
            ));
        }
        // What the folder itself is called is no pattern.
        let below = PathBuf::from(glob::Pattern::escape(&folder.to_string_lossy())).join(pattern);
        let paths = glob::glob(&below.to_string_lossy())
            .map_err(|error| format!("{key}: `{pattern}` is no pattern: {}", error.msg))?;
        let n_before = found.len();
        let mut is_any = false;
        for path in paths {
            let path = path.map_err(|error| format!("{key}: {error}"))?;
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            let name = parts.join("/");
            if path.is_file() {
                is_any = true;
                if !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        if !is_any {
            return Err(format!("{key}: no file is named by `{pattern}`"));
        }
        found[n_before..].sort();
    }
    match found.is_empty() {
        true => Err(format!("{key}: there is no level file")),
        false => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
        title = "Which?"
        consent = "Moves are stored."
        tutorial = ["tutorial/*.xsb"]
        [[round]]
        name = "one"
        [round.sets]
        a = ["a/*.xsb"]
        b = ["b/*.xsb"]
    "#;

    #[test]
    fn what_is_left_out_has_a_value() {
        let plan = Plan::of(GOOD).unwrap();
        assert_eq!((plan.confidence, plan.margin, plan.seed), (0.8, 0.1, 0));
        assert_eq!(plan.rounds[0].sets.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_key() {
        for (from, to, why) in [
            ("title", "titel", "titel"),
            ("\"Which?\"", "\" \"", "`title` is empty"),
            ("a = [\"a/*.xsb\"]", "", "at least two sets"),
            ("[[round]]", "margin = 2.0\n[[round]]", "`margin` is 2"),
            ("[[round]]", "players = 0\n[[round]]", "`players` is 0"),
            ("\"one\"", "\"\"", "`name` of a round"),
            ("[\"tutorial/*.xsb\"]", "3", "tutorial"),
        ] {
            let text = GOOD.replacen(from, to, 1);
            let told = Plan::of(&text).unwrap_err();
            assert!(told.contains(why), "{why}: {told}");
        }
        let twice = format!("{GOOD}\n[[round]]\nname = \"one\"\n[round.sets]\na=[]\nb=[]\n");
        assert!(Plan::of(&twice).unwrap_err().contains("two rounds"));
    }

    #[test]
    fn patterns_stay_in_the_folder_and_name_something() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::create_dir(folder.join("a")).unwrap();
        for name in ["a/2.xsb", "a/1.xsb"] {
            fs::write(folder.join(name), "x").unwrap();
        }
        let named = |pattern: &str| files(folder, "sets.a", &[pattern.to_owned()]);
        assert_eq!(named("a/*.xsb").unwrap(), ["a/1.xsb", "a/2.xsb"]);
        for (pattern, why) in [
            ("../*", "leads out"),
            ("/etc/*", "leads out"),
            ("b/*", "no file"),
            ("a/[", "no pattern"),
        ] {
            let told = named(pattern).unwrap_err();
            assert!(told.contains(why) && told.contains("sets.a"), "{told}");
        }
        assert!(
            files(folder, "tutorial", &[])
                .unwrap_err()
                .contains("no level file")
        );
    }
}
