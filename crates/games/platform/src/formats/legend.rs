//! Which legend a level is drawn with.
//!
//! One legend reads the whole drawing. Where the level does not name one, it is the one
//! that knows all letters; where several do and disagree, somebody has to say which.

use playproof_level::{Diagnostic, Grid, Level, Wanted};

use super::legends::{Means, RECOGNISED};
use crate::canonical::{LegendName, Settings, Tile, WALKER};

/// The letters of one level.
pub(crate) struct Legend<'a> {
    name: LegendName,
    settings: &'a Settings,
}

/// The letters of a drawing that the level does not explain itself, each with how often
/// it is there and where first; in the order in which they are read.
type Drawn = Vec<(char, usize, (usize, usize))>;

/// How a level is written, for messages.
pub(crate) const HELP: &str = "a platform level is drawn: X or B is ground, - or A is air";

impl<'a> Legend<'a> {
    /// The legend of a drawn level.
    pub(crate) fn of(
        level: &Level,
        grid: &Grid,
        settings: &'a Settings,
    ) -> Result<Legend<'a>, Diagnostic> {
        let drawn = drawn(grid, settings);
        let name = match settings.legend {
            Some(name) => name,
            None => recognised(level, &drawn, settings)?,
        };
        if settings.legend.is_none() && !settings.is_lenient {
            no_legend_at_all(level, &drawn, name)?;
        }
        for &(letter, _, (x, y)) in &drawn {
            let fault = match name.means(letter) {
                Some(Means::Tile(_)) => continue,
                Some(Means::Refused(what)) => refused(letter, what),
                None if settings.is_lenient => continue,
                None => unknown(letter, name, settings),
            };
            return Err(level.error_at(x, y, fault.0, fault.1));
        }
        Ok(Legend { name, settings })
    }

    /// What a letter stands for, if it stands for something here.
    pub(crate) fn tile(&self, letter: char) -> Option<Tile> {
        match (own(self.settings, letter), self.name.means(letter)) {
            (Some(tile), _) | (None, Some(Means::Tile(tile))) => Some(tile),
            (None, Some(Means::Refused(_)) | None) => None,
        }
    }

    /// What is left out of what letters stand for elsewhere, in a sentence.
    pub(crate) fn left_out(&self, grid: &Grid) -> Option<String> {
        let drawn = drawn(grid, self.settings).into_iter();
        let mut letters: Vec<char> = drawn.map(|(letter, ..)| letter).collect();
        letters.retain(|letter| self.name.is_inert(*letter));
        letters.sort_unstable();
        let letters: Vec<String> = letters.iter().map(|c| format!("`{c}`")).collect();
        let (are, blocks) = match &letters[..] {
            [] => return None,
            [one] => ("is", one.clone()),
            [all @ .., last] => ("are", format!("{} and {last}", all.join(", "))),
        };
        Some(format!(
            "{blocks} {are} solid here: nothing breaks, fires or gives anything"
        ))
    }
}

/// How many places of a drawing the best legend can read, and which that is. Letters that
/// are refused do not count: a drawing of another game may be full of them.
pub(crate) fn best(grid: &Grid, settings: &Settings) -> (usize, Option<LegendName>) {
    let drawn = drawn(grid, settings);
    let names = match settings.legend {
        Some(name) => vec![name],
        None => RECOGNISED.to_vec(),
    };
    let n_own = grid.cells().len() - drawn.iter().map(|(_, n, _)| n).sum::<usize>();
    let is_tile = |name: LegendName, c: char| matches!(name.means(c), Some(Means::Tile(_)));
    let n_tiles = |name: LegendName| {
        let tiles = drawn.iter().filter(|(c, ..)| is_tile(name, *c));
        tiles.map(|(_, n, _)| n).sum::<usize>()
    };
    let known = names.into_iter().map(|name| (n_tiles(name), name));
    // Of equal ones the first.
    let best = known.rev().max_by_key(|(n, _)| *n);
    best.map_or((n_own, None), |(n, name)| (n_own + n, Some(name)))
}

fn n_known(name: LegendName, drawn: &Drawn) -> usize {
    let known = drawn.iter().filter(|(c, ..)| name.means(*c).is_some());
    known.map(|(_, n, _)| n).sum()
}

fn own(settings: &Settings, letter: char) -> Option<Tile> {
    let mut own = settings.letters.iter();
    own.find(|(c, _)| *c == letter).map(|(_, tile)| *tile)
}

fn drawn(grid: &Grid, settings: &Settings) -> Drawn {
    let mut drawn: Drawn = Vec::new();
    for (x, y, letter) in grid.find_all(|letter| own(settings, letter).is_none()) {
        match drawn.iter_mut().find(|(known, ..)| *known == letter) {
            Some((_, n, _)) => *n += 1,
            None => drawn.push((letter, 1, (x, y))),
        }
    }
    drawn
}

