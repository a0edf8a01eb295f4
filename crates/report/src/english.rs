//! What a property asks, in plain English.
//!
//! A sentence where that is unambiguous, and a list below a sentence where it
//! would not be: words such as *sooner or later* speak of everything up to the
//! end of the sentence, so what follows them is one thing or a list.

use playproof::{
    Formula, Joint, Later, Measured, Property, Quantifier, Quantity, Relation, Scope, Span, Term,
    TermKind,
};

use crate::figures::{counted, grouped};
use crate::printable::printable;

/// What a property asks: a sentence, perhaps with a list below it. Lines are
/// not ended with the last one.
pub fn english(property: &Property) -> String {
    match property {
        Property::Never(p) => begun(p).within("no run reaches a state in which").lines(),
        Property::Reach(p) => begun(p).within("some run reaches a state in which").lines(),
        Property::Temporal {
            assumptions,
            formula,
        } => temporal(assumptions, formula).lines(),
        named => requirement(named),
    }
}

/// What a formula asks, as [`english`] says it.
pub(crate) fn formula_english(formula: &Formula) -> String {
    temporal(&[], formula).lines()
}

/// A formula as part of a sentence, or as it is written if that takes a list.
pub(crate) fn clause(formula: &Formula) -> String {
    let said = begun(formula);
    match said.list.is_empty() {
        true => said.text,
        false => format!("`{}`", printable(&formula.to_string())),
    }
}

/// The requirements with names, each in a sentence.
fn requirement(property: &Property) -> String {
    let moves = |n: i32| counted(n.max(0) as u64, "move");
    match property {
        Property::Solvable => "Some run wins.".into(),
        Property::Unsolvable => "No run wins.".into(),
        Property::ShortestAtMost(n) => format!("Some run wins within {}.", moves(*n)),
        Property::ShortestAtLeast(n) => format!("No run wins in fewer than {}.", moves(*n)),
        Property::Unlosable => "Wherever play can lead, winning is still possible.".into(),
        Property::CompleteSafe => "Wherever play can lead, every room and every thing that can be \
                                   reached at all was reached already or still can be."
            .into(),
        Property::DeadEndFree => {
            "Wherever play can lead, winning is still possible or play is lost already.".into()
        }
        Property::SoftlockFree => "Wherever play can lead, winning is still possible or losing is \
                                   certain: nobody is stuck without knowing it."
            .into(),
        Property::Progress(n) => format!(
            "Some run wins on which visible progress is never more than {} ago, from the first \
             move to the last.",
            moves(*n)
        ),
        Property::ProgressAtWin(n) => format!(
            "Some run wins at most {} after its last visible progress; what came before does not \
             matter.",
            moves(*n)
        ),
        Property::Measured(measured) => measured_english(measured),
        Property::Alternatives(1) => "There is a winning run that visits no state twice.".into(),
        Property::Alternatives(n) => {
            format!("There are at least {n} different winning runs that visit no state twice.")
        }
        Property::Routes(1) => "There is a winning run.".into(),
        Property::Routes(n) => format!(
            "There are at least {n} winning runs, no two of which share a state, except the first \
             and the won ones."
        ),
        Property::Unique => "There is exactly one winning run that visits no state twice.".into(),
        Property::Never(_) | Property::Reach(_) | Property::Temporal { .. } => english(property),
    }
}

fn measured_english(measured: &Measured) -> String {
    let within = measured.within.map_or(String::new(), |n| {
        format!(" within {}", counted(n.max(0) as u64, "move"))
    });
    let bound = measured.bound;
    let relation = match measured.relation {
        Relation::Le => "at most",
        _ => "at least",
    };
    let number = |one: &str| format!("{relation} {}", counted(bound.over.max(0) as u64, one));
    let rate = |of: &str| match bound.under {
        1 => format!("{} for every {of}", number("turn")),
        under => format!("{} for every {under} {of}s", number("turn")),
    };
    let has = match measured.quantity {
        Quantity::Turns => number("turn"),
        Quantity::Straights => number("straight move"),
        Quantity::Twistiness => rate("move"),
        Quantity::TurnRatio => rate("straight move"),
        Quantity::Pushes => format!("{relation} {}", pushes(bound.over.max(0) as u64)),
        Quantity::Score => format!("a score of {relation} {}", bound.over),
    };
    match measured.scope {
        Scope::Some => format!("Some run wins{within} with {has}."),
        Scope::Every => format!("Every run that wins{within} has {has}."),
    }
}

