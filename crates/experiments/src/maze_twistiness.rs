//! Experiment 6 of the published work on verifying levels with SPIN: how many mazes can
//! be won by a run of which a fifth of the moves turn, within 55 moves.

use core::time::Duration;

use playproof::{Playproof, Prepared, Property};

use crate::contest::prepared;
use crate::experiment::{Experiment, Setting};
use crate::figure::{Bar, Chart, Figure};
use crate::proposed::{self, DESIGNS, Field, level_of};
use crate::tables::{
    Report, Table, exact_percent, mean, mean_text, or_none, scatter, seconds, share,
};
use crate::work::TEKIK;

/// Twisty enough.
pub const EXPERIMENT_6: Experiment = Experiment {
    work: &TEKIK,
    name: "seed-000-experiment-6",
    title: "experiment 6: mazes with a twisty way",
    summary: "mazes of 24x24: how many have a winning run that turns at a fifth of 55 moves",
    run,
};

/// Levels.
const LEVELS: usize = 200;

/// Columns and rows.
const SIDE: usize = 24;

/// So many times the levels, for a share that scatters less.
const MORE: usize = 10;

/// Of 200 published levels.
const PUBLISHED: usize = 196;

/// Limits of each search unless the command line gives others.
const TIMEOUT: Duration = Duration::from_secs(20);
const MEMORY: u64 = 1 << 30;

/// What is asked, and what must be true for it.
const TWISTY: &str = "some twistiness >= 1/5 within";
const IN_TIME: &str = "shortest <=";

/// The moves allowed: ten more than the published mean of shortest runs.
const LIMIT: u64 = 55;
const SPARE: u64 = 10;

/// What was found out about a level.
struct Maze {
    /// Whether there is a run as wanted; none where that was not decided.
    twisty: Option<bool>,
    /// Whether any run wins in time.
    in_time: Option<bool>,
    shortest: Option<u64>,
    /// Of the search for a twisty run.
    seconds: f64,
}

fn run(setting: &Setting) -> Report {
    let setting = &setting.or(TIMEOUT, MEMORY);
    let n = setting.levels_of_one_size(LEVELS);
    // A share of 200 scatters by more than a point: ten times as many say more.
    let mut many = mazes(setting, Field::mazes(SIDE), n * MORE, LIMIT);
    let all = exact_percent(n_of(&many, |maze| maze.twisty == Some(true)), many.len());
    many.truncate(n);
    let mazes = many;
    let designs = designs(setting, n);
    Report {
        words: words(setting, n),
        tables: vec![counts(&mazes), designs],
        remarks: remarks(&mazes, &all),
        figures: vec![figure(&mazes)],
    }
}

/// Looks at the first `n` mazes of a field.
fn mazes(setting: &Setting, field: Field, n: usize, limit: u64) -> Vec<Maze> {
    let playproof = Playproof::default();
    let mut mazes = Vec::new();
    for (i, text) in field.texts(n).enumerate() {
        if setting.is_cancelled() {
            break;
        }
        setting.show(|| {
            format!(
                "experiment 6: maze {}, level {} of {n}",
                field.size(),
                i + 1
            )
        });
        let level = level_of(&text);
        mazes.push(maze(setting, &prepared(&playproof, &level, field), limit));
    }
    mazes
}

fn maze(setting: &Setting, prepared: &Prepared, limit: u64) -> Maze {
    let ask = |property: String| {
        let property: Property = property.parse().expect("a property");
        setting.timed(|_, budget| {
            let proof = prepared.verify(&property, None, budget);
            proof.expect("there is an engine for it")
        })
    };
    let (twisty, seconds) = ask(format!("{TWISTY} {limit}"));
    let (in_time, _) = ask(format!("{IN_TIME} {limit}"));
    let (any, _) = ask("solvable".to_owned());
    let decided =
        |proof: &playproof::Proof| (proof.holds() || proof.violated()).then(|| proof.holds());
    Maze {
        twisty: decided(&twisty),
        in_time: decided(&in_time),
        shortest: any.length.filter(|_| any.holds()),
        seconds,
    }
}

