//! Parts 2 to 4 of the published project that solves Sokoban with nuXmv:
//! which of eight boards can be won and by which run, how long that takes, and
//! whether it pays to solve box by box.

use core::time::Duration;

use playproof::{Level, Playproof, Prepared, Proof, Property};
use playproof_analysis::{Iterative, SolvingByParts};

use crate::experiment::{Experiment, Setting, letters, levels};
use crate::figure::{Bar, Chart, Figure};
use crate::replay::{Replayed, replay};
use crate::tables::{NONE, Report, Table, or_none, seconds};
use crate::work::CHABA_AND_COHEN;

/// Part 2: which boards can be won.
pub const PART_2: Experiment = Experiment {
    work: &CHABA_AND_COHEN,
    name: "seed-003-part-2",
    title: "part 2: which boards can be won",
    summary: "eight Sokoban boards: which can be won, and whether the published runs win",
    run: part_2,
};

/// Part 3: how long it takes.
pub const PART_3: Experiment = Experiment {
    work: &CHABA_AND_COHEN,
    name: "seed-003-part-3",
    title: "part 3: seconds",
    summary: "seconds of BDD and SAT for the four boards that can be won, beside those of nuXmv",
    run: part_3,
};

/// Part 4: box by box.
pub const PART_4: Experiment = Experiment {
    work: &CHABA_AND_COHEN,
    name: "seed-003-part-4",
    title: "part 4: box by box",
    summary: "solving Sokoban box by box against solving whole levels",
    run: part_4,
};

const BOARDS: &str = include_str!("../levels/nuxmv_boards.xsb");
const BOXOBAN: &str = include_str!("../levels/boxoban.xsb");

/// Limits of each search unless the command line gives others.
const TIMEOUT: Duration = Duration::from_secs(60);
const MEMORY: u64 = 1 << 30;

/// What was published of a board that can be won.
struct Published {
    board: usize,
    run: &'static str,
    bdd: f64,
    sat: f64,
    /// Seconds of each iteration, solved box by box with SAT, and their sum as
    /// it was published.
    iterations: &'static [f64],
    total: f64,
}

const PUBLISHED: [Published; 4] = [
    Published {
        board: 1,
        run: "r",
        bdd: 0.123,
        sat: 0.089,
        iterations: &[0.114],
        total: 0.114,
    },
    Published {
        board: 4,
        run: "uddulrr",
        bdd: 1.143,
        sat: 0.959,
        iterations: &[0.265, 0.272, 0.259, 0.298],
        total: 1.095,
    },
    Published {
        board: 7,
        run: "llurrrrrdru",
        bdd: 239.687,
        sat: 10.748,
        iterations: &[9.257],
        total: 9.257,
    },
    Published {
        board: 8,
        run: "luuurrllddrrrrdrudddd",
        bdd: 444.927,
        sat: 88.231,
        iterations: &[2.614, 4.164, 47.350],
        total: 54.129,
    },
];

impl Published {
    fn of(board: usize) -> Option<&'static Published> {
        PUBLISHED.iter().find(|p| p.board == board)
    }
}

fn prepare<'a>(playproof: &'a Playproof, level: &'a Level) -> Prepared<'a> {
    let prepared = playproof.prepare(level, Some("sokoban"));
    prepared.expect("the program's own levels are Sokoban levels")
}

/// Decides whether a level can be won, and how long that takes.
fn solve(setting: &Setting, prepared: &Prepared, engine: &str) -> (Proof, f64) {
    ask(setting, prepared, engine, &Property::Solvable)
}

/// The same by the search that iterations use: over pushes, with no bound and
/// nothing left out, since winning is asked for like any other state.
fn solve_plainly(setting: &Setting, prepared: &Prepared) -> (Proof, f64) {
    let property = "reach win".parse().expect("a property");
    ask(setting, prepared, "native", &property)
}

fn ask(setting: &Setting, prepared: &Prepared, engine: &str, property: &Property) -> (Proof, f64) {
    setting.measured(|_, budget| {
        let proof = prepared.verify(property, Some(engine), budget);
        proof.expect("the engine decides what can be reached")
    })
}

