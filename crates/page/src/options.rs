//! Options of games as a page lists and gives them.

use std::collections::BTreeMap;

use playproof::{GameOption, OptionFile, OptionKind, Options};
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::request::Given;

/// Options, for a page to show.
pub fn listed(options: &[GameOption]) -> Value {
    options.iter().map(one).collect()
}

fn one(option: &GameOption) -> Value {
    let choices = |words: &[(&str, &str)]| -> Value {
        let words = words.iter();
        words
            .map(|(word, about)| json!({ "word": word, "about": about }))
            .collect()
    };
    let (kind, range, words) = match option.kind {
        OptionKind::Switch => ("switch", None, json!([])),
        OptionKind::Number(least, most) => ("number", Some((least, most)), json!([])),
        OptionKind::Choice(words) => ("choice", None, choices(words)),
        OptionKind::Text(_) => ("text", None, json!([])),
        OptionKind::ChoiceOrFile(words) => ("choice-or-file", None, choices(words)),
    };
    json!({
        "name": option.name,
        "value": option.value,
        "help": option.help,
        "default": option.default,
        "kind": kind,
        "min": range.map(|(least, _)| least),
        "max": range.map(|(_, most)| most),
        "choices": words,
        "conflicts": option.conflicts,
        "requires": option.requires,
    })
}

/// The options that are given, each accepted by its kind, on top of these.
pub fn read(
    known: &[GameOption],
    given: &BTreeMap<String, Given>,
    mut options: Options,
) -> Result<Options, Problem> {
    let is_given = |name: &str| given.get(name).is_some_and(|value| !is_off(value));
    for (name, value) in given {
        let Some(option) = known.iter().find(|option| option.name == name) else {
            let names: Vec<&str> = known.iter().map(|option| option.name).collect();
            let help = format!("there is {}", names.join(", "));
            return Err(Problem::new(format!("there is no option `{name}`")).help(help));
        };
        if is_off(value) {
            continue;
        }
        let mut others = option.conflicts.iter();
        if let Some(other) = others.find(|other| is_given(other)) {
            let message = format!("`{name}` and `{other}` cannot be given together");
            return Err(Problem::new(message));
        }
        let mut others = option.requires.iter();
        if let Some(other) = others.find(|other| !is_given(other)) {
            return Err(Problem::new(format!("`{name}` goes with `{other}`")));
        }
        give(option, value, &mut options)?;
    }
    Ok(options)
}

fn is_off(value: &Given) -> bool {
    match value {
        Given::Switch(is_on) => !is_on,
        Given::Text(text) => text.is_empty(),
        Given::Number(_) | Given::File { .. } => false,
    }
}

fn give(option: &GameOption, value: &Given, options: &mut Options) -> Result<(), Problem> {
    let name = option.name;
    let refused = |what: &str| Err(Problem::new(format!("`{name}`: {what}")));
    let text = match value {
        Given::Switch(_) => "true".to_owned(),
        Given::Number(n) => n.to_string(),
        Given::Text(text) => text.clone(),
        Given::File { name: file, text } => {
            if !matches!(option.kind, OptionKind::ChoiceOrFile(_)) {
                return refused("expected a value, not a file");
            }
            options.set_file(
                name,
                OptionFile {
                    name: file.clone(),
                    text: text.as_str().into(),
                },
            );
            return Ok(());
        }
    };
    match option.kind {
        OptionKind::Switch if text != "true" => return refused("expected true or false"),
        OptionKind::Switch => {}
        OptionKind::Number(least, most) => match text.parse::<i64>() {
            Ok(n) if (least..=most).contains(&n) => {}
            _ => return refused(&format!("expected a whole number from {least} to {most}")),
        },
        OptionKind::Choice(words) | OptionKind::ChoiceOrFile(words) => {
            if !words.iter().any(|(word, _)| *word == text) {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                return refused(&format!("expected one of {}", words.join(", ")));
            }
        }
        OptionKind::Text(accepts) => {
            if let Err(why) = accepts(&text) {
                return refused(&why);
            }
        }
    }
    options.set(name, text);
    Ok(())
}
