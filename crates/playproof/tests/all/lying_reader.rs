//! Readers of levels are not trusted: a certificate is about what its text says.

use std::sync::Arc;

use playproof::game::{Checkable, Compiled, Game, Meaning, View};
use playproof::level::{Collection, Diagnostic, Format, Level};
use playproof::model::Model;
use playproof::{CertificateRejected, MAX_CERTIFICATE, Playproof, Unlimited};
use playproof_maze::Maze;

const OPEN: &str = "#####\n#A-G#\n#####\n";
const WALLED: &str = "#####\n#A#G#\n#####\n";

/// Reads the open maze as the walled one.
struct Liar;

impl Format for Liar {
    fn read(&self, file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>> {
        (&**text == OPEN).then(|| playproof::level::read(file, WALLED.as_bytes()))
    }

    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// The game Maze with a reader that lies.
struct Misread;

impl Meaning for Misread {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Maze.model(level)
    }
}

impl Checkable for Misread {
    fn name(&self) -> &'static str {
        Maze.name()
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&Liar]
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        Maze.view(level)
    }
}

impl Game for Misread {
    fn summary(&self) -> &'static str {
        Maze.summary()
    }

    fn likeness(&self, level: &Level) -> usize {
        Maze.likeness(level)
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        Maze.compile(level)
    }
}

/// A proof that a maze cannot be won, said to be about the maze with this text.
fn proof_about(text: &str) -> Vec<u8> {
    let proof = playproof::verify(WALLED, "solvable", &mut Unlimited).expect("a maze");
    let mut certificate = proof.certificate.expect("it is decided");
    certificate.level = text.to_owned();
    certificate.to_bytes(false)
}

fn check(playproof: &Playproof, certificate: &[u8]) -> Result<(), String> {
    let checked = playproof.check(certificate, MAX_CERTIFICATE, &mut Unlimited);
    checked.map(|_| ()).map_err(|rejected| match rejected {
        CertificateRejected::Wrong(why) => why,
        other => panic!("{other:?}"),
    })
}

#[test]
fn a_reader_that_reads_something_else_proves_nothing() {
    let honest = Playproof::default();
    let misled = Playproof::new(vec![Box::new(Misread)], Vec::new());
    for playproof in [&honest, &misled] {
        assert_eq!(check(playproof, &proof_about(WALLED)), Ok(()));
    }
    let why = check(&honest, &proof_about(OPEN)).unwrap_err();
    assert!(why.contains("another statement"), "{why}");
    let why = check(&misled, &proof_about(OPEN)).unwrap_err();
    assert!(why.contains("not written as levels are"), "{why}");
}

#[test]
fn a_level_must_be_written_as_levels_are() {
    let playproof = Playproof::default();
    let titled = format!("; walled\n{WALLED}");
    assert_eq!(check(&playproof, &proof_about(&titled)), Ok(()));
    let others = [
        format!("\n{WALLED}"),
        format!("{WALLED}\n"),
        format!(";walled\n{WALLED}"),
        format!("; walled\n\n{WALLED}"),
        WALLED.replace('\n', "\r\n"),
        WALLED.trim_end().to_owned(),
        WALLED.replace("#####\n#A", "##### \n#A"),
    ];
    for text in others {
        let why = check(&playproof, &proof_about(&text)).expect_err(&text);
        assert!(why.contains("not written as levels are"), "{text:?}: {why}");
    }
}

#[test]
fn what_is_accepted_is_about_levels_with_the_same_statement() {
    let playproof = Playproof::default();
    let accepted = playproof.check(&proof_about(WALLED), MAX_CERTIFICATE, &mut Unlimited);
    let Ok(accepted) = accepted else {
        panic!("it is right");
    };
    let is_about = |text: &str| {
        let file = playproof.read("level", text.as_bytes()).expect("a level");
        playproof.is_about(&accepted, &file.levels[0])
    };
    assert!(is_about(WALLED));
    assert!(is_about(&WALLED.replace('#', "w")));
    assert!(!is_about(OPEN));
}
