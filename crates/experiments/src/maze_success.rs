//! Experiment 1 of the published work on verifying levels with SPIN: how many mazes
//! of each size three methods solve, tree search within a hundred times the
//! time of the model-based one.

use crate::contest::{PATIENCE, Tally, trials};
use crate::experiment::{Experiment, Setting};
use crate::figure::{Chart, Figure, Lines, Series};
use crate::proposed::{self, Field};
use crate::tables::{Report, Table};
use crate::tree_search::{mcts_remark, mcts_words};
use crate::work::TEKIK;

/// Success by size.
pub const EXPERIMENT_1: Experiment = Experiment {
    work: &TEKIK,
    name: "seed-000-experiment-1",
    title: "experiment 1: mazes solved by size",
    summary: "mazes of 8x8 to 24x24: levels solved by proof, A* and Monte-Carlo tree search",
    run,
};

/// Levels of each size.
const LEVELS: usize = 100;

/// Sizes with the published success of tree search in percent; the model-based
/// method and A* solved everything.
const PUBLISHED: [(usize, u32); 9] = [
    (8, 40),
    (10, 37),
    (12, 31),
    (14, 25),
    (16, 18),
    (18, 15),
    (20, 9),
    (22, 4),
    (24, 0),
];

/// All sizes of the published experiments.
pub fn sides() -> impl Iterator<Item = usize> {
    PUBLISHED.into_iter().map(|(side, _)| side)
}

fn run(setting: &Setting) -> Report {
    let n = setting.levels(LEVELS);
    let mut rows = Vec::new();
    let mut ours: [Vec<(f64, f64)>; 3] = Default::default();
    let (mut n_counted, mut n_proved, mut n_by_astar) = (0, 0, 0);
    for (side, published) in PUBLISHED {
        let field = Field::mazes(side);
        let trials = trials(setting, 1, field, n);
        let tally = Tally::of(&trials);
        rows.push(vec![
            field.size(),
            trials.len().to_string(),
            tally.n_hopeless().to_string(),
            "100 %".to_owned(),
            tally.share(|t| t.shortest().is_some()),
            "100 %".to_owned(),
            tally.share(|t| t.astar.moves.is_some()),
            format!("{published} %"),
            tally.share(|t| t.mcts_won_within(PATIENCE)),
            tally.share(|t| t.mcts_won_within(10.0)),
            tally.share(|t| t.mcts_won_within(1.0)),
            tally.limit(),
            tally.pace(),
        ]);
        for (points, times) in ours.iter_mut().zip([PATIENCE, 10.0, 1.0]) {
            points.push((side as f64, tally.percent(|t| t.mcts_won_within(times))));
        }
        n_counted += tally.n_counted();
        n_proved += tally.n_solved(|t| t.shortest().is_some());
        n_by_astar += tally.n_solved(|t| t.astar.moves.is_some());
    }
    let remarks = vec![
        format!(
            "Of {n_counted} levels that are not proved to be lost the model-based method solves {n_proved} and A* \
             {n_by_astar}; published, both solve all. The published experiment ended at 24x24 because tree search solved \
             nothing there."
        ),
        mcts_remark(&success_of_mcts(&ours[0])),
    ];
    Report {
        words: words(n),
        tables: vec![Table {
            name: "success",
            title: "Levels solved, of those that can be won".to_owned(),
            columns: vec![
                "size",
                "levels",
                "not winnable, proved",
                "model-based, published",
                "model-based, ours",
                "A*, published",
                "A*, ours",
                "MCTS, published",
                "MCTS, ours, 100 times",
                "10 times",
                "as long",
                "mean limit of 100 times, s",
                "million moves simulated a second",
            ],
            rows,
        }],
        remarks,
        figures: vec![figure(ours)],
    }
}

fn figure(ours: [Vec<(f64, f64)>; 3]) -> Figure {
    let published = PUBLISHED.map(|(side, percent)| (side as f64, f64::from(percent)));
    let names = ["100 times the proof's time", "10 times", "as long"];
    let mut series = vec![Series {
        name: "published, 100 times".to_owned(),
        points: published.into(),
        published: true,
    }];
    series.extend(names.into_iter().zip(ours).map(|(name, points)| Series {
        name: name.to_owned(),
        points,
        published: false,
    }));
    Figure {
        name: "tree-search",
        title: "Mazes solved by tree search".to_owned(),
        chart: Chart::Lines(Lines {
            x_label: "columns and rows".to_owned(),
            y_label: "levels solved, %".to_owned(),
            series,
        }),
        by_powers: false,
    }
}

fn words(n: usize) -> Vec<String> {
    vec![
        proposed::words(&format!("{n} mazes of each size")),
        "Model-based is the whole road from the level's text to the checked answer on one thread, of \
         five times the median. A* and tree search are players; a run of theirs counts if the checker \
         accepts it. Tree search may take 100 times as long as the model-based method took on the \
         same level, which is the published rule."
            .to_owned(),
        mcts_words(),
    ]
}

/// Published and own success in percent, by size.
fn success_of_mcts(ours: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let rows = PUBLISHED.iter().zip(ours);
    rows.map(|((_, published), (_, ours))| (f64::from(*published), *ours))
        .collect()
}
