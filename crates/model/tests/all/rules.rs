//! What `validate` refuses, how runs end, and how states are packed.

use playproof_model::{
    AtomId, Builder, Extent, Layout, Op, Property, RulesError, Statement, Step, Val, VarDecl,
    elaborate, elaborate_conditions, set, set_elem, steps, stuck,
};
use proptest::prelude::*;

/// A game with a variable `x` in 0..=3, an array `a` of 2, and whatever else.
fn game(
    write: impl FnOnce(&mut Builder, playproof_model::VarId, playproof_model::VarId),
) -> Result<playproof_model::Rules, RulesError> {
    let mut b = Builder::default();
    let x = b.variable("x", 0, 3);
    let a = b.array("a", 2, 0, 1);
    b.initial(vec![0, 0, 0]);
    write(&mut b, x, a);
    b.finish()
}

fn refused(
    write: impl FnOnce(&mut Builder, playproof_model::VarId, playproof_model::VarId),
) -> String {
    game(write).expect_err("it should be refused").to_string()
}

#[test]
fn rules_that_can_go_wrong_are_refused() {
    let message = refused(|b, x, _| {
        let (now, one) = (b.var(x), b.constant(1));
        let up = b.add(now, one);
        let act = b.action("up");
        b.command("up", act, one, vec![set(x, up)]);
    });
    assert_eq!(
        message,
        "command `up`: `x` is given 1..=4, its domain is 0..=3; clamp the value"
    );
    let message = refused(|b, x, a| {
        let now = b.var(x);
        b.elem(a, now);
    });
    assert!(
        message.ends_with("an index of `a` ranges over 0..=3, its size is 2"),
        "{message}"
    );
    let message = refused(|b, x, a| {
        let (now, one) = (b.var(x), b.constant(1));
        let act = b.action("write");
        b.command("write", act, one, vec![set_elem(a, now, one)]);
    });
    assert!(
        message.contains("an index of `a` ranges over 0..=3"),
        "{message}"
    );
    let message = refused(|b, x, _| {
        let now = b.var(x);
        let t = b.table("t", &[3], vec![0; 3]);
        b.lookup(t, &[now]);
    });
    assert!(
        message.contains("`t` ranges over 0..=3, its size is 3"),
        "{message}"
    );
    let message = refused(|b, _, _| {
        b.table("t", &[2, 2], vec![0; 3]);
    });
    assert_eq!(message, "table `t`: 4 cells by its sizes, 3 given");
    let message = refused(|b, x, _| {
        let now = b.var(x);
        let act = b.action("go");
        b.command("go", act, now, vec![]);
    });
    assert_eq!(message, "command `go`: its guard is not 0 or 1");
    let message = refused(|b, x, _| {
        let now = b.var(x);
        b.atom("win", now);
    });
    assert_eq!(message, "proposition `win`: it is not 0 or 1");
    let message = refused(|b, x, _| {
        let now = b.var(x);
        let big = b.mul(i32::MAX, now);
        b.add(big, big);
    });
    assert!(message.contains("the value can leave 32 bits"), "{message}");
    let message = refused(|b, x, _| {
        let now = b.var(x);
        b.ite(now, now, now);
    });
    assert!(message.contains("the condition is not 0 or 1"), "{message}");
    let message = refused(|b, _, _| b.initial(vec![0, 0, 2]));
    assert_eq!(message, "initial state 1: `a` = 2 is outside 0..=1");
    let message = refused(|b, _, _| b.initial(vec![0]));
    assert_eq!(message, "initial state 1: 1 values for 3 variables");
    let message = refused(|b, _, _| {
        let one = b.constant(1);
        b.atom("x", one);
    });
    assert_eq!(message, "proposition `x`: the name is used twice");
}

/// A walk along 0..=3 that ends at 3 by winning; at 2 it can get stuck in a
/// hole, where `a[0]` is 1.
#[test]
fn runs_that_end_stutter() {
    let rules = game(|b, x, a| {
        let (now, one, zero) = (b.var(x), b.constant(1), b.constant(0));
        let hole = b.elem(a, zero);
        let free = b.not(hole);
        let up = b.add(now, one);
        let up = b.clamp(up, 0, 3);
        let go = b.action("go");
        b.command("walk", go, free, vec![set(x, up)]);
        let two = b.constant(2);
        let at_hole = b.cmp(Op::Eq, now, two);
        let fall = b.all([at_hole, free]);
        b.command("fall", go, fall, vec![set_elem(a, zero, one)]);
        let win = b.is(now, 3);
        b.atom("win", win);
        b.terminal(win);
        b.counter("moves", |_| 1);
    });
    let subject = elaborate(&rules.unwrap(), &"shortest <= 9".parse().unwrap()).unwrap();
    let all = |state: &[Val]| {
        let mut found = Vec::new();
        steps(&subject, state, &mut |step, next| {
            found.push((step, next.to_vec()))
        });
        found
    };
    let act = |choice| Step::Act {
        action: playproof_model::ActionId(0),
        choice,
    };
    // One action, two enabled commands: two successors. Moves are counted.
    assert_eq!(
        all(&[2, 0, 0, 5]),
        [(act(0), vec![3, 0, 0, 6]), (act(1), vec![2, 1, 0, 6])]
    );
    // Over, and stuck: the same state again, observers unchanged.
    assert_eq!(all(&[3, 0, 0, 6]), [(Step::Stutter, vec![3, 0, 0, 6])]);
    assert_eq!(all(&[2, 1, 0, 6]), [(Step::Stutter, vec![2, 1, 0, 6])]);
    assert!(subject.terminal(&[3, 0, 0, 6]) && !stuck(&subject, &[3, 0, 0, 6]));
    assert!(!subject.terminal(&[2, 1, 0, 6]) && stuck(&subject, &[2, 1, 0, 6]));
    // The counter stays at its cap, one above the largest constant.
    assert_eq!(all(&[0, 0, 0, 10]), [(act(0), vec![1, 0, 0, 10])]);
}

