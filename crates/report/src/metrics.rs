//! The figures of levels, for programs: JSON and CSV. `docs/metrics.md` says what each of
//! them means; `metrics_table.rs` has the table for people.

use playproof::{Figure, Level, Severity, Value, Verdict};
use playproof_analysis::{Difficulty, Metrics};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::conclusion::Why;
use crate::figures::counted;
use crate::finding::{Ending, Finding};

/// The columns of the CSV document, which are the keys of the JSON object.
/// Behind them come the figures of games that have some of their own.
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
    /// The length of the measured winning run.
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
    /// Figures of the game's own.
    #[serde(flatten, serialize_with = "as_map")]
    pub figures: Vec<Figure>,
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
            figures: Vec::new(),
            one_of_many: n_levels > 1,
        }
    }

    /// Enters the figures.
    pub fn enter(&mut self, metrics: &Metrics) {
        self.game = Some(metrics.game.to_owned());
        self.solvable = metrics.solvable;
        self.states = metrics.states;
        self.difficulty = metrics.difficulty().known();
        self.figures = metrics.figures.clone();
        if let Some(run) = metrics.run {
            self.moves = Some(run.moves);
            self.wrong_turns = run.wrong_turns;
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

    /// What a report says of the level: fine if all figures are known, also of a level that
    /// cannot be won.
    pub fn finding(&self, seconds: f64) -> Finding {
        let number = self.one_of_many.then(|| format!("#{}", self.index + 1));
        let moves = self.moves.map(|n| counted(n, "move"));
        let message = match (&self.reason, self.solvable) {
            (Some(why), _) => format!("not all figures are known: {why}"),
            (None, Some(false)) => "it cannot be won".to_owned(),
            (None, _) => moves.map_or("measured".to_owned(), |moves| format!("won in {moves}")),
        };
        Finding {
            file: self.level.clone(),
            line: None,
            column: None,
            level: number,
            property: Some("figures".to_owned()),
            requirement: None,
            severity: Severity::Error,
            ending: match self.reason {
                Some(_) => Ending::Unknown,
                None => Ending::Holds,
            },
            message,
            runs: Vec::new(),
            warnings: Vec::new(),
            seconds,
        }
    }

    pub(crate) fn figure(&self, name: &str) -> Option<Value> {
        let figure = self.figures.iter().find(|figure| figure.name == name);
        figure.map(|figure| figure.value)
    }

    /// The fields of the CSV document, the game's own after the others.
    fn fields(&self, own: &[&str]) -> Vec<String> {
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
        let own = own.iter().map(|name| match self.figure(name) {
            None | Some(Value::Unknown | Value::AtLeast(_)) => String::new(),
            Some(Value::Is(is)) => is.to_string(),
            Some(Value::Count(n)) => n.to_string(),
            Some(Value::Ratio(over, under)) => (over as f64 / under as f64).to_string(),
        });
        fields.into_iter().chain(own).collect()
    }
}

/// The CSV document: a line of names, then one a level.
pub fn metrics_csv(rows: &[MetricsRow]) -> String {
    let own: Vec<&str> = own_figures(rows).iter().map(|f| f.name).collect();
    let head = [&NAMES[..], &own].concat().join(",");
    let lines = rows.iter().map(|row| row.fields(&own).join(","));
    let lines = std::iter::once(head).chain(lines);
    lines.map(|line| line + "\n").collect()
}

/// The figures of games that have some of their own, each once, in the order
/// in which they come.
pub(crate) fn own_figures<'r>(rows: impl IntoIterator<Item = &'r MetricsRow>) -> Vec<&'r Figure> {
    let mut own: Vec<&Figure> = Vec::new();
    for figure in rows.into_iter().flat_map(|row| &row.figures) {
        if !own.iter().any(|known| known.name == figure.name) {
            own.push(figure);
        }
    }
    own
}

fn as_map<S: Serializer>(figures: &[Figure], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(figures.len()))?;
    for figure in figures {
        match figure.value {
            Value::Unknown | Value::AtLeast(_) => {
                map.serialize_entry(figure.name, &None::<u64>)?;
            }
            Value::Is(is) => map.serialize_entry(figure.name, &is)?,
            Value::Count(n) => map.serialize_entry(figure.name, &n)?,
            Value::Ratio(over, under) => {
                map.serialize_entry(figure.name, &(over as f64 / under as f64))?;
            }
        }
    }
    map.end()
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
        let csv = metrics_csv(&[row.clone()]);
        let (head, line) = csv.split_once('\n').unwrap();
        assert_eq!(line, "\"a,b.txt\",0,\"say \"\"hi\"\"\",,,2,,,,,,,\n");
        let n_commas = |text: &str| text.matches(',').count();
        assert_eq!(n_commas(head), n_commas(line) - 1);
    }

    #[test]
    fn figures_of_a_games_own_are_further_columns() {
        let file = playproof::read("a.txt", b"A0G\n\nA0G\n").unwrap();
        let row = MetricsRow::of_level(&file.levels[0], 2);
        let mut other = MetricsRow::of_level(&file.levels[1], 2);
        let figure = |name, head, value| Figure { name, head, value };
        other.figures = vec![
            figure("jumps", Some("jumps"), Value::Count(1234)),
            figure("exact", None, Value::Count(3)),
            figure("share", Some("share"), Value::Ratio(2, 3)),
            figure("best", Some("best"), Value::Is(true)),
            figure("depth", Some("depth"), Value::Unknown),
            figure("ways", Some("ways"), Value::AtLeast(1000)),
        ];
        let json = other.json();
        assert!(
            json.ends_with(
                "\"reason\":null,\"jumps\":1234,\"exact\":3,\"share\":0.6666666666666666,\
                 \"best\":true,\"depth\":null,\"ways\":null}\n"
            ),
            "{json}"
        );
        let csv = metrics_csv(&[row, other]);
        let lines: Vec<&str> = csv.lines().collect();
        assert!(lines[0].ends_with(",reason,jumps,exact,share,best,depth,ways"));
        assert!(
            lines[1].ends_with(",,,,,,") && lines[2].ends_with(",1234,3,0.6666666666666666,true,,")
        );
    }
}
