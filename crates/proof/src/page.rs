//! A page that carries its proof, as it is written.

use playproof::game::Checkable;
use playproof::{Budget, CertificateRejected, packed};
use playproof_report::picture::{Carried, Scene, proof_html};
use thiserror::Error;

use crate::check::{Filming, Proved};

/// Games as a checker knows them.
pub type Games = Vec<Box<dyn Checkable>>;

/// The games of a module, and the module, packed by gzip.
#[derive(Clone, Copy)]
pub struct Part {
    /// The games that it knows.
    pub games: fn() -> Games,
    /// The module.
    pub module: &'static [u8],
}

macro_rules! part {
    ($number:literal) => {
        Part {
            games: playproof::checkable::<$number>,
            module: include_bytes!(concat!("../modules/", $number, ".wasm.gz")),
        }
    };
}

/// The modules there are, in the order of their numbers; `scripts/build-page --proof` builds them.
pub const PARTS: [Part; playproof::N_PARTS] =
    [part!(0), part!(1), part!(2), part!(3), part!(4), part!(5)];

/// A page that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// The certificate's game.
    pub game: &'a str,
    /// The certificate's plain bytes.
    pub certificate: &'a [u8],
    /// What a copy of it is called that is saved from the page.
    pub name: &'a str,
    /// What the page is called.
    pub title: &'a str,
    /// How the run is filmed.
    pub filming: Filming,
}

/// Why there is no such page.
#[derive(Debug, Error)]
pub enum NoReplay {
    /// No module knows the game.
    #[error("no page can check levels of {0}")]
    NoModule(String),
    /// The certificate was not accepted.
    #[error(transparent)]
    Rejected(#[from] CertificateRejected),
    /// There is nothing to play.
    #[error("the certificate shows no run")]
    NoRun,
}

impl Replay<'_> {
    /// The page, with what it plays. The certificate is checked here as it will be there.
    pub fn page(&self, budget: &mut dyn Budget) -> Result<(Scene, String), NoReplay> {
        let part = part_of(self.game).ok_or_else(|| NoReplay::NoModule(self.game.to_owned()))?;
        let games = (part.games)();
        let proved = Proved::by(&games, self.certificate, budget)?;
        let scene = proved.scene(self.title, self.filming);
        let scene = scene.ok_or(NoReplay::NoRun)?;
        let carried = Carried {
            certificate: &packed(self.certificate),
            name: self.name,
            module: part.module,
        };
        let page = proof_html(&scene, self.filming.delay, &carried);
        Ok((scene, page))
    }
}

/// The part that a game is in.
pub fn part_of(game: &str) -> Option<Part> {
    let knows = |part: &Part| (part.games)().iter().any(|known| known.name() == game);
    PARTS.into_iter().find(knows)
}
