//! `playproof study new`: the published play-test, with levels that are made anew.

use std::io;

use playproof_experiments::{PLAY_TEST, PlayTestSet};
use playproof_study::{FILE, NewRound, NewSet, NewStudy, write_new};

use super::refused;
use crate::args::{NewStudyArgs, generate_args};
use crate::commands::generate;
use crate::console;
use crate::status::Status;

/// Writes a study. Errors are those of writing to standard output.
pub fn run(args: &NewStudyArgs) -> io::Result<Status> {
    let folder = args.folder.display();
    if args.folder.join(FILE).exists() {
        return refused(&format!("there is a study in {folder} already"));
    }
    if !args.empty {
        for (number, set) in (0..).zip(PLAY_TEST.sets) {
            let words = words(args, number, set);
            let made = match generate_args(&words) {
                Ok(of_set) => generate::run(&of_set)?,
                Err(message) => return refused(&message),
            };
            if made != Status::Fine {
                console::error("the study is not complete; the same command again goes on with it");
                return Ok(made);
            }
        }
    }
    // The study's file comes last: where it is, everything is.
    if let Err(fault) = write_new(&args.folder, &study(args)) {
        return refused(&fault.to_string());
    }
    console::print(&format!(
        "{folder}: a study; change {FILE}, then serve it\n"
    ))?;
    Ok(Status::Fine)
}

fn study(args: &NewStudyArgs) -> NewStudy {
    let mut rounds: Vec<NewRound> = Vec::new();
    for set in PLAY_TEST.sets {
        let new = NewSet {
            name: set.name.to_owned(),
            pattern: format!("{}/*.{}", folder_of(set), PLAY_TEST.ending),
        };
        match rounds.iter_mut().find(|round| round.name == set.round) {
            Some(round) => round.sets.push(new),
            None => rounds.push(NewRound {
                name: set.round.to_owned(),
                sets: vec![new],
            }),
        }
    }
    let levels = (1..).zip(PLAY_TEST.tutorial);
    NewStudy {
        title: PLAY_TEST.title.to_owned(),
        tutorial: levels
            .map(|(n, text)| (format!("{n}.{}", PLAY_TEST.ending), (*text).to_owned()))
            .collect(),
        ending: PLAY_TEST.ending.to_owned(),
        seed: args.seed,
        n_players: (!args.empty).then_some(args.levels),
        rounds,
    }
}

fn folder_of(set: &PlayTestSet) -> String {
    format!("{}-{}", set.name, set.round)
}

/// What `generate` is told. Sets of different seeds share no level by construction.
fn words(args: &NewStudyArgs, number: u64, set: &PlayTestSet) -> Vec<String> {
    let n_sets = PLAY_TEST.sets.len() as u64;
    let seed = args.seed.wrapping_mul(n_sets).wrapping_add(number);
    let out = args.folder.join(folder_of(set));
    let mut words = vec![
        PLAY_TEST.game.to_owned(),
        format!("--count={}", args.levels),
        format!("--seed={seed}"),
        format!("--out={}", out.display()),
    ];
    let options = set.options().into_iter();
    words.extend(options.map(|(name, value)| format!("--{name}={value}")));
    words
}
