//! Why a property cannot be asked, and what is odd about one that can, in words.
//!
//! Not trusted: this only refuses, and says why. Where a property must be refused, whoever
//! asks for these words does so.

use playproof_kernel::{MAX_OBLIGATIONS, MAX_SUBFORMULAS, StatementError, Val, VarDecl};

use crate::elaborate::ElaborateError;
use crate::formula::{Formula, Term, TermKind};
use crate::parse::suggest;
use crate::property::PropertyError;
use crate::resolve::{Number, What, names};
use crate::rules::{Extent, MAX_CAP, Rules};

impl PropertyError {
    /// About the property as a whole.
    pub(crate) fn whole(message: impl Into<String>, help: Option<String>) -> PropertyError {
        PropertyError {
            column: None,
            message: message.into(),
            help,
        }
    }
}

impl From<StatementError> for ElaborateError {
    fn from(why: StatementError) -> ElaborateError {
        ElaborateError::Statement(why)
    }
}

fn about(term: &Term, message: String, help: Option<String>) -> PropertyError {
    PropertyError {
        column: (term.column > 0).then_some(term.column),
        message,
        help,
    }
}

pub(crate) fn no_condition(formula: &Formula) -> PropertyError {
    let message = format!("`{formula}` is not a condition on one state");
    PropertyError::whole(message, None)
}

pub(crate) fn no_truth(term: &Term) -> PropertyError {
    let message = format!("`{term}` is a number, not true or false");
    about(
        term,
        message,
        Some(format!("compare it, as in `{term} == 1`")),
    )
}

/// No proposition of an interpreted game is spelt like this.
pub(crate) fn not_spelt(term: &Term, rules: &Rules) -> PropertyError {
    let (name, n_arguments) = match &term.kind {
        TermKind::Call(name, arguments) => (name, arguments.len()),
        TermKind::Of(name, things) => (name, things.len()),
        _ => return about(term, format!("there is no `{term}` here"), None),
    };
    let atoms = || rules.atoms.iter().map(|atom| &atom.name[..]);
    let count = format!("{term} >= 1");
    if atoms().any(|atom| atom == count) {
        return no_truth(term);
    }
    let like = |atom: &&str| {
        let arguments = atom
            .strip_prefix(&name[..])
            .and_then(|rest| rest.strip_prefix('('));
        arguments.is_some_and(|a| a.split(',').count() == n_arguments && !a.contains('='))
    };
    let help = match atoms().find(like) {
        Some(example) => Some(format!("as in `{example}`")),
        None => suggest(
            name,
            atoms().filter_map(|atom| Some(atom.split_once('(')?.0)),
        ),
    };
    about(term, format!("there is no `{term}` here"), help)
}

pub(crate) fn no_locator(term: &Term, name: &str, rules: &Rules) -> PropertyError {
    let help = suggest(name, rules.locators.iter().map(|l| &l.name[..]));
    about(
        term,
        format!("nothing named `{name}` takes arguments"),
        help,
    )
}

pub(crate) fn off_the_map(term: &Term, name: &str, args: &[Val], dims: &[u32]) -> PropertyError {
    let mut each = dims.iter().zip(args).enumerate();
    let beyond = each.find(|(_, (n, argument))| **argument < 1 || **argument as u32 > **n);
    let message = match beyond {
        Some((i, (n, argument))) if args.len() == dims.len() => {
            let which = ["1st", "2nd", "3rd"].get(i).unwrap_or(&"last");
            format!("the {which} argument, {argument}, is off the map: it goes from 1 to {n}")
        }
        _ => format!("`{name}` takes {} arguments", dims.len()),
    };
    about(term, message, None)
}

/// Refuses a comparison that says nothing: with a number outside a domain.
pub(crate) fn odd(
    one: Number,
    with: Number,
    (own, at): (&Term, &Term),
    rules: &Rules,
) -> Result<(), PropertyError> {
    let What::Const(n) = with.what else {
        return Ok(());
    };
    let refused = match one.what {
        What::Var(lo, hi) if one.times == 1 && !(lo..=hi).contains(&n) => {
            about(at, format!("{n} is outside the domain {lo}..={hi}"), None)
        }
        What::Observer(i) => match (&rules.observers[i], rules.observers[i].extent) {
            (o, Extent::UpTo(hi)) if !(o.initial..=hi).contains(&n) => {
                let (lo, name) = (o.initial, &o.name);
                let message = format!("{n} is outside the domain {lo}..={hi} of `{name}`");
                about(own, message, None)
            }
            _ => return Ok(()),
        },
        _ => return Ok(()),
    };
    Err(refused)
}

