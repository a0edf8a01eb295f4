//! What the keys mean.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Key {
    /// An action by name.
    Act(String),
    /// The last move back.
    Undo,
    /// All moves back.
    Restart,
    /// The first step of a shortest run.
    Hint,
    /// The next ones of many actions.
    More,
    /// The end.
    Quit,
    /// The end, in haste.
    Cancel,
}

const DIRECTIONS: [&str; 4] = ["left", "right", "up", "down"];

/// What a key means, where digits stand for these actions.
pub fn key_of<'a>(event: &KeyEvent, mut actions: impl Iterator<Item = &'a str>) -> Option<Key> {
    let direction = |name: &str| Some(Key::Act(name.to_owned()));
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return (event.code == KeyCode::Char('c')).then_some(Key::Cancel);
    }
    match event.code {
        KeyCode::Left => direction("left"),
        KeyCode::Right => direction("right"),
        KeyCode::Up => direction("up"),
        KeyCode::Down => direction("down"),
        KeyCode::Esc => Some(Key::Quit),
        KeyCode::Backspace => Some(Key::Undo),
        KeyCode::Char(c) => match c.to_ascii_lowercase() {
            'a' => direction("left"),
            'd' => direction("right"),
            'w' => direction("up"),
            's' => direction("down"),
            'u' => Some(Key::Undo),
            'r' => Some(Key::Restart),
            'h' => Some(Key::Hint),
            'n' => Some(Key::More),
            'q' => Some(Key::Quit),
            digit => {
                let number = digit.to_digit(10)?.checked_sub(1)?;
                let name = actions.nth(number as usize)?;
                Some(Key::Act(name.to_owned()))
            }
        },
        _ => None,
    }
}

/// The number of a direction.
pub fn direction_of(action: &str) -> Option<usize> {
    DIRECTIONS.iter().position(|name| *name == action)
}

/// How many actions have digits at a time.
pub const PAGE: usize = 9;

/// The actions that are no directions: they have numbers.
pub fn numbered<'a>(actions: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    actions.filter(|name| !DIRECTIONS.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_letters_are_directions_and_digits_the_rest() {
        let key = |code| {
            let actions = ["wait", "left", "jump"];
            key_of(&KeyEvent::from(code), numbered(actions.into_iter()))
        };
        let act = |name: &str| Some(Key::Act(name.to_owned()));
        assert_eq!(key(KeyCode::Left), act("left"));
        assert_eq!(key(KeyCode::Char('W')), act("up"));
        assert_eq!(key(KeyCode::Char('1')), act("wait"));
        assert_eq!(key(KeyCode::Char('2')), act("jump"));
        assert_eq!(key(KeyCode::Char('3')), None);
        assert_eq!(key(KeyCode::Char('0')), None);
        assert_eq!(key(KeyCode::Char('h')), Some(Key::Hint));
        assert_eq!(key(KeyCode::Char('n')), Some(Key::More));
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(key_of(&ctrl_c, [].into_iter()), Some(Key::Cancel));
    }
}
