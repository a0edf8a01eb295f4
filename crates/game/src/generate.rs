//! How a game's levels are proposed. A proposal is only that: whether it is worth
//! keeping is for whoever asks to have proved.

use playproof_model::Property;

use crate::options::{GameOption, Options};

/// A generator of a game's levels.
pub trait LevelGenerator: Send + Sync {
    /// The heading above its options, where it is not the only one with options.
    fn heading(&self) -> Option<&'static str> {
        None
    }
    /// Its options.
    fn options(&self) -> &'static [GameOption];
    /// Command lines that show what it can do, each with `playproof generate` before it.
    fn examples(&self) -> &'static [&'static str];
    /// The figures that there can be most of, each with a line about it.
    fn figures(&self) -> &'static [(&'static str, &'static str)];
    /// Whether tiles of a drawing may be laid over what it proposes: levels of the game are drawn, and
    /// nothing that a level claims of itself is lost by that.
    fn keeps_tiles(&self) -> bool {
        false
    }
    /// The design that options ask for, or why there is none.
    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String>;
}

/// What kind of levels are wanted: everything a proposal depends on besides the seed
/// and its number.
pub trait LevelDesign: Send + Sync {
    /// Makes proposals. Each thread has one of its own.
    fn proposer(&self) -> Box<dyn Proposer>;
    /// All that decides about proposals, by name, as a journal keeps it: a text, or
    /// nothing where nothing is given.
    fn settings(&self) -> Vec<(&'static str, Option<String>)>;
    /// What a journal means that does not say a setting, since it is older.
    fn once(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// What makes all proposals the same, if they are.
    fn why_settled(&self) -> Option<Settled> {
        None
    }
    /// What is claimed of a level beside what is required of all of them. It is proved, and
    /// certified, like a requirement.
    fn claims(&self, _text: &str) -> Vec<Property> {
        Vec::new()
    }
    /// What a level says of itself above its drawing, by name, and a run that wins it.
    fn header(&self, _text: &str) -> (Vec<(String, String)>, Option<String>) {
        (Vec::new(), None)
    }
    /// Whether a level is too much like another for both to be kept.
    fn is_near(&self, _text: &str, _other: &str) -> bool {
        false
    }
    /// Whether a proposal gets better the longer it is made.
    fn is_anytime(&self) -> bool {
        false
    }
    /// Whether all proposals come of one piece of work, which is done once.
    fn is_made_at_once(&self) -> bool {
        false
    }
    /// How the names of its files end.
    fn extension(&self) -> &'static str {
        "txt"
    }
    /// A page about how a proposal was searched for, if there is something to see.
    fn search_page(&self, _seed: u64, _number: u64) -> Option<String> {
        None
    }
    /// How a proposal comes about, if it does so in stages.
    fn stages(&self, _seed: u64, _number: u64) -> Option<Vec<Stage>> {
        None
    }
}

/// Why all proposals of a design are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Why, in words.
    pub why: &'static str,
    /// Options that would make others, one of them at a time: with this value, or not
    /// given at all.
    pub changes: &'static [(&'static str, Option<&'static str>)],
}

/// Makes proposals of one design. It may keep its memory from one to the next, and
/// nothing else: a proposal does not depend on those before it.
pub trait Proposer: Send {
    /// The text of proposal `number` of `seed`, with this title.
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        watch: &dyn Watch,
    ) -> Result<String, NoProposal>;
}

/// Who watches over a proposal in the making.
pub trait Watch {
    /// Whether there is no more time, and nothing comes of it.
    fn is_over(&self) -> bool;
    /// Whether it has taken long enough: the best so far is the proposal.
    fn is_enough(&self) -> bool {
        false
    }
    /// Whether it takes as long as it is given, whatever its own limits are.
    fn takes_its_time(&self) -> bool {
        false
    }
    /// Is told the best so far, in words and as rows to look at, now and then.
    fn look(&self, _best: &dyn Fn() -> (String, Vec<String>)) {}
}

impl<F: Fn() -> bool> Watch for F {
    fn is_over(&self) -> bool {
        self()
    }
}

/// Why there is no proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoProposal {
    /// There is none with this number; in words.
    None(String),
    /// Time was over before it was made.
    TimeIsOver,
}

/// One stage of a level in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What it is.
    pub caption: String,
    /// Its rows, in letters of levels.
    pub rows: Vec<String>,
}
