//! The figures of levels, for people (a table) and for programs (JSON, CSV).
//! `docs/metrics.md` says what each of them means.

use anstyle::{AnsiColor, Style};
use playproof::{Difficulty, Level, Metrics, Verdict};
use serde::Serialize;

use crate::columns::{Cell, columns};
use crate::figures::grouped;
use crate::printable::printable;
use crate::row::Why;

const HEAD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// The columns of the CSV document, which are the keys of the JSON object.
const NAMES: [&str; 13] = [
    "level",
    "index",
    "title",
    "game",
    "solvable",
    "moves",
    "turns",
    "straights",
    "wrong_turns",
    "difficulty",
    "states",
    "place",
    "reason",
];

/// The figures of one level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MetricsRow {
    /// The level's file.
    pub level: String,
    /// The level's number in its file, from 0.
    pub index: usize,
    /// The level's title.
    pub title: Option<String>,
    /// The game, once it is known.
    pub game: Option<String>,
    /// Whether some run wins.
    pub solvable: Option<bool>,
    /// The length of a shortest winning run.
    pub moves: Option<u64>,
    /// Turns on that run.
    pub turns: Option<u64>,
    /// Moves straight on.
    pub straights: Option<u64>,
    /// Wrong turns that the run offers.
    pub wrong_turns: Option<u64>,
    /// The estimate.
    pub difficulty: Option<u64>,
    /// States that play can reach.
    pub states: Option<u64>,
    /// The level's place in the proposed order, from 1.
    pub place: Option<usize>,
    /// Why a figure is missing although it could be known.
    pub reason: Option<String>,
    /// Whether the file holds other levels too, so that people need a number.
    #[serde(skip)]
    pub one_of_many: bool,
}

impl MetricsRow {
    /// A level of a file with this many, of which nothing is known yet.
    pub fn of_level(level: &Level, n_levels: usize) -> MetricsRow {
        MetricsRow {
            level: level.file().to_owned(),
            index: level.index(),
            title: level.title().map(str::to_owned),
            game: None,
            solvable: None,
            moves: None,
            turns: None,
            straights: None,
            wrong_turns: None,
            difficulty: None,
            states: None,
            place: None,
            reason: None,
            one_of_many: n_levels > 1,
        }
    }

    /// Enters the figures.
    pub fn enter(&mut self, metrics: &Metrics) {
        self.game = Some(metrics.game.to_owned());
        self.solvable = metrics.solvable;
        self.states = metrics.states;
        self.difficulty = metrics.difficulty().known();
        if let Some(run) = metrics.run {
            self.moves = Some(run.moves);
            self.wrong_turns = Some(run.wrong_turns);
            self.turns = run.winding.map(|winding| winding.turns);
            self.straights = run.winding.map(|winding| winding.straights);
        }
        self.reason = match &metrics.open {
            None | Some(Verdict::Decided(_)) => None,
            Some(Verdict::Unknown(reason)) => Some(reason.to_string()),
            Some(Verdict::Rejected(why)) => {
                Some(Why::Rejected(format!("evidence rejected: {why}")).to_string())
            }
        };
    }

    /// The level's difficulty.
    pub fn difficulty(&self) -> Difficulty {
        match (self.solvable, self.difficulty) {
            (Some(false), _) => Difficulty::Unwinnable,
            (_, Some(n)) => Difficulty::Known(n),
            _ => Difficulty::Unknown,
        }
    }

    /// The JSON object, on one line that is ended.
    pub fn json(&self) -> String {
        let json = serde_json::to_string(self).expect("a row has string keys and numbers only");
        json + "\n"
    }

    /// The line of the CSV document, ended.
    pub fn csv(&self) -> String {
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let text = |text: &Option<String>| quoted(text.as_deref().unwrap_or_default());
        let fields: [String; NAMES.len()] = [
            quoted(&self.level),
            self.index.to_string(),
            text(&self.title),
            text(&self.game),
            self.solvable.map_or(String::new(), |s| s.to_string()),
            number(self.moves),
            number(self.turns),
            number(self.straights),
            number(self.wrong_turns),
            number(self.difficulty),
            number(self.states),
            number(self.place.map(|n| n as u64)),
            text(&self.reason),
        ];
        fields.join(",") + "\n"
    }
}

