//! What remains winnable by whom: levels of experience against strategies.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::{Difficulty, Strategy, Table, Threshold};
use serde_json::{Value, json};

/// Who can follow which strategy.
pub struct Experience {
    /// Who can apply which rules.
    pub difficulty: Difficulty,
    /// How much a rule may cost whom.
    pub threshold: Threshold,
    /// The strategies, and who can follow each.
    pub table: Table,
    /// Stretches of levels, and whether the goal can be had there by any strategy;
    /// none if that took too long.
    pub winners: Option<Vec<(RangeInclusive<u32>, bool)>>,
}

/// More strategies than this are listed by their numbers.
const MAX_COLUMNS: usize = 30;

/// More stretches than this are no table for people.
const MAX_ROWS: usize = 40;

/// Levels between which nothing changes.
struct Stretch {
    levels: RangeInclusive<u32>,
    /// The strategies that remain, from 0.
    remaining: Vec<usize>,
    /// Whether the goal can be had, if that is known.
    is_winnable: Option<bool>,
}

impl Experience {
    fn stretches(&self) -> Vec<Stretch> {
        let greatest = self.difficulty.greatest_level;
        let rows = self.table.rows.iter().filter_map(|row| row.levels.as_ref());
        let ends = rows.flat_map(|levels| [Some(*levels.start()), levels.end().checked_add(1)]);
        let winners = self.winners.iter().flatten();
        let firsts = winners.map(|(levels, _)| *levels.start());
        let mut firsts: Vec<u32> = ends.flatten().chain(firsts).chain([1]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts.retain(|level| *level <= greatest);
        let mut stretches: Vec<Stretch> = Vec::new();
        for (i, &first) in firsts.iter().enumerate() {
            let last = firsts.get(i + 1).map_or(greatest, |next| next - 1);
            let remaining: Vec<usize> = self.table.remaining(first).collect();
            let is_winnable = self.is_winnable(first, !remaining.is_empty());
            match stretches.last_mut() {
                Some(before)
                    if before.remaining == remaining && before.is_winnable == is_winnable =>
                {
                    before.levels = *before.levels.start()..=last;
                }
                _ => stretches.push(Stretch {
                    levels: first..=last,
                    remaining,
                    is_winnable,
                }),
            }
        }
        stretches
    }

    fn is_winnable(&self, level: u32, has_strategy: bool) -> Option<bool> {
        let winners = self.winners.iter().flatten();
        let mut found = winners.filter(|(levels, _)| levels.contains(&level));
        match found.next() {
            Some((_, is_winnable)) => Some(*is_winnable),
            None if has_strategy => Some(true),
            None => self.table.is_complete.then_some(false),
        }
    }

    fn formula(&self) -> &'static str {
        match self.threshold {
            Threshold::Growing => "M·χ/X",
            Threshold::Shrinking => "M/χ",
        }
    }

    /// Which players can follow a strategy.
    pub(crate) fn who(&self, strategy: &Strategy) -> String {
        let greatest = self.difficulty.greatest_level;
        let from_to = |levels: RangeInclusive<u32>| match (*levels.start(), *levels.end()) {
            (1, last) if last == greatest => "for everybody".to_owned(),
            (first, last) if last == greatest => format!("from experience {first} on"),
            (first, last) if first == last => format!("for experience {first}"),
            (first, last) => format!("for experience {first} to {last}"),
        };
        let levels = self.difficulty.levels_of(strategy);
        levels.map_or("for nobody".to_owned(), from_to)
    }

    /// A row for each stretch of levels, a column for each strategy.
    pub(crate) fn text(&self) -> String {
        let Difficulty {
            greatest_cost,
            greatest_level,
            ..
        } = self.difficulty;
        let mut text = format!(
            "      who wins by which strategy, at experience χ of X = {greatest_level}, where a rule \
             may cost {} with M = {greatest_cost}\n",
            self.formula()
        );
        let stretches = self.stretches();
        let n = self.table.rows.len();
        let width = n.to_string().len().max(1);
        let name = |levels: &RangeInclusive<u32>| match levels.start() == levels.end() {
            true => levels.start().to_string(),
            false => format!("{} to {}", levels.start(), levels.end()),
        };
        let shown = &stretches[..stretches.len().min(MAX_ROWS)];
        let longest = shown.iter().map(|row| name(&row.levels).len()).max();
        let longest = longest.unwrap_or(0).max(1);
        let is_matrix = n <= MAX_COLUMNS;
        if is_matrix {
            let numbers = (1..=n).map(|number| format!(" {number:>width$}"));
            let numbers: String = numbers.collect();
            writeln!(text, "      {:>longest$} |{numbers}", "χ").expect(STRING);
        }
        for row in shown {
            let remains = match is_matrix {
                true => {
                    let mark = |i| if row.remaining.contains(&i) { "x" } else { "." };
                    let marks = (0..n).map(|i| format!(" {:>width$}", mark(i)));
                    marks.collect()
                }
                false => format!(" {} of {n} strategies", row.remaining.len()),
            };
            let verdict = match (row.is_winnable, row.remaining.is_empty()) {
                (Some(true), false) => "winnable",
                (Some(true), true) => "winnable by other strategies",
                (Some(false), _) => "not winnable",
                (None, _) => "not known",
            };
            let levels = name(&row.levels);
            writeln!(text, "      {levels:>longest$} |{remains}  {verdict}").expect(STRING);
        }
        let n_more = stretches.len() - shown.len();
        if n_more > 0 {
            writeln!(text, "      and {n_more} more stretches of levels").expect(STRING);
        }
        text
    }

    /// The same for machines.
    pub(crate) fn json(&self) -> Value {
        let row = |stretch: &Stretch| {
            let numbers = stretch.remaining.iter().map(|i| i + 1);
            json!({
                "levels": [stretch.levels.start(), stretch.levels.end()],
                "strategies": numbers.collect::<Vec<_>>(),
                "winnable": stretch.is_winnable,
            })
        };
        json!({
            "greatest": self.difficulty.greatest_level,
            "greatest_cost": self.difficulty.greatest_cost,
            "threshold": match self.threshold {
                Threshold::Growing => "growing",
                Threshold::Shrinking => "shrinking",
            },
            "table": self.stretches().iter().map(row).collect::<Vec<_>>(),
        })
    }
}

const STRING: &str = "writing to a string cannot fail";
