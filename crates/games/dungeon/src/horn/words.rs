//! Rules as people write them.

use crate::canonical::HornRules;

/// A rule as it is written: `Door_D1 & Key_B => Door_B`.
pub fn rule_text(rules: &HornRules, rule: u32) -> String {
    let name = |&fact: &u32| &rules.facts[fact as usize][..];
    let body: Vec<&str> = rules.body(rule as usize).iter().map(name).collect();
    let head = name(&rules.rules[rule as usize].head);
    if body.is_empty() {
        format!("=> {head}")
    } else {
        format!("{} => {head}", body.join(" & "))
    }
}
