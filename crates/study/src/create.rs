//! A study to start from.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::plan::FILE;

/// What participants agree to, unless a study says something else.
const CONSENT: &str = "\
You will play a few small levels and say how you liked them. It takes about ten minutes.

What is stored: your moves, when you made them, and your answers. Your name and your
address are not stored, and nothing that would show who you are.

You can stop at any time: close the page.";

/// Levels to learn the game with are in this folder.
const TUTORIAL: &str = "tutorial";

/// What a study is made of.
#[derive(Clone, Debug)]
pub struct NewStudy {
    /// What participants read above everything.
    pub title: String,
    /// The files of the tutorial with their texts.
    pub tutorial: Vec<(String, String)>,
    /// How the names of level files end.
    pub ending: String,
    /// Decides about chance.
    pub seed: u64,
    /// How many participants there are levels for, if that is known.
    pub n_players: Option<u64>,
    /// The rounds in their order.
    pub rounds: Vec<NewRound>,
}

/// A round.
#[derive(Clone, Debug)]
pub struct NewRound {
    /// Its name.
    pub name: String,
    /// Its sets.
    pub sets: Vec<NewSet>,
}

/// A set.
#[derive(Clone, Debug)]
pub struct NewSet {
    /// Its name, which nobody is shown who plays.
    pub name: String,
    /// The pattern of its level files.
    pub pattern: String,
}

/// Writes a study's file and its tutorial into a folder. The file comes last.
pub fn write_new(folder: &Path, study: &NewStudy) -> Result<(), Fault> {
    let tutorial = folder.join(TUTORIAL);
    let write = |path: PathBuf, text: &str| {
        fs::write(&path, text).map_err(|error| Fault::Unwritable { path, error })
    };
    if let Err(error) = fs::create_dir_all(&tutorial) {
        let path = tutorial;
        return Err(Fault::Unwritable { path, error });
    }
    for (name, text) in &study.tutorial {
        write(tutorial.join(name), text)?;
    }
    write(folder.join(FILE), &text_of(study))
}

fn text_of(study: &NewStudy) -> String {
    let string = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = format!(
        "# Who plays, reads this first.\ntitle = {}\nconsent = \"\"\"\n{CONSENT}\"\"\"\n\n\
         # Levels to learn the game with.\ntutorial = [{}]\n\n\
         # Decides about chance: who gets which levels, and in which order.\nseed = {}\n",
        string(&study.title),
        string(&format!("{TUTORIAL}/*.{}", study.ending)),
        study.seed,
    );
    match study.n_players {
        Some(n) => {
            text += &format!("# There must be levels for so many players.\nplayers = {n}\n");
        }
        None => text += "# For how many players there must be levels:\n# players = 40\n",
    }
    text += "\n# How sure the report is to be, and how far off at most.\n\
             confidence = 0.80\nmargin = 0.10\n\n\
             # In each round a player gets one level of each of two sets. Every level is shown to\n\
             # one player only. Add rounds and sets as you like, a handcrafted one, say.\n";
    for round in &study.rounds {
        text += &format!(
            "\n[[round]]\nname = {}\n[round.sets]\n",
            string(&round.name)
        );
        for set in &round.sets {
            text += &format!("{} = [{}]\n", key(&set.name), string(&set.pattern));
        }
    }
    text
}

/// A name as a key: in quotes if it needs them.
fn key(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => serde_json::Value::from(name).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let set = |name: &str| NewSet {
            name: name.to_owned(),
            pattern: format!("{name}/*.xsb"),
        };
        let study = NewStudy {
            title: "Which \"one\"?".to_owned(),
            tutorial: vec![("1.xsb".to_owned(), "#####\n#@$.#\n#####\n".to_owned())],
            ending: "xsb".to_owned(),
            seed: 7,
            n_players: Some(40),
            rounds: vec![NewRound {
                name: "first \\ round".to_owned(),
                sets: vec![set("plain"), set("by hand")],
            }],
        };
        write_new(folder.path(), &study).unwrap();
        let plan = Plan::read(folder.path()).unwrap();
        assert_eq!(
            (plan.title, plan.seed, plan.players),
            (study.title, 7, Some(40))
        );
        assert!(plan.consent.contains("not stored"));
        let sets: Vec<&String> = plan.rounds[0].sets.keys().collect();
        assert_eq!(sets, ["by hand", "plain"]);
        assert_eq!(plan.rounds[0].name, "first \\ round");
        assert!(folder.path().join("tutorial/1.xsb").exists());
    }
}
