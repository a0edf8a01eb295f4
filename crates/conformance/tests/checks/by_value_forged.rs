//! Closed sets that leave one variable open as a set are checked by a program
//! for each of its values: what that accepts the oracle must find closed, and
//! so must the check of the same states as points. Potentials, made up, are
//! judged by the oracle too.

use std::collections::{BTreeMap, BTreeSet};

use playproof_certify::{ClosedSet, Column, Count, Evidence, Pattern, Potential, Unlimited, check};
use playproof_conformance::oracle;
use playproof_conformance::second_checker::must_reject;
use playproof_conformance::suite::n_cases;
use playproof_model::{
    Answer, Builder, Dom, E, Model, Op, Property, Rules, Subject, TableId, Update, Val, VarId, set,
    set_elem,
};

const N: u32 = 4;
const WIDE: (Val, Val) = (-2, 2);
const ODD: (Val, Val) = (5, 6);

/// A variable that points into an array of bits, one of several values, one of
/// two values that are not 0 and 1, and a bit.
struct Maker<'r> {
    rng: &'r mut fastrand::Rng,
    b: Builder,
    at: VarId,
    bits: VarId,
    wide: VarId,
    odd: VarId,
    bit: VarId,
    next: TableId,
    can: TableId,
}

fn rules(rng: &mut fastrand::Rng) -> Rules {
    let mut b = Builder::default();
    // The variable that is left open comes first, or not.
    let bit_first = rng.bool();
    let early = bit_first.then(|| b.variable("bit", 0, 1));
    let at = b.variable("at", -1, N as Val - 2);
    let bits = b.array("bits", N, 0, 1);
    let wide = b.variable("wide", WIDE.0, WIDE.1);
    let odd = b.variable("odd", ODD.0, ODD.1);
    let bit = early.unwrap_or_else(|| b.variable("bit", 0, 1));
    let next = (0..2 * N).map(|_| rng.i32(0..N as Val)).collect();
    let can = (0..2 * N).map(|_| rng.i32(0..2)).collect();
    let next = b.table("next", &[2, N], next);
    let can = b.table("can", &[2, N], can);
    let mut m = Maker {
        rng,
        b,
        at,
        bits,
        wide,
        odd,
        bit,
        next,
        can,
    };
    for name in ["go", "turn"] {
        let action = m.b.action(name);
        for i in 0..m.rng.usize(1..3) {
            let guard = m.condition(3);
            let updates = m.updates();
            m.b.command(&format!("{name}-{i}"), action, guard, updates);
        }
    }
    let parts: Vec<E> = (0..m.rng.usize(2..4))
        .map(|_| m.closed_condition())
        .collect();
    let win = m.b.all(parts);
    m.b.atom("win", win);
    if m.rng.bool() {
        m.b.terminal(win);
    }
    m.b.counter("weight", |command| command as Val % 3);
    let mut state = vec![m.rng.i32(-1..N as Val - 1)];
    state.extend((0..N).map(|_| m.rng.i32(0..2)));
    state.push(m.rng.i32(WIDE.0..=WIDE.1));
    state.push(m.rng.i32(ODD.0..=ODD.1));
    let bit = m.rng.i32(0..2);
    let place = if bit_first { 0 } else { state.len() };
    state.insert(place, bit);
    m.b.initial(state);
    m.b.finish().expect("everything is clamped")
}

