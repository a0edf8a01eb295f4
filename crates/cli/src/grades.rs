//! Questions about several levels: what is learned of each is kept until all
//! have had their turn.

use std::io;
use std::time::Duration;

use playproof::{Ask, Level, Phase, Verdict};
use playproof_analysis::{Difficulty, Metrics, Trend};
use playproof_report::{Conclusion, Graded, Row, Why};

use crate::clock::Clock;
use crate::questions::Asked;
use crate::session::Session;

/// What is known of each level, question by question.
#[derive(Default)]
pub struct Grades<'a>(Vec<Grading<'a>>);

struct Grading<'a> {
    asked: &'a Asked,
    levels: Vec<Grade>,
    /// Spent on all of them.
    time: Duration,
}

/// What is known of one level.
pub struct Grade {
    /// Where the requirement names it, among its patterns.
    rank: usize,
    level: Graded,
    difficulty: Difficulty,
    /// Why it is not known.
    open: Option<Why>,
}

impl Grade {
    /// A level of a file with this many; it has no figures if it has an error.
    pub fn new(level: &Level, n_levels: usize, rank: usize, metrics: Option<&Metrics>) -> Grade {
        let difficulty = metrics.map_or(Difficulty::Unknown, Metrics::difficulty);
        let open = match metrics.map(|m| &m.open) {
            None => Some(Why::Unsupported("a level has an error".to_owned())),
            Some(None | Some(Verdict::Decided(_))) => None,
            Some(Some(Verdict::Unknown(reason))) => Some(Why::of(reason, Phase::Searching)),
            Some(Some(Verdict::Rejected(why))) => {
                Some(Why::Rejected(format!("evidence rejected: {why}")))
            }
        };
        Grade {
            rank,
            level: Graded {
                level: level.file().to_owned(),
                index: level.index(),
                difficulty: difficulty.known(),
                one_of_many: n_levels > 1,
            },
            difficulty,
            open,
        }
    }

    fn name(&self) -> String {
        match self.level.one_of_many {
            true => format!("{} #{}", self.level.level, self.level.index + 1),
            false => self.level.level.clone(),
        }
    }
}

impl<'a> Grades<'a> {
    /// Keeps what was learned of a level, for a question about several. Levels
    /// are in the order in which the requirement names them, and otherwise as
    /// they come.
    pub fn enter(&mut self, asked: &'a Asked, grade: Grade, time: Duration) {
        let known = self.0.iter().position(|g| std::ptr::eq(g.asked, asked));
        let at = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(Grading {
                asked,
                levels: Vec::new(),
                time: Duration::ZERO,
            });
        }
        let levels = &mut self.0[at].levels;
        let place = levels.partition_point(|other| other.rank <= grade.rank);
        levels.insert(place, grade);
        self.0[at].time += time;
    }

    /// Answers the questions.
    pub fn hand_out(&self, session: &Session) -> io::Result<()> {
        for grading in &self.0 {
            let Ask::Collection(property) = grading.asked.ask else {
                continue;
            };
            let mut row = Row::asked_of_all(grading.levels.len(), property);
            grading.asked.sign(&mut row);
            grading.answer(&mut row);
            session.begin(row, Clock::started_ago(grading.time), false);
            session.finish()?;
        }
        Ok(())
    }
}

impl Grading<'_> {
    fn answer(&self, row: &mut Row) {
        let difficulties: Vec<Difficulty> = self.levels.iter().map(|l| l.difficulty).collect();
        match Difficulty::trend(&difficulties) {
            Trend::Rising => row.conclusion = Conclusion::Holds,
            Trend::Falls { from, to } => {
                row.conclusion = Conclusion::Violated;
                row.pair = Some([from, to].map(|i| self.levels[i].level.clone()));
            }
            Trend::Unknown => {
                let why = self.levels.iter().find_map(|l| l.open.clone());
                row.conclusion = Conclusion::Unknown(why);
            }
        }
        for level in &self.levels {
            let note = match level.difficulty {
                Difficulty::Known(_) => continue,
                Difficulty::Unwinnable => "cannot be won, which counts as harder than all others",
                Difficulty::Unknown => "is of unknown difficulty",
            };
            row.notes.push(format!("{} {note}", level.name()));
        }
        row.warnings.extend_from_slice(&row.notes);
    }
}
