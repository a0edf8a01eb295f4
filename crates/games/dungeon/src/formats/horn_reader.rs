//! Reads Horn rules.
//!
//! Facts have numbers in this order: those that hold at the beginning, the goals, then
//! the rest as the rules mention them. So the numbers do not depend on where the lines
//! `init:` and `goal:` stand, and the canonical text gives the same ones.

use std::collections::HashMap;
use std::sync::Arc;

use super::nearest::did_you_mean;
use super::recognise::header;
use super::scanner::{Scanner, Token};
use crate::canonical::limits::{MAX_CONDITIONS, MAX_RULES, too_many};
use crate::canonical::{DungeonLevel, HornRule, HornRules, Mark, Plan};
use playproof_level::Diagnostic;
use playproof_level::clean_title;
use playproof_level::source::lines;

/// Reads every set of rules of a file. Each but the first begins with `rules`.
pub(crate) fn read_rules(file: &str, text: &Arc<str>) -> Result<Vec<DungeonLevel>, Diagnostic> {
    let mut levels = Vec::new();
    let mut draft: Option<Draft> = None;
    for line in lines(text) {
        let mut scan = Scanner::new(file, text, line);
        if scan.token == Token::End {
            continue;
        }
        let begin = |index, title| {
            Draft::new(DungeonLevel {
                file: file.to_owned(),
                index,
                title: clean_title(title),
                source: Arc::clone(text),
                mark: scan.mark,
                plan: Plan::Rules(HornRules::default()),
            })
        };
        if let Some(title) = header(line.of(text), "rules") {
            if let Some(earlier) = draft.take() {
                levels.push(earlier.finish()?);
            }
            draft = Some(begin(levels.len(), title));
        } else {
            let current = draft.get_or_insert_with(|| begin(levels.len(), ""));
            current.line(&mut scan)?;
        }
    }
    levels.extend(draft.map(Draft::finish).transpose()?);
    Ok(levels)
}

/// A number that no fact has.
const NONE: u32 = u32::MAX;

/// What was read of a set so far.
struct Draft<'a> {
    level: DungeonLevel,
    rules: HornRules,
    facts: HashMap<&'a str, u32>,
    /// The conditions of the rule that is being read.
    body: Vec<u32>,
    /// For each fact the last line of rules with it as a condition, by the number of
    /// the first rule there, so that no rule has a condition twice.
    last_body: Vec<u32>,
    is_init: Vec<bool>,
    is_goal: Vec<bool>,
}

