//! What libraries say, with how to act on it on the command line. Libraries
//! know nothing of options; whoever calls them from Rust has none.

use playproof::Error;
use playproof::game::Settled;
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
        let same = Settled {
            why: "all are the same",
            changes: &[("place", Some("random")), ("line", None)],
        };
        let words = "all are the same; `--place random`, or no `--line`, makes others";
        assert_eq!(settled(&same), words);
    }
}
