//! The one entrance: accepts evidence for an answer to a statement, or says
//! what is wrong with it.

use crate::claims::check_claims;
use crate::closed_set::check_closed_set;
use crate::linear::check_linear;
use crate::paths::check_paths;
use crate::symbolic::{check_induction, check_invariant};
use crate::ways::check_ways;
use crate::{
    Answer, Argument, AtomId, BranchingQuestion, Budget, CheckError, Checked, ClosedSet,
    EscapeKind, Evidence, Fingerprint, Foreign, Piece, Play, Question, Reach, Rows, Statement,
    Step, Trace, Trap, Val, ensure, known, poll, reject,
};

/// An answer that the kernel accepted. Nobody else can make one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    statement: Fingerprint,
    answer: Answer,
    axioms: Vec<String>,
}

impl Accepted {
    /// The hash of the statement that it is about.
    pub fn statement(&self) -> Fingerprint {
        self.statement
    }

    /// The answer.
    pub fn answer(&self) -> Answer {
        self.answer
    }

    /// Everything that was admitted and not checked: theorems and interpreters
    /// of games, by name.
    pub fn axioms(&self) -> &[String] {
        &self.axioms
    }
}

/// A question, by its group and its number there, or all of them.
type Place = Option<(usize, usize)>;

/// Theorems that are admitted, for whoever knows some. The kernel knows none.
pub trait Axioms {
    /// Whether the theorem of this name, given these numbers, shows that a
    /// question holds, by its group and number, or the whole statement; if not,
    /// why. Where it wants a run to what should stay within reach, the kernel
    /// has replayed one (`reached`).
    fn shows(&self, axiom: &str, at: Place, numbers: &[u32], reached: bool) -> Result<(), String>;
}

/// No theorems.
pub struct NoAxioms;

impl Axioms for NoAxioms {
    fn shows(&self, axiom: &str, _: Place, _: &[u32], _: bool) -> Result<(), String> {
        Err(format!("the axiom `{axiom}` is not known here"))
    }
}

/// Accepts the evidence for this answer, or says why not.
///
/// A statement holds if in every group some question holds, and is violated if
/// in some group all are.
pub fn check(
    statement: &Statement,
    answer: Answer,
    evidence: &Evidence,
    axioms: &dyn Axioms,
    budget: &mut dyn Budget,
) -> Result<Accepted, CheckError> {
    let (play, admitted) = (statement.play(), Vec::new());
    let mut checker = Checker { statement, play, axioms, admitted, budget };
    if let Some(Foreign { name, version, .. }) = &statement.machine().foreign {
        checker.admitted.push(format!("{name} {version}"));
    }
    match evidence {
        Evidence::Pieces(pieces) => checker.pieces(answer, pieces)?,
        _ if statement.question().is_some() => checker.question((0, 0), answer, evidence)?,
        // A theorem may show all groups at once.
        Evidence::Argument(argument) => checker.argument(None, answer, argument)?,
        _ => does_not_show(evidence, answer)?,
    }
    ensure(!checker.play.is_in_doubt, "the interpreter cannot tell where every step leads")?;
    checker.admitted.sort();
    checker.admitted.dedup();
    Ok(Accepted { statement: statement.fingerprint(), answer, axioms: checker.admitted })
}

/// Evidence of a kind that shows something else.
pub(crate) fn does_not_show(evidence: &Evidence, answer: Answer) -> Checked {
    let kind = evidence.kind();
    reject(format!("evidence of the kind `{kind}` cannot show of this property: {answer}"))
}

/// What all checks share.
pub(crate) struct Checker<'s> {
    pub statement: &'s Statement,
    pub play: Play<'s>,
    axioms: &'s dyn Axioms,
    admitted: Vec<String>,
    pub budget: &'s mut dyn Budget,
}

impl<'s> Checker<'s> {
    /// Every state that one step leads to.
    pub fn next(&mut self, state: &[Val]) -> Checked<Vec<Vec<Val>>> {
        self.play.next(state, self.budget)
    }

    /// Asks the budget, for one state in many.
    pub fn poll(&mut self, states: usize, bytes: u64) -> Checked {
        if states.is_multiple_of(64) { poll(self.budget, states as u64, bytes) } else { Ok(()) }
    }

    /// Answers of which one about all groups is made.
    fn pieces(&mut self, answer: Answer, pieces: &[Piece]) -> Checked {
        let groups = self.statement.groups();
        let places = pieces.iter().map(|piece| (piece.group as usize, piece.question as usize));
        let fits = match answer {
            Answer::Holds => places.clone().map(|(group, _)| group).eq(0..groups.len()),
            Answer::Violated => {
                let group = pieces.first().map_or(0, |piece| piece.group as usize);
                let n = groups.get(group).map_or(0, |g| g.questions.len());
                places.clone().eq((0..n).map(|question| (group, question)))
            }
        };
        ensure(fits, "there is not one piece for each group, or for each question of one")?;
        for (at, piece) in places.zip(pieces) {
            ensure(at.1 < groups[at.0].questions.len(), "a piece is about no question")?;
            self.poll(0, 0)?;
            self.question(at, answer, &piece.evidence)?;
        }
        Ok(())
    }

    /// One question of one group.
    fn question(&mut self, at: (usize, usize), answer: Answer, evidence: &Evidence) -> Checked {
        if let Evidence::Argument(argument) = evidence {
            return self.argument(Some(at), answer, argument);
        }
        match &self.statement.groups()[at.0].questions[at.1] {
            Question::Reach(reach) => self.reach(*reach, answer, evidence),
            Question::Linear(linear) => check_linear(self, linear, answer, evidence),
            Question::Branching(branching) => match evidence {
                Evidence::Claims(claims) => check_claims(self, branching, answer, claims),
                Evidence::Trap(trap) if answer == Answer::Violated => self.trap(branching, trap),
                Evidence::Ways(ways) if answer == Answer::Holds => {
                    check_ways(self, branching, ways)
                }
                _ => does_not_show(evidence, answer),
            },
            Question::Paths(paths) => check_paths(self, *paths, answer, evidence),
        }
    }

