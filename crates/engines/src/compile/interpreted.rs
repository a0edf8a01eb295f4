//! Interpreted games as packed models: state by state, through the kernel's play.

use playproof_model::{AtomId, Batch, PackedModel, Subject, Val};

/// A game's own interpreter behind the interface that searches read.
pub struct InterpretedModel<'a>(pub &'a Subject);

impl InterpretedModel<'_> {
    /// The states of these rows, one by one.
    fn each(&self, rows: &[u64], mut visit: impl FnMut(usize, &[Val])) {
        let layout = self.0.layout();
        let mut state = Vec::with_capacity(layout.n_flat());
        for (i, row) in rows.chunks_exact(layout.words).enumerate() {
            state.clear();
            layout.unpack(row, &mut state);
            visit(i, &state);
        }
    }
}

impl PackedModel for InterpretedModel<'_> {
    fn words(&self) -> usize {
        self.0.layout().words
    }

    fn n_bits(&self) -> u32 {
        self.0
            .layout()
            .used
            .iter()
            .map(|word| word.count_ones())
            .sum()
    }

    fn initial(&self, out: &mut Batch) {
        let layout = self.0.layout();
        self.0
            .initial(&mut |state| layout.pack(state, &mut out.rows));
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        let layout = self.0.layout();
        let mut play = self.0.play();
        self.each(rows, |i, state| {
            self.0.successors_in(&mut play, state, &mut |action, next| {
                layout.pack(next, &mut out.rows);
                out.src.push(i as u32);
                out.edge.push(action.0);
            });
        });
    }

    fn holds(&self, rows: &[u64], atom: AtomId, _work: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        let mut play = self.0.play();
        self.each(rows, |_, state| out.push(play.holds(state, atom)));
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        self.0.layout().unpack(row, out);
    }
}
