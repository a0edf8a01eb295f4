//! `playproof analyze`: figures of levels, and an order of rising difficulty.

use std::cell::{Cell, RefCell};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use playproof::{
    BoardDrawing, Diagnostic, Error, Level, Limits, Playproof, Prepared, Progress, Verdict,
};
use playproof_analysis::{Difficulty, Measuring};
use playproof_report::{
    Finding, MetricsRow, Words, metrics_csv, metrics_page, metrics_table, result_text,
};

use crate::args::{AnalyzeArgs, FiguresFormat, Format};
use crate::clock::Clock;
use crate::console;
use crate::inputs::{problem, sources};
use crate::outputs::{stranger, write_whole};
use crate::reports::Reports;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::told::told;
use crate::watchdog;

/// Results are no rows here; the session serves Ctrl-C and the exit status.
const MANNER: Manner = Manner {
    text: result_text,
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// There is no summary: the table has a line for each level.
const WORDS: Words = Words {
    thing: "level",
    holds: "measured",
    violated: "unsolvable",
};

/// Measures all levels. Errors are those of writing figures.
pub fn run(args: &AnalyzeArgs) -> io::Result<Status> {
    let playproof = Playproof::with_threads(args.effort.threads());
    let no_game = args.effort.game.as_deref().map(|name| playproof.game(name));
    if let Some(Err(error)) = no_game {
        console::error(&error.to_string());
        return Ok(Status::BadInput);
    }
    let reports = Reports::new(&args.reports, false, args.format == FiguresFormat::Text);
    let session = Session::new(Format::Text, MANNER).with_reports(reports, WORDS);
    let session = Arc::new(session);
    watchdog::listen_for_cancellation(&session);
    let rows = Arc::new(Rows {
        is_ordered: args.order,
        format: args.format,
        keeps_all: args.html.is_some(),
        unwritten: Mutex::new(Some(Vec::new())),
    });
    let kept = Arc::clone(&rows);
    session.leave_last_words(Box::new(move || kept.finish()));
    let analysis = Analysis {
        args,
        playproof: &playproof,
        session: &session,
        rows: &rows,
        levels: RefCell::default(),
        n_unread: Cell::new(0),
    };
    for argument in &args.levels {
        analysis.argument(argument)?;
    }
    if let Some(path) = &args.html {
        analysis.write_page(path);
    }
    rows.finish()?;
    session.sum_up()?;
    Ok(session.status())
}

struct Analysis<'a> {
    args: &'a AnalyzeArgs,
    playproof: &'a Playproof,
    session: &'a Session,
    rows: &'a Rows,
    /// The levels of the rows, for their pictures, where a page is wanted.
    levels: RefCell<Vec<Level>>,
    /// How many files or levels could not be read.
    n_unread: Cell<u64>,
}

impl Analysis<'_> {
    fn argument(&self, argument: &Path) -> io::Result<()> {
        let (files, problems) = sources(argument);
        for problem in &problems {
            self.complain_of(problem);
        }
        for source in files {
            if self.session.is_cancelled() {
                return Ok(());
            }
            let collection = match self.args.effort.levels(&source) {
                Ok(collection) => collection,
                Err(diagnostic) => {
                    self.complain_of(&diagnostic);
                    continue;
                }
            };
            let n_levels = collection.levels.len();
            for level in &collection.levels {
                if !self.session.is_cancelled() {
                    self.level(level, n_levels)?;
                }
            }
        }
        Ok(())
    }

    fn complain_of(&self, diagnostic: &Diagnostic) {
        console::complain_of(diagnostic);
        self.session.found(Finding::of_diagnostic(diagnostic));
        self.session.reached(Status::BadInput);
        self.n_unread.set(self.n_unread.get() + 1);
    }

    fn level(&self, level: &Level, n_levels: usize) -> io::Result<()> {
        let clock = Clock::start(self.args.effort.limits.timeout);
        let mut row = MetricsRow::of_level(level, n_levels);
        let mut limits = Limits {
            max_states: self.args.effort.max_states,
            max_bytes: self.args.effort.limits.max_bytes(),
            poll: |progress: &Progress| {
                self.session.note(progress, &clock);
                self.session.go_on(&clock)
            },
        };
        let prepared = self
            .playproof
            .prepare(level, self.args.effort.game.as_deref());
        let metrics =
            prepared.and_then(|prepared| prepared.metrics(self.args.max_graph, &mut limits));
        match metrics {
            Ok(metrics) => {
                row.enter(&metrics);
                self.session.reached(status(metrics.open.as_ref()));
                if self.args.html.is_some() {
                    self.levels.borrow_mut().push(level.clone());
                }
                self.session
                    .report(row.finding(clock.seconds()), || row.json())?;
                self.rows.hand_out(row)
            }
            Err(error) => {
                match error {
                    Error::Level(diagnostic) => self.complain_of(&diagnostic),
                    other => self.complain_of(&problem(&row.level, told(&other), None)),
                }
                Ok(())
            }
        }
    }
}

