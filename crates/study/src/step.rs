//! Where a participant stands, as the page is told.

use serde::{Deserialize, Serialize};

/// Where a participant stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum Step {
    /// They are asked whether they take part.
    Consent {
        /// The study's title.
        title: String,
        /// What is stored, and what else they agree to.
        text: String,
    },
    /// They learn the game.
    Tutorial {
        /// Which level this is, from 1.
        n: u32,
        /// How many there are.
        of: u32,
        /// The level.
        level: Shown,
    },
    /// They play one of the two levels of a round.
    Play {
        /// Which round this is, from 1.
        round: u32,
        /// How many there are.
        rounds: u32,
        /// Which of its two levels, 1 or 2.
        position: u8,
        /// The level.
        level: Shown,
        /// How many events are stored.
        seq: u64,
        /// What was played so far, so that a page that was closed goes on.
        played: Played,
    },
    /// They compare the two levels.
    Questions {
        /// Which round this is, from 1.
        round: u32,
        /// How many there are.
        rounds: u32,
        /// The two levels, in the order of play.
        levels: [Shown; 2],
    },
    /// They answered everything.
    Done,
    /// There are no levels left for them.
    Full,
}

/// A level as participants see it: nothing in it tells its set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The level's text.
    pub text: String,
    /// A name for the text, the same for all levels of the study.
    pub file: String,
}

/// What was played of a level so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The events in their order, with a space between two.
    pub log: String,
    /// When the last of them was, in milliseconds since the level was shown.
    pub t: u64,
}

/// What a player did, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Milliseconds since the level was shown.
    pub t: u64,
    /// What it was.
    pub e: Deed,
}

/// What a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// A step up.
    #[serde(rename = "u")]
    Up,
    /// A step down.
    #[serde(rename = "d")]
    Down,
    /// A step to the left.
    #[serde(rename = "l")]
    Left,
    /// A step to the right.
    #[serde(rename = "r")]
    Right,
    /// A push up.
    #[serde(rename = "U")]
    PushUp,
    /// A push down.
    #[serde(rename = "D")]
    PushDown,
    /// A push to the left.
    #[serde(rename = "L")]
    PushLeft,
    /// A push to the right.
    #[serde(rename = "R")]
    PushRight,
    /// The level from its beginning.
    #[serde(rename = "reset")]
    Reset,
    /// The last move taken back.
    #[serde(rename = "undo")]
    Undo,
    /// The level is won.
    #[serde(rename = "solve")]
    Solve,
}

/// What a move does in the game: the action, and whether it pushes.
type Act = (&'static str, bool);

/// All deeds, with their words and what they do in the game, if they are moves.
const DEEDS: [(Deed, &str, Option<Act>); 11] = [
    (Deed::Up, "u", Some(("up", false))),
    (Deed::Down, "d", Some(("down", false))),
    (Deed::Left, "l", Some(("left", false))),
    (Deed::Right, "r", Some(("right", false))),
    (Deed::PushUp, "U", Some(("up", true))),
    (Deed::PushDown, "D", Some(("down", true))),
    (Deed::PushLeft, "L", Some(("left", true))),
    (Deed::PushRight, "R", Some(("right", true))),
    (Deed::Reset, "reset", None),
    (Deed::Undo, "undo", None),
    (Deed::Solve, "solve", None),
];

impl Deed {
    /// The word that stands for it in logs.
    pub fn word(self) -> &'static str {
        DEEDS[self as usize].1
    }

    /// The deed of a word.
    pub fn of_word(word: &str) -> Option<Deed> {
        let deed = DEEDS.iter().find(|(_, known, _)| *known == word);
        deed.map(|(deed, ..)| *deed)
    }

    /// The action of the game and whether it is a push, if this is a move.
    pub fn action(self) -> Option<Act> {
        DEEDS[self as usize].2
    }

    /// The deed that is this action.
    pub fn of_action(action: &str, is_push: bool) -> Option<Deed> {
        let deed = DEEDS
            .iter()
            .find(|(.., act)| *act == Some((action, is_push)));
        deed.map(|(deed, ..)| *deed)
    }
}

/// Whether players can take this action here.
pub fn is_move(action: &str) -> bool {
    Deed::of_action(action, false).is_some()
}

/// What a participant says of the two levels of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// Which was more interesting, 1 or 2.
    pub more_interesting: u8,
    /// Which was more difficult, 1 or 2.
    pub more_difficult: u8,
    /// The stars of both.
    pub stars: [Stars; 2],
}

/// Stars from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stars {
    /// How interesting a level is.
    pub interesting: u8,
    /// How difficult it is.
    pub difficult: u8,
}

impl Answers {
    /// What is wrong with them, if anything is.
    pub fn problem(&self) -> Option<&'static str> {
        let is_which = |n| n == 1 || n == 2;
        let is_stars = |n: u8| (1..=5).contains(&n);
        if !is_which(self.more_interesting) || !is_which(self.more_difficult) {
            return Some("which level was more is 1 or 2");
        }
        let mut stars = self.stars.iter();
        match stars.all(|s| is_stars(s.interesting) && is_stars(s.difficult)) {
            true => None,
            false => Some("stars are from 1 to 5"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_requests() {
        for (place, (deed, word, action)) in DEEDS.into_iter().enumerate() {
            assert_eq!(deed as usize, place);
            let json = serde_json::to_string(&deed).unwrap();
            assert_eq!(json, format!("\"{word}\""));
            assert_eq!(Deed::of_word(word), Some(deed));
            if let Some((action, is_push)) = action {
                assert_eq!(Deed::of_action(action, is_push), Some(deed));
                assert_eq!(word.chars().all(char::is_uppercase), is_push);
            }
        }
    }
}
