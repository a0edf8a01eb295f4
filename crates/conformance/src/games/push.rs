//! The push quotient of the small Sokoban: states that differ only by a walk
//! are one. A native model whose rows are cubes with the player free.

use std::collections::VecDeque;

use playproof_model::{
    ActionId, AtomId, Batch, Dom, Layout, Machine, NativeFactory, NativeModel, Node, PackedModel,
    Property, Subject, Unsupported, Val,
};

use super::sokoban::Board;

/// Makes push models of one board.
pub struct PushFactory(pub Board);

impl NativeFactory for PushFactory {
    fn name(&self) -> &'static str {
        "push"
    }

    fn model(
        &self,
        subject: &Subject,
        property: &Property,
    ) -> Result<Box<dyn NativeModel>, Unsupported> {
        let machine = subject.machine();
        if machine.vars.len() > 2 {
            let why = "a push is several moves, so moves are not counted by pushes";
            return Err(Unsupported(why.into()));
        }
        let Some(reach) = subject.question().reach() else {
            return Err(Unsupported("a push is several steps".into()));
        };
        let target = machine.atoms[reach.target.index()].holds;
        if reads_player(machine, target.index()) {
            let why = "where the player stands does not survive in push states";
            return Err(Unsupported(why.into()));
        }
        Ok(Box::new(PushModel {
            board: self.0.clone(),
            layout: subject.layout().clone(),
            subject: subject.clone(),
            wins: matches!(property, Property::Solvable | Property::Unsolvable),
            free: [0],
        }))
    }
}

fn reads_player(machine: &Machine, node: usize) -> bool {
    let mut reads: Vec<bool> = Vec::new();
    for node in &machine.nodes {
        let own = matches!(node, Node::Var(v) if v.index() == 0);
        reads.push(own || node.operands().any(|e| reads[e.index()]));
    }
    reads[node]
}

struct PushModel {
    board: Board,
    layout: Layout,
    subject: Subject,
    /// Whether the question is about winning, which needs no interpreter.
    wins: bool,
    free: [u32; 1],
}

/// A state by pushes.
struct PushState {
    boxes: Vec<bool>,
    /// The cells the player can walk to.
    region: Vec<bool>,
}

impl PushModel {
    fn state(&self, row: &[u64]) -> PushState {
        let boxes: Vec<bool> = (0..self.board.n_cells())
            .map(|c| self.layout.get(row, 1 + c) == 1)
            .collect();
        let player = self.layout.get(row, 0) as usize;
        let region = self.region(player, &boxes);
        PushState { boxes, region }
    }

    fn region(&self, player: usize, boxes: &[bool]) -> Vec<bool> {
        let mut region = vec![false; boxes.len()];
        region[player] = true;
        let mut open = vec![player];
        while let Some(cell) = open.pop() {
            for next in self.board.neighbour[cell].into_iter().flatten() {
                if !region[next] && !boxes[next] {
                    region[next] = true;
                    open.push(next);
                }
            }
        }
        region
    }

    /// The player is stored as the least cell of its region, so that two
    /// states that differ only by a walk are one row. `cube` gives it back.
    fn push_row(&self, player: usize, boxes: &[bool], out: &mut Vec<u64>) {
        let region = self.region(player, boxes);
        let least = region
            .iter()
            .position(|&r| r)
            .expect("the player is somewhere");
        let start = out.len();
        out.resize(start + self.layout.words, 0);
        self.layout.set(&mut out[start..], 0, least as Val);
        for (cell, &full) in boxes.iter().enumerate() {
            self.layout
                .set(&mut out[start..], 1 + cell, Val::from(full));
        }
    }

    fn won(&self, boxes: &[bool]) -> bool {
        let mut cells = boxes.iter().zip(&self.board.goals);
        cells.all(|(full, goal)| !full || *goal)
    }

    /// The walk between two cells.
    fn walk(&self, from: usize, to: usize, boxes: &[bool]) -> Vec<ActionId> {
        let mut came = vec![None; boxes.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            for (d, next) in self.board.neighbour[cell].into_iter().enumerate() {
                if let Some(next) = next
                    && !boxes[next]
                    && came[next].is_none()
                    && next != from
                {
                    came[next] = Some((cell, d));
                    queue.push_back(next);
                }
            }
        }
        let mut actions = Vec::new();
        let mut at = to;
        while let Some((before, d)) = came[at] {
            actions.push(ActionId(d as u32));
            at = before;
        }
        actions.reverse();
        actions
    }
}

impl PackedModel for PushModel {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn initial(&self, out: &mut Batch) {
        self.push_row(self.board.player, &self.board.boxes, &mut out.rows);
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        for (i, row) in rows.chunks_exact(self.layout.words).enumerate() {
            let mut state = self.state(row);
            if self.won(&state.boxes) {
                continue;
            }
            for cell in 0..state.boxes.len() {
                for d in 0..4 {
                    let Some(from) = self.board.neighbour[cell][d ^ 1] else {
                        continue;
                    };
                    let Some(to) = self.board.neighbour[cell][d] else {
                        continue;
                    };
                    if !state.boxes[cell] || !state.region[from] || state.boxes[to] {
                        continue;
                    }
                    state.boxes[cell] = false;
                    state.boxes[to] = true;
                    self.push_row(cell, &state.boxes, &mut out.rows);
                    state.boxes[cell] = true;
                    state.boxes[to] = false;
                    out.src.push(i as u32);
                    out.edge.push((cell * 4 + d) as u32);
                }
            }
        }
    }

    fn holds(&self, rows: &[u64], atom: AtomId, _work: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        for row in rows.chunks_exact(self.layout.words) {
            out.push(if self.wins {
                self.won(&self.state(row).boxes)
            } else {
                let mut state = Vec::new();
                self.valuation(row, &mut state);
                self.subject.holds(&state, atom)
            });
        }
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        self.layout.unpack(row, out);
    }
}

impl NativeModel for PushModel {
    fn free(&self) -> &[u32] {
        &self.free
    }

    fn cube(&self, row: &[u64], out: &mut Vec<Dom>) {
        let region = self.state(row).region;
        let mut bits = vec![0u64; region.len().div_ceil(64)];
        for cell in (0..region.len()).filter(|&c| region[c]) {
            bits[cell / 64] |= 1 << (cell % 64);
        }
        out.push(Dom::Set(bits));
    }

    fn steps(&self, at: &[Val], edge: u32, _to: &[u64], out: &mut Vec<ActionId>) {
        let (cell, d) = (edge as usize / 4, edge as usize % 4);
        let boxes: Vec<bool> = at[1..].iter().map(|&x| x == 1).collect();
        let Some(from) = self.board.neighbour[cell][d ^ 1] else {
            return;
        };
        out.extend(self.walk(at[0] as usize, from, &boxes));
        out.push(ActionId(d as u32));
    }
}