    /// Admits a theorem's word that a question, or all of it, holds.
    fn argument(&mut self, at: Place, answer: Answer, argument: &Argument) -> Checked {
        ensure(answer == Answer::Holds, "a theorem shows only that a property holds")?;
        let Argument { axiom, numbers, run } = argument;
        if let Some(run) = run {
            let groups = self.statement.groups();
            let target = match at.map(|(group, question)| &groups[group].questions[question]) {
                Some(Question::Branching(b)) => b.formula.always_possible(),
                _ => None,
            };
            let target = known(target, "the argument's run shows nothing about this question")?;
            self.trace(target, run)?;
        }
        self.axioms.shows(axiom, at, numbers, run.is_some()).or_else(reject)?;
        self.admitted.push(axiom.clone());
        Ok(())
    }

    fn reach(&mut self, reach: Reach, answer: Answer, evidence: &Evidence) -> Checked {
        let (target, says_reached) = (reach.target, answer == reach.on_reach);
        match evidence {
            Evidence::Trace(trace) if says_reached => self.trace(target, trace),
            Evidence::ClosedSet(set) if !says_reached => self.never(target, set),
            Evidence::Invariant(given) if !says_reached => check_invariant(self, target, given),
            Evidence::Induction(given) if !says_reached => check_induction(self, target, given),
            _ => does_not_show(evidence, answer),
        }
    }

    /// Replays a run; its last state must have the target.
    fn trace(&mut self, target: AtomId, trace: &Trace) -> Checked {
        let last = self.run(trace, &mut |_, _| {})?;
        ensure(self.play.holds(&last, target), "the run does not reach the target")
    }

    /// Replays a run without stuttering and gives its last state.
    pub fn run(
        &mut self,
        trace: &Trace,
        visit: &mut dyn FnMut(&mut Play, &[Val]),
    ) -> Checked<Vec<Val>> {
        // Nothing is reached by standing still, and a run is as long as its
        // steps: padding would make it say something false.
        ensure(!trace.steps.contains(&Step::Stutter), "a run to a target stutters")?;
        self.play.replay(trace.initial, &trace.steps, self.budget, visit)
    }

    /// No run reaches the target: a closed set around the initial states
    /// misses it.
    pub fn never(&mut self, target: AtomId, set: &ClosedSet) -> Checked {
        self.closed_set(&self.play.initial(), &[target], set)
    }

    /// Accepts a set that holds these states, that no step leaves, and that misses these
    /// propositions. An interpreter knows single states only, so that there are no boxes.
    fn closed_set(&mut self, begin: &[Vec<Val>], misses: &[AtomId], set: &ClosedSet) -> Checked {
        let (machine, layout) = (self.statement.machine(), self.statement.layout());
        if machine.foreign.is_none() {
            return check_closed_set(machine, layout, begin, misses, set, self.budget);
        }
        let ClosedSet { free, columns, patterns, potentials, .. } = set;
        let n_others = free.len() + columns.len() + patterns.len() + potentials.len();
        ensure(n_others == 0, "a set of states of this game is a list of states")?;
        let rows = Rows::new(layout, &set.points, 0, self.budget)?;
        let is_outside = |state: &Vec<Val>| rows.find(state, &[]).is_none();
        ensure(!begin.iter().any(is_outside), "an initial state is outside the set")?;
        for i in 0..rows.len() {
            let state = rows.state(i);
            let is_missed = !misses.iter().any(|&atom| self.play.holds(&state, atom));
            ensure(is_missed, format_args!("state {i} is a target state"))?;
            let stays = !self.next(&state)?.iter().any(is_outside);
            ensure(stays, format_args!("a step leaves the set from state {i}"))?;
            self.poll(i, rows.bytes())?;
        }
        Ok(())
    }

    /// A trap refutes what should stay within reach.
    ///
    /// Lemma: from the run's last state no run leaves the set, so there no run
    /// ever has `p`. That refutes `AG EF p`; with a last state that misses `q`
    /// also `AG (q || EF p)`; with a set that misses `q` as well, or a last state
    /// without `q` that leads to itself, `AG (EF p || AF q)`; and with a run none
    /// of whose states has `p` also `A[p R EF p]`.
    fn trap(&mut self, question: &BranchingQuestion, trap: &Trap) -> Checked {
        let form = question.formula.escapable();
        let form = known(form, "a trap does not refute a formula of this form")?;
        let mut has_target = false;
        let last = self.run(&trap.run, &mut |play, state| {
            has_target |= form.kind == EscapeKind::UntilThen && play.holds(state, form.target);
        })?;
        ensure(!has_target, "the run into the trap passes what it should miss")?;
        let mut misses = vec![form.target];
        let mut has = |q| self.play.holds(&last, q);
        match form.kind {
            EscapeKind::Always | EscapeKind::UntilThen => {}
            EscapeKind::Unless(q) => ensure(!has(q), "the end of the run may be a trap")?,
            // Who can stay for ever where `q` is not need never come to it.
            EscapeKind::OrInevitably(q) if !has(q) && self.next(&last)?.contains(&last) => {}
            EscapeKind::OrInevitably(q) => misses.push(q),
        }
        self.closed_set(&[last], &misses, &trap.set)
    }
}
