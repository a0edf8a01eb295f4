//! Experiment 5 of the published work on verifying levels with SPIN: how many races
//! can be won, and how many in more than one way.
//!
//! What counts as another way is said there in words only, so that several
//! readings are measured side by side. Every race is also run with the sides
//! exchanged: the generator draws by lot who is where, and its levels are not the
//! same above and below.

use core::time::Duration;

use crate::experiment::{Experiment, Setting};
use crate::figure::{Bar, Chart, Figure};
use crate::proposed::{self, DESIGNS, Field};
use crate::race_readings::{READINGS, Races, Reading, WINNABLE, count, glance, race, races};
use crate::tables::{Report, Table, exact_percent, scatter, share};
use crate::work::TEKIK;

/// Winnable, and with an alternative.
pub const EXPERIMENT_5: Experiment = Experiment {
    work: &TEKIK,
    name: "seed-000-experiment-5",
    title: "experiment 5: races with more than one way to win",
    summary: "races of 24x24: how many can be won, and how many in more than one way",
    run,
};

/// Levels.
const LEVELS: usize = 200;

/// Columns and rows.
const SIDE: usize = 24;

/// Limits of each search unless the command line gives others.
const TIMEOUT: Duration = Duration::from_secs(10);
const MEMORY: u64 = 1 << 30;

/// Of 200 published levels.
const PUBLISHED_WINNABLE: usize = 113;
const PUBLISHED_ALTERNATIVE: usize = 95;

fn run(setting: &Setting) -> Report {
    let setting = &setting.or(TIMEOUT, MEMORY);
    let n = setting.levels_of_one_size(LEVELS);
    let races = races(setting, Field::races(SIDE), n, race);
    let designs = designs(setting, n);
    Report {
        words: words(setting, n),
        tables: vec![counts(&races), margins(&races), designs],
        remarks: remarks(&races),
        figures: vec![figure(&races)],
    }
}

fn counts(races: &Races) -> Table {
    let n = races.proposed.len();
    let n_winnable = count(races.both(), &WINNABLE);
    let row = |reading: &Reading, published: usize| {
        let (name, how, is_met) = reading;
        let [ours, exchanged] = [&races.proposed, &races.exchanged].map(|r| count(r, reading));
        let n_open = races.both().filter(|race| is_met(race).is_none()).count();
        vec![
            (*name).to_owned(),
            (*how).to_owned(),
            published.to_string(),
            exact_percent(published, LEVELS),
            exact_percent(published, PUBLISHED_WINNABLE),
            ours.to_string(),
            exact_percent(ours, n),
            exchanged.to_string(),
            exact_percent(ours + exchanged, 2 * n),
            exact_percent(ours + exchanged, n_winnable),
            n_open.to_string(),
        ]
    };
    let mut rows = vec![row(&WINNABLE, PUBLISHED_WINNABLE)];
    rows.extend(READINGS.iter().map(|r| row(r, PUBLISHED_ALTERNATIVE)));
    Table {
        name: "alternatives",
        title: "Races that can be won, and in more than one way".to_owned(),
        columns: vec![
            "what",
            "how",
            "published, of 200",
            "share, published",
            "of the winnable, published",
            "ours",
            "share",
            "sides exchanged",
            "both, share",
            "both, of the winnable",
            "not decided",
        ],
        rows,
    }
}

/// Who is nearer to the goal, and what comes of it.
fn margins(races: &Races) -> Table {
    type Has = fn(i64) -> bool;
    let kinds: [(&str, Has); 5] = [
        ("avatar nearer by 2 moves or more", |m| m >= 2),
        ("avatar nearer by 1 move", |m| m == 1),
        ("as near", |m| m == 0),
        ("opponent nearer by 1 move", |m| m == -1),
        ("opponent nearer by 2 moves or more", |m| m <= -2),
    ];
    let rows = kinds.iter().map(|(name, has)| {
        let mut row = vec![(*name).to_owned()];
        for races in [&races.proposed, &races.exchanged] {
            let some = races.iter().filter(|race| race.margin.is_some_and(has));
            row.push(some.clone().count().to_string());
            row.push(count(some.clone(), &WINNABLE).to_string());
            row.push(count(some, &READINGS[0]).to_string());
        }
        row
    });
    Table {
        name: "margins",
        title: "Walking distances to the goal".to_owned(),
        columns: vec![
            "goal",
            "levels",
            "can be won",
            "alternatives >= 2",
            "sides exchanged: levels",
            "sides exchanged: can be won",
            "sides exchanged: alternatives >= 2",
        ],
        rows: rows.collect(),
    }
}

