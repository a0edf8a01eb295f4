//! A run in short form.

use crate::figures::grouped;

/// The actions shown of a longer run.
const SHOWN: usize = 60;

/// Where a line of names ends.
const WIDTH: usize = 96;

/// The run as indented lines, each ended: letters where every action is a
/// direction or the action button, as puzzles have written it for decades, and names
/// otherwise. What repeats for ever is in brackets with a star.
/// The lines of a run, each ended; none if it has no step.
pub fn run_text(actions: &[String]) -> String {
    run_lines(actions, None)
}

pub(crate) fn run_lines(actions: &[String], repeats_from: Option<u64>) -> String {
    labelled_lines("run", actions, repeats_from)
}

/// Several runs, numbered from 1, and what each scores, where that is known.
pub(crate) fn numbered_lines(runs: &[Vec<String>], scores: &[i64]) -> String {
    let runs = runs.iter().enumerate();
    let lines = runs.map(|(i, run)| {
        let score = scores.get(i).map(|s| format!("    score {}: {s}\n", i + 1));
        labelled_lines(&format!("run {}", i + 1), run, None) + &score.unwrap_or_default()
    });
    lines.collect()
}

fn labelled_lines(label: &str, actions: &[String], repeats_from: Option<u64>) -> String {
    match words(actions, repeats_from, SHOWN) {
        Some((words, end)) => wrapped(label, &words, &end) + "\n",
        None => String::new(),
    }
}

/// The whole run on one line, as [`run_lines`] has it. `None` if it has no
/// step.
pub(crate) fn whole_run(actions: &[String], repeats_from: Option<u64>) -> Option<String> {
    let (words, end) = words(actions, repeats_from, usize::MAX)?;
    Some(words.join(" ") + &end)
}

/// The words of a run of which at most so many actions are shown, and what is
/// said of its end.
fn words(
    actions: &[String],
    repeats_from: Option<u64>,
    most: usize,
) -> Option<(Vec<String>, String)> {
    let (actions, end) = lasting(actions, repeats_from);
    if actions.is_empty() {
        let still = "nothing ever changes".to_owned();
        return (end == End::Still).then(|| (vec![still], String::new()));
    }
    let from = match end {
        End::Repeats(from) => from,
        End::Last | End::Still => usize::MAX,
    };
    // All actions decide, not only those shown: one run, one notation.
    let (words, n_shown) = match actions.iter().all(|a| letter(a).is_some()) {
        true => letters(actions, from, most),
        false => names(actions, from, most),
    };
    let mut rest = String::new();
    if actions.len() > n_shown {
        let more = grouped((actions.len() - n_shown) as u64);
        rest.push_str(&format!(" and {more} more"));
    }
    match end {
        End::Last => {}
        End::Still => rest.push_str(", and then nothing changes any more"),
        End::Repeats(from) if from < n_shown => rest.push_str(")*"),
        End::Repeats(from) => {
            let n = grouped((actions.len() - from) as u64);
            rest.push_str(&format!(", the last {n} of them again and again"));
        }
    }
    Some((words, rest))
}

fn bracket(i: usize, from: usize) -> &'static str {
    if i == from { "(" } else { "" }
}

/// Moves as letters, and how many actions they show.
fn letters(actions: &[String], from: usize, most: usize) -> (Vec<String>, usize) {
    let shown = &actions[..actions.len().min(most)];
    let letters = (0..).zip(shown);
    let letters = letters.flat_map(|(i, a)| bracket(i, from).chars().chain(letter(a)));
    (vec![letters.collect()], shown.len())
}

/// The fewest times that an action is done in a row for it to be counted.
const MANY: usize = 3;

