//! The figures of levels as tables for people: one for each game, none wider than a
//! terminal. What does not fit beside the level's name stands below, in further tables.

use anstyle::{AnsiColor, Style};
use playproof::Value;
use unicode_width::UnicodeWidthStr;

use crate::columns::{Cell, GAP, columns};
use crate::figures::{counted, grouped};
use crate::metrics::{MetricsRow, own_figures};
use crate::printable::printable;

const HEAD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// What a line may take.
const WIDTH: usize = 80;

/// What a level's name may take of it.
const NAME_WIDTH: usize = 30;

/// All levels, game by game in the order in which they come.
pub fn metrics_table(rows: &[MetricsRow]) -> String {
    let mut games: Vec<Option<&str>> = Vec::new();
    for row in rows {
        if !games.contains(&row.game.as_deref()) {
            games.push(row.game.as_deref());
        }
    }
    let folder = common_folder(rows);
    let tables = games.iter().map(|game| {
        let of_game = rows.iter().filter(|row| row.game.as_deref() == *game);
        let of_game: Vec<&MetricsRow> = of_game.collect();
        let name = printable(game.unwrap_or("unknown game"));
        let n_levels = counted(of_game.len() as u64, "level");
        let place = match folder {
            "" => String::new(),
            folder => format!(" in {}", printable(folder)),
        };
        let title = format!("{HEAD}{name}, {n_levels}{place}{HEAD:#}\n");
        title + &of_one_game(&of_game, folder)
    });
    tables.collect::<Vec<_>>().join("\n")
}

