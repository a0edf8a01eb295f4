//! Rules over diagrams: initial states, propositions, and steps forwards and
//! backwards, command by command.

use std::sync::Arc;

use playproof_certify::Stop;
use playproof_engines::{Blaster, Encoding, TooLarge};
use playproof_model::{AtomId, Layout, Machine};

use crate::cases::{Case, cases};
use crate::diagrams::{Diagrams, Renaming, Set};
use crate::order::order;
use crate::watch::Watch;

/// Why there is no such space.
pub(crate) enum Trouble {
    /// A limit was hit.
    Stopped(Stop),
    /// An expression has too many values.
    TooLarge(TooLarge),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stopped(stop)
    }
}

impl From<TooLarge> for Trouble {
    fn from(what: TooLarge) -> Trouble {
        Trouble::TooLarge(what)
    }
}

/// The machine, owned: the search may outlive who asked.
pub(crate) struct Level {
    pub rules: Machine,
    pub layout: Layout,
    /// A flat variable that is always at its least value and never written.
    pub left_out: Option<usize>,
    pub max_nodes: usize,
}

impl Level {
    /// Does something with the states and steps of the level.
    pub fn explored<R>(
        &self,
        watch: &Arc<Watch>,
        run: impl FnOnce(&Space) -> Result<R, Trouble>,
    ) -> Result<R, Trouble> {
        let encoding = Encoding::new(&self.rules);
        let order = order(&self.rules, &encoding, self.left_out);
        let diagrams = Diagrams::new(encoding.n_bits(), order, self.max_nodes, watch)?;
        diagrams.in_one_go(|diagrams| {
            let space = Space::new(&self.rules, encoding, self.left_out, diagrams)?;
            run(&space)
        })
    }
}

/// The states and steps of a level.
pub(crate) struct Space {
    pub diagrams: Diagrams,
    pub encoding: Encoding,
    pub initial: Set,
    /// Where each proposition is true.
    pub atoms: Vec<Set>,
    moves: Vec<Move>,
}

/// Steps that write the same variables.
///
/// Variables that they do not write are kept without anything being said about
/// them. Of those written, some get constants and need no variable for what
/// comes after; for the others there is a relation.
struct Move {
    /// Where there is such a step, and what it writes that is no constant.
    relation: Set,
    /// The variables of what is written.
    written: Set,
    /// The constants written, as literals.
    constants: Set,
    others: Option<Others>,
}

/// What is written that is no constant.
struct Others {
    bits: Vec<usize>,
    /// The variables of what is written.
    after: Set,
    forth: Renaming,
    back: Renaming,
}

impl Space {
    fn new(
        rules: &Machine,
        encoding: Encoding,
        left_out: Option<usize>,
        mut diagrams: Diagrams,
    ) -> Result<Space, Trouble> {
        let state = diagrams.current().to_vec();
        let mut blaster = Blaster::new(rules, &mut diagrams, &state);
        let initial = blaster.initial();
        let atoms = (0..rules.atoms.len()).map(|i| blaster.atom(AtomId(i as u32)));
        let atoms: Vec<Set> = atoms.collect::<Result<_, _>>()?;
        let mut commands = Vec::with_capacity(rules.commands.len());
        for i in 0..rules.commands.len() {
            let mut command = blaster.command(i)?;
            command.writes.retain(|(flat, _)| Some(*flat) != left_out);
            commands.push(command);
        }
        diagrams.intact()?;
        let mut found = Vec::new();
        for (i, command) in commands.iter().enumerate() {
            found.extend(cases(rules, &encoding, &diagrams, i, command));
        }
        let moves = moves(&diagrams, found);
        diagrams.intact()?;
        Ok(Space {
            diagrams,
            encoding,
            initial,
            atoms,
            moves,
        })
    }

    /// The states that one step leads to. Where there is no step, there is
    /// nothing: stuttering is for those who need it.
    pub fn image(&self, from: &Set) -> Set {
        let d = &self.diagrams;
        let parts: Vec<Set> = self.moves.iter().map(|m| m.image(d, from)).collect();
        d.union(&parts)
    }

    /// The states that some step leads from to these.
    pub fn preimage(&self, to: &Set) -> Set {
        let d = &self.diagrams;
        let parts: Vec<Set> = self.moves.iter().map(|m| m.preimage(d, to)).collect();
        d.union(&parts)
    }
}

impl Move {
    fn image(&self, d: &Diagrams, from: &Set) -> Set {
        let after = d.and_exists(from, &self.relation, &self.written);
        let after = match &self.others {
            Some(others) => d.renamed(&after, &others.back),
            None => after,
        };
        d.and(&after, &self.constants)
    }

    fn preimage(&self, d: &Diagrams, to: &Set) -> Set {
        let to = d.fixed(to, &self.constants);
        match &self.others {
            Some(others) => {
                let to = d.renamed(&to, &others.forth);
                d.and_exists(&to, &self.relation, &others.after)
            }
            None => d.and(&to, &self.relation),
        }
    }
}

/// Cases as moves. Those that write the same variables, none of them a
/// constant, are joined: one operation then does for all.
fn moves(d: &Diagrams, cases: Vec<Case>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for case in cases {
        let constants = case.constants.iter();
        let literals = constants.map(|&(bit, value)| d.literal(bit, value));
        let literals: Vec<Set> = literals.collect();
        let relations = case
            .others
            .iter()
            .map(|(bit, function)| d.same(&d.next()[*bit], function));
        let mut relation = case.guard;
        for equation in relations {
            relation = d.and(&relation, &equation);
        }
        let bits: Vec<usize> = case.others.iter().map(|(bit, _)| *bit).collect();
        if literals.is_empty()
            && let Some(like) = moves.iter_mut().find(|m| {
                m.others.as_ref().is_some_and(|o| o.bits == bits) && m.constants == d.full()
            })
        {
            like.relation = d.or(&like.relation, &relation);
            continue;
        }
        let all = case
            .constants
            .iter()
            .map(|&(bit, _)| bit)
            .chain(bits.iter().copied());
        let all: Vec<Set> = all.map(|bit| d.current()[bit].clone()).collect();
        moves.push(Move {
            relation,
            written: d.intersection(&all),
            constants: d.intersection(&literals),
            others: (!bits.is_empty()).then(|| others(d, bits)),
        });
    }
    moves
}

fn others(d: &Diagrams, bits: Vec<usize>) -> Others {
    let after: Vec<Set> = bits.iter().map(|&bit| d.next()[bit].clone()).collect();
    Others {
        after: d.intersection(&after),
        forth: d.forth(&bits),
        back: d.back(&bits),
        bits,
    }
}
