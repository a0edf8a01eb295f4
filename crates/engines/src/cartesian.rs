//! Which values each variable can have at all, whatever the others are: the least set
//! of values, variable by variable, that has the initial ones and that no command leaves.
//!
//! It knows nothing of what goes together, so that it covers more than can be reached.
//! Where even that misses the target, one pattern is the proof, however many states there
//! are. It takes time linear in the Rules for variables that are on or off.

use std::collections::VecDeque;

use playproof_certify::{ClosedSet, Pattern};
use playproof_kernel::{Code, Interval};
use playproof_model::{AtomId, Dom, E, Machine, Node, Op, Subject, Val};

/// Values of all variables together that are kept track of.
const MAX_VALUES: usize = 1 << 26;

/// A closed set of one pattern that misses the target; none if the values that
/// variables can have do not rule it out.
pub fn separate(elaborated: &Subject, target: AtomId) -> Option<ClosedSet> {
    let rules = elaborated.machine();
    let mut values = Values::of(rules)?;
    values.close();
    let holds = rules.atoms[target.index()].holds;
    let program = Programs::default().program(&rules.nodes, [holds]);
    if values.evaluate(&program, holds).hi != 0 {
        return None;
    }
    let mut pattern = values.pattern();
    if pattern.is_empty() {
        // A pattern names something, if only to say that it may be anything.
        let (lo, hi) = *values.domains.first()?;
        pattern.push((0, Dom::Range(lo, hi)));
    }
    Some(ClosedSet {
        patterns: vec![pattern],
        ..ClosedSet::default()
    })
}

/// The values seen of each flat variable.
struct Values<'r> {
    rules: &'r Machine,
    bases: Vec<usize>,
    domains: Vec<(Val, Val)>,
    /// Where the bits of each variable begin.
    first: Vec<usize>,
    seen: Vec<bool>,
    /// The least and the greatest value seen.
    hulls: Vec<(Val, Val)>,
    /// The values of nodes, of the program that is evaluated.
    nodes: Vec<Interval>,
    /// The variables that changed and were not acted upon.
    changed: VecDeque<usize>,
    is_changed: Vec<bool>,
}

