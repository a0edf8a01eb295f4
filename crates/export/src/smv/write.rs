//! The whole text: what is asked, how to run it, the game, the property.

use playproof_model::{Answer, Elaborated, Formula, Property, Question, Rules, elaborate};

use super::formulas::written;
use super::model::Model;
use crate::error::ExportError;
use crate::question::{asked, one_run_apart, outcomes, players_only};

/// A game and a property of it in the language of NuSMV and nuXmv, as an
/// `INVARSPEC`, `LTLSPEC` or `CTLSPEC`. A property that asks for one run
/// becomes its opposite; the comment at the beginning says what each outcome
/// means.
///
/// Properties about the number of runs are refused.
pub fn smv(rules: &Rules, name: &str, property: &Property) -> Result<String, ExportError> {
    players_only(rules)?;
    let elaborated = elaborate(rules, property);
    let elaborated = elaborated.map_err(|error| ExportError::of_property(name, error))?;
    let model = Model::new(elaborated.rules())?;
    let unsayable = || ExportError::Unsayable {
        name: name.to_owned(),
        why: "counts runs, which no export can say",
    };
    let definition = property.definition().ok_or_else(unsayable)?;
    let spec = Specification::new(&elaborated, definition, &model)?.ok_or_else(unsayable)?;
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
    /// `None` for a number of runs.
    fn new(
        elaborated: &Elaborated,
        definition: Formula,
        model: &Model,
    ) -> Result<Option<Specification>, ExportError> {
        // Propositions are named after the conditions that they come from.
        let name = |condition: &Formula| {
            let text = condition.to_string();
            let mut atoms = elaborated.rules().atoms.iter();
            let number = atoms.position(|a| a.name == text);
            model
                .atom(number.expect("every condition is a proposition"))
                .to_owned()
        };
        let (kind, text, on_false) = match elaborated.question() {
            Question::Reach(reach) => {
                let text = format!("!{}", model.atom(reach.target.index()));
                ("INVARSPEC", text, Some(reach.on_reach))
            }
            Question::Linear(question) => {
                let (formula, for_one_run) = one_run_apart(definition);
                let formula = match for_one_run {
                    true => formula.negated(),
                    false => formula,
                };
                ("LTLSPEC", written(&formula, &name)?, Some(question.on_run))
            }
            Question::Branching(_) => ("CTLSPEC", written(&definition, &name)?, None),
            Question::Paths(_) => return Ok(None),
        };
        let (on_true, on_false) = match on_false {
            Some(on_run) => {
                let [some, none] = outcomes(on_run);
                let (run, no_run) = match (kind, on_run) {
                    ("INVARSPEC", _) => ("a run gets there", "no run gets there"),
                    (_, Answer::Holds) => ("a run is as asked", "no run is as asked"),
                    (_, Answer::Violated) => ("a run is not as asked", "every run is as asked"),
                };
                (
                    format!("{none}: {no_run}"),
                    format!("{some}: {run}, which is shown"),
                )
            }
            None => {
                let [no, yes] = outcomes(Answer::Violated);
                (yes.to_owned(), no.to_owned())
            }
        };
        Ok(Some(Specification {
            kind,
            text,
            on_true,
            on_false,
        }))
    }
}

fn header(property: &Property, spec: &Specification) -> String {
    let mut lines =
        vec!["A game for the model checkers NuSMV and nuXmv, written by playproof.".to_owned()];
    lines.extend(asked(property));
    lines.extend([String::new(), "  NuSMV FILE".into()]);
    lines.extend(match spec.kind {
        "INVARSPEC" => {
            Some("  printf 'go_bmc\\ncheck_invar_ic3\\nquit\\n' | nuXmv -int FILE".to_owned())
        }
        _ => None,
    });
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
