//! Races of engines that do as they are told: who wins, who is stopped, what
//! the caller's budget is asked, and what is left when nobody answers.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use playproof_certify::{
    Budget, Engine, Evidence, Finding, Outcome, Progress, Reason, Stop, Task, Trace, Unlimited,
};
use playproof_engines::{Finish, Portfolio, PortfolioOutcome};
use playproof_model::{Answer, Builder, Model, Property, Subject, Unsupported, set};

/// States that a fake engine reports at a poll.
const BATCH: u64 = 100;

/// The favourite's head start.
const HEAD_START: u64 = 10 * BATCH;

/// Polls without end, as far as a test is concerned.
const LONG: u64 = 60_000;

/// What an engine does in the end.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Answer,
    GiveUp { lower_bound: u32 },
    Panic,
}

/// An engine that polls every millisecond and ends after so many polls.
struct Fake {
    name: &'static str,
    polls: u64,
    end: End,
    bytes: u64,
    is_able: bool,
    /// How often it polled before it ended or was stopped.
    polled: AtomicU64,
    /// How often it was started.
    started: AtomicU64,
}

impl Fake {
    fn new(name: &'static str, polls: u64, end: End) -> Fake {
        Fake {
            name,
            polls,
            end,
            bytes: 0,
            is_able: true,
            polled: AtomicU64::new(0),
            started: AtomicU64::new(0),
        }
    }

    fn with_bytes(self, bytes: u64) -> Fake {
        Fake { bytes, ..self }
    }

    fn n_polled(&self) -> u64 {
        self.polled.load(SeqCst)
    }

    fn n_started(&self) -> u64 {
        self.started.load(SeqCst)
    }
}

impl Engine for Fake {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        "does as it is told"
    }

    fn supports(&self, _: &Task) -> Result<(), Unsupported> {
        match self.is_able {
            true => Ok(()),
            false => Err(Unsupported("it does nothing".into())),
        }
    }

    fn check(&self, _: &Task, budget: &mut dyn Budget) -> Outcome {
        self.started.fetch_add(1, SeqCst);
        for poll in 1..=self.polls {
            thread::sleep(Duration::from_millis(1));
            self.polled.store(poll, SeqCst);
            let progress = Progress {
                states: poll * BATCH,
                bytes: self.bytes,
                ..Progress::default()
            };
            if let ControlFlow::Break(stop) = budget.spend(&progress) {
                return Outcome::unknown(Reason::Stopped(stop), poll * BATCH);
            }
        }
        let states = self.polls * BATCH;
        match self.end {
            End::Answer => {
                // The run tells the engine, to know whose it is.
                let initial = self.name.len() as u32;
                let steps = Vec::new();
                let run = Evidence::Trace(Trace { initial, steps });
                Outcome::decided(Answer::Holds, run, states)
            }
            End::GiveUp { lower_bound } => Outcome {
                lower_bound: Some(lower_bound),
                ..Outcome::unknown(Reason::Stopped(Stop::Incomplete), states)
            },
            End::Panic => panic!("as it was told"),
        }
    }
}

fn subject() -> Subject {
    let mut b = Builder::default();
    let lamp = b.variable("lamp", 0, 1);
    let (now, one) = (b.var(lamp), b.constant(1));
    let switch = b.action("switch");
    b.command("switch", switch, one, vec![set(lamp, one)]);
    b.atom("win", now);
    b.initial(vec![0]);
    let model = Model::Rules(Box::new(b.finish().unwrap()));
    model.elaborate(&Property::Solvable).unwrap()
}

fn race_at_once(fakes: &[Fake], at_once: usize, budget: &mut dyn Budget) -> PortfolioOutcome {
    let subject = subject();
    let task = Task::new(&subject, &Property::Solvable, &[]);
    let portfolio = Portfolio {
        favourite: &fakes[0],
        rivals: fakes[1..].iter().map(|f| f as &dyn Engine).collect(),
        at_once,
        opening: 10,
        head_start: HEAD_START,
    };
    portfolio.decide(&task, budget)
}

fn race(fakes: &[Fake], budget: &mut dyn Budget) -> PortfolioOutcome {
    race_at_once(fakes, fakes.len(), budget)
}

fn finishes(raced: &PortfolioOutcome) -> Vec<(&'static str, Finish)> {
    let contenders = raced.contenders.iter();
    contenders.map(|c| (c.engine, c.finish.clone())).collect()
}

fn undecided(stop: Stop) -> Finish {
    Finish::Undecided(Reason::Stopped(stop))
}

#[test]
fn within_its_head_start_the_favourite_is_alone() {
    for _ in 0..20 {
        let fakes = [
            Fake::new("first", 9, End::Answer),
            Fake::new("quick", 0, End::Answer),
        ];
        let raced = race(&fakes, &mut Unlimited);
        assert_eq!(raced.engine, "first");
        assert_eq!(finishes(&raced), [("first", Finish::First)]);
        assert_eq!(fakes[1].n_started(), 0);
    }
}