#[test]
fn only_observers_that_are_read_enter_the_state() {
    let rules = game(|b, x, _| {
        let (now, one) = (b.var(x), b.constant(1));
        let go = b.action("go");
        b.command("go", go, one, vec![]);
        let win = b.is(now, 3);
        b.atom("win", win);
        b.counter("moves", |_| 1);
        b.counter("coins", |_| 2);
    });
    let rules = rules.unwrap();
    let names = |property: &str| {
        let property: Property = property.parse().unwrap();
        let subject = elaborate(&rules, &property).unwrap();
        let vars = subject.machine().vars.iter();
        let list: Vec<String> = vars
            .map(|v| format!("{} {}..={}", v.name, v.lo, v.hi))
            .collect();
        list.join(", ")
    };
    assert_eq!(names("solvable"), "x 0..=3, a 0..=1");
    assert_eq!(names("shortest <= 7"), "x 0..=3, a 0..=1, moves 0..=8");
    assert_eq!(names("never coins == 3"), "x 0..=3, a 0..=1, coins 0..=4");
    assert_eq!(
        names("reach moves > 2 && coins < 5 && moves != 4"),
        "x 0..=3, a 0..=1, moves 0..=5, coins 0..=6"
    );
}

/// A proposition may read what watches the game, if that has a greatest value
/// of its own; the game may not.
#[test]
fn propositions_may_read_observers() {
    let rules = |extent: Extent, terminal: bool| {
        game(|b, _, _| {
            let one = b.constant(1);
            let go = b.action("go");
            b.command("go", go, one, vec![]);
            let gone = b.observer("gone", extent, |b, _, _| b.constant(1));
            let gone = b.var(gone);
            let has_gone = b.is(gone, 1);
            b.atom("has_gone", has_gone);
            b.atom("win", one);
            if terminal {
                b.terminal(has_gone);
            }
        })
    };
    let problem = |extent, terminal| rules(extent, terminal).unwrap_err().to_string();
    let saturating = problem(Extent::Saturating, false);
    assert!(
        saturating.contains("no proposition may read it"),
        "{saturating}"
    );
    assert!(problem(Extent::UpTo(1), true).contains("the game itself reads it"));
    let rules = rules(Extent::UpTo(1), false).unwrap();
    let n_vars = |property: &str| {
        let subject = elaborate(&rules, &property.parse().unwrap()).unwrap();
        subject.machine().vars.len()
    };
    assert_eq!(
        (n_vars("solvable"), n_vars("reach win || !has_gone")),
        (2, 3)
    );
    let subject = elaborate(&rules, &"reach has_gone".parse().unwrap()).unwrap();
    let mut before = Vec::new();
    subject.initial(&mut |s| before = s.to_vec());
    assert!(!subject.holds(&before, AtomId(0)));
    subject.successors(&before, &mut |_, s| assert!(subject.holds(s, AtomId(0))));
}

#[test]
fn a_variable_may_be_a_proposition_of_a_question() {
    let mut b = Builder::default();
    let (flag, target) = (b.variable("flag", 0, 1), b.variable("target", 0, 1));
    let one = b.constant(1);
    let raise = b.action("raise");
    b.command("raise", raise, one, vec![set(flag, one), set(target, one)]);
    let won = b.var(flag);
    b.atom("win", won);
    b.initial(vec![0, 0]);
    let rules = b.finish().unwrap();
    for property in ["F flag", "AG EF target", "reach flag", "solvable", "unique"] {
        let subject = elaborate(&rules, &property.parse().unwrap()).unwrap();
        assert!(subject.holds(&[1, 1], AtomId(0)), "{property}");
    }
}