fn pushes(n: u64) -> String {
    match n {
        1 => "1 push".to_owned(),
        n => format!("{} pushes", grouped(n)),
    }
}

/// Something said, up to the end of the sentence or with a list below it.
struct Said {
    text: String,
    shape: Shape,
    list: Vec<Said>,
    /// Whether the text speaks of the list's entries by their number.
    is_numbered: bool,
}

/// How words may stand before and after what is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One condition.
    Plain,
    /// `both p and q`: words before it speak of all of it.
    Joined,
    /// `sooner or later p`: it goes on to the end of the sentence.
    Open,
    /// With clauses of its own: words before it need a comma.
    Loose,
}

impl Said {
    fn new(text: impl Into<String>, shape: Shape) -> Said {
        Said {
            text: text.into(),
            shape,
            list: Vec::new(),
            is_numbered: false,
        }
    }

    fn list(text: &str, list: Vec<Said>) -> Said {
        Said {
            text: text.to_owned(),
            shape: Shape::Loose,
            list,
            is_numbered: false,
        }
    }

    fn numbered(text: &str, list: [Said; 2]) -> Said {
        Said {
            is_numbered: true,
            ..Said::list(text, list.into())
        }
    }

    fn is(&self, shapes: &[Shape]) -> bool {
        self.list.is_empty() && shapes.contains(&self.shape)
    }

    /// With words before it that speak of all of it.
    fn after(self, words: &str) -> Said {
        let (comma, shape) = match self.shape {
            Shape::Plain | Shape::Joined => ("", Shape::Open),
            Shape::Open => (",", Shape::Open),
            Shape::Loose => (",", Shape::Loose),
        };
        Said {
            text: format!("{words}{comma} {}", self.text),
            shape,
            ..self
        }
    }

    /// The same where the words before are only half a sentence.
    fn within(self, words: &str) -> Said {
        let comma = if self.text.starts_with("if ") {
            ","
        } else {
            ""
        };
        Said {
            text: format!("{words}{comma} {}", self.text),
            shape: Shape::Loose,
            ..self
        }
    }

    fn introduced(self, words: &str) -> Said {
        Said {
            text: format!("{words}: {}", self.text),
            shape: Shape::Loose,
            ..self
        }
    }

    /// As lines: the first begins with a capital, and ends with a full stop or
    /// the colon before a list.
    fn lines(self) -> String {
        let mut letters = self.text.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let mut lines: String = first.chain(letters).collect();
        lines.push(if self.list.is_empty() { '.' } else { ':' });
        self.write_list(1, &mut lines);
        lines
    }

    fn write_list(&self, depth: usize, lines: &mut String) {
        for (i, entry) in self.list.iter().enumerate() {
            let mark = match self.is_numbered {
                true => format!("{}.", i + 1),
                false => "-".to_owned(),
            };
            let margin = "   ".repeat(depth);
            let colon = if entry.list.is_empty() { "" } else { ":" };
            lines.push_str(&format!("\n{margin}{mark} {}{colon}", entry.text));
            entry.write_list(depth + 1, lines);
        }
    }
}