#[test]
fn a_slow_favourite_is_beaten_and_stopped_and_so_are_the_others() {
    let fakes = [
        Fake::new("slow", LONG, End::Answer),
        Fake::new("speedy", 20, End::Answer),
        Fake::new("slower", LONG, End::Answer),
    ];
    let began = Instant::now();
    let raced = race(&fakes, &mut Unlimited);
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!((raced.engine, raced.outcome.states), ("speedy", 20 * BATCH));
    let Finding::Holds(Evidence::Trace(run)) = &raced.outcome.finding else {
        panic!("{raced:?}");
    };
    assert_eq!(run.initial as usize, "speedy".len());
    let expected = [
        ("slow", Finish::Beaten),
        ("speedy", Finish::First),
        ("slower", Finish::Beaten),
    ];
    assert_eq!(finishes(&raced), expected);
    // It was not begun anew for the race.
    assert_eq!(fakes[0].n_started(), 1);
    assert!(fakes[0].n_polled() < LONG && fakes[2].n_polled() < LONG);
}

#[test]
fn a_favourite_that_answers_stops_its_rivals() {
    let fakes = [
        Fake::new("first", 40, End::Answer),
        Fake::new("slow", LONG, End::Answer),
    ];
    let raced = race(&fakes, &mut Unlimited);
    let expected = [("first", Finish::First), ("slow", Finish::Beaten)];
    assert_eq!(finishes(&raced), expected);
}

#[test]
fn an_answer_counts_only_if_it_is_one() {
    let fakes = [
        Fake::new("slow", 100, End::Answer),
        Fake::new("giving-up", 1, End::GiveUp { lower_bound: 3 }),
        Fake::new("breaking", 1, End::Panic),
    ];
    let raced = race(&fakes, &mut Unlimited);
    assert_eq!(raced.engine, "slow");
    let [_, giving_up, breaking] = &raced.contenders[..] else {
        panic!("{raced:?}");
    };
    assert_eq!(giving_up.finish, undecided(Stop::Incomplete));
    let Finish::Undecided(Reason::Unsupported(why)) = &breaking.finish else {
        panic!("{raced:?}");
    };
    assert!(why.0.contains("bug"));
}

#[test]
fn rivals_go_on_when_the_favourite_gives_up() {
    let fakes = [
        Fake::new("first", 2, End::GiveUp { lower_bound: 7 }),
        Fake::new("second", 30, End::Answer),
    ];
    let raced = race(&fakes, &mut Unlimited);
    assert_eq!(raced.engine, "second");
    let expected = [
        ("first", undecided(Stop::Incomplete)),
        ("second", Finish::First),
    ];
    assert_eq!(finishes(&raced), expected);
}

#[test]
fn a_favourite_that_panics_leaves_nobody_behind() {
    let fakes = [
        Fake::new("breaking", 60, End::Panic),
        Fake::new("slow", LONG, End::Answer),
    ];
    let began = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| race(&fakes, &mut Unlimited)));
    assert!(ended.is_err());
    assert!(fakes[1].n_started() == 1 && fakes[1].n_polled() < LONG);
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn without_an_answer_the_one_that_learned_most_speaks() {
    let ends = |first, second, third| {
        let give_up = |name, lower_bound| Fake::new(name, 12, End::GiveUp { lower_bound });
        let fakes = [
            give_up("a", first),
            give_up("b", second),
            give_up("c", third),
        ];
        let raced = race(&fakes, &mut Unlimited);
        assert_eq!(raced.contenders.len(), 3);
        (raced.engine, raced.outcome.lower_bound)
    };
    assert_eq!(ends(1, 5, 2), ("b", Some(5)));
    assert_eq!(ends(4, 4, 4), ("a", Some(4)));
}

#[test]
fn those_that_cannot_treat_the_task_take_no_part() {
    let mut fakes = [
        Fake::new("slow", LONG, End::Answer),
        Fake::new("unable", 0, End::Answer),
        Fake::new("able", 5, End::Answer),
    ];
    fakes[1].is_able = false;
    let raced = race(&fakes, &mut Unlimited);
    let expected = [("slow", Finish::Beaten), ("able", Finish::First)];
    assert_eq!(finishes(&raced), expected);
    assert_eq!(fakes[1].n_started(), 0);
}

#[test]
fn without_a_place_for_rivals_there_is_no_race() {
    let fakes = [
        Fake::new("alone", 50, End::Answer),
        Fake::new("a", 0, End::Answer),
    ];
    let raced = race_at_once(&fakes, 0, &mut Unlimited);
    assert_eq!(finishes(&raced), [("alone", Finish::First)]);
}

#[test]
fn rivals_without_a_place_take_turns() {
    // The last one needs more than all have at the beginning.
    let fakes = [
        Fake::new("slow", LONG, End::Answer),
        Fake::new("a", LONG, End::Answer),
        Fake::new("b", LONG, End::Answer),
        Fake::new("c", 700, End::Answer),
    ];
    let raced = race_at_once(&fakes, 2, &mut Unlimited);
    assert_eq!(raced.engine, "c");
    assert_eq!(raced.contenders.len(), 4);
    // Who has a place waits for nobody; two share the other.
    let [a, b] = [fakes[1].n_polled(), fakes[2].n_polled()];
    assert!(2 * a > 3 * b, "{a} and {b}");
}

