//! Trusted for `--as-rules`: endings and propositions as conditions on states of the Rules.

use std::collections::{BTreeMap, BTreeSet};

use playproof_game::BoardAtom;
use playproof_model::{Builder, E, Op, TableId, Val, VarId};

use crate::compiled::{KindId, When};
use crate::local::{Content, Who, bits, n_of, one, total};
use crate::propositions::atoms;
use crate::reading::Reading;

/// Writes conditions about states.
pub(super) struct Words<'a> {
    pub reading: &'a Reading,
    pub possible: &'a [BTreeSet<Content>],
    pub here: E,
    pub own: E,
    /// The arrays of numbers.
    pub held: &'a [VarId],
    pub b: &'a mut Builder,
    pub tables: BTreeMap<Vec<Val>, TableId>,
}

impl Words<'_> {
    /// A table of one dimension; equal ones are one.
    fn shared(&mut self, values: Vec<Val>) -> TableId {
        if let Some(table) = self.tables.get(&values) {
            return *table;
        }
        let name = format!("is{}", self.tables.len());
        let table = self.b.table(&name, &[values.len() as u32], values.clone());
        self.tables.insert(values, table);
        table
    }

    /// What is said of what is in a cell.
    fn of_cell(&mut self, value: &impl Fn(Content) -> Val, cell: usize) -> E {
        let codes = &self.reading.codes;
        let mut values: Vec<Val> = codes.in_cell(cell).iter().map(|&it| value(it)).collect();
        let last = values[values.len() - 1];
        let Some((array, slot)) = codes
            .place(cell)
            .filter(|_| values.iter().any(|v| *v != last))
        else {
            return self.b.constant(last);
        };
        // A class may have fewer numbers than the array.
        values.resize(codes.arrays[array].most as usize + 1, last);
        let slot = self.b.constant(slot as Val);
        let number = self.b.elem(self.held[array], slot);
        match values[..] {
            [0, 1] => number,
            [1, 0] => self.b.not(number),
            _ => {
                let table = self.shared(values);
                self.b.lookup(table, &[number])
            }
        }
    }

    /// Whether the player is alive and one of these.
    fn is_one(&mut self, kinds: Content) -> E {
        let whos = &self.reading.whos;
        let is_one = |who: &Who| Val::from(!who.sprite.is_disabled && kinds & one(who.kind) != 0);
        let table = self.shared(whos.iter().map(is_one).collect());
        self.b.lookup(table, &[self.own])
    }

    fn is_at(&mut self, cell: usize) -> E {
        match self.reading.places.binary_search(&cell) {
            Ok(place) => self.b.is(self.here, place as Val),
            Err(_) => self.b.constant(0),
        }
    }

    /// How many sprites of these kinds there are.
    fn count(&mut self, kinds: &[KindId]) -> E {
        let number = |content: Content| {
            kinds
                .iter()
                .map(|&kind| n_of(content, kind) as Val)
                .sum::<Val>()
        };
        let mut sum = self.b.constant(0);
        for cell in 0..self.possible.len() {
            if self.possible[cell]
                .iter()
                .any(|&content| number(content) > 0)
            {
                let there = self.of_cell(&number, cell);
                sum = self.b.add(sum, there);
            }
        }
        for kind in kinds {
            let own = self.is_one(one(*kind));
            sum = self.b.add(sum, own);
        }
        sum
    }

    pub fn endings_and_propositions(&mut self) {
        let (game, level) = (
            &self.reading.interpreter.game,
            &self.reading.interpreter.level,
        );
        let mut open = self.b.constant(1);
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for ending in &game.endings {
            let (kinds, limit) = match &ending.when {
                When::AtMost(kinds, limit)
                | When::AtLeast(kinds, limit)
                | When::Exactly(kinds, limit) => (kinds, *limit),
                // A time limit that only loses is not played.
                When::Timeout(_) => continue,
            };
            let all = kinds.iter().flat_map(|&kind| &game.kinds[kind].family);
            let all: Vec<KindId> = all.copied().collect();
            let (count, limit) = (self.count(&all), self.b.constant(limit));
            let is_true = match &ending.when {
                When::AtMost(..) => self.b.cmp(Op::Le, count, limit),
                When::Exactly(..) => self.b.cmp(Op::Eq, count, limit),
                _ => self.b.cmp(Op::Le, limit, count),
            };
            let is_first = self.b.all([open, is_true]);
            if ending.wins {
                won.push(is_first)
            } else {
                lost.push(is_first)
            }
            let is_false = self.b.not(is_true);
            open = self.b.all([open, is_false]);
        }
        let (won, lost) = (self.b.any(won), self.b.any(lost));
        let over = self.b.not(open);
        self.b.terminal(over);
        let family = |kind: KindId| bits(&game.kinds[kind].family);
        let counts = game.kinds.iter().map(|kind| self.count(&kind.family));
        let counts: Vec<E> = counts.collect();
        let atoms = atoms(game, level);
        let cell = |cell: usize| {
            let (x, y) = atoms.place(cell);
            y * level.width as usize + x
        };
        for atom in atoms.all() {
            let holds = match atom {
                BoardAtom::Word(0) => won,
                BoardAtom::Word(_) => lost,
                BoardAtom::PlayerAt(n) => {
                    let (there, alive) = (self.is_at(cell(n)), self.is_one(Content::MAX));
                    self.b.all([there, alive])
                }
                BoardAtom::At(kind, n) => self.is_in(family(kind), cell(n)),
                BoardAtom::On(one, other) => self.is_on(family(one), family(other)),
                BoardAtom::AtLeast(kind, n) => {
                    let n = self.b.constant(n as Val);
                    self.b.cmp(Op::Le, n, counts[kind])
                }
            };
            self.b.atom(&atoms.name(atom), holds);
        }
    }

    fn is_in(&mut self, kinds: Content, cell: usize) -> E {
        let is_there = |content| Val::from(content & kinds != 0);
        let (there, at, own) = (
            self.of_cell(&is_there, cell),
            self.is_at(cell),
            self.is_one(kinds),
        );
        let player = self.b.all([at, own]);
        self.b.any([there, player])
    }

    /// Whether a sprite of some kinds is in one cell with another of others.
    fn is_on(&mut self, some: Content, other: Content) -> E {
        let are_two = |content: Content| {
            content & some != 0 && content & other != 0 && total(content & (some | other)) > 1
        };
        let both = |content| Val::from(are_two(content));
        let with = |kinds: Content| move |content| Val::from(content & kinds != 0);
        let (is_one, is_other) = (self.is_one(some), self.is_one(other));
        let mut parts = Vec::new();
        for cell in 0..self.possible.len() {
            let meets = |content: &Content| content & (some | other) != 0;
            if !self.possible[cell].iter().any(meets) {
                continue;
            }
            parts.push(self.of_cell(&both, cell));
            let at = self.is_at(cell);
            for (is_player, kinds) in [(is_one, other), (is_other, some)] {
                let there = self.of_cell(&with(kinds), cell);
                parts.push(self.b.all([at, is_player, there]));
            }
        }
        self.b.any(parts)
    }
}