impl Maker<'_> {
    /// A number from 0 that hangs on the open variable alone, or on nothing.
    fn place(&mut self) -> E {
        if self.rng.u8(0..4) == 0 {
            let i = self.rng.i32(0..N as Val);
            return self.b.constant(i);
        }
        let (at, one) = (self.b.var(self.at), self.b.constant(1));
        let own = self.b.add(at, one);
        if self.rng.u8(0..4) == 0 {
            return own;
        }
        let row = self.rng.i32(0..2);
        let row = self.b.constant(row);
        let there = self.b.lookup(self.next, &[row, own]);
        if self.rng.u8(0..4) == 0 {
            return self.b.lookup(self.next, &[row, there]);
        }
        there
    }

    fn can(&mut self) -> E {
        let (row, place) = (self.rng.i32(0..2), self.place());
        let row = self.b.constant(row);
        self.b.lookup(self.can, &[row, place])
    }

    /// Not reading the open variable.
    fn closed_value(&mut self, depth: u32) -> E {
        match self.rng.u32(0..if depth == 0 { 4 } else { 9 }) {
            0 => {
                let c = self.rng.i32(-3..7);
                self.b.constant(c)
            }
            1 => self.b.var(self.wide),
            2 => self.b.var(self.odd),
            3 => self.b.var(self.bit),
            4 => {
                let i = self.rng.i32(0..N as Val);
                let i = self.b.constant(i);
                self.b.elem(self.bits, i)
            }
            5 => {
                let value = self.closed_value(depth - 1);
                let k = self.rng.i32(-2..3);
                self.b.mul(k, value)
            }
            6 => {
                let c = self.closed_condition();
                let (p, q) = (self.closed_value(depth - 1), self.closed_value(depth - 1));
                self.b.ite(c, p, q)
            }
            7 => {
                let (p, q) = (self.closed_value(depth - 1), self.closed_value(depth - 1));
                self.b.sub(p, q)
            }
            _ => {
                let (p, q) = (self.closed_value(depth - 1), self.closed_value(depth - 1));
                self.b.max(p, q)
            }
        }
    }

    fn closed_condition(&mut self) -> E {
        let op = [Op::Eq, Op::Ne, Op::Lt, Op::Le][self.rng.usize(0..4)];
        let (p, q) = (self.closed_value(1), self.closed_value(1));
        self.b.cmp(op, p, q)
    }

    fn condition(&mut self, depth: u32) -> E {
        match self.rng.u32(0..if depth == 0 { 5 } else { 11 }) {
            0 => self.closed_condition(),
            1 => self.can(),
            2 => {
                let place = self.place();
                self.b.elem(self.bits, place)
            }
            3 => self.b.var(self.bit),
            4 => {
                let (p, q) = (self.place(), self.closed_value(1));
                self.b.cmp(Op::Le, p, q)
            }
            5 | 6 => {
                let inner = self.condition(depth - 1);
                self.b.not(inner)
            }
            7 => {
                let (p, q) = (self.condition(depth - 1), self.condition(depth - 1));
                self.b.max(p, q)
            }
            8 => {
                // The lesser of a number and a condition, still from 0 to 1.
                let (p, q) = (self.place(), self.condition(depth - 1));
                self.b.min(p, q)
            }
            9 => {
                let (c, p) = (self.condition(depth - 1), self.condition(depth - 1));
                let q = self.condition(depth - 1);
                self.b.ite(c, p, q)
            }
            _ => {
                let (p, q) = (self.condition(depth - 1), self.condition(depth - 1));
                self.b.all([p, q])
            }
        }
    }

    fn updates(&mut self) -> Vec<Update> {
        let mut updates = Vec::new();
        if self.rng.u8(0..3) > 0 {
            let to = match self.rng.u8(0..4) {
                0 => {
                    let value = self.closed_value(1);
                    self.b.clamp(value, -1, N as Val - 2)
                }
                _ => {
                    let (place, one) = (self.place(), self.b.constant(1));
                    self.b.sub(place, one)
                }
            };
            updates.push(set(self.at, to));
        }
        for (var, (lo, hi)) in [(self.wide, WIDE), (self.odd, ODD), (self.bit, (0, 1))] {
            for _ in 0..[0, 0, 1, 2][self.rng.usize(0..4)] {
                let value = match self.rng.u8(0..4) {
                    0 => self.place(),
                    _ => self.closed_value(2),
                };
                let value = self.b.clamp(value, lo, hi);
                updates.push(set(var, value));
            }
        }
        for _ in 0..self.rng.usize(0..4) {
            let place = self.place();
            let value = match self.rng.u8(0..3) {
                0 => self.closed_value(1),
                1 => self.can(),
                _ => {
                    let c = self.rng.i32(0..2);
                    self.b.constant(c)
                }
            };
            let value = self.b.clamp(value, 0, 1);
            updates.push(set_elem(self.bits, place, value));
        }
        self.rng.shuffle(&mut updates);
        updates
    }
}

fn domains(subject: &Subject) -> Vec<(Val, Val)> {
    let vars = &subject.signature().vars;
    let flat = vars.iter().flat_map(|v| vec![(v.lo, v.hi); v.n_flat()]);
    flat.collect()
}

fn reachable(subject: &Subject) -> BTreeSet<Vec<Val>> {
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    subject.initial(&mut |s| open.push(s.to_vec()));
    while let Some(state) = open.pop() {
        if seen.insert(state.clone()) {
            subject.successors(&state, &mut |_, next| open.push(next.to_vec()));
        }
    }
    seen
}