#[test]
fn conditions_of_several_properties_share_their_counters() {
    let rules = game(|b, x, _| {
        let (now, one) = (b.var(x), b.constant(1));
        let up = b.add(now, one);
        let up = b.clamp(up, 0, 3);
        let act = b.action("up");
        b.command("up", act, one, vec![set(x, up)]);
        b.counter("moves", |_| 1);
        b.counter("weight", |_| 2);
    });
    let conditions = ["moves <= 4", "x == 2", "moves > 7"];
    let conditions = conditions.map(|text| (text.parse().unwrap(), None));
    let rules = rules.unwrap();
    let machine = elaborate_conditions(&rules, &conditions).unwrap();
    let names: Vec<&str> = machine.vars.iter().map(|v| &v.name[..]).collect();
    assert_eq!(names, ["x", "a", "moves"]);
    assert_eq!(machine.vars[2].hi, 8);
    let asked = elaborate(&rules, &"reach x == 2".parse().unwrap()).unwrap();
    let statement = Statement::new(machine, asked.statement().groups().to_vec()).unwrap();
    let holds = |state: &[Val]| statement.play().letter(state);
    assert_eq!(holds(&[2, 0, 0, 4]), [true, true, false]);
    assert_eq!(holds(&[3, 0, 0, 8]), [false, false, true]);
}

#[test]
fn updates_are_simultaneous_and_the_later_write_wins() {
    let rules = game(|b, x, a| {
        let (now, one, zero) = (b.var(x), b.constant(1), b.constant(0));
        let swap = b.action("swap");
        let first = b.elem(a, zero);
        let second = b.elem(a, one);
        // The elements change places; x is written twice.
        b.command(
            "swap",
            swap,
            one,
            vec![
                set_elem(a, zero, second),
                set_elem(a, one, first),
                set(x, zero),
                set(x, one),
            ],
        );
        let win = b.is(now, 3);
        b.atom("win", win);
    });
    let subject = elaborate(&rules.unwrap(), &Property::Solvable).unwrap();
    let mut next = Vec::new();
    subject.successors(&[2, 0, 1], &mut |_, s| next.push(s.to_vec()));
    assert_eq!(next, [[1, 1, 0]]);
    assert!(!subject.holds(&[2, 0, 1], AtomId(0)));
}

#[test]
fn the_hash_tells_rules_apart() {
    let rules = |limit: Val| {
        game(|b, x, _| {
            let now = b.var(x);
            let win = b.is(now, limit);
            b.atom("win", win);
            b.counter("moves", |_| 1);
        })
        .unwrap()
    };
    let print = |limit, property: &str| {
        let property: Property = property.parse().unwrap();
        elaborate(&rules(limit), &property).unwrap().fingerprint()
    };
    assert_eq!(print(2, "solvable"), print(2, "solvable"));
    assert_ne!(print(2, "solvable"), print(3, "solvable"));
    assert_ne!(print(2, "solvable"), print(2, "unsolvable"));
    assert_ne!(print(2, "shortest <= 2"), print(2, "shortest <= 3"));
}

fn variables() -> impl Strategy<Value = Vec<(VarDecl, Vec<Val>)>> {
    let variable = (
        any::<i32>(),
        0..40_u32,
        any::<u32>(),
        prop::option::of(1..9_u32),
    );
    let variable = variable.prop_map(|(lo, width_bits, random, len)| {
        let width = (u64::from(random) & ((1 << width_bits) - 1)).min(i32::MAX as u64);
        let lo = lo.min((i64::from(i32::MAX) - width as i64) as i32);
        let hi = (i64::from(lo) + width as i64) as i32;
        VarDecl {
            name: String::new(),
            lo,
            hi,
            len,
        }
    });
    let valued = variable.prop_flat_map(|v| {
        let values = prop::collection::vec(v.lo..=v.hi, v.n_flat());
        (Just(v), values)
    });
    prop::collection::vec(valued, 1..8)
}

proptest! {
    #[test]
    fn packing_loses_nothing(variables in variables()) {
        let vars: Vec<VarDecl> = variables.iter().map(|v| v.0.clone()).collect();
        let state: Vec<Val> = variables.into_iter().flat_map(|v| v.1).collect();
        let layout = Layout::new(&vars);
        let (mut row, mut back) = (Vec::new(), Vec::new());
        layout.pack(&state, &mut row);
        prop_assert_eq!(row.len(), layout.words);
        prop_assert!(layout.canonical(&row));
        layout.unpack(&row, &mut back);
        prop_assert_eq!(back, state);
    }

    /// A row with any bit flipped is refused, or is another state.
    #[test]
    fn every_bit_counts(variables in variables(), bit in any::<prop::sample::Index>()) {
        let vars: Vec<VarDecl> = variables.iter().map(|v| v.0.clone()).collect();
        let state: Vec<Val> = variables.into_iter().flat_map(|v| v.1).collect();
        let layout = Layout::new(&vars);
        let mut row = Vec::new();
        layout.pack(&state, &mut row);
        let bit = bit.index(row.len() * 64);
        row[bit / 64] ^= 1 << (bit % 64);
        if layout.canonical(&row) {
            let mut other = Vec::new();
            layout.unpack(&row, &mut other);
            prop_assert_ne!(&other, &state);
            let flat = vars.iter().flat_map(|v| vec![v; v.n_flat()]);
            prop_assert!(other.iter().zip(flat).all(|(x, v)| v.lo <= *x && *x <= v.hi));
        }
    }
}