/// The same question of levels made otherwise.
fn designs(setting: &Setting, n: usize) -> Table {
    let rows = DESIGNS.iter().map(|&(name, change)| {
        let field = Field::races(SIDE).with(change);
        let races = races(setting, field, n, glance);
        let [ours, exchanged] = [&races.proposed, &races.exchanged].map(|r| count(r, &WINNABLE));
        let even = races.proposed.iter().filter(|r| r.margin == Some(0));
        vec![
            name.to_owned(),
            ours.to_string(),
            exchanged.to_string(),
            exact_percent(ours + exchanged, 2 * races.proposed.len()),
            even.count().to_string(),
        ]
    });
    Table {
        name: "designs",
        title: "Races that can be won, by design".to_owned(),
        columns: vec![
            "design",
            "can be won",
            "sides exchanged",
            "both, share",
            "goal as near to both",
        ],
        rows: rows.collect(),
    }
}

fn figure(races: &Races) -> Figure {
    let published = |label: &str, n| Bar {
        label: label.to_owned(),
        value: share(n, LEVELS),
        published: true,
    };
    let ours = |reading: &Reading| Bar {
        label: format!("{}, ours", reading.0),
        value: share(count(races.both(), reading), 2 * races.proposed.len()),
        published: false,
    };
    let as_proposed = Bar {
        label: "can be won, ours as proposed".to_owned(),
        value: share(count(&races.proposed, &WINNABLE), races.proposed.len()),
        published: false,
    };
    let winnable = published("can be won, published", PUBLISHED_WINNABLE);
    let another = published("another way, published", PUBLISHED_ALTERNATIVE);
    Figure {
        name: "alternatives",
        title: "Races of 24x24, %; ours from both sides unless as proposed".to_owned(),
        chart: Chart::Bars(vec![
            vec![winnable, as_proposed, ours(&WINNABLE)],
            [another]
                .into_iter()
                .chain(READINGS.iter().map(ours))
                .collect(),
        ]),
        by_powers: false,
    }
}

fn words(setting: &Setting, n: usize) -> Vec<String> {
    vec![
        proposed::words(&format!("{n} races of 24x24")),
        format!(
            "Asked and checked are `solvable`, `alternatives >= 2` (two winning runs that repeat no \
             state) and `routes >= 2` (two that share no state but the first and the won ones). Limits \
             of each search: {}. What is counted comes from a walk over all states of a level, which \
             nobody checks. A run that dawdles and still wins is another run.",
            setting.limits_text()
        ),
        "Published, another way is a second counterexample of SPIN with other state transitions; it is \
         said to come from a path that is as short but different, or from an advantage over the \
         opponent that affords a move that is not the best, and to be missing where the margin is 1."
            .to_owned(),
        "Sides exchanged: the same levels, avatar and opponent in each other's place."
            .to_owned(),
    ]
}

fn remarks(races: &Races) -> Vec<String> {
    let nearest = |distance: &dyn Fn(usize) -> f64| {
        let readings = READINGS
            .iter()
            .map(|r| (r.0, distance(count(races.both(), r))));
        let nearest = readings.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.map_or("", |(name, _)| name)
    };
    let n_both = races.both().count();
    let of = |n: usize, of: usize| share(n, of).unwrap_or_default();
    let by_share = nearest(&|n| (of(n, n_both) - of(PUBLISHED_ALTERNATIVE, LEVELS)).abs());
    let n_winnable = count(races.both(), &WINNABLE);
    let of_winnable = of(PUBLISHED_ALTERNATIVE, PUBLISHED_WINNABLE);
    let by_winnable = nearest(&|n| (of(n, n_winnable) - of_winnable).abs());
    let shares = [&races.proposed, &races.exchanged]
        .map(|races| exact_percent(count(races, &WINNABLE), races.len()));
    let [ours, exchanged] = shares;
    let scatter = scatter(count(&races.proposed, &WINNABLE), races.proposed.len());
    let [above, below] = [true, false].map(|is_above| {
        let some = races.both().filter(|race| race.is_above == is_above);
        exact_percent(count(some.clone(), &WINNABLE), some.count())
    });
    vec![
        format!(
            "Winnable: {ours} of our races against 56.5 % published, and {exchanged} with the sides \
             exchanged; both together {}. Shares of so many levels scatter by {scatter:.1} points. The levels are not the same above and \
             below: with the avatar on the upper of the two cells {above} can be won, on the lower {below}. The \
             published text does not say which of the two cells is whose, but that neither has an obvious \
             advantage; so it is drawn by lot here. The other designs show much the same (third table). \
             That the long corridors along the upper rows, where the automaton begins, make the difference is conjecture.",
            exact_percent(n_winnable, n_both)
        ),
        format!(
            "Another way: published, 47.5 % of all levels and 84.1 % of the winnable ones have one. Of \
             our readings the one nearest to the share of all, from both sides, is *{by_share}*, and \
             nearest to the share of the winnable is *{by_winnable}*. By the words of the text, a \
             path that is as short or a move to spare, it is *one of the last two*, which nearly every race \
             that can be won has, as it has `alternatives >= 2`: where paths are wide or cross, \
             there are several shortest ones even without a move to spare. The published count is smaller than theirs, so \
             it leaves out ways that they count. That SPIN, which does not go on from a state that it has seen, reports \
             a second counterexample only where another move wins (*two different last moves*) is conjecture."
        ),
    ]
}
