//! What cannot be exported, and how that is said.

use playproof_export::{promela, smv};
use playproof_model::{Builder, Rules, set};

/// A switch that can be turned on, and whatever else.
fn switch(write: impl FnOnce(&mut Builder)) -> Rules {
    let mut b = Builder::default();
    let on = b.variable("on", 0, 1);
    let (now, one) = (b.var(on), b.constant(1));
    let turn = b.action("turn");
    b.command("turn", turn, one, vec![set(on, one)]);
    b.atom("win", now);
    b.initial(vec![0]);
    write(&mut b);
    b.finish().expect("a game")
}

fn refused(rules: &Rules, property: &str) -> String {
    let asked = ("mine".to_owned(), property.parse().expect("a property"));
    let refused = promela(rules, &[asked]).expect_err("it should be refused");
    refused.to_string()
}

#[test]
fn properties_that_spin_cannot_be_asked_are_named() {
    let rules = switch(|_| ());
    for (property, why) in [
        (
            "AG EF win",
            "property `mine` is about the tree of runs (CTL), and SPIN knows LTL only; smv can say it",
        ),
        (
            "unique",
            "property `mine` counts runs, which SPIN cannot do",
        ),
        (
            "F wim",
            "property `mine`: column 3: nothing here is named `wim`; did you mean `win`?",
        ),
        (
            "G (moves <= 3)",
            "property `mine`: column 4: nothing here is named `moves`; this game knows on, win",
        ),
    ] {
        assert_eq!(refused(&rules, property), why);
    }
}

#[test]
fn smv_is_asked_everything_but_numbers_of_runs() {
    let rules = switch(|_| ());
    let asked = |text: &str| smv(&rules, "mine", &text.parse().expect("a property"));
    for text in ["solvable", "G F win", "AG EF win"] {
        assert!(asked(text).is_ok(), "{text}");
    }
    for text in ["unique", "routes >= 2", "alternatives >= 2"] {
        let refused = asked(text).expect_err("it should be refused");
        let why = "property `mine` counts runs, which no export can say";
        assert_eq!(refused.to_string(), why);
    }
}

#[test]
fn formulas_whose_text_would_explode_are_refused() {
    let rules = switch(|_| ());
    // Each writes its second operand twice.
    let text = "(on W ".repeat(30) + "X win" + &")".repeat(30);
    let refused = smv(&rules, "mine", &text.parse().expect("a property"));
    assert_eq!(
        refused.expect_err("it should be refused").to_string(),
        "the formula, written with the operators that SMV has, is too large: \
         65536 letters may be written"
    );
}

#[test]
fn rules_whose_text_would_explode_are_refused() {
    let rules = switch(|b| {
        let on = b.var(playproof_model::VarId(0));
        let mut e = on;
        for i in 0..40 {
            let two = b.constant(2 + i);
            let (p, q) = (b.sub(two, e), b.sub(e, two));
            e = b.max(p, q);
            e = b.clamp(e, 0, 100);
        }
        let far = b.is(e, 3);
        b.atom("far", far);
    });
    assert!(promela(&rules, &[]).is_ok(), "nothing reads it");
    assert_eq!(
        refused(&rules, "reach far"),
        "what this level's rules write as text is too large: 1048576 operations may be written"
    );
    let rules = switch(|b| {
        let on = b.var(playproof_model::VarId(0));
        let mut e = on;
        for i in 0..1000 {
            let other = b.constant(i % 7);
            e = b.ite(on, e, other);
        }
        let deep = b.is(e, 3);
        b.atom("deep", deep);
    });
    assert_eq!(
        refused(&rules, "reach deep"),
        "what this level's rules write as text is too large: expressions may nest 256 deep"
    );
}
