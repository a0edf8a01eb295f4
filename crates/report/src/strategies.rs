//! The ways to the goal of a dungeon, and the places where the way back from it ends.

use std::fmt::Write;
use std::ops::RangeInclusive;

use playproof::dungeon::{
    Difficulty, Interval, Stalemate, Strategy, dominant, rule_text, unused_facts,
};
use playproof::{DungeonLevel, HornRules};
use serde_json::json;

/// Some strategies, or all.
pub struct Ways<'a> {
    /// The rules that they are of.
    pub rules: &'a HornRules,
    /// The strategies, the cheapest first.
    pub strategies: &'a [Strategy],
    /// Whether there are no others.
    pub is_complete: bool,
    /// Who can follow them, if that is wanted.
    pub difficulty: Option<&'a Difficulty>,
}

impl Ways<'_> {
    fn names(&self, facts: &[u32]) -> String {
        let names = facts
            .iter()
            .map(|fact| &self.rules.facts[*fact as usize][..]);
        names.collect::<Vec<_>>().join(", ")
    }

    /// What a strategy gets, in an order in which it can be had.
    fn gets(&self, strategy: &Strategy) -> Vec<u32> {
        strategy.choices(self.rules).map(|(fact, _)| fact).collect()
    }
}

/// The strategies, a line or two each.
pub fn strategies_text(level: &DungeonLevel, ways: &Ways) -> String {
    let n = ways.strategies.len();
    let all = match (ways.is_complete, n) {
        (true, 1) => "1 strategy".to_owned(),
        (true, n) => format!("{n} strategies, the cheapest first"),
        (false, n) => format!("the {n} cheapest of more strategies"),
    };
    let mut text = format!("{}: {all}\n", name_of(level));
    let best = dominant(ways.strategies, |strategy| strategy.tree);
    for (number, strategy) in ways.strategies.iter().enumerate() {
        let gets = ways.names(&ways.gets(strategy));
        let mut cost = format!("cost {}", strategy.tree);
        if strategy.shared != strategy.tree {
            write!(cost, ", {} with everything paid once", strategy.shared).expect(STRING);
        }
        if ways.is_complete && n > 1 && best.contains(&number) {
            cost.push_str(", never dearer than any other");
        }
        if let Some(difficulty) = ways.difficulty {
            write!(cost, "; {}", who(difficulty, strategy)).expect(STRING);
        }
        writeln!(text, "{:>4}. {cost}\n      {gets}", number + 1).expect(STRING);
    }
    if ways.is_complete {
        let unused = unused_facts(ways.rules.facts.len(), ways.strategies);
        if !unused.is_empty() {
            writeln!(text, "      in none of them: {}", ways.names(&unused)).expect(STRING);
        }
    }
    text
}

/// One JSON object a strategy.
pub fn strategies_json(level: &DungeonLevel, ways: &Ways) -> String {
    let best = dominant(ways.strategies, |strategy| strategy.tree);
    let line = |(number, strategy): (usize, &Strategy)| {
        let rules = strategy.actions.iter();
        let levels = ways.difficulty.and_then(|d| d.levels_of(strategy));
        let object = json!({
            "schema": 1,
            "level": level.file,
            "index": level.index,
            "title": level.title,
            "number": number + 1,
            "cost": interval(strategy.tree),
            "shared": interval(strategy.shared),
            "dominant": ways.is_complete && best.contains(&number),
            "rules": rules.map(|rule| rule_text(ways.rules, *rule)).collect::<Vec<_>>(),
            "experience": levels.map(|levels| json!([levels.start(), levels.end()])),
        });
        format!("{object}\n")
    };
    ways.strategies.iter().enumerate().map(line).collect()
}

/// Why there is no strategy, with places.
pub fn stalemates_text(level: &DungeonLevel, stalemates: &[Stalemate]) -> String {
    let mut text = format!(
        "{}: no strategy: the goal cannot be reached\n",
        name_of(level)
    );
    text.push_str(&places(level, stalemates));
    text
}

/// The places, a line each.
pub(crate) fn places(level: &DungeonLevel, stalemates: &[Stalemate]) -> String {
    let line = |stalemate: &Stalemate| {
        let (line, column) = (stalemate.mark.line, stalemate.mark.column);
        format!("  {}:{line}:{column}: {stalemate}\n", level.file)
    };
    stalemates.iter().map(line).collect()
}

/// One JSON object a place.
pub fn stalemates_json(level: &DungeonLevel, stalemates: &[Stalemate]) -> String {
    let line = |stalemate: &Stalemate| {
        let object = json!({
            "schema": 1,
            "level": level.file,
            "index": level.index,
            "title": level.title,
            "stalemate": stalemate.message,
            "line": stalemate.mark.line,
            "column": stalemate.mark.column,
        });
        format!("{object}\n")
    };
    stalemates.iter().map(line).collect()
}

pub(crate) const STRING: &str = "writing to a string cannot fail";

pub(crate) fn name_of(level: &DungeonLevel) -> String {
    match &level.title {
        Some(title) => format!("{} ({title})", level.file),
        None => level.file.clone(),
    }
}

fn interval(cost: Interval) -> serde_json::Value {
    json!({"low": cost.low, "high": cost.high})
}

/// Which players can follow a strategy.
fn who(difficulty: &Difficulty, strategy: &Strategy) -> String {
    let greatest = difficulty.greatest_level;
    let from_to = |levels: RangeInclusive<u32>| match (*levels.start(), *levels.end()) {
        (1, last) if last == greatest => "for everybody".to_owned(),
        (first, last) if last == greatest => format!("from experience {first} on"),
        (first, last) => format!("for experience {first} to {last}"),
    };
    let levels = difficulty.levels_of(strategy);
    levels.map_or("for nobody".to_owned(), from_to)
}