fn solve_iteratively(
    setting: &Setting,
    prepared: &Prepared,
    engine: Option<&str>,
) -> (Iterative, f64) {
    setting.measured(|stopwatch, budget| {
        let mut seconds = || stopwatch.seconds();
        let solved = prepared.solve_iteratively(engine, &mut seconds, budget);
        solved.expect("Sokoban has rules")
    })
}

fn answer(proof: &Proof) -> &'static str {
    match (proof.holds(), proof.violated()) {
        (true, _) => "winnable",
        (_, true) => "not winnable",
        _ => "unknown",
    }
}

fn part_2(setting: &Setting) -> Report {
    let setting = &setting.or(TIMEOUT, MEMORY);
    let playproof = Playproof::default();
    let boards = levels("boards", BOARDS);
    let (mut rows, mut n_published, mut n_winning, mut n_shortest) = (Vec::new(), 0, 0, 0);
    for (number, level) in (1..)
        .zip(&boards.levels)
        .take(setting.n_levels.unwrap_or(8))
    {
        let prepared = prepare(&playproof, level);
        let (proof, time) = solve(setting, &prepared, "explicit");
        let published = Published::of(number);
        let evidence = proof.certificate.as_ref().map(|c| c.evidence.kind());
        let replayed = published.map(|p| replay(&prepared, p.run));
        n_published += usize::from(published.is_some());
        n_winning += usize::from(matches!(replayed, Some(Replayed::Wins { .. })));
        let length = published.map(|p| p.run.len() as u64);
        n_shortest += usize::from(length.is_some() && length == proof.length);
        rows.push(vec![
            number.to_string(),
            published.map_or("not winnable", |_| "winnable").to_owned(),
            answer(&proof).to_owned(),
            or_none(evidence),
            or_none(published.map(|p| p.run)),
            or_none(replayed),
            or_none(proof.solution.as_deref().map(letters)),
            or_none(length),
            or_none(proof.length),
            seconds(time),
        ]);
    }
    Report {
        words: vec![format!(
            "Each board is decided by breadth-first search over the game's own steps (engine \
             `explicit`), so that our runs are shortest ones; what it says is checked: a run, or \
             a closed set of states without a win. Limits of each search: {}. The published runs \
             are played on the same rules.",
            setting.limits_text()
        )],
        tables: vec![Table {
            name: "boards",
            title: "Boards".to_owned(),
            columns: vec![
                "board",
                "published",
                "ours",
                "evidence",
                "published run",
                "played on our rules",
                "our run",
                "moves published",
                "moves ours",
                "s",
            ],
            rows,
        }],
        remarks: vec![format!(
            "Of {n_published} published runs {n_winning} win on our rules, where winning is that \
             every box is on a goal, and {n_shortest} are as short as ours, so that no run is \
             shorter. Published seconds are in part 3."
        )],
        figures: Vec::new(),
    }
}

/// Engines of part 3, with what they are called in its figure.
const ENGINES: [(&str, &str); 4] = [
    ("bdd", "BDD"),
    ("sat-bmc", "SAT"),
    ("explicit", "explicit"),
    ("native", "native (pushes)"),
];

