//! Figures of games that measure their levels themselves: the cheapest run,
//! what could have been chosen along it, and how many states there are.
//!
//! Where all states fit, what can still be won is read off their graph;
//! elsewhere each choice beside the run is a search of its own, whose answer is
//! checked, and what no search decides is counted apart.

use std::collections::HashMap;
use std::ops::ControlFlow;

use playproof::{Error, Limits, Prepared, Verdict, Winnable};
use playproof_certify::{Budget, Progress, Reason, Stop};
use playproof_engines::Outlook;
use playproof_game::{Choice, Findings, Measures, StateCounts};
use playproof_model::{Batch, Dom, NativeModel, Subject, Val};

use crate::metrics::{Metrics, RunMetrics};
use crate::optimal::{Best, Cost, Optimizing};

/// A row of the choices' model.
type Row = Vec<u64>;

/// The figures of a level, by the game's own measures.
pub(crate) fn measured(
    prepared: &Prepared,
    measures: &dyn Measures,
    max_graph: u64,
    budget: &mut dyn Budget,
) -> Result<Metrics, Error> {
    let cost = match prepared.subject(&Cost::Pushes.at_least(1)) {
        Ok(_) => Cost::Pushes,
        Err(_) => Cost::Moves,
    };
    let mut best = prepared.cheapest(cost, budget, &mut |_| ())?;
    if cost == Cost::Pushes {
        prepared.then_moves(&mut best, budget)?;
    }
    let run = best.found.certificate.as_ref();
    let run = run.and_then(|certificate| prepared.run_of(certificate));
    let solvable = match run {
        Some(_) => Some(true),
        None => best.is_unsolvable().then_some(false),
    };
    let mut open = left_open(&best);
    let mut findings = Findings {
        run: run.as_ref().map(|run| &run.states[..]),
        is_cheapest: best.least.is_some(),
        ..Findings::default()
    };
    let mut choices = None;
    let subject = prepared.play()?;
    if !subject.is_foreign()
        && solvable.is_some()
        && let Ok(model) = measures.choices(&subject)
    {
        let level = ByChoices::new(&subject, &*model);
        let mut survey = Survey {
            prepared,
            level: &level,
            max_states: max_graph,
            known: HashMap::new(),
            stop: None,
        };
        let outlook = survey.outlook(&subject, budget);
        findings.states = outlook.as_ref().map(|outlook| StateCounts {
            all: outlook.n_states(),
            dead: outlook.n_hopeless(),
        });
        choices = findings
            .run
            .and_then(|run| survey.choices_along(run, outlook.as_ref(), budget));
        let stopped = survey.stop.map(Reason::Stopped);
        open = open.or(stopped.map(Verdict::Unknown));
    }
    findings.choices = choices.as_deref();
    Ok(Metrics {
        game: prepared.game().name(),
        solvable,
        run: findings.run.map(|run| RunMetrics {
            moves: run.len() as u64 - 1,
            winding: None,
            wrong_turns: None,
        }),
        states: findings.states.map(|states| states.all),
        figures: measures.figures(&findings),
        estimate: measures.difficulty(&findings),
        open,
    })
}
/// What the search for a cheapest run left open.
fn left_open(best: &Best) -> Option<Verdict> {
    match (&best.found.verdict, &best.stopped) {
        (rejected @ Verdict::Rejected(_), _) => Some(rejected.clone()),
        (_, Some(reason)) => Some(Verdict::Unknown(reason.clone())),
        _ => None,
    }
}

/// A level by choices.
struct ByChoices<'a> {
    model: &'a dyn NativeModel,
    /// The least value of each flat variable.
    lows: Vec<Val>,
}

