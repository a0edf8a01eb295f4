//! Ways: boxes that no step leaves, each of which says how a proposition `p`
//! stays within reach. That shows `AG EF p`, and its kin, where states are too
//! many to be listed.
//!
//! Lemma. In a box that *names* a command every state has `p`, or that command
//! leads from it to boxes of lower rank that name one too; so by induction over
//! ranks `EF p` is true there. In a box that names none, `q` may be true instead
//! where the formula has one. Where it asks for `EF p` or `AF q`, it also suffices
//! that every state has a step and that all of its steps lead to boxes of lower
//! rank: if `EF p` is true after one of them, it is true before it; if after none,
//! `AF q` is true after all.

use std::collections::HashMap;

use crate::patterns::is_range;
use crate::{
    BranchingQuestion, Budget, Checked, Checker, E, EscapeKind, Evaluator, MAX_PARTS, Program,
    ProgramCommand, Ranges, Val, Way, Ways, ensure, in_parts, known, poll,
};

/// Boxes of lower rank than this, and whether only such that name a command.
type Below = (u64, bool);

const ANY: Below = (u64::MAX, false);

struct Boxes<'a> {
    /// The flat variables that have one value in each box, and the others.
    fixed: Vec<usize>,
    free: Vec<usize>,
    /// The boxes by those values, in their order.
    alike: HashMap<Vec<Val>, Vec<&'a Way>>,
}

/// Accepts ways that show that the formula of a question is true.
pub(crate) fn check_ways(checker: &mut Checker, asked: &BranchingQuestion, ways: &Ways) -> Checked {
    let machine = checker.statement.machine();
    let form = asked.formula.escapable().filter(|_| machine.foreign.is_none());
    let form = known(form, "ways do not show a formula of this form, or of this game")?;
    let (other, is_inevitable) = match form.kind {
        EscapeKind::Always | EscapeKind::UntilThen => (None, false),
        EscapeKind::Unless(q) => (Some(q), false),
        EscapeKind::OrInevitably(q) => (Some(q), true),
    };
    let (bases, domains) = (machine.bases(), machine.domains());
    let boxes = Boxes::new(&ways.boxes, &domains)?;
    for (i, state) in machine.initial.iter().enumerate() {
        let ranges: Ranges = state.iter().map(|&x| (x, x)).collect();
        let is_inside = boxes.cover(&ranges, ANY, checker.budget)?;
        ensure(is_inside, format_args!("initial state {i} is outside the set"))?;
    }
    let atoms: Vec<_> = [form.target].into_iter().chain(other).collect();
    let program = Program::new(machine, &bases, &atoms, &domains);
    let (code, mut evaluator, mut writes) = (program.code(), Evaluator::default(), Vec::new());
    for (i, way) in ways.boxes.iter().enumerate() {
        let (rank, named) = (u64::from(way.rank), way.command.checked_sub(1));
        in_parts(way.ranges.clone(), &ways.cuts, MAX_PARTS, |part, may_cut| {
            evaluator.all(code, |flat| part[flat].into());
            let mut surely = |e: E| evaluator.range(code, e, part).0 == 1;
            let mut atoms = program.atoms.iter().map(|(e, _)| surely(*e));
            let is_reached = atoms.next() == Some(true) || (named.is_none() && atoms.any(|q| q));
            let below = |command: &ProgramCommand| match named {
                Some(n) if n as usize == command.number && !is_reached => (rank, true),
                None if is_inevitable && !is_reached => (rank, false),
                _ => ANY,
            };
            let mut goes_on = is_reached;
            let mut stays = |command: &ProgramCommand| {
                let mut range = |e: E| evaluator.range(code, e, part);
                let guard = range(command.command.guard);
                goes_on |= guard.0 == 1 && below(command) != ANY;
                program.writes(&command.command, range, part, &mut writes);
                let mut after = part.to_vec();
                writes.iter().for_each(|write| after[write.flat as usize] = write.range);
                Ok(guard.1 == 0 || boxes.cover(&after, below(command), checker.budget)?)
            };
            let mut commands = program.commands.iter();
            let all_stay = commands.try_fold(true, |all, c| if all { stays(c) } else { Ok(false) });
            if all_stay? && goes_on {
                return Ok(None);
            }
            let width = |flat: &&usize| i64::from(part[**flat].1) - i64::from(part[**flat].0);
            let widest = boxes.free.iter().max_by_key(width).filter(|flat| width(flat) > 0);
            let cut = widest.filter(|_| may_cut).copied();
            known(cut, format_args!("box {i} does not lead to where it should")).map(Some)
        })?;
    }
    Ok(())
}

impl<'a> Boxes<'a> {
    fn new(ways: &'a [Way], domains: &[(Val, Val)]) -> Checked<Boxes<'a>> {
        let fits = |way: &Way| {
            let mut ranges = way.ranges.iter().zip(domains);
            way.ranges.len() == domains.len() && ranges.all(|(&r, &domain)| is_range(r, domain))
        };
        ensure(ways.iter().all(fits), "a box does not fit the variables")?;
        let is_fixed = |&flat: &usize| ways.iter().all(|w| w.ranges[flat].0 == w.ranges[flat].1);
        let (fixed, free) = (0..domains.len()).partition(is_fixed);
        let mut boxes = Boxes { fixed, free, alike: HashMap::new() };
        for way in ways {
            let key = boxes.fixed.iter().map(|&flat| way.ranges[flat].0).collect();
            boxes.alike.entry(key).or_default().push(way);
        }
        Ok(boxes)
    }

    /// Whether boxes like these hold all states in some ranges together.
    fn cover(&self, whole: &[(Val, Val)], below: Below, budget: &mut dyn Budget) -> Checked<bool> {
        let value = |&flat: &usize| Some(whole[flat].0).filter(|&value| value == whole[flat].1);
        let key: Option<Vec<Val>> = self.fixed.iter().map(value).collect();
        let Some(alike) = key.and_then(|key| self.alike.get(&key)) else { return Ok(false) };
        let mut open = vec![whole.to_vec()];
        for _ in 0..MAX_PARTS {
            // There may be many boxes to look through.
            poll(budget, 0, 0)?;
            let Some(mut part) = open.pop() else { return Ok(true) };
            let fits = |way: &&&Way| {
                let mut free = self.free.iter().map(|&flat| (way.ranges[flat], part[flat]));
                u64::from(way.rank) < below.0
                    && (!below.1 || way.command > 0)
                    && free.all(|(own, part)| own.0 <= part.1 && part.0 <= own.1)
            };
            let Some(way) = alike.iter().find(fits) else { return Ok(false) };
            for &flat in &self.free {
                let ((lo, hi), (from, to)) = (way.ranges[flat], part[flat]);
                let below = (from < lo).then(|| (from, lo - 1));
                let above = (hi < to).then(|| (hi + 1, to));
                for rest in below.into_iter().chain(above) {
                    part[flat] = rest;
                    open.push(part.clone());
                }
                part[flat] = (from.max(lo), to.min(hi));
            }
        }
        Ok(false)
    }
}