/// Actions by name, and how many they show: what is done many times in a row is counted.
fn names(actions: &[String], from: usize, most: usize) -> (Vec<String>, usize) {
    let (mut words, mut at) = (Vec::new(), 0);
    while at < actions.len() && words.len() < most {
        // What repeats for ever begins a word.
        let end = if at < from {
            from.min(actions.len())
        } else {
            actions.len()
        };
        let same = actions[at..end].iter().take_while(|&a| *a == actions[at]);
        let (n, name) = (same.count(), &actions[at]);
        let bracket = bracket(at, from);
        match n >= MANY {
            true => words.push(format!("{bracket}{name} x{n}")),
            false => words.push(format!("{bracket}{name}")),
        }
        at += if n >= MANY { n } else { 1 };
    }
    (words, at)
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

/// The actions that do something, and how they end. Where nothing can be done
/// any more, nothing else follows.
pub(crate) fn lasting(actions: &[String], repeats_from: Option<u64>) -> (&[String], End) {
    let n_acts = actions.iter().position(|a| a == "stutter");
    match (n_acts, repeats_from) {
        (Some(n), _) => (&actions[..n], End::Still),
        (None, None) => (actions, End::Last),
        (None, Some(from)) => (actions, End::Repeats(from as usize)),
    }
}

/// The whole run on one line, without its end.
pub(crate) fn run_line(actions: &[String]) -> String {
    let letters: Option<String> = actions.iter().map(|a| letter(a)).collect();
    letters.unwrap_or_else(|| actions.join(" "))
}

fn letter(action: &str) -> Option<char> {
    Some(match action {
        "left" => 'l',
        "right" => 'r',
        "up" => 'u',
        "down" => 'd',
        // So that what is shown of games with an action button can be given to `replay`.
        "action" => 'x',
        "tick" => 't',
        _ => return None,
    })
}

/// A label and words behind a margin, and the end right after the last one.
fn wrapped(label: &str, words: &[String], end: &str) -> String {
    let mut text = format!("    {label}:");
    let mut width = text.len();
    for word in words {
        let n_chars = word.chars().count();
        if width + 1 + n_chars > WIDTH && width > 8 {
            text.push_str("\n        ");
            width = 8;
        }
        text.push(' ');
        text.push_str(word);
        width += 1 + n_chars;
    }
    text + end
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
        assert_eq!(
            lines(&["left", "stutter", "stutter"]),
            "    run: l, and then nothing changes any more\n"
        );
    }

    #[test]
    fn directions_are_letters() {
        assert_eq!(lines(&["left", "up", "right", "down"]), "    run: lurd\n");
        assert_eq!(lines(&["right", "action", "tick"]), "    run: rxt\n");
        assert_eq!(lines(&[]), "");
    }

    #[test]
    fn a_whole_run_is_told_in_the_same_words() {
        let whole = |names: &[&str], from| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            whole_run(&names, from)
        };
        assert_eq!(whole(&[], None), None);
        assert_eq!(whole(&["up"; 61], None), Some("u".repeat(61)));
        let cases: [(&[&str], Option<u64>); 4] = [
            (&["left", "up"], Some(1)),
            (&["left", "wait"], Some(0)),
            (&["left", "stutter"], Some(1)),
            (&["stutter"], None),
        ];
        for (names, from) in cases {
            let whole = whole(names, from).unwrap();
            assert_eq!(lasso(names, from), format!("    run: {whole}\n"));
        }
    }

    #[test]
    fn other_actions_are_names_that_wrap() {
        assert_eq!(lines(&["left", "wait"]), "    run: left wait\n");
        let turns: Vec<&str> = ["press-the-button", "wait"].repeat(30);
        let long = lines(&turns);
        assert!(
            long.lines()
                .all(|l| l.len() <= WIDTH && l.starts_with("    "))
        );
        assert_eq!(long.matches("press-the-button").count(), 30);
    }

    #[test]
    fn what_is_done_many_times_is_counted() {
        let mut run = vec!["run"; 300];
        run.extend(["jump", "jump", "wait", "wait", "wait"]);
        assert_eq!(lines(&run), "    run: run x300 jump jump wait x3\n");
        let again = lasso(&["run", "run", "run", "run", "run", "run", "jump"], Some(3));
        assert_eq!(again, "    run: run x3 (run x3 jump)*\n");
    }

    #[test]
    fn a_long_run_is_cut() {
        let cut = lines(&["up"; 1260]);
        assert_eq!(cut, format!("    run: {} and 1,200 more\n", "u".repeat(60)));
        let whole = lines(&["up"; 60]);
        assert_eq!(whole, format!("    run: {}\n", "u".repeat(60)));
    }
}
