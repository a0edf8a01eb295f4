//! Says where the expressions of a source file stand that a mutant may change, one a line:
//! a kind, and places as LINE:COLUMN (columns from 0, in characters), two for each range.
//!
//! `binary` whole, operator, left, right; `unary` whole, operator, operand; `arm` whole,
//! pattern, and perhaps its condition and whether that binds names.

use std::process::ExitCode;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Expr, ExprBinary, ExprUnary, ImplItemConst, ItemConst, Type};

struct Finder;

fn range(span: Span) -> String {
    let (from, to) = (span.start(), span.end());
    format!("{}:{} {}:{}", from.line, from.column, to.line, to.column)
}

/// Whether a condition binds names, so that what follows it may read them.
fn binds(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(both) => binds(&both.left) || binds(&both.right),
        _ => false,
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_expr_binary(&mut self, e: &'a ExprBinary) {
        if !binds(&e.left) && !binds(&e.right) {
            let places = [e.span(), e.op.span(), e.left.span(), e.right.span()].map(range);
            println!("binary {}", places.join(" "));
        }
        visit::visit_expr_binary(self, e);
    }

    fn visit_expr_unary(&mut self, e: &'a ExprUnary) {
        println!(
            "unary {}",
            [e.span(), e.op.span(), e.expr.span()].map(range).join(" ")
        );
        visit::visit_expr_unary(self, e);
    }

    fn visit_arm(&mut self, arm: &'a Arm) {
        let guard = arm.guard.as_ref();
        let guard = guard.map(|(_, e)| format!(" {} {}", range(e.span()), binds(e)));
        println!(
            "arm {} {}{}",
            range(arm.span()),
            range(arm.pat.span()),
            guard.unwrap_or_default()
        );
        visit::visit_arm(self, arm);
    }

    // What is constant cannot be chosen at run time.
    fn visit_item_const(&mut self, _: &'a ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'a ImplItemConst) {}
    fn visit_type(&mut self, _: &'a Type) {}
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_default();
    let parsed = std::fs::read_to_string(&path)
        .map_err(|why| why.to_string())
        .and_then(|text| syn::parse_file(&text).map_err(|why| why.to_string()));
    match parsed {
        Ok(file) => {
            Finder.visit_file(&file);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{path}: {why}");
            ExitCode::from(2)
        }
    }
}
