//! What a command line can ask of dungeons that are generated.

use playproof_game::{
    GameOption, LevelDesign, LevelGenerator, NoProposal, OptionKind, Options, Proposer, Watch,
};

use super::{DungeonDesign, KeyPlacing};

/// Generated dungeons.
pub struct GeneratedDungeons;

const MOST: i64 = u32::MAX as i64;

const fn number(
    name: &'static str,
    help: &'static str,
    default: Option<&'static str>,
) -> GameOption {
    GameOption::new(name, "N", help, default, OptionKind::Number(0, MOST))
}

const OPTIONS: &[GameOption] = &[
    number("rooms", "How many rooms.", Some("12")),
    number("keys", "How many locks, and keys for them.", Some("3")),
    number(
        "depth",
        "How many of the locks are on the way to the goal [default: half of them].",
        None,
    ),
    GameOption {
        conflicts: &["random-locks"],
        ..number(
            "branching",
            "The most locks that can be opened at any time; 1 makes a chain [default: no limit].",
            None,
        )
    },
    number(
        "side-keys",
        "How many keys beyond those that the locks need.",
        Some("0"),
    ),
    GameOption::switch(
        "consumable",
        "All keys are alike, and each lock uses one up.",
    ),
    GameOption {
        value: "PERCENT",
        kind: OptionKind::Number(0, 255),
        ..number(
            "discard",
            "How many percent of the possible corridors to leave out.",
            Some("50"),
        )
    },
    GameOption::switch(
        "random-locks",
        "Place locks and keys anywhere, even where the dungeon can then not be won.",
    ),
];

const FIGURES: &[(&str, &str)] = &[
    ("shortest", "Moves."),
    ("wrong-turns", "Wrong turns along the run."),
    ("difficulty", "Moves and wrong turns together."),
    (
        "depth",
        "Dungeons: locks that must be opened one after another.",
    ),
    (
        "linearity",
        "Dungeons: the share of locks that must be opened.",
    ),
    (
        "branching",
        "Dungeons: how many locks can be opened at a time.",
    ),
    (
        "backtracking",
        "Dungeons: the share of moves back into rooms already visited.",
    ),
    ("strategies", "Dungeons: how many strategies win."),
];

impl LevelGenerator for GeneratedDungeons {
    fn heading(&self) -> Option<&'static str> {
        Some("Dungeons")
    }

    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &[
            "dungeon --rooms 40 --keys 8 --consumable --spec 'winnable, goal-safe' --count 100 --out dungeons",
            "dungeon --rooms 20 --keys 6 --maximize depth --of 200 --out deep",
        ]
    }

    fn figures(&self) -> &'static [(&'static str, &'static str)] {
        FIGURES
    }

    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String> {
        let count = |name: &str| options.parsed::<u32>(name);
        let usual = DungeonDesign::new(
            count("rooms").expect("it has a default"),
            count("keys").expect("it has a default"),
        );
        let design = DungeonDesign {
            depth: count("depth").unwrap_or(usual.depth),
            branching: count("branching"),
            side_keys: count("side-keys").unwrap_or(usual.side_keys),
            is_used_up: options.is_on("consumable"),
            discard: options.parsed("discard").unwrap_or(usual.discard),
            placing: match options.is_on("random-locks") {
                true => KeyPlacing::Anywhere,
                false => KeyPlacing::BeforeTheirLocks,
            },
            ..usual
        };
        design.validate().map_err(|error| error.to_string())?;
        Ok(Box::new(design))
    }
}

impl LevelDesign for DungeonDesign {
    fn extension(&self) -> &'static str {
        "dungeon"
    }

    fn proposer(&self) -> Box<dyn Proposer> {
        Box::new(self.clone())
    }

    /// All options that ask for such dungeons, in one text.
    fn settings(&self) -> Vec<(&'static str, Option<String>)> {
        let DungeonDesign {
            rooms,
            keys,
            depth,
            branching,
            side_keys,
            is_used_up,
            discard,
            placing,
        } = self;
        let mut options = format!("--rooms {rooms} --keys {keys} --depth {depth}");
        if let Some(branching) = branching {
            options += &format!(" --branching {branching}");
        }
        options += &format!(" --side-keys {side_keys} --discard {discard}");
        if *is_used_up {
            options += " --consumable";
        }
        if *placing == KeyPlacing::Anywhere {
            options += " --random-locks";
        }
        vec![("dungeon", Some(options))]
    }
}

impl Proposer for DungeonDesign {
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        _watch: &dyn Watch,
    ) -> Result<String, NoProposal> {
        Ok(DungeonDesign::propose(self, seed, number, title))
    }
}
