//! The ways to the goal of a dungeon, and the places where the way back from it ends.

use std::fmt::Write;

use crate::canonical::{DungeonLevel, HornRules};
use crate::{
    GreedyPlay, Interval, Stalemate, StateGraph, Strategy, dominant, rule_text, unused_facts,
};
use serde_json::{Value, json};

use super::experience::Experience;
use playproof_game::counted;

/// Some strategies, or all.
pub struct Ways<'a> {
    /// The rules that they are of.
    pub rules: &'a HornRules,
    /// The strategies, the cheapest first.
    pub strategies: &'a [Strategy],
    /// Whether there are no others.
    pub is_complete: bool,
    /// Who can follow them, if that is wanted.
    pub experience: Option<&'a Experience>,
    /// All sets of things that can be held, if that is wanted.
    pub states: Option<&'a StateGraph>,
    /// What a short-sighted player does, if that is wanted.
    pub greedy: Option<&'a GreedyPlay>,
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

    /// What is to be said of a strategy beside all others, if it never costs more.
    fn praise(&self, best: &[usize], number: usize) -> Option<&'static str> {
        if !self.is_complete || self.strategies.len() < 2 || !best.contains(&number) {
            return None;
        }
        let cost = self.strategies[number].tree;
        let others = self
            .strategies
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != number);
        let least = others.map(|(_, other)| other.tree.low).min()?;
        Some(match (cost.high < least, best.len()) {
            (true, _) => "cheaper than any other",
            (false, 1) => "never dearer than any other",
            (false, _) => "as cheap as any other",
        })
    }

    fn states_text(&self, graph: &StateGraph) -> String {
        let n = self.strategies.len() as u64;
        let strategies = match (self.is_complete, n) {
            (true, 1) => "the 1 strategy".to_owned(),
            (true, n) => format!("the {n} strategies"),
            (false, 1) => "more than 1 strategy".to_owned(),
            (false, n) => format!("more than {n} strategies"),
        };
        let (states, steps) = (graph.states.len() as u64, graph.edges.len() as u64);
        let states = counted(states, "set");
        match graph.is_complete {
            true => format!(
                "state graph: {states} of things that can be held, {} between them, beside {strategies}",
                counted(steps, "step")
            ),
            false => format!(
                "state graph: at least {states} of things that can be held, where the count was \
                 stopped, beside {strategies}"
            ),
        }
    }

    fn greedy_text(&self, play: &GreedyPlay) -> String {
        let got = play
            .actions
            .iter()
            .map(|rule| self.rules.rules[*rule as usize].head);
        let got: Vec<u32> = got.collect();
        let things = counted(got.len() as u64, "thing");
        let cheapest = self.strategies.first().map_or(String::new(), |strategy| {
            let needed = counted(strategy.actions.len() as u64, "thing");
            format!("; strategy 1 pays {} for {needed}", strategy.shared)
        });
        let names = self.names(&got);
        format!(
            "short-sighted play: pays {} for {things}{cheapest}\n      {names}",
            play.cost
        )
    }

    fn greedy_json(&self, play: &GreedyPlay) -> Value {
        let rules = play.actions.iter().map(|rule| rule_text(self.rules, *rule));
        json!({
            "cost": interval(play.cost),
            "rules": rules.collect::<Vec<_>>(),
            "cheapest": self.strategies.first().map(|strategy| interval(strategy.shared)),
        })
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
        if let Some(praise) = ways.praise(&best, number) {
            write!(cost, ", {praise}").expect(STRING);
        }
        if let Some(experience) = ways.experience {
            write!(cost, "; {}", experience.who(strategy)).expect(STRING);
        }
        writeln!(text, "{:>4}. {cost}\n      {gets}", number + 1).expect(STRING);
    }
    if ways.is_complete {
        let unused = unused_facts(ways.rules.facts.len(), ways.strategies);
        if !unused.is_empty() {
            writeln!(text, "      in none of them: {}", ways.names(&unused)).expect(STRING);
        }
    }
    if let Some(graph) = ways.states {
        writeln!(text, "      {}", ways.states_text(graph)).expect(STRING);
    }
    if let Some(play) = ways.greedy {
        writeln!(text, "      {}", ways.greedy_text(play)).expect(STRING);
    }
    if let Some(experience) = ways.experience {
        text.push_str(&experience.text());
    }
    text
}

/// One JSON object a strategy, and one for what else was asked for.
pub fn strategies_json(level: &DungeonLevel, ways: &Ways) -> String {
    let best = dominant(ways.strategies, |strategy| strategy.tree);
    let line = |(number, strategy): (usize, &Strategy)| {
        let rules = strategy.actions.iter();
        let experience = ways.experience.map(|experience| &experience.difficulty);
        let levels = experience.and_then(|difficulty| difficulty.levels_of(strategy));
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
    let mut lines: String = ways.strategies.iter().enumerate().map(line).collect();
    if ways.experience.is_some() || ways.states.is_some() || ways.greedy.is_some() {
        let states = ways.states.map(|graph| {
            json!({
                "count": graph.states.len(),
                "steps": graph.edges.len(),
                "complete": graph.is_complete,
            })
        });
        let object = json!({
            "schema": 1,
            "level": level.file,
            "index": level.index,
            "title": level.title,
            "strategies": {"count": ways.strategies.len(), "complete": ways.is_complete},
            "states": states,
            "greedy": ways.greedy.map(|play| ways.greedy_json(play)),
            "experience": ways.experience.map(Experience::json),
        });
        lines.push_str(&format!("{object}\n"));
    }
    lines
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
pub fn places(level: &DungeonLevel, stalemates: &[Stalemate]) -> String {
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

const STRING: &str = "writing to a string cannot fail";

pub(super) fn name_of(level: &DungeonLevel) -> String {
    match &level.title {
        Some(title) => format!("{} ({title})", level.file),
        None => level.file.clone(),
    }
}

fn interval(cost: Interval) -> serde_json::Value {
    json!({"low": cost.low, "high": cost.high})
}
