//! What a question about the coarse game wants: to be in one of some places, with so many
//! coins taken and enemies killed.
//!
//! Not trusted. Questions of another form go to the general engines.

use playproof_kernel::{Code, Evaluator};
use playproof_model::{E, Machine, Node, Op, Reach, Unsupported, Val, VarId};

use super::path::Terrain;

/// What is wanted.
pub(super) struct Wanted {
    /// The places.
    pub places: Vec<bool>,
    /// The least number of coins.
    pub n_coins: usize,
    /// The least number of kills.
    pub n_kills: usize,
    /// Single coins that are to be taken.
    pub coins: Vec<usize>,
    /// What is counted, in the order of the variables.
    pub counters: Vec<Counter>,
}

/// A variable that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counter {
    /// One coin: whether it was taken.
    Coin(usize),
    Coins,
    Kills,
}

impl Counter {
    fn named(name: &str) -> Option<Counter> {
        match name {
            "coins" => Some(Counter::Coins),
            "kills" => Some(Counter::Kills),
            _ => {
                let number: usize = name.strip_prefix("coin_")?.parse().ok()?;
                Some(Counter::Coin(number.checked_sub(1)?))
            }
        }
    }
}

impl Wanted {
    /// What a question wants, or why this is not for it. The level's own variables are so
    /// many.
    pub fn read(
        machine: &Machine,
        terrain: &Terrain,
        reach: &Reach,
        n_own: usize,
    ) -> Result<Wanted, Unsupported> {
        let refused = |why: &str| Err(Unsupported(why.to_owned()));
        let names = machine.vars[n_own..].iter().map(|var| &*var.name);
        let Some(counters) = names.map(Counter::named).collect::<Option<Vec<_>>>() else {
            return refused("this is for coins and kills");
        };
        let mut wanted = Wanted {
            places: vec![true; terrain.n_places()],
            n_coins: 0,
            n_kills: 0,
            coins: Vec::new(),
            counters,
        };
        let mut reader = Reader {
            machine,
            bases: machine.bases(),
            domains: machine.domains(),
            evaluator: Evaluator::default(),
        };
        let mut open = vec![machine.atoms[reach.target.index()].holds];
        while let Some(e) = open.pop() {
            match machine.nodes[e.index()] {
                _ if reader.is_of_place(e) => {
                    let n = wanted.places.len();
                    reader.among(e, &mut wanted.places, 0, n);
                }
                Node::Min(a, b) => open.extend([a, b]),
                _ => {
                    let Some((var, least)) = reader.at_least(e) else {
                        return refused("this is for a place, and for so many coins and kills");
                    };
                    match wanted.counters.get(var.index().wrapping_sub(n_own)) {
                        Some(Counter::Coins) => wanted.n_coins = wanted.n_coins.max(least),
                        Some(Counter::Kills) => wanted.n_kills = wanted.n_kills.max(least),
                        Some(Counter::Coin(coin)) if least == 1 => wanted.coins.push(*coin),
                        Some(Counter::Coin(_)) if least == 0 => {}
                        _ => return refused("this is for coins and kills"),
                    }
                }
            }
        }
        if wanted.places[terrain.first_below()..].contains(&true) {
            // Of the dead those that are no better are not looked for.
            return refused("this is for the living");
        }
        Ok(wanted)
    }

    /// Whether something is counted.
    pub fn counts(&self) -> bool {
        !self.counters.is_empty()
    }
}

struct Reader<'a> {
    machine: &'a Machine,
    bases: Vec<usize>,
    domains: Vec<(Val, Val)>,
    evaluator: Evaluator,
}

impl Reader<'_> {
    /// Whether an expression reads nothing but the player's place.
    fn is_of_place(&self, e: E) -> bool {
        let nodes = &self.machine.nodes;
        let mut read = playproof_kernel::reachable(nodes, vec![e]).into_iter();
        !read.any(|e| match nodes[e.index()] {
            Node::Var(var) => var != VarId(0),
            node => matches!(node, Node::Elem(..)),
        })
    }

    /// Strikes out the places from one to before another in which a condition is false.
    fn among(&mut self, e: E, places: &mut [bool], from: usize, to: usize) {
        let code = Code::new(self.machine, &self.bases);
        self.evaluator.begin(code);
        self.domains[0] = (from as Val, to as Val - 1);
        match self.evaluator.range(code, e, &self.domains) {
            (_, 0) => places[from..to].fill(false),
            (0, _) => {
                let middle = from.midpoint(to);
                self.among(e, places, from, middle);
                self.among(e, places, middle, to);
            }
            _ => {}
        }
    }

    /// The variable and the number, if this says that it is at least that.
    fn at_least(&self, e: E) -> Option<(VarId, usize)> {
        let Node::Cmp(op, a, b) = self.machine.nodes[e.index()] else {
            return None;
        };
        let (a, b) = (self.machine.nodes[a.index()], self.machine.nodes[b.index()]);
        let (var, least) = match (op, a, b) {
            (Op::Le, Node::Const(least), Node::Var(var)) => (var, least),
            (Op::Lt, Node::Const(less), Node::Var(var)) => (var, less + 1),
            // A coin was taken: 1 is the most.
            (Op::Eq, Node::Const(most), Node::Var(var))
            | (Op::Eq, Node::Var(var), Node::Const(most))
                if most == self.machine.vars[var.index()].hi =>
            {
                (var, most)
            }
            _ => return None,
        };
        Some((var, usize::try_from(least).unwrap_or(0)))
    }
}
