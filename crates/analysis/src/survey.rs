//! All states of a small level, one by one: where the player is in them, from which play
//! can still be won, and what each step of a run leaves open. Nothing is proved by it.

use std::collections::HashMap;

use playproof::{Error, Prepared, Run};
use playproof_certify::{Budget, Phase, Progress};
use playproof_game::Choice;
use playproof_model::{Val, steps};

/// All states of a level.
#[derive(Clone, Debug)]
pub struct Survey {
    numbers: HashMap<Vec<Val>, u32>,
    /// Where each state leads, every place once.
    next: Vec<Vec<u32>>,
    /// Whether play can be won from each.
    is_open: Vec<bool>,
    heat: Vec<u32>,
}

/// Looks at all states of a prepared level.
pub trait Surveying {
    /// All states, if there are at most so many.
    fn survey(&self, most: u64, budget: &mut dyn Budget) -> Result<Option<Survey>, Error>;
}

impl Surveying for Prepared<'_> {
    fn survey(&self, most: u64, budget: &mut dyn Budget) -> Result<Option<Survey>, Error> {
        let subject = self.play()?;
        let target = subject.question().reach().map(|reach| reach.target);
        let mut states: Vec<Vec<Val>> = Vec::new();
        let mut numbers = HashMap::new();
        let mut number = |state: &[Val], states: &mut Vec<Vec<Val>>| match numbers.get(state) {
            Some(&number) => number,
            None => {
                let number = states.len() as u32;
                numbers.insert(state.to_vec(), number);
                states.push(state.to_vec());
                number
            }
        };
        for state in self.first_states() {
            number(&state, &mut states);
        }
        let mut next: Vec<Vec<u32>> = Vec::new();
        while next.len() < states.len() {
            let state = states[next.len()].clone();
            let mut after = Vec::new();
            steps(&subject, &state, &mut |_, reached| {
                let reached = number(reached, &mut states);
                if reached as usize != next.len() {
                    after.push(reached);
                }
            });
            after.sort_unstable();
            after.dedup();
            next.push(after);
            let n = states.len() as u64;
            let progress = Progress {
                phase: Phase::Searching,
                states: n,
                bytes: n * 100,
                depth: 0,
            };
            let is_over = next.len().is_multiple_of(256) && budget.spend(&progress).is_break();
            if is_over || n > most {
                return Ok(None);
            }
        }
        let is_won = |state: &Vec<Val>| target.is_some_and(|target| subject.holds(state, target));
        let won: Vec<bool> = states.iter().map(is_won).collect();
        let (columns, rows) = self.view().size();
        let mut heat = vec![0; columns * rows];
        for (x, y) in states.iter().filter_map(|state| self.view().player(state)) {
            if let Some(count) = heat.get_mut(y * columns + x) {
                *count += 1;
            }
        }
        Ok(Some(Survey {
            is_open: open(&next, won),
            numbers,
            next,
            heat,
        }))
    }
}

/// From which states one of those can be reached that are won.
fn open(next: &[Vec<u32>], mut is_open: Vec<bool>) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); next.len()];
    for (state, after) in next.iter().enumerate() {
        for reached in after {
            before[*reached as usize].push(state as u32);
        }
    }
    let all = (0..next.len() as u32).filter(|state| is_open[*state as usize]);
    let mut waiting: Vec<u32> = all.collect();
    while let Some(state) = waiting.pop() {
        for &earlier in &before[state as usize] {
            if !std::mem::replace(&mut is_open[earlier as usize], true) {
                waiting.push(earlier);
            }
        }
    }
    is_open
}

impl Survey {
    /// How many states there are.
    pub fn n_states(&self) -> u64 {
        self.next.len() as u64
    }

    /// From how many of them play cannot be won.
    pub fn n_dead(&self) -> u64 {
        self.is_open.iter().filter(|open| !**open).count() as u64
    }

    /// For each cell, row by row, in how many states the player is there.
    pub fn heat(&self) -> &[u32] {
        &self.heat
    }

    /// What each step of a run could have been instead. It ends where a state is none of
    /// these: behind the game's own variables there may be others.
    pub fn along(&self, run: &Run) -> Vec<Choice> {
        let width = self.numbers.keys().next().map_or(0, Vec::len);
        let chosen = run.states.iter().take(run.actions.len());
        let numbers = chosen.map_while(|state| self.numbers.get(state.get(..width)?));
        let choices = numbers.map(|&state| {
            let after = &self.next[state as usize];
            let killing = after.iter().filter(|after| !self.is_open[**after as usize]);
            Choice {
                possible: after.len() as u64,
                killing: killing.count() as u64,
                undecided: 0,
            }
        });
        choices.collect()
    }
}

#[cfg(test)]
mod tests {
    use playproof::{Playproof, Property, Unlimited};

    use super::*;

    #[test]
    fn a_way_that_ends_is_counted_as_one_that_kills() {
        let playproof = Playproof::default();
        let text = "#######\n#A> G #\n# v####\n# ##\n####\n";
        let file = playproof.read("level", text.as_bytes()).unwrap();
        let prepared = playproof.prepare(&file.levels[0], None).unwrap();
        let survey = prepared.survey(100, &mut Unlimited).unwrap().unwrap();
        let proof = prepared.verify(&Property::Solvable, None, &mut Unlimited);
        let run = prepared
            .run_of(&proof.unwrap().certificate.unwrap())
            .unwrap();
        let choices = survey.along(&run);
        assert_eq!(choices.len(), 3);
        assert_eq!((choices[0].possible, choices[0].killing), (2, 0));
        assert_eq!(survey.heat()[8], 1);
        assert_eq!(survey.heat().iter().sum::<u32>() as u64, survey.n_states());
        assert!(prepared.survey(2, &mut Unlimited).unwrap().is_none());
    }
}
