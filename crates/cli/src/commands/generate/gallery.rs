//! `--gallery`: all levels of the folder on one page.

use playproof_report::picture::{self, Card};

use super::keeper::Keeper;
use super::maker::{Maker, level_of};
use crate::commands::analyze::drawing;
use crate::outputs::write_whole;
use crate::session::Session;

/// The page's name in the folder.
const NAME: &str = "gallery.html";

/// Writes the page, or says why not.
pub fn write(maker: &Maker, keeper: &Keeper, session: &Session) -> Result<(), String> {
    let cards = keeper.texts().iter();
    let cards: Result<Vec<Card>, String> =
        cards.map(|(file, text)| card(maker, file, text)).collect();
    let title = format!("Levels of {}, seed {}", maker.game, maker.seed);
    let page = picture::gallery(&title, &cards?);
    let path = keeper.folder().join(NAME);
    write_whole(session, &path, page.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn card(maker: &Maker, file: &str, text: &str) -> Result<Card, String> {
    let level = level_of(text);
    let prepared = maker.prepared(&level).map_err(|error| error.to_string())?;
    let drawing = drawing(&prepared, &level).ok_or("a level without a beginning")?;
    let (figures, run) = maker.design.header(text);
    Ok(Card {
        file: file.to_owned(),
        drawing,
        figures,
        run,
    })
}