impl<'a> ByChoices<'a> {
    fn new(subject: &Subject, model: &'a dyn NativeModel) -> ByChoices<'a> {
        let vars = subject.machine().vars.iter();
        let lows = vars.flat_map(|v| std::iter::repeat_n(v.lo, v.n_flat()));
        ByChoices {
            model,
            lows: lows.collect(),
        }
    }

    fn initial(&self) -> Option<Row> {
        let mut out = Batch::default();
        self.model.initial(&mut out);
        (out.rows.len() == self.model.words()).then_some(out.rows)
    }

    /// Where the choices of a row lead, each place once.
    fn next(&self, row: &[u64]) -> Vec<Row> {
        let mut out = Batch::default();
        self.model.expand(row, &mut out);
        let rows = out.rows.chunks_exact(self.model.words());
        let mut rows: Vec<Row> = rows.map(<[u64]>::to_vec).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    fn state(&self, row: &[u64]) -> Vec<Val> {
        let mut state = Vec::new();
        self.model.valuation(row, &mut state);
        state
    }

    /// Whether a row stands for a state, perhaps one with observers.
    fn has(&self, row: &[u64], state: &[Val]) -> bool {
        let free = self.model.free();
        let own = self.state(row);
        let is_bound = |flat: usize| !free.contains(&(flat as u32));
        let mut bound = (0..own.len()).filter(|&flat| is_bound(flat));
        if bound.any(|flat| own[flat] != state[flat]) {
            return false;
        }
        let mut values = Vec::new();
        self.model.cube(row, &mut values);
        let mut free = free.iter().map(|&flat| flat as usize).zip(&values);
        free.all(|(flat, values)| match values {
            Dom::Range(lo, hi) => (*lo..=*hi).contains(&state[flat]),
            Dom::Set(bits) => {
                let bit = (state[flat] - self.lows[flat]) as usize;
                bits[bit / 64] >> (bit % 64) & 1 == 1
            }
        })
    }

    /// The rows that a run passes, from the row that it begins in.
    fn rows_of(&self, start: Row, run: &[Vec<Val>]) -> Option<Vec<Row>> {
        let mut rows = vec![start];
        for state in run {
            let row = rows.last()?;
            if !self.has(row, state) {
                let mut next = self.next(row).into_iter();
                rows.push(next.find(|row| self.has(row, state))?);
            }
        }
        Some(rows)
    }
}

/// Finds out what can still be won.
struct Survey<'a> {
    prepared: &'a Prepared<'a>,
    level: &'a ByChoices<'a>,
    /// The most states of the graph, and of each search.
    max_states: u64,
    /// Whether rows can be won from, as far as that was looked at.
    known: HashMap<Row, Option<bool>>,
    /// What left something open.
    stop: Option<Stop>,
}

impl<'a> Survey<'a> {
    /// All states, if they fit.
    fn outlook(&mut self, subject: &Subject, budget: &mut dyn Budget) -> Option<Outlook<'a>> {
        let wish = subject.question().reach()?.target;
        let mut limits = Limits {
            max_states: Some(self.max_states),
            max_bytes: None,
            poll: |progress: &Progress| budget.spend(progress),
        };
        let outlook = Outlook::new(self.level.model, wish, &mut limits);
        outlook.map_err(|stop| self.stop = Some(stop)).ok()
    }

    fn choices_along(
        &mut self,
        run: &[Vec<Val>],
        outlook: Option<&Outlook>,
        budget: &mut dyn Budget,
    ) -> Option<Vec<Choice>> {
        let rows = self.level.rows_of(self.level.initial()?, run)?;
        let won = rows.iter().cloned().map(|row| (row, Some(true)));
        self.known.extend(won);
        let (_, chosen) = rows.split_last()?;
        let mut choices = Vec::new();
        for row in chosen {
            let mut choice = Choice::default();
            for next in self.level.next(row) {
                choice.possible += 1;
                let winnable = match outlook {
                    Some(outlook) => outlook.is_hopeful(&next),
                    None => self.winnable(next, budget),
                };
                choice.killing += u64::from(winnable == Some(false));
                choice.undecided += u64::from(winnable.is_none());
            }
            choices.push(choice);
        }
        Some(choices)
    }

