//! `export`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LevelOptionArgs, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof export first.txt --to promela             for SPIN, to standard output
  playproof export first.txt --to promela -p solvable -p 'G (at(2, 2) -> F win)' -o first.pml
  playproof export first.txt --to promela -p 'F win' --assume 'GF at(3, 2)' -o first.pml
  playproof export first.txt --to smtlib --bound 20 -o first.smt2     a run of at most 20 steps
  playproof export first.txt --to chc -p 'never at(3, 4)' -o first.smt2     any run
  playproof export first.txt --to dimacs --bound 20 -o first.cnf
  playproof export first.txt --to smv -p 'AG EF win' -o first.smv      for NuSMV, CTL too
  playproof export first.txt --to triples -o first-plan.smt2     each step of a winning run
  playproof export first.txt --to triples --moves 'right right up' -p 'reach at(4, 2)'
  playproof export first.txt --to pddl -o first.pddl  with domain-first.pddl beside it

The file begins with a comment: what it asks, how to run it, and what the outcome means.";

/// `export`
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// A level file, or - for standard input.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// The tool's language.
    #[arg(long, value_name = "LANGUAGE")]
    pub to: Language,
    /// The property to ask. May be repeated.
    #[arg(short, long = "property", value_name = "P", default_value = "solvable")]
    pub properties: Vec<String>,
    /// Consider only fair runs: `GF p`, or `GF p -> GF q`. May be repeated.
    #[arg(long, value_name = "A", requires = "properties")]
    pub assume: Vec<String>,
    /// The longest run, for languages that need a bound: smtlib and dimacs.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub bound: Option<u32>,
    /// The plan for triples; without it one is searched for. Action names, letters l, u, r and d,
    /// a file of letters, or `stored`.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Output file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Which level of the file, from 1.
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// The game, if the level alone does not tell.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
}

/// What levels can be exported to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// For the model checker SPIN: any number of properties, including LTL.
    Promela,
    /// SMT-LIB 2, for z3 and others: a run of at most --bound steps.
    Smtlib,
    /// SMT-LIB 2 over bit-vectors: each step of a run as a triple {P} action {Q}.
    Triples,
    /// Constrained Horn clauses in SMT-LIB 2: a run of any length.
    Chc,
    /// Clauses, for SAT solvers: a run of at most --bound steps.
    Dimacs,
    /// For the model checkers NuSMV and nuXmv: one property, LTL and CTL too.
    Smv,
    /// For planners such as Fast Downward: a domain and a problem.
    Pddl,
}