fn part_3(setting: &Setting) -> Report {
    let setting = &setting.or(TIMEOUT, MEMORY);
    let playproof = Playproof::default();
    let boards = levels("boards", BOARDS);
    let (mut rows, mut groups) = (Vec::new(), Vec::new());
    let mut last = None;
    for published in PUBLISHED.iter().take(setting.n_levels.unwrap_or(4)) {
        let prepared = prepare(&playproof, &boards.levels[published.board - 1]);
        let solved = ENGINES.map(|(engine, _)| solve(setting, &prepared, engine));
        let board = published.board;
        let bar = |what: &str, value: f64, published: bool| Bar {
            label: format!("board {board}, {what}"),
            value: Some(value),
            published,
        };
        let mut row = vec![
            board.to_string(),
            published.bdd.to_string(),
            published.sat.to_string(),
        ];
        let mut group = vec![
            bar("BDD (published)", published.bdd, true),
            bar("SAT (published)", published.sat, true),
        ];
        for ((_, name), (_, time)) in ENGINES.iter().zip(&solved) {
            row.push(seconds(*time));
            group.push(bar(name, *time, false));
        }
        let [(bdd, bdd_time), (_, sat_time), (explicit, _), (native, _)] = &solved;
        row.extend([
            or_none(explicit.length),
            bdd.states.to_string(),
            explicit.states.to_string(),
            native.states.to_string(),
        ]);
        rows.push(row);
        groups.push(group);
        last = Some((board, bdd_time / sat_time, published.bdd / published.sat));
    }
    let ratio = last.map(|(board, ours, published)| {
        format!(
            "On board {board} BDD takes {ours:.1} times the time of SAT; published are {published:.1}. "
        )
    });
    Report {
        words: vec![format!(
            "Published: nuXmv on an unnamed machine, BDD by `check_ltlspec`, SAT by bounded model \
             checking with 100 steps. Ours: from the question to the checked answer on one \
             thread; of five the one of median length where that is less than 0.2 s. Limits of each search: \
             {}. BDD and SAT read the same rules through the same bit-blaster; both answer with a \
             shortest run, SAT by asking for one of 0, 1, 2, … steps.",
            setting.limits_text()
        )],
        tables: vec![Table {
            name: "seconds",
            title: "Seconds".to_owned(),
            columns: vec![
                "board",
                "BDD, published s",
                "SAT, published s",
                "BDD s",
                "SAT s",
                "explicit s",
                "native s",
                "moves",
                "states BDD",
                "states explicit",
                "states native",
            ],
            rows,
        }],
        remarks: vec![format!(
            "{}A position here is a number in binary and a bit a cell for boxes, and a step writes only what \
             changes; how the published model encodes them is the larger part of its seconds, since a \
             better encoding alone made NuSMV's BDD take 0.29 s and 1.08 s for boards 7 and 8 on another \
             machine. These boards are small for a search over explicit states, as the numbers of states \
             show.",
            ratio.unwrap_or_default()
        )],
        figures: vec![Figure {
            name: "seconds",
            title: "Seconds for a winning run (powers of ten)".to_owned(),
            chart: Chart::Bars(groups),
            by_powers: true,
        }],
    }
}

