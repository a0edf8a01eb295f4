//! The whole text: what is asked, how to run it, the game, the property.

use playproof_model::{Answer, Formula, Property, Question, Rules, Subject, elaborate};

use super::formulas::written;
use super::model::Model;
use crate::error::ExportError;
use crate::question::{COUNTS_RUNS, asked, one_run_apart, outcomes};

/// What a state never is. For this question nuXmv has methods of its own.
const INVARIANT: &str = "INVARSPEC";

/// A game and a property of it in the language of NuSMV and nuXmv, as an
/// `INVARSPEC`, `LTLSPEC` or `CTLSPEC`. A property that asks for one run
/// becomes its opposite; the comment at the beginning says what each outcome
/// means.
///
/// Properties about the number of runs are refused.
pub fn smv(rules: &Rules, name: &str, property: &Property) -> Result<String, ExportError> {
    let subject = elaborate(rules, property);
    let subject = subject.map_err(|error| ExportError::of_property(name, error))?;
    let Some(definition) = property.definition() else {
        let name = name.to_owned();
        let why = COUNTS_RUNS;
        return Err(ExportError::Unsayable { name, why });
    };
    let model = Model::new(subject.machine())?;
    let spec = Specification::new(&subject, definition, &model)?;
    let mut out = header(property, &spec);
    out += &model.text();
    out += &format!("\n{} {};\n", spec.kind, spec.text);
    Ok(out)
}

/// What is asked of the model checker.
struct Specification {
    /// The word that begins it.
    kind: &'static str,
    text: String,
    /// What it means that it is true.
    on_true: String,
    /// What it means that it is false.
    on_false: String,
}

impl Specification {
    fn new(
        subject: &Subject,
        definition: Formula,
        model: &Model,
    ) -> Result<Specification, ExportError> {
        // Propositions are named after the conditions that they come from.
        let name = |condition: &Formula| {
            let text = condition.to_string();
            let mut atoms = subject.machine().atoms.iter();
            let number = atoms.position(|a| a.name == text);
            let number = number.expect("every condition is a proposition");
            model.atom(number).to_owned()
        };
        Ok(match subject.question() {
            Question::Reach(reach) => {
                let [reached, never] = outcomes(reach.on_reach);
                Specification {
                    kind: INVARIANT,
                    text: format!("!{}", model.atom(reach.target.index())),
                    on_true: format!("{never}: no run gets there"),
                    on_false: format!("{reached}: a run gets there, which is shown"),
                }
            }
            Question::Linear(question) => {
                let [some, none] = outcomes(question.on_run);
                let (formula, for_one_run) = one_run_apart(definition);
                let (formula, on_true, on_false) = match for_one_run {
                    true => (formula.negated(), "no run is", "a run is"),
                    false => (formula, "every run is", "a run is not"),
                };
                Specification {
                    kind: "LTLSPEC",
                    text: written(&formula, &name)?,
                    on_true: format!("{none}: {on_true} as asked"),
                    on_false: format!("{some}: {on_false} as asked, and is shown"),
                }
            }
            Question::Branching(_) => {
                let [violated, holds] = outcomes(Answer::Violated);
                Specification {
                    kind: "CTLSPEC",
                    text: written(&definition, &name)?,
                    on_true: holds.into(),
                    on_false: violated.into(),
                }
            }
            Question::Paths(_) => unreachable!("what counts runs has no definition"),
        })
    }
}

fn header(property: &Property, spec: &Specification) -> String {
    let mut lines =
        vec!["A game for the model checkers NuSMV and nuXmv, written by playproof.".to_owned()];
    lines.extend(asked(property));
    lines.extend([String::new(), "  NuSMV FILE".into()]);
    if spec.kind == INVARIANT {
        lines.push("  printf 'go_bmc\\ncheck_invar_ic3\\nquit\\n' | nuXmv -int FILE".into());
    }
    lines.extend([
        String::new(),
        format!("is true   {}", spec.on_true),
        format!("is false  {}", spec.on_false),
        String::new(),
        "One step of the game is one step of the model. A run that ends repeats its".into(),
        "last state for ever, by the command `stutter`.".into(),
    ]);
    let lines = lines.iter();
    let lines = lines.map(|l| format!("-- {l}").trim_end().to_owned() + "\n");
    lines.collect::<String>() + "\n"
}