pub(crate) fn not_counted(term: &Term, name: &str, with: Number) -> PropertyError {
    let (message, help) = match with.what {
        What::Const(_) => {
            let message = format!("`{term}` can only be compared with another counter");
            (message, None)
        }
        What::Observer(_) => {
            let help = "as in `some twistiness >= 1/5 within 55`".to_owned();
            let message = "comparing two counters needs a bound on the moves".to_owned();
            (message, Some(help))
        }
        _ => {
            let message = format!("`{name}` can only be compared with a number");
            (message, None)
        }
    };
    about(term, message, help)
}

pub(crate) fn too_far(term: &Term, with: Number, least: Val) -> PropertyError {
    if least <= MAX_CAP {
        return about(term, format!("`{term}` is more than can be counted"), None);
    }
    let n = match with.what {
        What::Const(n) => n,
        _ => least - 1,
    };
    let message = format!("{n} is more than can be counted, {}", MAX_CAP - 1);
    about(term, message, None)
}

pub(crate) fn not_reckoned(term: &Term, name: &str, with: Number) -> PropertyError {
    match with.what {
        What::Const(_) => PropertyError {
            help: Some(format!("compare `{name}` itself")),
            ..no_multiple(term)
        },
        _ => {
            let message = format!("`{name}` can only be compared with a number");
            about(term, message, None)
        }
    }
}

pub(crate) fn too_low(term: &Term, with: Number, most: Val) -> PropertyError {
    let n = match with.what {
        What::Const(n) => n,
        _ => 0,
    };
    let least = i64::from(most) + 1 - i64::from(MAX_CAP);
    let message = format!("{n} is less than can be counted, {least}");
    about(term, message, None)
}

pub(crate) fn no_multiple(term: &Term) -> PropertyError {
    let message = format!("`{term}` is not a multiple that can be treated");
    about(term, message, None)
}

pub(crate) fn no_element(term: &Term, decl: &VarDecl) -> PropertyError {
    let name = &decl.name;
    let message = match decl.len {
        None => format!("`{name}` is not an array"),
        Some(n) => format!("the elements of `{name}` are 0 to {}", n - 1),
    };
    about(term, message, None)
}

pub(crate) fn no_scalar(term: &Term, decl: &VarDecl) -> PropertyError {
    let (name, len) = (&decl.name, decl.len.unwrap_or(1));
    let help = format!("name an element, as in `{name}[0]`");
    about(term, format!("`{name}` is an array of {len}"), Some(help))
}

pub(crate) fn no_number(term: &Term) -> PropertyError {
    let message = match &term.kind {
        TermKind::Call(name, _) => format!("`{name}(…)` is true or false, not a number"),
        _ => format!("`{term}` can only be compared with a number"),
    };
    about(term, message, None)
}

/// No variable, observer or balance is called so.
pub(crate) fn no_variable(term: &Term, name: &str, rules: &Rules) -> PropertyError {
    if rules.atom(name).is_some() {
        let message = format!("`{name}` is true or false, not a number");
        return about(term, message, None);
    }
    if rules.locators.iter().any(|l| l.name == name) {
        let help = format!("as in `{name}(1, 1)`");
        return about(term, format!("`{name}` takes arguments"), Some(help));
    }
    if name == "quiet_moves" {
        let help = "`quiet_moves` counts the steps since visible progress";
        let message = "this game does not say what visible progress is";
        return about(term, message.into(), Some(help.into()));
    }
    let known: Vec<&str> = names(rules).collect();
    let all = || format!("this game knows {}", known.join(", "));
    let help = suggest(name, known.iter().copied()).unwrap_or_else(all);
    about(term, format!("nothing here is named `{name}`"), Some(help))
}