fn part_4(setting: &Setting) -> Report {
    let setting = &setting.or(TIMEOUT, MEMORY);
    let playproof = Playproof::default();
    let boards = levels("boards", BOARDS);
    let mut rows = Vec::new();
    for published in &PUBLISHED {
        let prepared = prepare(&playproof, &boards.levels[published.board - 1]);
        let (plain, plain_time) = solve_plainly(setting, &prepared);
        let (led, led_time) = solve(setting, &prepared, "native");
        let (solved, time) = solve_iteratively(setting, &prepared, None);
        let (_, sat_time) = solve(setting, &prepared, "sat-bmc");
        let (by_sat, by_sat_time) = solve_iteratively(setting, &prepared, Some("sat-bmc"));
        let each = solved.iterations.iter().map(|i| seconds(i.seconds));
        rows.push(vec![
            published.board.to_string(),
            published.sat.to_string(),
            published.total.to_string(),
            published.iterations.len().to_string(),
            solved.iterations.len().to_string(),
            seconds(plain_time),
            seconds(time),
            each.collect::<Vec<_>>().join(" "),
            seconds(led_time),
            seconds(sat_time),
            seconds(by_sat_time),
            or_none(plain.length),
            or_none(solved.proof.length),
            or_none(led.length),
            or_none(by_sat.proof.length),
            verdict(&solved).to_owned(),
        ]);
    }
    let boxoban = levels("boxoban", BOXOBAN);
    let n_levels = setting.n_levels.unwrap_or(usize::MAX);
    let (mut larger, mut groups) = (Vec::new(), Vec::new());
    let mut totals = [0.0; 3];
    for level in boxoban.levels.iter().take(n_levels) {
        if setting.is_cancelled() {
            break;
        }
        let prepared = prepare(&playproof, level);
        let (plain, plain_time) = solve_plainly(setting, &prepared);
        let (led, led_time) = solve(setting, &prepared, "native");
        let (solved, time) = solve_iteratively(setting, &prepared, None);
        for (total, time) in totals.iter_mut().zip([plain_time, time, led_time]) {
            *total += time;
        }
        let name = level.title().unwrap_or(NONE).to_owned();
        larger.push(vec![
            name.clone(),
            seconds(plain_time),
            seconds(time),
            seconds(led_time),
            plain.states.to_string(),
            solved.proof.states.to_string(),
            led.states.to_string(),
            or_none(plain.length),
            or_none(solved.proof.length),
            or_none(led.length),
            solved.iterations.len().to_string(),
            solved.dead_ends.to_string(),
            verdict(&solved).to_owned(),
        ]);
        groups.push(vec![
            bar(&name, "whole", plain_time),
            bar(&name, "box by box", time),
            bar(&name, "led", led_time),
        ]);
    }
    let mut sum = vec!["together".to_owned()];
    sum.extend(totals.map(seconds));
    sum.resize(12, NONE.to_owned());
    sum.push(String::new());
    larger.push(sum);
    Report {
        words: vec![format!(
            "Each iteration looks for a state with fewer boxes off goals than at its beginning, \
             and the next one goes on from there; all runs are joined and checked. Published: SAT, \
             for whole levels and for each iteration. Ours: breadth-first search over pushes that \
             leaves nothing out, for whole levels (whole) and for each iteration (iterative); \
             beside them our usual search, led by a bound on the pushes that are left and without \
             positions in which boxes are stuck for good (led). Seconds are those from the question \
             to the checked answer on one thread, of five the one of median length where that is \
             less than 0.2 s. Limits of each search: {}.",
            setting.limits_text()
        )],
        tables: vec![
            Table {
                name: "boards",
                title: "The published boards".to_owned(),
                columns: vec![
                    "board",
                    "SAT whole, published s",
                    "SAT iterative, published s",
                    "iterations published",
                    "iterations ours",
                    "whole s",
                    "iterative s",
                    "each s",
                    "led s",
                    "SAT whole, ours s",
                    "SAT iterative, ours s",
                    "moves whole",
                    "moves iterative",
                    "moves led",
                    "moves SAT iterative",
                    "result",
                ],
                rows,
            },
            Table {
                name: "boxoban",
                title: "Beyond them: Boxoban levels, four boxes each".to_owned(),
                columns: vec![
                    "level",
                    "whole s",
                    "iterative s",
                    "led s",
                    "states whole",
                    "states iterative",
                    "states led",
                    "moves whole",
                    "moves iterative",
                    "moves led",
                    "iterations",
                    "dead ends",
                    "result",
                ],
                rows: larger,
            },
        ],
        remarks: vec![
            "Published, solving box by box took 54.1 s instead of 88.2 s on board 8 and about as \
             long as solving the whole board on the others. In the columns *whole* and *iterative* \
             the same search is used for both, as there; in the columns of SAT it is our bounded model checking. What an iteration decides can be a dead \
             end, which is left only after all that can be reached from it was seen; the published \
             boards have none. A level that is not solved box by box is unknown, never unsolvable."
                .to_owned(),
        ],
        figures: vec![Figure {
            name: "boxoban",
            title: "Seconds, whole and box by box (powers of ten)".to_owned(),
            chart: Chart::Bars(groups),
            by_powers: true,
        }],
    }
}

fn verdict(solved: &Iterative) -> &'static str {
    match solved.proof.holds() {
        true => "solved, checked",
        false => "unknown",
    }
}

fn bar(level: &str, what: &str, value: f64) -> Bar {
    Bar {
        label: format!("{level}, {what}"),
        value: Some(value),
        published: false,
    }
}
