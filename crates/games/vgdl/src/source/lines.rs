//! A text as sections of lines, and lines as words.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use playproof_level::Diagnostic;

use super::notes::{Notes, suggestion};

/// A word and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    /// From 1.
    pub column: u32,
}

/// An option: `key=value`.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub key: String,
    pub value: Word,
    pub column: u32,
}

/// A line that says something.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub number: u32,
    /// How many characters it is indented by: a tab is one.
    pub indent: usize,
    /// The words before `>`.
    pub before: Vec<Word>,
    /// Whether there is a `>`.
    pub has_arrow: bool,
    /// The words after it that are no options.
    pub after: Vec<Word>,
    /// The options, the last of a name if there are several.
    pub given: Vec<Given>,
}

impl Line {
    /// The option of this name.
    pub fn option(&self, key: &str) -> Option<&Given> {
        self.given.iter().rev().find(|given| given.key == key)
    }
}

/// The lines of one section.
pub(super) type Section = Vec<Line>;

/// The sections of a text.
pub(super) struct Sections {
    pub game: Line,
    pub sprites: Section,
    pub interactions: Section,
    pub terminations: Section,
    pub mapping: Section,
}

const NAMES: [&str; 4] = [
    "SpriteSet",
    "InteractionSet",
    "TerminationSet",
    "LevelMapping",
];

/// The place of the first among them.
const SPRITES: usize = 0;

/// Divides a text.
pub(super) fn sections(notes: &mut Notes) -> Result<Sections, Diagnostic> {
    let text = std::sync::Arc::clone(&notes.text);
    let mut game = None;
    let mut found: [Option<Section>; 4] = Default::default();
    let mut current: Option<usize> = None;
    for (index, source) in text.lines().enumerate() {
        let Some(line) = line(index as u32 + 1, source) else {
            continue;
        };
        let Some(first) = line.before.first().or(line.after.first()).cloned() else {
            return Err(notes.error(&line, 1, "a line without a name", "begin it with one"));
        };
        if game.is_none() {
            game = Some(head(notes, line, &first)?);
            continue;
        }
        let is_alone = line.before.len() == 1 && !line.has_arrow && line.given.is_empty();
        let named = NAMES
            .iter()
            .position(|name| name.eq_ignore_ascii_case(&first.text));
        match (is_alone, named) {
            (true, Some(section)) => {
                // Of the others, a second one goes on where the first ended.
                if section == SPRITES && found[section].is_some() {
                    let message = format!("a second {}", NAMES[section]);
                    return Err(notes.at(&line, &first, message, "put all its lines together"));
                }
                found[section].get_or_insert_default();
                current = Some(section);
            }
            (true, None) if first.text.ends_with("Set") || current.is_none() => {
                let message = format!("unknown section `{}`", first.text);
                return Err(notes.at(&line, &first, message, suggestion(&first.text, &NAMES)));
            }
            _ => match current.and_then(|section| found[section].as_mut()) {
                Some(section) => section.push(line),
                None => {
                    let help = "begin with SpriteSet, indented";
                    return Err(notes.at(&line, &first, "a line before the first section", help));
                }
            },
        }
    }
    let Some(game) = game else {
        return Err(notes.whole("the game is empty", "begin with BasicGame"));
    };
    let mut take = |section: usize, is_needed: bool| {
        let lines = found[section].take();
        match lines {
            None if is_needed => {
                let message = format!("there is no {}", NAMES[section]);
                Err(notes.whole(
                    message,
                    "a game has SpriteSet, InteractionSet, TerminationSet and LevelMapping",
                ))
            }
            lines => Ok(lines.unwrap_or_default()),
        }
    };
    Ok(Sections {
        game,
        sprites: take(SPRITES, true)?,
        interactions: take(1, false)?,
        terminations: take(2, true)?,
        mapping: take(3, false)?,
    })
}

/// The first line, which says what sort of game it is.
fn head(notes: &Notes, line: Line, first: &Word) -> Result<Line, Diagnostic> {
    if first.text == "BasicGame" {
        return Ok(line);
    }
    let help = match &first.text[..] {
        "GameSpace" => "games with parameters are not played: write their values in",
        _ => "a game begins with BasicGame",
    };
    let message = format!("`{}` is no game", first.text);
    Err(notes.at(&line, first, message, help))
}

/// The words of a line, unless it is blank or a comment.
fn line(number: u32, source: &str) -> Option<Line> {
    let code = source.split('#').next().unwrap_or("");
    let indent = code.chars().take_while(|c| c.is_whitespace()).count();
    let mut words = Vec::new();
    let mut column = 0;
    let mut word = String::new();
    for c in code.chars().chain([' ']) {
        column += 1;
        if !c.is_whitespace() {
            word.push(c);
        } else if !word.is_empty() {
            let length = word.chars().count() as u32;
            words.push(Word {
                text: std::mem::take(&mut word),
                column: column - length,
            });
        }
    }
    if words.is_empty() {
        return None;
    }
    let mut line = Line {
        number,
        indent,
        before: Vec::new(),
        has_arrow: false,
        after: Vec::new(),
        given: Vec::new(),
    };
    for word in words {
        match word.text.split_once('=') {
            // A letter of a level may be `=`.
            Some((key, value)) if !key.is_empty() => {
                // What comes after a second sign is passed over.
                let value = value.split('=').next().unwrap_or("");
                let length = key.chars().count() as u32;
                line.given.push(Given {
                    key: key.to_owned(),
                    value: Word {
                        text: value.to_owned(),
                        column: word.column + length + 1,
                    },
                    column: word.column,
                });
            }
            _ if word.text == ">" && !line.before.is_empty() => line.has_arrow = true,
            _ if line.has_arrow => line.after.push(word),
            _ => line.before.push(word),
        }
    }
    Some(line)
}
