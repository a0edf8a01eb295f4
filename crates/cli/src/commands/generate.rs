//! `playproof generate`: levels that are proposed, proved and kept with their
//! certificates.

mod best;
mod closest;
mod gallery;
mod in_order;
mod journal;
mod keeper;
mod maker;
mod stages;
mod summary;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use playproof::{Ask, LevelDesign, Playproof, Property, Proposer, Scope, Stop, Watch};

use crate::args::{Format, GenerateArgs, PlainFormat, generated, listed};
use crate::clock::Clock;
use crate::console;
use crate::outputs::remove_temporary;
use crate::progress;
use crate::questions::{Asked, Questions};
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::told;
use crate::watchdog;

use journal::{Entry, Journal, Kept, Settings};
use keeper::Keeper;
use maker::{Found, Maker, Outcome, Requirement};
use summary::{Closest, Summary, level_line};

/// Results are no rows here; the session serves Ctrl-C.
const MANNER: Manner = Manner {
    text: |_| String::new(),
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// So many proposals are tried for each level, and at least [`ENOUGH`].
const PROPOSALS_A_LEVEL: u64 = 100;
const ENOUGH: u64 = 1000;

/// Rejected proposals that are remembered for each requirement, to say how
/// close they came.
const REMEMBERED: usize = 100;

/// Seconds after which a proposal is spoken of while it is tried.
const SLOW: f64 = 1.0;

/// Generates levels. Errors are those of writing to standard output.
pub fn run(args: &GenerateArgs) -> io::Result<Status> {
    // Each level is searched by one thread: there are many of them.
    let playproof = Playproof::default();
    let refused = |message: String| {
        console::error(&message);
        Ok(Status::BadInput)
    };
    let design = match design(args, &playproof) {
        Ok(design) => design,
        Err(message) => return refused(message),
    };
    if let Some(path) = &args.stages {
        return match design.stages(args.seed, args.number.unwrap_or(0)) {
            Some(pictures) => stages::show(args, &pictures, path),
            None => refused(format!("levels of {} come about in one step", args.game)),
        };
    }
    if let Some(path) = &args.search_page {
        return match design.search_page(args.seed, args.number.unwrap_or(0)) {
            Some(page) => stages::write(path, &page, "how a level is searched for"),
            None => refused(format!(
                "there is no search for these levels of {}",
                args.game
            )),
        };
    }
    let Some(requirements) = requirements(args, &playproof) else {
        return Ok(Status::BadInput);
    };
    let maker = Maker {
        playproof: &playproof,
        game: &args.game,
        design,
        seed: args.seed,
        requirements,
        figure: args.maximize.as_deref(),
        max_states: args.effort.max_states,
        max_bytes: args.effort.max_bytes(),
    };
    let folder = args.out.as_deref().expect("--out is required here");
    if let Err(error) = fs::create_dir_all(folder) {
        return refused(format!("cannot create {}: {error}", folder.display()));
    }
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    let journal = match Journal::open(folder, settings(args, &maker), maker.design.once()) {
        Ok(journal) => journal,
        Err(message) => return refused(message),
    };
    if !maker
        .requirements
        .iter()
        .any(|r| implies_winning(&r.property))
    {
        console::warn("nothing that is required says that a level can be won; `-p solvable` would");
    }
    let mut work = Work::new(args, &maker, &session, journal, folder);
    let done = match work.resume() {
        Ok(()) if work.summary.stopped.is_some() => Ok(()),
        Ok(()) if args.maximize.is_some() => work.choose_best(),
        Ok(()) => work.fill(),
        Err(message) => Err(message),
    };
    work.finish(done)
}

/// What kind of levels the command line asks for, or what is wrong with that.
fn design(args: &GenerateArgs, playproof: &Playproof) -> Result<Box<dyn LevelDesign>, String> {
    let game = &args.game;
    let Some((_, generator)) = generated(playproof).find(|(other, _)| other.name() == game) else {
        let names: Vec<&str> = generated(playproof).map(|(game, _)| game.name()).collect();
        return Err(match playproof.game(game) {
            Ok(_) => format!(
                "levels of {game} cannot be generated yet; those of {} can",
                listed(&names, "and")
            ),
            Err(_) => {
                let names = names.join(", ");
                format!("there is no generator of `{game}`; there is {names}")
            }
        });
    };
    let has = |figure: &String| generator.figures().iter().any(|(name, _)| name == figure);
    if let Some(name) = args.maximize.as_ref().filter(|figure| !has(figure)) {
        return Err(format!("a level of {game} has no {name} to maximize"));
    }
    let design = generator.design(&args.options)?;
    if args.seconds.is_some() && !design.is_anytime() {
        return Err(format!("a level of {game} gets no better with time"));
    }
    Ok(design)
}

/// What is required of every level, or nothing after saying what is wrong.
fn requirements(args: &GenerateArgs, playproof: &Playproof) -> Option<Vec<Requirement>> {
    let questions = Questions::read(&args.questions, playproof)?;
    let mut requirements = Vec::new();
    for asked in questions.asked.iter().filter(|asked| !asked.is_warning()) {
        match &asked.ask {
            Ask::Level(property) => requirements.push(Requirement {
                property: property.clone(),
                name: asked.short_name(),
                engine: asked.engine().map(str::to_owned),
                written: written(args, asked, property),
                max_states: args.effort.max_states.or(asked.max_states()),
                max_bytes: args.effort.max_bytes().or(asked.max_bytes()),
            }),
            Ask::Collection(_) => {
                let name = asked.name();
                let problem = "is about several levels, but here each level is judged alone";
                console::error(&format!("{name} {problem}"));
                return None;
            }
        }
    }
    // Which levels are kept would be a matter of how fast the machine is.
    if questions
        .asked
        .iter()
        .any(|asked| asked.timeout().is_some())
    {
        console::warn(
            "time limits of requirements do not count here; `--timeout` is for all of it",
        );
    }
    if requirements.is_empty() {
        console::error("nothing is required: all that the file asks is a warning");
        return None;
    }
    Some(requirements)
}

/// A requirement as the journal has it.
fn written(args: &GenerateArgs, asked: &Asked, property: &Property) -> String {
    let mut text = property.to_string();
    if let Some(engine) = asked.engine() {
        text += &format!(", by {engine}");
    }
    if let (None, Some(n)) = (args.effort.max_states, asked.max_states()) {
        text += &format!(", within {n} states");
    }
    if let (None, Some(n)) = (args.effort.max_bytes(), asked.max_bytes()) {
        text += &format!(", within {n} bytes");
    }
    text
}

/// Whether a level that meets this can be won, or should not be.
fn implies_winning(property: &Property) -> bool {
    const THE_SAME: [&str; 5] = ["reach win", "EF win", "AG EF win", "F win", "AF win"];
    match property {
        Property::Solvable
        | Property::Unsolvable
        | Property::ShortestAtMost(_)
        | Property::Unlosable
        | Property::DeadEndFree
        | Property::Progress(_)
        | Property::ProgressAtWin(_)
        | Property::Unique => true,
        Property::Alternatives(n) | Property::Routes(n) => *n >= 1,
        Property::Measured(measured) => measured.scope == Scope::Some,
        other => THE_SAME
            .iter()
            .any(|text| text.parse().as_ref() == Ok(other)),
    }
}

fn settings(args: &GenerateArgs, maker: &Maker) -> Settings {
    let requirements = maker.requirements.iter();
    Settings {
        schema: 1,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: args.game.clone(),
        seed: args.seed,
        requirements: requirements.map(|r| r.written.clone()).collect(),
        max_states: maker.max_states,
        max_bytes: maker.max_bytes,
        maximize: args.maximize.clone().zip(args.of),
        // The best five are not among the best eight by themselves, as far as
        // the journal knows.
        count: args.maximize.as_ref().map(|_| args.count),
        design: journal::design(maker.design.settings()),
    }
}

/// A run of the command.
struct Work<'a> {
    args: &'a GenerateArgs,
    maker: &'a Maker<'a>,
    session: &'a Session,
    clock: Clock,
    journal: Journal,
    keeper: Keeper<'a>,
    summary: Summary,
}

