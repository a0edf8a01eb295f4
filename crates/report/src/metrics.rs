//! The figures of levels, for people (a table) and for programs (JSON, CSV).
//! `docs/metrics.md` says what each of them means.

use anstyle::{AnsiColor, Style};
use playproof::{Figure, Level, Value, Verdict};
use playproof_analysis::{Difficulty, Metrics};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::columns::{Cell, columns};
use crate::conclusion::Why;
use crate::figures::grouped;
use crate::printable::printable;

const HEAD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

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

    fn figure(&self, name: &str) -> Option<Value> {
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
            Some(Value::Ratio(over, under)) => hundredths(over, under),
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
fn own_figures(rows: &[MetricsRow]) -> Vec<&Figure> {
    let mut own: Vec<&Figure> = Vec::new();
    for figure in rows.iter().flat_map(|row| &row.figures) {
        if !own.iter().any(|known| known.name == figure.name) {
            own.push(figure);
        }
    }
    own
}

/// A ratio with two decimals, rounded to the nearest.
fn hundredths(over: u64, under: u64) -> String {
    let (over, under) = (u128::from(over), u128::from(under));
    let n = (over * 200 + under) / (under * 2);
    format!("{}.{:02}", n / 100, n % 100)
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

/// All levels as a table, with what is to be said about those without a
/// figure.
pub fn metrics_table(rows: &[MetricsRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let is_ordered = rows.iter().any(|row| row.place.is_some());
    let own = own_figures(rows).into_iter();
    let own: Vec<(&str, &str)> = own.filter_map(|f| Some((f.name, f.head?))).collect();
    let layout = Layout {
        is_ordered,
        // Those of a game without figures of its own.
        has_winding: rows.iter().any(|row| row.figures.is_empty()),
        own,
    };
    let mut table = vec![layout.head()];
    table.extend(rows.iter().map(|row| layout.line(row)));
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

/// Which columns a table has.
struct Layout<'a> {
    is_ordered: bool,
    has_winding: bool,
    /// The names and heads of figures of a game's own.
    own: Vec<(&'a str, &'a str)>,
}

impl Layout<'_> {
    fn head(&self) -> Vec<Cell> {
        let winding: &[&str] = match self.has_winding {
            true => &["turns", "straights", "wrong turns"],
            false => &[],
        };
        let own: Vec<&str> = self.own.iter().map(|(_, head)| *head).collect();
        let names = [&["moves"], winding, &own, &["difficulty", "states"]].concat();
        let place = self.is_ordered.then(|| Cell::number("place"));
        let cells = place
            .into_iter()
            .chain([Cell::text("level"), Cell::text("solvable")]);
        let cells = cells.chain(names.into_iter().map(Cell::number));
        let cells = cells.chain([Cell::text("")]);
        cells.map(|cell| cell.painted(HEAD)).collect()
    }

    fn line(&self, row: &MetricsRow) -> Vec<Cell> {
        let number = |n: Option<u64>| Cell::number(n.map_or("-".to_owned(), grouped));
        let place = row.place.map(|n| n as u64);
        let mut cells = Vec::new();
        cells.extend(self.is_ordered.then(|| number(place)));
        cells.push(Cell::text(name(row)));
        cells.push(match row.solvable {
            Some(true) => Cell::text("yes"),
            Some(false) => Cell::text("no").painted(RED),
            None => Cell::text("unknown").painted(YELLOW),
        });
        cells.push(number(row.moves));
        if self.has_winding {
            cells.extend([row.turns, row.straights, row.wrong_turns].map(number));
        }
        for (name, _) in &self.own {
            cells.push(match row.figure(name) {
                None | Some(Value::Unknown) => number(None),
                Some(Value::Is(true)) => Cell::number("yes"),
                Some(Value::Is(false)) => Cell::number("no").painted(YELLOW),
                Some(Value::Count(n)) => number(Some(n)),
                Some(Value::AtLeast(n)) => Cell::number(grouped(n) + "+"),
                Some(Value::Ratio(over, under)) => Cell::number(hundredths(over, under)),
            });
        }
        cells.extend([row.difficulty, row.states].map(number));
        let reason = row.reason.as_deref().map(printable).unwrap_or_default();
        cells.push(Cell::text(reason).painted(YELLOW));
        cells
    }
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
        let csv = metrics_csv(&[row.clone(), other.clone()]);
        let lines: Vec<&str> = csv.lines().collect();
        assert!(lines[0].ends_with(",reason,jumps,exact,share,best,depth,ways"));
        assert!(lines[1].ends_with(",,,,,,") && lines[2].ends_with(",1234,3,0.67,true,,"));
        let head = |rows: &[MetricsRow]| {
            let table = anstream::adapter::strip_str(&metrics_table(rows)).to_string();
            let head = table.lines().next().unwrap_or_default();
            head.split_whitespace()
                .skip(2)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let both =
            "moves turns straights wrong turns jumps share best depth ways difficulty states";
        assert_eq!(head(&[row, other.clone()]), both);
        let own = "moves jumps share best depth ways difficulty states";
        assert_eq!(head(&[other.clone()]), own);
        assert!(metrics_table(&[other]).contains("1,000+"));
    }

    #[test]
    fn ratios_are_rounded_to_hundredths() {
        let shown = [(0, 7), (1, 3), (2, 3), (1, 200), (7, 2), (1, 1)];
        let shown = shown.map(|(over, under)| hundredths(over, under));
        assert_eq!(shown, ["0.00", "0.33", "0.67", "0.01", "3.50", "1.00"]);
    }
}
