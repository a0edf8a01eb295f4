//! Quotients are rounded down in every language, below 0 too.

use playproof_export::{pddl, promela, smtlib, smv};
use playproof_model::{Builder, Property, Rules, Val, set};

const LEAST: Val = -9;
const GREATEST: Val = 8;

/// A number that is chosen at will, and its quotient by 3.
fn quotient() -> Rules {
    let mut b = Builder::default();
    let x = b.variable("x", LEAST, GREATEST);
    let q = b.variable("q", -3, 2);
    let (one, now) = (b.constant(1), b.var(x));
    let up = b.add(now, one);
    let up = b.clamp(up, LEAST, GREATEST);
    let third = b.div(3, now);
    let (raise, divide) = (b.action("raise"), b.action("divide"));
    b.command("raise", raise, one, vec![set(x, up)]);
    b.command("divide", divide, one, vec![set(q, third)]);
    let result = b.var(q);
    let won = b.is(result, 2);
    b.atom("win", won);
    b.initial(vec![LEAST, 0]);
    b.finish().expect("a game")
}

#[test]
fn languages_whose_division_rounds_towards_0_are_told_otherwise() {
    let rules = quotient();
    let text = promela(&rules, &[("mine".to_owned(), Property::Solvable)]).expect("a text");
    assert!(text.contains("#define DIV(a, k) ((a) < 0 -> ((a) + 1) / (k) - 1 : (a) / (k))\n"));
    assert!(text.contains("v_q = DIV(v_x, 3);"), "{text}");
    let text = smv(&rules, "mine", &Property::Solvable).expect("a text");
    let written = "x < 0 ? -1 - (-1 - x) / 3 : x / 3";
    assert!(text.contains(written), "{text}");

    // Both are right: Rust's division rounds as theirs.
    let promela = |a: Val, k: Val| if a < 0 { (a + 1) / k - 1 } else { a / k };
    let smv = |a: Val, k: Val| if a < 0 { -1 - (-1 - a) / k } else { a / k };
    let ends = [Val::MIN, Val::MIN + 1, Val::MAX - 1, Val::MAX];
    for a in (-50..=50).chain(ends) {
        for k in (1..=12).chain([Val::MAX - 1, Val::MAX]) {
            let floor = a.div_euclid(k);
            assert_eq!((promela(a, k), smv(a, k)), (floor, floor), "{a} / {k}");
        }
    }
}

#[test]
fn planners_get_an_operator_for_each_number() {
    let task = pddl(&quotient(), "mine", &Property::Solvable).expect("a task");
    let object = |v: Val| match v < 0 {
        true => format!("m{}", v.unsigned_abs()),
        false => format!("n{v}"),
    };
    for x in LEAST..=GREATEST {
        let operators = task.domain.split("(:action ");
        let name = format!("divide-x-{}\n", object(x));
        let mut operators = operators.filter(|text| text.starts_with(&name));
        let text = operators.next().expect("an operator");
        // The new value comes behind all that it is no longer.
        let after = format!(" (q {})))\n", object(x.div_euclid(3)));
        assert!(text.contains(&after), "{x}: {text}");
        assert_eq!(operators.next(), None, "{x}");
    }
}

#[test]
fn solvers_get_the_numbers_of_each_quotient() {
    let text = smtlib(&quotient(), "mine", &Property::Solvable, 1).expect("a text");
    for q in -3..=2 {
        let all = (LEAST..=GREATEST).filter(|x| x.div_euclid(3) == q);
        let all: Vec<String> = all.map(|x| format!("x={x}")).collect();
        let written = format!("={q} (or {})))", all.join(" "));
        assert!(text.contains(&written), "{q}: {text}");
    }
}