    /// Whether play can be won from a row, by a search if nothing is known.
    fn winnable(&mut self, row: Row, budget: &mut dyn Budget) -> Option<bool> {
        if let Some(known) = self.known.get(&row) {
            return *known;
        }
        if matches!(self.stop, Some(Stop::Time | Stop::Cancelled)) {
            return None;
        }
        let mut stop = None;
        let mut limits = Limits {
            max_states: Some(self.max_states),
            max_bytes: None,
            poll: |progress: &Progress| {
                let goes_on = budget.spend(progress);
                if let ControlFlow::Break(why) = goes_on {
                    stop = Some(why);
                }
                goes_on
            },
        };
        let state = self.level.state(&row);
        let winnable = match self.prepared.soon_winnable_from(state, &mut limits) {
            // Nor is anything lost on the way.
            Some(Winnable::By(run)) => {
                let rows = self.level.rows_of(row.clone(), &run.states);
                let won = rows.into_iter().flatten().map(|row| (row, Some(true)));
                self.known.extend(won);
                Some(true)
            }
            Some(Winnable::NoLonger) => Some(false),
            None => {
                self.stop = stop.or(Some(Stop::States));
                None
            }
        };
        self.known.insert(row, winnable);
        winnable
    }
}

#[cfg(test)]
mod tests {
    use playproof::{Playproof, Unlimited};
    use playproof_game::Value::{self, Count, Is, Ratio, Unknown};

    use super::*;
    use crate::metrics::{Difficulty, MAX_GRAPH, Measuring};

    fn metrics(picture: &str, max_graph: u64) -> Metrics {
        let file = playproof::read("level", picture.as_bytes()).unwrap();
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], Some("sokoban")).unwrap();
        prepared.metrics(max_graph, &mut Unlimited).unwrap()
    }

    fn of(metrics: &Metrics, name: &str) -> Value {
        let figure = metrics.figures.iter().find(|figure| figure.name == name);
        figure.expect(name).value
    }

    /// Pushes, box lines, box changes and pushing sessions.
    fn pushes(metrics: &Metrics) -> [u64; 4] {
        let names = ["pushes", "box_lines", "box_changes", "pushing_sessions"];
        names.map(|name| match of(metrics, name) {
            Count(n) => n,
            other => panic!("{name}: {other:?}"),
        })
    }

    /// Possible and killing pushes along the run, and key moves.
    fn choices(metrics: &Metrics) -> [Value; 3] {
        ["possible_pushes", "killing_pushes", "key_moves"].map(|name| of(metrics, name))
    }

    #[test]
    fn one_push() {
        let metrics = metrics("#####\n#@$.#\n#####\n", MAX_GRAPH);
        assert_eq!(pushes(&metrics), [1, 1, 1, 1]);
        assert_eq!(choices(&metrics), [1, 0, 1].map(Count));
        assert_eq!(of(&metrics, "optimal"), Is(true));
        assert_eq!(
            (metrics.states, of(&metrics, "dead_states")),
            (Some(2), Count(0))
        );
        assert_eq!(metrics.difficulty(), Difficulty::Known(1 + 1));
        assert_eq!(metrics.open, None);
    }

    const ROOM: &str = "
