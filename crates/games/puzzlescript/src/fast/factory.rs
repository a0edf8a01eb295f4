//! Which levels are played fast, and in which words.

use std::sync::Arc;

use playproof_model::{
    NativeFactory, NativeModel, PackedModel, Property, Subject, System, Unsupported,
};

use super::bits::Word;
use super::level::{Level, is_playable};
use super::model::FastModel;
use super::rules::Numbers;
use crate::plain::Interpreter;
use crate::possible::Possible;
use crate::system::PuzzleSystem;

/// Plays a level fast for those who search its states.
pub struct FastFactory {
    system: Arc<PuzzleSystem>,
}

impl FastFactory {
    /// For this level.
    pub fn new(system: Arc<PuzzleSystem>) -> FastFactory {
        FastFactory { system }
    }

    /// In words that hold as many objects and movements as there are, and sets that hold as
    /// many cells.
    fn made(&self, subject: &Subject) -> Option<Box<dyn PackedModel>> {
        let Interpreter { game, board, .. } = &self.system.interpreter;
        let possible = Possible::new(game, board);
        if !is_playable(game, board, &possible) {
            return None;
        }
        let groups = game.early.groups.iter().chain(&game.late.groups);
        let has_rigid = { groups }.any(|group| group.rigid.is_some());
        let numbers = Numbers::new(game, &possible, has_rigid);
        match (numbers.fit::<u64>(), numbers.fit::<u128>()) {
            (true, _) => self.in_words::<u64>(subject, &possible, &numbers),
            (_, true) => self.in_words::<u128>(subject, &possible, &numbers),
            _ => None,
        }
    }

    fn in_words<C: Word>(
        &self,
        subject: &Subject,
        possible: &Possible,
        numbers: &Numbers,
    ) -> Option<Box<dyn PackedModel>> {
        let board = &self.system.interpreter.board;
        match (board.width * board.height).div_ceil(64) {
            0..=1 => Some(self.model::<C, 1>(subject, possible, numbers)),
            2 => Some(self.model::<C, 2>(subject, possible, numbers)),
            3 => Some(self.model::<C, 3>(subject, possible, numbers)),
            4 => Some(self.model::<C, 4>(subject, possible, numbers)),
            5..=6 => Some(self.model::<C, 6>(subject, possible, numbers)),
            7..=8 => Some(self.model::<C, 8>(subject, possible, numbers)),
            9..=14 => Some(self.model::<C, 14>(subject, possible, numbers)),
            15..=24 => Some(self.model::<C, 24>(subject, possible, numbers)),
            _ => None,
        }
    }

    fn model<C: Word, const W: usize>(
        &self,
        subject: &Subject,
        possible: &Possible,
        numbers: &Numbers,
    ) -> Box<dyn PackedModel> {
        let Interpreter { game, board, .. } = &self.system.interpreter;
        let level = Level::<C, W>::new(game, board, possible, numbers);
        let system = Arc::clone(&self.system);
        Box::new(FastModel::new(system, subject, level, possible, numbers))
    }
}

impl NativeFactory for FastFactory {
    fn name(&self) -> &'static str {
        "fast"
    }

    fn model(
        &self,
        _subject: &Subject,
        _property: &Property,
    ) -> Result<Box<dyn NativeModel>, Unsupported> {
        let why = "the fast interpreter goes through the game's own states";
        Err(Unsupported(why.to_owned()))
    }

    fn own_states(&self, subject: &Subject) -> Option<Box<dyn PackedModel>> {
        let foreign = subject.machine().foreign.as_ref()?;
        let is_own = foreign.name == self.system.name()
            && foreign.version == self.system.version()
            && foreign.source == self.system.source();
        if is_own { self.made(subject) } else { None }
    }
}
