//! Reading and printing properties, and what is said about wrong ones.

use playproof_model::{
    Builder, Formula, Joint, Later, Property, Quantifier, Relation, Rules, Span, Term, TermKind,
    elaborate, set,
};
use proptest::prelude::*;

fn complaint(text: &str) -> String {
    match text.parse::<Property>() {
        Ok(property) => match elaborate(&strip(), &property) {
            Ok(_) => panic!("`{text}` was accepted"),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    }
}

/// A token on a strip of four cells, with lamps.
fn strip() -> Rules {
    let mut b = Builder::default();
    let place = b.variable("place", 0, 3);
    let lamps = b.array("lamp", 2, 0, 1);
    let _ = lamps;
    let here = b.var(place);
    let one = b.constant(1);
    let there = b.add(here, one);
    let there = b.clamp(there, 0, 3);
    let right = b.action("right");
    b.command("right", right, one, vec![set(place, there)]);
    let win = b.is(here, 3);
    b.atom("win", win);
    b.counter("moves", |_| 1);
    let map = b.table("map", &[4, 1], vec![0, 1, -1, 3]);
    b.locator("at", place, map);
    b.initial(vec![0, 0, 1]);
    b.finish().unwrap()
}

#[test]
fn wrong_properties_are_explained() {
    let cases = [
        (
            "",
            "column 1: the property ends here; expected a requirement such as `solvable`, `shortest <= 20` or `never P`, or a formula such as `G p`",
        ),
        (
            "solvible",
            "column 1: there is no property `solvible`; did you mean `solvable`?",
        ),
        (
            "shortest < 3",
            "column 10: unexpected `<`; expected `<=` or `>=`",
        ),
        (
            "shortest <= -3",
            "column 13: unexpected `-`; expected a number of moves, 0 or more",
        ),
        (
            "shortest <= 99999999999",
            "column 13: `99999999999` is too large a number",
        ),
        (
            "shortest <= 99999999",
            "99999999 is more than can be counted, 16777215",
        ),
        (
            "never (win",
            "column 11: `)` is missing; the bracket opened at column 7 needs it",
        ),
        ("never win)", "column 10: `)` closes nothing"),
        (
            "never wim",
            "column 7: nothing here is named `wim`; did you mean `win`?",
        ),
        (
            "never zebra",
            "column 7: nothing here is named `zebra`; this game knows place, lamp, win, moves, at",
        ),
        (
            "never place",
            "column 7: `place` is a number, not true or false; compare it, as in `place == 1`",
        ),
        (
            "never place == 4",
            "column 16: 4 is outside the domain 0..=3",
        ),
        (
            "never win == 1",
            "column 7: `win` is true or false, not a number",
        ),
        (
            "never lamp == 1",
            "column 7: `lamp` is an array of 2; name an element, as in `lamp[0]`",
        ),
        (
            "never lamp[2]",
            "column 7: the elements of `lamp` are 0 to 1",
        ),
        ("never place[0] == 1", "column 7: `place` is not an array"),
        (
            "never moves == place",
            "column 7: `moves` can only be compared with a number",
        ),
        (
            "never at",
            "column 7: `at` takes arguments; as in `at(1, 1)`",
        ),
        ("never at(1)", "column 7: `at` takes 2 arguments"),
        (
            "never at(5, 1)",
            "column 7: the 1st argument, 5, is off the map: it goes from 1 to 4",
        ),
        (
            "never at(4, 9)",
            "column 7: the 2nd argument, 9, is off the map: it goes from 1 to 1",
        ),
        (
            "never on(1, 1)",
            "column 7: nothing named `on` takes arguments; did you mean `at`?",
        ),
        ("never win & win", "column 11: unexpected `&`; write `&&`"),
        (
            "never (win and win)",
            "column 12: unexpected `and`; write `&&`",
        ),
        ("never win or win", "column 11: unexpected `or`; write `||`"),
        (
            "never F win",
            "column 7: this is a condition on one state, without temporal operators; \
             write the formula alone, as in `G (p -> F q)`",
        ),
        (
            "place == 3",
            "column 1: a condition alone says nothing about runs; \
             write `reach place == 3`, `never place == 3` or `G (place == 3)`",
        ),
        (
            "unlosable && solvable",
            "column 11: unexpected `&&`; requirements are not joined: ask each by itself",
        ),
        (
            "deadend-free",
            "column 1: there is no property `deadend-free`; did you mean `dead-end-free`?",
        ),
        ("win and F win", "column 5: unexpected `and`; write `&&`"),
        ("not win", "column 1: unexpected `not`; write `!`"),
        ("always (win)", "column 1: unexpected `always`; write `G`"),
        ("G (win => win)", "column 8: unexpected `=>`; write `->`"),
        ("G win → win", "column 7: unexpected `→`; write `->`"),
        (
            "some twistiness >= 0.2 within 9",
            "column 21: unexpected `.`; numbers are whole, and ratios fractions such as `1/5`",
        ),
        (
            "at(1, 1) -> win",
            "column 1: a condition alone says nothing about runs; \
             write `reach at(1, 1) -> win`, `never at(1, 1) -> win` or `G (at(1, 1) -> win)`",
        ),
        (
            "assume GF win; solvable",
            "column 16: `solvable` is a requirement, not a condition; \
             assumptions go with formulas, as in `assume GF p; F q`",
        ),
        (
            "A[win U place == 3",
            "column 19: `]` is missing; the bracket opened at column 2 needs it",
        ),
        (
            "G win U",
            "column 8: the property ends here; expected a name or a number",
        ),
        (
            "G (win until win)",
            "column 8: unexpected `until`; write `U`",
        ),
        (
            "AG F EX win",
            "column 9: `F EX win` makes this neither LTL nor CTL; in CTL each of X F G U W R M has its \
             own A or E, as in `AG EF p`; in LTL there is none, but for one E or A in front of all",
        ),
        (
            "assume GF win; AG EF win",
            "`assume G F win` does not go with a CTL formula; fairness is an assumption on runs: ask \
             for all runs, as in `G (p -> F q)`, or for one, as in `E F q`",
        ),
        (
            "assume F win; G win",
            "column 8: an assumption is justice, `GF p`, or compassion, `GF p -> GF q`; \
             p and q are conditions on one state",
        ),
        (
            "assume GF win G win",
            "column 15: unexpected `G`; expected `;` and then what is asked",
        ),
        (
            "some twistiness >= 1/5",
            "column 23: a ratio needs a bound on the moves; add `within N`",
        ),
        (
            "some turns >= 3",
            "column 16: without a bound on the moves, walking to and fro satisfies it; add `within N`",
        ),
        (
            "some turns >= 1/2 within 9",
            "column 16: `turns` is a whole number",
        ),
        (
            "some twistiness >= 1/0 within 9",
            "column 22: a fraction of nothing",
        ),
        (
            "twistiness >= 1/5 within 9",
            "column 1: `twistiness` of which winning runs?; \
             write `some twistiness …` or `every twistiness …`",
        ),
        (
            "every twisty >= 1/5 within 9",
            "column 7: `twisty` cannot be measured on a run; \
             expected `turns`, `straights`, `pushes`, `score`, `twistiness` or `turn-ratio`",
        ),
        ("progress >= 3", "column 10: unexpected `>=`; expected `<=`"),
        ("routes <= 3", "column 8: unexpected `<=`; expected `>=`"),
        (
            "progress <= 3",
            "this game does not say what visible progress is; \
             `quiet_moves` counts the steps since visible progress",
        ),
        (
            "G 5 * moves >= 2 * moves",
            "column 3: comparing two counters needs a bound on the moves; \
             as in `some twistiness >= 1/5 within 55`",
        ),
        (
            "G 5 * moves >= 3",
            "column 3: `5 * moves` can only be compared with another counter",
        ),
    ];
    for (text, wanted) in cases {
        assert_eq!(complaint(text), wanted, "for `{text}`");
    }
    let deep = format!("never {}win", "!".repeat(10_000));
    assert!(complaint(&deep).contains("nested too deeply"));
    let deep = format!("never {}win", "(".repeat(10_000));
    assert!(complaint(&deep).contains("nested too deeply"));
}

#[test]
fn a_place_where_nothing_can_be_is_noted_once() {
    let notes = |text: &str| {
        let property = text.parse::<Property>().unwrap();
        elaborate(&strip(), &property).unwrap().notes().to_vec()
    };
    assert!(notes("never at(4, 1) || win").is_empty());
    let note = "`at(3, 1)` can never be true: nothing can be there, it is a wall";
    assert_eq!(notes("reach win && (at(3, 1) || !at(3, 1))"), [note]);
}

#[test]
fn precedence_is_the_usual_one() {
    let same = |a: &str, b: &str| assert_eq!(a.parse::<Property>(), b.parse::<Property>());
    same("never a && b || c", "never (a && b) || c");
    same("never a -> b -> c", "never a -> (b -> c)");
    same("never !a && b", "never (!a) && b");
    same("never a || b -> c", "never (a || b) -> c");
    same("never x = 3", "never x == 3");
}

#[test]
fn what_is_typed_without_needless_brackets_is_printed_so() {
    let typed = [
        "never at(2, 2) && moves > 0",
        "reach !win && (a || b) && !(x == 3)",
        "never a -> b -> c || d && e",
        "never (a -> b) -> c",
        "reach a && (b && c) || (d || e)",
        "reach !!win",
    ];
    for text in typed {
        assert_eq!(text.parse::<Property>().unwrap().to_string(), text);
    }
    let bracketed = "never ((at(2, 2)) && (moves > 0))".parse::<Property>();
    assert_eq!(bracketed.unwrap().to_string(), typed[0]);
}

fn term() -> impl Strategy<Value = Term> {
    let name = "[a-z][a-z_]{0,5}".prop_filter("no keyword", |n| n != "true" && n != "false");
    let kind = prop_oneof![
        any::<i32>()
            .prop_filter("has an opposite", |n| *n > i32::MIN)
            .prop_map(TermKind::Number),
        name.clone().prop_map(TermKind::Name),
        (name.clone(), 0..9).prop_map(|(n, i)| TermKind::Element(n, i)),
        (name, prop::collection::vec(-9..9, 1..4)).prop_map(|(n, a)| TermKind::Call(n, a)),
    ];
    kind.prop_map(|kind| Term { kind, column: 0 })
}

/// Formulas; with `time`, temporal ones too.
fn formula(time: bool) -> impl Strategy<Value = Formula> {
    use Relation::{Eq, Ge, Gt, Le, Lt, Ne};
    let relation = prop::sample::select(vec![Eq, Ne, Lt, Le, Gt, Ge]);
    let leaf = prop_oneof![
        any::<bool>().prop_map(Formula::Const),
        term().prop_map(Formula::Is),
        (relation, term(), term()).prop_map(|(r, a, b)| Formula::Compare(r, a, b)),
    ];
    leaf.prop_recursive(5, 32, 2, move |inner| {
        let two = (inner.clone(), inner.clone());
        let joints = vec![Joint::And, Joint::Or, Joint::Implies, Joint::Iff];
        let states = prop_oneof![
            inner.clone().prop_map(Formula::negated),
            (prop::sample::select(joints), two.clone()).prop_map(|(j, (p, q))| p.join(j, q)),
        ];
        let laters = vec![Later::Next, Later::Finally, Later::Globally];
        let spans = vec![
            Span::Until,
            Span::WeakUntil,
            Span::Release,
            Span::StrongRelease,
        ];
        let quantifiers = vec![Quantifier::All, Quantifier::Some];
        let times = prop_oneof![
            (prop::sample::select(laters), inner.clone()).prop_map(|(l, p)| p.later(l)),
            (prop::sample::select(spans), two).prop_map(|(s, (p, q))| p.span(s, q)),
            (prop::sample::select(quantifiers), inner).prop_map(|(q, p)| p.on(q)),
        ];
        match time {
            true => prop_oneof![states, times].boxed(),
            false => states.boxed(),
        }
    })
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(p in formula(false), never in any::<bool>()) {
        let property = if never { Property::Never(p) } else { Property::Reach(p) };
        prop_assert_eq!(property.to_string().parse::<Property>(), Ok(property));
    }

    #[test]
    fn a_temporal_formula_that_is_printed_is_read_back(p in formula(true)) {
        prop_assert_eq!(p.to_string().parse::<Formula>(), Ok(p));
    }

    #[test]
    fn any_text_is_read_or_explained(text in ".{0,60}") {
        let _ = text.parse::<Property>();
    }

    #[test]
    fn any_words_are_read_or_explained(
        words in prop::collection::vec(prop::sample::select(vec![
            "never", "reach", "(", ")", "[", "]", "!", "&&", "||", "->", "<=", "-", "3", "win", "at", ",",
            "G", "F", "X", "U", "W", "R", "M", "A", "E", "[]", "<>", "<->", "assume", ";", "some", "every",
            "turns", "within", "*", "/", "AG", "EF", "twistiness",
        ]), 0..20)
    ) {
        let _ = words.join(" ").parse::<Property>();
    }
}
