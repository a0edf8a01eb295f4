//! A run in short form.

use crate::figures::grouped;

/// The actions shown of a longer run.
const SHOWN: usize = 60;

/// Where a line of names ends.
const WIDTH: usize = 96;

/// The run as indented lines, each ended: letters where every action is a
/// direction, as puzzles have written it for decades, and names otherwise.
/// What repeats for ever is in brackets with a star.
pub(crate) fn run_lines(actions: &[String], repeats_from: Option<u64>) -> String {
    let (actions, end) = lasting(actions, repeats_from);
    if actions.is_empty() && end == End::Last {
        return String::new();
    }
    let from = match end {
        End::Repeats(from) => from,
        End::Last | End::Still => usize::MAX,
    };
    let shown = &actions[..actions.len().min(SHOWN)];
    // All actions decide, not only those shown: one run, one notation.
    let are_directions = actions.iter().all(|a| direction(a).is_some());
    let mut lines = if are_directions {
        let letter = |(i, action): (usize, &String)| {
            let bracket = (i == from).then_some('(');
            bracket.into_iter().chain(direction(action))
        };
        let letters: String = shown.iter().enumerate().flat_map(letter).collect();
        format!("    run: {letters}")
    } else {
        wrapped(shown, from)
    };
    if actions.len() > SHOWN {
        let more = grouped((actions.len() - SHOWN) as u64);
        lines.push_str(&format!(" and {more} more"));
    }
    match end {
        End::Last => {}
        End::Still if actions.is_empty() => lines.push_str("nothing ever changes"),
        End::Still => lines.push_str(", and then nothing changes any more"),
        End::Repeats(from) if from < shown.len() => lines.push_str(")*"),
        End::Repeats(from) => {
            let n = grouped((actions.len() - from) as u64);
            lines.push_str(&format!(", the last {n} of them again and again"));
        }
    }
    lines.push('\n');
    lines
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// With its last action.
    Last,
    /// It repeats what follows so many actions for ever.
    Repeats(usize),
    /// Nothing can be done any more, so that its last state stays for ever.
    Still,
}

/// The actions that do something, and how they end.
pub(crate) fn lasting(actions: &[String], repeats_from: Option<u64>) -> (&[String], End) {
    let n_acts = actions.iter().position(|a| a == "stutter");
    match (repeats_from, n_acts) {
        (None, _) => (actions, End::Last),
        (Some(_), Some(n)) => (&actions[..n], End::Still),
        (Some(from), None) => (actions, End::Repeats(from as usize)),
    }
}

/// The whole run on one line, without its end.
pub(crate) fn run_line(actions: &[String]) -> String {
    let letters: Option<String> = actions.iter().map(|a| direction(a)).collect();
    letters.unwrap_or_else(|| actions.join(" "))
}

fn direction(action: &str) -> Option<char> {
    Some(match action {
        "left" => 'l',
        "right" => 'r',
        "up" => 'u',
        "down" => 'd',
        _ => return None,
    })
}

/// Names, with a bracket before the one at `bracket`.
fn wrapped(names: &[String], bracket: usize) -> String {
    let mut text = "    run:".to_owned();
    let mut width = text.len();
    for (i, name) in names.iter().enumerate() {
        let bracket = if i == bracket { "(" } else { "" };
        let n_chars = bracket.len() + name.chars().count();
        if width + 1 + n_chars > WIDTH {
            text.push_str("\n        ");
            width = 8;
        }
        text.push(' ');
        text.push_str(bracket);
        text.push_str(name);
        width += 1 + n_chars;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lasso(names: &[&str], from: Option<u64>) -> String {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        run_lines(&names, from)
    }

    fn lines(names: &[&str]) -> String {
        lasso(names, None)
    }

    #[test]
    fn what_repeats_is_in_brackets() {
        let run = ["left", "up", "right", "down"];
        assert_eq!(lasso(&run, Some(2)), "    run: lu(rd)*\n");
        assert_eq!(lasso(&run, Some(0)), "    run: (lurd)*\n");
        assert_eq!(lasso(&["up", "wait"], Some(1)), "    run: up (wait)*\n");
        let long = lasso(&["up"; 80], Some(70));
        assert!(long.ends_with("uu and 20 more, the last 10 of them again and again\n"));
    }

    #[test]
    fn a_run_that_stops_says_so() {
        assert_eq!(
            lasso(&["left", "stutter"], Some(1)),
            "    run: l, and then nothing changes any more\n"
        );
        assert_eq!(
            lasso(&["left", "stutter", "stutter"], Some(2)),
            "    run: l, and then nothing changes any more\n"
        );
        assert_eq!(
            lasso(&["stutter"], Some(0)),
            "    run: nothing ever changes\n"
        );
    }

    #[test]
    fn directions_are_letters() {
        assert_eq!(lines(&["left", "up", "right", "down"]), "    run: lurd\n");
        assert_eq!(lines(&[]), "");
    }

    #[test]
    fn other_actions_are_names_that_wrap() {
        assert_eq!(lines(&["left", "wait"]), "    run: left wait\n");
        let long = lines(&["press-the-button"; 60]);
        assert!(
            long.lines()
                .all(|l| l.len() <= WIDTH && l.starts_with("    "))
        );
        assert_eq!(long.matches("press-the-button").count(), 60);
    }

    #[test]
    fn a_long_run_is_cut() {
        let cut = lines(&["up"; 1260]);
        assert_eq!(cut, format!("    run: {} and 1,200 more\n", "u".repeat(60)));
        let whole = lines(&["up"; 60]);
        assert_eq!(whole, format!("    run: {}\n", "u".repeat(60)));
    }
}
