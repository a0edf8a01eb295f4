//! A property explained: what it asks, the formula behind its name, how it is
//! decided, and what the answer rests on.

use playproof::{
    Answer, CollectionProperty, Formula, LinearNode, PathCount, Property, Question, TermKind,
};

use crate::english::{english, formula_english};
use crate::printable::printable;
use crate::wording::does;

/// Where lines are broken.
const WIDTH: usize = 96;

/// The lines about a property, each ended. The question is the property's own.
pub fn explained_text(property: &Property, question: &Question) -> String {
    let mut page = Page::default();
    page.line(0, &printable(&property.to_string()));
    page.line(4, &english(property));
    let definition = property.definition();
    match (&definition, property) {
        (Some(formula), Property::Temporal { assumptions, .. }) => {
            if !assumptions.is_empty() {
                page.line(4, &format!("as one formula: {formula}"));
            }
            let named = NAMED
                .iter()
                .find(|p| p.definition().as_ref() == Some(formula));
            if let Some(name) = named {
                page.line(4, &format!("also known as: {name}"));
            }
        }
        (Some(formula), _) => {
            page.line(4, &format!("formula: {}", printable(&formula.to_string())));
            page.line(8, &formula_english(formula));
        }
        (None, Property::CompleteSafe) => page.line(
            4,
            "formula: for each room and thing x, `never x` or `A[x R EF x]`",
        ),
        (None, _) => page.line(4, "formula: none, since it counts runs"),
    }
    let each = match property {
        Property::CompleteSafe => "thing by thing, ",
        _ => "",
    };
    page.line(4, &format!("decided: {each}{}", decided(question)));
    let [holds, violated] = match property {
        Property::CompleteSafe => [
            "evidence for each x: that it can never be reached, or that it is kept within reach"
                .to_owned(),
            "evidence about one x: a run that reaches it, and the play that loses it".to_owned(),
        ],
        _ => evidence(property, question),
    };
    page.line(4, &format!("holds by: {holds}"));
    page.line(4, &format!("violated by: {violated}"));
    if let Some(trigger) = property.trigger() {
        let trigger = printable(&trigger.to_string());
        page.line(
            4,
            &format!("warning: where `{trigger}` is never true, it holds for that reason alone"),
        );
    }
    for note in notes(definition.as_ref()) {
        page.line(4, &note);
    }
    page.0
}

/// The same for a property of several levels.
pub fn explained_collection_text(property: CollectionProperty) -> String {
    let mut page = Page::default();
    page.line(0, &property.to_string());
    match property {
        CollectionProperty::DifficultyRising => {
            page.line(
                4,
                "Of several levels in their order, none is easier than the one before.",
            );
            page.line(4, "formula: none, since it compares figures of levels");
            page.line(
                4,
                "decided: from the figures of `playproof analyze`; there is no certificate",
            );
        }
    }
    page.0
}

/// Requirements that a formula may turn out to be.
const NAMED: [Property; 5] = [
    Property::Solvable,
    Property::Unsolvable,
    Property::Unlosable,
    Property::DeadEndFree,
    Property::SoftlockFree,
];

fn decided(question: &Question) -> &'static str {
    match question {
        Question::Reach(_) => "by searching the states that can be reached",
        Question::Linear(_) => {
            "as LTL, by searching the states that can be reached, each with what is still asked \
             there"
        }
        Question::Branching(_) => {
            "as CTL, by working out which parts of the formula are true in which of the states \
             that can be reached"
        }
        Question::Paths(paths) => match paths.count {
            PathCount::Routes(_) => "by finding as many runs side by side as there are",
            _ => "by following runs that visit no state twice, one after the other",
        },
    }
}

