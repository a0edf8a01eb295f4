//! `playproof --help`: the commands in groups, on one screen.

use std::fmt::Write;

use super::EXIT_STATUS;

/// What one does with which commands, in the order in which one meets them. Commands that
/// are in no group, those that games bring, come last.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Design",
        &[
            "new", "studio", "verify", "explain", "solve", "play", "animate", "replay", "analyze",
            "lint",
        ],
    ),
    ("Generate and play-test", &["generate", "study"]),
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

/// Columns of a terminal that nobody made wider.
const MAX_WIDTH: usize = 80;

const REST: &str = "One game";

/// The command line whose help lists its commands in groups. `-h` fits a screen of 24 lines;
/// `--help` has a line for every command, and the exit statuses too.
pub fn grouped(command: clap::Command) -> clap::Command {
    let all = list(&command, |_| true);
    let short = list(&command, |title| IN_FULL.contains(&title));
    let short = format!(
        "{short}\nOptions: `playproof COMMAND -h`. More about each command: `playproof --help`."
    );
    let long =
        format!("{all}\n`playproof COMMAND --help` has options and examples.\n\n{EXIT_STATUS}");
    command
        .help_template("{about}\n\n{usage-heading} {usage}{after-help}")
        .after_help(short)
        .after_long_help(long)
}

/// Groups of which `-h` says what each command does; of the others it lists the names.
const IN_FULL: [&str; 2] = ["Design", "Generate and play-test"];

fn list(command: &clap::Command, is_in_full: impl Fn(&str) -> bool) -> String {
    let all: Vec<(&str, String)> = command
        .get_subcommands()
        .filter(|c| !c.is_hide_set())
        .map(|c| {
            let about = c.get_about().map(ToString::to_string);
            (c.get_name(), about.unwrap_or_default())
        })
        .collect();
    let grouped = GROUPS.iter().filter(|(title, _)| is_in_full(title));
    let in_full: Vec<&str> = match is_in_full(REST) {
        true => all.iter().map(|(name, _)| *name).collect(),
        false => grouped
            .flat_map(|(_, names)| names.iter().copied())
            .collect(),
    };
    let width = in_full.iter().map(|name| name.len()).max().unwrap_or(0);
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let mut text = String::new();
    let mut group = |title: &str, names: &[&str]| {
        let mut lines = String::new();
        if !is_in_full(title) {
            let known = |name: &&&str| all.iter().any(|(other, _)| *other == **name);
            let names: Vec<&str> = names.iter().filter(known).copied().collect();
            if !names.is_empty() {
                text.push_str(&wrapped(title, &names));
            }
            return;
        }
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

/// Names after a title, in lines that fit a terminal.
fn wrapped(title: &str, names: &[&str]) -> String {
    let mut lines = String::new();
    let mut line = format!("{title}:");
    for (number, name) in names.iter().enumerate() {
        let comma = if number + 1 < names.len() { "," } else { "" };
        if line.len() + name.len() + comma.len() + 1 > MAX_WIDTH {
            writeln!(lines, "{line}").expect("a string takes everything");
            line = " ".to_owned();
        }
        line.push_str(&format!(" {name}{comma}"));
    }
    writeln!(lines, "{line}").expect("a string takes everything");
    lines
}
