//! What a batch came to, in one line.

use std::collections::HashSet;

use crate::conclusion::{Conclusion, Why};
use crate::figures::{counted, grouped};
use crate::row::Row;

/// What the results of a command are called when they are counted.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// One thing that was asked about, as in *3 levels*.
    pub thing: &'static str,
    /// What it is if the answer is *holds*.
    pub holds: &'static str,
    /// What it is if the answer is *violated*.
    pub violated: &'static str,
}

/// Counts results as they come.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    things: HashSet<(Option<String>, Option<usize>)>,
    n_results: u64,
    n_holds: u64,
    n_violated: u64,
    n_rejected: u64,
    n_unknown: u64,
    n_bad: u64,
}

impl Summary {
    /// Counts a result.
    pub fn count(&mut self, row: &Row) {
        if row.topic.n_levels.is_none() {
            let file = row.topic.level.clone().or(row.certificate.clone());
            self.things.insert((file, row.topic.index));
        }
        self.n_results += 1;
        *match row.conclusion {
            Conclusion::Holds => &mut self.n_holds,
            Conclusion::Violated => &mut self.n_violated,
            Conclusion::Unknown(Some(Why::Rejected(_))) => &mut self.n_rejected,
            Conclusion::Unknown(_) => &mut self.n_unknown,
        } += 1;
    }

    /// Counts a mistake in an input.
    pub fn count_bad(&mut self) {
        self.n_bad += 1;
    }

    /// The line, ended; none where there is only one thing, which speaks for itself.
    pub fn line(&self, words: &Words, seconds: f64) -> Option<String> {
        let n_things = self.things.len() as u64;
        if n_things + self.n_bad < 2 || n_things == 0 {
            return None;
        }
        let mut line = counted(n_things, words.thing);
        if self.n_results != n_things {
            line.push_str(&format!(", {}", counted(self.n_results, "answer")));
        }
        let counts = [
            (self.n_holds, words.holds),
            (self.n_violated, words.violated),
            (self.n_rejected, "rejected"),
            (self.n_unknown, "unknown"),
        ];
        let counts = counts.iter().filter(|(n, _)| *n > 0);
        let mut counts: Vec<String> = counts
            .map(|(n, word)| format!("{} {word}", grouped(*n)))
            .collect();
        if self.n_bad > 0 {
            counts.push(counted(self.n_bad, "input error"));
        }
        Some(format!("{line}: {}, {seconds:.2} s\n", counts.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words {
        thing: "level",
        holds: "hold",
        violated: "violated",
    };

    fn row(level: &str, conclusion: Conclusion) -> Row {
        let mut row = Row::default();
        row.topic.level = Some(level.to_owned());
        row.conclusion = conclusion;
        row
    }

    #[test]
    fn one_result_needs_no_summary() {
        let mut summary = Summary::default();
        summary.count(&row("a", Conclusion::Holds));
        assert_eq!(summary.line(&WORDS, 0.1), None);
    }

    #[test]
    fn what_was_rejected_is_not_merely_unknown() {
        let mut summary = Summary::default();
        summary.count(&row("a", Conclusion::Holds));
        summary.count(&row("b", Why::Rejected("wrong".to_owned()).into()));
        let line = "2 levels: 1 hold, 1 rejected, 0.10 s\n";
        assert_eq!(summary.line(&WORDS, 0.1).as_deref(), Some(line));
    }

    #[test]
    fn several_results_are_counted() {
        let mut summary = Summary::default();
        summary.count(&row("a", Conclusion::Holds));
        summary.count(&row("b", Conclusion::Violated));
        let line = summary.line(&WORDS, 0.256);
        assert_eq!(line.unwrap(), "2 levels: 1 hold, 1 violated, 0.26 s\n");
        summary.count(&row("b", Conclusion::Unknown(None)));
        summary.count_bad();
        let line = summary.line(&WORDS, 0.5).unwrap();
        let expected =
            "2 levels, 3 answers: 1 hold, 1 violated, 1 unknown, 1 input error, 0.50 s\n";
        assert_eq!(line, expected);
    }
}