#######
#     #
#@$ . #
#     #
#######
";

    #[test]
    fn pushes_to_the_wall_kill() {
        let metrics = metrics(ROOM, MAX_GRAPH);
        assert_eq!(metrics.run.unwrap().moves, 2);
        assert_eq!(pushes(&metrics), [2, 1, 1, 1]);
        // Every way but right, then up and down; the second push could have
        // gone back.
        assert_eq!(choices(&metrics), [4 + 4, 3 + 2, 1].map(Count));
        assert_eq!(of(&metrics, "branching"), Ratio(8, 2));
        assert_eq!(of(&metrics, "killing_share"), Ratio(5, 8));
        // The box can be in three rows, but not right of the goal in the middle.
        assert_eq!(metrics.states, Some(5 + 4 + 5));
        assert_eq!(of(&metrics, "dead_share"), Ratio(5 + 1 + 5, 14));
        assert_eq!(metrics.difficulty(), Difficulty::Known(2 + 1 + 5));
    }

    #[test]
    fn four_boxes_one_after_the_other() {
        let cross = "
#######
###.###
###$###
#.$@$.#
###$###
###.###
#######
";
        let metrics = metrics(cross, MAX_GRAPH);
        assert_eq!(metrics.run.unwrap().moves, 7);
        assert_eq!(pushes(&metrics), [4, 4, 4, 4]);
        assert_eq!(choices(&metrics), [4 + 3 + 2 + 1, 0, 1].map(Count));
        assert_eq!(metrics.states, Some(1 << 4));
        assert_eq!(of(&metrics, "dead_share"), Ratio(0, 16));
    }

    #[test]
    fn a_session_may_change_the_box_and_the_way() {
        let corner = "
#####
##.##
##$##
#@$.#
#####
";
        let metrics = metrics(corner, MAX_GRAPH);
        assert_eq!(metrics.run.unwrap().moves, 2);
        assert_eq!(pushes(&metrics), [2, 2, 2, 1]);
        assert_eq!(choices(&metrics), [2, 0, 2].map(Count));
    }

    #[test]
    fn a_box_round_a_corner_is_two_lines_and_two_sessions() {
        let bend = "
######
##  ##
#@$  #
## . #
######
";
        let metrics = metrics(bend, MAX_GRAPH);
        assert_eq!(pushes(&metrics), [2, 2, 1, 2]);
        assert_eq!(metrics.difficulty().known().map(|n| n >= 3), Some(true));
    }

    #[test]
    fn a_box_in_a_hole_is_gone() {
        let metrics = metrics("wwwwww\nwAB0Hw\nwwwwww\n", MAX_GRAPH);
        assert_eq!(pushes(&metrics), [2, 1, 1, 1]);
        assert_eq!(choices(&metrics), [2, 0, 2].map(Count));
        assert_eq!(metrics.states, Some(3));
    }

    #[test]
    fn what_is_won_at_once_has_no_ratios_of_pushes() {
        let metrics = metrics("####\n#@*#\n####\n", MAX_GRAPH);
        assert_eq!(pushes(&metrics), [0, 0, 0, 0]);
        assert_eq!(of(&metrics, "branching"), Unknown);
        assert_eq!(of(&metrics, "dead_share"), Ratio(0, 1));
        assert_eq!(metrics.difficulty(), Difficulty::Known(0));
    }

    #[test]
    fn what_cannot_be_won_is_dead_throughout() {
        let metrics = metrics("#####\n#$@.#\n#####\n", MAX_GRAPH);
        assert_eq!((metrics.solvable, metrics.run), (Some(false), None));
        assert_eq!(of(&metrics, "dead_share"), Ratio(1, 1));
        assert_eq!(of(&metrics, "pushes"), Unknown);
        assert_eq!(of(&metrics, "optimal"), Unknown);
        assert_eq!(metrics.difficulty(), Difficulty::Unwinnable);
    }

    #[test]
    fn without_the_graph_pushes_are_decided_one_by_one() {
        let metrics = metrics(ROOM, 13);
        assert_eq!(
            (metrics.states, of(&metrics, "dead_states")),
            (None, Unknown)
        );
        assert_eq!(choices(&metrics), [4 + 4, 3 + 2, 1].map(Count));
        assert_eq!(of(&metrics, "undecided_pushes"), Count(0));
        assert_eq!(metrics.difficulty(), Difficulty::Known(2 + 1 + 5));
        let stopped = Verdict::Unknown(Reason::Stopped(Stop::States));
        assert_eq!(metrics.open, Some(stopped));
    }
}