/// The first line of the CSV document, ended.
pub fn metrics_csv_head() -> String {
    NAMES.join(",") + "\n"
}

/// All levels as a table, with what is to be said about those without a
/// figure.
pub fn metrics_table(rows: &[MetricsRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let is_ordered = rows.iter().any(|row| row.place.is_some());
    let mut table = vec![head(is_ordered)];
    table.extend(rows.iter().map(|row| line(row, is_ordered)));
    let mut text = columns(&table);
    let n_unsolvable = rows.iter().filter(|r| r.solvable == Some(false)).count();
    if is_ordered && n_unsolvable > 0 {
        let levels = match n_unsolvable {
            1 => "1 level cannot be won and comes".to_owned(),
            n => format!("{n} levels cannot be won and come"),
        };
        text.push_str(&format!("{levels} last\n"));
    }
    text
}

fn head(is_ordered: bool) -> Vec<Cell> {
    let place = is_ordered.then(|| Cell::number("place"));
    let names = [
        "moves",
        "turns",
        "straights",
        "wrong turns",
        "difficulty",
        "states",
    ];
    let cells = place
        .into_iter()
        .chain([Cell::text("level"), Cell::text("solvable")]);
    let cells = cells.chain(names.map(Cell::number)).chain([Cell::text("")]);
    cells.map(|cell| cell.painted(HEAD)).collect()
}

fn line(row: &MetricsRow, is_ordered: bool) -> Vec<Cell> {
    let number = |n: Option<u64>| Cell::number(n.map_or("-".to_owned(), grouped));
    let place = is_ordered.then(|| number(row.place.map(|n| n as u64)));
    let solvable = match row.solvable {
        Some(true) => Cell::text("yes"),
        Some(false) => Cell::text("no").painted(RED),
        None => Cell::text("unknown").painted(YELLOW),
    };
    let numbers = [
        row.moves,
        row.turns,
        row.straights,
        row.wrong_turns,
        row.difficulty,
        row.states,
    ];
    let reason = row.reason.as_deref().map(printable).unwrap_or_default();
    let cells = place.into_iter().chain([Cell::text(name(row)), solvable]);
    let cells = cells.chain(numbers.map(number));
    cells.chain([Cell::text(reason).painted(YELLOW)]).collect()
}

/// The file, and the level's number and title if the file holds several.
fn name(row: &MetricsRow) -> String {
    let file = printable(&row.level);
    let title = row.title.as_ref().filter(|_| row.one_of_many);
    let title = title.map_or(String::new(), |t| format!(" \"{}\"", printable(t)));
    match row.one_of_many {
        true => format!("{file} #{}{title}", row.index + 1),
        false => file,
    }
}

/// A field of a CSV document, in quotes if it needs them.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_the_keys_of_json_and_quotes_what_needs_it() {
        let file = playproof::read("a,b.txt", b"; say \"hi\"\nA0G\n").unwrap();
        let mut row = MetricsRow::of_level(&file.levels[0], 1);
        row.moves = Some(2);
        let keys: Vec<String> = NAMES.iter().map(|name| format!("\"{name}\":")).collect();
        let json = row.json();
        let places: Vec<Option<usize>> = keys.iter().map(|key| json.find(key)).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{json}");
        assert_eq!(json.matches("\":").count(), NAMES.len());
        let csv = row.csv();
        assert_eq!(csv, "\"a,b.txt\",0,\"say \"\"hi\"\"\",,,2,,,,,,,\n");
        let n_commas = |text: &str| text.matches(',').count();
        assert_eq!(n_commas(&metrics_csv_head()), n_commas(&csv) - 1);
    }
}