/// A set of states as cubes that leave some variables open: `open` as a set,
/// the others as sets or ranges of one value.
fn as_cubes(
    subject: &Subject,
    states: &BTreeSet<Vec<Val>>,
    open: u32,
    others: &[(u32, bool)],
) -> ClosedSet {
    let (domains, layout) = (domains(subject), subject.layout());
    let mut groups: BTreeMap<Vec<Val>, Vec<Val>> = BTreeMap::new();
    for state in states {
        let mut rest = state.clone();
        let value = std::mem::replace(&mut rest[open as usize], domains[open as usize].0);
        groups.entry(rest).or_default().push(value);
    }
    let mut free: Vec<(u32, bool)> = others.to_vec();
    free.push((open, true));
    free.sort_unstable();
    let mut set = ClosedSet {
        free: free.iter().map(|f| f.0).collect(),
        ..ClosedSet::default()
    };
    let mut columns: Vec<Column> = free
        .iter()
        .map(|(_, sets)| match sets {
            true => Column::Sets {
                words: 1,
                bits: Vec::new(),
            },
            false => Column::Ranges(Vec::new()),
        })
        .collect();
    for (rest, values) in &groups {
        let mut point = rest.clone();
        for (k, (flat, _)) in free.iter().enumerate() {
            let least = domains[*flat as usize].0;
            let own = [rest[*flat as usize]];
            let values: &[Val] = if *flat == open { values } else { &own };
            match &mut columns[k] {
                Column::Ranges(ranges) => ranges.push((own[0], own[0])),
                Column::Sets { bits, .. } => {
                    bits.push(values.iter().map(|v| 1u64 << (v - least)).sum())
                }
            }
            point[*flat as usize] = least;
        }
        layout.pack(&point, &mut set.points);
    }
    set.columns = columns;
    set
}

/// The same set without open variables.
fn as_points(subject: &Subject, states: &BTreeSet<Vec<Val>>) -> ClosedSet {
    let mut set = ClosedSet::default();
    for state in states {
        subject.layout().pack(state, &mut set.points);
    }
    set
}

fn accepted(subject: &Subject, set: &ClosedSet) -> bool {
    let evidence = Evidence::ClosedSet(set.clone());
    check(subject, Answer::Holds, &evidence, &mut Unlimited).is_ok()
}

fn random_pattern(domains: &[(Val, Val)], open: u32, rng: &mut fastrand::Rng) -> Pattern {
    let mut pattern = Pattern::new();
    for (flat, &(lo, hi)) in domains.iter().enumerate() {
        if rng.u8(0..3) > 0 {
            continue;
        }
        let n = (hi - lo + 1) as u32;
        let dom = if flat as u32 == open || rng.u8(0..4) == 0 {
            Dom::Set(vec![rng.u64(1..1 << n)])
        } else {
            let from = rng.i32(lo..=hi);
            Dom::Range(from, rng.i32(from..=hi))
        };
        pattern.push((flat as u32, dom));
    }
    pattern
}

fn random_potential(
    subject: &Subject,
    domains: &[(Val, Val)],
    rng: &mut fastrand::Rng,
) -> Potential {
    let n = domains.len() as u32;
    let counters: Vec<u32> = (0..n)
        .filter(|&f| subject.machine().counted(f).is_some())
        .collect();
    let count = match (rng.bool(), counters.last()) {
        (true, Some(&counter)) => Some(Count {
            counter,
            limit: rng.i32(0..domains[counter as usize].1),
        }),
        _ => None,
    };
    let mut weights = Vec::new();
    for (flat, &(lo, hi)) in (0..n).zip(domains) {
        if rng.u8(0..3) == 0 && count.is_none_or(|c| c.counter != flat) {
            let most = rng.i32(0..3);
            let w = (lo..=hi).map(|_| rng.i32(-1..=most)).collect();
            weights.push((flat, w));
        }
    }
    rng.shuffle(&mut weights);
    Potential {
        count,
        constant: rng.i32(-3..3),
        weights,
    }
}

