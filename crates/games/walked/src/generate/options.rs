//! What a command line can ask of levels that automata draw.

use std::fmt::Display;
use std::str::FromStr;

use playproof_game::{
    GameOption, LevelDesign, LevelGenerator, NoProposal as NoLevel, OptionKind, Options, Proposer,
    Settled, Stage, Watch,
};

use super::{
    Cast, Design, Ending, Generator, LifeRule, NoProposal, Placement, SeedLine, Size, Tie, Walls,
};

/// Levels that automata draw, for a game with these sprites.
#[derive(Clone, Copy, Debug)]
pub struct DrawnLevels {
    /// What a level is called.
    pub called: &'static str,
    /// The sprites.
    pub cast: Cast,
    /// Command lines that show what can be asked for.
    pub examples: &'static [&'static str],
}

fn accepts<T: FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    let parsed = text.parse::<T>().map(drop);
    parsed.map_err(|error| error.to_string())
}

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "size",
        "WxH",
        "Columns and rows inside the ring of walls, 2 to 1000 of each; one number for both.",
        Some("24x24"),
        OptionKind::Text(accepts::<Size>),
    ),
    GameOption::new(
        "rule",
        "0-255",
        "The elementary automaton that turns the first line into rows.",
        Some("150"),
        OptionKind::Number(0, 255),
    ),
    GameOption::new(
        "life",
        "B/S",
        "The life-like rule that turns these rows into corridors.",
        Some("B3/S12345"),
        OptionKind::Text(accepts::<LifeRule>),
    ),
    GameOption::switch(
        "in-place",
        "Apply --life to one cell after another instead of to all at once.",
    ),
    GameOption::new(
        "generations",
        "N",
        "The most generations of --life.",
        Some("1000"),
        OptionKind::Number(0, u32::MAX as i64),
    ),
    GameOption::new(
        "connect",
        "PERCENT",
        "Join areas of floor until the largest one covers this percentage; 0 joins none.",
        Some("50"),
        OptionKind::Number(0, 255),
    ),
    GameOption::new(
        "tie",
        "PART",
        "Which of several equally short passages to dig: the first by its end in this part.",
        Some("other"),
        OptionKind::Choice(&[
            (
                "other",
                "The end in the part that is joined to the largest one.",
            ),
            ("main", "The end in the largest part."),
        ]),
    ),
    GameOption::new(
        "place",
        "HOW",
        "Where avatar, goal and opponent go.",
        Some("farthest"),
        OptionKind::Choice(&[
            (
                "farthest",
                "Avatar and goal (or opponent, with the goal in the middle) as far apart as can be.",
            ),
            ("farthest-path", "The same by walking."),
            ("random", "Anywhere."),
        ]),
    ),
    GameOption::new(
        "line",
        "0101...",
        "The first line, 0 for floor and 1 for wall, instead of a random one.",
        None,
        OptionKind::Text(accepts::<SeedLine>),
    ),
];

const FIGURES: &[(&str, &str)] = &[
    ("shortest", "Moves."),
    ("turns", "Turns."),
    ("straights", "Straight moves."),
    ("twistiness", "Turns per move."),
    ("wrong-turns", "Wrong turns along the run."),
    ("difficulty", "Moves and wrong turns together."),
];

impl LevelGenerator for DrawnLevels {
    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        self.examples
    }

    fn figures(&self) -> &'static [(&'static str, &'static str)] {
        FIGURES
    }

    fn keeps_tiles(&self) -> bool {
        true
    }

    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String> {
        let usual = Design::new(self.cast, options.parsed("size").expect("it has a default"));
        let design = Design {
            rule: options.parsed("rule").unwrap_or(usual.rule),
            life: options.parsed("life").unwrap_or(usual.life),
            in_place: options.is_on("in-place"),
            max_generations: options
                .parsed("generations")
                .unwrap_or(usual.max_generations),
            connect: options.parsed("connect").unwrap_or(usual.connect),
            tie: match options.get("tie") {
                Some("main") => Tie::Main,
                _ => Tie::Other,
            },
            placement: match options.get("place") {
                Some("random") => Placement::Random,
                Some("farthest-path") => Placement::FarthestPath,
                _ => Placement::Manhattan,
            },
            line: options.parsed("line"),
            ..usual
        };
        design.validate().map_err(|error| error.to_string())?;
        Ok(Box::new(Drawn {
            called: self.called,
            design,
        }))
    }
}

