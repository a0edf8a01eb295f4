//! Lamps: an interpreted game, with a `System` of its own and no Rules.
//!
//! Pressing a lamp toggles it and its neighbours in a row. An end lamp has a
//! loose contact: pressing it may toggle itself alone instead, so that one
//! action has two outcomes. All lamps off wins.

use playproof_model::{Action, ActionId, System, Val, VarDecl};

/// A row of lamps.
pub struct Lamps {
    lit: Vec<Val>,
    source: String,
    vars: [VarDecl; 1],
    actions: Vec<Action>,
    atoms: [String; 2],
}

impl Lamps {
    /// Lamps that are lit (1) or not (0) at first.
    pub fn new(lit: Vec<Val>) -> Lamps {
        let actions = (0..lit.len()).map(|i| Action {
            name: format!("press-{i}"),
        });
        let lamp = VarDecl {
            name: "lamp".into(),
            lo: 0,
            hi: 1,
            len: Some(lit.len() as u32),
        };
        Lamps {
            source: lit.iter().map(|&lamp| ['.', '*'][lamp as usize]).collect(),
            vars: [lamp],
            actions: actions.collect(),
            atoms: ["win".into(), "all_lit".into()],
            lit,
        }
    }

    fn is_over(state: &[Val]) -> bool {
        state.iter().all(|&lamp| lamp == 0)
    }
}

impl System for Lamps {
    fn name(&self) -> &str {
        "lamps"
    }

    fn version(&self) -> u32 {
        1
    }

    fn source(&self) -> &str {
        &self.source
    }

    fn vars(&self) -> &[VarDecl] {
        &self.vars
    }

    fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn atoms(&self) -> &[String] {
        &self.atoms
    }

    fn atom(&self, name: &str) -> Option<usize> {
        self.atoms.iter().position(|atom| atom == name)
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        emit(&self.lit);
    }

    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, Option<&[Val]>)) {
        if Lamps::is_over(state) {
            return;
        }
        let n = state.len();
        for i in 0..n {
            let action = ActionId(i as u32);
            let mut next = state.to_vec();
            for lamp in &mut next[i.saturating_sub(1)..(i + 2).min(n)] {
                *lamp = 1 - *lamp;
            }
            emit(action, Some(&next));
            if i == 0 || i == n - 1 {
                let mut alone = state.to_vec();
                alone[i] = 1 - alone[i];
                emit(action, Some(&alone));
            }
        }
    }

    fn holds(&self, state: &[Val], atom: usize) -> bool {
        match atom {
            0 => Lamps::is_over(state),
            _ => state.iter().all(|&lamp| lamp == 1),
        }
    }
}
