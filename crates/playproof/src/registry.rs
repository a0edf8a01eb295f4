//! The games and engines there are, by name, and which game a level is of.

use playproof_certify::Engine;
use playproof_game::{Game, Options};
use playproof_level::{Collection, Diagnostic, Level};

use crate::checker::Checker;
use crate::error::Error;
use crate::settings::{self, Settings};

/// The games and engines there are.
pub struct Playproof {
    games: Vec<Box<dyn Game>>,
    engines: Vec<Box<dyn Engine>>,
    /// How many threads may search at a time.
    pub(crate) threads: usize,
}

impl Default for Playproof {
    /// All built-in games and engines, on one thread.
    fn default() -> Self {
        Playproof::with(Settings::default())
    }
}

impl Playproof {
    /// All built-in games and engines, in the order of preference.
    pub fn with(settings: Settings) -> Playproof {
        let games = settings::games();
        let engines = settings::engines(&games, settings);
        let playproof = Playproof::new(games, engines);
        playproof.on_threads(settings.threads)
    }

    /// All built-in games and engines, searching with this many threads.
    pub fn with_threads(threads: usize) -> Playproof {
        Playproof::with(Settings {
            threads,
            ..Settings::default()
        })
    }

    /// With games and engines of one's own.
    pub fn new(games: Vec<Box<dyn Game>>, engines: Vec<Box<dyn Engine>>) -> Playproof {
        Playproof {
            games,
            engines,
            threads: 1,
        }
    }

    /// The same with one more game and the engines that it brings, which are
    /// asked before the others.
    pub fn with_game(mut self, game: Box<dyn Game>) -> Playproof {
        self.engines.splice(0..0, game.engines());
        self.games.push(game);
        self
    }

    /// The same with one more engine, which is asked before the others whether
    /// it can treat a task.
    pub fn with_engine(mut self, engine: Box<dyn Engine>) -> Playproof {
        self.engines.insert(0, engine);
        self
    }

    /// The same, where engines may race each other on so many threads. How
    /// many an engine uses itself is its own matter.
    pub fn on_threads(self, threads: usize) -> Playproof {
        Playproof { threads, ..self }
    }

    /// The games.
    pub fn games(&self) -> impl Iterator<Item = &dyn Game> {
        self.games.iter().map(|g| &**g)
    }

    /// Who checks certificates about levels of these games.
    pub fn checker(&self) -> Checker<'_> {
        Checker::new(self.games().map(|game| game as _).collect())
    }

    /// The engines.
    pub fn engines(&self) -> impl Iterator<Item = &dyn Engine> {
        self.engines.iter().map(|e| &**e)
    }

    /// The game with this name.
    pub fn game(&self, name: &str) -> Result<&dyn Game, Error> {
        let found = find("game", name, self.games(), |g| g.name(), &[]);
        found.map(|game| game.expect("no word stands for a game"))
    }

    /// The engine with this name.
    pub fn engine(&self, name: &str) -> Result<&dyn Engine, Error> {
        let found = self.engine_or(name, &[]);
        found.map(|engine| engine.expect("no word was allowed"))
    }

    /// The engine with this name, or none where it is one of these words, which
    /// say in another way who is to search.
    pub fn engine_or(
        &self,
        name: &str,
        words: &[&'static str],
    ) -> Result<Option<&dyn Engine>, Error> {
        find("engine", name, self.engines(), |e| e.name(), words)
    }

    /// Reads every level of a file: drawings, or one of the games' own formats. `file` is
    /// the name used in messages.
    pub fn read(&self, file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
        self.checker().read(file, bytes)
    }

    /// The same, where these options may say in which form the levels are.
    pub fn read_told(
        &self,
        file: &str,
        bytes: &[u8],
        options: &Options,
    ) -> Result<Collection, Diagnostic> {
        let mut games = self.games();
        let text = || playproof_level::decode(file, bytes);
        if options.names().next().is_some() {
            let text = &text()?;
            if let Some(read) = games.find_map(|game| game.read_told(file, text, options)) {
                return read;
            }
        }
        self.read(file, bytes)
    }

    /// The level with options of its game, which become part of it. Only games that have
    /// all of them are meant: of several the one that the level looks like most.
    pub fn with_options(
        &self,
        level: &Level,
        game: Option<&str>,
        options: &Options,
    ) -> Result<Level, Error> {
        let has = |game: &dyn Game, name: &str| game.level_options().iter().any(|o| o.name == name);
        let lacks = |game: &dyn Game| options.names().find(|name| !has(game, name));
        let meant = match game {
            Some(name) => self.game(name)?,
            None => {
                let able = self.games().filter(|game| lacks(*game).is_none());
                let able: Vec<_> = able.collect();
                // Of equal ones the first.
                let best = able.iter().rev().max_by_key(|game| game.likeness(level));
                match best {
                    Some(game) => *game,
                    None => self.recognise(level)?,
                }
            }
        };
        if let Some(option) = lacks(meant) {
            let able = self.games().filter(|game| has(*game, option));
            let able: Vec<_> = able.map(|game| game.name()).collect();
            return Err(Error::NoOption {
                option,
                game: meant.name(),
                able: able.join(", "),
            });
        }
        Ok(meant.with_options(level, options)?)
    }

    /// The game that a level looks like most.
    pub fn recognise(&self, level: &Level) -> Result<&dyn Game, Error> {
        let best = self.games().map(|g| g.likeness(level)).max().unwrap_or(0);
        let alike: Vec<_> = self.games().filter(|g| g.likeness(level) == best).collect();
        match alike[..] {
            [game] => Ok(game),
            // Where no game knows a letter, the first says which it does not.
            [first, ..] if best == 0 => Ok(first),
            _ => {
                let names: Vec<_> = alike.iter().map(|g| g.name()).collect();
                Err(Error::Ambiguous(names.join(", ")))
            }
        }
    }
}

/// The one with this name, none for one of the words, or an error that lists
/// all.
pub(crate) fn find<'a, T: ?Sized>(
    what: &'static str,
    name: &str,
    all: impl Iterator<Item = &'a T>,
    name_of: impl Fn(&T) -> &'static str,
    words: &[&'static str],
) -> Result<Option<&'a T>, Error> {
    if words.contains(&name) {
        return Ok(None);
    }
    let mut names = Vec::new();
    for item in all {
        if name_of(item) == name {
            return Ok(Some(item));
        }
        names.push(name_of(item));
    }
    names.extend(words);
    // All names are in small letters.
    let meant = name.to_lowercase();
    let near = names.iter().map(|n| (strsim::levenshtein(n, &meant), n));
    let near = near.filter(|(distance, _)| *distance <= 2).min();
    let help = match near {
        Some((_, near)) => format!("did you mean `{near}`?"),
        None => format!("there is {}", names.join(", ")),
    };
    let name = name.to_owned();
    Err(Error::Unknown { what, name, help })
}