impl<'a> Draft<'a> {
    fn new(level: DungeonLevel) -> Draft<'a> {
        Draft {
            level,
            rules: HornRules::default(),
            facts: HashMap::new(),
            body: Vec::new(),
            last_body: Vec::new(),
            is_init: Vec::new(),
            is_goal: Vec::new(),
        }
    }

    fn line(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        let before = *scan;
        let Some((key, mark)) = scan.key() else {
            return self.rule(scan);
        };
        match key {
            // Here too the title goes to the end of the line, whatever is in it.
            "title" if self.level.title.is_some() => {
                Err(scan.error(mark, "a second title", "rules have one title"))
            }
            "title" => {
                let title = before.rest().trim_start().strip_prefix(':');
                self.level.title = clean_title(title.unwrap_or_default());
                Ok(())
            }
            "init" => {
                // Nothing may hold at the beginning.
                if scan.token != Token::End {
                    self.held(scan)?;
                }
                scan.end("a comma or the end of the line")
            }
            "goal" => {
                self.wanted(scan)?;
                scan.end("a comma or the end of the line")
            }
            "start" | "used-up" | "key" | "item" | "switch" | "dungeon" => Err(scan.error(
                mark,
                format!("rules have no `{key}:`"),
                "a file of rooms and passages begins with a line `dungeon`",
            )),
            _ => {
                let known = ["init", "goal", "title", "rules"].into_iter();
                let help = did_you_mean(key, known, "expected init, goal, title or a rule");
                Err(scan.error(mark, format!("rules have no `{key}:`"), help))
            }
        }
    }

    fn held(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        for (name, mark) in scan.names("a fact that holds at the beginning")? {
            let fact = self.fact(name, mark);
            if !std::mem::replace(&mut self.is_init[fact as usize], true) {
                self.rules.init.push(fact);
            }
        }
        Ok(())
    }

    fn wanted(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        for (name, mark) in scan.names("a fact to be reached")? {
            let fact = self.fact(name, mark);
            if !std::mem::replace(&mut self.is_goal[fact as usize], true) {
                self.rules.goals.push(fact);
            }
        }
        Ok(())
    }

    /// `A & B => C [1,3]+2 level 2, D`
    fn rule(&mut self, scan: &mut Scanner<'a>) -> Result<(), Diagnostic> {
        let mark = scan.mark;
        let number = self.rules.rules.len() as u32;
        self.body.clear();
        while scan.token != Token::Implies {
            let (name, mark) = scan.name("a condition, or `=>`")?;
            let fact = self.fact(name, mark);
            if std::mem::replace(&mut self.last_body[fact as usize], number) != number {
                self.body.push(fact);
            }
            if !scan.eat(Token::And) && !scan.eat(Token::Comma) {
                break;
            }
            if scan.token == Token::Implies {
                return Err(scan.unexpected("another condition"));
            }
        }
        let arrow = scan.mark;
        scan.expect(Token::Implies, "`&`, or `=>` and what follows")?;
        if scan.token == Token::End {
            return Err(scan.error(
                arrow,
                "this rule has an empty head",
                "expected what follows from it, such as `=> Door_A`",
            ));
        }
        loop {
            let (name, head_mark) = scan.name("what follows from the conditions")?;
            let head = self.fact(name, head_mark);
            let (cost, experience) = scan.terms()?;
            if self.rules.rules.len() == MAX_RULES {
                return Err(too_many(scan, mark, "rules", MAX_RULES));
            }
            if self.rules.bodies.len() + self.body.len() > MAX_CONDITIONS {
                return Err(too_many(scan, mark, "conditions", MAX_CONDITIONS));
            }
            let rule = HornRule {
                head,
                cost,
                experience,
                mark,
                ..HornRule::default()
            };
            self.rules.push(&self.body, rule);
            if !scan.eat(Token::Comma) && !scan.eat(Token::And) {
                break;
            }
        }
        if scan.token == Token::Implies {
            return Err(scan.error(
                scan.mark,
                "a second `=>` in one line",
                "write each rule on a line of its own",
            ));
        }
        scan.end("a comma or the end of the line")
    }

    /// The number of a fact; this may be its first mention.
    fn fact(&mut self, name: &'a str, mark: Mark) -> u32 {
        let number = *self
            .facts
            .entry(name)
            .or_insert(self.rules.facts.len() as u32);
        if number as usize == self.rules.facts.len() {
            self.rules.facts.push(name.to_owned());
            self.rules.fact_marks.push(mark);
            self.last_body.push(NONE);
            self.is_init.push(false);
            self.is_goal.push(false);
        }
        number
    }

    fn finish(mut self) -> Result<DungeonLevel, Diagnostic> {
        if self.rules.goals.is_empty() {
            return Err(self.level.error_at(
                self.level.mark,
                "these rules have no goal",
                "expected a line such as `goal: Door_Finish`",
            ));
        }
        renumber(&mut self.rules);
        self.level.plan = Plan::Rules(self.rules);
        Ok(self.level)
    }
}

/// Numbers the facts as the head of this file says. Each is mentioned somewhere.
fn renumber(rules: &mut HornRules) {
    let mut number = vec![NONE; rules.facts.len()];
    let mut n_facts = 0;
    let mut renumbered = |fact: &mut u32| {
        let number = &mut number[*fact as usize];
        if *number == NONE {
            *number = n_facts;
            n_facts += 1;
        }
        *fact = *number;
    };
    rules.init.iter_mut().for_each(&mut renumbered);
    rules.goals.iter_mut().for_each(&mut renumbered);
    for rule in &mut rules.rules {
        let body = rule.body.start as usize..rule.body.end as usize;
        rules.bodies[body].iter_mut().for_each(&mut renumbered);
        renumbered(&mut rule.head);
    }
    let mut facts = vec![String::new(); rules.facts.len()];
    let mut marks = vec![Mark::default(); rules.facts.len()];
    for (old, new) in number.into_iter().enumerate() {
        facts[new as usize] = std::mem::take(&mut rules.facts[old]);
        marks[new as usize] = rules.fact_marks[old];
    }
    rules.facts = facts;
    rules.fact_marks = marks;
}