/// The formula is too large, for this reason.
pub(crate) fn too_large(why: &str, is_tree: bool) -> PropertyError {
    let message = match is_tree {
        false => format!("the formula is too large: {why}; {MAX_OBLIGATIONS} are treated"),
        true => format!("the formula is too large: {why}, {MAX_SUBFORMULAS} are treated"),
    };
    PropertyError::whole(message, Some("ask its parts one by one".into()))
}

pub(crate) fn too_many_conditions(n: usize, most: usize) -> PropertyError {
    let message = format!("the formula reads {n} conditions, {most} are treated");
    PropertyError::whole(message, None)
}

/// The formula is neither about all runs, nor about one, nor CTL.
pub(crate) fn mixed(part: &Formula) -> PropertyError {
    let message = format!("`{part}` makes this neither LTL nor CTL");
    let help = "in CTL each of X F G U W R M has its own A or E, as in `AG EF p`; \
                in LTL there is none, but for one E or A in front of all";
    PropertyError {
        column: first_column(part),
        message,
        help: Some(help.into()),
    }
}

/// Where the first term of a formula stands, as near as the text remembers.
fn first_column(formula: &Formula) -> Option<u32> {
    match formula {
        Formula::Is(t) | Formula::Compare(_, t, _) => Some(t.column).filter(|&c| c > 0),
        other => other.parts().find_map(first_column),
    }
}

pub(crate) fn assumed_of_a_tree(first: &Formula) -> PropertyError {
    let message = format!("`assume {first}` does not go with a CTL formula");
    let help = "fairness is an assumption on runs: ask for all runs, as in `G (p -> F q)`, \
                or for one, as in `E F q`";
    PropertyError::whole(message, Some(help.into()))
}

pub(crate) fn about_each() -> PropertyError {
    let message = "`complete-safe` is about each room and thing of a level, not one formula";
    let help = "ask it of one thing `x`: `A[x R EF x]`";
    PropertyError::whole(message, Some(help.into()))
}

pub(crate) fn no_things() -> PropertyError {
    let help =
        "`complete-safe` is asked where there are rooms and things; `unlosable` of every game";
    PropertyError::whole(
        "the level has no rooms and things that could be lost",
        Some(help.into()),
    )
}

/// What is odd about conditions: places where nothing can be, and steps that are there to
/// be counted.
pub(crate) fn notes(conditions: &[Formula], rules: &Rules) -> Vec<String> {
    let mut notes = Vec::new();
    conditions
        .iter()
        .for_each(|c| impossible(c, rules, &mut notes));
    notes
}

/// What a question about steps should know of commands that are there for an observer.
pub(crate) fn extra_steps(rules: &Rules, n_commands: usize) -> Option<String> {
    let observer = rules.commands.iter().find_map(|c| c.only_for)?;
    let name = &rules.observers[observer.index() - rules.vars.len()].name;
    (n_commands == rules.commands.len()).then(|| {
        format!(
            "`{name}` is counted, so that there are steps which change nothing else: bumps into walls"
        )
    })
}

fn impossible(condition: &Formula, rules: &Rules, notes: &mut Vec<String>) {
    condition
        .parts()
        .for_each(|part| impossible(part, rules, notes));
    let Formula::Is(term) = condition else {
        return;
    };
    let TermKind::Call(name, args) = &term.kind else {
        return;
    };
    let Some(locator) = rules.locators.iter().find(|l| l.name == *name) else {
        return;
    };
    let table = &rules.tables[locator.table.0 as usize];
    let place = table.dims.iter().zip(args);
    let at = place.fold(0, |at, (&n, &argument)| {
        at * i64::from(n) + i64::from(argument) - 1
    });
    let cell = usize::try_from(at).ok().and_then(|at| table.cells.get(at));
    let decl = &rules.vars[locator.var.index()];
    let is_place = |cell: Val| match decl.len {
        None => (decl.lo..=decl.hi).contains(&cell),
        Some(len) => cell >= 0 && (cell as u32) < len,
    };
    let note = format!("`{term}` can never be true: nothing can be there, it is a wall");
    if cell.is_some_and(|&cell| !is_place(cell)) && !notes.contains(&note) {
        notes.push(note);
    }
}
