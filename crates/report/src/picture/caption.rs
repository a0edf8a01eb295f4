//! What is written beside a picture.

use std::path::Path;

use playproof::Property;

use super::scene::Scene;
use crate::conclusion::Conclusion;
use crate::figures::counted;
use crate::found_run::Quality;
use crate::printable::printable;
use crate::row::Row;
use crate::wording::explanation;

/// What is written beside a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// The level.
    pub title: String,
    /// What was proved of it.
    pub verdict: String,
}

impl Caption {
    /// The caption of a result with a run.
    pub fn of(row: &Row) -> Caption {
        let path = row.topic.level.as_deref().unwrap_or_default();
        // Whoever gets the picture has no use for the folders.
        let file = Path::new(path).file_name().map(|n| n.to_string_lossy());
        let mut title = file.map_or(path.to_owned(), Into::into);
        if let Some(number) = row.topic.number() {
            title.push_str(&format!(" #{number}"));
        }
        if let Some(name) = &row.topic.title {
            title = format!("{name} ({title})");
        }
        // Of several runs each has its own.
        let is_one = row.run.n_runs.is_none_or(|n| n == 1);
        let score = row.run.score().filter(|_| is_one);
        let score = score.map(|score| format!(", score {score}"));
        if let (Conclusion::Unknown(why), Some(run)) = (&row.conclusion, &row.run.solution) {
            let moves = counted(run.len() as u64, "move");
            let why = why.as_ref().map_or(String::new(), |why| format!("; {why}"));
            let verdict =
                format!("won in {moves}, checked: the best run so far, perhaps not the best{why}");
            return Caption { title, verdict };
        }
        let is_won = matches!(row.topic.level_property(), Some(Property::Solvable));
        let is_shortest = is_won && row.run.quality == Quality::Shortest;
        let is_shortest = is_shortest && row.run.solution.is_some();
        let verdict = format!(
            "{} {}{}{}{}, checked",
            row.topic.property_text(),
            row.conclusion.word(),
            explanation(row),
            if is_shortest { ", a shortest run" } else { "" },
            score.unwrap_or_default()
        );
        Caption { title, verdict }
    }

    /// Why a decided result has no run to draw.
    pub fn of_nothing(row: &Row) -> String {
        let why = explanation(row);
        format!(
            "nothing to animate: {}; try `explain -o`",
            why.trim_start_matches([':', ',', ' '])
        )
    }
}

/// The line that says what was drawn where, ended.
pub fn drawn_text(scene: &Scene, file: &str) -> String {
    let Caption { title, verdict } = &scene.caption;
    format!("{}: {title}: {verdict}\n", printable(file))
}
