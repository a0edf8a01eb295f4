//! What an experiment shows: tables and words, as text, Markdown and CSV.

use crate::figure::Figure;

/// All that is shown of an experiment.
pub struct Report {
    /// What was done, a paragraph each.
    pub words: Vec<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// What is to be said of them, a paragraph each.
    pub remarks: Vec<String>,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// A table.
pub struct Table {
    /// Its name in names of files.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// The names of its columns.
    pub columns: Vec<&'static str>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Vec<String>>,
}

/// What paragraphs are wrapped to.
const WIDTH: usize = 100;

impl Report {
    /// For people, beneath a heading.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for words in &self.words {
            text += &format!("{}\n", wrapped(words));
        }
        for table in &self.tables {
            text += &format!("{}\n\n{}\n", table.title, table.text());
        }
        for remark in &self.remarks {
            text += &format!("{}\n", wrapped(remark));
        }
        text
    }

    /// For a page, beneath a heading of this depth; figures are beside it under the
    /// experiment's name.
    pub fn markdown(&self, name: &str, depth: usize) -> String {
        let head = "#".repeat(depth);
        let mut text = String::new();
        for words in &self.words {
            text += &format!("{words}\n\n");
        }
        for table in &self.tables {
            text += &format!("{head}# {}\n\n{}\n", table.title, table.markdown());
        }
        for remark in &self.remarks {
            text += &format!("{remark}\n\n");
        }
        for figure in &self.figures {
            text += &format!("![{}]({})\n\n", figure.title, figure.file_name(name));
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }
}

impl Table {
    fn text(&self) -> String {
        let mut widths: Vec<usize> = self.columns.iter().map(|c| c.chars().count()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let head: Vec<String> = self.columns.iter().map(|&c| c.to_owned()).collect();
        let numbers: Vec<bool> = (0..head.len()).map(|i| self.is_of_numbers(i)).collect();
        let mut text = String::new();
        for row in [&head].into_iter().chain(&self.rows) {
            let cells = row.iter().zip(&widths).zip(&numbers);
            let cells = cells.map(|((cell, &width), is_number)| match is_number {
                true => format!("{cell:>width$}"),
                false => format!("{cell:width$}"),
            });
            let cells: Vec<String> = cells.collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut text = line(&mut self.columns.iter().map(|&c| c.to_owned()));
        text += &line(&mut (0..self.columns.len()).map(|i| {
            let rule = if self.is_of_numbers(i) { "---:" } else { "---" };
            rule.to_owned()
        }));
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| cell.replace('|', "\\|")));
        }
        text
    }

    /// For programs.
    pub fn csv(&self) -> String {
        let cell = |cell: &str| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.to_owned(),
        };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let mut text = line(self.columns.iter().map(|c| cell(c)).collect());
        for row in &self.rows {
            text += &line(row.iter().map(|c| cell(c)).collect());
        }
        text
    }

    fn is_of_numbers(&self, column: usize) -> bool {
        let is_number = |row: &Vec<String>| {
            let cell = row[column].trim_start_matches(['+', '×']);
            let cell = cell.trim_end_matches([' ', '%']);
            cell.is_empty() || cell == NONE || cell.parse::<f64>().is_ok()
        };
        self.rows.iter().all(is_number)
    }
}

/// Where there is nothing to say.
pub const NONE: &str = "–";

/// A cell for what may not be there.
pub fn or_none<T: ToString>(value: Option<T>) -> String {
    value.map_or(NONE.to_owned(), |value| value.to_string())
}

/// A share as a percentage; nothing of nothing is none.
pub fn percent(n: usize, of: usize) -> String {
    or_none(share(n, of).map(|share| format!("{share:.0} %")))
}

/// The same to a tenth.
pub fn exact_percent(n: usize, of: usize) -> String {
    or_none(share(n, of).map(|share| format!("{share:.1} %")))
}

/// A share in percent.
pub fn share(n: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| 100.0 * n as f64 / of as f64)
}

/// How far a share of so many is off by chance, in percentage points: its standard
/// deviation.
pub fn scatter(n: usize, of: usize) -> f64 {
    let of = of.max(1) as f64;
    let share = n as f64 / of;
    100.0 * (share * (1.0 - share) / of).sqrt()
}

/// The mean of what there is.
pub fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    let n = values.len() as f64;
    (n > 0.0).then(|| values.iter().sum::<f64>() / n)
}

/// A mean in a cell.
pub fn mean_text(values: impl Iterator<Item = f64>) -> String {
    or_none(mean(values).map(|mean| format!("{mean:.2}")))
}

/// Seconds with three or so digits that mean something.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.01 => format!("{seconds:.5}"),
        ..1.0 => format!("{seconds:.4}"),
        _ => format!("{seconds:.2}"),
    }
}

/// A paragraph in lines.
fn wrapped(words: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.split_whitespace() {
        let n = word.chars().count();
        if column > 0 && column + 1 + n > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += n;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_every_format() {
        let table = Table {
            name: "t",
            title: "T".to_owned(),
            columns: vec!["board", "s"],
            rows: vec![
                vec!["1, \"first\"".to_owned(), "0.5".to_owned()],
                vec!["2".to_owned(), NONE.to_owned()],
            ],
        };
        let text = "board         s\n1, \"first\"  0.5\n2             –\n";
        assert_eq!(table.text(), text);
        let markdown = "| board | s |\n| --- | ---: |\n| 1, \"first\" | 0.5 |\n| 2 | – |\n";
        assert_eq!(table.markdown(), markdown);
        assert_eq!(table.csv(), "board,s\n\"1, \"\"first\"\"\",0.5\n2,–\n");
    }

    #[test]
    fn paragraphs_are_wrapped() {
        let long = "word ".repeat(30);
        assert!(wrapped(&long).lines().all(|l| l.len() <= WIDTH));
        assert_eq!(wrapped("one two"), "one two\n");
    }
}