/// A formula on runs that keep the assumptions.
fn temporal(assumptions: &[Formula], formula: &Formula) -> Said {
    let (runs, asked) = match formula {
        Formula::Runs(Quantifier::Some, f) => ("on at least one run", &**f),
        Formula::Runs(Quantifier::All, f) => ("on every run", &**f),
        f if !f.has_quantifier() => ("on every run", f),
        f => return begun(f).introduced("at the start"),
    };
    let asked = begun(asked);
    match assumptions {
        [] => asked.introduced(runs),
        [one] => {
            let one = begun(one).within(&format!("{runs} on which"));
            asked.introduced(&one.text)
        }
        several => {
            let assumed = several.iter().map(|a| begun(a).introduced("assumed"));
            let list = assumed.chain([asked.introduced("asked")]).collect();
            Said::list(&format!("{runs} that keeps what is assumed"), list)
        }
    }
}

/// A formula about the beginning of runs.
fn begun(formula: &Formula) -> Said {
    said(&settled(formula), Since::Beginning)
}

/// From when on moments count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Since {
    /// From the beginning of the runs that the sentence speaks of.
    Beginning,
    /// From a later moment, which the sentence has named.
    Then,
}

/// The formula with each negation moved behind *next*, *sooner or later* and
/// *at every moment*, and without double ones.
fn settled(formula: &Formula) -> Formula {
    let boxed = |f: &Formula| Box::new(settled(f));
    match formula {
        Formula::Const(_) | Formula::Is(_) | Formula::Compare(..) => formula.clone(),
        Formula::Not(p) => match &**p {
            Formula::Not(p) => settled(p),
            Formula::Later(later, p) => {
                let dual = match later {
                    Later::Next => Later::Next,
                    Later::Finally => Later::Globally,
                    Later::Globally => Later::Finally,
                };
                settled(&(**p).clone().negated()).later(dual)
            }
            p => Formula::Not(boxed(p)),
        },
        Formula::Join(joint, p, q) => Formula::Join(*joint, boxed(p), boxed(q)),
        Formula::Later(later, p) => Formula::Later(*later, boxed(p)),
        Formula::Span(span, p, q) => Formula::Span(*span, boxed(p), boxed(q)),
        Formula::Runs(quantifier, p) => Formula::Runs(*quantifier, boxed(p)),
    }
}

fn said(formula: &Formula, since: Since) -> Said {
    match formula {
        Formula::Const(b) => Said::new(b.to_string(), Shape::Plain),
        Formula::Is(term) => Said::new(is(term, true), Shape::Plain),
        Formula::Compare(relation, a, b) => Said::new(compared(*relation, a, b), Shape::Plain),
        Formula::Not(p) => not(p, since),
        Formula::Join(joint, p, q) => join(*joint, p, q, since),
        Formula::Later(later, p) => at_times(*later, p, since),
        Formula::Span(span, p, q) => until(*span, p, q),
        Formula::Runs(quantifier, p) => on_runs(*quantifier, p),
    }
}

fn on_runs(quantifier: Quantifier, path: &Formula) -> Said {
    let every = quantifier == Quantifier::All;
    match path {
        Formula::Later(Later::Next, p) => said(p, Since::Then).after(match every {
            true => "after every possible step",
            false => "after some possible step",
        }),
        path => said(path, Since::Beginning).after(match every {
            true => "on every run from there",
            false => "on some run from there",
        }),
    }
}

