//! Which engine decides a task, which scouts are asked before it, and which others may race it.

use playproof_certify::{Budget, Engine, Finding, Outcome, QuestionKind, Task};
use playproof_engines::{HEAD_START, Portfolio};
use playproof_model::Unsupported;

use crate::error::Error;
use crate::road::Prepared;

/// So many head starts long all rivals search at once: tenths of a second.
const OPENING: u64 = 8;

/// Who may race the favourite for an answer, the most promising first, by
/// name: those that go about it in another way. Those that are not there, or
/// cannot treat the task, are left out.
fn rivals(question: QuestionKind) -> &'static [&'static str] {
    match question {
        QuestionKind::Reach => &["bdd", "sat-ic3", "sat-bmc"],
        QuestionKind::Linear => &["bdd", "sat-bmc"],
        QuestionKind::Branching => &["bdd"],
        QuestionKind::Paths => &[],
    }
}

/// The states that the favourite sees before anybody races it. Fixpoints see many
/// in the same time and are seldom beaten.
fn head_start(question: QuestionKind) -> u64 {
    match question {
        QuestionKind::Branching => 10 * HEAD_START,
        _ => HEAD_START,
    }
}

impl Prepared<'_> {
    /// The engine of this name, or the favourite: the first that can.
    pub fn engine_for(&self, task: &Task, name: Option<&str>) -> Result<&dyn Engine, Error> {
        match name {
            Some(name) => self.named(task, name),
            None => self.favourite(task),
        }
    }

    /// What the first scout finds out, and which it is.
    pub(crate) fn scouted(
        &self,
        task: &Task,
        budget: &mut dyn Budget,
    ) -> Option<(&'static str, Outcome)> {
        let engines = self.playproof.engines();
        let mut scouts = engines.filter(|engine| engine.is_scout(task));
        scouts.find_map(|scout| {
            scout.supports(task).ok()?;
            let outcome = scout.check(task, budget);
            let is_unknown = matches!(outcome.finding, Finding::Unknown(_));
            (!is_unknown).then_some((scout.name(), outcome))
        })
    }

    /// The favourite and its rivals. On one thread there are none. On more
    /// there are as many at a time as threads: those of the favourite get half
    /// of the machine and every rival half a core, so that the best of them
    /// takes at most twice as long as it would alone. Rivals that take turns
    /// may take longer.
    /// A game's own model is seldom beaten, so that its rivals share one core.
    pub(crate) fn portfolio(&self, task: &Task) -> Result<Portfolio<'_>, Error> {
        let favourite = self.favourite(task)?;
        let question = QuestionKind::of(task.subject.question());
        let names = rivals(question).iter();
        let is_raced = favourite.has_rivals(task);
        let names = names.filter(|name| is_raced && **name != favourite.name());
        let is_named = |name: &&str| self.playproof.engine(name).ok();
        let rivals = names.filter_map(is_named).collect();
        let is_native = favourite.name() == "native";
        Ok(Portfolio {
            favourite,
            rivals,
            at_once: match self.playproof.threads {
                0 | 1 => 0,
                _ if is_native => 1,
                threads => threads,
            },
            opening: if is_native { 0 } else { OPENING },
            head_start: head_start(question),
        })
    }

    fn named(&self, task: &Task, name: &str) -> Result<&dyn Engine, Error> {
        let engine = self.playproof.engine(name)?;
        let Err(why) = engine.supports(task) else {
            return Ok(engine);
        };
        let able = self.playproof.engines();
        let able = able.filter(|engine| engine.supports(task).is_ok());
        Err(Error::Unsupported {
            engine: name.to_owned(),
            why,
            able: able.map(|engine| engine.name()).collect(),
        })
    }

    fn favourite(&self, task: &Task) -> Result<&dyn Engine, Error> {
        // Each reason once, with the engines that give it.
        let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
        let mut second = None;
        for engine in self.playproof.engines() {
            let Err(Unsupported(why)) = engine.supports(task) else {
                if !engine.gives_way(task) && !engine.is_scout(task) {
                    return Ok(engine);
                }
                second = second.or(Some(engine));
                continue;
            };
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(engine.name()),
                None => reasons.push((why, vec![engine.name()])),
            }
        }
        if let Some(engine) = second {
            return Ok(engine);
        }
        let reasons = reasons.iter();
        let reasons = reasons.map(|(why, names)| format!("{}: {why}", names.join(", ")));
        let reasons: Vec<String> = reasons.collect();
        Err(Error::Unsupported {
            engine: "auto".to_owned(),
            why: Unsupported(format!(
                "no engine can decide this ({})",
                reasons.join("; ")
            )),
            able: Vec::new(),
        })
    }
}
