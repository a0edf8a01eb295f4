//! Random Rules: overlapping guards, several commands an action, quotients,
//! arrays written at computed places, stuck states and terminal states.

use playproof_model::{Builder, E, Op, Rules, TableId, Update, Val, VarId, set, set_elem};

const X: (Val, Val) = (-3, 5);
const Y: (Val, Val) = (0, 4);
const A: (Val, Val) = (-1, 2);
const A_LEN: u32 = 3;

struct RandomRules<'r> {
    rng: &'r mut fastrand::Rng,
    b: Builder,
    x: VarId,
    y: VarId,
    a: VarId,
    square: TableId,
    cube: TableId,
}

/// Random Rules of a few thousand states at most.
pub fn rules(rng: &mut fastrand::Rng) -> Rules {
    let mut b = Builder::default();
    let x = b.variable("x", X.0, X.1);
    let y = b.variable("y", Y.0, Y.1);
    let a = b.array("a", A_LEN, A.0, A.1);
    let cells = |n: usize, rng: &mut fastrand::Rng| (0..n).map(|_| rng.i32(-4..5)).collect();
    let square = b.table("square", &[4, 3], cells(12, rng));
    let cube = b.table("cube", &[2, 3, 2], cells(12, rng));
    let mut r = RandomRules {
        rng,
        b,
        x,
        y,
        a,
        square,
        cube,
    };
    for name in ["go", "turn", "wait"] {
        let action = r.b.action(name);
        // Two commands of one action whose guards may overlap.
        for i in 0..r.rng.usize(1..3) {
            let guard = r.condition(2);
            let updates = r.updates();
            r.b.command(&format!("{name}-{i}"), action, guard, updates);
        }
    }
    let win = r.condition(2);
    r.b.atom("win", win);
    let odd = r.condition(1);
    r.b.atom("odd", odd);
    if r.rng.bool() {
        let lost = r.condition(1);
        let over = r.b.any([win, lost]);
        r.b.terminal(over);
    }
    r.b.counter("moves", |_| 1);
    r.b.counter("weight", |command| command as Val % 3);
    for _ in 0..r.rng.usize(1..3) {
        let state = r.state();
        r.b.initial(state);
    }
    r.b.finish().expect("everything is clamped")
}

impl RandomRules<'_> {
    fn state(&mut self) -> Vec<Val> {
        let mut state = vec![self.rng.i32(X.0..=X.1), self.rng.i32(Y.0..=Y.1)];
        state.extend((0..A_LEN).map(|_| self.rng.i32(A.0..=A.1)));
        state
    }

    fn updates(&mut self) -> Vec<Update> {
        let mut updates = Vec::new();
        if self.rng.bool() {
            let value = self.clamped(X);
            updates.push(set(self.x, value));
        }
        if self.rng.bool() {
            let value = self.clamped(Y);
            updates.push(set(self.y, value));
        }
        for _ in 0..self.rng.usize(0..3) {
            let index = self.clamped((0, A_LEN as Val - 1));
            let value = self.clamped(A);
            updates.push(set_elem(self.a, index, value));
        }
        updates
    }

    fn clamped(&mut self, (lo, hi): (Val, Val)) -> E {
        let value = self.value(2);
        self.b.clamp(value, lo, hi)
    }

    fn value(&mut self, depth: u32) -> E {
        let kinds = if depth == 0 { 3 } else { 12 };
        match self.rng.u32(0..kinds) {
            0 => {
                let c = self.rng.i32(-3..4);
                self.b.constant(c)
            }
            1 => self.b.var(self.x),
            2 => self.b.var(self.y),
            3 => {
                let index = self.index(depth, A_LEN);
                self.b.elem(self.a, index)
            }
            4 => {
                let index = [self.index(depth, 4), self.index(depth, 3)];
                self.b.lookup(self.square, &index)
            }
            5 => {
                let index = [
                    self.index(depth, 2),
                    self.index(depth, 3),
                    self.index(depth, 2),
                ];
                self.b.lookup(self.cube, &index)
            }
            6 => {
                let k = self.rng.i32(-2..3);
                let value = self.value(depth - 1);
                self.b.mul(k, value)
            }
            7 => {
                let k = self.rng.i32(1..4);
                let value = self.value(depth - 1);
                self.b.div(k, value)
            }
            8 => {
                let condition = self.condition(depth - 1);
                let (then, other) = (self.value(depth - 1), self.value(depth - 1));
                self.b.ite(condition, then, other)
            }
            kind => {
                let (p, q) = (self.value(depth - 1), self.value(depth - 1));
                match kind {
                    9 => self.b.add(p, q),
                    10 => self.b.sub(p, q),
                    _ => self.b.max(p, q),
                }
            }
        }
    }

    fn index(&mut self, depth: u32, len: u32) -> E {
        let value = self.value(depth - 1);
        self.b.clamp(value, 0, len as Val - 1)
    }

    fn condition(&mut self, depth: u32) -> E {
        let kinds = if depth == 0 { 1 } else { 5 };
        match self.rng.u32(0..kinds) {
            3 => {
                let (p, q) = (self.condition(depth - 1), self.condition(depth - 1));
                if self.rng.bool() {
                    self.b.all([p, q])
                } else {
                    self.b.any([p, q])
                }
            }
            4 => {
                let inner = self.condition(depth - 1);
                self.b.not(inner)
            }
            _ => {
                let op = [Op::Eq, Op::Ne, Op::Lt, Op::Le][self.rng.usize(0..4)];
                let (p, q) = (self.value(depth), self.value(depth));
                self.b.cmp(op, p, q)
            }
        }
    }
}
