//! Interpreted games as packed models: state by state, through the kernel's play.

use std::sync::atomic::{AtomicBool, Ordering};

use playproof_model::{AtomId, Batch, PackedModel, Subject, Val};

/// A game's own interpreter behind the interface that searches read.
pub struct InterpretedModel<'a> {
    subject: &'a Subject,
    is_in_doubt: AtomicBool,
}

impl<'a> InterpretedModel<'a> {
    /// The states of this subject.
    pub fn new(subject: &'a Subject) -> InterpretedModel<'a> {
        InterpretedModel {
            subject,
            is_in_doubt: AtomicBool::new(false),
        }
    }

    /// The states of these rows, one by one.
    fn each(&self, rows: &[u64], mut visit: impl FnMut(usize, &[Val])) {
        let layout = self.subject.layout();
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
        self.subject.layout().words
    }

    fn n_bits(&self) -> u32 {
        self.subject
            .layout()
            .used
            .iter()
            .map(|word| word.count_ones())
            .sum()
    }

    fn initial(&self, out: &mut Batch) {
        let layout = self.subject.layout();
        self.subject
            .initial(&mut |state| layout.pack(state, &mut out.rows));
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        let layout = self.subject.layout();
        let mut play = self.subject.play();
        self.each(rows, |i, state| {
            self.subject
                .successors_in(&mut play, state, &mut |action, next| {
                    layout.pack(next, &mut out.rows);
                    out.src.push(i as u32);
                    out.edge.push(action.0);
                });
        });
        if play.is_in_doubt {
            self.is_in_doubt.store(true, Ordering::Relaxed);
        }
    }

    fn holds(&self, rows: &[u64], atom: AtomId, _work: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        let mut play = self.subject.play();
        self.each(rows, |_, state| out.push(play.holds(state, atom)));
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        self.subject.layout().unpack(row, out);
    }

    fn doubt(&self) -> Option<String> {
        let is_in_doubt = self.is_in_doubt.load(Ordering::Relaxed);
        is_in_doubt.then(|| "the game's interpreter cannot tell where every step leads".into())
    }
}
