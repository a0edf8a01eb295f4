//! A run in short form.

use crate::figures::grouped;

/// The actions shown of a longer run.
const SHOWN: usize = 60;

/// Where a line of names ends.
const WIDTH: usize = 96;

/// The run as indented lines, each ended: letters where every action is a
/// direction, as puzzles have written it for decades, and names otherwise.
pub(crate) fn run_lines(actions: &[String]) -> String {
    if actions.is_empty() {
        return String::new();
    }
    let shown = &actions[..actions.len().min(SHOWN)];
    // All actions decide, not only those shown: one run, one notation.
    let are_directions = actions.iter().all(|a| direction(a).is_some());
    let mut lines = if are_directions {
        let letters: String = shown.iter().filter_map(|a| direction(a)).collect();
        format!("    run: {letters}")
    } else {
        wrapped(shown)
    };
    if actions.len() > SHOWN {
        let more = grouped((actions.len() - SHOWN) as u64);
        lines.push_str(&format!(" and {more} more"));
    }
    lines.push('\n');
    lines
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

fn wrapped(names: &[String]) -> String {
    let mut text = "    run:".to_owned();
    let mut width = text.len();
    for name in names {
        let n_chars = name.chars().count();
        if width + 1 + n_chars > WIDTH {
            text.push_str("\n        ");
            width = 8;
        }
        text.push(' ');
        text.push_str(name);
        width += 1 + n_chars;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        run_lines(&names)
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