fn of_one_game(rows: &[&MetricsRow], folder: &str) -> String {
    let names: Vec<String> = rows.iter().map(|row| name(row, folder)).collect();
    let mut text = String::new();
    for panel in panels(rows, &names) {
        let line = |number: usize| {
            let cells = panel.iter().map(|column| column.cell(number));
            cells.collect::<Vec<Cell>>()
        };
        let table: Vec<Vec<Cell>> = (0..=rows.len()).map(line).collect();
        text.push_str(&columns(&table));
    }
    for (row, name) in rows.iter().zip(&names) {
        if let Some(reason) = &row.reason {
            let reason = printable(reason);
            text.push_str(&format!("{YELLOW}{name}: {reason}{YELLOW:#}\n"));
        }
    }
    let is_ordered = rows.iter().any(|row| row.place.is_some());
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

/// One figure of all levels, or their names.
#[derive(Clone)]
struct Column {
    head: String,
    texts: Vec<(String, Style)>,
    is_text: bool,
}

impl Column {
    fn width(&self) -> usize {
        let texts = self.texts.iter().map(|(text, _)| text.width());
        texts.max().unwrap_or(0).max(self.head.width())
    }

    /// The head is line 0.
    fn cell(&self, line: usize) -> Cell {
        let (text, style) = match line {
            0 => (&self.head, HEAD),
            n => (&self.texts[n - 1].0, self.texts[n - 1].1),
        };
        let cell = match self.is_text {
            true => Cell::text(text),
            false => Cell::number(text),
        };
        cell.painted(style)
    }
}

/// The columns in tables that fit: the names come first in each.
fn panels(rows: &[&MetricsRow], names: &[String]) -> Vec<Vec<Column>> {
    let plain = |text: &String| (text.clone(), Style::new());
    let names = Column {
        head: "level".to_owned(),
        texts: names.iter().map(plain).collect(),
        is_text: true,
    };
    let mut panels = vec![vec![names.clone()]];
    let mut width = names.width();
    for column in figures(rows) {
        let more = GAP.len() + column.width();
        if width + more > WIDTH {
            panels.push(vec![names.clone()]);
            width = names.width();
        }
        width += more;
        panels.last_mut().expect("there is one").push(column);
    }
    panels
}

fn figures(rows: &[&MetricsRow]) -> Vec<Column> {
    let column = |head: &str, text: &dyn Fn(&MetricsRow) -> (String, Style)| Column {
        head: head.to_owned(),
        texts: rows.iter().map(|row| text(row)).collect(),
        is_text: false,
    };
    let number = |n: Option<u64>| (n.map_or("-".to_owned(), grouped), Style::new());
    let mut all = Vec::new();
    if rows.iter().any(|row| row.place.is_some()) {
        all.push(column("place", &|row| number(row.place.map(|n| n as u64))));
    }
    all.push(Column {
        is_text: true,
        ..column("solvable", &|row| match row.solvable {
            Some(true) => ("yes".to_owned(), Style::new()),
            Some(false) => ("no".to_owned(), RED),
            None => ("unknown".to_owned(), YELLOW),
        })
    });
    all.push(column("moves", &|row| number(row.moves)));
    all.push(column("difficulty", &|row| number(row.difficulty)));
    all.push(column("states", &|row| number(row.states)));
    if rows.iter().any(|row| row.figures.is_empty()) {
        all.push(column("turns", &|row| number(row.turns)));
        all.push(column("straights", &|row| number(row.straights)));
        all.push(column("wrong turns", &|row| number(row.wrong_turns)));
    }
    for figure in own_figures(rows.iter().copied()) {
        if let Some(head) = figure.head {
            all.push(column(head, &|row| own(row.figure(figure.name))));
        }
    }
    all
}

fn own(value: Option<Value>) -> (String, Style) {
    match value {
        None | Some(Value::Unknown) => ("-".to_owned(), Style::new()),
        Some(Value::Is(true)) => ("yes".to_owned(), Style::new()),
        Some(Value::Is(false)) => ("no".to_owned(), YELLOW),
        Some(Value::Count(n)) => (grouped(n), Style::new()),
        Some(Value::AtLeast(n)) => (grouped(n) + "+", Style::new()),
        Some(Value::Ratio(over, under)) => (hundredths(over, under), Style::new()),
    }
}

/// A ratio with two decimals, rounded to the nearest.
fn hundredths(over: u64, under: u64) -> String {
    let (over, under) = (u128::from(over), u128::from(under));
    let n = (over * 200 + under) / (under * 2);
    format!("{}.{:02}", n / 100, n % 100)
}

/// The folder that all files are in, with a slash behind it; empty if there is none.
fn common_folder(rows: &[MetricsRow]) -> &str {
    let Some(first) = rows.first().filter(|_| rows.len() > 1) else {
        return "";
    };
    let ends = first.level.match_indices('/').map(|(at, _)| at + 1);
    let mut folders = ends.map(|end| &first.level[..end]).rev();
    let is_common = |folder: &&str| rows.iter().all(|row| row.level.starts_with(folder));
    folders.find(is_common).unwrap_or("")
}

/// The file below the folder, and the level's number and title if the file holds several; of
/// a long name the end, which tells levels apart.
fn name(row: &MetricsRow, folder: &str) -> String {
    let file = printable(row.level.strip_prefix(folder).unwrap_or(&row.level));
    let number = match row.one_of_many {
        true => format!(" #{}", row.index + 1),
        false => String::new(),
    };
    let title = row.title.as_ref().filter(|_| row.one_of_many);
    let title = title.map_or(String::new(), |t| format!(" \"{}\"", printable(t)));
    let whole = format!("{file}{number}{title}");
    if whole.width() <= NAME_WIDTH {
        return whole;
    }
    let mut short = format!("{file}{number}");
    while short.width() >= NAME_WIDTH {
        short.remove(0);
    }
    match short.len() == file.len() + number.len() {
        true => short,
        false => format!("…{short}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof::Figure;

    fn rows() -> Vec<MetricsRow> {
        let text = b"; One\nA0G\n\n; Two with a title that is far too long for a table\nA0G\n";
        let file = playproof::read("a/folder/of/levels.txt", text).unwrap();
        let row = |i: usize| MetricsRow::of_level(&file.levels[i], 2);
        vec![row(0), row(1)]
    }

    fn shown(rows: &[MetricsRow]) -> String {
        anstream::adapter::strip_str(&metrics_table(rows)).to_string()
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let mut rows = rows();
        let names = ["jumps", "share", "best", "depth", "ways", "pushes", "lines"];
        rows[0].figures = names
            .map(|name| Figure {
                name,
                head: Some(name),
                value: Value::Ratio(2, 3),
            })
            .to_vec();
        let table = shown(&rows);
        assert!(table.lines().all(|line| line.width() <= WIDTH), "{table}");
        assert!(names.iter().all(|name| table.contains(name)), "{table}");
        assert!(table.contains("0.67"), "{table}");
        assert!(
            table.starts_with("unknown game, 2 levels in a/folder/of/\n"),
            "{table}"
        );
    }

    #[test]
    fn each_game_has_its_own_table() {
        let mut rows = rows();
        rows[0].game = Some("maze".to_owned());
        rows[1].game = Some("ice".to_owned());
        let table = shown(&rows);
        let heads: Vec<&str> = table
            .lines()
            .filter(|line| line.contains(", 1 level"))
            .collect();
        assert_eq!(heads.len(), 2, "{table}");
    }

    #[test]
    fn ratios_are_rounded_to_hundredths() {
        let shown = [(0, 7), (1, 3), (2, 3), (1, 200), (7, 2), (1, 1)];
        let shown = shown.map(|(over, under)| hundredths(over, under));
        assert_eq!(shown, ["0.00", "0.33", "0.67", "0.01", "3.50", "1.00"]);
    }
}
