//! Tables of formulas and what they are in English.

use std::collections::HashMap;

use super::*;
use playproof::Playproof;

/// Each property above what it asks.
fn table(properties: &[&str]) -> String {
    let said = properties.iter().map(|text| {
        let property = Playproof::property(text).unwrap();
        format!(
            "{text}\n    {}\n",
            english(&property).replace('\n', "\n    ")
        )
    });
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn times() {
    insta::assert_snapshot!(table(&[
        "G p",
        "[] !p",
        "<> p",
        "X p",
        "X X X p",
        "GF p",
        "F G p",
        "GF !p",
        "FG !p",
        "G (p -> F q)",
        "G (p -> X (q -> F r))",
        "G !(p && q)",
        "F (p && q)",
        "F p && q",
        "G (p || F q)",
        "F X p",
        "G F G p",
        "F (p && G q)",
        "G (p -> G !q)",
    ]));
}

#[test]
fn spans() {
    insta::assert_snapshot!(table(&[
        "p U q",
        "p W q",
        "p R q",
        "p M q",
        "!win U at(3, 4)",
        "p U (q && r)",
        "(p && q) U r",
        "p U q U r",
        "G (p -> p U q)",
        "(p R q) -> F r",
        "!(p U q)",
    ]));
}

#[test]
fn joints_and_negations() {
    insta::assert_snapshot!(table(&[
        "G (p <-> q)",
        "F p <-> F q",
        "F p && F q && F r",
        "G (p && (q || r))",
        "G ((p || q) && r)",
        "G (p -> q -> r)",
        "G !!p",
        "!!!F p",
        "!G p",
        "!GF p",
        "!FG p",
        "!X p",
        "G !(p || q)",
        "G !(p -> q)",
        "G !(p <-> q)",
        "!(F p && G q)",
        "!(F p || G q)",
        "(GF p -> GF q) -> G r",
        "F true && G !false",
    ]));
}

#[test]
fn quantifiers() {
    insta::assert_snapshot!(table(&[
        "E F win",
        "E (p U G q)",
        "AG EF win",
        "AG (lose || EF win)",
        "AG (EF win || AF lose)",
        "AG (p -> AX EX q)",
        "EG !p",
        "A[p U E[q W r]]",
        "E[p R q]",
        "!EF p",
        "AF (p && EG q)",
        "!(AX p || EX q)",
        "!AG p",
        "AG !EF p",
        "EF p && AG q",
        "EF p -> AF EG (p && moves <= 3)",
    ]));
}

#[test]
fn conditions() {
    insta::assert_snapshot!(table(&[
        "never at(3, 4)",
        "reach win && moves <= 20",
        "never !(moves <= 20)",
        "never win && (at(1, 2) || box[3] != 0)",
        "reach a && b && (c || !d)",
        "G 3 * turns < moves",
        "F x == -1",
        "G !(x == 1)",
        "never box(3, 4) -> !at(5, 6)",
    ]));
}

#[test]
fn assumptions() {
    insta::assert_snapshot!(table(&[
        "assume GF p; F q",
        "assume GF p -> GF q; GF r",
        "assume GF p; assume GF p -> GF q; G (a -> F b)",
        "assume GF (p && q); assume GF r; E F a",
        "assume GF p; A (F q && G r && X s)",
    ]));
}

/// The truth of a formula at each moment of a word over p and q, by the
/// meaning of each operator; after the last moment comes that at `again`.
fn truth(formula: &Formula, word: &[[bool; 2]], again: usize) -> Vec<bool> {
    let n = word.len();
    let next = |i: usize| if i + 1 < n { i + 1 } else { again };
    let of = |p: &Formula| truth(p, word, again);
    let each = |f: &dyn Fn(usize) -> bool| -> Vec<bool> { (0..n).map(f).collect() };
    // Twice round is enough to find the least or greatest solution.
    let solve = |start: bool, f: &dyn Fn(usize, bool) -> bool| {
        let mut x = vec![start; n];
        for i in (0..n).rev().chain((0..n).rev()) {
            x[i] = f(i, x[next(i)]);
        }
        x
    };
    match formula {
        Formula::Is(term) => {
            let which = usize::from(term.to_string() == "q");
            each(&|i| word[i][which])
        }
        Formula::Not(p) => of(p).iter().map(|x| !x).collect(),
        Formula::Join(joint, p, q) => {
            let (p, q) = (of(p), of(q));
            each(&|i| match joint {
                Joint::And => p[i] && q[i],
                Joint::Or => p[i] || q[i],
                Joint::Implies => !p[i] || q[i],
                Joint::Iff => p[i] == q[i],
            })
        }
        Formula::Later(later, p) => {
            let p = of(p);
            match later {
                Later::Next => each(&|i| p[next(i)]),
                Later::Finally => solve(false, &|i, x| p[i] || x),
                Later::Globally => solve(true, &|i, x| p[i] && x),
            }
        }
        Formula::Span(span, p, q) => {
            let (p, q) = (of(p), of(q));
            match span {
                Span::Until => solve(false, &|i, x| q[i] || p[i] && x),
                Span::WeakUntil => solve(true, &|i, x| q[i] || p[i] && x),
                Span::Release => solve(true, &|i, x| q[i] && (p[i] || x)),
                Span::StrongRelease => solve(false, &|i, x| q[i] && (p[i] || x)),
            }
        }
        Formula::Const(_) | Formula::Compare(..) | Formula::Runs(..) => unreachable!(),
    }
}

/// All formulas over p and q of a size.
fn formulas(size: usize, smaller: &[Vec<Formula>]) -> Vec<Formula> {
    if size == 1 {
        return vec![Formula::name("p"), Formula::name("q")];
    }
    let mut all = Vec::new();
    for p in &smaller[size - 1] {
        all.push(p.clone().negated());
        let times = [Later::Next, Later::Finally, Later::Globally];
        all.extend(times.map(|later| p.clone().later(later)));
    }
    for left in 1..size - 1 {
        for p in &smaller[left] {
            for q in &smaller[size - 1 - left] {
                let joints = [Joint::And, Joint::Or, Joint::Implies, Joint::Iff];
                all.extend(joints.map(|joint| p.clone().join(joint, q.clone())));
                let spans = [
                    Span::Until,
                    Span::WeakUntil,
                    Span::Release,
                    Span::StrongRelease,
                ];
                all.extend(spans.map(|span| p.clone().span(span, q.clone())));
            }
        }
    }
    all
}

#[test]
fn what_sounds_the_same_means_the_same() {
    // Every word of three letters, with every place to go on at.
    let letters =
        (0..64usize).map(|bits| [0, 1, 2].map(|i| [1, 2].map(|b| bits >> (2 * i) & b != 0)));
    let words: Vec<([[bool; 2]; 3], usize)> = letters
        .flat_map(|word| (0..3).map(move |again| (word, again)))
        .collect();
    let mut smaller = vec![Vec::new()];
    let mut meanings: HashMap<String, (Vec<bool>, Formula)> = HashMap::new();
    for size in 1..=5 {
        let all = formulas(size, &smaller);
        for formula in &all {
            let meaning = words
                .iter()
                .map(|(word, again)| truth(formula, word, *again)[0]);
            let meaning: Vec<bool> = meaning.collect();
            let text = formula_english(formula);
            let known = meanings.entry(text.clone());
            let (other, first) = known.or_insert_with(|| (meaning.clone(), formula.clone()));
            assert_eq!(meaning, *other, "`{formula}` and `{first}`: {text}");
        }
        smaller.push(all);
    }
    assert!(meanings.len() > 3000, "{}", meanings.len());
}

#[test]
fn nesting_does_not_multiply_the_work() {
    let nested = |open: &str, close: &str, n: usize| {
        let text = format!("{}p{}", open.repeat(n), close.repeat(n));
        english(&Playproof::property(&text).unwrap()).len()
    };
    assert!(nested("G !(q && ", ")", 25) > 0);
    assert!(nested("F (q || r && ", ")", 25) > 0);
    assert!(nested("X !(q -> ", ")", 25) > 0);
    assert!(nested("A[q U E[r && ", "]]", 25) > 0);
}

#[test]
fn requirements() {
    insta::assert_snapshot!(table(&[
        "solvable",
        "unsolvable",
        "shortest <= 1",
        "shortest >= 20",
        "unlosable",
        "dead-end-free",
        "softlock-free",
        "progress <= 5",
        "progress-at-win <= 5",
        "some turns >= 3 within 40",
        "every turns >= 3",
        "every straights <= 1",
        "some pushes <= 1",
        "every pushes >= 1200 within 2000",
        "never box_at(2, 3) && !box_at(4, 3)",
        "assume GF justice; assume GF moved_left -> GF moved_right; G (!two_box_block || box_on_edge)",
        "some twistiness >= 1/5 within 55",
        "every turn-ratio <= 2 within 30",
        "alternatives >= 1",
        "alternatives >= 3",
        "routes >= 2",
        "unique",
    ]));
}
