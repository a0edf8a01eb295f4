//! `playproof play`: a level in the terminal, and whether it can still be won.

use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};
use crossterm::terminal;
use playproof::{Error, Playproof, Prepared};

use crate::args::PlayArgs;
use crate::console;
use crate::inputs::{Source, no_such_level};
use crate::play::{
    Key, Light, Moves, Oracle, Palette, Scene, Terminal, answer_questions, draw, key_of, restore,
};
use crate::status::Status;
use crate::told::told;

/// What a light may cost, unless the user says otherwise.
const TIMEOUT: Duration = Duration::from_secs(20);
const MAX_BYTES: u64 = 1 << 30;

/// How often the screen looks for an answer.
const TICK: Duration = Duration::from_millis(50);

/// Plays a level. Errors are those of the terminal.
pub fn run(args: &PlayArgs) -> io::Result<Status> {
    let source = Source::of(&args.level);
    if source == Source::Stdin || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        console::error(
            "play needs a terminal: standard input and output must be one, and the level a file",
        );
        return Ok(Status::BadInput);
    }
    let collection = match source.levels(&args.level_options, args.game.as_deref()) {
        Ok(collection) => collection,
        Err(diagnostic) => {
            console::complain_of(&diagnostic);
            return Ok(Status::BadInput);
        }
    };
    let n_levels = collection.levels.len();
    let number = args.number.unwrap_or(1);
    let Some(level) = collection.levels.get(number as usize - 1) else {
        console::complain_of(&no_such_level(&source, number, n_levels));
        return Ok(Status::BadInput);
    };
    let playproof = Playproof::default();
    match playproof.prepare(level, args.game.as_deref()) {
        Ok(prepared) => play(args, &prepared),
        Err(error) => Ok(refused(&error)),
    }
}

fn refused(error: &Error) -> Status {
    match error {
        Error::Level(diagnostic) => console::complain_of(diagnostic),
        other => console::error(&told(other)),
    }
    Status::BadInput
}

fn play(args: &PlayArgs, prepared: &Prepared) -> io::Result<Status> {
    let subject = match prepared.play() {
        Ok(subject) => subject,
        Err(error) => return Ok(refused(&error)),
    };
    let Some(moves) = Moves::new(&subject) else {
        console::error("this level has no state to begin in");
        return Ok(Status::BadInput);
    };
    let budget = (
        args.limits.timeout.unwrap_or(TIMEOUT),
        args.limits.max_bytes().unwrap_or(MAX_BYTES),
    );
    // Ctrl-C is a key here; this is for a signal from elsewhere.
    let _ = ctrlc::set_handler(|| {
        restore();
        std::process::exit(Status::Cancelled.code().into());
    });
    let latest = AtomicU64::new(0);
    thread::scope(|scope| {
        let (questions, asked) = mpsc::channel();
        let (given, answers) = mpsc::channel();
        let latest = &latest;
        scope.spawn(move || answer_questions(prepared, budget, latest, &asked, &given));
        let oracle = Oracle::new(latest, questions, answers);
        show(prepared, moves, oracle)
    })
}

fn show(prepared: &Prepared, mut moves: Moves, mut oracle: Oracle) -> io::Result<Status> {
    let _terminal = Terminal::open()?;
    let palette = Palette::of_environment();
    let mut hint_wanted = false;
    let mut shown = None;
    oracle.ask(moves.state());
    loop {
        let light = oracle.light(moves.state());
        let message = hint_wanted.then(|| hint(&light, moves.is_won()));
        let size = terminal::size()?;
        let now = Some((moves.state().to_vec(), light.clone(), message.clone(), size));
        if shown != now {
            let scene = Scene {
                view: prepared.view(),
                state: moves.state(),
                n_moves: moves.count(),
                is_won: moves.is_won(),
                is_lost: moves.is_lost(),
                light: &light,
                message: message.as_deref(),
                actions: moves.actions().collect(),
            };
            draw(&scene, size, palette)?;
            shown = now;
        }
        if !event::poll(TICK)? {
            continue;
        }
        let key = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => key,
            _ => continue,
        };
        let Some(key) = key_of(&key, moves.actions()) else {
            continue;
        };
        hint_wanted = key == Key::Hint;
        match key {
            Key::Act(_) if moves.is_won() => (),
            Key::Act(action) => moves.make(&action),
            Key::Undo => moves.undo(),
            Key::Restart => moves.restart(),
            Key::Hint => (),
            Key::Quit => return Ok(Status::Fine),
            Key::Cancel => return Ok(Status::Cancelled),
        }
        if !hint_wanted {
            oracle.ask(moves.state());
        }
    }
}

/// The first step of a run from here that is proved to win, a shortest one
/// if it is known.
fn hint(light: &Light, is_won: bool) -> String {
    match light {
        _ if is_won => "hint: it is won".to_owned(),
        Light::Winnable(run) | Light::Likely(run) => match run.first() {
            Some(action) => format!("hint: {action}"),
            None => "hint: it is won".to_owned(),
        },
        Light::Lost => "no hint: it cannot be won from here".to_owned(),
        Light::NotKnown => "no hint known".to_owned(),
        Light::Thinking => "hint: thinking".to_owned(),
    }
}
