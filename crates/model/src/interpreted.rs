//! Games with an interpreter of their own: `elaborate` for them.
//!
//! The game says states, steps and propositions; what a property adds (its
//! target, the counter `moves`, the end of play) is supplied here, as
//! `elaborate` supplies it for Rules. Sets of states are enumerated.

use std::sync::Arc;

use crate::cube::{CubeSemantics, Cubes, Posts, Workspace, Write};
use crate::elaborate::{ElaborateError, atom_names};
use crate::fingerprint::Hasher;
use crate::layout::Layout;
use crate::meaning::Question;
use crate::property::Property;
use crate::resolve::{Bound, Names, ObserverName, Scaled, Value, resolve};
use crate::rules::{ActionId, AtomId, Val, VarDecl, bases};
use crate::semantics::{Fingerprint, Semantics, Signature};
use crate::validate::{RulesError, variables};

/// How many points of a cube are enumerated before its successors are simply
/// taken to be everything.
const MAX_POINTS: u64 = 4096;

/// An interpreted game with a question, ready to be decided and checked.
pub struct Interpreted {
    game: Arc<dyn Semantics>,
    question: Question,
    atoms: Vec<Bound>,
    /// The greatest value of `moves`, where the property reads it; the
    /// counter is then the last variable.
    cap: Option<Val>,
    /// Where the game's variables start in a valuation.
    bases: Vec<usize>,
    signature: Signature,
    layout: Layout,
    fingerprint: Fingerprint,
}

impl Interpreted {
    /// Prepares a game for one property.
    pub fn new(game: Arc<dyn Semantics>, property: &Property) -> Result<Self, ElaborateError> {
        let meaning = property.meaning()?;
        let inner = game.signature();
        variables(&inner.vars)?;
        if let Some(v) = inner.vars.iter().find(|v| v.name == "moves") {
            return Err(ElaborateError::Rules(RulesError::Declaration {
                what: "variable",
                name: v.name.clone(),
                problem: "the counter of steps has this name".into(),
            }));
        }
        let names = Names {
            vars: &inner.vars,
            atoms: inner.atoms.iter().map(String::as_str).collect(),
            observers: vec![ObserverName {
                name: "moves",
                initial: 0,
                hi: None,
            }],
            balances: Vec::new(),
            locators: &[],
            tables: &[],
        };
        let resolved = resolve(&meaning.atoms, meaning.within, &names)?;
        let cap = resolved.caps[0];
        let mut signature = Signature {
            atoms: atom_names(&meaning),
            ..inner.clone()
        };
        signature.vars.extend(cap.map(|hi| VarDecl {
            name: "moves".into(),
            lo: 0,
            hi,
            len: None,
        }));
        let question = meaning.question;
        let mut hasher = Hasher::default();
        hasher.text("playproof interpreted 1");
        hasher.text(&game.fingerprint().to_string());
        hasher.text(&property.to_string());
        hasher.vars(&signature.vars);
        hasher.question(&question);
        Ok(Interpreted {
            layout: Layout::new(&signature.vars),
            bases: bases(&inner.vars),
            atoms: resolved.conditions,
            fingerprint: hasher.finish(),
            game,
            question,
            cap,
            signature,
        })
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How states are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The part of a state that the game knows.
    fn inner<'s>(&self, state: &'s [Val]) -> &'s [Val] {
        &state[..state.len() - usize::from(self.cap.is_some())]
    }

    /// A game's interpreter is trusted, but a state outside its own domains
    /// would be packed into another one, and everything proved of that.
    fn assert_inside(&self, state: &[Val]) {
        let vars = self.signature.vars.iter();
        let mut flat = vars.flat_map(|v| std::iter::repeat_n(v, v.n_flat()));
        let mut values = state.iter();
        let each_in = values.all(|x| flat.next().is_some_and(|v| (v.lo..=v.hi).contains(x)));
        assert!(
            each_in && flat.next().is_none(),
            "a game's own interpreter keeps to the variables it declared"
        );
    }

    fn eval(&self, condition: &Bound, state: &[Val]) -> bool {
        let value = |scaled: &Scaled| {
            scaled.times
                * match scaled.value {
                    Value::Const(n) => n,
                    Value::Var(v) => state[self.bases[v.index()]],
                    Value::Element(v, i) => state[self.bases[v.index()] + i as usize],
                    Value::Observer(_) => state[state.len() - 1],
                    Value::Balance(_) => unreachable!("only Rules have balances"),
                }
        };
        match condition {
            Bound::Const(b) => *b,
            Bound::Atom(a) => self.game.holds(self.inner(state), *a),
            Bound::Compare(op, a, b) => op.on(value(a), value(b)),
            Bound::Not(p) => !self.eval(p, state),
            Bound::And(p, q) => self.eval(p, state) && self.eval(q, state),
            Bound::Or(p, q) => self.eval(p, state) || self.eval(q, state),
            Bound::Same(p, q) => self.eval(p, state) == self.eval(q, state),
        }
    }

    /// Calls `visit` with every state of a cube, unless there are too many.
    fn points(&self, cubes: &Cubes, i: usize, visit: &mut dyn FnMut(&[Val])) -> bool {
        let from = i * cubes.n_flat;
        let (lo, hi) = (
            &cubes.lo[from..][..cubes.n_flat],
            &cubes.hi[from..][..cubes.n_flat],
        );
        let widths = lo
            .iter()
            .zip(hi)
            .map(|(&l, &h)| (i64::from(h) - i64::from(l) + 1) as u64);
        let n_points = widths.fold(1, u64::saturating_mul);
        if n_points > MAX_POINTS {
            return false;
        }
        let mut state = lo.to_vec();
        for _ in 0..n_points {
            visit(&state);
            // The next state in the order of an odometer.
            for (x, (&l, &h)) in state.iter_mut().zip(lo.iter().zip(hi)) {
                if *x < h {
                    *x += 1;
                    break;
                }
                *x = l;
            }
        }
        true
    }
}

