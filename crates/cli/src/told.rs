//! What libraries say, with how to act on it on the command line. Libraries
//! know nothing of options; whoever calls them from Rust has none.

use playproof::game::Settled;
use playproof::{Diagnostic, Error, Wanted};
use playproof_report::picture::PictureError;
use playproof_report::{Row, Story};

/// How steps are seen that were left out between frames.
pub const DRAWS_ALL: &str = "--every 1 draws all";

/// Why a level could not be treated, and which option would help.
pub fn told(error: &Error) -> String {
    match error {
        Error::Ambiguous(_) => format!("{error} with --game"),
        error => error.to_string(),
    }
}

/// What is wrong in a file, and which option would help.
pub fn diagnostic_text(diagnostic: &Diagnostic) -> String {
    let option = match diagnostic.wanted {
        None => return playproof_report::diagnostic_text(diagnostic),
        Some(Wanted::Legend) => "--legend",
    };
    let help = diagnostic.help.as_deref().unwrap_or("say which");
    playproof_report::diagnostic_text(&Diagnostic {
        help: Some(format!("{help}, with {option}")),
        ..diagnostic.clone()
    })
}

/// Why all proposals are the same, and which options would make others.
pub fn settled(settled: &Settled) -> String {
    let changes = settled.changes.iter().map(|(option, value)| match value {
        Some(value) => format!("`--{option} {value}`"),
        None => format!("no `--{option}`"),
    });
    let changes: Vec<String> = changes.collect();
    format!("{}; {}, makes others", settled.why, changes.join(", or "))
}

/// Why a property is violated, and how all steps are seen.
pub fn story_text(row: &Row, story: &Story) -> Result<String, PictureError> {
    playproof_report::story_text(row, story, DRAWS_ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_helps_is_named_as_an_option() {
        let several = Error::Ambiguous("race, run".to_owned());
        assert!(told(&several).ends_with("race, run; say which with --game"));
        let clash = Diagnostic::error("a.txt", None, "two legends fit", "say which is meant");
        let clash = diagnostic_text(&clash.wanting(Wanted::Legend));
        assert!(clash.ends_with("say which is meant, with --legend\n"));
        let same = Settled {
            why: "all are the same",
            changes: &[("place", Some("random")), ("line", None)],
        };
        let words = "all are the same; `--place random`, or no `--line`, makes others";
        assert_eq!(settled(&same), words);
    }
}
