//! `playproof study serve`: people play in their browsers.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use playproof_studio::open_browser;
use playproof_study::bots::{Crowd, simulate};
use playproof_study::{Progress, Settings, StudyServer};

use super::refused;
use crate::args::ServeArgs;
use crate::console;
use crate::status::Status;

/// So often a simulated player leaves when a level comes, as people do.
const LEAVING: f64 = 0.02;

/// Serves a study until Ctrl-C. Errors are those of writing to standard output.
pub fn run(args: &ServeArgs) -> io::Result<Status> {
    let address = args.address;
    let is_remote = !address.ip().is_loopback();
    if is_remote && !args.allow_remote {
        let message = format!("other machines reach {address}; add --allow-remote if they should");
        return refused(&message);
    }
    let settings = Settings {
        folder: args.folder.clone(),
        address,
        threads: args.threads(),
    };
    let note = |n: usize| {
        if n > 0 {
            console::complain(&format!("measuring {n} levels\n"));
        }
    };
    let server = match StudyServer::open(&settings, &note) {
        Ok(server) => server,
        Err(fault) => return refused(&fault.to_string()),
    };
    server
        .warnings()
        .iter()
        .for_each(|warning| console::warn(warning));
    if is_remote {
        console::warn(
            "this is plain HTTP: anybody on the network can read the answers and the tokens",
        );
    }
    let (players, organiser) = (server.participants_url(), server.organisers_url());
    console::print(&format!("players: {players}\norganiser: {organiser}\n"))?;
    if !args.no_open && open_browser(&organiser).is_err() {
        console::warn("no browser could be opened; open the address yourself");
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    // Where no handler can be installed, Ctrl-C ends the program as it would any other.
    let _ = ctrlc::set_handler(move || over.store(true, Ordering::Relaxed));
    if let Some(n_players) = args.simulate {
        let crowd = Crowd {
            address: server.address(),
            code: server.bots_code().to_owned(),
            n_players,
            seed: u64::from(n_players),
            leaving: LEAVING,
        };
        thread::spawn(move || told_of(&crowd));
    }
    let told = |progress: &Progress| {
        // Whoever reads no more is told when the server ends.
        let _ = console::print(&text(progress));
    };
    match server.run(|| is_over.load(Ordering::Relaxed), told) {
        Ok(()) => Ok(Status::Cancelled),
        Err(fault) => refused(&fault.to_string()),
    }
}

/// Lets simulated players play, and says how it went.
fn told_of(crowd: &Crowd) {
    let outcomes = simulate(crowd);
    let n_done = outcomes
        .iter()
        .filter(|outcome| outcome.step == "done")
        .count();
    let mut told = format!(
        "simulated players: {n_done} of {} are done",
        crowd.n_players
    );
    let full = outcomes
        .iter()
        .filter(|outcome| outcome.step == "full")
        .count();
    if full > 0 {
        told += &format!("; {full} got no levels");
    }
    let _ = console::print(&(told + "\n"));
    for outcome in outcomes {
        if let Some(trouble) = outcome.trouble {
            console::warn(&format!("a simulated player ended early: {trouble}"));
        }
    }
}

/// How far the study is, on one line.
fn text(progress: &Progress) -> String {
    let finished = |people: u32, bots: u32| match (people, bots) {
        (people, 0) => people.to_string(),
        (people, bots) => format!("{people} and {bots} simulated"),
    };
    let rounds = progress.rounds.iter();
    let rounds = rounds.map(|(name, people, bots)| {
        let n = finished(*people, *bots);
        format!("round {name}: {n}")
    });
    let rounds: Vec<String> = rounds.collect();
    let players = finished(progress.people, progress.bots);
    format!("players: {players}; finished: {}\n", rounds.join(", "))
}