impl Semantics for Interpreted {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn initial(&self, emit: &mut dyn FnMut(&[Val])) {
        self.game.initial(&mut |state| {
            let mut state = state.to_vec();
            state.extend(self.cap.map(|_| 0));
            self.assert_inside(&state);
            emit(&state);
        });
    }

    fn successors(&self, state: &[Val], emit: &mut dyn FnMut(ActionId, &[Val])) {
        if self.terminal(state) {
            return;
        }
        let moves = self.cap.map(|cap| (state[state.len() - 1] + 1).min(cap));
        self.game
            .successors(self.inner(state), &mut |action, next| {
                let mut next = next.to_vec();
                next.extend(moves);
                self.assert_inside(&next);
                emit(action, &next);
            });
    }

    fn terminal(&self, state: &[Val]) -> bool {
        self.game.terminal(self.inner(state))
    }

    fn holds(&self, state: &[Val], atom: AtomId) -> bool {
        self.eval(&self.atoms[atom.index()], state)
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }
}

impl CubeSemantics for Interpreted {
    fn post(&self, cubes: &Cubes, _work: &mut Workspace, emit: &mut dyn FnMut(usize, &Posts)) {
        let mut posts = Posts::default();
        for i in 0..cubes.len() {
            let few = self.points(cubes, i, &mut |state| {
                self.successors(state, &mut |action, next| {
                    posts.clear();
                    // Every variable is written: the cube's ranges are wider
                    // than this one state.
                    let whole = (0..).zip(next);
                    posts
                        .writes
                        .extend(whole.map(|(flat, &x)| Write { flat, lo: x, hi: x }));
                    posts.end(i);
                    emit(action.index(), &posts);
                });
            });
            if !few {
                posts.clear();
                let vars = self.signature.vars.iter();
                let flat = vars.flat_map(|v| std::iter::repeat_n((v.lo, v.hi), v.n_flat()));
                let whole = (0..).zip(flat);
                posts
                    .writes
                    .extend(whole.map(|(flat, (lo, hi))| Write { flat, lo, hi }));
                posts.end(i);
                (0..self.signature.actions.len()).for_each(|a| emit(a, &posts));
            }
        }
    }

    fn may(&self, cubes: &Cubes, atom: AtomId, _work: &mut Workspace, out: &mut Vec<bool>) {
        out.clear();
        for i in 0..cubes.len() {
            let mut any = false;
            let few = self.points(cubes, i, &mut |state| any |= self.holds(state, atom));
            out.push(any || !few);
        }
    }

    fn counted(&self, flat: u32) -> Option<Vec<Val>> {
        let counts = self.cap.is_some() && flat as usize + 1 == self.layout.n_flat();
        counts.then(|| vec![1; self.signature.actions.len()])
    }
}
