//! A dungeon as rules: what can be had once other things are had. Trusted.

use std::ops::Range;

use super::{Cost, Mark};

/// Horn rules over named facts. A fact that holds once holds for ever.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HornRules {
    /// The names of the facts; no two are the same.
    pub facts: Vec<String>,
    /// Where each fact is first mentioned.
    pub fact_marks: Vec<Mark>,
    /// The rules.
    pub rules: Vec<HornRule>,
    /// The conditions of all rules, one after the other.
    pub bodies: Vec<u32>,
    /// The facts that hold at the beginning, each once.
    pub init: Vec<u32>,
    /// The facts that must be reached, each once, all of them.
    pub goals: Vec<u32>,
}

/// One rule: if all conditions hold, so may the head.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HornRule {
    /// Where its conditions are in `bodies`; each is there once.
    pub body: Range<u32>,
    /// What follows.
    pub head: u32,
    /// What it costs to apply.
    pub cost: Cost,
    /// The experience that a player needs for it.
    pub experience: u32,
    /// Where it stands in the text.
    pub mark: Mark,
}

impl HornRules {
    /// The conditions of a rule.
    pub fn body(&self, rule: usize) -> &[u32] {
        let range = &self.rules[rule].body;
        &self.bodies[range.start as usize..range.end as usize]
    }
}
