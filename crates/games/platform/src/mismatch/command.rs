//! `mismatch`: how often the coarse game is wrong about single actions.

use std::ops::ControlFlow;

use playproof_game::{
    CommandHelp, GameCommand, GameOption, OptionKind, Options, Told, counted, grouped,
};
use playproof_level::{Diagnostic, Level};
use serde_json::json;

use super::count::{Compared, Pair, compare};
use crate::case::{Asking, named};
use crate::hybrid::{JUMPS, jumps};
use crate::rules::Stage;

/// Counts where the coarse game is wrong.
pub struct MismatchCommand;

const AFTER_HELP: &str = "\
Examples:
  playproof mismatch guided.txt                       counts, and a few examples
  playproof mismatch levels/*.txt --jumps short       for many levels
  playproof mismatch guided.txt --places 1000         from every place of a large level

Of every two places to stand in, at most 12 columns and 6 rows apart, both games are asked
whether one action leads from the first to the second. The coarse game has its actions. In
the exact game somebody stands still in the middle of the first place, goes about as long
as some of it is under the feet, and jumps once. What walks is left out.
Where there are more places to begin in, some are chosen by lot, always the same ones.";

const OPTIONS: &[GameOption] = &[
    JUMPS,
    GameOption::new(
        "places",
        "N",
        "The most places to look from.",
        Some("40"),
        OptionKind::Number(1, 1_000_000),
    ),
];

/// How many pairs are shown of each kind.
const SHOWN: usize = 3;

impl GameCommand for MismatchCommand {
    fn help(&self) -> CommandHelp {
        CommandHelp {
            name: "mismatch",
            about: "Count where the coarse platform game is wrong about exact physics",
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
        let (stage, _) = Stage::read(level)?;
        let most = options.parsed("places").unwrap_or(40);
        let compared = compare(&stage, &jumps(options), most, &mut Asking(go_on));
        let Ok(compared) = compared else {
            let help = "look from fewer places";
            return Err(level.error("the comparison was stopped", help));
        };
        let Compared {
            n_places,
            n_looked,
            n_pairs,
            n_both,
            ref impossible,
            ref denied,
        } = compared;
        let object = json!({
            "level": level.file(),
            "number": level.index() + 1,
            "places": n_places,
            "looked_from": n_looked,
            "pairs": n_pairs,
            "both": n_both,
            "allowed_but_impossible": impossible.len(),
            "denied_but_possible": denied.len(),
        });
        Ok(Told {
            text: format!(
                "{}: {} from {} of {}: {} connected in both games, {} allowed but impossible, {} denied but possible\n{}{}",
                named(level),
                counted(n_pairs as u64, "pair"),
                grouped(n_looked as u64),
                counted(n_places as u64, "place"),
                grouped(n_both as u64),
                grouped(impossible.len() as u64),
                grouped(denied.len() as u64),
                examples("allowed but impossible", impossible),
                examples("denied but possible", denied),
            ),
            json: object.to_string() + "\n",
            ..Told::default()
        })
    }
}

/// The first of some pairs.
fn examples(what: &str, pairs: &[Pair]) -> String {
    let words = |&((column, row), (to, below)): &Pair| {
        format!("{},{} to {},{}", column + 1, row + 1, to + 1, below + 1)
    };
    let shown: Vec<String> = pairs.iter().take(SHOWN).map(words).collect();
    match shown.is_empty() {
        true => String::new(),
        false => format!("    {what} (column,row): {}\n", shown.join("; ")),
    }
}
