//! A page that carries its proof, as it is written.

use playproof::game::Checkable;
use playproof::{Budget, CertificateRejected, packed};
use playproof_report::picture::{Carried, Scene, proof_html};
use thiserror::Error;

use crate::check::{Filming, Proved};

/// Games as a checker knows them.
pub type Games = Vec<Box<dyn Checkable>>;

/// The games of a module, and the module, packed by gzip.
struct Family {
    games: fn() -> Games,
    module: &'static [u8],
}

/// The modules there are; `scripts/build-page --proof` builds them.
const FAMILIES: [Family; 2] = [
    Family {
        games: playproof::drawn,
        module: include_bytes!("../modules/drawn.wasm.gz"),
    },
    Family {
        games: playproof::described,
        module: include_bytes!("../modules/described.wasm.gz"),
    },
];

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
        let (games, module) =
            family(self.game).ok_or_else(|| NoReplay::NoModule(self.game.to_owned()))?;
        let proved = Proved::by(&games, self.certificate, budget)?;
        let scene = proved.scene(self.title, self.filming);
        let scene = scene.ok_or(NoReplay::NoRun)?;
        let carried = Carried {
            certificate: &packed(self.certificate),
            name: self.name,
            module,
        };
        let page = proof_html(&scene, self.filming.delay, &carried);
        Ok((scene, page))
    }
}

/// The games that the module of a game knows, and the module, packed by gzip.
pub fn family(game: &str) -> Option<(Games, &'static [u8])> {
    let families = FAMILIES.iter();
    let mut families = families.map(|family| ((family.games)(), family.module));
    families.find(|(games, _)| games.iter().any(|known| known.name() == game))
}
