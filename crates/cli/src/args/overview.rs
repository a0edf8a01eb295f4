//! `playproof --help`: the commands in groups, on one screen.

use std::fmt::Write;

use super::EXIT_STATUS;

/// What one does with which commands, in the order in which one meets them. Commands that
/// are in no group, those that games bring, come last.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Design",
        &[
            "new", "studio", "verify", "explain", "solve", "play", "animate", "replay", "analyze",
            "lint",
        ],
    ),
    ("Generate", &["generate"]),
    ("Ask players", &["study"]),
    (
        "Prove and automate",
        &["check", "statement", "export", "import-trace", "reproduce"],
    ),
    (
        "Look up",
        &[
            "games",
            "properties",
            "formats",
            "engines",
            "explain-formula",
            "completions",
        ],
    ),
];

const REST: &str = "Single games";

/// The command line whose help lists its commands in groups. `-h` fits a screen; `--help`
/// has the exit statuses too.
pub fn grouped(command: clap::Command) -> clap::Command {
    let list = list(&command);
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{list}\n`playproof COMMAND --help` has \
         options and examples.{{after-help}}"
    );
    command.help_template(template).after_long_help(EXIT_STATUS)
}

fn list(command: &clap::Command) -> String {
    let all: Vec<(&str, String)> = command
        .get_subcommands()
        .filter(|c| !c.is_hide_set())
        .map(|c| {
            let about = c.get_about().map(ToString::to_string);
            (c.get_name(), about.unwrap_or_default())
        })
        .collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let mut text = String::new();
    let mut group = |title: &str, names: &[&str]| {
        let mut lines = String::new();
        for name in names {
            if let Some((_, about)) = all.iter().find(|(other, _)| other == name) {
                writeln!(lines, "  {name:width$}  {about}").expect("a string takes everything");
            }
        }
        if !lines.is_empty() {
            write!(text, "{title}:\n{lines}").expect("a string takes everything");
        }
    };
    for (title, names) in GROUPS {
        group(title, names);
    }
    let rest: Vec<&str> = all
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !is_grouped(name))
        .collect();
    group(REST, &rest);
    text
}
