//! `most`: the most coins or kills of a run that wins, and a proved bound.

use std::ops::ControlFlow;

use playproof_game::{
    CommandHelp, Drawing, Drawn, GameCommand, GameOption, OptionKind, Options, Told, counted,
    grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::{Best, Fate, Most, Of, Prize, most_of};
use crate::case::{Asking, Case, named};
use crate::coarse::coarsely;

/// Looks for the most coins or kills.
pub struct MostCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof most first.txt                            the most coins of a winning run
  playproof most first.txt    --of kills              the most walkers killed on the way
  playproof most first.txt    --svg pictures          and drawn: first-1-most.svg
  playproof most first.txt --coarse --time 60         in steps of a tile, within the time

The best run is the best that was found; that it wins is checked. What nobody can get is proved,
and does not count: so no winning run takes more than the bound. Where both are the same,
the best run is settled. --states bounds the search for runs; Ctrl-C ends it with the best so far.

With --coarse the level is played as in the game `platform-coarse`, where the most is nearly always
found and proved.";

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "of",
        "WHAT",
        "What is counted.",
        Some("coins"),
        OptionKind::Choice(&[
            ("coins", "coins that are touched"),
            ("kills", "walkers that are killed"),
        ]),
    ),
    GameOption::switch("coarse", "Play the coarse game, in steps of a tile."),
    GameOption::new(
        "jumps",
        "HOW",
        "How far jumps go with --coarse.",
        Some("short"),
        OptionKind::Choice(&[
            ("short", "two up, or one up and four to the side"),
            ("tall", "four up, or two up and five to the side"),
        ]),
    ),
    GameOption::new(
        "states",
        "N",
        "How many states the search for runs may see.",
        Some("10000000"),
        OptionKind::Number(1, 10_000_000_000),
    ),
];

impl GameCommand for MostCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "most",
            about: "Find the most coins or kills of a winning run of a platform level",
            after: AFTER_HELP,
            options: OPTIONS,
        }
    }

    fn run(
        &self,
        level: &Level,
        options: &Options,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, Diagnostic> {
        let of = match options.get("of") {
            Some("kills") => Of::Kills,
            _ => Of::Coins,
        };
        if options.is_on("coarse") {
            return coarsely(level, of, options, go_on);
        }
        let case = Case::read(level)?;
        let n_states = options.parsed("states").unwrap_or(10_000_000);
        let most = most_of(&case, of, n_states, &mut Asking(go_on));
        let (name, words) = (named(level), Words(of));
        let head = words.head(&most);
        let mut ways = Vec::new();
        if let Best::Run(run) = &most.best {
            ways.push(case.way("the best run", run, false));
        }
        let drawing = case.drawing(
            format!("{name}: the most {}", words.plural()),
            head.clone(),
            ways,
        );
        Ok(Told {
            text: format!("{name}: {head}\n{}", words.lines(&most)),
            json: words.json(level, &most),
            drawings: vec![Drawing {
                name: "most".to_owned(),
                drawn: Ok(Drawn::Board(drawing)),
            }],
            is_violated: most.best == Best::NobodyWins,
            ..Told::default()
        })
    }
}

/// How coins or kills are told.
struct Words(Of);

impl Words {
    fn plural(&self) -> &'static str {
        match self.0 {
            Of::Coins => "coins",
            Of::Kills => "kills",
        }
    }

    fn one(&self, prize: &Prize) -> String {
        let what = match self.0 {
            Of::Coins => "coin",
            Of::Kills => "walker",
        };
        let (column, row) = prize.place;
        let (column, row) = (column + 1, row + 1);
        format!("{what}_{} (column {column}, row {row})", prize.number)
    }

    fn head(&self, most: &Most) -> String {
        let (best, bound) = (
            grouped(most.n_best() as u64),
            grouped(most.at_most() as u64),
        );
        let singular = self.plural().trim_end_matches('s');
        let all = counted(most.prizes.len() as u64, singular);
        match &most.best {
            Best::NobodyWins => "Nobody can win, so no winning run takes anything.".to_owned(),
            Best::NoneFound => "No winning run was found; that shows nothing.".to_owned(),
            Best::Run(_) if most.prizes.is_empty() => {
                format!("There are no {} to be had.", self.plural())
            }
            Best::Run(_) if most.is_settled() => {
                format!(
                    "The most {} of a winning run are {best} of {all}: settled.",
                    self.plural()
                )
            }
            Best::Run(_) => format!("Best {best}, at most {bound} of {all}."),
        }
    }

    /// What there is to say of the run, and of what it does not take.
    fn lines(&self, most: &Most) -> String {
        let mut text = String::new();
        if let Best::Run(run) = &most.best {
            let ticks = counted(run.len() as u64, "tick");
            text += &format!("    the best run has {ticks}, and was checked\n");
        }
        if most.best != Best::NobodyWins {
            for (prize, fate) in most.prizes.iter().zip(&most.fates) {
                let told = match fate {
                    Fate::Taken => continue,
                    Fate::OutOfReach => "out of reach, proved",
                    Fate::Reached => "can be had, but no better run was found with it",
                    Fate::Open => "not decided",
                };
                text += &format!("    {}: {told}\n", self.one(prize));
            }
        }
        if most.is_cut_short && !most.is_settled() {
            text += "    The search was cut short; with more states it may find more.\n";
        }
        text
    }

    fn json(&self, level: &Level, most: &Most) -> String {
        let numbers = |wanted: Fate| -> Vec<usize> {
            let all = most.prizes.iter().zip(&most.fates);
            let some = all.filter(|(_, fate)| **fate == wanted);
            some.map(|(prize, _)| prize.number).collect()
        };
        let ticks = match &most.best {
            Best::Run(run) => Some(run.len()),
            _ => None,
        };
        let object = json!({
            "level": level.file(),
            "number": level.index() + 1,
            "of": self.plural(),
            "all": most.prizes.len(),
            "best": ticks.map(|_| most.n_best()),
            "at_most": most.at_most(),
            "settled": most.is_settled(),
            "nobody_wins": most.best == Best::NobodyWins,
            "cut_short": most.is_cut_short,
            "ticks": ticks,
            "taken": numbers(Fate::Taken),
            "out_of_reach": numbers(Fate::OutOfReach),
            "reached": numbers(Fate::Reached),
            "open": numbers(Fate::Open),
        });
        object.to_string() + "\n"
    }
}