impl<'a> Work<'a> {
    fn new(
        args: &'a GenerateArgs,
        maker: &'a Maker<'a>,
        session: &'a Session,
        journal: Journal,
        folder: &Path,
    ) -> Work<'a> {
        Work {
            args,
            maker,
            session,
            clock: Clock::start(args.effort.timeout),
            journal,
            keeper: Keeper::new(session, folder),
            summary: Summary::new(args.count),
        }
    }

    /// Counts what is there already, and makes again what is damaged.
    fn resume(&mut self) -> Result<(), String> {
        let entries = std::mem::take(&mut self.journal.entries);
        // The journal is locked: whoever wrote here is gone.
        remove_temporary(self.keeper.folder());
        if let Some(last) = entries.last() {
            self.summary.proposed = last.proposed;
            self.summary.rejected = last.rejected.clone();
        }
        let mut proposer = self.maker.design.proposer();
        let (session, clock) = (self.session, self.clock);
        let go_on = || session.go_on(&clock);
        let all = entries.iter().filter_map(|entry| entry.kept.as_ref());
        for (i, kept) in all.clone().enumerate() {
            self.show_progress();
            if let ControlFlow::Break(stop) = self.count_again(kept, &mut *proposer, &go_on)? {
                self.summary.stopped = Some(stop);
                self.summary.unseen = (all.clone().count() - i) as u64;
                break;
            }
        }
        self.journal.entries = entries;
        Ok(())
    }

    /// Counts a level that an earlier run kept, unless there is no more time.
    fn count_again(
        &mut self,
        kept: &Kept,
        proposer: &mut dyn Proposer,
        go_on: &dyn Fn() -> ControlFlow<Stop>,
    ) -> Result<ControlFlow<Stop>, String> {
        if let ControlFlow::Break(stop) = go_on() {
            return Ok(ControlFlow::Break(stop));
        }
        // What depends on the time that it took is not made again.
        let text = match self.args.seconds {
            None => self.maker.text_again(proposer, kept.proposal)?,
            Some(_) => match self.keeper.text_of(kept) {
                Some(text) => text,
                None => return Ok(ControlFlow::Continue(())),
            },
        };
        // Two runs at once may both have noted it.
        if self.keeper.has(&text) {
            return Ok(ControlFlow::Continue(()));
        }
        if !self.keeper.is_whole(self.maker, kept, &text, go_on) {
            // What was not looked at to the end is not damaged for that.
            if let ControlFlow::Break(stop) = go_on() {
                return Ok(ControlFlow::Break(stop));
            }
            let found = match self.maker.outcome(proposer, kept.proposal, go_on) {
                Outcome::Kept(found) => found,
                Outcome::Stopped(stop) => return Ok(ControlFlow::Break(stop)),
                _ => {
                    let level = &kept.level;
                    return Err(format!("{level} is damaged, and could not be made again"));
                }
            };
            self.keeper.mend(self.maker, kept, &found)?;
            self.summary.mended += 1;
        }
        self.summary.kept += 1;
        self.summary.resumed += 1;
        Ok(ControlFlow::Continue(()))
    }

    /// The seconds that one level may take, if all together have some.
    fn seconds_a_level(&self) -> Option<f64> {
        if self.maker.design.is_made_at_once() {
            return self.args.seconds.map(|seconds| seconds.as_secs_f64());
        }
        let threads = self.args.effort.threads().min(self.args.count as usize);
        let all = self.args.seconds?.as_secs_f64() * threads as f64;
        Some(all / self.args.count as f64)
    }

    /// The most proposals.
    fn n_proposals(&self) -> u64 {
        let enough = (self.args.count.saturating_mul(PROPOSALS_A_LEVEL)).max(ENOUGH);
        match self.maker.design.why_settled() {
            Some(_) => 1,
            None if self.maker.design.is_made_at_once() => self.args.count,
            None => self.args.proposals.unwrap_or(enough),
        }
    }

    /// Keeps whatever meets the requirements until there are enough.
    fn fill(&mut self) -> Result<(), String> {
        let numbers = self.summary.proposed..self.n_proposals();
        if self.summary.is_full() || numbers.is_empty() {
            return Ok(());
        }
        let mut failure = None;
        let (maker, session, clock) = (self.maker, self.session, self.clock);
        // What is made at once would be made by each thread.
        let threads = match maker.design.is_made_at_once() {
            true => 1,
            false => self.args.effort.threads(),
        };
        let seconds = self.seconds_a_level();
        in_order::in_order(
            numbers,
            threads,
            || worker(maker, session, clock, seconds),
            |number, outcome| match self.take(number, outcome) {
                Ok(flow) => flow,
                Err(message) => {
                    failure = Some(message);
                    ControlFlow::Break(())
                }
            },
        );
        failure.map_or(Ok(()), Err)
    }

    fn take(&mut self, number: u64, outcome: Outcome) -> Result<ControlFlow<()>, String> {
        let Some(found) = self.sorted(number, outcome)? else {
            return Ok(self.flow());
        };
        self.keep(number, &found)?;
        Ok(self.flow())
    }

    /// Writes a level that was found.
    fn keep(&mut self, number: u64, found: &Found) -> Result<(), String> {
        let kept = self.keeper.keep(self.maker, number, found)?;
        self.summary.kept += 1;
        if self.args.format == PlainFormat::Json {
            let line = level_line(self.keeper.folder(), &kept, found.value);
            // If nobody reads any more, the summary meets that too.
            let _ = console::print_plain(&line);
        }
        self.write_entry(Entry {
            kept: Some(kept),
            ..self.entry()
        })
    }

    fn entry(&self) -> Entry {
        Entry {
            proposed: self.summary.proposed,
            rejected: self.summary.rejected.clone(),
            kept: None,
            best: Vec::new(),
        }
    }

    fn write_entry(&mut self, entry: Entry) -> Result<(), String> {
        let written = self.journal.write(entry);
        let path = self.keeper.folder().join(journal::NAME);
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// Counts what became of a proposal; what was found, if something was.
    fn sorted(&mut self, number: u64, outcome: Outcome) -> Result<Option<Found>, String> {
        let rejected = |summary: &mut Summary, why: String| {
            let n = summary.rejected.entry(why).or_default();
            *n = n.saturating_add(1);
        };
        match outcome {
            Outcome::Stopped(stop) => {
                self.summary.stopped = Some(stop);
                return Ok(None);
            }
            Outcome::Failed(error) => {
                return Err(format!("proposal {number} cannot be tried: {error}"));
            }
            Outcome::Wrong(why) => {
                self.session.reached(Status::Rejected);
                return Err(format!("proposal {number}: evidence rejected: {why}"));
            }
            Outcome::Rejected(why, requirement) => {
                if let Some(requirement) = requirement {
                    let near = self.summary.failed.entry(requirement).or_default();
                    if near.len() < REMEMBERED {
                        near.push(number);
                    }
                }
                rejected(&mut self.summary, why);
            }
            Outcome::Kept(found) if self.keeper.has(&found.text) => {
                rejected(&mut self.summary, "the same as an earlier one".to_owned());
            }
            Outcome::Kept(found) if self.is_near_another(&found) => {
                rejected(&mut self.summary, "too near to an earlier one".to_owned());
            }
            Outcome::Kept(found) => {
                self.summary.proposed = number + 1;
                self.show_progress();
                return Ok(Some(found));
            }
        }
        self.summary.proposed = number + 1;
        self.show_progress();
        Ok(None)
    }

    /// Whether a level is too much like one that was kept.
    fn is_near_another(&self, found: &Found) -> bool {
        let mut kept = self.keeper.texts().iter();
        kept.any(|(_, other)| self.maker.design.is_near(&found.text, other))
    }

    fn flow(&self) -> ControlFlow<()> {
        // Where all levels have their time together, no more than were wanted are begun after it.
        let given = self.args.seconds.map(|seconds| seconds.as_secs_f64());
        let is_late = given.is_some_and(|most| self.clock.seconds() > most)
            && self.summary.proposed >= self.args.count;
        match self.summary.is_full() || self.summary.stopped.is_some() || is_late {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn show_progress(&self) {
        let seconds = self.clock.seconds();
        progress::show_text(&self.clock, |n| self.summary.progress(seconds, n));
    }

    /// Says what came of it.
    fn finish(mut self, done: Result<(), String>) -> io::Result<Status> {
        // What was rejected last is written down too, so that the next run
        // begins behind it.
        let is_new = self.journal.entries.last().map(|e| e.proposed) != Some(self.summary.proposed);
        let done = done.and_then(|()| match is_new && self.summary.proposed > 0 {
            true => self.write_entry(self.entry()),
            false => Ok(()),
        });
        let done = done.and_then(|()| match self.args.gallery {
            true => gallery::write(self.maker, &self.keeper, self.session),
            false => Ok(()),
        });
        let seconds = self.clock.seconds();
        let folder = self.keeper.folder().display().to_string();
        if let Err(message) = &done {
            console::error(message);
            self.session.reached(Status::BadInput);
        }
        let fell_short = done.is_ok() && !self.summary.is_full() && !self.session.is_cancelled();
        if fell_short {
            self.session.reached(Status::Unknown);
        }
        let closest = || if fell_short { self.how_close() } else { None };
        if fell_short && let Some(why) = self.maker.design.why_settled() {
            console::warn(&told::settled(&why));
        }
        match self.args.format {
            PlainFormat::Text => {
                console::print(&self.summary.text(&folder, seconds))?;
                if let Some(closest) = closest() {
                    console::print(&closest.text())?;
                }
            }
            PlainFormat::Json => console::print_plain(&self.summary.json(seconds, closest()))?,
        }
        Ok(self.session.status())
    }

    /// How close proposals came to what none of them met, if that is a matter of
    /// more or less.
    fn how_close(&self) -> Option<Closest> {
        let (&requirement, numbers) = self.summary.hardest()?;
        let asked = &self.maker.requirements[requirement];
        if !closest::has_number(&asked.property) {
            return None;
        }
        let mut proposer = self.maker.design.proposer();
        let (mut nearest, mut n_looked_at) = (None, 0);
        // No more is spent on this than anyone would wait for.
        let clock = Clock::start(Some(std::time::Duration::from_secs(5)));
        let go_on = || self.session.go_on(&clock);
        for &number in numbers {
            if go_on().is_break() {
                break;
            }
            let is_over = || go_on().is_break();
            let Ok(text) = self.maker.text(&mut *proposer, number, &is_over) else {
                continue;
            };
            let level = maker::level_of(&text);
            let Ok(prepared) = self.maker.prepared(&level) else {
                continue;
            };
            let mut limits = self.maker.limits(&go_on);
            let Ok(found) = closest::nearest(&asked.property, &prepared, &mut limits) else {
                continue;
            };
            n_looked_at += 1;
            if let Some((property, gap)) = found
                && nearest.as_ref().is_none_or(|(_, least, _)| gap < *least)
            {
                nearest = Some((property, gap, number));
            }
        }
        Some(Closest {
            requirement: asked.name.clone(),
            nearest: nearest.map(|(property, _, number)| (property.to_string(), number)),
            n_looked_at,
            n_failed: numbers.len(),
        })
    }
}

/// What a thread does with the number of a proposal.
fn worker<'a>(
    maker: &'a Maker<'a>,
    session: &'a Session,
    clock: Clock,
    seconds: Option<f64>,
) -> impl FnMut(u64) -> Outcome + 'a {
    let mut proposer = maker.design.proposer();
    move |number| {
        if let ControlFlow::Break(stop) = session.go_on(&clock) {
            return Outcome::Stopped(stop);
        }
        let watcher = Watcher {
            session,
            clock,
            begun: Clock::start(None),
            number,
            seconds,
        };
        let go_on = || {
            watcher.say_slow();
            session.go_on(&clock)
        };
        maker.outcome_of(&mut *proposer, number, &watcher, &go_on)
    }
}

/// Watches over a proposal in the making.
struct Watcher<'a> {
    session: &'a Session,
    clock: Clock,
    begun: Clock,
    number: u64,
    /// How long it may take to get better.
    seconds: Option<f64>,
}

impl Watcher<'_> {
    fn say_slow(&self) {
        let (number, seconds) = (self.number, self.begun.seconds());
        if seconds > SLOW {
            progress::show_text(&self.clock, |_| {
                format!("proposal {number}: {seconds:.0} s")
            });
        }
    }
}

impl Watch for Watcher<'_> {
    fn is_over(&self) -> bool {
        self.session.go_on(&self.clock).is_break()
    }

    fn is_enough(&self) -> bool {
        self.seconds
            .is_some_and(|most| self.begun.seconds() >= most)
    }

    fn takes_its_time(&self) -> bool {
        self.seconds.is_some()
    }

    fn look(&self, best: &dyn Fn() -> (String, Vec<String>)) {
        progress::show_text(&self.clock, |n_columns| {
            let (words, rows) = best();
            let line = format!("proposal {}: {words}", self.number);
            let line: String = line.chars().take(n_columns).collect();
            [line]
                .into_iter()
                .chain(rows)
                .collect::<Vec<_>>()
                .join("\n")
        });
    }
}
