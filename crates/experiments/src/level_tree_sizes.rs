//! Tables 4.1 and 4.2 of the published work on generating Sokoban levels by simulated
//! play, and the depths that its search comes to.

use playproof_sokoban::generate::tree::{Leaves, Stats, TreeSettings, layer_sizes, n_losses};

use crate::experiment::{Experiment, Setting};
use crate::level_trees::{ITERATIONS, Trial, kind, trials};
use crate::tables::{NONE, Report, Table, mean, or_none};
use crate::work::KARMAN;

/// How large the tree is.
pub const SIZES: Experiment = Experiment {
    work: &KARMAN,
    name: "seed-001-tree",
    title: "tables 4.1 and 4.2: the size of the tree, and depths",
    summary: "tree search for Sokoban levels: nodes of each depth, what prunings lose, mean depths",
    run,
};

const LEVELS: usize = 10;
/// The last depth that is counted.
const DEPTHS: usize = 7;

/// Nodes of each depth, and tree sizes with lexicographic order.
const PUBLISHED: [u64; 9] = [1, 5, 32, 230, 2_186, 20_536, 206_876, 2_182_928, 23_862_384];
const PUBLISHED_ORDERED: [u64; 9] = [1, 4, 12, 39, 141, 603, 2_464, 25_594, 215_709];

fn run(setting: &Setting) -> Report {
    let n = setting.levels(LEVELS);
    let n_iterations = setting.max_states.unwrap_or(ITERATIONS);
    let searches = ["foundational", "A: push"].map(|name| {
        let trials = trials(setting, &kind(name), n, n_iterations);
        (name, trials.unwrap_or_default())
    });
    Report {
        words: vec![format!(
            "Boards of 6x6; the root has depth 1. The tree is gone through node by node. Depths of the search: {n} levels of \
             {n_iterations} iterations each."
        )],
        tables: vec![sizes(), losses(), depths(&searches)],
        remarks: vec![
            "A natural reading of the five alterations gives the published numbers to depth 3 and more from depth 4 on, so \
             that a rule is not stated there. Nodes are counted without finished levels, with those of boards that \
             have a box, and with all."
                .to_owned(),
            "The lexicographic order loses configurations, and ours is stricter than the published one, whose numbers we \
             could not meet by either way to read digits."
                .to_owned(),
        ],
        figures: Vec::new(),
    }
}

fn sizes() -> Table {
    let sizes = |settings: &TreeSettings, leaves| {
        layer_sizes(settings, DEPTHS, leaves).expect("the settings are right")
    };
    let plain = TreeSettings::default();
    let ways = [Leaves::None, Leaves::WithBox, Leaves::All].map(|leaves| sizes(&plain, leaves));
    let ordered = TreeSettings {
        ordered: true,
        ..plain.clone()
    };
    let ordered = sizes(&ordered, Leaves::None);
    let mirror = TreeSettings {
        mirror: true,
        ..plain
    };
    let mirror = sizes(&mirror, Leaves::None);
    let row = |i: usize| {
        let before = i.checked_sub(1).map_or(0, |i| PUBLISHED_ORDERED[i]);
        let ours = |sizes: &[u64]| or_none(sizes.get(i));
        vec![
            (i + 1).to_string(),
            PUBLISHED[i].to_string(),
            ours(&ways[0]),
            ours(&ways[1]),
            ours(&ways[2]),
            (PUBLISHED_ORDERED[i] - before).to_string(),
            ours(&ordered),
            ours(&mirror),
        ]
    };
    Table {
        name: "sizes",
        title: "Nodes of each depth".to_owned(),
        columns: vec![
            "depth",
            "published",
            "ours",
            "and finished with a box",
            "and all finished",
            "lexicographic, published",
            "lexicographic, ours",
            "mirror, ours",
        ],
        rows: (0..PUBLISHED.len()).map(row).collect(),
    }
}

/// What options lose of all that can be built.
fn losses() -> Table {
    let plain = TreeSettings::default();
    let options = [
        TreeSettings {
            mirror: true,
            ..plain.clone()
        },
        TreeSettings {
            ordered: true,
            ..plain.clone()
        },
        TreeSettings {
            cut_outs: true,
            ..plain
        },
    ];
    let all = options.map(|settings| n_losses(&settings, DEPTHS).expect("the settings are right"));
    let row = |i: usize| {
        let mut row = vec![(i + 1).to_string(), all[0][i].n_all.to_string()];
        row.extend(all.iter().map(|losses| losses[i].n_kept.to_string()));
        row
    };
    Table {
        name: "losses",
        title: "Different configurations before the freeze, up to shifts, turns and mirrors"
            .to_owned(),
        columns: vec!["depth", "all", "mirror", "lexicographic", "pentominoes"],
        rows: (0..DEPTHS).map(row).collect(),
    }
}

fn depths(searches: &[(&str, Vec<Trial>); 2]) -> Table {
    type Depth = (&'static str, &'static str, fn(&Stats) -> f64);
    let rows: [Depth; 3] = [
        (
            "of nodes when they are added",
            "5.45",
            Stats::mean_expansion,
        ),
        ("of roll-outs", "14.04", Stats::mean_roll_out),
        (
            "of roll-outs that improve",
            "34.99",
            Stats::mean_improving_roll_out,
        ),
    ];
    let row = |(name, published, depth): Depth| {
        let mut row = vec![name.to_owned(), published.to_owned()];
        row.extend(searches.iter().map(|(_, trials)| {
            let depths = trials.iter().map(|trial| depth(&trial.stats));
            mean(depths).map_or(NONE.to_owned(), |mean| format!("{mean:.2}"))
        }));
        row
    };
    Table {
        name: "depths",
        title: "Mean depth".to_owned(),
        columns: vec!["mean depth", "published", "foundational", "A: push"],
        rows: rows.map(row).to_vec(),
    }
}
