//! What is asked of races in the fifth experiment, from both sides: whether they can
//! be won, and each reading of what another way to win may be.

use playproof::{Playproof, Prepared, Property};

use crate::contest::prepared;
use crate::experiment::Setting;
use crate::margin::margin;
use crate::proposed::{Field, level_of};
use crate::winning_runs::WinningRuns;

/// What was found out about a level: each `None` is an answer that was not
/// decided.
pub struct RaceLevel {
    pub winnable: Option<bool>,
    alternatives: Option<bool>,
    routes: Option<bool>,
    /// What a walk over all states says, where the level can be won.
    runs: Option<WinningRuns>,
    /// How many moves nearer to the goal the avatar is than the opponent.
    pub margin: Option<i64>,
    /// Whether the avatar is drawn above the opponent, or before it in its row.
    pub is_above: bool,
}

/// What is counted: its name, how it is known, and whether a race meets it.
pub type Reading = (&'static str, &'static str, fn(&RaceLevel) -> Option<bool>);

pub const WINNABLE: Reading = ("can be won", "`solvable`, checked", |race| race.winnable);

/// What another way may be.
pub const READINGS: [Reading; 8] = [
    (
        "two winning runs that repeat no state",
        "`alternatives >= 2`, checked",
        |race| race.alternatives,
    ),
    (
        "two winning runs that share no state",
        "`routes >= 2`, checked",
        |race| race.routes,
    ),
    ("two shortest winning runs", "counted", |race| {
        of_runs(race, |runs| runs.n_shortest >= 2)
    }),
    ("a winning run that is not shortest", "counted", |race| {
        of_runs(race, |runs| runs.has_longer)
    }),
    ("one of the last two", "counted", |race| {
        of_runs(race, |runs| runs.n_shortest >= 2 || runs.has_longer)
    }),
    ("two different last moves", "counted", |race| {
        of_runs(race, |runs| runs.n_last_moves >= 2)
    }),
    ("won, the avatar nearer", "distances", |race| {
        Some(race.winnable? && race.margin? >= 1)
    }),
    ("won, the avatar nearer by 2 or more", "distances", |race| {
        Some(race.winnable? && race.margin? >= 2)
    }),
];

/// Asks the count of a level's runs; a level that cannot be won has none.
fn of_runs(race: &RaceLevel, is_met: impl Fn(&WinningRuns) -> bool) -> Option<bool> {
    match race.winnable? {
        true => race.runs.as_ref().map(is_met),
        false => Some(false),
    }
}

/// Races as they are proposed, and with the sides exchanged.
#[derive(Default)]
pub struct Races {
    pub proposed: Vec<RaceLevel>,
    pub exchanged: Vec<RaceLevel>,
}

impl Races {
    /// All of them.
    pub fn both(&self) -> impl Iterator<Item = &RaceLevel> + Clone {
        self.proposed.iter().chain(&self.exchanged)
    }
}

/// Looks at the first `n` races of a field from both sides.
pub fn races(
    setting: &Setting,
    field: Field,
    n: usize,
    look: fn(&Setting, &Prepared, &str) -> RaceLevel,
) -> Races {
    let playproof = Playproof::default();
    let mut races = Races::default();
    for (i, text) in field.texts(n).enumerate() {
        if setting.is_cancelled() {
            break;
        }
        setting.show(|| {
            format!(
                "experiment 5: race {0}, level {1} of {n}",
                field.size(),
                i + 1
            )
        });
        let exchanged = text.replace('A', "?").replace('E', "A").replace('?', "E");
        for (text, into) in [
            (text, &mut races.proposed),
            (exchanged, &mut races.exchanged),
        ] {
            let level = level_of(&text);
            into.push(look(setting, &prepared(&playproof, &level, field), &text));
        }
    }
    races
}

fn ask(setting: &Setting, prepared: &Prepared, property: &str) -> Option<bool> {
    let property: Property = property.parse().expect("a property");
    let (proof, _) = setting.timed(|_, budget| {
        let proof = prepared.verify(&property, None, budget);
        proof.expect("there is an engine for it")
    });
    (proof.holds() || proof.violated()).then(|| proof.holds())
}

/// Everything about a race.
pub fn race(setting: &Setting, prepared: &Prepared, text: &str) -> RaceLevel {
    let winnable = ask(setting, prepared, "solvable");
    // What cannot be won cannot be won in two ways.
    let if_winnable = |property| match winnable {
        Some(true) => ask(setting, prepared, property),
        other => other,
    };
    RaceLevel {
        winnable,
        alternatives: if_winnable("alternatives >= 2"),
        routes: if_winnable("routes >= 2"),
        runs: (winnable == Some(true)).then(|| WinningRuns::of(prepared)),
        margin: margin(text),
        is_above: text.find('A') < text.find('E'),
    }
}

/// Only what the table of designs needs.
pub fn glance(setting: &Setting, prepared: &Prepared, text: &str) -> RaceLevel {
    RaceLevel {
        winnable: ask(setting, prepared, "solvable"),
        alternatives: None,
        routes: None,
        runs: None,
        margin: margin(text),
        is_above: text.find('A') < text.find('E'),
    }
}

/// How many races meet something.
pub fn count<'a>(races: impl IntoIterator<Item = &'a RaceLevel>, (.., is_met): &Reading) -> usize {
    let met = races.into_iter().filter(|race| is_met(race) == Some(true));
    met.count()
}