impl Analysis<'_> {
    /// Writes the page of all figures; that it cannot be written costs no figure.
    fn write_page(&self, path: &Path) {
        if let Some(why) = stranger(path, "<!DOCTYPE html>") {
            console::error(&why);
            self.session.reached(Status::BadInput);
            return;
        }
        let rows = self.rows.unwritten().clone().unwrap_or_default();
        let levels = self.levels.borrow();
        let game = self.args.effort.game.as_deref();
        let mut drawing = |number: usize| {
            let prepared = self.playproof.prepare(&levels[number], game).ok()?;
            drawing(&prepared, &levels[number])
        };
        let page = metrics_page(
            "Figures of levels",
            &rows,
            self.n_unread.get(),
            &mut drawing,
        );
        if let Err(error) = write_whole(self.session, path, page.as_bytes()) {
            console::error(&format!("cannot write {}: {error}", path.display()));
            self.session.reached(Status::BadInput);
        }
    }
}

/// The level as it begins.
pub fn drawing(prepared: &Prepared, level: &Level) -> Option<BoardDrawing> {
    let (view, first) = (prepared.view(), prepared.first_states());
    let first = first.first()?;
    let mut cells = Vec::new();
    view.first_cells(first, &mut cells);
    let sprites = view.sprites(first).unwrap_or_default();
    let title = level.title().unwrap_or(level.file()).to_owned();
    Some(BoardDrawing {
        legend: view.legend().to_vec(),
        size: view.size(),
        cells,
        sprites: sprites.into_iter().flatten().collect(),
        description: title.clone(),
        title,
        ..BoardDrawing::default()
    })
}

/// Figures that are not written yet. They are written once, by whoever ends
/// the program; then there is nothing left.
struct Rows {
    is_ordered: bool,
    format: FiguresFormat,
    /// Whether they are needed once more in the end.
    keeps_all: bool,
    unwritten: Mutex<Option<Vec<MetricsRow>>>,
}

impl Rows {
    fn unwritten(&self) -> MutexGuard<'_, Option<Vec<MetricsRow>>> {
        let lock = self.unwritten.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the figures, or keeps them until all are known: tables have the
    /// columns of all games that come.
    fn hand_out(&self, row: MetricsRow) -> io::Result<()> {
        let mut unwritten = self.unwritten();
        match self.format {
            FiguresFormat::Json if !self.is_ordered && !self.keeps_all => {
                console::print_plain(&row.json())
            }
            _ => {
                unwritten.get_or_insert_default().push(row);
                Ok(())
            }
        }
    }

    fn finish(&self) -> io::Result<()> {
        let mut unwritten = self.unwritten();
        let Some(mut rows) = unwritten.take() else {
            return Ok(());
        };
        if self.is_ordered {
            rows = ordered(rows);
        }
        match self.format {
            FiguresFormat::Text => console::print(&metrics_table(&rows)),
            FiguresFormat::Json => {
                let lines: String = rows.iter().map(MetricsRow::json).collect();
                console::print_plain(&lines)
            }
            FiguresFormat::Csv => console::print_plain(&metrics_csv(&rows)),
        }
    }
}

/// The levels of each game in the order of rising difficulty: what is difficult in one game
/// cannot be compared with another.
fn ordered(rows: Vec<MetricsRow>) -> Vec<MetricsRow> {
    let mut games: Vec<Option<String>> = Vec::new();
    for row in &rows {
        if !games.contains(&row.game) {
            games.push(row.game.clone());
        }
    }
    let mut left = rows;
    let mut all = Vec::new();
    for game in games {
        let (of_game, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|r| r.game == game);
        left = others;
        let difficulties: Vec<Difficulty> = of_game.iter().map(MetricsRow::difficulty).collect();
        let mut of_game: Vec<Option<MetricsRow>> = of_game.into_iter().map(Some).collect();
        let order = Difficulty::rising_order(&difficulties).into_iter();
        for (place, mut row) in (1..).zip(order.filter_map(|i| of_game[i].take())) {
            row.place = Some(place);
            all.push(row);
        }
    }
    all
}

/// What a question without an answer means for the program.
fn status(open: Option<&Verdict>) -> Status {
    match open {
        None | Some(Verdict::Decided(_)) => Status::Fine,
        Some(Verdict::Unknown(_)) => Status::Unknown,
        Some(Verdict::Rejected(_)) => Status::Rejected,
    }
}
