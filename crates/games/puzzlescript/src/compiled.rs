//! Trusted: a compiled game, as the interpreter reads it.
//!
//! Rules are expanded by direction, properties are resolved, names are numbers. Objects
//! are numbered by collision layer. A cell of a level is a set of objects, at most one of
//! each layer, and during a turn a set of movements, five bits for each layer.

/// Layers whose movements share a word: five bits each.
pub const LAYERS_PER_WORD: usize = 12;

/// A set of objects or other numbered things (bit `o` of the whole), or of movements (see
/// [`movement_bit`]), as words. All masks of one kind in a game have the same number of words.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Mask(pub Vec<u64>);

/// Where the five bits of a layer begin: a word, and a bit in it.
pub fn movement_bit(layer: usize) -> (usize, u32) {
    (
        layer / LAYERS_PER_WORD,
        5 * (layer % LAYERS_PER_WORD) as u32,
    )
}

/// Words of a mask of movements.
pub fn movement_words(n_layers: usize) -> usize {
    n_layers.div_ceil(LAYERS_PER_WORD).max(1)
}

/// Words of a mask of objects.
pub fn object_words(n_objects: usize) -> usize {
    n_objects.div_ceil(64).max(1)
}

impl Mask {
    /// The empty set, in so many words.
    pub fn empty(words: usize) -> Mask {
        Mask(vec![0; words])
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Adds an object.
    pub fn insert(&mut self, object: usize) {
        self.0[object / 64] |= 1 << (object % 64);
    }

    /// Whether it holds an object.
    pub fn has(&self, object: usize) -> bool {
        self.0[object / 64] >> (object % 64) & 1 == 1
    }

    /// What is in it, in order.
    pub fn members(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(i, word)| bits(*word).map(move |bit| 64 * i + bit))
    }

    /// Adds movements of a layer, as five bits.
    pub fn insert_movement(&mut self, layer: usize, bits: u64) {
        let (word, bit) = movement_bit(layer);
        self.0[word] |= bits << bit;
    }

    /// The movements of a layer, as five bits.
    pub fn movement(&self, layer: usize) -> u64 {
        let (word, bit) = movement_bit(layer);
        self.0[word] >> bit & 0x1f
    }

    /// Adds all of another set.
    pub fn add(&mut self, other: &Mask) {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            *mine |= others;
        }
    }

    /// Takes away all of another set.
    pub fn remove(&mut self, other: &Mask) {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            *mine &= !others;
        }
    }

    /// Takes away all that is not in another set.
    pub fn keep(&mut self, other: &Mask) {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            *mine &= others;
        }
    }

    /// Whether all of it is in these words.
    pub fn is_within(&self, words: &[u64]) -> bool {
        self.0
            .iter()
            .zip(words)
            .all(|(mine, word)| mine & !word == 0)
    }

    /// Whether something of it is in these words.
    pub fn meets(&self, words: &[u64]) -> bool {
        self.0
            .iter()
            .zip(words)
            .any(|(mine, word)| mine & word != 0)
    }
}

/// The numbers of the bits of a word, in order.
pub fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Up, as bits of a layer's movement.
pub const UP: u64 = 1;
/// Down.
pub const DOWN: u64 = 2;
/// Left.
pub const LEFT: u64 = 4;
/// Right.
pub const RIGHT: u64 = 8;
/// The action button.
pub const ACTION: u64 = 16;

/// A compiled game without its levels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The objects, by number.
    pub objects: Vec<Object>,
    /// How many collision layers there are.
    pub n_layers: usize,
    /// Whom the keys move.
    pub player: Filter,
    /// The rules before movement.
    pub early: RuleBook,
    /// The rules after it.
    pub late: RuleBook,
    /// When a level is won: all of these. None, and only the command wins.
    pub conditions: Vec<WinCondition>,
    /// Whether a turn without input is played when a level begins.
    pub runs_rules_on_level_start: bool,
    /// Whether a turn in which no player left its cell is taken back.
    pub requires_player_movement: bool,
    /// Whether the action button does nothing.
    pub has_no_action: bool,
    /// Whether time goes by without a key.
    pub has_clock: bool,
    /// What questions may speak of beside the objects, by name.
    pub names: Vec<(String, Filter)>,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name, as the source spells it in lower case.
    pub name: String,
    /// Its collision layer.
    pub layer: usize,
}