/// The legend by the letters alone.
fn recognised(level: &Level, drawn: &Drawn, settings: &Settings) -> Result<LegendName, Diagnostic> {
    let is_usable = |name: &LegendName, letter: char| {
        let means = name.means(letter);
        matches!(means, Some(Means::Tile(_))) || means.is_none() && settings.is_lenient
    };
    let fits = |name: &LegendName| drawn.iter().all(|(c, ..)| is_usable(name, *c));
    let mut fitting: Vec<LegendName> = RECOGNISED.into_iter().filter(fits).collect();
    // Only where letters may be unknown does one legend know more of them than another.
    let most = fitting.iter().map(|name| n_known(*name, drawn)).max();
    fitting.retain(|name| Some(n_known(*name, drawn)) == most);
    let Some((&first, others)) = fitting.split_first() else {
        // The one that knows most says what it does not know.
        let known = RECOGNISED.iter().map(|name| (n_known(*name, drawn), *name));
        let best = known.rev().max_by_key(|(n, _)| *n);
        return Ok(best.expect("there are legends").1);
    };
    for &other in others {
        let differs = |letter: char| first.means(letter) != other.means(letter);
        let clash = drawn.iter().find(|(letter, ..)| differs(*letter));
        if let Some(&(letter, _, (x, y))) = clash {
            return Err(clash_of(level, letter, [first, other], (x, y)));
        }
    }
    Ok(first)
}

/// Where several letters speak against every legend, no single one is to blame: the
/// drawing may be of another game.
fn no_legend_at_all(level: &Level, drawn: &Drawn, best: LegendName) -> Result<(), Diagnostic> {
    let lacks = |name: LegendName| -> Vec<char> {
        let is_usable = |c: char| matches!(name.means(c), Some(Means::Tile(_)));
        let letters = drawn.iter().map(|(c, ..)| *c);
        letters.filter(|c| !is_usable(*c)).collect()
    };
    let is_unknown = |c: &char| best.means(*c).is_none();
    let unknown = lacks(best).into_iter().find(is_unknown);
    let (Some(unknown), 2..) = (unknown, lacks(best).len()) else {
        return Ok(());
    };
    let told = RECOGNISED.map(|name| {
        let letters: Vec<String> = lacks(name).iter().map(|c| format!("`{c}`")).collect();
        format!("{} lacks {}", name.name(), letters.join(" "))
    });
    let place = drawn.iter().find(|(c, ..)| *c == unknown);
    let (x, y) = place.map_or((0, 0), |(_, _, place)| *place);
    let help = format!(
        "{}; perhaps this is a level of another game",
        told.join(", ")
    );
    let message = "no legend of platform levels knows all letters of this drawing";
    Err(level.error_at(x, y, message, help))
}

fn clash_of(
    level: &Level,
    letter: char,
    names: [LegendName; 2],
    (x, y): (usize, usize),
) -> Diagnostic {
    let [a, b] = names.map(LegendName::name);
    let message = format!("this level fits two legends, {a} and {b}");
    let words = names.map(|name| match name.means(letter) {
        Some(Means::Tile(WALKER)) => "a walker".to_owned(),
        Some(Means::Tile(tile)) => tile.words(),
        _ => "unknown".to_owned(),
    });
    let [in_a, in_b] = words;
    let help = format!("`{letter}` is {in_a} in {a}, and {in_b} in {b}: say which legend is meant");
    let clash = level.error_at(x, y, message, help);
    clash.wanting(Wanted::Legend)
}

fn refused(letter: char, what: &str) -> (String, String) {
    let message = format!("`{letter}` is {what}: that is not modelled here");
    let help = format!("take it out, or say what it is to be, such as `letter {letter}: solid`");
    (message, help)
}

fn unknown(letter: char, name: LegendName, settings: &Settings) -> (String, String) {
    let own: Vec<String> = settings
        .letters
        .iter()
        .map(|(c, _)| c.to_string())
        .collect();
    let (own, name_of) = (own.join(" "), name.name());
    let letters = match (name, &own[..]) {
        (LegendName::Own, own) => format!("the level's own legend knows {own}"),
        (name, "") => format!("the legend {name_of} knows {}", name.letters()),
        (name, own) => format!(
            "the legend {name_of} knows {}, and the level itself {own}",
            name.letters()
        ),
    };
    if letter == ' ' {
        let help = format!("air has a letter too, and all rows are of one length; {letters}");
        return ("a blank place".to_owned(), help);
    }
    let named = settings.legend.is_some();
    let others = RECOGNISED.iter().filter(|other| !named && **other != name);
    let others = others.map(|other| format!("; {} knows {}", other.name(), other.letters()));
    let help = letters + &others.collect::<String>();
    (format!("unknown letter `{letter}`"), help)
}
