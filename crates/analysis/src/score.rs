//! What a run scores, in games that keep a score. It is reckoned for people to
//! see; that a score is possible is proved by a property that reads it.

use playproof::{Prepared, Run};
use playproof_certify::Certificate;
use playproof_model::{Rules, Val, VarDecl, set};

use crate::reckon;

/// The most steps that are reckoned: counts have 32 bits.
const MAX_STEPS: usize = 1 << 20;

/// What was reckoned of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The points in its last state.
    pub score: i64,
    /// Its steps that are moves: a bump into a wall is none.
    pub moves: u64,
}

/// Scores of a prepared level's runs.
pub trait Scoring {
    /// The tallies of the runs that a certificate of this level holds, in its
    /// order; none if the game keeps no score or a run has no end.
    fn tallies(&self, certificate: &Certificate) -> Vec<Tally>;

    /// Whether runs have a score.
    fn keeps_score(&self) -> bool;

    /// The tally of a run; none of one that has no end or is very long.
    fn tally(&self, run: &Run) -> Option<Tally>;
}

impl Scoring for Prepared<'_> {
    fn tallies(&self, certificate: &Certificate) -> Vec<Tally> {
        if !self.keeps_score() {
            return Vec::new();
        }
        let runs = self.runs_of(certificate);
        let tallies: Option<Vec<Tally>> = runs.iter().map(|run| self.tally(run)).collect();
        tallies.unwrap_or_default()
    }

    fn keeps_score(&self) -> bool {
        let first = self.first_states();
        if first
            .iter()
            .any(|first| self.view().score(first, &[]).is_some())
        {
            return true;
        }
        let balances = self.rules().map(|rules| &rules.balances[..]);
        balances
            .unwrap_or_default()
            .iter()
            .any(|b| b.name == "score")
    }

    fn tally(&self, run: &Run) -> Option<Tally> {
        if run.repeats_from.is_some() || run.actions.len() > MAX_STEPS {
            return None;
        }
        if let Some(score) = self.view().score(run.states.first()?, &run.actions) {
            let moves = run.actions.len() as u64;
            return Some(Tally { score, moves });
        }
        let rules = self.rules()?;
        let score = rules.balances.iter().find(|b| b.name == "score")?;
        let moves = rules.observers.iter().position(|o| o.name == "moves")?;
        let counting = counting(rules);
        let n_own = rules.n_flat();
        let debit = n_own + score.debit.index() - rules.vars.len();
        let mut state = with_counts(rules, run.states.first()?)?;
        for (action, next) in run.actions.iter().zip(&run.states[1..]) {
            let mut after = None;
            reckon::successors(&counting, &state, &mut |command, to| {
                let its_action = counting.commands[command].action;
                let is_it = counting.actions[its_action.index()].name == *action
                    && to[..n_own] == next[..n_own];
                if is_it && after.is_none() {
                    after = Some(to.to_vec());
                }
            });
            state = after?;
        }
        let credit = reckon::value(&counting, &state, score.credit);
        Some(Tally {
            score: i64::from(credit) - i64::from(state[debit]),
            moves: u64::try_from(state[n_own + moves]).ok()?,
        })
    }
}

/// Whether an action does nothing in a state but cost points, as walking
/// against a wall does.
pub(crate) fn only_costs(prepared: &Prepared, state: &[Val], action: &str) -> bool {
    let rules = prepared.rules();
    let state = rules.and_then(|rules| with_counts(rules, state));
    let (Some(rules), Some(state)) = (rules, state) else {
        return false;
    };
    let counting = counting(rules);
    let mut is_so = false;
    reckon::successors(&counting, &state, &mut |command, _| {
        let command = &counting.commands[command];
        let is_it = counting.actions[command.action.index()].name == action;
        is_so |= is_it && command.only_for.is_some();
    });
    is_so
}

/// The game's own part of a state, and observers as they begin.
fn with_counts(rules: &Rules, state: &[Val]) -> Option<Vec<Val>> {
    let mut state = state.get(..rules.n_flat())?.to_vec();
    state.extend(rules.observers.iter().map(|o| o.initial));
    Some(state)
}

/// The Rules with every observer as a variable, which counts without a cap.
fn counting(rules: &Rules) -> Rules {
    let mut counting = rules.clone();
    for (i, observer) in rules.observers.iter().enumerate() {
        let var = playproof_model::VarId(counting.vars.len() as u32);
        counting.vars.push(VarDecl {
            name: observer.name.clone(),
            lo: Val::MIN,
            hi: Val::MAX,
            len: None,
        });
        for (command, next) in counting.commands.iter_mut().zip(&rules.observers[i].next) {
            command.updates.push(set(var, *next));
        }
    }
    counting
}
