//! Lamps: an interpreted game, with a `Semantics` of its own and no Rules.
//!
//! Pressing a lamp toggles it and its neighbours in a row. An end lamp has a
//! loose contact: pressing it may toggle itself alone instead, so that one
//! action has two outcomes. All lamps off wins.

use playproof_model::{
    Action, ActionId, AtomId, Fingerprint, Hasher, Owner, Semantics, Signature, Val, VarDecl,
};

/// A row of lamps.
pub struct Lamps {
    lit: Vec<Val>,
    signature: Signature,
}

impl Lamps {
    /// Lamps that are lit (1) or not (0) at first.
    pub fn new(lit: Vec<Val>) -> Lamps {
        let actions = (0..lit.len()).map(|i| Action {
            name: format!("press-{i}"),
            owner: Owner::Player,
        });
        let signature = Signature {
            vars: vec![VarDecl {
                name: "lamp".into(),
                lo: 0,
                hi: 1,
                len: Some(lit.len() as u32),
            }],
            actions: actions.collect(),
            atoms: vec!["win".into(), "all_lit".into()],
        };
        Lamps { lit, signature }
    }
}

impl Semantics for Lamps {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        emit(&self.lit);
    }

    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, &[Val])) {
        let n = state.len();
        for i in 0..n {
            let action = ActionId(i as u32);
            let mut next = state.to_vec();
            for lamp in &mut next[i.saturating_sub(1)..(i + 2).min(n)] {
                *lamp = 1 - *lamp;
            }
            emit(action, &next);
            if i == 0 || i == n - 1 {
                let mut alone = state.to_vec();
                alone[i] = 1 - alone[i];
                emit(action, &alone);
            }
        }
    }

    fn terminal(&self, state: &[Val]) -> bool {
        state.iter().all(|&lamp| lamp == 0)
    }

    fn holds(&self, state: &[Val], atom: AtomId) -> bool {
        match atom {
            AtomId(0) => self.terminal(state),
            _ => state.iter().all(|&lamp| lamp == 1),
        }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut hasher = Hasher::default();
        hasher.text("lamps 1");
        hasher.values(&self.lit);
        hasher.finish()
    }
}