fn not(formula: &Formula, since: Since) -> Said {
    match formula {
        Formula::Const(b) => said(&Formula::Const(!b), since),
        Formula::Is(term) => Said::new(is(term, false), Shape::Plain),
        Formula::Compare(relation, a, b) => {
            let opposite = opposite(*relation);
            said(&Formula::Compare(opposite, a.clone(), b.clone()), since)
        }
        Formula::Runs(Quantifier::All, p) => {
            let against = settled(&(**p).clone().negated());
            on_runs(Quantifier::Some, &against)
        }
        Formula::Runs(Quantifier::Some, p) => {
            said(p, Since::Beginning).after("on no run from there")
        }
        Formula::Join(Joint::Implies, p, q) => {
            let against = settled(&(**q).clone().negated());
            join(Joint::And, p, &against, since)
        }
        Formula::Join(joint, p, q) => {
            let (p, q) = (said(p, since), said(q, since));
            let is_short = p.is(&[Shape::Plain]) && q.is(&[Shape::Plain]);
            match (joint, is_short) {
                (Joint::And, true) => {
                    Said::new(format!("not both {} and {}", p.text, q.text), Shape::Joined)
                }
                (Joint::And, false) => Said::list("not both of these are true", vec![p, q]),
                (Joint::Or, true) => {
                    Said::new(format!("neither {} nor {}", p.text, q.text), Shape::Joined)
                }
                (Joint::Or, false) => Said::list("neither of these is true", vec![p, q]),
                _ => Said::list("exactly one of these is true", vec![p, q]),
            }
        }
        // `settled` leaves no negation of these but of the first.
        Formula::Span(..) | Formula::Later(..) | Formula::Not(_) => {
            Said::list("this is not true", vec![said(formula, since)])
        }
    }
}

fn join(joint: Joint, p: &Formula, q: &Formula, since: Since) -> Said {
    use Shape::{Joined, Loose, Open, Plain};
    let parts = chain(joint, p, q);
    let mut parts: Vec<Said> = parts.into_iter().map(|f| said(f, since)).collect();
    if parts.len() > 2 {
        return Said::list(
            match joint {
                Joint::And => "all of these are true",
                _ => "at least one of these is true",
            },
            parts,
        );
    }
    let (other, one) = match (parts.pop(), parts.pop()) {
        (Some(other), Some(one)) => (other, one),
        _ => unreachable!("two formulas are joined"),
    };
    match joint {
        Joint::And | Joint::Or => {
            let (both, and, these) = match joint {
                Joint::And => ("both", "and", "both of these are true"),
                _ => ("either", "or", "at least one of these is true"),
            };
            // What goes on to the end of the sentence must come last.
            if one.is(&[Plain]) && other.list.is_empty() {
                let shape = if other.shape == Plain { Joined } else { Loose };
                let text = format!("{both} {} {and} {}", one.text, other.text);
                return Said::new(text, shape);
            }
            Said::list(these, vec![one, other])
        }
        Joint::Implies if one.is(&[Plain, Joined, Open]) => Said {
            text: format!("if {}, then {}", one.text, other.text),
            shape: Loose,
            ..other
        },
        Joint::Implies => Said::numbered("if the first, then the second", [one, other]),
        Joint::Iff if one.is(&[Plain]) && other.is(&[Plain]) => {
            Said::new(format!("{} exactly when {}", one.text, other.text), Loose)
        }
        Joint::Iff => Said::numbered("the first exactly when the second", [one, other]),
    }
}

/// The parts of `p && q && r` or `p || q || r`, however they are grouped.
fn chain<'a>(joint: Joint, p: &'a Formula, q: &'a Formula) -> Vec<&'a Formula> {
    let parts = [p, q].into_iter().flat_map(|f| match f {
        Formula::Join(j, p, q) if *j == joint && matches!(j, Joint::And | Joint::Or) => {
            chain(joint, p, q)
        }
        f => vec![f],
    });
    parts.collect()
}

fn at_times(later: Later, p: &Formula, since: Since) -> Said {
    match (later, p) {
        (Later::Next, p) => {
            let (mut n, mut p) = (1, p);
            while let Formula::Later(Later::Next, inner) = p {
                (n, p) = (n + 1, inner);
            }
            let later = match n {
                1 => "one step later".to_owned(),
                n => format!("{n} steps later"),
            };
            said(p, Since::Then).after(&later)
        }
        (Later::Finally, Formula::Later(Later::Globally, p)) => {
            let words = [
                "from some moment on never",
                "from some moment on and for ever",
            ];
            always(p, words)
        }
        (Later::Globally, Formula::Later(Later::Finally, p)) => {
            said(p, Since::Then).after("again and again")
        }
        (Later::Finally, p) => said(p, Since::Then).after("sooner or later"),
        (Later::Globally, p) => always(
            p,
            match since {
                Since::Beginning => ["never", "at every moment"],
                Since::Then => ["from then on never", "from then on at every moment"],
            },
        ),
    }
}

