//! The one call of the module: a certificate, checked, and the film of what it shows.

use std::num::NonZeroUsize;

use playproof::game::Checkable;
use playproof::{
    AcceptedCertificate, Budget, CertificateRejected, Checker, Playproof, Property, Unlimited,
};
use playproof_report::picture::{Caption, Scene, proof_film};
use playproof_report::{Row, english};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a certificate may come to in a page: its module has a gigabyte of memory.
const MOST: u64 = 256 << 20;

/// How a run is filmed.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Filming {
    /// Each step that is a multiple of this is shown, and the last.
    pub every: NonZeroUsize,
    /// Milliseconds per frame, unless the run's length says it.
    pub delay: Option<u32>,
}

/// Answers a request about a level of these games: a line of JSON that says how to film the
/// run, `{"every": 1, "delay": 80}`, and then the bytes of a certificate.
pub fn check(games: &[Box<dyn Checkable>], request: &[u8]) -> String {
    let end = request.iter().position(|byte| *byte == b'\n');
    let (line, rest) = request.split_at(end.unwrap_or(request.len()));
    let filming = serde_json::from_slice::<Filming>(line);
    let answer = match (filming, rest) {
        (Ok(filming), [_, certificate @ ..]) => {
            match Proved::by(games, certificate, &mut Unlimited) {
                Ok(proved) => proved.told(filming),
                Err(why) => refused(&why.to_string()),
            }
        }
        (Err(error), _) => refused(&format!("this is no request: {error}")),
        (_, []) => refused("there is no certificate"),
    };
    answer.to_string()
}

fn refused(why: &str) -> Value {
    json!({ "accepted": false, "why": why })
}

/// What an accepted certificate proves and shows.
pub(crate) struct Proved<'g> {
    checker: Checker<'g>,
    accepted: AcceptedCertificate,
    property: Option<Property>,
    row: Row,
}

impl<'g> Proved<'g> {
    /// By a certificate's plain bytes.
    pub fn by(
        games: &'g [Box<dyn Checkable>],
        certificate: &[u8],
        budget: &mut dyn Budget,
    ) -> Result<Proved<'g>, CertificateRejected> {
        let checker = Checker::new(games.iter().map(|game| &**game).collect());
        let accepted = checker.check(certificate, MOST, budget)?;
        let property = Playproof::property(&accepted.certificate.property).ok();
        let mut row = Row::default();
        row.accepted(&accepted, property.clone());
        Ok(Proved {
            checker,
            accepted,
            property,
            row,
        })
    }

    /// The run with what is written beside it, if the certificate shows one.
    pub fn scene(&self, title: &str, filming: Filming) -> Option<Scene> {
        let (run, view) = self.checker.shown(&self.accepted)?;
        let caption = Caption {
            title: title.to_owned(),
            ..Caption::of(&self.row)
        };
        Some(Scene::new(&*view, &run, filming.every, &caption))
    }

    /// What was checked, and the film.
    fn told(&self, filming: Filming) -> Value {
        let certificate = &self.accepted.certificate;
        let scene = self.scene("", filming);
        json!({
            "accepted": true,
            "game": certificate.game,
            "title": self.accepted.level.title(),
            "property": certificate.property,
            "question": self.property.as_ref().map(english),
            "answer": self.row.conclusion.word(),
            "verdict": Caption::of(&self.row).verdict,
            "evidence": certificate.evidence.kind(),
            "axioms": self.accepted.accepted.axioms(),
            "statement": self.accepted.accepted.statement().to_string(),
            "level": certificate.level,
            "film": scene.map(|scene| proof_film(&scene, filming.delay)),
        })
    }
}
