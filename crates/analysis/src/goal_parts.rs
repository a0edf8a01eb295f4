//! A goal taken apart into what must all be true of it, as the rules say it:
//! where boxes are pushed, one part for each cell without a goal, that no box is on
//! it, so that the open parts are the boxes off goals.

use std::collections::HashMap;

use playproof_model::{Atom, E, KnownTheorem, Node, Op, Rules, Val, VarId, reachable};

use crate::reckon;

/// The proposition that [`GoalParts::closer`] adds.
pub const CLOSER: &str = "closer";

/// A proposition that games have where some states can be seen to be lost: it
/// is false there.
const NOT_LOST: &str = "justice";

/// The goal, taken apart.
pub struct GoalParts {
    /// It is reached where each of these nodes of the rules is true, or false,
    /// as it is wanted.
    parts: Vec<(E, bool)>,
    /// The same parts as nodes of `own`.
    own_parts: Vec<(E, bool)>,
    /// Rules of no more than what the parts read.
    own: Rules,
    not_lost: Option<E>,
    /// The flat variables that the goal reads: variable, element, position.
    reads: Vec<(VarId, Option<u32>, usize)>,
}

impl GoalParts {
    /// `None` if the game knows no winning.
    pub fn of(rules: &Rules) -> Option<GoalParts> {
        let mut parts = Vec::new();
        let win = rules.atoms[rules.atom("win")?.index()].holds;
        let mut open = vec![(win, true)];
        while let Some((part, wanted)) = open.pop() {
            match (rules.nodes[part.index()], wanted) {
                (Node::Min(a, b), true) | (Node::Max(a, b), false) => {
                    open.extend([(a, wanted), (b, wanted)]);
                }
                (Node::Sub(one, a), _) if rules.nodes[one.index()] == Node::Const(1) => {
                    open.push((a, !wanted));
                }
                _ => parts.push((part, wanted)),
            }
        }
        // Observers are no part of a state before a property reads them.
        let own_nodes = reachable(&rules.nodes, parts.iter().map(|part| part.0));
        let place = |e: E| E(own_nodes.partition_point(|own| *own < e) as u32);
        let nodes: Vec<Node> = own_nodes
            .iter()
            .map(|e| rules.nodes[e.index()].map(place))
            .collect();
        let var = |node: &Node| match node {
            Node::Var(var) | Node::Elem(var, _) => Some(*var),
            _ => None,
        };
        let mut vars: Vec<VarId> = nodes.iter().filter_map(var).collect();
        vars.sort_unstable();
        vars.dedup();
        if vars.iter().any(|var| var.index() >= rules.vars.len()) {
            return None;
        }
        let bases = rules.bases();
        let flat = vars.into_iter().flat_map(|var| {
            let (base, decl) = (bases[var.index()], &rules.vars[var.index()]);
            let is_array = decl.len.is_some();
            (0..decl.n_flat()).map(move |i| (var, is_array.then_some(i as u32), base + i))
        });
        let not_lost = rules.atom(NOT_LOST);
        Some(GoalParts {
            not_lost: not_lost.map(|atom| rules.atoms[atom.index()].holds),
            reads: flat.collect(),
            own_parts: parts
                .iter()
                .map(|&(part, wanted)| (place(part), wanted))
                .collect(),
            own: Rules {
                vars: rules.vars.clone(),
                tables: rules.tables.clone(),
                nodes,
                actions: Vec::new(),
                commands: Vec::new(),
                terminal: E(0),
                initial: Vec::new(),
                atoms: Vec::new(),
                observers: Vec::new(),
                balances: Vec::new(),
                locators: Vec::new(),
                things: Vec::new(),
                theorem: KnownTheorem::default(),
            },
            parts,
        })
    }

    /// What the goal reads of a state.
    pub fn read(&self, state: &[Val]) -> Vec<Val> {
        self.reads.iter().map(|&(.., flat)| state[flat]).collect()
    }

    /// How many parts are open in a state.
    pub fn n_open(&self, state: &[Val]) -> usize {
        let value = |part: E| reckon::value(&self.own, state, part);
        let is_open = |(part, wanted): &&(E, bool)| (value(*part) >= 1) != *wanted;
        self.own_parts.iter().filter(is_open).count()
    }

    /// The rules from this state on, with the proposition [`CLOSER`]: fewer
    /// parts are open, the state is not seen to be lost, and the goal reads
    /// something else of it than of the dead ones.
    pub fn closer(&self, rules: &Rules, state: &[Val], dead: &[Vec<Val>]) -> Rules {
        let mut rules = rules.clone();
        let mut nodes = Nodes {
            known: HashMap::new(),
            nodes: &mut rules.nodes,
        };
        let (one, n_open) = (nodes.constant(1), nodes.constant(self.n_open(state) as Val));
        let mut count = nodes.constant(0);
        for &(part, wanted) in &self.parts {
            let open = nodes.add(match wanted {
                true => Node::Cmp(Op::Lt, part, one),
                false => Node::Cmp(Op::Le, one, part),
            });
            count = nodes.add(Node::Add(count, open));
        }
        let mut closer = nodes.add(Node::Cmp(Op::Lt, count, n_open));
        if let Some(not_lost) = self.not_lost {
            closer = nodes.add(Node::Min(closer, not_lost));
        }
        for values in dead {
            let mut same = one;
            for (&(var, element, _), &value) in self.reads.iter().zip(values) {
                let element = element.map(|i| nodes.constant(i as Val));
                let place = element.map_or(Node::Var(var), |i| Node::Elem(var, i));
                let (place, value) = (nodes.add(place), nodes.constant(value));
                let equal = nodes.add(Node::Cmp(Op::Eq, place, value));
                same = nodes.add(Node::Min(same, equal));
            }
            let other = nodes.add(Node::Sub(one, same));
            closer = nodes.add(Node::Min(closer, other));
        }
        rules.atoms.push(Atom {
            name: CLOSER.to_owned(),
            holds: closer,
        });
        rules.initial = vec![state.to_vec()];
        rules
    }
}

/// Nodes at the end of an arena, each new one once.
struct Nodes<'a> {
    nodes: &'a mut Vec<Node>,
    known: HashMap<Node, E>,
}

impl Nodes<'_> {
    fn add(&mut self, node: Node) -> E {
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            E(self.nodes.len() as u32 - 1)
        })
    }

    fn constant(&mut self, value: Val) -> E {
        self.add(Node::Const(value))
    }
}