/// Every level is in exactly one of these.
type Kind = (&'static str, fn(&Maze) -> bool);
const KINDS: [Kind; 4] = [
    ("a fifth of the moves turn, within 55", |m| {
        m.twisty == Some(true)
    }),
    ("can be won within 55, but not so", |m| {
        m.twisty == Some(false) && m.in_time == Some(true)
    }),
    ("cannot be won within 55", |m| {
        m.twisty == Some(false) && m.in_time == Some(false)
    }),
    ("not decided", |m| {
        m.twisty.is_none() || m.twisty == Some(false) && m.in_time.is_none()
    }),
];

fn n_of(mazes: &[Maze], is_so: impl Fn(&Maze) -> bool) -> usize {
    mazes.iter().filter(|maze| is_so(maze)).count()
}

fn counts(mazes: &[Maze]) -> Table {
    let row = |name: &str, published: Option<usize>, n: usize, is_so: &dyn Fn(&Maze) -> bool| {
        let some = mazes.iter().filter(|maze| is_so(maze));
        let lengths = some.clone().filter_map(|maze| Some(maze.shortest? as f64));
        let times = some.map(|maze| maze.seconds);
        vec![
            name.to_owned(),
            or_none(published),
            or_none(published.map(|n| exact_percent(n, LEVELS))),
            n.to_string(),
            exact_percent(n, mazes.len()),
            mean_text(lengths),
            or_none(mean(times).map(seconds)),
        ]
    };
    let published = [Some(PUBLISHED), None, None, None];
    let mut rows: Vec<Vec<String>> = KINDS
        .iter()
        .zip(published)
        .map(|((name, is_so), published)| row(name, published, n_of(mazes, is_so), is_so))
        .collect();
    rows.push(row("all", Some(LEVELS), mazes.len(), &|_| true));
    Table {
        name: "twistiness",
        title: "Mazes by what is proved of them".to_owned(),
        columns: vec![
            "what",
            "published, of 200",
            "share, published",
            "ours",
            "share",
            "mean shortest run",
            "mean s",
        ],
        rows,
    }
}

/// The same question of levels made otherwise, and by the published rule for
/// the limit: ten more than the mean of shortest runs.
fn designs(setting: &Setting, n: usize) -> Table {
    let rows = DESIGNS.iter().map(|&(name, change)| {
        let field = Field::mazes(SIDE).with(change);
        let found = mazes(setting, field, n, LIMIT);
        let shortest = || found.iter().filter_map(|maze| Some(maze.shortest? as f64));
        let limit = mean(shortest()).map_or(LIMIT, |mean| mean.round() as u64 + SPARE);
        let by_rule = mazes(setting, field, n, limit);
        let cell = |mazes: &[Maze], is_so: fn(&Maze) -> bool| {
            exact_percent(n_of(mazes, is_so), mazes.len())
        };
        vec![
            name.to_owned(),
            mean_text(shortest()),
            cell(&found, |maze| maze.in_time == Some(true)),
            cell(&found, |maze| maze.twisty == Some(true)),
            limit.to_string(),
            cell(&by_rule, |maze| maze.in_time == Some(true)),
            cell(&by_rule, |maze| maze.twisty == Some(true)),
        ]
    });
    Table {
        name: "designs",
        title: "Mazes by design, and with a limit of ten more than the mean shortest run"
            .to_owned(),
        columns: vec![
            "design",
            "mean shortest run",
            "won within 55",
            "and twisty",
            "own limit",
            "won within it",
            "and twisty within it",
        ],
        rows: rows.collect(),
    }
}

fn figure(mazes: &[Maze]) -> Figure {
    let bar = |label: &str, n: usize, of: usize, published| Bar {
        label: label.to_owned(),
        value: share(n, of),
        published,
    };
    let mut bars = vec![bar("turns enough, published", PUBLISHED, LEVELS, true)];
    let labels = ["turns enough, ours", "in time, but not so", "not in time"];
    for (label, (_, is_so)) in labels.into_iter().zip(&KINDS) {
        bars.push(bar(label, n_of(mazes, is_so), mazes.len(), false));
    }
    Figure {
        name: "twistiness",
        title: "Mazes of 24x24, % of all".to_owned(),
        chart: Chart::Bars(vec![bars]),
        by_powers: false,
    }
}

fn words(setting: &Setting, n: usize) -> Vec<String> {
    vec![
        proposed::words(&format!("{n} mazes of 24x24")),
        format!(
            "Asked is `{TWISTY} {LIMIT}`: some run wins within 55 moves, a fifth of which turn or more; the first \
             move is none that turns. It holds by a run and is violated by a closed set, both \
             checked. Limits of each search: {}.",
            setting.limits_text()
        ),
    ]
}

fn remarks(mazes: &[Maze], share_of_more: &str) -> Vec<String> {
    let [twisty, plain, late, _] = KINDS.map(|(_, is_so)| n_of(mazes, is_so));
    let lengths = mazes.iter().filter_map(|maze| Some(maze.shortest? as f64));
    vec![
        format!(
            "Of {} mazes that can be won within {LIMIT} moves, {twisty} can be won so that a fifth of \
             the moves turn; {late} cannot be won within {LIMIT} moves at all. So it is the length that \
             decides, not the turns. A share of {} levels scatters by {:.1} points; of {} \
             mazes, those of the table and the next ones, {share_of_more} can be won so.",
            twisty + plain,
            mazes.len(),
            scatter(twisty, mazes.len()),
            MORE * mazes.len(),
        ),
        format!(
            "Published are 98 %. Our mazes have longer shortest runs, {} moves on the average \
             against 44.32, and the limit of {LIMIT} was made for the published ones: ten moves more than their \
             mean. By that rule instead of its number, the second table has what comes of our own mean. \
             It also has designs that the published text leaves open: whether the life-like rule \
             changes cells all at once or one by one, how much of the square is \
             connected, of which it says nothing, and which of several shortest passages is carved.",
            mean_text(lengths)
        ),
        "None of these was chosen for what comes out here. Which of several shortest passages is carved is the plainest \
         case: the two rules are mirror images of each other and equally arbitrary, the usual one was there before \
         this was first measured, and it stays, whichever of them comes nearer to the published share."
            .to_owned(),
    ]
}