struct Drawn {
    called: &'static str,
    design: Design,
}

impl Drawn {
    fn generator(&self) -> Generator {
        Generator::new(self.design.clone()).expect("the design was validated")
    }
}

impl LevelDesign for Drawn {
    fn proposer(&self) -> Box<dyn Proposer> {
        Box::new(self.generator())
    }

    fn settings(&self) -> Vec<(&'static str, Option<String>)> {
        let design = &self.design;
        let tie = match design.tie {
            Tie::Main => "main",
            Tie::Other => "other",
        };
        let place = match design.placement {
            Placement::Manhattan => "farthest",
            Placement::FarthestPath => "farthestpath",
            Placement::Random => "random",
        };
        vec![
            ("size", Some(design.size.to_string())),
            ("rule", Some(design.rule.to_string())),
            ("life", Some(design.life.to_string())),
            ("in_place", Some(design.in_place.to_string())),
            ("generations", Some(design.max_generations.to_string())),
            ("connect", Some(design.connect.to_string())),
            ("tie", Some(tie.to_owned())),
            ("place", Some(place.to_owned())),
            ("line", design.line.as_ref().map(ToString::to_string)),
        ]
    }

    /// There was one rule for ties.
    fn once(&self) -> &'static [(&'static str, &'static str)] {
        &[("tie", "other")]
    }

    fn why_settled(&self) -> Option<Settled> {
        let design = &self.design;
        // Against an opponent sides are drawn by lot.
        let is_drawn = design.placement == Placement::Random || design.cast != Cast::ALONE;
        (design.line.is_some() && !is_drawn).then_some(Settled {
            why: "of one line all proposals are the same",
            changes: &[("place", Some("random")), ("line", None)],
        })
    }

    fn stages(&self, seed: u64, number: u64) -> Option<Vec<Stage>> {
        let stages = self.generator().stages(seed, number);
        let ending = match stages.ending {
            Ending::Settled => "settled",
            Ending::Oscillates => "oscillating",
            Ending::Cap => "stopped",
        };
        let (generations, life) = (stages.generations, &self.design.life);
        let s = if generations == 1 { "" } else { "s" };
        let connected = match self.design.connect {
            0 => "d: nothing connected".to_owned(),
            wanted => format!("d: connected up to {wanted} %"),
        };
        let (level, level_rows) = match &stages.level {
            Ok(level) => (
                format!("e: the {}", self.called),
                level.text().lines().map(str::to_owned).collect(),
            ),
            Err(no_room) => (format!("e: {no_room}"), Vec::new()),
        };
        let shown = [
            ("a: the line".to_owned(), vec![stages.line.to_string()]),
            (
                format!("b: rows by rule {}", self.design.rule),
                rows(&stages.elementary),
            ),
            (
                format!("c: {life}, {generations} generation{s}, {ending}"),
                rows(&stages.life),
            ),
            (connected, rows(&stages.connected)),
            (level, level_rows),
        ];
        let stage = |(caption, rows)| Stage { caption, rows };
        Some(shown.into_iter().map(stage).collect())
    }
}

impl Proposer for Generator {
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        watch: &dyn Watch,
    ) -> Result<String, NoLevel> {
        match self.propose_in_time(seed, number, &|| watch.is_over()) {
            Ok(level) => Ok(format!("; {title}\n{}", level.text())),
            Err(NoProposal::TimeIsOver) => Err(NoLevel::TimeIsOver),
            Err(NoProposal::NoRoom(why)) => Err(NoLevel::None(why.to_string())),
        }
    }
}

fn rows(walls: &Walls) -> Vec<String> {
    let letter = |x, y| if walls.is_wall(x, y) { '1' } else { '0' };
    let row = |y| (0..walls.width()).map(|x| letter(x, y)).collect();
    (0..walls.height()).map(row).collect()
}