/// What is looked for in a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The objects.
    pub objects: Mask,
    /// Whether all of them must be there; otherwise one is enough.
    pub needs_all: bool,
}

/// The rules of one part of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleBook {
    /// The groups, in order.
    pub groups: Vec<RuleGroup>,
    /// Loops: after group `.0`, if something changed, go on at group `.1`. In increasing
    /// order. `.0` may be the number of groups, where a loop ends behind the last rule.
    pub loops: Vec<(usize, usize)>,
}

/// Rules that are applied together until nothing changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleGroup {
    /// The rules, in order; at least one.
    pub rules: Vec<Rule>,
    /// Whether one match of one rule is drawn by lot.
    pub is_random: bool,
    /// The number of the rigid group, if there is a rigid rule in it.
    pub rigid: Option<u32>,
}

/// A rule in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The direction in which its rows lie: `UP`, `DOWN`, `LEFT` or `RIGHT`.
    pub direction: u64,
    /// Rows of cells to be found.
    pub rows: Vec<Vec<Slot>>,
    /// Whether it is rigid.
    pub is_rigid: bool,
    /// The line of the source, from 1.
    pub line: u32,
    /// Its number among all rules, which whoever plays gives it.
    pub number: usize,
    /// What it orders when it matches.
    pub commands: Vec<Command>,
}

/// A place of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// `...`: any number of cells, at most twice in a row.
    Gap,
    /// One cell.
    Cell(Box<CellPattern>),
}

/// What a cell must be like, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellPattern {
    /// Objects that are there.
    pub present: Mask,
    /// Objects that are not.
    pub absent: Mask,
    /// Of each of these sets one object is there.
    pub any: Vec<Mask>,
    /// Movements that are there.
    pub moving: Mask,
    /// Movements that are not.
    pub not_moving: Mask,
    /// What becomes of it, if anything.
    pub replacement: Option<Replacement>,
}

/// What becomes of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replacement {
    /// Objects that go.
    pub clear: Mask,
    /// Objects that come.
    pub set: Mask,
    /// Movements that end, those of `layers` among them.
    pub stop: Mask,
    /// Movements that begin.
    pub start: Mask,
    /// The layers whose movement the rule decides, five bits each: in a rigid rule they are
    /// those that must succeed.
    pub layers: Mask,
    /// One of these objects comes, by lot.
    pub random_objects: Mask,
    /// The lowest bit of each layer that gets a movement by lot.
    pub random_movements: Mask,
}

impl Replacement {
    /// Whether something is left to chance.
    pub fn draws(&self) -> bool {
        !(self.random_objects.is_empty() && self.random_movements.is_empty())
    }
}

/// What a rule orders.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Command {
    /// Take the turn back.
    Cancel,
    /// Begin the level anew, or from the checkpoint.
    Restart,
    /// Play another turn without input.
    Again,
    /// The level is won.
    Win,
    /// Restarts begin here from now on.
    Checkpoint,
    /// Show a message.
    Message(String),
    /// Play a sound, by number.
    Sound(u8),
}

/// A part of what wins a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinCondition {
    /// How many cells must have both.
    pub quantity: Quantity,
    /// The one.
    pub what: Filter,
    /// The other; every object where the source names none.
    pub on: Filter,
    /// The line of the source, from 1.
    pub line: u32,
}

/// How many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// No cell that has the one has the other.
    No,
    /// Some cell has both.
    Some,
    /// Every cell that has the one has the other.
    All,
}

/// A level: its cells column by column, each from top to bottom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The objects of cell `x * height + y`, as many words each as a mask of objects has.
    pub objects: Vec<u64>,
}
