//! What can be said to `explain` and `explain-formula`.

use clap::Args;

pub const EXPLAIN_FORMULA_EXAMPLES: &str = "\
Examples:
  playproof explain-formula 'G (p -> F q)'            what it asks, and what an answer rests on
  playproof explain-formula unlosable                 the formula behind the name
  playproof explain-formula 'assume GF p; F win'

Names are not looked up: which of them a level knows depends on its game.";

/// `explain-formula`
#[derive(Args, Debug)]
pub struct ExplainFormulaArgs {
    /// Formulas or requirements, each as for `verify --property`.
    #[arg(required = true, value_name = "P", allow_hyphen_values = true)]
    pub properties: Vec<String>,
}