/// At no moment, or at every moment.
fn always(p: &Formula, [never, ever]: [&str; 2]) -> Said {
    if let Formula::Not(p) = p
        && p.is_state()
    {
        let p = said(p, Since::Then);
        if p.is(&[Shape::Plain, Shape::Joined]) {
            return p.after(never);
        }
    }
    said(p, Since::Then).after(ever)
}

fn until(span: Span, p: &Formula, q: &Formula) -> Said {
    use Shape::{Joined, Loose, Plain};
    let (p, q) = (said(p, Since::Then), said(q, Since::Then));
    // `p R q` lasts as q does: the other way round.
    let (lasting, ending) = match span {
        Span::Until | Span::WeakUntil => (&p, &q),
        Span::Release | Span::StrongRelease => (&q, &p),
    };
    let is_short = lasting.is(&[Plain]) && ending.is(&[Plain, Joined]);
    let (first, second) = match (is_short, span) {
        (true, _) => (&lasting.text[..], &ending.text[..]),
        (false, Span::Until | Span::WeakUntil) => ("the first", "the second"),
        (false, _) => ("the second", "the first"),
    };
    let text = match span {
        Span::Until => format!("{first} until {second}, and that does happen"),
        Span::WeakUntil => format!("{first} until {second}, or for ever if that never happens"),
        Span::Release => format!(
            "{first} up to and including the first moment of {second}, or for ever if that never \
             happens"
        ),
        Span::StrongRelease => format!(
            "{first} up to and including the first moment of {second}, and that does happen"
        ),
    };
    match is_short {
        true => Said::new(text, Loose),
        false => Said::numbered(&text, [p, q]),
    }
}

fn is(term: &Term, wanted: bool) -> String {
    let not = if wanted { "" } else { "not " };
    let (name, place) = match &term.kind {
        TermKind::Name(name) => (&name[..], &[][..]),
        TermKind::Call(name, place) => (&name[..], &place[..]),
        _ => ("", &[][..]),
    };
    if let Some([is, is_not]) = playproof::words_about(name) {
        let words = if wanted { is } else { is_not };
        return match place {
            [x, y] => {
                let words = words.replace("{x}", &x.to_string());
                words.replace("{y}", &y.to_string())
            }
            _ => words.to_owned(),
        };
    }
    match &term.kind {
        TermKind::Name(name) if name == "win" => format!("play is {not}won"),
        TermKind::Name(name) if name == "lose" => format!("play is {not}lost"),
        TermKind::Call(name, place) if name == "at" && place.len() == 2 => {
            let [x, y] = [place[0], place[1]];
            format!("the player is {not}in column {x} of row {y}")
        }
        _ => format!("{not}{}", printable(&term.to_string())),
    }
}

fn compared(relation: Relation, a: &Term, b: &Term) -> String {
    let is = match relation {
        Relation::Eq => "is",
        Relation::Ne => "is not",
        Relation::Lt => "is less than",
        Relation::Le => "is at most",
        Relation::Gt => "is more than",
        Relation::Ge => "is at least",
    };
    let value = |term: &Term| match &term.kind {
        TermKind::Multiple(1, name) => printable(name),
        TermKind::Multiple(k, name) => format!("{k} times {}", printable(name)),
        _ => printable(&term.to_string()),
    };
    format!("{} {is} {}", value(a), value(b))
}

fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Eq => Relation::Ne,
        Relation::Ne => Relation::Eq,
        Relation::Lt => Relation::Ge,
        Relation::Le => Relation::Gt,
        Relation::Gt => Relation::Le,
        Relation::Ge => Relation::Lt,
    }
}

#[cfg(test)]
mod tests;
