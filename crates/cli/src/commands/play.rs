//! `playproof play`: a level in the terminal, and whether it can still be won.

use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};
use crossterm::terminal;
use playproof::{Error, Playproof, Prepared, Stroll, View};

use crate::args::PlayArgs;
use crate::console;
use crate::inputs::{Source, no_such_level};
use crate::play::{
    Key, Light, Moves, Oracle, PAGE, Palette, Scene, Terminal, answer_questions, direction_of,
    draw, key_of, numbered, restore,
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
    // Where the player has walked to since the last move, and which actions have digits.
    let (mut at, mut page) = (None, 0);
    let mut closed = None;
    oracle.ask(moves.state());
    loop {
        let light = oracle.light(moves.state());
        let message = hint_wanted.then(|| hint(&light, moves.is_won()));
        let message = message.or_else(|| closed.clone());
        let size = terminal::size()?;
        let options = options(prepared.view(), &moves);
        let n_pages = options.len().div_ceil(PAGE).max(1);
        page %= n_pages;
        let actions = options.chunks(PAGE).nth(page).unwrap_or_default();
        let now = Some((
            moves.state().to_vec(),
            light.clone(),
            message.clone(),
            (size, at, page),
        ));
        if shown != now {
            let scene = Scene {
                view: prepared.view(),
                state: moves.state(),
                n_moves: moves.count(),
                is_won: moves.is_won(),
                is_lost: moves.is_lost(),
                light: &light,
                message: message.as_deref(),
                actions,
                page: (n_pages > 1).then_some((page + 1, n_pages)),
                at,
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
        let names = actions.iter().map(|name| &name[..]);
        let Some(key) = key_of(&key, names) else {
            continue;
        };
        hint_wanted = key == Key::Hint;
        closed = None;
        match key {
            Key::Act(_) if moves.is_won() => (),
            Key::Act(action) => {
                let from = at.or_else(|| prepared.view().player(moves.state()));
                match strolled(prepared.view(), &moves, from, &action) {
                    None if moves.make(&action) => (at, page) = (None, 0),
                    None | Some(Stroll::Blocked) => (),
                    Some(Stroll::To(place)) => at = Some(place),
                    Some(Stroll::Move { action, to, needs }) => match moves.make(&action) {
                        true => (at, page) = (Some(to), 0),
                        false => closed = Some(refusal(&action, needs)),
                    },
                }
            }
            Key::Undo => {
                moves.undo();
                at = None;
            }
            Key::Restart => {
                moves.restart();
                at = None;
            }
            Key::More => page += 1,
            Key::Hint => (),
            Key::Quit => return Ok(Status::Fine),
            Key::Cancel => return Ok(Status::Cancelled),
        }
        if !hint_wanted {
            oracle.ask(moves.state());
        }
    }
}

/// The actions that digits stand for: all that are no directions, or, where these are many
/// or rooms that one walks through, those that are possible now.
fn options(view: &dyn View, moves: &Moves) -> Vec<String> {
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let all: Vec<&str> = numbered(moves.actions()).collect();
    let player = view.player(moves.state());
    let is_walked = player.is_some_and(|at| view.stroll(moves.state(), at, 0).is_some());
    if all.len() <= PAGE && !is_walked {
        return owned(all);
    }
    match moves.is_won() {
        true => Vec::new(),
        false => owned(numbered(moves.possible().into_iter()).collect()),
    }
}

/// What a key for a direction does where it is no action itself.
fn strolled(
    view: &dyn View,
    moves: &Moves,
    from: Option<(usize, usize)>,
    action: &str,
) -> Option<Stroll> {
    let direction = direction_of(action)?;
    if moves.actions().any(|name| name == action) {
        return None;
    }
    view.stroll(moves.state(), from?, direction)
}

/// What is said at a closed door.
fn refusal(action: &str, needs: Option<String>) -> String {
    match needs {
        Some(needs) => format!("the door to {action} is locked: it needs {needs}"),
        None => format!("there is no way to {action} now"),
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
