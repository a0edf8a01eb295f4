//! From a game's text to what it means.
//!
//! `lines` divides the text into sections and words, `classes` and `verbs` are what the
//! language knows, `options` reads values, `sprites`, `interactions` and `terminations`
//! read the sections, `look` what sprites look like, and `level` is about levels.
//!
//! What the Java engine accepts and this interpreter does not play is refused by name and
//! line. What that engine passes over, such as an option it does not know, is passed over
//! with a warning.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

mod classes;
mod constructs;
mod interactions;
mod level;
mod lines;
mod look;
mod notes;
mod options;
mod sprites;
mod terminations;
mod verbs;

use std::collections::BTreeMap;
use std::sync::Arc;

use playproof_level::Diagnostic;

use crate::compiled::{Act, Condition, Effect, EffectId, Game, KindId, Pair};
pub use constructs::{Standing, constructs};
pub use level::{draw, letters};
use lines::{Line, Section};
pub use look::Look;
use notes::Notes;

/// A game as its text has it.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it means.
    pub game: Game,
    /// What each kind looks like.
    pub looks: Vec<Look>,
    /// What each letter of a level stands for.
    pub letters: BTreeMap<char, Vec<KindId>>,
    /// What is wrong with a letter that stands for an unknown sprite.
    pub strays: BTreeMap<char, Diagnostic>,
    /// Pixels a cell is wide, if the game says so.
    pub square_size: Option<i32>,
    /// The line of each kind, from 1, if it has one.
    pub kind_lines: Vec<Option<u32>>,
    /// The line of each effect.
    pub effect_lines: Vec<u32>,
    /// The line of each ending.
    pub ending_lines: Vec<u32>,
    /// The line of each letter that the game says something of.
    pub letter_lines: BTreeMap<char, u32>,
    /// What is odd.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a game's text; `file` is the name used in messages.
pub fn read(file: &str, text: &Arc<str>) -> Result<Source, Diagnostic> {
    let mut notes = Notes::new(file, text);
    let sections = lines::sections(&mut notes)?;
    let square_size = options::of_game(&mut notes, &sections.game)?;
    let found = sprites::read(&mut notes, &sections.sprites)?;
    let sprites::Sprites {
        kinds,
        order,
        looks,
        lines: kind_lines,
    } = found;
    let game = Game {
        kinds,
        order,
        effects: Vec::new(),
        edges: Vec::new(),
        pairs: Vec::new(),
        endings: Vec::new(),
        pockets: Vec::new(),
        is_py: false,
        counts_score: false,
    };
    let mut source = Source {
        game,
        looks,
        letters: BTreeMap::new(),
        strays: BTreeMap::new(),
        square_size,
        kind_lines,
        effect_lines: Vec::new(),
        ending_lines: Vec::new(),
        letter_lines: BTreeMap::new(),
        warnings: Vec::new(),
    };
    interactions::read(&mut notes, &sections.interactions, &mut source)?;
    terminations::read(&mut notes, &sections.terminations, &mut source)?;
    level::read_mapping(&mut notes, &sections.mapping, &mut source)?;
    sprites::finish(&mut notes, &mut source)?;
    source.game.pockets = pockets(&source.game);
    source.warnings = notes.warnings();
    Ok(source)
}

/// The kinds that are in pockets or looked for there.
fn pockets(game: &Game) -> Vec<KindId> {
    use crate::compiled::Class;
    let looked_for = game
        .effects
        .iter()
        .filter_map(|effect| match effect.condition {
            Condition::HasAtMost(_, resource, _) | Condition::HasAtLeast(_, resource, _) => {
                Some(resource)
            }
            _ => None,
        });
    let collected = game.acts().any(|act| *act == Act::Collect);
    let is_resource =
        |kind: &KindId| matches!(game.kinds[*kind].class, Some(Class::Resource { .. }));
    let resources = (0..game.kinds.len()).filter(|kind| collected && is_resource(kind));
    let shot = game.kinds.iter().flat_map(|kind| match &kind.class {
        Some(Class::Shooter { weapons }) => weapons.iter().filter_map(|(_, ammo)| *ammo).collect(),
        _ => Vec::new(),
    });
    let mut pockets: Vec<KindId> = looked_for.chain(resources).chain(shot).collect();
    pockets.sort_unstable();
    pockets.dedup();
    pockets
}

impl Source {
    /// The kind of this name.
    fn kind(&self, name: &str) -> Option<KindId> {
        self.game.kinds.iter().position(|kind| kind.name == name)
    }

    /// The kind of this name, or what is wrong with it.
    fn known(&self, notes: &Notes, line: &Line, word: &lines::Word) -> Result<KindId, Diagnostic> {
        self.kind(&word.text).ok_or_else(|| {
            let names = self.game.kinds.iter().map(|kind| &kind.name[..]);
            notes.unknown(line, word, "sprite", names)
        })
    }

    fn add_effect(&mut self, effect: Effect, line: u32) -> EffectId {
        self.game.effects.push(effect);
        self.effect_lines.push(line);
        self.game.effects.len() - 1
    }

    fn add_to_pair(&mut self, first: KindId, second: KindId, effect: EffectId, times: usize) {
        let pairs = &mut self.game.pairs;
        let there = pairs
            .iter()
            .position(|pair| (pair.first, pair.second) == (first, second));
        let at = there.unwrap_or_else(|| {
            pairs.push(Pair {
                first,
                second,
                effects: Vec::new(),
            });
            pairs.len() - 1
        });
        pairs[at].effects.extend(std::iter::repeat_n(effect, times));
    }
}

/// The lines of one section.
type Lines<'a> = &'a Section;