impl<'r> Values<'r> {
    /// The initial ones; none if there are too many.
    fn of(rules: &'r Machine) -> Option<Values<'r>> {
        let domains = rules.vars.iter();
        let domains = domains.flat_map(|v| std::iter::repeat_n((v.lo, v.hi), v.n_flat()));
        let domains: Vec<(Val, Val)> = domains.collect();
        let mut n = 0usize;
        let mut first = Vec::with_capacity(domains.len());
        for (lo, hi) in &domains {
            first.push(n);
            n = n.checked_add(usize::try_from(i64::from(*hi) - i64::from(*lo) + 1).ok()?)?;
        }
        if n > MAX_VALUES {
            return None;
        }
        let start = rules.initial.first()?;
        let mut values = Values {
            bases: rules.bases(),
            hulls: start.iter().map(|&x| (x, x)).collect(),
            first,
            seen: vec![false; n],
            nodes: vec![Interval::default(); rules.nodes.len()],
            changed: VecDeque::new(),
            is_changed: vec![false; domains.len()],
            domains,
            rules,
        };
        for state in &rules.initial {
            for (flat, &x) in state.iter().enumerate() {
                values.add(flat, x, x);
            }
        }
        Some(values)
    }

    /// Adds values of a variable.
    fn add(&mut self, flat: usize, lo: Val, hi: Val) {
        let domain = self.domains[flat];
        let at = self.first[flat];
        for x in lo.max(domain.0)..=hi.min(domain.1) {
            let place = at + (x - domain.0) as usize;
            if std::mem::replace(&mut self.seen[place], true) {
                continue;
            }
            let hull = &mut self.hulls[flat];
            *hull = (hull.0.min(x), hull.1.max(x));
            if !std::mem::replace(&mut self.is_changed[flat], true) {
                self.changed.push_back(flat);
            }
        }
    }

    fn has(&self, flat: usize, x: i64) -> bool {
        let (lo, hi) = self.domains[flat];
        (i64::from(lo)..=i64::from(hi)).contains(&x)
            && self.seen[self.first[flat] + (x - i64::from(lo)) as usize]
    }

    /// Applies commands until nothing changes.
    fn close(&mut self) {
        let rules = self.rules;
        let mut programs = Programs::default();
        let commands = rules.commands.iter().map(|command| {
            let writes = command.updates.iter();
            let writes = writes.flat_map(|u| u.index.into_iter().chain([u.value]));
            programs.program(&rules.nodes, [command.guard].into_iter().chain(writes))
        });
        let commands: Vec<Vec<E>> = commands.collect();
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); self.domains.len()];
        for (i, program) in commands.iter().enumerate() {
            for flat in self.read(program) {
                if readers[flat].last() != Some(&(i as u32)) {
                    readers[flat].push(i as u32);
                }
            }
        }
        for (i, program) in commands.iter().enumerate() {
            self.apply(i, program);
        }
        while let Some(flat) = self.changed.pop_front() {
            self.is_changed[flat] = false;
            for i in &readers[flat] {
                self.apply(*i as usize, &commands[*i as usize]);
            }
        }
    }

    /// The variables that a program reads.
    fn read(&self, program: &[E]) -> Vec<usize> {
        let mut flats = Vec::new();
        for e in program {
            match self.rules.nodes[e.index()] {
                Node::Var(v) => flats.push(self.bases[v.index()]),
                Node::Elem(v, i) => {
                    let base = self.bases[v.index()];
                    match self.rules.nodes[i.index()] {
                        Node::Const(i) => flats.push(base + i as usize),
                        _ => flats.extend(base..base + self.rules.vars[v.index()].n_flat()),
                    }
                }
                _ => {}
            }
        }
        flats
    }

    /// Adds what a command can write, if it may be enabled.
    fn apply(&mut self, command: usize, program: &[E]) {
        let command = &self.rules.commands[command];
        if self.evaluate(program, command.guard).hi == 0 {
            return;
        }
        let of = |values: &Self, e: E| values.nodes[e.index()];
        let writes = command.updates.iter().map(|u| {
            let index = u.index.map_or(Interval::default(), |e| of(self, e));
            (self.bases[u.var.index()], index, of(self, u.value))
        });
        for (base, index, value) in writes.collect::<Vec<_>>() {
            let is_known = index.lo == index.hi;
            for i in index.lo..=index.hi {
                let flat = base + i as usize;
                let (mut lo, mut hi) = (value.lo as Val, value.hi as Val);
                if !is_known {
                    // What is written or left: the checker sees a range of both.
                    (lo, hi) = (lo.min(self.hulls[flat].0), hi.max(self.hulls[flat].1));
                }
                self.add(flat, lo, hi);
            }
        }
    }

    /// The values that an expression can have. All that it reads is in the program.
    fn evaluate(&mut self, program: &[E], root: E) -> Interval {
        for e in program {
            let node = self.rules.nodes[e.index()];
            self.nodes[e.index()] = self.node(node);
        }
        self.nodes[root.index()]
    }

    fn node(&self, node: Node) -> Interval {
        let of = |e: E| self.nodes[e.index()];
        let hull = |flat: usize| Interval::from(self.hulls[flat]);
        let code = Code::new(self.rules, &self.bases);
        match node {
            // Whether a variable has a value is known better than by its hull.
            Node::Cmp(Op::Eq, a, b) if of(b).lo == of(b).hi => {
                let flat = match self.rules.nodes[a.index()] {
                    Node::Var(v) => Some(self.bases[v.index()]),
                    Node::Elem(v, i) if of(i).lo == of(i).hi => {
                        Some(self.bases[v.index()] + of(i).lo as usize)
                    }
                    _ => None,
                };
                match flat {
                    Some(flat) if !self.has(flat, of(b).lo) => Interval::default(),
                    _ => code.apply(&node, of, hull),
                }
            }
            node => code.apply(&node, of, hull),
        }
    }

    /// The variables that do not have all their values, with those that they have.
    fn pattern(&self) -> Pattern {
        let mut pattern = Pattern::new();
        for (flat, (&domain, &hull)) in self.domains.iter().zip(&self.hulls).enumerate() {
            let at = self.first[flat];
            let place = |x: Val| at + (x - domain.0) as usize;
            let inside = &self.seen[place(hull.0)..=place(hull.1)];
            let dom = match (inside.iter().all(|seen| *seen), hull == domain) {
                (true, true) => continue,
                (true, false) => Dom::Range(hull.0, hull.1),
                (false, _) => {
                    let all = &self.seen[place(domain.0)..=place(domain.1)];
                    let words = all.chunks(64).map(|seen| {
                        let bits = seen.iter().enumerate();
                        bits.fold(0, |word, (i, seen)| word | u64::from(*seen) << i)
                    });
                    Dom::Set(words.collect())
                }
            };
            pattern.push((flat as u32, dom));
        }
        pattern
    }
}

/// What expressions are made of, in the order of evaluation.
#[derive(Default)]
struct Programs {
    seen: Vec<bool>,
}

impl Programs {
    fn program(&mut self, nodes: &[Node], roots: impl IntoIterator<Item = E>) -> Vec<E> {
        self.seen.resize(nodes.len(), false);
        let mut program = Vec::new();
        let mut open: Vec<E> = roots.into_iter().collect();
        while let Some(e) = open.pop() {
            if !std::mem::replace(&mut self.seen[e.index()], true) {
                program.push(e);
                open.extend(nodes[e.index()].operands());
            }
        }
        for e in &program {
            self.seen[e.index()] = false;
        }
        // Operands come before their users.
        program.sort_unstable();
        program
    }
}
