//! `--gallery`: all levels of the folder on one page.

use playproof::BoardDrawing;
use playproof_report::picture::{self, Card};

use super::keeper::Keeper;
use super::maker::{Maker, level_of};
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
    let (view, first) = (prepared.view(), prepared.first_states());
    let first = first.first().ok_or("a level without a beginning")?;
    let mut cells = Vec::new();
    view.cells(first, &mut cells);
    let sprites = view.sprites(first).unwrap_or_default();
    let (figures, run) = maker.design.header(text);
    let title = level.title().unwrap_or(file).to_owned();
    Ok(Card {
        file: file.to_owned(),
        drawing: BoardDrawing {
            legend: view.legend().to_vec(),
            size: view.size(),
            cells,
            sprites: sprites.into_iter().flatten().collect(),
            description: title.clone(),
            title,
            ..BoardDrawing::default()
        },
        figures,
        run,
    })
}