#[test]
fn who_waits_for_its_turn_is_stopped_too() {
    let fakes = [
        Fake::new("slow", 800, End::Answer),
        Fake::new("a", LONG, End::Answer),
        Fake::new("b", LONG, End::Answer),
    ];
    let began = Instant::now();
    let raced = race_at_once(&fakes, 1, &mut Unlimited);
    assert_eq!(raced.engine, "slow");
    assert!(began.elapsed() < Duration::from_secs(10));
    let beaten = raced
        .contenders
        .iter()
        .filter(|c| c.finish == Finish::Beaten);
    assert_eq!(beaten.count(), 2);
}

/// A budget that notes the most bytes that it was asked about, and stops when
/// it is told to.
#[derive(Default)]
struct Notes {
    stops_after: Option<(Duration, Stop)>,
    began: Option<Instant>,
    most_bytes: u64,
    max_bytes: Option<u64>,
    max_states: Option<u64>,
}

impl Budget for Notes {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        self.most_bytes = self.most_bytes.max(progress.bytes);
        let began = *self.began.get_or_insert_with(Instant::now);
        match self.stops_after {
            Some((time, stop)) if began.elapsed() >= time => return ControlFlow::Break(stop),
            _ => {}
        }
        if self.max_states.is_some_and(|max| progress.states > max) {
            return ControlFlow::Break(Stop::States);
        }
        if self.max_bytes.is_some_and(|max| progress.bytes > max) {
            return ControlFlow::Break(Stop::Memory);
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn the_callers_budget_stops_everybody_at_once() {
    for stop in [Stop::Time, Stop::Cancelled] {
        for favourite in [
            Fake::new("slow", LONG, End::Answer),
            // The rivals are alone when the limit is hit.
            Fake::new("giving-up", 1, End::GiveUp { lower_bound: 2 }),
        ] {
            let fakes = [favourite, Fake::new("a", LONG, End::Answer)];
            let time = Duration::from_millis(100);
            let mut notes = Notes {
                stops_after: Some((time, stop)),
                ..Notes::default()
            };
            let began = Instant::now();
            let raced = race(&fakes, &mut notes);
            assert!(began.elapsed() < time + Duration::from_millis(200));
            assert_eq!(fakes[1].n_started(), 1);
            let verdict = &raced.outcome.finding;
            assert_eq!(*verdict, Finding::Unknown(Reason::Stopped(stop)));
        }
    }
}

#[test]
fn memory_is_that_of_all() {
    let fakes = [
        Fake::new("first", 100, End::Answer).with_bytes(600),
        Fake::new("second", LONG, End::Answer).with_bytes(300),
        Fake::new("third", LONG, End::Answer).with_bytes(70),
    ];
    let mut notes = Notes::default();
    race(&fakes, &mut notes);
    assert_eq!(notes.most_bytes, 970);
}

#[test]
fn rivals_give_their_memory_to_the_favourite() {
    let fakes = [
        Fake::new("first", 100, End::Answer).with_bytes(600),
        Fake::new("large", LONG, End::Answer).with_bytes(500),
        Fake::new("small", LONG, End::Answer).with_bytes(300),
    ];
    let mut notes = Notes {
        max_bytes: Some(1000),
        ..Notes::default()
    };
    let raced = race(&fakes, &mut notes);
    let expected = [
        ("first", Finish::First),
        ("large", undecided(Stop::Memory)),
        ("small", Finish::Beaten),
    ];
    assert_eq!(finishes(&raced), expected);
}

#[test]
fn where_the_favourite_needs_too_much_memory_another_may_not() {
    let fakes = [
        Fake::new("first", LONG, End::Answer).with_bytes(600),
        Fake::new("second", 5, End::Answer).with_bytes(300),
    ];
    let mut notes = Notes {
        max_bytes: Some(500),
        ..Notes::default()
    };
    let raced = race(&fakes, &mut notes);
    let expected = [
        ("first", undecided(Stop::Memory)),
        ("second", Finish::First),
    ];
    assert_eq!(finishes(&raced), expected);
}

#[test]
fn the_limit_on_states_is_that_of_one_search_and_ends_the_race_for_the_favourite() {
    let limited = |max_states| Notes {
        max_states: Some(max_states),
        ..Notes::default()
    };
    // Together they see more than each of them may.
    let fakes = [
        Fake::new("first", 150, End::Answer),
        Fake::new("second", LONG, End::Answer),
    ];
    let raced = race(&fakes, &mut limited(152 * BATCH));
    assert_eq!((raced.engine, fakes[1].n_started()), ("first", 1));
    let fakes = [
        Fake::new("first", LONG, End::Answer),
        Fake::new("second", 0, End::Answer),
    ];
    let raced = race(&fakes, &mut limited(5 * BATCH));
    let stopped = Finding::Unknown(Reason::Stopped(Stop::States));
    assert_eq!((raced.outcome.finding, fakes[1].n_started()), (stopped, 0));
}