/// What shows that a property holds, and that it is violated.
fn evidence(property: &Property, question: &Question) -> [String; 2] {
    let by = |on_run: Answer, run: &str, none: &str| match on_run {
        Answer::Holds => [run.to_owned(), none.to_owned()],
        Answer::Violated => [none.to_owned(), run.to_owned()],
    };
    match question {
        Question::Reach(reach) => {
            let does = match property {
                Property::ShortestAtMost(_) | Property::ShortestAtLeast(_) => "wins so soon".into(),
                property => does(property),
            };
            let run = format!("a run that {does}, a shortest one if the search is breadth-first");
            let none = format!("a closed set: states that no step leaves, so that no run {does}");
            by(reach.on_reach, &run, &none)
        }
        Question::Linear(question) => {
            let is_release = |n: &LinearNode| matches!(n, LinearNode::Release(..));
            let is_co_safe = !question.formula.nodes().iter().any(is_release);
            let run = match (is_co_safe, question.on_run) {
                (true, Answer::Holds) => "a shortest run that has done what is asked",
                (true, Answer::Violated) => "a shortest run after which nothing can mend it",
                (false, _) => "a lasso: a run that repeats for ever from some step on",
            };
            let none = "a ranking: every state with what is still asked there, and ranks that \
                        show that no run goes on like that for ever";
            by(question.on_run, run, none)
        }
        Question::Branching(_) => {
            let claims = "claims, state by state, each resting on those about the next states";
            [
                claims.to_owned(),
                format!("{claims}; the run to where it breaks is among them"),
            ]
        }
        Question::Paths(paths) => {
            let none = "a closed set, where no run wins";
            let (holds, violated) = match paths.count {
                PathCount::Alternatives(_) => (
                    "that many runs",
                    "all runs that there are, and what lies beside them",
                ),
                PathCount::Routes(_) => (
                    "that many runs",
                    "a cut: fewer states than that, and every run passes one of them",
                ),
                PathCount::Unique => ("the run, and what lies beside it", "two runs"),
            };
            [holds.to_owned(), format!("{violated}; or {none}")]
        }
    }
}

/// What words of the formula stand for.
fn notes(definition: Option<&Formula>) -> Vec<String> {
    let words = [
        ("moves", "the moves so far"),
        (
            "score",
            "1000 where play is won, -1000 where it is lost, less 1 a move and 100 a bump into a wall",
        ),
        (
            "turns",
            "the moves so far in another direction than the move before; the first is none",
        ),
        (
            "straights",
            "the moves so far in the same direction as the move before; the first is none",
        ),
        ("pushes", "the moves so far that pushed a box"),
        (
            "quiet_moves",
            "the steps since the last visible progress, in games that say what that is",
        ),
    ];
    let Some(definition) = definition else {
        return Vec::new();
    };
    let used = words.iter().filter(|(word, _)| names(definition, word));
    let mut notes: Vec<String> = used.map(|(w, meaning)| format!("{w}: {meaning}")).collect();
    if has_next(definition) {
        notes.push(
            "X: where play is over the run stays where it is, so the next state is the same".into(),
        );
    }
    notes
}

fn names(formula: &Formula, word: &str) -> bool {
    let is = |term: &playproof::Term| match &term.kind {
        TermKind::Name(name) | TermKind::Multiple(_, name) => name == word,
        _ => false,
    };
    match formula {
        Formula::Is(term) => is(term),
        Formula::Compare(_, a, b) => is(a) || is(b),
        other => other.parts().any(|part| names(part, word)),
    }
}

fn has_next(formula: &Formula) -> bool {
    matches!(formula, Formula::Later(playproof::Later::Next, _)) || formula.parts().any(has_next)
}

#[derive(Default)]
struct Page(String);

impl Page {
    /// Lines behind a margin; what does not fit goes on below, further right.
    fn line(&mut self, margin: usize, text: &str) {
        for line in text.lines() {
            let own = line.len() - line.trim_start().len();
            let mut width = margin + own;
            self.0.push_str(&" ".repeat(width));
            for (i, word) in line.split_whitespace().enumerate() {
                let n_chars = word.chars().count();
                if i > 0 && width + 1 + n_chars > WIDTH {
                    width = margin + own + 4;
                    self.0.push('\n');
                    self.0.push_str(&" ".repeat(width));
                } else if i > 0 {
                    self.0.push(' ');
                    width += 1;
                }
                self.0.push_str(word);
                width += n_chars;
            }
            self.0.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof::Playproof;

    fn explained(text: &str) -> String {
        let property = Playproof::property(text).unwrap();
        explained_text(&property, &property.question().unwrap())
    }

    #[test]
    fn one_of_each_kind() {
        let kinds = [
            "solvable",
            "shortest >= 20",
            "never at(3, 4) && moves > 9",
            "G (p -> F q)",
            "assume GF p -> GF q; assume GF r; X F q",
            "E (p U q)",
            "p W q",
            "AG EF win",
            "softlock-free",
            "progress <= 5",
            "every twistiness >= 1/5 within 55",
            "alternatives >= 3",
            "routes >= 2",
            "unique",
        ];
        let page: Vec<String> = kinds.iter().map(|text| explained(text)).collect();
        insta::assert_snapshot!(page.join("\n"));
    }
}