#[test]
fn what_is_accepted_value_by_value_is_closed() {
    let (mut n_open, mut n_accepted, mut n_mutants, mut n_wrong) = (0, 0, 0, 0);
    let (mut n_differ, mut n_patterns, mut n_potentials) = (0, 0, 0);
    for seed in 0..n_cases() {
        let rng = &mut playproof_conformance::suite::random(seed);
        let model = Model::Rules(Box::new(rules(rng)));
        let counted = rng.bool();
        let property: Property = match counted {
            true => "never (win && weight <= 1)".parse().unwrap(),
            false => Property::Unsolvable,
        };
        let subject = model.elaborate(&property).unwrap();
        let domains = domains(&subject);
        let vars = &subject.signature().vars;
        let scalars: Vec<u32> = {
            let mut base = 0;
            let mut scalars = Vec::new();
            for v in vars {
                if v.len.is_none() {
                    scalars.push(base);
                }
                base += v.n_flat() as u32;
            }
            scalars
        };
        let states = reachable(&subject);
        let target = subject.question().reach().unwrap().target;
        let wins = states.iter().any(|s| subject.holds(s, target));
        for &open in &scalars {
            n_open += 1;
            let others: Vec<u32> = (0..domains.len() as u32).filter(|&f| f != open).collect();
            let wide = others[rng.usize(0..others.len())];
            let range: Vec<(u32, bool)> = match rng.bool() {
                true => vec![(wide, false)],
                false => vec![],
            };
            // Sets beside the reachable states, and less than these.
            for round in 0..12 {
                let mut states = states.clone();
                for _ in 0..[0, 1, 1, 2][round % 4] {
                    let k = rng.usize(0..states.len());
                    let gone = states.iter().nth(k).cloned();
                    if states.len() > 1 {
                        states.remove(&gone.unwrap());
                    }
                }
                let mut set = as_cubes(&subject, &states, open, &range);
                let mut plain = as_points(&subject, &states);
                if round >= 4 {
                    for _ in 0..rng.usize(1..4) {
                        let p = random_pattern(&domains, open, rng);
                        if !p.is_empty() {
                            set.patterns.push(p);
                        }
                    }
                }
                if round >= 8 {
                    for (_, column) in set.free.iter().zip(&mut set.columns) {
                        if let Column::Ranges(ranges) = column {
                            let flat = wide as usize;
                            for r in ranges.iter_mut() {
                                r.0 = rng.i32(domains[flat].0..=r.0);
                                r.1 = rng.i32(r.1..=domains[flat].1);
                            }
                        }
                    }
                }
                if round % 3 == 1 {
                    set.potentials
                        .push(random_potential(&subject, &domains, rng));
                }
                if round == 11 {
                    set.points.clear();
                    set.free.clear();
                    set.columns.clear();
                }
                plain.patterns.clone_from(&set.patterns);
                plain.potentials.clone_from(&set.potentials);
                let truth = oracle::is_closed(&subject, &set);
                let here = accepted(&subject, &set);
                n_mutants += 1;
                n_wrong += usize::from(truth == Some(false));
                n_accepted += usize::from(here);
                n_patterns += usize::from(here && !set.patterns.is_empty());
                n_potentials += usize::from(here && !set.potentials.is_empty());
                assert!(
                    !here || truth != Some(false),
                    "seed {seed}, open {open}, round {round}: {set:?}"
                );
                if truth == Some(false) {
                    must_reject(&subject, Answer::Holds, &Evidence::ClosedSet(set.clone()));
                }
                if round == 0 && !wins {
                    let there = accepted(&subject, &plain);
                    n_differ += usize::from(there && !here);
                }
                // Patterns that do not name the open variable are seen more sharply
                // value by value.
                if round < 4 && here && !accepted(&subject, &plain) {
                    panic!("only accepted by value: seed {seed}, open {open}, round {round}");
                }
            }
            for _ in 0..30 {
                let p = random_potential(&subject, &domains, rng);
                let set = ClosedSet {
                    potentials: vec![p],
                    ..ClosedSet::default()
                };
                let here = accepted(&subject, &set);
                n_potentials += usize::from(here);
                let truth = oracle::is_closed(&subject, &set);
                assert!(!here || truth != Some(false), "seed {seed}: {set:?}");
                if truth == Some(false) {
                    must_reject(&subject, Answer::Holds, &Evidence::ClosedSet(set));
                }
            }
        }
    }
    eprintln!(
        "{n_open} left open, {n_accepted} of {n_mutants} accepted, {n_wrong} wrong; \
         {n_differ} only plain; {n_patterns} with patterns, {n_potentials} with potentials"
    );
    assert!(n_open > 50 && n_accepted > 50 && n_wrong > 50);
    assert!(n_patterns > 10 && n_potentials > 10);
}
